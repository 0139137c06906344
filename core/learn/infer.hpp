// What a network thinks of a packed leaf.
#pragma once

#include "game/isa.hpp"
#include "learn/network.hpp"

namespace dd {
inline namespace DD_ISA {

// Logits of the actions, and one value a seat from the mover on; either may be null. The same numbers on every machine.
void infer(const Network& network, const std::uint64_t* words, const std::uint16_t* actions, int count, float* logits,
           float* values);

// Logits become probabilities.
void soften(float* logits, int count, float temperature);

}  // namespace DD_ISA
}  // namespace dd
