// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bitbasin/network/model_file.h"
#include "bitbasin/terminal/command.h"

namespace bitbasin {

// The flag of every command that reads a model and may look at images in other views than the model says.
// The text must outlive the command.
void add_views_flag(Command& command, std::string& views);

// The model in a file, with these views unless the text is empty.
Model read_model_in_views(const std::string& path, const std::string& views);

}  // namespace bitbasin
