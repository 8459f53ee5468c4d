// Counting, as terminus.rules.perft does it: ways to answer some turns, and different sheets they end in.

#pragma once

#include <array>
#include <map>
#include <vector>

#include "answers.hpp"

namespace terminus {

struct Turn {
  int symbols;
  bool joker, switched;
};

inline State asked(const Tables& t, State s, int number, const Turn& turn) {
  ask(t, s, number, turn.symbols, turn.joker, turn.switched);
  return s;
}

inline uint64_t ways(const Tables& t, const State& s, const std::vector<Turn>& turns, size_t from = 0) {
  if (from == turns.size()) return 1;
  uint64_t count = 0;
  each_answer(t, asked(t, s, static_cast<int>(from) + 1, turns[from]),
              [&](const State& after, const Path&) { count += ways(t, after, turns, from + 1); });
  return count;
}

using Ink = std::array<uint64_t, kWords + 2>;

inline Ink ink_of(const State& s) {
  const Line& line = s.line();
  return {line.sections.w[0], line.sections.w[1], line.sections.w[2], line.circled, line.doubled};
}

inline uint64_t sheets(const Tables& t, const State& s, const std::vector<Turn>& turns) {
  std::map<std::pair<Ink, bool>, State> reached{{{ink_of(s), noted(s)}, s}};
  for (size_t i = 0; i < turns.size(); ++i) {
    std::map<std::pair<Ink, bool>, State> next;
    const auto keep = [&](const State& after, const Path&) {
      next.insert_or_assign({ink_of(after), noted(after)}, after);
    };
    for (const auto& entry : reached) each_answer(t, asked(t, entry.second, static_cast<int>(i) + 1, turns[i]), keep);
    reached.swap(next);
  }
  std::map<Ink, bool> different;
  for (const auto& entry : reached) different[entry.first.first] = true;
  return different.size();
}

}  // namespace terminus
