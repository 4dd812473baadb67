// SPDX-License-Identifier: Apache-2.0
// Classifiers made of bits: features, and committees of binary perceptrons.
//
//   train(options, data, threads, control)     a Model from images; options by name in training_options()
//   read_data_set, images_from                 images from files or arrays
//   predict(model, images, threads)            labels
//   read_model, write_model                    files; format_c: the model as one C file without dependencies
#pragma once

#include "bitbasin/network/c_export.h"
#include "bitbasin/network/model_file.h"
#include "bitbasin/network/training/presets.h"
#include "bitbasin/network/training/train.h"
#include "bitbasin/solve.h"
