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
#include "search/lockstep/twin_leaves.hpp"

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
  // are dropped. With a cache, equal leaves are written once. None: every tree is done, or found no leaf in this round.
  // Step 1. Drop what was never answered. Step 2. Choose the trees of this round. Step 3. Walk them, on all threads.
  // Step 4. Give their leaves places in the order of trees: so the batch does not depend on who walked what. Step 5.
  // Copy them there, on all threads.
  int ask(int group, const LeafArrays& out) {
    drop(group);
    Group& asked = groups_[static_cast<std::size_t>(group)];
    choose_trees(group, asked);
    int share = options_.leaves_per_tree;  // the same for all, as the smallest tree can bear it
    if (share > 1)
      for (const int i : asked.trees) share = tree(i).share_of(share);
    for (const int i : asked.trees) counts_.offered += std::min(static_cast<std::uint32_t>(share), left_of(asked, i));
    found_.resize(asked.trees.size() * static_cast<std::size_t>(share));
    walk(asked.trees, nullptr, share);
    number_leaves(asked, static_cast<std::size_t>(share));
    std::size_t leaves = 0;
    asked.written.clear();
    out.offsets[0] = 0;
    for (std::size_t given = 0; given < given_.size(); ++given) {
      if (asked.number[given] < leaves) continue;
      asked.written.push_back(given_[given].leaf);
      out.trees[leaves++] = given_[given].tree;
      out.offsets[leaves] = out.offsets[leaves - 1] + static_cast<std::uint32_t>(given_[given].actions);
    }
    copy_leaves(asked.written, out);
    asked.offsets.assign(out.offsets, out.offsets + leaves + 1);
    ++counts_.asks;
    counts_.leaves += leaves;
    counts_.hits += given_.size() - leaves;
    counts_.offered -= given_.size() - leaves;
    return static_cast<int>(leaves);
  }

  // Answers the leaves of the group's last `ask`: priors at all their actions (null: all alike), and either one value a
  // leaf, for its mover, or one for each seat from the mover on. An error is said, and then nothing has changed.
  // All numbers are checked before the first is used. Then threads tell disjoint trees; the cache is filled last, by
  // one thread, in the order of leaves.
  std::string tell(int group, const float* priors, const float* values, int values_per_leaf) {
    Group& asked = groups_[static_cast<std::size_t>(group)];
    std::string error = prepare(asked, priors, values, values_per_leaf);
    if (!error.empty()) return error;
    const Answer answer{priors != nullptr ? asked.priors.data() : nullptr, values, values_per_leaf};
    run_in_pieces(asked.trees.size(), [&](std::size_t n) { tell_tree(asked, n, answer); });
    if (cache_.is_on()) {
      store(asked, answer);
      for (const int i : asked.trees) tree(i).finish_round();
    }
    asked.offsets.assign(1, 0);
    return error;
  }

  // Those leaves will not be answered; the trees are as if they had never been asked.
  void drop(int group) {
    Group& asked = groups_[static_cast<std::size_t>(group)];
    if (asked.offsets.size() == 1) return;
    for (const int i : asked.trees) tree(i).drop_leaves();
    asked.offsets.assign(1, 0);
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
    std::vector<std::uint32_t> left;    // [trees of the group] simulations that each has to make
    std::vector<int> trees;             // of the last ask
    std::vector<std::size_t> first;     // [trees] of each tree's leaves
    std::vector<std::uint32_t> number;  // [leaves of all trees] of each in the batch; that of equal ones is the same
    std::vector<std::uint32_t> offsets{0};            // [batch + 1]
    std::vector<float> priors;                        // [total]
    std::vector<const typename Tree::Leaf*> written;  // [batch]
    int next = 0;  // where the next round goes on, if a batch is smaller than a round
  };
  // A leaf of this round. One thread gathers what others have found, and must not wait for the memory of each tree.
  struct Found {
    const typename Tree::Leaf* leaf;  // null: the tree gave fewer than it might have
    int tree, actions;
  };
  struct Answer {
    const float* priors;  // null: all alike
    const float* values;  // [batch, per leaf]
    int per_leaf;
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
    asked.left.resize(static_cast<std::size_t>(members));
    run_in_pieces(asked.left.size(),
                  [&](std::size_t n) { asked.left[n] = tree(group + static_cast<int>(n) * options_.groups).left(); });
    int member = asked.next < members ? asked.next : 0;
    for (int seen = 0; seen < members && asked.trees.size() < most; ++seen, member = (member + 1) % members)
      if (asked.left[static_cast<std::size_t>(member)] > 0) asked.trees.push_back(group + member * options_.groups);
    asked.next = member;
    std::sort(asked.trees.begin(), asked.trees.end());
  }

  std::uint32_t left_of(const Group& asked, int tree) const {
    return asked.left[static_cast<std::size_t>(tree / options_.groups)];
  }

  // Cuts the trees into pieces of up to eight, for one thread each. Fewer where there are not enough trees to keep all
  // threads busy.
  void walk(const std::vector<int>& trees, const LeafJudge* judge, int share) {
    const int count = static_cast<int>(trees.size());
    const int size = std::clamp(count / crew_.size(), 1, kInterleaved);
    crew_.run((count + size - 1) / size, [&](int piece, int thread) {
      const int begin = piece * size, end = std::min(begin + size, count);
      walk_together(trees.data() + begin, end - begin, judge, share, desks_[static_cast<std::size_t>(thread)]);
      if (judge == nullptr) note_found(trees, begin, end, share);
    });
  }

  // The leaves of trees that have been walked, at `share` places for each.
  void note_found(const std::vector<int>& trees, int begin, int end, int share) {
    Found* out = found_.data() + static_cast<std::size_t>(begin) * static_cast<std::size_t>(share);
    for (int at = begin; at < end; ++at) {
      const int i = trees[static_cast<std::size_t>(at)];
      for (int n = 0; n < share; ++n, ++out) {
        *out = {nullptr, i, 0};
        if (n < tree(i).asked()) out->leaf = &tree(i).leaf(n), out->actions = out->leaf->count;
      }
    }
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

  void copy_leaves(const std::vector<const typename Tree::Leaf*>& leaves, const LeafArrays& out) {
    run_in_pieces(leaves.size(), [&](std::size_t i) {
      std::memcpy(out.packed + i * G::kLeafWords, leaves[i]->words, sizeof leaves[i]->words);
      std::memcpy(out.actions + out.offsets[i], leaves[i]->actions,
                  static_cast<std::size_t>(leaves[i]->count) * sizeof *leaves[i]->actions);
    });
  }

  // Gives the leaves of all trees their numbers in the batch. Without a cache leaves have no keys to be compared by.
  void number_leaves(Group& asked, std::size_t share) {
    given_.clear();
    asked.first.clear();
    for (std::size_t at = 0; at < found_.size(); ++at) {
      if (at % share == 0) asked.first.push_back(given_.size());
      if (found_[at].leaf != nullptr) given_.push_back(found_[at]);
    }
    asked.number.resize(given_.size());
    if (cache_.is_on()) twins_.begin(given_.size());
    for (std::uint32_t next = 0; next < given_.size(); ++next)
      asked.number[next] = cache_.is_on() ? twins_.number_of(given_[next].leaf->key) : next;
  }

  // Checks an evaluator's answer, and scales the priors of each leaf to add up to 1, on all threads. What is said of
  // the first leaf with a fault, in words, or nothing.
  std::string prepare(Group& asked, const float* priors, const float* values, int per_leaf) {
    const std::size_t leaves = asked.offsets.size() - 1;
    if (priors != nullptr) asked.priors.resize(asked.offsets.back());
    std::atomic<std::size_t> faulty{leaves};
    run_in_pieces(leaves, [&](std::size_t leaf) {
      if (is_fit(asked, leaf, priors, values + leaf * static_cast<std::size_t>(per_leaf), per_leaf)) return;
      std::size_t first = faulty.load(std::memory_order_relaxed);
      while (leaf < first && !faulty.compare_exchange_weak(first, leaf, std::memory_order_relaxed)) {
      }
    });
    if (faulty < leaves) return name_fault(asked, faulty, priors, values, per_leaf);
    return {};
  }

  // Comparisons are written so that NaN fails them. Priors that add up to 1 as nearly as floats can are left as they
  // are.
  static bool is_fit(Group& asked, std::size_t leaf, const float* priors, const float* values, int per_leaf) {
    for (int seat = 0; seat < per_leaf; ++seat)
      if (!(std::fabs(values[seat]) <= 1.0f + kTolerance)) return false;
    if (priors == nullptr) return true;
    const std::uint32_t begin = asked.offsets[leaf], end = asked.offsets[leaf + 1];
    bool are_shares = true;
    float sum = 0;
    for (std::uint32_t at = begin; at < end; ++at) {
      are_shares &= priors[at] >= 0.0f && priors[at] <= kFinite;
      sum += priors[at];
    }
    if (!are_shares || !(sum > 0.0f && sum <= kFinite)) return false;
    if (std::fabs(sum - 1.0f) < kNearOne) sum = 1.0f;
    for (std::uint32_t at = begin; at < end; ++at) asked.priors[at] = priors[at] / sum;
    return true;
  }

  static std::string name_fault(const Group& asked, std::size_t leaf, const float* priors, const float* values,
                                int per_leaf) {
    const std::string number = std::to_string(leaf);
    for (int seat = 0; seat < per_leaf; ++seat)
      if (!(std::fabs(values[leaf * static_cast<std::size_t>(per_leaf) + static_cast<std::size_t>(seat)]) <=
            1.0f + kTolerance))
        return "the value of leaf " + number + " is not a number from -1 to 1";
    for (std::uint32_t at = asked.offsets[leaf]; at < asked.offsets[leaf + 1]; ++at)
      if (!(priors[at] >= 0.0f && priors[at] <= kFinite))
        return "a prior of leaf " + number + " is negative or not finite";
    return "the priors of leaf " + number + " do not add up to a number above 0";
  }

  // What is done for one leaf or tree may take less time than to hand it to a thread: they get pieces.
  template <class Work>
  void run_in_pieces(std::size_t count, Work&& work) {
    constexpr std::size_t kPiece = 64;
    crew_.run(static_cast<int>((count + kPiece - 1) / kPiece), [&](int piece, int) {
      const std::size_t begin = static_cast<std::size_t>(piece) * kPiece;
      for (std::size_t at = begin; at < std::min(begin + kPiece, count); ++at) work(at);
    });
  }

  // One value a seat. Values of several seats begin with the mover's.
  void spread(const Answer& answer, std::uint32_t number, Seat mover, float* out) const {
    const float* values = answer.values + number * static_cast<std::size_t>(answer.per_leaf);
    const int seats = game_.seats();
    if (answer.per_leaf == 1) game_.share(mover, std::clamp(values[0], -1.0f, 1.0f), out);
    for (int place = 0; place < seats && answer.per_leaf > 1; ++place)
      out[(mover + place) % seats] = std::clamp(values[place], -1.0f, 1.0f);
  }

  // The answers of one tree's leaves, in their order.
  void tell_tree(const Group& asked, std::size_t at, const Answer& answer) {
    Tree& told = tree(asked.trees[at]);
    float values[kMaxSeats];
    for (int leaf = 0; leaf < told.asked(); ++leaf) {
      const std::uint32_t number = asked.number[asked.first[at] + static_cast<std::size_t>(leaf)];
      spread(answer, number, told.mover_of(told.leaf(leaf)), values);
      told.tell(told.leaf(leaf), answer.priors ? answer.priors + asked.offsets[number] : nullptr, values);
    }
    if (!cache_.is_on()) told.finish_round();  // else the leaves are still to be stored
  }

  // In the order of leaves. Values begin with the mover's, who is the only one that a packed leaf knows.
  void store(const Group& asked, const Answer& answer) {
    const int seats = game_.seats();
    std::vector<float> uniform;
    std::size_t given = 0;
    for (const int i : asked.trees)
      for (int n = 0; n < tree(i).asked(); ++n) {
        const std::uint32_t number = asked.number[given++];
        auto& leaf = tree(i).leaf(n);
        const Seat mover = tree(i).mover_of(leaf);
        float values[kMaxSeats], turned[kMaxSeats];
        spread(answer, number, mover, values);
        for (int seat = 0; seat < seats; ++seat) turned[seat] = values[(mover + seat) % seats];
        if (!answer.priors) uniform.assign(static_cast<std::size_t>(leaf.count), 1.0f / static_cast<float>(leaf.count));
        const float* priors = answer.priors ? answer.priors + asked.offsets[number] : uniform.data();
        cache_.store(leaf.key, turned, seats, priors, leaf.count);
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
  TwinLeaves twins_;
  std::vector<Found> found_, given_;  // of this round: at fixed places, and one after the other
  BatchCounts counts_;
};

}  // namespace DD_ISA
}  // namespace dd
