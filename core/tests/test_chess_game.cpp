// Chess as a model of the Game concept: the search knows nothing of it but that.
#include <doctest/doctest.h>

#include <string>

#include "chess/fen.hpp"
#include "chess/game.hpp"
#include "chess/mate.hpp"
#include "search/rollout/tree_search.hpp"

using namespace dd;
using chess::Board;
using chess::ChessGame;
using chess::State;

namespace {

Board board(std::string_view fen) {
  Board read;
  std::string error;
  REQUIRE_MESSAGE(chess::parse_fen(fen, read, error), error);
  return read;
}

std::string best_move(std::string_view fen, int iterations) {
  const ChessGame game(board(fen));
  Streams streams;
  const State state = game.start(streams);
  RolloutOptions options;
  options.iterations = iterations;
  options.rollout_plies = 0;
  TreeSearch<ChessGame> search;
  const auto opinions = search.search(game, state, game.to_move(state), options, Rng(1));
  return chess::format_move(search.best(opinions), false);
}

}  // namespace

TEST_CASE("the perft of any game counts chess too") {
  const ChessGame game(board(chess::kStartFen));
  Streams streams;
  CHECK(perft(game, game.start(streams), streams, 3) == 8902);
}

TEST_CASE("random play ends, and what one side wins the other loses") {
  const ChessGame game(board(chess::kStartFen));
  int decided = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Streams streams;
    Rng player(seed);
    State state = game.start(streams);
    CHECK(playout(game, state, streams, player) > 0);
    CHECK(game.to_move(state) == kNobody);
    CHECK(game.payoff(state, 0) == -game.payoff(state, 1));
    decided += game.payoff(state, 0) != 0;
  }
  CHECK(decided > 0);
}

TEST_CASE("the search mates either king") {
  CHECK(best_move("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1000) == "d1d8");
  CHECK(best_move("3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", 1000) == "d8d1");
}

TEST_CASE("a search goes on where it ended") {
  const ChessGame game(board(chess::kStartFen));
  Streams streams;
  const State state = game.start(streams);
  RolloutOptions options;
  options.rollout_plies = 0;
  options.to_the_end = true;
  options.iterations = 2000;
  TreeSearch<ChessGame> whole, parts;
  const auto all = whole.search(game, state, 0, options, Rng(1));
  options.iterations = 100;
  (void)parts.search(game, state, 0, options, Rng(1));
  const auto both = parts.search_on(state, 2000);
  REQUIRE(all.size() == both.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(all[i].move == both[i].move);
    CHECK(all[i].visits == both[i].visits);
  }
  CHECK(whole.line() == parts.line());
}

TEST_CASE("a search that is told to stop says what it has") {
  const ChessGame game(board(chess::kStartFen));
  Streams streams;
  const State state = game.start(streams);
  const std::atomic<bool> stop{true};
  RolloutOptions options;
  options.iterations = 1000000;
  options.rollout_plies = 0;
  options.stop = &stop;
  TreeSearch<ChessGame> search;
  std::uint32_t visits = 0;
  for (const auto& opinion : search.search(game, state, 0, options, Rng(1))) visits += opinion.visits;
  CHECK(visits == 16);
}

TEST_CASE("a move that mates is found wherever there is one") {
  int found = 0;
  for (std::uint64_t game = 0; game < 300; ++game) {
    Rng rng(game);
    State state = chess::state_of(board(chess::kStartFen));
    for (int ply = 0; ply < 200; ++ply) {
      chess::MoveList moves;
      chess::generate(state.board, moves);
      if (moves.count() == 0) break;
      int mate = -1;
      for (int i = 0; i < moves.count() && mate < 0; ++i) {
        chess::Board after = state.board;
        chess::make(after, moves.nth(i));
        if (chess::is_check(after) && chess::count_moves(after) == 0) mate = i;
      }
      REQUIRE(chess::find_mate(state.board, moves.begin(), moves.count()) == mate);
      found += mate >= 0;
      chess::push(state, moves.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.count())))));
    }
  }
  CHECK(found > 20);
}
