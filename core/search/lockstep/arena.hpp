// The memory of one tree: lines of 64 bytes in pages that are never moved, named by 32-bit numbers. One thread at a
// time owns a tree, so nothing here is locked. A limit in bytes is kept exactly: when it is reached, `take` answers
// kNothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "game/isa.hpp"

namespace dd {
inline namespace DD_ISA {

class Arena {
 public:
  using Ref = std::uint32_t;
  static constexpr Ref kNothing = 0;  // no block begins at line 0
  static constexpr std::uint32_t kLineBytes = 64, kPageLines = 512;

  explicit Arena(std::size_t limit = SIZE_MAX) : most_pages_(limit / sizeof(Page)) {}

  // So many lines that follow each other, at most a page; kNothing when the limit would be passed.
  Ref take(std::uint32_t lines) {
    if (lines < kKinds && free_[lines] != kNothing) {
      const Ref block = free_[lines];
      free_[lines] = *at<Ref>(block);
      return used_ += lines, block;
    }
    if (next_ % kPageLines + lines > kPageLines || next_ / kPageLines >= pages_.size()) {
      if (open_page() == kNothing) return kNothing;
    }
    const Ref block = next_;
    next_ += lines;
    used_ += lines;
    return block;
  }

  // A block that nobody names any more; only small ones are given out again.
  void give_back(Ref block, std::uint32_t lines) {
    used_ -= lines;
    if (lines >= kKinds) return;
    *at<Ref>(block) = free_[lines];
    free_[lines] = block;
  }

  template <class T>
  T* at(Ref ref) {
    return reinterpret_cast<T*>(&pages_[ref / kPageLines]->line[ref % kPageLines]);
  }
  template <class T>
  const T* at(Ref ref) const {
    return reinterpret_cast<const T*>(&pages_[ref / kPageLines]->line[ref % kPageLines]);
  }
  // A line that may not exist: what follows a block may lie on a page that was never opened.
  void prefetch(Ref ref) const {
    if (ref / kPageLines < pages_.size()) __builtin_prefetch(&pages_[ref / kPageLines]->line[ref % kPageLines]);
  }

  // Forgets every block, and gives back all pages beyond the first `kept`.
  void clear(std::size_t kept = 1) {
    if (pages_.size() > kept) pages_.resize(kept);
    next_ = 1;
    used_ = 0;
    for (Ref& block : free_) block = kNothing;
  }

  std::size_t bytes_held() const { return pages_.size() * sizeof(Page); }
  std::size_t bytes_used() const { return std::size_t{used_} * kLineBytes; }
  std::size_t pages() const { return pages_.size(); }

 private:
  static constexpr std::uint32_t kKinds = 65;  // sizes of blocks that are given out again
  struct alignas(kLineBytes) Line {
    std::byte bytes[kLineBytes];
  };
  struct Page {
    Line line[kPageLines];
  };

  Ref open_page() {
    const std::size_t page = pages_.empty() ? 0 : next_ / kPageLines + (next_ % kPageLines != 0);
    if (page >= pages_.size()) {
      if (pages_.size() >= most_pages_ || pages_.size() >= UINT32_MAX / kPageLines) return kNothing;
      pages_.emplace_back(new Page);
    }
    next_ = static_cast<Ref>(page * kPageLines) + (page == 0);
    return next_;
  }

  std::size_t most_pages_;
  std::vector<std::unique_ptr<Page>> pages_;
  Ref next_ = 1;
  std::uint32_t used_ = 0;  // lines
  Ref free_[kKinds] = {};
};

}  // namespace DD_ISA
}  // namespace dd
