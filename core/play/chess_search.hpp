// A search of one position of chess, whichever instruction set it was compiled for.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "chess/state.hpp"

namespace dd {

struct ChessOpinion {
  chess::Move move;
  std::uint32_t visits;
  float value;  // expected result for the side to move, in [-1, 1]
};

class ChessSearch {
 public:
  virtual ~ChessSearch() = default;

  // Thinks until there have been so many iterations in all, or until stopped. There must be a legal move.
  virtual void grow(int iterations) = 0;
  // Of every legal move, once it has been visited.
  virtual std::vector<ChessOpinion> opinions() const = 0;
  // The moves that both sides are expected to make.
  virtual std::vector<chess::Move> line() const = 0;

  // From any thread: ends `grow` soon, and every later one at once.
  void stop() { stop_.store(true, std::memory_order_relaxed); }

 protected:
  std::atomic<bool> stop_{false};
};

}  // namespace dd
