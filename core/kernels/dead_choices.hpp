// Dead choices: those on which nothing depends, because every option leads to the same result under good play.
#pragma once

#include <algorithm>

#include "cards/game.hpp"
#include "matches/greedy.hpp"
#include "matches/job.hpp"

namespace dd {
inline namespace DD_ISA {

inline constexpr int kLongestRollout = 2000;  // plies; then the standings stand for the rest

class DeadChoices {
 public:
  DeadChoices(const Job& job, const CardGame& game, Greedy<CardGame>& greedy)
      : job_(job), game_(game), greedy_(greedy) {}

  // Whether nothing depends on this choice: at tables that the mover cannot tell from the true one every option,
  // followed by greedy play of all seats, leaves it as well off, and the next deal the same. Most choices are told from
  // dead ones by the first two options.
  bool is_dead(const Table& table, const MoveSet& offered, std::uint64_t key) {
    const Seat mover = table.to_move;
    const View view = game_.view(table, mover);
    const auto hidden = game_.hidden(view);
    const int legal = offered.count(), count = std::min(legal, kProbedOptions);
    for (int n = 0; n < job_.probe.tables; ++n) {
      Rng rng = Rng::stream(key, 3, 0, static_cast<std::uint64_t>(n));
      const Table imagined = game_.redeal(view, hidden, rng);
      const std::uint64_t luck = rng.next();
      Outcome first{};
      for (int option = 0; option < count; ++option) {
        const Outcome found = play_out(imagined, offered.nth(option * legal / count), mover, Rng(luck));
        if (job_.is_cancelled() || !found.is_known) return false;
        if (option == 0) first = found;
        if (!(found == first)) return false;
      }
    }
    return true;
  }

 private:
  // What a deal leaves the mover's side with, and what the next deal knows of this one.
  struct Outcome {
    std::int32_t score = 0, chips = 0;
    float payoff = 0;  // of a match that goes on: how far the side is ahead
    std::int32_t title = 0;
    std::uint8_t out = 0, dealer = 0;
    bool is_known = true;  // false: too long to play to the end
    bool operator==(const Outcome&) const = default;
  };

  // Makes the move and lets greedy players finish the deal.
  Outcome play_out(Table table, Move move, Seat mover, Rng rng) {
    Streams streams{Rng(rng.next()), Rng(rng.next())};
    int plies = 0;
    bool is_first = true;
    game_.play(table, streams, AnyChooser([&](const MoveSet& moves, Move& chosen) {
                 if (++plies > kLongestRollout || ((plies & 15) == 0 && job_.is_cancelled())) return false;
                 const Seat seat = table.to_move & 7;
                 chosen = is_first ? move
                          : moves.several()
                              ? greedy_.choose(game_, game_.view(table, seat), seat, moves, JudgeWeights{})
                              : moves.nth(0);
                 is_first = false;
                 return true;
               }));
    const bool goes_on = !table.is_over() && table.to_move == kNobody;  // the deal is over, and another comes
    return {.score = table.column[kScore * kMaxSeats + head(mover)],
            .chips = table.column[kChips * kMaxSeats + mover],
            .payoff = table.is_over() ? game_.payoff(table, mover)
                      : goes_on       ? lead(table, mover)
                                      : 0.0f,
            .title = goes_on ? table.column[kTitle * kMaxSeats + mover] : 0,
            .out = table.out,
            .dealer = goes_on ? table.seat[kDealer] : std::uint8_t{0},
            .is_known = plies <= kLongestRollout};
  }

  float lead(const Table& table, Seat mover) const { return Standings(game_.program(), table).lead(mover); }
  std::size_t head(Seat seat) const { return game_.program().head[seat]; }

  const Job& job_;
  const CardGame& game_;
  Greedy<CardGame>& greedy_;
};

}  // namespace DD_ISA
}  // namespace dd
