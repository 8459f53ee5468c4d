// What known cards allow: a beam search over all that they turn up, one after the other.
//
// Of each turn the sheets of highest value are gone on with. What it finds is a game that can be played, so a lower
// bound; nothing says that there is no better one.

#pragma once

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "../deal.hpp"
#include "replies.hpp"

namespace terminus {

struct Found {
  int total = 0;
  std::vector<std::vector<int>> replies;  // one to each turn
};

class FaceUp {
 public:
  // So many sheets of each turn are gone on with.
  FaceUp(const Tables& t, const Net* net, size_t width) : t_(t), evaluator_(t, net), width_(width) {}

  // `turned` is all that is turned up from here on, in its order: what opens rounds, and the cards of each turn.
  Found search(const State& start, const std::vector<std::vector<int>>& turned) {
    read(start, turned);
    std::vector<State> states{start};
    for (const Chance& chance : turned_) {
      for (State& s : states) take_chance(t_, s, chance);
      if (!states[0].done) states = answered(states);
    }
    return best(states);
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

  // Whoever passes is turned up the same.
  void read(State s, const std::vector<std::vector<int>>& turned) {
    for (const std::vector<int>& what : turned) {
      turned_.push_back(possible_chance(t_, s, what));
      take_chance(t_, s, turned_.back());
      if (!s.done) apply(t_, s, kDone);
    }
  }

  std::vector<State> answered(const std::vector<State>& states) {
    candidates_.clear();
    seen_.clear();
    for (size_t i = 0; i < states.size(); ++i)
      each_reply(evaluator_, states[i], [&](const Reply& reply) {
        if (!seen_.insert(print_of(reply.after)).second) return;
        Candidate found{reply.value, {static_cast<int>(i), reply.count, {}}};
        std::copy(reply.actions, reply.actions + reply.count, found.step.actions);
        candidates_.push_back(found);
      });
    keep_best();
    std::vector<Step>& turn = history_.emplace_back();
    for (const Candidate& found : candidates_) turn.push_back(found.step);
    return states_after(states);
  }

  void keep_best() {
    if (candidates_.size() <= width_) return;
    const auto end = candidates_.begin() + static_cast<std::ptrdiff_t>(width_);
    std::nth_element(candidates_.begin(), end, candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.value > b.value; });
    candidates_.erase(end, candidates_.end());
  }

  std::vector<State> states_after(const std::vector<State>& states) const {
    std::vector<State> after;
    after.reserve(candidates_.size());
    for (const Candidate& found : candidates_) {
      State s = states[static_cast<size_t>(found.step.parent)];
      for (int i = 0; i < found.step.count; ++i) apply(t_, s, found.step.actions[i]);
      after.push_back(s);
    }
    return after;
  }

  // Two sheets of which the evaluation and the score cannot tell one from the other count as one.
  uint64_t print_of(const State& s) const {
    const Features f = features(t_, s);
    uint64_t hash = static_cast<uint64_t>(total(t_, s)) * 0x9E3779B97F4A7C15u;
    for (const uint64_t word : f.w) {
      hash = (hash ^ word) * 0xBF58476D1CE4E5B9u;
      hash ^= hash >> 29;
    }
    return hash;
  }

  Found best(const std::vector<State>& states) const {
    Found found;
    if (states.empty()) return found;
    size_t at = 0;
    for (size_t i = 0; i < states.size(); ++i)
      if (total(t_, states[i]) > total(t_, states[at])) at = i;
    found.total = total(t_, states[at]);
    for (size_t turn = history_.size(); turn-- > 0;) {
      const Step& step = history_[turn][at];
      found.replies.emplace_back(step.actions, step.actions + step.count);
      at = static_cast<size_t>(step.parent);
    }
    std::reverse(found.replies.begin(), found.replies.end());
    return found;
  }

  const Tables& t_;
  Evaluator evaluator_;
  size_t width_;
  std::vector<Chance> turned_;
  std::vector<Candidate> candidates_;
  std::unordered_set<uint64_t> seen_;
  std::vector<std::vector<Step>> history_;
};

}  // namespace terminus
