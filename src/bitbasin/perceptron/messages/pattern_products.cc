// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/pattern_products.h"

#include <algorithm>
#include <utility>

#include "bitbasin/perceptron/messages/host_patterns.h"

namespace bitbasin {

PatternProducts::PatternProducts(std::unique_ptr<ExactPatterns> exact, int passes)
    : exact_(std::move(exact)), rounded_(std::max(exact_->n(), exact_->patterns()), passes) {}

PatternProducts::PatternProducts(const PerceptronInstance& instance, const SolveSetup& setup, int passes)
    : PatternProducts(open_patterns(instance, setup), passes) {}

PatternProducts::PatternProducts(const BitMatrix& x, const SumRange& allowed, int threads, int passes)
    : PatternProducts(std::make_unique<HostPatterns>(x, allowed, threads), passes) {}

PatternProducts::PatternProducts(const PatternRows& x, const SumRange& allowed, int threads, int passes)
    : PatternProducts(std::make_unique<HostPatterns>(x, allowed, threads), passes) {}

}  // namespace bitbasin
