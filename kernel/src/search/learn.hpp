// Learning the evaluation from games of its own: TD(lambda) targets, Adam, one generator, so that a seed gives
// the same weights.

#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "../deal.hpp"
#include "replies.hpp"

namespace terminus {

struct Sample {
  Features features;
  float target;  // points still to come, in units of kScale
};

struct Schedule {
  float rate = 1e-3f;     // of Adam
  float lambda = 0.8f;    // 1: learn from what the game came to, 0: from the next turn's value
  float explore = 0.02f;  // how often a reply is drawn at random
  int batch = 192;        // samples to a step
};

class Learner {
 public:
  explicit Learner(uint64_t seed)
      : net_(new Net{}), first_(new Net{}), second_(new Net{}), slope_(new Layers{}), rng_(seed) {
    const auto normal = [&] {
      double sum = -6;
      for (int i = 0; i < 12; ++i) sum += rng_.unit();
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

  // Plays so many games of each ruleset by the net's own choice, then learns from all; the means of their totals.
  std::vector<double> study(const std::vector<const Tables*>& rulesets, int games, const Schedule& schedule) {
    std::vector<double> means;
    for (const Tables* t : rulesets) {
      Evaluator evaluator(*t, net_.get());
      double sum = 0;
      for (int i = 0; i < games; ++i) sum += play(*t, evaluator, schedule);
      means.push_back(sum / games);
    }
    for (int round = 0; round < kRounds; ++round) learn(round, schedule);
    return means;
  }

  // The rows of features that never held are no part of what was learnt.
  void clear_unseen() {
    for (int round = 0; round < kRounds; ++round)
      for (int f = 0; f < kFeatures; ++f)
        if (!has(seen_[round].w[f >> 6], f & 63))
          for (float& weight : net_->rounds[round].rows[f]) weight = 0;
  }

 private:
  // One turn, as it was played: the state after it, and the value of the best reply.
  struct Step {
    int round, points;
    float value;
    bool best;
    Features features;
  };

  int play(const Tables& t, Evaluator& evaluator, const Schedule& schedule) {
    State s = deal(t, rng_);
    steps_.clear();
    steps_.push_back({s.round, total(t, s), 0, true, features(t, s)});
    while (!s.over()) {
      random_chance(t, s, rng_);
      if (!s.done) s = turn(t, evaluator, s, schedule.explore);
    }
    add_samples(static_cast<float>(total(t, s)), schedule.lambda);
    return total(t, s);
  }

  State turn(const Tables& t, Evaluator& evaluator, const State& s, float explore) {
    replies_.clear();
    each_reply(evaluator, s, [&](const Reply& reply) { replies_.push_back(reply); });
    size_t best = 0;
    for (size_t i = 1; i < replies_.size(); ++i)
      if (replies_[i].value > replies_[best].value) best = i;
    size_t chosen = best;
    if (rng_.unit() < explore) chosen = static_cast<size_t>(rng_.below(static_cast<int>(replies_.size())));
    const State& after = replies_[chosen].after;
    steps_.push_back({after.round, total(t, after), replies_[best].value, chosen == best, Features{}});
    if (!after.over()) steps_.back().features = features(t, after);
    return after;
  }

  void add_samples(float target, float lambda) {
    for (size_t i = steps_.size() - 1; i-- > 0;) {
      const Step& next = steps_[i + 1];
      // Where something else was tried, what follows says nothing about the best reply.
      target = next.best ? lambda * target + (1 - lambda) * next.value : next.value;
      const float to_come = target - static_cast<float>(steps_[i].points);
      pool_[steps_[i].round].push_back({steps_[i].features, to_come / kScale});
    }
  }

  void learn(int round, const Schedule& schedule) {
    std::vector<Sample>& pool = pool_[round];
    shuffle(pool.data(), static_cast<int>(pool.size()), rng_);
    const size_t batch = static_cast<size_t>(schedule.batch);
    size_t used = 0;
    for (; used + batch <= pool.size(); used += batch) step(round, pool.data() + used, schedule.batch, schedule.rate);
    pool.erase(pool.begin(), pool.begin() + static_cast<std::ptrdiff_t>(used));
  }

  // One step of Adam for the net of a round.
  void step(int round, const Sample* samples, int count, float rate) {
    Layers& slope = *slope_;
    const Layers& net = net_->rounds[round];
    for (int n = 0; n < count; ++n)
      for (int w = 0; w < kFeatureWords; ++w) seen_[round].w[w] |= samples[n].features.w[w];
    each_block(round, [&](int from, int to) {
      float* flat = reinterpret_cast<float*>(&slope);
      for (int i = from; i < to; ++i) flat[i] = 0;
    });
    for (int n = 0; n < count; ++n) backward(net, samples[n], 1.0f / static_cast<float>(count), slope);
    adam(round, rate);
  }

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

  void adam(int round, float rate) {
    const float b1 = 0.9f, b2 = 0.999f;
    const float n = static_cast<float>(++steps_done_[round]);
    const float scale = rate * std::sqrt(1 - std::pow(b2, n)) / (1 - std::pow(b1, n));
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
  Rng rng_;
  std::vector<Sample> pool_[kRounds];
  std::vector<Step> steps_;
  std::vector<Reply> replies_;
};

}  // namespace terminus
