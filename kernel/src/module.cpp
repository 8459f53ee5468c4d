// The native engine as Python sees it. What is declared here is described in
// ../python/terminus_kernel/_native.pyi.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <initializer_list>
#include <tuple>
#include <utility>

#include "bind_batch.hpp"
#include "dealt.hpp"
#include "perft.hpp"
#include "playout.hpp"
#include "reading.hpp"
#include "search/bind.hpp"

namespace nb = nanobind;
using namespace terminus;

namespace {

Policy policy_named(const std::string& name) {
  if (name == "random") return Policy::kRandom;
  if (name == "greedy") return Policy::kGreedy;
  throw std::invalid_argument("there is no policy «" + name + "»; there are random and greedy");
}

std::vector<int> legal_actions(const Tables& t, const State& s) {
  Action actions[kActions];
  const int count = legal(t, s, actions);
  return {actions, actions + count};
}

// Applies an action that is legal; anything else is refused, for Python may hand over what it likes.
void apply_checked(const Tables& t, State& s, int action) {
  for (const int possible : legal_actions(t, s))
    if (possible == action) return apply(t, s, static_cast<Action>(action));
  throw std::invalid_argument("the action " + std::to_string(action) + " is not legal now");
}

void flip_checked(const Tables& t, State& s, const std::vector<int>& cards) {
  if (phase(t, s) == Phase::kOpening) throw std::invalid_argument("the round is opened first");
  take_chance(t, s, possible_chance(t, s, cards));
}

void open_round_checked(const Tables& t, State& s, const std::vector<int>& opening) {
  if (phase(t, s) != Phase::kOpening) throw std::invalid_argument("no round is opened now");
  take_chance(t, s, possible_chance(t, s, opening));
}

std::vector<std::tuple<int, int, double>> listed_chances(const Tables& t, const State& s) {
  Chance possible[kChances];
  const int count = chances(t, s, possible);
  std::vector<std::tuple<int, int, double>> out;
  for (int i = 0; i < count; ++i)
    out.emplace_back(possible[i].first, possible[i].second == kNone ? -1 : possible[i].second, possible[i].probability);
  return out;
}

std::vector<std::tuple<int, int, int, std::vector<int>>> listed_items(const Tables& t, const State& s) {
  std::vector<std::tuple<int, int, int, std::vector<int>>> out;
  for (const Item& item : items(t, s)) out.emplace_back(item.rule, item.line, item.value, item.how);
  return out;
}

// What the line in hand and the sheet would be worth after each legal action.
std::vector<std::tuple<int, int, int>> listed_worths(const Tables& t, const State& s) {
  std::vector<std::tuple<int, int, int>> out;
  for (const int action : legal_actions(t, s)) {
    State after = s;
    if (action != kDone) apply(t, after, static_cast<Action>(action));
    int line = 0;
    for (const Item& item : items(t, after))
      if (item.line == s.pencil) line += item.value;
    out.emplace_back(action, line, total(t, after));
  }
  return out;
}

std::vector<Turn> turns_of(const std::vector<std::tuple<int, bool, bool>>& rows) {
  std::vector<Turn> turns;
  for (const auto& [symbols, joker, switched] : rows)
    turns.push_back({within(symbols, kSymbols, "symbols"), joker, switched});
  return turns;
}

std::vector<int> play(const Tables& t, const std::string& name, int games, uint64_t seed) {
  const Policy policy = policy_named(name);
  std::vector<int> totals(static_cast<size_t>(games < 0 ? 0 : games));
  const nb::gil_scoped_release released;
  Rng rng(seed);
  for (int& points : totals) {
    State s = deal(t, rng);
    play_out(t, s, policy, rng);
    points = total(t, s);
  }
  return totals;
}

std::vector<int> play_deals(const Tables& t, const std::string& name, const std::vector<State>& states,
                            const std::vector<std::vector<std::vector<int>>>& packs, const std::vector<uint64_t>& seeds,
                            Trails* trails) {
  const Policy policy = policy_named(name);
  const auto reply = [&](State& s, Rng& rng) {
    while (!s.done) apply(t, s, choose(t, s, policy, rng));
  };
  return play_dealt(t, states, packs, seeds, trails, reply);
}

nb::dict named(std::initializer_list<std::pair<const char*, int>> numbers) {
  nb::dict found;
  for (const auto& [name, number] : numbers) found[name] = number;
  return found;
}

void bind_codes(nb::module_& module) {
  nb::dict codes, limits = named({{"stations", kStations},
                                  {"sections", kSections},
                                  {"districts", kDistricts},
                                  {"crossings", kCrossings},
                                  {"cards", kCards},
                                  {"suits", kSuits}});
  codes["rules"] = numbered(kRuleNames);
  codes["prompts"] = numbered(kPromptNames);
  codes["phases"] = numbered(kPhaseNames);
  codes["actions"] = named({{"circle", kCircle}, {"use", kUse}, {"skip", kSkip}, {"done", kDone}});
  name_modules(codes, limits);
  module.attr("codes") = codes;
  module.attr("limits") = limits;
}

void bind_state(nb::module_& module) {
  nb::class_<State>(module, "State")
      .def("copy", [](const State& s) { return s; })
      .def_prop_ro("round", [](const State& s) { return s.round; })
      .def_prop_ro("turn", [](const State& s) { return s.turn; })
      .def_prop_ro("pencil", [](const State& s) { return s.pencil; })
      .def_prop_ro("pencils", [](const State& s) { return std::vector<int>(s.pencils, s.pencils + kRounds); })
      .def_prop_ro("remaining", [](const State& s) { return s.remaining; })
      .def_prop_ro("done", [](const State& s) { return s.done; })
      .def_prop_ro("over", [](const State& s) { return s.over(); })
      .def("stations", [](const State& s, int line) { return s.lines[within(line, kLines, "line")].stations; })
      .def("circled", [](const State& s, int line) { return s.lines[within(line, kLines, "line")].circled; })
      .def("sections", [](const State& s, int line) {
        std::vector<int> out;
        s.lines[within(line, kLines, "line")].sections.each([&](int section) { out.push_back(section); });
        return out;
      });
}

void bind_tables(nb::module_& module) {
  nb::class_<Trails>(module, "Trails").def(nb::init<>());
  nb::class_<Tables>(module, "Tables")
      .def("__init__", [](Tables* t, const nb::dict& from) { new (t) Tables(read_tables(from)); })
      .def("deal",
           [](const Tables& t, uint64_t seed) {
             Rng rng(seed);
             return deal(t, rng);
           })
      .def("restore", [](const Tables& t, const nb::dict& from) { return read_state(from, t); })
      .def("legal", &legal_actions)
      .def("apply", &apply_checked)
      .def("flip", &flip_checked)
      .def("open_round", &open_round_checked)
      .def("chances", &listed_chances)
      .def("phase", [](const Tables& t, const State& s) { return static_cast<int>(phase(t, s)); })
      .def("total", [](const Tables& t, const State& s) { return total(t, s); })
      .def("items", &listed_items)
      .def("worths", &listed_worths)
      .def("play", &play, nb::arg("policy"), nb::arg("games"), nb::arg("seed"))
      .def("play_deals", &play_deals, nb::arg("policy"), nb::arg("states"), nb::arg("packs"), nb::arg("seeds"),
           nb::arg("trails").none() = nullptr, nb::call_guard<nb::gil_scoped_release>())
      .def("choose",
           [](const Tables& t, const State& s, const std::string& name, uint64_t seed) -> int {
             if (s.done) throw std::invalid_argument("nothing is asked now");
             Rng rng(seed);
             return choose(t, s, policy_named(name), rng);
           })
      .def("ways", [](const Tables& t, const State& s,
                      const std::vector<std::tuple<int, bool, bool>>& turns) { return ways(t, s, turns_of(turns)); })
      .def("sheets", [](const Tables& t, const State& s, const std::vector<std::tuple<int, bool, bool>>& turns) {
        return sheets(t, s, turns_of(turns));
      });
}

}  // namespace

NB_MODULE(_native, module) {
  module.def("table_format", [] { return kFormat; });
  bind_codes(module);
  bind_state(module);
  bind_tables(module);
  bind_batch(module, &policy_named);
  bind_search(module);
}
