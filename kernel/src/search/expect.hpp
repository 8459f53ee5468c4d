// Lookahead: the exact expectation over the next flips, each answered in the best way, judged by the evaluation.

#pragma once

#include <vector>

#include "../deal.hpp"
#include "replies.hpp"

namespace terminus {

// What a state in which nothing is asked is worth, looking so many flips ahead.
inline double expectation(Evaluator& evaluator, const State& s, int flips) {
  if (s.over() || !flips) return evaluator.value(s);
  const Tables& t = evaluator.tables();
  Chance possible[kChances];
  const int count = chances(t, s, possible);
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    State next = s;
    take_chance(t, next, possible[i]);
    double value = -1e9;
    if (next.done)  // a special station was turned up
      value = expectation(evaluator, next, flips);
    else if (flips == 1)
      value = best_value(evaluator, next);
    else
      each_reply(evaluator, next, [&](const Reply& reply) {
        value = std::max(value, expectation(evaluator, reply.after, flips - 1));
      });
    sum += possible[i].probability * value;
  }
  return sum;
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
