// Logarithm and exponential from operations that round the same on every machine; the library's do not.
#pragma once

#include <bit>
#include <cstdint>

#include "game/isa.hpp"
#include "game/rng.hpp"

namespace dd {
inline namespace DD_ISA {

inline constexpr double kLn2 = 0.693147180559945309417;

// Natural logarithm of a normal number above 0.
inline double exact_log(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int exponent = static_cast<int>(bits >> 52 & 0x7FF) - 1023;
  const double scaled = std::bit_cast<double>((bits & 0xFFFFFFFFFFFFFull) | 0x3FF0000000000000ull);  // [1, 2)
  const double ratio = (scaled - 1.0) / (scaled + 1.0), square = ratio * ratio;
  double term = ratio, sum = 0.0;
  for (int odd = 1; odd < 40; odd += 2, term *= square) sum += term / odd;
  return 2.0 * sum + exponent * kLn2;
}

// e to the power of x; 0 far below, a very large number far above.
inline double exact_exp(double x) {
  if (x < -700.0) return 0.0;
  if (x > 700.0) x = 700.0;
  const double scaled = x / kLn2;
  const int halvings = static_cast<int>(scaled + (scaled < 0 ? -0.5 : 0.5));
  const double rest = x - halvings * kLn2;
  double term = 1.0, sum = 1.0;
  for (int n = 1; n < 20; ++n) sum += term *= rest / n;
  return sum * std::bit_cast<double>(static_cast<std::uint64_t>(1023 + halvings) << 52);
}

// Uniform in (0, 1), never 0 nor 1.
inline double open_unit(Rng& rng) { return (static_cast<double>(rng.next() >> 12) + 0.5) * 0x1p-52; }

}  // namespace DD_ISA
}  // namespace dd
