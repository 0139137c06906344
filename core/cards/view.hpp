// What a seat sees, and imagining the rest: view(table, seat) hides, redeal(view) fills in (docs/genome.md, section 5).
#pragma once

#include "cards/piles.hpp"

namespace dd {
inline namespace DD_ISA {

// A table with everything the seat does not know taken out. Piles hold the known cards only; `count` the true sizes.
struct View {
  Table table;
  std::uint8_t count[kPiles];
  Seat seat;
};
static_assert(std::is_trivially_copyable_v<View>);

class Viewer {
 public:
  explicit Viewer(const Program& program) : program_(program) {}

  View view(const Table& table, Seat seat) const {
    View view;
    std::memset(&view, 0, sizeof view);
    view.table = table;
    view.seat = seat;
    Table& t = view.table;
    for (int other = 0; other < kMaxSeats; ++other) {
      if (other == seat) continue;
      t.pile[Piles::of(kHand, other)] |= t.pile[Piles::of(kPicked, other)];
      t.pile[Piles::of(kPicked, other)] = 0;
      t.seen[other] = 0;
    }
    const CardSet known = table.shown | table.seen[seat];
    for (int pile = 0; pile < kPiles; ++pile) {
      view.count[pile] = static_cast<std::uint8_t>(std::popcount(t.pile[pile]));
      if (!sees(seat, pile)) t.pile[pile] &= known;
    }
    if (t.to_move != seat && t.continues && !program_.open_hands) t.continues = 0;
    hide_order(table, t);
    return view;
  }

  // A table the seat cannot tell from the true one: every consistent arrangement has positive probability.
  Table redeal(const View& view, Rng& rng) const {
    Table t = view.table;
    CardSet unknown = program_.deck;
    for (CardSet pile : t.pile) unknown &= ~pile;
    int room[kPiles];
    for (int pile = 0; pile < kPiles; ++pile) room[pile] = view.count[pile] - std::popcount(t.pile[pile]);
    assign(t, unknown, room, rng);
    Piles piles(program_, t);
    for (int pile = 0; pile < kPiles; ++pile)
      if (piles.ordered(pile) && !piles.face_up(pile)) piles.relink_ascending_and_shuffle(pile, rng);
    return t;
  }

 private:
  static constexpr int kMaxAttempts = 100;

  bool sees(Seat seat, int pile) const {
    const unsigned flags = program_.pile_flags[static_cast<std::size_t>(pile)];
    return (flags & kFaceUp) || ((flags & kOfHand) && (flags & kOwnerSees) && (pile & 7) == seat);
  }

  // Keeps the links of ordered face-up piles only.
  void hide_order(const Table& table, Table& t) const {
    std::memset(t.next, 0, sizeof t.next);
    std::memset(t.top, 0, sizeof t.top);
    std::memset(t.bottom, 0, sizeof t.bottom);
    Table scratch = table;
    const Piles from(program_, scratch);
    Piles to(program_, t);
    for (int pile = 0; pile < kPiles; ++pile) {
      if (!from.ordered(pile) || !from.face_up(pile)) continue;
      std::uint8_t order[64];
      const int count = from.list(pile, order);
      to.relink(pile, order, count);
      if (count > 0) t.next[order[count - 1]] = 0;
    }
  }

  bool allowed(const Table& t, int card, int pile) const {
    const auto kind = program_.pile_kind[static_cast<std::size_t>(pile)];
    for (int seat = 0; seat < program_.seats; ++seat)
      if ((t.pooled[seat] & bit(card)) && pile != Piles::of(kHand, seat) && pile != Piles::of(kFront, seat))
        return false;
    return kind != kHand || (t.lacks[pile & 7] & bit(card)) == 0;
  }

  // Places the unknown cards: those that a hand is known to have some of, then the most constrained, each in a random
  // free place; where none is free, others make room. A choice of the first kind can leave no way out: then it begins
  // again.
  void assign(Table& t, CardSet unknown, const int* rooms, Rng& rng) const {
    for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
      CardSet placed[kPiles] = {};
      if (!try_assign(t, unknown, rooms, placed, rng) && attempt + 1 < kMaxAttempts) continue;
      for (int pile = 0; pile < kPiles; ++pile) t.pile[pile] |= placed[pile];
      return;
    }
  }

  bool try_assign(const Table& t, CardSet unknown, const int* rooms, CardSet* placed, Rng& rng) const {
    int room[kPiles];
    std::copy(rooms, rooms + kPiles, room);
    const CardSet pinned = place_least(t, unknown, room, placed, rng);
    std::uint8_t cards[64];
    int count = 0;
    for (CardSet rest = unknown & ~pinned; rest != 0;) cards[count++] = static_cast<std::uint8_t>(take_lowest(rest));
    shuffle(cards, count, rng);
    bool all = true;
    for (bool constrained : {true, false})
      for (int i = 0; i < count; ++i)
        if (is_constrained(t, cards[i]) == constrained) all &= place(t, cards[i], room, placed, pinned, rng);
    return all;
  }

  // One card for each set that a hand holds at least one of, where the known cards do not satisfy it already.
  CardSet place_least(const Table& t, CardSet unknown, int* room, CardSet* placed, Rng& rng) const {
    CardSet pinned = 0;
    for (int i = 0; i < t.least_count; ++i) {
      const int pile = Piles::of(kHand, t.least_seat[i]);
      if ((t.pile[pile] | placed[pile]) & t.least_set[i]) continue;
      const CardSet fitting = unknown & ~pinned & t.least_set[i] & ~t.lacks[t.least_seat[i] & 7];
      if (fitting == 0 || room[pile] <= 0) continue;
      const int card =
          nth_bit(fitting, static_cast<int>(rng.below(static_cast<std::uint32_t>(std::popcount(fitting)))));
      placed[pile] |= bit(card);
      pinned |= bit(card);
      --room[pile];
    }
    return pinned;
  }

  bool is_constrained(const Table& t, int card) const {
    for (int seat = 0; seat < program_.seats; ++seat)
      if ((t.lacks[seat] | t.pooled[seat]) & bit(card)) return true;
    return false;
  }

  bool place(const Table& t, int card, int* room, CardSet* placed, CardSet pinned, Rng& rng) const {
    int total = 0;
    for (int pile = 0; pile < kPiles; ++pile)
      if (room[pile] > 0 && allowed(t, card, pile)) total += room[pile];
    if (total == 0) return make_room(t, card, room, placed, pinned);
    int pick = static_cast<int>(rng.below(static_cast<std::uint32_t>(total)));
    for (int pile = 0; pile < kPiles; ++pile) {
      if (room[pile] <= 0 || !allowed(t, card, pile)) continue;
      pick -= room[pile];
      if (pick >= 0) continue;
      placed[pile] |= bit(card);
      --room[pile];
      break;
    }
    return true;
  }

  // Breadth-first search for a chain of moves that frees a place for `card`; one exists whenever the view is consistent
  // and nothing is pinned.
  bool make_room(const Table& t, int card, int* room, CardSet* placed, CardSet pinned) const {
    int from_pile[kPiles], moved[kPiles], queue[kPiles], head = 0, tail = 0;
    for (int pile = 0; pile < kPiles; ++pile) {
      from_pile[pile] = -2;
      if (placed[pile] != 0 && allowed(t, card, pile)) from_pile[pile] = -1, moved[pile] = card, queue[tail++] = pile;
    }
    while (head < tail) {
      const int pile = queue[head++];
      for (CardSet rest = placed[pile] & ~pinned; rest != 0;) {
        const int other = take_lowest(rest);
        for (int next = 0; next < kPiles; ++next) {
          if (from_pile[next] != -2 || !allowed(t, other, next) || (room[next] <= 0 && placed[next] == 0)) continue;
          from_pile[next] = pile;
          moved[next] = other;
          if (room[next] > 0) return shift(next, from_pile, moved, room, placed), true;
          queue[tail++] = next;
        }
      }
    }
    return false;
  }

  static void shift(int pile, const int* from_pile, const int* moved, int* room, CardSet* placed) {
    --room[pile];
    for (; pile >= 0; pile = from_pile[pile]) {
      placed[pile] |= bit(moved[pile]);
      if (from_pile[pile] >= 0) placed[from_pile[pile]] &= ~bit(moved[pile]);
    }
  }

  const Program& program_;
};

}  // namespace DD_ISA
}  // namespace dd
