// Finding fused ops. Each has a function that says whether the run of ops from a place on is one it stands for. The
// code was verified before: it ends with an op that does not fall through, so a run that matches ends inside.
#include "cards/program/fusion.hpp"

#include <initializer_list>

namespace dd {
namespace {

bool is_run(const Program& program, std::size_t at, const std::initializer_list<OpCode>& ops) {
  if (at + ops.size() > program.code.size()) return false;
  for (const OpCode op : ops)
    if (program.code[at++].op != op) return false;
  return true;
}

// What the ops that follow one another must have in common. `at` is where the run begins.
using Fits = bool (*)(const Program& program, const Instruction* at);

bool always(const Program&, const Instruction*) { return true; }
// SHAND s v; PREFERS s r
bool same_set(const Program&, const Instruction* at) { return at[0].a == at[1].a; }
// SHAND s v; JGE r i l; and at l, further on, PREFERS s r
bool leads_to_prefers(const Program& program, const Instruction* at) {
  const Instruction& target = program.code[at[1].target];
  return at[1].jump > 0 && target.op == OpCode::PREFERS && target.a == at[0].a;
}
// ASKC v n s i l; PLAY p p. Whether a choice goes on with a selection is known beforehand.
bool asks_simply(const Program&, const Instruction* at) { return at[0].b != kIfPicked; }
// ASKC v n s i l; BEAT v v t n i; with the same first v, of hands that are sets
bool plays_to_trick(const Program& program, const Instruction* at) {
  return asks_simply(program, at) && at[1].a == at[0].a && !program.queue_hands;
}
// SHAND s v; PREFERS s r; ASKC v n s i l; BEAT v v t n i; EACH v r n l
bool follows_in_trick(const Program& program, const Instruction* at) {
  return same_set(program, at) && at[2].c == at[0].a && plays_to_trick(program, at + 2);
}
// SHAND s v; JGE r i l; and at l, further on, the same from PREFERS on
bool leads_to_trick(const Program& program, const Instruction* at) {
  const std::size_t ask = at[1].target + 1u;
  return leads_to_prefers(program, at) && is_run(program, ask, {OpCode::ASKC, OpCode::BEAT, OpCode::EACH}) &&
         program.code[ask].c == at[0].a && plays_to_trick(program, &program.code[ask]);
}
// SEATS v v r n l
bool with_cards(const Program&, const Instruction* at) {
  return (at[0].d & 7) == kPlayingWithCards && (at[0].d & kOfMask) == 0;
}
// JANY n l or JNONE n l; and at l, further on, NEXT
bool leads_to_next(const Program& program, const Instruction* at) {
  return at[0].jump > 0 && program.code[at[0].target].op == OpCode::NEXT &&
         at[0].a == (at[0].op == OpCode::JANY ? kPlayingWithCards : kPlayingWithoutCards);
}
// STOPLIKE s p n k; HELD s s v l
bool held_of_like(const Program&, const Instruction* at) { return at[1].b == at[0].a; }
// The same, of the rank or suit of a card that has been put on top
bool held_of_top(const Program& program, const Instruction* at) {
  constexpr int kRankOrSuit = kLikeRank | kLikeSuit;
  return held_of_like(program, at) && at[0].b < kHand && (program.pile_flags[at[0].b] & kOrdered) != 0 &&
         (at[0].c & ~kLikeNamed) == kRankOrSuit;
}
// ASKC v n s i l; PLAY p p
bool plays_from_hand(const Program& program, const Instruction* at) {
  return asks_simply(program, at) && (at[1].a & 15) == kHand && (at[1].b & 15) < kHand && !program.queue_hands;
}
// ASKHAND v n i s v l; SELECT s v n i l; CHOOSE; PICK v l
bool picks_of_hand(const Program& program, const Instruction* at) {
  return !program.queue_hands && at[1].a == at[0].c && at[1].b == at[0].a && at[0].d == at[0].a && at[3].a == at[0].a &&
         (at[1].c & 3) == kPickAny;
}
// SHAND s v; SGROUP s n i; MOVE s p p n
bool moves_groups(const Program&, const Instruction* at) {
  return at[1].a == at[0].a && at[1].b == kRankGroup && at[2].a == at[0].a;
}
// SPILE s p
bool is_shared(const Program&, const Instruction* at) { return (at[0].b & 15) < kHand; }
// SPILE s p; VALUE r s t; or SPARTS s p r t
bool values_pile(const Program& program, const Instruction* at) { return is_shared(program, at) && at[1].b == at[0].a; }
bool parts_of_pile(const Program& program, const Instruction* at) {
  return is_shared(program, at) && at[1].a == at[0].a;
}
// SPILE s p; SPILE s p; SVALUE s s t; SAND s s; JEMPTY s l
bool same_value(const Program& program, const Instruction* at) {
  return is_shared(program, at) && is_shared(program, at + 1) && at[0].a != at[1].a && at[2].a == at[1].a &&
         at[2].b == at[1].a && at[3].a == at[0].a && at[3].b == at[1].a && at[4].a == at[0].a;
}
// SETVI v n; SIDEOF r v; JCMPR r r n l; CLRB r v; and l is behind it
bool clears_seat(const Program& program, const Instruction* at) {
  return at[0].b < program.seats && at[1].b == at[0].a && at[2].jump == 2 && at[3].b == at[0].a;
}
// SETVI v n; SIDEOF r v; JCMPR r r n l
bool side_of_seat(const Program&, const Instruction* at) { return at[1].b == at[0].a; }
// SETVI v n; SIDEOF r v; SIDEOF r v; JCMPR r r n l
bool other_side_of_seat(const Program&, const Instruction* at) { return at[2].b == at[0].a && at[1].b != at[0].a; }
// SIDEOF r v; and for each seat SETVI v n; SIDEOF r v; JCMPR r r n l; CLRB r v
bool clears_own_side(const Program& program, const Instruction* at) {
  const Instruction* const first = at + 1;
  const auto index = static_cast<std::size_t>(first - program.code.data());
  for (std::size_t seat = 0; seat < program.seats; ++seat) {
    const Instruction* const run = first + 4 * seat;
    if (!is_run(program, index + 4 * seat, {OpCode::SETVI, OpCode::SIDEOF, OpCode::JCMPR, OpCode::CLRB})) return false;
    if (!clears_seat(program, run) || run[0].a != first[0].a || run[0].b != seat) return false;
    if (run[1].a != first[1].a || run[2].a != at->a || run[2].b != run[1].a || run[2].c != kUnequal) return false;
    if (run[3].a != first[3].a) return false;
  }
  return at->a != first[1].a && at->a != first[3].a && first[1].a != first[3].a;
}
// SCONST s k; SPILE s p; SAND s s; JEMPTY s l
bool pile_among(const Program&, const Instruction* at) {
  return at[0].a != at[1].a && at[2].a == at[0].a && at[2].b == at[1].a && at[3].a == at[0].a;
}
// SCONST s k; AVOID s s
bool avoids_const(const Program&, const Instruction* at) { return at[1].b == at[0].a && at[1].a != at[0].a; }
// SHAND s v; SAND s s; JEMPTY s l
bool common_of_hand(const Program&, const Instruction* at) {
  return at[1].a == at[0].a && at[1].b != at[0].a && at[2].a == at[0].a;
}
// SRANK s r; LEAST v s; SRANK s r; LACK v s
bool asks_for_rank(const Program&, const Instruction* at) {
  return at[1].b == at[0].a && at[2].a == at[0].a && at[2].b == at[0].b && at[3].b == at[0].a;
}
// COUNT r s; ADDI r i; MAXI r i; MULI r i
bool of_one_register(const Program&, const Instruction* at) {
  return at[1].a == at[0].a && at[2].a == at[0].a && at[3].a == at[0].a;
}
// MOVR r r; MODI r i; JNE r i l
bool rest_of_register(const Program&, const Instruction* at) { return at[1].a == at[0].a && at[2].a == at[0].a; }
// OFFERR m r; moves that no rollout takes for a bid
bool offers_span(const Instruction& at) { return at.a >= kFirstSuit && at.a + 32 <= kPass; }
bool chooses_of_span(const Program&, const Instruction* at) { return at[0].b != kIfPicked && offers_span(at[1]); }
// ASKHAND v n i s v l; RANKBITS r s; OFFERR m r; CHOOSE
bool chooses_rank(const Program&, const Instruction* at) {
  return at[0].b != kIfPicked && at[1].b == at[0].c && at[2].b == at[1].a && offers_span(at[2]);
}

struct Pattern {
  FusedOp fused;
  std::initializer_list<OpCode> ops;
  Fits fits;
};

// Of several that fit the last is taken.
const Pattern kPatterns[] = {
    {kHAND_PREFERS, {OpCode::SHAND, OpCode::PREFERS}, same_set},
    {kHAND_LED, {OpCode::SHAND, OpCode::JGE}, leads_to_prefers},
    {kCARD_PLAYED, {OpCode::ASKC, OpCode::PLAY}, asks_simply},
    {kTRICK_CARD, {OpCode::ASKC, OpCode::BEAT, OpCode::EACH}, plays_to_trick},
    {kHAND_TRICK, {OpCode::SHAND, OpCode::PREFERS, OpCode::ASKC, OpCode::BEAT, OpCode::EACH}, follows_in_trick},
    {kLED_TRICK, {OpCode::SHAND, OpCode::JGE}, leads_to_trick},
    {kSEATS_WITH_CARDS, {OpCode::SEATS}, with_cards},
    {kANY_NEXT, {OpCode::JANY}, leads_to_next},
    {kNONE_NEXT, {OpCode::JNONE}, leads_to_next},
    {kLIKE_HELD, {OpCode::STOPLIKE, OpCode::HELD}, held_of_like},
    {kTOP_LIKE_HELD, {OpCode::STOPLIKE, OpCode::HELD}, held_of_top},
    {kHAND_CARD_PLAYED, {OpCode::ASKC, OpCode::PLAY}, plays_from_hand},
    {kNUMBER_UNLESS, {OpCode::SETI, OpCode::JNOTIN}, always},
    {kDRAWN_HELD, {OpCode::DRAW, OpCode::HELD}, always},
    {kPICKED, {OpCode::ASKHAND, OpCode::SELECT, OpCode::CHOOSE, OpCode::PICK}, picks_of_hand},
    {kSHARED_PILE, {OpCode::SPILE}, is_shared},
    {kPILE_EMPTY, {OpCode::SPILE, OpCode::JEMPTY}, same_set},
    {kPILE_SOME, {OpCode::SPILE, OpCode::JSOME}, same_set},
    {kHAND_EMPTY, {OpCode::SHAND, OpCode::JEMPTY}, same_set},
    {kHAND_SOME, {OpCode::SHAND, OpCode::JSOME}, same_set},
    {kCOMMON_EMPTY, {OpCode::SAND, OpCode::JEMPTY}, same_set},
    {kGROUPS_MOVED, {OpCode::SHAND, OpCode::SGROUP, OpCode::MOVE}, moves_groups},
    {kPILE_VALUE, {OpCode::SPILE, OpCode::VALUE}, values_pile},
    {kPILE_PARTS, {OpCode::SPILE, OpCode::SPARTS}, parts_of_pile},
    {kSAME_VALUE, {OpCode::SPILE, OpCode::SPILE, OpCode::SVALUE, OpCode::SAND, OpCode::JEMPTY}, same_value},
    {kSEAT_SIDE, {OpCode::SETVI, OpCode::SIDEOF, OpCode::JCMPR}, side_of_seat},
    {kSIDE_CLEARED, {OpCode::SETVI, OpCode::SIDEOF, OpCode::JCMPR, OpCode::CLRB}, clears_seat},
    {kOWN_SIDE_CLEARED, {OpCode::SIDEOF, OpCode::SETVI}, clears_own_side},
    {kSEATS_OF_SIDE, {OpCode::SETVI, OpCode::SIDEOF, OpCode::SIDEOF, OpCode::JCMPR}, other_side_of_seat},
    {kPILE_AMONG, {OpCode::SCONST, OpCode::SPILE, OpCode::SAND, OpCode::JEMPTY}, pile_among},
    {kCONST_AVOIDED, {OpCode::SCONST, OpCode::AVOID}, avoids_const},
    {kHAND_COMMON, {OpCode::SHAND, OpCode::SAND, OpCode::JEMPTY}, common_of_hand},
    {kRANK_ASKED, {OpCode::SRANK, OpCode::LEAST, OpCode::SRANK, OpCode::LACK}, asks_for_rank},
    {kSCALED_COUNT, {OpCode::COUNT, OpCode::ADDI, OpCode::MAXI, OpCode::MULI}, of_one_register},
    {kREST_UNLESS, {OpCode::MOVR, OpCode::MODI, OpCode::JNE}, rest_of_register},
    {kSIZE_IS, {OpCode::SIZE, OpCode::JEQ}, same_set},
    {kSPAN_CHOSEN, {OpCode::ASK, OpCode::OFFERR, OpCode::CHOOSE, OpCode::CHOSEN}, chooses_of_span},
    {kRANK_CHOSEN, {OpCode::ASKHAND, OpCode::RANKBITS, OpCode::OFFERR, OpCode::CHOOSE, OpCode::CHOSEN}, chooses_rank},
};

}  // namespace

void fuse(Program& program) {
  for (std::size_t at = 0; at < program.code.size(); ++at) {
    Instruction& instruction = program.code[at];
    instruction.fast = static_cast<std::uint8_t>(instruction.op);
    for (const Pattern& pattern : kPatterns)
      if (is_run(program, at, pattern.ops) && pattern.fits(program, &instruction)) instruction.fast = pattern.fused;
  }
}

}  // namespace dd
