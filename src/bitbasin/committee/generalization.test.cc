// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/generalization.h"

#include <gtest/gtest.h>

#include "bitbasin/math/generalization_error.h"

namespace bitbasin::generalization_test {
namespace {

BitVector with_flips(BitVector w, std::size_t every) {
  for (std::size_t i = 0; i < w.size(); i += every) w.flip(i);
  return w;
}

// The share of wrong answers of a student that was given the patterns of another instance.
double measured(const CommitteeInstance& instance, const BitVector& weights) {
  return static_cast<double>(count_violations(instance, weights)) / static_cast<double>(instance.patterns());
}

TEST(Generalization, IsTheShareOfWrongAnswersToNewPatterns) {
  for (const CommitteeForm form : {CommitteeForm{3, true}, {5, true}, {3, false}}) {
    const CommitteeInstance instance = teacher_committee(form, 101, 3000, 5);
    for (const std::size_t every : {3u, 11u}) {
      const BitVector w = with_flips(*instance.teacher, every);
      EXPECT_NEAR(generalization_error(instance, *instance.teacher, w), measured(instance, w), 0.025)
          << form.units << form.tree << every;
    }
  }
}

TEST(Generalization, NothingIsWrongForTheTeacherAndEverythingForItsOpposite) {
  for (const bool tree : {true, false}) {
    const CommitteeInstance instance = teacher_committee({3, tree}, 41, 3, 2);
    const BitVector& teacher = *instance.teacher;
    EXPECT_EQ(generalization_error(instance, teacher, teacher), 0);
    EXPECT_DOUBLE_EQ(generalization_error(instance, teacher, with_flips(teacher, 1)), 1);
  }
}

TEST(Generalization, OneUnitIsThePerceptron) {
  const CommitteeInstance instance = teacher_committee({1, true}, 101, 3, 2);
  const BitVector w = with_flips(*instance.teacher, 4);  // 26 of 101
  EXPECT_NEAR(generalization_error(instance, *instance.teacher, w), generalization_error(1 - 52 / 101.0),
              1e-12);
}

}  // namespace
}  // namespace bitbasin::generalization_test
