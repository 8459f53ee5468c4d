// Ink on the sheet: sections, circles and doubled districts, with the score kept as they are drawn.

#pragma once

#include "state.hpp"

namespace terminus {

inline int route(const Seat& s) { return s.districts * s.most; }

TERMINUS_HOT void count_in_district(Seat& s, int district) {
  const int count = ++s.in_district[district];
  s.districts += count == 1;
  s.most = count > s.most ? count : s.most;
}

inline int lines_at(const Seat& s, int station) {
  int count = 0;
  for (const uint64_t on : s.on) count += has(on, station);
  return count;
}

// A station comes onto the line in hand. The route's points are left to the caller.
TERMINUS_HOT void serve(const Board& t, Seat& s, int station) {
  const int before = lines_at(s, station), district = t.district[station];
  s.inside |= s.touched & t.at[station];
  s.touched |= t.at[station];
  s.line().stations |= bit(station);
  s.on[before] |= bit(station);
  s.points += t.worth[station][before];
  const int marked = has(t.tourist, station);  // no branches here: they would be guessed wrong too often
  s.points += marked * t.tourist_step[s.marks];
  s.marks += marked;
  const uint32_t stamp = (before == 1 ? uint32_t{1} << district : 0) & ~s.stamped;
  s.stamped |= stamp;
  s.points += stamp ? t.stamp_worth[district] : 0;
  count_in_district(s, district);
}

// What the aerial crossings of a section add to the score; a second track passes none.
inline int crossing_gain(const Board& t, const Seat& s, int section) {
  if (s.drawn.has(section)) return 0;
  int points = 0;
  for (uint32_t left = t.passes[section]; left; left &= left - 1) {
    const int before = (s.drawn & t.through[lowest(left)]).count();
    points += before <= 2 ? t.crossing_step[before] : 0;
  }
  return points;
}

// What a section to this station adds to the score, but for what modules add and for marks that they make with it.
// The line must have a station already. `ink_section` keeps the score by the same steps.
TERMINUS_HOT int section_gain(const Board& t, const Seat& s, int section, int target) {
  const int before = lines_at(s, target), district = t.district[target];
  const int count = s.in_district[district] + 1;
  const int districts = s.districts + (count == 1), most = count > s.most ? count : s.most;
  int points = districts * most - route(s) + t.worth[target][before] + t.section_worth[section];
  points += has(t.tourist, target) ? t.tourist_step[s.marks] : 0;
  points += before == 1 && !has(s.stamped, district) ? t.stamp_worth[district] : 0;
  return t.passes[section] ? points + crossing_gain(t, s, section) : points;
}

TERMINUS_HOT void ink_section(const Board& t, Seat& s, int section, int start, int target) {
  Line& line = s.line();
  const int before = route(s);
  if (!line.stations) {
    serve(t, s, start);
    s.ends = bit(start);
  } else {
    s.ends &= ~bit(start);
  }
  serve(t, s, target);
  s.ends |= bit(target);
  s.points += t.section_worth[section] + route(s) - before;
  if (t.passes[section]) s.points += crossing_gain(t, s, section);
  if (s.drawn.has(section)) s.doubled.add(section);
  line.sections.add(section);
  s.drawn.add(section);
  s.blocked |= t.blocks[section];
}

inline void ink_circle(const Board& t, Seat& s, int station) {
  if (has(s.line().circled, station)) return;
  const int before = route(s);
  s.line().circled |= bit(station);
  count_in_district(s, t.district[station]);
  s.points += route(s) - before;
}

inline void ink_double(Seat& s, int district) {
  if (has(s.line().doubled, district)) return;
  const int before = route(s);
  s.line().doubled |= uint32_t{1} << district;
  ++s.districts;
  s.points += route(s) - before;
}

}  // namespace terminus
