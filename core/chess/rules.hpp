// The rules beyond moves: repetition, the fifty- and seventy-five-move rules, dead positions, how a game ends.
#pragma once

#include <cstring>

#include "chess/moves/make.hpp"
#include "chess/moves/movegen.hpp"
#include "chess/state.hpp"

namespace dd::chess {
inline namespace DD_ISA {

inline constexpr int kFiftyMovePlies = 100, kSeventyFiveMovePlies = 150;

// Keeps the board in a ring of the last positions, for AlphaZero's planes.
inline void note_step(State& state) {
  state.newest = (state.newest + 1) % kSteps;
  state.known = static_cast<std::uint8_t>(state.known < kSteps ? state.known + 1 : kSteps);
  Step& step = state.step[state.newest];
  std::memcpy(step.kind, state.board.kind, sizeof step.kind);
  step.white = state.board.side[kWhite];
  step.repeats = state.repeats;
}

// A game that begins here: nothing is known of what was before.
inline State state_of(const Board& board) {
  State state{};
  state.board = board;
  note_step(state);
  return state;
}

// How often the position has stood before, among the keys that are kept.
inline std::uint32_t count_repeats(const State& state) {
  std::uint32_t repeats = 0;
  const Key& key = state.board.key;
  // The same side was to move an even number of plies ago, and no position comes back within two.
  for (int at = state.past - 4; at >= 0; at -= 2) repeats += is_same(key, {state.first[at], state.second[at]});
  return repeats;
}

// Keeps the key for repetitions. A capture or a pawn's move ends all of them: `push` then begins the list anew.
inline void note_key(State& state) {
  if (state.past == kMaxPast) {  // only where play goes on after the 75-move rule; an even number keeps sides apart
    std::memmove(state.first, state.first + 2, sizeof state.first - 2 * sizeof *state.first);
    std::memmove(state.second, state.second + 2, sizeof state.second - 2 * sizeof *state.second);
    state.past -= 2;
  }
  state.first[state.past] = state.board.key.first;
  state.second[state.past++] = state.board.key.second;
}

// Makes a legal move.
inline void push(State& state, Move move) {
  note_key(state);
  make(state.board, move);
  if (state.board.quiet_plies == 0) state.past = 0;
  state.repeats = count_repeats(state);
  note_step(state);
}

inline bool is_check(const Board& board) { return checkers(board, board.to_move) != 0; }

// Nobody can ever give mate: bare kings, one knight, or bishops of one colour of squares.
inline bool is_insufficient_material(const Board& board) {
  constexpr Bitboard kDark = 0xAA55AA55AA55AA55ull;
  if (board.kind[kPawn] | board.kind[kRook] | board.kind[kQueen]) return false;
  if (board.kind[kKnight] != 0) return count(occupied(board)) == 3;
  return (board.kind[kBishop] & kDark) == 0 || (board.kind[kBishop] & ~kDark) == 0;
}

// Whether the side to move may claim a draw by the fifty-move rule, now or with its next move.
inline bool can_claim_fifty_moves(const State& state) {
  const Board& board = state.board;
  if (board.quiet_plies >= kFiftyMovePlies) return count_moves(board) > 0;
  if (board.quiet_plies != kFiftyMovePlies - 1) return false;
  MoveList moves;
  generate(board, moves);
  for (const Move move : moves) {
    Board after = board;
    make(after, move);
    if (after.quiet_plies == kFiftyMovePlies && count_moves(after) > 0) return true;
  }
  return false;
}

// The same for a position that has stood, or would stand after the next move, for the third time.
inline bool can_claim_threefold(const State& state) {
  if (state.repeats >= 2) return true;
  if (state.past < 7) return false;
  MoveList moves;
  generate(state.board, moves);
  for (const Move move : moves) {
    State after = state;
    push(after, move);
    if (after.repeats >= 2) return true;
  }
  return false;
}

// How the game stands; draws that must be claimed only if `claim`.
inline Outcome outcome(const State& state, bool claim) {
  const Board& board = state.board;
  const bool stuck = count_moves(board) == 0;
  if (stuck && is_check(board)) return Outcome::kCheckmate;
  if (is_insufficient_material(board)) return Outcome::kInsufficientMaterial;
  if (stuck) return Outcome::kStalemate;
  if (board.quiet_plies >= kSeventyFiveMovePlies) return Outcome::kSeventyFiveMoves;
  if (state.repeats >= 4) return Outcome::kFivefoldRepetition;
  if (claim && can_claim_fifty_moves(state)) return Outcome::kFiftyMoves;
  if (claim && can_claim_threefold(state)) return Outcome::kThreefoldRepetition;
  return Outcome::kOngoing;
}

}  // namespace DD_ISA
}  // namespace dd::chess
