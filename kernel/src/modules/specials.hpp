// Special stations (R7.4): a round opens with a symbol and an effect that it has, each time it is turned.

#pragma once

#include "../ink.hpp"
#include "../numbers.hpp"
#include "../prompts.hpp"
#include "../rng.hpp"
#include "../search/layout.hpp"

namespace terminus {

constexpr int kSpecialBits = kModuleBits + 8;  // symbols and effects to come: 8; both of now: 16; cards to come: 16

enum Effect : uint8_t { kEffectSwitch, kEffectJoker, kEffectExtension, kEffectDoubleStation };
constexpr const char* kEffectNames[] = {"switch", "joker", "extension", "double-station"};
static_assert(count_of(kEffectNames) == kEffectDoubleStation + 1);

constexpr const char* kNotTurnedUp = "this special station cannot be turned up now";

struct SpecialTables {
  bool played = false;
};

struct SpecialState {
  uint8_t symbol = kNone, effect = kNone;        // of this round: a symbol's bit and an effect
  uint8_t symbols_left = 15, effects_left = 15;  // as masks
};

inline void read_specials(const nb::dict& from, SpecialState& special) {
  special.symbol = optional(get<int>(from, "symbol"), kSymbols, "symbol");
  special.effect = optional(get<int>(from, "effect"), count_of(kEffectNames), "effect");
  special.symbols_left = static_cast<uint8_t>(within(get<int>(from, "symbols_left"), 16, "symbols"));
  special.effects_left = static_cast<uint8_t>(within(get<int>(from, "effects_left"), 16, "effects"));
}

inline void turn_up(SpecialState& special, int symbol, int effect) {
  special.symbol = static_cast<uint8_t>(symbol);
  special.effect = static_cast<uint8_t>(effect);
  special.symbols_left = static_cast<uint8_t>(special.symbols_left & ~symbol);
  special.effects_left = static_cast<uint8_t>(special.effects_left & ~(1 << effect));
}

inline int list_specials(const SpecialState& special, Chance* out) {
  const double each = 1.0 / (popcount(special.symbols_left) * popcount(special.effects_left));
  int count = 0;
  for (uint64_t symbols = special.symbols_left; symbols; symbols &= symbols - 1)
    for (uint64_t effects = special.effects_left; effects; effects &= effects - 1)
      out[count++] = {static_cast<uint8_t>(bit(lowest(symbols))), static_cast<uint8_t>(lowest(effects)), each};
  return count;
}

inline void random_special(SpecialState& special, Rng& rng) {
  const int effect = nth(special.effects_left, rng.below(popcount(special.effects_left)));
  const int symbol = nth(special.symbols_left, rng.below(popcount(special.symbols_left)));
  turn_up(special, static_cast<int>(bit(symbol)), effect);
}

// What opens each round, from the numbers of the four symbols and of the four effects in their order.
inline void settle_specials(const Numbers& symbols, const Numbers& effects, Chance* rounds) {
  if (!each_once(symbols, 15) || !each_once(effects, 15))
    throw std::invalid_argument("each symbol and each effect is turned up once");
  for (int round = 0; round < kRounds; ++round) {
    rounds[round].first = static_cast<uint8_t>(1 << symbols[round]);
    rounds[round].second = static_cast<uint8_t>(effects[round]);
  }
}

// What was turned up in this round as one number below 17; 0 for nothing.
inline int special_number(const SpecialState& special) {
  return special.symbol == kNone ? 0 : 1 + lowest(special.symbol) * 4 + special.effect;
}

// The effect of this turn's card, if it shows the round's special symbol.
inline uint8_t effect_now(const Seat& s, const SpecialState& special) {
  return special.symbol != kNone && !s.joker && s.symbols == special.symbol ? special.effect : kNone;
}

inline void reach_specially(const Board& t, const Seat& s, const SpecialState& special, Reach& reach) {
  const uint8_t effect = effect_now(s, special);
  if (effect == kEffectSwitch) reach = thrown(t, s, reach);
  if (effect == kEffectJoker) reach.symbols = kAllSymbols, reach.alongside = true;
}

inline void follow_special(const Board& t, Seat& s, const SpecialState& special, const Drawn& drawn) {
  switch (effect_now(s, special)) {
    case kEffectExtension: {
      const uint8_t onward = t.onward[drawn.section][t.ends[drawn.section][1] == drawn.target];
      if (onward != kNone) push_front(s, from_here(Kind::kFurther, drawn.target, onward));
      break;
    }
    case kEffectDoubleStation:
      ink_circle(t, s, drawn.target);
      break;
    default:
      break;
  }
}

inline void add_specials(const Board& t, const Seat& s, const SpecialState& special, Features& f) {
  f.w[kModules] |= static_cast<uint64_t>(special.symbols_left | special.effects_left << 4) << (kSpecialBits & 63);
  if (special.symbol == kNone) return;
  f.add(kSpecialBits + 8 + lowest(special.symbol) * 4 + special.effect);
  int coming = 0;  // cards left that show it
  for (uint64_t left = s.remaining; left; left &= left - 1)
    coming += !t.cards[lowest(left)].joker && t.cards[lowest(left)].symbols == special.symbol;
  f.add(kSpecialBits + 24 + special.effect * 4 + at_most(coming, 3));
}

}  // namespace terminus
