// Leaves of one batch that are equal, so that an evaluator is asked about each only once.
#pragma once

#include <algorithm>
#include <vector>

#include "search/lockstep/evaluation_cache.hpp"

namespace dd {
inline namespace DD_ISA {

class TwinLeaves {
 public:
  // Forgets everything; at most so many leaves will come.
  void begin(std::size_t leaves) {
    std::size_t slots = 2;
    while (slots < 2 * leaves) slots *= 2;
    slots_.assign(slots, kNone);
    keys_.clear();
  }

  // The number of the first leaf with this key, which is new if it is the number of leaves so far.
  std::uint32_t number_of(const LeafKey& key) {
    std::size_t at = key.first & (slots_.size() - 1);
    while (slots_[at] != kNone && !is_same(keys_[slots_[at]], key)) at = (at + 1) & (slots_.size() - 1);
    if (slots_[at] != kNone) return slots_[at];
    slots_[at] = static_cast<std::uint32_t>(keys_.size());
    keys_.push_back(key);
    return slots_[at];
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  static bool is_same(const LeafKey& a, const LeafKey& b) { return a.first == b.first && a.second == b.second; }

  std::vector<std::uint32_t> slots_;
  std::vector<LeafKey> keys_;  // of the leaves so far
};

}  // namespace DD_ISA
}  // namespace dd
