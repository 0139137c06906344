// VectorGames, as compiled for one instruction set. A slot plays one game after the other; which ones depends on its
// number alone, so neither threads nor the other slots matter.
#pragma once

#include <atomic>
#include <vector>

#include "cards/leaves.hpp"
#include "learn/vector_games.hpp"
#include "search/lockstep/crew.hpp"

namespace dd {
inline namespace DD_ISA {

class GamesInStep final : public VectorGames {
 public:
  using Adviser = Move (*)(const CardGame& game, const View& view, const MoveSet& moves);

  GamesInStep(const Program& program, const VectorOptions& options, Adviser adviser)
      : game_(program),
        leaves_(program),
        options_(options),
        adviser_(adviser),
        crew_(options.threads),
        slots_(places(options.games)),
        counts_(places(options.games)) {
    each_slot(0, static_cast<int>(slots_.size()), [this](int slot) {
      slots_[places(slot)].index = static_cast<std::uint64_t>(slot);
      begin(slots_[places(slot)]);
      note_count(slot);
    });
  }

  int rows(int group) const override { return end_of(group) - begin_of(group); }
  int leaf_words() const override { return CardLeaves::kLeafWords; }
  int most_moves() const override { return CardLeaves::kMostMoves; }
  std::string fault() const override {
    return is_stuck_ ? "the game asks nobody anything: there is nothing to choose" : "";
  }

  void ask(int group, const StepArrays& out) override {
    const int first = begin_of(group), rows = this->rows(group);
    out.offsets[0] = 0;
    for (int row = 0; row < rows; ++row) out.offsets[row + 1] = out.offsets[row] + counts_[places(first + row)];
    each_slot(0, rows, [&, this](int row) { write(slots_[places(first + row)], row, out); });
  }

  void advise(int group, int rows, std::int32_t* out) override {
    const int first = begin_of(group);
    each_slot(0, rows, [&, this](int row) {
      const CardLeaves::State& state = slots_[places(first + row)].state;
      const Move move = adviser_(game_, game_.view(state.table, state.table.to_move), state.moves);
      int number = 0;
      while (state.moves.nth(number) != move) ++number;
      out[row] = number;
    });
  }

  std::vector<Move> look(int group, int row, void* view) const override {
    const CardLeaves::State& state = slots_[places(begin_of(group) + row)].state;
    *static_cast<View*>(view) = game_.view(state.table, state.table.to_move);
    std::vector<Move> moves;
    for (int n = 0; n < state.moves.count(); ++n) moves.push_back(state.moves.nth(n));
    return moves;
  }

  std::string tell(int group, const std::int32_t* choices) override {
    const int first = begin_of(group), rows = this->rows(group);
    for (int row = 0; row < rows; ++row)
      if (choices[row] < kWait || choices[row] >= counts_[places(first + row)])
        return "choices: row " + std::to_string(row) + " has no legal move " + std::to_string(choices[row]);
    each_slot(0, rows, [&, this](int row) {
      Slot& slot = slots_[places(first + row)];
      if (choices[row] == kWait) return;
      step(slot, slot.state.moves.nth(choices[row]));
      note_count(first + row);
    });
    return fault();
  }

 private:
  static constexpr int kPiece = 64;        // slots that a thread takes at a time
  static constexpr int kDumbGames = 4096;  // in a row without a choice, and the slot gives up

  struct Slot {
    CardLeaves::State state;
    std::uint64_t index;
    std::int32_t deal;  // deals finished when the last choice was made
    bool has_ended = false;
    float results[kMaxSeats] = {};
  };

  static std::size_t places(int number) { return static_cast<std::size_t>(number); }
  int begin_of(int group) const { return static_cast<int>(std::int64_t{options_.games} * group / options_.groups); }
  int end_of(int group) const { return begin_of(group + 1); }

  template <class Work>
  void each_slot(int begin, int end, Work&& work) {
    crew_.run((end - begin + kPiece - 1) / kPiece, [&](int piece, int) {
      for (int slot = begin + piece * kPiece; slot < std::min(end, begin + (piece + 1) * kPiece); ++slot) work(slot);
    });
  }

  // Deals the game of the slot's index and goes on to its first choice.
  void begin(Slot& slot) {
    const std::uint64_t hash = game_.program().hash;
    for (int dumb = 0; dumb < kDumbGames; ++dumb) {
      slot.state.streams = {Rng::stream(options_.seed, hash, slot.index, 0),
                            Rng::stream(options_.seed, hash, slot.index, 1)};
      slot.state.table = game_.empty();
      slot.deal = 0;
      if (run(slot, 0, nullptr)) return;
      slot.index += static_cast<std::uint64_t>(options_.games);
    }
    is_stuck_ = true;
  }

  // How many choices each slot offers stands apart, so that going over all of them touches little memory.
  void note_count(int slot) {
    counts_[places(slot)] = static_cast<std::uint16_t>(slots_[places(slot)].state.moves.count());
  }

  // Makes the move and goes on to the next choice, of this game or of the slot's next one.
  void step(Slot& slot, Move move) {
    slot.has_ended = false;
    if (run(slot, slot.state.table.ask_pc, &move)) return;
    if (!slot.has_ended) note_end(slot);
    slot.index += static_cast<std::uint64_t>(options_.games);
    begin(slot);
  }

  // Runs from `pc`, makes the move if there is one, then those that are forced. False: the game is over.
  bool run(Slot& slot, std::uint16_t pc, const Move* move) const {
    Table& table = slot.state.table;
    slot.state.moves.clear();
    Machine<> machine(game_.program(), table, slot.state.streams);
    machine.run_any(pc, AnyChooser([&](const MoveSet& moves, Move& chosen) {
                      if (move != nullptr) {
                        chosen = *move;
                        return move = nullptr, true;
                      }
                      note_deal(slot);
                      if (moves.several()) return slot.state.moves = moves, false;
                      return chosen = moves.nth(0), true;
                    }));
    return !slot.state.moves.empty();
  }

  // A deal has ended and the next one begun: what it was worth is read as between the two, when nobody is to move.
  void note_deal(Slot& slot) const {
    Table& table = slot.state.table;
    if (options_.whole_games || table.reg[kDeals] == slot.deal) return;
    slot.deal = table.reg[kDeals];
    if (slot.has_ended) return;  // of several that ended without a choice, the first is the one that was played
    const std::uint8_t mover = table.to_move;
    table.to_move = kNobody;
    note_end(slot);
    table.to_move = mover;
  }

  void note_end(Slot& slot) const {
    slot.has_ended = true;
    game_.values(slot.state.table, slot.results);
  }

  void write(const Slot& slot, int row, const StepArrays& out) const {
    const Table& table = slot.state.table;
    const int count = slot.state.moves.count(), seats = game_.seats();
    leaves_.pack(slot.state, out.packed + places(row) * CardLeaves::kLeafWords);
    std::uint16_t* const actions = out.actions + out.offsets[row];
    for (int n = 0; n < count; ++n) actions[n] = leaves_.action_of(slot.state, slot.state.moves.nth(n));
    if (out.masks != nullptr) {
      std::uint8_t* const mask = out.masks + places(row) * CardLeaves::kMostMoves;
      clear(mask, CardLeaves::kMostMoves);
      for (int n = 0; n < count; ++n) mask[actions[n]] = 1;
    }
    out.seats[row] = table.to_move;
    out.games[row] = slot.index;
    out.ended[row] = slot.has_ended;
    for (int seat = 0; seat < seats; ++seat) {
      const int at = row * seats + seat;
      out.results[at] = slot.has_ended ? slot.results[seat] : 0.0f;
      if (out.hands == nullptr) continue;
      const int place = table.to_move + seat, held = place >= seats ? place - seats : place;
      out.hands[at] = table.pile[Piles::of(kHand, held)] | table.pile[Piles::of(kPicked, held)];
    }
  }

  CardGame game_;
  CardLeaves leaves_;
  VectorOptions options_;
  Adviser adviser_;
  Crew crew_;
  std::vector<Slot> slots_;
  std::vector<std::uint16_t> counts_;
  std::atomic<bool> is_stuck_ = false;
};

}  // namespace DD_ISA
}  // namespace dd
