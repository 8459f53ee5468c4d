// Two policies, and whole games played by them.
//
// random: uniform among the legal sections. Where there is none, uniform among what else is legal but done
//   (circles, a power, skip); done only when nothing else is.
// greedy: the section or power with the greatest gain in the whole score, ties at random. A power counts for
//   the best that the sections it asks for can bring together, and is used only if that is more than any
//   section brings. Where there is neither, the circle with the greatest gain; then skip; then done.

#pragma once

#include "plain.hpp"
#include "policy.hpp"

namespace terminus {

inline Action random_action(const Tables& t, const State& s, Rng& rng) {
  const Moves found = moves(t, s);
  if (const int sections = found.sections.count()) return static_cast<Action>(found.sections.pick(rng.below(sections)));
  const int circles = popcount(found.circles), others = circles + (found.use != kNone) + found.skip;
  if (!others) return kDone;
  const int chosen = rng.below(others);
  if (chosen < circles) return static_cast<Action>(kCircle + nth(found.circles, chosen));
  return chosen == circles && found.use != kNone ? static_cast<Action>(kUse + found.use) : kSkip;
}

// Whether a section changes the score only as section_gain says.
inline bool gains_plainly(const Tables& t, const State& s, Action action) {
  return action < kCircle && s.line().stations && !brings_more(t, s, direction(t, s, action).target);
}

inline int gain(const Tables& t, const State& s, Action action) {
  if (gains_plainly(t, s, action)) return section_gain(t, s, action, direction(t, s, action).target);
  State after = s;
  apply(t, after, action);
  return total(t, after) - total(t, s);
}

// The most that the sections still required can bring, and what is drawn on the way to them.
inline int best_required(const Tables& t, const State& s) {
  if (!any_required(s)) return 0;
  Action actions[kActions];
  const int count = legal(t, s, actions);
  int best = -1;
  for (int i = 0; i < count; ++i) {
    State after = s;
    apply(t, after, actions[i]);
    const int value = total(t, after) - total(t, s) + best_required(t, after);
    if (value > best) best = value;
  }
  return best;
}

inline Action greedy_action(const Tables& t, const State& s, Rng& rng) {
  const Moves found = moves(t, s);
  Best best(rng);
  found.sections.each(
      [&](int section) { best.show(static_cast<Action>(section), gain(t, s, static_cast<Action>(section))); });
  if (found.use != kNone) {
    State after = s;
    use_module(t, after, found.use);
    const int value = best_required(t, after);
    if (!best.any() || value > best.gain()) return static_cast<Action>(kUse + found.use);
  }
  if (best.any()) return best.pick();
  for (uint64_t left = found.circles; left; left &= left - 1)
    best.show(static_cast<Action>(kCircle + lowest(left)), gain(t, s, static_cast<Action>(kCircle + lowest(left))));
  if (best.any()) return best.pick();
  return found.skip ? kSkip : kDone;
}

inline Action choose(const Tables& t, const State& s, Policy policy, Rng& rng) {
  return policy == Policy::kRandom ? random_action(t, s, rng) : greedy_action(t, s, rng);
}

// Plays a state on to the end of the game.
inline void play_out(const Tables& t, State& s, Policy policy, Rng& rng) {
  if (t.plain() && s.done && (policy == Policy::kRandom || !t.adds_points())) return play_out_plain(t, s, policy, rng);
  while (!s.over()) {
    random_chance(t, s, rng);
    while (!s.done) apply(t, s, choose(t, s, policy, rng));
  }
}

}  // namespace terminus
