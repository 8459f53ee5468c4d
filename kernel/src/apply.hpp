// What an action does. Like terminus.rules.play, but in place and unchecked: hand it what `legal` listed.

#pragma once

#include "ink.hpp"
#include "legal.hpp"

namespace terminus {

// The effect of this turn's card, if it shows the round's special symbol.
inline uint8_t effect_now(const State& s) {
  return s.special != kNone && !s.joker && s.symbols == s.special ? s.effect : kNone;
}

// The turn's cards are on the table: the seat is asked what it draws.
inline void ask(const Tables& t, State& s, int number, int symbols, bool joker, bool switched) {
  s.turn = static_cast<uint8_t>(number);
  s.symbols = static_cast<uint8_t>(symbols);
  s.joker = joker;
  s.switched = switched;
  s.used = kNone;
  s.done = false;
  Reach reach;
  reach.symbols = s.symbols;
  if (switched && t.switch_works) reach = thrown(t, s, reach);
  if (joker && t.double_track) reach.alongside = true;
  const uint8_t effect = effect_now(s);
  if (effect == kEffectSwitch) reach = thrown(t, s, reach);
  if (effect == kEffectJoker) reach.symbols = kAllSymbols, reach.alongside = true;
  s.prompts[0] = Prompt{};
  s.prompts[0].reach = reach;
  s.prompt_count = 1;
}

// The round has no further turn: the next pencil, or the end of the game.
inline void next_round(const Tables& t, State& s) {
  ++s.round;
  s.turn = 0;
  s.remaining = t.deck;
  s.special = s.effect = kNone;
  s.spent = false;
  s.used = kNone;
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

inline void drop_prompts(State& s, int count) {
  for (int i = count; i < s.prompt_count; ++i) s.prompts[i - count] = s.prompts[i];
  s.prompt_count = static_cast<uint8_t>(s.prompt_count - count);
}

inline void push_front(State& s, const Prompt& prompt) {
  for (int i = s.prompt_count; i > 0; --i) s.prompts[i] = s.prompts[i - 1];
  s.prompts[0] = prompt;
  ++s.prompt_count;
}

inline void push_back(State& s, const Prompt& prompt) { s.prompts[s.prompt_count++] = prompt; }

inline Prompt visit(bool anywhere, int left) {
  Prompt prompt;
  prompt.kind = Kind::kVisit;
  prompt.reach.anywhere = anywhere;
  prompt.left = static_cast<uint8_t>(left);
  return prompt;
}

inline Prompt from_here(Kind kind, int start, uint8_t only = kNone) {
  Prompt prompt;
  prompt.kind = kind;
  prompt.reach.start = static_cast<uint8_t>(start);
  prompt.reach.only = only;
  return prompt;
}

// What is known of a section as it is drawn, for the mechanics that follow it.
struct Drawn {
  int section, start, target;
  bool branched, alongside;  // from no end of the line; along another track
};

inline void follow_double_section(const Tables& t, State& s, const Prompt& answered, const Drawn& drawn) {
  if (answered.kind == Kind::kGuided) {  // the pair is no longer drawn in one go
    for (int i = 0; i < s.prompt_count; ++i) s.prompts[i].pair = kNone;
    return;
  }
  if (answered.kind != Kind::kCard) return;
  Prompt second;
  second.kind = Kind::kSecond;
  second.reach.symbols = s.joker ? t.symbols[drawn.target] : answered.reach.symbols;
  second.reach.anywhere = answered.reach.anywhere && !drawn.branched;
  second.reach.alongside = answered.reach.alongside && !drawn.alongside;
  second.required = true;
  second.pair = static_cast<uint8_t>(drawn.section);
  second.pair_target = static_cast<uint8_t>(drawn.target);
  push_back(s, second);
}

inline void follow_special(const Tables& t, State& s, const Drawn& drawn) {
  switch (effect_now(s)) {
    case kEffectExtension: {
      const uint8_t onward = t.onward[drawn.section][t.ends[drawn.section][1] == drawn.target];
      if (onward != kNone) push_front(s, from_here(Kind::kExtension, drawn.target, onward));
      break;
    }
    case kEffectDoubleStation:
      ink_circle(t, s, drawn.target);
      break;
    default:
      break;
  }
}

inline uint8_t bonus_at(const Tables& t, const State& s, int station) {
  for (int i = 0; i < t.corner_count; ++i)
    if (t.corners[i] == station) return s.gate[i];
  return kNone;
}

inline void follow_gate(const Tables& t, State& s, int target) {
  switch (bonus_at(t, s, target)) {
    case kBonusSwitch:
      push_back(s, visit(true, 1));
      break;
    case kBonusDoubleVisit:
      push_back(s, visit(false, 2));
      break;
    case kBonusDoubleDistrict:
      ink_double(s, t.district[target]);
      break;
    case kBonusDoubleStation: {
      Prompt prompt;
      prompt.kind = Kind::kCircle;
      push_back(s, prompt);
      break;
    }
    default:
      break;
  }
}

// The mechanics that follow a section, in the order of the ruleset: the board's own, then the module's.
inline void follow(const Tables& t, State& s, const Prompt& answered, const Drawn& drawn) {
  if (answered.kind == Kind::kCard && s.joker && has(t.guided, drawn.target))
    push_front(s, from_here(Kind::kGuided, drawn.target));
  if (s.used == kDoubleSection) follow_double_section(t, s, answered, drawn);
  if (answered.kind == Kind::kCard && t.specials) follow_special(t, s, drawn);
  if (has(s.gates, drawn.target)) follow_gate(t, s, drawn.target);
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
    s.spent = true;
    s.used = kDoubleStation;
  }
  ink_circle(t, s, station);
}

inline void apply_use(const Tables& t, State& s, uint8_t power) {
  Prompt asked = s.prompts[0];
  if (power != kDoubleSection) {
    asked.has_beyond = true;
    asked.beyond = asked.reach;
  }
  reach_with(t, s, power, asked.reach);
  asked.required = true;
  s.prompts[0] = asked;
  s.prompt_count = 1;
  s.spent = true;
  s.used = power;
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
    apply_use(t, s, static_cast<uint8_t>(action - kUse));
  else if (action == kSkip)
    apply_skip(t, s);
  else
    finish_turn(t, s);
}

}  // namespace terminus
