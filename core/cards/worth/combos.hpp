// Points for combinations of cards: sums, pairs, runs and flushes, of a whole hand or card by card as they are played.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "cards/worth/sets.hpp"

namespace dd {
inline namespace DD_ISA {

inline constexpr int kShortestRun = 3;
inline constexpr int kShortestFlush = 4;
inline constexpr int kJack = 10;

// How many sets of the cards add up to `target`, which is at most 63.
constexpr std::uint32_t count_sums(std::uint64_t cards, int target, const std::uint8_t value[16]) {
  std::uint32_t ways[64] = {1};  // of making each sum with the cards so far
  target &= 63;
  while (cards != 0) {
    const int worth = value[take_lowest(cards) & 15];
    for (int sum = target; sum >= worth; --sum) ways[sum] += ways[sum - worth];
  }
  return ways[target];
}

// Pairs score two each. A run of three ranks or more scores its length, once for each way to choose its cards.
constexpr std::uint32_t count_pairs_and_runs(std::uint64_t cards) {
  std::uint32_t points = 0, length = 0, ways = 1;
  for (int rank = 0; rank <= 13; ++rank) {
    const auto count = static_cast<std::uint32_t>(rank < 13 ? std::popcount(cards & kEveryAce << rank) : 0);
    points += count * (count - (count > 0));
    if (count > 0) {
      ++length, ways *= count;
      continue;
    }
    if (length >= kShortestRun) points += length * ways;
    length = 0, ways = 1;
  }
  return points;
}

// A hand of four or more cards of one suit scores a point a card, and one more if the starter has that suit too.
// `whole`: nothing without the starter.
constexpr int count_flush(std::uint64_t hand, std::uint64_t starter, bool whole) {
  const int cards = std::popcount(hand);
  for (int suit = 0; suit < 4 && cards >= kShortestFlush; ++suit) {
    const std::uint64_t of_suit = std::uint64_t{0xFFFF} << (16 * suit);
    if ((hand & ~of_suit) != 0) continue;
    const bool fits = starter != 0 && (starter & ~of_suit) == 0;
    return fits ? cards + 1 : whole ? 0 : cards;
  }
  return 0;
}

// The points of a hand, counted with the starter: two for each sum, pairs, runs, a flush, and one for the jack of the
// starter's suit in the hand.
constexpr std::uint32_t count_combinations(std::uint64_t hand, std::uint64_t starter, int sum, bool whole,
                                           const std::uint8_t value[16]) {
  const std::uint64_t all = (hand | starter) & kEveryCard;
  std::uint32_t points = count_pairs_and_runs(all) + static_cast<std::uint32_t>(count_flush(hand, starter, whole));
  if (sum > 0) points += 2 * count_sums(all, sum, value);
  for (int suit = 0; suit < 4; ++suit) {
    const std::uint64_t of_suit = std::uint64_t{0xFFFF} << (16 * suit);
    points += (starter & of_suit) != 0 && (hand & of_suit & kEveryAce << kJack) != 0;
  }
  return points;
}

// The ranks of the last seven cards played, four bits each, the last one lowest: no longer run stays below the limit of
// a count.
inline constexpr int kSequence = 7;

constexpr int sequence_rank(std::uint32_t sequence, int place) { return static_cast<int>(sequence >> 4 * place & 15); }

constexpr std::uint32_t add_to_sequence(std::uint32_t sequence, int card) {
  return (sequence << 4 | static_cast<std::uint32_t>((card & 15) + 1)) & 0xFFF'FFFF;
}

// Points for the last card of the sequence: so many of a rank in a row score two for each pair of them; the longest run
// of at least three that the last cards make, in any order, scores its length.
constexpr int count_last(std::uint32_t sequence) {
  int alike = 1;
  while (alike < kSequence && sequence_rank(sequence, alike) == sequence_rank(sequence, 0)) ++alike;
  const int points = alike * (alike - 1);
  for (int length = kSequence; length >= kShortestRun; --length) {
    std::uint32_t ranks = 0;
    for (int place = 0; place < length; ++place) ranks |= 1u << sequence_rank(sequence, place);
    const bool full = (ranks & 1) == 0 && std::popcount(ranks) == length;
    if (full && static_cast<int>(std::bit_width(ranks)) - std::countr_zero(ranks) == length) return points + length;
  }
  return points;
}

}  // namespace DD_ISA
}  // namespace dd
