// The exploration term of UCB1, sqrt(ln(available) / visits), from operations that round the same everywhere.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "game/isa.hpp"

namespace dd {
inline namespace DD_ISA {

// Natural logarithm of n >= 1 by the series of atanh: the library's differs in the last bit between machines.
inline double natural_log(std::uint32_t n) {
  double scaled = n;
  int halvings = 0;
  for (; scaled >= 2.0; scaled *= 0.5) ++halvings;
  const double ratio = (scaled - 1.0) / (scaled + 1.0), square = ratio * ratio;
  double term = ratio, sum = 0.0;
  for (int odd = 1; odd < 60; odd += 2, term *= square) sum += term / odd;
  return 2.0 * sum + halvings * 0.693147180559945309417;
}

class RootLogs {
 public:
  RootLogs() {
    for (std::uint32_t n = 1; n < kSize; ++n) table_[n] = compute(n);
  }
  float operator()(std::uint32_t n) const { return n < kSize ? table_[n] : compute(n); }

 private:
  static constexpr std::uint32_t kSize = 4096;
  static float compute(std::uint32_t n) { return static_cast<float>(std::sqrt(natural_log(n))); }
  std::array<float, kSize> table_{};
};

inline const RootLogs kRootLogs;

inline float uncertainty(std::uint32_t available, std::uint32_t visits) {
  return kRootLogs(available) / std::sqrt(static_cast<float>(visits));
}

}  // namespace DD_ISA
}  // namespace dd
