// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/views_flag.h"

namespace bitbasin {

void add_views_flag(Command& command, std::string& views) {
  command.add_text("--views", views,
                   "how to look at each image, instead of what the model says: none, shifts, mirror or "
                   "shifts,mirror");
}

Model read_model_in_views(const std::string& path, const std::string& views) {
  Model model = read_model(path);
  if (!views.empty()) change_views(model, parse_views(views));
  return model;
}

}  // namespace bitbasin
