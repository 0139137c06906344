// Batched searches of chess for tests: positions, the caller's arrays, and evaluators that need no network.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "chess/leaves.hpp"
#include "search/lockstep/batch_search.hpp"

namespace dd::tests {

using ChessBatch = BatchSearch<chess::ChessLeaves>;
using ChessTree = BatchTree<chess::ChessLeaves>;

inline chess::State chess_state(const std::string& fen = std::string(chess::kStartFen)) {
  chess::Board board;
  std::string error;
  REQUIRE(chess::parse_fen(fen, board, error));
  return chess::state_of(board);
}

inline chess::State random_position(std::uint64_t seed, int plies) {
  chess::State state = chess_state();
  Rng rng(seed);
  for (int ply = 0; ply < plies; ++ply) {
    chess::MoveList moves;
    chess::generate(state.board, moves);
    if (moves.count() == 0) break;
    chess::push(state, moves.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.count())))));
  }
  return state;
}

// The arrays of a caller, and what an evaluator answers.
struct Desk {
  explicit Desk(std::size_t leaves)
      : packed(leaves * chess::kPackedWords),
        actions(leaves * chess::kMaxMoves),
        offsets(leaves + 1),
        trees(leaves),
        priors(actions.size()),
        values(leaves) {}
  LeafArrays arrays() {
    return {packed.data(), actions.data(), offsets.data(), trees.data(), trees.size(), actions.size()};
  }
  void judge(int leaves) {
    for (int i = 0; i < leaves; ++i) {
      const auto at = static_cast<std::size_t>(i), first = std::size_t{offsets[at]};
      chess::PackedJudge judge(packed.data() + at * chess::kPackedWords);
      values[at] =
          judge.judge(actions.data() + first, static_cast<int>(offsets[at + 1] - first), priors.data() + first);
    }
  }

  std::vector<std::uint64_t> packed;
  std::vector<std::uint16_t> actions;
  std::vector<std::uint32_t> offsets;
  std::vector<std::int32_t> trees;
  std::vector<float> priors, values;
};

struct Search {
  Search(BatchOptions options, int trees, int batch_size = 0)
      : batch(chess::ChessLeaves(), options, trees, batch_size > 0 ? batch_size : trees * options.leaves_per_tree),
        desk(static_cast<std::size_t>(trees * options.leaves_per_tree)) {
    for (int i = 0; i < trees; ++i) batch.tree(i).begin(random_position(static_cast<std::uint64_t>(i), 4 + i % 30), 0);
  }
  bool round(int group = 0) {
    const int leaves = batch.ask(group, desk.arrays());
    desk.judge(leaves);
    REQUIRE(batch.tell(group, desk.priors.data(), desk.values.data(), 1).empty());
    return !batch.is_done(group);
  }
  void run() {
    while (round()) {
    }
  }

  ChessBatch batch;
  Desk desk;
};

// Every number of a root, for comparing.
inline std::vector<double> numbers_of(ChessTree& tree) {
  std::vector<double> numbers{double(tree.simulations()), double(tree.root().value)};
  tree.each_move([&](std::uint16_t move, std::uint32_t visits, float value, float prior, std::int32_t) {
    numbers.insert(numbers.end(), {double(move), double(visits), double(value), double(prior)});
  });
  return numbers;
}
inline std::vector<double> numbers_of(ChessBatch& batch) {
  std::vector<double> all;
  for (int i = 0; i < batch.trees(); ++i) {
    const auto numbers = numbers_of(batch.tree(i));
    all.insert(all.end(), numbers.begin(), numbers.end());
  }
  return all;
}

inline BatchOptions quick_options(std::uint32_t simulations) {
  BatchOptions options;
  options.simulations = simulations;
  options.cache = 0;
  return options;
}

}  // namespace dd::tests
