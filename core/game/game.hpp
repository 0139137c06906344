// What search, players and matches need from a game; cards and chess both model it.
#pragma once

#include <concepts>

#include "game/moves.hpp"
#include "game/rng.hpp"

namespace dd {
inline namespace DD_ISA {

// The moves of a choice: a set of small numbers, or a list where there are too many of them.
template <class M>
concept Moves = requires(const M moves, typename M::Move move, typename M::Tried tried, int n,
                         std::uint32_t (*below)(std::uint32_t)) {
  { moves.count() } -> std::same_as<int>;
  { moves.nth(n) } -> std::same_as<typename M::Move>;
  { moves.several() } -> std::same_as<bool>;                         // two or more
  { moves.take_untried(tried, move, below) } -> std::same_as<bool>;  // what a tree remembers of a choice
};

template <class G>
concept Game = std::copyable<typename G::State> && Moves<typename G::Moves> &&
               requires(const G game, typename G::State state, const typename G::State seen,
                        typename G::Moves::Move move, typename G::Moves& moves, Seat seat, Streams& streams) {
                 { game.seats() } -> std::same_as<int>;
                 { game.start(streams) } -> std::same_as<typename G::State>;
                 { game.to_move(seen) } -> std::same_as<Seat>;        // kNobody once the game is over
                 game.legal_moves(seen, moves);                       // empty only when over
                 game.apply(state, move, streams);                    // a move that is not legal is not made
                 { game.payoff(seen, seat) } -> std::same_as<float>;  // [-1, 1]; 0 until over
               };

// A game with secrets shows each seat a View and can imagine a State from it, any that the seat cannot tell apart. What
// all of these share can be found beforehand.
template <class G>
concept HiddenGame =
    Game<G> && requires(const G game, const typename G::State seen, const typename G::View view, Seat seat, Rng& rng) {
      { game.view(seen, seat) } -> std::same_as<typename G::View>;
      { game.redeal(view, rng) } -> std::same_as<typename G::State>;
      { game.redeal(view, game.hidden(view), rng) } -> std::same_as<typename G::State>;
    };

// Plays uniformly random moves to the end; returns the number of plies.
template <Game G>
int playout(const G& game, typename G::State& state, Streams& streams, Rng& player) {
  int plies = 0;
  typename G::Moves moves;
  while (game.to_move(state) != kNobody) {
    game.legal_moves(state, moves);
    game.apply(state, moves.nth(static_cast<int>(player.below(static_cast<std::uint32_t>(moves.count())))), streams);
    ++plies;
  }
  return plies;
}

// Number of move sequences of length `depth` (shorter where the game ends first), chance taken from `streams`.
template <Game G>
std::uint64_t perft(const G& game, const typename G::State& state, const Streams& streams, int depth) {
  if (depth == 0 || game.to_move(state) == kNobody) return 1;
  typename G::Moves moves;
  game.legal_moves(state, moves);
  std::uint64_t leaves = 0;
  for (int n = 0, count = moves.count(); n < count; ++n) {
    typename G::State child = state;
    Streams child_streams = streams;
    game.apply(child, moves.nth(n), child_streams);
    leaves += perft(game, child, child_streams, depth - 1);
  }
  return leaves;
}

}  // namespace DD_ISA
}  // namespace dd
