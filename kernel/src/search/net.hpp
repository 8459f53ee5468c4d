// The learned evaluation: a small network of three layers, one for each round, that says what is still to come.
//
// The first layer is a sum of rows, one for each feature that holds; neighbouring states share most of them, so
// an Evaluator keeps a sum for each round and adds and subtracts what differs.

#pragma once

#include <memory>

#include "features.hpp"

namespace terminus {

#ifndef HIDDEN
#define HIDDEN 64
#endif
constexpr int kHidden = HIDDEN;
constexpr int kSecond = 16;
constexpr float kScale = 20.0f;  // points to one unit of output

struct alignas(64) Layers {
  float rows[kFeatures][kHidden];
  float bias[kHidden];
  float second[kHidden][kSecond];
  float second_bias[kSecond];
  float out[kSecond];
  float out_bias[kSecond];  // the first counts; the rest is zero
};
constexpr int kParameters = sizeof(Layers) / sizeof(float);

struct Net {
  Layers rounds[kRounds];
};

inline void add_row(float* sum, const float* row) {
  for (int i = 0; i < kHidden; ++i) sum[i] += row[i];
}
inline void subtract_row(float* sum, const float* row) {
  for (int i = 0; i < kHidden; ++i) sum[i] -= row[i];
}

// Layers two and three. `first` and `second` are left filled for the trainer.
inline float head(const Layers& net, const float* sum, float* first, float* second) {
  for (int i = 0; i < kHidden; ++i) first[i] = sum[i] > 0 ? sum[i] : 0;
  float part[4][kSecond] = {};
  for (int i = 0; i < kHidden; i += 4)
    for (int k = 0; k < 4; ++k)
      for (int j = 0; j < kSecond; ++j) part[k][j] += first[i + k] * net.second[i + k][j];
  float value = net.out_bias[0];
  for (int j = 0; j < kSecond; ++j) {
    const float in = net.second_bias[j] + (part[0][j] + part[1][j]) + (part[2][j] + part[3][j]);
    second[j] = in > 0 ? in : 0;
    value += second[j] * net.out[j];
  }
  return value;
}

class Evaluator {
 public:
  Evaluator(const Tables& t, const Net& net) : t_(t), net_(net) {
    for (int r = 0; r < kRounds; ++r) {
      anchors_[r].features = Features{};
      for (int i = 0; i < kHidden; ++i) anchors_[r].sum[i] = net.rounds[r].bias[i];
    }
  }

  // The points that a state in which nothing is asked will end with.
  float value(const State& s) {
    const int now = total(t_, s);
    return s.over() ? static_cast<float>(now) : static_cast<float>(now) + kScale * to_come(s.round, features(t_, s));
  }

  // The network's own answer, in units of kScale.
  float to_come(int round, const Features& f) {
    const Layers& net = net_.rounds[round];
    Anchor& anchor = anchors_[round];
    alignas(64) float sum[kHidden], first[kHidden], second[kSecond];
    for (int i = 0; i < kHidden; ++i) sum[i] = anchor.sum[i];
    int changes = 0;
    for (int w = 0; w < kFeatureWords; ++w) {
      uint64_t changed = f.w[w] ^ anchor.features.w[w];
      changes += popcount(changed);
      for (; changed; changed &= changed - 1) {
        const int b = lowest(changed);
        const float* row = net.rows[w * 64 + b];
        if (has(f.w[w], b))
          add_row(sum, row);
        else
          subtract_row(sum, row);
      }
    }
    if (changes > kFar) {
      anchor.features = f;
      for (int i = 0; i < kHidden; ++i) anchor.sum[i] = sum[i];
    }
    return head(net, sum, first, second);
  }

  const Tables& tables() const { return t_; }

 private:
  static constexpr int kFar = 24;  // moving the anchor costs little, far anchors cost a row for each difference
  struct alignas(64) Anchor {
    float sum[kHidden];
    Features features;
  };
  const Tables& t_;
  const Net& net_;
  Anchor anchors_[kRounds];
};

}  // namespace terminus
