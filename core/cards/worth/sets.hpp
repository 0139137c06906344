// A set of cards is one word: the card of suit s and rank r is bit 16 s + r. Ranks 13 to 15 do not exist.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>
#if defined(__BMI2__) && defined(__AVX2__)
#include <immintrin.h>
#endif

#include "game/isa.hpp"

namespace dd {
inline namespace DD_ISA {

inline constexpr std::uint64_t kEveryCard = 0x1FFF'1FFF'1FFF'1FFF;
inline constexpr std::uint64_t kEveryAce = 0x0001'0001'0001'0001;

// Takes the lowest card out of a set that is not empty.
constexpr int take_lowest(std::uint64_t& cards) {
  const int card = std::countr_zero(cards);
  cards &= cards - 1;
  return card;
}

// Takes the highest card out of a set that is not empty.
constexpr int take_highest(std::uint64_t& cards) {
  const int card = 63 - std::countl_zero(cards);
  cards ^= std::uint64_t{1} << card;
  return card;
}

// Adds up the values of `cards`, given for each rank: one by one, for sets that mostly have one card or none.
constexpr int total_of_few(std::uint64_t cards, const std::uint8_t value[16]) {
  int total = 0;
  while (cards != 0) total += value[take_lowest(cards) & 15];
  return total;
}

// The same for sets of any size.
constexpr int total_value(std::uint64_t cards, const std::uint8_t value[16]) {
#if defined(__BMI2__) && defined(__AVX2__)
  // How many cards each rank has, a byte a rank, times its value: without a loop, whose end would be a guess.
  if (!std::is_constant_evaluated()) {
    const auto counts = [cards](int first) {
      std::uint64_t ranks = 0;
      for (int suit = 0; suit < 64; suit += 16) ranks += _pdep_u64(cards >> (suit + first), 0x0101'0101'0101'0101);
      return static_cast<long long>(ranks);
    };
    const __m128i values = _mm_loadu_si128(reinterpret_cast<const __m128i*>(value));
    const __m128i pairs = _mm_maddubs_epi16(values, _mm_set_epi64x(counts(8), counts(0)));
    const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi16(1));
    const __m128i halves = _mm_add_epi32(fours, _mm_unpackhi_epi64(fours, fours));
    return _mm_cvtsi128_si32(halves) + _mm_extract_epi32(halves, 1);
  }
#endif
  return total_of_few(cards, value);
}

}  // namespace DD_ISA
}  // namespace dd
