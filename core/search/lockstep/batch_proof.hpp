// The members of BatchTree that prove wins and losses and use what is proven; included by batch_tree.hpp only.
#pragma once

namespace dd {
inline namespace DD_ISA {

template <BatchGame G>
StepEnd BatchTree<G>::resolve_proof(Descent<G>& descent, const Node& at) {
  float values[kMaxSeats];
  game_->share(at.mover, at.proof > 0 ? 1.0f : -1.0f, values);
  ++counts.endings;
  back_up(descent.path, values);
  return StepEnd::kResolved;
}

// A move at the leaf wins at once: nobody need be asked.
template <BatchGame G>
StepEnd BatchTree<G>::resolve_win(Descent<G>& descent, Node& at, int edge) {
  if (!grow_stats(arena_, at, 1)) return give_up(descent);
  float values[kMaxSeats];
  game_->share(at.mover, 1.0f, values);
  open(at, nullptr, values);
  const Edges edges(arena_, at);
  std::swap(edges.move[0], edges.move[edge]);
  const Stats stats(arena_, at);
  stats.value[0] = 1.0f;
  stats.proof[0] = 1;
  at.tried = 1;
  at.proof = 2;
  ++counts.endings;
  back_up(descent.path, values);
  prove(descent.path, at.proof);
  return StepEnd::kResolved;
}

// Carries what is proven at the end of the path up as far as it proves something. Games without secrets have two sides
// and no chance.
template <BatchGame G>
void BatchTree<G>::prove(const std::vector<PathStep>& path, std::int32_t proof) {
  for (auto step = path.rbegin(); step != path.rend(); ++step) {
    Node& at = *node(step->node);
    const Stats stats(arena_, at);
    std::int32_t& of_edge = stats.proof[step->edge];
    if (of_edge != 0) return;
    of_edge = -proof;
    stats.value[step->edge] = of_edge > 0 ? 1.0f : -1.0f;
    at.lost += of_edge < 0;
    if (at.proof != 0 || (of_edge < 0 && at.lost < at.count)) return;
    proof = of_edge > 0 ? of_edge + 1 : *std::min_element(stats.proof, stats.proof + at.count) - 1;
    at.proof = proof;
    at.value = proof > 0 ? 1.0f : -1.0f;
  }
}

// The move that wins soonest, or else loses latest; the node must be proven.
template <BatchGame G>
int BatchTree<G>::proven_edge(const Node& at) {
  const Stats stats(arena_, at);
  int best = -1;
  for (int i = 0; i < at.stats_room; ++i) {
    if (stats.proof[i] == 0 || (at.proof > 0) != (stats.proof[i] > 0)) continue;
    if (best < 0 || stats.proof[i] < stats.proof[best]) best = i;
  }
  return best;
}

}  // namespace DD_ISA
}  // namespace dd
