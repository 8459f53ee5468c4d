// Chance: what is dealt for a game, and what may be turned next. Only here is anything random about a game.

#pragma once

#include <vector>

#include "apply.hpp"
#include "rng.hpp"

namespace terminus {

// One thing that chance can do next: turn these cards, or turn up this special station.
struct Chance {
  uint8_t first = kNone, second = kNone;  // cards; or the symbol's bit and the effect
  double probability = 0;
};

constexpr int kChances = 2 * kCards;

template <class T>
inline void shuffle(T* pack, int count, Rng& rng) {
  for (int i = count - 1; i > 0; --i) {
    const int other = rng.below(i + 1);
    const T swapped = pack[i];
    pack[i] = pack[other];
    pack[other] = swapped;
  }
}

inline void set_gate(const Tables& t, State& s, int corner, uint8_t bonus) {
  s.gate[corner] = bonus;
  s.gates |= bit(t.corners[corner]);
}

// A new game: pencils, and what the modules deal for the whole of it.
inline State deal(const Tables& t, Rng& rng) {
  State s = empty_state(t);
  uint8_t pack[kStations];
  const auto shuffled = [&](int count) {
    for (int i = 0; i < count; ++i) pack[i] = static_cast<uint8_t>(i);
    shuffle(pack, count, rng);
  };
  shuffled(kLines);
  for (int i = 0; i < kRounds; ++i) s.pencils[i] = pack[i];
  take_pencil(s, s.pencils[0]);
  if (t.powers) {
    shuffled(kLines);
    for (int i = 0; i < kLines; ++i) s.power[i] = pack[i];
  }
  if (t.gates) {
    shuffled(t.corner_count);
    for (int i = 0; i < t.corner_count; ++i) set_gate(t, s, i, pack[i]);
  }
  if (t.objectives) {
    shuffled(static_cast<int>(t.objective_pack.size()));
    for (int i = 0; i < t.objectives_dealt; ++i) s.objective[i] = pack[i];
  }
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

// Turns up the round's special station: the bit of a symbol, and an effect.
inline void open_round(State& s, int symbol, int effect) {
  s.special = static_cast<uint8_t>(symbol);
  s.effect = static_cast<uint8_t>(effect);
  s.specials_left = static_cast<uint8_t>(s.specials_left & ~symbol);
  s.effects_left = static_cast<uint8_t>(s.effects_left & ~(1 << effect));
}

inline void take_chance(const Tables& t, State& s, const Chance& chance) {
  if (phase(t, s) == Phase::kSpecial)
    open_round(s, chance.first, chance.second);
  else
    flip(t, s, chance.first, chance.second);
}

inline int list_specials(const State& s, Chance* out) {
  const double each = 1.0 / (popcount(s.specials_left) * popcount(s.effects_left));
  int count = 0;
  for (uint64_t symbols = s.specials_left; symbols; symbols &= symbols - 1)
    for (uint64_t effects = s.effects_left; effects; effects &= effects - 1)
      out[count++] = {static_cast<uint8_t>(bit(lowest(symbols))), static_cast<uint8_t>(lowest(effects)), each};
  return count;
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
    case Phase::kSpecial:
      return list_specials(s, out);
    case Phase::kFlip:
      return list_flips(t, s, out);
    default:
      return 0;
  }
}

// One of them, as Python names it: one card or two, or a special station's symbol and effect.
inline Chance possible_chance(const Tables& t, const State& s, const std::vector<int>& wanted) {
  Chance possible[kChances];
  const int count = chances(t, s, possible);
  for (int i = 0; i < count; ++i) {
    std::vector<int> listed{possible[i].first};
    if (possible[i].second != kNone) listed.push_back(possible[i].second);
    if (listed == wanted) return possible[i];
  }
  throw std::invalid_argument(phase(t, s) == Phase::kSpecial ? "this special station cannot be turned up now"
                                                             : "these cards cannot be turned now");
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
    case Phase::kSpecial:
      return open_round(s, static_cast<int>(bit(nth(s.specials_left, rng.below(popcount(s.specials_left))))),
                        nth(s.effects_left, rng.below(popcount(s.effects_left))));
    case Phase::kFlip:
      return random_flip(t, s, rng);
    default:
      return;
  }
}

}  // namespace terminus
