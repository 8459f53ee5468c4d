// What the evaluation sees of a seat between two turns, as a set of numbers: a bit for each fact that holds.
//
// Only Tables and State are asked, so that a board of a user's own has features as the shipped ones have.

#pragma once

#include "../apply.hpp"
#include "../score.hpp"
#include "layout.hpp"

namespace terminus {

inline void add_network(const Tables& t, const State& s, Features& f) {
  const uint64_t line = s.line().stations;
  f.w[kOnLine] = line;
  f.w[kLineEnds] = s.ends;
  for (int n = 0; n < 3; ++n) f.w[kBefore + n] = (s.on[n] & ~line) | (s.on[n + 1] & line);
  const Bits open = ~(s.blocked | s.inside);
  Bits reach{};
  if (line)
    for (uint64_t left = s.ends; left; left &= left - 1) reach |= t.at[lowest(left)];
  else
    reach = t.at[t.departures[s.pencil]];
  for (int i = 0; i < kWords; ++i) {
    f.w[kShut + i] = s.blocked.w[i];
    f.w[kFrontier + i] = reach.w[i] & open.w[i];
    f.w[kSingle + i] = t.double_track ? s.drawn.w[i] & ~s.doubled.w[i] & ~t.solo_track.w[i] : 0;
  }
}

inline void add_route(const Tables& t, const State& s, Features& f) {
  uint64_t lead = 0;
  for (int d = 0; d < t.districts; ++d) {
    const int count = s.in_district[d];
    if (!count) continue;
    f.add(kCount * 64 + d * 6 + at_most(count, 6) - 1);
    if (count == s.most) lead |= bit(d);
  }
  f.w[kLead] = lead | static_cast<uint64_t>(s.stamped) << 32;
  f.add(kShape * 64 + at_most(s.districts, 15) * 8 + at_most(s.most, 7));
}

inline void add_progress(const Tables& t, const State& s, Features& f) {
  f.w[kDeck] = s.remaining & 0xFFFF;
  f.add(kDeck * 64 + 16 + at_most(s.marks, 15));
  for (int next = s.round; next < kRounds; ++next) f.add(kDeck * 64 + 32 + (next - s.round) * 4 + s.pencils[next]);
  const int to_go = cards_to_go(t, s), others = popcount(s.remaining) - to_go;
  f.add(kPace * 64 + at_most(to_go, 6) * 8 + at_most(others, 7));
  if (s.turn + 1 >= t.switch_from) f.add(kPace * 64 + 63);
  for (int next = s.round + 1; next < kRounds; ++next) {
    const Bits& at = t.at[t.departures[s.pencils[next]]];
    f.add(kDepartureBits + (next - s.round - 1) * 5 + at_most((at & ~s.blocked).count(), 4));
  }
  for (int c = 0; c < t.crossings; ++c) {
    const int passed = (s.drawn & t.through[c]).count();
    if (passed) f.add(kPassed * 64 + c + (passed > 1 ? 32 : 0));
  }
}

// What the next section can bring, for each symbol that may still be turned and for the joker (number 4).
struct Prospect {
  int ways = 0, gain = 0;
  bool new_district = false, fullest = false;
};

inline void add_prospects(const Tables& t, const State& s, Features& f) {
  Prospect of[5];
  for (int i = 0; i < kWords; ++i)
    for (uint64_t left = f.w[kFrontier + i]; left; left &= left - 1) {
      const int section = i * 64 + lowest(left), target = direction(t, s, section).target;
      const int gain = section_gain(t, s, section, target), count = s.in_district[t.district[target]];
      for (int symbol = 0; symbol < 5; ++symbol) {
        if (symbol < 4 && !(t.symbols[target] >> symbol & 1)) continue;
        Prospect& p = of[symbol];
        ++p.ways;
        if (gain > p.gain) p.gain = gain;
        p.new_district |= count == 0;
        p.fullest |= count == s.most;
      }
    }
  int cards[5]{};
  for (uint64_t left = s.remaining & ~t.switch_card; left; left &= left - 1) {
    const Card& card = t.cards[lowest(left)];
    ++cards[card.joker ? 4 : lowest(card.symbols)];
  }
  for (int symbol = 0; symbol < 5; ++symbol) {
    if (!cards[symbol]) continue;
    const Prospect& p = of[symbol];
    const int twice = cards[symbol] > 1;
    f.add(kGain * 64 + (symbol * 2 + twice) * 16 + at_most(p.gain, 15));
    if (symbol < 4)
      f.add(kAhead * 64 + (symbol * 2 + twice) * 16 + at_most(p.ways, 3) * 4 + p.new_district * 2 + p.fullest);
  }
}

// The features of a state in which nothing is asked and the game goes on.
inline Features features(const Tables& t, const State& s) {
  Features f{};
  add_network(t, s, f);
  add_route(t, s, f);
  add_progress(t, s, f);
  add_prospects(t, s, f);
  add_modules(t, s, f);
  return f;
}

}  // namespace terminus
