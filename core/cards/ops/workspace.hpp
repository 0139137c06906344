// What ops work on: a program, a table, and what is forgotten at the next choice. Not what they do: that is in ops/.
#pragma once

#include "cards/table/betting.hpp"
#include "cards/table/piles.hpp"
#include "cards/table/seats.hpp"
#include "cards/table/select.hpp"
#include "cards/worth/melds.hpp"
#include "cards/worth/sums.hpp"

namespace dd {
inline namespace DD_ISA {

inline constexpr int kMaxPhases = 4096;    // between two plies; docs/genome.md, section 4
inline constexpr int kMaxPlies = 1 << 24;  // in one run; the same net: compiled genomes end by their turn limit
// Backwards; a net for hostile bytes, compiled genomes end by kMaxPhases long before.
inline constexpr int kMaxJumps = 1 << 20;

// An explicit order for the first deal, top first; empty: shuffle.
struct DeckOrder {
  const std::uint8_t* cards = nullptr;
  int count = 0;
};

// Everything that ops share while a program runs from one choice to the next. Only the table and the streams outlive
// it: what must be remembered over a choice has to be in a register that is not a temporary, in a seat variable or in a
// pile.
struct Workspace {
  const Program& program;
  Table& table;
  Streams& streams;
  Betting betting;
  DeckOrder order;
  std::int32_t last_deal = INT32_MAX;  // before another begins, play pauses
  int phases = 0;                      // since the last choice
  MoveSet moves;                       // offered so far
  CardSet set[kSets] = {};
  bool is_refused = false;  // a move that was not offered
  bool is_fresh = false;    // the deck was shuffled by the op before
  std::uint8_t fresh[64];   // into this order

  Workspace(const Program& of, Table& at, Streams& by) : program(of), table(at), streams(by), betting(of, at) {}

  const std::uint8_t* table_at(std::uint8_t index) const { return program.tables[index].data(); }
  BetRules bet_rules(std::uint8_t index) const { return {program.constants[index], program.constants[index + 1u]}; }

  // The phases of a game that never asks are counted; false: there were too many, and the game is over.
  DD_INLINE bool begin_phase() {
    if (++phases < kMaxPhases) return true;
    finish(Ending::kRunaway, 0);
    return false;
  }

  void forget_temporaries() { forget_temporaries(table); }
  DD_INLINE void forget_temporaries(Table& t) {
    std::memset(set, 0, sizeof set);
    std::memset(t.reg + kFirstTemporary, 0, sizeof(std::int32_t) * (kRegisters - kFirstTemporary));
  }

  // A move that was not offered is not made: the table still waits for the same choice.
  DD_OUTLINE void refuse() {
    table.chosen = 0;
    moves.clear();
    is_refused = true;
  }

  // Nobody is to move, but the game is not over.
  DD_OUTLINE void pause() {
    table.to_move = kNobody;
    moves.clear();
    forget_temporaries();
  }

  DD_OUTLINE void finish(Ending ending, unsigned winners) {
    table.ending = ending;
    table.winners = static_cast<std::uint8_t>(winners);
    pause();
  }
};

// What the machine does after an op that decides for itself. Ops that return nothing go on to the next one, those that
// return a bool jump if it is true, those that return moves ask for one of them.
enum class Flow {
  kNext,
  kJump,
  kChoose,  // go on as CHOOSE does
  kStop,
};

// The head of the function that is an op. The table is a parameter of its own because it then stays in a register:
// after a byte was written the compiler must take `w.table` for changed, for a byte may be a part of anything.
#define DD_OP(name)                                                                    \
  DD_INLINE inline auto name([[maybe_unused]] Workspace& w, [[maybe_unused]] Table& t, \
                             [[maybe_unused]] const Instruction& at)

namespace ops {

// Registers wrap around; signed overflow would be undefined, and programs may be hostile.
inline std::int32_t wrap(std::int64_t value) { return static_cast<std::int32_t>(static_cast<std::uint64_t>(value)); }
inline std::uint8_t seat(int number) { return static_cast<std::uint8_t>(number); }

// Eight seats exist in every table, so nobody (255) is a place too, though an empty one.
inline int who(const Table& t, std::uint8_t variable) { return t.seat[variable] & (kMaxSeats - 1); }

// Piles and seats of the table, made anew wherever they are asked for: what they refer to then stays in registers.
DD_INLINE inline Piles piles(const Workspace& w, Table& t) { return {w.program, t}; }
DD_INLINE inline Seats seats(const Workspace& w, Table& t) { return {w.program, t}; }

// A seat's hand with the cards that it has picked of it.
inline CardSet hand(const Table& t, std::uint8_t variable) {
  const CardSet* const own = t.pile + (t.seat[variable] & (kMaxSeats - 1u));
  return own[Piles::of(kHand, 0)] | own[Piles::of(kPicked, 0)];
}

}  // namespace ops
}  // namespace DD_ISA
}  // namespace dd
