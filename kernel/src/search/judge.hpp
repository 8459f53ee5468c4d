// What states, replies and cards are worth, for whoever looks at a game afterwards.
//
// A value depends on the state alone, whoever asks and whatever was judged before, and every reply is looked at. So
//   score = par + luck - lost + drift
// where par is the worth of a state, luck that of each flip after it, lost what each reply is short of the best one,
// and drift how the worth after a reply differs from its value.

#pragma once

#include <vector>

#include "../answers.hpp"
#include "expect.hpp"

namespace terminus {

struct Judged {
  Path actions;
  double value;
};

class Judge {
 public:
  Judge(const Tables& t, const Net* net) : t_(t), net_(net) {}

  // What the evaluation says of a state in which nothing is asked: the score now, and if anything was learned what is
  // still to come.
  double value(const State& s) const {
    const double now = total(t_, s);
    if (s.over() || !net_) return now;
    return now + static_cast<double>(kScale * summed_up(net_->layers[net_->part(s)], features(t_, s)));
  }

  // Every reply to what is asked, in the order of `legal`.
  std::vector<Judged> replies(const State& s) const {
    std::vector<Judged> found;
    each_answer(t_, s, [&](const State& after, const Path& path) { found.push_back({path, value(after)}); });
    return found;
  }

  // What a state in which nothing is asked is worth: the best replies, on the mean of all that may come next.
  double worth(const State& s) const {
    if (s.over()) return total(t_, s);
    return mean_of_chances(t_, s, [&](const State& next) { return outlook(next); });
  }

  // How much better what came is than the mean of all that might have come.
  double luck(const State& s, const Chance& came) const {
    State next = s;
    take_chance(t_, next, came);
    return outlook(next) - worth(s);
  }

 private:
  // Right after chance had its turn: a seat is asked, or the round was opened and a card comes next.
  double outlook(const State& s) const {
    if (s.done) return worth(s);
    double best = -1e9;
    each_answer(t_, s, [&](const State& after, const Path&) { best = std::max(best, value(after)); });
    return best;
  }

  const Tables& t_;
  const Net* net_;
};

}  // namespace terminus
