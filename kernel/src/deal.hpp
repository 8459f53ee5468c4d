// Chance: what is dealt for a game, and what may be turned next. Only here is anything random about a game.

#pragma once

#include <vector>

#include "apply.hpp"
#include "rng.hpp"

namespace terminus {

// A new game: pencils, and what the modules deal for the whole of it.
inline State deal(const Tables& t, Rng& rng) {
  State s = empty_state(t);
  shuffled(s.pencils, kRounds, rng);
  take_pencil(s, s.pencils[0]);
  deal_modules(t, s, rng);
  return s;
}

// Turns the cards of the next turn: one, or the switch and another.
inline void flip(const Tables& t, State& s, int first, int second = kNone) {
  const bool switched = second != kNone;
  s.remaining &= ~(uint32_t{1} << first);
  if (switched) s.remaining &= ~(uint32_t{1} << second);
  const Card& card = t.cards[switched ? second : first];
  ask(t, s, s.turn + 1, card.symbols, card.joker, switched);
}

inline void take_chance(const Tables& t, State& s, const Chance& chance) {
  if (phase(t, s) == Phase::kOpening)
    open_round(s, chance);
  else
    flip(t, s, chance.first, chance.second);
}

inline int list_flips(const Tables& t, const State& s, Chance* out) {
  const int left = popcount(s.remaining);
  const bool switch_left = s.remaining & t.switch_card;
  const uint8_t turned = switch_left ? static_cast<uint8_t>(lowest(t.switch_card)) : kNone;
  int count = 0;
  for (uint64_t cards = s.remaining & ~t.switch_card; cards; cards &= cards - 1) {
    const uint8_t card = static_cast<uint8_t>(lowest(cards));
    out[count++] = {card, kNone, 1.0 / left};
    if (switch_left) out[count++] = {turned, card, 1.0 / left / (left - 1)};
  }
  return count;
}

// All that chance can do next, with its probability; `out` has room for kChances.
inline int chances(const Tables& t, const State& s, Chance* out) {
  switch (phase(t, s)) {
    case Phase::kOpening:
      return list_openings(s, out);
    case Phase::kFlip:
      return list_flips(t, s, out);
    default:
      return 0;
  }
}

// One of them, as Python names it: one card or two, or what opens the round.
inline Chance possible_chance(const Tables& t, const State& s, const std::vector<int>& wanted) {
  Chance possible[kChances];
  const int count = chances(t, s, possible);
  for (int i = 0; i < count; ++i) {
    std::vector<int> listed{possible[i].first};
    if (possible[i].second != kNone) listed.push_back(possible[i].second);
    if (listed == wanted) return possible[i];
  }
  throw std::invalid_argument(phase(t, s) == Phase::kOpening ? kNoOpening : "these cards cannot be turned now");
}

inline int draw_card(State& s, Rng& rng) { return nth(s.remaining, rng.below(popcount(s.remaining))); }

inline void random_flip(const Tables& t, State& s, Rng& rng) {
  const int first = draw_card(s, rng);
  if (!(t.switch_card >> first & 1)) return flip(t, s, first);
  s.remaining &= ~t.switch_card;
  flip(t, s, first, draw_card(s, rng));
}

// Whatever chance does next; nothing while the seat is asked or when the game is over.
inline void random_chance(const Tables& t, State& s, Rng& rng) {
  switch (phase(t, s)) {
    case Phase::kOpening:
      return random_opening(s, rng);
    case Phase::kFlip:
      return random_flip(t, s, rng);
    default:
      return;
  }
}

}  // namespace terminus
