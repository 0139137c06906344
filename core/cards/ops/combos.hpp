// Ops of combinations: what a hand counts, and what a card scores that continues a count.
#pragma once

#include "cards/ops/workspace.hpp"
#include "cards/table/showdown.hpp"
#include "cards/worth/combos.hpp"

namespace dd {
inline namespace DD_ISA {
namespace ops {

// What a rank of hands is cut to, so that it fits a register.
inline constexpr std::uint64_t kMostRank = 999'999'999;

DD_OUTLINE inline std::int32_t rank_hand(const Workspace& w, const Instruction& at) {
  const CardSet cards = hand(w.table, at.b) | common_cards(at.c, w.table);
  return static_cast<std::int32_t>(std::min(showdown_rank(at.c, cards, w.table_at(at.d)), kMostRank));
}

// The chosen card joins the ranks in register b and the total in register c. Reaching the sum or the limit of the
// number, its low byte and the next, scores two.
DD_OUTLINE inline void peg(Workspace& w, const Instruction& at) {
  std::int32_t *reg = w.table.reg, points = 0;
  const int card = w.table.chosen & 63;
  const std::uint32_t sequence = add_to_sequence(static_cast<std::uint32_t>(reg[at.b]), card);
  const std::int32_t total = wrap(std::int64_t{reg[at.c]} + w.table_at(at.d)[card & 15]);
  points = count_last(sequence) + 2 * (total == (at.imm & 255)) + 2 * (total == (at.imm >> 8 & 255));
  reg[at.b] = static_cast<std::int32_t>(sequence);
  reg[at.c] = total;
  reg[at.a] = points;
}

inline CardSet at_most(int limit, const RankOrder& order) {
  return limit < 0 ? 0 : order.up_to[static_cast<std::size_t>(std::min<int>(limit, kMostEntry))] * kEveryAce;
}

DD_OP(SMOST) { w.set[at.a] &= at_most(t.reg[at.b], w.program.rank_orders[at.c]); }
// Ranks 13 to 15 do not exist, so neither a king nor an ace has a neighbour of another suit.
DD_OP(SBESIDE) {
  const CardSet cards = w.set[at.b];
  w.set[at.a] = ((at.c & kStronger ? cards << 1 : 0) | (at.c & kWeaker ? cards >> 1 : 0)) & kEveryCard;
}
DD_OP(HANDRANK) { t.reg[at.a] = rank_hand(w, at); }
DD_OP(PEG) { peg(w, at); }
DD_OP(COMBOS) {
  t.reg[at.a] = static_cast<std::int32_t>(
      std::min(count_combinations(w.set[at.b], w.set[at.c], at.imm & 63, at.imm >> 8 & 1, w.table_at(at.d)), 999'999u));
}

}  // namespace ops
}  // namespace DD_ISA
}  // namespace dd
