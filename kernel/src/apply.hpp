// What an action does. Like terminus.rules.play, but in place and unchecked: hand it what `legal` listed.

#pragma once

#include "ink.hpp"
#include "legal.hpp"

namespace terminus {

// The turn's cards are on the table: the seat is asked what it draws.
inline void ask(const Tables& t, State& s, int number, int symbols, bool joker, bool switched) {
  s.turn = static_cast<uint8_t>(number);
  s.symbols = static_cast<uint8_t>(symbols);
  s.joker = joker;
  s.switched = switched;
  s.done = s.closing = false;
  begin_turn(t, s);
  Reach reach;
  reach.symbols = s.symbols;
  if (switched && t.switch_works) reach = thrown(t, s, reach);
  if (joker && t.double_track) reach.alongside = true;
  reach_modules(t, s, reach);
  s.prompts[0] = Prompt{};
  s.prompts[0].reach = reach;
  s.prompt_count = 1;
}

// The round has no further turn: the next pencil, or the end of the game.
inline void next_round(const Tables& t, State& s) {
  ++s.round;
  s.turn = 0;
  s.remaining = t.deck;
  close_round(t, s);
  if (!s.over()) take_pencil(s, s.pencils[s.round]);
}

// How many cards end the round, if the right ones come.
inline int cards_to_go(const Tables& t, const State& s) {
  int fewest = kCards;
  for (int i = 0; i < t.ending_count; ++i) {
    const int left = popcount(s.remaining & t.endings[i].cards) - t.endings[i].left;
    if (left < fewest) fewest = left;
  }
  return fewest;
}

TERMINUS_HOT bool round_is_over(const Tables& t, const State& s) {
  int i = 0;  // as a rule there is but one ending
  do
    if (popcount(s.remaining & t.endings[i].cards) <= t.endings[i].left) return true;
  while (++i < t.ending_count);
  return false;
}

inline void finish_turn(const Tables& t, State& s) {
  s.prompt_count = 0;
  s.done = true;
  if (round_is_over(t, s)) next_round(t, s);
}

// The mechanics that follow a section, in the order of the ruleset: the board's own, then the module's.
inline void follow(const Tables& t, State& s, const Prompt& answered, const Drawn& drawn) {
  if (answered.kind == Kind::kCard && s.joker && has(t.guided, drawn.target))
    push_front(s, from_here(Kind::kGuided, drawn.target));
  follow_modules(t, s, answered, drawn);
}

inline void apply_draw(const Tables& t, State& s, int section) {
  int index = 0;
  if (s.prompt_count > 1) {
    Answers found;
    index = front(t, s, found);
  }
  const Direction way = direction(t, s, section);
  const Drawn drawn{section, way.start, way.target, s.line().stations && !has(s.ends, way.start), s.drawn.has(section)};
  const Prompt answered = s.prompts[index];
  if (answered.left > 1) {
    Prompt& rest = s.prompts[index];
    --rest.left;
    rest.pair = static_cast<uint8_t>(section);
    rest.pair_target = static_cast<uint8_t>(way.target);
    drop_prompts(s, index);
  } else {
    drop_prompts(s, index + 1);
  }
  ink_section(t, s, section, way.start, way.target);
  if (!t.plain()) follow(t, s, answered, drawn);
}

inline bool asks_for_circle(const State& s) {
  for (int i = 0; i < s.prompt_count; ++i)
    if (s.prompts[i].kind == Kind::kCircle) return true;
  return false;
}

inline void apply_circle(const Tables& t, State& s, int station) {
  if (asks_for_circle(s)) {
    Answers found;
    drop_prompts(s, front(t, s, found) + 1);
  } else {
    take_circle(s);
  }
  ink_circle(t, s, station);
}

inline void apply_skip(const Tables& t, State& s) {
  Answers found;
  const int index = front(t, s, found);
  drop_prompts(s, index < s.prompt_count ? index + 1 : s.prompt_count);
}

// The state after an action. Done also ends the round if this was its last turn.
inline void apply(const Tables& t, State& s, Action action) {
  if (action < kCircle)
    apply_draw(t, s, action);
  else if (action < kUse)
    apply_circle(t, s, action - kCircle);
  else if (action < kSkip)
    use_module(t, s, static_cast<uint8_t>(action - kUse));
  else if (action == kSkip)
    apply_skip(t, s);
  else
    finish_turn(t, s);
}

}  // namespace terminus
