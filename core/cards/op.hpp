// The op list: name and operand kinds. The assembler, the loader, the verifier and the VM all read this one list.
//
// Kinds: r int register, s set register, p pile, v seat variable, k constant, t table, c column, n small number, m move
// (one byte each, at most four per op, in fields a b c d); i 32-bit number (imm); l label (target).
#pragma once

// clang-format off
#define DD_OPS(X)                                                                                      \
  /* control */                                                                                        \
  X(END, "") X(TURN, "r") X(NEXT, "nil") X(JUMP, "l") X(CALL, "l") X(RET, "") X(PHASE, "")               \
  X(JEQ, "ril") X(JNE, "ril") X(JLT, "ril") X(JGT, "ril") X(JLE, "ril") X(JGE, "ril") X(JCMPR, "rrnl") X(JEMPTY, "sl") X(JSOME, "sl") X(JMOVE, "ml") X(JNOTIN, "kl") X(JSEAT, "vvl")       \
  X(JNOBODY, "vl") X(JGIVE, "pnl") X(JTIE, "l") X(JNONE, "nl") X(JANY, "nl") X(JONE, "rl") X(JFEWER, "ril") X(JLEFT, "l") X(JBIT, "rnl") X(JPLAY, "vl") X(JALONE, "l")                                                                     \
  /* seats */                                                                                          \
  X(RESET, "") X(SETV, "vv") X(SETVI, "vn") X(STEP, "vn") X(ADDV, "vn") X(OPPONENT, "vv") X(SIDEOF, "rv")              \
  X(SEATOF, "vs") X(RANDOMV, "vn") X(GETV, "rv") X(PUTV, "vr") X(MASK, "rn") X(SEATS, "vvrnl") X(EACH, "vrnl") X(SIDES, "vl")             \
  X(FOLD, "v") X(OUT, "r") X(REVERSE, "") X(WINNER, "v") X(RANK, "nl")                                \
  /* integers */                                                                                       \
  X(SETI, "ri") X(ADDI, "ri") X(MULI, "ri") X(MODI, "ri") X(MOVR, "rr") X(ADDR, "rr") X(SUBR, "rr")    \
  X(MINR, "rr") X(MAXI, "ri") X(LOAD, "rcv") X(STORE, "cvr") X(ADDC, "cvr") X(SUMC, "rc") X(SUMSIDE, "rcv") X(MAXC, "rc") X(SIZE, "rp")   \
  X(COUNT, "rs") X(VALUE, "rst") X(BITS, "rr") X(SETB, "rv") X(CLRB, "rv") X(RIVALS, "rvni") X(DEADWOOD, "rvt") X(LAYOFF, "rvvt")  \
  /* sets */                                                                                           \
  X(SCONST, "sk") X(SPILE, "sp") X(SHAND, "sv") X(STOP, "sp") X(STOPN, "spr") X(SBOTTOM, "sp")          \
  X(SCARD, "sr") X(SSUIT, "sr") X(SRANK, "sr") X(SMOV, "ss") X(SAND, "ss") X(SOR, "ss") X(SANDN, "ss") \
  X(PREFER, "ss") X(PREFERS, "sr") X(AVOID, "ss")                                                                       \
  X(SLIKE, "ssn") X(STOPLIKE, "spnk") X(SANDH, "sv") X(HELD, "ssvl") X(SORK, "sk") X(SSTRONG, "sstn") X(SNEXT, "sstn") X(SGROUP, "sni") X(SPAIRS, "sn") X(SVALUE, "sst")   \
  X(SSUMS, "sst") X(SPARTS, "sprt") X(PICKS, "svni") X(LOWCARD, "rs") X(HIGHCARD, "rs") X(SUITOF, "rs") X(RANKBITS, "rs")                  \
  /* cards */                                                                                          \
  X(DECK, "") X(DEAL, "rvi") X(MOVE, "sppn") X(PLAY, "pp") X(TAKE, "ppn") X(COLLECT, "ppn") X(MOVEALL, "ppn")          \
  X(DRAW, "vnl") X(SHOW, "s") X(LACK, "vs") X(LEAST, "vs")                                                           \
  /* choices */                                                                                        \
  X(ASK, "vnil") X(ASKHAND, "vnisvl") X(ASKC, "vnsil") X(ASKM, "vnmil") X(OFFER, "s") X(OFFERM, "m") X(OFFERR, "mr") X(OFFERN, "mrr") X(SELECT, "svnil") \
  X(CHOOSE, "") X(CHOOSEB, "mi") X(CHOSEN, "rm") X(PICK, "vl")                        \
  /* tricks and chips */                                                                               \
  X(UPBEST, "rrt") X(BEAT, "vvtni") X(WINTRICK, "v") X(PAY, "vrn") X(BETOPEN, "") X(BETNEXT, "vl") X(BETS, "vk") X(BETPAY, "vk")          \
  X(BETEND, "") X(WINPOT, "v") X(REFUND, "") X(SHOWDOWN, "vnt")                          \
  X(PREVIOUS, "vv") X(WINBATTLE, "vvt") X(ARRANGE, "rvt")

// clang-format on

#include <cstdint>

namespace dd {

enum class OpCode : std::uint8_t {
#define DD_OP_ENUM(name, kinds) name,
  DD_OPS(DD_OP_ENUM)
#undef DD_OP_ENUM
};

inline constexpr const char* kOpNames[] = {
#define DD_OP_NAME(name, kinds) #name,
    DD_OPS(DD_OP_NAME)
#undef DD_OP_NAME
};
inline constexpr const char* kOpKinds[] = {
#define DD_OP_KINDS(name, kinds) kinds,
    DD_OPS(DD_OP_KINDS)
#undef DD_OP_KINDS
};
inline constexpr int kOpCount = static_cast<int>(sizeof(kOpNames) / sizeof(kOpNames[0]));

}  // namespace dd
