// Players by kind. One is given a view and its legal moves, never a table.
#pragma once

#include "play/greedy.hpp"
#include "play/match.hpp"
#include "search/tree_search.hpp"

namespace dd {
inline namespace DD_ISA {

template <HiddenGame G>
class Players {
 public:
  // Reads nothing but the view; `rng` is the stream of the player at that seat.
  Move choose(const G& game, const PlayerSpec& player, const typename G::View& view, Seat seat, const MoveSet& moves,
              Rng& rng) {
    opinions_ = {};
    if (!moves.several()) return moves.nth(0);
    if (player.kind == PlayerKind::kGreedy) return greedy_.choose(game, view, seat, moves);
    SearchOptions options;
    options.iterations = player.iterations;
    options.exploration = player.exploration;
    options.to_the_end = player.to_the_end;
    opinions_ = search_.search(game, view, seat, options, Rng(rng.next()));
    return search_.best(opinions_);
  }

  // Of the last choice, if it was searched.
  std::span<const MoveOpinion> opinions() const { return opinions_; }

 private:
  Greedy<G> greedy_;
  TreeSearch<G> search_;
  std::span<const MoveOpinion> opinions_;
};

}  // namespace DD_ISA
}  // namespace dd
