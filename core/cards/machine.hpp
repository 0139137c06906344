// The machine: runs a program on a table from choice to choice. What a rule can do is an op (ops/); what a player can
// do is offered. Programs were verified at loading: operands are in range here, and only loops and the stack are still
// guarded.
#pragma once

#include <type_traits>

#include "cards/ops/betting.hpp"
#include "cards/ops/cards.hpp"
#include "cards/ops/choices.hpp"
#include "cards/ops/combos.hpp"
#include "cards/ops/control.hpp"
#include "cards/ops/fused.hpp"
#include "cards/ops/numbers.hpp"
#include "cards/ops/seats.hpp"
#include "cards/ops/sets.hpp"
#include "cards/ops/tricks.hpp"

namespace dd {
inline namespace DD_ISA {

// Counts nothing. Another Trace may note which ops ran, or how the table stood before one of them.
struct NoTrace {
  void operator()(const Instruction&, const Table&) const {}
};

template <class Trace = NoTrace>
class Machine : private Workspace {
 public:
  Machine(const Program& program, Table& table, Streams& streams, Trace trace = {})
      : Workspace(program, table, streams), trace_(trace) {}

  void set_deck(DeckOrder cards) { order = cards; }

  bool refused() const { return is_refused; }

  // Pauses before another deal begins: nobody is to move then, and the game is not over.
  void stop_after_deal() { last_deal = table.reg[kDeals]; }

  // Runs until the first choice, or the end.
  void run_to_choice(std::uint16_t pc) {
    run_any(pc, AnyChooser([](const MoveSet&, Move&) { return false; }));
  }

  // As `run`, for what is not hot: one copy of the code serves all choosers.
  void run_any(std::uint16_t pc, AnyChooser choose) { run(pc, choose); }

  // Runs from `pc` until `choose(moves, move)` declines a choice or the game is over.
  // On a choice: fills table.to_move and asks; true means `move` was set and play goes on.
  // A move that was not offered ends the run: the table still waits for the same choice, and `refused` says so.
  // `choose` may be told who is asked, too: `choose(moves, move, seat)`. It is copied, so what it holds should be few
  // references.
  template <class Choose>
  void run(std::uint16_t pc, Choose choose);

 private:
  // A chooser that draws its move from those offered says so, and then nobody looks whether it did.
  template <class Choose>
  static constexpr bool kIsChecked = !requires { Choose::kTakesOneOffered; };

  template <class Choose, class Offered>
  DD_INLINE static bool ask(Choose& choose, const Offered& offered, Move& move, const Table& t) {
    if constexpr (requires { choose(offered, move, Seat{}); })
      return choose(offered, move, static_cast<Seat>(t.to_move & (kMaxSeats - 1)));
    else
      return choose(offered, move);
  }

  Trace trace_;
};

// One function with all ops inside: what it needs at every op stays in registers.
template <class Trace>
template <class Choose>
void Machine<Trace>::run(std::uint16_t pc, Choose choose) {
  // The addresses of the labels below, in the order of op codes: `goto*` needs no switch and no range check.
  static const void* const kLabels[] = {
#define DD_LABEL(name, ...) &&op_##name,
      DD_OPS(DD_LABEL) DD_FUSED_OPS(DD_LABEL)
#undef DD_LABEL
  };
  // A trace is told of every op, so it runs them one by one.
  constexpr bool kIsTraced = !std::is_same_v<Trace, NoTrace>;
  auto& w = *this;  // of a type that depends on the template, or `if constexpr` would not leave out the others
  Table& t = w.table;
  const Instruction* at = w.program.code.data() + pc;
  // Backward jumps since the last choice, and choices in this run. Both have a limit, so every program ends.
  int jumps = 0, plies_left = kMaxPlies;
  CardSet cards;  // from one part of a fused op to the next
// Every op ends by jumping to the next one's label: the branch predictor then learns which op follows which.
#define DD_GO()                                                              \
  do {                                                                       \
    trace_(*at, t);                                                          \
    goto* kLabels[kIsTraced ? static_cast<std::uint8_t>(at->op) : at->fast]; \
  } while (false)
#define DD_NEXT() \
  do {            \
    ++at;         \
    DD_GO();      \
  } while (false)
#define DD_JUMP()                                                                   \
  do {                                                                              \
    if (at->jump <= 0 && ++jumps > kMaxJumps) return w.finish(Ending::kRunaway, 0); \
    at += at->jump;                                                                 \
    DD_GO();                                                                        \
  } while (false)
#define DD_JUMP_IF(condition) \
  do {                        \
    if (condition) DD_JUMP(); \
    DD_NEXT();                \
  } while (false)
// Asks for one of the moves offered, of which this is a copy: it stays in registers, whatever else is written. A move
// that is not among them is never made, whoever answers: only one that was drawn from them is not looked for. The
// chosen one is in `chosen`, too.
#define DD_ASK(moves)                                          \
  const auto offered = moves;                                  \
  if (offered.empty()) return w.finish(Ending::kStalemate, 0); \
  t.pc = static_cast<std::uint16_t>(at->index + 1);            \
  t.changed |= offered.several();                              \
  Move chosen = t.chosen;                                      \
  const bool is_chosen = ask(choose, offered, chosen, t);      \
  t.chosen = chosen;                                           \
  w.forget_temporaries(t);                                     \
  if (!is_chosen) return;                                      \
  if (kIsChecked<Choose> && !offered.has(chosen)) [[unlikely]] \
    return w.refuse();                                         \
  jumps = w.phases = 0;                                        \
  if (--plies_left < 0) return w.finish(Ending::kRunaway, 0)
// The op of that name, and where it says to go on.
#define DD_STEP(name, kinds, note)                                     \
  op_##name : {                                                        \
    using Result = decltype(ops::name(w, t, *at));                     \
    if constexpr (std::is_void_v<Result>) {                            \
      ops::name(w, t, *at);                                            \
      DD_NEXT();                                                       \
    } else if constexpr (std::is_same_v<Result, bool>) {               \
      DD_JUMP_IF(ops::name(w, t, *at));                                \
    } else if constexpr (std::is_same_v<Result, Flow>) {               \
      const Flow flow = ops::name(w, t, *at);                          \
      if (flow == Flow::kStop) return;                                 \
      if (flow == Flow::kChoose) goto op_CHOOSE;                       \
      if (flow == Flow::kNext) DD_NEXT();                              \
      DD_JUMP();                                                       \
    } else if constexpr (std::is_same_v<Result, const Instruction*>) { \
      const Instruction* const call = ops::name(w, t, *at);            \
      if (call == nullptr) return;                                     \
      if (++jumps > kMaxJumps) return w.finish(Ending::kRunaway, 0);   \
      at = call;                                                       \
      DD_NEXT();                                                       \
    } else {                                                           \
      DD_ASK(ops::name(w, t, *at));                                    \
      DD_NEXT();                                                       \
    }                                                                  \
  }
  DD_GO();
  DD_OPS(DD_STEP)

// The fused ops: what the ops that they stand for do one after the other, in fewer instructions.
#define DD_FUSED_STEP(name, note)                                    \
  op_##name : {                                                      \
    if constexpr (std::is_void_v<decltype(fused::name(w, t, at))>) { \
      fused::name(w, t, at);                                         \
      DD_NEXT();                                                     \
    } else {                                                         \
      DD_JUMP_IF(fused::name(w, t, at));                             \
    }                                                                \
  }                                                                  \
  DD_GO();
  DD_FUSED_STEPS(DD_FUSED_STEP)

op_LED_TRICK:
  if (fused::leads(t, at[1])) {
    ops::SHAND(w, t, *at);
    ++at;
    DD_NEXT();
  }
  cards = fused::preferred(t, at[0], at[1 + at[1].jump]);
  at += 2 + at[1].jump;
  goto play_to_trick;
op_HAND_TRICK:
  cards = fused::preferred(t, at[0], at[1]);
  at += 2;
  goto play_to_trick;
op_TRICK_CARD:
  cards = w.set[at->c];
play_to_trick:  // `cards` were not put into a set: the question would clear it
  {
    const int player = fused::ask(w, t, *at);
    DD_ASK(CardMoves{cards});
    ops::beat<true>(w, t, at[1], chosen, player);
    at += 2;
    DD_JUMP_IF(ops::EACH(w, t, *at));
  }
op_ANY_NEXT:
  {
    if (ops::seats(w, t).playing_with_cards() == 0) DD_NEXT();
    at += at->jump;
    goto op_NEXT;
  }
op_NONE_NEXT:
  {
    if (ops::seats(w, t).playing_without_cards() != 0) DD_NEXT();
    at += at->jump;
    goto op_NEXT;
  }
op_CARD_PLAYED:
  {
    fused::ask(w, t, *at);
    DD_ASK(CardMoves{w.set[at->c]});
    ++at;
    ops::piles(w, t).play(chosen, ops::piles(w, t).index(at->a), ops::piles(w, t).index(at->b));
    DD_NEXT();
  }
op_HAND_CARD_PLAYED:
  {
    fused::ask(w, t, *at);
    DD_ASK(CardMoves{w.set[at->c]});
    ++at;
    ops::piles(w, t).play_from_hand(chosen, t.seat[at->a >> 4] & (kMaxSeats - 1), at->b & 15);
    DD_NEXT();
  }
op_PICKED:
  {
    ops::ask(w, t, *at);
    const CardSet hand = ops::hand(t, at->d);
    w.set[at->c] = hand;
    w.moves = CardMoves{fused::picks_of_hand(w, t, at[1], hand)};
    ++at;
    if (w.moves.word[0] == 0) DD_JUMP();
    if (ops::offer_end(w, t, *at)) DD_NEXT();
    ++at;
    DD_ASK(CardMoves{w.moves.word[0]});
    ++at;
    DD_JUMP_IF(ops::PICK(w, t, *at));
  }
op_SPAN_CHOSEN:
  {
    fused::ask(w, t, *at);
    ++at;
    const SpanMoves span{at->a, static_cast<std::uint32_t>(t.reg[at->b])};
    w.moves = span;
    ++at;
    DD_ASK(span);
    ++at;
    ops::CHOSEN(w, t, *at);
    DD_NEXT();
  }
op_RANK_CHOSEN:
  {
    fused::ask(w, t, *at);
    const CardSet cards = ops::hand(t, at->d);
    w.set[at->c] = cards;
    const auto ranks = static_cast<std::uint32_t>(same_rank(cards) & 0x1FFF);
    t.reg[at[1].a] = static_cast<std::int32_t>(ranks);
    at += 2;
    const SpanMoves span{at->a, ranks};
    w.moves = span;
    ++at;
    DD_ASK(span);
    ++at;
    ops::CHOSEN(w, t, *at);
    DD_NEXT();
  }
#undef DD_GO
#undef DD_NEXT
#undef DD_JUMP
#undef DD_JUMP_IF
#undef DD_ASK
#undef DD_STEP
#undef DD_FUSED_STEP
}

// It takes a second to compile, so what is not hot shares one copy an instruction set, in the kernel of matches.
extern template void Machine<>::run(std::uint16_t pc, AnyChooser choose);

}  // namespace DD_ISA
}  // namespace dd
