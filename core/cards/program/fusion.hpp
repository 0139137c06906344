// Fused ops: runs of ops that known and bred games execute most, done in one. No program names them: they are found
// when it is loaded, and its bytes, its hash and the places in its code stay as they are. An op in the middle of a run
// is still there for those who jump to it.
#pragma once

#include <cstdint>

#include "cards/program/program.hpp"

namespace dd {

// Those that ask for nothing are functions in cards/ops/fused.hpp; those that ask are in the machine.
// clang-format off
#define DD_FUSED_STEPS(X)                                                                                      \
  X(HAND_PREFERS, "SHAND and PREFERS: the hand, or its cards of the suit led")                                 \
  X(HAND_LED, "SHAND, JGE and, where that jumps, PREFERS: the same unless the seat leads")                     \
  X(SEATS_WITH_CARDS, "SEATS of those in play with cards")                                                     \
  X(LIKE_HELD, "STOPLIKE and HELD: cards of the hand that are like the top card")                              \
  X(TOP_LIKE_HELD, "the same for the rank or suit of the top card of a pile that all seats share")             \
  X(DRAWN_HELD, "DRAW and HELD: is the card drawn one of those?")                                              \
  X(NUMBER_UNLESS, "SETI and JNOTIN")                                                                          \
  X(SHARED_PILE, "SPILE of a pile that all seats share")                                                       \
  X(PILE_EMPTY, "SPILE and JEMPTY")                                                                            \
  X(PILE_SOME, "SPILE and JSOME")                                                                              \
  X(PILE_VALUE, "SPILE of a shared pile and VALUE")                                                            \
  X(PILE_PARTS, "SPILE of a shared pile and SPARTS: cards of it that go on to a sum")                          \
  X(SAME_VALUE, "SPILE, SPILE, SVALUE, SAND and JEMPTY: cards of a pile that are worth what those of another are") \
  X(HAND_EMPTY, "SHAND and JEMPTY")                                                                            \
  X(HAND_SOME, "SHAND and JSOME")                                                                              \
  X(COMMON_EMPTY, "SAND and JEMPTY")                                                                           \
  X(GROUPS_MOVED, "SHAND, SGROUP of ranks and MOVE: what the hand has of them is laid down")                   \
  X(SEAT_SIDE, "SETVI, SIDEOF and JCMPR: is this seat of that side?")                                          \
  X(SIDE_CLEARED, "SEAT_SIDE, and CLRB unless it jumps over that: a seat leaves a mask")                       \
  X(OWN_SIDE_CLEARED, "SIDEOF, and SIDE_CLEARED of each seat in turn: a side leaves a mask")                   \
  X(SEATS_OF_SIDE, "SETVI, SIDEOF, SIDEOF and JCMPR: is this seat of another's side?")                         \
  X(PILE_AMONG, "SCONST, SPILE, SAND and JEMPTY: has a pile one of those cards?")                              \
  X(CONST_AVOIDED, "SCONST and AVOID")                                                                         \
  X(HAND_COMMON, "SHAND, SAND and JEMPTY: has a hand one of those cards?")                                     \
  X(RANK_ASKED, "SRANK, LEAST, SRANK and LACK: who asks for a rank has it, and who is asked will not")         \
  X(SCALED_COUNT, "COUNT, ADDI, MAXI and MULI of one register")                                                \
  X(REST_UNLESS, "MOVR, MODI and JNE of one register")                                                         \
  X(SIZE_IS, "SIZE and JEQ")

#define DD_FUSED_CHOICES(X)                                                                                    \
  X(TRICK_CARD, "ASKC, BEAT and EACH: a card for the trick, and then the next seat's turn")                    \
  X(HAND_TRICK, "HAND_PREFERS and TRICK_CARD")                                                                 \
  X(LED_TRICK, "HAND_LED and, where that jumps, TRICK_CARD")                                                   \
  X(ANY_NEXT, "JANY in play with cards, and NEXT where it jumps")                                              \
  X(NONE_NEXT, "JNONE in play without cards, and NEXT where it jumps")                                         \
  X(CARD_PLAYED, "ASKC and PLAY: a card is chosen and moves")                                                  \
  X(HAND_CARD_PLAYED, "the same from a hand that is a set to a pile that all seats share")                     \
  X(PICKED, "ASKHAND, SELECT, CHOOSE and PICK: a card of a selection from the hand")                           \
  X(SPAN_CHOSEN, "ASK, OFFERR, CHOOSE and CHOSEN: a seat, rank or suit")                                       \
  X(RANK_CHOSEN, "ASKHAND, RANKBITS, OFFERR, CHOOSE and CHOSEN: a rank of the hand")
// clang-format on

#define DD_FUSED_OPS(X) DD_FUSED_STEPS(X) DD_FUSED_CHOICES(X)

enum FusedOp : std::uint8_t {
  kLastOp = kOpCount - 1,
#define DD_FUSED_ENUM(name, note) k##name,
  DD_FUSED_OPS(DD_FUSED_ENUM)
#undef DD_FUSED_ENUM
};

// Sets what the machine runs at each place of a verified program.
void fuse(Program& program);

}  // namespace dd
