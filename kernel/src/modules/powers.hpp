// Pencil powers (R7.3): each line has one, used once a round and never wasted.

#pragma once

#include "../numbers.hpp"
#include "../prompts.hpp"
#include "../rng.hpp"
#include "../search/layout.hpp"

namespace terminus {

constexpr int kPowerBits = kModuleBits;               // 4 of them: what the pencil in hand may still use
constexpr int kPowersToCome = kModuleBits + 64 + 16;  // 4 for each round after this one

enum Power : uint8_t { kDoubleSection, kJoker, kSwitch, kDoubleStation };
constexpr const char* kPowerNames[] = {"double-section", "joker", "switch", "double-station"};
static_assert(count_of(kPowerNames) == kDoubleStation + 1 && count_of(kPowerNames) <= kUses);

struct PowerTables {
  bool played = false;
};

struct PowerState {
  uint8_t of[kLines] = {kNone, kNone, kNone, kNone};
  bool spent = false;    // in this round
  uint8_t used = kNone;  // in this turn
};

inline void read_powers(const nb::dict& from, PowerState& powers) {
  const Numbers of = get<Numbers>(from, "of");
  for (int i = 0; i < kLines; ++i) powers.of[i] = optional(of.at(i), count_of(kPowerNames), "power");
  powers.spent = get<bool>(from, "spent");
  powers.used = optional(get<int>(from, "used"), count_of(kPowerNames), "power");
}

inline void deal_powers(PowerState& powers, Rng& rng) { shuffled(powers.of, kLines, rng); }

// The card's reach with a power; false where the power gives nothing.
inline bool reach_with(const Board& t, const Seat& s, uint8_t power, Reach& reach) {
  if (!s.prompt_count || s.prompts[0].kind != Kind::kCard) return false;
  reach = s.prompts[0].reach;
  switch (power) {
    case kJoker:
      reach.symbols = kAllSymbols;
      return !s.joker;
    case kSwitch: {
      const bool before = reach.anywhere;
      reach = thrown(t, s, reach);
      return reach.anywhere != before;
    }
    case kDoubleSection:
      return true;
    default:
      return false;
  }
}

inline void offer_power(const Board& t, const Seat& s, const PowerState& powers, Moves& found) {
  const uint8_t power = powers.spent ? kNone : powers.of[s.pencil];
  Reach reach;
  if (power == kDoubleStation)
    found.circles |= s.line().stations & ~s.line().circled;
  else if (power != kNone && reach_with(t, s, power, reach))
    found.use = power;
}

inline void spend(PowerState& powers, uint8_t power) {
  powers.spent = true;
  powers.used = power;
}

inline void use_power(const Board& t, Seat& s, PowerState& powers, uint8_t power) {
  Prompt asked = s.prompts[0];
  if (power != kDoubleSection) {
    asked.has_beyond = true;
    asked.beyond = asked.reach;
  }
  reach_with(t, s, power, asked.reach);
  asked.required = true;
  s.prompts[0] = asked;
  s.prompt_count = 1;
  spend(powers, power);
}

// Whether a second section must follow the one that answers this prompt.
inline bool asks_second(const PowerState& powers, const Prompt& prompt) {
  return powers.used == kDoubleSection && prompt.kind == Kind::kCard;
}

inline void follow_power(const Board& t, Seat& s, const PowerState& powers, const Prompt& answered,
                         const Drawn& drawn) {
  if (powers.used == kDoubleSection && answered.kind == Kind::kGuided)  // the pair is no longer drawn in one go
    for (int i = 0; i < s.prompt_count; ++i) s.prompts[i].pair = kNone;
  if (!asks_second(powers, answered)) return;
  Prompt second;
  second.kind = Kind::kFurther;
  second.reach.symbols = s.joker ? t.symbols[drawn.target] : answered.reach.symbols;
  second.reach.anywhere = answered.reach.anywhere && !drawn.branched;
  second.reach.alongside = answered.reach.alongside && !drawn.alongside;
  second.required = true;
  second.pair = static_cast<uint8_t>(drawn.section);
  second.pair_target = static_cast<uint8_t>(drawn.target);
  push_back(s, second);
}

inline void add_powers(const Seat& s, const PowerState& powers, Features& f) {
  if (!powers.spent) f.add(kPowerBits + powers.of[s.pencil]);
  for (int next = s.round + 1; next < kRounds; ++next)
    f.add(kPowersToCome + (next - s.round) * 4 + powers.of[s.pencils[next]]);
}

}  // namespace terminus
