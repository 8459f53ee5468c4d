// The ways to answer a turn as a whole: sequences of actions up to done, and the state each leads to.
//
// Where a turn is one section (Tables::plain) all of them are looked at. Where sections follow one another, only
// the best few unfinished ones are gone on with, by the value of stopping there.

#pragma once

#include <algorithm>

#include "net.hpp"

namespace terminus {

constexpr int kTurnActions = 12;  // more than any turn can hold, done included
constexpr int kBeam = 6;

struct Turn {
  float value = 0;
  int count = 0;
  Action actions[kTurnActions];
  State after;
};

// Calls visit(turn) for every turn looked at, its value and the state after it filled in.
template <class Visit>
class Turns {
 public:
  Turns(Evaluator& evaluator, Visit visit) : t_(evaluator.tables()), evaluator_(evaluator), visit_(visit) {}

  void from(const State& s) {
    Turn turn;
    if (t_.plain())
      plain(s, turn);
    else
      explore(s, turn);
  }

 private:
  struct Unfinished {
    float value;
    Action action;
  };

  void finish(const State& s, Turn& turn) {
    turn.after = s;
    finish_turn(t_, turn.after);
    turn.actions[turn.count] = kDone;
    ++turn.count;
    turn.value = evaluator_.value(turn.after);
    visit_(static_cast<const Turn&>(turn));
    --turn.count;
  }

  void plain(const State& s, Turn& turn) {
    finish(s, turn);
    moves(t_, s).sections.each([&](int section) {
      State after = s;
      apply_draw(t_, after, section);
      turn.actions[0] = static_cast<Action>(section);
      turn.count = 1;
      finish(after, turn);
      turn.count = 0;
    });
  }

  float stopping(State s) {
    finish_turn(t_, s);
    return evaluator_.value(s);
  }

  void explore(const State& s, Turn& turn) {
    Action actions[kActions];
    Unfinished open[kActions];
    int opened = 0;
    const int count = legal(t_, s, actions);
    for (int i = 0; i < count; ++i) {
      if (actions[i] == kDone) {
        finish(s, turn);
        continue;
      }
      State after = s;
      apply(t_, after, actions[i]);
      const bool closed = after.prompt_count == 0 && (!t_.powers || only_done(after));
      if (closed) {
        turn.actions[turn.count++] = actions[i];
        finish(after, turn);
        --turn.count;
      } else if (actions[i] >= kUse) {
        open[opened++] = {1e9f, actions[i]};
      } else {
        open[opened++] = {stopping(after), actions[i]};
      }
    }
    if (opened > kBeam)
      std::partial_sort(open, open + kBeam, open + opened,
                        [](const Unfinished& a, const Unfinished& b) { return a.value > b.value; });
    if (turn.count + 2 > kTurnActions) return;
    for (int i = 0; i < at_most(opened, kBeam); ++i) {
      State after = s;
      apply(t_, after, open[i].action);
      turn.actions[turn.count++] = open[i].action;
      explore(after, turn);
      --turn.count;
    }
  }

  bool only_done(const State& s) {
    const Moves found = moves(t_, s);
    return found.done && found.count() == 1;
  }

  const Tables& t_;
  Evaluator& evaluator_;
  Visit visit_;
};

template <class Visit>
inline void each_turn(Evaluator& evaluator, const State& s, Visit visit) {
  Turns<Visit>(evaluator, visit).from(s);
}

// The turn of the greatest value.
inline Turn best_turn(Evaluator& evaluator, const State& s) {
  Turn best;
  best.value = -1e9f;
  each_turn(evaluator, s, [&](const Turn& turn) {
    if (turn.value > best.value) best = turn;
  });
  return best;
}

// The same value without the turn.
inline float best_value(Evaluator& evaluator, const State& s) {
  float best = -1e9f;
  each_turn(evaluator, s, [&](const Turn& turn) { best = turn.value > best ? turn.value : best; });
  return best;
}

}  // namespace terminus
