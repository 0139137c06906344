// Seats, moves and sets of moves. A move is a small integer with a fixed meaning (docs/genome.md, section 3).
#pragma once

#include <bit>
#include <cstdint>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "game/isa.hpp"

namespace dd {
inline namespace DD_ISA {

using Seat = std::uint8_t;
using Move = std::uint8_t;
inline constexpr Seat kNobody = 255;
inline constexpr int kMaxSeats = 8;

// Position of the n-th set bit; n must be below the number of bits.
inline int nth_bit(std::uint64_t word, int n) {
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u64(std::uint64_t{1} << n, word));
#else
  for (; n > 0; --n) word &= word - 1;
  return std::countr_zero(word);
#endif
}

// All moves of docs/genome.md fit in 256 bits, so a set of them is four words: no allocation, and sorted by nature.
struct MoveSet {
  using Move = dd::Move;
  using Tried = MoveSet;

  std::uint64_t word[4] = {0, 0, 0, 0};

  void clear() { word[0] = word[1] = word[2] = word[3] = 0; }
  void add(Move move) { word[move >> 6] |= std::uint64_t{1} << (move & 63); }
  // The moves from `first` on whose bits are set; after the last comes move 0.
  void add_bits(Move first, std::uint32_t bits) {
    const int at = first & 63;
    word[first >> 6] |= std::uint64_t{bits} << at;
    if (at > 32) word[((first >> 6) + 1) & 3] |= std::uint64_t{bits} >> (64 - at);
  }
  // Cards are the moves from 0 on, by their ids: a set of cards is the first word.
  void add_cards(std::uint64_t cards) { word[0] |= cards; }
  // What is in this set and not in the other.
  MoveSet without(const MoveSet& other) const {
    MoveSet rest;
    for (int i = 0; i < 4; ++i) rest.word[i] = word[i] & ~other.word[i];
    return rest;
  }
  // Words by constants, as in nth: the VM asks this of every move that is made.
  bool has(Move move) const {
    const std::uint64_t low = move < 64 ? word[0] : word[1], high = move < 192 ? word[2] : word[3];
    return ((move < 128 ? low : high) >> (move & 63)) & 1;
  }
  bool empty() const { return (word[0] | word[1] | word[2] | word[3]) == 0; }
  bool cards_only() const { return (word[1] | word[2] | word[3]) == 0; }
  // Two moves or more.
  bool several() const {
    if (cards_only()) return (word[0] & (word[0] - 1)) != 0;
    return count() > 1;
  }
  int count() const {
    if (cards_only()) return std::popcount(word[0]);
    return std::popcount(word[0]) + std::popcount(word[1]) + std::popcount(word[2]) + std::popcount(word[3]);
  }
  // The n-th move in ascending order; n must be below count().
  Move nth(int n) const {
    if (cards_only()) return static_cast<Move>(nth_bit(word[0], n));
    // No loop: a set that is indexed by constants only stays in registers.
    if (n < std::popcount(word[0])) return static_cast<Move>(nth_bit(word[0], n));
    n -= std::popcount(word[0]);
    if (n < std::popcount(word[1])) return static_cast<Move>(64 + nth_bit(word[1], n));
    n -= std::popcount(word[1]);
    if (n < std::popcount(word[2])) return static_cast<Move>(128 + nth_bit(word[2], n));
    return static_cast<Move>(192 + nth_bit(word[3], n - std::popcount(word[2])));
  }
  // Any move that has not been tried, which it then has; `below(n)` draws a number below n. False: all have been.
  template <class Below>
  bool take_untried(Tried& tried, Move& move, Below&& below) const {
    const MoveSet untried = without(tried);
    if (untried.empty()) return false;
    move = untried.nth(static_cast<int>(below(static_cast<std::uint32_t>(untried.count()))));
    tried.add(move);
    return true;
  }
};

// What is offered most often, for choosers that ask for no more than this; any other is given the MoveSet.
struct CardMoves {
  std::uint64_t cards;

  bool has(Move move) const { return move < 64 && (cards >> move & 1); }
  bool empty() const { return cards == 0; }
  bool several() const { return (cards & (cards - 1)) != 0; }
  int count() const { return std::popcount(cards); }
  Move nth(int n) const { return static_cast<Move>(nth_bit(cards, n)); }
  operator MoveSet() const { return {{cards, 0, 0, 0}}; }
};

// Moves that come one after the other, those from `first` on whose bits are set.
struct SpanMoves {
  Move first;
  std::uint32_t bits;

  bool has(Move move) const { return move >= first && move < first + 32 && (bits >> (move - first) & 1); }
  bool empty() const { return bits == 0; }
  bool several() const { return (bits & (bits - 1)) != 0; }
  int count() const { return std::popcount(bits); }
  Move nth(int n) const { return static_cast<Move>(first + nth_bit(bits, n)); }
  operator MoveSet() const {
    MoveSet moves;
    moves.add_bits(first, bits);
    return moves;
  }
};

// Any chooser, by reference. What is not hot asks through it: code that runs with every kind of chooser is then
// compiled once for all of them, at the price of a call.
class AnyChooser {
 public:
  template <class Choose>
  explicit AnyChooser(const Choose& choose)
      : choose_(&choose), ask_([](const void* of, const MoveSet& moves, Move& move) -> bool {
          return (*static_cast<const Choose*>(of))(moves, move);
        }) {}

  bool operator()(const MoveSet& moves, Move& move) const { return ask_(choose_, moves, move); }

 private:
  const void* choose_;
  bool (*ask_)(const void*, const MoveSet&, Move&);
};

// The only move there is. Whoever counts decisions sees at once that it is none.
struct OneMove {
  Move move;

  bool has(Move other) const { return other == move; }
  bool empty() const { return false; }
  bool several() const { return false; }
  int count() const { return 1; }
  Move nth(int) const { return move; }
  operator MoveSet() const {
    MoveSet moves;
    moves.add(move);
    return moves;
  }
};

}  // namespace DD_ISA
}  // namespace dd
