// A board with its deck and its own mechanics as integers; modules.hpp adds what modules bring. terminus.kernel.tables
// fills these: the kernel itself knows no board and no figure.

#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "bits.hpp"

namespace terminus {

constexpr int kFormat = 4;  // of the tables; terminus.kernel.native expects the same number

constexpr int kStations = 64;
constexpr int kSections = 64 * kWords;
constexpr int kDistricts = 32;
constexpr int kLines = 4;
constexpr int kRounds = 4;
constexpr int kCards = 16;
constexpr int kSuits = 4;
constexpr int kCrossings = 32;
constexpr int kSymbols = 16;
constexpr int kAllSymbols = 15;
constexpr uint8_t kNone = 255;

enum class Rule : uint8_t {
  kRoute,
  kSectionBonus,
  kStationBonus,
  kTourist,
  kStamps,
  kLoop,
  kCrossings,
  kInterchanges,
  kDealt  // by modules.hpp
};

struct Card {
  uint8_t symbols = 0;
  bool joker = false;
};

// What can end a round: the turn that leaves no more than so many of these cards is the last one.
struct Ending {
  uint32_t cards = 0;
  int left = 0;
};

// One entry of the score, in the order in which the ruleset lists them.
struct ScoreRule {
  Rule rule;
  int each = 0, twice = 0;
  uint64_t stations = 0;
  Bits sections{};
  std::vector<int> values;  // boxes, stamps by district, or points by number of lines
};

struct Board {
  int stations = 0, sections = 0, districts = 0, crossings = 0;

  // Geometry. rays[symbols][station]: its sections that lead to a station showing one of the symbols.
  Bits rays[kSymbols][kStations]{};
  Bits at[kStations]{};      // the sections that touch a station
  Bits blocks[kSections]{};  // what may not be drawn after this section: itself and its clashes
  uint8_t ends[kSections][2]{};
  uint8_t onward[kSections][2]{};  // by which of its ends was reached; kNone where nothing goes straight on
  uint8_t symbols[kStations]{};
  uint8_t district[kStations]{};
  uint8_t departures[kLines]{};
  uint64_t district_stations[kDistricts]{};
  Bits printed{};
  Bits solo_track{};  // sections through an aerial crossing: never doubled
  uint64_t printed_line = 0;
  uint32_t passes[kSections]{};  // the crossings of a section
  Bits through[kCrossings]{};    // the sections of a crossing

  // The deck.
  Card cards[kCards]{};
  int card_count = 0;
  uint32_t deck = 0;
  uint32_t switch_card = 0;      // as a mask; a deck may have none
  Ending endings[kSuits + 1]{};  // one at least
  int ending_count = 0;

  // Mechanics.
  bool switch_works = false;  // whether the switch card does anything at all
  int switch_from = 1;
  bool double_track = false;
  uint64_t guided = 0;      // stations that a guided visit goes on from
  uint64_t may_circle = 0;  // where a prompt asks for a circle
  std::vector<ScoreRule> scoring;

  // What a station gives when it comes to its first, second, third and fourth own line.
  int32_t worth[kStations][kLines]{};
  int32_t section_worth[kSections]{};
  int32_t stamp_worth[kDistricts]{};
  int32_t crossing_step[4]{};                      // the n-th section through a crossing
  int32_t tourist_step[kStations * kLines + 1]{};  // the next mark, having so many
  uint64_t tourist = 0;
  int32_t empty_points = 0;  // of a sheet with nothing drawn
};

inline int interchange_value(const std::vector<int>& values, int lines) {
  return lines < static_cast<int>(values.size()) ? values[lines] : 0;
}

// Fills what follows from the rest: masks by symbol, and the score's steps.
inline void derive(Board& t) {
  for (int section = 0; section < t.sections; ++section)
    for (int side = 0; side < 2; ++side) {
      const int start = t.ends[section][side], target = t.ends[section][1 - side];
      t.at[start].add(section);
      for (int symbols = 0; symbols < kSymbols; ++symbols)
        if (symbols & t.symbols[target]) t.rays[symbols][start].add(section);
    }
  for (int station = 0; station < t.stations; ++station) t.district_stations[t.district[station]] |= bit(station);
  for (const ScoreRule& rule : t.scoring) switch (rule.rule) {
      case Rule::kSectionBonus:
        rule.sections.each([&](int section) { t.section_worth[section] += rule.each; });
        break;
      case Rule::kStationBonus:
        for (int station = 0; station < t.stations; ++station)
          for (int n = 0; has(rule.stations, station) && n < kLines; ++n) t.worth[station][n] += rule.each;
        break;
      case Rule::kTourist: {
        t.tourist = rule.stations;
        t.empty_points += rule.values[0];
        const int last = static_cast<int>(rule.values.size()) - 1;
        for (int n = 0; n < last && n <= kStations * kLines; ++n)
          t.tourist_step[n] = rule.values[n + 1] - rule.values[n];
        break;
      }
      case Rule::kStamps:
        for (int district = 0; district < t.districts; ++district) t.stamp_worth[district] = rule.values[district];
        break;
      case Rule::kLoop:
        for (int station = 0; station < t.stations; ++station)
          if (has(rule.stations, station)) t.worth[station][0] += rule.each, t.empty_points -= rule.each;
        break;
      case Rule::kCrossings:
        t.crossing_step[0] = rule.each;
        t.crossing_step[1] = rule.twice - rule.each;
        t.crossing_step[2] = -rule.twice;
        for (int c = 0; c < t.crossings; ++c)
          for (int n = (t.through[c] & t.printed).count(); n > 0; --n)
            if (n <= 3) t.empty_points += t.crossing_step[n - 1];
        break;
      case Rule::kInterchanges:
        for (int station = 0; station < t.stations; ++station) {
          const int printed = has(t.printed_line, station);
          t.empty_points += interchange_value(rule.values, printed);
          for (int n = 0; n < kLines; ++n)
            t.worth[station][n] +=
                interchange_value(rule.values, printed + n + 1) - interchange_value(rule.values, printed + n);
        }
        break;
      case Rule::kRoute:
      case Rule::kDealt:
        break;
    }
}

}  // namespace terminus
