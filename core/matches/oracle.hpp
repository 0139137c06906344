// The oracle: a search that is shown all hands, on purpose. It measures what secrets are worth, by playing against an
// honest copy of itself. No player may use it: names and views never lead here, only a job that asks for its kind.
#pragma once

#include "cards/game.hpp"
#include "matches/unseen.hpp"

namespace dd {
inline namespace DD_ISA {

// A card game with open cards: what is left to chance is the order of the piles that nobody sees, drawn anew each time.
class OpenCards {
 public:
  using State = Table;
  using Moves = MoveSet;

  explicit OpenCards(const CardGame& game) : game_(game) {}

  int seats() const { return game_.seats(); }
  Table start(Streams& streams) const { return game_.start(streams); }
  Seat to_move(const Table& table) const { return game_.to_move(table); }
  void legal_moves(const Table& table, MoveSet& moves) const { game_.legal_moves(table, moves); }
  bool apply(Table& table, Move move, Streams& streams) const { return game_.apply(table, move, streams); }
  float payoff(const Table& table, Seat seat) const { return game_.payoff(table, seat); }
  void values(const Table& table, float* out) const { game_.values(table, out); }
  void unwatch(Table& table) const { game_.unwatch(table); }
  template <class Moves>
  Move rollout_move(const Table& table, const Moves& moves, Rng& rng) const {
    return game_.rollout_move(table, moves, rng);
  }
  std::uint64_t observed(const Table& table, Seat seat) const { return game_.observed(table, seat); }

  template <class Choose>
  void play(Table& table, Streams& streams, Choose&& choose) const {
    shuffle_unseen(game_.program(), table, streams.chance);
    game_.play(table, streams, choose);
  }

 private:
  CardGame game_;
};

}  // namespace DD_ISA
}  // namespace dd
