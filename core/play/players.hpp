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
    forget_opinions();
    if (!moves.several()) return moves.nth(0);
    if (player.kind == PlayerKind::kGreedy) return greedy_.choose(game, view, seat, moves);
    SearchOptions options;
    options.iterations = player.iterations;
    options.exploration = player.exploration;
    options.to_the_end = player.to_the_end;
    TreeSearch<G>& search = search_[seat];
    opinions_ = search.search(game, view, seat, options, Rng(rng.next()));
    return search.best(opinions_);
  }

  void forget_opinions() { opinions_ = {}; }

  // Of the last choice, if it was searched.
  std::span<const MoveOpinion> opinions() const { return opinions_; }

 private:
  Greedy<G> greedy_;
  TreeSearch<G> search_[kMaxSeats];  // each seat goes on with what it has thought
  std::span<const MoveOpinion> opinions_;
};

}  // namespace DD_ISA
}  // namespace dd
