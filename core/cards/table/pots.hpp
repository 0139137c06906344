// Dividing the pot at a showdown or after a battle.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "game/moves.hpp"

namespace dd {
inline namespace DD_ISA {

// The eligible seats with the greatest strength.
constexpr std::uint32_t best_seats(std::uint32_t eligible, const std::array<std::uint64_t, kMaxSeats>& strength) {
  std::uint64_t best = 0;
  std::uint32_t winners = 0;
  for (; eligible != 0; eligible &= eligible - 1) {
    const int seat = std::countr_zero(eligible);
    if (winners != 0 && strength[seat] < best) continue;
    if (winners == 0 || strength[seat] > best) winners = 0;
    best = strength[seat];
    winners |= 1u << seat;
  }
  return winners;
}

// Pays `pot` to the winners in equal parts, odd chips one each from `first_seat` going left. The winners are not empty.
constexpr void pay_pot(std::span<std::int32_t> chips, std::int64_t pot, std::uint32_t winners, int first_seat) {
  const int seats = int(chips.size());
  const std::int64_t share = pot / std::popcount(winners);
  std::int64_t odd = pot % std::popcount(winners);
  for (int place = 0; place < seats; ++place) {
    const int seat = (first_seat + place) % seats;
    if ((winners >> seat & 1) == 0) continue;
    chips[seat] = std::int32_t(chips[seat] + share + (odd > 0));
    odd -= odd > 0;
  }
}

// One layer of the pot: what the seats that paid at least `upto` put in above `above`.
struct Layer {
  std::int32_t upto = 0;  // 0: there is no further layer
  std::uint32_t payers = 0;
};

// The lowest contribution above `above`, and all who paid that much: side pots are cut at what each seat could pay.
constexpr Layer next_layer(std::span<const std::int32_t> contributions, std::int32_t above) {
  Layer layer;
  for (const std::int32_t paid : contributions) {
    if (paid > above && (layer.upto == 0 || paid < layer.upto)) layer.upto = paid;
  }
  for (std::size_t seat = 0; seat < contributions.size(); ++seat) {
    if (layer.upto != 0 && contributions[seat] >= layer.upto) layer.payers |= 1u << seat;
  }
  return layer;
}

// Divides the contributions, in side pots, among the best in-play hands and sets them to 0.
// `first_seat` is the seat left of the dealer. With nobody in play each seat takes its contribution back.
constexpr void share_pot(std::span<std::int32_t> chips, std::span<std::int32_t> contributions, std::uint8_t in_play,
                         const std::array<std::uint64_t, kMaxSeats>& strength, int first_seat) {
  const std::size_t seats = std::min({chips.size(), contributions.size(), std::size_t{kMaxSeats}});
  if (seats == 0) return;
  chips = chips.first(seats);
  contributions = contributions.first(seats);
  const int first = int(std::uint32_t(first_seat) % seats);
  const std::uint32_t playing = in_play & ((1u << seats) - 1);
  std::int64_t pot = 0;
  std::uint32_t sharers = 0;
  std::int32_t above = 0;
  for (Layer layer = next_layer(contributions, 0); layer.upto != 0; layer = next_layer(contributions, above)) {
    std::uint32_t eligible = layer.payers & playing;
    if (eligible == 0) eligible = playing;
    if (eligible != sharers && pot > 0) {
      pay_pot(chips, pot, best_seats(sharers, strength), first);
      pot = 0;
    }
    sharers = eligible;
    pot += std::int64_t{layer.upto - above} * std::popcount(layer.payers);
    above = layer.upto;
    if (playing == 0) break;
  }
  if (sharers != 0) pay_pot(chips, pot, best_seats(sharers, strength), first);
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (playing == 0) chips[seat] = std::int32_t(std::int64_t{chips[seat]} + contributions[seat]);
    contributions[seat] = 0;
  }
}

}  // namespace DD_ISA
}  // namespace dd
