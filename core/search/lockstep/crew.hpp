// Threads that wait for work. `run` gives them numbered pieces and returns when all are done; the caller works too.
// What a piece does must not depend on who does it or when.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "game/isa.hpp"

namespace dd {
inline namespace DD_ISA {

class Crew {
 public:
  explicit Crew(int threads) {
    for (int i = 1; i < threads; ++i) threads_.emplace_back([this, i] { wait_for_work(i); });
  }
  ~Crew() {
    is_over_ = true;
    call();
    for (std::thread& thread : threads_) thread.join();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  int size() const { return static_cast<int>(threads_.size()) + 1; }

  // Calls `work(piece, thread)` for every piece below `pieces`. It must not throw.
  template <class Work>
  void run(int pieces, Work&& work) {
    if (threads_.empty() || pieces < 2) {
      for (int piece = 0; piece < pieces; ++piece) work(piece, 0);
      return;
    }
    // Everything is written before `call`, whose release the waiting threads acquire. Nobody reads it later than
    // `busy_` says, so the next `run` may write again.
    pieces_ = pieces;
    next_.store(0, std::memory_order_relaxed);
    work_ = &work;
    do_piece_ = [](void* made, int piece, int thread) {
      (*static_cast<std::remove_reference_t<Work>*>(made))(piece, thread);
    };
    busy_.store(static_cast<int>(threads_.size()), std::memory_order_relaxed);
    call();
    do_pieces(0);
    for (int busy; (busy = busy_.load(std::memory_order_acquire)) != 0;) busy_.wait(busy);
  }

 private:
  void call() {
    calls_.fetch_add(1, std::memory_order_release);
    calls_.notify_all();
  }

  void do_pieces(int thread) {
    for (int piece; (piece = next_.fetch_add(1, std::memory_order_relaxed)) < pieces_;) do_piece_(work_, piece, thread);
  }

  // Every thread takes part in every call, even if it finds no piece left: so the calls that it has seen can be
  // counted, and none is missed or answered twice.
  void wait_for_work(int thread) {
    for (std::uint32_t seen = 0;; ++seen) {
      calls_.wait(seen, std::memory_order_acquire);
      if (is_over_) return;
      do_pieces(thread);
      if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
    }
  }

  std::vector<std::thread> threads_;
  std::atomic<std::uint32_t> calls_{0};
  std::atomic<int> next_{0}, busy_{0};
  bool is_over_ = false;
  int pieces_ = 0;
  void* work_ = nullptr;
  void (*do_piece_)(void*, int, int) = nullptr;
};

}  // namespace DD_ISA
}  // namespace dd
