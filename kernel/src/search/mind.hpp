// A bot: how a seat chooses its replies. It is shown a state, which holds the cards left and not their order.

#pragma once

#include "expect.hpp"
#include "tree.hpp"

namespace terminus {

enum class Method : uint8_t { kLearned, kLookahead, kSearch };

class Mind {
 public:
  Mind(const Tables& t, const Net* net, Method method, int flips, Budget budget)
      : evaluator_(t, net), tree_(evaluator_), method_(method), flips_(flips), budget_(budget) {}

  Reply reply(const State& s, uint64_t seed) {
    evaluator_.forget();
    switch (method_) {
      case Method::kLookahead:
        return look_ahead(evaluator_, s, flips_);
      case Method::kSearch:
        return tree_.search(s, budget_, seed);
      default:
        return best_reply(evaluator_, s);
    }
  }

  // What a state in which nothing is asked is thought to end with; a lookahead thinks so many flips on.
  double worth(const State& s) {
    evaluator_.forget();
    return expectation(evaluator_, s, method_ == Method::kLookahead ? flips_ : 0);
  }

  const Tables& tables() const { return evaluator_.tables(); }

 private:
  Evaluator evaluator_;
  Tree tree_;
  Method method_;
  int flips_;
  Budget budget_;
};

}  // namespace terminus
