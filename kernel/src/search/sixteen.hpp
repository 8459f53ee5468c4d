// Sixteen numbers that are added and multiplied as one: by the compiler's own vectors where it has them.

#pragma once

#include <cstring>

namespace terminus {

#if defined(__GNUC__)
typedef float Sixteen __attribute__((vector_size(64)));
inline Sixteen spread(float value) { return Sixteen{} + value; }
inline Sixteen positive(const Sixteen& x) { return x > 0 ? x : Sixteen{}; }
#else
struct Sixteen {
  float of[16];
  Sixteen& operator+=(const Sixteen& other) {
    for (int i = 0; i < 16; ++i) of[i] += other.of[i];
    return *this;
  }
  Sixteen& operator-=(const Sixteen& other) {
    for (int i = 0; i < 16; ++i) of[i] -= other.of[i];
    return *this;
  }
  float operator[](int i) const { return of[i]; }
};
inline Sixteen operator+(Sixteen a, const Sixteen& b) { return a += b; }
inline Sixteen operator*(Sixteen a, const Sixteen& b) {
  for (int i = 0; i < 16; ++i) a.of[i] *= b.of[i];
  return a;
}
inline Sixteen spread(float value) {
  Sixteen x;
  for (float& one : x.of) one = value;
  return x;
}
inline Sixteen positive(Sixteen x) {
  for (float& one : x.of) one = one > 0 ? one : 0;
  return x;
}
#endif

inline Sixteen load(const float* from) {
  Sixteen x;
  std::memcpy(&x, from, sizeof x);
  return x;
}

inline void store(float* to, const Sixteen& from) { std::memcpy(to, &from, sizeof from); }

inline float added_up(const Sixteen& x) {
  float four[4];
  for (int i = 0; i < 4; ++i) four[i] = (x[i] + x[i + 4]) + (x[i + 8] + x[i + 12]);
  return (four[0] + four[1]) + (four[2] + four[3]);
}

}  // namespace terminus
