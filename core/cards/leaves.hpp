// Card games for a batched search: rooted at what one seat knows, every descent deals the rest anew. What an evaluator
// is shown of a leaf is the view of the seat to move there, with seats counted from it; docs/search.md lists the words.
// Choices with one legal move are made without asking, and a search ends with the deal.
#pragma once

#include "cards/game.hpp"
#include "cards/packing.hpp"

namespace dd {
inline namespace DD_ISA {

class CardLeaves {
 public:
  using Position = View;
  struct State {
    Table table;
    MoveSet moves;
    Streams streams;
  };
  static constexpr int kLeafWords = CardPacking::kWords, kMostMoves = 256;
  static constexpr bool kSecrets = true;

  explicit CardLeaves(const Program& program) : game_(program), packing_(program) {}

  int seats() const { return game_.seats(); }
  bool has_stakes() const { return game_.program().goal.chips; }
  Seat seat_of(const View& view) const { return view.seat; }
  Seat mover(const State& state) const { return state.table.to_move; }

  // A table that the seat can imagine, with chance of its own.
  void enter(const View& view, State& state, Rng& rng) const {
    state.table = game_.redeal(view, rng);
    state.streams = {Rng(rng.next()), Rng(rng.next())};
    state.moves.clear();
    if (state.table.to_move != kNobody) game_.legal_moves(state.table, state.moves);
  }

  // In ascending order, as all lists of moves are.
  int list(const State& state, std::uint16_t* out) const {
    const int count = state.moves.count();
    for (int n = 0; n < count; ++n) out[n] = state.moves.nth(n);
    return count;
  }
  bool is_legal(const State& state, std::uint16_t move) const { return state.moves.has(static_cast<Move>(move)); }

  // Makes the move and goes on to the next choice worth a node: with two legal moves or more.
  void follow(State& state, std::uint16_t move) const {
    bool is_made = false;
    state.moves.clear();
    game_.play(state.table, state.streams, AnyChooser([&](const MoveSet& moves, Move& chosen) {
                 if (is_made && moves.several()) return state.moves = moves, false;
                 chosen = is_made ? moves.nth(0) : static_cast<Move>(move);
                 return is_made = true;
               }));
  }

  // The actions of a leaf are moves whose seats are counted from the mover, as all seats of the leaf are.
  std::uint16_t action_for(Seat mover, std::uint16_t move) const {
    if (move < kFirstSeat || move >= kFirstNumber) return move;
    return static_cast<std::uint16_t>(kFirstSeat + places_after(mover, move - kFirstSeat));
  }
  std::uint16_t action_of(const State& state, std::uint16_t move) const {
    return action_for(state.table.to_move, move);
  }
  // Those of the root are the moves themselves: they are what the caller plays.
  std::uint16_t action_of(const View&, std::uint16_t move) const { return move; }

  void pack(const State& state, std::uint64_t* words) const { packing_.pack(state.table, words); }
  void pack(const View& view, std::uint64_t* words) const { packing_.pack(view, words); }

  std::size_t without_past(const std::uint64_t* words, std::uint64_t* out) const {
    std::memcpy(out, words, kLeafWords * sizeof *words);
    return kLeafWords;
  }

  // The results, or between deals how far each side is ahead.
  void values(const State& state, float* out) const { game_.values(state.table, out); }
  // One value for the mover becomes one a seat: partners share it, and the other sides lose it in equal parts.
  void share(Seat seat, float value, float* out) const {
    const auto& head = game_.program().head;
    int sides = 0;
    for (int at = 0; at < seats(); ++at) sides += head[static_cast<std::size_t>(at)] == at;
    for (int at = 0; at < seats(); ++at)
      out[at] = head[static_cast<std::size_t>(at)] == head[seat] ? value
                                                                 : -value / static_cast<float>(std::max(sides - 1, 1));
  }

  // The heuristic is one random game to the end of the deal, at the imagined table; all moves are alike to it.
  template <class Judge>
  void judge(Judge judge, const State& state, const std::uint16_t*, int count, float* priors, float* values,
             Rng& rng) const {
    std::fill_n(priors, count, 1.0f / static_cast<float>(count));
    if (judge == Judge::kUniform) {
      std::fill_n(values, seats(), 0.0f);
      return;
    }
    Table table = state.table;
    Streams streams = state.streams;
    int plies = 0;
    game_.unwatch(table);
    game_.play(table, streams, [&](const MoveSet& moves, Move& move) {
      move = moves.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.count()))));
      return ++plies <= kRolloutPlies;
    });
    game_.values(table, values);
  }

  std::uint64_t observed(const State& state, Seat seat) const { return game_.observed(state.table, seat); }
  std::uint64_t observed(const View& view, Seat seat) const { return game_.observed(view, seat); }

 private:
  static constexpr int kRolloutPlies = 200;

  int places_after(Seat mover, int seat) const { return (seat + seats() - mover) % seats(); }

  CardGame game_;
  CardPacking packing_;
};

}  // namespace DD_ISA
}  // namespace dd
