// The kernel's numbers by name, each list in the order of its enumeration. Python reads them from the module, so that
// neither side writes bare numbers.

#pragma once

#include <iterator>

#include "state.hpp"

namespace terminus {

constexpr const char* kRuleNames[] = {"route", "section-bonus", "station-bonus", "tourist",   "stamps",
                                      "loop",  "crossings",     "interchanges",  "objectives"};
constexpr const char* kPredicateNames[] = {
    "stations-on-lines",   "every-district", "tagged-stations", "tagged-sections", "central-district",
    "whole-main-district", "stamps",         "long-line",       "double-crossings"};
constexpr const char* kPowerNames[] = {"double-section", "joker", "switch", "double-station"};
constexpr const char* kEffectNames[] = {"switch", "joker", "extension", "double-station"};
constexpr const char* kBonusNames[] = {"switch", "double-visit", "double-district", "double-station"};
constexpr const char* kPromptNames[] = {"card", "second", "guided", "extension", "visit", "circle"};
constexpr const char* kPhaseNames[] = {"special", "flip", "answer", "over"};

template <class Names>
constexpr int count_of(const Names& names) {
  return static_cast<int>(std::size(names));
}

static_assert(count_of(kRuleNames) == static_cast<int>(Rule::kObjectives) + 1);
static_assert(count_of(kPredicateNames) == static_cast<int>(Predicate::kDoubleCrossings) + 1);
static_assert(count_of(kPowerNames) == kDoubleStation + 1);
static_assert(count_of(kEffectNames) == kEffectDoubleStation + 1);
static_assert(count_of(kBonusNames) == kBonusDoubleStation + 1);
static_assert(count_of(kPromptNames) == static_cast<int>(Kind::kCircle) + 1);
static_assert(count_of(kPhaseNames) == static_cast<int>(Phase::kOver) + 1);

}  // namespace terminus
