// Batched searches of chess and cards and games in step, compiled once per instruction set.
#include "kernels/batch_kernel.hpp"

#include "cards/leaves.hpp"
#include "chess/leaves.hpp"
#include "learn/games_in_step.hpp"
#include "matches/greedy.hpp"
#include "search/lockstep/batch_search.hpp"

namespace dd::DD_ISA {
namespace {

// Hides the game's type behind Batch, so that the bindings need not be compiled for each instruction set. The virtual
// call is made once a batch, not once a leaf.
template <BatchGame G>
class BatchOf final : public Batch {
 public:
  BatchOf(const G& game, const BatchOptions& options, int trees, int batch_size)
      : game_(game), search_(game, options, trees, batch_size) {}

  void begin(int tree, const void* position, std::uint32_t ply) override {
    search_.tree(tree).begin(*static_cast<const Position*>(position), ply);
  }
  void advance(int tree, std::uint16_t move, const void* position) override {
    search_.tree(tree).advance(move, *static_cast<const Position*>(position));
  }
  void confine(int tree, const std::vector<std::uint16_t>& moves) override { search_.tree(tree).confine(moves); }
  int ask(int group, const LeafArrays& out) override { return search_.ask(group, out); }
  std::string tell(int group, const float* priors, const float* values, int values_per_leaf) override {
    return search_.tell(group, priors, values, values_per_leaf);
  }
  void drop(int group) override { search_.drop(group); }
  bool is_done(int group) override { return search_.is_done(group); }
  void grow(LeafJudge judge, int simulations) override { search_.grow(judge, simulations, stop_); }

  RootState root(int tree) override {
    auto& at = search_.tree(tree);
    return {at.simulations(), at.ply(),     at.root_value(),     at.is_open(),
            at.is_over(),     at.is_done(), at.is_full_search(), at.is_out_of_memory()};
  }
  std::vector<RootMove> moves(int tree) override {
    std::vector<RootMove> list;
    auto& at = search_.tree(tree);
    if (!at.is_open()) return list;
    at.each_move([&](std::uint16_t move, std::uint32_t visits, float value, float prior, std::int32_t proof) {
      list.push_back({move, at.root_action(move), visits, value, prior, proof});
    });
    return list;
  }
  std::vector<double> policy(int tree, float temperature) override {
    auto& at = search_.tree(tree);
    std::vector<double> shares(at.is_open() ? at.root().count : 0);
    if (at.is_open()) at.policy(temperature, shares.data());
    return shares;
  }
  int best(int tree) override { return search_.tree(tree).best_edge(); }
  int sample(int tree) override { return search_.tree(tree).sample_edge(); }
  std::vector<std::uint16_t> line(int tree, int first) override { return search_.tree(tree).line(first); }
  BatchCounts counts() override { return search_.counts(); }
  void clear_cache() override { search_.cache().clear(); }
  int leaf_words() const override { return G::kLeafWords; }
  int most_moves() const override { return G::kMostMoves; }

 private:
  using Position = typename G::Position;
  G game_;
  BatchSearch<G> search_;
};

std::unique_ptr<Batch> search_chess(const BatchOptions& options, int trees, int batch_size) {
  return std::make_unique<BatchOf<chess::ChessLeaves>>(chess::ChessLeaves(), options, trees, batch_size);
}

std::unique_ptr<Batch> search_cards(const Program& program, const BatchOptions& options, int trees, int batch_size) {
  return std::make_unique<BatchOf<CardLeaves>>(CardLeaves(program), options, trees, batch_size);
}

void judge_chess(const std::uint64_t* packed, const std::uint16_t* actions, const std::uint32_t* offsets, int leaves,
                 float* priors, float* values) {
  for (int i = 0; i < leaves; ++i) {
    const auto count = static_cast<int>(offsets[i + 1] - offsets[i]);
    chess::PackedJudge judge(packed + i * chess::kPackedWords);
    values[i] = judge.judge(actions + offsets[i], count, priors + offsets[i]);
  }
}

std::unique_ptr<VectorGames> start_games(const Program& program, const VectorOptions& options) {
  return std::make_unique<GamesInStep>(program, options,
                                       [](const CardGame& game, const View& view, const MoveSet& moves) {
                                         return Greedy<CardGame>().choose(game, view, view.seat, moves, JudgeWeights{});
                                       });
}

}  // namespace

const BatchKernel kBatchKernel = {search_chess, search_cards, judge_chess, start_games};

}  // namespace dd::DD_ISA
