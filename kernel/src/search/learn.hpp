// Learning the evaluation from games of its own: TD(lambda) targets, Adam, one generator, so that a seed gives
// the same weights.

#pragma once

#include <cmath>
#include <vector>

#include "replies.hpp"

namespace terminus {

struct Sample {
  Features features;
  float target;  // points still to come, in units of kScale
};

struct Schedule {
  float rate = 1e-3f, lambda = 0.8f, explore = 0.02f;
};

class Learner {
 public:
  explicit Learner(uint64_t seed) : net_(new Net{}), first_(new Net{}), second_(new Net{}), slope_(new Layers{}) {
    Rng rng(seed);
    const auto normal = [&] {
      double sum = -6;
      for (int i = 0; i < 12; ++i) sum += rng.unit();
      return static_cast<float>(sum);
    };
    for (Layers& net : net_->rounds) {
      for (auto& row : net.rows)
        for (float& weight : row) weight = 0.05f * normal();
      for (auto& row : net.second)
        for (float& weight : row) weight = std::sqrt(2.0f / kHidden) * normal();
      for (float& weight : net.out) weight = std::sqrt(1.0f / kSecond) * normal();
    }
  }

  Net& net() { return *net_; }

  // One game by the net's own choice, now and then a random one; the samples of each round are added to `out`.
  int play(const Tables& t, Evaluator& evaluator, const Schedule& schedule, Rng& rng, std::vector<Sample>* out) {
    std::vector<Step>& steps = steps_;
    steps.clear();
    State s = deal(t, rng);
    steps.push_back(Step{s.round, total(t, s), 0, true, features(t, s)});
    while (!s.over()) {
      random_chance(t, s, rng);
      if (s.done) continue;
      replies_.clear();
      each_reply(evaluator, s, [&](const Reply& reply) { replies_.push_back(reply); });
      size_t best = 0;
      for (size_t i = 1; i < replies_.size(); ++i)
        if (replies_[i].value > replies_[best].value) best = i;
      const float value = replies_[best].value;
      size_t chosen = best;
      if (rng.unit() < schedule.explore) chosen = rng.below(static_cast<int>(replies_.size()));
      s = replies_[chosen].after;
      steps.push_back(Step{s.round, total(t, s), value, chosen == best, Features{}});
      if (!s.over()) steps.back().features = features(t, s);
    }
    float target = static_cast<float>(total(t, s));
    for (size_t i = steps.size() - 1; i-- > 0;) {
      const Step& next = steps[i + 1];
      // What was best to do next, even where something else was tried.
      target = next.best ? schedule.lambda * target + (1 - schedule.lambda) * next.value : next.value;
      out[steps[i].round].push_back({steps[i].features, (target - steps[i].points) / kScale});
    }
    return total(t, s);
  }

  // One step of Adam for the net of a round; the mean squared error before it.
  double step(int round, const Sample* samples, int count, float rate) {
    Layers& slope = *slope_;
    const Layers& net = net_->rounds[round];
    for (int n = 0; n < count; ++n)
      for (int w = 0; w < kFeatureWords; ++w) seen_[round].w[w] |= samples[n].features.w[w];
    each_block(round, [&](int from, int to) {
      float* flat = reinterpret_cast<float*>(&slope);
      for (int i = from; i < to; ++i) flat[i] = 0;
    });
    double error = 0;
    for (int n = 0; n < count; ++n) error += backward(net, samples[n], 1.0f / count, slope);
    adam(round, rate);
    return error / count;
  }

 private:
  struct Step {
    int round, points;
    float value;  // of the best turn
    bool best;
    Features features;
  };

  static double backward(const Layers& net, const Sample& sample, float weight, Layers& slope) {
    alignas(64) float sum[kHidden], first[kHidden], second[kSecond], into[kHidden];
    int active[kFeatures], count = 0;
    for (int w = 0; w < kFeatureWords; ++w)
      for (uint64_t left = sample.features.w[w]; left; left &= left - 1) active[count++] = w * 64 + lowest(left);
    for (int i = 0; i < kHidden; ++i) sum[i] = net.bias[i];
    for (int n = 0; n < count; ++n) add_row(sum, net.rows[active[n]]);
    const float off = head(net, sum, first, second) - sample.target;
    const float d = off * weight;
    alignas(64) float d_second[kSecond];
    slope.out_bias[0] += d;
    for (int j = 0; j < kSecond; ++j) {
      slope.out[j] += d * second[j];
      d_second[j] = second[j] > 0 ? d * net.out[j] : 0;
      slope.second_bias[j] += d_second[j];
    }
    for (int i = 0; i < kHidden; ++i) {
      float through = 0;
      for (int j = 0; j < kSecond; ++j) {
        through += net.second[i][j] * d_second[j];
        slope.second[i][j] += first[i] * d_second[j];
      }
      into[i] = first[i] > 0 ? through : 0;
      slope.bias[i] += into[i];
    }
    for (int n = 0; n < count; ++n) add_row(slope.rows[active[n]], into);
    return static_cast<double>(off) * off;
  }

  void adam(int round, float rate) {
    const float b1 = 0.9f, b2 = 0.999f;
    const int n = ++steps_done_[round];
    const float scale = rate * std::sqrt(1 - std::pow(b2, static_cast<float>(n))) / (1 - std::pow(b1, static_cast<float>(n)));
    float* w = reinterpret_cast<float*>(&net_->rounds[round]);
    float* m = reinterpret_cast<float*>(&first_->rounds[round]);
    float* v = reinterpret_cast<float*>(&second_->rounds[round]);
    const float* g = reinterpret_cast<const float*>(slope_.get());
    each_block(round, [&](int from, int to) {
      for (int i = from; i < to; ++i) {
        m[i] = b1 * m[i] + (1 - b1) * g[i];
        v[i] = b2 * v[i] + (1 - b2) * g[i] * g[i];
        w[i] -= scale * m[i] / (std::sqrt(v[i]) + 1e-8f);
      }
    });
  }

  // The parameters that anything so far has touched: the rows of features seen, and all behind them.
  template <class Visit>
  void each_block(int round, Visit visit) {
    for (int w = 0; w < kFeatureWords; ++w)
      for (uint64_t left = seen_[round].w[w]; left; left &= left - 1) {
        const int row = w * 64 + lowest(left);
        visit(row * kHidden, (row + 1) * kHidden);
      }
    visit(kFeatures * kHidden, kParameters);
  }

  std::unique_ptr<Net> net_, first_, second_;
  std::unique_ptr<Layers> slope_;
  int steps_done_[kRounds]{};
  Features seen_[kRounds]{};
  std::vector<Step> steps_;
  std::vector<Reply> replies_;
};

}  // namespace terminus
