// The state of a card game: trivially copyable, no pointers, about 1 KiB. Cards are bits of 64-bit words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "cards/program/program.hpp"
#include "cards/worth/sets.hpp"
#include "game/moves.hpp"

namespace dd {
inline namespace DD_ISA {

using CardSet = std::uint64_t;
inline constexpr int kLeastEntries = 8;

inline CardSet bit(int card) { return CardSet{1} << (card & 63); }
inline int lowest_card(CardSet cards) { return std::countr_zero(cards); }
inline int highest_card(CardSet cards) { return 63 - std::countl_zero(cards); }
// The cards of `cards` above the highest of `marks`; all of them if there is none.
inline CardSet above(CardSet cards, CardSet marks) {
  return marks == 0 ? cards : cards & ~((CardSet{2} << highest_card(marks)) - 1);
}
inline CardSet suit_cards(int suit) { return CardSet{0x1FFF} << (16 * (suit & 3)); }
inline CardSet rank_cards(int rank) { return CardSet{0x0001'0001'0001'0001} << (rank & 15); }

// Given a size it knows, the compiler writes a string instruction, which is slow to start.
DD_OUTLINE inline void clear(void* from, std::size_t bytes) { std::memset(from, 0, bytes); }

// Every card lies in exactly one pile. A pile with an order has it in `top`, `bottom` and `next`, which mean nothing
// for other piles. `shown` to `least_seat` are what is known, apart from where cards are: a View is made from it. A
// copy of the bytes is a copy of the game, and that is how games are searched, saved and played again.
struct Table {
  CardSet pile[kPiles];
  CardSet shown;                     // cards whose place everybody knows
  CardSet seen[kMaxSeats];           // and what each seat knows besides
  CardSet lacks[kMaxSeats];          // cards a seat showed it does not hold
  CardSet laid[kMaxSeats];           // cards of a face-down discard pile that the seat itself put there
  CardSet pooled[kMaxSeats];         // cards everybody knows to be in a seat's hand or front, but not in which
  CardSet least_set[kLeastEntries];  // public: the seat's hand has at least one card of the set
  std::uint8_t least_seat[kLeastEntries];
  std::int32_t reg[kRegisters];
  std::int32_t column[kColumns * kMaxSeats];
  std::uint8_t next[64];  // the card below, in ordered piles
  std::uint8_t top[kPiles];
  std::uint8_t bottom[kPiles];
  std::uint8_t seat[kSeatVariables];
  std::uint16_t stack[8];
  std::uint16_t pc;      // where apply goes on
  std::uint16_t ask_pc;  // where the legal moves are computed
  std::uint16_t prompt;
  std::uint8_t depth;   // of the stack
  std::uint8_t folded;  // bit per seat
  std::uint8_t out;
  std::uint8_t winners;
  std::uint8_t to_move;  // kNobody once over
  std::uint8_t chosen;
  std::int8_t direction;
  std::uint8_t changed;  // cards, chips or scores changed in this turn
  Ending ending;
  std::uint8_t least_count;
  std::uint8_t continues;    // the pending choice continues a selection
  std::uint8_t unwatched;    // nobody looks on: what seats know is no longer kept
  std::uint16_t decided_by;  // what named the winners: 1 + one of RANKINGS, kByDealWinner or 0, nothing. No view has it

  bool is_over() const { return ending != Ending::kNone; }
};
static_assert(std::is_trivially_copyable_v<Table>);
static_assert(sizeof(Table) <= 1312);

}  // namespace DD_ISA
}  // namespace dd
