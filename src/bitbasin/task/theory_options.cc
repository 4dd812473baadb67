// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/theory_options.h"

namespace bitbasin {
const OptionTable<TheoryOptions>& theory_option_table() {
  static const OptionTable<TheoryOptions> table{
      label_source_option(&TheoryOptions::task),
  };
  return table;
}

}  // namespace bitbasin
