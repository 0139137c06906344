// The members of BatchTree that descend and back up; included by batch_tree.hpp only.
#pragma once

namespace dd {
inline namespace DD_ISA {

// From the root. Where there are secrets, every descent begins in a table of its own, imagined from the position.
template <BatchGame G>
void BatchTree<G>::start(Descent<G>& descent) {
  game_->enter(position_, descent.state, rng_);
  descent.path.clear();
  descent.at = root_;
  descent.is_fetched = false;
}

// One step is as much as can be done without waiting for memory.
// Step 1. The node's header has arrived: fetch its stats, and let the descents of other trees go on meanwhile. Step 2.
// Choose an edge and count it as in flight. That makes it look worse to the next descent, which then spreads over other
// edges instead of following this one. Step 3. Make the move. Where the edge has a child, go on there; else a leaf is
// made, and the descent ends at it.
template <BatchGame G>
StepEnd BatchTree<G>::step(Descent<G>& descent, const EvaluationCache& cache, const LeafJudge* judge) {
  Node& at = *node(descent.at);
  if (!descent.is_fetched) {
    if (at.stats != Arena::kNothing) arena_.prefetch(at.stats), arena_.prefetch(at.stats + 1);
    descent.is_fetched = true;
    return StepEnd::kGoesOn;
  }
  if (at.kind != NodeKind::kOpen) return reach(descent, at, cache, judge);
  if constexpr (!G::kSecrets)
    if (at.visits >= at.next_look && at.proof == 0) look_for_win(descent, at);
  if (at.proof != 0 && descent.at != root_) return resolve_proof(descent, at);
  const int edge = choose_edge(descent, at);
  if (edge == kStuck) return resolve_end(descent);
  if (edge < 0) return give_up(descent);
  descent.path.push_back({descent.at, static_cast<std::uint16_t>(edge)});
  ++Stats(arena_, at).in_flight[edge];
  std::uint64_t observed = 0;
  Arena::Ref& child = child_of(descent, at, edge, observed);
  const bool is_new = child == Arena::kNothing;
  if (is_new) child = make_leaf(descent.state, descent.moves, observed);
  if (child == Arena::kNothing) return give_up(descent);
  descent.at = child;
  if (is_new) return reach(descent, *node(child), cache, judge);
  descent.is_fetched = false;
  return StepEnd::kGoesOn;
}

// The game is over here, or nobody can move in what was imagined: the rules say what it is worth, and no evaluator is
// asked.
template <BatchGame G>
StepEnd BatchTree<G>::resolve_end(Descent<G>& descent) {
  float values[kMaxSeats];
  game_->values(descent.state, values);
  ++counts.endings;
  back_up(descent.path, values);
  if constexpr (!G::kSecrets)
    if (values[game_->mover(descent.state)] == -1.0f) prove(descent.path, -1);
  return StepEnd::kResolved;
}

// There is no memory for the way down: the search of this tree ends as it is.
template <BatchGame G>
StepEnd BatchTree<G>::give_up(Descent<G>& descent) {
  is_out_of_memory_ = true;
  take_back(descent.path);
  return StepEnd::kNoMemory;
}

// A node for the state, with its legal moves but no evaluation. kNothing without memory.
template <BatchGame G>
Arena::Ref BatchTree<G>::make_leaf(const typename G::State& state, std::uint16_t* moves, std::uint64_t observed) {
  const int count = game_->list(state, moves);
  const Arena::Ref made = make_node(arena_, game_->mover(state), count, observed);
  if (made == Arena::kNothing) return made;
  if (count == 0) node(made)->kind = NodeKind::kEnd;
  std::memcpy(Edges(arena_, *node(made)).move, moves, static_cast<std::size_t>(count) * sizeof *moves);
  return made;
}

// The edge to follow, -1 without memory, or kStuck where no move is legal in what was imagined. Counts it as tried.
template <BatchGame G>
int BatchTree<G>::choose_edge(Descent<G>& descent, Node& at) {
  if constexpr (G::kSecrets) return choose_legal(descent, at);
  const Edges edges(arena_, at);
  // Among untried edges only the one with the highest prior can win, and it stands right behind the tried ones
  // (node.hpp). So one edge more than the tried ones is looked at, however many moves are legal.
  const int seen = std::min<int>(at.tried + 1, at.count);
  if (at.stats_room < seen) {
    const bool is_first = at.stats_room == 0;
    if (!grow_stats(arena_, at, seen)) return -1;
    if (is_first) bring_forward(edges, 0, at.count);
  }
  if (at.proof != 0) return proven_edge(at);  // only the root comes here
  const Stats stats(arena_, at);
  const int edge = descent.at == root_ && use_halving() ? halving_.select(at, edges, stats)
                                                        : select_edge(at, edges, stats, seen, *options_);
  if (edge == at.tried && ++at.tried < at.count) bring_forward(edges, at.tried, at.count);
  return edge;
}

// Where the legal moves depend on what was imagined: all edges compete, and moves not seen here before get one, with
// the mean of the priors.
template <BatchGame G>
int BatchTree<G>::choose_legal(Descent<G>& descent, Node& at) {
  const int legal = game_->list(descent.state, descent.moves);
  if (legal == 0) return kStuck;
  for (int i = 0; i < legal; ++i) {
    const Edges edges(arena_, at);
    if (std::find(edges.move, edges.move + at.count, descent.moves[i]) != edges.move + at.count) continue;
    if (!add_edge(at, descent.moves[i])) return -1;
  }
  if (!grow_stats(arena_, at, at.count)) return -1;
  at.tried = at.count;
  const Edges edges(arena_, at);
  const Stats stats(arena_, at);
  if (descent.at == root_ && use_halving()) return halving_.select(at, edges, stats);
  return select_available(at, edges, stats, *options_, game_->has_stakes() ? spread_.value() : 1.0f,
                          [&](std::uint16_t move) { return game_->is_legal(descent.state, move); });
}

// Room for edges doubles, so that a node which meets new moves again and again copies each only a few times. The old
// block is not given back: it is small and goes with the tree.
template <BatchGame G>
bool BatchTree<G>::add_edge(Node& at, std::uint16_t move) {
  if (at.count == at.room) {
    const Edges old(arena_, at);
    const int room = 2 * at.room + 4;
    const Arena::Ref block = arena_.take(Edges::lines(room));
    if (block == Arena::kNothing) return false;
    at.edges = block;
    at.room = static_cast<std::uint16_t>(room);
    const Edges grown(arena_, at);
    std::memcpy(grown.prior, old.prior, at.count * sizeof *old.prior);
    std::memcpy(grown.move, old.move, at.count * sizeof *old.move);
  }
  const Edges edges(arena_, at);
  edges.prior[at.count] = 1.0f / static_cast<float>(at.count);
  edges.move[at.count++] = move;
  return true;
}

// Plays the edge's move and says where its child is noted; kNothing there: it has none yet.
template <BatchGame G>
Arena::Ref& BatchTree<G>::child_of(Descent<G>& descent, Node& at, int edge, std::uint64_t& observed) {
  Arena::Ref* child = Stats(arena_, at).child + edge;
  if constexpr (!G::kSecrets) {
    if (*child != Arena::kNothing) arena_.prefetch(*child), arena_.prefetch(*child + 1);
    game_->follow(descent.state, Edges(arena_, at).move[edge]);
  } else {
    game_->follow(descent.state, Edges(arena_, at).move[edge]);
    observed = game_->observed(descent.state, game_->seat_of(position_));
    // One move has many outcomes where chance or secrets play a part. They are a list of siblings, told apart by what
    // the searching seat has observed.
    while (*child != Arena::kNothing && node(*child)->observed != observed) child = &node(*child)->sibling;
  }
  return *child;
}

// A node without evaluation: the end of the game, a collision, or a leaf.
template <BatchGame G>
StepEnd BatchTree<G>::reach(Descent<G>& descent, Node& at, const EvaluationCache& cache, const LeafJudge* judge) {
  float values[kMaxSeats];
  if (at.kind == NodeKind::kAsked) {
    ++counts.collisions;
    collided_.push_back(descent.path);
    return StepEnd::kCollided;
  }
  if (at.kind == NodeKind::kEnd) return resolve_end(descent);
  if constexpr (!G::kSecrets)
    if (descent.at != root_) {
      const int edge = game_->find_win(descent.state, Edges(arena_, at).move, at.count);
      if (edge >= 0) return resolve_win(descent, at, edge);
      if (game_->is_lost(descent.state, Edges(arena_, at).move, at.count)) return resolve_loss(descent, at);
    }
  if (judge == nullptr) return ask(descent, at, cache);
  game_->judge(*judge, descent.state, Edges(arena_, at).move, at.count, descent.priors, values, rng_);
  open(at, descent.priors, values);
  back_up(descent.path, values);
  return StepEnd::kResolved;
}

// Packs the leaf for the evaluator, unless the cache has its evaluation. The key covers the words and the actions:
// equal words with other legal moves are another question.
template <BatchGame G>
StepEnd BatchTree<G>::ask(Descent<G>& descent, Node& at, const EvaluationCache& cache) {
  if (leaves_.size() == asked_) leaves_.emplace_back();
  Leaf& leaf = leaves_[asked_];
  leaf.node = descent.at;
  leaf.count = at.count;
  const Edges edges(arena_, at);
  for (int i = 0; i < leaf.count; ++i) leaf.actions[i] = game_->action_of(descent.state, edges.move[i]);
  game_->pack(descent.state, leaf.words);
  if (cache.is_on()) {
    LeafHash hash;
    if (options_->cache_by_position) {
      std::uint64_t now[G::kLeafWords];
      hash.add(now, game_->without_past(leaf.words, now));
    } else {
      hash.add(leaf.words, G::kLeafWords);
    }
    hash.add(leaf.actions, static_cast<std::size_t>(leaf.count));
    leaf.key = hash.key();
    const int seats = game_->seats();
    if (const float* known = cache.find(leaf.key, seats + leaf.count)) {
      float values[kMaxSeats];
      // The cache keeps values from the mover on, because a packed leaf does not know the mover's number.
      for (int i = 0; i < seats; ++i) values[(at.mover + i) % seats] = known[i];
      ++counts.hits;
      open(at, known + seats, values);
      back_up(descent.path, values);
      return StepEnd::kResolved;
    }
  }
  at.kind = NodeKind::kAsked;
  leaf.path.swap(descent.path);
  ++asked_;
  return StepEnd::kAsked;
}

// The evaluation has come. It counts as the node's first visit; the edges have none yet.
template <BatchGame G>
void BatchTree<G>::open(Node& at, const float* priors, const float* values) {
  const Edges edges(arena_, at);
  if (priors != nullptr)
    std::memcpy(edges.prior, priors, at.count * sizeof *priors);
  else
    std::fill_n(edges.prior, at.count, 1.0f / static_cast<float>(at.count));
  at.kind = NodeKind::kOpen;
  at.visits = 1;
  at.value = values[at.mover];
  if (&at != node(root_)) return;
  open_root();
  if constexpr (!G::kSecrets) look_for_win_at_root();
}

template <BatchGame G>
void BatchTree<G>::tell(Leaf& leaf, const float* priors, const float* values) {
  open(*node(leaf.node), priors, values);
  back_up(leaf.path, values);
}

// Adds a result to every edge of the path and to its node, each for the seat that moved there, and ends the flight.
template <BatchGame G>
void BatchTree<G>::back_up(const std::vector<PathStep>& path, const float* values) {
  for (const PathStep& step : path) {
    Node& at = *node(step.node);
    const Stats stats(arena_, at);
    const float result = values[at.mover];
    if (stats.visits[step.edge] == 0) at.tried_prior += Edges(arena_, at).prior[step.edge];
    add_result(stats.value[step.edge], stats.visits[step.edge], result);
    add_result(at.value, at.visits, result);
    --stats.in_flight[step.edge];
  }
  if (path.empty()) return;  // the root's own evaluation
  ++counts.simulations;
  counts.depths += path.size();
  counts.deepest = std::max(counts.deepest, static_cast<std::uint32_t>(path.size()));
  if (!game_->has_stakes()) return;
  spread_.add(values[game_->seat_of(position_)]);
  halving_.measure_in(spread_.value());
}

// A descent that came to nothing: its edges are no longer in flight, and nothing else has changed.
template <BatchGame G>
void BatchTree<G>::take_back(const std::vector<PathStep>& path) {
  for (const PathStep& step : path) --Stats(arena_, *node(step.node)).in_flight[step.edge];
}

template <BatchGame G>
void BatchTree<G>::forget_collisions() {
  for (const auto& path : collided_) take_back(path);
  collided_.clear();
}

template <BatchGame G>
void BatchTree<G>::drop_leaves() {
  for (std::size_t n = 0; n < asked_; ++n) {
    node(leaves_[n].node)->kind = NodeKind::kFresh;
    take_back(leaves_[n].path);
  }
  asked_ = 0;
}

}  // namespace DD_ISA
}  // namespace dd
