// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

/* What libbitbasin_cuda.so offers, in plain C, so that the program needs no CUDA to be built or to start: it
 * loads the module only where a GPU was asked for. Functions that return text return NULL if they did what
 * they should, and else a sentence that stays valid until the next call from the same thread. The patterns of
 * one handle are used by one thread at a time. */

#ifdef __cplusplus
extern "C" {
#endif

enum { kBitbasinCudaVersion = 2 };

/* The two ways of multiplying. */
enum BitbasinCudaForm {
  kBitbasinCudaBest = 0,     /* the fastest that the GPU can do */
  kBitbasinCudaPortable = 1, /* one-bit tensor cores of compute capability 8.0 and above, by mma.sync */
  kBitbasinCudaHopper = 2    /* those of compute capability 9.0, by wgmma */
};

struct BitbasinGpu {
  char name[128];
  uint64_t memory;      /* bytes */
  uint64_t free_memory; /* bytes that nobody uses now */
  int multiprocessors;
  int capability; /* 10 * major + minor */
  int form;       /* the best that it can do, or -1 if it can do none */
};

/* Where patterns come from: rows of words with their labels absorbed, or, where there are none, random ones
 * that are made on the GPU. Word j of random row r is word j of the stream (seed, purpose,
 * first + r) of rng/philox.h, complemented where bit r of the labels is 0. */
struct BitbasinPatternSource {
  int gpu;
  int form; /* BitbasinCudaForm */
  size_t n;
  size_t patterns;
  const uint64_t* rows; /* or NULL */
  size_t stride;        /* words from one row to the next */
  uint64_t seed;
  uint64_t purpose;
  uint64_t first;
  const uint64_t* labels; /* one bit a pattern; for random rows */
};

/* Milliseconds of a bare read of these bytes, and of the products that message passing takes. */
struct BitbasinRates {
  uint64_t bytes; /* that a product reads */
  double read_ms;
  double forward_ms;
  double forward_signs_ms; /* with the count of errors */
  double backward_ms;
};

struct BitbasinPatterns; /* patterns on a GPU */

/* The table that the symbol "bitbasin_cuda" is. A change of it takes a new version. */
struct BitbasinCuda {
  int version;
  const char* (*count_gpus)(int* count);
  const char* (*describe_gpu)(int gpu, struct BitbasinGpu* out);
  /* Bytes on the GPU that patterns of this size take, with all vectors. */
  uint64_t (*bytes_needed)(size_t n, size_t patterns);
  const char* (*open)(const struct BitbasinPatternSource* source, struct BitbasinPatterns** out);
  void (*close)(struct BitbasinPatterns* patterns);

  /* out[k] = sum_i x_ki in[i], and out[i] = sum_k x_ki in[k]. Entries from -2047 to 2047. */
  const char* (*forward)(struct BitbasinPatterns* patterns, const int16_t* in, int32_t* out);
  const char* (*backward)(struct BitbasinPatterns* patterns, const int16_t* in, int32_t* out);
  /* Patterns whose x . w is not from least to most. */
  const char* (*count_errors)(struct BitbasinPatterns* patterns, const uint64_t* w, int64_t least,
                              int64_t most, size_t* errors);

  /* The iteration of perceptron/messages/amp.h for the sign constraint, with all vectors on the GPU and
   * number for number the same. A step may only be begun when the call returns. */
  const char* (*amp_start)(struct BitbasinPatterns* patterns, const double* theta, int64_t least);
  const char* (*amp_step)(struct BitbasinPatterns* patterns, double threshold, double fresh, double memory);
  /* Of the signs of theta now: the patterns with x . w < least, and the signs as words. */
  const char* (*amp_errors)(struct BitbasinPatterns* patterns, size_t* errors);
  const char* (*amp_signs)(struct BitbasinPatterns* patterns, uint64_t* w);
  const char* (*amp_fields)(struct BitbasinPatterns* patterns, double* theta);

  /* Medians of this many runs each. Spoils the state of the iteration. */
  const char* (*measure)(struct BitbasinPatterns* patterns, int repeats, struct BitbasinRates* out);
};

#ifdef __cplusplus
} /* extern "C" */
#endif
