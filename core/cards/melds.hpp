// Melds and deadwood: sets of three or four of a rank, runs of three or more in a suit (ace low).
// Exact for every set of cards. Hands with no card fit for both a set and a run need no search at all; the others are
// solved rank by rank, keeping for each way to stand in the four suits only the greatest value melded so far.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "cards/sets.hpp"

namespace dd {
inline namespace DD_ISA {

inline constexpr int kMostMelds = 17;  // in 52 cards

struct Melds {
  std::array<std::uint64_t, kMostMelds> meld{};  // ascending
  int count = 0;
  int deadwood = 0;
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

// Takes `meld` from what is left of a hand if some best arrangement has it beside those taken before.
constexpr bool take_meld(std::uint64_t meld, std::uint64_t& left, Melds& melds, const std::uint8_t value[16]) {
  if ((meld & ~left) != 0 || deadwood(left & ~meld, value) != melds.deadwood) return false;
  left &= ~meld;
  if (melds.count < kMostMelds) melds.meld[melds.count++] = meld;
  return true;
}

// Takes a meld whose highest card is `top`, trying them in ascending order.
constexpr bool take_meld_below(int top, std::uint64_t& left, Melds& melds, const std::uint8_t value[16]) {
  const std::uint64_t card = std::uint64_t{1} << top;
  if (top >= 48) {
    const std::uint64_t clubs = card >> 48, diamonds = card >> 32, hearts = card >> 16;
    if (take_meld(card | diamonds | clubs, left, melds, value)) return true;
    if (take_meld(card | hearts | clubs, left, melds, value)) return true;
    if (take_meld(card | hearts | diamonds, left, melds, value)) return true;
    if (take_meld(card | hearts | diamonds | clubs, left, melds, value)) return true;
  } else if (top >= 32) {
    if (take_meld(card | card >> 16 | card >> 32, left, melds, value)) return true;
  }
  std::uint64_t run = card;
  for (int length = 2; length <= (top & 15) + 1 && (run >> 1 & ~left) == 0; ++length) {
    run |= run >> 1;
    if (length >= 3 && take_meld(run, left, melds, value)) return true;
  }
  return false;
}

// The knocker's arrangement: least deadwood, then the least list of melds. Melds are tried in ascending order and each
// that a best arrangement can have is taken: whatever was refused earlier stays refused.
constexpr Melds best_melds(std::uint64_t hand, const std::uint8_t value[16]) {
  std::uint64_t left = hand & kEveryCard;
  Melds melds;
  melds.deadwood = deadwood(left, value);
  const std::uint64_t tops = set_cards(left) | run_cards(left);
  for (std::uint64_t rest = tops; rest != 0 && total_value(left, value) != melds.deadwood;) {
    take_meld_below(take_lowest(rest), left, melds, value);
  }
  return melds;
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
