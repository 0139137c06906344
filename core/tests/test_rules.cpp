// Kinds of moves, and what rules of thumb make of a set of moves.
#include <doctest/doctest.h>

#include <initializer_list>
#include <set>
#include <vector>

#include "matches/rules.hpp"

using namespace dd;

namespace {

constexpr Move kAceOfClubs = 0, kFiveOfClubs = 4, kKingOfClubs = 12, kKingOfSpades = 3 * 16 + 12;
constexpr std::uint32_t kCards = 1u << kCardKind;

std::uint32_t kind_bit(int move) { return 1u << move_kind(move); }

MoveSet set_of(std::initializer_list<int> moves) {
  MoveSet set;
  for (const int move : moves) set.add(static_cast<Move>(move));
  return set;
}

std::vector<int> list(const MoveSet& set) {
  std::vector<int> moves;
  for (int n = 0; n < set.count(); ++n) moves.push_back(set.nth(n));
  return moves;
}

// All moves that the rule makes of the set, with many lots drawn.
std::set<int> made(const Rule& rule, const MoveSet& moves, const Program& program = {}) {
  std::set<int> found;
  Rng rng(1);
  for (int n = 0; n < 400; ++n) found.insert(follow(rule, program, moves, rng));
  return found;
}

Rule always(std::uint32_t kinds, CardOrder order = CardOrder::kAnyCard) { return {-1, false, kinds, 0, order}; }
Rule never(std::uint32_t kinds, CardOrder order = CardOrder::kAnyCard) { return {-1, false, 0, kinds, order}; }
Rule ordered(CardOrder order) { return {-1, false, 0, 0, order}; }

}  // namespace

TEST_CASE("every card is of one kind, and every other word for moves begins a kind of its own") {
  for (int card = 0; card < 64; ++card) CHECK(move_kind(card) == kCardKind);
  int kind = kCardKind;
  for (const Word& word : kMoveNumberWords) {
    CHECK(move_kind(word.number) == ++kind);
    CHECK(move_kind(word.number - 1) == kind - 1);
  }
}

TEST_CASE("the kinds of a set are those of its moves") {
  CHECK(kinds_of({}) == 0);
  CHECK(kinds_of(set_of({kFiveOfClubs, kKingOfSpades})) == kCards);
  Rng rng(1);
  for (int n = 0; n < 100; ++n) {
    MoveSet moves;
    std::uint32_t kinds = 0;
    for (int i = 0; i < 5; ++i) {
      const auto move = static_cast<Move>(rng.below(256));
      moves.add(move);
      kinds |= kind_bit(move);
    }
    CHECK(kinds_of(moves) == kinds);
    CHECK(list(of_kinds(moves, kinds)) == list(moves));
    CHECK(of_kinds(moves, ~kinds).empty());
  }
}

TEST_CASE("always is for where it can be, never for where something else is legal") {
  const MoveSet moves = set_of({kFiveOfClubs, kPass, kDraw});
  CHECK(list(allowed_by(always(kind_bit(kDraw)), moves)) == std::vector<int>{kDraw});
  CHECK(list(allowed_by(always(kind_bit(kKnock)), moves)) == list(moves));
  CHECK(list(allowed_by(never(kCards), moves)) == std::vector<int>{kPass, kDraw});
  CHECK(list(allowed_by(never(kCards), set_of({kFiveOfClubs, kKingOfClubs}))) ==
        std::vector<int>{kFiveOfClubs, kKingOfClubs});
}

TEST_CASE("a rule without an order draws lots among all that it allows") {
  const MoveSet moves = set_of({kFiveOfClubs, kKingOfClubs, kPass});
  CHECK(made(ordered(CardOrder::kAnyCard), moves) == std::set<int>{kFiveOfClubs, kKingOfClubs, kPass});
  CHECK(made(never(kind_bit(kPass)), moves) == std::set<int>{kFiveOfClubs, kKingOfClubs});
}

TEST_CASE("an order is for cards and for numbers, each among themselves") {
  const MoveSet moves = set_of({kAceOfClubs, kFiveOfClubs, kKingOfSpades, kFirstNumber + 1, kFirstNumber + 3, kPass});
  CHECK(made(ordered(CardOrder::kLowestCard), moves) == std::set<int>{kAceOfClubs, kFirstNumber + 1, kPass});
  CHECK(made(ordered(CardOrder::kHighestCard), moves) == std::set<int>{kKingOfSpades, kFirstNumber + 3, kPass});
  CHECK(made(always(kCards, CardOrder::kHighestCard), moves) == std::set<int>{kKingOfSpades});
}

TEST_CASE("high and low are what the game's own tricks say") {
  Program program;
  program.tables.push_back({13});  // aces are high, all others alike
  program.goal.strength = 0;
  const MoveSet moves = set_of({kAceOfClubs, kFiveOfClubs, kKingOfClubs});
  CHECK(made(ordered(CardOrder::kHighestCard), moves, program) == std::set<int>{kAceOfClubs});
  CHECK(made(ordered(CardOrder::kLowestCard), moves, program) == std::set<int>{kFiveOfClubs});
}

TEST_CASE("a habit holds at its prompt alone, a rule everywhere, and no rule nowhere") {
  CHECK(Rule{3}.holds_at(3));
  CHECK_FALSE(Rule{3}.holds_at(2));
  CHECK(Rule{Rule::kEveryPrompt}.holds_at(7));
  CHECK_FALSE(Rule{}.holds_at(0));
}

TEST_CASE("a second line of advice is for its prompt, or for whoever leads to a trick") {
  PlayerSpec player;
  player.rule = ordered(CardOrder::kLowestCard);
  player.exception = {3, false, 0, 0, CardOrder::kHighestCard};
  Table table = {};
  table.prompt = 2;
  CHECK(line_of(player, table).order == CardOrder::kLowestCard);
  table.prompt = 3;
  CHECK(line_of(player, table).order == CardOrder::kHighestCard);
  player.exception.prompt = Rule::kLeading;
  CHECK(line_of(player, table).order == CardOrder::kHighestCard);
  table.pile[kTrick] = bit(kFiveOfClubs);
  CHECK(line_of(player, table).order == CardOrder::kLowestCard);
  player.exception = {};
  CHECK(line_of(player, table).order == CardOrder::kLowestCard);
}
