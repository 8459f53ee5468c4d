// How a net is moved towards samples: gradients of the squared error, and Adam.

#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "net.hpp"

namespace terminus {

struct Sample {
  Features features;
  float target;  // points still to come, in units of kScale
};

class Descent {
 public:
  explicit Descent(Net net)
      : net_(std::move(net)), parts_(net_.layers.size()), first_(parts_.size()), second_(parts_.size()) {}

  const Net& net() const { return net_; }

  // One step for a part of the net.
  void step(int part, const Sample* samples, int count, float rate) {
    Part& of = parts_[part];
    for (int n = 0; n < count; ++n)
      for (int w = 0; w < kFeatureWords; ++w) of.seen.w[w] |= samples[n].features.w[w];
    each_block(of, [&](int from, int to) {
      float* flat = reinterpret_cast<float*>(slope_.get());
      for (int i = from; i < to; ++i) flat[i] = 0;
    });
    for (int n = 0; n < count; ++n) backward(net_.layers[part], samples[n], 1.0f / static_cast<float>(count), *slope_);
    adam(part, rate);
  }

  // The rows of features that never held are no part of what was learnt. A part that learnt nothing stays as it was.
  void clear_unseen() {
    for (size_t part = 0; part < parts_.size(); ++part)
      for (int f = parts_[part].steps ? 0 : kFeatures; f < kFeatures; ++f)
        if (!has(parts_[part].seen.w[f >> 6], f & 63))
          for (float& weight : net_.layers[part].rows[f]) weight = 0;
  }

 private:
  struct Part {
    Features seen{};
    int steps = 0;
  };

  static void backward(const Layers& net, const Sample& sample, float weight, Layers& slope) {
    alignas(64) float first[kHidden], second[kSecond], into[kHidden];
    int active[kFeatures], count = 0;
    for (int w = 0; w < kFeatureWords; ++w)
      for (uint64_t left = sample.features.w[w]; left; left &= left - 1) active[count++] = w * 64 + lowest(left);
    Sums sums;
    sums.read(net.bias);
    for (int n = 0; n < count; ++n) sums.add(net.rows[active[n]]);
    const float off = head(net, sums, first, second) - sample.target;
    const float d = off * weight;
    const Sixteen back = spread(d) * load(net.out);
    alignas(64) float d_second[kSecond];
    for (int j = 0; j < kSecond; ++j) d_second[j] = second[j] > 0 ? back[j] : 0;
    const Sixteen through = load(d_second);
    slope.out_bias[0] += d;
    store(slope.out, load(slope.out) + spread(d) * load(second));
    store(slope.second_bias, load(slope.second_bias) + through);
    for (int i = 0; i < kHidden; ++i) {
      into[i] = first[i] > 0 ? added_up(load(net.second[i]) * through) : 0;
      store(slope.second[i], load(slope.second[i]) + spread(first[i]) * through);
      slope.bias[i] += into[i];
    }
    Sums flow;
    flow.read(into);
    for (int n = 0; n < count; ++n)
      for (int i = 0; i < kLanes; ++i) {
        float* row = slope.rows[active[n]] + 16 * i;
        store(row, load(row) + flow.lane[i]);
      }
  }

  void adam(int part, float rate) {
    const float b1 = 0.9f, b2 = 0.999f;
    const float n = static_cast<float>(++parts_[part].steps);
    const float scale = rate * std::sqrt(1 - std::pow(b2, n)) / (1 - std::pow(b1, n));
    float* w = reinterpret_cast<float*>(&net_.layers[part]);
    float* m = reinterpret_cast<float*>(&first_[part]);
    float* v = reinterpret_cast<float*>(&second_[part]);
    const float* g = reinterpret_cast<const float*>(slope_.get());
    each_block(parts_[part], [&](int from, int to) {
      for (int i = from; i < to; ++i) {
        m[i] = b1 * m[i] + (1 - b1) * g[i];
        v[i] = b2 * v[i] + (1 - b2) * g[i] * g[i];
        w[i] -= scale * m[i] / (std::sqrt(v[i]) + 1e-8f);
      }
    });
  }

  // The parameters that anything so far has touched: the rows of features seen, and all behind them.
  template <class Visit>
  static void each_block(const Part& part, Visit visit) {
    for (int w = 0; w < kFeatureWords; ++w)
      for (uint64_t left = part.seen.w[w]; left; left &= left - 1) {
        const int row = w * 64 + lowest(left);
        visit(row * kHidden, (row + 1) * kHidden);
      }
    visit(kFeatures * kHidden, kParameters);
  }

  Net net_;
  std::vector<Part> parts_;
  std::vector<Layers> first_, second_;  // Adam's means of slopes and of their squares
  std::unique_ptr<Layers> slope_{new Layers{}};
};

}  // namespace terminus
