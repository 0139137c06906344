// Perft: how many lines of legal moves of a given length there are. The last move is counted, not made.
#pragma once

#include "chess/moves/make.hpp"
#include "chess/moves/movegen.hpp"

namespace dd::chess {
inline namespace DD_ISA {

// `depth` must be at least 1.
template <Side us>
std::uint64_t perft(const Board& board, int depth) {
  if (depth == 1) return static_cast<std::uint64_t>(count_moves<us>(board));
  MoveList moves;
  generate<us>(board, moves);
  std::uint64_t lines = 0;
  for (const Move move : moves) {
    Board child = board;
    make<us, false>(child, move);
    lines += perft<other(us)>(child, depth - 1);
  }
  return lines;
}

inline std::uint64_t perft(const Board& board, int depth) {
  if (depth == 0) return 1;
  return board.to_move == kWhite ? perft<kWhite>(board, depth) : perft<kBlack>(board, depth);
}

}  // namespace DD_ISA
}  // namespace dd::chess
