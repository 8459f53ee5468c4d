// A bot: how a seat chooses its replies. It is shown a state, which holds the cards left and not their order.
//
// A Mind never changes: what is worked out on the way to an answer lives as long as that call. So any number of
// threads may ask one mind at once, and each hears what it would hear alone.

#pragma once

#include "expect.hpp"
#include "face_up.hpp"
#include "judge.hpp"
#include "tree.hpp"

namespace terminus {

enum class Method : uint8_t { kLearned, kLookahead, kSearch };

class Mind {
 public:
  // Tables and net must outlive it.
  Mind(const Tables& t, const Net* net, Method method, int flips, Budget budget)
      : t_(t), net_(net), method_(method), flips_(flips), budget_(budget) {}
  Mind(const Mind&) = delete;
  Mind& operator=(const Mind&) = delete;

  Reply reply(const State& s, uint64_t seed) const {
    Evaluator evaluator(t_, net_);
    switch (method_) {
      case Method::kLookahead:
        return look_ahead(evaluator, s, flips_);
      case Method::kSearch:
        return Tree(evaluator).search(s, budget_, seed);
      default:
        return best_reply(evaluator, s);
    }
  }

  // Who says what replies and cards are worth, by the same evaluation whatever the method.
  Judge judge(int depth) const { return {t_, net_, depth}; }

  // Plays a state in which nothing is asked to its end. The cards follow from the seed and what is left of them, so
  // states of the same moment meet the same.
  State play_on(State s, uint64_t seed) const {
    Rng cards(seed), dice(~seed);
    while (!s.over()) {
      random_chance(t_, s, cards);
      if (!s.done) s = reply(s, dice.next()).after;
    }
    return s;
  }

  Found face_up(const State& s, const std::vector<std::vector<int>>& turned, size_t width) const {
    return FaceUp(t_, net_, width).search(s, turned);
  }

  bool learned() const { return net_ != nullptr; }
  const Tables& tables() const { return t_; }

 private:
  const Tables& t_;
  const Net* net_;
  Method method_;
  int flips_;
  Budget budget_;
};

}  // namespace terminus
