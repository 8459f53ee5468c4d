// A beam over known cards: of each turn the sheets of highest value are gone on with.

#pragma once

#include <algorithm>
#include <vector>

#include "../answers.hpp"
#include "../deal.hpp"
#include "replies.hpp"

namespace terminus {

using Paths = std::vector<Path>;  // a reply to each turn

// A set of prints, emptied and filled again and again.
class Prints {
 public:
  void clear(size_t expected) {
    size_t size = 64;
    while (size < 2 * expected) size *= 2;
    slots_.assign(size, 0);
    count_ = 0;
  }

  // False if it was there before.
  bool insert(uint64_t print) {
    print += !print;  // 0 is an empty slot
    uint64_t& slot = find(print);
    if (slot == print) return false;
    slot = print;
    if (2 * ++count_ > slots_.size()) grow();
    return true;
  }

 private:
  uint64_t& find(uint64_t print) {
    size_t at = print & (slots_.size() - 1);
    while (slots_[at] && slots_[at] != print) at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }

  void grow() {
    std::vector<uint64_t> old(2 * slots_.size());
    slots_.swap(old);
    for (const uint64_t print : old)
      if (print) find(print) = print;
  }

  std::vector<uint64_t> slots_;
  size_t count_ = 0;
};

class Beam {
 public:
  // So many sheets of each turn are gone on with.
  Beam(Evaluator& evaluator, size_t width) : t_(evaluator.tables()), evaluator_(evaluator), width_(width) {}

  // From a state in which nothing is asked: those replies found to all that is turned up that score the most.
  Paths search(const State& start, const std::vector<Chance>& turned) {
    states_ = {start};
    history_.clear();
    for (const Chance& chance : turned) {
      for (State& s : states_) take_chance(t_, s, chance);
      if (!states_[0].done) answer();
    }
    return best();
  }

 private:
  struct Step {
    int parent;
    int count;
    Action actions[kReplyActions];
  };
  struct Candidate {
    float value;
    Step step;
  };

  void answer() {
    candidates_.clear();
    seen_.clear(4 * states_.size());
    for (size_t i = 0; i < states_.size(); ++i)
      each_reply(evaluator_, states_[i], [&](const Reply& reply) {
        if (!seen_.insert(print_of(reply.after))) return;
        Candidate found{reply.value, {static_cast<int>(i), reply.count, {}}};
        std::copy(reply.actions, reply.actions + reply.count, found.step.actions);
        candidates_.push_back(found);
      });
    keep_best();
    std::vector<Step>& turn = history_.emplace_back();
    for (const Candidate& found : candidates_) turn.push_back(found.step);
    go_on();
  }

  void keep_best() {
    if (candidates_.size() <= width_) return;
    const auto end = candidates_.begin() + static_cast<std::ptrdiff_t>(width_);
    std::nth_element(candidates_.begin(), end, candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.value > b.value; });
    candidates_.erase(end, candidates_.end());
  }

  void go_on() {
    std::vector<State> after;
    after.reserve(candidates_.size());
    for (const Candidate& found : candidates_) {
      State s = states_[static_cast<size_t>(found.step.parent)];
      for (int i = 0; i < found.step.count; ++i) apply(t_, s, found.step.actions[i]);
      after.push_back(s);
    }
    states_.swap(after);
  }

  // Two sheets of which the evaluation and the score cannot tell one from the other count as one.
  uint64_t print_of(const State& s) const {
    uint64_t hash = static_cast<uint64_t>(total(t_, s)) * 0x9E3779B97F4A7C15u;
    if (s.over()) return hash;
    const Features f = evaluator_.learned() ? evaluator_.seen() : features(t_, s);
    for (const uint64_t word : f.w) {
      hash = (hash ^ word) * 0xBF58476D1CE4E5B9u;
      hash ^= hash >> 29;
    }
    return hash;
  }

  Paths best() const {
    size_t at = 0;
    for (size_t i = 0; i < states_.size(); ++i)
      if (total(t_, states_[i]) > total(t_, states_[at])) at = i;
    Paths replies;
    for (size_t turn = history_.size(); turn-- > 0;) {
      const Step& step = history_[turn][at];
      replies.emplace_back(step.actions, step.actions + step.count);
      at = static_cast<size_t>(step.parent);
    }
    std::reverse(replies.begin(), replies.end());
    return replies;
  }

  const Tables& t_;
  Evaluator& evaluator_;
  size_t width_;
  std::vector<State> states_;
  std::vector<Candidate> candidates_;
  Prints seen_;
  std::vector<std::vector<Step>> history_;
};

}  // namespace terminus
