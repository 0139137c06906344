// A libFuzzer target: text that is a position is written, read again, encoded and played on. Build and run it with
// `make fuzz-chess`; a fault is a sanitizer's report or a broken promise below.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "chess/encode.hpp"
#include "chess/evaluate.hpp"
#include "chess/fen.hpp"
#include "chess/game.hpp"
#include "game/rng.hpp"

namespace {

using namespace dd;
using chess::Board;
using chess::MoveList;
using chess::State;

constexpr int kPlies = 12;

void require(bool holds, const char* what, const std::string& fen) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n%s\n", what, fen.c_str());
  std::abort();
}

// Text is a second form of a position, and nothing may be lost between the two.
void check_text(const Board& board) {
  const std::string fen = chess::format_fen(board);
  Board again;
  std::string error;
  require(chess::parse_fen(fen, again, error), "what we write can be read", fen);
  require(chess::is_same(board.key, again.key), "the hash is that of the position", fen);
  require(chess::format_fen(again) == fen, "what was read is written the same", fen);
}

// Three ways to go through the moves of a position: listed, counted and numbered. They share a generator, but not their
// sinks.
void check_moves(const State& state, const MoveList& moves) {
  const std::string fen = chess::format_fen(state.board);
  require(moves.count() == chess::count_moves(state.board), "moves listed are moves counted", fen);
  std::uint16_t actions[chess::kMaxMoves];
  const int count = chess::legal_actions(state.board, actions);
  require(count == moves.count(), "every move is an action", fen);
  std::sort(actions, actions + count);
  require(std::unique(actions, actions + count) == actions + count, "no two moves are one action", fen);
  require(count == 0 || actions[count - 1] < chess::kActions, "actions are below 4,672", fen);
  for (const chess::Move move : moves)
    require(std::binary_search(actions, actions + count, chess::action_of(move, state.board.to_move)),
            "both ways to number a move agree", fen);
}

// Encoding must not read outside of the position, whatever its past; the sanitizers watch.
void check_state(const State& state) {
  static float planes[chess::kPlaneFloats];
  std::uint64_t packed[chess::kPackedWords];
  chess::pack(state, packed);
  chess::write_planes(packed, planes);
  float values[2];
  chess::ChessGame(state.board).values(state, values);
  require(values[0] == -values[1] && values[0] >= -1 && values[0] <= 1, "values are results",
          chess::format_fen(state.board));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Board board;
  std::string error;
  if (!chess::parse_fen({reinterpret_cast<const char*>(data), size}, board, error)) {
    require(!error.empty() && error.size() < 200, "a complaint is one line", error);
    return 0;
  }
  State state = chess::state_of(board);
  Rng rng(board.key.first);
  for (int ply = 0; ply < kPlies; ++ply) {
    check_text(state.board);
    MoveList moves;
    chess::generate(state.board, moves);
    check_moves(state, moves);
    check_state(state);
    (void)chess::outcome(state, ply % 4 == 0);
    if (moves.count() == 0) break;
    chess::push(state, moves.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.count())))));
  }
  return 0;
}
