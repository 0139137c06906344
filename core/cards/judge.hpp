// The judge of greedy players: a linear evaluation of an imagined table for one seat, whose signs follow what the game
// is won by. Domain-agnostic: it lets the program's own end of the deal tell what captured cards and tricks are worth.
#pragma once

#include <optional>

#include "cards/machine.hpp"
#include "cards/standings.hpp"
#include "cards/weights.hpp"

namespace dd {
inline namespace DD_ISA {

class Judge {
 public:
  Judge(const Program& program, Seat seat, const JudgeWeights& weights)
      : program_(program), weights_(weights), seat_(seat) {}

  // From now on positions after this one, which the seat can imagine, are compared by `score`. It must stay as it is.
  void begin(const Table& table) {
    table_ = &table;
    appetite_.reset();
  }

  // Whether `score` looks at what seats know; if not, nobody need keep it in the positions to be scored.
  bool reads_knowledge() const { return program_.goal.rank == kMostChips || program_.goal.rank == kLastStanding; }

  // How many tables should be imagined for a choice: more where the cards still to come decide a showdown.
  int tables() const { return program_.goal.evaluator == Goal::kAbsent ? 8 : 32; }

  // The larger, the better for the seat.
  float score(const Table& table) const {
    if (table.is_over() && !program_.goal.chips) return kDecided * payoff_sign(table);
    float total = weights_.standing * lead_now(table);
    if (table.to_move == kNobody) return total;
    const float more = taken(table);
    const float gain = more == 0 ? 0.0f : weights_.taken * appetite() * more;
    total += hand_size(table) + gain + hand_strength(table) + stakes(table);
    return total;
  }

 private:
  static constexpr float kDecided = 1000;    // a game won or lost outweighs everything
  static constexpr int kImaginedHands = 24;  // that a hand is compared with
  static constexpr int kAnswers = 16;        // about chances that are kept

  int side() const { return program_.head[seat_]; }
  bool is_ours(int seat) const { return program_.head[static_cast<std::size_t>(seat)] == side(); }
  static CardSet hand(const Table& t, int seat) {
    return t.pile[Piles::of(kHand, seat)] | t.pile[Piles::of(kPicked, seat)];
  }

  // A win shared is worth less, a loss is a loss. Coarser than the payoff, which depends on the number of sides.
  float payoff_sign(const Table& table) const {
    if (table.winners == 0) return 0;
    const float share = 1.0f / static_cast<float>(std::popcount(unsigned{table.winners}));
    return table.winners >> seat_ & 1 ? share : -1.0f;
  }

  // Our lead if the deal ended here, the trick in progress given to its winner so far.
  float lead_now(const Table& table) const {
    if (table.to_move == kNobody || program_.goal.ends_plainly) return Standings(program_, table, false).margin(seat_);
    Table end = table;
    // In the middle of a run too the end of the deal begins as it does after a choice.
    std::memset(end.reg + kFirstTemporary, 0, sizeof(std::int32_t) * (kRegisters - kFirstTemporary));
    if (program_.goal.leads != Goal::kAbsent && end.pile[kTrick] != 0)
      award(end, end.pile[kTrick], end.seat[program_.goal.leads] & 7, 1);
    if (program_.goal.bids) share_out_tricks(end);
    return lead_after_deal(end);
  }

  // Where tricks were bid for, the seats that have bid are given the tricks their hands promise.
  void share_out_tricks(Table& end) const {
    float promise[kMaxSeats] = {}, all = 0;
    for (int seat = 0; seat < program_.seats; ++seat) {
      for (CardSet rest = hand(end, seat); rest != 0;) {
        const float strength = 1 + table_strength(take_lowest(rest), end);
        promise[seat] += strength * strength * strength;
      }
      all += promise[seat];
    }
    if (all == 0) return;
    const auto tricks = static_cast<float>(std::popcount(hand(end, seat_)));
    for (int seat = 0; seat < program_.seats; ++seat)
      if (end.column[kBid * kMaxSeats + seat] != 0)
        end.column[kTricks * kMaxSeats + seat] += static_cast<std::int32_t>(tricks * promise[seat] / all + 0.5f);
  }

  // Runs the program's own end of the deal, which scores captures, tricks and bids by this game's rules. It stops at
  // the first choice, so that nobody is asked.
  // So the judge needs no knowledge of scoring: a game that evolution has just invented is judged by its own rules.
  float lead_after_deal(Table& end) const {
    Streams unused;
    Machine<> machine(program_, end, unused);
    machine.stop_after_deal();
    machine.run_to_choice(program_.goal.deal_end);
    return Standings(program_, end).margin(seat_);
  }

  // Gives the cards to the seat's side, and tricks with them. Orders are not mended: nothing that counts at the end of
  // a deal reads them.
  void award(Table& table, CardSet cards, int seat, int tricks) const {
    for (CardSet& pile : table.pile) pile &= ~cards;
    table.pile[Piles::of(kCapture, program_.head[static_cast<std::size_t>(seat)])] |= cards;
    table.column[kTricks * kMaxSeats + seat] += tricks;
  }

  // Would taking the cards still in our hand, a trick for each, or without tricks those on the table and in the stock,
  // make the end of the deal better (1) or worse (-1)?
  // Found when it is first asked for: in many games nobody ever takes anything.
  float appetite() const {
    if (!appetite_) appetite_ = find_appetite();
    return *appetite_;
  }

  DD_OUTLINE float find_appetite() const {
    float lead[2];
    for (const bool ours : {false, true}) {
      Table end = *table_;
      int taker = seat_;
      for (int other = 0; other < program_.seats && !ours; ++other)
        if (!is_ours(other)) taker = other;
      const bool tricks = program_.goal.leads != Goal::kAbsent;
      const CardSet cards = tricks ? hand(*table_, seat_) : table_->pile[kTableau] | table_->pile[kDeck];
      award(end, cards, taker, std::popcount(cards));
      lead[ours] = lead_after_deal(end);
    }
    return lead[1] > lead[0] ? 1.0f : lead[1] < lead[0] ? -1.0f : 0.0f;
  }

  // Cards in hand, ours less the mean of a rival's: bad where the hand must be emptied, good where all cards must be
  // collected. Otherwise a card is worth a little, but nothing in trick games, where hands shrink alike.
  float hand_size(const Table& t) const {
    int own = 0, others = 0, rivals = 0;
    for (int seat = 0; seat < program_.seats; ++seat) {
      const int cards = std::popcount(hand(t, seat));
      if (is_ours(seat))
        own += cards;
      else
        others += cards, ++rivals;
    }
    const float more = static_cast<float>(own) - static_cast<float>(others) / static_cast<float>(std::max(rivals, 1));
    const Goal& goal = program_.goal;
    if (goal.sheds || goal.rank == kFewestCards || goal.rank == kNoCardsLeft) return -weights_.shed * more;
    return (goal.collects ? weights_.shed : goal.leads == Goal::kAbsent ? weights_.held : 0.0f) * more;
  }

  // Captured cards and tricks, ours less the mean of the other sides'.
  float taken(const Table& t) const {
    int own = 0, others = 0, rivals = 0;
    for (int seat = 0; seat < program_.seats; ++seat) {
      const int captured =
          program_.head[static_cast<std::size_t>(seat)] == seat ? std::popcount(t.pile[Piles::of(kCapture, seat)]) : 0;
      const int count = captured + t.column[kTricks * kMaxSeats + seat];
      if (is_ours(seat))
        own += count;
      else
        others += count, rivals += program_.head[static_cast<std::size_t>(seat)] == seat;
    }
    return static_cast<float>(own) - static_cast<float>(others) / static_cast<float>(std::max(rivals, 1));
  }

  // Melds where unmatched cards cost; else strong cards, kept where taking is good and feared where it is not.
  float hand_strength(const Table& t) const {
    const Goal& goal = program_.goal;
    if (goal.deadwood != Goal::kAbsent)
      return -weights_.deadwood * static_cast<float>(deadwood(hand(t, seat_), table_at(goal.deadwood)));
    if (goal.strength == Goal::kAbsent || appetite() == 0) return 0;
    float strength = 0;
    for (CardSet rest = hand(t, seat_); rest != 0;) strength += table_strength(take_lowest(rest), t);
    return weights_.strength * appetite() * strength;
  }

  // Rank by the first trick's table, trumps above the rest.
  float table_strength(int card, const Table& t) const {
    if (program_.goal.strength == Goal::kAbsent) return 0;
    const auto rank = static_cast<float>(table_at(program_.goal.strength)[card & 15]);
    return rank + (card >> 4 == t.reg[kTrump] ? weights_.trumps : 0.0f);
  }

  // Chips at stake: the pot, and half of what others still owe, if our hand is the best of those in play.
  float stakes(const Table& t) const {
    const Goal& goal = program_.goal;
    if (goal.rank != kMostChips && goal.rank != kLastStanding) return 0;
    std::int64_t pot = 0, chips = 0;
    std::int32_t high = 0;
    for (int seat = 0; seat < program_.seats; ++seat) {
      pot += t.column[kContribution * kMaxSeats + seat];
      chips += t.column[kChips * kMaxSeats + seat];
      high = std::max(high, t.column[kBet * kMaxSeats + seat]);
    }
    if (pot == 0 && chips == 0) return 0;
    float owed = 0;
    const unsigned in_play = static_cast<unsigned>(~(t.folded | t.out)) & ((1u << program_.seats) - 1);
    for (int seat = 0; seat < program_.seats; ++seat)
      if (seat != seat_ && (in_play >> seat & 1)) owed += static_cast<float>(high - t.column[kBet * kMaxSeats + seat]);
    // The end of the deal, as `lead_now` plays it, returned the contributions: take ours out again and add our share of
    // the pot.
    const float own = static_cast<float>(t.column[kContribution * kMaxSeats + seat_]);
    const float worth = share(t, in_play) * (static_cast<float>(pot) + 0.5f * owed) - own;
    return weights_.standing * weights_.stakes * worth / static_cast<float>(pot + chips);
  }

  // Our chance in a showdown now: hands that everybody knows are what they are, each other one is any of the cards
  // that we do not see. Many such hands are tried, not only the one of this table, or luck would decide the choice.
  float share(const Table& t, unsigned in_play) const {
    if ((in_play >> seat_ & 1) == 0) return 0;
    const CardSet own = hand(t, seat_), common = common_cards(evaluator(), t);
    float chance = 1;
    for (int seat = 0; seat < program_.seats; ++seat) {
      if (seat == seat_ || (in_play >> seat & 1) == 0) continue;
      const CardSet theirs = hand(t, seat);
      const bool is_known = (theirs & ~t.shown) == 0;
      chance *= is_known ? beats_at_showdown(rank_of(own | common), rank_of(theirs | common))
                         : chance_against(t, own, std::popcount(theirs));
    }
    return chance;
  }

  // Against so many cards of those that the seat has never seen. Answers are kept: most moves change no hand.
  float chance_against(const Table& t, CardSet own, int cards) const {
    const CardSet unseen = program_.deck & ~(own | t.shown | t.seen[seat_]), common = common_cards(evaluator(), t);
    const std::uint64_t hash = Rng::mix(own ^ std::rotl(unseen, 16) ^ static_cast<std::uint64_t>(cards));
    Answer& answer = answers_[hash % kAnswers];
    if (own == answer.own && unseen == answer.unseen && common == answer.common && cards == answer.cards)
      return answer.chance;
    Rng rng(unseen ^ static_cast<std::uint64_t>(cards));
    answer = {
        own, unseen, common, cards,
        chance_of_hand(evaluator(), table_at(program_.goal.showdown), own, common, unseen, cards, kImaginedHands, rng)};
    return answer.chance;
  }

  // Poker where there is no showdown.
  int evaluator() const {
    return program_.goal.evaluator == Goal::kAbsent ? int{kPokerHands} : program_.goal.evaluator;
  }
  std::uint64_t rank_of(CardSet cards) const {
    return showdown_rank(evaluator(), cards, table_at(program_.goal.showdown));
  }

  const std::uint8_t* table_at(std::uint8_t index) const {
    return index < program_.tables.size() ? program_.tables[index].data() : nullptr;
  }

  struct Answer {
    CardSet own = 0, unseen = 0, common = 0;
    int cards = -1;
    float chance = 0;
  };

  const Program& program_;
  const JudgeWeights& weights_;
  const Table* table_ = nullptr;
  Seat seat_;
  mutable std::optional<float> appetite_;
  mutable Answer answers_[kAnswers];  // of `chance_against`
};

}  // namespace DD_ISA
}  // namespace dd
