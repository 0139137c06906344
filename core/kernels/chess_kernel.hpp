// The hot code of chess, compiled once per instruction set.
#pragma once

#include <cstdint>

#include "chess/state.hpp"
#include "game/moves.hpp"
#include "kernels/instruction_set.hpp"

namespace dd {

enum class Chore : std::uint8_t { kActions, kPack, kPlanes };

struct ChessKernel {
  std::uint64_t (*perft)(const chess::Board& board, int depth);
  int (*legal_actions)(const chess::Board& board, std::uint16_t* out);  // room for 448; returns how many
  void (*pack)(const chess::State& state, std::uint64_t* out);          // 59 words
  void (*write_planes)(const std::uint64_t* packed, float* out);        // 8 * 8 * 119 floats
  // Does a chore for each state in turn, `rounds` times, for those who measure; returns a number that depends on all.
  std::uint64_t (*repeat)(Chore chore, const chess::State* states, int count, int rounds);
};

namespace baseline {
extern const ChessKernel kChessKernel;
}
namespace v3 {
extern const ChessKernel kChessKernel;
}

// The kernel for this machine, or a forced one; null if this machine or build does not have it.
const ChessKernel* chess_kernel_for(Isa isa);

}  // namespace dd
