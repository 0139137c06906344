// Perft over threads, move by move: how many lines begin with each legal move.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "kernels/chess_kernel.hpp"

namespace dd::chess {

class Divide {
 public:
  // Begins at once on `threads` threads (0: one per core); `depth` is at least 1.
  Divide(const Board& board, int depth, int threads, const ChessKernel& kernel);
  ~Divide();  // calls off what is not done
  Divide(const Divide&) = delete;
  Divide& operator=(const Divide&) = delete;

  // Waits at most so long; true once every thread has stopped.
  bool wait(double seconds);
  // The legal moves, and after the end how many lines begin with each.
  const std::vector<Move>& moves() const { return moves_; }
  const std::vector<std::uint64_t>& lines() const { return lines_; }

 private:
  struct Task {
    Board board;
    std::size_t move;  // that it began with
  };
  void split(const Board& board, std::size_t move, int plies);
  void work();

  const ChessKernel& kernel_;
  std::vector<Move> moves_;
  std::vector<std::uint64_t> lines_;
  std::vector<Task> tasks_;
  int depth_;  // of every task
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::condition_variable stopped_;
  int running_;
  std::vector<std::thread> threads_;
};

}  // namespace dd::chess
