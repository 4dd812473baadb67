// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bitbasin {

// classify: random labels, 9 saddle-point equations. teacher: the labels of a random teacher, 13 equations.
enum class TheoryTask { classify, teacher };

}  // namespace bitbasin
