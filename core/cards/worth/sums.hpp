// Which cards add up to a value. Sums are kept as the bits of a word, so sums above 63 do not exist here.
#pragma once

#include <cstdint>

#include "cards/worth/sets.hpp"

namespace dd {
inline namespace DD_ISA {

inline constexpr int kSumLimit = 64;

// The cards of `table` that are the lowest of some set of its cards adding up to `target`.
// Cards worth nothing are never offered; a target outside 1 to 63 offers nothing.
// Cards are visited from the highest down. `sums` then has a bit for every total that the cards above can make, so a
// card completes the target if the rest of it is among those totals.
constexpr std::uint64_t sum_options(std::uint64_t table, int target, const std::uint8_t value[16]) {
  if (target <= 0 || target >= kSumLimit) return 0;
  std::uint64_t options = 0;
  std::uint64_t sums = 1;  // of the cards above, the empty set included
  for (std::uint64_t rest = table & kEveryCard; rest != 0;) {
    const int card = take_highest(rest);
    const int worth = value[card & 15] & (kSumLimit - 1);
    // No branches: they would be guesses. Sums above the target never come down to it again.
    const std::uint64_t fits = (worth > 0) & (worth <= target);
    options |= (sums >> ((target - worth) & (kSumLimit - 1)) & fits) << card;
    sums |= sums << worth;
  }
  return options;
}

// All cards, of the 52, whose value is the sum of one or more cards of `table`.
constexpr std::uint64_t sum_set(std::uint64_t table, const std::uint8_t value[16]) {
  std::uint64_t sums = 0;
  for (std::uint64_t rest = table & kEveryCard; rest != 0;) {
    const int worth = value[take_lowest(rest) & 15];
    if (worth < kSumLimit) sums |= (sums | 1) << worth;
  }
  std::uint64_t cards = 0;
  for (int rank = 0; rank < 13; ++rank) {
    if (value[rank] < kSumLimit && (sums >> value[rank] & 1) != 0) cards |= kEveryAce << rank;
  }
  return cards;
}

}  // namespace DD_ISA
}  // namespace dd
