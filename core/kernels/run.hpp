// A run: all games of all jobs on threads of their own, while the caller waits, counts or calls it off.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "kernels/match_kernel.hpp"

namespace dd {

class Run {
 public:
  // Begins at once on `threads` threads (0: one per core). The columns of the jobs must outlive the run.
  Run(std::vector<Job> jobs, int threads, const Kernel& kernel);
  ~Run();  // calls off what is not done
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  // Waits at most so long; true once every thread has stopped.
  bool wait(double seconds);
  std::uint64_t games_done() const { return done_.load(std::memory_order_relaxed); }
  // Games stopped by a move that was not legal; with any, nothing the run has written may be used.
  std::uint64_t refusals() const { return refusals_.load(std::memory_order_relaxed); }
  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

 private:
  void work();

  std::vector<Job> jobs_;
  std::vector<std::uint64_t> chunk_games_;    // of each job
  std::vector<std::uint64_t> chunks_before_;  // [jobs + 1]
  const Kernel& kernel_;
  std::atomic<std::uint64_t> next_{0}, done_{0}, refusals_{0};
  std::atomic<bool> cancelled_{false};
  std::mutex mutex_;
  std::condition_variable stopped_;
  int running_;
  std::vector<std::thread> threads_;
};

}  // namespace dd
