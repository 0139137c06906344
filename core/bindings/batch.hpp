// A batched search and the positions of its trees, as the binding files share it. Moves are actions: of chess as
// encoded, of cards the moves themselves.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "bindings/bindings.hpp"
#include "kernels/batch_kernel.hpp"

namespace dd {

struct BoundBatch {
  std::unique_ptr<Batch> batch;
  int groups = 1, seats = 2;
  std::shared_ptr<BoundProgram> program;        // of cards
  std::vector<chess::BoundPosition> positions;  // of chess, one a tree
  std::vector<BoundState> states;               // of cards: what is true, which the trees never see
  std::vector<int> asked;                       // leaves of each group
  std::vector<std::size_t> asked_actions;
  std::mutex mutex;

  bool is_chess() const { return program == nullptr; }
  int trees() const { return static_cast<int>(is_chess() ? positions.size() : states.size()); }
};

// Lets other threads of Python run, and keeps them out of this search.
struct Working {
  explicit Working(BoundBatch& bound) : lock(bound.mutex) {}
  nanobind::gil_scoped_release release;
  std::lock_guard<std::mutex> lock;
};

inline void check_tree(const BoundBatch& bound, int tree) {
  if (tree < 0 || tree >= bound.trees()) throw std::invalid_argument("there is no such tree");
}

// What was found: the second half of the class.
void bind_batch_roots(nanobind::class_<BoundBatch>& search);

}  // namespace dd
