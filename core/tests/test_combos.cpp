// Points for combinations of cards, against what is known of all hands and against counting by hand.
#include <doctest/doctest.h>

#include <array>

#include "cards/worth/combos.hpp"
#include "deals.hpp"

using namespace dd;
using namespace dd::tests;

namespace {

constexpr std::uint8_t kCounts[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10};  // courts are tens

std::uint32_t count(const char* hand, const char* starter, bool whole = false) {
  return count_combinations(cards(hand), cards(starter), 15, whole, kCounts);
}

// Points for the last of the ranks played.
int last(std::initializer_list<int> ranks) {
  std::uint32_t sequence = 0;
  for (const int rank : ranks) sequence = add_to_sequence(sequence, rank - 1);
  return count_last(sequence);
}

}  // namespace

// Four cards in hand and one of the other 48 as the starter; the distribution is that of the literature on cribbage.
TEST_CASE("all 12,994,800 hands with a starter count as they are known to") {
  std::array<int, 30> counts{};
  Cards deck[52];
  for (int n = 0; n < 52; ++n) deck[n] = Cards{1} << (n / 13 * 16 + n % 13);
  for (int a = 0; a < 52; ++a)
    for (int b = 0; b < a; ++b)
      for (int c = 0; c < b; ++c)
        for (int d = 0; d < c; ++d) {
          const Cards hand = deck[a] | deck[b] | deck[c] | deck[d];
          for (const Cards starter : deck)
            if ((starter & hand) == 0) ++counts[count_combinations(hand, starter, 15, false, kCounts)];
        }
  CHECK(counts == std::array<int, 30>{1009008, 99792,  2813796, 505008, 2855676, 697508, 1800268, 751324,
                                      1137236, 361224, 388740,  51680,  317340,  19656,  90100,   9168,
                                      58248,   11196,  2708,    0,      8068,    2496,   444,     356,
                                      3680,    0,      0,       0,      76,      4});
  std::int64_t points = 0;
  for (int n = 0; n < 30; ++n) points += std::int64_t{n} * counts[static_cast<std::size_t>(n)];
  CHECK(static_cast<double>(points) / 12'994'800 == doctest::Approx(4.769).epsilon(0.0001));
}

TEST_CASE("hands count as at the table") {
  CHECK(count("5C 5D 5H JS", "5S") == 29);
  CHECK(count("5C 5D 5H JC", "5S") == 28);
  CHECK(count("3C 4C 5C 5D", "6H") == 14);  // two runs of four, a pair, two fifteens
  CHECK(count("2C 4C 6C 8C", "KH") == 4);   // a flush in hand
  CHECK(count("2C 4C 6C 8C", "KC") == 5);
  CHECK(count("2C 4C 6C 8C", "KH", true) == 0);
  CHECK(count("2C 4C 6C 8C", "KC", true) == 5);
  CHECK(count("2C 4D 6H 8S", "KC") == 0);
}

TEST_CASE("the last card played scores pairs and runs") {
  CHECK(last({7}) == 0);
  CHECK(last({7, 7}) == 2);
  CHECK(last({7, 7, 7}) == 6);
  CHECK(last({7, 7, 7, 7}) == 12);
  CHECK(last({7, 8, 7}) == 0);
  CHECK(last({8, 7, 9}) == 3);
  CHECK(last({4, 3, 5, 2}) == 4);
  CHECK(last({4, 3, 5, 5}) == 2);  // a pair, and it breaks the run
  CHECK(last({4, 3, 5, 5, 4, 3}) == 3);
  CHECK(last({1, 3, 2, 5, 4, 7, 6}) == 7);
  CHECK(last({12, 13, 1}) == 0);  // an ace is low
}
