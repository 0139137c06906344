// The members of BatchTree that begin a search, move the root and say what was found; included by batch_tree.hpp only.
#pragma once

namespace dd {
inline namespace DD_ISA {

// A root without evaluation: the first descent ends there and asks for it, like for any leaf.
template <BatchGame G>
void BatchTree<G>::begin(const Position& position, std::uint32_t ply) {
  arena_.clear();
  spread_ = {};
  position_ = position;
  ply_ = ply;
  is_out_of_memory_ = false;
  typename G::State state;
  std::uint16_t moves[G::kMostMoves];
  game_->enter(position_, state, rng_);
  root_ = make_leaf(state, moves, 0);
  is_out_of_memory_ = root_ == Arena::kNothing;
  is_over_ = !is_out_of_memory_ && root().kind == NodeKind::kEnd;
  begin_search();
}

template <BatchGame G>
void BatchTree<G>::confine(const std::vector<std::uint16_t>& moves) {
  begin(position_, ply_);
  if (root_ == Arena::kNothing) return;
  Node& at = *node(root_);
  std::uint16_t* listed = Edges(arena_, at).move;
  const auto* end = std::remove_if(listed, listed + at.count, [&](std::uint16_t move) {
    return std::find(moves.begin(), moves.end(), move) == moves.end();
  });
  at.count = static_cast<std::uint16_t>(end - listed);
}

// Playout caps: only a share of the searches is full.
template <BatchGame G>
void BatchTree<G>::begin_search() {
  counts.deepest = 0;
  is_full_ = options_->full_share >= 1.0f || open_unit(rng_) < static_cast<double>(options_->full_share);
  target_ = is_full_ ? options_->simulations : std::min(options_->simulations, options_->quick_simulations);
}

// The root has just been evaluated, or has become the root: noise, or the draw of sequential halving. Its edges are
// then no longer sorted by prior, and all of them compete.
template <BatchGame G>
void BatchTree<G>::open_root() {
  Node& at = *node(root_);
  const bool noisy = options_->dirichlet_epsilon > 0 && is_full_ && !options_->gumbel;
  if (!noisy && !use_halving()) return;
  if (!grow_stats(arena_, at, at.count)) {
    is_out_of_memory_ = true;
    return;
  }
  const Edges edges(arena_, at);
  const Stats stats(arena_, at);
  at.tried = at.count;
  if (use_halving()) {
    halving_.begin(edges.prior, at.count, target_, *options_, rng_);
    return;
  }
  add_dirichlet({edges.prior, at.count}, options_->dirichlet_alpha, options_->dirichlet_epsilon, rng_);
  at.tried_prior = 0;
  for (int i = 0; i < at.count; ++i)
    if (stats.visits[i] > 0) at.tried_prior += edges.prior[i];
}

// The node that the game has arrived at. None after Gumbel's search: its visits are a schedule, not a judgement, and
// would bias the next.
template <BatchGame G>
Arena::Ref BatchTree<G>::find_child(std::uint16_t move, const Position& position) {
  if (!is_open() || root().stats == Arena::kNothing || options_->gumbel) return Arena::kNothing;
  Node& at = *node(root_);
  const Edges edges(arena_, at);
  for (int i = 0; i < std::min(at.count, at.stats_room); ++i) {
    if (edges.move[i] != move) continue;
    Arena::Ref child = Stats(arena_, at).child[i];
    if constexpr (G::kSecrets) {
      // What was imagined for one seat is of no use to another.
      if (game_->seat_of(position) != game_->seat_of(position_)) return Arena::kNothing;
      const std::uint64_t observed = game_->observed(position, game_->seat_of(position));
      while (child != Arena::kNothing && node(child)->observed != observed) child = node(child)->sibling;
      if (child != Arena::kNothing && !offers(*node(child), position)) return Arena::kNothing;
    }
    return child;
  }
  return Arena::kNothing;
}

// Are the node's moves the legal ones of this position? Equal hashes do not prove it.
template <BatchGame G>
bool BatchTree<G>::offers(const Node& at, const Position& position) {
  typename G::State state;
  Rng any(0);
  game_->enter(position, state, any);
  if (game_->mover(state) != at.mover || game_->mover(state) != game_->seat_of(position)) return false;
  std::uint16_t legal[G::kMostMoves];
  const int count = game_->list(state, legal);
  if (count != at.count) return false;
  const Edges edges(arena_, at);
  return std::all_of(edges.move, edges.move + count, [&](std::uint16_t move) { return game_->is_legal(state, move); });
}

// Copies the subtree into a fresh arena, which gives back all else at once. Where it was never evaluated, or does not
// fit, the search begins anew; that is slower and never wrong.
template <BatchGame G>
void BatchTree<G>::advance(std::uint16_t move, const Position& position) {
  const Arena::Ref child = find_child(move, position);
  ++ply_;
  if (child == Arena::kNothing || node(child)->kind != NodeKind::kOpen) {
    begin(position, ply_);
    return;
  }
  Arena kept(memory_);
  const Arena::Ref moved = copy(kept, child);
  if (moved == Arena::kNothing) {
    begin(position, ply_);
    return;
  }
  kept.at<Node>(moved)->sibling = Arena::kNothing;
  arena_ = std::move(kept);
  root_ = moved;
  position_ = position;
  is_out_of_memory_ = is_over_ = false;
  begin_search();
  open_root();
}

// A subtree in another arena, without what was never evaluated; kNothing without memory.
template <BatchGame G>
Arena::Ref BatchTree<G>::copy(Arena& to, Arena::Ref at) {
  const Node& old = *node(at);
  const Arena::Ref made = make_node(to, old.mover, old.room, old.observed);
  if (made == Arena::kNothing) return made;
  Node& twin = *to.template at<Node>(made);
  const Arena::Ref edges = twin.edges;
  twin = old;
  twin.edges = edges;
  twin.stats = twin.sibling = Arena::kNothing;
  twin.stats_room = 0;
  const Edges from(arena_, old), into(to, twin);
  std::memcpy(into.prior, from.prior, old.count * sizeof *from.prior);
  std::memcpy(into.move, from.move, old.count * sizeof *from.move);
  if (old.stats == Arena::kNothing) return made;
  if (!grow_stats(to, twin, old.stats_room)) return Arena::kNothing;
  const Stats stats(arena_, old), copied(to, twin);
  copied.copy_from(stats, old.stats_room);
  for (int i = 0; i < old.stats_room; ++i) {
    copied.child[i] = Arena::kNothing;
    for (Arena::Ref child = stats.child[i]; child != Arena::kNothing; child = node(child)->sibling) {
      if (node(child)->kind == NodeKind::kFresh) continue;
      const Arena::Ref below = copy(to, child);
      if (below == Arena::kNothing) return below;
      to.template at<Node>(below)->sibling = copied.child[i];
      copied.child[i] = below;
    }
  }
  return made;
}

// Edges beyond the stats were never tried.
template <BatchGame G>
float BatchTree<G>::root_value() {
  if (is_open()) return root().value;
  if (!is_over_) return 0.0f;
  typename G::State state;
  float values[kMaxSeats];
  game_->enter(position_, state, rng_);
  game_->values(state, values);
  return values[game_->seat_of(position_)];
}

template <BatchGame G>
template <class Visit>
void BatchTree<G>::each_move(Visit&& visit) {
  const Node& at = root();
  const Edges edges(arena_, at);
  for (int i = 0; i < at.count; ++i) {
    if (i < at.stats_room) {
      const Stats stats(arena_, at);
      visit(edges.move[i], stats.visits[i], stats.value[i], edges.prior[i], G::kSecrets ? 0 : stats.proof[i]);
    } else {
      visit(edges.move[i], std::uint32_t{0}, 0.0f, edges.prior[i], std::int32_t{0});
    }
  }
}

// What is proven, or what the search prefers of the moves that are not proven to lose.
template <BatchGame G>
int BatchTree<G>::best_edge() {
  if (root().proof != 0) return proven_edge(root());
  if (!use_halving()) return most_visited_edge();
  const int chosen = halving_.choose(root(), Edges(arena_, root()), Stats(arena_, root()));
  const bool is_lost = root().lost > 0 && Stats(arena_, root()).proof[chosen] < 0;
  return is_lost ? most_visited_edge() : chosen;
}

// The most visited move that is not proven to lose; of equals the better, of equals the one with the higher prior.
template <BatchGame G>
int BatchTree<G>::most_visited_edge() {
  int best = 0, i = 0;
  std::uint32_t most = 0;
  float highest = 0, likeliest = -1;
  each_move([&](std::uint16_t, std::uint32_t visits, float value, float prior, std::int32_t proof) {
    if (proof < 0) {
      ++i;
      return;
    }
    const bool better = visits != most     ? visits > most
                        : value != highest ? visits > 0 && value > highest
                                           : prior > likeliest;
    if (better) best = i, most = visits, highest = value, likeliest = prior;
    ++i;
  });
  return best;
}

// Visits to the power of 1 / temperature, as shares. In logarithms of our own (exact_math.hpp), because the library's
// differ between machines.
template <BatchGame G>
void BatchTree<G>::policy(float temperature, double* out) {
  const int count = root().count;
  if (use_halving()) {
    halving_.improve(root(), Edges(arena_, root()), Stats(arena_, root()), out);
    return;
  }
  std::fill_n(out, count, 0.0);
  if (temperature <= 0 || simulations() == 0) {
    out[best_edge()] = 1.0;
    return;
  }
  int i = 0;
  double total = 0;
  const double all = simulations();  // only to keep the powers small
  each_move([&](std::uint16_t, std::uint32_t visits, float, float, std::int32_t) {
    if (visits > 0) out[i] = exact_exp(exact_log(visits / all) / static_cast<double>(temperature));
    total += out[i++];
  });
  if (total <= 0) out[best_edge()] = total = 1.0;  // so cold that nothing but the best is left
  for (int at = 0; at < count; ++at) out[at] /= total;
}

// One edge by the shares of `policy`. Rounding may leave a little of the random number at the end: the last edge with a
// share takes it.
template <BatchGame G>
int BatchTree<G>::sample_edge() {
  const float temperature = ply_ < options_->temperature_plies ? options_->temperature : options_->final_temperature;
  if (use_halving() || temperature <= 0) return best_edge();
  double shares[G::kMostMoves];
  policy(temperature, shares);
  double left = open_unit(rng_);
  int last = 0;
  for (int i = 0; i < root().count; ++i) {
    if (shares[i] <= 0) continue;
    last = i;
    if ((left -= shares[i]) < 0) break;
  }
  return last;
}

// The root's best edge, then the most visited at each node, as long as there are visits.
template <BatchGame G>
std::vector<std::uint16_t> BatchTree<G>::line(int edge) {
  std::vector<std::uint16_t> moves;
  for (Arena::Ref at = root_; at != Arena::kNothing && node(at)->stats != Arena::kNothing;) {
    const Node& here = *node(at);
    const Stats stats(arena_, here);
    if (at != root_)
      edge = here.proof != 0
                 ? proven_edge(here)
                 : static_cast<int>(std::max_element(stats.visits, stats.visits + here.stats_room) - stats.visits);
    if (edge >= here.stats_room || (stats.visits[edge] == 0 && here.proof == 0)) break;  // nothing is known of it
    moves.push_back(Edges(arena_, here).move[edge]);
    at = stats.child[edge];
  }
  return moves;
}

}  // namespace DD_ISA
}  // namespace dd
