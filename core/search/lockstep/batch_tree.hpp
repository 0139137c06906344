// One tree of a batched search: descents, leaves that wait for an evaluation, results backed up. One thread at a time.
//
// A descent starts at the root, follows the best edge at each node and ends at a node that has no evaluation (a leaf,
// or one in flight: a collision), or where the game is over or its result is proven: one move that wins proves a win,
// and a loss is proven when every move loses. It is made in short steps, so that one thread can
// interleave those of several trees and have the memory of the next node fetched meanwhile.
#pragma once

#include <vector>

#include "search/lockstep/batch_game.hpp"
#include "search/lockstep/evaluation_cache.hpp"
#include "search/lockstep/puct.hpp"
#include "search/lockstep/sequential_halving.hpp"
#include "search/spread.hpp"

namespace dd {
inline namespace DD_ISA {

// The edge that a descent took at a node.
struct PathStep {
  Arena::Ref node;
  std::uint16_t edge;
};

// A leaf that an evaluator is asked about.
template <BatchGame G>
struct AskedLeaf {
  Arena::Ref node;
  int count;  // of actions
  LeafKey key;
  std::vector<PathStep> path;
  std::uint16_t actions[G::kMostMoves];
  std::uint64_t words[G::kLeafWords];
};

// A descent under way; a thread keeps a few and uses them for one tree after the other.
template <BatchGame G>
struct Descent {
  Arena::Ref at;
  bool is_fetched;  // the header of the node at hand is in the cache, its stats are not
  std::vector<PathStep> path;
  typename G::State state;
  std::uint16_t moves[G::kMostMoves];
  float priors[G::kMostMoves];
};

enum class StepEnd : std::uint8_t { kGoesOn, kAsked, kResolved, kCollided, kNoMemory };

template <BatchGame G>
class BatchTree {
 public:
  using Position = typename G::Position;
  using Leaf = AskedLeaf<G>;

  BatchTree(const G& game, const BatchOptions& options, std::size_t memory, std::uint64_t index)
      : game_(&game),
        options_(&options),
        arena_(memory),
        memory_(memory),
        rng_(Rng::stream(options.seed, 0, index, 0)) {}

  // Begins anew at a position after so many plies.
  void begin(const Position& position, std::uint32_t ply);
  // The same tree after a move: its subtree is kept if there is one for what happened, all else is given back.
  void advance(std::uint16_t move, const Position& position);
  // Begins anew with these moves of the root only; there must be one.
  void confine(const std::vector<std::uint16_t>& moves);

  bool is_done() const { return is_over_ || is_out_of_memory_ || simulations() >= target_; }
  bool is_over() const { return is_over_; }
  bool is_out_of_memory() const { return is_out_of_memory_; }
  bool is_full_search() const { return is_full_; }
  std::uint32_t simulations() const { return root_ == Arena::kNothing || root().visits == 0 ? 0 : root().visits - 1; }
  std::uint32_t ply() const { return ply_; }

  // Simulations that are to be made.
  std::uint32_t left() const { return is_done() ? 0 : target_ - simulations(); }
  // Leaves of one round know nothing of each other, so a small tree should give few of them.
  int share_of(int most) const { return std::clamp(static_cast<int>(simulations() / kSimulationsPerLeaf), 1, most); }
  // Whether another descent may start in this round.
  bool wants_descent() const { return !is_done() && simulations() + asked() < target_; }
  int asked() const { return static_cast<int>(asked_); }
  Seat mover_of(const Leaf& leaf) { return node(leaf.node)->mover; }
  Leaf& leaf(int n) { return leaves_[static_cast<std::size_t>(n)]; }

  void start(Descent<G>& descent);
  // With a judge, leaves are resolved at once; else those that the cache does not know are asked.
  StepEnd step(Descent<G>& descent, const EvaluationCache& cache, const LeafJudge* judge);

  // The answer for an asked leaf: priors that add up to 1 (null: all alike) and a value a seat.
  void tell(Leaf& leaf, const float* priors, const float* values);
  void finish_round() { asked_ = 0; }  // all its leaves have been answered
  void drop_leaves();                  // they will never be
  void forget_collisions();

  const Node& root() const { return *arena_.at<Node>(root_); }
  bool is_open() const { return root_ != Arena::kNothing && root().kind == NodeKind::kOpen; }
  float root_value();  // mean result for the mover, or the result if the game is over
  // Calls `visit(move, visits, value, prior, proof)` for each move of an open root.
  template <class Visit>
  void each_move(Visit&& visit);
  int best_edge();                              // of an open root
  void policy(float temperature, double* out);  // in the order of each_move
  int sample_edge();                            // by the temperature of the schedule
  std::uint16_t move_of(int edge) { return Edges(arena_, *node(root_)).move[edge]; }
  // The moves that are expected from an edge of an open root on.
  std::vector<std::uint16_t> line(int edge);

  // The action of a move of the root, whose mover is the position's.
  std::uint16_t root_action(std::uint16_t move) const { return game_->action_of(position_, move); }

  const Arena& arena() const { return arena_; }
  BatchCounts counts;

 private:
  static constexpr int kStuck = -2;
  static constexpr std::uint32_t kSimulationsPerLeaf = 64;  // of a round; fewer cost strength, more cost rounds
  Node* node(Arena::Ref at) { return arena_.at<Node>(at); }
  Arena::Ref make_leaf(const typename G::State& state, std::uint16_t* moves, std::uint64_t observed);
  int choose_edge(Descent<G>& descent, Node& at);
  int choose_legal(Descent<G>& descent, Node& at);
  bool add_edge(Node& at, std::uint16_t move);
  Arena::Ref& child_of(Descent<G>& descent, Node& at, int edge, std::uint64_t& observed);
  StepEnd reach(Descent<G>& descent, Node& at, const EvaluationCache& cache, const LeafJudge* judge);
  StepEnd ask(Descent<G>& descent, Node& at, const EvaluationCache& cache);
  StepEnd resolve_end(Descent<G>& descent);
  StepEnd resolve_win(Descent<G>& descent, Node& at, int edge);
  StepEnd resolve_loss(Descent<G>& descent, Node& at);
  void look_for_win(const Descent<G>& descent, Node& at);
  void look_for_win_at_root();
  bool note_win(Arena::Ref ref, const typename G::State& state, const std::uint16_t*& word);
  bool note_loss(Arena::Ref ref, const typename G::State& state, int replies, const std::uint16_t*& word);
  Arena::Ref child_after(Node& at, int edge, const typename G::State& after);
  StepEnd resolve_proof(Descent<G>& descent, const Node& at);
  StepEnd give_up(Descent<G>& descent);
  void open(Node& at, const float* priors, const float* values);
  void open_root();
  void begin_search();
  void back_up(const std::vector<PathStep>& path, const float* values);
  void prove(const std::vector<PathStep>& path, std::int32_t proof);
  int proven_edge(const Node& at);
  int most_visited_edge();
  void take_back(const std::vector<PathStep>& path);
  Arena::Ref find_child(std::uint16_t move, const Position& position);
  bool offers(const Node& at, const Position& position);
  Arena::Ref copy(Arena& to, Arena::Ref at);
  bool use_halving() const { return options_->gumbel && is_full_; }

  const G* game_;
  const BatchOptions* options_;
  Position position_;
  Arena arena_;
  std::size_t memory_;
  Rng rng_;
  Arena::Ref root_ = Arena::kNothing;
  std::uint32_t ply_ = 0, target_ = 0;
  bool is_over_ = false, is_out_of_memory_ = false, is_full_ = true;
  std::vector<Leaf> leaves_;  // the first `asked_` are in flight
  std::size_t asked_ = 0;
  std::vector<std::vector<PathStep>> collided_;
  SequentialHalving halving_;
  Spread spread_;  // of the results for the position's seat
};

}  // namespace DD_ISA
}  // namespace dd

#include "search/lockstep/batch_descent.hpp"
#include "search/lockstep/batch_proof.hpp"
#include "search/lockstep/batch_root.hpp"
