// Games whose cards are settled before they are played, as the arena deals them: every player meets the same.
// Who chooses is handed the state alone and so never sees what is still to come.

#pragma once

#include <vector>

#include "deal.hpp"
#include "score.hpp"

namespace terminus {

struct Dealt {
  uint8_t decks[kRounds][kCards];  // by round, the first to be turned first
  Chance openings[kRounds];
};

// From four decks and the packs of what opens the rounds.
inline Dealt dealt_from(const Tables& t, const Rows& packs) {
  if (packs.size() != static_cast<size_t>(kRounds + opening_packs(t)))
    throw std::invalid_argument("a deal has a deck for each round, and what opens the rounds");
  Dealt dealt{};
  for (int round = 0; round < kRounds; ++round) {
    if (!each_once(packs[round], t.deck)) throw std::invalid_argument("a deck must hold every card once");
    for (int i = 0; i < t.card_count; ++i) dealt.decks[round][i] = static_cast<uint8_t>(packs[round][i]);
  }
  settle_openings(t, packs.data() + kRounds, dealt.openings);
  return dealt;
}

// What opens the round, or the next turn's cards.
inline void take_next(const Tables& t, State& s, const Dealt& dealt) {
  if (phase(t, s) == Phase::kOpening) return open_round(s, dealt.openings[s.round]);
  const uint8_t* next = dealt.decks[s.round] + t.card_count - popcount(s.remaining);
  const bool switched = t.switch_card >> next[0] & 1;
  flip(t, s, next[0], switched ? next[1] : kNone);
}

// What was turned up in a game, with the state before and after it, for whoever judges it when it is over.
struct Turned {
  State before, after;
};
using Trail = std::vector<Turned>;
struct Trails {
  std::vector<Trail> games;
};

// The totals of solo games from their first states and their packs. `reply(s, rng)` answers a turn; every game has a
// seed for the player's own dice. If trails are asked for, there is one for each game.
template <class Reply>
inline std::vector<int> play_dealt(const Tables& t, std::vector<State> states,
                                   const std::vector<std::vector<std::vector<int>>>& packs,
                                   const std::vector<uint64_t>& seeds, Trails* trails, Reply reply) {
  if (packs.size() != states.size() || seeds.size() != states.size())
    throw std::invalid_argument("every game needs a state, its packs and a seed");
  std::vector<Dealt> dealt;
  for (const auto& pack : packs) dealt.push_back(dealt_from(t, pack));
  for (const State& s : states)
    if (s.round || s.turn || !s.done) throw std::invalid_argument("a deal begins before the first card");
  std::vector<int> totals;
  if (trails) trails->games.assign(states.size(), {});
  for (size_t i = 0; i < states.size(); ++i) {
    State& s = states[i];
    Rng rng(seeds[i]);
    while (!s.over()) {
      const State before = s;
      take_next(t, s, dealt[i]);
      if (trails) trails->games[i].push_back({before, s});
      if (!s.done) reply(s, rng);
    }
    totals.push_back(total(t, s));
  }
  return totals;
}

}  // namespace terminus
