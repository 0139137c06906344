// The learned player: a network looks at what the seat knows and says how likely each move is. No search.
#pragma once

#include <algorithm>

#include "cards/leaves.hpp"
#include "learn/infer.hpp"

namespace dd {
inline namespace DD_ISA {

// How likely the network makes each of the moves, in their order: at temperature 0 the best one alone.
inline void weigh_moves(const Program& program, const Network& network, const View& view, const MoveSet& moves,
                        float* shares) {
  const CardLeaves leaves(program);
  std::uint64_t words[CardLeaves::kLeafWords];
  std::uint16_t actions[CardLeaves::kMostMoves];
  const int count = moves.count();
  leaves.pack(view, words);
  for (int n = 0; n < count; ++n) actions[n] = leaves.action_for(view.seat, moves.nth(n));
  infer(network, words, actions, count, shares, nullptr);
  if (network.temperature > 0) return soften(shares, count, network.temperature);
  const auto best = std::max_element(shares, shares + count) - shares;
  std::fill_n(shares, count, 0.0f);
  shares[best] = 1;
}

inline Move choose_by_network(const Program& program, const Network& network, const View& view, const MoveSet& moves,
                              Rng& rng) {
  float shares[CardLeaves::kMostMoves];
  weigh_moves(program, network, view, moves, shares);
  double left = static_cast<double>(rng.next() >> 11) * 0x1p-53;
  for (int n = 0; n + 1 < moves.count(); ++n)
    if ((left -= static_cast<double>(shares[n])) < 0) return moves.nth(n);
  return moves.nth(moves.count() - 1);
}

}  // namespace DD_ISA
}  // namespace dd
