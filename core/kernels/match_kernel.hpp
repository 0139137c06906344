// The hot code of matches, compiled once per instruction set.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/instruction_set.hpp"
#include "matches/job.hpp"

namespace dd {

// The code of one instruction set. `play` plays games [begin, end) of a job and writes rows by index; `think` answers
// one choice, given a View of the same layout and the state of the player's stream, which it advances; `memory` is kept
// for the next choice of the same player in the same game; `probe` is probe_games; `play_whist` is play_whist_by_hand.
struct Kernel {
  void (*play)(const Job& job, std::uint64_t begin, std::uint64_t end);
  Thoughts (*think)(const Program& program, const void* view, const PlayerSpec& player, void* rng,
                    std::shared_ptr<void>& memory);
  void (*probe)(const Job& job, std::uint64_t begin, std::uint64_t end);
  WhistTally (*play_whist)(std::uint64_t deals, std::uint64_t seed);
};

namespace baseline {
extern const Kernel kKernel;
}
namespace v3 {
extern const Kernel kKernel;
}

// The kernel for this machine, or a forced one; null if this machine or build does not have it.
const Kernel* kernel_for(Isa isa);

}  // namespace dd
