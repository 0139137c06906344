// Deadwood, the knocker's melds and laying off against their plain definitions, by enumeration.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "cards/worth/melds.hpp"
#include "deals.hpp"

using namespace dd;
using namespace dd::tests;

namespace {

using Arrangement = std::vector<Cards>;

bool is_meld(Cards part) {
  if (std::popcount(part) < 3) return false;
  const int low = std::countr_zero(part);
  if ((part & ~(kEveryAce << (low & 15))) == 0) return true;
  const Cards line = part >> low;
  return (line & (line + 1)) == 0 && (low & 15) + std::popcount(part) <= 13;
}

Arrangement all_melds(Cards hand) {
  Arrangement melds;
  each_subset(hand, [&](Cards part) {
    if (is_meld(part)) melds.push_back(part);
  });
  std::sort(melds.begin(), melds.end());
  return melds;
}

template <class Visit>
void each_arrangement(const Arrangement& melds, std::size_t from, Cards left, Arrangement& chosen, Visit& visit) {
  visit(left, chosen);
  for (std::size_t n = from; n < melds.size(); ++n) {
    if ((melds[n] & ~left) != 0) continue;
    chosen.push_back(melds[n]);
    each_arrangement(melds, n + 1, left & ~melds[n], chosen, visit);
    chosen.pop_back();
  }
}

// The least deadwood, and every arrangement that leaves it, each from its highest meld down, in order.
std::pair<int, std::vector<Arrangement>> plain_arrangements(Cards hand, const std::uint8_t* value) {
  std::pair<int, std::vector<Arrangement>> best{1 << 30, {}};
  Arrangement chosen;
  auto visit = [&](Cards left, const Arrangement& melds) {
    const int dead = total_value(left, value);
    if (dead < best.first) best = {dead, {}};
    if (dead == best.first) best.second.emplace_back(melds.rbegin(), melds.rend());
  };
  each_arrangement(all_melds(hand), 0, hand, chosen, visit);
  std::sort(best.second.begin(), best.second.end());
  return best;
}

Arrangement list_of(const Melds& melds) { return {melds.meld.begin(), melds.meld.begin() + melds.count}; }

// Whether every card of `laid` can be added to the melds in some order.
bool can_lay_off(Cards laid, Arrangement melds) {
  if (laid == 0) return true;
  for (Cards rest = laid; rest != 0;) {
    const Cards card = Cards{1} << take_lowest(rest);
    for (Cards& meld : melds) {
      if (!is_meld(meld | card)) continue;
      meld |= card;
      if (can_lay_off(laid & ~card, melds)) return true;
      meld &= ~card;
    }
  }
  return false;
}

int plain_layoff(Cards hand, const Arrangement& knocker, const std::uint8_t* value) {
  int best = 1 << 30;
  std::map<Cards, bool> known;
  Arrangement chosen;
  auto visit = [&](Cards left, const Arrangement&) {
    each_subset(left, [&](Cards laid) {
      if (total_value(left & ~laid, value) >= best) return;
      auto [at, fresh] = known.try_emplace(laid, false);
      if (fresh) at->second = can_lay_off(laid, knocker);
      if (at->second) best = total_value(left & ~laid, value);
    });
  };
  each_arrangement(all_melds(hand), 0, hand, chosen, visit);
  return best;
}

void check_melds(Cards hand, const std::uint8_t* value) {
  const auto [dead, list] = plain_arrangements(hand, value);
  CHECK(deadwood(hand, value) == dead);
  std::vector<Arrangement> visited;
  auto visit = [&](const Melds& melds) { return visited.push_back(list_of(melds)), true; };
  Melds melds;
  visit_arrangements(hand, dead, melds, value, visit);
  CHECK(visited == list);
}

// The first arrangement, for tests of laying off.
Melds first_melds(Cards hand, const std::uint8_t* value) { return arrange(hand, kEveryCard & ~hand, value).way[0]; }

}  // namespace

TEST_CASE("deadwood is the least of all arrangements, and all that leave it are found") {
  Rng rng(3);
  for (int n = 0; n < 400; ++n) {
    check_melds(random_cards(rng, 10 + n % 2), kPips);
    check_melds(crowded_cards(rng, 10 + n % 2, 4 + n % 4), kPips);
    check_melds(crowded_cards(rng, 8 + n % 4, 3 + n % 4), kOdd);
  }
  for (int n = 0; n < 40; ++n) check_melds(crowded_cards(rng, 13 + n % 3, 5 + n % 3), n % 2 == 0 ? kPips : kOdd);
}

TEST_CASE("arrangements count once for each choice of cards that could be laid off") {
  const auto ways = [](const char* hand) { return arrange(cards(hand), kEveryCard & ~cards(hand), kPips).count; };
  CHECK(ways("AC 2C 3C 4C 5C 6C 7D") == 1);           // one run or two: the same cards fit
  CHECK(ways("4C 5C 6C 4D 5D 6D 4H 5H 6H KS") == 2);  // three sets or three runs
  CHECK(ways("7C 7D 7H 7S 8S 9S KC") == 1);           // the seven belongs to the run
  CHECK(ways("7C 7D 7H 7S 8S 9S TS KC") == 2);        // it may belong to either
  CHECK(ways("2C 5D 9H KS") == 1);
  CHECK(arrange(kEveryCard, 0, kPips).count == 1);
}

TEST_CASE("whatever a hand can lay off on some arrangement it can lay off on one of those that count") {
  Rng rng(6);
  int several = 0;
  for (int n = 0; n < 600; ++n) {
    const Cards both = crowded_cards(rng, 18 + n % 3, 5 + n % 2);
    Cards hand = 0;
    while (std::popcount(hand) < 9) hand |= (both & Cards{1} << rng.below(64));
    const Cards knocker = both & ~hand;
    const Arrangements found = arrange(knocker, kEveryCard & ~knocker, kPips);
    std::set<int> wanted, offered;
    for (const Arrangement& list : plain_arrangements(knocker, kPips).second)
      wanted.insert(plain_layoff(hand, list, kPips));
    for (int way = 0; way < found.count; ++way)
      offered.insert(layoff_deadwood(hand, found.way[static_cast<std::size_t>(way)], kPips));
    CHECK(offered == wanted);
    several += wanted.size() > 1;
  }
  CHECK(several > 20);
}

TEST_CASE("laying off is the best of all choices") {
  Rng rng(4);
  for (int n = 0; n < 1200; ++n) {
    const int width = 4 + n % 6, size = std::min(10, 2 * width);
    const Cards both = n % 5 == 0 ? random_cards(rng, 20) : crowded_cards(rng, 2 * size, width);
    Cards hand = 0;
    while (std::popcount(hand) < size) hand |= (both & Cards{1} << rng.below(64));
    const std::uint8_t* value = n % 3 == 0 ? kOdd : kPips;
    const Melds knocker = first_melds(both & ~hand, value);
    CHECK(layoff_deadwood(hand, knocker, value) == plain_layoff(hand, list_of(knocker), value));
  }
}

TEST_CASE("laying off goes both ways and can break a meld") {
  const Melds knocker = first_melds(cards("5C 6C 7C 9C 9D 9H"), kPips);
  REQUIRE(knocker.count == 2);
  CHECK(layoff_deadwood(cards("3C 4C 8C 9S KD"), knocker, kPips) == 10);
  CHECK(layoff_deadwood(cards("8C 8D 8H 9S TS JS"), knocker, kPips) == 0);
  CHECK(layoff_deadwood(cards("4C 4D 4H 3C 2C"), knocker, kPips) == 5);

  const Melds set_and_run = first_melds(cards("5D 5H 5S 7C 8C 9C"), kPips);
  CHECK(layoff_deadwood(cards("5C 6C 6D 6H"), set_and_run, kPips) == 0);  // the five goes to the set
  const Melds gap = first_melds(cards("AC 2C 3C 7C 8C 9C"), kPips);
  CHECK(layoff_deadwood(cards("4C 5C 5D 5H 6C"), gap, kPips) == 0);  // the four goes up, the six down
}
