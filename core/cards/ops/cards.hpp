// Ops of cards: dealing them, moving them between piles, and what everybody learns of them.
#pragma once

#include "cards/ops/seats.hpp"

namespace dd {
inline namespace DD_ISA {
namespace ops {

// The order it is shuffled into is kept for the DEAL that follows, which then need not follow the links.
DD_OUTLINE inline void new_deck(Workspace& w) {
  Table& t = w.table;
  clear(t.pile, sizeof t.pile);
  t.pile[kDeck] = w.program.deck;
  w.is_fresh = w.order.count == 0;
  if (w.is_fresh)
    piles(w, t).relink_ascending_and_shuffle(kDeck, w.streams.deal, w.fresh);
  else
    piles(w, t).relink(kDeck, w.order.cards, w.order.count);
  w.order = {};
}

// Deals one card at a time from the left of `dealer`: `each` cards, or all (0), or all equally and the rest aside (52).
// Returns the last card, or -1.
DD_OUTLINE inline int deal(Workspace& w, int dealer, int each) {
  const unsigned mask = seats(w, w.table).not_out();
  const int players = std::popcount(mask);
  const int left = piles(w, w.table).size(kDeck);
  if (players == 0) return -1;
  int cards = each == 52 ? left / players * players : each == 0 ? left : std::min(left, each * players);
  const std::uint8_t* order = w.is_fresh ? w.fresh : nullptr;
  w.is_fresh = false;
  // Whole hands at once, unless something is known about the stock: then card by card, for knowledge goes with each.
  const int dealt = piles(w, w.table).deal(dealer, mask, w.program.seats, cards, order);
  int owner = dealer, last = std::max(dealt, -1);
  for (; dealt == -2 && cards > 0; --cards) {
    owner = seats(w, w.table).after(owner, mask, kLeft);
    last = w.table.top[kDeck];
    piles(w, w.table).take(kDeck, Piles::of(kHand, owner), false, w.streams.chance);
  }
  if (each == 52) piles(w, w.table).move_all(kDeck, kAside, false);
  return last;
}

// The kind is kept among those that every seat has: a hostile program could name a pile that all share.
DD_OUTLINE inline void collect(Workspace& w, const Instruction& at) {
  const auto kind = static_cast<PileKind>(std::clamp<int>(at.a & 15, kHand, kPicked));
  const int first = who(w.table, static_cast<std::uint8_t>(at.a >> 4));
  piles(w, w.table).collect(kind, first, piles(w, w.table).index(at.b), at.c & 1, w.streams.chance);
}

// One card of the stock, refilled if the rules allow; false if there is none.
DD_INLINE inline bool draw(Workspace& w, Table& t, int owner, bool reshuffles) {
  if (t.pile[kDeck] == 0) {
    piles(w, t).refill(reshuffles, w.streams.chance);
    if (t.pile[kDeck] == 0) return false;
  }
  piles(w, t).draw(Piles::of(kHand, owner));
  return true;
}

DD_OP(DECK) {
  new_deck(w);
  w.is_fresh &= (&at)[1].op == OpCode::DEAL;  // else something may look at the stock, or change it
}
DD_OP(DEAL) { t.reg[at.a] = deal(w, who(t, at.b), at.imm); }
DD_OP(MOVE) { piles(w, t).move(w.set[at.a], piles(w, t).index(at.b), piles(w, t).index(at.c), at.d != 0); }
DD_OP(PLAY) { piles(w, t).play(t.chosen & 63, piles(w, t).index(at.a), piles(w, t).index(at.b)); }
DD_OP(TAKE) { piles(w, t).take(piles(w, t).index(at.a), piles(w, t).index(at.b), at.c & 1, w.streams.chance); }
DD_OP(MOVEALL) { piles(w, t).move_all(piles(w, t).index(at.a), piles(w, t).index(at.b), at.c & 1); }
DD_OP(COLLECT) { collect(w, at); }
DD_OP(DRAW) { return !draw(w, t, who(t, at.a), at.b != 0); }
// What everybody learns without a card being moved, if anybody looks on.
DD_OP(SHOW) {
  if (t.unwatched == 0) piles(w, t).show(w.set[at.a]);
}
DD_OP(LEAST) {
  if (t.unwatched == 0) piles(w, t).note_least(who(t, at.a), w.set[at.b] & w.program.deck);
}
DD_OP(LACK) {
  if (t.unwatched == 0) t.lacks[who(t, at.a)] |= w.set[at.b] & w.program.deck;
}

}  // namespace ops
}  // namespace DD_ISA
}  // namespace dd
