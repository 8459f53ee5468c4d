// Sets of sections and of stations as bit masks. A set of stations is one word, a set of sections three.

#pragma once

#include <cstdint>
#if defined(_MSC_VER)
#include <intrin.h>
#endif
#if defined(__BMI2__)
#include <immintrin.h>
#endif

// For the few functions that every turn of a playout goes through.
#if defined(_MSC_VER)
#define TERMINUS_HOT __forceinline
#else
#define TERMINUS_HOT inline __attribute__((always_inline))
#endif

namespace terminus {

constexpr int kWords = 3;

inline int popcount(uint64_t word) {
#if defined(_MSC_VER)
  return static_cast<int>(__popcnt64(word));
#else
  return __builtin_popcountll(word);
#endif
}

// The smallest number in a set that is not empty.
inline int lowest(uint64_t word) {
#if defined(_MSC_VER)
  unsigned long index;
  _BitScanForward64(&index, word);
  return static_cast<int>(index);
#else
  return __builtin_ctzll(word);
#endif
}

// The n-th smallest number (from 0) in a set that has more than n.
inline int nth(uint64_t word, int n) {
#if defined(__BMI2__)
  return lowest(_pdep_u64(uint64_t{1} << n, word));
#else
  for (; n > 0; --n) word &= word - 1;
  return lowest(word);
#endif
}

inline uint64_t bit(int number) { return uint64_t{1} << number; }
inline bool has(uint64_t word, int number) { return word >> number & 1; }

struct Bits {
  uint64_t w[kWords];

  bool any() const { return (w[0] | w[1] | w[2]) != 0; }
  bool has(int number) const { return w[number >> 6] >> (number & 63) & 1; }
  void add(int number) { w[number >> 6] |= bit(number & 63); }
  void remove(int number) { w[number >> 6] &= ~bit(number & 63); }
  int count() const { return popcount(w[0]) + popcount(w[1]) + popcount(w[2]); }

  // The n-th smallest number (from 0) in a set that has more than n.
  int pick(int n) const {
    const int first = popcount(w[0]), second = first + popcount(w[1]);
    const int word = (n >= first) + (n >= second), passed[kWords] = {0, first, second};
    return word * 64 + nth(w[word], n - passed[word]);
  }

  template <class Visit>
  void each(Visit visit) const {
    for (int word = 0; word < kWords; ++word)
      for (uint64_t left = w[word]; left; left &= left - 1) visit(word * 64 + lowest(left));
  }

  Bits& operator|=(const Bits& other) {
    for (int i = 0; i < kWords; ++i) w[i] |= other.w[i];
    return *this;
  }
  Bits& operator&=(const Bits& other) {
    for (int i = 0; i < kWords; ++i) w[i] &= other.w[i];
    return *this;
  }
};

inline Bits operator|(Bits one, const Bits& other) { return one |= other; }
inline Bits operator&(Bits one, const Bits& other) { return one &= other; }
inline Bits operator~(Bits set) {
  for (uint64_t& word : set.w) word = ~word;
  return set;
}
inline bool operator==(const Bits& one, const Bits& other) {
  return one.w[0] == other.w[0] && one.w[1] == other.w[1] && one.w[2] == other.w[2];
}

}  // namespace terminus
