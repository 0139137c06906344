// Ops of sets: which cards, as the bits of a word. The set registers are forgotten at every choice.
#pragma once

#include "cards/ops/workspace.hpp"

namespace dd {
inline namespace DD_ISA {
namespace ops {

// By one of LIKENESSES.
inline CardSet like(CardSet cards, int mode) {
  if (cards == 0) return mode & kNothingIsLikeAll ? kEveryCard : 0;
  const int kind = mode & 3;
  return kind == kSameRank ? same_rank(cards) : kind == kSameSuit ? same_suit(cards) : same_color(cards);
}

// Likeness to the top card of a pile in any of the ways asked for; if there is no card, everything is like it. A named
// suit can stand for the card's, and then the card itself is not needed unless its rank is asked for.
DD_INLINE inline CardSet like_top(const Workspace& w, Table& t, std::uint8_t pile, int mode) {
  const int index = pile < kHand ? pile : piles(w, t).index(pile), named = mode & kLikeNamed ? t.reg[kNamed] : -1;
  if ((t.pile[index] == 0 || !piles(w, t).ordered(index)) && ((mode & kLikeRank) != 0 || named < 0))
    return (mode & (kLikeRank | kLikeSuit | kLikeColor)) != 0 ? kEveryCard : 0;
  const int card = t.top[index], suit = named >= 0 ? named & 3 : card >> 4;
  CardSet result = mode & kLikeRank ? rank_cards(card) : 0;
  if (mode & kLikeSuit) result |= suit_cards(suit);
  if (mode & kLikeColor) result |= same_color(suit_cards(suit));
  return result;
}

// Cards are picked in ascending order, so only those above the picked ones are left.
DD_OUTLINE inline CardSet sum_picks(const Workspace& w, const Instruction& at) {
  const CardSet picked = piles(w, w.table).cards(piles(w, w.table).index(at.b));
  const std::uint8_t* value = w.table_at(at.d);
  const int wanted = std::max<int>(w.table.reg[at.c], -1);  // no cards add up to less than nothing
  return sum_options(above(w.set[at.a], picked), wanted - total_of_few(picked, value), value);
}

// The least number of cards of a selection: the low byte of the number, or all candidates if there are fewer.
inline int least_picks(const Workspace& w, const Instruction& at) {
  const int low = at.imm & 255;
  return at.c & kPickCapped ? std::min(low, std::popcount(w.set[at.a])) : low;
}

// Where cards lie, and what they are. Ranks and suits are whole: cards that the game does not have are in them too.
DD_OP(SCONST) { w.set[at.a] = w.program.constants[at.b]; }
DD_OP(SPILE) { w.set[at.a] = piles(w, t).cards(piles(w, t).index(at.b)); }
DD_OP(SHAND) { w.set[at.a] = hand(t, at.b); }
DD_OP(STOP) { w.set[at.a] = piles(w, t).top(piles(w, t).index(at.b)); }
DD_OP(SBOTTOM) { w.set[at.a] = piles(w, t).bottom(piles(w, t).index(at.b)); }
DD_OP(STOPN) { w.set[at.a] = piles(w, t).top_cards(piles(w, t).index(at.b), t.reg[at.c]); }
DD_OP(SCARD) { w.set[at.a] = t.reg[at.b] < 0 ? 0 : bit(t.reg[at.b]); }
DD_OP(SSUIT) { w.set[at.a] = t.reg[at.b] < 0 ? 0 : suit_cards(t.reg[at.b]); }
DD_OP(SRANK) { w.set[at.a] = t.reg[at.b] < 0 ? 0 : rank_cards(t.reg[at.b]) & kEveryCard; }
// Sets of sets.
DD_OP(SMOV) { w.set[at.a] = w.set[at.b]; }
DD_OP(SAND) { w.set[at.a] &= w.set[at.b]; }
DD_OP(SOR) { w.set[at.a] |= w.set[at.b]; }
DD_OP(SANDN) { w.set[at.a] &= ~w.set[at.b]; }
DD_OP(SANDH) { w.set[at.a] &= hand(t, at.b); }
DD_OP(SORK) { w.set[at.a] |= w.program.constants[at.b]; }
DD_OP(PREFER) { w.set[at.a] = prefer(w.set[at.a], w.set[at.b]); }
DD_OP(PREFERS) { w.set[at.a] = prefer(w.set[at.a], t.reg[at.b] < 0 ? 0 : suit_cards(t.reg[at.b])); }
DD_OP(AVOID) { w.set[at.a] = prefer(w.set[at.a], ~w.set[at.b]); }
DD_OP(HELD) {
  const CardSet held = w.set[at.b] & hand(t, at.c);
  w.set[at.a] = held;
  return held == 0;
}
// Cards that compare with others.
DD_OP(SLIKE) { w.set[at.a] = like(w.set[at.b], at.c); }
DD_INLINE inline CardSet top_like(const Workspace& w, Table& t, const Instruction& at) {
  return (at.c & kKeep ? w.set[at.a] : 0) | like_top(w, t, at.b, at.c) | w.program.constants[at.d];
}
DD_OP(STOPLIKE) { w.set[at.a] = top_like(w, t, at); }
DD_OP(SSTRONG) { w.set[at.a] = by_strength(w.set[at.b], w.program.rank_orders[at.c], at.d); }
DD_OP(SNEXT) { w.set[at.a] = by_neighbour(w.set[at.b], w.program.rank_orders[at.c], at.d); }
DD_OP(SGROUP) { w.set[at.a] = in_groups(w.set[at.a], at.b, at.imm); }
DD_OP(SPAIRS) { w.set[at.a] = in_pairs(w.set[at.a], at.b); }
DD_OP(SVALUE) { w.set[at.a] = by_value(w.set[at.b], w.program.rank_orders[at.c]); }
DD_OP(SSUMS) { w.set[at.a] = sum_set(w.set[at.b], w.table_at(at.c)); }
// Options of a selection.
DD_OP(SPARTS) { w.set[at.a] = sum_picks(w, at); }
DD_OP(PICKS) {
  w.set[at.a] = pick_options(w.set[at.a], t.pile[Piles::of(kPicked, who(t, at.b))], at.c & 3, least_picks(w, at));
}
// Sets as numbers.
DD_OP(LOWCARD) { t.reg[at.a] = w.set[at.b] == 0 ? -1 : lowest_card(w.set[at.b]); }
DD_OP(HIGHCARD) { t.reg[at.a] = w.set[at.b] == 0 ? -1 : highest_card(w.set[at.b]); }
DD_OP(RANKBITS) { t.reg[at.a] = static_cast<std::int32_t>(same_rank(w.set[at.b]) & 0x1FFF); }
DD_OP(SUITOF) { t.reg[at.a] = w.set[at.b] == 0 ? -1 : lowest_card(w.set[at.b]) >> 4; }

// Of a colour, where the trump suit has one: clubs and spades are the outer suits, diamonds and hearts the inner.
DD_OUTLINE inline CardSet trump_cards(const Table& t, CardSet others, bool of_colour) {
  const int trump = t.reg[kTrump];
  if (trump < 0) return of_colour ? 0 : others;
  return suit_cards(trump) | (of_colour ? others & suit_cards(3 - trump) : others);
}
DD_OUTLINE inline std::int32_t strongest_card(CardSet cards, const std::uint8_t* strength) {
  std::int32_t best = -1;
  for (CardSet rest = cards; rest != 0;) {
    const int card = take_lowest(rest);
    if (best < 0 || strength[card & 15] > strength[best & 15]) best = card;
  }
  return best;
}
DD_OP(STRUMPS) { w.set[at.a] = trump_cards(t, w.program.constants[at.b], at.c != 0); }
DD_OP(BESTCARD) { t.reg[at.a] = strongest_card(w.set[at.b], w.table_at(at.c)); }

}  // namespace ops
}  // namespace DD_ISA
}  // namespace dd
