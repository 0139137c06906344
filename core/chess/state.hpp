// A position with its past: what repetition, the draw rules and networks ask about.
#pragma once

#include "chess/moves/board.hpp"

namespace dd::chess {

inline constexpr int kSteps = 8;      // positions that a network sees, this one included
inline constexpr int kMaxPast = 160;  // positions before this one that could come again; the 75-move rule ends them all

struct Step {
  Bitboard kind[kKinds];
  Bitboard white;
  std::uint64_t repeats;  // how often the position had stood before
};

struct State {
  Board board;
  std::uint8_t newest;  // of `step`, a ring
  std::uint8_t known;   // steps that there have been, at most kSteps
  std::uint16_t past;   // keys since the last capture or pawn move
  std::uint32_t repeats;
  Step step[kSteps];
  std::uint64_t first[kMaxPast];
  std::uint32_t second[kMaxPast];
};

// How a game stands. The last two are draws that the side to move may claim.
enum class Outcome : std::uint8_t {
  kOngoing,
  kCheckmate,
  kStalemate,
  kInsufficientMaterial,
  kSeventyFiveMoves,
  kFivefoldRepetition,
  kFiftyMoves,
  kThreefoldRepetition
};
inline constexpr const char* kOutcomeNames[] = {
    "ongoing",           "checkmate",           "stalemate",   "insufficient_material",
    "seventyfive_moves", "fivefold_repetition", "fifty_moves", "threefold_repetition"};

}  // namespace dd::chess
