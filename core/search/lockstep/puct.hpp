// PUCT: which edge a descent follows. Written with operations that round the same everywhere, in a fixed order, so that
// tests/reference/puct.py gives the same numbers.
#pragma once

#include <cmath>

#include "search/lockstep/batch_options.hpp"
#include "search/lockstep/node.hpp"

namespace dd {
inline namespace DD_ISA {

// What an unvisited move is taken to be worth: the node's value, less a share that grows with what was visited.
inline float first_play_value(const Node& node, const BatchOptions& options, float unit = 1.0f) {
  return node.value - unit * options.fpu_reduction * std::sqrt(node.tried_prior);
}

inline constexpr int kLanes = 8;  // edges that are looked at together, where there are so many
inline constexpr float kLowest = -1e30f;

inline float highest_of(const float* bounds) {
  float most[kLanes / 2];
  for (int lane = 0; lane < kLanes / 2; ++lane)
    most[lane] = bounds[lane] > bounds[lane + kLanes / 2] ? bounds[lane] : bounds[lane + kLanes / 2];
  const float left = most[0] > most[2] ? most[0] : most[2], right = most[1] > most[3] ? most[1] : most[3];
  return left > right ? left : right;
}

// The edge with the highest bound among the first `seen`, of equals the first; with `heed_lost` of those that are not
// proven to lose. Visits in flight make an edge less urgent, never better or worse. There must be stats for all.
template <bool heed_lost>
int select_edge(const Node& node, const Edges& edges, const Stats& stats, int seen, const BatchOptions& options) {
  const float unvisited = first_play_value(node, options);
  const auto below = static_cast<float>(node.visits > 2 ? node.visits - 1 : 1);
  const float scale = options.c_puct * std::sqrt(below);
  const auto bound_of = [&](int i) {
    const auto visits = static_cast<std::int32_t>(stats.visits[i]);
    const float held = stats.value[i], value = visits > 0 ? held : unvisited;
    const float bound = value + scale * edges.prior[i] / static_cast<float>(1 + visits + stats.in_flight[i]);
    return heed_lost && stats.proof[i] < 0 ? kLowest : bound;
  };
  int best = 0, i = 0;
  float highest = kLowest;
  for (; i + kLanes <= seen; i += kLanes) {
    float bounds[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) bounds[lane] = bound_of(i + lane);
    const float most = highest_of(bounds);
    if (!(most > highest)) continue;
    highest = most;
    for (best = i; bounds[best - i] != most;) ++best;
  }
  for (; i < seen; ++i)
    if (const float bound = bound_of(i); bound > highest) highest = bound, best = i;
  return best;
}

inline int select_edge(const Node& node, const Edges& edges, const Stats& stats, int seen,
                       const BatchOptions& options) {
  return node.lost > 0 ? select_edge<true>(node, edges, stats, seen, options)
                       : select_edge<false>(node, edges, stats, seen, options);
}

// The same where a move is not always legal: it competes only when it is, and what counts is how often it was. `legal`
// says whether the move of an edge is. `unit` is the scale of the values: 1 where they are wins and losses.
template <class Legal>
int select_available(const Node& node, const Edges& edges, const Stats& stats, const BatchOptions& options, float unit,
                     Legal&& legal) {
  const float unvisited = first_play_value(node, options, unit);
  int best = -1;
  float highest = -1e30f;
  for (int i = 0; i < node.count; ++i) {
    if (!legal(edges.move[i])) continue;
    const std::uint32_t visits = stats.visits[i], available = ++stats.available[i];
    const float value = visits > 0 ? stats.value[i] : unvisited;
    const float scale = unit * options.c_puct * std::sqrt(static_cast<float>(available));
    const float bound = value + scale * edges.prior[i] / static_cast<float>(1 + visits + stats.in_flight[i]);
    if (bound > highest) highest = bound, best = i;
  }
  return best;
}

// One more result for the mover, of the node or of one of its edges.
inline void add_result(float& mean, std::uint32_t& visits, float result) {
  ++visits;
  mean += (result - mean) / static_cast<float>(visits);
}

}  // namespace DD_ISA
}  // namespace dd
