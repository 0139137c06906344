// Ops of numbers: int registers, columns, and what is counted or added up.
#pragma once

#include "cards/ops/workspace.hpp"

namespace dd {
inline namespace DD_ISA {
namespace ops {

DD_OUTLINE inline Arrangements arrangements(const Workspace& w, std::uint8_t variable, std::uint8_t values) {
  const CardSet cards = hand(w.table, variable);
  return arrange(cards, w.program.deck & ~cards, w.table_at(values));
}

// The deadwood of seat c after laying off on the melds of seat b, in the arrangement of the number in register a.
DD_OUTLINE inline int layoff(const Workspace& w, const Instruction& at) {
  const Arrangements knocker = arrangements(w, at.b, at.d);
  const auto chosen = static_cast<std::size_t>(std::clamp(w.table.reg[at.a], 0, knocker.count - 1));
  return layoff_deadwood(hand(w.table, at.c), knocker.way[chosen], w.table_at(at.d));
}

// Of a division by a number above 0; never below 0.
inline std::int32_t rest(std::int32_t value, std::int32_t by) { return value % by + (value % by < 0 ? by : 0); }

// Registers.
DD_OP(SETI) { t.reg[at.a] = at.imm; }
DD_OP(ADDI) { t.reg[at.a] = wrap(std::int64_t{t.reg[at.a]} + at.imm); }
DD_OP(MULI) { t.reg[at.a] = wrap(std::int64_t{t.reg[at.a]} * at.imm); }
DD_OP(MODI) { t.reg[at.a] = rest(t.reg[at.a], at.imm); }
DD_OP(MOVR) { t.reg[at.a] = t.reg[at.b]; }
DD_OP(ADDR) { t.reg[at.a] = wrap(std::int64_t{t.reg[at.a]} + t.reg[at.b]); }
DD_OP(SUBR) { t.reg[at.a] = wrap(std::int64_t{t.reg[at.a]} - t.reg[at.b]); }
DD_OP(MINR) { t.reg[at.a] = std::min(t.reg[at.a], t.reg[at.b]); }
DD_OP(MAXI) { t.reg[at.a] = std::max(t.reg[at.a], at.imm); }
// Columns. A score that changes is a change of the table; other columns are noted by who changes them.
DD_OP(LOAD) { t.reg[at.a] = seats(w, t).cell(at.b, who(t, at.c)); }
DD_OP(STORE) { seats(w, t).cell(at.a, who(t, at.b)) = t.reg[at.c]; }
DD_OP(ADDC) {
  w.betting.add(at.a, who(t, at.b), t.reg[at.c]);
  if (at.a == kScore && t.reg[at.c] != 0) t.changed = 1;
}
DD_OP(SUMC) { t.reg[at.a] = wrap(w.betting.sum(at.b)); }
DD_OP(SUMSIDE) { t.reg[at.a] = seats(w, t).side_sum(at.b, who(t, at.c)); }
DD_OP(MAXC) {
  const std::int32_t* const column = t.column + at.b * kMaxSeats;
  t.reg[at.a] = *std::max_element(column, column + w.program.seats);
}
// What is counted.
DD_OP(SIZE) { t.reg[at.a] = piles(w, t).size(piles(w, t).index(at.b)); }
DD_OP(COUNT) { t.reg[at.a] = std::popcount(w.set[at.b]); }
DD_OP(VALUE) { t.reg[at.a] = total_value(w.set[at.b], w.table_at(at.c)); }
// Seats as the bits of a register.
DD_OP(BITS) { t.reg[at.a] = std::popcount(static_cast<std::uint32_t>(t.reg[at.b])); }
DD_OP(SETB) { t.reg[at.a] |= 1 << who(t, at.b); }
DD_OP(CLRB) { t.reg[at.a] &= ~(1 << who(t, at.b)); }
DD_OP(RIVALS) { t.reg[at.a] = seats(w, t).compare_rivals(who(t, at.b), at.c & 7, at.c >> 3, at.imm); }
// Melds.
DD_OP(DEADWOOD) { t.reg[at.a] = deadwood(hand(t, at.b), w.table_at(at.c)); }
DD_OP(ARRANGE) { t.reg[at.a] = arrangements(w, at.b, at.c).count; }
DD_OP(LAYOFF) { t.reg[at.a] = layoff(w, at); }

}  // namespace ops
}  // namespace DD_ISA
}  // namespace dd
