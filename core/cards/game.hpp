// A card game: a program as a model of the HiddenGame concept.
#pragma once

#include "cards/judge.hpp"
#include "cards/view.hpp"
#include "cards/vm.hpp"
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

  void legal_moves(const Table& table, MoveSet& moves) const {
    moves.clear();
    if (table.is_over()) return;
    Table copy = table;
    Streams unused;
    Machine<> machine(*program_, copy, unused);
    machine.run_any(table.ask_pc, AnyChooser([&](const MoveSet& offered, Move&) { return moves = offered, false; }));
    if (copy.pc != table.pc || copy.to_move != table.to_move) moves.clear();  // an imagined hand that cannot move
  }

  void apply(Table& table, Move move, Streams& streams) const { apply(table, move, streams, NoTrace{}); }

  template <class Trace>
  void apply(Table& table, Move move, Streams& streams, Trace trace) const {
    table.chosen = move;
    Machine<Trace> machine(*program_, table, streams, trace);
    machine.run_to_choice(table.pc);
  }

  float payoff(const Table& table, Seat seat) const {
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

  // Plays on from the choice at hand, to the end of the deal at most: `choose(moves, move)` answers every choice in
  // turn until it returns false. Afterwards nobody is to move if the deal is over.
  template <class Choose>
  void play(Table& table, Streams& streams, Choose&& choose) const {
    Machine<> machine(*program_, table, streams);
    machine.stop_after_deal();
    machine.run(table.ask_pc, choose);
  }

  // What the table is worth to each seat, in [-1, 1]: the payoffs, or between deals how far the side is ahead of the
  // others on the way to the score that ends the match. During a deal it is a guess by the same standings.
  void values(const Table& table, float* out) const {
    if (table.is_over()) {
      for (int seat = 0; seat < program_->seats; ++seat) out[seat] = payoff(table, static_cast<Seat>(seat));
      return;
    }
    const Standings standings(*program_, table);
    for (int seat = 0; seat < program_->seats; ++seat) out[seat] = standings.lead(seat);
  }

  // A hash of what the seat has seen happen: its cards and all that lie open. Tells chance apart inside a search.
  std::uint64_t observed(const Table& table, Seat seat) const {
    return observed(table, seat, std::popcount(table.pile[kDeck]));
  }
  std::uint64_t observed(const View& view, Seat seat) const { return observed(view.table, seat, view.count[kDeck]); }

  // From here on nothing is asked about what seats know; play is the same, and faster.
  void unwatch(Table& table) const { table.unwatched = 1; }

  // The seat's present choice goes on with a selection of cards already begun.
  bool continues(const Table& table) const { return table.continues != 0; }

  // How good positions are for a seat, seen from this one on.
  Judge judge(const Table& table, Seat seat) const { return Judge(*program_, table, seat); }

  View view(const Table& table, Seat seat) const { return Viewer(*program_).view(table, seat); }

  // A table the seat cannot tell apart. If another seat is to move, one in which it can, as far as a few tries find it.
  Table redeal(const View& view, Rng& rng) const {
    Table table = Viewer(*program_).redeal(view, rng);
    if (table.to_move == kNobody || table.to_move == view.seat) return table;
    MoveSet moves;
    for (int attempt = 0; attempt < 32; ++attempt) {
      legal_moves(table, moves);
      if (!moves.empty()) break;
      table = Viewer(*program_).redeal(view, rng);
    }
    return table;
  }

 private:
  std::uint64_t observed(const Table& table, Seat seat, int stock) const {
    const bool sees_hand = program_->owner_sees_hand || program_->open_hands;
    const CardSet hand = table.pile[Piles::of(kHand, seat)] | table.pile[Piles::of(kPicked, seat)];
    const CardSet open = table.pile[kTableau] | (table.pile[kDiscard] & table.shown);
    const auto turn = static_cast<std::uint64_t>(static_cast<std::uint32_t>(table.reg[kTurns]));
    std::uint64_t hash = (sees_hand ? hand : 0) * 0x9E3779B97F4A7C15ull;
    hash += std::rotl(table.shown * 0xC2B2AE3D27D4EB4Full, 31);
    hash += std::rotl(table.seen[seat] * 0x165667B19E3779F9ull, 17);
    hash += std::rotl(open * 0xD6E8FEB86659FD93ull, 7);
    return Rng::mix(hash ^ (turn << 32 | static_cast<std::uint64_t>(stock) << 24 | std::uint64_t{table.to_move} << 16 |
                            table.ask_pc));
  }

  const Program* program_;
};
static_assert(HiddenGame<CardGame>);

}  // namespace DD_ISA
}  // namespace dd
