// Finding fused ops. Each has a function that says whether the run of ops from a place on is one it stands for. The
// code was verified before: it ends with an op that does not fall through, so a run that matches ends inside.
#include "cards/program/fusion.hpp"

#include <initializer_list>

namespace dd {
namespace {

bool is_run(const Program& program, std::size_t at, std::initializer_list<OpCode> ops) {
  if (at + ops.size() > program.code.size()) return false;
  for (const OpCode op : ops)
    if (program.code[at++].op != op) return false;
  return true;
}

// SHAND s v; PREFERS s r
bool is_hand_prefers(const Program& program, std::size_t at) {
  const Instruction* const code = &program.code[at];
  return is_run(program, at, {OpCode::SHAND, OpCode::PREFERS}) && code[0].a == code[1].a;
}

// SHAND s v; JGE r i l; and at l PREFERS s r, further on
bool is_hand_led(const Program& program, std::size_t at) {
  const Instruction* const code = &program.code[at];
  return is_run(program, at, {OpCode::SHAND, OpCode::JGE}) && code[1].jump > 0 &&
         is_run(program, code[1].target, {OpCode::PREFERS}) && program.code[code[1].target].a == code[0].a;
}

// ASKC v never s i l; BEAT v v t n i; EACH v r n l, with the same v, of hands that are sets
bool is_trick_card(const Program& program, std::size_t at) {
  const Instruction* const code = &program.code[at];
  return is_run(program, at, {OpCode::ASKC, OpCode::BEAT, OpCode::EACH}) && code[0].b == kNewChoice &&
         code[1].a == code[0].a && !program.queue_hands;
}

}  // namespace

void fuse(Program& program) {
  for (std::size_t at = 0; at < program.code.size(); ++at) {
    std::uint8_t& fast = program.code[at].fast;
    fast = static_cast<std::uint8_t>(program.code[at].op);
    if (is_hand_prefers(program, at)) fast = kHAND_PREFERS;
    if (is_hand_led(program, at)) fast = kHAND_LED;
    if (is_trick_card(program, at)) fast = kTRICK_CARD;
  }
}

}  // namespace dd
