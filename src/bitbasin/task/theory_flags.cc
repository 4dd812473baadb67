// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/theory_flags.h"

namespace bitbasin {
const OptionTable<TheoryFlags>& theory_flag_table() {
  static const OptionTable<TheoryFlags> table{
      option("task", &TheoryFlags::task,
             {{"classify", TheoryTask::classify}, {"teacher", TheoryTask::teacher}},
             "labels at random, or those of a random teacher"),
  };
  return table;
}

}  // namespace bitbasin
