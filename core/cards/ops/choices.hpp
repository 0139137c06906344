// Ops of choices: who is asked, what is offered, what was chosen. An op that returns moves asks for one of them.
#pragma once

#include "cards/ops/sets.hpp"

namespace dd {
inline namespace DD_ISA {
namespace ops {

// The choice of a seat, whose legal moves are computed anew from the target on whenever somebody wants to know them.
DD_INLINE inline void ask(const Workspace& w, Table& t, const Instruction& at) {
  t.to_move = t.seat[at.a] < w.program.seats ? t.seat[at.a] : seat(0);
  t.prompt = static_cast<std::uint16_t>(at.imm);
  t.continues = at.b >> 1;  // 1 for kGoesOn
  if (at.b == kIfPicked) t.continues = t.pile[Piles::of(kPicked, who(t, at.a))] != 0;
  t.ask_pc = at.target;
  t.chosen = 0;
}

// Offers to be done with a selection, or to pass before it begins; false if that is not allowed.
DD_INLINE inline bool offer_end(Workspace& w, const Table& t, const Instruction& at) {
  const int have = std::popcount(t.pile[Piles::of(kPicked, who(t, at.b))]);
  const bool offers = have == 0 ? (at.c & kPickOptional) != 0 : have >= least_picks(w, at);
  if (offers) w.moves.add(have == 0 ? kPass : kDone);
  return offers;
}

// Offers what may be picked next of the candidates, and to be done or to pass; false if the selection is finished. The
// most cards are the second byte of the number.
DD_OUTLINE inline bool offer_picks(Workspace& w, const Instruction& at) {
  const CardSet picked = w.table.pile[Piles::of(kPicked, who(w.table, at.b))];
  const int have = std::popcount(picked), low = least_picks(w, at);
  const CardSet options = have < (at.imm >> 8 & 255) ? pick_options(w.set[at.a], picked, at.c & 3, low) : 0;
  if (options == 0) return false;
  w.moves.add_cards(options);
  offer_end(w, w.table, at);
  return true;
}

// Questions. ASKC and ASKM, the most frequent ones, keep their moves out of the set that OFFER fills.
DD_OP(ASK) {
  w.moves.clear();
  ask(w, t, at);
}
DD_OP(ASKHAND) {
  w.moves.clear();
  ask(w, t, at);
  w.set[at.c] = hand(t, at.d);
}
DD_OP(ASKC) {
  ask(w, t, at);
  return CardMoves{w.set[at.c]};
}
DD_OP(ASKM) {
  ask(w, t, at);
  return OneMove{at.c};
}
// Offers.
DD_OP(OFFER) { w.moves.add_cards(w.set[at.a]); }
DD_OP(OFFERM) { w.moves.add(at.a); }
DD_OP(OFFERR) { w.moves.add_bits(at.a, static_cast<std::uint32_t>(t.reg[at.b])); }
DD_OP(OFFERN) {
  for (int number = std::max(t.reg[at.b], 0); number <= t.reg[at.c] && number < 64; ++number)
    w.moves.add(static_cast<Move>(at.a + number));
}
DD_OP(SELECT) { return !offer_picks(w, at); }
DD_OP(CHOOSE) { return MoveSet{w.moves}; }
DD_OP(CHOOSEB) {
  w.moves.add_bits(at.a, static_cast<std::uint32_t>(at.imm));
  return Flow::kChoose;
}
// Answers.
DD_OP(CHOSEN) { t.reg[at.a] = t.chosen - at.b; }
DD_OP(PICK) {
  const bool is_card = t.chosen < kFirstSuit;
  if (is_card && !w.program.queue_hands)
    piles(w, t).play_from_hand(t.chosen, who(t, at.a), Piles::of(kPicked, who(t, at.a)));
  if (is_card && w.program.queue_hands)
    piles(w, t).play(t.chosen, Piles::of(kHand, who(t, at.a)), Piles::of(kPicked, who(t, at.a)));
  return is_card;
}

}  // namespace ops
}  // namespace DD_ISA
}  // namespace dd
