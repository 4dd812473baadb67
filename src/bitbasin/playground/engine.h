// SPDX-License-Identifier: Apache-2.0
// What the page of the playground calls, and what it must offer. The engine is compiled to WebAssembly and
// runs in a worker of the page, one instance of the module for each run: memory is freed with the instance,
// and a failure ends no other run. Texts are UTF-8 and carry their length. Arrays stay where they are until
// the next call of the engine.
#pragma once

#include <cstdint>

#ifdef __wasm__
#define BITBASIN_CALLED_BY_PAGE(name) __attribute__((export_name(#name)))
#define BITBASIN_OFFERED_BY_PAGE(name) __attribute__((import_module("page"), import_name(#name)))
#else
#define BITBASIN_CALLED_BY_PAGE(name)
#define BITBASIN_OFFERED_BY_PAGE(name)
#endif

extern "C" {

// Offered by the page.

// A sentence about what the user did wrong; the instance ends with it.
BITBASIN_OFFERED_BY_PAGE(failed) void bitbasin_page_failed(const char* sentence, std::uint32_t bytes);
// An iteration has passed. The page may look at arrays and may suspend the run here. NaN: not known.
BITBASIN_OFFERED_BY_PAGE(iterated)
void bitbasin_page_iterated(std::uint32_t iteration, std::uint32_t errors, double reinforcement,
                            double overlap);

// Called by the page.

// Where wasm-opt's Asyncify is to keep the frames of a run that is about to be suspended: two pointers, to
// the first byte of room for them and to its end.
BITBASIN_CALLED_BY_PAGE(frames) std::uint8_t** bitbasin_frames();

// Room for a text or a file that the page hands over; until the next call.
BITBASIN_CALLED_BY_PAGE(input) std::uint8_t* bitbasin_input(std::uint32_t bytes);

// Makes a random perceptron, with labels of a teacher or random ones.
BITBASIN_CALLED_BY_PAGE(make_perceptron)
void bitbasin_make_perceptron(std::uint32_t n, double alpha, std::uint32_t teacher, std::uint64_t seed);
BITBASIN_CALLED_BY_PAGE(patterns) std::uint32_t bitbasin_patterns();

// Solves it by the algorithm in the input, "rbp:rate=0.001"; a budget of 0 is none. Returns the errors that
// are left, by the slow checker.
BITBASIN_CALLED_BY_PAGE(solve) std::uint32_t bitbasin_solve(std::uint64_t seed, std::uint64_t budget);

// Iterations of the run that solve or satisfy has ended, which may be more than the page was told of.
BITBASIN_CALLED_BY_PAGE(iterations) std::uint32_t bitbasin_iterations();

// Looks around the solution that solve has found. Each point is a triple of numbers, and their number is
// returned; where belief propagation has found no point, its entropy is NaN.
// Distance, local entropy, gamma at the distances in the input, "0.01:0.2:20".
BITBASIN_CALLED_BY_PAGE(entropy) std::uint32_t bitbasin_entropy(std::uint64_t seed);
// Sweeps, distance, density of allowed flips along a random walk over solutions.
BITBASIN_CALLED_BY_PAGE(walk)
std::uint32_t bitbasin_walk(double sweeps, std::uint32_t count, std::uint64_t seed);
BITBASIN_CALLED_BY_PAGE(points) const double* bitbasin_points();

// Makes a random formula, or reads one in DIMACS's format from the input.
BITBASIN_CALLED_BY_PAGE(make_formula)
void bitbasin_make_formula(std::uint32_t n, std::uint32_t k, double alpha, std::uint64_t seed);
BITBASIN_CALLED_BY_PAGE(read_formula) void bitbasin_read_formula();
BITBASIN_CALLED_BY_PAGE(variables) std::uint32_t bitbasin_variables();
BITBASIN_CALLED_BY_PAGE(clauses) std::uint32_t bitbasin_clauses();

// Like solve, for the formula. Returns the clauses that are left unsatisfied.
BITBASIN_CALLED_BY_PAGE(satisfy) std::uint32_t bitbasin_satisfy(std::uint64_t seed, std::uint64_t budget);
BITBASIN_CALLED_BY_PAGE(assignment) const float* bitbasin_assignment();

// Reads a model file from the input.
BITBASIN_CALLED_BY_PAGE(read_model) void bitbasin_read_model();
// Its sizes: rows and columns of its images, bits of an image, units of a committee, committees,
// labels, weights.
BITBASIN_CALLED_BY_PAGE(model_sizes) const std::uint32_t* bitbasin_model_sizes();
BITBASIN_CALLED_BY_PAGE(flip) void bitbasin_flip(double fraction, std::uint64_t seed);
// Makes a model file with the weights as they are; returns its bytes, which stand at file().
BITBASIN_CALLED_BY_PAGE(write_model) std::uint32_t bitbasin_write_model();
BITBASIN_CALLED_BY_PAGE(file) const char* bitbasin_file();
// The label of the image in the input, a byte for each pixel.
BITBASIN_CALLED_BY_PAGE(look) std::uint32_t bitbasin_look();
// See DigitView.
BITBASIN_CALLED_BY_PAGE(bits) const float* bitbasin_bits();
BITBASIN_CALLED_BY_PAGE(fields) const float* bitbasin_fields();
BITBASIN_CALLED_BY_PAGE(votes) const float* bitbasin_votes();
BITBASIN_CALLED_BY_PAGE(sums) const float* bitbasin_sums();

// See PerceptronView: N, N and P numbers.
BITBASIN_CALLED_BY_PAGE(weights) const float* bitbasin_weights();
BITBASIN_CALLED_BY_PAGE(magnetisations) const float* bitbasin_magnetisations();
BITBASIN_CALLED_BY_PAGE(stabilities) const float* bitbasin_stabilities();
}
