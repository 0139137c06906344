// The tree search on a game small enough to know: noughts and crosses, and one of pure luck.
#include <doctest/doctest.h>

#include <string>

#include "search/rollout/tree_search.hpp"

using namespace dd;

namespace {

// Two bit boards; no secrets, no chance.
struct Noughts {
  using Moves = MoveSet;
  struct State {
    unsigned board[2] = {0, 0};
    int moved = 0;
  };
  static constexpr unsigned kLines[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

  static bool won(const State& state, int seat) {
    for (const unsigned line : kLines)
      if ((state.board[seat] & line) == line) return true;
    return false;
  }
  int seats() const { return 2; }
  State start(Streams&) const { return {}; }
  Seat to_move(const State& state) const {
    if (won(state, 0) || won(state, 1) || state.moved == 9) return kNobody;
    return static_cast<Seat>(state.moved % 2);
  }
  void legal_moves(const State& state, MoveSet& moves) const {
    moves.clear();
    if (to_move(state) != kNobody) moves.add_cards(0777 & ~std::uint64_t{state.board[0] | state.board[1]});
  }
  void apply(State& state, Move move, Streams&) const { state.board[state.moved++ % 2] |= 1u << move; }
  float payoff(const State& state, Seat seat) const {
    return won(state, seat) ? 1.0f : won(state, 1 - seat) ? -1.0f : 0.0f;
  }
  template <class Choose>
  void play(State& state, Streams& streams, Choose&& choose) const {
    MoveSet moves;
    for (Move move; to_move(state) != kNobody; apply(state, move, streams)) {
      legal_moves(state, moves);
      if (!choose(moves, move)) return;
    }
  }
  void unwatch(State&) const {}
  void values(const State& state, float* out) const {
    for (Seat seat : {Seat{0}, Seat{1}}) out[seat] = payoff(state, seat);
  }
  std::uint64_t observed(const State& state, Seat) const { return state.board[0] | state.board[1] << 16; }
};
static_assert(SearchGame<Noughts> && !HiddenGame<Noughts>);

// "x.o|.x.|..." row by row; x has moved first.
Noughts::State board(const std::string& text) {
  Noughts::State state;
  int square = 0;
  for (const char mark : text) {
    if (mark == '|') continue;
    if (mark != '.') state.board[mark == 'o'] |= 1u << square, ++state.moved;
    ++square;
  }
  return state;
}

Move best_move(TreeSearch<Noughts>& search, const std::string& text, int iterations, std::uint64_t seed) {
  const Noughts game;
  const Noughts::State state = board(text);
  RolloutOptions options;
  options.iterations = iterations;
  return search.best(search.search(game, state, game.to_move(state), options, Rng(seed)));
}

}  // namespace

TEST_CASE("the search wins at once, and stops a loss") {
  TreeSearch<Noughts> search;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CHECK(best_move(search, "xx.|oo.|...", 500, seed) == 2);
    CHECK(best_move(search, "xx.|o..|...", 500, seed) == 2);
    CHECK(best_move(search, "x..|...|...", 10000, seed) == 4);  // the only reply to a corner that does not lose
  }
}

TEST_CASE("with perfect play noughts and crosses is drawn") {
  const Noughts game;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    TreeSearch<Noughts> search;
    Noughts::State state;
    Streams streams;
    while (state.moved < 8) {  // the last move is no choice
      RolloutOptions options;
      options.iterations = 3000;
      const auto opinions = search.search(game, state, game.to_move(state), options, Rng(seed));
      game.apply(state, search.best(opinions), streams);
    }
    CHECK(game.payoff(state, 0) == 0.0f);
    CHECK(state.moved == 8);
  }
}

TEST_CASE("a search is repeatable, and every visit is accounted for") {
  const Noughts game;
  const Noughts::State state = board("x..|.o.|...");
  RolloutOptions options;
  options.iterations = 1000;
  options.to_the_end = true;
  TreeSearch<Noughts> one, two;
  (void)two.search(game, board("..."), 0, options, Rng(9));  // what was searched before leaves no trace
  const auto first = one.search(game, state, 0, options, Rng(5));
  const auto second = two.search(game, state, 0, options, Rng(5));
  REQUIRE(first.size() == 7);
  REQUIRE(second.size() == 7);
  std::uint32_t visits = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    CHECK(first[i].move == second[i].move);
    CHECK(first[i].visits == second[i].visits);
    CHECK(first[i].value == second[i].value);
    CHECK(first[i].value >= -1.0f);
    CHECK(first[i].value <= 1.0f);
    visits += first[i].visits;
  }
  CHECK(visits == 1000);
  CHECK(one.nodes() <= 1001);
}

TEST_CASE("stopping early does not change the choice") {
  const Noughts game;
  for (const char* text : {"...|...|...", "x..|...|...", "xo.|.x.|..o", "x.o|...|..."}) {
    const Noughts::State state = board(text);
    RolloutOptions early, full;
    early.iterations = full.iterations = 2000;
    full.to_the_end = true;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      TreeSearch<Noughts> search;
      const Move soon = search.best(search.search(game, state, game.to_move(state), early, Rng(seed)));
      CHECK(soon == search.best(search.search(game, state, game.to_move(state), full, Rng(seed))));
    }
  }
}

TEST_CASE("the logarithm of the bound is that of the library") {
  for (std::uint32_t n = 1; n < 100000; n += 7)
    CHECK(natural_log(n) == doctest::Approx(std::log(static_cast<double>(n))).epsilon(1e-12));
}
