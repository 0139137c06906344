// What a batched search is told, and what it counts. Plain data that code of every instruction set shares.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dd {

struct BatchOptions {
  std::uint32_t simulations = 800;  // visits of the root's moves, those kept from an earlier search included
  int leaves_per_tree = 1;          // in one round; visits in flight then enter the exploration term only
  int free_simulations = 256;       // in one round, of those that need no evaluator; 0: they count as leaves do
  int groups = 1;                   // of trees that are asked for in turn: tree i belongs to group i % groups
  int threads = 1;
  std::uint64_t seed = 0;
  float c_puct = 1.75f;
  float fpu_reduction = 0.33f;     // of the parent's value, times the root of the prior already visited
  float dirichlet_alpha = 0.3f;    // shape of the noise at the root
  float dirichlet_epsilon = 0.0f;  // its share; 0: none
  float temperature = 1.0f;        // of the moves sampled before `temperature_plies`
  std::uint32_t temperature_plies = 0;
  float final_temperature = 0.0f;                  // after them; 0: the most visited move
  bool gumbel = false;                             // choose at the root by sequential halving
  int gumbel_moves = 16;                           // that it begins with
  float gumbel_scale = 1.0f;                       // of the noise; 0: none
  float gumbel_visit = 50.0f, value_scale = 1.0f;  // of what was learned, against the priors
  float full_share = 1.0f;  // of the searches that get all simulations; the others are quick and without noise
  std::uint32_t quick_simulations = 100;      // theirs
  std::size_t memory = std::size_t{1} << 30;  // of all trees together, in bytes; each has an equal part
  std::size_t cache = std::size_t{32} << 20;  // of evaluations, in bytes; 0: none
  float mate_effort = 0.5f;        // moves tried in looking for wins by force, for each visit of a node; 0: none
  bool cache_by_position = false;  // without what was before: history, repetitions and clocks
};

// Where `ask` writes. The arrays are the caller's; so many leaves and actions have room in them.
struct LeafArrays {
  std::uint64_t* packed;   // [leaves, words]
  std::uint16_t* actions;  // [total]
  std::uint32_t* offsets;  // [leaves + 1]
  std::int32_t* trees;     // [leaves]
  std::size_t leaves, total;
};

struct BatchCounts {
  std::uint64_t asks = 0, leaves = 0, offered = 0;       // offered: room for leaves of trees that were not done
  std::uint64_t simulations = 0, endings = 0, hits = 0;  // endings: resolved by the rules; hits: by the cache
  std::uint64_t collisions = 0, depths = 0;              // depths: moves below the root, summed over simulations
  std::uint32_t deepest = 0, trees_done = 0, trees_out_of_memory = 0;
  std::size_t tree_bytes = 0, tree_bytes_used = 0, cache_bytes = 0;
};

}  // namespace dd
