#include "kernels/chess_kernel.hpp"

#include "chess/encode.hpp"
#include "chess/moves/perft.hpp"

namespace dd::chess::DD_ISA {
namespace {

std::uint64_t count_lines(const Board& board, int depth) { return perft(board, depth); }
int list_actions(const Board& board, std::uint16_t* out) { return legal_actions(board, out); }
void pack_state(const State& state, std::uint64_t* out) { pack(state, out); }
void unpack_planes(const std::uint64_t* packed, float* out) { write_planes(packed, out); }

struct Desk {
  std::uint16_t actions[kMaxMoves];
  std::uint64_t packed[kPackedWords];
  float planes[kPlaneFloats];
};

std::uint64_t do_chore(Chore chore, const State& state, Desk& desk) {
  if (chore == Chore::kActions)
    return static_cast<std::uint64_t>(legal_actions(state.board, desk.actions)) + desk.actions[0];
  pack(state, desk.packed);
  if (chore == Chore::kPack) return desk.packed[kScalarsWord] ^ desk.packed[0];
  write_planes(desk.packed, desk.planes);
  return static_cast<std::uint64_t>(desk.planes[kPlanes - 1] * 100.0f);
}

std::uint64_t repeat(Chore chore, const State* states, int count, int rounds) {
  Desk desk{};
  std::uint64_t sum = 0;
  for (int round = 0; round < rounds; ++round)
    for (int i = 0; i < count; ++i) sum += do_chore(chore, states[i], desk);
  return sum;
}

const ChessKernel kKernel = {count_lines, list_actions, pack_state, unpack_planes, repeat};

}  // namespace
}  // namespace dd::chess::DD_ISA

const dd::ChessKernel dd::DD_ISA::kChessKernel = dd::chess::DD_ISA::kKernel;
