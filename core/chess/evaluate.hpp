// An opinion of a position until there is a network: material and mobility.
#pragma once

#include "chess/moves/attacks.hpp"

namespace dd::chess {
inline namespace DD_ISA {

inline constexpr int kMaterial[kKinds] = {100, 320, 330, 500, 900, 0};
inline constexpr int kPerMove = 4;          // what one more square to go to is worth, in hundredths of a pawn
inline constexpr float kHalfSure = 300.0f;  // a lead that is worth half a win

// Material, and squares that pieces can go to without being taken by a pawn.
template <Side side>
int strength(const Board& board) {
  const Bitboard all = occupied(board);
  int sum = 0, squares = 0;
  for (int kind = 0; kind < kKinds; ++kind) sum += kMaterial[kind] * count(board.kind[kind] & board.side[side]);
  const Bitboard pawns = pieces(board, other(side), kPawn);
  const Bitboard open = ~board.side[side] & ~(shift<-kUp<side> - 1>(pawns) | shift<-kUp<side> + 1>(pawns));
  for (Bitboard rest = pieces(board, side, kKnight); rest != 0;)
    squares += count(lookup.knight[take_first(rest)] & open);
  for (Bitboard rest = diagonal_sliders(board) & board.side[side]; rest != 0;)
    squares += count(bishop_attacks(take_first(rest), all) & open);
  for (Bitboard rest = straight_sliders(board) & board.side[side]; rest != 0;)
    squares += count(rook_attacks(take_first(rest), all) & open);
  return sum + kPerMove * squares;
}

// In hundredths of a pawn, for the side to move.
inline int centipawns(const Board& board) {
  const int lead = strength<kWhite>(board) - strength<kBlack>(board);
  return board.to_move == kWhite ? lead : -lead;
}

// As an expected result in (-1, 1). A fraction: unlike a curve of the library it is the same on every machine.
inline float value_of(int centipawns) {
  const auto lead = static_cast<float>(centipawns);
  return lead / (kHalfSure + (lead < 0 ? -lead : lead));
}

}  // namespace DD_ISA
}  // namespace dd::chess
