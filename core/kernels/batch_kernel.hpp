// A batched search of one game, whichever instruction set it was compiled for. Moves are the game's own small numbers.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "cards/program/program.hpp"
#include "game/moves.hpp"
#include "kernels/instruction_set.hpp"
#include "learn/vector_games.hpp"
#include "search/lockstep/batch_options.hpp"

namespace dd {

enum class LeafJudge : std::uint8_t;

// What is known of a root's move.
struct RootMove {
  std::uint16_t move, action;
  std::uint32_t visits;
  float value;  // mean result for the mover
  float prior;
  std::int32_t proof;  // n: proven to win in at most n plies, -n: to lose, 0: neither
};

struct RootState {
  std::uint32_t simulations, ply;
  float value;  // mean result for the mover, the root's own evaluation included; the result of a game that is over
  bool is_open, is_over, is_done, is_full_search, is_out_of_memory;
};

// Positions are given by address: of a chess::State, or of a View for cards. The caller checks all numbers.
class Batch {
 public:
  virtual ~Batch() = default;

  virtual void begin(int tree, const void* position, std::uint32_t ply) = 0;
  virtual void advance(int tree, std::uint16_t move, const void* position) = 0;
  virtual void confine(int tree, const std::vector<std::uint16_t>& moves) = 0;

  virtual int ask(int group, const LeafArrays& out) = 0;
  virtual std::string tell(int group, const float* priors, const float* values, int values_per_leaf) = 0;
  virtual void drop(int group) = 0;
  virtual bool is_done(int group) = 0;
  // So many simulations a tree, judged inside; ends soon after `stop`.
  virtual void grow(LeafJudge judge, int simulations) = 0;
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  void resume() { stop_.store(false, std::memory_order_relaxed); }
  bool is_stopped() const { return stop_.load(std::memory_order_relaxed); }

  virtual RootState root(int tree) = 0;
  virtual std::vector<RootMove> moves(int tree) = 0;                    // none unless the root is open
  virtual std::vector<double> policy(int tree, float temperature) = 0;  // in the order of `moves`
  // Places in `moves`; the root must be open.
  virtual int best(int tree) = 0;
  virtual int sample(int tree) = 0;
  virtual std::vector<std::uint16_t> line(int tree, int first) = 0;  // from that move on

  virtual BatchCounts counts() = 0;
  virtual void clear_cache() = 0;
  virtual int leaf_words() const = 0;
  virtual int most_moves() const = 0;

 protected:
  std::atomic<bool> stop_{false};
};

struct BatchKernel {
  std::unique_ptr<Batch> (*chess)(const BatchOptions& options, int trees, int batch_size);
  std::unique_ptr<Batch> (*cards)(const Program& program, const BatchOptions& options, int trees, int batch_size);
  // The heuristic for packed leaves of chess: priors at their actions and a value each.
  void (*judge_chess)(const std::uint64_t* packed, const std::uint16_t* actions, const std::uint32_t* offsets,
                      int leaves, float* priors, float* values);
  std::unique_ptr<VectorGames> (*vector_games)(const Program& program, const VectorOptions& options);
};

namespace baseline {
extern const BatchKernel kBatchKernel;
}
namespace v3 {
extern const BatchKernel kBatchKernel;
}

// The kernel for this machine, or a forced one; null if this machine or build does not have it.
const BatchKernel* batch_kernel_for(Isa isa);

}  // namespace dd
