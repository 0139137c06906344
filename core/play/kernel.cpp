// The match loop, compiled once per instruction set: games of simple players, without leaving the VM between plies.
#include "cards/game.hpp"
#include "play/match.hpp"

namespace dd::DD_ISA {
namespace {

struct Tally {
  std::uint32_t plies = 0, decisions = 0, options = 0;
  bool counted = false;  // this composite play is already a decision
};

void write_ply(const Job& job, const Table& table, std::uint64_t row, int legal, Move move) {
  const PlyColumns& out = job.plies;
  const int seats = job.program->seats;
  out.seat[row] = table.to_move;
  out.legal[row] = static_cast<std::uint8_t>(legal > 255 ? 255 : legal);
  out.move[row] = move;
  for (int seat = 0; seat < seats; ++seat) {
    const auto at = row * static_cast<std::uint64_t>(seats) + static_cast<std::uint64_t>(seat);
    const CardSet held = table.pile[Piles::of(kHand, seat)] | table.pile[Piles::of(kPicked, seat)];
    out.hands[at] = static_cast<std::uint8_t>(std::popcount(held));
    out.scores[at] = table.column[kScore * kMaxSeats + job.program->head[static_cast<std::size_t>(seat)]];
    out.chips[at] = table.column[kChips * kMaxSeats + seat];
  }
}

void write_game(const Job& job, const CardGame& game, const Table& table, const Tally& tally, std::uint64_t row) {
  const GameColumns& out = job.columns;
  const int seats = game.seats();
  out.winners[row] = table.winners;
  out.ending[row] = static_cast<std::uint8_t>(table.ending);
  out.plies[row] = tally.plies;
  out.turns[row] = static_cast<std::uint32_t>(table.reg[kTurns]);
  out.decisions[row] = tally.decisions;
  out.options[row] = tally.options;
  out.deals[row] = static_cast<std::uint32_t>(table.reg[kDeals]);
  for (int seat = 0; seat < seats; ++seat)
    out.payoffs[row * static_cast<std::uint64_t>(seats) + static_cast<std::uint64_t>(seat)] =
        game.payoff(table, static_cast<Seat>(seat));
}

template <bool kPlies>
void play_one(const Job& job, const CardGame& game, std::uint64_t row) {
  const Program& program = *job.program;
  const std::uint64_t index = job.first + row;
  Streams streams{Rng::stream(job.seed, program.hash, index, 0), Rng::stream(job.seed, program.hash, index, 1)};
  Rng players[kMaxSeats];
  for (int seat = 0; seat < program.seats; ++seat)
    players[seat] = Rng::stream(job.seed, program.hash, index, static_cast<std::uint64_t>(2 + seat));
  Table table = game.empty();
  Machine<> machine(program, table, streams);
  Tally tally;
  machine.run(0, [&](const MoveSet& moves, Move& move) {
    const int legal = moves.count();
    const int seat = table.to_move & 7;
    const bool random = job.players[seat] == PlayerKind::kRandom;
    move = moves.nth(random ? static_cast<int>(players[seat].below(static_cast<std::uint32_t>(legal))) : 0);
    if constexpr (kPlies) write_ply(job, table, job.plies.offset[row] + tally.plies, legal, move);
    tally.counted &= table.continues != 0;
    tally.decisions += (legal > 1) & !tally.counted;  // no branches: they would be guesses
    tally.counted |= legal > 1;
    ++tally.plies;
    tally.options += static_cast<std::uint32_t>(legal);
    return true;
  });
  write_game(job, game, table, tally, row);
}

}  // namespace

void play_games(const Job& job, std::uint64_t begin, std::uint64_t end) {
  const CardGame game(*job.program);
  for (std::uint64_t row = begin; row < end; ++row) {
    if (job.plies.offset != nullptr)
      play_one<true>(job, game, row);
    else
      play_one<false>(job, game, row);
  }
}

}  // namespace dd::DD_ISA
