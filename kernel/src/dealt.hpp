// Games whose cards are settled before they are played, as the arena deals them: every player meets the same.
// Who chooses is handed the state alone and so never sees what is still to come.

#pragma once

#include <vector>

#include "deal.hpp"
#include "score.hpp"

namespace terminus {

struct Dealt {
  uint8_t decks[kRounds][kCards];            // by round, the first to be turned first
  uint8_t symbol[kRounds], effect[kRounds];  // the round's special station
};

inline bool each_once(const std::vector<int>& pack, uint32_t wanted) {
  uint32_t found = 0;
  for (const int member : pack)
    if (member < 0 || member >= 32 || found >> member & 1)
      return false;
    else
      found |= uint32_t{1} << member;
  return found == wanted;
}

// From four decks; and with special stations from the numbers of four symbols and of four effects.
inline Dealt dealt_from(const Tables& t, const std::vector<std::vector<int>>& packs) {
  const size_t wanted = kRounds + (t.specials ? 2 : 0);
  if (packs.size() != wanted) throw std::invalid_argument("a deal has a deck for each round, and its specials");
  Dealt dealt{};
  for (int round = 0; round < kRounds; ++round) {
    if (!each_once(packs[round], t.deck)) throw std::invalid_argument("a deck must hold every card once");
    for (int i = 0; i < t.card_count; ++i) dealt.decks[round][i] = static_cast<uint8_t>(packs[round][i]);
  }
  if (!t.specials) return dealt;
  if (!each_once(packs[kRounds], 15) || !each_once(packs[kRounds + 1], 15))
    throw std::invalid_argument("each symbol and each effect is turned up once");
  for (int round = 0; round < kRounds; ++round) {
    dealt.symbol[round] = static_cast<uint8_t>(1 << packs[kRounds][round]);
    dealt.effect[round] = static_cast<uint8_t>(packs[kRounds + 1][round]);
  }
  return dealt;
}

// The round's special station, or the next turn's cards.
inline void turn_up(const Tables& t, State& s, const Dealt& dealt) {
  if (phase(t, s) == Phase::kSpecial) return open_round(s, dealt.symbol[s.round], dealt.effect[s.round]);
  const uint8_t* next = dealt.decks[s.round] + t.card_count - popcount(s.remaining);
  const bool switched = t.switch_card >> next[0] & 1;
  flip(t, s, next[0], switched ? next[1] : kNone);
}

// The totals of solo games from their first states and their packs. `reply(s, rng)` answers a turn; every game has a
// seed for the player's own dice.
template <class Reply>
inline std::vector<int> play_dealt(const Tables& t, std::vector<State> states,
                                   const std::vector<std::vector<std::vector<int>>>& packs,
                                   const std::vector<uint64_t>& seeds, Reply reply) {
  if (packs.size() != states.size() || seeds.size() != states.size())
    throw std::invalid_argument("every game needs a state, its packs and a seed");
  std::vector<Dealt> dealt;
  for (const auto& pack : packs) dealt.push_back(dealt_from(t, pack));
  for (const State& s : states)
    if (s.round || s.turn || !s.done) throw std::invalid_argument("a deal begins before the first card");
  std::vector<int> totals;
  for (size_t i = 0; i < states.size(); ++i) {
    State& s = states[i];
    Rng rng(seeds[i]);
    while (!s.over()) {
      turn_up(t, s, dealt[i]);
      if (!s.done) reply(s, rng);
    }
    totals.push_back(total(t, s));
  }
  return totals;
}

}  // namespace terminus
