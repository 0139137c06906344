// Evaluations that need not be asked for again, keyed by a hash of 128 bits of the whole packed leaf and its actions.
// Many threads may look while nobody stores; stores are made by one thread in the order of leaves, so what is found
// never depends on threads. The oldest give way to new ones.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "game/moves.hpp"
#include "game/rng.hpp"

namespace dd {
inline namespace DD_ISA {

struct LeafKey {
  std::uint64_t first, second;
};

inline std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

class LeafHash {
 public:
  // Two hashes in one pass, of different kinds: 128 bits, because a false hit would give a leaf another's evaluation.
  void add(const std::uint64_t* words, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      first_ = fold(first_ ^ words[i], 0x9E3779B97F4A7C15ull);
      second_ = (second_ ^ words[i]) * 0xC2B2AE3D27D4EB4Full;
      second_ ^= second_ >> 29;
    }
  }
  void add(const std::uint16_t* actions, std::size_t count) {
    std::uint64_t words[128];
    const std::size_t whole = (count + 3) / 4;
    words[whole - (whole > 0)] = 0;
    std::memcpy(words, actions, count * sizeof *actions);
    add(words, whole);
  }
  LeafKey key() const { return {Rng::mix(first_), Rng::mix(second_)}; }

 private:
  std::uint64_t first_ = 0x243F6A8885A308D3ull, second_ = 0x13198A2E03707344ull;
};

class EvaluationCache {
 public:
  // With at most so many bytes; with none it stores nothing.
  explicit EvaluationCache(std::size_t bytes) {
    std::size_t slots = 1;
    while (2 * slots * (sizeof(Slot) + kFloatsPerSlot * sizeof(float)) <= bytes) slots *= 2;
    if (slots < kWays) return;
    slots_.resize(slots);
    floats_.resize(slots * kFloatsPerSlot);
  }

  bool is_on() const { return !slots_.empty(); }
  std::size_t bytes() const { return slots_.size() * sizeof(Slot) + floats_.size() * sizeof(float); }
  void clear() { slots_.assign(slots_.size(), Slot{}); }

  // `seats` values and then `moves` priors, or null.
  const float* find(const LeafKey& key, int floats) const {
    const Slot* bucket = slots_.data() + bucket_of(key);
    for (std::size_t way = 0; way < kWays; ++way) {
      const Slot& slot = bucket[way];
      if (slot.key.first == key.first && slot.key.second == key.second && slot.floats == floats && is_kept(slot))
        return floats_.data() + slot.begin % floats_.size();
    }
    return nullptr;
  }

  // The floats go into a ring, the key into the slot of its bucket that was filled longest ago. An entry is lost when
  // the ring comes round to it. Both depend on the order of `store` alone, never on threads or time.
  void store(const LeafKey& key, const float* values, int seats, const float* priors, int moves) {
    const int floats = seats + moves;
    if (!is_on() || static_cast<std::size_t>(floats) > floats_.size() || find(key, floats) != nullptr) return;
    const std::uint64_t at = next_ % floats_.size();
    if (at + static_cast<std::size_t>(floats) > floats_.size()) next_ += floats_.size() - at;  // never split
    float* out = floats_.data() + next_ % floats_.size();
    std::memcpy(out, values, static_cast<std::size_t>(seats) * sizeof(float));
    std::memcpy(out + seats, priors, static_cast<std::size_t>(moves) * sizeof(float));
    Slot* bucket = slots_.data() + bucket_of(key);
    Slot* oldest = bucket;
    for (std::size_t way = 1; way < kWays; ++way)
      if (bucket[way].begin < oldest->begin) oldest = bucket + way;
    *oldest = {key, next_, floats};
    next_ += static_cast<std::uint64_t>(floats);
  }

 private:
  static constexpr std::size_t kWays = 4, kFloatsPerSlot = 32;
  struct Slot {
    LeafKey key;
    std::uint64_t begin;  // counted from the first float ever stored
    int floats;           // 0: empty
  };

  std::size_t bucket_of(const LeafKey& key) const { return key.first & (slots_.size() - 1) & ~(kWays - 1); }
  // Not yet overwritten: a float is when the ring has gone round.
  bool is_kept(const Slot& slot) const { return slot.floats > 0 && next_ - slot.begin <= floats_.size(); }

  std::vector<Slot> slots_;
  std::vector<float> floats_;  // a ring
  std::uint64_t next_ = 0;
};

}  // namespace DD_ISA
}  // namespace dd
