// A program: the verified, decoded form of a genome's bytes, as `load.hpp` makes it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cards/program/ops.hpp"
#include "cards/program/vocabulary.hpp"

namespace dd {

inline constexpr int kProgramVersion = 3;
inline constexpr std::uint8_t kMostEntry = 63;  // of a table
// What matters about a pile when a card moves.
// Ordered: it has a top and a bottom. FaceUp: everybody sees its cards. OfHand: it is a hand, or picked from one.
// OwnerSees: the seat it belongs to does. Holds: what a seat holds, in its hand or committed in front of it.
enum PileFlag : std::uint8_t { kOrdered = 1, kFaceUp = 2, kOfHand = 4, kOwnerSees = 8, kHolds = 16 };

struct alignas(16) Instruction {  // sixteen bytes, so that a place in the code is a shift away
  OpCode op;
  std::uint8_t a = 0, b = 0, c = 0, d = 0;
  std::uint8_t fast = 0;     // what the machine runs here: this op, or a fused one that begins with it
  std::uint16_t target = 0;  // of BEAT, which leads nowhere: the number of its beaters
  std::int32_t imm = 0;
  std::uint16_t index = 0;  // its own place in the code
  std::int16_t jump = 0;    // from there to the target
};

// What a match is won by and what a player may look at to judge a position. The rules themselves are in the code.
struct Goal {
  static constexpr std::uint8_t kAbsent = 255;
  std::uint8_t rank = kNoRanking;    // the ranking that decides, if any
  bool sheds = false;                // the first with an empty hand wins the deal
  bool bids = false;                 // tricks are bid for
  bool collects = false;             // whoever has all the cards wins
  bool chips = false;                // the goal is chips: payoffs are what was won of them
  bool ends_plainly = false;         // the end of a deal leaves all that sides are ranked by as it is
  std::int32_t target = 0;           // the score that ends the match; 0: none
  std::uint16_t deal_end = 0;        // where the code of the deal's end begins
  std::uint8_t leads = kAbsent;      // seat variable that holds the winner of the trick so far; absent: no tricks
  std::uint8_t strength = kAbsent;   // and the table its cards are ranked by
  std::uint8_t deadwood = kAbsent;   // table of the card values that unmatched cards cost; absent: no melds
  std::uint8_t evaluator = kAbsent;  // of the showdown; absent: none
  std::uint8_t showdown = 0;         // and its table
};

// The cards that beat the best card of a trick so far, by 1 + the trump suit, or 0 without, and by that card.
struct Beaters {
  std::uint8_t table;  // the first of two: strengths of plain suits, then of trumps
  bool high_wins;
  std::uint64_t of[5][64];
};

// What a table makes of ranks, one bit each: by rank those of the same value, of a higher one, and of the next ones;
// and by value those of at most that.
struct RankOrder {
  std::array<std::uint16_t, 16> alike{}, stronger{}, next_up{}, next_down{};
  std::array<std::uint16_t, kMostEntry + 1> up_to{};
};

struct Program {
  std::uint8_t seats = 0;
  std::uint8_t every_seat = 0;  // bit per seat
  bool queue_hands = false;
  bool owner_sees_hand = true;  // false: face-down hands
  bool open_hands = false;      // everybody sees hands
  bool open_discards = true;
  bool open_fronts = false;  // fronts are discard piles of the seats
  std::uint16_t max_turns = 0;
  Goal goal;
  std::uint64_t deck = 0;
  std::array<std::uint8_t, 64> ascending{};       // the cards of the deck
  std::array<std::uint8_t, 8> head{};             // lowest seat of each seat's side
  std::array<std::uint8_t, 8> side{};             // all seats of it, one bit each
  std::array<std::uint8_t, 16 * 8> pile_index{};  // [kind, seat]
  std::array<std::uint8_t, kPiles> pile_flags{};
  std::array<std::uint8_t, kPiles> pile_kind{};
  std::uint64_t open_orders = 0;  // bits of the piles that everybody sees in their order
  std::vector<std::uint64_t> constants;
  std::vector<std::array<std::uint8_t, 16>> tables;
  std::vector<RankOrder> rank_orders;  // by table
  std::vector<Instruction> code;
  std::vector<Beaters> beaters;
  std::uint64_t hash = 0;
  std::size_t bytes = 0;
};

}  // namespace dd
