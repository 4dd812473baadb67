// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/options.h"

namespace bitbasin {

// Where the labels of a perceptron's patterns come from. classify: they are random. teacher: a random
// perceptron assigns them.
enum class LabelSource { classify, teacher };

// The option that chooses one.
template <class Options>
Option<Options> label_source_option(LabelSource Options::*member) {
  return option("task", member, {{"classify", LabelSource::classify}, {"teacher", LabelSource::teacher}},
                "random labels, or those of a random teacher");
}

}  // namespace bitbasin
