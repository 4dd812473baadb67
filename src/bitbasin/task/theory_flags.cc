// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/theory_flags.h"

namespace bitbasin {
const OptionTable<TheoryFlags>& theory_flag_table() {
  static const OptionTable<TheoryFlags> table{
      label_source_option(&TheoryFlags::task),
  };
  return table;
}

}  // namespace bitbasin
