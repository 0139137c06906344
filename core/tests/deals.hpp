// Cards for tests: written out, at random, or crowded into few ranks.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "game/rng.hpp"

namespace dd::tests {

using Cards = std::uint64_t;

inline constexpr std::uint8_t kPips[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10};
inline constexpr std::uint8_t kOdd[16] = {0, 7, 0, 1, 50, 3, 3, 0, 12, 5, 9, 2, 31};
inline constexpr std::uint8_t kAceHigh[16] = {12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

inline Cards cards(const std::string& text) {
  const std::string ranks = "A23456789TJQK", suits = "CDHS";
  Cards set = 0;
  for (std::size_t at = 0; at + 1 < text.size(); at += 3) {
    set |= Cards{1} << (suits.find(text[at + 1]) * 16 + ranks.find(text[at]));
  }
  return set;
}

inline Cards random_cards(Rng& rng, int count) {
  int ids[52];
  for (int n = 0; n < 52; ++n) ids[n] = n / 13 * 16 + n % 13;
  shuffle(ids, 52, rng);
  Cards set = 0;
  for (int n = 0; n < count; ++n) set |= Cards{1} << ids[n];
  return set;
}

// Cards from few ranks, where sets and runs get in each other's way.
inline Cards crowded_cards(Rng& rng, int count, int ranks) {
  const int low = static_cast<int>(rng.below(static_cast<std::uint32_t>(14 - ranks)));
  Cards set = 0;
  while (std::popcount(set) < count) {
    const int card = static_cast<int>(rng.below(4) * 16 + rng.below(static_cast<std::uint32_t>(ranks)));
    set |= Cards{1} << (card + low);
  }
  return set;
}

template <class Visit>
void each_subset(Cards set, Visit visit) {
  for (Cards part = set;; part = (part - 1) & set) {
    visit(part);
    if (part == 0) return;
  }
}

}  // namespace dd::tests
