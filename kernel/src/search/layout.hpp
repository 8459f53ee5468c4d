// Where each group of features stands. The layout is fixed (kFeatures bits, most of which a given board never sets)
// and is part of the weights' format.

#pragma once

#include "../bits.hpp"

namespace terminus {

constexpr int kFeatureWords = 31;
constexpr int kFeatures = kFeatureWords * 64;

struct Features {
  uint64_t w[kFeatureWords];
  void add(int number) { w[number >> 6] |= bit(number & 63); }
};

// Where each group begins, in words.
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
  kModules,                      // what modules dealt and keep; from bit 48 on ways out of the departures to come
  kAhead = kModules + 3,         // by symbol with cards left: ways on, a new district, the fullest one
  kGain = kAhead + 2,            // by symbol with cards left: the most points that its next card can bring
  kFeatureEnd
};
static_assert(kFeatureEnd + 2 <= kFeatureWords);

// Modules share their words: the header of each says which bits from here on are its own.
constexpr int kModuleBits = kModules * 64;
constexpr int kDepartureBits = kModuleBits + 48;

inline int at_most(int number, int limit) { return number < limit ? number : limit; }

}  // namespace terminus
