// Changes to a program that mostly leave it loadable, so that the fuzzer spends its time behind the verifier. Bytes
// that are no program are left to libFuzzer's own changes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "cards/program/program.hpp"
#include "game/rng.hpp"

namespace dd::fuzz {

using Bytes = std::vector<std::uint8_t>;

// Little-endian, as the loader reads.
inline void put(Bytes& bytes, std::uint64_t value, int width) {
  for (int i = 0; i < width; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

// The bytes that load as this program.
inline Bytes encode(const Program& program) {
  Bytes bytes;
  put(bytes, 0x314B4444, 4);
  put(bytes, kProgramVersion, 1);
  put(bytes, program.seats, 1);
  put(bytes,
      program.queue_hands * kQueueHands | !program.owner_sees_hand * kHiddenHands | program.open_hands * kOpenHands |
          !program.open_discards * kHiddenDiscards | program.open_fronts * kOpenFronts,
      1);
  put(bytes, program.constants.size(), 1);
  put(bytes, program.tables.size(), 1);
  put(bytes, program.max_turns, 2);
  put(bytes, program.code.size(), 2);
  put(bytes, program.deck, 8);
  bytes.insert(bytes.end(), program.head.begin(), program.head.end());
  put(bytes,
      program.goal.rank | program.goal.sheds * kGoalSheds | program.goal.collects * kGoalCollects |
          program.goal.chips * kGoalChips,
      1);
  put(bytes, program.goal.deal_end, 2);
  put(bytes, static_cast<std::uint32_t>(program.goal.target), 4);
  for (const std::uint64_t constant : program.constants) put(bytes, constant, 8);
  for (const auto& table : program.tables) bytes.insert(bytes.end(), table.begin(), table.end());
  for (const Instruction& at : program.code) {
    put(bytes, static_cast<std::uint64_t>(at.op), 1);
    const std::uint8_t fields[] = {at.a, at.b, at.c, at.d};
    int field = 0;
    for (const char* kind = kOpKinds[static_cast<int>(at.op)]; *kind; ++kind) {
      if (*kind == 'i')
        put(bytes, static_cast<std::uint32_t>(at.imm), 4);
      else if (*kind == 'l')
        put(bytes, at.target, 2);
      else
        put(bytes, fields[field++], 1);
    }
  }
  return bytes;
}

class Mutator {
 public:
  Mutator(Program& program, std::uint64_t seed) : program_(program), rng_(seed) {}

  // One to four changes.
  void mutate() {
    for (int changes = 1 + below(4); changes > 0; --changes) change();
  }

  // Some of the other program's instructions, in place of ours or between them; constants and tables stay ours.
  void splice(const Program& other) {
    const auto from = static_cast<std::ptrdiff_t>(below(static_cast<int>(other.code.size())));
    const auto count = std::min<std::ptrdiff_t>(1 + below(12), std::ssize(other.code) - from);
    const int at = below(static_cast<int>(program_.code.size()));
    if (program_.code.size() + static_cast<std::size_t>(count) > kMaxCode) return;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      Instruction instruction = other.code[static_cast<std::size_t>(from + i)];
      fit(instruction);
      insert(at + static_cast<int>(i), instruction);
    }
  }

 private:
  int below(int n) { return n <= 0 ? 0 : static_cast<int>(rng_.below(static_cast<std::uint32_t>(n))); }
  bool rarely() { return below(64) == 0; }

  void change() {
    const int length = static_cast<int>(program_.code.size());
    const int at = below(length);
    Instruction& here = program_.code[static_cast<std::size_t>(at)];
    switch (below(10)) {
      case 0:
      case 1:
      case 2:
        return change_operand(here);
      case 3:
        return change_op(here);
      case 4:
        here = random_instruction();
        return;
      case 5:
        if (length < kMaxCode) insert(at, random_instruction());
        return;
      case 6:
        if (length > 2 && at + 1 < length) erase(at);
        return;
      case 7:
        std::swap(here, program_.code[static_cast<std::size_t>(below(length - 1))]);
        return;
      case 8:
        return change_pool();
      default:
        return change_header();
    }
  }

  // One operand is changed, to another of its kind: a register stays a register.
  void change_operand(Instruction& at) {
    const char* kinds = kOpKinds[static_cast<int>(at.op)];
    const int chosen = below(static_cast<int>(std::strlen(kinds)));
    std::uint8_t* fields[] = {&at.a, &at.b, &at.c, &at.d};
    int field = 0;
    for (int i = 0; kinds[i]; ++i) {
      const bool small = kinds[i] != 'i' && kinds[i] != 'l';
      if (i == chosen) set_operand(at, kinds[i], small ? fields[field] : nullptr);
      field += small;
    }
  }

  void set_operand(Instruction& at, char kind, std::uint8_t* field) {
    if (kind == 'i')
      at.imm = below(4) == 0 ? random_number() : near(at.imm);
    else if (kind == 'l')
      at.target = static_cast<std::uint16_t>(below(static_cast<int>(program_.code.size()) + rarely()));
    else
      *field = static_cast<std::uint8_t>(random_operand(kind));
  }

  // Off by one or two finds limits that are compared with < where <= is meant.
  std::int32_t near(std::int32_t number) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(number) + static_cast<std::uint32_t>(below(5)) - 2u);
  }

  // Numbers at the edges of what ops accept: sizes of packs, bits of a word, and the ends of the type.
  std::int32_t random_number() {
    static constexpr std::int32_t kNumbers[] = {0,  1,  2,   3,  5,       13,        51,       52,
                                                63, 64, 255, -1, 1 << 30, INT32_MAX, INT32_MIN};
    return kNumbers[below(static_cast<int>(std::size(kNumbers)))];
  }

  // Mostly in range, or the verifier would refuse nearly every mutant; rarely any byte, to see that it does refuse.
  int random_operand(char kind) {
    if (rarely()) return below(256);
    switch (kind) {
      case 'r':
        return below(kRegisters);
      case 's':
        return below(kSets);
      case 'p':
        return below(kPileKinds) | below(16) << 4;
      case 'v':
        return below(kSeatVariables);
      case 'k':
        return below(static_cast<int>(program_.constants.size()));
      case 't':
        return below(static_cast<int>(program_.tables.size()));
      case 'c':
        return below(kColumns);
      default:
        return below(3) == 0 ? below(256) : below(8);
    }
  }

  // Another op with the same operands.
  // Kinds decide where operands stand, so only an op of the same kinds can take them over.
  void change_op(Instruction& at) {
    const int first = below(kOpCount), own = static_cast<int>(at.op);
    for (int i = 0; i < kOpCount; ++i) {
      const int op = (first + i) % kOpCount;
      if (op == own || std::strcmp(kOpKinds[op], kOpKinds[own]) != 0) continue;
      at.op = static_cast<OpCode>(op);
      return;
    }
  }

  Instruction random_instruction() {
    Instruction at{static_cast<OpCode>(below(kOpCount))};
    at.imm = random_number();
    std::uint8_t* fields[] = {&at.a, &at.b, &at.c, &at.d};
    int field = 0;
    for (const char* kind = kOpKinds[static_cast<int>(at.op)]; *kind; ++kind) {
      if (*kind == 'l')
        at.target = static_cast<std::uint16_t>(below(static_cast<int>(program_.code.size())));
      else if (*kind != 'i')
        *fields[field++] = static_cast<std::uint8_t>(random_operand(*kind));
    }
    return at;
  }

  // Another program's instruction, with constants, tables and targets of this one.
  void fit(Instruction& at) {
    std::uint8_t* fields[] = {&at.a, &at.b, &at.c, &at.d};
    int field = 0;
    for (const char* kind = kOpKinds[static_cast<int>(at.op)]; *kind; ++kind) {
      if (*kind == 'l')
        at.target = static_cast<std::uint16_t>(at.target % program_.code.size());
      else if (*kind == 'k' || *kind == 't')
        *fields[field] = static_cast<std::uint8_t>(random_operand(*kind));
      field += *kind != 'i' && *kind != 'l';
    }
  }

  // Jumps behind the place still lead to the instructions that they led to.
  void insert(int at, Instruction instruction) {
    for (Instruction& other : program_.code)
      other.target = static_cast<std::uint16_t>(other.target + (other.target > at));
    program_.code.insert(program_.code.begin() + at, instruction);
  }

  void erase(int at) {
    program_.code.erase(program_.code.begin() + at);
    for (Instruction& other : program_.code)
      other.target = static_cast<std::uint16_t>(other.target - (other.target > at));
  }

  // Constants are sets of cards or packed limits: one bit changed is a small change, a random word a large one.
  void change_pool() {
    if (!program_.constants.empty() && below(2) == 0) {
      auto& word = program_.constants[static_cast<std::size_t>(below(static_cast<int>(program_.constants.size())))];
      word = below(2) == 0 ? rng_.next() : word ^ std::uint64_t{1} << below(64);
    } else if (!program_.tables.empty()) {
      auto& table = program_.tables[static_cast<std::size_t>(below(static_cast<int>(program_.tables.size())))];
      table[static_cast<std::size_t>(below(16))] = static_cast<std::uint8_t>(below(64));
    }
  }

  // The head of a seat stays at or below the seat, as the loader demands.
  void change_header() {
    switch (below(5)) {
      case 0:
        program_.seats = static_cast<std::uint8_t>(2 + below(7));
        return;
      case 1:
        program_.deck ^= std::uint64_t{1} << below(64);
        return;
      case 2: {
        const int seat = below(8);
        program_.head[static_cast<std::size_t>(seat)] = static_cast<std::uint8_t>(below(seat + 1));
        return;
      }
      case 3:
        if (program_.constants.size() < 255) program_.constants.push_back(rng_.next());
        return;
      default:
        for (bool* flag : {&program_.queue_hands, &program_.owner_sees_hand, &program_.open_hands,
                           &program_.open_discards, &program_.open_fronts})
          *flag ^= below(2) == 0;
    }
  }

  Program& program_;
  Rng rng_;
};

}  // namespace dd::fuzz
