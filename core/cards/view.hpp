// What a seat sees, and imagining the rest: view(table, seat) hides, redeal(view) fills in (docs/genome.md, section 5).
#pragma once

#include <algorithm>
#include <span>

#include "cards/table/piles.hpp"

namespace dd {
inline namespace DD_ISA {

// A table with everything the seat does not know taken out. Piles hold the known cards only; `count` the true sizes.
struct View {
  Table table;
  std::uint8_t count[kPiles];
  std::uint8_t discards[64];  // face-down ones from the top on, kUnknown where the card is not known
  Seat seat;
  std::uint8_t forgotten;  // not 0: cards were taken out that the seat had seen, open discards among them
};
inline constexpr std::uint8_t kUnknown = 255;
static_assert(std::is_trivially_copyable_v<View>);

class Viewer {
 public:
  explicit Viewer(const Program& program) : program_(program) {}

  // Takes out of a copy of the table, step by step, what the seat must not know. Views are compared and hashed as
  // bytes: the table was zeroed when it was made, and the rest is here, so that nothing left over differs between two
  // that mean the same.
  View view(const Table& table, Seat seat) const {
    View view;
    std::memcpy(&view.table, &table, sizeof table);
    std::memset(view.count, 0, sizeof view - offsetof(View, count));
    view.seat = seat;
    Table& t = view.table;
    // Step 1. The last choice and the machine's temporaries could tell of secret cards.
    t.chosen = 0;
    t.decided_by = 0;
    std::memset(t.reg + kFirstTemporary, 0, sizeof(std::int32_t) * (kRegisters - kFirstTemporary));
    // Step 2. Cards that another seat has picked, but not played yet, count as still in its hand; and what others have
    // seen is theirs.
    for (int other = 0; other < kMaxSeats; ++other) {
      if (other == seat) continue;
      t.pile[Piles::of(kHand, other)] |= t.pile[Piles::of(kPicked, other)];
      t.pile[Piles::of(kPicked, other)] = 0;
      t.seen[other] = t.laid[other] = 0;
    }
    // Step 3. Sizes of piles are public. Their cards are kept where the seat sees the pile or knows the card's place.
    const CardSet known = table.shown | table.seen[seat];
    for (int pile = 0; pile < kPiles; ++pile) {
      if (t.pile[pile] == 0) continue;
      view.count[pile] = static_cast<std::uint8_t>(std::popcount(t.pile[pile]));
      if (!sees(seat, pile)) t.pile[pile] &= known;
    }
    // Step 4. That another seat is in the middle of a selection would tell what it holds.
    if (t.to_move != seat && t.continues && !program_.open_hands) t.continues = 0;
    // Step 5. Orders: those of open piles stay, and of face-down discards the places of the seat's own cards.
    hide_order(table, t);
    note_discards(table, view);
    return view;
  }

  // A pile with room for cards that the view does not show, and which of these it may hold.
  struct Place {
    CardSet allowed, placed;
    int room;
    std::uint8_t pile;
  };
  // All of them: the same for every table that is imagined from one view.
  struct Places {
    int count = 0;
    bool constrained = false;
    CardSet unknown;
    Place at[kPiles];
  };

  // A pile has room for as many cards as its true size exceeds its known cards. The rooms add up to the unknown cards,
  // because every card lies in some pile.
  Places open_places(const View& view) const {
    const Table& t = view.table;
    Places places;
    places.unknown = program_.deck;
    for (CardSet pile : t.pile) places.unknown &= ~pile;
    for (int pile = 0; pile < kPiles; ++pile) {
      const int room = view.count[pile] - std::popcount(t.pile[pile]);
      if (room <= 0) continue;
      const CardSet allowed = places.unknown & ~barred(t, pile);
      places.at[places.count++] = {allowed, 0, room, static_cast<std::uint8_t>(pile)};
      places.constrained |= allowed != places.unknown;
    }
    return places;
  }

  // A table the seat cannot tell from the true one: every consistent arrangement has positive probability.
  //
  // The steps: fill the free places, and draw the orders anew that the seat does not know. Filling is a plain deal
  // where nothing is known about the missing cards, which is most games and far faster.
  Table redeal(const View& view, const Places& places, Rng& rng) const {
    Table t = view.table;
    if (places.constrained || t.least_count != 0)
      assign(t, places, rng);
    else
      deal_out(t, places, rng);
    Piles piles(program_, t);
    // Every pile whose order can be wholly unknown: the stock, queues of cards and fronts.
    shuffle_if_hidden(piles, t, kDeck, rng);
    for (const PileKind kind : {kHand, kFront})
      for (int seat = 0; seat < kMaxSeats; ++seat) shuffle_if_hidden(piles, t, Piles::of(kind, seat), rng);
    if (!program_.open_discards || view.forgotten != 0) lay_discards(view, t, rng);
    return t;
  }

 private:
  static constexpr int kMaxAttempts = 100;

  static void shuffle_if_hidden(Piles& piles, const Table& t, int pile, Rng& rng) {
    if (t.pile[pile] != 0 && piles.ordered(pile) && !piles.face_up(pile)) piles.relink_ascending_and_shuffle(pile, rng);
  }

  // Every card of the pile lies open to the seat.
  // Picked cards are a part of the hand: their owner sees both, or neither.
  bool sees(Seat seat, int pile) const {
    const unsigned flags = program_.pile_flags[static_cast<std::size_t>(pile)];
    return (flags & kFaceUp) || ((flags & kOfHand) && (flags & kOwnerSees) && (pile & 7) == seat);
  }

  // Keeps the links of ordered face-up piles only.
  void hide_order(const Table& table, Table& t) const {
    std::memset(t.next, 0, sizeof t.next);
    std::memset(t.top, 0, sizeof t.top);
    std::memset(t.bottom, 0, sizeof t.bottom);
    const Piles from(program_, const_cast<Table&>(table));  // for its list(), which only reads
    Piles to(program_, t);
    for (std::uint64_t open = program_.open_orders; open != 0;) {
      const int pile = take_lowest(open);
      if (table.pile[pile] == 0) continue;
      std::uint8_t order[64];
      const int count = from.list(pile, order);
      to.relink(pile, order, count);
      // The bottom card's link means nothing, but would tell what lay below it once.
      if (count > 0) t.next[order[count - 1]] = 0;
    }
  }

  // Face-down discards: the pile grew in sight of all, so a seat knows the places of the cards it put there.
  void note_discards(const Table& table, View& view) const {
    if (program_.open_discards) return;
    const int count = Piles(program_, const_cast<Table&>(table)).list(kDiscard, view.discards);
    const CardSet known = table.laid[view.seat] & view.table.pile[kDiscard];
    for (int i = 0; i < count; ++i)
      if ((known & bit(view.discards[i])) == 0) view.discards[i] = kUnknown;
  }

  // Puts the known discards back in their places, and the others at random between them.
  void lay_discards(const View& view, Table& t, Rng& rng) const {
    std::uint8_t order[64], unknown[64] = {};
    const int count = view.count[kDiscard];
    CardSet placed = 0;
    for (int i = 0; i < count; ++i)
      if (view.discards[i] != kUnknown) placed |= bit(view.discards[i]);
    list_shuffled(t.pile[kDiscard] & ~placed, unknown, rng);
    for (int i = 0, next = 0; i < count; ++i)
      order[i] = view.discards[i] == kUnknown ? unknown[next++ & 63] : view.discards[i];
    Piles(program_, t).relink(kDiscard, order, count);
  }

  // Cards a pile cannot hold: those its owner showed it lacks, and those known to be with another seat.
  CardSet barred(const Table& t, int pile) const {
    const auto kind = program_.pile_kind[static_cast<std::size_t>(pile)];
    CardSet cards = kind == kHand ? t.lacks[pile & 7] : 0;
    for (int seat = 0; seat < program_.seats; ++seat)
      if (pile != Piles::of(kHand, seat) && pile != Piles::of(kFront, seat)) cards |= t.pooled[seat];
    return cards;
  }

  // From the ascending order, so that the result depends on the set and the random numbers alone.
  static int list_shuffled(CardSet cards, std::uint8_t* list, Rng& rng) {
    int count = 0;
    while (cards != 0) list[count++] = static_cast<std::uint8_t>(take_lowest(cards));
    shuffle(list, count, rng);
    return count;
  }

  // Nothing is known but the sizes: the shuffled cards fill one place after the other.
  static void deal_out(Table& t, const Places& places, Rng& rng) {
    std::uint8_t cards[64];
    const int count = list_shuffled(places.unknown, cards, rng);
    for (int i = 0, next = 0; i < places.count; ++i) {
      CardSet dealt = 0;
      for (const int end = std::min(count, next + places.at[i].room); next < end; ++next) dealt |= bit(cards[next]);
      t.pile[places.at[i].pile] |= dealt;
    }
  }

  // Places the unknown cards: those that a hand is known to have some of, then the most constrained, each in a random
  // free place; where none is free, others make room. A choice of the first kind can leave no way out: then it begins
  // again.
  void assign(Table& t, const Places& places, Rng& rng) const {
    Place tried[kPiles];
    const std::span<Place> open(tried, static_cast<std::size_t>(places.count));
    for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
      std::copy_n(places.at, places.count, tried);
      if (try_assign(t, places.unknown, open, rng)) break;
    }
    for (const Place& place : open) t.pile[place.pile] |= place.placed;
  }

  // Places all cards, those that some place may not hold before those that fit everywhere: the latter fill what is
  // left. False if a card found no place.
  static bool try_assign(const Table& t, CardSet unknown, std::span<Place> places, Rng& rng) {
    const CardSet pinned = place_least(t, unknown, places, rng);
    CardSet free = unknown;
    for (const Place& place : places) free &= place.allowed;
    std::uint8_t cards[64];
    const int count = list_shuffled(unknown & ~pinned, cards, rng);
    bool all = true;
    for (bool constrained : {true, false})
      for (int i = 0; i < count; ++i)
        if (((free & bit(cards[i])) == 0) == constrained) all &= put(cards[i], places, pinned, rng);
    return all;
  }

  // One card for each set that a hand holds at least one of, where the known cards do not satisfy it already.
  static CardSet place_least(const Table& t, CardSet unknown, std::span<Place> places, Rng& rng) {
    CardSet pinned = 0;
    for (int entry = 0; entry < t.least_count; ++entry) {
      const int pile = Piles::of(kHand, t.least_seat[entry]);
      const auto place = std::find_if(places.begin(), places.end(), [&](const Place& at) { return at.pile == pile; });
      if (place == places.end() || ((t.pile[pile] | place->placed) & t.least_set[entry])) continue;
      const CardSet fitting = unknown & ~pinned & t.least_set[entry] & ~t.lacks[t.least_seat[entry] & 7];
      if (fitting == 0 || place->room <= 0) continue;
      const int card =
          nth_bit(fitting, static_cast<int>(rng.below(static_cast<std::uint32_t>(std::popcount(fitting)))));
      place->placed |= bit(card);
      pinned |= bit(card);
      --place->room;
    }
    return pinned;
  }

  // Into a free place that may hold the card, each with the same chance: a pile with more room is likelier.
  static bool put(int card, std::span<Place> places, CardSet pinned, Rng& rng) {
    const auto room = [&](const Place& place) { return place.allowed >> card & 1 ? place.room : 0; };
    int total = 0;
    for (const Place& place : places) total += room(place);
    if (total == 0) return make_room(card, places, pinned);
    int pick = static_cast<int>(rng.below(static_cast<std::uint32_t>(total)));
    for (Place& place : places) {
      pick -= room(place);
      if (pick >= 0) continue;
      place.placed |= bit(card);
      --place.room;
      break;
    }
    return true;
  }

  // Breadth-first search for a chain of moves that frees a place for `card`; one exists whenever the view is consistent
  // and nothing is pinned.
  DD_OUTLINE static bool make_room(int card, std::span<Place> places, CardSet pinned) {
    const int count = static_cast<int>(places.size());
    int from[kPiles], moved[kPiles], queue[kPiles], head = 0, tail = 0;
    const auto at = [&](int i) -> Place& { return places[static_cast<std::size_t>(i)]; };
    for (int i = 0; i < count; ++i) {
      from[i] = -2;
      if (at(i).placed != 0 && (at(i).allowed & bit(card))) from[i] = -1, moved[i] = card, queue[tail++] = i;
    }
    while (head < tail) {
      const int here = queue[head++];
      for (CardSet rest = at(here).placed & ~pinned; rest != 0;) {
        const int other = take_lowest(rest);
        for (int next = 0; next < count; ++next) {
          const bool full = at(next).room <= 0 && at(next).placed == 0;
          if (from[next] != -2 || (at(next).allowed & bit(other)) == 0 || full) continue;
          from[next] = here;
          moved[next] = other;
          if (at(next).room > 0) return shift(next, from, moved, places), true;
          queue[tail++] = next;
        }
      }
    }
    return false;
  }

  // Walks the chain that `make_room` found back to its start, and moves each card one place on.
  static void shift(int to, const int* from, const int* moved, std::span<Place> places) {
    const auto at = [&](int i) -> Place& { return places[static_cast<std::size_t>(i)]; };
    --at(to).room;
    for (; to >= 0; to = from[to]) {
      at(to).placed |= bit(moved[to]);
      if (from[to] >= 0) at(from[to]).placed &= ~bit(moved[to]);
    }
  }

  const Program& program_;
};

}  // namespace DD_ISA
}  // namespace dd
