// SPDX-License-Identifier: Apache-2.0
// What a ByteReader asks of zlib and of the system: files, plain or gzip.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <system_error>

#include "bitbasin/data/byte_reader.h"

namespace bitbasin {

namespace {

std::string errno_text() {
  return std::generic_category().message(errno);
}

gzFile open_for_reading(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail("cannot open {}: {}", path, errno_text());
  struct stat status {};
  if (fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
    close(fd);
    fail("cannot read {}: it is a directory", path);
  }
  gzFile file = gzdopen(fd, "rb");
  if (file == nullptr) {
    close(fd);
    throw std::bad_alloc();  // the only way gzdopen fails on an open descriptor
  }
  gzbuffer(file, static_cast<unsigned>(ByteReader::kBufferBytes / 2));
  return file;
}

}  // namespace

void ByteReader::Close::operator()(gzFile_s* file) const {
  gzclose_r(file);
}

ByteReader::ByteReader(const std::string& path)
    : name_(path), file_(open_for_reading(path)), buffer_(kBufferBytes) {
  if (!refill()) fail("expected data, but {} is empty", name_);
}

ByteReader::~ByteReader() = default;

std::size_t ByteReader::read_from_file() {
  const int count = gzread(file_.get(), buffer_.data(), static_cast<unsigned>(buffer_.size()));
  if (count > 0) return static_cast<std::size_t>(count);
  // At the end of a cut gzip stream gzread returns 0 and leaves Z_BUF_ERROR behind.
  int code = Z_OK;
  const char* text = gzerror(file_.get(), &code);
  if (code == Z_ERRNO) fail_here("cannot read the file: {}", errno_text());
  if (code == Z_BUF_ERROR) fail_here("the gzip stream is cut short");
  if (code != Z_OK && code != Z_STREAM_END) fail_here("the gzip stream is damaged ({})", text);
  return 0;
}

}  // namespace bitbasin
