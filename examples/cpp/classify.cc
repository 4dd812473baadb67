// SPDX-License-Identifier: Apache-2.0
// classify MODEL IMAGES [LABELS]: an embedded classifier. MODEL is a file from `bitbasin train --save`,
// IMAGES an IDX or NPY file, and LABELS the right answers, for counting errors.
#include <bitbasin/network.h>

#include <cstdio>

int main(int argc, char** argv) try {
  if (argc < 3) bitbasin::fail("expected MODEL IMAGES [LABELS], got {} arguments", argc - 1);
  const bitbasin::Model model = bitbasin::read_model(argv[1]);
  const auto images =
      bitbasin::images_from(bitbasin::read_image_numbers(argv[2]), model.features.scaling, argv[2]);
  const auto labels = bitbasin::predict(model, images, /*threads=*/1);
  if (argc == 3) {
    for (const auto label : labels) std::printf("%d\n", label);
    return 0;
  }
  const auto right = bitbasin::read_labels(argv[3]);
  if (right.size() != labels.size()) {
    bitbasin::fail("expected {} labels but {} has {}", labels.size(), argv[3], right.size());
  }
  std::size_t errors = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) errors += labels[i] != right[i];
  std::printf("%zu of %zu images are answered wrongly\n", errors, labels.size());
} catch (const bitbasin::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
