// Set operations of the VM: likeness, strength, groups, and the options of a selection (docs/genome.md, sections 3 and
// 7).
#pragma once

#include "cards/table/table.hpp"

namespace dd {
inline namespace DD_ISA {

// All cards of the ranks in the set: ranks are folded into the lowest suit, and multiplied back into all four.
inline CardSet same_rank(CardSet cards) {
  CardSet ranks = cards | cards >> 32;
  ranks |= ranks >> 16;
  return (ranks & 0x1FFF) * CardSet{0x0001'0001'0001'0001};
}

// All cards of the suits in the set, for the four suits at once.
inline CardSet same_suit(CardSet cards) {
  // To each suit's sixteen bits 0x1FFF is added: that carries into bit 13 if the suit has a card, and never further.
  const CardSet marks = CardSet{0x2000'2000'2000'2000};
  const CardSet some = (((cards & kEveryCard) + (marks - kEveryAce)) & marks) >> 13;
  return (some << 13) - some;
}

inline constexpr CardSet kBlack = 0x1FFF'0000'0000'1FFFull;

inline CardSet same_color(CardSet cards) {
  return (cards & kBlack ? kBlack : 0) | (cards & (kEveryCard & ~kBlack) ? kEveryCard & ~kBlack : 0);
}

// By one of OPERATORS.
inline bool compare(int operation, std::int64_t left, std::int64_t right) {
  switch (operation) {
    case kEqual:
      return left == right;
    case kUnequal:
      return left != right;
    case kLess:
      return left < right;
    case kMore:
      return left > right;
    case kAtMost:
      return left <= right;
    default:
      return left >= right;
  }
}

// The cards of `wanted` if there are any, else all of them.
inline CardSet prefer(CardSet cards, CardSet wanted) { return (cards & wanted) != 0 ? cards & wanted : cards; }

// Cards whose strength compares so with that of the lowest card of `with`; all cards if there is none.
inline CardSet by_strength(CardSet with, const RankOrder& order, int operation) {
  if (with == 0) return kEveryCard;
  const auto pivot = static_cast<std::size_t>(lowest_card(with) & 15);
  const CardSet same = order.alike[pivot], more = order.stronger[pivot], less = 0x1FFF & ~(same | more);
  const CardSet ranks = (compare(operation, 0, 0) ? same : 0) | (compare(operation, 1, 0) ? more : 0) |
                        (compare(operation, 0, 1) ? less : 0);
  return ranks * kEveryAce;
}

// Cards that are one of NEIGHBOURS of the lowest card of `with`; all cards if there is none.
inline CardSet by_neighbour(CardSet with, const RankOrder& order, int direction) {
  if (with == 0) return kEveryCard;
  const auto pivot = static_cast<std::size_t>(lowest_card(with) & 15);
  const CardSet ranks = (direction & kStronger ? CardSet{order.next_up[pivot]} : 0) |
                        (direction & kWeaker ? CardSet{order.next_down[pivot]} : 0);
  return ranks * kEveryAce;
}

// Cards of the same value as any card of `with`.
inline CardSet by_value(CardSet with, const RankOrder& order) {
  CardSet ranks = 0;
  for (; with != 0;) ranks |= order.alike[static_cast<std::size_t>(take_lowest(with) & 15)];
  return ranks * kEveryAce;
}

// The cards of ranks that have at least so many of them, for all ranks at once: suits are sixteen bits apart.
inline CardSet in_rank_groups(CardSet cards, int count) {
  const CardSet a = cards, b = cards >> 16, c = cards >> 32, d = cards >> 48;
  CardSet ranks = a | b | c | d;
  if (count == 2) ranks = (a & b) | (c & d) | ((a | b) & (c | d));
  if (count == 3) ranks = (a & b & (c | d)) | (c & d & (a | b));
  if (count == 4) ranks = a & b & c & d;
  return count > 4 ? 0 : cards & ((ranks & 0x1FFF) * kEveryAce);
}

// The parts of `cards` that are one of GROUPS of `count` or more.
DD_OUTLINE inline CardSet in_groups(CardSet cards, int kind, int count) {
  CardSet result = 0;
  // A card starts a run if the next count - 1 cards above it are there, too. Between suits a word has gaps of three
  // bits, so no run goes over from kings to aces.
  if (kind == kRunGroup) {
    CardSet starts = cards;
    for (int i = 1; i < count; ++i) starts &= cards >> i;
    for (int i = 0; i < count; ++i) result |= starts << i;
    return result & kEveryCard;
  }
  if (kind == kRankGroup) return in_rank_groups(cards, count);
  return in_rank_groups(cards & kBlack, count) | in_rank_groups(cards & ~kBlack, count);
}

// The cards that pair up, by one of PAIRS: of an odd number the highest stays out.
inline CardSet in_pairs(CardSet cards, int kind) {
  const CardSet a = cards, b = cards >> 16, c = cards >> 32, d = cards >> 48;
  const auto of_suits = [](CardSet clubs, CardSet diamonds, CardSet hearts, CardSet spades) {
    return (clubs & 0x1FFF) | (diamonds & 0x1FFF) << 16 | (hearts & 0x1FFF) << 32 | (spades & 0x1FFF) << 48;
  };
  if (kind != kRankPairs) return of_suits(a & d, b & c, b & c, a & d);
  const CardSet odd = a ^ b ^ c ^ d;
  return of_suits(a & ~(odd & ~(b | c | d)), b & ~(odd & ~(c | d)), c & ~(odd & ~d), d & ~odd);
}

inline CardSet drop_highest(CardSet cards, int count) {
  for (; count > 0 && cards != 0; --count) take_highest(cards);
  return cards;
}

// What may be picked next of `candidates` after `picked`, so that at least `low` can be reached. `group` is one
// of PICKS.
DD_OUTLINE inline CardSet pick_options(CardSet candidates, CardSet picked, int group, int low) {
  const int have = std::popcount(picked);
  low = low < 0 ? 0 : low > 64 ? 64 : low;
  // Selections are made in ascending order, so that each set of cards is one sequence of moves, not all its
  // permutations. A card is offered only if enough candidates are left above it to reach `low`.
  CardSet options = above(candidates, picked);
  if (group == kPickRun) {
    // After the first card only the next one up can follow.
    if (have > 0) return options & (bit(highest_card(picked)) << 1);
    for (int i = 1; i < low && i < 13; ++i) options &= candidates >> i;
    return options;
  }
  if (group == kPickSet) {
    if (have > 0) options &= same_rank(picked);
    options &= kEveryCard;
    CardSet result = 0;
    for (CardSet rest = options; rest != 0 && low > have + 1;) {
      const CardSet here = rest & rank_cards(lowest_card(rest));
      result |= drop_highest(here, low - have - 1);
      rest ^= here;
    }
    return low > have + 1 ? result : options;
  }
  return drop_highest(options, low - have - 1);
}

// The highest value of some ranks, by halves: values are below 64.
inline int best_value(unsigned ranks, const RankOrder& order) {
  unsigned value = 0;
  for (unsigned step = 32; step != 0; step >>= 1) value += (ranks & ~order.up_to[value + step - 1u]) != 0 ? step : 0;
  return static_cast<int>(value);
}

// Sum over the suits of the best value in `cards`, 0 if a suit is missing.
DD_OUTLINE inline int prime_count(CardSet cards, const RankOrder& order) {
  if (same_suit(cards) != kEveryCard) return 0;
  int total = 0;
  for (int suit = 0; suit < 64; suit += 16) total += best_value(cards >> suit & 0x1FFF, order);
  return total;
}

}  // namespace DD_ISA
}  // namespace dd
