// What fused ops do: the same as the ops that they stand for (cards/program/fusion.hpp), which tests compare. Numbers
// are taken on from one part to the next, where ops by themselves have to leave them in the table.
#pragma once

#include "cards/ops/cards.hpp"
#include "cards/ops/choices.hpp"
#include "cards/ops/control.hpp"
#include "cards/ops/numbers.hpp"
#include "cards/ops/seats.hpp"
#include "cards/ops/tricks.hpp"
#include "cards/program/fusion.hpp"

namespace dd {
inline namespace DD_ISA {
namespace fused {

// The head of a function that is a fused op. It leaves `at` at the last op that it stands for, or at the one that
// jumps: true means that it does.
#define DD_FUSED(name)                                                                 \
  DD_INLINE inline auto name([[maybe_unused]] Workspace& w, [[maybe_unused]] Table& t, \
                             [[maybe_unused]] const Instruction*& at)

// What PREFERS makes of the hand of SHAND.
DD_INLINE inline CardSet preferred(const Table& t, const Instruction& hand, const Instruction& prefers) {
  const CardSet cards = ops::hand(t, hand.b);
  const int suit = t.reg[prefers.b];
  return prefer(cards, suit < 0 ? 0 : suit_cards(suit));
}
DD_FUSED(HAND_PREFERS) {
  w.set[at->a] = preferred(t, at[0], at[1]);
  ++at;
}
// Whether JGE does not jump to PREFERS.
DD_INLINE inline bool leads(const Table& t, const Instruction& jge) { return t.reg[jge.a] < jge.imm; }
DD_FUSED(HAND_LED) {
  const Instruction& prefers = at[1 + at[1].jump];
  if (leads(t, at[1])) {
    w.set[at->a] = ops::hand(t, at->b);
    ++at;
  } else {
    w.set[at->a] = preferred(t, *at, prefers);
    at = &prefers;
  }
}
DD_FUSED(SEATS_WITH_CARDS) {
  const std::uint8_t first = t.seat[at->b];
  const unsigned mask = ops::seats(w, t).playing_with_cards();
  t.seat[at->a] = first;
  t.reg[at->c] = static_cast<std::int32_t>(mask);
  return !ops::visit_from(w, t, *at, at->c, at->d >> 4, first & (kMaxSeats - 1), mask);
}

// What HELD leaves of a set.
DD_INLINE inline bool held_none(Workspace& w, const Table& t, const Instruction& at, CardSet cards) {
  const CardSet held = cards & ops::hand(t, at.c);
  w.set[at.a] = held;
  return held == 0;
}
DD_FUSED(LIKE_HELD) {
  const CardSet like = ops::top_like(w, t, *at);
  w.set[at->a] = like;
  ++at;
  return held_none(w, t, *at, like);
}
DD_FUSED(TOP_LIKE_HELD) {
  const int card = t.top[at->b], named = at->c & kLikeNamed ? t.reg[kNamed] : -1;
  const CardSet like = t.pile[at->b] == 0 ? kEveryCard : rank_cards(card) | suit_cards(named < 0 ? card >> 4 : named);
  const CardSet all = like | w.program.constants[at->d];
  w.set[at->a] = all;
  ++at;
  return held_none(w, t, *at, all);
}
DD_FUSED(DRAWN_HELD) {
  if (!ops::draw(w, t, ops::who(t, at->a), at->b != 0)) return true;
  ++at;
  return held_none(w, t, *at, w.set[at->b]);
}
DD_FUSED(NUMBER_UNLESS) {
  t.reg[at->a] = at->imm;
  ++at;
  return ops::JNOTIN(w, t, *at);
}

// Piles and hands as sets.
DD_INLINE inline CardSet shared_pile(const Table& t, const Instruction& at) { return t.pile[at.b & 15]; }
DD_FUSED(SHARED_PILE) { w.set[at->a] = shared_pile(t, *at); }
DD_INLINE inline CardSet any_pile(Workspace& w, Table& t, const Instruction*& at) {
  const Piles piles = ops::piles(w, t);
  const CardSet cards = piles.cards(piles.index(at->b));
  w.set[at->a] = cards;
  ++at;
  return cards;
}
DD_FUSED(PILE_EMPTY) { return any_pile(w, t, at) == 0; }
DD_FUSED(PILE_SOME) { return any_pile(w, t, at) != 0; }
DD_FUSED(PILE_VALUE) {
  const CardSet cards = shared_pile(t, *at);
  w.set[at->a] = cards;
  ++at;
  t.reg[at->a] = total_of_few(cards, w.table_at(at->c));
}
DD_FUSED(PILE_PARTS) {
  w.set[at->a] = shared_pile(t, *at);
  ++at;
  w.set[at->a] = ops::sum_picks(w, *at);
}
DD_FUSED(SAME_VALUE) {
  const CardSet like = by_value(shared_pile(t, at[1]), w.program.rank_orders[at[2].c]);
  const CardSet cards = shared_pile(t, *at) & like;
  w.set[at[1].a] = like;
  w.set[at->a] = cards;
  at += 4;
  return cards == 0;
}
DD_INLINE inline CardSet whole_hand(Workspace& w, const Table& t, const Instruction*& at) {
  const CardSet cards = ops::hand(t, at->b);
  w.set[at->a] = cards;
  ++at;
  return cards;
}
DD_FUSED(HAND_EMPTY) { return whole_hand(w, t, at) == 0; }
DD_FUSED(HAND_SOME) { return whole_hand(w, t, at) != 0; }
DD_FUSED(COMMON_EMPTY) {
  const CardSet cards = w.set[at->a] & w.set[at->b];
  w.set[at->a] = cards;
  ++at;
  return cards == 0;
}
DD_FUSED(GROUPS_MOVED) {
  const CardSet groups = in_rank_groups(ops::hand(t, at->b), at[1].imm);
  w.set[at->a] = groups;
  at += 2;
  if (groups != 0) ops::MOVE(w, t, *at);
}

// Sides.
DD_INLINE inline bool seat_side(Workspace& w, Table& t, const Instruction* at) {
  t.seat[at->a] = at->b;
  t.reg[at[1].a] = ops::seats(w, t).head(at->b);
  return compare(at[2].c, t.reg[at[2].a], t.reg[at[2].b]);
}
DD_FUSED(SEAT_SIDE) {
  const bool jumps = seat_side(w, t, at);
  at += 2;
  return jumps;
}
DD_FUSED(SIDE_CLEARED) {
  const bool jumps = seat_side(w, t, at);  // no branch: it would be a guess
  t.reg[at[3].a] &= ~(std::int32_t{!jumps} << at->b);
  at += 3;
}

DD_FUSED(OWN_SIDE_CLEARED) {
  const Seats seats = ops::seats(w, t);
  const int own = seats.head(ops::who(t, at->b)), last = seats.count() - 1;
  t.reg[at->a] = own;
  t.seat[at[1].a] = ops::seat(last);
  t.reg[at[2].a] = seats.head(last);
  t.reg[at[4].a] &= ~static_cast<std::int32_t>(seats.side(own));
  at += 4 * seats.count();
}
DD_FUSED(SEATS_OF_SIDE) {
  t.reg[at[1].a] = ops::seats(w, t).head(ops::who(t, at[1].b));
  t.seat[at->a] = at->b;
  t.reg[at[2].a] = ops::seats(w, t).head(at->b);
  at += 3;
  return ops::JCMPR(w, t, *at);
}

// Cards that a pile or a hand has, or has not.
DD_FUSED(PILE_AMONG) {
  const CardSet wanted = w.program.constants[at->b];
  const int set = at->a;
  ++at;
  const CardSet cards = wanted & any_pile(w, t, at);
  w.set[set] = cards;
  ++at;
  return cards == 0;
}
DD_FUSED(CONST_AVOIDED) {
  ops::SCONST(w, t, *at);
  ++at;
  ops::AVOID(w, t, *at);
}
DD_FUSED(HAND_COMMON) {
  const CardSet cards = ops::hand(t, at->b) & w.set[at[1].b];
  w.set[at->a] = cards;
  at += 2;
  return cards == 0;
}
DD_FUSED(RANK_ASKED) {
  ops::SRANK(w, t, *at);
  ops::LEAST(w, t, at[1]);
  at += 3;
  ops::LACK(w, t, *at);
}

// Numbers.
DD_FUSED(SCALED_COUNT) {
  const std::int64_t count = ops::wrap(std::int64_t{std::popcount(w.set[at->b])} + at[1].imm);
  t.reg[at->a] = ops::wrap(std::max<std::int64_t>(count, at[2].imm) * at[3].imm);
  at += 3;
}
DD_FUSED(REST_UNLESS) {
  const std::int32_t rest = ops::rest(t.reg[at->b], at[1].imm);
  t.reg[at->a] = rest;
  at += 2;
  return rest != at->imm;
}
DD_FUSED(SIZE_IS) {
  const int size = ops::piles(w, t).size(ops::piles(w, t).index(at->b));
  t.reg[at->a] = size;
  ++at;
  return size == at->imm;
}

// A question of which it is known whether it goes on with a selection; returns the seat that is asked.
DD_INLINE inline int ask(const Workspace& w, Table& t, const Instruction& at) {
  const unsigned player = t.seat[at.a];
  const std::uint16_t target = at.target, prompt = static_cast<std::uint16_t>(at.imm);  // neighbours: one move
  t.to_move = static_cast<std::uint8_t>(player < w.program.seats ? player : 0);
  t.ask_pc = target;
  t.prompt = prompt;
  t.continues = at.b >> 1;  // 1 for kGoesOn
  t.chosen = 0;
  return static_cast<int>(player & (kMaxSeats - 1));
}

// What SELECT offers of a hand.
DD_INLINE inline CardSet picks_of_hand(Workspace& w, const Table& t, const Instruction& at, CardSet hand) {
  const CardSet picked = t.pile[Piles::of(kPicked, ops::who(t, at.b))];
  const int have = std::popcount(picked);
  return have < (at.imm >> 8 & 255) ? drop_highest(above(hand, picked), ops::least_picks(w, at) - have - 1) : 0;
}

}  // namespace fused
}  // namespace DD_ISA
}  // namespace dd
