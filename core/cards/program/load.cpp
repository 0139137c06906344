// Loading: bytes to a verified Program. Every operand, jump and size is checked here, so that the VM need not.
#include "cards/program/load.hpp"

#include <cstring>

#include "cards/program/fusion.hpp"
#include "cards/program/lookups.hpp"

namespace dd {
namespace {

constexpr std::uint64_t kAllCards = 0x1FFF'1FFF'1FFF'1FFFull;
constexpr std::uint64_t kMagic = 0x314B4444;  // "DDK1"
constexpr std::size_t kHeaderBytes = 36, kMostBytes = 1 << 20;

// Little-endian numbers, one after the other. Whoever reads must have asked `has` before: nothing is checked twice.
class Reader {
 public:
  Reader(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes), size_(size) {}
  bool has(std::size_t count) const { return size_ - at_ >= count; }
  std::size_t at() const { return at_; }
  std::uint64_t number(int width) {
    std::uint64_t value = 0;
    for (int i = 0; i < width; ++i) value |= std::uint64_t{bytes_[at_ + static_cast<std::size_t>(i)]} << (8 * i);
    at_ += static_cast<std::size_t>(width);
    return value;
  }

 private:
  const std::uint8_t* bytes_;
  std::size_t size_;
  std::size_t at_ = 0;
};

std::uint64_t hash_bytes(const std::uint8_t* bytes, std::size_t size) {
  std::uint64_t hash = 0xCBF29CE484222325ull;  // FNV-1a
  for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001B3ull;
  return hash;
}

// The bytes before all else: who plays, what is hidden, how large the rest is, and what the game is won by. Sizes are
// checked before anything is allocated for them.
bool read_header(Reader& in, Program& program, std::string& error) {
  if (!in.has(kHeaderBytes)) return error = "program: shorter than its header", false;
  if (in.number(4) != kMagic) return error = "program: not a program (bad magic)", false;
  if (in.number(1) != kProgramVersion) return error = "program: unknown version", false;
  program.seats = static_cast<std::uint8_t>(in.number(1));
  if (program.seats < 2 || program.seats > 8) return error = "program: seats must be 2 to 8", false;
  program.every_seat = static_cast<std::uint8_t>((1u << program.seats) - 1);
  const auto flags = in.number(1);
  program.queue_hands = flags & kQueueHands;
  program.owner_sees_hand = !(flags & kHiddenHands);
  program.open_hands = flags & kOpenHands;
  program.open_discards = !(flags & kHiddenDiscards);
  program.open_fronts = flags & kOpenFronts;
  const auto constants = in.number(1);
  const auto tables = in.number(1);
  program.constants.resize(constants);
  program.tables.resize(tables);
  program.max_turns = static_cast<std::uint16_t>(in.number(2));
  const auto code = in.number(2);
  if (code == 0 || code > kMaxCode) return error = "program: code length out of range", false;
  program.code.resize(code);
  program.deck = in.number(8) & kAllCards;
  for (std::size_t seat = 0; seat < 8; ++seat) {
    program.head[seat] = static_cast<std::uint8_t>(in.number(1));
    // The head of a side is its first seat: sides are compared by their heads, so a head must stand before its
    // partners.
    if (program.head[seat] > seat) return error = "program: bad side table", false;
  }
  const auto goal = in.number(1);
  program.goal.rank = goal & 15;
  program.goal.sheds = goal & kGoalSheds;
  program.goal.collects = goal & kGoalCollects;
  program.goal.chips = goal & kGoalChips;
  program.goal.deal_end = static_cast<std::uint16_t>(in.number(2));
  program.goal.target = static_cast<std::int32_t>(static_cast<std::uint32_t>(in.number(4)));
  if (program.goal.rank > kNoCardsLeft && program.goal.rank != kNoRanking)
    return error = "program: unknown ranking", false;
  if (program.goal.deal_end >= code) return error = "program: the deal's end is not in the code", false;
  return true;
}

// One op and its operands. The op's kinds, a letter an operand, say how many bytes to read: `i` a number of four, `l` a
// place in the code of two, all others one.
bool read_instruction(Reader& in, Instruction& instruction) {
  if (!in.has(1)) return false;
  const auto op = in.number(1);
  if (op >= static_cast<std::uint64_t>(kOpCount)) return false;
  instruction = Instruction{static_cast<OpCode>(op)};
  std::uint8_t* fields[] = {&instruction.a, &instruction.b, &instruction.c, &instruction.d};
  int field = 0;
  for (const char* kind = kOpKinds[op]; *kind; ++kind) {
    const int width = *kind == 'i' ? 4 : *kind == 'l' ? 2 : 1;
    if (!in.has(static_cast<std::size_t>(width))) return false;
    const auto value = in.number(width);
    if (*kind == 'i')
      instruction.imm = static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
    else if (*kind == 'l')
      instruction.target = static_cast<std::uint16_t>(value);
    else
      *fields[field++] = static_cast<std::uint8_t>(value);
  }
  return true;
}

// Whether a one-byte operand of this kind leads to something that exists. Kinds without a case are numbers that may be
// anything; an op with a limit of its own for them stands in `special_limits`.
bool operand_in_range(const Program& program, char kind, std::uint8_t value) {
  switch (kind) {
    case 'r':
      return value < kRegisters;
    case 's':
      return value < kSets;
    case 'p':
      return (value & 15) < kPileKinds;
    case 'v':
      return value < kSeatVariables;
    case 'k':
      return value < program.constants.size();
    case 't':
      return value < program.tables.size();
    case 'c':
      return value < kColumns;
    default:
      return true;
  }
}

// Limits that depend on the op, beyond the kinds of its operands.
bool special_limits(const Program& program, const Instruction& at) {
  switch (at.op) {
    case OpCode::JCMPR:
      return at.c < kEveryOperator;
    case OpCode::SSTRONG:
      return at.d < kEveryOperator;
    case OpCode::SETVI:
      return at.b < program.seats || at.b == kNoSeat;
    case OpCode::ADDV:
      return at.b < program.seats;
    case OpCode::MODI:
      return at.imm > 0;
    case OpCode::DEAL:
      return at.imm >= 0 && at.imm <= 52;
    case OpCode::SGROUP:
      return at.imm >= 1 && at.imm <= 13;
    case OpCode::RIVALS: {
      if ((at.c >> 3) >= kEveryOperator) return false;
      const auto limit = (at.c & 7) == kPrimeMeasure ? program.tables.size() : program.constants.size();
      return at.imm >= 0 && static_cast<std::size_t>(at.imm) < limit;
    }
    case OpCode::BEAT:
      return at.c + 1u < program.tables.size();
    case OpCode::BEATBY:
      return at.d + 1u < program.tables.size();
    case OpCode::BETS:
    case OpCode::BETPAY:
      return at.b + 1u < program.constants.size();
    default:
      return true;
  }
}

// One instruction, after all were read: jumps may lead forward, so the length of the code must be known.
bool verify(const Program& program, std::size_t index, std::string& error) {
  const Instruction& at = program.code[index];
  const char* name = kOpNames[static_cast<int>(at.op)];
  const std::uint8_t fields[] = {at.a, at.b, at.c, at.d};
  int field = 0;
  for (const char* kind = kOpKinds[static_cast<int>(at.op)]; *kind; ++kind) {
    const bool fits = *kind == 'i'   ? true
                      : *kind == 'l' ? at.target < program.code.size()
                                     : operand_in_range(program, *kind, fields[field++]);
    if (!fits)
      return error = "program: instruction " + std::to_string(index) + " (" + name + "): operand out of range", false;
  }
  if (!special_limits(program, at))
    return error = "program: instruction " + std::to_string(index) + " (" + name + "): number out of range", false;
  return true;
}

// Ops that change no card, no column and nobody's part in the game, and ask for nothing.
bool is_plain(OpCode op) {
  switch (op) {
    case OpCode::END:
    case OpCode::JUMP:
    case OpCode::JEQ:
    case OpCode::JNE:
    case OpCode::JLT:
    case OpCode::JGE:
    case OpCode::JNOBODY:
    case OpCode::JTIE:
    case OpCode::JALONE:
    case OpCode::ADDI:
    case OpCode::SETI:
    case OpCode::RANK:
    case OpCode::WINNER:
      return true;
    default:
      return false;
  }
}

// Whether all code that the end of a deal can come to is plain.
bool ends_plainly(const Program& program) {
  std::vector<bool> reached(program.code.size());
  std::vector<std::size_t> waiting{program.goal.deal_end};
  while (!waiting.empty()) {
    const std::size_t index = waiting.back();
    waiting.pop_back();
    if (reached[index]) continue;
    reached[index] = true;
    const OpCode op = program.code[index].op;
    if (!is_plain(op)) return false;
    if (op == OpCode::END) continue;
    if (std::strchr(kOpKinds[static_cast<int>(op)], 'l') != nullptr) waiting.push_back(program.code[index].target);
    if (op != OpCode::JUMP) waiting.push_back(index + 1);
  }
  return true;
}

// What the code itself tells about the game: the first trick, meld and showdown in it.
void find_features(Program& program) {
  Goal& goal = program.goal;
  for (const Instruction& at : program.code) {
    if (at.op == OpCode::BEAT && goal.leads == Goal::kAbsent) goal.leads = at.b, goal.strength = at.c;
    if (at.op == OpCode::BEATBY && goal.leads == Goal::kAbsent) goal.leads = at.b, goal.strength = at.d;
    if (at.op == OpCode::UPBEST && goal.strength == Goal::kAbsent) goal.strength = at.c;
    if (at.op == OpCode::DEADWOOD && goal.deadwood == Goal::kAbsent) goal.deadwood = at.c;
    goal.bids |= at.op == OpCode::STORE && at.a == kBid;
    if (at.op == OpCode::SHOWDOWN && goal.evaluator == Goal::kAbsent) goal.evaluator = at.b, goal.showdown = at.c;
  }
  goal.ends_plainly = goal.leads == Goal::kAbsent && !goal.bids && ends_plainly(program);
}

}  // namespace

// Step 1: the header, with all sizes. Step 2: constants, tables and code. Step 3: every instruction is verified. Step
// 4: what the machine looks up is derived. A fault is told in `error`, and the program must then not be used.
bool load_program(const std::uint8_t* bytes, std::size_t size, Program& program, std::string& error) {
  program = Program{};
  if (size > kMostBytes) return error = "program: larger than 1 MiB", false;
  Reader in(bytes, size);
  if (!read_header(in, program, error)) return false;
  if (!in.has(program.constants.size() * 8 + program.tables.size() * 16)) return error = "program: truncated", false;
  for (auto& constant : program.constants) constant = in.number(8);
  for (auto& table : program.tables)
    for (auto& entry : table) {
      entry = static_cast<std::uint8_t>(in.number(1));
      // Entries are strengths or values of a rank. Sums of values are bits of one word (cards/worth/sums.hpp).
      if (entry > kMostEntry) return error = "program: table entry above 63", false;
    }
  for (auto& instruction : program.code) {
    if (!read_instruction(in, instruction)) return error = "program: truncated or unknown op", false;
    instruction.index = static_cast<std::uint16_t>(&instruction - program.code.data());
    instruction.jump = static_cast<std::int16_t>(instruction.target - instruction.index);
  }
  if (in.has(1)) return error = "program: bytes after the end", false;
  for (std::size_t i = 0; i < program.code.size(); ++i)
    if (!verify(program, i, error)) return false;
  // The machine goes from an instruction to the next without looking for the end of the code. So the last one must not
  // fall through; verified jumps do the rest.
  const OpCode last = program.code.back().op;
  if (last != OpCode::END && last != OpCode::JUMP && last != OpCode::RET)
    return error = "program: runs off its end", false;
  find_features(program);
  list_lookups(program);
  fuse(program);
  program.hash = hash_bytes(bytes, size);
  program.bytes = size;
  return true;
}

}  // namespace dd
