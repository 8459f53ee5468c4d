// Many solo games side by side, stepped together: an environment for learning and study.
//
// Every game stands where its seat has a choice of at least two actions. A step takes one action for each game,
// then lets everything happen that leaves no choice: forced answers, cards, rounds, and a new game after the
// last. The games are independent: each has a generator of its own.

#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "playout.hpp"

namespace terminus {

constexpr int kMaskWords = (kActions + 63) / 64;

class Batch {
 public:
  Batch(const Tables& t, int games, uint64_t seed) : t_(t) {
    if (games < 1) throw std::invalid_argument("a batch has one game at least");
    const size_t n = static_cast<size_t>(games);
    states_.resize(n);
    moves_.resize(n);
    actions.resize(n);
    masks.resize(n * kMaskWords);
    counts.resize(n);
    totals.resize(n);
    rewards.resize(n);
    ended.resize(n);
    finals.resize(n);
    for (size_t i = 0; i < n; ++i) {
      rngs_.emplace_back(splitmix(seed));
      begin(i);
      settle(i);
      show(i);
      rewards[i] = 0;
      ended[i] = 0;
    }
  }

  // What goes in: one action for each game, and what comes out, for each game after the step.
  std::vector<uint16_t> actions;
  std::vector<uint64_t> masks;   // which actions are legal, kMaskWords words a game
  std::vector<int32_t> counts;   // how many
  std::vector<int32_t> totals;   // the score now
  std::vector<int32_t> rewards;  // what the score has gained; at the end of a game, of that game
  std::vector<uint8_t> ended;    // whether the step ended a game (another has begun)
  std::vector<int32_t> finals;   // the total of the last game that ended

  size_t size() const { return states_.size(); }
  const State& state(size_t i) const { return states_.at(i); }
  uint64_t finished() const { return finished_; }

  // Plays `actions`. An illegal one is an error, and then none is played.
  void step() {
    for (size_t i = 0; i < size(); ++i)
      if (actions[i] >= kActions || !has(masks[i * kMaskWords + actions[i] / 64], actions[i] % 64))
        throw std::invalid_argument("game " + std::to_string(i) + ": the action " + std::to_string(actions[i]) +
                                    " is not legal now");
    for (size_t i = 0; i < size(); ++i) {
      const int before = totals[i];
      ended[i] = 0;
      apply(t_, states_[i], actions[i]);
      settle(i);
      rewards[i] = (ended[i] ? finals[i] : total(t_, states_[i])) - before;
      show(i);
    }
  }

  // Fills `actions` with legal ones, each as likely as the others.
  void sample() {
    for (size_t i = 0; i < size(); ++i) {
      const Moves& found = moves_[i];
      int n = rngs_[i].below(counts[i]);
      const int sections = found.sections.count(), circles = popcount(found.circles);
      if (n < sections)
        actions[i] = static_cast<Action>(found.sections.pick(n));
      else if ((n -= sections) < circles)
        actions[i] = static_cast<Action>(kCircle + nth(found.circles, n));
      else
        actions[i] = other(found, n - circles);
    }
  }

  // Fills `actions` with what a policy chooses.
  void choose(Policy policy) {
    for (size_t i = 0; i < size(); ++i) actions[i] = terminus::choose(t_, states_[i], policy, rngs_[i]);
  }

 private:
  static Action other(const Moves& found, int n) {
    if (found.use != kNone && n-- == 0) return static_cast<Action>(kUse + found.use);
    return found.skip && n-- == 0 ? kSkip : kDone;
  }

  void begin(size_t i) { states_[i] = deal(t_, rngs_[i]); }

  // Goes on to the next choice.
  void settle(size_t i) {
    State& s = states_[i];
    for (;;) {
      if (s.over()) {
        finals[i] = total(t_, s);
        ended[i] = 1;
        ++finished_;
        begin(i);
      }
      if (s.done) {
        random_chance(t_, s, rngs_[i]);
        continue;
      }
      moves_[i] = moves(t_, s);
      counts[i] = moves_[i].count();
      if (counts[i] > 1) return;
      apply(t_, s, only(moves_[i]));
    }
  }

  static Action only(const Moves& found) {
    if (found.done) return kDone;
    Action actions[kActions];
    list(found, actions);
    return actions[0];
  }

  void show(size_t i) {
    static_assert(kCircle % 64 == 0 && kStations == 64, "sections and stations fill whole words");
    const Moves& found = moves_[i];
    uint64_t* mask = &masks[i * kMaskWords];
    for (int word = 0; word < kWords; ++word) mask[word] = found.sections.w[word];
    mask[kWords] = found.circles;
    mask[kWords + 1] = (found.use == kNone ? 0 : bit(found.use)) | (found.skip ? bit(kSkip - kUse) : 0) |
                       (found.done ? bit(kDone - kUse) : 0);
    totals[i] = total(t_, states_[i]);
  }

  const Tables& t_;
  std::vector<State> states_;
  std::vector<Moves> moves_;
  std::vector<Rng> rngs_;
  uint64_t finished_ = 0;
};

}  // namespace terminus
