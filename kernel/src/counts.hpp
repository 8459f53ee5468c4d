// What is counted on a sheet for its score.

#pragma once

#include <vector>

#include "state.hpp"

namespace terminus {

// One entry of the score: which rule of Tables::scoring, which line (-1: the network), and what is behind it.
struct Item {
  int rule, line, value;
  std::vector<int> how;
};

// The stations on so many lines or more, a printed line counted.
inline uint64_t on_at_least(const Board& t, const Seat& s, int lines) {
  const auto own = [&](int n) -> uint64_t {
    if (n <= 0) return t.stations == 64 ? ~uint64_t{0} : bit(t.stations) - 1;
    return n <= kLines ? s.on[n - 1] : 0;
  };
  return own(lines) | (own(lines - 1) & t.printed_line);
}

inline int districts_of(const Board& t, uint64_t stations) {
  int count = 0;
  for (int d = 0; d < t.districts; ++d) count += (stations & t.district_stations[d]) != 0;
  return count;
}

inline int tracks_in(const Seat& s, const Bits& sections) {
  int count = 0;
  for (const Line& line : s.lines) count += (line.sections & sections).count();
  return count;
}

inline int crossings_passed(const Board& t, const Seat& s, int times) {
  int count = 0;
  for (int c = 0; c < t.crossings; ++c) count += (s.drawn & t.through[c]).count() == times;
  return count;
}

}  // namespace terminus
