// Melds and deadwood: sets of three or four of a rank, runs of three or more in a suit (ace low).
// Exact for every set of cards. Hands with no card fit for both a set and a run need no search at all; the others are
// solved rank by rank, keeping for each way to stand in the four suits only the greatest value melded so far.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "cards/worth/sets.hpp"

namespace dd {
inline namespace DD_ISA {

inline constexpr int kMostMelds = 17;         // in 52 cards
inline constexpr int kMostArrangements = 16;  // looked at, of those with least deadwood

struct Melds {
  std::array<std::uint64_t, kMostMelds> meld{};
  int count = 0;
};

// Cards that belong to some run of the set.
constexpr std::uint64_t run_cards(std::uint64_t cards) {
  const std::uint64_t starts = cards & cards >> 1 & cards >> 2;
  return starts | starts << 1 | starts << 2;
}

// Cards that belong to some set of three or four.
constexpr std::uint64_t set_cards(std::uint64_t cards) {
  const std::uint64_t triples = cards & std::rotr(cards, 16) & std::rotr(cards, 32);  // any three suits are neighbours
  std::uint64_t ranks = triples | triples >> 32;
  ranks = (ranks | ranks >> 16) & 0x1FFF;
  return cards & ranks * kEveryAce;
}

// The cards of a hand that can be added to the melds of another.
struct Layoffs {
  std::uint64_t to_sets = 0;
  std::uint64_t up = 0;        // above a run, once the card below was added
  std::uint64_t up_first = 0;  // above a run, at once
  std::uint64_t down = 0;      // below a run, once the card above was added

  constexpr std::uint64_t all() const { return to_sets | up | down; }
  constexpr bool operator==(const Layoffs&) const = default;
};

constexpr Layoffs find_layoffs(std::uint64_t hand, const Melds& knocker) {
  Layoffs found;
  hand &= kEveryCard;
  const int count = std::min(knocker.count, kMostMelds);
  for (int n = 0; n < count; ++n) {
    const std::uint64_t meld = knocker.meld[n] & kEveryCard;
    if (meld == 0) continue;
    const std::uint64_t same_rank = kEveryAce << (std::countr_zero(meld) & 15);
    if ((meld & ~same_rank) == 0) {
      found.to_sets |= hand & same_rank & ~meld;
      continue;
    }
    found.up_first |= hand & std::bit_floor(meld) << 1;
    for (std::uint64_t card = hand & std::bit_floor(meld) << 1; card != 0; card = hand & card << 1) found.up |= card;
    for (std::uint64_t card = hand & (meld & -meld) >> 1; card != 0; card = hand & card >> 1) found.down |= card;
  }
  return found;
}

// Suits as lanes: a set of suits has one bit in each two, a stand has a number from 0 to 3 there.
// The stand of a suit is how many cards below, up to three, are neither laid off nor in sets, one after the other.
using Lanes = std::uint32_t;
inline constexpr Lanes kEveryLane = 0x55;

constexpr Lanes suits_at(std::uint64_t cards, int rank) {
  constexpr std::uint64_t kGather = 0x0100'0400'1000'4000;  // bits 0, 16, 32, 48 to 56, 58, 60, 62
  return Lanes((cards >> rank & kEveryAce) * kGather >> 56);
}

constexpr int count_lanes(Lanes suits) {
  const Lanes pairs = (suits & 5) + (suits >> 4);
  return int((pairs & 3) + (pairs >> 2));
}

constexpr Lanes spread_lanes(std::uint32_t bits) {
  bits = (bits | bits << 2) & 0x33;
  return (bits | bits << 1) & kEveryLane;
}

constexpr std::uint32_t pack_lanes(Lanes lanes) {
  lanes = (lanes | lanes >> 1) & 0x33;
  return (lanes | lanes >> 2) & 0x0F;
}

// The best value melded for each way to stand. With laying off, four more bits mark the suits whose last card was laid
// off in a run that goes on; their stand is then 1 (upwards: the next may follow) or 2 (downwards: the next must).
template <bool kLayingOff>
class MeldSearch {
 public:
  constexpr MeldSearch(std::uint64_t hand, const Layoffs& layoffs, const std::uint8_t* value)
      : layoffs_(layoffs), value_(value), runs_(run_cards(hand)), melding_(runs_ | set_cards(hand)) {}

  // The greatest value of cards melded and laid off.
  constexpr int solve() {
    live_[0] = {0, 0};
    live_count_ = 1;
    for (int rank = 0; rank < 13; ++rank) advance(rank);
    int most = 0;
    for (int n = 0; n < live_count_; ++n) most = std::max<int>(most, live_[n].melded);
    return most;
  }

 private:
  static constexpr int kStates = kLayingOff ? 4096 : 256;

  struct Live {
    std::uint16_t state;
    std::uint16_t melded;
  };

  // What one rank holds, as suits.
  struct Row {
    Lanes held, in_runs, to_sets, up, up_first, down, up_next, down_next;
    int worth, worth_of_three;
  };

  constexpr void advance(int rank) {
    row_.held = suits_at(melding_, rank);
    row_.in_runs = suits_at(runs_, rank);
    row_.worth = value_[rank];
    row_.worth_of_three = rank < 2 ? 0 : value_[rank] + value_[rank - 1] + value_[rank - 2];
    if constexpr (kLayingOff) {
      row_.to_sets = suits_at(layoffs_.to_sets, rank);
      row_.up = suits_at(layoffs_.up, rank);
      row_.up_first = suits_at(layoffs_.up_first, rank);
      row_.down = suits_at(layoffs_.down, rank);
      row_.up_next = suits_at(layoffs_.up, rank + 1);
      row_.down_next = suits_at(layoffs_.down, rank + 1);
    }
    reached_count_ = 0;
    for (int n = 0; n < live_count_; ++n) {
      if constexpr (kLayingOff)
        lay_off(live_[n].state, live_[n].melded);
      else
        make_sets(live_[n].state, row_.held, 0, live_[n].melded);
    }
    live_count_ = reached_count_;
    for (int n = 0; n < live_count_; ++n) {
      const std::uint16_t state = reached_[n];
      live_[n] = {state, std::uint16_t(best_[state] - 1)};
      best_[state] = 0;
    }
  }

  // Every choice of cards to lay off at this rank.
  constexpr void lay_off(std::uint32_t state, int melded) {
    const Lanes marked = spread_lanes(state >> 8);
    const Lanes upwards = marked & state, downwards = marked & state >> 1;
    const Lanes stand = state & 0xFF & ~(marked * 3);
    const Lanes must = row_.down & downwards;
    const Lanes rising = ((row_.up & upwards) | row_.up_first) & ~must;
    const Lanes free = (rising | row_.to_sets | row_.down) & ~must;
    for (Lanes more = free;; more = (more - 1) & free) {
      const Lanes laid = must | more;
      const Lanes up = more & rising & row_.up_next;
      const Lanes down = (must | (more & ~rising & ~row_.to_sets)) & row_.down_next;
      const Lanes going = up | down << 1 | pack_lanes(up | down) << 8;
      make_sets(stand, row_.held & ~laid, going, melded + count_lanes(laid) * row_.worth);
      if (more == 0) break;
    }
  }

  // Every choice of a set at this rank. A set that no run has a use for is always made.
  constexpr void make_sets(Lanes stand, Lanes held, std::uint32_t going, int melded) {
    const int count = count_lanes(held);
    if (count < 3) return extend_runs(stand, held, going, melded);
    extend_runs(stand, 0, going, melded + count * row_.worth);
    if ((held & row_.in_runs) == 0) return;
    extend_runs(stand, held, going, melded);
    if (count < 4) return;
    for (Lanes left = held & row_.in_runs; left != 0; left &= left - 1) {
      extend_runs(stand, left & -left, going, melded + 3 * row_.worth);
    }
  }

  constexpr void extend_runs(Lanes stand, Lanes held, std::uint32_t going, int melded) {
    const Lanes low = stand & kEveryLane, high = stand >> 1 & kEveryLane;
    melded += count_lanes(held & high & ~low) * row_.worth_of_three + count_lanes(held & high & low) * row_.worth;
    const Lanes next = (held & (~low | high)) | (held & (low | high)) << 1;
    const std::uint32_t state = next | going;
    if (best_[state] == 0) reached_[reached_count_++] = std::uint16_t(state);
    best_[state] = std::max(best_[state], std::uint16_t(melded + 1));
  }

  Layoffs layoffs_;
  const std::uint8_t* value_;
  std::uint64_t runs_, melding_;
  Row row_{};
  int live_count_ = 0, reached_count_ = 0;
  std::uint16_t best_[kStates] = {};  // value melded + 1; 0 if not reached
  std::uint16_t reached_[kStates];
  Live live_[kStates];
};

// The least value of cards left out of melds.
constexpr int deadwood(std::uint64_t hand, const std::uint8_t value[16]) {
  hand &= kEveryCard;
  const std::uint64_t sets = set_cards(hand), runs = run_cards(hand);
  if ((sets & runs) == 0) return total_value(hand & ~sets & ~runs, value);
  return total_value(hand, value) - MeldSearch<false>(hand, {}, value).solve();
}

// The melds among `cards` whose highest card is `top`, ascending.
constexpr Melds melds_below(int top, std::uint64_t cards) {
  Melds found;
  const auto add = [&](std::uint64_t meld) {
    if ((meld & ~cards) == 0) found.meld[found.count++] = meld;
  };
  const std::uint64_t card = std::uint64_t{1} << top;
  if (top >= 48) {
    const std::uint64_t clubs = card >> 48, diamonds = card >> 32, hearts = card >> 16;
    add(card | diamonds | clubs);
    add(card | hearts | clubs);
    add(card | hearts | diamonds);
    add(card | hearts | diamonds | clubs);
  } else if (top >= 32) {
    add(card | card >> 16 | card >> 32);
  }
  std::uint64_t run = card;
  for (int length = 2; length <= (top & 15) + 1 && (run >> 1 & ~cards) == 0; ++length) {
    run |= run >> 1;
    if (length >= 3) add(run);
  }
  return found;
}

// Adds melds of `left` to `melds` in every way that leaves cards of value `dead`, its least, and visits each; false if
// a visit was. In ascending order of the melds from the highest down: a card may stay out, or else top a meld.
template <class Visit>
constexpr bool visit_arrangements(std::uint64_t left, int dead, Melds& melds, const std::uint8_t value[16],
                                  Visit& visit) {
  const std::uint64_t useful = set_cards(left) | run_cards(left);
  if (useful == 0) return visit(melds);
  const int top = 63 - std::countl_zero(useful);
  const std::uint64_t without = left & ~(std::uint64_t{1} << top);
  const int rest = dead - value[top & 15];
  if (deadwood(without, value) == rest && !visit_arrangements(without, rest, melds, value, visit)) return false;
  const Melds options = melds_below(top, left);
  for (int n = 0; n < options.count; ++n) {
    const std::uint64_t meld = options.meld[n];
    if (deadwood(left & ~meld, value) != dead) continue;
    melds.meld[melds.count++] = meld;
    const bool goes_on = visit_arrangements(left & ~meld, dead, melds, value, visit);
    --melds.count;
    if (!goes_on) return false;
  }
  return true;
}

// The ways to lay down a hand that differ in which of the `others` could be laid off on them.
struct Arrangements {
  std::array<Melds, kMostArrangements> way{};
  std::array<Layoffs, kMostArrangements> layoffs{};
  int count = 0;
};

constexpr Arrangements arrange(std::uint64_t hand, std::uint64_t others, const std::uint8_t value[16]) {
  hand &= kEveryCard;
  Arrangements found;
  int visited = 0;
  auto visit = [&](const Melds& melds) {
    const Layoffs layoffs = find_layoffs(others, melds);
    const auto end = found.layoffs.begin() + found.count;
    if (std::find(found.layoffs.begin(), end, layoffs) == end) {
      found.way[found.count] = melds;
      found.layoffs[found.count++] = layoffs;
    }
    return ++visited < kMostArrangements;
  };
  Melds melds;
  visit_arrangements(hand, deadwood(hand, value), melds, value, visit);
  return found;
}

// The least deadwood of a hand that may also lay off on the knocker's melds.
constexpr int layoff_deadwood(std::uint64_t hand, const Melds& knocker, const std::uint8_t value[16]) {
  hand &= kEveryCard;
  const Layoffs layoffs = find_layoffs(hand, knocker);
  const std::uint64_t useful = set_cards(hand) | run_cards(hand);
  if ((layoffs.all() & useful) == 0) return deadwood(hand & ~layoffs.all(), value);
  return total_value(hand, value) - MeldSearch<true>(hand, layoffs, value).solve();
}

}  // namespace DD_ISA
}  // namespace dd
