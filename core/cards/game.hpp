// A card game: a program as a model of the HiddenGame concept.
#pragma once

#include "cards/view.hpp"
#include "cards/vm.hpp"
#include "game/game.hpp"

namespace dd {
inline namespace DD_ISA {

class CardGame {
 public:
  using State = Table;
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
    machine.run(0, [](const MoveSet&, Move&) { return false; });
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
    machine.run(table.ask_pc, [&](const MoveSet& offered, Move&) { return moves = offered, false; });
    if (copy.pc != table.pc || copy.to_move != table.to_move) moves.clear();  // an imagined hand that cannot move
  }

  void apply(Table& table, Move move, Streams& streams) const { apply(table, move, streams, NoTrace{}); }

  template <class Trace>
  void apply(Table& table, Move move, Streams& streams, Trace trace) const {
    table.chosen = move;
    Machine<Trace> machine(*program_, table, streams, trace);
    machine.run(table.pc, [](const MoveSet&, Move&) { return false; });
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
  const Program* program_;
};
static_assert(HiddenGame<CardGame>);

}  // namespace DD_ISA
}  // namespace dd
