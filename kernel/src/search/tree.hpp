// Search: replies are tried against the same decks, and the better half is tried further until one is left.
//
// A simulation turns the cards of one shuffled deck (what is left of the round; its order is known to nobody), so
// that all replies meet the same luck. It goes down the tree of what has happened before, where replies are chosen
// by their mean so far and by the evaluation's first opinion; from the first new node on the evaluation's own
// choices play the round to its end, where it judges the sheet.

#pragma once

#include <chrono>
#include <cmath>
#include <vector>

#include "replies.hpp"

namespace terminus {

struct Shape {
  int root_width = 8, width = 5;  // replies considered, the best by evaluation
  int rounds = 1;                 // a simulation ends with this round, or so many later
  int depth = 8;                  // turns that the tree remembers
  float explore = 3.0f;           // in points
  float temperature = 2.0f;       // of the first opinion, in points
  float weight = 2.0f;            // the first opinion counts as so many visits
};

class Tree {
 public:
  Tree(const Tables& t, const Net& net, Shape shape = {}) : t_(t), evaluator_(t, net), shape_(shape) {}

  // The best reply to what is asked, after about so many simulations.
  Reply search(const State& s, int simulations, uint64_t seed) {
    nodes_.clear();
    choices_.clear();
    links_.clear();
    end_ = at_most(s.round + shape_.rounds, kRounds);
    add_node(s, shape_.root_width, -1, 0);
    halve(simulations, seed);
    return picked();
  }

  size_t nodes() const { return nodes_.size(); }

 private:
  struct Node {  // the seat is to reply
    State state;
    int first, count, visits;
  };
  struct Choice {
    Action actions[kReplyActions];
    int8_t length;
    int links, visits;  // what followed: a list of Link
    float value, prior;
    double sum;
  };
  struct Link {  // these cards were turned after a choice
    uint8_t first, second;
    int node, next;
  };

  void halve(int simulations, uint64_t seed) {
    std::vector<int> alive;
    for (int i = 0; i < nodes_[0].count; ++i) alive.push_back(i);
    int phases = 0;
    while ((1 << phases) < nodes_[0].count) ++phases;
    uint64_t deck = seed;
    for (; alive.size() > 1; --phases) {
      const int each = 1 + simulations / (phases * static_cast<int>(alive.size()));
      for (int k = 0; k < each; ++k, deck += 0x9E3779B97F4A7C15u)
        for (const int i : alive) simulate(i, deck), --simulations;
      const auto better = [&](int a, int b) { return mean(choices_[a]) > mean(choices_[b]); };
      std::sort(alive.begin(), alive.end(), better);
      alive.resize((alive.size() + 1) / 2);
    }
    best_ = alive[0];
  }

  int add_node(const State& s, int width, int choice, int link) {
    found_.clear();
    each_reply(evaluator_, s, [&](const Reply& reply) { found_.push_back(reply); });
    const int count = at_most(static_cast<int>(found_.size()), width);
    std::partial_sort(found_.begin(), found_.begin() + count, found_.end(),
                      [](const Reply& a, const Reply& b) { return a.value > b.value; });
    const int node = static_cast<int>(nodes_.size());
    const float best = found_[0].value;
    nodes_.push_back({s, static_cast<int>(choices_.size()), count, 0});
    float sum = 0;
    for (int i = 0; i < count; ++i) sum += std::exp((found_[i].value - best) / shape_.temperature);
    for (int i = 0; i < count; ++i) {
      Choice choice;
      for (int k = 0; k < found_[i].count; ++k) choice.actions[k] = found_[i].actions[k];
      choice.length = static_cast<int8_t>(found_[i].count);
      choice.links = -1;
      choice.visits = 0;
      choice.value = found_[i].value;
      choice.prior = std::exp((found_[i].value - best) / shape_.temperature) / sum;
      choice.sum = 0;
      choices_.push_back(choice);
    }
    (void)choice, (void)link;
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
    int node = 0;
    double value = 0;
    for (int depth = 0;; ++depth) {
      path_.push_back(choice);
      State s = nodes_[node].state;
      for (int k = 0; k < choices_[choice].length; ++k) apply(t_, s, choices_[choice].actions[k]);
      value = choices_[choice].value;
      if (s.round >= end_) break;
      const uint32_t before = s.remaining;
      while (s.done) random_chance(t_, s, rng);
      const int next = depth < shape_.depth ? follow(choice, s, before) : -1;
      if (next < 0) {
        value = played_on(s, rng);
        break;
      }
      node = next;
      choice = select(node);
    }
    for (const int passed : path_) choices_[passed].sum += value, ++choices_[passed].visits;
  }

  // The node that these cards lead to; -1 the first time, when it is made.
  int follow(int choice, const State& s, uint32_t before) {
    const uint8_t first = static_cast<uint8_t>(lowest(before & ~s.remaining));
    const uint8_t second = s.switched;
    for (int link = choices_[choice].links; link >= 0; link = links_[link].next)
      if (links_[link].first == first && links_[link].second == second) return links_[link].node;
    const int node = add_node(s, shape_.width, choice, 0);
    links_.push_back({first, second, node, choices_[choice].links});
    choices_[choice].links = static_cast<int>(links_.size()) - 1;
    return -1;
  }

  // What the evaluation's own choices come to at the end of the round.
  double played_on(State s, Rng& rng) {
    float value = 0;
    for (;;) {
      while (s.done) random_chance(t_, s, rng);
      const Reply reply = best_reply(evaluator_, s);
      s = reply.after;
      value = reply.value;
      if (s.round >= end_) return value;
    }
  }

  Reply picked() {
    const Choice& choice = choices_[best_];
    Reply reply;
    reply.count = choice.length;
    reply.value = static_cast<float>(mean(choice));
    reply.after = nodes_[0].state;
    for (int k = 0; k < reply.count; ++k) {
      reply.actions[k] = choice.actions[k];
      apply(t_, reply.after, reply.actions[k]);
    }
    return reply;
  }

  const Tables& t_;
  Evaluator evaluator_;
  Shape shape_;
  int end_ = 0, best_ = 0;
  std::vector<Node> nodes_;
  std::vector<Choice> choices_;
  std::vector<Link> links_;
  std::vector<Reply> found_;
  std::vector<int> path_;
};

}  // namespace terminus
