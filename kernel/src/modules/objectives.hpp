// Shared objectives (R7.2): some are dealt from the board's pack, and each that a sheet fulfils is worth points.

#pragma once

#include "../counts.hpp"
#include "../numbers.hpp"
#include "../rng.hpp"
#include "../search/layout.hpp"

namespace terminus {

constexpr int kMostObjectives = 4;                    // in one game
constexpr int kObjectiveBits = kModuleBits + 2 * 64;  // 8 for each of the first 8 in the pack: how far off it is

enum class Predicate : uint8_t {
  kStationsOnLines,
  kEveryDistrict,
  kTaggedStations,
  kTaggedSections,
  kCentralDistrict,
  kWholeMainDistrict,
  kStamps,
  kLongLine,
  kDoubleCrossings
};
constexpr const char* kPredicateNames[] = {
    "stations-on-lines",   "every-district", "tagged-stations", "tagged-sections", "central-district",
    "whole-main-district", "stamps",         "long-line",       "double-crossings"};
static_assert(count_of(kPredicateNames) == static_cast<int>(Predicate::kDoubleCrossings) + 1);

struct Objective {
  Predicate predicate;
  int least = 0, lines = 0;
  uint64_t stations = 0;
  uint32_t districts = 0;
  Bits sections{};
};

struct ObjectiveTables {
  int dealt = 0, points_each = 0;
  std::vector<Objective> pack;
};

struct ObjectiveState {
  uint8_t dealt[kMostObjectives] = {kNone, kNone, kNone, kNone};  // numbers in the pack
};

inline Objective read_objective(const nb::dict& from, const Board& t) {
  Objective objective{};
  objective.predicate =
      static_cast<Predicate>(within(get<int>(from, "predicate"), count_of(kPredicateNames), "predicate"));
  objective.least = get<int>(from, "least");
  objective.lines = get<int>(from, "lines");
  objective.stations = mask(get<Numbers>(from, "stations"), t.stations, "station");
  objective.districts = static_cast<uint32_t>(mask(get<Numbers>(from, "districts"), t.districts, "district"));
  objective.sections = section_set(get<Numbers>(from, "sections"), t);
  return objective;
}

inline void read_objectives(const nb::dict& from, const Board& t, ObjectiveTables& objectives) {
  for (const nb::handle entry : get<nb::list>(from, "pack"))
    objectives.pack.push_back(read_objective(nb::cast<nb::dict>(entry), t));
  const int size = within(static_cast<int>(objectives.pack.size()), kStations, "objectives");
  objectives.dealt = within(get<int>(from, "dealt"), at_most(size, kMostObjectives) + 1, "objectives dealt");
  objectives.points_each = get<int>(from, "points_each");
}

inline void read_objectives(const nb::dict& from, const ObjectiveTables& objectives, ObjectiveState& state) {
  const Numbers dealt = get<Numbers>(from, "dealt");
  const int size = within(static_cast<int>(dealt.size()), kMostObjectives + 1, "objectives");
  for (int i = 0; i < size && i < kMostObjectives; ++i)
    state.dealt[i] = optional(dealt[i], static_cast<int>(objectives.pack.size()), "objective");
}

inline void deal_objectives(const ObjectiveTables& objectives, ObjectiveState& state, Rng& rng) {
  uint8_t pack[kStations];
  shuffled(pack, static_cast<int>(objectives.pack.size()), rng);
  for (int i = 0; i < objectives.dealt; ++i) state.dealt[i] = pack[i];
}

// How far a sheet is from an objective, from 0 (fulfilled) to 7.
inline int missing(const Board& t, const Seat& s, const Objective& objective) {
  const uint64_t served = s.on[0];
  int left = 0;
  switch (objective.predicate) {
    case Predicate::kStationsOnLines:
      left = objective.least - popcount(on_at_least(t, s, objective.lines));
      break;
    case Predicate::kEveryDistrict:
      left = t.districts - districts_of(t, served);
      break;
    case Predicate::kTaggedStations:
      left = objective.least - popcount(served & objective.stations);
      break;
    case Predicate::kTaggedSections:
      left = objective.least - tracks_in(s, objective.sections);
      break;
    case Predicate::kCentralDistrict:
      left = popcount(objective.stations & ~served);
      break;
    case Predicate::kWholeMainDistrict:
      left = 7;
      for (uint32_t among = objective.districts; among; among &= among - 1)
        left = at_most(popcount(t.district_stations[lowest(among)] & ~served), left);
      break;
    case Predicate::kStamps:
      left = objective.least - popcount(s.stamped & objective.districts);
      break;
    case Predicate::kLongLine:
      left = objective.least;
      for (const Line& line : s.lines) left = at_most(objective.least - districts_of(t, line.stations), left);
      break;
    case Predicate::kDoubleCrossings:
      left = objective.least - crossings_passed(t, s, 2);
      break;
  }
  return left < 0 ? 0 : at_most(left, 7);
}

// Calls visit(number, missing) for each that was dealt.
template <class Visit>
inline void each_objective(const Board& t, const Seat& s, const ObjectiveTables& objectives,
                           const ObjectiveState& state, Visit visit) {
  for (int i = 0; i < objectives.dealt; ++i)
    if (const int number = state.dealt[i]; number != kNone) visit(number, missing(t, s, objectives.pack[number]));
}

inline int objective_points(const Board& t, const Seat& s, const ObjectiveTables& objectives,
                            const ObjectiveState& state) {
  int points = 0;
  each_objective(t, s, objectives, state, [&](int, int left) { points += left ? 0 : objectives.points_each; });
  return points;
}

inline void list_objectives(const Board& t, const Seat& s, const ObjectiveTables& objectives,
                            const ObjectiveState& state, int rule, std::vector<Item>& out) {
  each_objective(t, s, objectives, state,
                 [&](int number, int left) { out.push_back({rule, -1, left ? 0 : objectives.points_each, {number}}); });
}

inline void add_objectives(const Board& t, const Seat& s, const ObjectiveTables& objectives,
                           const ObjectiveState& state, Features& f) {
  each_objective(t, s, objectives, state, [&](int number, int left) {
    if (number < 8) f.add(kObjectiveBits + number * 8 + left);
  });
}

}  // namespace terminus
