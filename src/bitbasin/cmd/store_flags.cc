// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/store_flags.h"

namespace bitbasin {
namespace {

const OptionTable<StoreFlags>& store_flag_table() {
  static const OptionTable<StoreFlags> table{
      option("lock_timeout", &StoreFlags::lock_timeout, {0, 1e5},
             "seconds to wait for another process that has the store locked"),
  };
  return table;
}

}  // namespace

void add_store_flags(Command& command, StoreFlags& flags, bool required, const std::string& meaning) {
  command.add_file("--store", flags.path, meaning, required);
  command.add_options(store_flag_table(), flags);
}

}  // namespace bitbasin
