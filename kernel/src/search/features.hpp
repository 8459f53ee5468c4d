// What the evaluation sees of a seat between two turns, as a set of numbers: a bit for each fact that holds.
//
// Only Tables and State are asked, so that a board of a user's own has features as the shipped ones have. The
// layout is fixed (kFeatures bits, most of which a given board never sets) and is part of the weights' format.

#pragma once

#include "../apply.hpp"
#include "../score.hpp"

namespace terminus {

constexpr int kFeatureWords = 31;
constexpr int kFeatures = kFeatureWords * 64;

struct Features {
  uint64_t w[kFeatureWords];
  void add(int number) { w[number >> 6] |= bit(number & 63); }
};

// Where each group of features begins, in words.
enum FeatureWord {
  kOnLine,                       // stations of the line in hand
  kLineEnds,                     // its ends
  kBefore,                       // stations on at least 1, 2, 3 earlier lines
  kShut = kBefore + 3,           // sections that nothing can draw any more
  kFrontier = kShut + kWords,    // open sections at an end of the line
  kSingle = kFrontier + kWords,  // drawn once: where a second track may lie
  kCount = kSingle + kWords,     // stations of the line by district: one of six
  kShape = kCount + 3,           // districts and most stations, together
  kDeck = kShape + 2,            // cards left; tourist marks; pencils to come
  kPace,                         // cards to go and others left, together; the switch allowed
  kLead,                         // districts with the most stations; districts stamped
  kPassed,                       // crossings passed once, twice
  kModule,                       // power, special station; ways out of the departures to come
  kGates,                        // bonus by corner; powers to come
  kGoals,                        // objectives in play and how far off
  kAhead,                        // by symbol with cards left: ways on, a new district, the fullest one
  kGain = kAhead + 2,            // by symbol with cards left: the most points that its next card can bring
  kFeatureEnd
};
static_assert(kFeatureEnd + 2 <= kFeatureWords);

inline int at_most(int number, int limit) { return number < limit ? number : limit; }

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
    f.add(kModule * 64 + 48 + (next - s.round - 1) * 5 + at_most((at & ~s.blocked).count(), 4));
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

// How far a sheet is from an objective, from 0 (fulfilled) to 7.
inline int missing(const Tables& t, const State& s, const Objective& objective) {
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

inline void add_modules(const Tables& t, const State& s, Features& f) {
  if (t.powers) {
    if (!s.spent) f.add(kModule * 64 + s.power[s.pencil]);
    for (int next = s.round + 1; next < kRounds; ++next)
      f.add(kGates * 64 + 16 + (next - s.round) * 4 + s.power[s.pencils[next]]);
  }
  if (t.specials) {
    f.w[kModule] |= static_cast<uint64_t>(s.specials_left) << 8 | static_cast<uint64_t>(s.effects_left) << 12;
    if (s.special != kNone) {
      const int symbol = lowest(s.special);
      f.add(kModule * 64 + 16 + symbol * 4 + s.effect);
      int coming = 0;  // cards left that show it
      for (uint64_t left = s.remaining; left; left &= left - 1)
        coming += !t.cards[lowest(left)].joker && t.cards[lowest(left)].symbols == s.special;
      f.add(kModule * 64 + 32 + s.effect * 4 + at_most(coming, 3));
    }
  }
  if (t.gates)
    for (int i = 0; i < t.corner_count; ++i) f.add(kGates * 64 + i * 4 + s.gate[i]);
  if (t.objectives)
    for (int i = 0; i < t.objectives_dealt; ++i)
      if (s.objective[i] < 8) f.add(kGoals * 64 + s.objective[i] * 8 + missing(t, s, t.objective_pack[s.objective[i]]));
}

// The features of a state in which nothing is asked and the game goes on.
inline Features features(const Tables& t, const State& s) {
  Features f{};
  add_network(t, s, f);
  add_route(t, s, f);
  add_progress(t, s, f);
  add_prospects(t, s, f);
  if (t.powers || t.specials || t.gates || t.objectives) add_modules(t, s, f);
  return f;
}

}  // namespace terminus
