// A packed table is the packed view of the seat to move, also where no view is made.
#include <doctest/doctest.h>

#include "cards/packing.hpp"

using namespace dd;

namespace {

struct Openness {
  bool hands, discards, fronts, owner_sees;
};

Program five_seats(const Openness& open) {
  Program program;
  program.seats = 5;
  program.open_discards = open.discards;
  const auto set = [&](int pile, int kind, bool ordered, bool face_up, int more = 0) {
    program.pile_kind[static_cast<std::size_t>(pile)] = static_cast<std::uint8_t>(kind);
    program.pile_flags[static_cast<std::size_t>(pile)] =
        static_cast<std::uint8_t>(ordered * kOrdered | face_up * kFaceUp | more);
    if (ordered && face_up) program.open_orders |= std::uint64_t{1} << pile;
  };
  set(kDeck, kDeck, true, false);
  set(kDiscard, kDiscard, true, open.discards);
  set(kTableau, kTableau, true, true);
  set(kTrick, kTrick, false, true);
  set(kTurned, kTurned, false, true);
  const int own = kHolds | open.owner_sees * kOwnerSees;
  for (int seat = 0; seat < kMaxSeats; ++seat) {
    for (const PileKind kind : {kHand, kPicked}) set(Piles::of(kind, seat), kind, false, open.hands, kOfHand | own);
    set(Piles::of(kCapture, seat), kCapture, false, true);
    set(Piles::of(kFront, seat), kFront, true, open.fronts, open.fronts ? 0 : own);
  }
  return program;
}

// Cards anywhere, and anything known of them.
Table scatter(const Program& program, Rng& rng) {
  Table t;
  std::memset(&t, 0, sizeof t);
  const auto number = [&rng](std::uint32_t below) { return static_cast<int>(rng.below(below)); };
  const auto cards = [&rng] { return rng.next() & rng.next() & 0x1FFF'1FFF'1FFF'1FFF; };
  Piles piles(program, t);
  for (int card = 0; card < 64; ++card) {
    if ((card & 15) > 12) continue;
    const int kind = number(kPileKinds);
    const int pile = kind < kHand ? kind : Piles::of(static_cast<PileKind>(kind), number(program.seats));
    t.pile[kAside] |= bit(card);
    piles.play(card, kAside, pile);
  }
  t.shown = cards();
  for (int seat = 0; seat < program.seats; ++seat) {
    t.seen[seat] = cards(), t.lacks[seat] = cards(), t.laid[seat] = cards(), t.pooled[seat] = cards();
    for (int column = 0; column < kColumns; ++column)
      if (column != kBid) t.column[column * kMaxSeats + seat] = number(9);
  }
  for (t.least_count = 0; t.least_count < 3; ++t.least_count) {
    t.least_set[t.least_count] = cards();
    t.least_seat[t.least_count] = static_cast<std::uint8_t>(number(program.seats));
  }
  for (std::int32_t& value : t.reg) value = number(1000) - 1;
  for (std::uint8_t& seat : t.seat) seat = number(3) ? static_cast<std::uint8_t>(number(program.seats)) : kNobody;
  t.folded = static_cast<std::uint8_t>(number(32));
  t.out = static_cast<std::uint8_t>(number(32));
  t.ask_pc = static_cast<std::uint16_t>(number(60000));
  t.prompt = static_cast<std::uint16_t>(number(300));
  t.continues = static_cast<std::uint8_t>(number(2));
  t.direction = number(2) ? 1 : -1;
  t.chosen = static_cast<std::uint8_t>(number(256));
  t.to_move = static_cast<Seat>(number(program.seats));
  return t;
}

}  // namespace

TEST_CASE("a table is packed as the view of the seat to move is") {
  Rng rng(7);
  for (unsigned flags = 0; flags < 16; ++flags) {
    const Program program = five_seats({(flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0, (flags & 8) != 0});
    const CardPacking packing(program);
    for (int trial = 0; trial < 200; ++trial) {
      const Table table = scatter(program, rng);
      std::uint64_t direct[CardPacking::kWords], by_view[CardPacking::kWords];
      packing.pack(table, direct);
      packing.pack(Viewer(program).view(table, table.to_move), by_view);
      CHECK(std::memcmp(direct, by_view, sizeof direct) == 0);
    }
  }
}
