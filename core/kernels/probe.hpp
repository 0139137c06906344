// Probing: games played again by their noted moves, and looked into at sampled plies.
#pragma once

#include <cstdint>

#include "game/isa.hpp"

namespace dd {

struct Job;

inline namespace DD_ISA {

// Plays games [begin, end) of the job again by their noted moves and fills their rows. Chance is keyed by the seed, the
// program, the game, the ply and the rollout.
void probe_games(const Job& job, std::uint64_t begin, std::uint64_t end);

}  // namespace DD_ISA
}  // namespace dd
