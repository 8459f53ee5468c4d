// What known cards allow: a game found by beams over all that they turn up.
//
// Lines on a sheet hardly ask which of them came first, so the rounds are also searched in other orders than they were
// played in: each finds other games. Then rounds of the best games are drawn anew, one or two at a time and as
// if they were the last ones, with the lines of the others in place, until that brings nothing more. Whatever is found
// is played in the right order before it counts, so it is a lower bound; nothing says that there is no better game.

#pragma once

#include "beam.hpp"

namespace terminus {

constexpr size_t kImproved = 6;     // games whose rounds are drawn anew, the best
constexpr size_t kAsPlayed = 8;     // so many times as many sheets are gone on with in the order of play
constexpr size_t kInOneOrder = 32;  // and where there is no other

struct Found {
  int total = 0;
  Paths replies;  // one to each turn
};

class FaceUp {
 public:
  // So many sheets of each turn are gone on with, in each order of the rounds.
  FaceUp(const Tables& t, const Net* net, size_t width) : t_(t), evaluator_(t, net), width_(width) {}

  // `turned` is all that is turned up from here on, in its order: what opens rounds, and the cards of each turn.
  Found search(const State& start, const std::vector<std::vector<int>>& turned) {
    start_ = start;
    if (read(turned)) return best_of_orders();
    const Order order = kAsTheyCame;
    Game game;
    beam(game, order, 0, kInOneOrder * width_);
    return found(game);
  }

 private:
  struct Order {
    int round[kRounds];
  };
  static constexpr Order kAsTheyCame{{0, 1, 2, 3}};
  static_assert(kRounds == 4);

  struct Game {
    int total = 0;
    Paths lines[kRounds];
    bool operator==(const Game& other) const { return std::equal(lines, lines + kRounds, other.lines); }
  };
  struct Round {
    std::vector<Chance> turned;
    int turns = 0;
  };

  // Whoever passes is turned up the same. Only the rounds of a whole game can be put in another order.
  bool read(const std::vector<std::vector<int>>& turned) {
    State s = start_;
    for (const std::vector<int>& what : turned) {
      if (s.over()) throw std::invalid_argument("nothing is turned up when the game is over");
      Round& round = rounds_[s.round];
      round.turned.push_back(possible_chance(t_, s, what));
      take_chance(t_, s, round.turned.back());
      if (s.done) continue;
      ++round.turns;
      apply(t_, s, kDone);
    }
    return s.over() && !start_.round && !start_.turn;
  }

  Found best_of_orders() {
    std::vector<Game> games;
    Order order = kAsTheyCame;
    do {
      Game game;
      const bool first = games.empty();
      if (beam(game, order, 0, first ? kAsPlayed * width_ : width_) &&
          std::find(games.begin(), games.end(), game) == games.end())
        games.push_back(game);
    } while (std::next_permutation(order.round, order.round + kRounds));
    const auto more = [](const Game& a, const Game& b) { return a.total > b.total; };
    std::stable_sort(games.begin(), games.end(), more);
    if (games.size() > kImproved) games.resize(kImproved);
    for (Game& game : games) improve(game);
    return found(*std::min_element(games.begin(), games.end(), more));
  }

  // Draws one round anew, and two where that brings nothing, for as long as it brings something.
  void improve(Game& game) {
    while (redraw(game, 1) || redraw(game, 2)) {
    }
  }

  // Whether drawing so many of the rounds anew, any and in any order, brought more.
  bool redraw(Game& game, int count) {
    const int before = game.total;
    Order order = kAsTheyCame;
    do {
      if (!std::is_sorted(order.round, order.round + kRounds - count)) continue;  // these stay as they are
      Game other = game;
      if (beam(other, order, kRounds - count, width_ / 2 + 1) && other.total > game.total) game = other;
    } while (std::next_permutation(order.round, order.round + kRounds));
    return game.total > before;
  }

  // The best lines found for the rounds from `kept` on in this order. False if the game cannot be played like that.
  bool beam(Game& game, const Order& order, int kept, size_t width) {
    State s = start_;
    for (int i = 0; i < kRounds; ++i) s.pencils[i] = start_.pencils[order.round[i]];
    if (!s.turn && !s.over()) take_pencil(s, s.pencils[s.round]);
    std::vector<Chance> turned;
    for (int i = 0; i < kRounds; ++i) {
      const Round& round = rounds_[order.round[i]];
      if (i >= kept)
        turned.insert(turned.end(), round.turned.begin(), round.turned.end());
      else if (!play(s, round, game.lines[order.round[i]]))
        return false;
    }
    const Paths replies = Beam(evaluator_, width).search(s, turned);
    auto next = replies.begin();
    for (int i = kept; i < kRounds; ++i) {
      const int round = order.round[i];
      game.lines[round].assign(next, next + rounds_[round].turns);
      next += rounds_[round].turns;
    }
    return played(game);
  }

  // Plays the game as it was dealt.
  bool played(Game& game) const {
    State s = start_;
    for (int round = 0; round < kRounds; ++round)
      if (!play(s, rounds_[round], game.lines[round])) return false;
    game.total = total(t_, s);
    return true;
  }

  bool play(State& s, const Round& round, const Paths& replies) const {
    auto reply = replies.begin();
    for (const Chance& chance : round.turned) {
      take_chance(t_, s, chance);
      if (!s.done && !answer(s, *reply++)) return false;
    }
    return true;
  }

  bool answer(State& s, const Path& reply) const {
    for (const Action action : reply) {
      Action actions[kActions];
      const Action* end = actions + legal(t_, s, actions);
      if (std::find<const Action*>(actions, end, action) == end) return false;
      apply(t_, s, action);
    }
    return s.done;
  }

  static Found found(const Game& game) {
    Found found{game.total, {}};
    for (const Paths& line : game.lines) found.replies.insert(found.replies.end(), line.begin(), line.end());
    return found;
  }

  const Tables& t_;
  Evaluator evaluator_;
  size_t width_;
  State start_{};
  Round rounds_[kRounds];
};

}  // namespace terminus
