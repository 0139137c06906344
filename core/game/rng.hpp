// Random streams: SplitMix64, keyed by (seed, program, game index, stream), never by scheduling. docs/genome.md,
// section 2.
#pragma once

#include <cstdint>

#include "game/isa.hpp"

namespace dd {
inline namespace DD_ISA {

class Rng {
 public:
  Rng() = default;
  explicit Rng(std::uint64_t state) : state_(state) {}

  std::uint64_t next() { return mix(state_ += kStep); }

  // Uniform in [0, n); the bias is below n / 2^64.
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(high(next(), n)); }

  // SplitMix64's finaliser: every bit of the input changes about half of the output.
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }

  // Games, seats and chance have streams of their own. So a player that draws more numbers does not change the cards,
  // and game 17 is the same whoever plays the sixteen before it.
  static Rng stream(std::uint64_t seed, std::uint64_t program_hash, std::uint64_t index, std::uint64_t stream) {
    const std::uint64_t game = mix(mix(mix(seed + kStep) ^ program_hash) + kStep * (index + 1));
    return Rng(mix(game + kStep * (stream + 1)));
  }

  // The high half of a product, instead of a remainder: faster, and hardly biased.
  static std::uint64_t high(std::uint64_t x, std::uint64_t n) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(x) * n) >> 64);
  }

 private:
  static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15ull;
  std::uint64_t state_ = 0;
};

// A stream that has its next number already: whoever takes that one does not wait for it to be mixed.
class EagerRng {
 public:
  EagerRng() = default;
  explicit EagerRng(Rng rng) : rng_(rng), number_(rng_.next()) {}

  // As Rng's.
  std::uint32_t below(std::uint32_t n) {
    const std::uint64_t number = number_;
    number_ = rng_.next();
    return static_cast<std::uint32_t>(Rng::high(number, n));
  }

 private:
  Rng rng_;
  std::uint64_t number_ = 0;
};

// Fisher–Yates from the back, of at most 64 items; one word serves four draws. `placed` is told each item, from the
// last to the first.
template <class T, class Placed>
DD_INLINE inline void shuffle(T* items, int count, Rng& rng, Placed&& placed) {
  std::uint64_t word = 0;
  const auto swap = [&](int i) {
    const unsigned __int128 product = static_cast<unsigned __int128>(word) * static_cast<unsigned>(i + 1);
    const int partner = static_cast<int>(product >> 64);
    word = static_cast<std::uint64_t>(product);
    const T swapped = items[i], chosen = items[partner];
    items[i] = chosen;
    items[partner] = swapped;
    placed(chosen);
  };
  int left = count - 1;
  for (; left >= 4; left -= 4) {
    word = rng.next();
    swap(left), swap(left - 1), swap(left - 2), swap(left - 3);
  }
  if (left > 0) word = rng.next();
  for (; left > 0; --left) swap(left);
  if (count > 0) placed(items[0]);
}

template <class T>
void shuffle(T* items, int count, Rng& rng) {
  shuffle(items, count, rng, [](T) {});
}

// What a game draws on: the deals and chance during play. Each player has a stream of its own.
struct Streams {
  Rng deal;
  Rng chance;
};

}  // namespace DD_ISA
}  // namespace dd
