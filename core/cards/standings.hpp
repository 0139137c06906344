// How the sides of a table stand by what the game is won with.
#pragma once

#include <cmath>

#include "cards/table/seats.hpp"

namespace dd {
inline namespace DD_ISA {

class Standings {
 public:
  // During a deal that is won by an empty hand, or by all the cards, hands are what counts.
  Standings(const Program& program, const Table& table) : Standings(program, table, table.to_move != kNobody) {}
  Standings(const Program& program, const Table& table, bool during_deal) : program_(program) {
    Seats seats(program, const_cast<Table&>(table));  // for its standing(), which only reads
    const Goal& goal = program.goal;
    const bool by_hands = during_deal && (goal.sheds || goal.collects);
    const std::uint8_t rank = by_hands ? std::uint8_t{kFewestCards} : rank_of(goal);
    const std::int64_t sign = by_hands && !goal.sheds ? -1 : 1;
    std::int64_t chips = 0;
    for (int seat = 0; seat < program.seats; ++seat) {
      standing_[seat] = rank == kNoRanking ? 0 : sign * seats.standing(rank, seats.side(program.head[index(seat)]));
      chips += table.column[kChips * kMaxSeats + seat];
    }
    const std::int64_t whole = rank == kFewestCards ? std::popcount(program.deck) / program.seats
                               : rank == kMostChips ? chips
                                                    : goal.target;
    scale_ = whole > 0 ? 1.0f / static_cast<float>(whole) : kUnknownTarget;
  }

  // Ahead of the mean of the other sides, in units of the target.
  float margin(int seat) const {
    return mean(seat, [](float x) { return x; });
  }

  // The same in (-1, 1): the mean over the other sides of x / (1 + |x|).
  // So a search can add it up with results, and being far ahead never counts as much as having won.
  float lead(int seat) const {
    return mean(seat, [](float x) { return x / (1.0f + std::fabs(x)); });
  }

 private:
  static constexpr float kUnknownTarget = 0.01f;
  static std::size_t index(int seat) { return static_cast<std::size_t>(seat); }

  // Hands left count as fewest cards, the last in play as chips.
  static std::uint8_t rank_of(const Goal& goal) {
    if (goal.rank == kNoCardsLeft) return kFewestCards;
    return goal.rank == kLastStanding ? std::uint8_t{kMostChips} : goal.rank;
  }

  // Over the sides, each by its head; partners are not compared with each other.
  template <class Squash>
  float mean(int seat, Squash squash) const {
    float total = 0;
    int sides = 0;
    for (int other = 0; other < program_.seats; ++other) {
      if (program_.head[index(other)] != other || other == program_.head[index(seat)]) continue;
      total += squash(static_cast<float>(standing_[seat] - standing_[other]) * scale_);
      ++sides;
    }
    return sides == 0 ? 0.0f : total / static_cast<float>(sides);
  }

  const Program& program_;
  float scale_;
  std::int64_t standing_[kMaxSeats] = {};
};

}  // namespace DD_ISA
}  // namespace dd
