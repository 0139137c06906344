// The batched search where there are secrets: a game of one hidden card, small enough to know.
#include <doctest/doctest.h>

#include <vector>

#include "search/lockstep/batch_search.hpp"

using namespace dd;

namespace {

// Seat 1 holds one of six cards. Seat 0 guesses high or low, or passes; then seat 1 shows its card (its only way to
// lose: a right guess) or, as it may always do, folds and loses a half.
struct OneCard {
  struct Position {
    int cards = 6;
  };
  struct State {
    int card, guess;
    bool over;
    int result;  // for seat 0, in halves
  };
  static constexpr int kLeafWords = 1, kMostMoves = 16, kHigh = 0, kLow = 1, kPass = 2, kFold = 15;
  static constexpr bool kSecrets = true;

  int seats() const { return 2; }
  bool has_stakes() const { return false; }
  void enter(const Position& position, State& state, Rng& rng) const {
    state = {static_cast<int>(rng.below(static_cast<std::uint32_t>(position.cards))), -1, false, 0};
  }
  Seat seat_of(const Position&) const { return 0; }
  Seat mover(const State& state) const { return state.over ? kNobody : state.guess < 0 ? Seat{0} : Seat{1}; }
  int list(const State& state, std::uint16_t* out) const {
    if (state.over) return 0;
    if (state.guess < 0) return out[0] = kHigh, out[1] = kLow, out[2] = kPass, 3;
    return out[0] = static_cast<std::uint16_t>(5 + state.card), out[1] = kFold, 2;
  }
  bool is_legal(const State& state, std::uint16_t move) const {
    return state.guess < 0 ? move <= kPass : move == kFold || move == 5 + state.card;
  }
  void follow(State& state, std::uint16_t move) const {
    if (state.guess < 0) {
      state.guess = move;
      state.over = move == kPass;
      return;
    }
    state.over = true;
    const bool right = (state.card >= 2) == (state.guess == kHigh);
    state.result = move == kFold ? 1 : right ? 2 : -2;
  }
  std::uint16_t action_of(const State&, std::uint16_t move) const { return move; }
  std::uint16_t action_of(const Position&, std::uint16_t move) const { return move; }
  void pack(const State& state, std::uint64_t* words) const { words[0] = static_cast<std::uint64_t>(state.guess + 1); }
  std::size_t without_past(const std::uint64_t* words, std::uint64_t* out) const { return out[0] = words[0], 1; }
  void values(const State& state, float* out) const { share(0, static_cast<float>(state.result) / 2.0f, out); }
  void share(Seat seat, float value, float* out) const { out[seat] = value, out[1 - seat] = -value; }
  void judge(LeafJudge, const State&, const std::uint16_t*, int count, float* priors, float* values, Rng&) const {
    std::fill_n(priors, count, 1.0f / static_cast<float>(count));
    values[0] = values[1] = 0;
  }
  std::uint64_t observed(const State& state, Seat) const {
    return static_cast<std::uint64_t>(state.guess + 1) + (state.over ? 100 : 0);
  }
  std::uint64_t observed(const Position&, Seat) const { return 0; }
};
static_assert(BatchGame<OneCard>);

struct Found {
  std::uint32_t visits[3] = {};
  float values[3] = {};
};

Found search(std::uint32_t simulations, int share, std::uint64_t seed) {
  BatchOptions options;
  options.simulations = simulations;
  options.leaves_per_tree = share;
  options.seed = seed;
  options.cache = 0;
  BatchSearch<OneCard> batch(OneCard(), options, 1, share);
  batch.tree(0).begin({}, 0);
  std::vector<std::uint64_t> packed(64);
  std::vector<std::uint16_t> actions(64 * 16);
  std::vector<std::uint32_t> offsets(65);
  std::vector<std::int32_t> trees(64);
  const std::vector<float> values(64, 0.0f);
  while (!batch.is_done(0)) {
    batch.ask(0, {packed.data(), actions.data(), offsets.data(), trees.data(), 64, actions.size()});
    REQUIRE(batch.tell(0, nullptr, values.data(), 1).empty());
  }
  Found found;
  batch.tree(0).each_move([&](std::uint16_t move, std::uint32_t visits, float value, auto...) {
    found.visits[move] = visits;
    found.values[move] = value;
  });
  return found;
}

}  // namespace

TEST_CASE("a guess is worth what it is over all that may be hidden") {
  for (const int share : {1, 4}) {
    const Found found = search(6000, share, 1);
    // The other seat sees its card: against a right guess it folds, else it shows. High is right for four of six cards:
    // 4/6 × 1/2 - 2/6; low for two: 2/6 × 1/2 - 4/6.
    CHECK(found.visits[0] + found.visits[1] + found.visits[2] == 6000);
    CHECK(found.values[OneCard::kHigh] == doctest::Approx(0.0).epsilon(0.08));
    CHECK(found.values[OneCard::kLow] < -0.3f);
    CHECK(found.values[OneCard::kPass] == 0.0f);
    CHECK(found.visits[OneCard::kLow] < 1000);
  }
}

TEST_CASE("secrets are imagined by the tree's own stream") {
  const Found one = search(300, 1, 5), same = search(300, 1, 5), other = search(300, 1, 6);
  CHECK(std::equal(one.visits, one.visits + 3, same.visits));
  CHECK(!std::equal(one.values, one.values + 3, other.values));
}
