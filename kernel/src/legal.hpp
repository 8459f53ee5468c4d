// What a seat may do: the same actions in the same order as terminus.rules.play.legal.

#pragma once

#include "modules.hpp"

namespace terminus {

// The sections that a reach can draw (chapter 3).
TERMINUS_HOT Bits drawable(const Tables& t, const State& s, const Reach& reach) {
  const Line& line = s.line();
  const Bits* rays = t.rays[reach.symbols];
  Bits found{};
  if (reach.start != kNone) {
    found = rays[reach.start];
  } else if (!line.stations) {
    found = rays[t.departures[s.pencil]];
  } else {
    for (uint64_t left = reach.anywhere ? line.stations : s.ends; left; left &= left - 1) found |= rays[lowest(left)];
  }
  for (int i = 0; i < kWords; ++i) {
    uint64_t open = ~s.blocked.w[i];
    if (reach.alongside) open |= s.drawn.w[i] & ~s.doubled.w[i] & ~line.sections.w[i] & ~t.solo_track.w[i];
    found.w[i] &= open & ~s.inside.w[i];
  }
  if (reach.only != kNone) {
    Bits only{};
    if (found.has(reach.only)) only.add(reach.only);
    return only;
  }
  return found;
}

// Whether two sections drawn by one right are offered the other way round.
inline bool offered_swapped(const Tables& t, const State& s, const Prompt& prompt, int section) {
  if (section >= prompt.pair) return false;
  const Direction way = direction(t, s, section);
  const bool in_order = has(s.in_order, prompt.pair_target) && has(s.in_order, way.target);
  return way.start != prompt.pair_target && !in_order;
}

struct Answers {
  Bits sections{};
  uint64_t circles = 0;
  bool any() const { return sections.any() || circles; }
};

// How a prompt can be answered, in whatever order one likes to play it.
inline Answers answers(const Tables& t, const State& s, const Prompt& prompt) {
  Answers found;
  if (prompt.kind == Kind::kCircle) {
    found.circles = t.may_circle & s.line().stations & ~s.line().circled;
    return found;
  }
  found.sections = drawable(t, s, prompt.reach);
  if (prompt.has_beyond) found.sections &= ~drawable(t, s, prompt.beyond);
  return found;
}

// The same, each sheet by one order only.
inline void drop_swapped(const Tables& t, const State& s, const Prompt& prompt, Answers& found) {
  if (prompt.pair == kNone) return;
  Bits kept = found.sections;
  found.sections.each([&](int section) {
    if (offered_swapped(t, s, prompt, section)) kept.remove(section);
  });
  found.sections = kept;
}

// The first prompt that can be answered; those before it lapse.
inline int front(const Tables& t, const State& s, Answers& found) {
  for (int index = 0; index < s.prompt_count; ++index) {
    found = answers(t, s, s.prompts[index]);
    if (found.any()) return index;
  }
  found = Answers{};
  return s.prompt_count;
}

inline bool any_required(const State& s) {
  for (int i = 0; i < s.prompt_count; ++i)
    if (s.prompts[i].required) return true;
  return false;
}

inline bool answerable_behind(const Tables& t, const State& s, int index) {
  for (int i = index + 1; i < s.prompt_count; ++i) {
    Answers found = answers(t, s, s.prompts[i]);
    drop_swapped(t, s, s.prompts[i], found);
    if (found.any()) return true;
  }
  return false;
}

Moves moves(const Tables& t, const State& s);
void apply(const Tables& t, State& s, Action action);

// Whether every required prompt can still be answered.
inline bool finishable(const Tables& t, const State& s) { return !any_required(s) || moves(t, s).any(); }

inline bool finishable_after(const Tables& t, const State& s, Action action) {
  State after = s;
  apply(t, after, action);
  return finishable(t, after);
}

// Whether drawing for this prompt can leave a required one behind.
inline bool leaves_required(const State& s, int index) {
  if (index >= s.prompt_count) return false;
  const Prompt& prompt = s.prompts[index];
  if (prompt.left > 1 || requires_more(s, prompt)) return true;
  for (int i = index + 1; i < s.prompt_count; ++i)
    if (s.prompts[i].required) return true;
  return false;
}

// What modules offer, if it can be brought to an end.
inline void offer(const Tables& t, const State& s, Moves& found) {
  offer_modules(t, s, found);
  if (found.use != kNone && !finishable_after(t, s, static_cast<Action>(kUse + found.use))) found.use = kNone;
}

inline void drop_unfinishable(const Tables& t, const State& s, int index, Moves& found) {
  if (leaves_required(s, index)) {
    Bits kept = found.sections;
    found.sections.each([&](int section) {
      if (!finishable_after(t, s, static_cast<Action>(section))) kept.remove(section);
    });
    found.sections = kept;
  }
  for (uint64_t left = found.circles; left; left &= left - 1)
    if (!finishable_after(t, s, static_cast<Action>(kCircle + lowest(left)))) found.circles &= ~bit(lowest(left));
  if (found.skip && !finishable_after(t, s, kSkip)) found.skip = false;
}

// All that is legal now; nothing when nothing is asked.
inline Moves moves(const Tables& t, const State& s) {
  Moves found;
  if (s.done) return found;
  if (s.closing) {
    found.done = true;
    return found;
  }
  Answers asked;
  const int index = front(t, s, asked);
  const bool prompted = index < s.prompt_count;
  if (prompted) drop_swapped(t, s, s.prompts[index], asked);
  found.sections = asked.sections;
  found.circles = asked.circles;
  if (t.offers()) offer(t, s, found);
  if (prompted && !s.prompts[index].required) found.skip = answerable_behind(t, s, index);
  if (any_required(s))
    drop_unfinishable(t, s, index, found);
  else
    found.done = true;
  return found;
}

// Moves written out: sections by number, circles by station, use, skip, done. `out` has room for kActions.
inline int list(const Moves& found, Action* out) {
  int count = 0;
  found.sections.each([&](int section) { out[count++] = static_cast<Action>(section); });
  for (uint64_t left = found.circles; left; left &= left - 1)
    out[count++] = static_cast<Action>(kCircle + lowest(left));
  if (found.use != kNone) out[count++] = static_cast<Action>(kUse + found.use);
  if (found.skip) out[count++] = kSkip;
  if (found.done) out[count++] = kDone;
  return count;
}

inline int legal(const Tables& t, const State& s, Action* out) { return list(moves(t, s), out); }

}  // namespace terminus
