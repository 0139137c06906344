// Players by kind. One is given a view and its legal moves, never a table; only the oracle, which is no player, peeks.
#pragma once

#include "matches/greedy.hpp"
#include "matches/job.hpp"
#include "matches/learned.hpp"
#include "matches/memory.hpp"
#include "matches/oracle.hpp"
#include "matches/rules.hpp"
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
    if (player.forgets) look(view, seat);
    if (!moves.several()) return moves.nth(0);
    if (player.kind == PlayerKind::kRule) return follow(line_of(player, view.table), game.program(), moves, rng);
    if (player.kind == PlayerKind::kLearned)
      return choose_by_network(game.program(), *player.network, view, moves, rng);
    if (player.rule.holds_at(view.table.prompt)) return choose_by_habit(game, player, view, seat, moves, rng);
    if (player.kind == PlayerKind::kGreedy) return choose_greedily(game, player, view, seat, moves);
    think(game, player, view, seat, rng);
    return best_of(moves);
  }

  // What a forgetful player sees where it has nothing to choose; elsewhere `choose` looks itself.
  void look(const typename G::View& view, Seat seat) { memory_[seat].look(view); }

  // Nothing is remembered from one game to the next.
  void start_game() {
    for (Memory& memory : memory_) memory.clear();
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
  void think(const G& game, const PlayerSpec& player, const typename G::View& view, Seat seat, Rng& rng) {
    if (player.forgets)
      opinions_ = search_[seat].search(game, memory_[seat].forget(game.program(), view), seat, options_of(player),
                                       Rng(rng.next()));
    else
      opinions_ = search_[seat].search(game, view, seat, options_of(player), Rng(rng.next()));
  }

  Move choose_greedily(const G& game, const PlayerSpec& player, const typename G::View& view, Seat seat,
                       const MoveSet& moves) {
    return greedy_.choose(game, view, seat, moves, player.weights, player.luck);
  }

  // What the search thinks best of these moves. It may have thought of others too: of those that a habit forbids, or
  // that a forgetful player takes to be legal.
  Move best_of(const MoveSet& moves) {
    allowed_.clear();
    for (const MoveOpinion& opinion : opinions_)
      if (moves.has(opinion.move)) allowed_.push_back(opinion);
    return allowed_.empty() ? moves.nth(0) : TreeSearch<G>::best(allowed_);
  }

  // The best of what the habit allows. A search still looks at all moves and takes the best of those allowed, so that
  // a forbidden move gives way to the next best one.
  Move choose_by_habit(const G& game, const PlayerSpec& player, const typename G::View& view, Seat seat,
                       const MoveSet& moves, Rng& rng) {
    if (player.rule.at_random || player.rule.order != CardOrder::kAnyCard)
      return follow(player.rule, game.program(), moves, rng);
    const MoveSet allowed = allowed_by(player.rule, moves);
    if (!allowed.several()) return allowed.nth(0);
    if (player.kind == PlayerKind::kGreedy) return choose_greedily(game, player, view, seat, allowed);
    think(game, player, view, seat, rng);
    return best_of(allowed);
  }

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
  std::vector<MoveOpinion> allowed_;  // those of the last choice, of moves that can be made
  Memory memory_[kMaxSeats];          // of forgetful players
};

}  // namespace DD_ISA
}  // namespace dd
