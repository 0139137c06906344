// A card game: a program as a model of the HiddenGame concept.
#pragma once

#include "cards/judge.hpp"
#include "cards/machine.hpp"
#include "cards/rollout.hpp"
#include "cards/view.hpp"
#include "game/game.hpp"

namespace dd {
inline namespace DD_ISA {

class CardGame {
 public:
  using State = Table;
  using Moves = MoveSet;
  using View = dd::DD_ISA::View;

  explicit CardGame(const Program& program) : program_(&program) {}

  const Program& program() const { return *program_; }
  int seats() const { return program_->seats; }
  Seat to_move(const Table& table) const { return table.to_move; }

  Table start(Streams& streams) const { return start(streams, {}); }
  Table start(Streams& streams, DeckOrder order) const {
    Table table = empty();
    Machine<> machine(*program_, table, streams);
    machine.set_deck(order);
    machine.run_to_choice(0);
    return table;
  }

  // A table before the first instruction.
  Table empty() const {
    Table table;
    std::memset(&table, 0, sizeof table);
    table.direction = 1;
    table.to_move = kNobody;
    std::memset(table.seat, kNobody, sizeof table.seat);
    return table;
  }

  // Legal moves are not stored: the code that offers them is run again, on a copy, from where the question began.
  void legal_moves(const Table& table, MoveSet& moves) const {
    moves.clear();
    if (table.is_over()) return;
    Table copy = table;
    Streams unused;
    Machine<> machine(*program_, copy, unused);
    machine.run_any(table.ask_pc, AnyChooser([&](const MoveSet& offered, Move&) { return moves = offered, false; }));
    if (copy.pc != table.pc || copy.to_move != table.to_move) moves.clear();  // an imagined hand that cannot move
  }

  bool apply(Table& table, Move move, Streams& streams) const { return apply(table, move, streams, NoTrace{}); }

  // Makes the move and plays on to the next choice. A move that is not legal is not made: false, and the table is as it
  // was.
  template <class Trace>
  bool apply(Table& table, Move move, Streams& streams, Trace trace) const {
    if (table.to_move == kNobody) return false;
    const std::uint16_t pc = table.pc;
    bool made = false;
    Machine<Trace> machine(*program_, table, streams, trace);
    const auto choose = [&](const MoveSet& offered, Move& chosen) {
      if (made || table.pc != pc || !offered.has(move)) return false;
      chosen = move;
      return made = true;
    };
    machine.run_any(table.ask_pc, AnyChooser(choose));
    return made;
  }

  // The sum over sides is 0. Winners share what the losers lose; where nobody has won, or everybody, all get 0.
  float payoff(const Table& table, Seat seat) const {
    if (program_->goal.chips && table.ending != Ending::kRunaway) return table.is_over() ? winnings(table, seat) : 0;
    int sides = 0, winning = 0;
    for (int head = 0; head < program_->seats; ++head) {
      if (program_->head[static_cast<std::size_t>(head)] != head) continue;
      ++sides;
      winning += table.winners >> head & 1;
    }
    if (winning == 0 || winning == sides) return 0.0f;
    if ((table.winners >> seat & 1) == 0) return -1.0f / static_cast<float>(sides - 1);
    return static_cast<float>(sides - winning) / static_cast<float>(winning * (sides - 1));
  }

  // Chips won of those that the other sides began with, the pot taken back by those who paid it. All sides begin with
  // the same number of them.
  float winnings(const Table& table, Seat seat) const {
    std::int64_t own = 0, all = 0;
    int sides = 0;
    for (int other = 0; other < program_->seats; ++other) {
      const std::int64_t chips =
          std::int64_t{table.column[kChips * kMaxSeats + other]} + table.column[kContribution * kMaxSeats + other];
      const auto head = program_->head[static_cast<std::size_t>(other)];
      sides += head == other;
      own += head == program_->head[seat] ? chips : 0;
      all += chips;
    }
    if (all <= 0 || sides < 2) return 0;
    const double won = static_cast<double>(sides * own - all) / (static_cast<double>(all) * (sides - 1));
    return static_cast<float>(std::clamp(won, -1.0, 1.0));
  }

  // Plays on from the choice at hand, to the end of the deal at most: `choose(moves, move)` answers every choice in
  // turn until it returns false. Afterwards nobody is to move if the deal is over.
  template <class Choose>
  void play(Table& table, Streams& streams, Choose&& choose) const {
    Machine<> machine(*program_, table, streams);
    machine.stop_after_deal();
    machine.run(table.ask_pc, choose);
  }

  // What the table is worth to each seat, in [-1, 1]: the payoffs, or between deals how far the side is ahead of the
  // others on the way to the score that ends the match. During a deal it is a guess by the same standings. Where the
  // goal is chips, what was won of them so far, in the unit of the payoffs.
  void values(const Table& table, float* out) const {
    if (program_->goal.chips && !table.is_over()) {
      for (int seat = 0; seat < program_->seats; ++seat) out[seat] = winnings(table, static_cast<Seat>(seat));
      return;
    }
    if (table.is_over()) {
      for (int seat = 0; seat < program_->seats; ++seat) out[seat] = payoff(table, static_cast<Seat>(seat));
      return;
    }
    const Standings standings(*program_, table);
    for (int seat = 0; seat < program_->seats; ++seat) out[seat] = standings.lead(seat);
  }

  // A hash of what the seat has seen happen: its cards and all that lie open. Tells chance apart inside a search.
  // Two tables that the seat cannot tell apart have the same hash: a tree grown with it keeps one node for both.
  std::uint64_t observed(const Table& table, Seat seat) const {
    return observed(table, seat, std::popcount(table.pile[kDeck]));
  }
  std::uint64_t observed(const View& view, Seat seat) const { return observed(view.table, seat, view.count[kDeck]); }

  // What a rollout does here; it knows what the seat to move holds.
  template <class Moves>
  DD_INLINE Move rollout_move(const Table& table, const Moves& moves, Rng& rng) const {
    if (program_->goal.evaluator != Goal::kAbsent) [[unlikely]]
      return Rollout(*program_, table).choose(moves, rng);
    if constexpr (std::same_as<Moves, MoveSet>)  // where not only cards can be chosen
      if (Rollout::is_call(moves)) [[unlikely]]
        return Rollout(*program_, table).choose(moves, rng);
    return moves.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.count()))));
  }
  // Whether a seat that does not see the mover's hand should expect of it what a rollout does. In a tree that such a
  // seat grows, the mover would learn from its results to fold to good hands and to call bad ones, as if it saw them.
  bool follows_its_hand(const Table& table, const MoveSet& moves) const {
    return Rollout(*program_, table).follows_hand(moves);
  }

  // From here on nothing is asked about what seats know; play is the same, and faster.
  void unwatch(Table& table) const { table.unwatched = 1; }

  // The seat's present choice goes on with a selection of cards already begun.
  bool continues(const Table& table) const { return table.continues != 0; }

  // How good positions are for a seat.
  Judge judge(Seat seat, const JudgeWeights& weights) const { return Judge(*program_, seat, weights); }

  View view(const Table& table, Seat seat) const { return Viewer(*program_).view(table, seat); }

  // A table the seat cannot tell apart. If another seat is to move, one in which it can, as far as a few tries find it.
  Table redeal(const View& view, Rng& rng) const { return redeal(view, hidden(view), rng); }

  // Where the cards can be that a view does not show.
  Viewer::Places hidden(const View& view) const { return Viewer(*program_).open_places(view); }

  Table redeal(const View& view, const Viewer::Places& hidden, Rng& rng) const {
    Table table = Viewer(*program_).redeal(view, hidden, rng);
    if (table.to_move == kNobody || table.to_move == view.seat) return table;
    MoveSet moves;
    for (int attempt = 0; attempt < kRedeals; ++attempt) {
      legal_moves(table, moves);
      if (!moves.empty()) break;
      table = Viewer(*program_).redeal(view, hidden, rng);
    }
    return table;
  }

 private:
  static constexpr int kRedeals = 32;  // tries to find a table in which the seat to move can

  // Only what the seat can see may enter: anything else would tell it secrets through the shape of its tree.
  std::uint64_t observed(const Table& table, Seat seat, int stock) const {
    const bool sees_hand = program_->owner_sees_hand || program_->open_hands;
    const CardSet hand = table.pile[Piles::of(kHand, seat)] | table.pile[Piles::of(kPicked, seat)];
    const CardSet open = table.pile[kTableau] | (table.pile[kDiscard] & table.shown);
    const auto turn = static_cast<std::uint64_t>(static_cast<std::uint32_t>(table.reg[kTurns]));
    std::uint64_t hash = (sees_hand ? hand : 0) * 0x9E3779B97F4A7C15ull;
    hash += std::rotl(table.shown * 0xC2B2AE3D27D4EB4Full, 31);
    hash += std::rotl(table.seen[seat] * 0x165667B19E3779F9ull, 17);
    hash += std::rotl(open * 0xD6E8FEB86659FD93ull, 7);
    for (const Column column : {kChips, kBet, kBid}) hash = hash_cells(hash, table.column + column * kMaxSeats);
    return Rng::mix(hash ^ (turn << 32 | static_cast<std::uint64_t>(stock) << 24 | std::uint64_t{table.to_move} << 16 |
                            table.ask_pc));
  }

  // What was bet and bid is part of what was seen: a choice after a raise is another than the one before it.
  std::uint64_t hash_cells(std::uint64_t hash, const std::int32_t* cells) const {
    for (int seat = 0; seat < program_->seats; seat += 2) {
      std::uint64_t two;
      std::memcpy(&two, cells + seat, sizeof two);
      hash = (std::rotl(hash, 23) ^ two) * 0x9E3779B97F4A7C15ull;
    }
    return hash;
  }

  const Program* program_;
};
static_assert(HiddenGame<CardGame>);

}  // namespace DD_ISA
}  // namespace dd
