// Whole games where a turn is one card and at most one section: no guided visits, no modules that ask for more.
// Nothing is ever waiting then, so prompts are left out. Plays exactly like the long way in playout.hpp.

#pragma once

#include "deal.hpp"
#include "policy.hpp"
#include "score.hpp"

namespace terminus {

inline int greedy_section(const Tables& t, const State& s, const Bits& sections, Rng& rng) {
  Best best(rng);
  sections.each([&](int section) {
    best.show(static_cast<Action>(section), section_gain(t, s, section, direction(t, s, section).target));
  });
  return best.pick();
}

// The best first section of a line: it is judged with the departure already on the line.
inline int greedy_first_section(const Tables& t, const State& s, const Bits& sections, Rng& rng) {
  State begun = s;
  serve(t, begun, t.departures[s.pencil]);
  return greedy_section(t, begun, sections, rng);
}

template <Policy kPolicy>
inline int plain_section(const Tables& t, const State& s, const Bits& sections, int count, Rng& rng) {
  if (kPolicy == Policy::kRandom) return sections.pick(rng.below(count));
  return s.line().stations ? greedy_section(t, s, sections, rng) : greedy_first_section(t, s, sections, rng);
}

// Plays a round from its first or any later turn to its end.
template <Policy kPolicy>
inline void play_round_plain(const Tables& t, State& s, Rng& rng) {
  do {
    int card = draw_card(s, rng);
    s.remaining &= ~(uint32_t{1} << card);
    Reach reach;
    ++s.turn;
    if (t.switch_card >> card & 1) {
      card = draw_card(s, rng);
      s.remaining &= ~(uint32_t{1} << card);
      reach.anywhere = t.switch_works && s.turn >= t.switch_from;
    }
    reach.symbols = t.cards[card].symbols;
    reach.alongside = t.double_track && t.cards[card].joker;
    const Bits sections = drawable(t, s, reach);
    if (const int count = sections.count()) {
      const int section = plain_section<kPolicy>(t, s, sections, count, rng);
      const Direction way = direction(t, s, section);
      ink_section(t, s, section, way.start, way.target);
    }
  } while (!round_is_over(t, s));
  next_round(t, s);
}

inline void play_out_plain(const Tables& t, State& s, Policy policy, Rng& rng) {
  while (!s.over()) {
    if (policy == Policy::kRandom)
      play_round_plain<Policy::kRandom>(t, s, rng);
    else
      play_round_plain<Policy::kGreedy>(t, s, rng);
  }
}

}  // namespace terminus
