// Fused ops: runs of ops that known and bred games execute most, done in one. No program names them: they are found
// when it is loaded, and its bytes, its hash and the places in its code stay as they are. An op in the middle of a run
// is still there for those who jump to it.
#pragma once

#include <cstdint>

#include "cards/program/program.hpp"

namespace dd {

// clang-format off
#define DD_FUSED_OPS(X)                                                                                        \
  X(HAND_PREFERS, "SHAND and PREFERS: the hand, or its cards of the suit led")                                 \
  X(HAND_LED, "SHAND, JGE and, where that jumps, PREFERS: the same unless the seat leads")                     \
  X(TRICK_CARD, "ASKC, BEAT and EACH: a card for the trick, and then the next seat's turn")                    \
  X(SEATS_WITH_CARDS, "SEATS of those in play with cards")                                                     \
  X(ANY_NEXT, "JANY in play with cards, and NEXT where it jumps")                                              \
  X(NONE_NEXT, "JNONE in play without cards, and NEXT where it jumps")                                         \
  X(LIKE_HELD, "STOPLIKE and HELD: cards of the hand that are like the top card")                              \
  X(CARD_PLAYED, "ASKC and PLAY: a card is chosen and moves")                                                  \
  X(SHARED_PILE, "SPILE of a pile that all seats share")                                                       \
  X(PILE_EMPTY, "SPILE and JEMPTY")                                                                            \
  X(PILE_SOME, "SPILE and JSOME")                                                                              \
  X(HAND_EMPTY, "SHAND and JEMPTY")                                                                            \
  X(HAND_SOME, "SHAND and JSOME")                                                                              \
  X(COMMON_EMPTY, "SAND and JEMPTY")                                                                           \
  X(GROUPS_MOVED, "SHAND, SGROUP of ranks and MOVE: what the hand has of them is laid down")                   \
  X(SEAT_SIDE, "SETVI, SIDEOF and JCMPR: is this seat of that side?")                                          \
  X(SPAN_CHOSEN, "ASK, OFFERR and CHOOSE: a seat, rank or suit")                                               \
  X(RANK_CHOSEN, "ASKHAND, RANKBITS, OFFERR and CHOOSE: a rank of the hand")
// clang-format on

enum FusedOp : std::uint8_t {
  kLastOp = kOpCount - 1,
#define DD_FUSED_ENUM(name, note) k##name,
  DD_FUSED_OPS(DD_FUSED_ENUM)
#undef DD_FUSED_ENUM
};

// Sets what the machine runs at each place of a verified program.
void fuse(Program& program);

}  // namespace dd
