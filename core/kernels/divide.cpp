#include "kernels/divide.hpp"

#include <algorithm>
#include <chrono>

#include "chess/moves/make.hpp"
#include "chess/moves/movegen.hpp"

namespace dd::chess {

namespace {
constexpr int kSplitPlies = 3, kTaskDepth = 2;  // tasks of some milliseconds, so that a run can be called off soon
}

// Splits the tree a few plies deep into tasks, many more than threads, so that all stay busy to the end.
Divide::Divide(const Board& board, int depth, int threads, const ChessKernel& kernel) : kernel_(kernel) {
  MoveList moves;
  generate(board, moves);
  moves_.assign(moves.begin(), moves.end());
  lines_.assign(moves_.size(), 0);
  const int plies = std::clamp(depth - kTaskDepth, 1, kSplitPlies);
  depth_ = depth - plies;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    Board child = board;
    make(child, moves_[i]);
    split(child, i, plies - 1);
  }
  const auto cores = static_cast<int>(std::thread::hardware_concurrency());
  running_ = std::clamp(threads > 0 ? threads : cores, 1, std::max(1, static_cast<int>(tasks_.size())));
  for (int i = 0, count = running_; i < count; ++i) threads_.emplace_back([this] { work(); });
}

Divide::~Divide() {
  next_.store(tasks_.size());
  for (std::thread& thread : threads_) thread.join();
}

bool Divide::wait(double seconds) {
  std::unique_lock lock(mutex_);
  return stopped_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return running_ == 0; });
}

// One task for each position that many plies below; it remembers the first move that led there.
void Divide::split(const Board& board, std::size_t move, int plies) {
  if (plies == 0) {
    tasks_.push_back({board, move});
    return;
  }
  MoveList moves;
  generate(board, moves);
  for (const Move reply : moves) {
    Board child = board;
    make(child, reply);
    split(child, move, plies - 1);
  }
}

// Each thread counts into a list of its own and adds it once at the end: nothing is shared while it counts.
void Divide::work() {
  std::vector<std::uint64_t> lines(lines_.size(), 0);
  for (std::size_t at; (at = next_.fetch_add(1)) < tasks_.size();)
    lines[tasks_[at].move] += kernel_.perft(tasks_[at].board, depth_);
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < lines.size(); ++i) lines_[i] += lines[i];
  if (--running_ == 0) stopped_.notify_all();
}

}  // namespace dd::chess
