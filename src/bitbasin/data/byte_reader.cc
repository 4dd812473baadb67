// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/byte_reader.h"

#include <algorithm>
#include <cassert>

namespace bitbasin {

ByteReader::ByteReader(std::string_view memory, std::string name, std::size_t buffer_bytes)
    : name_(std::move(name)),
      memory_(memory),
      buffer_(std::max(std::min(memory.size(), buffer_bytes), kMinimumBufferBytes)) {
  if (!refill()) fail("expected data, but {} is empty", name_);
}

std::size_t ByteReader::fill_buffer() {
  if (file_) return read_from_file();
  const std::size_t count = std::min(buffer_.size(), memory_.size());
  std::copy_n(memory_.begin(), count, buffer_.begin());
  memory_.remove_prefix(count);
  return count;
}

bool ByteReader::refill() {
  assert(next_ == end_);
  if (next_ != buffer_.data() && next_ != nullptr) {
    spent_lines_ +=
        static_cast<std::size_t>(std::count(static_cast<const char*>(buffer_.data()), end_, '\n'));
    spent_newline_last_ = end_[-1] == '\n';
  }
  next_ = end_ = buffer_.data();
  end_ += fill_buffer();
  return next_ != end_;
}

bool ByteReader::starts_with(std::string_view magic) const {
  assert(next_ == buffer_.data() && spent_lines_ == 0 && magic.size() <= kMinimumBufferBytes);
  return std::string_view(next_, static_cast<std::size_t>(end_ - next_)).starts_with(magic);
}

void ByteReader::skip_line() {
  while (next_ != end_ || refill()) {
    next_ = std::find(next_, end_, '\n');
    if (next_ != end_) {
      ++next_;
      return;
    }
  }
}

std::size_t ByteReader::read(std::span<char> out) {
  std::size_t taken = 0;
  while (taken < out.size() && (next_ != end_ || refill())) {
    const std::size_t count = std::min(out.size() - taken, static_cast<std::size_t>(end_ - next_));
    std::copy_n(next_, count, out.begin() + static_cast<std::ptrdiff_t>(taken));
    next_ += count;
    taken += count;
  }
  return taken;
}

std::vector<std::uint8_t> ByteReader::read_exactly(std::uint64_t count, std::string_view what) {
  std::vector<std::uint8_t> bytes;
  while (bytes.size() < count) {
    if (next_ == end_ && !refill()) {
      fail_here("expected {} bytes of {}, but the file ends after {}", count, what, bytes.size());
    }
    const std::uint64_t wanted = count - bytes.size();
    const auto chunk = std::min(wanted, static_cast<std::uint64_t>(end_ - next_));
    bytes.insert(bytes.end(), next_, next_ + chunk);
    next_ += chunk;
  }
  return bytes;
}

void ByteReader::expect_end() {
  if (peek() != kEnd) fail_here("expected the file to end after its data, but more bytes follow");
}

std::size_t ByteReader::line() const {
  if (next_ == buffer_.data()) return 1 + spent_lines_ - (spent_newline_last_ ? 1 : 0);
  const auto taken = std::count(static_cast<const char*>(buffer_.data()), next_ - 1, '\n');
  return 1 + spent_lines_ + static_cast<std::size_t>(taken);
}

std::string in_quotes(std::string_view bytes) {
  constexpr std::size_t kLongest = 20;
  std::string text = "'";
  for (const char c : bytes.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      text += c;
    } else {
      text += fmt::format("\\x{:02x}", byte);
    }
  }
  return text + (bytes.size() > kLongest ? "...'" : "'");
}

std::string in_quotes(int byte) {
  if (byte == ByteReader::kEnd) return "the end of the file";
  const char c = static_cast<char>(byte);
  return in_quotes(std::string_view(&c, 1));
}

}  // namespace bitbasin
