// What an evaluator is shown of a card game: the view of the seat to move as 128 words, with seats counted from it, so
// that a network need not learn each seat by itself. docs/search.md lists the words.
#pragma once

#include "cards/view.hpp"

namespace dd {
inline namespace DD_ISA {

class CardPacking {
 public:
  static constexpr int kSharedPiles = kHand, kSeatKinds = kPileKinds - kHand;
  static constexpr int kShownWord = kSharedPiles + kSeatKinds * kMaxSeats, kLacksWord = kShownWord + 1;
  static constexpr int kPooledWord = kLacksWord + kMaxSeats, kLeastWord = kPooledWord + kMaxSeats;
  static constexpr int kCountWord = kLeastWord + kLeastEntries, kDepthWord = kCountWord + kPiles / 8;
  static constexpr int kWideColumns = kTitle;  // titles are small, and stand with the holders
  static constexpr int kColumnWord = kDepthWord + 8, kRegisterWord = kColumnWord + kWideColumns * kMaxSeats / 2;
  static constexpr int kSeatWord = kRegisterWord + (kFirstTemporary + 1) / 2, kHolderWord = kSeatWord + 1;
  static constexpr int kPlaceWord = kHolderWord + 1, kWords = kPlaceWord + 1;
  static_assert(kWords * 8 <= 1024);

  explicit CardPacking(const Program& program) : program_(&program), seats_(program.seats) {
    for (int pile = 0; pile < kPiles; ++pile) {
      const unsigned flags = program.pile_flags[static_cast<std::size_t>(pile)];
      if (flags & kFaceUp) open_ |= std::uint64_t{1} << pile;
      if ((flags & kOfHand) && (flags & kOwnerSees)) own_ |= std::uint64_t{1} << pile;
    }
  }

  void pack(const View& view, std::uint64_t* words) const {
    pack(Seen{view}, words);
    if (program_->open_discards) return;
    for (int depth = 0; depth < view.count[kDiscard]; ++depth)
      if (view.discards[depth] != kUnknown) put_depth(words, view.discards[depth], depth);
  }

  // The same words as of the view that the seat to move has, without making it: a view is a copy of the table.
  void pack(const Table& table, std::uint64_t* words) const {
    const Seat seat = table.to_move;
    const Glance glance{table, seat, table.shown | table.seen[seat], open_ | (own_ & 0x0101010101010101 << seat)};
    pack(glance, words);
    const CardSet placed = program_->open_discards ? 0 : table.laid[seat] & glance.pile(kDiscard);
    if (placed == 0) return;
    int card = table.top[kDiscard] & 63;
    for (int depth = 0, count = std::popcount(table.pile[kDiscard]); depth < count;
         ++depth, card = table.next[card] & 63)
      if (placed & bit(card)) put_depth(words, card, depth);
  }

 private:
  // The piles as a view has them already.
  struct Seen {
    explicit Seen(const View& of) : table(of.table), seat(of.seat), view(of) {}

    bool has(PileKind kind) const {
      std::uint64_t counts;
      std::memcpy(&counts, view.count + Piles::of(kind, 0), sizeof counts);
      return counts != 0;
    }
    CardSet pile(int pile) const { return table.pile[pile]; }
    std::uint64_t count(int pile) const { return view.count[pile]; }

    const Table& table;
    const Seat seat;
    const View& view;
  };

  // The piles of the true table as Viewer::view would leave them (its steps 2 and 3).
  struct Glance {
    bool has(PileKind kind) const {
      const CardSet* const first = table.pile + Piles::of(kind, 0);
      CardSet any = 0;
      for (int at = 0; at < kMaxSeats; ++at) any |= first[at];
      return any != 0 || (kind == kHand && has(kPicked));
    }
    CardSet cards(int pile) const {
      const int place = pile - kFirstSeatPile, owner = place & 7;
      if (place < 0 || owner == seat) return table.pile[pile];
      if (place >> 3 == kPicked - kHand) return 0;
      return table.pile[pile] | (place >> 3 == 0 ? table.pile[Piles::of(kPicked, owner)] : 0);
    }
    CardSet pile(int pile) const { return visible >> pile & 1 ? cards(pile) : cards(pile) & known; }
    std::uint64_t count(int pile) const { return static_cast<std::uint64_t>(std::popcount(cards(pile))); }

    const Table& table;
    const Seat seat;
    const CardSet known;
    const std::uint64_t visible;  // bits of the piles that lie open to the seat
  };

  template <class Sight>
  void pack(const Sight& sight, std::uint64_t* words) const {
    clear(words, kWords * sizeof *words);
    pack_cards(sight, words);
    pack_depths(sight, words);
    pack_numbers(sight.table, sight.seat, words);
  }

  // The seat that comes so many places after another, fewer than there are seats. A division would take as long as all
  // the rest of packing a number.
  int seat_after(Seat seat, int places) const {
    const int after = seat + places;
    return after >= seats_ ? after - seats_ : after;
  }
  std::uint64_t places_after(Seat seat, int other) const {
    return static_cast<std::uint64_t>(other < seat ? other - seat + seats_ : other - seat);
  }
  static std::uint64_t byte_at(std::uint64_t byte, int place) { return (byte & 0xFF) << (8 * (place % 8)); }

  // Bits of seats, counted from the seat on.
  std::uint64_t turn(unsigned seats, Seat seat) const {
    return (seats >> seat | seats << (seats_ - seat)) & ((1u << seats_) - 1);
  }

  // One number a seat, and all of them 0.
  static bool is_zero(const std::int32_t* numbers) {
    std::uint64_t words[kMaxSeats * sizeof *numbers / sizeof(std::uint64_t)], any = 0;
    std::memcpy(words, numbers, sizeof words);
    for (const std::uint64_t word : words) any |= word;
    return any == 0;
  }

  // Two a word, the first in the lower half; of an odd number the last upper half stays as it is.
  static void copy_numbers(const std::int32_t* numbers, int count, std::uint64_t* out) {
    if constexpr (std::endian::native == std::endian::little)
      std::memcpy(out, numbers, sizeof *numbers * static_cast<std::size_t>(count));
    else
      for (int n = 0; n < count; ++n)
        out[n / 2] |= std::uint64_t{static_cast<std::uint32_t>(numbers[n])} << (32 * (n % 2));
  }

  // Piles as sets with their true sizes, then what is known besides.
  template <class Sight>
  void pack_cards(const Sight& sight, std::uint64_t* words) const {
    const Table& t = sight.table;
    std::uint64_t* out = words;
    std::uint64_t* counts = words + kCountWord;
    for (int pile = 0; pile < kSharedPiles; ++pile) {
      *out++ = sight.pile(pile);
      counts[0] |= byte_at(sight.count(pile), pile);
    }
    for (int kind = 0; kind < kSeatKinds; ++kind, out += kMaxSeats) {
      if (!sight.has(static_cast<PileKind>(kHand + kind))) continue;  // most games have few kinds of piles
      for (int place = 0; place < seats_; ++place) {
        const int pile = Piles::of(static_cast<PileKind>(kHand + kind), seat_after(sight.seat, place));
        out[place] = sight.pile(pile);
        counts[1 + kind] |= byte_at(sight.count(pile), place);
      }
    }
    words[kShownWord] = t.shown;
    for (int place = 0; place < seats_; ++place) {
      words[kLacksWord + place] = t.lacks[seat_after(sight.seat, place)];
      words[kPooledWord + place] = t.pooled[seat_after(sight.seat, place)];
    }
    for (int entry = 0; entry < t.least_count; ++entry) {
      words[kLeastWord + entry] = t.least_set[entry];
      words[kHolderWord] |= byte_at(1 + places_after(sight.seat, t.least_seat[entry]), entry);
    }
  }

  // A byte a card: 1 + the cards above it, in the open piles with an order and among the mover's own face-down
  // discards. 0: not known, or no order.
  static void put_depth(std::uint64_t* words, int card, int depth) {
    words[kDepthWord + (card >> 3 & 7)] |= byte_at(static_cast<std::uint64_t>(depth) + 1, card);
  }
  template <class Sight>
  void pack_depths(const Sight& sight, std::uint64_t* words) const {
    const Table& t = sight.table;
    for (std::uint64_t open = program_->open_orders; open != 0;) {
      const int pile = take_lowest(open);
      int card = t.top[pile] & 63;
      for (int depth = 0, count = std::popcount(t.pile[pile]); depth < count; ++depth, card = t.next[card] & 63)
        put_depth(words, card, depth);
    }
  }

  // Columns, registers and seat variables, two numbers of 32 bits a word. Temporaries are left out: they say nothing
  // between choices.
  void pack_numbers(const Table& t, Seat mover, std::uint64_t* words) const {
    for (int column = 0; column < kWideColumns; ++column) {
      const std::int32_t* const from = t.column + column * kMaxSeats;
      if (is_zero(from)) continue;
      std::int32_t turned[kMaxSeats] = {};
      for (int place = 0; place < seats_; ++place) turned[place] = from[seat_after(mover, place)];
      copy_numbers(turned, kMaxSeats, words + kColumnWord + column * kMaxSeats / 2);
    }
    copy_numbers(t.reg, kFirstTemporary, words + kRegisterWord);
    if (const std::int32_t* const titles = t.column + kTitle * kMaxSeats; !is_zero(titles))
      for (int place = 0; place < seats_; ++place)  // the upper half of a byte, which holders leave free
        words[kHolderWord] |= byte_at(static_cast<std::uint64_t>(titles[seat_after(mover, place)] & 15) << 4, place);
    for (int n = 0; n < kSeatVariables; ++n)  // 0: nobody, else 1 + places after the mover
      if (t.seat[n] < seats_) words[kSeatWord] |= (1 + places_after(mover, t.seat[n])) << (4 * n);
    words[kPlaceWord] = turn(t.folded, mover) | turn(t.out, mover) << 8 | std::uint64_t{t.ask_pc} << 16 |
                        std::uint64_t{t.prompt} << 32 | byte_at(t.continues, 6) | byte_at(t.direction > 0 ? 1 : 0, 7);
  }

  const Program* program_;
  int seats_;                         // of the program; a byte there, which any word that is written could be
  std::uint64_t open_ = 0, own_ = 0;  // bits of the piles that everybody sees, and that their owners do
};

}  // namespace DD_ISA
}  // namespace dd
