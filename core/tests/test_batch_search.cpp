// The batched search on chess: lockstep, the same trees whatever the threads, and answers that are refused.
#include "batches.hpp"

using namespace dd;
using namespace dd::tests;

TEST_CASE("every tree gets its simulations, one leaf a round") {
  Search search(quick_options(60), 9);
  int rounds = 0;
  for (bool more = true; more; ++rounds) {
    more = search.round();
    std::uint64_t fewest = ~0ull, most = 0;
    for (int i = 0; i < 9; ++i) {
      const auto& counts = search.batch.tree(i).counts;
      if (counts.endings > 0) continue;
      fewest = std::min(fewest, counts.simulations);
      most = std::max(most, counts.simulations);
    }
    CHECK(most <= fewest + 1);
  }
  CHECK(rounds == 61);  // the root's own evaluation comes first
  for (int i = 0; i < 9; ++i) {
    std::uint32_t visits = 0;
    search.batch.tree(i).each_move([&](std::uint16_t, std::uint32_t n, auto...) { visits += n; });
    CHECK(visits == 60);
  }
}

TEST_CASE("the number of threads does not show") {
  for (const int share : {1, 4}) {
    std::vector<double> alone;
    for (const int threads : {1, 2, 3, 5}) {
      BatchOptions options = quick_options(200);
      options.threads = threads;
      options.leaves_per_tree = share;
      options.cache = 1 << 20;
      options.dirichlet_epsilon = 0.25f;
      Search search(options, 21);
      search.run();
      if (threads == 1)
        alone = numbers_of(search.batch);
      else
        CHECK(numbers_of(search.batch) == alone);
    }
  }
}

TEST_CASE("the cache, groups and small batches change no tree") {
  BatchOptions options = quick_options(150);
  Search plain(options, 10);
  plain.run();
  options.cache = 1 << 22;
  Search cached(options, 10);
  cached.run();
  CHECK(numbers_of(cached.batch) == numbers_of(plain.batch));
  Search small(options, 10, 3);
  small.run();
  CHECK(numbers_of(small.batch) == numbers_of(plain.batch));
  options.groups = 2;
  Search two(options, 10);
  for (bool more = true; more;) {
    more = two.round(0);
    more |= two.round(1);
  }
  CHECK(numbers_of(two.batch) == numbers_of(plain.batch));
}

TEST_CASE("equal positions are asked for once") {
  BatchOptions options = quick_options(100);
  options.cache = 1 << 22;
  options.groups = 2;
  ChessBatch batch(chess::ChessLeaves(), options, 2, 2);
  batch.tree(0).begin(chess_state(), 0);
  batch.tree(1).begin(chess_state(), 0);
  Desk desk(2);
  for (const int group : {0, 1})
    while (!batch.is_done(group)) {
      const int leaves = batch.ask(group, desk.arrays());
      desk.judge(leaves);
      CHECK(batch.tell(group, desk.priors.data(), desk.values.data(), 1).empty());
      CHECK((group == 0 || leaves == 0));
    }
  CHECK(batch.counts().hits == 101);
  CHECK(numbers_of(batch.tree(0)) == numbers_of(batch.tree(1)));
}

TEST_CASE("a leaf that is not answered was never asked for") {
  BatchOptions options = quick_options(80);
  options.leaves_per_tree = 3;
  Search steady(options, 5), careless(options, 5);
  for (int round = 0; round < 20; ++round) {
    steady.round();
    (void)careless.batch.ask(0, careless.desk.arrays());
    if (round % 2 == 0) careless.batch.drop(0);
    careless.round();
  }
  CHECK(numbers_of(careless.batch) == numbers_of(steady.batch));
}

TEST_CASE("answers that make no sense are refused and change nothing") {
  Search search(quick_options(50), 4), twin(quick_options(50), 4);
  for (int round = 0; round < 10; ++round) search.round(), twin.round();
  Desk& desk = search.desk;
  const auto tell = [&] { return search.batch.tell(0, desk.priors.data(), desk.values.data(), 1); };
  const int leaves = search.batch.ask(0, desk.arrays());
  desk.judge(leaves);
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  for (const float bad : {inf, nan, -inf, 2.0f}) {
    const float value = desk.values[2];
    desk.values[2] = bad;
    CHECK(tell() == "the value of leaf 2 is not a number from -1 to 1");
    desk.values[2] = value;
  }
  for (const float bad : {inf, nan, -0.5f}) {
    const float prior = desk.priors[0];
    desk.priors[0] = bad;
    CHECK(tell() == "a prior of leaf 0 is negative or not finite");
    desk.priors[0] = prior;
  }
  const auto kept = desk.priors;
  std::fill(desk.priors.begin(), desk.priors.begin() + desk.offsets[1], 0.0f);
  CHECK(tell() == "the priors of leaf 0 do not add up to a number above 0");
  desk.priors = kept;
  CHECK(tell().empty());
  twin.round();
  CHECK(numbers_of(search.batch) == numbers_of(twin.batch));
}

TEST_CASE("without memory a search ends where it is") {
  BatchOptions options = quick_options(100000);
  options.memory = 4 * 3 * 32768;  // three pages a tree
  Search search(options, 4);
  search.run();
  const BatchCounts counts = search.batch.counts();
  CHECK(counts.trees_out_of_memory == 4);
  CHECK(counts.tree_bytes == options.memory);
  CHECK(counts.tree_bytes_used <= counts.tree_bytes);
  for (int i = 0; i < 4; ++i) {
    CHECK(search.batch.tree(i).simulations() > 50);
    CHECK(search.batch.tree(i).best_edge() >= 0);
  }
}

TEST_CASE("judging inside and by ask and tell is the same") {
  Search asked(quick_options(300), 6), judged(quick_options(300), 6);
  asked.run();
  const std::atomic<bool> stop{false};
  judged.batch.grow(LeafJudge::kHeuristic, 1000, stop);
  CHECK(judged.batch.is_done(0));
  CHECK(numbers_of(judged.batch) == numbers_of(asked.batch));
}

TEST_CASE("several leaves a tree are nearly as good as one") {
  BatchOptions options = quick_options(800);
  Search one(options, 6);
  one.run();
  options.leaves_per_tree = 8;
  Search eight(options, 6);
  eight.run();
  const BatchCounts counts = eight.batch.counts();
  CHECK(double(counts.leaves) > 0.9 * double(counts.offered));
  int same = 0;
  for (int i = 0; i < 6; ++i) {
    CHECK(eight.batch.tree(i).simulations() == 800);
    same += one.batch.tree(i).move_of(one.batch.tree(i).best_edge()) ==
            eight.batch.tree(i).move_of(eight.batch.tree(i).best_edge());
  }
  CHECK(same >= 4);
}
