// The VM: runs a program on a table from choice to choice. What a rule can do is one case; what a player can do is offered.
// Programs were verified at loading: operands are in range here, and only loops and the stack are still guarded.
#pragma once

#include <algorithm>

#include "cards/betting.hpp"
#include "cards/melds.hpp"
#include "cards/piles.hpp"
#include "cards/seats.hpp"
#include "cards/select.hpp"
#include "cards/sums.hpp"

namespace dd {
inline namespace DD_ISA {

inline constexpr int kMaxPhases = 4096;    // between two plies; docs/genome.md, section 4
inline constexpr int kMaxSteps = 1 << 22;  // a net for hostile bytes; compiled genomes end by kMaxPhases long before

// An explicit order for the first deal, top first; empty: shuffle.
struct DeckOrder {
  const std::uint8_t* cards = nullptr;
  int count = 0;
};

// Counts nothing. Another Trace may note which ops ran.
struct NoTrace {
  void operator()(OpCode) const {}
};

template <class Trace = NoTrace>
class Machine {
 public:
  Machine(const Program& program, Table& table, Streams& streams, Trace trace = {})
      : program_(program), table_(table), streams_(streams), piles_(program, table), seats_(program, table),
        betting_(table, seats_), trace_(trace) {}

  void set_deck(DeckOrder order) { order_ = order; }

  // Runs from `pc` until `choose(moves, move)` declines a choice or the game is over.
  // On a choice: fills table.to_move and asks; true means `move` was set and play goes on.
  template <class Choose>
  void run(std::uint16_t pc, Choose&& choose) {
    const Instruction* const code = program_.code.data();
    Table& t = table_;
    int steps = 0, phases = 0;
    for (;; ++pc) {
      const Instruction at = code[pc];
      trace_(at.op);
      if (++steps > kMaxSteps) return finish(Ending::kRunaway, 0);
      const auto jump_if = [&](bool yes) { if (yes) pc = static_cast<std::uint16_t>(at.target - 1); };
      switch (at.op) {
        // Control.
        case OpCode::END: return end_match();
        case OpCode::TURN: ++t.reg[at.a]; t.changed = 0; break;
        case OpCode::JUMP: jump_if(true); break;
        case OpCode::CALL:
          if (t.depth >= 8) return finish(Ending::kRunaway, 0);
          t.stack[t.depth++] = pc;
          jump_if(true);
          break;
        case OpCode::RET:
          if (t.depth == 0) return finish(Ending::kRunaway, 0);
          pc = t.stack[--t.depth];
          break;
        case OpCode::PHASE:
          if (++phases >= kMaxPhases) return finish(Ending::kRunaway, 0);
          break;
        case OpCode::IDLE: t.reg[at.a] = t.changed ? 0 : wrap(std::int64_t{t.reg[at.a]} + 1); break;
        case OpCode::JCMP: jump_if(compare(at.b, t.reg[at.a], at.imm)); break;
        case OpCode::JCMPR: jump_if(compare(at.c, t.reg[at.a], t.reg[at.b])); break;
        case OpCode::JEMPTY: jump_if(set_[at.a] == 0); break;
        case OpCode::JSOME: jump_if(set_[at.a] != 0); break;
        case OpCode::JMOVE: jump_if(t.chosen == at.a); break;
        case OpCode::JSEAT: jump_if(t.seat[at.a] == t.seat[at.b]); break;
        case OpCode::JNOBODY: jump_if(t.seat[at.a] == kNobody); break;
        case OpCode::JGIVE: jump_if(piles_.can_give(piles_.index(at.a), at.b != 0)); break;
        case OpCode::JTIE: jump_if(seats_.sides_tie()); break;
        case OpCode::JBIT: jump_if((t.reg[at.a] >> (at.b & 31) & 1) == 0); break;
        case OpCode::JPLAY: jump_if(t.seat[at.a] != kNobody && (seats_.in_play() >> who(at.a) & 1)); break;
        // Seats.
        case OpCode::RESET: reset_deal(); break;
        case OpCode::SETV: t.seat[at.a] = t.seat[at.b]; break;
        case OpCode::SETVI: t.seat[at.a] = at.b; break;
        case OpCode::STEP: t.seat[at.a] = seat(seats_.after(who(at.a), seats_.mask(at.b), at.b >> 4)); break;
        case OpCode::ADDV: t.seat[at.a] = seat((who(at.a) + at.b) % program_.seats); break;
        case OpCode::OPPONENT: t.seat[at.a] = seat(seats_.opponent(who(at.b))); break;
        case OpCode::SIDEOF: t.reg[at.a] = seats_.head(who(at.b)); break;
        case OpCode::SEATOF: t.seat[at.a] = holder(set_[at.b]); break;
        case OpCode::RANDOMV: t.seat[at.a] = random_seat(seats_.mask(at.b)); break;
        case OpCode::GETV: t.reg[at.a] = t.seat[at.b] == kNobody ? -1 : t.seat[at.b]; break;
        case OpCode::MASK: t.reg[at.a] = static_cast<std::int32_t>(seats_.mask(at.b)); break;
        case OpCode::EACH: jump_if(!each(at)); break;
        case OpCode::SIDES: jump_if(next_side(at.a)); break;
        case OpCode::FOLD: t.folded |= static_cast<std::uint8_t>(1u << who(at.a)); break;
        case OpCode::OUT: t.out |= static_cast<std::uint8_t>(t.reg[at.a] & ((1 << program_.seats) - 1)); break;
        case OpCode::REVERSE: t.direction = static_cast<std::int8_t>(-t.direction); break;
        case OpCode::WINNER: t.winners = static_cast<std::uint8_t>(t.seat[at.a] == kNobody ? 0 : seats_.side(who(at.a))); break;
        case OpCode::RANK: jump_if(!seats_.rank(at.a)); break;
        // Integers.
        case OpCode::SETI: t.reg[at.a] = at.imm; break;
        case OpCode::ADDI: t.reg[at.a] = wrap(std::int64_t{t.reg[at.a]} + at.imm); break;
        case OpCode::MULI: t.reg[at.a] = wrap(std::int64_t{t.reg[at.a]} * at.imm); break;
        case OpCode::MODI: t.reg[at.a] = ((t.reg[at.a] % at.imm) + at.imm) % at.imm; break;
        case OpCode::MOVR: t.reg[at.a] = t.reg[at.b]; break;
        case OpCode::SUBR: t.reg[at.a] = wrap(std::int64_t{t.reg[at.a]} - t.reg[at.b]); break;
        case OpCode::MINR: t.reg[at.a] = std::min(t.reg[at.a], t.reg[at.b]); break;
        case OpCode::MAXI: t.reg[at.a] = std::max(t.reg[at.a], at.imm); break;
        case OpCode::LOAD: t.reg[at.a] = seats_.cell(at.b, who(at.c)); break;
        case OpCode::STORE: seats_.cell(at.a, who(at.b)) = t.reg[at.c]; break;
        case OpCode::ADDC:
          betting_.add(at.a, who(at.b), t.reg[at.c]);
          if (at.a == kScore && t.reg[at.c] != 0) t.changed = 1;
          break;
        case OpCode::SUMC: t.reg[at.a] = wrap(betting_.sum(at.b)); break;
        case OpCode::MAXC: t.reg[at.a] = *std::max_element(t.column + at.b * kMaxSeats, t.column + at.b * kMaxSeats + program_.seats); break;
        case OpCode::SIZE: t.reg[at.a] = piles_.size(piles_.index(at.b)); break;
        case OpCode::COUNT: t.reg[at.a] = std::popcount(set_[at.b]); break;
        case OpCode::VALUE: t.reg[at.a] = total_value(set_[at.b], table_at(at.c)); break;
        case OpCode::BITS: t.reg[at.a] = std::popcount(static_cast<std::uint32_t>(t.reg[at.b])); break;
        case OpCode::SETB: t.reg[at.a] |= 1 << who(at.b); break;
        case OpCode::CLRB: t.reg[at.a] &= ~(1 << who(at.b)); break;
        case OpCode::RIVALS: t.reg[at.a] = seats_.compare_rivals(who(at.b), at.c & 7, at.c >> 3, at.imm); break;
        case OpCode::DEADWOOD: t.reg[at.a] = deadwood(hand(at.b), table_at(at.c)); break;
        case OpCode::LAYOFF: t.reg[at.a] = layoff_deadwood(hand(at.c), best_melds(hand(at.b), table_at(at.d)), table_at(at.d)); break;
        // Sets.
        case OpCode::SCONST: set_[at.a] = program_.constants[at.b]; break;
        case OpCode::SPILE: set_[at.a] = piles_.cards(piles_.index(at.b)); break;
        case OpCode::SHAND: set_[at.a] = hand(at.b); break;
        case OpCode::STOP: set_[at.a] = piles_.top(piles_.index(at.b)); break;
        case OpCode::STOPN: set_[at.a] = piles_.top_cards(piles_.index(at.b), t.reg[at.c]); break;
        case OpCode::SCHOSEN: set_[at.a] = t.chosen < 64 ? bit(t.chosen) : 0; break;
        case OpCode::SCARD: set_[at.a] = t.reg[at.b] < 0 ? 0 : bit(t.reg[at.b]); break;
        case OpCode::SSUIT: set_[at.a] = t.reg[at.b] < 0 ? 0 : suit_cards(t.reg[at.b]); break;
        case OpCode::SRANK: set_[at.a] = t.reg[at.b] < 0 ? 0 : rank_cards(t.reg[at.b]) & kEveryCard; break;
        case OpCode::SMOV: set_[at.a] = set_[at.b]; break;
        case OpCode::SAND: set_[at.a] &= set_[at.b]; break;
        case OpCode::SOR: set_[at.a] |= set_[at.b]; break;
        case OpCode::SANDN: set_[at.a] &= ~set_[at.b]; break;
        case OpCode::SLIKE: set_[at.a] = like(set_[at.b], at.c); break;
        case OpCode::SSTRONG: set_[at.a] = by_strength(set_[at.b], table_at(at.c), at.d); break;
        case OpCode::SNEXT: set_[at.a] = by_neighbour(set_[at.b], table_at(at.c), at.d); break;
        case OpCode::SGROUP: set_[at.a] = in_groups(set_[at.a], at.b, at.imm); break;
        case OpCode::SPAIRS: set_[at.a] = in_pairs(set_[at.a], at.b); break;
        case OpCode::SVALUE: set_[at.a] = by_value(set_[at.b], table_at(at.c)); break;
        case OpCode::SSUMS: set_[at.a] = sum_set(set_[at.b], table_at(at.c)); break;
        case OpCode::SPARTS: set_[at.a] = sum_picks(at); break;
        case OpCode::PICKS: set_[at.a] = pick_options(set_[at.a], t.pile[Piles::of(kPicked, who(at.b))], at.c, t.reg[at.d]); break;
        case OpCode::LOWCARD: t.reg[at.a] = set_[at.b] == 0 ? -1 : lowest_card(set_[at.b]); break;
        case OpCode::HIGHCARD: t.reg[at.a] = set_[at.b] == 0 ? -1 : highest_card(set_[at.b]); break;
        case OpCode::SUITOF: t.reg[at.a] = set_[at.b] == 0 ? -1 : lowest_card(set_[at.b]) >> 4; break;
        // Cards.
        case OpCode::DECK: new_deck(); break;
        case OpCode::DEAL: t.reg[at.a] = deal(who(at.b), at.imm); break;
        case OpCode::MOVE: piles_.move(set_[at.a], piles_.index(at.b), piles_.index(at.c), at.d != 0); break;
        case OpCode::TAKE: piles_.take(piles_.index(at.a), piles_.index(at.b), at.c & 1, streams_.chance); break;
        case OpCode::MOVEALL: piles_.move_all(piles_.index(at.a), piles_.index(at.b), at.c & 1); break;
        case OpCode::MIXLOW: piles_.mix_low(piles_.index(at.a), t.reg[at.b], streams_.chance); break;
        case OpCode::REFILL:
          if (piles_.cards(kDeck) == 0 && piles_.can_give(kDeck, at.a != 0)) piles_.reshuffle(streams_.chance);
          jump_if(piles_.cards(kDeck) == 0);
          break;
        case OpCode::SHOW: t.shown |= set_[at.a]; break;
        case OpCode::LACK: t.lacks[who(at.a)] |= set_[at.b] & program_.deck; break;
        // Choices.
        case OpCode::ASK:
          moves_.clear();
          t.to_move = t.seat[at.a];
          t.prompt = static_cast<std::uint16_t>(at.imm);
          t.continues = at.b == 2 || (at.b == 1 && t.pile[Piles::of(kPicked, who(at.a))] != 0);
          t.ask_pc = pc;
          t.chosen = 0;
          break;
        case OpCode::OFFER: moves_.add_cards(set_[at.a]); break;
        case OpCode::OFFERM: moves_.add(at.a); break;
        case OpCode::OFFERB:
          for (std::uint32_t bits = static_cast<std::uint32_t>(at.imm); bits != 0; bits &= bits - 1)
            moves_.add(static_cast<Move>(at.a + std::countr_zero(bits)));
          break;
        case OpCode::CHOOSE:
          if (moves_.empty()) return finish(Ending::kStalemate, 0);
          t.pc = static_cast<std::uint16_t>(pc + 1);
          if (!choose(moves_, t.chosen)) return forget_temporaries();
          forget_temporaries();
          steps = phases = 0;
          break;
        case OpCode::CHOSEN: t.reg[at.a] = t.chosen - at.b; break;
        // Tricks and chips.
        case OpCode::BEAT: beat(at); break;
        case OpCode::PAY: betting_.pay(who(at.a), t.reg[at.b], at.c != 0); break;
        case OpCode::BETOPEN: betting_.open(); break;
        case OpCode::BETNEXT: {
          const int next = betting_.next(who(at.a));
          if (next >= 0) t.seat[at.a] = seat(next);
          jump_if(next < 0);
          break;
        }
        case OpCode::BETS: betting_.offer(who(at.a), bet_rules(at.b), moves_); break;
        case OpCode::BETPAY: betting_.act(who(at.a), bet_rules(at.b), t.chosen); break;
        case OpCode::BETEND: betting_.close(); break;
        case OpCode::WINPOT: betting_.win_pot(who(at.a)); break;
        case OpCode::REFUND: betting_.refund(); break;
        case OpCode::SHOWDOWN: betting_.showdown(who(at.a), at.b, table_at(at.c)); break;
      }
    }
  }

 private:
  static std::int32_t wrap(std::int64_t value) { return static_cast<std::int32_t>(static_cast<std::uint64_t>(value)); }
  static std::uint8_t seat(int number) { return static_cast<std::uint8_t>(number); }
  int who(std::uint8_t variable) const {
    const int seat = table_.seat[variable] & 7;
    return seat < program_.seats ? seat : 0;
  }
  CardSet hand(std::uint8_t variable) const {
    const int seat = who(variable);
    return table_.pile[Piles::of(kHand, seat)] | table_.pile[Piles::of(kPicked, seat)];
  }
  const std::uint8_t* table_at(std::uint8_t index) const { return program_.tables[index].data(); }
  BetRules bet_rules(std::uint8_t index) const { return {program_.constants[index], program_.constants[index + 1u]}; }

  // Likeness in rank (0), suit (1) or colour (2); with 4 added, nothing is like everything.
  static CardSet like(CardSet cards, int mode) {
    if (cards == 0) return mode & 4 ? kEveryCard : 0;
    return (mode & 3) == 0 ? same_rank(cards) : (mode & 3) == 1 ? same_suit(cards) : same_color(cards);
  }

  CardSet sum_picks(const Instruction& at) const {
    const CardSet picked = piles_.cards(piles_.index(at.b));
    const std::uint8_t* value = table_at(at.d);
    return sum_options(above(set_[at.a], picked), table_.reg[at.c] - total_value(picked, value), value);
  }

  std::uint8_t holder(CardSet cards) const {
    for (int seat = 0; seat < program_.seats; ++seat)
      if (table_.pile[Piles::of(kHand, seat)] & cards) return static_cast<std::uint8_t>(seat);
    return kNobody;
  }

  std::uint8_t random_seat(unsigned mask) {
    const int count = std::popcount(mask);
    return count == 0 ? seat(0) : seat(nth_bit(mask, static_cast<int>(streams_.deal.below(static_cast<std::uint32_t>(count)))));
  }

  // Sets the variable to the first seat of the mask at or after it, and takes it out of the mask.
  bool each(const Instruction& at) {
    const unsigned mask = static_cast<unsigned>(table_.reg[at.b]) & ((1u << program_.seats) - 1);
    if (mask == 0) return false;
    int found = who(at.a);
    if ((mask >> found & 1) == 0) found = seats_.after(found, mask, at.c);
    table_.reg[at.b] = static_cast<std::int32_t>(mask & ~(1u << found));
    table_.seat[at.a] = seat(found);
    return true;
  }

  bool next_side(std::uint8_t variable) {
    for (int next = who(variable) + 1; next < program_.seats; ++next)
      if (seats_.head(next) == next) {
        table_.seat[variable] = seat(next);
        return true;
      }
    return false;
  }

  void reset_deal() {
    Table& t = table_;
    std::memset(t.pile, 0, sizeof t.pile);
    std::memset(t.seen, 0, sizeof t.seen);
    std::memset(t.lacks, 0, sizeof t.lacks);
    t.shown = 0;
    std::memset(t.column + kBet * kMaxSeats, 0, sizeof(std::int32_t) * kMaxSeats * (kColumns - kBet));
    for (int reg = kTrump; reg < kFirstTemporary; ++reg) t.reg[reg] = 0;
    for (int reg : {kTrump, kNamed, kLastPlayed, kLead, kBest, kTaken, kDrawn}) t.reg[reg] = -1;
    for (int variable : {kNextSeat, kLastCapturer, kDealWinner, kTrickWinner}) t.seat[variable] = kNobody;
    t.direction = 1;
    t.folded = 0;
    t.winners = 0;
  }

  void new_deck() {
    Table& t = table_;
    std::memset(t.pile, 0, sizeof t.pile);
    t.pile[kDeck] = program_.deck;
    if (order_.count > 0) {
      piles_.relink(kDeck, order_.cards, order_.count);
      order_ = {};
    } else {
      piles_.relink_ascending_and_shuffle(kDeck, streams_.deal);
    }
  }

  // Deals one card at a time from the left of `dealer`: `each` cards, or all (0), or all equally and the rest aside (52).
  int deal(int dealer, int each) {
    const unsigned mask = seats_.not_out();
    const int players = std::popcount(mask);
    int left = piles_.size(kDeck);
    if (players == 0) return -1;
    int cards = each == 52 ? left / players * players : each == 0 ? left : std::min(left, each * players);
    int seat = dealer, last = -1;
    for (; cards > 0; --cards) {
      seat = seats_.after(seat, mask, 0);
      last = table_.top[kDeck];
      piles_.take(kDeck, Piles::of(kHand, seat), false, streams_.chance);
    }
    if (each == 52) piles_.move_all(kDeck, kAside, false);
    return last;
  }

  // The card just chosen by one seat against the best so far. Flags: 1 high wins, 2 trumps beat; then 0 no trump, 1–4 a suit, 5 the deal's.
  void beat(const Instruction& at) {
    Table& t = table_;
    const int card = t.chosen & 63, best = t.reg[kBest];
    bool better = best < 0;
    if (better) {
      t.reg[kLead] = card;
      t.reg[kLeadSuit] = card >> 4;
    } else {
      const int declared = at.d >> 2;
      const int trump = (at.d & 2) == 0 || declared == 0 ? -1 : declared == 5 ? t.reg[kTrump] : declared - 1;
      const bool card_trumps = card >> 4 == trump, best_trumps = best >> 4 == trump;
      if (card_trumps != best_trumps) {
        better = card_trumps;
      } else if (card >> 4 == best >> 4) {
        const std::uint8_t* strength = table_at(static_cast<std::uint8_t>(at.c + card_trumps));
        const int gain = strength[card & 15] - strength[best & 15];
        better = at.d & 1 ? gain > 0 : gain < 0;
      }
    }
    if (!better) return;
    t.reg[kBest] = card;
    t.seat[at.b] = seat(who(at.a));
  }

  void forget_temporaries() {
    std::memset(set_, 0, sizeof set_);
    std::memset(table_.reg + kFirstTemporary, 0, sizeof(std::int32_t) * (kRegisters - kFirstTemporary));
  }

  void end_match() {
    const auto forced = static_cast<Ending>(table_.reg[kEnding] & 7);
    if (table_.winners == (1u << program_.seats) - 1) table_.winners = 0;  // all share: nobody wins
    const bool decided = table_.winners != 0;
    if (forced == Ending::kTurnLimit || forced == Ending::kStalemate)
      finish(forced, table_.winners);
    else
      finish(decided ? Ending::kDecided : Ending::kDraw, table_.winners);
  }

  void finish(Ending ending, unsigned winners) {
    table_.ending = ending;
    table_.winners = static_cast<std::uint8_t>(winners);
    table_.to_move = kNobody;
    moves_.clear();
    forget_temporaries();
  }

  const Program& program_;
  Table& table_;
  Streams& streams_;
  Piles piles_;
  Seats seats_;
  Betting betting_;
  Trace trace_;
  DeckOrder order_;
  MoveSet moves_;
  CardSet set_[kSets] = {};
};

}  // namespace DD_ISA
}  // namespace dd
