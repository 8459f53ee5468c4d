// The score. `total` is what search asks for; `items` says how it came about, counted anew from the sheet.

#pragma once

#include <vector>

#include "modules.hpp"

namespace terminus {

// The whole score as the sheet stands now; before the solo deduction.
inline int total(const Tables& t, const State& s) { return s.points + module_points(t, s); }

inline Item route_item(const Tables& t, const State& s, int rule, int number) {
  const Line& line = s.lines[number];
  int count[kDistricts]{}, districts = popcount(line.doubled), most = 0, best = -1;
  for (uint64_t left = line.stations; left; left &= left - 1) {
    int& here = count[t.district[lowest(left)]];
    districts += here == 0;
    here += 1 + has(line.circled, lowest(left));
    if (here > most) most = here;
  }
  for (uint64_t left = line.stations; left && best < 0; left &= left - 1)
    if (count[t.district[lowest(left)]] == most) best = t.district[lowest(left)];
  return {rule, number, districts * most, {districts, most, best}};
}

inline Item stamps_item(const Tables& t, const State& s, int rule) {
  Item item{rule, -1, 0, {}};
  uint64_t stamped = 0;
  for (uint64_t left = s.on[1]; left; left &= left - 1) stamped |= bit(t.district[lowest(left)]);
  for (; stamped; stamped &= stamped - 1) {
    item.value += t.scoring[rule].values[lowest(stamped)];
    item.how.push_back(lowest(stamped));
  }
  return item;
}

inline Item interchanges_item(const Tables& t, const State& s, int rule) {
  Item item{rule, -1, 0, {}};
  for (int lines = 0; lines <= kLines + 1; ++lines) {
    const int count = popcount(on_at_least(t, s, lines) & ~on_at_least(t, s, lines + 1));
    item.value += count * interchange_value(t.scoring[rule].values, lines);
    item.how.push_back(count);
  }
  return item;
}

inline Item tourist_item(const Tables& t, const State& s, int rule) {
  const ScoreRule& figures = t.scoring[rule];
  int marks = 0;
  for (const Line& line : s.lines) marks += popcount(line.stations & figures.stations);
  const int last = static_cast<int>(figures.values.size()) - 1;
  if (marks > last) marks = last;
  return {rule, -1, figures.values[marks], {marks}};
}

inline void add_items(const Tables& t, const State& s, int rule, std::vector<Item>& out) {
  const ScoreRule& figures = t.scoring[rule];
  const auto by_line = [&](auto make) {
    for (int line = 0; line < kLines; ++line) out.push_back(make(line));
  };
  const auto counted = [&](int line, int count) { return Item{rule, line, count * figures.each, {count}}; };
  switch (figures.rule) {
    case Rule::kRoute:
      return by_line([&](int line) { return route_item(t, s, rule, line); });
    case Rule::kSectionBonus:
      return by_line([&](int line) { return counted(line, (s.lines[line].sections & figures.sections).count()); });
    case Rule::kStationBonus:
      return by_line([&](int line) { return counted(line, popcount(s.lines[line].stations & figures.stations)); });
    case Rule::kTourist:
      return out.push_back(tourist_item(t, s, rule));
    case Rule::kStamps:
      return out.push_back(stamps_item(t, s, rule));
    case Rule::kLoop: {
      const int unserved = popcount(figures.stations & ~s.on[0]);
      return out.push_back({rule, -1, -figures.each * unserved, {unserved}});
    }
    case Rule::kCrossings: {
      const int once = crossings_passed(t, s, 1), twice = crossings_passed(t, s, 2);
      return out.push_back({rule, -1, once * figures.each + twice * figures.twice, {once, twice}});
    }
    case Rule::kInterchanges:
      return out.push_back(interchanges_item(t, s, rule));
    case Rule::kDealt:
      return add_module_items(t, s, rule, out);
  }
}

inline std::vector<Item> items(const Tables& t, const State& s) {
  std::vector<Item> out;
  for (int rule = 0; rule < static_cast<int>(t.scoring.size()); ++rule) add_items(t, s, rule, out);
  return out;
}

}  // namespace terminus
