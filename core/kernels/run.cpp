// Spreads jobs over threads. Rows are written by index, so the schedule cannot show in the results.
#include "kernels/run.hpp"

#include <algorithm>
#include <chrono>

namespace dd {

// Numbers the chunks of all jobs through, and starts the threads. Jobs with thinking players are cut into single games:
// these take long, and the last ones must not keep everybody waiting.
Run::Run(std::vector<Job> jobs, int threads, const Kernel& kernel) : jobs_(std::move(jobs)), kernel_(kernel) {
  if (threads <= 0) threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::uint64_t games = 0;
  for (const Job& job : jobs_) games += job.games;
  // Small enough to keep all threads busy to the end, large enough that the counter costs nothing.
  const std::uint64_t quick = std::clamp<std::uint64_t>(games / (static_cast<std::uint64_t>(threads) * 16), 1, 32);
  chunks_before_.push_back(0);
  for (Job& job : jobs_) {
    job.cancelled = &cancelled_;
    job.refusals = &refusals_;
    for (PlayerSpec& player : job.players) player.stop = &cancelled_;
    chunk_games_.push_back(job.thinks() ? 1 : quick);
    chunks_before_.push_back(chunks_before_.back() + (job.games + chunk_games_.back() - 1) / chunk_games_.back());
  }
  running_ = threads;
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

Run::~Run() {
  cancel();
  for (std::thread& thread : threads_) thread.join();
}

bool Run::wait(double seconds) {
  std::unique_lock lock(mutex_);
  return stopped_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return running_ == 0; });
}

// Takes chunk after chunk off one counter. Chunks of all jobs are numbered through; `chunks_before_` tells which job a
// number belongs to.
void Run::work() {
  while (!cancelled()) {
    const std::uint64_t chunk = next_.fetch_add(1, std::memory_order_relaxed);
    if (chunk >= chunks_before_.back()) break;
    const auto after = std::upper_bound(chunks_before_.begin(), chunks_before_.end(), chunk);
    const auto job = static_cast<std::size_t>(after - chunks_before_.begin()) - 1;
    const std::uint64_t begin = (chunk - chunks_before_[job]) * chunk_games_[job];
    const std::uint64_t end = std::min(begin + chunk_games_[job], jobs_[job].games);
    (jobs_[job].probe.samples > 0 ? kernel_.probe : kernel_.play)(jobs_[job], begin, end);
    done_.fetch_add(end - begin, std::memory_order_relaxed);
  }
  const std::lock_guard lock(mutex_);
  if (--running_ == 0) stopped_.notify_all();
}

}  // namespace dd
