// Random numbers for the root: Gumbel, and Dirichlet by way of gamma (Marsaglia and Tsang 2000).
#pragma once

#include <cmath>
#include <span>

#include "search/lockstep/exact_math.hpp"

namespace dd {
inline namespace DD_ISA {

inline float draw_gumbel(Rng& rng) { return static_cast<float>(-exact_log(-exact_log(open_unit(rng)))); }

// By the polar method.
inline double draw_normal(Rng& rng) {
  for (;;) {
    const double x = 2.0 * open_unit(rng) - 1.0, y = 2.0 * open_unit(rng) - 1.0, square = x * x + y * y;
    if (square < 1.0) return x * std::sqrt(-2.0 * exact_log(square) / square);
  }
}

inline double draw_gamma(double shape, Rng& rng) {
  if (shape < 1.0) return draw_gamma(shape + 1.0, rng) * exact_exp(exact_log(open_unit(rng)) / shape);
  const double d = shape - 1.0 / 3.0, c = 1.0 / std::sqrt(9.0 * d);
  for (;;) {
    const double x = draw_normal(rng), root = 1.0 + c * x, cube = root * root * root;
    if (root > 0.0 && exact_log(open_unit(rng)) < 0.5 * x * x + d - d * cube + d * exact_log(cube)) return d * cube;
  }
}

// Mixes so much Dirichlet noise into priors that add up to 1.
inline void add_dirichlet(std::span<float> priors, float alpha, float epsilon, Rng& rng) {
  double drawn[512], total = 0.0;
  const std::size_t count = priors.size() < 512 ? priors.size() : 512;
  for (std::size_t i = 0; i < count; ++i) total += drawn[i] = draw_gamma(alpha, rng);
  if (!(total > 0.0)) return;  // all shares were too small for a double
  for (std::size_t i = 0; i < count; ++i)
    priors[i] = (1.0f - epsilon) * priors[i] + epsilon * static_cast<float>(drawn[i] / total);
}

}  // namespace DD_ISA
}  // namespace dd
