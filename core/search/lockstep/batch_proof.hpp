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

// Of the root somebody must be asked, for its priors. Then a move that wins at once is noted there, too.
template <BatchGame G>
void BatchTree<G>::look_for_win_at_root() {
  Node& at = *node(root_);
  typename G::State state;
  game_->enter(position_, state, rng_);
  const Edges edges(arena_, at);
  const int edge = game_->find_win(state, edges.move, at.count);
  if (edge < 0) return;
  const std::uint16_t found[2] = {edges.move[edge], 0};
  const std::uint16_t* word = found;
  note_win(root_, state, word);
}

// Every move at the leaf allows one that wins at once.
template <BatchGame G>
StepEnd BatchTree<G>::resolve_loss(Descent<G>& descent, Node& at) {
  if (!grow_stats(arena_, at, at.count)) return give_up(descent);
  float values[kMaxSeats];
  game_->share(at.mover, -1.0f, values);
  open(at, nullptr, values);
  const Stats stats(arena_, at);
  std::fill_n(stats.value, at.count, -1.0f);
  std::fill_n(stats.proof, at.count, -2);
  at.tried = at.lost = at.count;
  at.proof = -3;
  ++counts.endings;
  back_up(descent.path, values);
  prove(descent.path, at.proof);
  return StepEnd::kResolved;
}

// A node that many descents came through is worth a look ahead for a win by force; what is found becomes part of the
// tree.
template <BatchGame G>
void BatchTree<G>::look_for_win(const Descent<G>& descent, Node& at) {
  constexpr std::uint32_t kRarer = 4;
  const auto effort = static_cast<float>(at.visits) * options_->mate_effort;
  typename G::ForcedWin win;
  const bool is_found = effort >= 1.0f && game_->find_forced_win(descent.state, static_cast<int>(effort), win);
  at.next_look = win.is_settled || options_->mate_effort <= 0 ? Node::kNeverAgain : at.visits * kRarer;
  const std::uint16_t* word = win.word;
  if (is_found && note_win(descent.at, descent.state, word)) prove(descent.path, at.proof);
}

// Gives a node the winning move and what follows it. Nodes that are proven stay as they are, but all words are read.
// False without memory, or where an evaluation is on its way; then nothing above is proven.
template <BatchGame G>
bool BatchTree<G>::note_win(Arena::Ref ref, const typename G::State& state, const std::uint16_t*& word) {
  Node& at = *node(ref);
  float values[kMaxSeats];
  game_->share(at.mover, 1.0f, values);
  if (at.kind == NodeKind::kFresh) open(at, nullptr, values);
  const Edges edges(arena_, at);
  const int found = static_cast<int>(std::find(edges.move, edges.move + at.count, word[0]) - edges.move);
  if (at.kind != NodeKind::kOpen || found == at.count) return false;
  const int edge = std::min<int>(found, at.tried);
  if (!grow_stats(arena_, at, edge + 1)) return false;
  std::swap(edges.move[edge], edges.move[found]);
  std::swap(edges.prior[edge], edges.prior[found]);
  at.tried = std::max<std::uint16_t>(at.tried, static_cast<std::uint16_t>(edge + 1));
  const int replies = word[1];
  std::int32_t proof = 1;
  typename G::State after = state;
  game_->follow(after, word[0]);
  word += 2;
  if (replies > 0) {
    const Arena::Ref child = child_after(at, edge, after);
    if (child == Arena::kNothing || !note_loss(child, after, replies, word)) return false;
    proof = -node(child)->proof;
  }
  if (at.proof != 0) return true;
  const Stats stats(arena_, at);
  stats.proof[edge] = proof;
  stats.value[edge] = at.value = 1.0f;
  at.proof = proof + 1;
  return true;
}

// The same for the other side, whose every move loses.
template <BatchGame G>
bool BatchTree<G>::note_loss(Arena::Ref ref, const typename G::State& state, int replies, const std::uint16_t*& word) {
  Node& at = *node(ref);
  float values[kMaxSeats];
  game_->share(at.mover, -1.0f, values);
  if (at.kind == NodeKind::kFresh) open(at, nullptr, values);
  if (at.kind != NodeKind::kOpen || at.count != replies || !grow_stats(arena_, at, replies)) return false;
  const Edges edges(arena_, at);
  at.tried = at.count;
  for (int i = 0; i < replies; ++i) {
    const int edge = static_cast<int>(std::find(edges.move, edges.move + at.count, *word) - edges.move);
    if (edge == at.count) return false;
    typename G::State after = state;
    game_->follow(after, *word++);
    const Arena::Ref child = child_after(at, edge, after);
    if (child == Arena::kNothing || !note_win(child, after, word)) return false;
    const Stats stats(arena_, at);
    if (stats.proof[edge] != 0) continue;
    stats.proof[edge] = -node(child)->proof;
    stats.value[edge] = -1.0f;
    ++at.lost;
  }
  if (at.proof != 0) return true;
  const Stats stats(arena_, at);
  at.proof = *std::min_element(stats.proof, stats.proof + at.count) - 1;
  at.value = -1.0f;
  return true;
}

template <BatchGame G>
Arena::Ref BatchTree<G>::child_after(Node& at, int edge, const typename G::State& after) {
  std::uint16_t moves[G::kMostMoves];
  Arena::Ref& child = Stats(arena_, at).child[edge];
  if (child == Arena::kNothing) child = make_leaf(after, moves, 0);
  return child;
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
