// Every way to answer what a seat is asked, to the end of its turn.

#pragma once

#include <vector>

#include "apply.hpp"

namespace terminus {

using Path = std::vector<Action>;

// Calls visit(after, path) for each in the order of `legal`: the state it leads to, and the actions on the way.
template <class Visit>
inline void each_answer(const Tables& t, const State& s, Path& path, Visit& visit) {
  Action actions[kActions];
  const int count = legal(t, s, actions);
  for (int i = 0; i < count; ++i) {
    State after = s;
    apply(t, after, actions[i]);
    path.push_back(actions[i]);
    if (after.done)
      visit(static_cast<const State&>(after), static_cast<const Path&>(path));
    else
      each_answer(t, after, path, visit);
    path.pop_back();
  }
}

template <class Visit>
inline void each_answer(const Tables& t, const State& s, Visit visit) {
  Path path;
  each_answer(t, s, path, visit);
}

}  // namespace terminus
