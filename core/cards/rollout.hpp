// How a rollout answers choices: at random, but with bets that follow the hand, and mostly without bids. Bets made at
// random are folded to at random, and a search that believes in them opens anything. An auction of bids at random ends
// with the highest contract there is, whatever was bid before.
#pragma once

#include "cards/table/betting.hpp"
#include "cards/table/showdown.hpp"

namespace dd {
inline namespace DD_ISA {

class Rollout {
 public:
  Rollout(const Program& program, const Table& table) : program_(program), table_(table) {}

  DD_OUTLINE Move choose(const MoveSet& moves, Rng& rng) const {
    if (is_call(moves) && rng.below(kWhims) != 0) return kPass;
    if (!is_bet(moves) || rng.below(kWhims) == 0) return any_of(moves, rng);
    return bet(moves, rng);
  }

  // In an auction: a number to bid, or pass.
  static bool is_call(const MoveSet& moves) {
    static_assert(kFirstNumber >> 6 == 1 && kPass >> 6 == 2,
                  "numbers are the end of one word and the start of another");
    constexpr std::uint64_t kLast = (1ull << ((kFirstNumber + 64) & 63)) - 1;
    return moves.has(kPass) && (moves.word[1] >> (kFirstNumber & 63) | (moves.word[2] & kLast)) != 0;
  }

  // A bet before a showdown, or a call: what the mover does says something about its hand.
  bool follows_hand(const MoveSet& moves) const { return is_bet(moves) || is_call(moves); }

  // A bet before a showdown.
  bool is_bet(const MoveSet& moves) const {
    return program_.goal.evaluator != Goal::kAbsent && moves.word[kCheck >> 6] >> (kCheck & 63) != 0;
  }

 private:
  static constexpr std::uint32_t kWhims = 8;  // one choice of so many is made at random
  static constexpr int kHands = 3;            // that the own hand is compared with

  static Move any_of(const MoveSet& moves, Rng& rng) {
    return moves.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.count()))));
  }

  // Folds what the pot does not pay for, raises what beats every hand tried, else checks or calls. It looks at the own
  // hand alone: who knew all hands in a rollout would never pay the better one.
  Move bet(const MoveSet& moves, Rng& rng) const {
    const int seat = table_.to_move & 7;
    const float chance = chance_of(seat, rng);
    const Move cheap = moves.has(kCheck) ? kCheck : moves.has(kCall) ? kCall : kAllIn;
    if (moves.has(kFold) && chance < price(seat)) return kFold;
    const std::uint64_t raises = moves.word[kFirstBet >> 6] >> (kFirstBet & 63);
    if (chance < 1.0f || raises == 0) return cheap;
    const auto place = rng.below(static_cast<std::uint32_t>(std::popcount(raises)));
    return static_cast<Move>(kFirstBet + nth_bit(raises, static_cast<int>(place)));
  }

  // What must be paid, as a share of the pot with it.
  float price(int seat) const {
    std::int64_t pot = 0, owed = 0;
    for (int other = 0; other < program_.seats; ++other) {
      pot += table_.column[kContribution * kMaxSeats + other];
      owed = std::max<std::int64_t>(owed, table_.column[kBet * kMaxSeats + other]);
    }
    owed -= table_.column[kBet * kMaxSeats + seat];
    owed = std::min<std::int64_t>(owed, table_.column[kChips * kMaxSeats + seat]);
    return pot + owed > 0 ? static_cast<float>(owed) / static_cast<float>(pot + owed) : 0.0f;
  }

  // Against hands of the same size, of any cards that are not its own. Shown cards are not looked for: it must be fast.
  float chance_of(int seat, Rng& rng) const {
    const CardSet own = table_.pile[Piles::of(kHand, seat)] | table_.pile[Piles::of(kPicked, seat)];
    const CardSet common = common_cards(program_.goal.evaluator, table_);
    return chance_of_hand(program_.goal.evaluator, program_.tables[program_.goal.showdown].data(), own, common,
                          program_.deck & ~(own | common), std::popcount(own), kHands, rng);
  }

  const Program& program_;
  const Table& table_;
};

}  // namespace DD_ISA
}  // namespace dd
