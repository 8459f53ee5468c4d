// The questions before a seat, as a queue, and what mechanics are told of a section that answers one.

#pragma once

#include "state.hpp"

namespace terminus {

inline void drop_prompts(Seat& s, int count) {
  for (int i = count; i < s.prompt_count; ++i) s.prompts[i - count] = s.prompts[i];
  s.prompt_count = static_cast<uint8_t>(s.prompt_count - count);
}

inline void push_front(Seat& s, const Prompt& prompt) {
  for (int i = s.prompt_count; i > 0; --i) s.prompts[i] = s.prompts[i - 1];
  s.prompts[0] = prompt;
  ++s.prompt_count;
}

inline void push_back(Seat& s, const Prompt& prompt) { s.prompts[s.prompt_count++] = prompt; }

inline Prompt from_here(Kind kind, int start, uint8_t only = kNone) {
  Prompt prompt;
  prompt.kind = kind;
  prompt.reach.start = static_cast<uint8_t>(start);
  prompt.reach.only = only;
  return prompt;
}

// The reach of the turn's card with a switch turned, whoever turned it.
inline Reach thrown(const Board& t, const Seat& s, Reach reach) {
  if (s.turn >= t.switch_from) reach.anywhere = true;
  return reach;
}

// What is known of a section as it is drawn, for the mechanics that follow it.
struct Drawn {
  int section, start, target;
  bool branched, alongside;  // from no end of the line; along another track
};

}  // namespace terminus
