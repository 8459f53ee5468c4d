// The ways to answer a turn as a whole: sequences of actions up to done, and the state each leads to.
//
// Where a turn is one section (Tables::plain) all of them are looked at. Where sections follow one another, only
// the best few unfinished ones are gone on with, by the value of stopping there.

#pragma once

#include <algorithm>

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

// Calls visit(turn) for every turn looked at, its value and the state after it filled in.
template <class Visit>
class Replies {
 public:
  Replies(Evaluator& evaluator, Visit visit) : t_(evaluator.tables()), evaluator_(evaluator), visit_(visit) {}

  void from(const State& s) {
    Reply reply;
    if (t_.plain())
      plain(s, reply);
    else
      explore(s, reply);
  }

 private:
  struct Unfinished {
    float value;
    Action action;
  };

  void finish(const State& s, Reply& reply) {
    reply.after = s;
    finish_turn(t_, reply.after);
    reply.actions[reply.count] = kDone;
    ++reply.count;
    reply.value = evaluator_.value(reply.after);
    visit_(static_cast<const Reply&>(reply));
    --reply.count;
  }

  void plain(const State& s, Reply& reply) {
    finish(s, reply);
    moves(t_, s).sections.each([&](int section) {
      State after = s;
      apply_draw(t_, after, section);
      reply.actions[0] = static_cast<Action>(section);
      reply.count = 1;
      finish(after, reply);
      reply.count = 0;
    });
  }

  float stopping(State s) {
    finish_turn(t_, s);
    return evaluator_.value(s);
  }

  void explore(const State& s, Reply& reply) {
    Action actions[kActions];
    Unfinished open[kActions];
    int opened = 0;
    const int count = legal(t_, s, actions);
    for (int i = 0; i < count; ++i) {
      if (actions[i] == kDone) {
        finish(s, reply);
        continue;
      }
      State after = s;
      apply(t_, after, actions[i]);
      const bool closed = after.prompt_count == 0 && (!t_.powers || only_done(after));
      if (closed) {
        reply.actions[reply.count++] = actions[i];
        finish(after, reply);
        --reply.count;
      } else if (actions[i] >= kUse) {
        open[opened++] = {1e9f, actions[i]};
      } else {
        open[opened++] = {stopping(after), actions[i]};
      }
    }
    if (opened > kBeam)
      std::partial_sort(open, open + kBeam, open + opened,
                        [](const Unfinished& a, const Unfinished& b) { return a.value > b.value; });
    if (reply.count + 2 > kReplyActions) return;
    for (int i = 0; i < at_most(opened, kBeam); ++i) {
      State after = s;
      apply(t_, after, open[i].action);
      reply.actions[reply.count++] = open[i].action;
      explore(after, reply);
      --reply.count;
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
inline void each_reply(Evaluator& evaluator, const State& s, Visit visit) {
  Replies<Visit>(evaluator, visit).from(s);
}

// The turn of the greatest value.
inline Reply best_reply(Evaluator& evaluator, const State& s) {
  Reply best;
  best.value = -1e9f;
  each_reply(evaluator, s, [&](const Reply& reply) {
    if (reply.value > best.value) best = reply;
  });
  return best;
}

// The same value without the turn.
inline float best_value(Evaluator& evaluator, const State& s) {
  float best = -1e9f;
  each_reply(evaluator, s, [&](const Reply& reply) { best = reply.value > best ? reply.value : best; });
  return best;
}

}  // namespace terminus
