// What batched searches found, as Python reads it.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <numeric>

#include "bindings/batch.hpp"
#include "chess/encode.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dd {
namespace {

template <class T>
using Made = nb::ndarray<nb::numpy, T>;

// What is known of the roots: columns over all moves of all trees, by tree and then by action.
struct Table {
  std::vector<std::uint32_t> offsets{0}, visits;
  std::vector<std::uint16_t> actions;
  std::vector<float> values, priors;
  std::vector<std::int32_t> proofs;
  std::vector<double> policy;
};

// Hands a vector over to NumPy without a copy. The capsule frees it when the last array that looks at it is gone.
template <class T>
Made<T> give(std::vector<T>&& from) {
  auto* kept = new std::vector<T>(std::move(from));
  nb::capsule owner(kept, [](void* made) noexcept { delete static_cast<std::vector<T>*>(made); });
  return Made<T>(kept->data(), {kept->size()}, owner);
}

// A tree lists its moves in the order of its edges, which depends on the search. Python gets them sorted by action.
void add_tree(Batch& batch, int tree, float temperature, Table& table) {
  const auto moves = batch.moves(tree);
  const auto policy = batch.policy(tree, temperature);
  std::vector<std::size_t> order(moves.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return moves[a].action < moves[b].action; });
  for (const std::size_t at : order) {
    table.actions.push_back(moves[at].action);
    table.visits.push_back(moves[at].visits);
    table.values.push_back(moves[at].value);
    table.priors.push_back(moves[at].prior);
    table.policy.push_back(policy[at]);
    table.proofs.push_back(moves[at].proof);
  }
  table.offsets.push_back(static_cast<std::uint32_t>(table.actions.size()));
}

// The trees that were named, all of which there are, or else all.
std::vector<int> chosen_trees(const BoundBatch& bound, const std::optional<std::vector<int>>& named) {
  if (named) {
    for (const int tree : *named) check_tree(bound, tree);
    return *named;
  }
  std::vector<int> all(static_cast<std::size_t>(bound.trees()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

using Trees = std::optional<std::vector<int>>;

// Filled without the GIL; arrays, which are objects of Python, are made when it is held again.
auto roots(BoundBatch& bound, float temperature, const Trees& named) {
  Table table;
  const auto trees = chosen_trees(bound, named);
  {
    const Working working(bound);
    for (const int tree : trees) add_tree(*bound.batch, tree, temperature, table);
  }
  return std::tuple(give(std::move(table.offsets)), give(std::move(table.actions)), give(std::move(table.visits)),
                    give(std::move(table.values)), give(std::move(table.priors)), give(std::move(table.policy)),
                    give(std::move(table.proofs)));
}

// The chosen action of each tree, or -1 where the game is over or nothing is known.
std::vector<int> choices(BoundBatch& bound, bool sampled, const Trees& named) {
  const auto trees = chosen_trees(bound, named);
  const Working working(bound);
  std::vector<int> chosen;
  for (const int tree : trees) {
    Batch& batch = *bound.batch;
    if (!batch.root(tree).is_open) {
      chosen.push_back(-1);
      continue;
    }
    const int at = sampled ? batch.sample(tree) : batch.best(tree);
    chosen.push_back(batch.moves(tree)[static_cast<std::size_t>(at)].action);
  }
  return chosen;
}

// (simulations, ply, value, is over, is done, is a full search, is out of memory)
std::tuple<std::uint32_t, std::uint32_t, float, bool, bool, bool, bool> root(BoundBatch& bound, int tree) {
  check_tree(bound, tree);
  const Working working(bound);
  const RootState of = bound.batch->root(tree);
  return {of.simulations, of.ply, of.value, of.is_over, of.is_done, of.is_full_search, of.is_out_of_memory};
}

// The same of many trees, in columns: self-play asks about hundreds of trees thousands of times a second.
auto standings(BoundBatch& bound, const std::vector<int>& trees) {
  for (const int tree : trees) check_tree(bound, tree);
  std::vector<std::uint32_t> plies(trees.size());
  std::vector<float> values(trees.size());
  std::vector<std::uint8_t> over(trees.size()), full(trees.size());
  {
    const Working working(bound);
    for (std::size_t i = 0; i < trees.size(); ++i) {
      const RootState of = bound.batch->root(trees[i]);
      plies[i] = of.ply, values[i] = of.value, over[i] = of.is_over, full[i] = of.is_full_search;
    }
  }
  return std::tuple(give(std::move(plies)), give(std::move(values)), give(std::move(over)), give(std::move(full)));
}

// What is expected after an action of the root, or with -1 after the best. In chess the action of a move depends on
// who makes it, so the line is played on a copy of the position.
std::vector<int> line(BoundBatch& bound, int tree, int first) {
  check_tree(bound, tree);
  const Working working(bound);
  std::vector<int> actions;
  if (!bound.batch->root(tree).is_open) return actions;
  const auto known = bound.batch->moves(tree);
  const auto found = std::find_if(known.begin(), known.end(), [&](const auto& of) { return of.action == first; });
  if (first >= 0 && found == known.end()) throw std::invalid_argument("there is no such move");
  const auto place = first < 0 ? bound.batch->best(tree) : static_cast<int>(found - known.begin());
  const auto moves = bound.batch->line(tree, place);
  if (!bound.is_chess()) {
    for (const std::uint16_t move : moves) actions.push_back(move);
    return actions;
  }
  chess::State state = bound.positions[static_cast<std::size_t>(tree)].state;
  for (const std::uint16_t move : moves) {
    actions.push_back(chess::action_of(move, state.board.to_move));
    chess::push(state, move);
  }
  return actions;
}

// The trees of a group that are done.
std::vector<int> finished(BoundBatch& bound, int group) {
  if (group < 0 || group >= bound.groups) throw std::invalid_argument("there is no such group");
  const Working working(bound);
  std::vector<int> done;
  for (int tree = group; tree < bound.trees(); tree += bound.groups)
    if (bound.batch->root(tree).is_done) done.push_back(tree);
  return done;
}

// The positions of some trees as leaves are packed: [trees * words].
Made<std::uint64_t> pack_roots(BoundBatch& bound, const std::vector<int>& trees) {
  if (!bound.is_chess()) throw std::invalid_argument("these are cards");
  std::vector<std::uint64_t> words(trees.size() * chess::kPackedWords);
  for (std::size_t i = 0; i < trees.size(); ++i) {
    check_tree(bound, trees[i]);
    chess::pack(bound.positions[static_cast<std::size_t>(trees[i])].state, words.data() + i * chess::kPackedWords);
  }
  return give(std::move(words));
}

// Over all trees, since the search was made.
nb::typed<nb::dict, nb::str, std::uint64_t> counts(BoundBatch& bound) {
  BatchCounts of;
  {
    const Working working(bound);
    of = bound.batch->counts();
  }
  nb::dict dict;
  dict["asks"] = of.asks, dict["leaves"] = of.leaves, dict["offered"] = of.offered;
  dict["simulations"] = of.simulations, dict["endings"] = of.endings, dict["hits"] = of.hits;
  dict["collisions"] = of.collisions, dict["depths"] = of.depths, dict["deepest"] = of.deepest;
  dict["trees_done"] = of.trees_done, dict["trees_out_of_memory"] = of.trees_out_of_memory;
  dict["tree_bytes"] = of.tree_bytes, dict["tree_bytes_used"] = of.tree_bytes_used,
  dict["cache_bytes"] = of.cache_bytes;
  return dict;
}

}  // namespace

void bind_batch_roots(nb::class_<BoundBatch>& search) {
  search.def("finished", &finished, "group"_a)
      .def("pack_roots", &pack_roots, "trees"_a)
      .def("roots", &roots, "temperature"_a, "trees"_a = nb::none(),
           "(offsets, actions, visits, values, priors, policy, proofs)")
      .def("choices", &choices, "sampled"_a, "trees"_a = nb::none())
      .def("root", &root, "tree"_a, "(simulations, ply, value, is over, is done, is full, is out of memory)")
      .def("standings", &standings, "trees"_a, "(plies, values, is over, is full)")
      .def("line", &line, "tree"_a, "first"_a = -1)
      .def("counts", &counts);
}

}  // namespace dd
