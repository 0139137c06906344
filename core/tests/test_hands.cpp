// Hands at a showdown, sums and pots against their plain definitions, by enumeration.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "cards/table/pots.hpp"
#include "cards/worth/hands.hpp"
#include "cards/worth/sums.hpp"
#include "deals.hpp"

using namespace dd;
using namespace dd::tests;

namespace {

// Category, then ranks by group size and rank, for at most five cards.
std::vector<int> plain_poker(Cards hand) {
  std::map<int, int> count;
  std::set<int> suits;
  const int size = std::popcount(hand);
  while (hand != 0) {
    const int card = take_lowest(hand);
    ++count[(card & 15) == 0 ? 14 : (card & 15) + 1];
    suits.insert(card / 16);
  }
  std::vector<std::pair<int, int>> groups;
  for (auto [rank, number] : count) groups.push_back({number, rank});
  std::sort(groups.rbegin(), groups.rend());
  std::vector<int> ranks;
  for (auto [number, rank] : groups) ranks.push_back(rank);
  const bool flush = size == 5 && suits.size() == 1;
  const bool wheel = ranks == std::vector<int>{14, 5, 4, 3, 2};
  const bool straight = ranks.size() == 5 && (wheel || ranks[0] - ranks[4] == 4);
  if (straight) ranks = {wheel ? 5 : ranks[0]};
  const int most = groups.empty() ? 0 : groups[0].first, second = groups.size() < 2 ? 0 : groups[1].first;
  int category = most == 3 ? 3 : most == 2 ? (second == 2 ? 2 : 1) : 0;
  if (straight) category = 4;
  if (flush) category = 5;
  if (most == 3 && second == 2) category = 6;
  if (most == 4) category = 7;
  if (straight && flush) category = 8;
  ranks.insert(ranks.begin(), category);
  return ranks;
}

std::vector<int> plain_best_poker(Cards hand) {
  if (std::popcount(hand) < 5) return plain_poker(hand);
  std::vector<int> best;
  each_subset(hand, [&](Cards part) {
    if (std::popcount(part) == 5) best = std::max(best, plain_poker(part));
  });
  return best;
}

}  // namespace

TEST_CASE("every five-card hand has the category of the textbooks") {
  std::array<int, 10> counts{};
  Cards deck[52];
  for (int n = 0; n < 52; ++n) deck[n] = Cards{1} << (n / 13 * 16 + n % 13);
  const std::uint32_t royal = poker_rank(cards("AS KS QS JS TS"));
  for (int a = 0; a < 52; ++a)
    for (int b = 0; b < a; ++b)
      for (int c = 0; c < b; ++c)
        for (int d = 0; d < c; ++d)
          for (int e = 0; e < d; ++e) {
            const std::uint32_t rank = poker_rank(deck[a] | deck[b] | deck[c] | deck[d] | deck[e]);
            ++counts[rank == royal ? 9 : poker_category(rank)];
          }
  CHECK(counts == std::array<int, 10>{1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4});
}

TEST_CASE("every seven-card hand has the category of the textbooks") {
  std::array<int, 10> counts{};
  Cards deck[52];
  for (int n = 0; n < 52; ++n) deck[n] = Cards{1} << (n / 13 * 16 + n % 13);
  const std::uint32_t royal = poker_rank(cards("AS KS QS JS TS"));
  for (int a = 0; a < 52; ++a)
    for (int b = 0; b < a; ++b)
      for (int c = 0; c < b; ++c)
        for (int d = 0; d < c; ++d)
          for (int e = 0; e < d; ++e) {
            const Cards five = deck[a] | deck[b] | deck[c] | deck[d] | deck[e];
            for (int f = 0; f < e; ++f)
              for (int g = 0; g < f; ++g) {
                const std::uint32_t rank = poker_rank(five | deck[f] | deck[g]);
                ++counts[rank == royal ? 9 : poker_category(rank)];
              }
          }
  CHECK(counts ==
        std::array<int, 10>{23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324});
}

TEST_CASE("poker hands of any size compare as their best five cards") {
  Rng rng(1);
  std::vector<std::pair<std::vector<int>, std::uint32_t>> ranked;
  for (int n = 0; n < 8000; ++n) {
    const int size = n % 9;
    const Cards hand = n % 2 == 0 ? random_cards(rng, size) : crowded_cards(rng, size, 3 + n % 5);
    ranked.push_back({plain_best_poker(hand), poker_rank(hand)});
    CHECK(poker_category(ranked.back().second) == ranked.back().first[0]);
  }
  std::sort(ranked.begin(), ranked.end());
  for (std::size_t n = 1; n < ranked.size(); ++n) {
    CHECK((ranked[n - 1].first < ranked[n].first) == (ranked[n - 1].second < ranked[n].second));
    CHECK(ranked[n - 1].second <= ranked[n].second);
  }
  CHECK(poker_rank(0) == 0);
  CHECK(poker_rank(~kEveryCard) == 0);
  CHECK(poker_rank(~Cards{0}) == poker_rank(cards("AS KS QS JS TS")));
}

TEST_CASE("high cards compare from the highest and the longer hand wins") {
  Rng rng(2);
  const auto plain = [](Cards hand) {
    std::vector<int> strengths;
    while (hand != 0) strengths.push_back(kAceHigh[take_lowest(hand) & 15]);
    std::sort(strengths.rbegin(), strengths.rend());
    return strengths;
  };
  for (int n = 0; n < 20000; ++n) {
    const Cards a = crowded_cards(rng, n % 6, 4), b = crowded_cards(rng, n / 6 % 13, 4);
    const std::uint64_t rank_a = high_card_rank(a, kAceHigh), rank_b = high_card_rank(b, kAceHigh);
    CHECK((rank_a < rank_b) == (plain(a) < plain(b)));
    CHECK((rank_a == rank_b) == (plain(a) == plain(b)));
  }
  CHECK(high_card_rank(~Cards{0}, kAceHigh) == high_card_rank(cards("AC AD AH AS KC KD KH KS QC QD QH QS"), kAceHigh));
}

TEST_CASE("sums agree with trying every set") {
  Rng rng(5);
  for (int n = 0; n < 200; ++n) {
    const Cards table = random_cards(rng, n % 11);
    const std::uint8_t* value = n % 2 == 0 ? kOdd : kPips;
    const int target = static_cast<int>(rng.below(64));
    Cards options = 0, reached = 0;
    each_subset(table, [&](Cards part) {
      const int sum = total_value(part, value);
      if (part == 0) return;
      if (sum == target && target > 0 && value[std::countr_zero(part) & 15] > 0) options |= part & -part;
      for (int rank = 0; rank < 13; ++rank) reached |= value[rank] == sum ? kEveryAce << rank : 0;
    });
    CHECK(sum_options(table, target, value) == options);
    CHECK(sum_set(table, value) == reached);
  }
  CHECK(sum_options(~Cards{0}, 0, kOdd) == 0);
  CHECK(sum_options(~Cards{0}, -5, kOdd) == 0);
  CHECK(sum_options(~Cards{0}, 1000, kOdd) == 0);
}

TEST_CASE("side pots go to the best hand that paid for them") {
  using Chips = std::vector<std::int32_t>;
  Chips chips{0, 0, 0, 5}, paid{10, 30, 30, 20};
  share_pot(chips, paid, 0b0111, {9, 5, 5, 0}, 1);
  CHECK(chips == Chips{40, 25, 25, 5});
  CHECK(paid == Chips{0, 0, 0, 0});

  chips = {0, 0, 0}, paid = {5, 5, 1};  // eleven chips, layers 3 and 8: two pots, one odd chip
  share_pot(chips, paid, 0b111, {7, 7, 7}, 2);
  CHECK(chips == Chips{5, 5, 1});

  chips = {0, 0, 0}, paid = {3, 3, 1};  // the folded seat's chip makes no pot of its own
  share_pot(chips, paid, 0b011, {7, 7, 9}, 1);
  CHECK(chips == Chips{3, 4, 0});

  chips = {0, 0, 0}, paid = {3, 8, 2};  // nobody in play paid the last layer
  share_pot(chips, paid, 0b101, {1, 9, 2}, 0);
  CHECK(chips == Chips{2, 0, 11});

  chips = {1, 2}, paid = {3, 4};
  share_pot(chips, paid, 0, {}, 0);
  CHECK(chips == Chips{4, 6});
}

TEST_CASE("sharing a pot keeps every chip") {
  Rng rng(6);
  for (int n = 0; n < 3000; ++n) {
    const int seats = 2 + n % 7;
    std::vector<std::int32_t> chips(seats), paid(seats);
    std::array<std::uint64_t, 8> strength{};
    int total = 0;
    for (int seat = 0; seat < seats; ++seat) {
      total += chips[seat] = static_cast<int>(rng.below(100));
      total += paid[seat] = static_cast<int>(rng.below(20)) * static_cast<int>(rng.below(3));
      strength[seat] = rng.below(4);
    }
    const auto before = chips;
    const auto in_play = static_cast<std::uint8_t>(rng.next());
    share_pot(chips, paid, in_play, strength, static_cast<int>(rng.next()));
    for (int seat = 0; seat < seats; ++seat) {
      total -= chips[seat] + paid[seat];
      if ((in_play & ((1 << seats) - 1)) != 0 && (in_play >> seat & 1) == 0) CHECK(chips[seat] == before[seat]);
    }
    CHECK(total == 0);
  }
}
