// Plain numbers from Python, checked, and names for numbers that it reads.

#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "tables.hpp"

namespace terminus {

namespace nb = nanobind;
using Numbers = std::vector<int>;
using Rows = std::vector<Numbers>;

template <class T>
inline T get(const nb::dict& from, const char* key) {
  return nb::cast<T>(from[key]);
}

inline int within(int number, int limit, const char* what) {
  if (number < 0 || number >= limit)
    throw std::invalid_argument(std::string(what) + ": " + std::to_string(number) + " is out of range");
  return number;
}

// A number below the limit, or -1 for none.
inline uint8_t optional(int number, int limit, const char* what) {
  return number < 0 ? kNone : static_cast<uint8_t>(within(number, limit, what));
}

inline uint64_t mask(const Numbers& numbers, int limit, const char* what) {
  uint64_t found = 0;
  for (const int number : numbers) found |= bit(within(number, limit, what));
  return found;
}

inline Bits section_set(const Numbers& numbers, const Board& t) {
  Bits found{};
  for (const int number : numbers) found.add(within(number, t.sections, "section"));
  return found;
}

inline bool each_once(const Numbers& pack, uint32_t wanted) {
  uint32_t found = 0;
  for (const int member : pack)
    if (member < 0 || member >= 32 || found >> member & 1)
      return false;
    else
      found |= uint32_t{1} << member;
  return found == wanted;
}

template <class Names>
constexpr int count_of(const Names& names) {
  return static_cast<int>(std::size(names));
}

// Each name's number: its place in the list.
template <class Names>
inline nb::dict numbered(const Names& names) {
  nb::dict codes;
  for (int code = 0; code < count_of(names); ++code) codes[names[code]] = code;
  return codes;
}

}  // namespace terminus
