// The kernel's own generator: xoshiro256++, seeded through splitmix64. The same seed gives the same games.

#pragma once

#include <cstdint>

namespace terminus {

inline uint64_t splitmix(uint64_t& state) {
  uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

class Rng {
 public:
  explicit Rng(uint64_t seed) {
    for (uint64_t& word : state_) word = splitmix(seed);
  }

  uint64_t next() {
    const uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  // A number from 0 to n - 1; the bias is below n / 2^32.
  int below(int n) { return static_cast<int>((next() >> 32) * static_cast<uint64_t>(n) >> 32); }

  // A number from 0 up to but not including 1.
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  static uint64_t rotate(uint64_t word, int by) { return word << by | word >> (64 - by); }
  uint64_t state_[4];
};

template <class T>
inline void shuffle(T* pack, int count, Rng& rng) {
  for (int i = count - 1; i > 0; --i) {
    const int other = rng.below(i + 1);
    const T swapped = pack[i];
    pack[i] = pack[other];
    pack[other] = swapped;
  }
}

// The numbers below count in any order.
inline void shuffled(uint8_t* pack, int count, Rng& rng) {
  for (int i = 0; i < count; ++i) pack[i] = static_cast<uint8_t>(i);
  shuffle(pack, count, rng);
}

}  // namespace terminus
