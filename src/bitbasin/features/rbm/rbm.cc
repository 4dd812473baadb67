// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/rbm/rbm.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "bitbasin/base/error.h"
#include "bitbasin/base/parallel.h"
#include "bitbasin/bits/transpose.h"
#include "bitbasin/features/rbm/rbm_update.h"
#include "bitbasin/features/rbm/receptive_fields.h"
#include "bitbasin/features/rbm/sample_bits.h"
#include "bitbasin/features/rbm/selected_rows.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/rng/normal.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/rng/shuffle.h"

namespace bitbasin {
namespace {

constexpr std::size_t kPanel = PanelMatrix::kPanel;

// Hinton's guide, sections 8 and 9: small random weights; a momentum of 0.5 until the first steep progress
// is over.
constexpr double kFirstWeights = 0.01;
constexpr double kFirstMomentum = 0.5;
constexpr std::uint64_t kFirstMomentumEpochs = 5;

// How fast the offsets of a centred machine follow the activity of its hidden units, per batch (Melchior,
// Fischer and Wiskott, JMLR 2016, use 0.01).
constexpr float kOffsetRate = 0.01f;

// One kind of units for a whole batch.
struct Layer {
  Layer(std::size_t batch, std::size_t units) : p(batch, units), bits(batch, units) {}

  // Probabilities from fields, for rows [begin, end); the padding becomes zero.
  void squash(std::size_t begin, std::size_t end) {
    for (std::size_t c = 0; c < p.panels(); ++c) sigmoid_array({p.row(c, begin), (end - begin) * kPanel});
    const std::size_t used = p.cols() % kPanel;
    if (used == 0) return;
    for (std::size_t r = begin; r < end; ++r) {
      float* last = p.row(p.panels() - 1, r);
      std::fill(last + used, last + kPanel, 0.0f);
    }
  }
  void sample(std::size_t row, std::span<const std::uint16_t> random, BitMatrix& to) const {
    for (std::size_t c = 0; c < p.panels(); ++c) {
      sample_bits({p.row(c, row), kPanel}, random.subspan(c * kPanel, kPanel), to.row(row).subspan(c, 1));
    }
  }

  PanelMatrix p;
  BitMatrix bits;
};

// 16-bit random numbers, whole panels of them.
class Draws {
 public:
  explicit Draws(std::size_t most_units) : words_(PanelMatrix::padded(most_units) / 4) {}
  std::span<const std::uint16_t> fill(Stream& stream) {
    stream.fill(words_);
    return {reinterpret_cast<const std::uint16_t*>(words_.data()), words_.size() * 4};
  }

 private:
  std::vector<std::uint64_t> words_;
};

class Trainer {
 public:
  Trainer(const ImageSet& images, const RbmOptions& options, std::uint64_t seed, int threads);

  void run(RunControl& control);
  Rbm result() const;

 private:
  void limit_to(const std::vector<Window>& windows, std::size_t columns);
  void present(std::span<const std::uint32_t> images, std::uint64_t presentation);
  void gibbs(std::size_t begin, std::size_t end, std::span<const std::uint32_t> images,
             std::uint64_t presentation);
  void learn(std::size_t batch, float rate, float momentum);
  std::uint64_t wrong_bits(std::size_t batch) const;
  // The numbers of one stage of the chain of one presentation.
  Stream stream(std::uint64_t presentation, std::uint64_t stage) const {
    return {seed_, purpose("rbm.sample"), presentation * (2 + 2 * steps_) + stage};
  }

  std::span<const std::uint8_t> pixels_;
  std::size_t count_;
  std::size_t visible_;
  RbmOptions options_;
  std::uint64_t steps_;
  std::uint64_t seed_;
  int threads_;

  // All vectors are padded to whole panels.
  RbmWeights weights_;
  AlignedArray<float> visible_bias_, hidden_bias_;
  AlignedArray<float> visible_bias_velocity_, hidden_bias_velocity_;
  AlignedArray<float> visible_offset_, hidden_offset_;  // zero unless centred
  AlignedArray<float> visible_difference_, hidden_difference_;
  AlignedArray<float> shift_visible_, shift_hidden_;  // the second has a row for each panel of visible units
  Layer data_visible_, data_hidden_, model_visible_, model_hidden_;
  bool chain_started_ = false;  // of a persistent chain, which continues from the hidden bits of the model
};

Trainer::Trainer(const ImageSet& images, const RbmOptions& options, std::uint64_t seed, int threads)
    : pixels_(images.pixels),
      count_(images.size()),
      visible_(images.inputs()),
      options_(options),
      steps_(static_cast<std::uint64_t>(options.steps)),
      seed_(seed),
      threads_(threads),
      weights_(visible_, static_cast<std::size_t>(options.hidden)),
      visible_bias_(weights_.by_visible.padded_rows()),
      hidden_bias_(weights_.by_visible.padded_cols()),
      visible_bias_velocity_(visible_bias_.size()),
      hidden_bias_velocity_(hidden_bias_.size()),
      visible_offset_(visible_bias_.size()),
      hidden_offset_(hidden_bias_.size()),
      visible_difference_(visible_bias_.size()),
      hidden_difference_(hidden_bias_.size()),
      shift_visible_(visible_bias_.size()),
      shift_hidden_(hidden_bias_.size() * weights_.by_hidden.panels()),
      data_visible_(static_cast<std::size_t>(options.batch), visible_),
      data_hidden_(data_visible_.bits.rows(), weights_.by_hidden.rows()),
      model_visible_(data_visible_.bits.rows(), visible_),
      model_hidden_(data_visible_.bits.rows(), weights_.by_hidden.rows()) {
  std::vector<std::uint64_t> ink(visible_);
  for (std::size_t m = 0; m < count_; ++m) {
    for (std::size_t i = 0; i < visible_; ++i) ink[i] += pixels_[m * visible_ + i];
  }
  const std::size_t hidden = weights_.by_hidden.rows();
  Stream draw(seed, purpose("rbm.weights"));
  for (std::size_t i = 0; i < visible_; ++i) {
    for (std::size_t j = 0; j < hidden; ++j) {
      weights_.by_visible.at(i, j) = static_cast<float>(kFirstWeights * normal(draw));
    }
    // The bias that by itself gives the mean activity, counting one extra image that is on and one that is
    // off, so that it is finite.
    const double on = static_cast<double>(ink[i]) / 255 + 1;
    const double mean = on / (static_cast<double>(count_) + 2);
    visible_bias_[i] = static_cast<float>(portable_log(mean / (1 - mean)));
    if (options.centred) visible_offset_[i] = static_cast<float>(mean);
  }
  const bool any_ink = std::ranges::any_of(ink, [](std::uint64_t sum) { return sum > 0; });
  if (options.window < 1 && images.rows > 1 && images.columns > 1 && any_ink) {
    limit_to(random_windows(ink, static_cast<std::size_t>(images.columns), options.window, hidden, seed),
             static_cast<std::size_t>(images.columns));
  }
  for (std::size_t i = 0; i < visible_; ++i) {
    for (std::size_t j = 0; j < hidden; ++j) weights_.by_hidden.at(j, i) = weights_.by_visible.at(i, j);
  }
  if (options.centred) std::fill_n(hidden_offset_.begin(), hidden, 0.5f);
}

void Trainer::limit_to(const std::vector<Window>& windows, std::size_t columns) {
  weights_.present = PanelMatrix(visible_, windows.size());
  for (std::size_t i = 0; i < visible_; ++i) {
    for (std::size_t j = 0; j < windows.size(); ++j) {
      if (windows[j].holds(i / columns, i % columns)) {
        weights_.present.at(i, j) = 1;
      } else {
        weights_.by_visible.at(i, j) = 0;
      }
    }
  }
}

void Trainer::gibbs(std::size_t begin, std::size_t end, std::span<const std::uint32_t> images,
                    std::uint64_t presentation) {
  Draws draws(std::max(visible_, weights_.by_hidden.rows()));
  const auto sample = [&](Layer& layer, BitMatrix& bits, std::uint64_t stage) {
    for (std::size_t r = begin; r < end; ++r) {
      Stream numbers = stream(presentation + r, stage);
      layer.sample(r, draws.fill(numbers), bits);
    }
  };
  const auto infer = [&](const BitMatrix& from, const PanelMatrix& w, std::span<const float> bias,
                         Layer& layer) {
    sum_selected_rows(from, w, bias, begin, end, layer.p);
    layer.squash(begin, end);
  };

  std::vector<std::uint8_t> grey(visible_bias_.size());
  for (std::size_t r = begin; r < end; ++r) {
    std::ranges::copy(pixels_.subspan(images[r] * visible_, visible_), grey.begin());
    Stream numbers = stream(presentation + r, 0);
    sample_pixels(grey, draws.fill(numbers), data_visible_.bits.row(r).first(grey.size() / kWordBits));
  }
  infer(data_visible_.bits, weights_.by_visible, std::span(hidden_bias_), data_hidden_);
  if (!options_.persistent || !chain_started_) sample(data_hidden_, model_hidden_.bits, 1);
  for (std::uint64_t k = 0; k < steps_; ++k) {
    infer(model_hidden_.bits, weights_.by_hidden, std::span(visible_bias_), model_visible_);
    sample(model_visible_, model_visible_.bits, 2 + 2 * k);
    infer(model_visible_.bits, weights_.by_visible, std::span(hidden_bias_), model_hidden_);
    if (k + 1 < steps_ || options_.persistent) sample(model_hidden_, model_hidden_.bits, 3 + 2 * k);
  }
}

void Trainer::present(std::span<const std::uint32_t> images, std::uint64_t presentation) {
  // Images of a batch are independent. At least a few share the passes over the weights.
  constexpr std::size_t kGrain = 8;
  parallel_ranges(images.size(), kGrain, threads_,
                  [&](std::size_t begin, std::size_t end) { gibbs(begin, end, images, presentation); });
  chain_started_ = true;
  for (std::size_t r = images.size(); r < data_visible_.bits.rows(); ++r) {
    std::ranges::fill(data_visible_.bits.row(r), 0);
    std::ranges::fill(model_visible_.bits.row(r), 0);
  }
}

std::uint64_t Trainer::wrong_bits(std::size_t batch) const {
  std::uint64_t wrong = 0;
  for (std::size_t r = 0; r < batch; ++r) {
    const auto a = data_visible_.bits.row(r), b = model_visible_.bits.row(r);
    for (std::size_t w = 0; w < a.size(); ++w) wrong += static_cast<unsigned>(std::popcount(a[w] ^ b[w]));
  }
  return wrong;
}

void Trainer::learn(std::size_t batch, float rate, float momentum) {
  const RbmBatch seen{transpose(data_visible_.bits), transpose(model_visible_.bits), &data_hidden_.p,
                      &model_hidden_.p};
  for (std::size_t i = 0; i < visible_; ++i) {
    int difference = 0;
    for (const std::uint64_t word : seen.data.row(i)) difference += std::popcount(word);
    for (const std::uint64_t word : seen.model.row(i)) difference -= std::popcount(word);
    visible_difference_[i] = static_cast<float>(difference);
  }
  const float per_image = 1 / static_cast<float>(batch);
  for (std::size_t c = 0; c < data_hidden_.p.panels(); ++c) {
    float data[kPanel] = {}, model[kPanel] = {};
    for (std::size_t r = 0; r < batch; ++r) {
      const float* p = data_hidden_.p.row(c, r);
      const float* q = model_hidden_.p.row(c, r);
      for (std::size_t k = 0; k < kPanel; ++k) data[k] += p[k];
      for (std::size_t k = 0; k < kPanel; ++k) model[k] += q[k];
    }
    for (std::size_t k = 0; k < kPanel; ++k) {
      hidden_difference_[c * kPanel + k] = data[k] - model[k];
      float& offset = hidden_offset_[c * kPanel + k];
      if (options_.centred) offset += kOffsetRate * (data[k] * per_image - offset);
    }
  }

  const RbmStep step{.momentum = momentum,
                     .rate = rate * per_image,
                     .decay = static_cast<float>(options_.decay) * static_cast<float>(batch),
                     .visible_offset = std::span(visible_offset_),
                     .hidden_offset = std::span(hidden_offset_),
                     .visible_difference = std::span(visible_difference_),
                     .hidden_difference = std::span(hidden_difference_)};
  const std::size_t panels = weights_.by_hidden.panels();
  parallel_ranges(panels, 1, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t panel = begin; panel < end; ++panel) {
      update_weights(seen, step, panel, weights_,
                     std::span(shift_hidden_).subspan(panel * hidden_bias_.size(), hidden_bias_.size()),
                     std::span(shift_visible_).subspan(panel * kPanel, kPanel));
    }
  });

  // The biases change so that the fields at the offsets follow the centred biases.
  for (std::size_t i = 0; i < visible_; ++i) {
    visible_bias_velocity_[i] = momentum * visible_bias_velocity_[i] + step.rate * visible_difference_[i];
    visible_bias_[i] += visible_bias_velocity_[i] - shift_visible_[i];
  }
  for (std::size_t j = 0; j < weights_.by_hidden.rows(); ++j) {
    float shift = 0;
    for (std::size_t panel = 0; panel < panels; ++panel)
      shift += shift_hidden_[panel * hidden_bias_.size() + j];
    hidden_bias_velocity_[j] = momentum * hidden_bias_velocity_[j] + step.rate * hidden_difference_[j];
    hidden_bias_[j] += hidden_bias_velocity_[j] - shift;
  }
}

void Trainer::run(RunControl& control) {
  const auto epochs = static_cast<std::uint64_t>(options_.epochs);
  const std::uint64_t total = epochs * count_;
  std::uint64_t done = 0;
  for (std::uint64_t epoch = 0; epoch < epochs; ++epoch) {
    Stream draw(seed_, purpose("rbm.order"), epoch);
    const std::vector<std::uint32_t> order = random_permutation(draw, static_cast<std::uint32_t>(count_));
    const double momentum =
        epoch < kFirstMomentumEpochs ? std::min(kFirstMomentum, options_.momentum) : options_.momentum;
    for (std::size_t first = 0; first < count_;) {
      const std::size_t batch = std::min(data_visible_.bits.rows(), count_ - first);
      if (!control.spend(batch)) return;
      const double progress = static_cast<double>(done) / static_cast<double>(total);
      const double rate = options_.rate + (options_.final_rate - options_.rate) * progress;
      present(std::span(order).subspan(first, batch), done);
      learn(batch, static_cast<float>(rate), static_cast<float>(momentum));
      first += batch;
      done += batch;
      const double wrong = static_cast<double>(wrong_bits(batch)) / static_cast<double>(batch * visible_);
      control.report({"training features", done, total, wrong});
    }
  }
}

Rbm Trainer::result() const {
  Rbm rbm{visible_, weights_.by_hidden.rows(), {}, {}, {}};
  for (std::size_t j = 0; j < rbm.hidden; ++j) {
    for (std::size_t i = 0; i < visible_; ++i) rbm.weights.push_back(weights_.by_hidden.at(j, i));
  }
  rbm.visible_bias.assign(visible_bias_.begin(),
                          visible_bias_.begin() + static_cast<std::ptrdiff_t>(visible_));
  rbm.hidden_bias.assign(hidden_bias_.begin(),
                         hidden_bias_.begin() + static_cast<std::ptrdiff_t>(rbm.hidden));
  return rbm;
}

}  // namespace

const OptionTable<RbmOptions>& rbm_options() {
  static const OptionTable<RbmOptions> table{
      option("hidden", &RbmOptions::hidden, {1, 1000000}, "hidden units", "N"),
      option("epochs", &RbmOptions::epochs, {0, 1000000}, "passes over the images"),
      option("rate", &RbmOptions::rate, {0.0, 10.0}, "learning rate at the start"),
      option("final_rate", &RbmOptions::final_rate, {0.0, 10.0}, "learning rate at the end; linear between"),
      option("momentum", &RbmOptions::momentum, {0.0, 0.999},
             "fraction of the last step that is added to the next"),
      option("decay", &RbmOptions::decay, {0.0, 1.0}, "how fast weights shrink, times the learning rate"),
      option("batch", &RbmOptions::batch, {1, 100000}, "images in a mini-batch"),
      option("steps", &RbmOptions::steps, {1, 1000}, "Gibbs steps of the model", "k of CD-k"),
      option("persistent", &RbmOptions::persistent,
             "whether the chains of the model continue from batch to batch"),
      option("centred", &RbmOptions::centred, "whether the gradient is that of units minus their means"),
      option("window", &RbmOptions::window, {0.01, 1.0},
             "fraction of the image's height and width that a unit sees"),
      option("temperature", &RbmOptions::temperature, {0.01, 100.0},
             "divisor of the fields of units whose probability is taken in steps; see depth"),
  };
  return table;
}

Rbm train_rbm(const ImageSet& images, const RbmOptions& options, std::uint64_t seed, int threads,
              RunControl& control) {
  if (images.size() == 0) fail("expected images to train on, got none");
  Trainer trainer(images, options, seed, threads);
  trainer.run(control);
  return trainer.result();
}

std::vector<float> hidden_probabilities(const Rbm& rbm, std::span<const std::uint8_t> image) {
  assert(image.size() == rbm.visible);
  std::vector<float> p = rbm.hidden_bias;
  for (std::size_t j = 0; j < rbm.hidden; ++j) {
    for (std::size_t i = 0; i < rbm.visible; ++i) {
      p[j] += rbm.weights[j * rbm.visible + i] * (static_cast<float>(image[i]) / 255);
    }
  }
  sigmoid_array(p);
  return p;
}

std::vector<std::uint8_t> reconstruct(const Rbm& rbm, std::span<const std::uint8_t> image) {
  const std::vector<float> hidden = hidden_probabilities(rbm, image);
  std::vector<float> p = rbm.visible_bias;
  for (std::size_t j = 0; j < rbm.hidden; ++j) {
    if (!(hidden[j] > 0.5f)) continue;
    for (std::size_t i = 0; i < rbm.visible; ++i) p[i] += rbm.weights[j * rbm.visible + i];
  }
  sigmoid_array(p);
  std::vector<std::uint8_t> grey(rbm.visible);
  std::ranges::transform(p, grey.begin(), [](float q) { return static_cast<std::uint8_t>(q * 255 + 0.5f); });
  return grey;
}

}  // namespace bitbasin
