// The op list: name, operand kinds, and what it does. The assembler, the loader, the verifier, the machine and
// docs/ops.md all read this one list; core/cards/ops/ has a function of the same name for each.
//
// Kinds: r int register, s set register, p pile, v seat variable, k constant, t table, c column, n small number, m move
// (one byte each, at most four per op, called a b c d in their order); i 32-bit number; l label. The numbers that n
// and i may have are named in vocabulary.hpp.
//
// The place in the list is the op's byte in programs, and so part of their hashes: a new op comes last.
#pragma once

// clang-format off
#define DD_OPS(X)                                                                                                      \
  /* control */                                                                                                        \
  X(END, "", "end the match: whoever won was set by RANK or WINNER")                                                   \
  X(TURN, "r", "a turn begins: register a grows by one, and nothing has changed yet")                                  \
  X(NEXT, "nil", "the turn passes on and jump to l; or end the deal: after a idle turns with ending "                  \
    "i, or at the limit of turns")                                                                                     \
  X(JUMP, "l", "jump to l")                                                                                            \
  X(CALL, "l", "jump to l, and remember to come back")                                                                 \
  X(RET, "", "go back behind the last CALL")                                                                           \
  X(PHASE, "", "a phase begins: counts against runaway games")                                                         \
  X(JEQ, "ril", "jump to l if register a == i")                                                                        \
  X(JNE, "ril", "jump to l if register a != i")                                                                        \
  X(JLT, "ril", "jump to l if register a < i")                                                                         \
  X(JGT, "ril", "jump to l if register a > i")                                                                         \
  X(JLE, "ril", "jump to l if register a <= i")                                                                        \
  X(JGE, "ril", "jump to l if register a >= i")                                                                        \
  X(JCMPR, "rrnl", "jump to l if register a compares with register b as operator c says")                              \
  X(JEMPTY, "sl", "jump to l if set a is empty")                                                                       \
  X(JSOME, "sl", "jump to l if set a is not empty")                                                                    \
  X(JMOVE, "ml", "jump to l if move a was chosen")                                                                     \
  X(JNOTIN, "kl", "jump to l unless a card of constant a was chosen")                                                  \
  X(JSEAT, "vvl", "jump to l if seats a and b are the same")                                                           \
  X(JNOBODY, "vl", "jump to l if seat a is nobody")                                                                    \
  X(JGIVE, "pnl", "jump to l if pile a has a card, or is the stock and can be refilled (b: the "                       \
    "discards may be reshuffled)")                                                                                     \
  X(JTIE, "l", "jump to l unless the winners are one side")                                                            \
  X(JNONE, "nl", "jump to l if there is no seat of mask a")                                                            \
  X(JANY, "nl", "jump to l if there is a seat of mask a")                                                              \
  X(JONE, "rl", "jump to l if register a has exactly one bit")                                                         \
  X(JFEWER, "ril", "jump to l if register a has fewer than i bits")                                                    \
  X(JLEFT, "l", "seats without cards are out, if two others are left: then jump to l")                                 \
  X(JBIT, "rnl", "jump to l if bit b of register a is 0")                                                              \
  X(JPLAY, "vl", "jump to l if seat a is in play")                                                                     \
  X(JALONE, "l", "jump to l if only one side is in play")                                                              \
  /* seats */                                                                                                          \
  X(RESET, "", "a deal begins: forget cards, bets, and all registers and seats that belong to a deal")                 \
  X(SETV, "vv", "seat a := seat b")                                                                                    \
  X(SETVI, "vn", "seat a := the seat of number b, or nobody")                                                          \
  X(STEP, "vn", "seat a := the next seat of mask b & 7, going way b >> 4")                                             \
  X(ADDV, "vn", "seat a := the seat b places to its left")                                                             \
  X(OPPONENT, "vv", "seat a := the next opponent of seat b in the direction of play, one with cards if there is any")  \
  X(SIDEOF, "rv", "register a := the first seat of the side of seat b")                                                \
  X(SEATOF, "vs", "seat a := who holds a card of set b in hand, or nobody")                                            \
  X(RANDOMV, "vn", "seat a := any seat of mask b")                                                                     \
  X(GETV, "rv", "register a := the number of seat b; -1: nobody")                                                      \
  X(PUTV, "vr", "seat a := the seat of the number in register b; below 0: nobody")                                     \
  X(MASK, "rn", "register a := the seats of mask b, one bit each")                                                     \
  X(SEATS, "vvrnl", "begin a loop of seat a at seat b: register c := the seats of mask d & 15, then "                  \
    "as EACH, way d >> 4; jump to l if none")                                                                          \
  X(EACH, "vrnl", "seat a := the first seat of register b at or after it, going way c; it leaves b, "                  \
    "and jump to l; none left: go on")                                                                                 \
  X(SIDES, "vl", "seat a := the first seat of the next side and jump to l; after the last side: go on")                \
  X(FOLD, "v", "seat a is folded")                                                                                     \
  X(OUT, "r", "the seats of register a are out of the match")                                                          \
  X(REVERSE, "", "the direction of play turns round")                                                                  \
  X(WINNER, "v", "the winners are the side of seat a; nobody: none")                                                   \
  X(RANK, "nl", "the winners are the best by ranking a; jump to l if it has no answer")                                \
  /* integers */                                                                                                       \
  X(SETI, "ri", "register a := i")                                                                                     \
  X(ADDI, "ri", "register a += i")                                                                                     \
  X(MULI, "ri", "register a *= i")                                                                                     \
  X(MODI, "ri", "register a := a modulo i, never below 0")                                                             \
  X(MOVR, "rr", "register a := register b")                                                                            \
  X(ADDR, "rr", "register a += register b")                                                                            \
  X(SUBR, "rr", "register a -= register b")                                                                            \
  X(MINR, "rr", "register a := the smaller of registers a and b")                                                      \
  X(MAXI, "ri", "register a := the larger of register a and i")                                                        \
  X(LOAD, "rcv", "register a := column b of seat c")                                                                   \
  X(STORE, "cvr", "column a of seat b := register c")                                                                  \
  X(ADDC, "cvr", "column a of seat b += register c, within a thousand million")                                        \
  X(SUMC, "rc", "register a := the sum of column b")                                                                   \
  X(SUMSIDE, "rcv", "register a := the sum of column b over the side of seat c")                                       \
  X(MAXC, "rc", "register a := the largest of column b")                                                               \
  X(SIZE, "rp", "register a := the number of cards of pile b")                                                         \
  X(COUNT, "rs", "register a := the number of cards of set b")                                                         \
  X(VALUE, "rst", "register a := the sum of the values of set b by table c")                                           \
  X(BITS, "rr", "register a := the number of bits of register b")                                                      \
  X(SETB, "rv", "bit of seat b in register a := 1")                                                                    \
  X(CLRB, "rv", "bit of seat b in register a := 0")                                                                    \
  X(RIVALS, "rvni", "register a := 1 if measure c & 7 (with i) of seat b compares as operator c >> "                   \
    "3 with that of every other side")                                                                                 \
  X(DEADWOOD, "rvt", "register a := the least value, by table c, of unmatched cards in the hand of seat b")            \
  X(LAYOFF, "rvvt", "register a := deadwood of seat c, table d, after laying off on arrangement a "                    \
    "of the melds of seat b")                                                                                          \
  /* sets */                                                                                                           \
  X(SCONST, "sk", "set a := constant b")                                                                               \
  X(SPILE, "sp", "set a := the cards of pile b")                                                                       \
  X(SHAND, "sv", "set a := the hand of seat b, picked cards too")                                                      \
  X(STOP, "sp", "set a := the top card of pile b; nothing if it has no order")                                         \
  X(STOPN, "spr", "set a := as many cards as register c says from the top of pile b")                                  \
  X(SBOTTOM, "sp", "set a := the bottom card of pile b")                                                               \
  X(SCARD, "sr", "set a := the card in register b; below 0: nothing")                                                  \
  X(SSUIT, "sr", "set a := all cards of the suit in register b; below 0: nothing")                                     \
  X(SRANK, "sr", "set a := all cards of the rank in register b; below 0: nothing")                                     \
  X(SMOV, "ss", "set a := set b")                                                                                      \
  X(SAND, "ss", "set a := cards of both a and b")                                                                      \
  X(SOR, "ss", "set a := cards of a or b")                                                                             \
  X(SANDN, "ss", "set a := cards of a that are not in b")                                                              \
  X(PREFER, "ss", "set a := its cards that are in set b, if there are any")                                            \
  X(PREFERS, "sr", "set a := its cards of the suit in register b, if there are any")                                   \
  X(AVOID, "ss", "set a := its cards that are not in set b, if there are any")                                         \
  X(SLIKE, "ssn", "set a := all cards like one of set b, by likeness c")                                               \
  X(STOPLIKE, "spnk", "set a := all cards like the top card of pile b by top likeness c, and those "                   \
    "of constant d; no card: all are")                                                                                 \
  X(SANDH, "sv", "set a := its cards that are in the hand of seat b")                                                  \
  X(HELD, "ssvl", "set a := cards of set b in the hand of seat c; jump to l if there is none")                         \
  X(SORK, "sk", "set a := its cards and those of constant b")                                                          \
  X(SSTRONG, "sstn", "set a := all cards whose strength (table c) compares as operator d with the "                    \
    "lowest of set b; b empty: all")                                                                                   \
  X(SNEXT, "sstn", "set a := all cards that are neighbours d, by strength (table c), of the lowest "                   \
    "card of set b; b empty: all")                                                                                     \
  X(SGROUP, "sni", "set a := its cards that are part of a group b of at least i cards")                                \
  X(SPAIRS, "sn", "set a := its cards that pair up, by pairs b")                                                       \
  X(SVALUE, "sst", "set a := all cards with the value, by table c, of a card of set b")                                \
  X(SSUMS, "sst", "set a := all cards whose value, by table c, is the sum of some cards of set b")                     \
  X(SPARTS, "sprt", "set a := its cards that may be picked next, after those in pile b, to sum up "                    \
    "to register c by table d")                                                                                        \
  X(PICKS, "svni", "set a := its cards that seat b may pick next, by pick mode c, if at least i & 255 are needed")     \
  X(LOWCARD, "rs", "register a := the lowest card of set b; empty: -1")                                                \
  X(HIGHCARD, "rs", "register a := the highest card of set b; empty: -1")                                              \
  X(SUITOF, "rs", "register a := the suit of the lowest card of set b; empty: -1")                                     \
  X(RANKBITS, "rs", "register a := the ranks of set b, one bit each")                                                  \
  /* cards */                                                                                                          \
  X(DECK, "", "all cards go to the stock and are shuffled")                                                            \
  X(DEAL, "rvi", "deal i cards to each seat left of seat b on; 0: all; 52: all equally, the rest "                     \
    "aside; register a := the last one")                                                                               \
  X(MOVE, "sppn", "the cards of set a go from pile b to pile c at once; d: openly")                                    \
  X(PLAY, "pp", "the chosen card goes from pile a to pile b")                                                          \
  X(TAKE, "ppn", "the top card, or any of a pile without order, goes from pile a to pile b; c: openly")                \
  X(COLLECT, "ppn", "pile a of every seat, from its seat on, goes to pile b; c: shuffled together")                    \
  X(MOVEALL, "ppn", "all cards of pile a go to pile b, the top one first; c: the bottom one first")                    \
  X(DRAW, "vnl", "seat a draws a card of the stock, which is refilled if empty (b: from the "                          \
    "discards); jump to l if there is none")                                                                           \
  X(SHOW, "s", "everybody sees the cards of set a, wherever they are")                                                 \
  X(LACK, "vs", "everybody learns that seat a has no card of set b in hand")                                           \
  X(LEAST, "vs", "everybody learns that seat a has a card of set b in hand")                                           \
  /* choices */                                                                                                        \
  X(ASK, "vnil", "seat a is asked, with prompt i, in continuation b; its moves are computed from l on")                \
  X(ASKHAND, "vnisvl", "as ASK; and set c := the hand of seat d")                                                      \
  X(ASKC, "vnsil", "as ASK; and it chooses a card of set c")                                                           \
  X(ASKM, "vnmil", "as ASK; and it makes move c, the only one")                                                        \
  X(OFFER, "s", "offer the cards of set a")                                                                            \
  X(OFFERM, "m", "offer move a")                                                                                       \
  X(OFFERR, "mr", "offer the moves that come so many after a as register b has bits set")                              \
  X(OFFERN, "mrr", "offer the moves a + n for all n from register b to register c")                                    \
  X(SELECT, "svnil", "offer cards of set a to pick, seat b, pick mode c, at least i & 255, most i "                    \
    ">> 8; jump to l if finished")                                                                                     \
  X(CHOOSE, "", "the seat chooses one of the moves offered")                                                           \
  X(CHOOSEB, "mi", "as OFFERR with the bits of i; then CHOOSE")                                                        \
  X(CHOSEN, "rm", "register a := the chosen move - b")                                                                 \
  X(PICK, "vl", "if a card was chosen: it goes from the hand of seat a to its picked cards, and jump to l")            \
  /* tricks and chips */                                                                                               \
  X(UPBEST, "rrt", "register a := those seats of register b whose front has the strongest top card, by table c")       \
  X(BEAT, "vvtni", "seat a plays the chosen card to the trick, which seat b wins so far: tables c "                    \
    "and c + 1, beat flags d, i breaks")                                                                               \
  X(WINTRICK, "v", "seat a takes the trick and has the next turn")                                                     \
  X(PAY, "vrn", "seat a pays register b chips into the pot, or what it has; c: as a bet of the round")                 \
  X(BETOPEN, "", "a round of betting begins")                                                                          \
  X(BETNEXT, "vl", "seat a := the next to act, itself first; jump to l if the round is over")                          \
  X(BETS, "vk", "offer what seat a may bet by the rules in constants b and b + 1")                                     \
  X(BETPAY, "vk", "seat a does what it chose, by the rules in constants b and b + 1")                                  \
  X(BETEND, "", "a round of betting ends: bets are no longer told apart")                                              \
  X(WINPOT, "v", "seat a takes the pot")                                                                               \
  X(REFUND, "", "everybody takes back what it paid into the pot")                                                      \
  X(SHOWDOWN, "vnt", "the best hands by evaluator b, table c, share the pot; odd chips go to the left of seat a")      \
  /* later ones, of any family */                                                                                      \
  X(PREVIOUS, "vv", "seat a := the opponent before seat b against the direction of play, one with "                    \
    "cards if there is any")                                                                                           \
  X(WINBATTLE, "vvt", "seat a takes the pots it paid for, others the strongest front (table c); odd "                  \
    "chips go to the left of seat b")                                                                                  \
  X(ARRANGE, "rvt", "register a := the number of ways to lay down the melds of seat b with least "                     \
    "deadwood, by table c")                                                                                            \
  X(STRUMPS, "skn", "set a := the cards of the deal's trump suit and those of constant b, of which with "              \
    "c only the ones of its colour")                                                                                   \
  X(BEATBY, "vvsti", "as BEAT, with set c as the trumps whatever their suits: tables d and d + 1, i: "                 \
    "beat flags, and 256 times 1 + the suit that breaks")                                                              \
  X(BESTCARD, "rst", "register a := the strongest card of set b by table c, of equals the lowest; empty: -1")\
  X(SMOST, "srt", "set a := its cards whose value, by table c, is at most register b")                                 \
  X(SBESIDE, "ssn", "set a := all cards that are neighbours c, by rank with ace low, of a card of set b and of its suit")\
  X(HANDRANK, "rvnt", "register a := how good the hand of seat b is by evaluator c, table d")                          \
  X(PEG, "rrrti", "register a := points for the chosen card, which joins the ranks in register b and "                 \
    "the total in register c, by table d; i & 255 and i >> 8 score two")                                               \
  X(COMBOS, "rssti", "register a := points for sums of i & 63 by table d, pairs, runs, a flush and a "                 \
    "jack in set b with starter c; i >> 8: no flush without c")
// clang-format on

#include <cstdint>

namespace dd {

enum class OpCode : std::uint8_t {
#define DD_OP_ENUM(name, kinds, note) name,
  DD_OPS(DD_OP_ENUM)
#undef DD_OP_ENUM
};

inline constexpr const char* kOpNames[] = {
#define DD_OP_NAME(name, kinds, note) #name,
    DD_OPS(DD_OP_NAME)
#undef DD_OP_NAME
};
inline constexpr const char* kOpKinds[] = {
#define DD_OP_KINDS(name, kinds, note) kinds,
    DD_OPS(DD_OP_KINDS)
#undef DD_OP_KINDS
};
inline constexpr const char* kOpNotes[] = {
#define DD_OP_NOTE(name, kinds, note) note,
    DD_OPS(DD_OP_NOTE)
#undef DD_OP_NOTE
};
inline constexpr int kOpCount = static_cast<int>(sizeof(kOpNames) / sizeof(kOpNames[0]));

}  // namespace dd
