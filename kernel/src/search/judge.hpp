// What states, replies and cards are worth, for whoever looks at a game afterwards.
//
// A value depends on the state alone, whoever asks and whatever was judged before, and every reply is looked at. So
//   score = par + luck - lost + drift
// where par is the worth of a state, luck that of each flip after it, lost what each reply is short of the best one,
// and drift how the worth after a reply differs from its value.

#pragma once

#include <vector>

#include "../answers.hpp"
#include "../dealt.hpp"
#include "expect.hpp"

namespace terminus {

struct Judged {
  Path actions;
  double value;
};

class Judge {
 public:
  // `depth` flips are looked at to say what a state is worth, one less to say what a reply is.
  Judge(const Tables& t, const Net* net, int depth) : t_(t), net_(net), depth_(depth) {}

  // What is said of a state in which nothing is asked: at depth 1 by the evaluation, that is the score now and if
  // anything was learned what is still to come.
  double value(const State& s) const { return value(s, depth_); }

  // Every reply to what is asked, in the order of `legal`.
  std::vector<Judged> replies(const State& s) const {
    std::vector<Judged> found;
    each_answer(t_, s, [&](const State& after, const Path& path) { found.push_back({path, value(after)}); });
    return found;
  }

  // What a state in which nothing is asked is worth: the best replies, on the mean of all that may come next.
  double worth(const State& s) const { return worth(s, depth_); }

  // How much better what came is than the mean of all that might have come.
  double luck(const State& s, const Chance& came) const {
    State next = s;
    take_chance(t_, next, came);
    return luck(Turned{s, next});
  }

  // That of a whole game, flip by flip.
  double luck(const Trail& trail) const {
    double sum = 0;
    for (const Turned& turned : trail) sum += luck(turned);
    return sum;
  }

 private:
  double luck(const Turned& turned) const { return outlook(turned.after, depth_) - worth(turned.before); }

  double value(const State& s, int depth) const {
    if (depth > 1) return worth(s, depth - 1);
    const double now = total(t_, s);
    if (s.over() || !net_) return now;
    return now + static_cast<double>(kScale * summed_up(net_->layers[net_->part(s)], features(t_, s)));
  }

  double worth(const State& s, int depth) const {
    if (s.over()) return total(t_, s);
    return mean_of_chances(t_, s, [&](const State& next) { return outlook(next, depth); });
  }

  // Right after chance had its turn: a seat is asked, or the round was opened and a card comes next.
  double outlook(const State& s, int depth) const {
    if (s.done) return worth(s, depth);
    double best = -1e9;
    each_answer(t_, s, [&](const State& after, const Path&) { best = std::max(best, value(after, depth)); });
    return best;
  }

  const Tables& t_;
  const Net* net_;
  int depth_;
};

}  // namespace terminus
