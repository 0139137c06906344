// Mate at once: which of a position's legal moves ends the game.
#pragma once

#include <cstring>

#include "chess/moves/make.hpp"
#include "chess/moves/movegen.hpp"
#include "chess/rules.hpp"

namespace dd::chess {
inline namespace DD_ISA {

// Which moves may give check. Castling, promotions and pawns taken in passing always may.
class Checks {
 public:
  explicit Checks(const Board& board) {
    const Side us = board.to_move, them = other(us);
    const Square king = king_of(board, them);
    const Bitboard all = occupied(board);
    const Bitboard diagonal = bishop_attacks(king, all), straight = rook_attacks(king, all);
    const Bitboard pawns = lookup.pawn[them][king];
    const Bitboard squares[kFlags] = {
        pawns, lookup.knight[king], diagonal, straight, diagonal | straight, 0, kAll, kAll, pawns, kAll, kAll, kAll,
        kAll};
    std::memcpy(to_, squares, sizeof to_);
    for (Bitboard snipers = sliders_at(board, us, king, board.side[them]); snipers != 0;) {
      const Square sniper = take_first(snipers);
      const Bitboard shields = lookup.between[king][sniper] & board.side[us] & ~bit(sniper);
      if (shields != 0 && !several(shields)) shields_ |= shields;
    }
  }

  bool may(Move move) const { return ((to_[flag_of(move)] >> to_of(move) | shields_ >> from_of(move)) & 1) != 0; }

 private:
  static constexpr int kFlags = int{kDouble} + int{kQueen} + 1;
  static constexpr Bitboard kAll = ~Bitboard{0};
  Bitboard to_[kFlags];   // by the flag of a move, where it gives check
  Bitboard shields_ = 0;  // pieces behind which a slider waits
};

// Whether the king that a move may check has a square to go to. Of castling, promotions and pawns taken in passing it
// says no, and somebody must look.
inline bool leaves_flight(const Board& board, Move move) {
  const int flag = flag_of(move);
  if (flag > kDouble || flag == kCastle || flag == kEnPassant) return false;
  const Side us = board.to_move, them = other(us);
  const Bitboard from = bit(from_of(move)), to = bit(to_of(move));
  const Square king = king_of(board, them);
  const Bitboard through = ((occupied(board) ^ from) | to) & ~bit(king);
  const Bitboard stay = board.side[us] & ~from;
  const auto ours = [&](Kind kind) {
    return (board.kind[kind] & stay) | ((flag == kDouble ? static_cast<int>(kPawn) : flag) == kind ? to : 0);
  };
  const Bitboard pawns = ours(kPawn), knights = ours(kKnight), kings = ours(kKing), queens = ours(kQueen);
  const Bitboard diagonal = ours(kBishop) | queens, straight = ours(kRook) | queens;
  for (Bitboard flights = lookup.king[king] & ~(board.side[them] & ~to); flights != 0;) {
    const Square flight = take_first(flights);
    const Bitboard leapers = (lookup.pawn[them][flight] & pawns) | (lookup.knight[flight] & knights);
    const Bitboard sliders = (bishop_attacks(flight, through) & diagonal) | (rook_attacks(flight, through) & straight);
    if ((leapers | sliders | (lookup.king[flight] & kings)) == 0) return true;
  }
  return false;
}

// The place of a move that mates, or -1. Most checks leave the king a square, which is seen without making the move.
inline int find_mate(const Board& board, const Move* moves, int count) {
  const Checks checks(board);
  for (int i = 0; i < count; ++i) {
    if (!checks.may(moves[i]) || leaves_flight(board, moves[i])) continue;
    Board after = board;
    make(after, moves[i]);
    if (is_check(after) && count_moves(after) == 0) return i;
  }
  return -1;
}

}  // namespace DD_ISA
}  // namespace dd::chess
