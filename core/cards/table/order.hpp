// Where cards lie: the piles of one table under one program, as sets, and the order of those that have one. An ordered
// pile is a list from its top down through `next`. Nothing here changes a set: whoever moves cards does.
#pragma once

#include "cards/table/table.hpp"
#include "game/rng.hpp"

namespace dd {
inline namespace DD_ISA {

class PileOrder {
 public:
  PileOrder(const Program& program, Table& table) : program_(program), table_(table) {}

  // The place of an operand's pile: its kind, of the seat that its variable holds now.
  DD_INLINE int index(std::uint8_t operand) const {
    const unsigned seat = table_.seat[operand >> 4] & 7u;
    return program_.pile_index[(operand & 15u) * 8u + seat];
  }
  // The place of a kind that exists once a seat.
  static int of(PileKind kind, int seat) { return kFirstSeatPile + (kind - kHand) * kMaxSeats + (seat & 7); }
  CardSet cards(int pile) const { return table_.pile[pile]; }
  int size(int pile) const { return std::popcount(table_.pile[pile]); }
  unsigned flags(int pile) const { return program_.pile_flags[static_cast<std::size_t>(pile)]; }
  bool ordered(int pile) const { return flags(pile) & kOrdered; }
  bool face_up(int pile) const { return flags(pile) & kFaceUp; }

  CardSet top(int pile) const { return table_.pile[pile] == 0 || !ordered(pile) ? 0 : bit(table_.top[pile]); }

  CardSet bottom(int pile) const { return table_.pile[pile] == 0 || !ordered(pile) ? 0 : bit(table_.bottom[pile]); }

  // At most as many as there are.
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

  // Begins from the ascending order, so that the result depends on the cards and the random numbers alone.
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
    // The shuffle settles one place after the other from the bottom up, and each card is linked to the one settled
    // before.
    std::uint8_t below = 0;
    shuffle(order, count, rng, [&](std::uint8_t card) {
      next[card] = below;
      below = card;
    });
    table_.top[pile] = order[0];
    table_.bottom[pile] = order[count - 1];
  }

  // Lists a set from the lowest card on.
  static int ascend(CardSet cards, std::uint8_t* order) {
    int count = 0;
    while (cards != 0) order[count++] = static_cast<std::uint8_t>(take_lowest(cards));
    return count;
  }

 protected:
  // Cards enter hands that are queues at the bottom, other ordered piles on top. The set is not changed here.
  DD_INLINE void put(int pile, int card, unsigned flags) {
    if (flags & kOfHand)
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

  // Here and below a local table: bytes written may be anything, a pointer in memory too.
  DD_INLINE void push_top(int pile, int card) {
    Table& t = table_;
    t.next[card] = t.top[pile];
    t.top[pile] = static_cast<std::uint8_t>(card);
    if (t.pile[pile] == 0) t.bottom[pile] = static_cast<std::uint8_t>(card);
  }

  DD_INLINE void push_bottom(int pile, int card) {
    Table& t = table_;
    (t.pile[pile] == 0 ? t.top[pile] : t.next[t.bottom[pile] & 63]) = static_cast<std::uint8_t>(card);
    t.bottom[pile] = static_cast<std::uint8_t>(card);
  }

  // Takes `cards` out of the order of a pile (not out of its set).
  void unlink(int pile, CardSet gone) {
    int left = size(pile);
    // The last card that stays, seen from the top down; -1 while there is none. Links of cards that go are left as they
    // are: nobody reads them until the card is put somewhere.
    int above = -1;
    for (int card = table_.top[pile] & 63; left > 0; --left) {
      const int below = table_.next[card] & 63;
      if (gone & bit(card)) {
        gone ^= bit(card);
        if (above < 0)
          table_.top[pile] = static_cast<std::uint8_t>(below);
        else
          table_.next[above] = static_cast<std::uint8_t>(below);
        if (table_.bottom[pile] == card && above >= 0) table_.bottom[pile] = static_cast<std::uint8_t>(above);
        if (gone == 0) return;
      } else {
        above = card;
      }
      card = below;
    }
  }

  // The same for one card, which the pile has.
  void unlink_one(int pile, int gone) {
    Table& t = table_;
    int above = -1, card = t.top[pile] & 63;
    for (int left = size(pile); card != gone && left > 0; --left) above = card, card = t.next[card] & 63;
    const std::uint8_t below = t.next[card];
    (above < 0 ? t.top[pile] : t.next[above]) = below;
    if (t.bottom[pile] == card && above >= 0) t.bottom[pile] = static_cast<std::uint8_t>(above);
  }

  const Program& program_;
  Table& table_;
};

}  // namespace DD_ISA
}  // namespace dd
