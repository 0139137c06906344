// A node of a batched tree and its edges. The edges are columns: priors and moves for all legal moves, and what a
// search learns of them (visits, values, children) only for a growing prefix. Unvisited moves share one estimate, so
// the next of them to be tried is the one with the highest prior: `bring_forward` puts it at the end of that prefix
// when its time comes, and edges are sorted by prior as far as anybody looks.
#pragma once

#include <algorithm>
#include <cstring>

#include "game/moves.hpp"
#include "search/lockstep/arena.hpp"

namespace dd {
inline namespace DD_ISA {

enum class NodeKind : std::uint8_t { kFresh, kAsked, kOpen, kEnd };  // not evaluated; in flight; evaluated; game over

struct alignas(Arena::kLineBytes) Node {
  std::uint64_t observed;  // games with secrets: what the searching seat saw when it came here
  Arena::Ref edges;        // priors and moves
  Arena::Ref stats;        // kNothing until an edge is tried
  Arena::Ref sibling;      // games with secrets: another outcome of the same move
  std::uint32_t visits;    // its own evaluation included
  float value;             // mean result for the mover
  float tried_prior;       // sum of the priors of visited edges
  std::uint16_t count;     // legal moves
  std::uint16_t room;      // for edges
  std::uint16_t tried;     // edges that are visited or in flight: a prefix
  std::uint16_t stats_room;
  std::uint16_t lost;  // edges that are proven to lose
  Seat mover;
  NodeKind kind;
  std::int32_t proof;  // n + 1: the mover is proven to win in at most n plies; -n - 1: to lose; 0: nothing is proven
  std::uint32_t next_look;  // for a win by force: the visits that the node must have

  static constexpr std::uint32_t kFirstLook = 64, kNeverAgain = ~std::uint32_t{0};
};
static_assert(sizeof(Node) == 64);

// Columns of so many edges; a view of memory in the arena.
struct Edges {
  float* prior;
  std::uint16_t* move;

  static std::uint32_t lines(int room) { return (static_cast<std::uint32_t>(room) * 6 + 63) / 64; }
  Edges(Arena& arena, const Node& node)
      : prior(arena.at<float>(node.edges)), move(reinterpret_cast<std::uint16_t*>(prior + node.room)) {}
};

struct Stats {
  std::uint32_t* visits;
  float* value;  // mean result for the node's mover
  Arena::Ref* child;
  std::uint32_t* available;  // how often the move was legal here: games with secrets only, which prove nothing
  std::int32_t* proof;       // the others, in the same place: n: the move wins in at most n plies, -n: it loses
  std::uint16_t* in_flight;

  static constexpr std::uint32_t kBytes = 18;
  static int room_of(std::uint32_t lines) { return static_cast<int>(lines * 64 / kBytes); }
  static std::uint32_t lines(int room) { return (static_cast<std::uint32_t>(room) * kBytes + 63) / 64; }
  Stats(Arena& arena, const Node& node) : Stats(arena.at<std::uint32_t>(node.stats), node.stats_room) {}
  Stats(std::uint32_t* first, int room)
      : visits(first),
        value(reinterpret_cast<float*>(first + room)),
        child(first + 2 * room),
        available(first + 3 * room),
        proof(reinterpret_cast<std::int32_t*>(available)),
        in_flight(reinterpret_cast<std::uint16_t*>(first + 4 * room)) {}

  void clear(int from, int to) const {
    const auto count = static_cast<std::size_t>(to - from);
    std::memset(visits + from, 0, count * sizeof *visits);
    std::memset(value + from, 0, count * sizeof *value);
    std::memset(child + from, 0, count * sizeof *child);
    std::memset(available + from, 0, count * sizeof *available);
    std::memset(in_flight + from, 0, count * sizeof *in_flight);
  }
  void copy_from(const Stats& other, int count) const {
    const auto size = static_cast<std::size_t>(count);
    std::memcpy(visits, other.visits, size * sizeof *visits);
    std::memcpy(value, other.value, size * sizeof *value);
    std::memcpy(child, other.child, size * sizeof *child);
    std::memcpy(available, other.available, size * sizeof *available);
    std::memcpy(in_flight, other.in_flight, size * sizeof *in_flight);
  }
};

// A node with room for so many edges, in one block; kNothing without memory.
inline Arena::Ref make_node(Arena& arena, Seat mover, int count, std::uint64_t observed) {
  const Arena::Ref at = arena.take(1 + Edges::lines(count));
  if (at == Arena::kNothing) return at;
  const auto edges = static_cast<std::uint16_t>(count);
  const Arena::Ref first = at + (count > 0);  // without edges nothing need follow, not even a page
  *arena.at<Node>(at) = {observed, first,           0, 0, 0, 0, 0, edges, edges, 0, 0, 0, mover, NodeKind::kFresh,
                         0,        Node::kFirstLook};
  return at;
}

// Makes room to try so many edges; false without memory.
// Doubles, up to all legal moves. Most nodes of a large tree are visited once or twice: they keep one line of memory
// instead of columns for forty moves.
inline bool grow_stats(Arena& arena, Node& node, int wanted) {
  if (wanted <= node.stats_room) return true;
  const std::uint32_t all = Stats::lines(node.room);
  std::uint32_t lines = node.stats_room == 0 ? 1 : 2 * Stats::lines(node.stats_room);
  while (Stats::room_of(lines) < wanted) lines *= 2;
  lines = std::min(lines, all);
  const Arena::Ref block = arena.take(lines);
  if (block == Arena::kNothing) return false;
  const int room = std::min<int>(Stats::room_of(lines), node.room);
  const Stats grown(arena.at<std::uint32_t>(block), room);
  if (node.stats_room > 0) {
    grown.copy_from(Stats(arena, node), node.stats_room);
    arena.give_back(node.stats, Stats::lines(node.stats_room));
  }
  grown.clear(node.stats_room, room);
  node.stats = block;
  node.stats_room = static_cast<std::uint16_t>(room);
  return true;
}

// Puts the highest prior of the untried edges next to the tried ones; of equals the first, and the order of the others
// is kept. Priors are never negative, so they can be compared as whole numbers.
inline void bring_forward(const Edges& edges, int tried, int count) {
  if (tried > 0 && edges.prior[tried] == edges.prior[tried - 1]) return;  // that one was the highest of all these
  std::int32_t highest = -1;
  for (int i = tried; i < count; ++i) {
    std::int32_t bits;
    std::memcpy(&bits, edges.prior + i, sizeof bits);
    highest = bits > highest ? bits : highest;
  }
  float prior;
  std::memcpy(&prior, &highest, sizeof prior);
  int at = tried;
  while (at + 1 < count && edges.prior[at] != prior) ++at;
  if (at == tried) return;
  const std::uint16_t move = edges.move[at];
  const auto between = static_cast<std::size_t>(at - tried);
  std::memmove(edges.prior + tried + 1, edges.prior + tried, between * sizeof(float));
  std::memmove(edges.move + tried + 1, edges.move + tried, between * sizeof(std::uint16_t));
  edges.prior[tried] = prior;
  edges.move[tried] = move;
}

}  // namespace DD_ISA
}  // namespace dd
