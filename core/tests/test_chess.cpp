// Chess on the C++ side: perft, hashes, text, and the encoding's two forms. The large suites are in tests/chess.
#include <doctest/doctest.h>

#include <string>

#include "chess/encode.hpp"
#include "chess/fen.hpp"
#include "chess/moves/perft.hpp"
#include "game/rng.hpp"

using namespace dd;
using chess::Board;
using chess::MoveList;
using chess::State;

namespace {

Board board(std::string_view fen) {
  Board read;
  std::string error;
  REQUIRE_MESSAGE(chess::parse_fen(fen, read, error), error);
  return read;
}

constexpr std::string_view kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

}  // namespace

TEST_CASE("perft of well-known positions") {
  CHECK(chess::perft(board(chess::kStartFen), 4) == 197281);
  CHECK(chess::perft(board(kKiwipete), 3) == 97862);
  CHECK(chess::perft(board("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"), 5) == 674624);
  CHECK(chess::perft(board("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"), 4) == 422333);
  CHECK(chess::perft(board("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"), 3) == 12189);
}

TEST_CASE("along random games both hashes and the text are those of the position read afresh") {
  Rng rng(1);
  for (int game = 0; game < 100; ++game) {
    State state = chess::state_of(board(game % 2 ? kKiwipete : chess::kStartFen));
    for (int ply = 0; ply < 150; ++ply) {
      MoveList moves;
      chess::generate(state.board, moves);
      REQUIRE(moves.count() == chess::count_moves(state.board));
      if (moves.count() == 0) break;
      chess::push(state, moves.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.count())))));
      const std::string fen = chess::format_fen(state.board);
      const Board fresh = board(fen);
      REQUIRE(chess::is_same(fresh.key, state.board.key));
      REQUIRE(chess::format_fen(fresh) == fen);
    }
  }
}

TEST_CASE("both hashes tell positions apart on their own") {
  const Board start = board(chess::kStartFen), other = board(kKiwipete);
  CHECK(start.key.first != other.key.first);
  CHECK(start.key.second != other.key.second);
}

TEST_CASE("play after the seventy-five-move rule forgets the oldest positions") {
  State state = chess::state_of(board("4k3/8/8/8/8/8/8/4K2R w - - 0 1"));
  for (int ply = 0; ply < 400; ++ply) {
    MoveList moves;
    chess::generate(state.board, moves);
    chess::push(state, moves.nth(0));
  }
  CHECK(state.past <= chess::kMaxPast);
  CHECK(state.repeats > 0);
}

TEST_CASE("a text that is no position says why") {
  Board read;
  std::string error;
  CHECK(!chess::parse_fen("8/8/8/8/8/8/8/8 w - - 0 1", read, error));
  CHECK(error == "White has 0 kings instead of 1");
}
