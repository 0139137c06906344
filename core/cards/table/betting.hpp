// A betting round: who acts, what may be bet, and what a bet does (docs/genome.md, section 6, BettingPhase).
#pragma once

#include "cards/table/pots.hpp"
#include "cards/table/seats.hpp"
#include "cards/table/showdown.hpp"

namespace dd {
inline namespace DD_ISA {

// The rules of a round, unpacked from two constants.
struct BetRules {
  std::int64_t min_bet, max_bet, raise_base;
  bool allow_check, allow_raise, allow_fold;
  int max_raises;
  std::uint64_t sizes;  // one of BET_SIZES a place, three bits each

  // The layout is that of BettingPhase (mechanics/phases/betting.py). A highest bet of 0 means that
  // there is none.
  BetRules(std::uint64_t first, std::uint64_t second)
      : min_bet(static_cast<std::int64_t>(first & 0x7FFFFFFF)),
        max_bet(static_cast<std::int64_t>(first >> 32)),
        raise_base(static_cast<std::int64_t>(second & 0x7FFFFFFF)),
        allow_check(second >> 32 & 1),
        allow_raise(second >> 33 & 1),
        allow_fold(second >> 34 & 1),
        max_raises(static_cast<int>(second >> 35 & 31)),
        sizes(second >> 40) {
    if (max_bet == 0) max_bet = INT32_MAX;
  }
};

class Betting {
 public:
  Betting(const Program& program, Table& table) : table_(table), seats_(program, table) {}

  // Everybody in play with chips has yet to act.
  DD_OUTLINE void open() {
    table_.reg[kRaises] = table_.reg[kLastRaise] = 0;
    table_.reg[kToAct] = static_cast<std::int32_t>(seats_.mask(kPlayingWithChips));
  }

  // The next seat to act at or left of `seat`; -1 when the round is over.
  DD_OUTLINE int next(int seat) {
    while (std::popcount(seats_.in_play()) >= 2) {
      const unsigned waiting = static_cast<unsigned>(table_.reg[kToAct]) & seats_.mask(kPlayingWithChips);
      if (waiting == 0) return -1;
      if ((waiting >> seat & 1) == 0) seat = seats_.after(seat, waiting, kLeft);
      table_.reg[kToAct] &= ~(1 << seat);
      // The only one with chips is asked only if there is something to call.
      const bool alone = (seats_.mask(kPlayingWithChips) & ~(1u << seat)) == 0;
      if (!alone || to_call(seat) > 0) return seat;
    }
    return -1;
  }

  // Offers to call, fold, check, and to bet or raise by the sizes of the rules. Something is always offered: whoever
  // can do nothing else may check.
  DD_OUTLINE void offer(int seat, const BetRules& rules, MoveSet& moves) {
    const std::int64_t owed = to_call(seat), chips = seats_.cell(kChips, seat);
    const bool opening = current() == 0;
    if (owed > 0) {
      moves.add(chips >= owed ? kCall : kAllIn);
      if (rules.allow_fold) moves.add(kFold);
    }
    bool sized = false;
    if (can_be_called(seat) && (opening || may_raise(rules, owed))) sized = offer_sizes(seat, rules, opening, moves);
    if (owed > 0) return;
    if (opening && !sized && chips < rules.min_bet && chips <= rules.max_bet) moves.add(kAllIn), sized = true;
    if (rules.allow_check || !sized) moves.add(kCheck);
  }

  // Does what the move says. Where the highest bet rises, everybody else with chips has to act again.
  DD_OUTLINE void act(int seat, const BetRules& rules, Move move) {
    const std::int64_t before = current(), owed = to_call(seat);
    if (move == kFold) {
      table_.folded |= static_cast<std::uint8_t>(1u << seat);
    } else if (move == kCall) {
      pay(seat, owed, true);
    } else if (move == kAllIn) {
      pay(seat, seats_.cell(kChips, seat), true);
    } else if (move >= kFirstRaise && move < kFirstRaise + 8) {
      pay(seat, owed + amount(seat, rules, move - kFirstRaise, false), true);
      ++table_.reg[kRaises];
    } else if (move >= kFirstBet && move < kFirstBet + 8) {
      pay(seat, amount(seat, rules, move - kFirstBet, true), true);
    }
    const std::int64_t risen = current() - before;
    if (risen <= 0) return;
    table_.reg[kToAct] = static_cast<std::int32_t>(seats_.mask(kPlayingWithChips) & ~(1u << seat));
    table_.reg[kLastRaise] = static_cast<std::int32_t>(std::max<std::int64_t>(table_.reg[kLastRaise], risen));
  }

  // What was paid stays in the pot; a new round begins from bets of 0.
  DD_OUTLINE void close() {
    for (int seat = 0; seat < kMaxSeats; ++seat) table_.column[kBet * kMaxSeats + seat] = 0;
  }

  // Moves chips into the pot, at most what the seat has; as a bet of the round too, or not.
  DD_OUTLINE void pay(int seat, std::int64_t chips, bool as_bet) {
    std::int32_t& own = seats_.cell(kChips, seat);
    const auto paid = static_cast<std::int32_t>(std::clamp<std::int64_t>(chips, 0, std::max(own, 0)));
    if (paid == 0) return;
    own -= paid;
    add(kContribution, seat, paid);
    if (as_bet) add(kBet, seat, paid);
    table_.changed = 1;
  }

  std::int64_t pot() const { return sum(kContribution); }

  DD_OUTLINE std::int64_t sum(int column) const {
    std::int64_t total = 0;
    for (int seat = 0; seat < kMaxSeats; ++seat) total += table_.column[column * kMaxSeats + seat];
    return total;
  }

  // Adds to a cell, saturating at a thousand million.
  DD_OUTLINE void add(int column, int seat, std::int64_t amount) {
    std::int32_t& cell = seats_.cell(column, seat);
    cell =
        static_cast<std::int32_t>(std::clamp<std::int64_t>(std::int64_t{cell} + amount, -1'000'000'000, 1'000'000'000));
  }

  // Without side pots: nobody else is left to share it.
  DD_OUTLINE void win_pot(int seat) {
    const std::int64_t won = pot();
    if (won != 0) table_.changed = 1;
    add(kChips, seat, won);
    for (int other = 0; other < kMaxSeats; ++other) table_.column[kContribution * kMaxSeats + other] = 0;
  }

  // The winner of a battle takes the pots that it has paid for; in those of others the first card turned up decides.
  DD_OUTLINE void win_battle(int winner, int dealer, const std::uint8_t* table) {
    std::array<std::uint64_t, kMaxSeats> strength{};
    for (int seat = 0; seat < seats_.count(); ++seat) {
      const int front = Piles::of(kFront, seat);
      if (table_.pile[front] != 0) strength[static_cast<std::size_t>(seat)] = table[table_.bottom[front] & 15] + 1u;
    }
    strength[static_cast<std::size_t>(winner & 7)] = UINT64_MAX;
    share(dealer, strength);
  }

  // A deal that nobody won gives back what was paid.
  DD_OUTLINE void refund() {
    for (int seat = 0; seat < kMaxSeats; ++seat) {
      const std::int32_t paid = table_.column[kContribution * kMaxSeats + seat];
      if (paid != 0) add(kChips, seat, paid), table_.changed = 1;
      table_.column[kContribution * kMaxSeats + seat] = 0;
    }
  }

  // Hands are ranked whether in play or not; the pots go only to those in play. A winner alone has won the deal.
  DD_OUTLINE void showdown(int dealer, int evaluator, const std::uint8_t* table) {
    std::array<std::uint64_t, kMaxSeats> strength{};
    for (int seat = 0; seat < seats_.count(); ++seat) {
      const CardSet hand = table_.pile[Piles::of(kHand, seat)];
      strength[static_cast<std::size_t>(seat)] =
          showdown_rank(evaluator, hand | common_cards(evaluator, table_), table);
    }
    const unsigned best = best_seats(seats_.in_play(), strength);
    if (std::popcount(best) == 1) table_.seat[kDealWinner] = static_cast<std::uint8_t>(std::countr_zero(best));
    share(dealer, strength);
  }

  // What a move would make the seat pay.
  std::int64_t price(int seat, const BetRules& rules, Move move) {
    if (move >= kFirstRaise && move < kFirstRaise + 8)
      return to_call(seat) + amount(seat, rules, move - kFirstRaise, false);
    return move >= kFirstBet && move < kFirstBet + 8 ? amount(seat, rules, move - kFirstBet, true) : 0;
  }

 private:
  // The highest bet of the round.
  std::int64_t current() const {
    std::int32_t most = 0;
    for (int seat = 0; seat < kMaxSeats; ++seat) most = std::max(most, table_.column[kBet * kMaxSeats + seat]);
    return most;
  }

  // Divides the pot, in side pots, among the strongest in play.
  DD_OUTLINE void share(int dealer, const std::array<std::uint64_t, kMaxSeats>& strength) {
    if (pot() != 0) table_.changed = 1;
    const auto seats = static_cast<std::size_t>(seats_.count());
    share_pot({table_.column + kChips * kMaxSeats, seats}, {table_.column + kContribution * kMaxSeats, seats},
              static_cast<std::uint8_t>(seats_.in_play()), strength, (dealer + 1) % seats_.count());
  }

  std::int64_t to_call(int seat) const { return current() - table_.column[kBet * kMaxSeats + (seat & 7)]; }

  // Whether another seat in play could pay more than the highest bet.
  // Nobody may bet against seats that cannot pay more: chips that nobody can win would only go back and forth.
  bool can_be_called(int seat) const {
    const unsigned others = seats_.in_play() & ~(1u << seat);
    for (int other = 0; other < seats_.count(); ++other)
      if ((others >> other & 1) && seats_.cell(kChips, other) > to_call(other)) return true;
    return false;
  }

  // Not after a raise of somebody's last chips by less than the last raise: it asks for a call, and no more.
  bool may_raise(const BetRules& rules, std::int64_t owed) const {
    return rules.allow_raise && table_.reg[kRaises] < rules.max_raises && owed >= table_.reg[kLastRaise];
  }

  // The least bet, or raise: at least the last one.
  std::int64_t least(const BetRules& rules, bool opening) const {
    return opening ? rules.min_bet : std::max<std::int64_t>(rules.raise_base, table_.reg[kLastRaise]);
  }

  // What the size in that place adds to the highest bet; 0: there is none.
  // A raise is measured against the pot as it would be after a call, as players say "raise the pot".
  std::int64_t amount(int seat, const BetRules& rules, int place, bool opening) {
    const std::int64_t owed = to_call(seat), base = least(rules, opening);
    const std::int64_t stake = opening ? pot() : pot() + owed;
    switch (rules.sizes >> (3 * (place & 7)) & 7) {
      case kMinBet:
        return base;
      case kDoubleBet:
        return 2 * base;
      case kHalfPot:
        return std::max(base, stake / 2);
      case kWholePot:
        return std::max(base, stake);
      case kAllChips:
        return seats_.cell(kChips, seat) - owed;
      default:
        return 0;
    }
  }

  // The sizes that the seat can pay and the rules allow, each amount once.
  bool offer_sizes(int seat, const BetRules& rules, bool opening, MoveSet& moves) {
    const std::int64_t owed = to_call(seat), chips = seats_.cell(kChips, seat);
    std::int64_t offered[8];
    int count = 0;
    for (int place = 0; place < 8; ++place) {
      const std::int64_t extra = amount(seat, rules, place, opening);
      if (extra < 1 || owed + extra > chips || extra > rules.max_bet) continue;
      bool twice = false;
      for (int i = 0; i < count; ++i) twice |= offered[i] == extra;
      if (twice) continue;
      offered[count++] = extra;
      moves.add(static_cast<Move>((opening ? kFirstBet : kFirstRaise) + place));
    }
    return count > 0;
  }

  Table& table_;
  Seats seats_;
};

}  // namespace DD_ISA
}  // namespace dd
