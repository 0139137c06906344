// The parts of a batched tree: its memory, its root, its randomness.
#include <cmath>
#include <set>

#include "batches.hpp"

using namespace dd;
using namespace dd::tests;

TEST_CASE("an arena gives blocks that do not overlap, up to its limit") {
  Arena arena(3 * 32768);
  std::set<Arena::Ref> lines;
  std::size_t taken = 0;
  Rng rng(1);
  for (;;) {
    const std::uint32_t size = 1 + rng.below(40);
    const Arena::Ref block = arena.take(size);
    if (block == Arena::kNothing) break;
    CHECK(block / Arena::kPageLines == (block + size - 1) / Arena::kPageLines);
    CHECK(reinterpret_cast<std::uintptr_t>(arena.at<char>(block)) % 64 == 0);
    for (std::uint32_t i = 0; i < size; ++i) REQUIRE(lines.insert(block + i).second);
    taken += size;
  }
  CHECK(arena.bytes_held() == 3 * 32768);
  CHECK(arena.bytes_used() == taken * 64);
  arena.clear();
  CHECK(arena.bytes_held() == 32768);
  const Arena::Ref block = arena.take(4);
  arena.give_back(block, 4);
  CHECK(arena.take(4) == block);
}

TEST_CASE("untried edges come forward by prior, in their order where equal") {
  Arena arena;
  const Arena::Ref at = make_node(arena, 0, 6, 0);
  const Edges edges(arena, *arena.at<Node>(at));
  const float priors[] = {0.1f, 0.3f, 0.1f, 0.3f, 0.0f, 0.2f};
  for (std::uint16_t i = 0; i < 6; ++i) edges.prior[i] = priors[i], edges.move[i] = i;
  for (int tried = 0; tried < 6; ++tried) bring_forward(edges, tried, 6);
  CHECK(std::vector<int>(edges.move, edges.move + 6) == std::vector<int>{1, 3, 5, 0, 2, 4});
}

TEST_CASE("logarithms and exponentials are exact enough") {
  for (double x = 1e-12; x < 1e12; x *= 1.37)
    CHECK(std::fabs(exact_log(x) - std::log(x)) < 1e-13 * (1 + std::fabs(std::log(x))));
  for (double x = -30; x < 30; x += 0.173) CHECK(std::fabs(exact_exp(x) / std::exp(x) - 1) < 1e-13);
  CHECK(exact_exp(-1e9) == 0);
}

TEST_CASE("noise has the distribution that it should") {
  Rng rng(3);
  double gumbel = 0, gamma = 0, squares = 0;
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    gumbel += draw_gumbel(rng);
    const double drawn = draw_gamma(0.3, rng);
    gamma += drawn;
    squares += drawn * drawn;
  }
  CHECK(gumbel / kDraws == doctest::Approx(0.5772).epsilon(0.05));
  CHECK(gamma / kDraws == doctest::Approx(0.3).epsilon(0.05));
  CHECK(squares / kDraws - 0.09 == doctest::Approx(0.3).epsilon(0.1));
  float priors[20];
  std::fill_n(priors, 20, 0.05f);
  add_dirichlet(priors, 0.3f, 0.25f, rng);
  float sum = 0;
  for (const float prior : priors) {
    CHECK(prior >= 0.0374f);
    sum += prior;
  }
  CHECK(sum == doctest::Approx(1));
}

TEST_CASE("the evaluation cache finds what was stored, until it is overwritten") {
  EvaluationCache cache(1 << 16);
  CHECK(cache.bytes() <= 1 << 16);
  float values[2], priors[30];
  for (std::uint64_t n = 0; n < 5000; ++n) {
    const LeafKey key{Rng::mix(n), n};
    const int moves = 1 + static_cast<int>(n % 30);
    values[0] = static_cast<float>(n), values[1] = -values[0];
    std::fill_n(priors, moves, 1.0f / static_cast<float>(moves));
    cache.store(key, values, 2, priors, moves);
    const float* found = cache.find(key, 2 + moves);
    REQUIRE(found != nullptr);
    CHECK(found[0] == values[0]);
    CHECK(found[1 + moves] == priors[0]);
    CHECK(cache.find(key, 3 + moves) == nullptr);
  }
  int kept = 0;
  for (std::uint64_t n = 0; n < 5000; ++n)
    if (const float* found = cache.find({Rng::mix(n), n}, 3 + static_cast<int>(n % 30))) {
      CHECK(found[0] == static_cast<float>(n));
      ++kept;
    }
  CHECK(kept > 100);
  CHECK(kept < 2000);
  cache.clear();
  CHECK(cache.find({Rng::mix(4999), 4999}, 3 + 4999 % 30) == nullptr);
}

TEST_CASE("a root that moves keeps its subtree and gives back the rest") {
  Search search(quick_options(2000), 1);
  search.run();
  ChessTree& tree = search.batch.tree(0);
  const std::size_t before = tree.arena().bytes_used();
  const int edge = tree.best_edge();
  const std::uint16_t move = tree.move_of(edge);
  std::uint32_t visits = 0;
  tree.each_move([&](std::uint16_t of, std::uint32_t n, auto...) { visits += of == move ? n : 0; });
  chess::State after = random_position(0, 4);
  const auto line = tree.line(tree.best_edge());
  REQUIRE(line[0] == move);
  chess::push(after, move);
  tree.advance(move, after);
  CHECK(tree.simulations() + 1 == visits);  // one of them was its own evaluation
  CHECK(tree.line(tree.best_edge()) == std::vector<std::uint16_t>(line.begin() + 1, line.end()));
  CHECK(tree.arena().bytes_used() < before);
  CHECK(tree.arena().bytes_held() < tree.arena().bytes_used() + 2 * 32768);
  CHECK(tree.ply() == 1);
  search.run();
  CHECK(tree.simulations() == 2000);
}

TEST_CASE("a root that moves where nobody looked begins anew") {
  Search search(quick_options(3), 1);
  search.run();
  ChessTree& tree = search.batch.tree(0);
  std::uint16_t unvisited = 0;
  tree.each_move([&](std::uint16_t move, std::uint32_t n, auto...) { unvisited = n == 0 ? move : unvisited; });
  chess::State after = random_position(0, 4);
  chess::push(after, unvisited);
  tree.advance(unvisited, after);
  CHECK(tree.simulations() == 0);
  search.run();
  CHECK(tree.simulations() == 3);
}

TEST_CASE("mates are seen, and games that are over are done") {
  ChessBatch batch(chess::ChessLeaves(), quick_options(400), 3, 3);
  batch.tree(0).begin(chess_state("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), 0);
  batch.tree(1).begin(chess_state("3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"), 0);
  batch.tree(2).begin(chess_state("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 0);  // stalemate
  CHECK(batch.tree(2).is_done());
  const std::atomic<bool> stop{false};
  batch.grow(LeafJudge::kUniform, 400, stop);
  CHECK(chess::format_move(batch.tree(0).move_of(batch.tree(0).best_edge()), false) == "d1d8");
  CHECK(chess::format_move(batch.tree(1).move_of(batch.tree(1).best_edge()), false) == "d8d1");
  CHECK(batch.tree(2).simulations() == 0);
}

TEST_CASE("sequential halving spends all simulations on few moves and then fewer") {
  BatchOptions options = quick_options(64);
  options.gumbel = true;
  options.gumbel_moves = 8;
  Search search(options, 5);
  search.run();
  for (int i = 0; i < 5; ++i) {
    ChessTree& tree = search.batch.tree(i);
    int visited = 0, most = 0, total = 0;
    tree.each_move([&](std::uint16_t, std::uint32_t n, auto...) {
      visited += n > 0;
      most = std::max(most, static_cast<int>(n));
      total += static_cast<int>(n);
    });
    CHECK(total == 64);
    CHECK(visited <= 8);
    CHECK(most >= 64 / 8);
    std::vector<double> policy(tree.root().count);
    tree.policy(1, policy.data());
    double sum = 0;
    for (const double share : policy) sum += share;
    CHECK(sum == doctest::Approx(1));
  }
}

TEST_CASE("playout caps make some searches quick") {
  BatchOptions options = quick_options(100);
  options.full_share = 0.25f;
  options.quick_simulations = 20;
  Search search(options, 100);
  search.run();
  int full = 0;
  for (int i = 0; i < 100; ++i) {
    ChessTree& tree = search.batch.tree(i);
    full += tree.is_full_search();
    if (!tree.is_over()) CHECK(tree.simulations() == (tree.is_full_search() ? 100 : 20));
  }
  CHECK(full > 10);
  CHECK(full < 45);
}

TEST_CASE("temperature samples by visits, until its plies are over") {
  BatchOptions options = quick_options(200);
  options.temperature_plies = 1;
  Search search(options, 1);
  search.run();
  ChessTree& tree = search.batch.tree(0);
  std::set<int> sampled;
  for (int i = 0; i < 200; ++i) sampled.insert(tree.sample_edge());
  CHECK(sampled.size() > 3);
  std::vector<double> policy(tree.root().count);
  tree.policy(1, policy.data());
  int edge = 0;
  tree.each_move([&](std::uint16_t, std::uint32_t n, auto...) {
    CHECK(policy[static_cast<std::size_t>(edge++)] == doctest::Approx(n / 200.0));
  });
  for (const int at : sampled) CHECK(policy[static_cast<std::size_t>(at)] > 0);
  tree.policy(0, policy.data());
  CHECK(policy[static_cast<std::size_t>(tree.best_edge())] == 1.0);
  const int best = tree.best_edge();
  chess::State after = random_position(0, 4);
  chess::push(after, tree.move_of(best));
  tree.advance(tree.move_of(best), after);
  for (int i = 0; i < 20; ++i) CHECK(tree.sample_edge() == tree.best_edge());
}
