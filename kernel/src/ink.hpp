// Ink on the sheet: sections, circles and doubled districts, with the score kept as they are drawn.

#pragma once

#include "state.hpp"

namespace terminus {

inline int route(const State& s) { return s.districts * s.most; }

TERMINUS_HOT void count_in_district(State& s, int district) {
  const int count = ++s.in_district[district];
  s.districts += count == 1;
  s.most = count > s.most ? count : s.most;
}

inline int lines_at(const State& s, int station) {
  int count = 0;
  for (const uint64_t on : s.on) count += has(on, station);
  return count;
}

// A station comes onto the line in hand. The route's points are left to the caller.
TERMINUS_HOT void serve(const Tables& t, State& s, int station) {
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

// The first track of a section passes its aerial crossings.
inline void pass_crossings(const Tables& t, State& s, int section) {
  for (uint32_t left = t.passes[section]; left; left &= left - 1) {
    const int before = (s.drawn & t.through[lowest(left)]).count();
    if (before <= 2) s.points += t.crossing_step[before];
  }
}

TERMINUS_HOT void ink_section(const Tables& t, State& s, int section, int start, int target) {
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
  if (s.drawn.has(section))
    s.doubled.add(section);
  else if (t.passes[section])
    pass_crossings(t, s, section);
  line.sections.add(section);
  s.drawn.add(section);
  s.blocked |= t.blocks[section];
}

inline void ink_circle(const Tables& t, State& s, int station) {
  if (has(s.line().circled, station)) return;
  const int before = route(s);
  s.line().circled |= bit(station);
  count_in_district(s, t.district[station]);
  s.points += route(s) - before;
}

inline void ink_double(State& s, int district) {
  if (has(s.line().doubled, district)) return;
  const int before = route(s);
  s.line().doubled |= uint32_t{1} << district;
  ++s.districts;
  s.points += route(s) - before;
}

}  // namespace terminus
