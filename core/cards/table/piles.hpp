// Moving cards between piles: their order, their sets, and what each seat then knows (docs/genome.md, sections 1 and
// 5).
#pragma once

#include <algorithm>

#include "cards/table/knowledge.hpp"

namespace dd {
inline namespace DD_ISA {

class Piles : public PileKnowledge {
 public:
  using PileKnowledge::PileKnowledge;

  // Moves a subset of a pile at once, in ascending order.
  DD_INLINE void move(CardSet cards, int from, int to, bool open) {
    cards &= table_.pile[from];
    if (cards != 0 && from != to) again().move_some(cards, from, to, open);
  }
  DD_OUTLINE void move_some(CardSet cards, int from, int to, bool open) {
    if (ordered(from)) unlink(from, cards);
    if (ordered(to)) {
      std::uint8_t order[64];
      put_all(to, order, ascend(cards, order));
    }
    transfer(cards, from, to, open);
  }

  // Moves one known card.
  DD_INLINE void play(int card, int from, int to) {
    const unsigned left = flags(from), entered = flags(to);
    const CardSet cards = bit(card) & table_.pile[from];
    if (cards == 0 || from == to) return;
    if (left & kOrdered) again().unlink_one(from, card);
    if (entered & kOrdered) put(to, card, entered);
    transfer(cards, from, to, false, left, entered);
  }

  // Moves a card of a hand that is a set to another pile.
  DD_INLINE void play_from_hand(int card, int seat, int to) {
    const int from = of(kHand, seat);
    const CardSet cards = bit(card) & table_.pile[from];
    if (cards == 0) return;
    if (ordered(to)) put(to, card, flags(to));
    transfer(cards, from, to, false);
  }

  // Moves a card of a hand to the trick. Whether hands have an order is the same for all of a game, and some callers
  // know that they are sets.
  template <bool kOfSets>
  DD_INLINE void play_to_trick(int card, int seat) {
    Table& t = table_;
    const int from = of(kHand, seat);
    const CardSet held = t.pile[from], cards = bit(card) & held;
    if (cards == 0) return;
    if (!kOfSets && program_.queue_hands) return again().move_some(cards, from, kTrick, false);
    t.pile[from] = held ^ cards;
    t.pile[kTrick] |= cards;
    t.changed = 1;
    if (t.unwatched == 0) again().reveal(cards, from, flags(from));
  }

  // Moves the trick to a capture zone: from one face-up set to another.
  DD_INLINE void take_trick(int zone) {
    if (table_.pile[kTrick] == 0) return;
    table_.shown |= table_.pile[kTrick];
    table_.pile[zone] |= table_.pile[kTrick];
    table_.pile[kTrick] = 0;
    table_.changed = 1;
  }

  // Deals `count` cards of the stock, one at a time to the seats of the mask, from the left of `seat`; returns the
  // last. `order` is that of the stock, if the caller knows it.
  DD_OUTLINE int deal(int seat, unsigned mask, int seats, int count, const std::uint8_t* order) {
    CardSet known = table_.shown;
    for (CardSet seen : table_.seen) known |= seen;
    // Card by card, if knowledge must move with each, or if hands have an order.
    // The shortcut deals whole hands at once and is for the usual case. -2 asks the caller for the long way.
    if ((known & table_.pile[kDeck]) || (flags(of(kHand, 0)) & (kOrdered | kFaceUp))) return -2;
    if (count <= 0) return -1;
    std::uint8_t stock[64];
    if (order == nullptr) list(kDeck, stock), order = stock;
    const int players = std::popcount(mask);
    for (int first = 0; first < players && first < count;) {
      seat = seat + 1 >= seats ? 0 : seat + 1;
      if ((mask >> seat & 1) == 0) continue;
      CardSet dealt = 0;
      for (int i = first++; i < count; i += players) dealt |= bit(order[i]);
      table_.pile[kDeck] &= ~dealt;
      table_.pile[of(kHand, seat)] |= dealt;
      table_.lacks[seat] = 0;
    }
    table_.changed = 1;
    table_.top[kDeck] = table_.next[order[count - 1]];
    return order[count - 1];
  }

  // Moves a whole pile, from its top on; or played first, first to go.
  DD_INLINE void move_all(int from, int to, bool first_played_first) {
    const CardSet cards = table_.pile[from];
    if (cards == 0 || from == to) return;
    const unsigned left = flags(from), entered = flags(to);
    if ((left & kOrdered) == 0 && (cards & (cards - 1)) == 0) {  // one card that lies in no order
      if (entered & kOrdered) put(to, lowest_card(cards), entered);
    } else if ((left | entered) & kOrdered) {
      return again().move_whole(cards, from, to, first_played_first);
    }
    transfer(cards, from, to, false, left, entered);
  }
  DD_OUTLINE void move_whole(CardSet cards, int from, int to, bool first_played_first) {
    if (!ordered(from)) return move_some(cards, from, to, false);
    if (ordered(to)) {
      std::uint8_t order[64];
      const int count = list(from, order);
      if (first_played_first) std::reverse(order, order + count);
      put_all(to, order, count);
    }
    transfer(cards, from, to, false);
  }

  // Moves one card: the top one, or a random one of a set.
  DD_OUTLINE void take(int from, int to, bool open, Rng& chance) {
    Table& t = table_;
    const unsigned left = flags(from), entered = flags(to);
    const CardSet cards = t.pile[from];
    if (cards == 0 || from == to) return;
    int card;
    if (left & kOrdered) {
      card = t.top[from] & 63;
      t.top[from] = t.next[card];
    } else {
      card = nth_bit(cards, static_cast<int>(chance.below(static_cast<std::uint32_t>(std::popcount(cards)))));
    }
    if (entered & kOrdered) put(to, card, entered);
    transfer(bit(card), from, to, open, left, entered);
  }

  // Moves the top card of the stock, which has one, to a hand.
  DD_INLINE void draw(int hand) {
    Table& t = table_;
    const unsigned left = flags(kDeck), entered = flags(hand);
    const int card = t.top[kDeck] & 63;
    t.top[kDeck] = t.next[card];
    if (entered & kOrdered) put(hand, card, entered);
    transfer(bit(card), kDeck, hand, false, left, entered);
  }

  // The piles of one kind of every seat, going left from `seat`, to one pile: the first played first, or all shuffled
  // together.
  DD_OUTLINE void collect(PileKind kind, int seat, int to, bool shuffled, Rng& chance) {
    std::uint8_t order[64];
    int count = 0;
    if (shuffled && ordered(to)) {
      CardSet all = 0;
      for (int i = 0; i < program_.seats; ++i) all |= table_.pile[of(kind, i)];
      count = ascend(all, order);
      shuffle(order, count, chance);
      put_all(to, order, count);
    }
    for (int i = 0; i < program_.seats; ++i) {
      const int from = of(kind, seat);
      if (count == 0)
        move_all(from, to, true);
      else if (table_.pile[from] != 0)
        transfer(table_.pile[from], from, to, false);
      seat = seat + 1 >= program_.seats ? 0 : seat + 1;
    }
  }

  // Shuffles all discards but the top one into the (empty) stock.
  DD_OUTLINE void reshuffle(Rng& chance) {
    // The top card stays: games compare the next play with it.
    const CardSet kept = top(kDiscard);
    CardSet cards = table_.pile[kDiscard] & ~kept;
    table_.pile[kDeck] = cards;
    table_.pile[kDiscard] = kept;
    for (CardSet& laid : table_.laid) laid &= kept;
    relink_ascending_and_shuffle(kDeck, chance);
    const auto card = static_cast<std::uint8_t>(lowest_card(kept) & 63);
    relink(kDiscard, &card, 1);
    table_.changed = 1;
  }

  // Whether a card can be drawn from the pile: the stock may be refilled first.
  bool can_give(int pile, bool reshuffles) const {
    if (table_.pile[pile] != 0) return true;
    return pile == kDeck && (table_.pile[kTurned] != 0 || (reshuffles && size(kDiscard) >= 2));
  }

  // An empty stock becomes the turned-up card, or else the discards if they may be reshuffled.
  void refill(bool reshuffles, Rng& chance) {
    if (table_.pile[kDeck] != 0 || !can_give(kDeck, reshuffles)) return;
    if (table_.pile[kTurned] != 0)
      move(table_.pile[kTurned], kTurned, kDeck, true);
    else
      reshuffle(chance);
  }

 private:
  // The same piles for what is called, not inlined: these here can then stay in registers.
  DD_INLINE Piles again() const { return {program_, table_}; }
  // The sets and the knowledge of a move whose order is done.
  DD_INLINE void transfer(CardSet cards, int from, int to, bool open) {
    transfer(cards, from, to, open, flags(from), flags(to));
  }
  DD_INLINE void transfer(CardSet cards, int from, int to, bool open, unsigned left, unsigned entered) {
    Table& t = table_;
    const CardSet before = t.pile[from];
    t.pile[from] = before & ~cards;
    t.pile[to] |= cards;
    t.changed = 1;
    if (t.unwatched == 0) again().learn(cards, before, from, to, open, left, entered);
  }
};

}  // namespace DD_ISA
}  // namespace dd
