// The bots as Python sees them: Net (weights), Mind (who replies) and Learner. Described in _native.pyi.

#include "bind.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>

#include "../dealt.hpp"
#include "learn.hpp"
#include "mind.hpp"

namespace nb = nanobind;
using namespace terminus;

namespace {

Method method_named(const std::string& name) {
  if (name == "learned") return Method::kLearned;
  if (name == "lookahead") return Method::kLookahead;
  if (name == "mcts") return Method::kSearch;
  throw std::invalid_argument("there is no method «" + name + "»; there are learned, lookahead and mcts");
}

// From the bytes of the float32 parameters of each part.
void make_net(Net* net, const std::vector<nb::bytes>& parts) {
  if (parts.size() != kRounds && parts.size() != kParts)
    throw std::invalid_argument("a net has layers for each round, or for each round, pencil and beginning");
  for (const nb::bytes& layers : parts)
    if (layers.size() != sizeof(Layers)) throw std::invalid_argument("these layers are of another size");
  new (net) Net;
  net->layers.resize(parts.size());
  for (size_t i = 0; i < parts.size(); ++i) std::memcpy(&net->layers[i], parts[i].c_str(), sizeof(Layers));
}

// The parameters of a part, from rows kept as bytes with a scale each, and all behind them as float32.
nb::bytes expand(const std::vector<int>& rows, const std::vector<float>& scales, const nb::bytes& weights,
                 const std::vector<float>& rest) {
  const bool fits = scales.size() == rows.size() && weights.size() == rows.size() * kHidden &&
                    rest.size() == static_cast<size_t>(kParameters - kFeatures * kHidden);
  if (!fits) throw std::invalid_argument("these layers are of another size");
  const auto layers = std::make_unique<Layers>();
  const auto* from = reinterpret_cast<const int8_t*>(weights.c_str());
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] < 0 || rows[i] >= kFeatures) throw std::invalid_argument("there is no such row");
    for (int k = 0; k < kHidden; ++k) layers->rows[rows[i]][k] = scales[i] * from[i * kHidden + k];
  }
  std::copy(rest.begin(), rest.end(), reinterpret_cast<float*>(layers.get()) + kFeatures * kHidden);
  return nb::bytes(reinterpret_cast<const char*>(layers.get()), sizeof(Layers));
}

std::vector<nb::bytes> layers_of(const Net& net) {
  std::vector<nb::bytes> out;
  for (const Layers& layers : net.layers) out.emplace_back(reinterpret_cast<const char*>(&layers), sizeof(Layers));
  return out;
}

using Course = std::vector<double> (Learner::*)(const std::vector<const Tables*>&, int, const Schedule&);

template <Course course>
std::vector<double> follow(Learner& learner, const std::vector<const Tables*>& rulesets, int games, float rate,
                           float trace, float explore, float astray) {
  const nb::gil_scoped_release released;
  return (learner.*course)(rulesets, games, {rate, trace, explore, astray});
}

void check_asked(const State& s) {
  if (s.over()) throw std::invalid_argument("nothing is asked: the game is over");
  if (s.done) throw std::invalid_argument("nothing is asked now");
}

// States are taken by value: while a mind thinks, other threads may go on with theirs.
std::vector<int> reply_of(const Mind& mind, State s, uint64_t seed) {
  check_asked(s);
  const nb::gil_scoped_release released;
  const Reply reply = mind.reply(s, seed);
  return {reply.actions, reply.actions + reply.count};
}

void check_between_turns(const State& s) {
  if (!s.done) throw std::invalid_argument("a reply is asked; a state has its worth between turns");
}

Judge judge_of(const Mind& mind, int depth) {
  if (depth < 1) throw std::invalid_argument("a depth is of 1 flip at least");
  return mind.judge(depth);
}

std::vector<std::pair<std::vector<int>, double>> replies_of(const Mind& mind, State s, int depth) {
  check_asked(s);
  const Judge judge = judge_of(mind, depth);
  std::vector<Judged> found;
  {
    const nb::gil_scoped_release released;
    found = judge.replies(s);
  }
  std::vector<std::pair<std::vector<int>, double>> out;
  for (const Judged& reply : found)
    out.emplace_back(std::vector<int>(reply.actions.begin(), reply.actions.end()), reply.value);
  return out;
}

double value_of(const Mind& mind, State s, int depth) {
  check_between_turns(s);
  const Judge judge = judge_of(mind, depth);
  const nb::gil_scoped_release released;
  return judge.value(s);
}

double worth_of(const Mind& mind, State s, int depth) {
  check_between_turns(s);
  const Judge judge = judge_of(mind, depth);
  const nb::gil_scoped_release released;
  return judge.worth(s);
}

// What came is as Tables.chances lists it: one card or two, or what opens the round.
double luck_of(const Mind& mind, State s, const std::vector<int>& came, int depth) {
  check_between_turns(s);
  const Judge judge = judge_of(mind, depth);
  const Chance chance = possible_chance(mind.tables(), s, came);
  const nb::gil_scoped_release released;
  return judge.luck(s, chance);
}

std::vector<double> lucks_of(const Mind& mind, const Trails& trails, int depth) {
  const Judge judge = judge_of(mind, depth);
  const nb::gil_scoped_release released;
  std::vector<double> lucks;
  for (const Trail& trail : trails.games) lucks.push_back(judge.luck(trail));
  return lucks;
}

// What each scoring rule gives at the end of games played on from a state, one row a game.
std::vector<std::vector<int>> play_on(const Mind& mind, State s, int games, uint64_t seed) {
  check_between_turns(s);
  const nb::gil_scoped_release released;
  std::vector<std::vector<int>> rows;
  for (int game = 0; game < games; ++game) {
    std::vector<int> row(mind.tables().scoring.size());
    for (const Item& item : items(mind.tables(), mind.play_on(s, seed + game))) row[item.rule] += item.value;
    rows.push_back(row);
  }
  return rows;
}

std::pair<int, std::vector<std::vector<int>>> face_up(const Mind& mind, State s,
                                                      const std::vector<std::vector<int>>& turned, int width) {
  check_between_turns(s);
  if (width < 1) throw std::invalid_argument("a search goes on with 1 sheet at least");
  const nb::gil_scoped_release released;
  const Found found = mind.face_up(s, turned, static_cast<size_t>(width));
  std::vector<std::vector<int>> replies;
  for (const Path& reply : found.replies) replies.emplace_back(reply.begin(), reply.end());
  return {found.total, std::move(replies)};
}

std::vector<int> play_deals(const Mind& mind, const std::vector<State>& states,
                            const std::vector<std::vector<std::vector<int>>>& packs, const std::vector<uint64_t>& seeds,
                            Trails* trails) {
  return play_dealt(mind.tables(), states, packs, seeds, trails,
                    [&](State& s, Rng& rng) { s = mind.reply(s, rng.next()).after; });
}

void make_mind(Mind* mind, const Tables& t, const Net* net, const std::string& name, int flips, long simulations,
               double seconds) {
  const Method method = method_named(name);
  if (method == Method::kLearned && !net) throw std::invalid_argument("there is no learned evaluation to play by");
  if (method == Method::kLookahead && flips < 1) throw std::invalid_argument("a lookahead is of 1 flip at least");
  if (method == Method::kSearch && simulations < 1 && !(seconds > 0))
    throw std::invalid_argument("a search needs a budget: simulations or seconds");
  new (mind) Mind(t, net, method, flips, Budget{simulations > 0 ? simulations : 0, seconds});
}

}  // namespace

void bind_search(nb::module_& module) {
  module.attr("net_format") = kNetFormat;
  module.attr("net_rows") = std::vector<int>{kFeatures, kHidden};
  module.def("expand", &expand);
  nb::class_<Net>(module, "Net").def("__init__", &make_net, nb::arg("layers")).def("layers", &layers_of);
  nb::class_<Mind>(module, "Mind")
      .def("__init__", &make_mind, nb::arg("tables"), nb::arg("net").none(), nb::arg("method"), nb::arg("flips") = 0,
           nb::arg("simulations") = 0, nb::arg("seconds") = 0.0, nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
      .def("reply", &reply_of)
      .def_prop_ro("learned", &Mind::learned)
      .def("replies", &replies_of, nb::arg("state"), nb::arg("depth") = 1)
      .def("value", &value_of, nb::arg("state"), nb::arg("depth") = 1)
      .def("worth", &worth_of, nb::arg("state"), nb::arg("depth") = 1)
      .def("luck", &luck_of, nb::arg("state"), nb::arg("turned"), nb::arg("depth") = 1)
      .def("face_up", &face_up, nb::arg("state"), nb::arg("turned"), nb::arg("width"))
      .def("play_on", &play_on, nb::arg("state"), nb::arg("games"), nb::arg("seed"))
      .def("play_deals", &play_deals, nb::arg("states"), nb::arg("packs"), nb::arg("seeds"),
           nb::arg("trails").none() = nullptr, nb::call_guard<nb::gil_scoped_release>())
      .def("lucks", &lucks_of, nb::arg("trails"), nb::arg("depth") = 1);
  nb::class_<Learner>(module, "Learner")
      .def(nb::init<uint64_t>(), nb::arg("seed"))
      .def(nb::init<uint64_t, const Net&>(), nb::arg("seed"), nb::arg("net"))
      .def("study", &follow<&Learner::study>, nb::arg("rulesets"), nb::arg("games"), nb::arg("rate"), nb::arg("trace"),
           nb::arg("explore"), nb::arg("astray") = 0.0f)
      .def("refine", &follow<&Learner::refine>, nb::arg("rulesets"), nb::arg("games"), nb::arg("rate"),
           nb::arg("trace"), nb::arg("explore"), nb::arg("astray") = 0.0f)
      .def("taught", &Learner::taught);
}
