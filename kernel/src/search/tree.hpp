// Search: replies are tried against the same decks, and the better half is tried further until one is left.
//
// A simulation turns the cards of one shuffled deck (what is left of the round; its order is known to nobody), so
// that all replies meet the same luck. It goes down the tree of what has happened before, where replies are chosen
// by their mean so far and by the evaluation's first opinion; from the first new node on the evaluation's own
// choices play the round (with an ample budget the next one too) to its end, where it judges the sheet. Without a
// learned evaluation that is the score, and a simulation plays the game to its end.

#pragma once

#include <chrono>
#include <cmath>
#include <vector>

#include "../deal.hpp"
#include "replies.hpp"

namespace terminus {

struct Shape {
  int root_width = 8, width = 5;  // replies considered, the best by evaluation
  int depth = 8;                  // turns that the tree remembers
  float explore = 3.0f;           // in points
  float temperature = 2.0f;       // of the first opinion, in points
  float weight = 10.0f;           // the first opinion counts as so many visits
};

// How long to search: simulations, or seconds if that is 0.
struct Budget {
  long simulations = 0;
  double seconds = 0;

  // With time to spare simulations go on to the end of the next round.
  bool ample() const { return simulations >= 2000 || seconds >= 0.05; }
};

// One search; a tree is good for one.
class Tree {
 public:
  explicit Tree(Evaluator& evaluator, Shape shape = {})
      : t_(evaluator.tables()), evaluator_(evaluator), shape_(shape) {}
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  // The best reply to what is asked.
  Reply search(const State& s, const Budget& budget, uint64_t seed) {
    end_ = evaluator_.learned() ? at_most(s.round + (budget.ample() ? 2 : 1), kRounds) : kRounds;
    depth_ = evaluator_.learned() ? shape_.depth : 0;  // a score now is no opinion of what a game comes to
    deck_ = seed;
    add_node(s, shape_.root_width);
    return reply(0, halved(budget));
  }

 private:
  using Clock = std::chrono::steady_clock;

  struct Node {  // the seat is to reply
    State state;
    int first, count, visits;
  };
  struct Choice {
    Action actions[kReplyActions];
    int length, links, visits;  // links: what followed, a list of Link
    float value, prior;
    double sum;
  };
  struct Link {  // what chance did after a choice
    int key, node, next;
  };

  // Sequential halving over the root's replies.
  int halved(Budget budget) {
    std::vector<int> alive;
    for (int i = 0; i < nodes_[0].count; ++i) alive.push_back(i);
    for (int phases = 0; alive.size() > 1;) {
      for (phases = 1; (size_t{1} << phases) < alive.size();) ++phases;
      try_all(alive, budget, phases);
      std::sort(alive.begin(), alive.end(), [&](int a, int b) { return mean(choices_[a]) > mean(choices_[b]); });
      alive.resize((alive.size() + 1) / 2);
    }
    return alive[0];
  }

  // Spends the first of so many equal parts of the budget, one deck at least.
  void try_all(const std::vector<int>& alive, Budget& budget, int phases) {
    const Clock::time_point begin = Clock::now();
    const long each = 1 + budget.simulations / (phases * static_cast<long>(alive.size()));
    const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    for (long k = 0; k == 0 || (budget.simulations ? k < each : passed() < budget.seconds / phases); ++k) {
      const uint64_t deck = splitmix(deck_);
      for (const int choice : alive) simulate(choice, deck);
    }
    if (budget.simulations)  // never down to 0, which would mean seconds
      budget.simulations = std::max(1L, budget.simulations - each * static_cast<long>(alive.size()));
    budget.seconds -= passed();
  }

  int add_node(const State& s, int width) {
    found_.clear();
    each_reply(evaluator_, s, [&](const Reply& reply) { found_.push_back(reply); });
    const int count = at_most(static_cast<int>(found_.size()), width), node = static_cast<int>(nodes_.size());
    std::partial_sort(found_.begin(), found_.begin() + count, found_.end(),
                      [](const Reply& a, const Reply& b) { return a.value > b.value; });
    nodes_.push_back({s, static_cast<int>(choices_.size()), count, 0});
    const auto weight = [&](int i) { return std::exp((found_[i].value - found_[0].value) / shape_.temperature); };
    float sum = 0;
    for (int i = 0; i < count; ++i) sum += weight(i);
    for (int i = 0; i < count; ++i) {
      Choice choice{{}, found_[i].count, -1, 0, found_[i].value, weight(i) / sum, 0};
      std::copy(found_[i].actions, found_[i].actions + found_[i].count, choice.actions);
      choices_.push_back(choice);
    }
    return node;
  }

  double mean(const Choice& choice) const {
    return (shape_.weight * choice.value + choice.sum) / (shape_.weight + choice.visits);
  }

  int select(int node) {
    const int first = nodes_[node].first, count = nodes_[node].count;
    const double reach = shape_.explore * std::sqrt(static_cast<double>(++nodes_[node].visits));
    int best = first;
    double best_score = -1e9;
    for (int i = first; i < first + count; ++i) {
      const double score = mean(choices_[i]) + reach * choices_[i].prior / (1 + choices_[i].visits);
      if (score > best_score) best = i, best_score = score;
    }
    return best;
  }

  void simulate(int choice, uint64_t deck) {
    Rng rng(deck);
    path_.clear();
    double value = 0;
    for (int node = 0, depth = 0;; ++depth) {
      path_.push_back(choice);
      const Reply replied = reply(node, choice);
      value = choices_[choice].value;
      State s = replied.after;
      if (s.round >= end_) break;
      const uint32_t before = s.remaining;
      while (s.done) random_chance(t_, s, rng);
      node = depth < depth_ ? follow(choice, s, before) : -1;
      if (node < 0) {
        value = played_on(s, rng);
        break;
      }
      choice = select(node);
    }
    for (const int passed : path_) choices_[passed].sum += value, ++choices_[passed].visits;
  }

  // The node that chance has led to; -1 the first time, when it is made.
  int follow(int choice, const State& s, uint32_t before) {
    const int key = lowest(before & ~s.remaining & ~t_.switch_card) + s.switched * 16 + opening_number(s) * 32;
    for (int link = choices_[choice].links; link >= 0; link = links_[link].next)
      if (links_[link].key == key) return links_[link].node;
    if (nodes_.size() >= kMostNodes) return -1;
    links_.push_back({key, add_node(s, shape_.width), choices_[choice].links});
    choices_[choice].links = static_cast<int>(links_.size()) - 1;
    return -1;
  }

  // What the evaluation's own choices come to.
  double played_on(State s, Rng& rng) {
    for (;;) {
      while (s.done) random_chance(t_, s, rng);
      const Reply reply = best_reply(evaluator_, s);
      s = reply.after;
      if (s.round >= end_) return reply.value;
    }
  }

  Reply reply(int node, int number) const {
    const Choice& choice = choices_[number];
    Reply reply;
    reply.value = static_cast<float>(mean(choice));
    reply.after = nodes_[node].state;
    for (; reply.count < choice.length; ++reply.count) {
      reply.actions[reply.count] = choice.actions[reply.count];
      apply(t_, reply.after, choice.actions[reply.count]);
    }
    return reply;
  }

  static constexpr size_t kMostNodes = 300000;  // some 300 MB; what comes after is played but not remembered
  const Tables& t_;
  Evaluator& evaluator_;
  Shape shape_;
  int end_ = 0, depth_ = 0;
  uint64_t deck_ = 0;
  std::vector<Node> nodes_;
  std::vector<Choice> choices_;
  std::vector<Link> links_;
  std::vector<Reply> found_;
  std::vector<int> path_;
};

}  // namespace terminus
