// One seat of a game as a flat value: copy it freely. What is known of the deck is the set of cards left,
// never their order. modules.hpp adds what modules keep.

#pragma once

#include <cstdint>

#include "tables.hpp"

namespace terminus {

// Actions are numbers: a section, a station to circle, what a module lets one use, skip or done. A section needs no
// direction: it starts at its one end that is on the line.
using Action = uint16_t;
constexpr Action kCircle = kSections;
constexpr Action kUse = kCircle + kStations;
constexpr int kUses = 4;
constexpr Action kSkip = kUse + kUses;
constexpr Action kDone = kSkip + 1;
constexpr int kActions = kDone + 1;

// All that is legal, as masks.
struct Moves {
  Bits sections{};
  uint64_t circles = 0;
  uint8_t use = kNone;
  bool skip = false, done = false;

  bool any() const { return sections.any() || circles || use != kNone || skip || done; }
  int count() const { return sections.count() + popcount(circles) + (use != kNone) + skip + done; }
};

// One thing that chance can do next: turn these cards, or open the round.
struct Chance {
  uint8_t first = kNone, second = kNone;  // cards; or two numbers of the module that opens rounds
  double probability = 0;
};

constexpr int kChances = 2 * kCards;

// What a prompt asks for; a further section is a module's.
enum class Kind : uint8_t { kCard, kGuided, kFurther, kCircle };

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

constexpr int kPrompts = 8;  // card, guided, and what modules ask in one turn

struct Line {
  Bits sections;
  uint64_t stations, circled;
  uint32_t doubled;  // districts that count twice
};

struct Seat {
  // The sheet.
  Line lines[kLines];
  Bits drawn, doubled, blocked;
  uint64_t on[kLines];  // stations on at least 1, 2, 3, 4 of the lines
  uint64_t in_order;    // stations where it matters which of two sections comes first

  // The line in hand: what follows from its sections.
  Bits touched, inside;  // sections with at least one end, with both ends on it
  uint64_t ends;
  uint8_t in_district[kDistricts];  // its stations there, a circled one counted twice
  int32_t districts, most;          // districts includes the doubled ones

  // The score but for what modules add at the end, and what it needs to go on.
  int32_t points;
  uint32_t stamped;  // districts with a station on two lines, worth anything or not
  int32_t marks;

  // Progress. Bytes come last, so that those of the modules follow without a gap: states are copied all the time.
  uint32_t remaining;        // cards not yet turned in this round
  uint8_t round, turn;       // rounds from 0 (kRounds: the game is over), turns from 1
  uint8_t pencils[kRounds];  // the line of each round
  uint8_t pencil;            // the line in hand
  uint8_t symbols;           // of the turn's card
  bool joker, switched;      // whether it is a joker; whether a switch was turned with it
  bool done, closing;        // nothing is asked; what is offered last was done, only the end of the turn is left
  uint8_t prompt_count;
  Prompt prompts[kPrompts];

  bool over() const { return round >= kRounds; }
  const Line& line() const { return lines[pencil]; }
  Line& line() { return lines[pencil]; }
};

// What the game waits for.
enum class Phase : uint8_t { kOpening, kFlip, kAnswer, kOver };

// The end of a section that is on the line (or the departure, if nothing is drawn), and the other one.
struct Direction {
  int start, target;
};

TERMINUS_HOT Direction direction(const Board& t, const Seat& s, int section) {
  const uint64_t stations = s.line().stations ? s.line().stations : bit(t.departures[s.pencil]);
  const uint8_t* ends = t.ends[section];
  const bool first = has(stations, ends[0]);
  return {ends[!first], ends[first]};
}

inline void take_pencil(Seat& s, int pencil) {
  s.pencil = static_cast<uint8_t>(pencil);
  s.touched = s.inside = Bits{};
  s.ends = 0;
  for (uint8_t& count : s.in_district) count = 0;
  s.districts = s.most = 0;
}

// A sheet with nothing on it but what is printed, and a whole deck.
inline void clear(const Board& t, Seat& s) {
  s.drawn = s.blocked = t.printed;
  t.printed.each([&](int section) { s.blocked |= t.blocks[section]; });
  s.points = t.empty_points;
  s.remaining = t.deck;
  s.done = true;
}

}  // namespace terminus
