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
  using Moves = MoveList;

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
  void apply(State& state, chess::Move move, Streams&) const { push(state, move); }

  float payoff(const State& state, Seat seat) const {
    const bool mated = count_moves(state.board) == 0 && is_check(state.board);
    return !mated ? 0.0f : seat == state.board.to_move ? -1.0f : 1.0f;
  }

  // Plays on until `choose(moves, move)` returns false or the game is over.
  template <class Choose>
  void play(State& state, Streams&, Choose&& choose) const {
    MoveList moves;
    chess::Move move;
    for (legal_moves(state, moves); moves.count() > 0 && choose(moves, move); legal_moves(state, moves))
      push(state, move);
  }
  void unwatch(State&) const {}

  // The payoffs, or before the end an opinion of the position.
  void values(const State& state, float* out) const {
    const Side us = state.board.to_move;
    const float value = to_move(state) == kNobody ? payoff(state, us) : value_of(centipawns(state.board));
    out[us] = value;
    out[other(us)] = -value;
  }
  std::uint64_t observed(const State& state, Seat) const { return state.board.key.first; }

  // Draws that people must claim end the game here at once: a search would gain nothing by playing on.
  static bool is_drawn(const State& state) {
    const Board& board = state.board;
    return state.repeats >= 2 || is_insufficient_material(board) ||
           (board.quiet_plies >= kFiftyMovePlies && count_moves(board) > 0);
  }

 private:
  Board start_;
};
static_assert(Game<ChessGame>);

}  // namespace DD_ISA
}  // namespace dd::chess
