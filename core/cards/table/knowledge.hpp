// What seats know about cards: what everybody has seen, what a seat has seen besides, and what follows from it
// (docs/genome.md, section 5).
#pragma once

#include "cards/table/order.hpp"

namespace dd {
inline namespace DD_ISA {

class PileKnowledge : public PileOrder {
 public:
  using PileOrder::PileOrder;

  // The cards lie open from now on, wherever they are.
  DD_OUTLINE void show(CardSet cards) {
    table_.shown |= cards;
    for (int seat = 0; seat < program_.seats; ++seat) leave_pool(seat, cards);
  }

  // Everybody learns that the seat holds a card of the set.
  DD_OUTLINE void note_least(int seat, CardSet cards) {
    for (int i = 0; i < table_.least_count; ++i)
      if (table_.least_seat[i] == seat && table_.least_set[i] == cards) return;
    if (table_.least_count == kLeastEntries) drop_least(0);
    table_.least_set[table_.least_count] = cards;
    table_.least_seat[table_.least_count++] = static_cast<std::uint8_t>(seat);
  }

 protected:
  // What seats know after a move.
  DD_OUTLINE void learn(CardSet cards, CardSet before, int from, int to, bool open, unsigned left, unsigned entered) {
    // Three cases. Within one hand nothing is learnt. A move between hidden piles hides. Any other is seen by all.
    if ((left & entered & kOfHand) && ((from ^ to) & 7) == 0) return;  // picking
    if (!open && ((left | entered) & kFaceUp) == 0) return hide(cards, before, from, to);
    if (entered & kOfHand) table_.lacks[to & 7] &= ~cards;
    reveal(cards, from, left);
  }

  // Everybody saw the cards leave a pile.
  DD_INLINE void reveal(CardSet cards, int from, unsigned left) {
    table_.shown |= cards;
    if (table_.least_count != 0 && (left & kOfHand)) forget_least(from & 7, cards);
    if ((left & kHolds) && table_.pooled[from & 7] != 0) leave_pool(from & 7, cards);
  }

  // A hidden move: those who do not see it lose track of the pile it came from.
  DD_OUTLINE void hide(CardSet cards, CardSet before, int from, int to) {
    const unsigned left = flags(from), entered = flags(to);
    const unsigned viewers = (left / kOwnerSees & 1u) << (from & 7) | (entered / kOwnerSees & 1u) << (to & 7);
    // From a hand to the front of the same seat: everybody still knows that the cards are in one of the two.
    const bool commits = (left & kOfHand) && (entered & (kHolds | kOfHand)) == kHolds && ((from ^ to) & 7) == 0;
    if (left & kOfHand) before |= table_.pile[of(kHand, from)] | table_.pile[of(kPicked, from)];
    // Whoever does not see the move can no longer say which card of the pile went: so all that was known to lie there
    // is lost to them. Where the whole pile went they can, and lose nothing.
    const CardSet lost = before == cards ? 0 : before;
    const CardSet kept = table_.shown & lost;
    if (lost != 0) {
      if (commits) table_.pooled[from & 7] |= kept;
      for (int seat = 0; seat < program_.seats; ++seat)  // a mask: who it is would be a guess
        table_.seen[seat] &= ~lost | -CardSet{viewers >> seat & 1};
      table_.shown &= ~lost;
    }
    for (unsigned rest = viewers; rest != 0; rest &= rest - 1) table_.seen[std::countr_zero(rest)] |= kept | cards;
    if (entered & kOfHand) table_.lacks[to & 7] = 0;
    if (from == kDiscard || to == kDiscard) note_laid(cards, from, to);
    if (table_.least_count != 0 && (left & kOfHand)) forget_least(from & 7, kEveryCard);
    if ((left & kHolds) && !commits) leave_pool(from & 7, kEveryCard);
  }

  // Of a face-down discard pile a seat knows the cards that it put there itself, until they leave.
  void note_laid(CardSet cards, int from, int to) {
    for (CardSet& laid : table_.laid) laid &= ~cards;
    if (to == kDiscard && (flags(from) & kOfHand)) table_.laid[from & 7] |= cards;
  }

  // Cards left the hand or front of a seat, or were shown: less is pooled, and what is must be in the hand once the
  // front has no secret.
  void leave_pool(int seat, CardSet cards) {
    if (table_.pooled[seat] == 0) return;
    table_.pooled[seat] &= ~cards;
    if ((table_.pile[of(kFront, seat)] & ~table_.shown) != 0) return;
    table_.shown |= table_.pooled[seat];
    table_.pooled[seat] = 0;
  }

 private:
  DD_OUTLINE void drop_least(int entry) {
    --table_.least_count;
    for (int i = entry; i < table_.least_count; ++i) {
      table_.least_set[i] = table_.least_set[i + 1];
      table_.least_seat[i] = table_.least_seat[i + 1];
    }
    table_.least_set[table_.least_count] = 0;
    table_.least_seat[table_.least_count] = 0;
  }

  // A hand lost cards: what was known to be among them is not known any more.
  DD_OUTLINE void forget_least(int seat, CardSet lost) {
    for (int i = table_.least_count - 1; i >= 0; --i)
      if (table_.least_seat[i] == seat && (table_.least_set[i] & lost)) drop_least(i);
  }
};

}  // namespace DD_ISA
}  // namespace dd
