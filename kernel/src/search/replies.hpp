// The ways to answer a turn as a whole: sequences of actions up to done, and the state each leads to.
//
// Where a turn is one section (Tables::plain) all of them are looked at. Where sections follow one another, only
// the best few unfinished ones are gone on with, by the value of stopping there.

#pragma once

#include <algorithm>

#include "../apply.hpp"
#include "net.hpp"

namespace terminus {

constexpr int kReplyActions = 16;  // more than any turn can hold, done included
constexpr int kBeam = 6;

struct Reply {
  float value = 0;
  int count = 0;
  Action actions[kReplyActions];
  State after;
};

// Calls visit(reply) for every reply looked at, its value and the state after it filled in.
template <class Visit>
class Replies {
 public:
  Replies(Evaluator& evaluator, Visit visit) : t_(evaluator.tables()), evaluator_(evaluator), visit_(visit) {}

  void from(const State& s) {
    if (t_.plain())
      plain(s);
    else
      explore(s);
  }

 private:
  struct Unfinished {
    float value;
    Action action;
  };

  void plain(const State& s) {
    finish(s);
    moves(t_, s).sections.each(
        [&](int section) { play(s, static_cast<Action>(section), [&](const State& after) { finish(after); }); });
  }

  void explore(const State& s) {
    Action actions[kActions];
    Unfinished open[kActions];
    const int count = legal(t_, s, actions);
    int opened = 0;
    for (int i = 0; i < count; ++i) {
      if (actions[i] == kDone)
        finish(s);
      else
        play(s, actions[i], [&](const State& after) {
          if (nothing_left(after))
            finish(after);
          else
            open[opened++] = {stopping(after, actions[i]), actions[i]};
        });
    }
    const int kept = reply_.count + 2 < kReplyActions ? at_most(opened, kBeam) : 0;
    if (kept < opened)
      std::partial_sort(open, open + kept, open + opened,
                        [](const Unfinished& a, const Unfinished& b) { return a.value > b.value; });
    for (int i = 0; i < kept; ++i) play(s, open[i].action, [&](const State& after) { explore(after); });
  }

  template <class Then>
  void play(const State& s, Action action, Then then) {
    State after = s;
    apply(t_, after, action);
    reply_.actions[reply_.count++] = action;
    then(after);
    --reply_.count;
  }

  void finish(const State& s) {
    reply_.after = s;
    finish_turn(t_, reply_.after);
    reply_.actions[reply_.count++] = kDone;
    reply_.value = evaluator_.value(reply_.after);
    visit_(static_cast<const Reply&>(reply_));
    --reply_.count;
  }

  // What is used or skipped shows its worth only in what follows, so these are always gone on with.
  float stopping(State s, Action action) {
    if (action >= kUse) return 1e9f;
    finish_turn(t_, s);
    return evaluator_.value(s);
  }

  bool nothing_left(const State& s) const {
    if (s.prompt_count) return false;
    if (!t_.offers()) return true;
    const Moves found = moves(t_, s);
    return found.done && found.count() == 1;
  }

  const Tables& t_;
  Evaluator& evaluator_;
  Visit visit_;
  Reply reply_;
};

template <class Visit>
inline void each_reply(Evaluator& evaluator, const State& s, Visit visit) {
  Replies<Visit>(evaluator, visit).from(s);
}

// The reply of the greatest value.
inline Reply best_reply(Evaluator& evaluator, const State& s) {
  Reply best;
  best.value = -1e9f;
  each_reply(evaluator, s, [&](const Reply& reply) {
    if (reply.value > best.value) best = reply;
  });
  return best;
}

// The same value without the reply.
inline float best_value(Evaluator& evaluator, const State& s) {
  float best = -1e9f;
  each_reply(evaluator, s, [&](const Reply& reply) { best = std::max(best, reply.value); });
  return best;
}

}  // namespace terminus
