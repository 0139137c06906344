// What a forgetful player takes out of its view.
#include <doctest/doctest.h>

#include "deals.hpp"
#include "matches/memory.hpp"

using namespace dd;
using tests::cards;

namespace {

constexpr Seat kMe = 0, kOther = 1;
const int kMyHand = Piles::of(kHand, kMe), kOtherHand = Piles::of(kHand, kOther), kMyTricks = Piles::of(kCapture, kMe);

// Two seats with hands of their own, open discards, and captured cards.
Program two_seats() {
  Program program;
  program.seats = 2;
  program.open_discards = true;
  program.deck = suit_cards(0) | suit_cards(1) | suit_cards(2) | suit_cards(3);
  const auto set = [&](int pile, int kind, int flags) {
    program.pile_kind[static_cast<std::size_t>(pile)] = static_cast<std::uint8_t>(kind);
    program.pile_flags[static_cast<std::size_t>(pile)] = static_cast<std::uint8_t>(flags);
  };
  set(kDiscard, kDiscard, kOrdered | kFaceUp);
  program.open_orders = bit(kDiscard);
  set(kTableau, kTableau, kFaceUp);
  set(kMyTricks, kCapture, kFaceUp);
  for (const int hand : {kMyHand, kOtherHand}) set(hand, kHand, kOfHand | kOwnerSees | kHolds);
  return program;
}

View turn(int number) {
  View view;
  std::memset(&view, 0, sizeof view);
  view.seat = kMe;
  view.table.reg[kTurns] = number;
  return view;
}

}  // namespace

TEST_CASE("what was known when the last turn began is forgotten, what came later is not") {
  const Program program = two_seats();
  Memory memory;
  View first = turn(1), second = turn(3), third = turn(5);
  first.table.pile[kOtherHand] = cards("7C");
  second.table.pile[kOtherHand] = third.table.pile[kOtherHand] = cards("7C 8C");
  third.table.shown = cards("7C 8C");
  memory.look(first);
  CHECK(memory.forget(program, first).table.pile[kOtherHand] == cards("7C"));
  memory.look(second);
  CHECK(memory.forget(program, second).table.pile[kOtherHand] == cards("8C"));
  memory.look(third);
  third.table.pile[kOtherHand] |= cards("9C");
  const View seen = memory.forget(program, third);
  CHECK(seen.table.pile[kOtherHand] == cards("9C"));
  CHECK(seen.table.shown == 0);
  CHECK(seen.forgotten == 1);
}

TEST_CASE("choices of one turn are of one round, and a new deal is a new beginning") {
  const Program program = two_seats();
  Memory memory;
  View view = turn(1);
  view.table.pile[kMyTricks] = cards("2H");
  memory.look(view);
  memory.look(view);
  CHECK(memory.forget(program, view).table.pile[kMyTricks] == cards("2H"));
  View next_deal = turn(2);
  next_deal.table.reg[kDeals] = 1;
  next_deal.table.pile[kMyTricks] = cards("2H");
  memory.look(next_deal);
  CHECK(memory.forget(program, next_deal).table.pile[kMyTricks] == cards("2H"));
  memory.clear();
  CHECK(memory.forget(program, next_deal).forgotten == 0);
}

TEST_CASE("the hand, the table, the top discard and books are seen, whenever they came there") {
  const Program program = two_seats();
  Memory memory;
  View view = turn(1);
  view.table.pile[kMyHand] = cards("AS KS");
  view.table.pile[kTableau] = cards("QD");
  view.table.pile[kMyTricks] = cards("4C 4D 4H 4S 5C");
  view.table.pile[kDiscard] = cards("2C 3C 6C");
  const std::uint8_t order[] = {2, 1, 5};  // the top is the three
  Piles(program, view.table).relink(kDiscard, order, 3);
  view.count[kDiscard] = 3;
  memory.look(view);
  view.table.reg[kTurns] = 2;
  memory.look(view);
  const View seen = memory.forget(program, view);
  CHECK(seen.table.pile[kMyHand] == cards("AS KS"));
  CHECK(seen.table.pile[kTableau] == cards("QD"));
  CHECK(seen.table.pile[kMyTricks] == cards("4C 4D 4H 4S"));
  CHECK(seen.table.pile[kDiscard] == cards("3C"));
  CHECK(seen.discards[0] == 2);
  CHECK(seen.discards[1] == kUnknown);
  CHECK(seen.discards[2] == kUnknown);
}

TEST_CASE("what others showed to lack or to hold is forgotten like cards") {
  const Program program = two_seats();
  Memory memory;
  View view = turn(1);
  view.table.lacks[kOther] = cards("2C 3C");
  view.table.least_count = 1;
  view.table.least_seat[0] = kOther;
  view.table.least_set[0] = rank_cards(6);
  memory.look(view);
  view.table.reg[kTurns] = 2;
  memory.look(view);
  view.table.lacks[kOther] |= cards("9D");
  view.table.least_count = 2;
  view.table.least_seat[1] = kOther;
  view.table.least_set[1] = rank_cards(7);
  const View seen = memory.forget(program, view);
  CHECK(seen.table.lacks[kOther] == cards("9D"));
  REQUIRE(seen.table.least_count == 1);
  CHECK(seen.table.least_set[0] == rank_cards(7));
}
