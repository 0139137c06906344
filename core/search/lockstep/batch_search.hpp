// Many trees in lockstep: one `ask` takes an equal share of leaves from every tree that is not done, one `tell` answers
// them. Threads walk disjoint trees; leaves come in the order of trees, so nothing depends on the number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "search/lockstep/batch_tree.hpp"
#include "search/lockstep/crew.hpp"

namespace dd {
inline namespace DD_ISA {

template <BatchGame G>
class BatchSearch {
 public:
  using Tree = BatchTree<G>;

  // The memory is divided equally: what one tree finds must not depend on how large another has grown.
  BatchSearch(const G& game, const BatchOptions& options, int trees, int batch_size)
      : game_(game),
        options_(options),
        batch_size_(batch_size),
        cache_(options.cache),
        crew_(options.threads),
        desks_(static_cast<std::size_t>(crew_.size())),
        groups_(static_cast<std::size_t>(options.groups)) {
    for (int i = 0; i < trees; ++i)
      trees_.push_back(std::make_unique<Tree>(game_, options_, options.memory / static_cast<std::size_t>(trees),
                                              static_cast<std::uint64_t>(i)));
  }

  Tree& tree(int i) { return *trees_[static_cast<std::size_t>(i)]; }
  int trees() const { return static_cast<int>(trees_.size()); }
  const BatchOptions& options() const { return options_; }
  EvaluationCache& cache() { return cache_; }

  bool is_done(int group) {
    for (int i = group; i < trees(); i += options_.groups)
      if (!tree(i).is_done()) return false;
    return true;
  }

  // Fills the arrays with leaves of the group and returns how many; those of the group's last `ask`, if never answered,
  // are dropped. None: every tree is done, or found no leaf in this round.
  // Step 1. Drop what was never answered. Step 2. Choose the trees of this round. Step 3. Walk them, on all threads.
  // Step 4. Copy their leaves out in the order of trees, on this thread: so the batch does not depend on who walked
  // what.
  int ask(int group, const LeafArrays& out) {
    drop(group);
    Group& asked = groups_[static_cast<std::size_t>(group)];
    choose_trees(group, asked);
    for (const int i : asked.trees) counts_.offered += tree(i).room(options_.leaves_per_tree);
    walk(asked.trees, nullptr, options_.leaves_per_tree);
    std::size_t leaves = 0, total = 0;
    out.offsets[0] = 0;
    for (const int i : asked.trees)
      for (int n = 0; n < tree(i).asked(); ++n, ++leaves) {
        const auto& leaf = tree(i).leaf(n);
        const auto count = static_cast<std::size_t>(leaf.count);
        std::memcpy(out.packed + leaves * G::kLeafWords, leaf.words, sizeof leaf.words);
        std::memcpy(out.actions + total, leaf.actions, count * sizeof *leaf.actions);
        out.trees[leaves] = i;
        total += count;
        out.offsets[leaves + 1] = static_cast<std::uint32_t>(total);
      }
    asked.leaves = static_cast<int>(leaves);
    ++counts_.asks;
    counts_.leaves += leaves;
    return asked.leaves;
  }

  // Answers the leaves of the group's last `ask`: priors at all their actions (null: all alike), and either one value a
  // leaf, for its mover, or one for each seat from the mover on. An error is said, and then nothing has changed.
  // All numbers are checked before the first is used. Then threads tell disjoint trees; the cache is filled last, by
  // one thread, in the order of leaves.
  std::string tell(int group, const float* priors, const float* values, int values_per_leaf) {
    Group& asked = groups_[static_cast<std::size_t>(group)];
    std::string error = find_fault(asked, priors, values, values_per_leaf);
    if (!error.empty()) return error;
    normalize(asked, priors);
    spread_values(asked, values, values_per_leaf);
    crew_.run(static_cast<int>(asked.trees.size()), [&](int n, int) { tell_tree(asked, n, priors != nullptr); });
    if (cache_.is_on()) store(asked, priors != nullptr);
    for (const int i : asked.trees) tree(i).finish_round();
    asked.leaves = 0;
    return error;
  }

  // Those leaves will not be answered; the trees are as if they had never been asked.
  void drop(int group) {
    Group& asked = groups_[static_cast<std::size_t>(group)];
    for (const int i : asked.trees) tree(i).drop_leaves();
    asked.leaves = 0;
  }

  // So many simulations of every tree, judged inside. Ends soon after `stop` is set, but not before there is something
  // to say.
  void grow(LeafJudge judge, int simulations, const std::atomic<bool>& stop) {
    std::vector<int> growing;
    for (int done = 0; done < simulations; done += kMostAtOnce) {
      growing.clear();
      for (int i = 0; i < trees(); ++i)
        if (!tree(i).is_done() && !(stop.load(std::memory_order_relaxed) && tree(i).simulations() > 0))
          growing.push_back(i);
      if (growing.empty()) return;
      walk(growing, &judge, std::min(kMostAtOnce, simulations - done));
    }
  }

  // Trees count for themselves, without sharing a line of memory between threads; here it is added up.
  BatchCounts counts() {
    BatchCounts sum = counts_;
    for (const auto& at : trees_) {
      sum.simulations += at->counts.simulations;
      sum.endings += at->counts.endings;
      sum.hits += at->counts.hits;
      sum.collisions += at->counts.collisions;
      sum.depths += at->counts.depths;
      sum.deepest = std::max(sum.deepest, at->counts.deepest);
      sum.trees_done += at->is_done();
      sum.trees_out_of_memory += at->is_out_of_memory();
      sum.tree_bytes += at->arena().bytes_held();
      sum.tree_bytes_used += at->arena().bytes_used();
    }
    sum.cache_bytes = cache_.bytes();
    return sum;
  }

 private:
  static constexpr int kInterleaved = 8;   // descents that one thread makes at a time
  static constexpr int kMostAtOnce = 256;  // simulations of a tree between two looks at `stop`
  static constexpr float kNearOne = 1e-5f;
  static constexpr float kFinite = 3e38f;     // beyond it lies infinity
  static constexpr float kTolerance = 1e-3f;  // of values beyond [-1, 1], for half precision

  struct Group {
    std::vector<int> trees;  // of the last ask
    std::vector<std::size_t> first_leaf, first_action;
    std::vector<float> priors, values;  // [total], [leaves, seats]
    int next = 0;                       // where the next round goes on, if a batch is smaller than a round
    int leaves = 0;
  };
  struct Desk {
    Descent<G> descent[kInterleaved];
  };
  // What one thread does for a tree in a round.
  struct Errand {
    int tree, wanted, free, collided;
  };

  // All trees that are not done, or where the batch is smaller those that come next.
  void choose_trees(int group, Group& asked) {
    asked.trees.clear();
    const auto most = static_cast<std::size_t>(std::max(1, batch_size_ / options_.leaves_per_tree));
    const int members = (trees() - group + options_.groups - 1) / options_.groups;
    int member = asked.next < members ? asked.next : 0;
    for (int seen = 0; seen < members && asked.trees.size() < most; ++seen, member = (member + 1) % members)
      if (const int i = group + member * options_.groups; !tree(i).is_done()) asked.trees.push_back(i);
    asked.next = member;
    std::sort(asked.trees.begin(), asked.trees.end());
  }

  // Cuts the trees into pieces of up to eight, for one thread each. Fewer where there are not enough trees to keep all
  // threads busy.
  void walk(const std::vector<int>& trees, const LeafJudge* judge, int share) {
    const int count = static_cast<int>(trees.size());
    const int size = std::clamp(count / crew_.size(), 1, kInterleaved);
    crew_.run((count + size - 1) / size, [&](int piece, int thread) {
      const int begin = piece * size, end = std::min(begin + size, count);
      walk_together(trees.data() + begin, end - begin, judge, share, desks_[static_cast<std::size_t>(thread)]);
    });
  }

  // The descents of a few trees, a step of each in turn.
  void walk_together(const int* trees, int count, const LeafJudge* judge, int share, Desk& desk) {
    Errand errands[kInterleaved];
    int active[kInterleaved], walking = 0;
    for (int n = 0; n < count; ++n) {
      errands[n] = {trees[n], share, options_.free_simulations, 0};
      if (start(errands[n], desk.descent[n])) active[walking++] = n;
    }
    while (walking > 0)
      for (int at = 0; at < walking;) {
        const int n = active[at];
        const StepEnd end = tree(errands[n].tree).step(desk.descent[n], cache_, judge);
        if (end == StepEnd::kGoesOn || (note(errands[n], end, judge != nullptr) && start(errands[n], desk.descent[n])))
          ++at;
        else
          active[at] = active[--walking];
      }
    for (int n = 0; n < count; ++n) tree(errands[n].tree).forget_collisions();
  }

  bool start(Errand& errand, Descent<G>& descent) {
    Tree& at = tree(errand.tree);
    if (!at.wants_descent()) return false;
    at.start(descent);
    return true;
  }

  // Whether the tree has more to do in this round. What needs no evaluator costs no leaf, but there is an end to it.
  bool note(Errand& errand, StepEnd end, bool is_judged) {
    if (end == StepEnd::kNoMemory) return false;
    if (is_judged && tree(errand.tree).simulations() == 0) return true;  // that was the root itself
    if (end == StepEnd::kCollided) return ++errand.collided <= options_.leaves_per_tree;
    if (end == StepEnd::kAsked || is_judged) return --errand.wanted > 0;
    if (options_.free_simulations == 0) return --errand.wanted > 0;
    return --errand.free > 0;
  }

  // The first thing wrong with an evaluator's answer, in words, or nothing. Comparisons are written so that NaN fails
  // them. On the way it notes where each tree's leaves and actions begin.
  std::string find_fault(Group& asked, const float* priors, const float* values, int per_leaf) {
    asked.first_leaf.clear();
    asked.first_action.clear();
    std::size_t leaf = 0, action = 0;
    for (const int i : asked.trees) {
      asked.first_leaf.push_back(leaf);
      asked.first_action.push_back(action);
      for (int n = 0; n < tree(i).asked(); ++n, ++leaf) {
        for (int seat = 0; seat < per_leaf; ++seat)
          if (!(std::fabs(values[leaf * static_cast<std::size_t>(per_leaf) + static_cast<std::size_t>(seat)]) <=
                1.0f + kTolerance))
            return "the value of leaf " + std::to_string(leaf) + " is not a number from -1 to 1";
        float sum = 0;
        for (int at = 0; at < tree(i).leaf(n).count && priors != nullptr; ++at, ++action) {
          if (!(priors[action] >= 0.0f && priors[action] <= kFinite))
            return "a prior of leaf " + std::to_string(leaf) + " is negative or not finite";
          sum += priors[action];
        }
        if (priors != nullptr && !(sum > 0.0f && sum <= kFinite))
          return "the priors of leaf " + std::to_string(leaf) + " do not add up to a number above 0";
      }
    }
    return {};
  }

  // Priors that add up to 1 as nearly as floats can are left as they are.
  void normalize(Group& asked, const float* priors) {
    if (priors == nullptr) return;
    asked.priors.clear();
    for (const int i : asked.trees)
      for (int n = 0; n < tree(i).asked(); ++n) {
        const int count = tree(i).leaf(n).count;
        float sum = 0;
        for (int at = 0; at < count; ++at) sum += priors[at];
        if (std::fabs(sum - 1.0f) < kNearOne) sum = 1.0f;
        for (int at = 0; at < count; ++at) asked.priors.push_back(priors[at] / sum);
        priors += count;
      }
  }

  // Values of several seats begin with the mover's.
  void spread_values(Group& asked, const float* values, int per_leaf) {
    const int seats = game_.seats();
    asked.values.resize(static_cast<std::size_t>(asked.leaves * seats));
    float* out = asked.values.data();
    for (const int i : asked.trees)
      for (int n = 0; n < tree(i).asked(); ++n, out += seats, values += per_leaf) {
        const Seat mover = tree(i).mover_of(tree(i).leaf(n));
        if (per_leaf == 1) game_.share(mover, std::clamp(values[0], -1.0f, 1.0f), out);
        for (int place = 0; place < seats && per_leaf > 1; ++place)
          out[(mover + place) % seats] = std::clamp(values[place], -1.0f, 1.0f);
      }
  }

  // The answers of one tree's leaves, in their order.
  void tell_tree(Group& asked, int n, bool has_priors) {
    const auto at = static_cast<std::size_t>(n);
    Tree& told = tree(asked.trees[at]);
    const float* priors = has_priors ? asked.priors.data() + asked.first_action[at] : nullptr;
    const float* values = asked.values.data() + asked.first_leaf[at] * static_cast<std::size_t>(game_.seats());
    for (int leaf = 0; leaf < told.asked(); ++leaf) {
      told.tell(told.leaf(leaf), priors, values);
      values += game_.seats();
      if (has_priors) priors += told.leaf(leaf).count;
    }
  }

  // In the order of leaves. Values begin with the mover's, who is the only one that a packed leaf knows.
  void store(Group& asked, bool has_priors) {
    const int seats = game_.seats();
    const float* values = asked.values.data();
    const float* priors = asked.priors.data();
    std::vector<float> uniform;
    for (const int i : asked.trees)
      for (int n = 0; n < tree(i).asked(); ++n, values += seats) {
        auto& leaf = tree(i).leaf(n);
        if (!has_priors) uniform.assign(static_cast<std::size_t>(leaf.count), 1.0f / static_cast<float>(leaf.count));
        float turned[kMaxSeats];
        for (int seat = 0; seat < seats; ++seat) turned[seat] = values[(tree(i).mover_of(leaf) + seat) % seats];
        cache_.store(leaf.key, turned, seats, has_priors ? priors : uniform.data(), leaf.count);
        priors += has_priors ? leaf.count : 0;
      }
  }

  G game_;
  BatchOptions options_;
  int batch_size_;
  EvaluationCache cache_;
  Crew crew_;
  std::vector<Desk> desks_;
  std::vector<std::unique_ptr<Tree>> trees_;
  std::vector<Group> groups_;
  BatchCounts counts_;
};

}  // namespace DD_ISA
}  // namespace dd
