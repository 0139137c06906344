// Players by kind. One is given a view and its legal moves, never a table; only the oracle, which is no player, peeks.
#pragma once

#include "matches/greedy.hpp"
#include "matches/job.hpp"
#include "matches/oracle.hpp"
#include "search/rollout/tree_search.hpp"

namespace dd {
inline namespace DD_ISA {

template <HiddenGame G>
class Players {
 public:
  // Reads nothing but the view; `rng` is the stream of the player at that seat.
  Move choose(const G& game, const PlayerSpec& player, const typename G::View& view, Seat seat, const MoveSet& moves,
              Rng& rng) {
    forget_opinions();
    if (!moves.several()) return moves.nth(0);
    if (player.kind == PlayerKind::kGreedy) return greedy_.choose(game, view, seat, moves, player.weights);
    TreeSearch<G>& search = search_[seat];
    opinions_ = search.search(game, view, seat, options_of(player), Rng(rng.next()));
    return search.best(opinions_);
  }

  // Peeks on purpose: the search is given the true table. For measuring what secrets are worth, never for playing.
  Move peek(const G& game, const PlayerSpec& player, const Table& table, Seat seat, Rng& rng) {
    TreeSearch<OpenCards>& search = oracle_[seat];
    return search.best(search.search(OpenCards(game), table, seat, options_of(player), Rng(rng.next())));
  }

  void forget_opinions() { opinions_ = {}; }

  // Of the last choice, if it was searched.
  std::span<const MoveOpinion> opinions() const { return opinions_; }

 private:
  static RolloutOptions options_of(const PlayerSpec& player) {
    RolloutOptions options;
    options.iterations = player.iterations;
    options.exploration = player.exploration;
    options.to_the_end = player.to_the_end;
    options.stop = player.stop;
    return options;
  }

  Greedy<G> greedy_;
  TreeSearch<G> search_[kMaxSeats];  // each seat goes on with what it has thought
  TreeSearch<OpenCards> oracle_[kMaxSeats];
  std::span<const MoveOpinion> opinions_;
};

}  // namespace DD_ISA
}  // namespace dd
