// Learning the evaluation from games of its own. One generator, so that a seed gives the same weights.
//
// A Learner's first course, study, is cheap: it plays the replies of highest value and learns from what came of
// them, luck and all (TD(lambda)). The second, refine, works out before each flip what the best replies come to on
// the mean of all flips. So it knows how lucky each flip was, and learns from what games would have come to without.
// In some games of either somebody weaker plays, so that sheets are known which strong play never leads to.

#pragma once

#include "../deal.hpp"
#include "descent.hpp"
#include "expect.hpp"

namespace terminus {

struct Schedule {
  float rate = 1e-3f;     // of Adam
  float trace = 0.8f;     // 1: learn from what the game came to, 0: from the next turn's value
  float explore = 0.02f;  // how often a reply is drawn at random
  float astray = 0;       // in how many of the games somebody weaker plays
};

// Who plays a game: the reply of highest value, but for slips. A slip is what brings the most points now, or any reply.
struct Habit {
  float slips;
  bool by_points;
};

constexpr int kBatch = 192;    // samples to a step of the descent
constexpr int kLessons = 4;    // how often refine learns from a sample
constexpr int kKept = 32000;   // samples of a part that it draws from, the latest
constexpr int kEnough = 2000;  // before so many it waits

inline Net untaught(Rng& rng) {
  const auto normal = [&] {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += rng.unit();
    return static_cast<float>(sum);
  };
  Net made;
  made.layers.resize(kRounds);
  for (Layers& net : made.layers) {
    net = Layers{};
    for (auto& row : net.rows)
      for (float& weight : row) weight = 0.05f * normal();
    for (auto& row : net.second)
      for (float& weight : row) weight = std::sqrt(2.0f / kHidden) * normal();
    for (float& weight : net.out) weight = std::sqrt(1.0f / kSecond) * normal();
  }
  return made;
}

inline Net divided(Net net) {
  if (net.layers.size() == kRounds) net.split();
  return net;
}

// A game as it was played: the states between turns, and what was thought of each.
class Games {
 public:
  explicit Games(Rng& rng) : rng_(rng) {}
  Games(const Games&) = delete;
  Games& operator=(const Games&) = delete;

  // Plays one, gives a sample for each state to keep(part, sample), and returns its total.
  template <class Keep>
  int play(Evaluator& evaluator, const Net& net, const Schedule& schedule, bool exact, Keep keep) {
    const Tables& t = evaluator.tables();
    State s = deal(t, rng_);
    const Habit habit = somebody(schedule);
    steps_.clear();
    while (!s.over()) {
      steps_.push_back({net.part(s), total(t, s), 0, 0, true, features(t, s)});
      if (exact) steps_.back().expected = static_cast<float>(expectation(evaluator, s, 1));
      while (s.done) random_chance(t, s, rng_);
      s = turn(evaluator, s, habit);
    }
    float target = static_cast<float>(total(t, s));
    for (size_t i = steps_.size(); i-- > 0;) {
      const Step& step = steps_[i];
      // What the state comes to: as the game went on, and as the next turn looks. Where something else was tried,
      // what follows says nothing about the best reply.
      const float luck = exact ? step.best_value - step.expected : 0, next = step.best_value - luck;
      target = step.best ? schedule.trace * (target - luck) + (1 - schedule.trace) * next : next;
      keep(step.part, Sample{step.features, (target - static_cast<float>(step.points)) / kScale});
    }
    return total(t, s);
  }

 private:
  struct Step {
    int part, points;
    float expected, best_value;  // of the best replies to all flips, and to the one that came
    bool best;                   // whether that reply was played
    Features features;
  };

  // Of those who are weaker half never follow the evaluation.
  Habit somebody(const Schedule& schedule) {
    if (!schedule.astray || rng_.unit() >= schedule.astray) return {schedule.explore, false};
    return {static_cast<float>(2 * rng_.unit()), rng_.unit() < 0.5};
  }

  State turn(Evaluator& evaluator, const State& s, const Habit& habit) {
    replies_.clear();
    each_reply(evaluator, s, [&](const Reply& reply) { replies_.push_back(reply); });
    size_t best = 0;
    for (size_t i = 1; i < replies_.size(); ++i)
      if (replies_[i].value > replies_[best].value) best = i;
    const size_t chosen = rng_.unit() < habit.slips ? slip(evaluator.tables(), habit.by_points) : best;
    steps_.back().best_value = replies_[best].value;
    steps_.back().best = chosen == best;
    return replies_[chosen].after;
  }

  size_t slip(const Tables& t, bool by_points) {
    const size_t any = static_cast<size_t>(rng_.below(static_cast<int>(replies_.size())));
    if (!by_points) return any;
    size_t most = any;
    for (size_t i = 0; i < replies_.size(); ++i)
      if (total(t, replies_[i].after) > total(t, replies_[most].after)) most = i;
    return most;
  }

  Rng& rng_;
  std::vector<Step> steps_;
  std::vector<Reply> replies_;
};

class Learner {
 public:
  explicit Learner(uint64_t seed) : rng_(seed), descent_(untaught(rng_)) {}

  // Goes on from a net that was taught before, to refine it.
  Learner(uint64_t seed, const Net& net) : rng_(seed), descent_(divided(net)) {}

  Net taught() {
    descent_.clear_unseen();
    return descent_.net();
  }

  // Plays so many games of each ruleset, then learns once from each state; the means of their totals.
  std::vector<double> study(const std::vector<const Tables*>& rulesets, int games, const Schedule& schedule) {
    const std::vector<double> means = play(rulesets, games, schedule, false);
    for (int part = 0; part < kParts; ++part) {
      std::vector<Sample>& pool = pools_[part].samples;
      shuffle(pool.data(), static_cast<int>(pool.size()), rng_);
      size_t used = 0;
      for (; used + kBatch <= pool.size(); used += kBatch)
        descent_.step(part, pool.data() + used, kBatch, schedule.rate);
      pool.erase(pool.begin(), pool.begin() + static_cast<std::ptrdiff_t>(used));
    }
    return means;
  }

  // The same from games without luck, and from the latest states again and again.
  std::vector<double> refine(const std::vector<const Tables*>& rulesets, int games, const Schedule& schedule) {
    const std::vector<double> means = play(rulesets, games, schedule, true);
    std::vector<Sample> batch(kBatch);
    for (int part = 0; part < kParts; ++part) {
      Pool& pool = pools_[part];
      if (pool.samples.size() < kEnough) continue;
      for (; pool.fresh * kLessons >= kBatch; pool.fresh -= kBatch / kLessons) {
        for (Sample& sample : batch) sample = pool.samples[rng_.below(static_cast<int>(pool.samples.size()))];
        descent_.step(part, batch.data(), kBatch, schedule.rate);
      }
    }
    return means;
  }

 private:
  struct Pool {
    std::vector<Sample> samples;
    size_t oldest = 0;
    int fresh = 0;  // samples not yet learnt from
  };

  std::vector<double> play(const std::vector<const Tables*>& rulesets, int games, const Schedule& schedule,
                           bool exact) {
    std::vector<double> means;
    for (const Tables* t : rulesets) {
      Evaluator evaluator(*t, &descent_.net());
      double sum = 0;
      for (int i = 0; i < games; ++i)
        sum += games_.play(evaluator, descent_.net(), schedule, exact, [&](int part, const Sample& sample) {
          Pool& pool = pools_[part];
          ++pool.fresh;
          if (!exact || pool.samples.size() < kKept)
            pool.samples.push_back(sample);
          else
            pool.samples[pool.oldest++ % kKept] = sample;
        });
      means.push_back(sum / games);
    }
    return means;
  }

  Rng rng_;
  Descent descent_;
  Games games_{rng_};
  Pool pools_[kParts];
};

}  // namespace terminus
