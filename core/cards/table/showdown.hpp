// Hands compared at a showdown: by their rank, and against hands that are only imagined.
#pragma once

#include "cards/table/select.hpp"
#include "cards/table/table.hpp"
#include "cards/worth/hands.hpp"
#include "game/rng.hpp"

namespace dd {
inline namespace DD_ISA {

// The highest sum of values that the cards of one suit have.
inline int suit_total(CardSet hand, const std::uint8_t* table) {
  int best = 0;
  for (int suit = 0; suit < 4; ++suit) best = std::max(best, total_value(hand & suit_cards(suit), table));
  return best;
}

// By one of EVALUATORS; `table` has the strengths or values of the ranks.
// The larger, the better; equal hands have equal ranks.
inline std::uint64_t showdown_rank(int evaluator, CardSet hand, const std::uint8_t* table) {
  switch (evaluator & ~kWithTable) {
    case kPokerHands:
      return poker_rank(hand);
    case kHighCards:
      return high_card_rank(hand, table);
    case kSuitTotals:
      return static_cast<std::uint64_t>(suit_total(hand, table));
    default:
      return static_cast<std::uint64_t>(total_value(hand, table));
  }
}

// The cards that count as part of every hand.
inline CardSet common_cards(int evaluator, const Table& table) {
  return evaluator & kWithTable ? table.pile[kTableau] : 0;
}

// 1 if the first rank wins, 1/2 if they are equal.
inline float beats_at_showdown(std::uint64_t own, std::uint64_t other) {
  return own > other ? 1.0f : own == other ? 0.5f : 0.0f;
}

// So many of the cards, any of them; all if there are not enough.
inline CardSet random_hand(CardSet from, int cards, Rng& rng) {
  CardSet hand = 0;
  for (int left = std::popcount(from); cards > 0 && left > 0; --cards, --left) {
    const CardSet card = bit(nth_bit(from, static_cast<int>(rng.below(static_cast<std::uint32_t>(left)))));
    hand |= card;
    from &= ~card;
  }
  return hand;
}

// The share of `tries` random hands of as many cards, out of `from`, that the hand beats; all have the `common` cards.
inline float chance_of_hand(int evaluator, const std::uint8_t* table, CardSet hand, CardSet common, CardSet from,
                            int cards, int tries, Rng& rng) {
  const std::uint64_t own = showdown_rank(evaluator, hand | common, table);
  float total = 0;
  for (int n = 0; n < tries; ++n)
    total += beats_at_showdown(own, showdown_rank(evaluator, random_hand(from, cards, rng) | common, table));
  return total / static_cast<float>(tries);
}

}  // namespace DD_ISA
}  // namespace dd
