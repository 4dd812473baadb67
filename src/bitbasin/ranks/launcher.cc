// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/ranks/launcher.h"

#include <stdlib.h>

#include <charconv>
#include <optional>
#include <string_view>

namespace bitbasin {
namespace {

std::optional<int> number_in_environment(const char* name) {
  const char* value = getenv(name);
  if (value == nullptr) return {};
  const std::string_view text(value);
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return number;
}

// Open MPI's mpirun sets the first of each; other launchers speak PMI or PMIx.
std::optional<int> first_of(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (const auto number = number_in_environment(name)) return number;
  }
  return {};
}

}  // namespace

bool launched_as_rank() {
  if (const auto size = first_of({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})) return *size > 1;
  return number_in_environment("PMIX_RANK").has_value();  // PMIx does not say how many there are
}

int launched_rank() {
  if (!launched_as_rank()) return 0;
  return first_of({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"}).value_or(0);
}

int launched_local_rank() {
  if (!launched_as_rank()) return 0;
  return first_of({"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"}).value_or(0);
}

int launched_local_size() {
  if (!launched_as_rank()) return 1;
  return first_of({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}).value_or(1);
}

}  // namespace bitbasin
