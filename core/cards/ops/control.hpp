// Ops of control: where the program goes on, when turns and phases begin, and how a match ends.
#pragma once

#include "cards/ops/workspace.hpp"

namespace dd {
inline namespace DD_ISA {
namespace ops {

// The seats that are skipped are those after the one whose turn it would be.
DD_OUTLINE inline int skip_seats(const Workspace& w, int turn, unsigned playing) {
  for (int skips = std::min(w.table.reg[kSkips], 1 << 16); skips > 0; --skips)
    turn = seats(w, w.table).after(turn, playing, kForward);
  return turn;
}

// The turn goes to the seat that was set, if it is in play, or on in the direction, over those that are skipped.
DD_INLINE inline void pass_turn(Workspace& w, Table& t, std::uint8_t next) {
  const unsigned playing = seats(w, t).in_play();
  if (next != kNobody && (playing >> (next & (kMaxSeats - 1)) & 1)) {
    t.seat[kTurnSeat] = next;
  } else {
    int turn = seats(w, t).after(who(t, kTurnSeat), playing, kForward);
    if (t.reg[kSkips] > 0) turn = skip_seats(w, turn, playing);
    t.seat[kTurnSeat] = seat(turn);
    t.reg[kSkips] = 0;
  }
  t.seat[kNextSeat] = kNobody;
  t.reg[kTaken] = -1;
}

// Begins the next turn. False: there is none, because nothing changed for `idle` turns or because the limit of turns
// is reached, and the register `ending` says which.
DD_INLINE inline bool begin_turn(Workspace& w, Table& t, int idle, std::int32_t ending, std::uint8_t next) {
  t.reg[kIdleTurns] = t.changed ? 0 : wrap(std::int64_t{t.reg[kIdleTurns]} + 1);
  if (t.reg[kIdleTurns] >= idle) return t.reg[kEnding] = ending, false;
  pass_turn(w, t, next);
  if (t.reg[kTurns] >= w.program.max_turns) return t.reg[kEnding] = static_cast<int>(Ending::kTurnLimit), false;
  t.reg[kTurns] = wrap(std::int64_t{t.reg[kTurns]} + 1);
  t.changed = 0;
  return true;
}

// A limit stays the ending even where somebody has won by the standings; otherwise the winners decide what it was.
DD_OUTLINE inline void end_match(Workspace& w) {
  Table& t = w.table;
  const auto forced = static_cast<Ending>(t.reg[kEnding] & 7);
  if (t.winners == (1u << w.program.seats) - 1) t.winners = 0;  // all share: nobody wins
  const bool is_decided = t.winners != 0;
  if (forced == Ending::kTurnLimit || forced == Ending::kStalemate || forced == Ending::kDealLimit)
    w.finish(forced, t.winners);
  else
    w.finish(is_decided ? Ending::kDecided : Ending::kDraw, t.winners);
}

// Beginnings and ends. Phases are counted, so that a program which never asks anybody ends too.
DD_OP(END) { return end_match(w), Flow::kStop; }
DD_OP(TURN) {
  t.reg[at.a] = wrap(std::int64_t{t.reg[at.a]} + 1);
  t.changed = 0;
  return w.begin_phase() ? Flow::kNext : Flow::kStop;
}
DD_OP(NEXT) {
  if (!begin_turn(w, t, at.a, at.imm, t.seat[kNextSeat])) return Flow::kNext;
  return w.begin_phase() ? Flow::kJump : Flow::kStop;
}
DD_OP(PHASE) { return w.begin_phase() ? Flow::kNext : Flow::kStop; }

// Jumps and calls. The machine counts those that go backwards; the stack is that of the table, for a call may be
// interrupted by a choice.
DD_OP(JUMP) { return true; }
DD_OP(CALL) {
  if (t.depth >= std::size(t.stack)) return w.finish(Ending::kRunaway, 0), Flow::kStop;
  t.stack[t.depth++] = at.index;
  return Flow::kJump;
}
// The CALL behind which play goes on; null: there was none.
DD_OP(RET) {
  if (t.depth == 0) return w.finish(Ending::kRunaway, 0), static_cast<const Instruction*>(nullptr);
  return w.program.code.data() + t.stack[--t.depth];
}

// Tests: they jump if they hold.
DD_OP(JEQ) { return t.reg[at.a] == at.imm; }
DD_OP(JNE) { return t.reg[at.a] != at.imm; }
DD_OP(JLT) { return t.reg[at.a] < at.imm; }
DD_OP(JGT) { return t.reg[at.a] > at.imm; }
DD_OP(JLE) { return t.reg[at.a] <= at.imm; }
DD_OP(JGE) { return t.reg[at.a] >= at.imm; }
DD_OP(JCMPR) { return compare(at.c, t.reg[at.a], t.reg[at.b]); }
DD_OP(JEMPTY) { return w.set[at.a] == 0; }
DD_OP(JSOME) { return w.set[at.a] != 0; }
DD_OP(JNOTIN) { return t.chosen >= kFirstSuit || (w.program.constants[at.a] & bit(t.chosen)) == 0; }
DD_OP(JMOVE) { return t.chosen == at.a; }
DD_OP(JSEAT) { return t.seat[at.a] == t.seat[at.b]; }
DD_OP(JNOBODY) { return t.seat[at.a] == kNobody; }
DD_OP(JGIVE) { return piles(w, t).can_give(piles(w, t).index(at.a), at.b != 0); }
DD_OP(JNONE) { return seats(w, t).mask(at.a) == 0; }
DD_OP(JANY) { return seats(w, t).mask(at.a) != 0; }
DD_OP(JONE) { return std::has_single_bit(static_cast<std::uint32_t>(t.reg[at.a])); }
DD_OP(JFEWER) { return std::popcount(static_cast<std::uint32_t>(t.reg[at.a])) < at.imm; }
DD_OP(JLEFT) { return seats(w, t).leave_without_cards() > 1; }
DD_OP(JTIE) { return seats(w, t).sides_tie(); }
DD_OP(JBIT) { return (t.reg[at.a] >> (at.b & 31) & 1) == 0; }
DD_OP(JALONE) { return seats(w, t).one_side_left(); }
DD_OP(JPLAY) { return t.seat[at.a] != kNobody && (seats(w, t).in_play() >> who(t, at.a) & 1) != 0; }

}  // namespace ops
}  // namespace DD_ISA
}  // namespace dd
