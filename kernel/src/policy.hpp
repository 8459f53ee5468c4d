// Choosing: the names of the two policies, and how the best of many is picked.

#pragma once

#include "rng.hpp"
#include "state.hpp"

namespace terminus {

enum class Policy : uint8_t { kRandom, kGreedy };

// Keeps the best of what it is shown; of equals each with the same chance.
class Best {
 public:
  explicit Best(Rng& rng) : rng_(rng) {}

  void show(Action action, int gain) {
    if (count_ && gain < gain_) return;
    if (!count_ || gain > gain_) count_ = 0;
    gain_ = gain;
    tied_[count_++] = action;
  }
  bool any() const { return count_ > 0; }
  int gain() const { return gain_; }
  Action pick() const { return tied_[count_ > 1 ? rng_.below(count_) : 0]; }

 private:
  Rng& rng_;
  int count_ = 0, gain_ = 0;
  Action tied_[kActions];
};

}  // namespace terminus
