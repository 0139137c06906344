// What fused ops do: the same as the ops that they stand for (cards/program/fusion.hpp), which tests compare. Numbers
// are taken on from one part to the next, where ops by themselves have to leave them in the table.
#pragma once

#include "cards/ops/choices.hpp"
#include "cards/ops/seats.hpp"
#include "cards/ops/tricks.hpp"
#include "cards/program/fusion.hpp"

namespace dd {
inline namespace DD_ISA {
namespace fused {

// SHAND, PREFERS.
DD_INLINE inline CardSet hand_prefers(const Table& t, const Instruction& hand, const Instruction& prefers) {
  const CardSet cards = ops::hand(t, hand.b);
  const int suit = t.reg[prefers.b];
  return prefer(cards, suit < 0 ? 0 : suit_cards(suit));
}

// A question of which it is known whether it goes on with a selection; returns the seat that is asked.
DD_INLINE inline int ask(const Workspace& w, Table& t, const Instruction& at) {
  const unsigned player = t.seat[at.a];
  t.to_move = static_cast<std::uint8_t>(player < w.program.seats ? player : 0);
  t.prompt = static_cast<std::uint16_t>(at.imm);
  t.continues = at.b >> 1;  // 1 for kGoesOn
  t.ask_pc = at.target;
  t.chosen = 0;
  return static_cast<int>(player & (kMaxSeats - 1));
}

}  // namespace fused
}  // namespace DD_ISA
}  // namespace dd
