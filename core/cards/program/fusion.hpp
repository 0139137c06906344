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
  X(TRICK_CARD, "ASKC, BEAT and EACH: a card for the trick, and then the next seat's turn")
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
