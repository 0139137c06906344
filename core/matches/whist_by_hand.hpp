// Whist written by hand over bit sets, with nothing but its rules: what a ply of a trick game costs at best. The bench
// sets the engine beside it; nothing is played with it.
#pragma once

#include "cards/table/table.hpp"
#include "game/rng.hpp"
#include "matches/job.hpp"

namespace dd {
inline namespace DD_ISA {

// Deals of four random players. The pack is shuffled for each, its last card is the trump, and seat 0 leads.
inline WhistTally play_whist_by_hand(std::uint64_t deals, std::uint64_t seed) {
  WhistTally tally;
  for (std::uint64_t deal = 0; deal < deals; ++deal) {
    Rng rng = Rng::stream(seed, 0, deal, 0);
    std::uint8_t pack[52];
    for (int n = 0; n < 52; ++n) pack[n] = static_cast<std::uint8_t>(n / 13 * 16 + n % 13);
    shuffle(pack, 52, rng);
    CardSet hand[4] = {};
    for (int n = 0; n < 52; ++n) hand[n & 3] |= bit(pack[n]);
    const CardSet trumps = suit_cards(pack[51] >> 4);
    for (int trick = 0, leader = 0; trick < 13; ++trick) {
      CardSet led = 0, played = 0;
      int cards[4];
      for (int place = 0; place < 4; ++place) {
        CardSet& own = hand[(leader + place) & 3];
        const CardSet legal = (own & led) != 0 ? own & led : own;
        const int count = std::popcount(legal);
        cards[place] = nth_bit(legal, static_cast<int>(rng.below(static_cast<std::uint32_t>(count))));
        own ^= bit(cards[place]);
        played |= bit(cards[place]);
        if (place == 0) led = suit_cards(cards[0] >> 4);
        tally.decisions += count > 1;
      }
      const int best = highest_card((played & trumps) != 0 ? played & trumps : played & led);
      for (int place = 0; place < 4; ++place)
        if (cards[place] == best) leader = (leader + place) & 3;
      ++tally.tricks[leader & 1];
    }
  }
  tally.plies = 52 * deals;
  return tally;
}

}  // namespace DD_ISA
}  // namespace dd
