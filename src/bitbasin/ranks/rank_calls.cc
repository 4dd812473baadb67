// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/ranks/rank_calls.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/base/explain.h"
#include "bitbasin/ranks/signs_of_life.h"

namespace bitbasin {
namespace {

// The first byte of every message.
constexpr char kQuestion = 'q', kAnswer = 'a', kFailed = 'x', kNoMore = 'e';

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Waits for a message for so many seconds; false if none came. There may be more ranks than cores, so it naps
// between two looks, for a hundredth of the time that it has waited.
bool wait_for_message(const Transport& transport, double seconds, int& from, std::string& message) {
  constexpr double kBusy = 2e-5, kLongestNap = 1e-3;
  const double begin = now();
  AwakeTime waited;
  waited.count(begin);
  const double before = waited.seconds();
  while (!transport.receive(from, message)) {
    const double time = now(), nap = std::clamp((time - begin) / 100, transport.shortest_nap, kLongestNap);
    waited.count(time);
    if (waited.seconds() - before > seconds) return false;
    if (time - begin > kBusy) transport.nap(nap);
  }
  if (message.empty()) fail("expected a message from rank {}, got no bytes", from);
  return true;
}

std::string labelled(char kind, std::string_view bytes) {
  std::string message;
  message.reserve(1 + bytes.size());
  message.push_back(kind);
  message.append(bytes);
  return message;
}

// Whether rank 0 ends the job in reasonable time after it was told that this rank cannot continue.
bool part_in_failure(const Transport& transport, const std::string& sentence) {
  transport.send(0, labelled(kFailed, sentence));
  int from = 0;
  std::string message;
  while (wait_for_message(transport, transport.patience, from, message)) {
    if (message[0] == kNoMore) return true;
  }
  return false;
}

}  // namespace

void RankCalls::send(const std::function<std::string_view(int rank)>& message) {
  std::vector<Message> all;
  for (int rank = 1; rank < size(); ++rank) all.push_back({rank, message(rank)});
  transport_.send_all(all);
}

void RankCalls::ask_all(std::string_view request) {
  const std::string message = labelled(kQuestion, request);
  send([&](int) { return std::string_view(message); });
}

void RankCalls::ask_each(std::span<const std::string> requests) {
  std::vector<std::string> messages;
  for (const std::string& request : requests) messages.push_back(labelled(kQuestion, request));
  send([&](int rank) { return std::string_view(messages[static_cast<std::size_t>(rank)]); });
}

std::string RankCalls::answer(int rank, double patience) {
  auto& waiting = answers_[static_cast<std::size_t>(rank)];
  while (waiting.empty()) {
    int from = 0;
    std::string message;
    const double seconds = patience * transport_.patience;
    if (!wait_for_message(transport_, seconds, from, message)) {
      fail("rank {} has been silent for {} s", rank, seconds);
    }
    const std::string_view body = std::string_view(message).substr(1);
    if (message[0] == kFailed) fail("rank {}: {}", from, body);
    if (message[0] != kAnswer) fail("expected an answer from rank {}, got another message", from);
    answers_[static_cast<std::size_t>(from)].emplace_back(body);
  }
  std::string first = std::move(waiting.front());
  waiting.pop_front();
  return first;
}

void RankCalls::finish() {
  send([](int) { return std::string_view(&kNoMore, 1); });
}

void answer_calls(const Transport& transport,
                  const std::function<std::string(std::string_view request)>& answer) {
  try {
    for (;;) {
      int from = 0;
      std::string message;
      const double seconds = kPatienceWithMaster * transport.patience;
      if (!wait_for_message(transport, seconds, from, message)) {
        fail("rank 0 has been silent for {} s", seconds);
      }
      if (message[0] == kNoMore) return;
      if (message[0] != kQuestion) fail("expected a question from rank 0, got another message");
      transport.send(0, labelled(kAnswer, answer(std::string_view(message).substr(1))));
    }
  } catch (const std::exception& error) {
    if (!part_in_failure(transport, explain(error))) throw;
  }
}

}  // namespace bitbasin
