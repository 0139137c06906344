#include "play/chess_kernel.hpp"

#include "chess/encode.hpp"
#include "chess/perft.hpp"

namespace dd::DD_ISA {
namespace {

using namespace chess;

std::uint64_t count_lines(const Board& board, int depth) { return perft(board, depth); }
int list_actions(const Board& board, std::uint16_t* out) { return legal_actions(board, out); }
void pack_state(const State& state, std::uint64_t* out) { pack(state, out); }
void unpack_planes(const std::uint64_t* packed, float* out) { write_planes(packed, out); }

std::uint64_t do_chore(Chore chore, const State& state) {
  static thread_local std::uint16_t actions[kMaxMoves];
  static thread_local std::uint64_t packed[kPackedWords];
  static thread_local float planes[kPlaneFloats];
  if (chore == Chore::kActions) return static_cast<std::uint64_t>(legal_actions(state.board, actions)) + actions[0];
  pack(state, packed);
  if (chore == Chore::kPack) return packed[kScalarsWord] ^ packed[0];
  write_planes(packed, planes);
  return static_cast<std::uint64_t>(planes[kPlanes - 1] * 100.0f);
}

std::uint64_t repeat(Chore chore, const State* states, int count, int rounds) {
  std::uint64_t sum = 0;
  for (int round = 0; round < rounds; ++round)
    for (int i = 0; i < count; ++i) sum += do_chore(chore, states[i]);
  return sum;
}

}  // namespace

const ChessKernel kChessKernel = {count_lines, list_actions, pack_state, unpack_planes, repeat};

}  // namespace dd::DD_ISA
