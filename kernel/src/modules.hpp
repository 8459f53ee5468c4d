// The modules put together: a ruleset and a state with all their parts, and every moment at which modules have a say.
// The core asks here and names none of them; what one module is stands in its own header.

#pragma once

#include <type_traits>

#include "modules/gates.hpp"
#include "modules/objectives.hpp"
#include "modules/powers.hpp"
#include "modules/specials.hpp"

namespace terminus {

struct Tables : Board {
  ObjectiveTables objectives;
  PowerTables powers;
  SpecialTables specials;
  GateTables gates;

  // Whether a turn is always one card prompt and nothing else: then playouts take a shorter way.
  bool plain() const { return !guided && !powers.played && !specials.played && !gates.played; }
  // Whether anything is ever offered that no prompt asks for.
  bool offers() const { return powers.played; }
  // Whether a sheet has points that are not counted as it is drawn.
  bool adds_points() const { return objectives.dealt > 0; }
};

struct State : Seat {
  ObjectiveState objectives;
  PowerState powers;
  SpecialState specials;
  GateState gates;
};

static_assert(std::is_trivially_copyable_v<State>, "a state is copied as it is");

// -- from and to Python -------------------------------------------------------------------------------

inline void read_modules(const nb::dict& from, Tables& t) {
  t.powers.played = from.contains("powers");
  t.specials.played = from.contains("specials");
  if (from.contains("gates")) read_gates(get<nb::dict>(from, "gates"), t, t.gates);
  if (from.contains("objectives")) read_objectives(get<nb::dict>(from, "objectives"), t, t.objectives);
}

inline void read_modules(const nb::dict& from, const Tables& t, State& s) {
  if (t.powers.played) read_powers(get<nb::dict>(from, "powers"), s.powers);
  if (t.specials.played) read_specials(get<nb::dict>(from, "specials"), s.specials);
  if (t.gates.played) read_gates(get<nb::dict>(from, "gates"), t.gates, s, s.gates);
  if (t.objectives.dealt) read_objectives(get<nb::dict>(from, "objectives"), t.objectives, s.objectives);
}

inline void name_modules(nb::dict& codes, nb::dict& limits) {
  codes["predicates"] = numbered(kPredicateNames);
  codes["powers"] = numbered(kPowerNames);
  codes["effects"] = numbered(kEffectNames);
  codes["bonuses"] = numbered(kBonusNames);
  limits["objectives dealt"] = kMostObjectives;
}

// -- a game and its rounds ----------------------------------------------------------------------------

inline void deal_modules(const Tables& t, State& s, Rng& rng) {
  if (t.powers.played) deal_powers(s.powers, rng);
  if (t.gates.played) deal_gates(t.gates, s, s.gates, rng);
  if (t.objectives.dealt) deal_objectives(t.objectives, s.objectives, rng);
}

// Whether something is turned up before the round's first card.
inline bool opens(const Tables& t, const State& s) { return t.specials.played && s.specials.symbol == kNone; }

constexpr const char* kNoOpening = kNotTurnedUp;

inline void open_round(State& s, const Chance& chance) { turn_up(s.specials, chance.first, chance.second); }

inline int list_openings(const State& s, Chance* out) { return list_specials(s.specials, out); }

inline void random_opening(State& s, Rng& rng) { random_special(s.specials, rng); }

// What opened this round as one number below 32; 0 for nothing.
inline int opening_number(const State& s) { return special_number(s.specials); }

// What opens the rounds of a settled game, from the packs behind its decks.
inline int opening_packs(const Tables& t) { return t.specials.played ? 2 : 0; }

inline void settle_openings(const Tables& t, const Numbers* packs, Chance* rounds) {
  if (t.specials.played) settle_specials(packs[0], packs[1], rounds);
}

inline void close_round(const Tables& t, State& s) {
  if (t.specials.played) s.specials.symbol = s.specials.effect = kNone;
  if (t.powers.played) s.powers.spent = false, s.powers.used = kNone;
}

// What tells two seats with the same sheet apart until the round ends.
inline bool noted(const State& s) { return s.powers.spent; }

inline State empty_state(const Tables& t) {
  State s{};
  clear(t, s);
  return s;
}

inline Phase phase(const Tables& t, const State& s) {
  if (s.over()) return Phase::kOver;
  if (!s.done) return Phase::kAnswer;
  return opens(t, s) ? Phase::kOpening : Phase::kFlip;
}

// -- a turn -------------------------------------------------------------------------------------------

inline void begin_turn(const Tables& t, State& s) {
  if (t.powers.played) s.powers.used = kNone;
}

inline void reach_modules(const Tables& t, const State& s, Reach& reach) {
  if (t.specials.played) reach_specially(t, s, s.specials, reach);
}

// What may be done that no prompt asks for; whether it can be brought to an end is not looked at.
inline void offer_modules(const Tables& t, const State& s, Moves& found) {
  if (t.powers.played) offer_power(t, s, s.powers, found);
}

inline void use_module(const Tables& t, State& s, uint8_t use) { use_power(t, s, s.powers, use); }

// A circle was made that no prompt asked for: such circles are offered last.
inline void take_circle(State& s) {
  spend(s.powers, kDoubleStation);
  s.closing = true;
}

// Whether another section is required after the one that answers this prompt.
inline bool requires_more(const State& s, const Prompt& prompt) { return asks_second(s.powers, prompt); }

inline void follow_modules(const Tables& t, State& s, const Prompt& answered, const Drawn& drawn) {
  if (t.powers.played) follow_power(t, s, s.powers, answered, drawn);
  if (t.specials.played && answered.kind == Kind::kCard) follow_special(t, s, s.specials, drawn);
  if (has(s.in_order, drawn.target)) open_gate(t, s, bonus_at(t.gates, s.gates, drawn.target), drawn.target);
}

// -- the score and the search -------------------------------------------------------------------------

// Whether a section to this station may bring more than section_gain says.
inline bool brings_more(const Tables& t, const State& s, int target) {
  return t.adds_points() || has(s.in_order, target) ||
         (t.specials.played && effect_now(s, s.specials) == kEffectDoubleStation);
}

inline int module_points(const Tables& t, const State& s) {
  return t.objectives.dealt ? objective_points(t, s, t.objectives, s.objectives) : 0;
}

inline void add_module_items(const Tables& t, const State& s, int rule, std::vector<Item>& out) {
  list_objectives(t, s, t.objectives, s.objectives, rule, out);
}

inline void add_modules(const Tables& t, const State& s, Features& f) {
  if (t.powers.played) add_powers(s, s.powers, f);
  if (t.specials.played) add_specials(t, s, s.specials, f);
  if (t.gates.played) add_gates(s.gates, f);
  if (t.objectives.dealt) add_objectives(t, s, t.objectives, s.objectives, f);
}

}  // namespace terminus
