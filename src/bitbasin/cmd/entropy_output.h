// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/task/entropy_keys.h"
#include "bitbasin/terminal/session.h"

namespace bitbasin {

// Sets points and bethe_entropy and prints the table, including the entropy H(d) of all configurations.
void report_entropy(const MeasuredEntropy& measured, Session& session);

// The same for points of focusing belief propagation.
void report_focusing(std::span<const MeasuredFocusing> measured, Session& session);

// What survey propagation has found.
void report_surveys(const MeasuredSurveys& measured, Session& session);

}  // namespace bitbasin
