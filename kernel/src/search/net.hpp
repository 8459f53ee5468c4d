// The learned evaluation: small networks of three layers that say what is still to come.
//
// There is one for each round, or one for each round, pencil in hand, and whether the round has begun: what is to
// come is another question in each. The first layer is a sum of rows, one for each feature that holds;
// neighbouring states share most of them, so an Evaluator keeps a sum for each network and adds and subtracts
// what differs.

#pragma once

#include <vector>

#include "features.hpp"
#include "sixteen.hpp"

namespace terminus {

constexpr int kNetFormat = 2;  // of features and layers; weights of another format are not read
constexpr int kHidden = 128;
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

constexpr int kParts = kRounds * kLines * 2;

struct Net {
  std::vector<Layers> layers;  // kRounds of them, or kParts

  int part(const State& s) const {
    if (layers.size() == kRounds) return s.round;
    return (s.round * kLines + s.pencil) * 2 + (s.turn > 0);
  }

  // From one network a round to one a part, each of which begins as its round's.
  void split() {
    std::vector<Layers> parts;
    for (int part = 0; part < kParts; ++part) parts.push_back(layers[part / (2 * kLines)]);
    layers = std::move(parts);
  }
};

// The first layer's sums, kept in registers while rows come and go.
constexpr int kLanes = kHidden / 16;
struct Sums {
  Sixteen lane[kLanes];
  void read(const float* from) {
    for (int i = 0; i < kLanes; ++i) lane[i] = load(from + 16 * i);
  }
  void write(float* to) const {
    for (int i = 0; i < kLanes; ++i) store(to + 16 * i, lane[i]);
  }
  void add(const float* row) {
    for (int i = 0; i < kLanes; ++i) lane[i] += load(row + 16 * i);
  }
  void subtract(const float* row) {
    for (int i = 0; i < kLanes; ++i) lane[i] -= load(row + 16 * i);
  }
};

// Layers two and three. `first` and `second` are left filled for the trainer.
inline float head(const Layers& net, const Sums& sums, float* first, float* second) {
  static_assert(kSecond == 16);
  for (int i = 0; i < kLanes; ++i) store(first + 16 * i, positive(sums.lane[i]));
  Sixteen part[4]{load(net.second_bias), spread(0), spread(0), spread(0)};
  for (int i = 0; i < kHidden; i += 4)
    for (int k = 0; k < 4; ++k) part[k] += spread(first[i + k]) * load(net.second[i + k]);
  const Sixteen on = positive((part[0] + part[1]) + (part[2] + part[3]));
  store(second, on);
  return net.out_bias[0] + added_up(on * load(net.out));
}

// A network's answer in units of kScale, its rows added up in one order.
inline float summed_up(const Layers& net, const Features& f) {
  alignas(64) float first[kHidden], second[kSecond];
  Sums sums;
  sums.read(net.bias);
  for (int w = 0; w < kFeatureWords; ++w)
    for (uint64_t left = f.w[w]; left; left &= left - 1) sums.add(net.rows[w * 64 + lowest(left)]);
  return head(net, sums, first, second);
}

// Judges states, one thread's. Sums are floats, so a value may depend in its last bits on what was judged before:
// where an answer has to be the same again it begins with a new evaluator.
class Evaluator {
 public:
  // Without a net nothing is still to come: the value is the score.
  Evaluator(const Tables& t, const Net* net) : t_(t), net_(net) {
    for (size_t part = 0; net_ && part < net_->layers.size(); ++part) {
      anchors_[part].features = Features{};
      for (int i = 0; i < kHidden; ++i) anchors_[part].sum[i] = net_->layers[part].bias[i];
    }
  }
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // The points that a state in which nothing is asked will end with.
  float value(const State& s) {
    const float now = static_cast<float>(total(t_, s));
    if (s.over() || !net_) return now;
    seen_ = features(t_, s);
    return now + kScale * to_come(net_->part(s), seen_);
  }

  // What was seen of the state judged last, unless its value was its score.
  const Features& seen() const { return seen_; }

  // The network's own answer, in units of kScale.
  float to_come(int part, const Features& f) {
    const Layers& net = net_->layers[part];
    Anchor& anchor = anchors_[part];
    alignas(64) float first[kHidden], second[kSecond];
    Sums sums;
    sums.read(anchor.sum);
    int changes = 0;
    for (int w = 0; w < kFeatureWords; ++w) {
      const uint64_t changed = f.w[w] ^ anchor.features.w[w];
      if (!changed) continue;
      changes += popcount(changed);
      for (uint64_t come = changed & f.w[w]; come; come &= come - 1) sums.add(net.rows[w * 64 + lowest(come)]);
      for (uint64_t gone = changed & ~f.w[w]; gone; gone &= gone - 1) sums.subtract(net.rows[w * 64 + lowest(gone)]);
    }
    if (changes > kFar) {
      anchor.features = f;
      sums.write(anchor.sum);
    }
    return head(net, sums, first, second);
  }

  const Tables& tables() const { return t_; }
  bool learned() const { return net_ != nullptr; }

 private:
  static constexpr int kFar = 24;  // moving the anchor costs little, far anchors cost a row for each difference
  struct alignas(64) Anchor {
    float sum[kHidden];
    Features features;
  };
  const Tables& t_;
  const Net* net_;
  Features seen_{};
  Anchor anchors_[kParts];
};

}  // namespace terminus
