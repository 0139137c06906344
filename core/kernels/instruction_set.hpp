// The instruction sets that the hot code is compiled for. Which one runs is chosen when the program starts.
#pragma once

#include <cstdint>

#include "game/isa.hpp"
#include "game/words.hpp"

namespace dd {

// clang-format off
#define DD_INSTRUCTION_SETS(X)                                                                                 \
  X(kBest, 0, "best", "the best that this machine has")                                                        \
  X(kBaseline, 1, "baseline", "what every machine has")                                                        \
  X(kV3, 2, "v3", "x86-64-v3")
// clang-format on

enum class Isa : std::uint8_t { DD_INSTRUCTION_SETS(DD_CONSTANT) };

inline constexpr Word kInstructionSetWords[] = {DD_INSTRUCTION_SETS(DD_WORD)};
inline constexpr WordGroup kKernelVocabulary[] = {
    {"INSTRUCTION_SETS", "what the hot code is compiled for", kInstructionSetWords},
};

}  // namespace dd
