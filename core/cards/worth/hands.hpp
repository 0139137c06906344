// How good a hand is at a showdown, as one number: greater is better, equal is a tie. Suits never count.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "cards/worth/sets.hpp"

namespace dd {
inline namespace DD_ISA {

enum PokerCategory : int {
  kHighCard,
  kPair,
  kTwoPairs,
  kThreeOfAKind,
  kStraight,
  kFlush,
  kFullHouse,
  kFourOfAKind,
  kStraightFlush,
};

// Ranks below are masks of 13 bits, 2 lowest and ace highest. A poker rank is the category, then the ranks of its
// groups, then its kickers; of two masks the greater number is the better, and a missing kicker is lower than any.
inline constexpr int kGroupBits = 13;
inline constexpr int kCategoryShift = 2 * kGroupBits;

constexpr std::uint32_t make_poker_rank(PokerCategory category, std::uint32_t groups, std::uint32_t kickers) {
  return std::uint32_t(category) << kCategoryShift | groups << kGroupBits | kickers;
}

constexpr int poker_category(std::uint32_t rank) { return int(rank >> kCategoryShift); }

constexpr std::uint32_t highest(std::uint32_t ranks) { return std::bit_floor(ranks); }

constexpr std::uint32_t highest(std::uint32_t ranks, int count) {
  for (int extra = std::popcount(ranks) - count; extra > 0; --extra) ranks &= ranks - 1;
  return ranks;
}

// The top rank of the best straight, as a mask; 0 if there is none. An ace also stands below the 2.
constexpr std::uint32_t straight_top(std::uint32_t ranks) {
  const std::uint32_t line = ranks << 1 | (ranks >> 12 & 1);
  const std::uint32_t starts = line & line >> 1 & line >> 2 & line >> 3 & line >> 4;
  return highest(starts) << 3;
}

// The suits (bits within their 16) with at least five cards.
constexpr std::uint64_t long_suits(std::uint64_t cards) {
  std::uint64_t count = cards - (cards >> 1 & 0x5555'5555'5555'5555);
  count = (count & 0x3333'3333'3333'3333) + (count >> 2 & 0x3333'3333'3333'3333);
  count = (count + (count >> 4)) & 0x0F0F'0F0F'0F0F'0F0F;
  count = (count + (count >> 8)) & 0x00FF'00FF'00FF'00FF;
  return (count + 3 * kEveryAce) & 0x0018'0018'0018'0018;
}

// The best flush or straight flush; `cards` has the 2 as the lowest bit of each suit.
constexpr std::uint32_t flush_rank(std::uint64_t cards) {
  std::uint32_t best = 0;
  for (std::uint64_t rest = cards; rest != 0; rest >>= 16) {
    const std::uint32_t ranks = std::uint32_t(rest & 0x1FFF);
    if (std::popcount(ranks) < 5) continue;
    const std::uint32_t top = straight_top(ranks);
    best = std::max(best,
                    top != 0 ? make_poker_rank(kStraightFlush, top, 0) : make_poker_rank(kFlush, 0, highest(ranks, 5)));
  }
  return best;
}

// The best hand where suits are ignored, given the ranks held at least once, twice, three and four times.
constexpr std::uint32_t group_rank(std::uint32_t ones, std::uint32_t twos, std::uint32_t threes, std::uint32_t fours) {
  if (fours != 0) {
    const std::uint32_t group = highest(fours);
    return make_poker_rank(kFourOfAKind, group, highest(ones & ~group));
  }
  const std::uint32_t triple = highest(threes);
  const std::uint32_t pair = highest(twos & ~triple);
  if (triple != 0 && pair != 0) return make_poker_rank(kFullHouse, triple, pair);
  if (const std::uint32_t top = straight_top(ones); top != 0) return make_poker_rank(kStraight, top, 0);
  if (triple != 0) return make_poker_rank(kThreeOfAKind, triple, highest(ones & ~triple, 2));
  const std::uint32_t pairs = pair | highest(twos & ~pair);
  if (pairs != pair) return make_poker_rank(kTwoPairs, pairs, highest(ones & ~pairs));
  if (pair != 0) return make_poker_rank(kPair, pair, highest(ones & ~pair, 3));
  return make_poker_rank(kHighCard, 0, highest(ones, 5));
}

// The best five-card poker hand in any number of cards; 0 without cards.
constexpr std::uint32_t poker_rank(std::uint64_t cards) {
  cards &= kEveryCard;
  const std::uint64_t ace_high = (cards & ~kEveryAce) >> 1 | (cards & kEveryAce) << 12;
  const std::uint32_t clubs = std::uint32_t(ace_high & 0xFFFF), diamonds = std::uint32_t(ace_high >> 16 & 0xFFFF);
  const std::uint32_t hearts = std::uint32_t(ace_high >> 32 & 0xFFFF), spades = std::uint32_t(ace_high >> 48);
  const std::uint32_t minor = clubs | diamonds, both_minors = clubs & diamonds;
  const std::uint32_t major = hearts | spades, both_majors = hearts & spades;
  const std::uint32_t groups = group_rank(minor | major, both_minors | both_majors | (minor & major),
                                          (both_minors & major) | (both_majors & minor), both_minors & both_majors);
  if (long_suits(ace_high) == 0) return groups;
  return std::max(groups, flush_rank(ace_high));
}

// Strengths from the highest, five bits each; a hand that goes on after the other has ended wins.
// Only the 12 highest cards count, and strengths above 30 count as 30.
constexpr std::uint64_t high_card_rank(std::uint64_t cards, const std::uint8_t strength[16]) {
  std::uint8_t count[31] = {};
  std::uint32_t held = 0;
  for (std::uint64_t rest = cards & kEveryCard; rest != 0;) {
    const int level = std::min<int>(strength[take_lowest(rest) & 15], 30);
    ++count[level];
    held |= std::uint32_t{1} << level;
  }
  std::uint64_t rank = 0;
  int shift = 60;
  for (; held != 0; held &= ~std::bit_floor(held)) {
    const int level = std::bit_width(held) - 1;
    for (int left = count[level]; left > 0 && shift > 0; --left) {
      shift -= 5;
      rank |= std::uint64_t(level + 1) << shift;
    }
  }
  return rank;
}

}  // namespace DD_ISA
}  // namespace dd
