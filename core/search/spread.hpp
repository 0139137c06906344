// How far the results of a search lie apart, so that exploration does not depend on the scale of the values: small
// stakes are searched as hard as large ones.
#pragma once

#include <algorithm>
#include <cmath>

#include "game/isa.hpp"

namespace dd {
inline namespace DD_ISA {

class Spread {
 public:
  void add(float result) {
    sum_ += result;
    squares_ += result * result;
    ++count_;
  }

  // The largest standard deviation of the results so far; 1 until there are a few. The largest: as a search becomes
  // sure its results differ less, and it must not stop looking for that.
  float value() {
    if (count_ < kFirstResults) return 1.0f;
    const float mean = sum_ / static_cast<float>(count_);
    largest_ = std::max(largest_, std::sqrt(std::max(squares_ / static_cast<float>(count_) - mean * mean, 0.0f)));
    return largest_;
  }

 private:
  static constexpr int kFirstResults = 16;
  static constexpr float kLeast = 0.0001f;  // results that never differ leave nothing to explore

  float sum_ = 0, squares_ = 0, largest_ = kLeast;
  int count_ = 0;
};

}  // namespace DD_ISA
}  // namespace dd
