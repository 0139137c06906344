// The VM: runs a program on a table from choice to choice. What a rule can do is one case; what a player can do is
// offered. Programs were verified at loading: operands are in range here, and only loops and the stack are still
// guarded.
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
inline constexpr int kMaxPlies = 1 << 24;  // in one run; the same net: compiled genomes end by their turn limit
inline constexpr int kMaxJumps =
    1 << 20;  // backwards; a net for hostile bytes, compiled genomes end by kMaxPhases long before

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
      : program_(program),
        table_(table),
        streams_(streams),
        piles_(program, table),
        seats_(program, table),
        betting_(table, seats_),
        trace_(trace) {}

  void set_deck(DeckOrder order) { order_ = order; }

  bool refused() const { return refused_; }

  // Pauses before another deal begins: nobody is to move then, and the game is not over.
  void stop_after_deal() { last_deal_ = table_.reg[kDeals]; }

  // Runs until the first choice, or the end.
  void run_to_choice(std::uint16_t pc) {
    run_any(pc, AnyChooser([](const MoveSet&, Move&) { return false; }));
  }

  // As `run`, for what is not hot: one copy of the code serves all choosers.
  void run_any(std::uint16_t pc, AnyChooser choose) { run(pc, choose); }

  // Runs from `pc` until `choose(moves, move)` declines a choice or the game is over.
  // On a choice: fills table.to_move and asks; true means `move` was set and play goes on.
  // A move that was not offered ends the run: the table still waits for the same choice, and `refused` says so.
  template <class Choose>
  void run(std::uint16_t pc, Choose&& choose) {
    static const void* const kLabels[] = {
#define DD_OP_LABEL(name, kinds) &&op_##name,
        DD_OPS(DD_OP_LABEL)
#undef DD_OP_LABEL
    };
    const Instruction* at = program_.code.data() + pc;
    Table& t = table_;
    int jumps = 0, phases = 0, plies = 0;
// Every op ends by jumping to the next one's label: the branch predictor then learns which op follows which.
#define DD_GO()                              \
  do {                                       \
    trace_(at->op);                          \
    goto* kLabels[static_cast<int>(at->op)]; \
  } while (false)
#define DD_NEXT() \
  do {            \
    ++at;         \
    DD_GO();      \
  } while (false)
#define DD_JUMP_IF(condition)                                                       \
  do {                                                                              \
    if (condition) {                                                                \
      if (at->jump <= 0 && ++jumps > kMaxJumps) return finish(Ending::kRunaway, 0); \
      at += at->jump;                                                               \
      DD_GO();                                                                      \
    }                                                                               \
    DD_NEXT();                                                                      \
  } while (false)
// Asks for one of the moves offered, of which this is a copy: it stays in registers, whatever else is written. A move
// that is not among them is never made, whoever answers.
#define DD_CHOOSE(moves)                                         \
  do {                                                           \
    const auto offered = moves;                                  \
    if (offered.empty()) return finish(Ending::kStalemate, 0);   \
    t.pc = static_cast<std::uint16_t>(at->index + 1);            \
    t.changed |= offered.several();                              \
    const bool chosen = choose(offered, t.chosen);               \
    forget_temporaries();                                        \
    if (!chosen) return;                                         \
    if (!offered.has(t.chosen)) [[unlikely]]                     \
      return refuse();                                           \
    jumps = phases = 0;                                          \
    if (++plies > kMaxPlies) return finish(Ending::kRunaway, 0); \
    DD_NEXT();                                                   \
  } while (false)
    DD_GO();

  // Control.
  op_END:
    return end_match();
  op_TURN:
    t.reg[at->a] = wrap(std::int64_t{t.reg[at->a]} + 1);
    t.changed = 0;
    if (++phases >= kMaxPhases) return finish(Ending::kRunaway, 0);
    DD_NEXT();
  op_NEXT:
    if (!next_turn(*at)) DD_NEXT();
    if (++phases >= kMaxPhases) return finish(Ending::kRunaway, 0);
    DD_JUMP_IF(true);
  op_JUMP:
    DD_JUMP_IF(true);
  op_CALL:
    if (t.depth >= 8) return finish(Ending::kRunaway, 0);
    t.stack[t.depth++] = at->index;
    DD_JUMP_IF(true);
  op_RET:
    if (t.depth == 0) return finish(Ending::kRunaway, 0);
    at = program_.code.data() + t.stack[--t.depth];
    if (++jumps > kMaxJumps) return finish(Ending::kRunaway, 0);
    DD_NEXT();
  op_PHASE:
    if (++phases >= kMaxPhases) return finish(Ending::kRunaway, 0);
    DD_NEXT();
  op_JEQ:
    DD_JUMP_IF(t.reg[at->a] == at->imm);
  op_JNE:
    DD_JUMP_IF(t.reg[at->a] != at->imm);
  op_JLT:
    DD_JUMP_IF(t.reg[at->a] < at->imm);
  op_JGT:
    DD_JUMP_IF(t.reg[at->a] > at->imm);
  op_JLE:
    DD_JUMP_IF(t.reg[at->a] <= at->imm);
  op_JGE:
    DD_JUMP_IF(t.reg[at->a] >= at->imm);
  op_JCMPR:
    DD_JUMP_IF(compare(at->c, t.reg[at->a], t.reg[at->b]));
  op_JEMPTY:
    DD_JUMP_IF(set_[at->a] == 0);
  op_JSOME:
    DD_JUMP_IF(set_[at->a] != 0);
  op_JNOTIN:
    DD_JUMP_IF(t.chosen > 63 || (program_.constants[at->a] & bit(t.chosen)) == 0);
  op_JMOVE:
    DD_JUMP_IF(t.chosen == at->a);
  op_JSEAT:
    DD_JUMP_IF(t.seat[at->a] == t.seat[at->b]);
  op_JNOBODY:
    DD_JUMP_IF(t.seat[at->a] == kNobody);
  op_JGIVE:
    DD_JUMP_IF(piles_.can_give(piles_.index(at->a), at->b != 0));
  op_JNONE:
    DD_JUMP_IF(seats_.mask(at->a) == 0);
  op_JANY:
    DD_JUMP_IF(seats_.mask(at->a) != 0);
  op_JONE:
    DD_JUMP_IF(std::has_single_bit(static_cast<std::uint32_t>(t.reg[at->a])));
  op_JFEWER:
    DD_JUMP_IF(std::popcount(static_cast<std::uint32_t>(t.reg[at->a])) < at->imm);
  op_JLEFT:
    DD_JUMP_IF(seats_.leave_without_cards() > 1);
  op_JTIE:
    DD_JUMP_IF(seats_.sides_tie());
  op_JBIT:
    DD_JUMP_IF((t.reg[at->a] >> (at->b & 31) & 1) == 0);
  op_JALONE:
    DD_JUMP_IF(seats_.one_side_left());
  op_JPLAY:
    DD_JUMP_IF(t.seat[at->a] != kNobody && (seats_.in_play() >> who(at->a) & 1));
  // Seats.
  op_RESET:
    if (t.reg[kDeals] > last_deal_) return pause_between_deals();
    reset_deal();
    DD_NEXT();
  op_SETV:
    t.seat[at->a] = t.seat[at->b];
    DD_NEXT();
  op_SETVI:
    t.seat[at->a] = at->b;
    DD_NEXT();
  op_STEP:
    t.seat[at->a] = seat(seats_.after(who(at->a), seats_.mask(at->b), at->b >> 4));
    DD_NEXT();
  op_ADDV:
    t.seat[at->a] = seat((who(at->a) + at->b) % program_.seats);
    DD_NEXT();
  op_OPPONENT:
    t.seat[at->a] = seat(seats_.opponent(who(at->b), false));
    DD_NEXT();
  op_PREVIOUS:
    t.seat[at->a] = seat(seats_.opponent(who(at->b), true));
    DD_NEXT();
  op_SIDEOF:
    t.reg[at->a] = seats_.head(who(at->b));
    DD_NEXT();
  op_SEATOF:
    t.seat[at->a] = holder(set_[at->b]);
    DD_NEXT();
  op_RANDOMV:
    t.seat[at->a] = random_seat(seats_.mask(at->b));
    DD_NEXT();
  op_GETV:
    t.reg[at->a] = t.seat[at->b] == kNobody ? -1 : t.seat[at->b];
    DD_NEXT();
  op_PUTV:
    t.seat[at->a] = t.reg[at->b] < 0 ? kNobody : seat(t.reg[at->b] % program_.seats);
    DD_NEXT();
  op_MASK:
    t.reg[at->a] = static_cast<std::int32_t>(seats_.mask(at->b));
    DD_NEXT();
  op_SEATS:
    DD_JUMP_IF(!first_seat(*at));
  op_EACH:
    DD_JUMP_IF(each(at->a, at->b, at->c));
  op_SIDES:
    DD_JUMP_IF(next_side(at->a));
  op_FOLD:
    t.folded |= static_cast<std::uint8_t>(1u << who(at->a));
    DD_NEXT();
  op_OUT:
    t.out |= static_cast<std::uint8_t>(t.reg[at->a] & ((1 << program_.seats) - 1));
    DD_NEXT();
  op_REVERSE:
    t.direction = static_cast<std::int8_t>(-t.direction);
    DD_NEXT();
  op_WINNER:
    t.winners = static_cast<std::uint8_t>(t.seat[at->a] == kNobody ? 0 : seats_.side(who(at->a)));
    DD_NEXT();
  op_RANK:
    DD_JUMP_IF(!seats_.rank(at->a));
  // Integers.
  op_SETI:
    t.reg[at->a] = at->imm;
    DD_NEXT();
  op_ADDI:
    t.reg[at->a] = wrap(std::int64_t{t.reg[at->a]} + at->imm);
    DD_NEXT();
  op_MULI:
    t.reg[at->a] = wrap(std::int64_t{t.reg[at->a]} * at->imm);
    DD_NEXT();
  op_MODI:
    t.reg[at->a] = t.reg[at->a] % at->imm + (t.reg[at->a] % at->imm < 0 ? at->imm : 0);
    DD_NEXT();
  op_MOVR:
    t.reg[at->a] = t.reg[at->b];
    DD_NEXT();
  op_ADDR:
    t.reg[at->a] = wrap(std::int64_t{t.reg[at->a]} + t.reg[at->b]);
    DD_NEXT();
  op_SUBR:
    t.reg[at->a] = wrap(std::int64_t{t.reg[at->a]} - t.reg[at->b]);
    DD_NEXT();
  op_MINR:
    t.reg[at->a] = std::min(t.reg[at->a], t.reg[at->b]);
    DD_NEXT();
  op_MAXI:
    t.reg[at->a] = std::max(t.reg[at->a], at->imm);
    DD_NEXT();
  op_LOAD:
    t.reg[at->a] = seats_.cell(at->b, who(at->c));
    DD_NEXT();
  op_STORE:
    seats_.cell(at->a, who(at->b)) = t.reg[at->c];
    DD_NEXT();
  op_ADDC:
    betting_.add(at->a, who(at->b), t.reg[at->c]);
    if (at->a == kScore && t.reg[at->c] != 0) t.changed = 1;
    DD_NEXT();
  op_SUMC:
    t.reg[at->a] = wrap(betting_.sum(at->b));
    DD_NEXT();
  op_SUMSIDE:
    t.reg[at->a] = seats_.side_sum(at->b, who(at->c));
    DD_NEXT();
  op_MAXC:
    t.reg[at->a] = *std::max_element(t.column + at->b * kMaxSeats, t.column + at->b * kMaxSeats + program_.seats);
    DD_NEXT();
  op_SIZE:
    t.reg[at->a] = piles_.size(piles_.index(at->b));
    DD_NEXT();
  op_COUNT:
    t.reg[at->a] = std::popcount(set_[at->b]);
    DD_NEXT();
  op_VALUE:
    t.reg[at->a] = total_value(set_[at->b], table_at(at->c));
    DD_NEXT();
  op_BITS:
    t.reg[at->a] = std::popcount(static_cast<std::uint32_t>(t.reg[at->b]));
    DD_NEXT();
  op_SETB:
    t.reg[at->a] |= 1 << who(at->b);
    DD_NEXT();
  op_CLRB:
    t.reg[at->a] &= ~(1 << who(at->b));
    DD_NEXT();
  op_RIVALS:
    t.reg[at->a] = seats_.compare_rivals(who(at->b), at->c & 7, at->c >> 3, at->imm);
    DD_NEXT();
  op_DEADWOOD:
    t.reg[at->a] = deadwood(hand(at->b), table_at(at->c));
    DD_NEXT();
  op_ARRANGE:
    t.reg[at->a] = arrangements(at->b, at->c).count;
    DD_NEXT();
  op_LAYOFF:
    t.reg[at->a] = layoff(*at);
    DD_NEXT();
  // Sets.
  op_SCONST:
    set_[at->a] = program_.constants[at->b];
    DD_NEXT();
  op_SPILE:
    set_[at->a] = piles_.cards(piles_.index(at->b));
    DD_NEXT();
  op_SHAND:
    set_[at->a] = hand(at->b);
    DD_NEXT();
  op_STOP:
    set_[at->a] = piles_.top(piles_.index(at->b));
    DD_NEXT();
  op_SBOTTOM:
    set_[at->a] = piles_.bottom(piles_.index(at->b));
    DD_NEXT();
  op_STOPN:
    set_[at->a] = piles_.top_cards(piles_.index(at->b), t.reg[at->c]);
    DD_NEXT();
  op_SCARD:
    set_[at->a] = t.reg[at->b] < 0 ? 0 : bit(t.reg[at->b]);
    DD_NEXT();
  op_SSUIT:
    set_[at->a] = t.reg[at->b] < 0 ? 0 : suit_cards(t.reg[at->b]);
    DD_NEXT();
  op_SRANK:
    set_[at->a] = t.reg[at->b] < 0 ? 0 : rank_cards(t.reg[at->b]) & kEveryCard;
    DD_NEXT();
  op_SMOV:
    set_[at->a] = set_[at->b];
    DD_NEXT();
  op_SAND:
    set_[at->a] &= set_[at->b];
    DD_NEXT();
  op_SOR:
    set_[at->a] |= set_[at->b];
    DD_NEXT();
  op_SANDN:
    set_[at->a] &= ~set_[at->b];
    DD_NEXT();
  op_PREFER:
    set_[at->a] = prefer(set_[at->a], set_[at->b]);
    DD_NEXT();
  op_PREFERS:
    set_[at->a] = prefer(set_[at->a], t.reg[at->b] < 0 ? 0 : suit_cards(t.reg[at->b]));
    DD_NEXT();
  op_AVOID:
    set_[at->a] = prefer(set_[at->a], ~set_[at->b]);
    DD_NEXT();
  op_SLIKE:
    set_[at->a] = like(set_[at->b], at->c);
    DD_NEXT();
  op_STOPLIKE:
    set_[at->a] = (at->c & 16 ? set_[at->a] : 0) | like_top(at->b, at->c) | program_.constants[at->d];
    DD_NEXT();
  op_SANDH:
    set_[at->a] &= hand(at->b);
    DD_NEXT();
  op_HELD:
    set_[at->a] = set_[at->b] & hand(at->c);
    DD_JUMP_IF(set_[at->a] == 0);
  op_SORK:
    set_[at->a] |= program_.constants[at->b];
    DD_NEXT();
  op_SSTRONG:
    set_[at->a] = by_strength(set_[at->b], table_at(at->c), at->d);
    DD_NEXT();
  op_SNEXT:
    set_[at->a] = by_neighbour(set_[at->b], table_at(at->c), at->d);
    DD_NEXT();
  op_SGROUP:
    set_[at->a] = in_groups(set_[at->a], at->b, at->imm);
    DD_NEXT();
  op_SPAIRS:
    set_[at->a] = in_pairs(set_[at->a], at->b);
    DD_NEXT();
  op_SVALUE:
    set_[at->a] = by_value(set_[at->b], table_at(at->c));
    DD_NEXT();
  op_SSUMS:
    set_[at->a] = sum_set(set_[at->b], table_at(at->c));
    DD_NEXT();
  op_SPARTS:
    set_[at->a] = sum_picks(*at);
    DD_NEXT();
  op_PICKS:
    set_[at->a] = pick_options(set_[at->a], t.pile[Piles::of(kPicked, who(at->b))], at->c & 3, least(*at));
    DD_NEXT();
  op_LOWCARD:
    t.reg[at->a] = set_[at->b] == 0 ? -1 : lowest_card(set_[at->b]);
    DD_NEXT();
  op_HIGHCARD:
    t.reg[at->a] = set_[at->b] == 0 ? -1 : highest_card(set_[at->b]);
    DD_NEXT();
  op_RANKBITS:
    t.reg[at->a] = static_cast<std::int32_t>(same_rank(set_[at->b]) & 0x1FFF);
    DD_NEXT();
  op_SUITOF:
    t.reg[at->a] = set_[at->b] == 0 ? -1 : lowest_card(set_[at->b]) >> 4;
    DD_NEXT();
  // Cards.
  op_DECK:
    new_deck();
    is_fresh_ &= at[1].op == OpCode::DEAL;
    DD_NEXT();
  op_DEAL:
    t.reg[at->a] = deal(who(at->b), at->imm);
    DD_NEXT();
  op_MOVE:
    piles_.move(set_[at->a], piles_.index(at->b), piles_.index(at->c), at->d != 0);
    DD_NEXT();
  op_PLAY:
    piles_.play(t.chosen & 63, piles_.index(at->a), piles_.index(at->b));
    DD_NEXT();
  op_TAKE:
    piles_.take(piles_.index(at->a), piles_.index(at->b), at->c & 1, streams_.chance);
    DD_NEXT();
  op_MOVEALL:
    piles_.move_all(piles_.index(at->a), piles_.index(at->b), at->c & 1);
    DD_NEXT();
  op_COLLECT:
    collect(*at);
    DD_NEXT();
  op_DRAW:
    DD_JUMP_IF(!draw(*at));
  op_SHOW:
    piles_.show(set_[at->a]);
    DD_NEXT();
  op_LEAST:
    piles_.note_least(who(at->a), set_[at->b] & program_.deck);
    DD_NEXT();
  op_LACK:
    t.lacks[who(at->a)] |= set_[at->b] & program_.deck;
    DD_NEXT();
  // Choices.
  op_ASK:
    moves_.clear();
    ask(*at);
    DD_NEXT();
  op_ASKHAND:
    moves_.clear();
    ask(*at);
    set_[at->c] = hand(at->d);
    DD_NEXT();
  op_ASKC:
    ask(*at);
    DD_CHOOSE((CardMoves{set_[at->c]}));
  op_ASKM:
    ask(*at);
    DD_CHOOSE((OneMove{at->c}));
  op_OFFER:
    moves_.add_cards(set_[at->a]);
    DD_NEXT();
  op_OFFERM:
    moves_.add(at->a);
    DD_NEXT();
  op_OFFERR:
    moves_.add_bits(at->a, static_cast<std::uint32_t>(t.reg[at->b]));
    DD_NEXT();
  op_OFFERN:
    for (int number = std::max(t.reg[at->b], 0); number <= t.reg[at->c] && number < 64; ++number)
      moves_.add(static_cast<Move>(at->a + number));
    DD_NEXT();
  op_SELECT:
    DD_JUMP_IF(!select(*at));
  op_CHOOSEB:
    moves_.add_bits(at->a, static_cast<std::uint32_t>(at->imm));
  op_CHOOSE:
    DD_CHOOSE((MoveSet{moves_}));
  op_CHOSEN:
    t.reg[at->a] = t.chosen - at->b;
    DD_NEXT();
  op_PICK:
    if (t.chosen < 64) piles_.play(t.chosen, Piles::of(kHand, who(at->a)), Piles::of(kPicked, who(at->a)));
    DD_JUMP_IF(t.chosen < 64);
  // Tricks and chips.
  op_UPBEST:
    t.reg[at->a] = strongest_up(t.reg[at->b], table_at(at->c));
    DD_NEXT();
  op_BEAT:
    beat(*at);
    DD_NEXT();
  op_WINTRICK:
    win_trick(at->a);
    DD_NEXT();
  op_PAY:
    betting_.pay(who(at->a), t.reg[at->b], at->c != 0);
    DD_NEXT();
  op_BETOPEN:
    betting_.open();
    DD_NEXT();
  op_BETNEXT:
    {
      const int next = betting_.next(who(at->a));
      if (next >= 0) t.seat[at->a] = seat(next);
      DD_JUMP_IF(next < 0);
    }
  op_BETS:
    betting_.offer(who(at->a), bet_rules(at->b), moves_);
    DD_NEXT();
  op_BETPAY:
    betting_.act(who(at->a), bet_rules(at->b), t.chosen);
    DD_NEXT();
  op_BETEND:
    betting_.close();
    DD_NEXT();
  op_WINPOT:
    betting_.win_pot(who(at->a));
    DD_NEXT();
  op_WINBATTLE:
    betting_.win_battle(who(at->a), who(at->b), table_at(at->c));
    DD_NEXT();
  op_REFUND:
    betting_.refund();
    DD_NEXT();
  op_SHOWDOWN:
    betting_.showdown(who(at->a), at->b, table_at(at->c));
    DD_NEXT();
#undef DD_GO
#undef DD_NEXT
#undef DD_JUMP_IF
#undef DD_CHOOSE
  }

 private:
  static std::int32_t wrap(std::int64_t value) { return static_cast<std::int32_t>(static_cast<std::uint64_t>(value)); }
  static std::uint8_t seat(int number) { return static_cast<std::uint8_t>(number); }
  // Eight seats exist in every table, so nobody (255) is a place too, though an empty one.
  int who(std::uint8_t variable) const { return table_.seat[variable] & 7; }
  CardSet hand(std::uint8_t variable) const {
    const int seat = who(variable);
    return table_.pile[Piles::of(kHand, seat)] | table_.pile[Piles::of(kPicked, seat)];
  }
  const std::uint8_t* table_at(std::uint8_t index) const { return program_.tables[index].data(); }
  BetRules bet_rules(std::uint8_t index) const { return {program_.constants[index], program_.constants[index + 1u]}; }

  // A choice of the seat, whose legal moves are computed from the target on. It continues a selection never (0), if
  // cards are picked (1) or always (2).
  DD_INLINE void ask(const Instruction& at) {
    Table& t = table_;
    t.to_move = t.seat[at.a] < program_.seats ? t.seat[at.a] : seat(0);
    t.prompt = static_cast<std::uint16_t>(at.imm);
    t.continues = at.b >> 1;
    if (at.b == 1) t.continues = t.pile[Piles::of(kPicked, who(at.a))] != 0;
    t.ask_pc = at.target;
    t.chosen = 0;
  }

  // The least number of cards of a selection: the low byte of the number, but with 4 in the mode no more than there
  // are.
  int least(const Instruction& at) const {
    const int low = at.imm & 255;
    return at.c & 4 ? std::min(low, std::popcount(set_[at.a])) : low;
  }

  // Offers what may be picked next of the candidates, and to be done or (with 8 in the mode) to pass; false if the
  // selection is finished. The most cards are the second byte of the number.
  DD_OUTLINE bool select(const Instruction& at) {
    const CardSet picked = table_.pile[Piles::of(kPicked, who(at.b))];
    const int have = std::popcount(picked), low = least(at);
    const CardSet options = have < (at.imm >> 8 & 255) ? pick_options(set_[at.a], picked, at.c & 3, low) : 0;
    if (options == 0) return false;
    moves_.add_cards(options);
    if (have == 0 ? at.c & 8 : have >= low) moves_.add(have == 0 ? kPass : kDone);
    return true;
  }

  // One card of the stock, refilled if the mode allows; false if there is none.
  DD_INLINE bool draw(const Instruction& at) {
    if (piles_.cards(kDeck) == 0) {
      piles_.refill(at.b != 0, streams_.chance);
      if (piles_.cards(kDeck) == 0) return false;
    }
    piles_.draw(Piles::of(kHand, who(at.a)));
    return true;
  }

  // Likeness in rank (0), suit (1) or colour (2); with 4 added, nothing is like everything.
  static CardSet like(CardSet cards, int mode) {
    if (cards == 0) return mode & 4 ? kEveryCard : 0;
    if ((mode & 3) == 0) return same_rank(cards);
    return (mode & 3) == 1 ? same_suit(cards) : same_color(cards);
  }

  // Likeness to the top card of a pile in rank (1), suit (2) or colour (4), or any of several; no card: everything is
  // like it. With 8 added, a named suit stands for the card's.
  DD_INLINE CardSet like_top(std::uint8_t pile, int mode) const {
    const Table& t = table_;
    const int index = pile < kHand ? pile : piles_.index(pile), named = mode & 8 ? t.reg[kNamed] : -1;
    if ((t.pile[index] == 0 || !piles_.ordered(index)) && ((mode & 1) != 0 || named < 0))
      return (mode & 7) != 0 ? kEveryCard : 0;
    const int card = t.top[index], suit = named >= 0 ? named & 3 : card >> 4;
    CardSet result = mode & 1 ? rank_cards(card) : 0;
    if (mode & 2) result |= suit_cards(suit);
    if (mode & 4) result |= same_color(suit_cards(suit));
    return result;
  }

  DD_OUTLINE Arrangements arrangements(std::uint8_t variable, std::uint8_t values) const {
    return arrange(hand(variable), program_.deck & ~hand(variable), table_at(values));
  }

  // The deadwood of one seat after laying off on the melds of another, in the arrangement of that number.
  DD_OUTLINE int layoff(const Instruction& at) const {
    const Arrangements knocker = arrangements(at.b, at.d);
    const auto chosen = static_cast<std::size_t>(std::clamp(table_.reg[at.a], 0, knocker.count - 1));
    return layoff_deadwood(hand(at.c), knocker.way[chosen], table_at(at.d));
  }

  DD_OUTLINE CardSet sum_picks(const Instruction& at) const {
    const CardSet picked = piles_.cards(piles_.index(at.b));
    const std::uint8_t* value = table_at(at.d);
    return sum_options(above(set_[at.a], picked), table_.reg[at.c] - total_value(picked, value), value);
  }

  DD_OUTLINE std::uint8_t holder(CardSet cards) const {
    for (int seat = 0; seat < program_.seats; ++seat)
      if (table_.pile[Piles::of(kHand, seat)] & cards) return static_cast<std::uint8_t>(seat);
    return kNobody;
  }

  DD_OUTLINE std::uint8_t random_seat(unsigned mask) {
    const int count = std::popcount(mask);
    return count == 0 ? seat(0)
                      : seat(nth_bit(mask, static_cast<int>(streams_.deal.below(static_cast<std::uint32_t>(count)))));
  }

  // The seats of the mask whose front has the strongest top card.
  DD_OUTLINE std::int32_t strongest_up(std::int32_t mask, const std::uint8_t* strength) const {
    int best = -1;
    std::int32_t seats = 0;
    for (int seat = 0; seat < program_.seats; ++seat) {
      const CardSet up = mask >> seat & 1 ? piles_.top(Piles::of(kFront, seat)) : 0;
      if (up == 0 || strength[lowest_card(up) & 15] < best) continue;
      if (strength[lowest_card(up) & 15] > best) best = strength[lowest_card(up) & 15], seats = 0;
      seats |= 1 << seat;
    }
    return seats;
  }

  DD_OUTLINE void collect(const Instruction& at) {
    const auto kind = static_cast<PileKind>(std::clamp<int>(at.a & 15, kHand, kPicked));
    piles_.collect(kind, who(static_cast<std::uint8_t>(at.a >> 4)), piles_.index(at.b), at.c & 1, streams_.chance);
  }

  // The next turn begins, or after so many in which nothing changed, or the last there may be, none: false, with why.
  DD_INLINE bool next_turn(const Instruction& at) {
    Table& t = table_;
    t.reg[kIdleTurns] = t.changed ? 0 : wrap(std::int64_t{t.reg[kIdleTurns]} + 1);
    if (t.reg[kIdleTurns] >= at.a) return t.reg[kEnding] = at.imm, false;
    pass_turn();
    if (t.reg[kTurns] >= program_.max_turns) return t.reg[kEnding] = static_cast<int>(Ending::kTurnLimit), false;
    t.reg[kTurns] = wrap(std::int64_t{t.reg[kTurns]} + 1);
    t.changed = 0;
    return true;
  }

  // The turn goes to the seat that was set, if it is in play, or on in the direction, over those that are skipped.
  DD_INLINE void pass_turn() {
    Table& t = table_;
    const unsigned playing = seats_.in_play();
    if (t.seat[kNextSeat] != kNobody && (playing >> (t.seat[kNextSeat] & 7) & 1)) {
      t.seat[kTurnSeat] = t.seat[kNextSeat];
    } else {
      int turn = seats_.after(t.seat[kTurnSeat] & 7, playing, 1);
      if (t.reg[kSkips] > 0) turn = skip_seats(turn, playing);
      t.seat[kTurnSeat] = seat(turn);
      t.reg[kSkips] = 0;
    }
    t.seat[kNextSeat] = kNobody;
    t.reg[kTaken] = -1;
  }

  DD_OUTLINE int skip_seats(int turn, unsigned playing) const {
    for (int skips = std::min(table_.reg[kSkips], 1 << 16); skips > 0; --skips) turn = seats_.after(turn, playing, 1);
    return turn;
  }

  // Begins a loop over the seats of a mode (or with 8 of the mask there is already) at a seat; false if there are none.
  bool first_seat(const Instruction& at) {
    table_.seat[at.a] = table_.seat[at.b];
    if ((at.d & 8) == 0) table_.reg[at.c] = static_cast<std::int32_t>(seats_.mask(at.d));
    return each(at.a, at.c, at.d >> 4);
  }

  // Sets the variable to the first seat of the mask at or after it, and takes it out of the mask.
  DD_INLINE bool each(std::uint8_t variable, std::uint8_t seats, int way) {
    const unsigned mask = static_cast<unsigned>(table_.reg[seats]) & program_.every_seat;
    if (mask == 0) return false;
    const int found = seats_.at_or_after(who(variable), mask, way);
    table_.reg[seats] = static_cast<std::int32_t>(mask & ~(1u << found));
    table_.seat[variable] = seat(found);
    return true;
  }

  DD_OUTLINE bool next_side(std::uint8_t variable) {
    for (int next = who(variable) + 1; next < program_.seats; ++next)
      if (seats_.head(next) == next) {
        table_.seat[variable] = seat(next);
        return true;
      }
    return false;
  }

  // Given a size it knows, the compiler writes a string instruction, which is slow to start.
  DD_OUTLINE static void clear(void* from, std::size_t bytes) { std::memset(from, 0, bytes); }

  DD_OUTLINE void reset_deal() {
    Table& t = table_;
    clear(&t, offsetof(Table, reg));  // cards and what is known about them
    t.least_count = 0;
    clear(t.column + kBet * kMaxSeats, sizeof(std::int32_t) * kMaxSeats * (kBags - kBet));
    clear(t.reg + kTrump, sizeof(std::int32_t) * (kFirstTemporary - kTrump));
    for (int reg : {kTrump, kNamed, kLastPlayed, kLead, kLeadSuit, kBest, kTaken, kDrawn}) t.reg[reg] = -1;
    for (int variable : {kNextSeat, kLastCapturer, kDealWinner, kTrickWinner, kCreditor}) t.seat[variable] = kNobody;
    t.direction = 1;
    t.folded = 0;
    t.winners = 0;
  }

  DD_OUTLINE void new_deck() {
    Table& t = table_;
    clear(t.pile, sizeof t.pile);
    t.pile[kDeck] = program_.deck;
    is_fresh_ = order_.count == 0;
    if (is_fresh_)
      piles_.relink_ascending_and_shuffle(kDeck, streams_.deal, fresh_);
    else
      piles_.relink(kDeck, order_.cards, order_.count);
    order_ = {};
  }

  // Deals one card at a time from the left of `dealer`: `each` cards, or all (0), or all equally and the rest aside
  // (52).
  DD_OUTLINE int deal(int dealer, int each) {
    const unsigned mask = seats_.not_out();
    const int players = std::popcount(mask);
    int left = piles_.size(kDeck);
    if (players == 0) return -1;
    int cards = each == 52 ? left / players * players : each == 0 ? left : std::min(left, each * players);
    const std::uint8_t* order = is_fresh_ ? fresh_ : nullptr;
    is_fresh_ = false;
    // Unless something is known about the stock.
    const int dealt = piles_.deal(dealer, mask, program_.seats, cards, order);
    int seat = dealer, last = std::max(dealt, -1);
    for (; dealt == -2 && cards > 0; --cards) {
      seat = seats_.after(seat, mask, 0);
      last = table_.top[kDeck];
      piles_.take(kDeck, Piles::of(kHand, seat), false, streams_.chance);
    }
    if (each == 52) piles_.move_all(kDeck, kAside, false);
    return last;
  }

  // The card just chosen goes from the seat's hand to the trick, against the best so far; the number is a suit that it
  // may break, or none. Flags: 1 high wins, 32 not following shows a lack; times 4: 0 no trump, 1–4 a suit, 5 the
  // deal's.
  DD_INLINE void beat(const Instruction& at) {
    Table& t = table_;
    const int card = t.chosen & 63, best = t.reg[kBest];
    const int player = who(at.a);
    piles_.play_to_trick(card, player);
    t.reg[kBroken] |= card >> 4 == at.imm;
    if (best < 0) {
      t.reg[kLead] = t.reg[kBest] = card;
      t.reg[kLeadSuit] = card >> 4;
      t.seat[at.b] = seat(player);
      return;
    }
    // Masks instead of branches from here on: on the card chosen each would be a guess.
    const bool follows = card >> 4 == t.reg[kLeadSuit];
    t.lacks[player] |= suit_cards(t.reg[kLeadSuit]) & program_.deck & -CardSet{(at.d & 32) != 0 && !follows};
    const int better = -beats(at, card, best);
    t.reg[kBest] = (card & better) | (best & ~better);
    t.seat[at.b] = seat((player & better) | (t.seat[at.b] & ~better));
  }

  DD_INLINE int beats(const Instruction& at, int card, int best) const {
    const int declared = at.d >> 2 & 7;
    const int trump = declared == 5 ? table_.reg[kTrump] : declared - 1;
    const int trumps = card >> 4 == trump, alike = card >> 4 == best >> 4;
    const std::uint8_t* strength = table_at(static_cast<std::uint8_t>(at.c + trumps));
    const int gain = strength[card & 15] - strength[best & 15];
    const int stronger = (at.d & 1 ? gain : -gain) > 0;
    return (alike & stronger) | (~alike & trumps);
  }

  // The seat takes the trick and has the next turn.
  DD_INLINE void win_trick(std::uint8_t winner) {
    Table& t = table_;
    t.seat[kTrickWinner] = t.seat[kNextSeat] = t.seat[winner];
    piles_.take_trick(Piles::of(kCapture, seats_.head(who(winner))));
    std::int32_t& tricks = t.column[kTricks * kMaxSeats + who(winner)];
    tricks = std::min(tricks, 999'999'999) + 1;
    t.reg[kTricksPlayed] = wrap(std::int64_t{t.reg[kTricksPlayed]} + 1);
    t.reg[kLead] = t.reg[kLeadSuit] = t.reg[kBest] = -1;
  }

  void forget_temporaries() {
    std::memset(set_, 0, sizeof set_);
    std::memset(table_.reg + kFirstTemporary, 0, sizeof(std::int32_t) * (kRegisters - kFirstTemporary));
  }

  DD_OUTLINE void end_match() {
    const auto forced = static_cast<Ending>(table_.reg[kEnding] & 7);
    if (table_.winners == (1u << program_.seats) - 1) table_.winners = 0;  // all share: nobody wins
    const bool decided = table_.winners != 0;
    if (forced == Ending::kTurnLimit || forced == Ending::kStalemate || forced == Ending::kDealLimit)
      finish(forced, table_.winners);
    else
      finish(decided ? Ending::kDecided : Ending::kDraw, table_.winners);
  }

  DD_OUTLINE void refuse() {
    table_.chosen = 0;
    moves_.clear();
    refused_ = true;
  }

  DD_OUTLINE void pause_between_deals() {
    table_.to_move = kNobody;
    moves_.clear();
    forget_temporaries();
  }

  DD_OUTLINE void finish(Ending ending, unsigned winners) {
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
  std::int32_t last_deal_ = INT32_MAX;
  MoveSet moves_;
  CardSet set_[kSets] = {};
  bool refused_ = false;    // a move that was not offered
  bool is_fresh_ = false;   // the deck was shuffled by the op before
  std::uint8_t fresh_[64];  // into this order
};

}  // namespace DD_ISA
}  // namespace dd
