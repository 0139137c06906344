// Who is in play, who comes next, who is ahead: the seat operations of the VM.
#pragma once

#include "cards/table/piles.hpp"
#include "cards/table/select.hpp"
#include "cards/worth/hands.hpp"

namespace dd {
inline namespace DD_ISA {

class Seats {
 public:
  Seats(const Program& program, Table& table) : program_(program), table_(table) {}

  int count() const { return program_.seats; }
  unsigned not_out() const { return ~unsigned{table_.out} & program_.every_seat; }
  unsigned in_play() const { return not_out() & ~unsigned{table_.folded}; }

  // One hand at a time: the one that was just played from is still on its way to memory, and a wider look would wait.
  unsigned with_cards(unsigned mask) const {
    const CardSet* const hands = table_.pile + Piles::of(kHand, 0);
    const auto and_two = [hands](unsigned without, int first) {
      without = without + without + unsigned{hands[first + 1] == 0};
      return without + without + unsigned{hands[first] == 0};
    };
    unsigned without = 0;
    if (program_.seats > 4) without = and_two(and_two(without, 6), 4);
    if (program_.seats > 2) without = and_two(without, 2);
    return mask & ~and_two(without, 0);
  }

  unsigned playing_with_cards() const { return with_cards(in_play()); }
  unsigned playing_without_cards() const { return in_play() & ~with_cards(in_play()); }

  // Folded seats keep their chips; who is without them is a question of its own.
  DD_OUTLINE unsigned with_chips(unsigned mask) const {
    unsigned without = 0;  // no branches: they would be guesses
    for (int seat = 0; seat < program_.seats; ++seat)
      without |= unsigned{table_.column[kChips * kMaxSeats + seat] <= 0} << seat;
    return mask & ~without;
  }

  // The seats of one of MASKS; higher bits of the mode say which way to go and are not looked at.
  DD_INLINE unsigned mask(int mode) const {
    constexpr unsigned kWithoutFolded =
        1u << kInPlay | 1u << kPlayingWithCards | 1u << kPlayingWithChips | 1u << kPlayingWithoutCards;
    mode &= 7;
    const unsigned playing = kWithoutFolded >> mode & 1;
    const unsigned seats = not_out() & ~(table_.folded & (0u - playing));
    if (mode <= kNotOut) return seats;
    const unsigned with = mode == kPlayingWithChips || mode == kWithoutChips ? with_chips(seats) : with_cards(seats);
    return mode >= kWithoutChips ? seats ^ with : with;
  }

  // The first seat of `mask` at or after `seat`, going as in `after`; the mask must not be empty.
  int at_or_after(int seat, unsigned mask, int way) const {
    if (goes_right(way)) {
      const unsigned here = mask & ((2u << seat) - 1);
      return 31 - std::countl_zero(here != 0 ? here : mask);
    }
    const unsigned here = mask >> seat << seat;
    return std::countr_zero(here != 0 ? here : mask);
  }

  // The next seat of `mask` after `seat`, going one of WAYS; itself if there is no other.
  int after(int seat, unsigned mask, int way) const {
    const unsigned others = mask & program_.every_seat;
    if (others == 0) return seat;
    const bool right = goes_right(way);
    const unsigned beyond = right ? others & ((1u << seat) - 1) : others & ~((2u << seat) - 1);
    const unsigned found = beyond != 0 ? beyond : others;
    return right ? 31 - std::countl_zero(found) : std::countr_zero(found);
  }

  // The nearest seat of another side in the direction of play or against it, one with cards if there is any.
  DD_OUTLINE int opponent(int seat, bool before) const {
    const unsigned others = in_play() & ~side(seat);
    const unsigned holding = with_cards(others);
    return after(seat, holding != 0 ? holding : others, before == (table_.direction > 0) ? kRight : kLeft);
  }

  // The lowest seat of a side: what a side has in common, its score, bags and captures, is kept there.
  int head(int seat) const { return program_.head[static_cast<std::size_t>(seat & 7)]; }

  // All seats of the side, one bit each.
  unsigned side(int seat) const { return program_.side[static_cast<std::size_t>(seat & 7)]; }

  // Score and bags are of the side, all else of the seat.
  std::int32_t& cell(int column, int seat) const {
    return table_.column[column * kMaxSeats + (column == kScore || column == kBags ? head(seat) : seat & 7)];
  }

  // Over the seats of a side; within the limits that cells have, so that the sum is a number that a register can hold.
  DD_OUTLINE std::int32_t side_sum(int column, int seat) const {
    std::int64_t total = 0;
    for (unsigned rest = side(seat); rest != 0; rest &= rest - 1)
      total += table_.column[column * kMaxSeats + std::countr_zero(rest)];
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(total, -1'000'000'000, 1'000'000'000));
  }

  // One of MEASURES, for `compare_rivals`.
  std::int64_t measure(int kind, int seat, int operand) {
    const CardSet zone = table_.pile[Piles::of(kCapture, head(seat))];
    const auto at = static_cast<std::size_t>(operand);
    if (kind == kCapturedMeasure) return std::popcount(zone & program_.constants[at]);
    if (kind == kPrimeMeasure) return prime_count(zone, program_.rank_orders[at]);
    if (kind == kTricksMeasure) return side_sum(kTricks, seat);
    return cell(kScore, seat);
  }

  // Does the seat's measure compare so with every other side's (scores: with the highest other side's)?
  DD_OUTLINE bool compare_rivals(int seat, int kind, int operation, int operand) {
    const std::int64_t own = measure(kind, seat, operand);
    std::int64_t most = INT64_MIN;
    for (int other = 0; other < program_.seats; ++other) {
      if (head(other) != other || other == head(seat)) continue;
      const std::int64_t theirs = measure(kind, other, operand);
      if (theirs > most) most = theirs;
      if (kind != kScoreMeasure && !compare(operation, own, theirs)) return false;
    }
    return kind != kScoreMeasure || compare(operation, own, most);
  }

  // The winners by one of RANKINGS. False: no answer.
  // Every ranking is turned into a number of which the highest is best: a low score counts negative.
  DD_OUTLINE bool rank(int mode) {
    std::int64_t best = INT64_MIN;
    unsigned winners = 0;
    if (mode == kLastStanding && !one_side_left()) return false;
    if (mode == kNoCardsLeft) return rank_without_cards();
    for (int seat = 0; seat < program_.seats; ++seat) {
      const unsigned members = side(seat);
      if (head(seat) != seat || (members & not_out()) == 0) continue;
      if ((mode == kBestHand || mode == kLastStanding) && (members & in_play()) == 0) continue;
      const std::int64_t value = standing(mode, members);
      if (value > best) best = value, winners = 0;
      if (value == best) winners |= members;
    }
    table_.winners = static_cast<std::uint8_t>(winners);
    return true;
  }

  // What a side is ranked by.
  std::int64_t standing(int mode, unsigned members) {
    std::int64_t total = 0;
    for (int seat = 0; seat < program_.seats; ++seat) {
      if ((members >> seat & 1) == 0) continue;
      const CardSet hand = table_.pile[Piles::of(kHand, seat)];
      if (mode == kMostChips) total += cell(kChips, seat);
      if (mode == kFewestCards) total -= std::popcount(hand);
      if (mode == kBestHand && (in_play() >> seat & 1)) total = std::max<std::int64_t>(total, poker_rank(hand));
    }
    const int any = std::countr_zero(members);
    if (mode == kHighScore) return cell(kScore, any);
    if (mode == kLowScore) return -std::int64_t{cell(kScore, any)};
    if (mode == kMostCaptured) return std::popcount(table_.pile[Piles::of(kCapture, head(any))]);
    return total;
  }

  // Seats without cards are out; returns how many are left. With fewer than two nobody leaves.
  DD_OUTLINE int leave_without_cards() {
    const unsigned left = with_cards(not_out());
    const int count = std::popcount(left);
    if (count > 1) table_.out = static_cast<std::uint8_t>(~left & program_.every_seat);
    return count;
  }

  // Nobody at all in play is not one side.
  DD_OUTLINE bool one_side_left() const {
    const unsigned playing = in_play();
    return playing != 0 && (playing & ~side(std::countr_zero(playing))) == 0;
  }

  // No side is best alone.
  DD_OUTLINE bool sides_tie() const {
    const unsigned winners = table_.winners;
    return winners == 0 || (winners & ~side(std::countr_zero(winners))) != 0;
  }

 private:
  bool goes_right(int way) const { return way == kRight || (way == kForward && table_.direction < 0); }

  // If every side is without cards, or none is, nobody wins: there must be a loser.
  bool rank_without_cards() {
    unsigned winners = 0, losers = 0;
    const unsigned holding = with_cards(program_.every_seat);
    for (int seat = 0; seat < program_.seats; ++seat)
      if ((side(seat) & not_out()) != 0) ((side(seat) & holding) == 0 ? winners : losers) |= 1u << seat;
    table_.winners = static_cast<std::uint8_t>(losers == 0 ? 0 : winners);
    return true;
  }

  const Program& program_;
  Table& table_;
};

}  // namespace DD_ISA
}  // namespace dd
