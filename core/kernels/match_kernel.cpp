// The loop over games, compiled once per instruction set: games played without leaving the VM between plies.
#include "kernels/match_kernel.hpp"

#include "cards/game.hpp"
#include "kernels/probe.hpp"
#include "matches/players.hpp"
#include "matches/whist_by_hand.hpp"

namespace dd::DD_ISA {
namespace {

// What is counted while a game is played.
struct Counts {
  std::uint32_t plies = 0, decisions = 0, options = 0;
  std::uint32_t counted = 0;  // 1: this composite play is already a decision
};

// One row of the ply columns: the table as it is before the move.
template <class Moves>
void write_ply(const Job& job, const Table& table, std::uint64_t row, const Moves& moves, int legal, Move move) {
  const PlyColumns& out = job.plies;
  const int seats = job.program->seats;
  out.seat[row] = table.to_move;
  out.legal[row] = static_cast<std::uint8_t>(legal > 255 ? 255 : legal);
  out.move[row] = move;
  out.prompt[row] = static_cast<std::uint8_t>(table.prompt);
  out.kinds[row] = kinds_of(moves);
  for (int seat = 0; seat < seats; ++seat) {
    const auto at = row * static_cast<std::uint64_t>(seats) + static_cast<std::uint64_t>(seat);
    const CardSet held = table.pile[Piles::of(kHand, seat)] | table.pile[Piles::of(kPicked, seat)];
    out.hands[at] = static_cast<std::uint8_t>(std::popcount(held));
    out.scores[at] = table.column[kScore * kMaxSeats + job.program->head[static_cast<std::size_t>(seat)]];
    out.chips[at] = table.column[kChips * kMaxSeats + seat];
  }
}

// One row of the game columns, at the end of the game.
void write_game(const Job& job, const CardGame& game, const Table& table, const Counts& counts, std::uint64_t row) {
  const GameColumns& out = job.columns;
  const int seats = game.seats();
  out.winners[row] = table.winners;
  out.ending[row] = static_cast<std::uint8_t>(table.ending);
  out.plies[row] = counts.plies;
  out.turns[row] = static_cast<std::uint32_t>(table.reg[kTurns]);
  out.decisions[row] = counts.decisions;
  out.options[row] = counts.options;
  out.deals[row] = static_cast<std::uint32_t>(table.reg[kDeals]);
  if (out.decided_by != nullptr) out.decided_by[row] = table.winners != 0 ? table.decided_by : 0;
  for (int seat = 0; seat < seats; ++seat) {
    const auto at = row * static_cast<std::uint64_t>(seats) + static_cast<std::uint64_t>(seat);
    out.payoffs[at] = game.payoff(table, static_cast<Seat>(seat));
    if (out.chips != nullptr) out.chips[at] = table.column[kChips * kMaxSeats + seat];
  }
}

using CardPlayers = Players<CardGame>;

// One game: who moves, and what is noted.
class OneGame {
 public:
  OneGame(const Job& job, const CardGame& game, CardPlayers& players, std::uint64_t row)
      : job_(job), game_(game), players_(players), row_(row), streams_{stream(0), stream(1)}, table_(game.empty()) {
    for (int seat = 0; seat < game.seats(); ++seat) {
      rng_[seat] = stream(job.thinking * kMaxSeats + static_cast<std::uint64_t>(2 + seat));
      simple_[seat] = EagerRng(rng_[seat]);
      choice_[seat] = job.players[seat].kind == PlayerKind::kRandom ? ~0u : 0;
    }
  }

  // `choose(moves, legal, move)` is asked for every move. Games that are called off leave no row, and neither do those
  // in which a move was not legal: these are counted, and the caller must not use what the run has written.
  template <class Choose>
  void play(Choose&& choose) {
    Machine<> machine(*job_.program, table_, streams_);
    bool called_off = false;
    machine.run_any(0, AnyChooser([&](const MoveSet& moves, Move& move) {
                      const int legal = moves.count();
                      if (!choose(moves, legal, move)) return called_off = true, false;
                      if (job_.plies.offset != nullptr)
                        write_ply(job_, table_, job_.plies.offset[row_] + counts_.plies, moves, legal, move);
                      count(legal);
                      return true;
                    }));
    if (!called_off) end(machine);
  }

  // The same for random and first players, who then are part of the machine's loop.
  void play_simply() {
    Machine<> machine(*job_.program, table_, streams_);
    machine.run(0, SimpleChooser{this});
    end(machine);
  }

  // Nobody at this table looks at anything but its legal moves, so what seats know need not be kept.
  void look_away() { game_.unwatch(table_); }

  // Whoever sits there. With one legal move a thinking player is not asked, and its stream does not advance.
  bool choose_any(const MoveSet& moves, int legal, Move& move) {
    const Seat seat = table_.to_move & 7;
    const PlayerSpec& player = job_.players[seat];
    if (!player.thinks()) return move = choose_simply(moves, legal, seat), true;
    if (job_.is_cancelled()) return false;
    if (legal == 1) {
      move = moves.nth(0);
      if (player.forgets) players_.look(game_.view(table_, seat), seat);
    } else if (player.kind == PlayerKind::kRule)
      move = follow(line_of(player, table_), game_.program(), moves, rng_[seat]);
    else if (player.kind == PlayerKind::kOracle)
      move = players_.peek(game_, player, table_, seat, rng_[seat]);
    else
      move = players_.choose(game_, player, game_.view(table_, seat), seat, moves, rng_[seat]);
    return !job_.is_cancelled();
  }

 private:
  // One pointer, and a seat that is told: all that a choice waits for is then in registers.
  struct SimpleChooser {
    static constexpr bool kTakesOneOffered = true;
    OneGame* one;
    template <class Moves>
    DD_INLINE bool operator()(const Moves& moves, Move& move, Seat seat) const {
      const int legal = moves.count();
      move = one->choose_simply(moves, legal, seat);
      one->count(legal);
      return true;
    }
  };

  // Random and first players only.
  template <class Moves>
  DD_INLINE Move choose_simply(const Moves& moves, int legal, Seat seat) {
    return moves.nth(static_cast<int>(simple_[seat].below(static_cast<std::uint32_t>(legal) & choice_[seat])));
  }

  DD_INLINE void count(int legal) {
    const std::uint32_t before = counts_.counted & std::uint32_t{table_.continues != 0};
    const std::uint32_t after = before | std::uint32_t{legal > 1};
    counts_.decisions += after - before;  // no branches: they would be guesses
    counts_.counted = after;
    ++counts_.plies;
    counts_.options += static_cast<std::uint32_t>(legal);
  }

  void end(const Machine<>& machine) const {
    if (machine.refused()) return job_.note_refusal();
    write_game(job_, game_, table_, counts_, row_);
  }

  Rng stream(std::uint64_t number) const { return Rng::stream(job_.seed, job_.key(), job_.first + row_, number); }

  const Job& job_;
  const CardGame& game_;
  CardPlayers& players_;
  std::uint64_t row_;
  Streams streams_;
  Table table_;
  Rng rng_[kMaxSeats];
  EagerRng simple_[kMaxSeats];            // the same streams, of random and first players
  std::uint32_t choice_[kMaxSeats] = {};  // all bits for a random player, none for one that takes the first move
  Counts counts_;
};

// Three ways to play. Hot: random or first players and nothing noted, with the players inside the machine's loop. With
// thinking players, or moves to be noted: through the shared copy of the loop. With ply columns the noted moves are
// played a second time, because only then it is known how many rows each game needs.
void play_one(const Job& job, const CardGame& game, CardPlayers& players, bool thinks, std::uint64_t row) {
  OneGame one(job, game, players, row);
  players.start_game();
  if (job.plies.offset != nullptr) {
    one.look_away();
    const auto& noted = job.moves[row];
    std::size_t ply = 0;
    one.play([&](const MoveSet&, int, Move& move) {
      if (ply == noted.size()) return job.note_refusal(), false;
      return move = noted[ply++], true;
    });
  } else if (job.moves != nullptr || thinks) {
    one.play([&](const MoveSet& moves, int legal, Move& move) {
      if (!one.choose_any(moves, legal, move)) return false;
      if (job.moves != nullptr) job.moves[row].push_back(move);
      return true;
    });
  } else {
    one.look_away();
    one.play_simply();
  }
}

void play_games(const Job& job, std::uint64_t begin, std::uint64_t end) {
  const CardGame game(*job.program);
  CardPlayers players;
  const bool thinks = job.thinks();
  for (std::uint64_t row = begin; row < end && !job.is_cancelled(); ++row) play_one(job, game, players, thinks, row);
}

// One choice for a caller outside, from a view alone. View and random stream come as bytes: their types belong to this
// instruction set, and the caller's have the same layout under another name.
Thoughts think(const Program& program, const void* bytes, const PlayerSpec& player, void* rng_state,
               std::shared_ptr<void>& memory) {
  View view;
  std::memcpy(&view, bytes, sizeof view);
  Rng rng;
  std::memcpy(&rng, rng_state, sizeof rng);
  const CardGame game(program);
  MoveSet moves;
  Rng any;
  game.legal_moves(game.redeal(view, any), moves);  // the same in every table the seat can imagine
  Thoughts thoughts;
  if (moves.empty()) return thoughts;
  if (memory == nullptr) memory = std::make_shared<CardPlayers>();
  auto& players = *static_cast<CardPlayers*>(memory.get());
  players.forget_opinions();
  switch (player.kind) {
    case PlayerKind::kRandom:
      thoughts.move = moves.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.count()))));
      break;
    case PlayerKind::kFirst:
      thoughts.move = moves.nth(0);
      break;
    default:
      thoughts.move = players.choose(game, player, view, view.seat, moves, rng);
  }
  for (const MoveOpinion& opinion : players.opinions())
    thoughts.opinions.push_back({opinion.move, opinion.visits, opinion.value});
  std::memcpy(rng_state, &rng, sizeof rng);
  return thoughts;
}

}  // namespace

// The shared copy of the machine's loop; machine.hpp says why.
template void Machine<>::run(std::uint16_t pc, AnyChooser choose);

const Kernel kKernel = {play_games, think, probe_games, play_whist_by_hand};

}  // namespace dd::DD_ISA
