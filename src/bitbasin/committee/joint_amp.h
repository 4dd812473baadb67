// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "bitbasin/committee/committee_products.h"
#include "bitbasin/models/joint_majority.h"
#include "bitbasin/models/majority.h"

namespace bitbasin {

// Belief propagation on a committee of three units with common inputs, in the vector form of Aubin et al.
// (NeurIPS 2018): the three weights at one input have one joint distribution, and the three sums of a pattern
// one covariance. As Amp (perceptron/messages/amp.h) otherwise, and with the same members.
//
//   V_ll'  = sum_i cov(W_li, W_l'i)
//   w_kl   = sum_i x_ki m_li - sum_l' V_ll' G_kl'       G of the iteration before
//   G_k, Gam_k from w_k and V                           models/joint_majority.h
//   u_li   = sum_k x_ki G_kl + sum_l' Gam_ll' m_l'i     Gam summed over the patterns
//   P_i(W) ~ exp(sum_l theta_li W_l + sum_{l<l'} J_ll' W_l W_l'),   theta_li = total(li, u_li),   J = -Gam
//
// J follows with half a step, as damped fields do.
class JointAmp {
 public:
  static constexpr std::size_t kUnits = 3;
  static bool knows(const CommitteeForm& form) { return form.units == kUnits && !form.tree; }

  // The model only says what is joined; its number of units must be three.
  JointAmp(CommitteeProducts& patterns, const MajorityModel& model, int threads);

  // Starts from given fields, with no memory of earlier iterations.
  void start(std::span<const double> theta);

  template <class Total>
  void iterate(double margin, Total total) {
    find_fields(margin);
    for (std::size_t i = 0; i < u_.size(); ++i) theta_[i] = clamped(total(i, u_[i]));
    find_moments();
  }

  // Changes the total field of one weight, as when something outside has changed.
  void add_field(std::size_t i, double change);

  // The Bethe free entropy in nats, under external fields e that are part of theta, at a fixed point without
  // a margin:
  //
  //   F = sum_i [log sum_W exp((u_i + e_i) . W + W . J W / 2) - m_i . u_i - sum_{l<l'} J_ll' <W_l W_l'>_i]
  //     + sum_k [log Z(w_k, V) + G_k . V G_k / 2]
  double free_entropy(std::span<const double> external);

  std::span<const double> theta() const { return theta_; }
  std::span<const double> m() const { return m_; }
  std::span<const double> u() const { return u_; }

  // All that an iteration starts from, to go back to.
  struct State {
    std::vector<double> theta, m, u, g, pairs;
    Triple coupling;
  };
  State save() const { return {theta_, m_, u_, g_, pairs_, coupling_}; }
  void restore(const State& state);

 private:
  static constexpr double kLargestField = 30;
  static double clamped(double field) { return std::clamp(field, -kLargestField, kLargestField); }

  void find_fields(double margin);
  void find_moments();
  void find_moments_at(std::size_t i);
  TripleMatrix covariance() const;
  Triple means_of(std::size_t k, const TripleMatrix& v) const;

  CommitteeProducts& patterns_;
  int threads_;
  std::size_t inputs_;
  std::vector<double> theta_, m_, u_;  // per weight, unit after unit
  std::vector<double> pairs_;          // <W_a W_b> per input, for the pair without unit c in block c
  std::vector<double> g_, w_;          // per pattern, unit after unit
  std::vector<double> gam_;            // per pattern: diagonal, then pairs
  Triple coupling_{};                  // J, by the unit that is not in the pair
};

}  // namespace bitbasin
