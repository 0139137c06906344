// Monte Carlo tree search for any Game: UCT where everything is open, single-observer information-set MCTS where there
// are secrets. It sees a View and tables imagined from it, never a true state.
//
// Every iteration imagines a state, walks the tree along moves that are legal in it, adds one edge and rolls out the
// rest (at random, or as the game says), all in one run of the game. A node is what the searching seat has observed
// after a move; chance is sampled, not enumerated. Values are those of the seat that moves; availability counts replace
// the parent's visits.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>
#include <type_traits>
#include <vector>

#include "game/game.hpp"
#include "search/rollout/uncertainty.hpp"
#include "search/spread.hpp"

namespace dd {
inline namespace DD_ISA {

// What a search needs beyond the rules: play in one go, and what the searching seat observes of it.
template <class G>
concept SearchGame = Game<G> && requires(const G game, typename G::State state, const typename G::State seen, Seat seat,
                                         Streams& streams, float* values,
                                         bool (*choose)(const typename G::Moves&, typename G::Moves::Move&)) {
  game.play(state, streams, choose);                             // to the end, or of the current deal
  game.unwatch(state);                                           // it will not be observed any more
  game.values(seen, values);                                     // one a seat, in [-1, 1]; before the end an estimate
  { game.observed(seen, seat) } -> std::same_as<std::uint64_t>;  // equal only if the seat saw the same; of a View too
};

struct RolloutOptions {
  int iterations = 1000;
  float exploration = 1.5f;                 // in units of the spread of the results
  int rollout_plies = 200;                  // then the game's own estimate stands for the rest
  bool to_the_end = false;                  // spend all iterations even when the choice can no longer change
  const std::atomic<bool>* stop = nullptr;  // ends the search soon after it is set
};

template <class M>
struct OpinionOf {
  M move;
  std::uint32_t visits;
  float value;  // mean result for the mover
};
using MoveOpinion = OpinionOf<Move>;

// What a search is given: the state where everything is open, a view where there are secrets.
template <class G>
struct SearchPosition {
  using Type = typename G::State;
};
template <HiddenGame G>
struct SearchPosition<G> {
  using Type = typename G::View;
};

template <SearchGame G>
class TreeSearch {
 public:
  using State = typename G::State;
  using Position = typename SearchPosition<G>::Type;
  using Moves = typename G::Moves;
  using Move = typename Moves::Move;
  using Opinion = OpinionOf<Move>;

  // Grows a tree for the seat to move and returns its opinions of the legal moves, in ascending order of moves; the
  // seat must have a choice: two legal moves or more.
  std::span<const Opinion> search(const G& game, const Position& position, Seat seat, const RolloutOptions& options,
                                  Rng rng) {
    game_ = &game;
    rng_ = rng;
    begin(position, seat, options);
    return grow(position);
  }

  // Goes on with the last search, which must have been of this position, up to so many iterations in all.
  std::span<const Opinion> search_on(const Position& position, int iterations) {
    options_.iterations = iterations;
    reserve(static_cast<std::size_t>(iterations) + 1);
    return grow(position);
  }

  // The moves that the search expects, from the position on.
  std::vector<Move> line() const {
    std::vector<Move> moves;
    for (std::uint32_t node = root_; node != kNone && nodes_[node].first_edge != kNone;) {
      std::uint32_t best = nodes_[node].first_edge;
      for (std::uint32_t i = best; i != kNone; i = edges_[i].next)
        if (edges_[i].visits > edges_[best].visits) best = i;
      moves.push_back(edges_[best].move);
      node = edges_[best].child;
    }
    return moves;
  }

  // The move to make: the most visited, of equals the better, of equals the lowest.
  static Move best(std::span<const Opinion> opinions) {
    const auto better = [](const Opinion& a, const Opinion& b) {
      return a.visits != b.visits ? a.visits < b.visits : a.value < b.value;
    };
    return std::max_element(opinions.begin(), opinions.end(), better)->move;
  }

  std::size_t nodes() const { return nodes_.size(); }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  static constexpr int kMaxDepth = 256;
  static constexpr int kCheckEvery = 16;

  // What the searching seat has observed at some point, and the moves tried from there.
  struct Node {
    std::uint64_t observed;
    typename Moves::Tried tried;
    std::uint32_t first_edge;
    std::uint32_t sibling;  // another outcome of the same move
  };

  // A move made at a node. Edges of a node are a list, since most nodes never get more than a few.
  struct Edge {
    float total;  // results for the mover
    std::uint32_t visits;
    std::uint32_t available;
    std::uint32_t child;  // its outcomes
    std::uint32_t next;
    Move move;
    Seat mover;
  };

  // Goes on with the subtree that the last search grew for exactly this observation, one move of the same seat ago; all
  // that was imagined there is still possible. Otherwise, or without room in the arena, begins anew. A hash may lie: a
  // subtree with a move that is not legal here belongs to another choice.
  void begin(const Position& position, Seat seat, const RolloutOptions& options) {
    const auto size = static_cast<std::size_t>(options.iterations) + 1;
    const std::uint64_t observed = game_->observed(position, seat);
    std::uint32_t kept = seat == seat_ ? find_outcome(observed) : kNone;
    if (kept != kNone && !has_legal_moves_only(kept, position)) kept = kNone;
    seat_ = seat;
    options_ = options;
    if (kept != kNone && nodes_.size() + size <= nodes_.capacity() && edges_.size() + size <= edges_.capacity()) {
      root_ = kept;
      return;
    }
    nodes_.clear();
    edges_.clear();
    reserve(2 * size);
    opinions_.reserve(256);
    root_ = new_node(observed);
    spread_ = {};
  }

  // Room for all nodes at once: an iteration adds an edge and a node at most, and need not allocate.
  void reserve(std::size_t size) {
    nodes_.reserve(size);
    edges_.reserve(size);
  }

  // Among the nodes one move below the old root, the one with this observation.
  std::uint32_t find_outcome(std::uint64_t observed) const {
    if (nodes_.empty()) return kNone;
    for (std::uint32_t edge = nodes_[root_].first_edge; edge != kNone; edge = edges_[edge].next)
      for (std::uint32_t at = edges_[edge].child; at != kNone; at = nodes_[at].sibling)
        if (nodes_[at].observed == observed) return at;
    return kNone;
  }

  // Whether every edge of the node is a legal move of this position.
  bool has_legal_moves_only(std::uint32_t node, const Position& position) const {
    Moves legal;
    if constexpr (HiddenGame<G>) {
      Rng any(0);  // the seat's own moves are the same in every state it can imagine
      game_->legal_moves(game_->redeal(position, any), legal);
    } else {
      game_->legal_moves(position, legal);
    }
    for (std::uint32_t i = nodes_[node].first_edge; i != kNone; i = edges_[i].next) {
      int n = 0;
      while (n < legal.count() && legal.nth(n) != edges_[i].move) ++n;
      if (n == legal.count()) return false;
    }
    return true;
  }

  // Every iteration passes one edge of the root, so the visits there count the iterations that a kept tree has had.
  int visits_of(std::uint32_t node) const {
    std::uint32_t visits = 0;
    for (std::uint32_t i = nodes_[node].first_edge; i != kNone; i = edges_[i].next) visits += edges_[i].visits;
    return static_cast<int>(visits);
  }

  std::uint32_t new_node(std::uint64_t observed) {
    nodes_.push_back({observed, {}, kNone, kNone});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  // A new state for every iteration: a search that kept one would play as if it saw the hidden cards.
  std::span<const Opinion> grow(const Position& position) {
    if constexpr (HiddenGame<G>) {
      const auto hidden = game_->hidden(position);
      return grow_from([&] { return game_->redeal(position, hidden, rng_); });
    } else {
      return grow_from([&] { return position; });
    }
  }

  // Iterations until the budget is spent, the choice can no longer change, or somebody stops it. The last two are
  // looked at now and then only: an iteration takes a few microseconds.
  template <class Imagine>
  std::span<const Opinion> grow_from(Imagine&& imagine) {
    for (int done = visits_of(root_); done < options_.iterations; ++done) {
      if (done > 0 && done % kCheckEvery == 0) {  // even a search that is stopped at once has something to say
        if (!options_.to_the_end && is_settled(options_.iterations - done)) break;
        if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) break;
      }
      iterate(imagine());
    }
    return opinions();
  }

  // One iteration is one run of the game from the position to its end, in which each choice is answered in turn.
  // Step 1, in the tree: go to the node of what the seat has observed, and follow the best edge. Step 2: a new edge was
  // added, so the tree ends here; from now on nobody observes, and moves are made as in a rollout. Step 3: the result
  // is added to all edges of the path. Choices with one legal move get no node: nothing can be learnt from them.
  void iterate(State state) {
    Streams streams{Rng(rng_.next()), Rng(rng_.next())};
    depth_ = 0;
    Iteration at{this, &state, root_, options_.exploration * spread_.value(), options_.rollout_plies, true};
    game_->play(state, streams, Answer{&at});
    float values[kMaxSeats];
    game_->values(state, values);
    back_up(values);
  }

  // Where an iteration is.
  struct Iteration {
    TreeSearch* search;
    State* state;
    std::uint32_t node;
    float width;  // of what is not known yet
    int plies_left;
    bool in_tree;
  };

  // Answers each choice. It is one pointer, which stays in a register of the game's loop. It looks itself whether the
  // move is one of those offered, where it was not drawn from them; another ends the iteration.
  struct Answer {
    static constexpr bool kTakesOneOffered = true;
    Iteration* at;

    template <class Offered>
    DD_INLINE bool operator()(const Offered& moves, Move& move) const {
      const bool walked = at->in_tree && moves.several() && at->search->walk(*at, moves, move);
      if (!walked) move = at->search->rollout_move(*at->state, moves);
      if constexpr (std::is_same_v<Offered, Moves> && requires { moves.has(move); })
        if (!moves.has(move)) return false;
      return walked || --at->plies_left >= 0;
    }
  };

  // A choice in the tree; false: it depends on what the tree cannot know.
  DD_OUTLINE bool walk(Iteration& at, const Moves& moves, Move& move) {
    if (is_beyond(*at.state, moves)) return false;
    if (depth_ > 0) at.node = outcome(path_[depth_ - 1], game_->observed(*at.state, seat_));
    at.in_tree = select(at.node, moves, game_->to_move(*at.state), at.width) && depth_ < kMaxDepth;
    if (!at.in_tree) game_->unwatch(*at.state);
    move = edges_[path_[depth_ - 1]].move;
    return true;
  }

  // A choice of another seat that depends on what it holds, of which this tree can know nothing.
  bool is_beyond(const State& state, const Moves& moves) const {
    if constexpr (HiddenGame<G> && requires { game_->follows_its_hand(state, moves); })
      return game_->to_move(state) != seat_ && game_->follows_its_hand(state, moves);
    return false;
  }

  // At random, unless the game knows better.
  template <class Offered>
  Move rollout_move(const State& state, const Offered& moves) {
    if constexpr (requires { game_->rollout_move(state, moves, rng_); }) return game_->rollout_move(state, moves, rng_);
    return moves.nth(static_cast<int>(rng_.below(static_cast<std::uint32_t>(moves.count()))));
  }

  // The node that this edge leads to when the seat has observed this.
  std::uint32_t outcome(std::uint32_t edge, std::uint64_t observed) {
    for (std::uint32_t at = edges_[edge].child; at != kNone; at = nodes_[at].sibling)
      if (nodes_[at].observed == observed) return at;
    const std::uint32_t made = new_node(observed);
    nodes_[made].sibling = edges_[edge].child;
    edges_[edge].child = made;
    return made;
  }

  // Puts an edge on the path: an untried move if there is one (then the tree ends here), else the one with the best
  // bound. False: the tree ends.
  bool select(std::uint32_t at, const Moves& moves, Seat mover, float width) {
    Node& node = nodes_[at];
    std::uint32_t best = kNone;
    float best_bound = -1e30f;
    for (std::uint32_t i = node.first_edge; i != kNone; i = edges_[i].next) {
      Edge& edge = edges_[i];
      // Not every state that leads to a node offers the same moves, where chance or secrets play a part.
      if constexpr (requires { moves.has(edge.move); })
        if (!moves.has(edge.move)) continue;
      ++edge.available;
      const float bound =
          edge.total / static_cast<float>(edge.visits) + width * uncertainty(edge.available, edge.visits);
      if (bound > best_bound) best_bound = bound, best = i;
    }
    Move move;
    const bool is_new = moves.take_untried(node.tried, move, [this](std::uint32_t n) { return rng_.below(n); });
    if (is_new) {
      best = static_cast<std::uint32_t>(edges_.size());
      edges_.push_back({0, 0, 1, kNone, node.first_edge, move, mover});
      node.first_edge = best;
    }
    path_[depth_++] = best;
    return !is_new;
  }

  // Every edge is told the result of the seat that chose it: so each seat maximises its own, with any number of seats.
  void back_up(const float* values) {
    for (int i = 0; i < depth_; ++i) {
      Edge& edge = edges_[path_[i]];
      ++edge.visits;
      edge.total += values[edge.mover];
    }
    spread_.add(values[seat_]);
  }

  // The most visited move is so far ahead that the rest of the iterations cannot change it, or there is only one.
  // A rest of `left` iterations can give at most `left` visits to the second.
  bool is_settled(int left) const {
    std::uint32_t first = 0, second = 0;
    for (std::uint32_t i = nodes_[root_].first_edge; i != kNone; i = edges_[i].next) {
      second = std::max(second, std::min(first, edges_[i].visits));
      first = std::max(first, edges_[i].visits);
    }
    return first > second + static_cast<std::uint32_t>(left);
  }

  // What was found of the root's moves. Edges stand in the order in which they were tried, which is random: sorted,
  // equal searches give equal lists.
  std::span<const Opinion> opinions() {
    opinions_.clear();
    for (std::uint32_t i = nodes_[root_].first_edge; i != kNone; i = edges_[i].next) {
      const Edge& edge = edges_[i];
      opinions_.push_back({edge.move, edge.visits, edge.total / static_cast<float>(std::max(edge.visits, 1u))});
    }
    std::sort(opinions_.begin(), opinions_.end(), [](const auto& a, const auto& b) { return a.move < b.move; });
    return opinions_;
  }

  const G* game_ = nullptr;
  Seat seat_ = kNobody;
  std::uint32_t root_ = 0;
  Rng rng_;
  RolloutOptions options_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Opinion> opinions_;
  std::uint32_t path_[kMaxDepth + 1];
  int depth_ = 0;
  Spread spread_;
};

}  // namespace DD_ISA
}  // namespace dd
