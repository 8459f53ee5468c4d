// One seat of a game as a flat value: copy it freely. What is known of the deck is the set of cards left,
// never their order.

#pragma once

#include <cstdint>
#include <type_traits>

#include "tables.hpp"

namespace terminus {

// Actions are numbers: a section, a station to circle, a power to use, skip or done. A section needs no
// direction: it starts at its one end that is on the line.
using Action = uint16_t;
constexpr Action kCircle = kSections;
constexpr Action kUse = kCircle + kStations;
constexpr Action kSkip = kUse + 4;
constexpr Action kDone = kSkip + 1;
constexpr int kActions = kDone + 1;

enum class Kind : uint8_t { kCard, kSecond, kGuided, kExtension, kVisit, kCircle };

// What may be drawn now (Reach in the engine).
struct Reach {
  uint8_t symbols = kAllSymbols;
  bool anywhere = false, alongside = false;
  uint8_t start = kNone, only = kNone;
};

struct Prompt {
  Kind kind = Kind::kCard;
  Reach reach;
  uint8_t left = 1;
  bool required = false;
  bool has_beyond = false;
  Reach beyond;
  uint8_t pair = kNone, pair_target = kNone;  // the section drawn just before by the same right
};

constexpr int kPrompts = 8;  // card, guided or extension, second, and one for each gate

struct Line {
  Bits sections;
  uint64_t stations, circled;
  uint32_t doubled;  // districts that count twice
};

struct State {
  // The sheet.
  Line lines[kLines];
  Bits drawn, doubled, blocked;
  uint64_t on[kLines];  // stations on at least 1, 2, 3, 4 of the lines

  // The line in hand: what follows from its sections.
  Bits touched, inside;  // sections with at least one end, with both ends on it
  uint64_t ends;
  uint8_t in_district[kDistricts];  // its stations there, a circled one counted twice
  int32_t districts, most;          // districts includes the doubled ones

  // The score but for objectives, and what it needs to go on.
  int32_t points;
  uint32_t stamped;  // districts with a station on two lines, worth anything or not
  int32_t marks;

  // Progress.
  uint32_t remaining;                   // cards not yet turned in this round
  uint8_t round, turn;                  // rounds from 0 (kRounds: the game is over), turns from 1
  uint8_t pencils[kRounds];             // the line of each round
  uint8_t pencil;                       // the line in hand
  uint8_t symbols;                      // of the turn's card
  bool joker, switched;                 // whether it is a joker; whether a switch was turned with it
  bool done, spent;                     // nothing is asked; the pencil's power is gone for this round
  uint8_t used;                         // the power used in this turn
  uint8_t special, effect;              // of this round: a symbol's bit and an effect, or kNone
  uint8_t specials_left, effects_left;  // as masks; the four symbols and four effects
  uint8_t power[kLines];                // by line
  uint8_t gate[kCorners];               // by corner
  uint8_t objective[kDealt];
  uint8_t prompt_count;
  uint64_t gates;  // the stations with a gate's bonus
  Prompt prompts[kPrompts];

  bool over() const { return round >= kRounds; }
  const Line& line() const { return lines[pencil]; }
  Line& line() { return lines[pencil]; }
};

static_assert(std::is_trivially_copyable_v<State>, "a state is copied as it is");

// What the game waits for.
enum class Phase : uint8_t { kSpecial, kFlip, kAnswer, kOver };

inline Phase phase(const Tables& t, const State& s) {
  if (s.over()) return Phase::kOver;
  if (!s.done) return Phase::kAnswer;
  return t.specials && s.special == kNone ? Phase::kSpecial : Phase::kFlip;
}

// The end of a section that is on the line (or the departure, if nothing is drawn), and the other one.
struct Direction {
  int start, target;
};

TERMINUS_HOT Direction direction(const Tables& t, const State& s, int section) {
  const uint64_t stations = s.line().stations ? s.line().stations : bit(t.departures[s.pencil]);
  const uint8_t* ends = t.ends[section];
  const bool first = has(stations, ends[0]);
  return {ends[!first], ends[first]};
}

inline void take_pencil(State& s, int pencil) {
  s.pencil = static_cast<uint8_t>(pencil);
  s.touched = s.inside = Bits{};
  s.ends = 0;
  for (uint8_t& count : s.in_district) count = 0;
  s.districts = s.most = 0;
}

// A sheet with nothing on it but what is printed, and a whole deck.
inline State empty_state(const Tables& t) {
  State s{};
  s.drawn = s.blocked = t.printed;
  t.printed.each([&](int section) { s.blocked |= t.blocks[section]; });
  s.points = t.empty_points;
  s.remaining = t.deck;
  s.done = true;
  s.used = s.special = s.effect = kNone;
  s.specials_left = s.effects_left = 15;
  for (uint8_t& power : s.power) power = kNone;
  for (uint8_t& gate : s.gate) gate = kNone;
  for (uint8_t& objective : s.objective) objective = kNone;
  return s;
}

}  // namespace terminus
