#include "play/chess_kernel.hpp"

#include "chess/encode.hpp"
#include "chess/game.hpp"
#include "chess/perft.hpp"
#include "search/tree_search.hpp"

namespace dd::chess::DD_ISA {
namespace {

std::uint64_t count_lines(const Board& board, int depth) { return perft(board, depth); }
int list_actions(const Board& board, std::uint16_t* out) { return legal_actions(board, out); }
void pack_state(const State& state, std::uint64_t* out) { pack(state, out); }
void unpack_planes(const std::uint64_t* packed, float* out) { write_planes(packed, out); }

// The tree search that cards have, on chess: no random moves, the position at the end of the tree is judged as it is.
class Search final : public ChessSearch {
 public:
  Search(const State& state, float exploration, std::uint64_t seed) : game_(state.board), state_(state), rng_(seed) {
    options_.exploration = exploration;
    options_.rollout_plies = 0;
    options_.to_the_end = true;
    options_.stop = &stop_;
    MoveList moves;
    generate(state.board, moves);
    if (!moves.several() || ChessGame::is_drawn(state)) judge_without_tree(moves);
  }

  void grow(int iterations) override {
    if (has_no_choice_) return;
    options_.iterations = iterations;
    const auto found = is_begun_ ? tree_.search_on(state_, iterations)
                                 : tree_.search(game_, state_, state_.board.to_move, options_, rng_);
    is_begun_ = true;
    opinions_.clear();
    for (const auto& opinion : found) opinions_.push_back({opinion.move, opinion.visits, opinion.value});
  }
  std::vector<ChessOpinion> opinions() const override { return opinions_; }
  std::vector<Move> line() const override {
    if (has_no_choice_) return {opinions_[0].move};
    return is_begun_ ? tree_.line() : std::vector<Move>();
  }

 private:
  // A tree has choices only: not the one legal move, nor any in a game that is drawn.
  void judge_without_tree(const MoveList& moves) {
    has_no_choice_ = true;
    for (const Move move : moves) {
      State after = state_;
      push(after, move);
      float values[2];
      game_.values(after, values);
      opinions_.push_back({move, 1, values[state_.board.to_move]});
    }
  }

  ChessGame game_;
  State state_;
  Rng rng_;
  SearchOptions options_;
  TreeSearch<ChessGame> tree_;
  bool is_begun_ = false, has_no_choice_ = false;
  std::vector<ChessOpinion> opinions_;
};
static_assert(SearchGame<ChessGame> && !HiddenGame<ChessGame>);

std::unique_ptr<ChessSearch> start_search(const State& state, float exploration, std::uint64_t seed) {
  return std::make_unique<Search>(state, exploration, seed);
}

struct Desk {
  std::uint16_t actions[kMaxMoves];
  std::uint64_t packed[kPackedWords];
  float planes[kPlaneFloats];
};

std::uint64_t do_chore(Chore chore, const State& state, Desk& desk) {
  if (chore == Chore::kActions)
    return static_cast<std::uint64_t>(legal_actions(state.board, desk.actions)) + desk.actions[0];
  pack(state, desk.packed);
  if (chore == Chore::kPack) return desk.packed[kScalarsWord] ^ desk.packed[0];
  write_planes(desk.packed, desk.planes);
  return static_cast<std::uint64_t>(desk.planes[kPlanes - 1] * 100.0f);
}

std::uint64_t repeat(Chore chore, const State* states, int count, int rounds) {
  Desk desk{};
  std::uint64_t sum = 0;
  for (int round = 0; round < rounds; ++round)
    for (int i = 0; i < count; ++i) sum += do_chore(chore, states[i], desk);
  return sum;
}

const ChessKernel kKernel = {count_lines, list_actions, pack_state, unpack_planes, start_search, repeat};

}  // namespace
}  // namespace dd::chess::DD_ISA

const dd::ChessKernel dd::DD_ISA::kChessKernel = dd::chess::DD_ISA::kKernel;
