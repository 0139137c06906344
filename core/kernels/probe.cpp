// Probes of played games, compiled once per instruction set: rollouts from sampled plies and from each of their
// options.
#include "kernels/probe.hpp"

#include "cards/game.hpp"
#include "matches/players.hpp"
#include "matches/unseen.hpp"

namespace dd::DD_ISA {
namespace {

constexpr int kLongestRollout = 2000;  // plies; then the standings stand for the rest
constexpr int kLongestTurn = 64;       // plies of other seats until the mover is asked again
constexpr int kNoMove = -1;
constexpr std::uint64_t kProbeStream = 1 << 20;  // beyond those of deals, chance and players

std::size_t index(int n) { return static_cast<std::size_t>(n); }

// The result of one rollout for each seat.
struct Result {
  float payoff[kMaxSeats], win[kMaxSeats], rank[kMaxSeats];
};

class Prober {
 public:
  Prober(const Job& job, const CardGame& game, Greedy<CardGame>& greedy) : job_(job), game_(game), greedy_(greedy) {}

  // Plays one game again by its noted moves and looks into it at the sampled plies. The rules' own streams are those of
  // the first time, so the same cards come; the probe's chance has streams of its own and cannot disturb them.
  void probe(std::uint64_t row) {
    const auto& moves = job_.moves[row];
    const int samples = job_.probe.samples;
    const auto plies = static_cast<std::uint64_t>(moves.size());
    Streams streams{stream(row, 0), stream(row, 1)};
    Table table = game_.empty();
    Machine<> machine(game_.program(), table, streams);
    Rng jitter = stream(row, kProbeStream);
    std::uint64_t ply = 0;
    int sample = 0;
    std::uint64_t wanted = pick(sample, plies, jitter);
    machine.run_any(0, AnyChooser([&](const MoveSet& offered, Move& move) {
                      if (ply == wanted) {
                        if (job_.is_cancelled()) return false;
                        look(table, offered, row,
                             row * static_cast<std::uint64_t>(samples) + static_cast<std::uint64_t>(sample), ply);
                        wanted = ++sample < samples ? pick(sample, plies, jitter) : plies;
                      }
                      if (ply >= plies) return false;
                      move = moves[ply++];
                      return true;
                    }));
    if (machine.refused()) job_.note_refusal();
  }

 private:
  const Program& program() const { return game_.program(); }
  int side(int seat) const { return program().head[index(seat)]; }
  Rng stream(std::uint64_t row, std::uint64_t number) const {
    return Rng::stream(job_.seed, job_.key(), job_.first + row, number);
  }

  // A ply of the sample's part of the game; of a game shorter than the samples each ply once.
  std::uint64_t pick(int sample, std::uint64_t plies, Rng& jitter) const {
    const auto part = static_cast<std::uint64_t>(sample), parts = static_cast<std::uint64_t>(job_.probe.samples);
    if (plies <= parts) return part;
    const std::uint64_t begin = part * plies / parts, end = (part + 1) * plies / parts;
    return begin + jitter.below(static_cast<std::uint32_t>(end - begin));
  }

  // Fills one row. What the row is worth depends on (seed, program, game, ply) alone, never on the other samples.
  void look(const Table& table, const MoveSet& offered, std::uint64_t game, std::uint64_t row, std::uint64_t ply) {
    const ProbeColumns& out = job_.probed;
    const int legal = offered.count();
    const std::uint64_t key = stream(game, kProbeStream + 1 + ply).next();
    out.ply[row] = static_cast<std::int32_t>(ply);
    out.seat[row] = table.to_move;
    out.legal[row] = static_cast<std::uint8_t>(std::min(legal, 255));
    out.continues[row] = table.continues != 0;
    estimate(table, row, key);
    out.seen[row] = out.swayed[row] = 1;
    if (legal > 1) options(table, offered, row, key);
  }

  // Chances of all seats.
  void estimate(const Table& table, std::uint64_t row, std::uint64_t key) {
    const int seats = game_.seats(), rollouts = job_.probe.rollouts;
    float payoff[kMaxSeats] = {}, win[kMaxSeats] = {}, rank[kMaxSeats] = {};
    for (int n = 0; n < rollouts && !job_.is_cancelled(); ++n) {
      const Result result =
          roll_out(table, kNoMove, job_.probe.whole_match, Rng::stream(key, 0, 0, static_cast<std::uint64_t>(n)));
      for (int seat = 0; seat < seats; ++seat) {
        payoff[seat] += result.payoff[seat];
        win[seat] += result.win[seat];
        rank[seat] += result.rank[seat];
      }
    }
    for (int seat = 0; seat < seats && rollouts > 0; ++seat) {
      const auto at = row * static_cast<std::uint64_t>(seats) + static_cast<std::uint64_t>(seat);
      job_.probed.payoff[at] = payoff[seat] / static_cast<float>(rollouts);
      job_.probed.win[at] = win[seat] / static_cast<float>(rollouts);
      job_.probed.rank[at] = rank[seat] / static_cast<float>(rollouts);
    }
  }

  // Every option meets the same chance and the same opposition, so that only the choice makes a difference.
  void options(const Table& table, const MoveSet& offered, std::uint64_t row, std::uint64_t key) {
    const ProbeColumns& out = job_.probed;
    const int legal = offered.count(), count = std::min(legal, kProbedOptions);
    std::uint64_t fates[kProbedOptions];
    const std::uint64_t first = row * kProbedOptions;
    for (int n = 0; n < count; ++n) {
      // Of more options than there are columns, so many are taken, spread evenly over the sorted moves.
      const std::uint64_t at = first + static_cast<std::uint64_t>(n);
      const Move move = offered.nth(n * legal / count);
      out.move[at] = move;
      one_turn_on(table, move, Rng::stream(key, 1, 0, 0), out.view[at], fates[n]);
      // Two halves with separate chance: how far they agree tells how much of the differences between options is noise.
      for (std::uint64_t half = 0; half < 2; ++half) {
        float total = 0;
        for (int m = 0; m < job_.probe.option_rollouts && !job_.is_cancelled(); ++m)
          total += roll_out(table, move, false, Rng::stream(key, 2, half, static_cast<std::uint64_t>(m)))
                       .rank[table.to_move];
        out.worth[2 * at + half] = total / static_cast<float>(std::max(job_.probe.option_rollouts, 1));
      }
    }
    out.seen[row] = distinct(out.view + first, count);
    out.swayed[row] = distinct(fates, count);
  }

  // How many different values there are. At most 32, so comparing all pairs is fast enough.
  static std::uint8_t distinct(const std::uint64_t* values, int count) {
    std::uint8_t found = 0;
    for (int n = 0; n < count; ++n) found += std::find(values, values + n, values[n]) == values + n;
    return found;
  }

  // The move if one is given, then play to the end of the deal or the match.
  Result roll_out(Table table, int move, bool whole_match, Rng rng) {
    // The hands are those of the true table: a probe measures the position, not what a player knows of it. Only orders
    // that nobody has seen are drawn anew, or every rollout would draw the same cards.
    shuffle_unseen(program(), table, rng);
    if (!job_.probe.greedy) game_.unwatch(table);
    Streams streams{Rng(rng.next()), Rng(rng.next())};
    Rng luck(rng.next());
    int plies = 0;
    bool given = move != kNoMove;
    Machine<> machine(program(), table, streams);
    if (!whole_match) machine.stop_after_deal();
    machine.run(table.ask_pc, [&](const MoveSet& moves, Move& chosen) {
      if (++plies > kLongestRollout || ((plies & 15) == 0 && job_.is_cancelled())) return false;
      chosen = given ? static_cast<Move>(move) : choose(table, moves, luck);
      given = false;
      return true;
    });
    return result_of(table);
  }

  Move choose(const Table& table, const MoveSet& moves, Rng& luck) {
    const Seat seat = table.to_move & 7;
    if (job_.probe.greedy && moves.several())
      return greedy_.choose(game_, game_.view(table, seat), seat, moves, JudgeWeights{});
    return random_of(moves, luck);
  }

  static Move random_of(const MoveSet& moves, Rng& rng) {
    return moves.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.count()))));
  }

  // Sides by payoff, then by the standings: who leads an unfinished match counts as its winner so far.
  Result result_of(const Table& table) const {
    Result result;
    game_.values(table, result.payoff);
    const Standings standings(program(), table);
    // Payoffs are equal for all who did not win. Behind the winner the standings tell who came second.
    const auto better = [&](int a, int b) {
      if (result.payoff[a] != result.payoff[b]) return result.payoff[a] > result.payoff[b];
      return table.is_over() && table.winners != 0 && standings.margin(a) > standings.margin(b);
    };
    for (int seat = 0; seat < game_.seats(); ++seat) {
      int sides = 0, best = 1;
      float behind = 0;
      bool first = true;
      for (int other = 0; other < game_.seats(); ++other) {
        if (side(other) != other) continue;
        ++sides;
        if (other == side(seat)) continue;
        behind += better(seat, other) ? 1.0f : better(other, seat) ? 0.0f : 0.5f;
        first &= result.payoff[seat] >= result.payoff[other];
        best += result.payoff[seat] == result.payoff[other];
      }
      result.rank[seat] = sides > 1 ? behind / static_cast<float>(sides - 1) : 0.5f;
      result.win[seat] = first ? 1.0f / static_cast<float>(best) : 0.0f;
    }
    return result;
  }

  // Makes the move, finishes the selection it may begin, and lets the others answer at random until the mover is asked
  // again or the deal is over. `seen` is then a hash of what the mover knows, `fate` of how the other sides fare.
  void one_turn_on(Table table, Move move, Rng luck, std::uint64_t& seen, std::uint64_t& fate) const {
    const Seat mover = table.to_move;
    Streams streams{Rng(luck.next()), Rng(luck.next())};
    Rng plan(luck.next());
    std::uint64_t options = 0;
    int answers = 0;
    bool first = true;
    game_.play(table, streams, AnyChooser([&](const MoveSet& moves, Move& chosen) {
                 if (first) return first = false, chosen = move, true;
                 if (table.to_move == mover && game_.continues(table)) return chosen = random_of(moves, plan), true;
                 if (table.to_move == mover || ++answers > kLongestTurn) return false;
                 if (options == 0 && side(table.to_move) != side(mover)) options = hash_of(moves, table.to_move);
                 chosen = random_of(moves, luck);
                 return true;
               }));
    seen = hash_of(table, mover);
    fate = hash_of_others(table, mover, options);
  }

  // Never 0: that stands for "nobody was asked yet".
  static std::uint64_t hash_of(const MoveSet& moves, Seat seat) {
    std::uint64_t hash = seat;
    for (const std::uint64_t word : moves.word) hash = Rng::mix(hash + word);
    return hash | 1;
  }

  // All that the seat knows, but for how many turns were played.
  std::uint64_t hash_of(const Table& table, Seat seat) const {
    View view = game_.view(table, seat);
    view.table.reg[kTurns] = 0;
    std::uint64_t hash = 0;
    const auto* bytes = reinterpret_cast<const unsigned char*>(&view);
    for (std::size_t at = 0; at < sizeof view; at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes + at, std::min<std::size_t>(8, sizeof view - at));
      hash = Rng::mix(hash + word);
    }
    return hash;
  }

  // Hands, how many cards and tricks were taken, scores and chips of the other sides, and the first options they had.
  std::uint64_t hash_of_others(const Table& table, Seat mover, std::uint64_t options) const {
    std::uint64_t hash = options;
    const auto add = [&](std::uint64_t word) { hash = Rng::mix(hash + word); };
    for (int seat = 0; seat < game_.seats(); ++seat) {
      if (side(seat) == side(mover)) continue;
      add(table.pile[Piles::of(kHand, seat)] | table.pile[Piles::of(kPicked, seat)]);
      add(static_cast<std::uint64_t>(std::popcount(table.pile[Piles::of(kCapture, seat)])));
      add(static_cast<std::uint64_t>(std::popcount(table.pile[Piles::of(kFront, seat)])));
      for (const int column : {kScore, kChips, kTricks})
        add(static_cast<std::uint64_t>(static_cast<std::uint32_t>(table.column[column * kMaxSeats + seat])));
    }
    return hash;
  }

  const Job& job_;
  const CardGame& game_;
  Greedy<CardGame>& greedy_;
};

}  // namespace

void probe_games(const Job& job, std::uint64_t begin, std::uint64_t end) {
  const CardGame game(*job.program);
  Greedy<CardGame> greedy;
  Prober prober(job, game, greedy);
  for (std::uint64_t row = begin; row < end && !job.is_cancelled(); ++row) prober.probe(row);
}

}  // namespace dd::DD_ISA
