// The core's numbers by name (modules have their own), each list in the order of its enumeration. Python reads them
// from the module, so that neither side writes bare numbers.

#pragma once

#include "numbers.hpp"
#include "state.hpp"

namespace terminus {

constexpr const char* kRuleNames[] = {"route", "section-bonus", "station-bonus", "tourist", "stamps",
                                      "loop",  "crossings",     "interchanges",  "dealt"};
constexpr const char* kPromptNames[] = {"card", "guided", "further", "circle"};
constexpr const char* kPhaseNames[] = {"opening", "flip", "answer", "over"};

static_assert(count_of(kRuleNames) == static_cast<int>(Rule::kDealt) + 1);
static_assert(count_of(kPromptNames) == static_cast<int>(Kind::kCircle) + 1);
static_assert(count_of(kPhaseNames) == static_cast<int>(Phase::kOver) + 1);

}  // namespace terminus
