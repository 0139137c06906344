// Bitboards at work: attacks of pieces, who attacks a square, and what pins or checks a king.
#pragma once

#include <bit>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "chess/moves/lookup.hpp"
#include "game/isa.hpp"

namespace dd::chess {
inline namespace DD_ISA {

constexpr Side other(Side side) { return static_cast<Side>(side ^ 1); }
constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }
inline int count(Bitboard squares) { return std::popcount(squares); }
inline Square first(Bitboard squares) { return std::countr_zero(squares); }
inline bool several(Bitboard squares) { return (squares & (squares - 1)) != 0; }
inline Square take_first(Bitboard& squares) {
  const Square square = first(squares);
  squares &= squares - 1;
  return square;
}

// One step of every square: +8 up, -8 down, +7, +9, -7, -9 diagonally; what leaves the board is dropped.
template <int step>
constexpr Bitboard shift(Bitboard squares) {
  if constexpr (step == 9 || step == -7) squares &= ~kFileH;
  if constexpr (step == 7 || step == -9) squares &= ~kFileA;
  if constexpr (step > 0)
    return squares << step;
  else
    return squares >> -step;
}
template <Side side>
inline constexpr int kUp = side == kWhite ? 8 : -8;

#if defined(__BMI2__)
inline Bitboard slides(const Extract& extract, Bitboard occupied) {
  return extract.attacks[_pext_u64(occupied, extract.mask)];
}
inline Bitboard rook_attacks(Square from, Bitboard occupied) { return slides(lookup.rook_extract[from], occupied); }
inline Bitboard bishop_attacks(Square from, Bitboard occupied) { return slides(lookup.bishop_extract[from], occupied); }
#else
inline Bitboard slides(const Magic& magic, Bitboard occupied) {
  return magic.attacks[(occupied & magic.mask) * magic.factor >> magic.shift];
}
inline Bitboard rook_attacks(Square from, Bitboard occupied) { return slides(lookup.rook[from], occupied); }
inline Bitboard bishop_attacks(Square from, Bitboard occupied) { return slides(lookup.bishop[from], occupied); }
#endif

inline Bitboard pieces(const Board& board, Side side, Kind kind) { return board.side[side] & board.kind[kind]; }
inline Bitboard occupied(const Board& board) { return board.side[0] | board.side[1]; }
inline Square king_of(const Board& board, Side side) { return first(pieces(board, side, kKing)); }
inline Bitboard straight_sliders(const Board& board) { return board.kind[kRook] | board.kind[kQueen]; }
inline Bitboard diagonal_sliders(const Board& board) { return board.kind[kBishop] | board.kind[kQueen]; }

// Sliders of a side that reach the square through these occupied squares.
inline Bitboard sliders_at(const Board& board, Side side, Square square, Bitboard occupied) {
  return ((rook_attacks(square, occupied) & straight_sliders(board)) |
          (bishop_attacks(square, occupied) & diagonal_sliders(board))) &
         board.side[side];
}

// Pawns and knights of a side that attack the square.
inline Bitboard leapers_at(const Board& board, Side side, Square square) {
  return ((lookup.pawn[other(side)][square] & board.kind[kPawn]) | (lookup.knight[square] & board.kind[kKnight])) &
         board.side[side];
}

// The pieces that check the king of a side.
inline Bitboard checkers(const Board& board, Side side) {
  const Square king = king_of(board, side);
  const Side them = other(side);
  return sliders_at(board, them, king, occupied(board)) | leapers_at(board, them, king);
}

// All that a side attacks through these occupied squares.
template <Side side>
DD_INLINE inline Bitboard attacked_by(const Board& board, Bitboard occupied) {
  const Bitboard pawns = pieces(board, side, kPawn);
  Bitboard attacked = shift<kUp<side> + 1>(pawns) | shift<kUp<side> - 1>(pawns);
  for (Bitboard knights = pieces(board, side, kKnight); knights != 0;) attacked |= lookup.knight[take_first(knights)];
  for (Bitboard sliders = diagonal_sliders(board) & board.side[side]; sliders != 0;)
    attacked |= bishop_attacks(take_first(sliders), occupied);
  for (Bitboard sliders = straight_sliders(board) & board.side[side]; sliders != 0;)
    attacked |= rook_attacks(take_first(sliders), occupied);
  return attacked | lookup.king[king_of(board, side)];
}

struct Threats {
  Square king;
  Bitboard checkers;  // of the king
  Bitboard pinned;    // pieces in front of it
  Bitboard allowed;   // where a piece other than the king must go: anywhere, or where the check ends
};

// What a side must heed when it moves.
template <Side us>
DD_INLINE inline Threats find_threats(const Board& board) {
  constexpr Side them = other(us);
  Threats threats{king_of(board, us), 0, 0, ~Bitboard{0}};
  const Square king = threats.king;
  threats.checkers = leapers_at(board, them, king);
  // Sliders that would reach the king if our own pieces were away.
  for (Bitboard snipers = sliders_at(board, them, king, board.side[them]); snipers != 0;) {
    const Square sniper = take_first(snipers);
    const Bitboard shields = lookup.between[king][sniper] & board.side[us];
    if (shields == 0)
      threats.checkers |= bit(sniper);
    else if (!several(shields))
      threats.pinned |= shields;
  }
  // With two checkers this is wrong, but then only the king moves and nobody asks.
  if (threats.checkers != 0) threats.allowed = lookup.between[king][first(threats.checkers)];
  return threats;
}

// Whether a pawn may take in passing on `target`: two pawns leave the rank at once, so nothing short of looking at the
// king afterwards will do. `checkers` are those of the king before.
template <Side us>
bool may_take_in_passing(const Board& board, Square from, Square target, Bitboard checkers) {
  constexpr Side them = other(us);
  const Bitboard victim = bit(target - kUp<us>);
  const Bitboard after = (occupied(board) ^ bit(from) ^ victim) | bit(target);
  if (checkers & (board.kind[kPawn] | board.kind[kKnight]) & ~victim) return false;
  return sliders_at(board, them, king_of(board, us), after) == 0;
}

}  // namespace DD_ISA
}  // namespace dd::chess
