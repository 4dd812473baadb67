// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/checkpoint.h"

#include <cmath>

#include "bitbasin/data/atomic_file.h"
#include "bitbasin/data/binary_fields.h"

#include "bitbasin/features/feature_map_bytes.h"

namespace bitbasin {
namespace {

void put_counts(BinaryWriter& writer, const EpochCounts& counts) {
  for (const std::uint64_t n : {counts.presentations, counts.errors, counts.signals, counts.updates}) {
    writer.put(n);
  }
}

EpochCounts take_counts(BinaryReader& reader) {
  const auto n = reader.take_all<std::uint64_t>(4);
  return {n[0], n[1], n[2], n[3]};
}

std::string content(const Checkpoint& checkpoint) {
  const TrainerState& state = checkpoint.state;
  BinaryWriter writer;
  writer.put_text(checkpoint.job);
  put_feature_map(writer, checkpoint.features);
  put_network(writer, state.network);
  writer.put_all<std::int16_t>(state.hidden.stored());
  writer.put_all<double>(state.reinforced);
  writer.put(state.time_before);
  writer.put(state.epoch);
  writer.put(state.position);
  put_counts(writer, state.counts);
  writer.put(static_cast<std::uint64_t>(checkpoint.curve.size()));
  for (const EpochPoint& point : checkpoint.curve) {
    writer.put(point.epoch);
    put_counts(writer, point.counts);
    writer.put(point.validation_error.value_or(std::nan("")));
  }
  put_voters(writer, checkpoint.voters);
  return writer.bytes();
}

}  // namespace

std::string format_checkpoint(const Checkpoint& checkpoint) {
  return seal(kCheckpointFormat, content(checkpoint));
}

void write_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
  write_file(path, [&](const ByteSink& sink) { sink(format_checkpoint(checkpoint)); });
}

Checkpoint read_checkpoint(const std::string& path) {
  ByteReader file(path);
  return parse_checkpoint(file);
}

Checkpoint parse_checkpoint(ByteReader& file) {
  const std::string bytes = unseal(kCheckpointFormat, file).bytes;
  ByteReader source(bytes, file.name());
  BinaryReader reader(source);
  Checkpoint checkpoint;
  checkpoint.job = reader.take_text();
  checkpoint.features = take_feature_map(reader);
  TrainerState& state = checkpoint.state;
  state.network = take_network(reader, checkpoint.features.outputs(), checkpoint.features.depth);
  state.hidden = UnitStates(state.network.weights);
  const auto stored = reader.take_all<std::int16_t>(state.hidden.stored().size());
  std::ranges::copy(stored, state.hidden.stored().begin());
  if (!state.hidden.agrees_with(state.network.weights)) {
    source.fail_here("expected hidden states with the signs of the weights, but some differ");
  }
  state.reinforced = reader.take_all<double>(state.network.shape.all_units());
  state.time_before = reader.take<double>();
  state.epoch = reader.take<std::uint64_t>();
  state.position = reader.take<std::uint64_t>();
  state.counts = take_counts(reader);
  const auto points = reader.take_within<std::uint64_t>("epochs of a curve", 0, std::uint64_t{1} << 32);
  for (std::uint64_t p = 0; p < points; ++p) {
    EpochPoint point{reader.take<std::uint64_t>(), take_counts(reader), {}};
    const auto error = reader.take<double>();
    if (!std::isnan(error)) point.validation_error = error;
    checkpoint.curve.push_back(point);
  }
  checkpoint.voters = take_voters(reader, checkpoint.features, state.network.shape);
  return checkpoint;
}

}  // namespace bitbasin
