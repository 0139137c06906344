// Spreads jobs over threads and picks the kernel. Rows are written by index, so the schedule cannot show in the
// results.
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "play/match.hpp"

namespace dd {

PlayGames kernel_for(Isa isa) {
#if defined(__x86_64__)
  const bool has_v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
                      __builtin_cpu_supports("fma");
  if (isa == Isa::kV3) return has_v3 ? v3::play_games : nullptr;
  if (isa == Isa::kBest && has_v3) return v3::play_games;
#else
  if (isa == Isa::kV3) return nullptr;
#endif
  return baseline::play_games;
}

void play_jobs(const Job* jobs, int count, int threads, PlayGames play) {
  if (threads <= 0) threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::uint64_t games = 0;
  for (int i = 0; i < count; ++i) games += jobs[i].games;
  // Small enough to keep all threads busy to the end, large enough that the counter costs nothing.
  const std::uint64_t chunk_games =
      std::clamp<std::uint64_t>(games / (static_cast<std::uint64_t>(threads) * 16), 1, 32);
  std::vector<std::uint64_t> chunks_before(static_cast<std::size_t>(count) + 1, 0);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
    chunks_before[i + 1] = chunks_before[i] + (jobs[i].games + chunk_games - 1) / chunk_games;
  std::atomic<std::uint64_t> next{0};
  const auto work = [&] {
    for (;;) {
      const std::uint64_t chunk = next.fetch_add(1, std::memory_order_relaxed);
      if (chunk >= chunks_before.back()) return;
      const auto after = std::upper_bound(chunks_before.begin(), chunks_before.end(), chunk);
      const auto job = static_cast<std::size_t>(after - chunks_before.begin()) - 1;
      const std::uint64_t begin = (chunk - chunks_before[job]) * chunk_games;
      play(jobs[job], begin, std::min(begin + chunk_games, jobs[job].games));
    }
  };
  std::vector<std::thread> pool;
  for (int i = 1; i < threads; ++i) pool.emplace_back(work);
  work();
  for (std::thread& thread : pool) thread.join();
}

}  // namespace dd
