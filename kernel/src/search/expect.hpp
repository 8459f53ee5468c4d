// Lookahead: the exact expectation over the next flips, each answered in the best way, judged by the evaluation.

#pragma once

#include <vector>

#include "../deal.hpp"
#include "replies.hpp"

namespace terminus {

// The mean of value(next) over all that chance can do in a state in which nothing is asked.
template <class Value>
inline double mean_of_chances(const Tables& t, const State& s, Value value) {
  Chance possible[kChances];
  const int count = chances(t, s, possible);
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    State next = s;
    take_chance(t, next, possible[i]);
    sum += possible[i].probability * value(static_cast<const State&>(next));
  }
  return sum;
}

// What a state in which nothing is asked is worth, looking so many flips ahead.
inline double expectation(Evaluator& evaluator, const State& s, int flips) {
  if (s.over() || !flips) return evaluator.value(s);
  return mean_of_chances(evaluator.tables(), s, [&](const State& next) -> double {
    if (next.done) return expectation(evaluator, next, flips);  // the round was opened
    if (flips == 1) return best_value(evaluator, next);
    double best = -1e9;
    each_reply(evaluator, next,
               [&](const Reply& reply) { best = std::max(best, expectation(evaluator, reply.after, flips - 1)); });
    return best;
  });
}

inline Reply look_ahead(Evaluator& evaluator, const State& s, int flips) {
  std::vector<Reply> found;
  each_reply(evaluator, s, [&](const Reply& reply) { found.push_back(reply); });
  size_t best = 0;
  for (size_t i = 0; i < found.size() && found.size() > 1; ++i) {
    found[i].value = static_cast<float>(expectation(evaluator, found[i].after, flips));
    if (found[i].value >= found[best].value) best = i;  // of equals not the pass, which comes first
  }
  return found[best];
}

}  // namespace terminus
