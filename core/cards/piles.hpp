// Moving cards between piles, and keeping what each seat knows about them (docs/genome.md, sections 1 and 5).
#pragma once

#include <algorithm>

#include "cards/table.hpp"
#include "game/rng.hpp"

namespace dd {
inline namespace DD_ISA {

// Piles of one table under one program. Ordered piles are lists through `next`; all piles are sets.
class Piles {
 public:
  Piles(const Program& program, Table& table) : program_(program), table_(table) {}

  int index(std::uint8_t operand) const {
    const unsigned seat = table_.seat[operand >> 4] & 7u;
    return program_.pile_index[(operand & 15u) * 8u + seat];
  }
  static int of(PileKind kind, int seat) { return 8 + (kind - kHand) * 8 + (seat & 7); }
  CardSet cards(int pile) const { return table_.pile[pile]; }
  int size(int pile) const { return std::popcount(table_.pile[pile]); }
  unsigned flags(int pile) const { return program_.pile_flags[static_cast<std::size_t>(pile)]; }
  bool ordered(int pile) const { return flags(pile) & kOrdered; }
  bool face_up(int pile) const { return flags(pile) & kFaceUp; }

  CardSet top(int pile) const { return table_.pile[pile] == 0 || !ordered(pile) ? 0 : bit(table_.top[pile]); }

  CardSet bottom(int pile) const { return table_.pile[pile] == 0 || !ordered(pile) ? 0 : bit(table_.bottom[pile]); }

  DD_OUTLINE CardSet top_cards(int pile, int count) const {
    if (!ordered(pile)) return 0;
    CardSet result = 0;
    int card = table_.top[pile];
    for (int left = size(pile); left > 0 && count > 0; --left, --count) {
      result |= bit(card);
      card = table_.next[card & 63];
    }
    return result;
  }

  // Here and below a local table: bytes written may be anything, a pointer in memory too.
  void push_top(int pile, int card) {
    Table& t = table_;
    t.next[card] = t.top[pile];
    t.top[pile] = static_cast<std::uint8_t>(card);
    if (t.pile[pile] == 0) t.bottom[pile] = static_cast<std::uint8_t>(card);
  }

  void push_bottom(int pile, int card) {
    Table& t = table_;
    (t.pile[pile] == 0 ? t.top[pile] : t.next[t.bottom[pile] & 63]) = static_cast<std::uint8_t>(card);
    t.bottom[pile] = static_cast<std::uint8_t>(card);
  }

  // Takes `cards` out of the order of a pile (not out of its set).
  void unlink(int pile, CardSet gone) {
    int left = size(pile);
    int above = -1;
    for (int card = table_.top[pile] & 63; left > 0; --left) {
      const int below = table_.next[card] & 63;
      if (gone & bit(card)) {
        if (above < 0)
          table_.top[pile] = static_cast<std::uint8_t>(below);
        else
          table_.next[above] = static_cast<std::uint8_t>(below);
        if (table_.bottom[pile] == card && above >= 0) table_.bottom[pile] = static_cast<std::uint8_t>(above);
      } else {
        above = card;
      }
      card = below;
    }
  }

  // Moves a subset of a pile at once, in ascending order.
  DD_OUTLINE void move(CardSet cards, int from, int to, bool open) {
    cards &= table_.pile[from];
    if (cards == 0 || from == to) return;
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
    if (left & kOrdered) return move(cards, from, to, false);
    if (entered & kOrdered) put(to, card);
    transfer(cards, from, to, false, left, entered);
  }

  // Moves a card of a hand to the trick.
  DD_INLINE void play_to_trick(int card, int seat) {
    const int from = of(kHand, seat);
    const unsigned left = flags(from);
    const CardSet cards = bit(card) & table_.pile[from];
    if (cards == 0) return;
    if (left & kOrdered) return move(cards, from, kTrick, false);
    table_.pile[from] ^= cards;
    table_.pile[kTrick] |= cards;
    table_.changed = 1;
    if (table_.unwatched == 0) reveal(cards, from, left);
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
  DD_OUTLINE void move_all(int from, int to, bool first_played_first) {
    const CardSet cards = table_.pile[from];
    if (cards == 0 || from == to) return;
    if (!ordered(from)) return move(cards, from, to, false);
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
    if (entered & kOrdered) put(to, card);
    transfer(bit(card), from, to, open, left, entered);
  }

  // Moves the top card of the stock, which has one, to a hand.
  DD_INLINE void draw(int hand) {
    Table& t = table_;
    const unsigned left = flags(kDeck), entered = flags(hand);
    const int card = t.top[kDeck] & 63;
    t.top[kDeck] = t.next[card];
    if (entered & kOrdered) put(hand, card);
    transfer(bit(card), kDeck, hand, false, left, entered);
  }

  // The cards of an ordered pile, top first.
  int list(int pile, std::uint8_t* order) const {
    const int count = size(pile);
    int card = table_.top[pile] & 63;
    for (int i = 0; i < count; ++i) {
      order[i] = static_cast<std::uint8_t>(card);
      card = table_.next[card] & 63;
    }
    return count;
  }

  // Gives an ordered pile this order, top first; `order` holds exactly its cards.
  DD_OUTLINE void relink(int pile, const std::uint8_t* order, int count) {
    std::uint8_t* const next = table_.next;
    for (int i = 0; i + 1 < count; ++i) next[order[i]] = order[i + 1];
    if (count == 0) return;
    table_.top[pile] = order[0];
    table_.bottom[pile] = order[count - 1];
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

  void relink_ascending_and_shuffle(int pile, Rng& rng) {
    std::uint8_t order[64];
    relink_ascending_and_shuffle(pile, rng, order);
  }
  // The same, with the order told.
  DD_OUTLINE void relink_ascending_and_shuffle(int pile, Rng& rng, std::uint8_t (&order)[64]) {
    const CardSet cards = table_.pile[pile];
    const int count = std::popcount(cards);
    if (count == 0) return;
    if (cards == program_.deck)
      std::memcpy(order, program_.ascending.data(), sizeof order);
    else
      ascend(cards, order);
    std::uint8_t* const next = table_.next;
    std::uint8_t below = 0;
    shuffle(order, count, rng, [&](std::uint8_t card) {
      next[card] = below;
      below = card;
    });
    table_.top[pile] = order[0];
    table_.bottom[pile] = order[count - 1];
  }

  static int ascend(CardSet cards, std::uint8_t* order) {
    int count = 0;
    while (cards != 0) order[count++] = static_cast<std::uint8_t>(take_lowest(cards));
    return count;
  }

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

  // Cards enter hands that are queues at the bottom, other ordered piles on top. The set is not changed here.
  void put(int pile, int card) {
    if (program_.pile_kind[static_cast<std::size_t>(pile)] == kHand)
      push_bottom(pile, card);
    else
      push_top(pile, card);
  }

  // As `put` does for each in this order.
  void put_all(int pile, const std::uint8_t* order, int count) {
    if (count == 0) return;
    std::uint8_t* const next = table_.next;
    const bool bare = table_.pile[pile] == 0;
    const std::uint8_t first = order[0], last = order[count - 1];
    if (program_.pile_kind[static_cast<std::size_t>(pile)] == kHand) {
      for (int i = 1; i < count; ++i) next[order[i - 1]] = order[i];
      (bare ? table_.top[pile] : next[table_.bottom[pile] & 63]) = first;
      table_.bottom[pile] = last;
    } else {
      for (int i = 1; i < count; ++i) next[order[i]] = order[i - 1];
      next[first] = table_.top[pile];
      if (bare) table_.bottom[pile] = first;
      table_.top[pile] = last;
    }
  }

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
    if (t.unwatched == 0) learn(cards, before, from, to, open, left, entered);
  }

  // What seats know after a move.
  DD_OUTLINE void learn(CardSet cards, CardSet before, int from, int to, bool open, unsigned left, unsigned entered) {
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
    const bool commits = (left & kOfHand) && (entered & (kHolds | kOfHand)) == kHolds && ((from ^ to) & 7) == 0;
    if (left & kOfHand) before |= table_.pile[of(kHand, from)] | table_.pile[of(kPicked, from)];
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

  const Program& program_;
  Table& table_;
};

}  // namespace DD_ISA
}  // namespace dd
