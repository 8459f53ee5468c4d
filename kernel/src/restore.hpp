// A sheet from its ink alone: everything else in a state follows from the sections and the marks.

#pragma once

#include "apply.hpp"

namespace terminus {

// Puts a line's sections on the sheet in any order that grows from its departure. False if none does.
inline bool restore_line(const Board& t, Seat& s, int number, const Bits& sections, uint64_t circled,
                         uint32_t doubled) {
  take_pencil(s, number);
  Bits left = sections;
  for (bool grown = true; grown && left.any();) {
    grown = false;
    left.each([&](int section) {
      const uint64_t stations = s.line().stations ? s.line().stations : bit(t.departures[number]);
      const int on = has(stations, t.ends[section][0]) + has(stations, t.ends[section][1]);
      if (on != 1) return;
      const Direction way = direction(t, s, section);
      ink_section(t, s, section, way.start, way.target);
      left.remove(section);
      grown = true;
    });
  }
  // A section from an inner station was inked as a branch: the ends are what the degrees say.
  uint64_t once = 0, twice = 0;
  sections.each([&](int section) {
    for (const uint8_t end : t.ends[section]) twice |= once & bit(end), once |= bit(end);
  });
  s.ends = once & ~twice;
  for (; circled; circled &= circled - 1) ink_circle(t, s, lowest(circled));
  for (uint64_t districts = doubled; districts; districts &= districts - 1) ink_double(s, lowest(districts));
  return !left.any();
}

}  // namespace terminus
