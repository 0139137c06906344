// Gumbel root selection (Danihelka et al. 2022): a few moves drawn without replacement share the simulations, and the
// worse half of them drops out again and again.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "search/lockstep/batch_options.hpp"
#include "search/lockstep/node.hpp"
#include "search/lockstep/noise.hpp"

namespace dd {
inline namespace DD_ISA {

class SequentialHalving {
 public:
  // For a root with these priors; `simulations` will be made.
  void begin(const float* priors, int count, std::uint32_t simulations, const BatchOptions& options, Rng& rng) {
    options_ = &options;
    drawn_.resize(static_cast<std::size_t>(count));
    logit_.resize(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      logit_[at] = static_cast<float>(exact_log(std::max(priors[i], 1e-30f)));
      drawn_[at] = options.gumbel_scale * draw_gumbel(rng);
    }
    plan(std::min(options.gumbel_moves, count), simulations);
  }

  // The scale of the values: 1 where they are wins and losses.
  void measure_in(float unit) { unit_ = unit; }

  // The move for the next simulation: of those visited as often as the plan says, the most promising.
  int select(const Node& root, const Edges& edges, const Stats& stats) const {
    std::uint32_t made = 0, most = 0;
    for (int i = 0; i < root.count; ++i) {
      made += count_starts(stats, i);
      most = std::max(most, count_starts(stats, i));
    }
    const std::uint32_t wanted = made < plan_.size() ? plan_[made] : most;
    const int planned = best(root, edges, stats, wanted);
    return planned >= 0 ? planned : best(root, edges, stats, most);
  }

  // The move to make: of the most visited, the most promising.
  int choose(const Node& root, const Edges& edges, const Stats& stats) const {
    std::uint32_t most = 0;
    for (int i = 0; i < root.count; ++i) most = std::max(most, count_starts(stats, i));
    return best(root, edges, stats, most);
  }

  // The improved policy: the priors, raised by what was learned of each move.
  void improve(const Node& root, const Edges& edges, const Stats& stats, double* policy) const {
    const float unvisited = mixed_value(root, edges, stats), scale = scale_of(root, stats);
    double highest = -1e300, total = 0;
    for (int i = 0; i < root.count; ++i) {
      const float value = stats.visits[i] > 0 ? stats.value[i] : unvisited;
      policy[i] = static_cast<double>(logit_[static_cast<std::size_t>(i)] + scale * value);
      highest = std::max(highest, policy[i]);
    }
    for (int i = 0; i < root.count; ++i) total += policy[i] = exact_exp(policy[i] - highest);
    for (int i = 0; i < root.count; ++i) policy[i] /= total;
  }

 private:
  static std::uint32_t count_starts(const Stats& stats, int i) { return stats.visits[i] + stats.in_flight[i]; }

  // How often the move of each simulation has been visited before it.
  void plan(int considered, std::uint32_t simulations) {
    plan_.clear();
    int halvings = 1;
    while (1 << halvings < considered) ++halvings;
    std::vector<std::uint32_t> visits(static_cast<std::size_t>(std::max(considered, 1)), 0);
    // Each halving has about the same share of the simulations, given to its moves in turns. Nobody need know which
    // moves dropped out: those are the ones whose visits stay behind the plan.
    while (plan_.size() < simulations) {
      const auto rounds = std::max<std::uint32_t>(1, simulations / static_cast<std::uint32_t>(halvings * considered));
      for (std::uint32_t round = 0; round < rounds; ++round)
        for (int i = 0; i < considered; ++i) plan_.push_back(visits[static_cast<std::size_t>(i)]++);
      if (considered > 1) considered = std::max(2, considered / 2);  // the last phase compares two
    }
    plan_.resize(simulations);
  }

  // What unvisited moves are taken to be worth: the root's evaluation and the visited moves, weighed by their priors.
  static float mixed_value(const Node& root, const Edges& edges, const Stats& stats) {
    float priors = 0, weighted = 0;
    std::uint32_t visits = 0;
    for (int i = 0; i < root.count; ++i) {
      if (stats.visits[i] == 0) continue;
      priors += edges.prior[i];
      weighted += edges.prior[i] * stats.value[i];
      visits += stats.visits[i];
    }
    if (visits == 0 || priors <= 0) return root.value;
    // The root's mean includes its own evaluation once; take the others out of it again.
    float own = root.value * static_cast<float>(visits + 1);
    for (int i = 0; i < root.count; ++i) own -= stats.value[i] * static_cast<float>(stats.visits[i]);
    return (own + static_cast<float>(visits) * weighted / priors) / static_cast<float>(visits + 1);
  }

  // The more visits, the more values count beside priors: sigma of the paper, in units of the results.
  float scale_of(const Node& root, const Stats& stats) const {
    std::uint32_t most = 0;
    for (int i = 0; i < root.count; ++i) most = std::max(most, stats.visits[i]);
    return (options_->gumbel_visit + static_cast<float>(most)) * options_->value_scale / unit_;
  }

  // Of the moves with so many visits, the one with the highest draw + logit + scaled value; -1 if none has.
  int best(const Node& root, const Edges& edges, const Stats& stats, std::uint32_t visits) const {
    const float unvisited = mixed_value(root, edges, stats), scale = scale_of(root, stats);
    int found = -1;
    float highest = 0;
    for (int i = 0; i < root.count; ++i) {
      if (count_starts(stats, i) != visits) continue;
      const auto at = static_cast<std::size_t>(i);
      const float value = stats.visits[i] > 0 ? stats.value[i] : unvisited;
      const float bound = drawn_[at] + logit_[at] + scale * value;
      if (found < 0 || bound > highest) highest = bound, found = i;
    }
    return found;
  }

  const BatchOptions* options_ = nullptr;
  float unit_ = 1.0f;
  std::vector<float> drawn_, logit_;
  std::vector<std::uint32_t> plan_;
};

}  // namespace DD_ISA
}  // namespace dd
