// City gates (R7.5): a section to a corner station opens the bonus dealt to it, every time.

#pragma once

#include "../ink.hpp"
#include "../numbers.hpp"
#include "../prompts.hpp"
#include "../rng.hpp"
#include "../search/layout.hpp"

namespace terminus {

constexpr int kCorners = 4;
constexpr int kGateBits = kModuleBits + 64;  // 16 of them

enum Bonus : uint8_t { kBonusSwitch, kBonusDoubleVisit, kBonusDoubleDistrict, kBonusDoubleStation };
constexpr const char* kBonusNames[] = {"switch", "double-visit", "double-district", "double-station"};
static_assert(count_of(kBonusNames) == kBonusDoubleStation + 1);

struct GateTables {
  bool played = false;
  uint8_t corners[kCorners]{};
};

struct GateState {
  uint8_t bonus[kCorners] = {kNone, kNone, kNone, kNone};  // by corner
};

inline void read_gates(const nb::dict& from, Board& t, GateTables& gates) {
  const Numbers corners = get<Numbers>(from, "corners");
  within(static_cast<int>(corners.size()) - kCorners, 1, "corners");
  gates.played = true;
  for (int i = 0; i < kCorners; ++i) gates.corners[i] = static_cast<uint8_t>(within(corners[i], t.stations, "station"));
  t.may_circle = mask(get<Numbers>(from, "may_circle"), t.stations, "station");
}

inline void set_gate(const GateTables& gates, Seat& s, GateState& dealt, int corner, uint8_t bonus) {
  dealt.bonus[corner] = bonus;
  s.in_order |= bit(gates.corners[corner]);
}

inline void read_gates(const nb::dict& from, const GateTables& gates, Seat& s, GateState& dealt) {
  const Numbers bonuses = get<Numbers>(from, "bonuses");
  for (int i = 0; i < kCorners; ++i)
    if (const uint8_t bonus = optional(bonuses.at(i), count_of(kBonusNames), "bonus"); bonus != kNone)
      set_gate(gates, s, dealt, i, bonus);
}

inline void deal_gates(const GateTables& gates, Seat& s, GateState& dealt, Rng& rng) {
  uint8_t pack[kCorners];
  shuffled(pack, kCorners, rng);
  for (int i = 0; i < kCorners; ++i) set_gate(gates, s, dealt, i, pack[i]);
}

inline uint8_t bonus_at(const GateTables& gates, const GateState& dealt, int station) {
  for (int i = 0; i < kCorners; ++i)
    if (gates.corners[i] == station) return dealt.bonus[i];
  return kNone;
}

inline Prompt visit(bool anywhere, int left) {
  Prompt prompt;
  prompt.kind = Kind::kFurther;
  prompt.reach.anywhere = anywhere;
  prompt.left = static_cast<uint8_t>(left);
  return prompt;
}

inline void open_gate(const Board& t, Seat& s, uint8_t bonus, int station) {
  switch (bonus) {
    case kBonusSwitch:
      push_back(s, visit(true, 1));
      break;
    case kBonusDoubleVisit:
      push_back(s, visit(false, 2));
      break;
    case kBonusDoubleDistrict:
      ink_double(s, t.district[station]);
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

inline void add_gates(const GateState& dealt, Features& f) {
  for (int i = 0; i < kCorners; ++i) f.add(kGateBits + i * 4 + dealt.bonus[i]);
}

}  // namespace terminus
