// A set of cards is one word: the card of suit s and rank r is bit 16 s + r. Ranks 13 to 15 do not exist.
#pragma once

#include <bit>
#include <cstdint>

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

// Adds up the values of `cards`, given for each rank.
constexpr int total_value(std::uint64_t cards, const std::uint8_t value[16]) {
  int total = 0;
  while (cards != 0) total += value[take_lowest(cards) & 15];
  return total;
}

}  // namespace DD_ISA
}  // namespace dd
