// Ops of seats: seat variables, loops over seats, and who is out, folded or ahead.
#pragma once

#include "cards/ops/workspace.hpp"

namespace dd {
inline namespace DD_ISA {
namespace ops {

// What belongs to the match stays: the score, chips, bags and titles, turns and deals, who is out and who deals.
DD_OUTLINE inline void reset_deal(Table& t) {
  clear(&t, offsetof(Table, reg));  // cards and what is known about them
  t.least_count = 0;
  clear(t.column + kBet * kMaxSeats, sizeof(std::int32_t) * kMaxSeats * (kBags - kBet));
  clear(t.reg + kTrump, sizeof(std::int32_t) * (kFirstTemporary - kTrump));
  for (int reg : {kTrump, kNamed, kLastPlayed, kLead, kLeadSuit, kBest, kTaken, kDrawn}) t.reg[reg] = -1;
  for (int variable : {kDeclarer, kNextSeat, kLastCapturer, kDealWinner, kTrickWinner, kCreditor})
    t.seat[variable] = kNobody;
  t.direction = 1;
  t.folded = 0;
  t.winners = 0;
}

// Cards that are picked do not count: rules ask for a holder only when nobody is picking.
DD_OUTLINE inline std::uint8_t holder(const Workspace& w, CardSet cards) {
  for (int at = 0; at < w.program.seats; ++at)
    if (w.table.pile[Piles::of(kHand, at)] & cards) return seat(at);
  return kNobody;
}

// By the stream of the deal: who begins is settled before play, like the cards.
DD_OUTLINE inline std::uint8_t random_seat(Workspace& w, unsigned mask) {
  const int count = std::popcount(mask);
  if (count == 0) return 0;
  return seat(nth_bit(mask, static_cast<int>(w.streams.deal.below(static_cast<std::uint32_t>(count)))));
}

// Sets the variable to the first seat of the mask at or after `from`, and keeps the others in the register `left`.
DD_INLINE inline bool visit_from(const Workspace& w, Table& t, const Instruction& at, std::uint8_t left, int way,
                                 int from, unsigned mask) {
  mask &= w.program.every_seat;
  if (mask == 0) return false;
  const int found = seats(w, t).at_or_after(from, mask, way);
  t.reg[left] = static_cast<std::int32_t>(mask & ~(1u << found));
  t.seat[at.a] = seat(found);
  return true;
}
DD_INLINE inline bool visit(const Workspace& w, Table& t, const Instruction& at, std::uint8_t left, int way) {
  return visit_from(w, t, at, left, way, who(t, at.a), static_cast<unsigned>(t.reg[left]));
}

// Sides are visited in the order of their first seats.
DD_OUTLINE inline bool next_side(Workspace& w, std::uint8_t variable) {
  for (int next = who(w.table, variable) + 1; next < w.program.seats; ++next)
    if (seats(w, w.table).head(next) == next) {
      w.table.seat[variable] = seat(next);
      return true;
    }
  return false;
}

// Whoever plays a single deal out stops here, before the next one.
DD_OP(RESET) {
  if (t.reg[kDeals] > w.last_deal) return w.pause(), Flow::kStop;
  reset_deal(w.table);
  return Flow::kNext;
}
// Seat variables.
DD_OP(SETV) { t.seat[at.a] = t.seat[at.b]; }
DD_OP(SETVI) { t.seat[at.a] = at.b; }
DD_OP(STEP) { t.seat[at.a] = seat(seats(w, t).after(who(t, at.a), seats(w, t).mask(at.b), at.b >> 4)); }
DD_OP(ADDV) { t.seat[at.a] = seat((who(t, at.a) + at.b) % w.program.seats); }
DD_OP(OPPONENT) { t.seat[at.a] = seat(seats(w, t).opponent(who(t, at.b), false)); }
DD_OP(PREVIOUS) { t.seat[at.a] = seat(seats(w, t).opponent(who(t, at.b), true)); }
DD_OP(SIDEOF) { t.reg[at.a] = seats(w, t).head(who(t, at.b)); }
DD_OP(SEATOF) { t.seat[at.a] = holder(w, w.set[at.b]); }
DD_OP(RANDOMV) { t.seat[at.a] = random_seat(w, seats(w, t).mask(at.b)); }
DD_OP(GETV) { t.reg[at.a] = t.seat[at.b] == kNobody ? -1 : t.seat[at.b]; }
DD_OP(PUTV) { t.seat[at.a] = t.reg[at.b] < 0 ? kNobody : seat(t.reg[at.b] % w.program.seats); }
DD_OP(MASK) { t.reg[at.a] = static_cast<std::int32_t>(seats(w, t).mask(at.b)); }
// Loops. The seats still to be visited are a mask in a register, so that a choice in the body may leave the machine
// and come back.
DD_OP(SEATS) {
  t.seat[at.a] = t.seat[at.b];
  if ((at.d & kOfMask) == 0) t.reg[at.c] = static_cast<std::int32_t>(seats(w, t).mask(at.d));
  return !visit(w, t, at, at.c, at.d >> 4);
}
DD_OP(EACH) { return visit(w, t, at, at.b, at.c); }
DD_OP(SIDES) { return next_side(w, at.a); }
// Who plays on, and who wins.
DD_OP(FOLD) { t.folded |= static_cast<std::uint8_t>(1u << who(t, at.a)); }
DD_OP(OUT) { t.out |= static_cast<std::uint8_t>(t.reg[at.a] & ((1 << w.program.seats) - 1)); }
DD_OP(REVERSE) { t.direction = static_cast<std::int8_t>(-t.direction); }
// Whoever names the winners says so, so that it can be told by which condition a game was decided.
DD_OP(WINNER) {
  t.winners = static_cast<std::uint8_t>(t.seat[at.a] == kNobody ? 0 : seats(w, t).side(who(t, at.a)));
  t.decided_by = kByDealWinner;
}
DD_OP(RANK) {
  const bool is_answered = seats(w, t).rank(at.a);
  if (is_answered) t.decided_by = static_cast<std::uint16_t>(1 + at.a);
  return !is_answered;
}

}  // namespace ops
}  // namespace DD_ISA
}  // namespace dd
