// Chess as a model of the Game concept: a game ends by mate, stalemate, a dead position, the third repetition or the
// fiftieth quiet move.
#pragma once

#include "chess/evaluate.hpp"
#include "chess/rules.hpp"
#include "game/game.hpp"

namespace dd::chess {
inline namespace DD_ISA {

class ChessGame {
 public:
  using State = chess::State;
  using Move = chess::Move;

  explicit ChessGame(const Board& start) : start_(start) {}

  int seats() const { return 2; }
  State start(Streams&) const { return state_of(start_); }

  Seat to_move(const State& state) const {
    return is_drawn(state) || count_moves(state.board) == 0 ? kNobody : static_cast<Seat>(state.board.to_move);
  }
  void legal_moves(const State& state, MoveList& moves) const {
    moves.clear();
    if (!is_drawn(state)) generate(state.board, moves);
  }
  void apply(State& state, Move move, Streams&) const { push(state, move); }

  float payoff(const State& state, Seat seat) const {
    const bool mated = count_moves(state.board) == 0 && is_check(state.board);
    return !mated ? 0.0f : seat == state.board.to_move ? -1.0f : 1.0f;
  }

  static bool is_drawn(const State& state) {
    const Board& board = state.board;
    return state.repeats >= 2 || is_insufficient_material(board) ||
           (board.quiet_plies >= kFiftyMovePlies && count_moves(board) > 0);
  }

 private:
  Board start_;
};

}  // namespace DD_ISA
}  // namespace dd::chess
