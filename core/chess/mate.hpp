// Mate at once: which of a position's legal moves ends the game.
#pragma once

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
    from_[kPawn] = lookup.pawn[them][king];
    from_[kKnight] = lookup.knight[king];
    from_[kBishop] = bishop_attacks(king, all);
    from_[kRook] = rook_attacks(king, all);
    from_[kQueen] = from_[kBishop] | from_[kRook];
    from_[kKing] = 0;
    for (Bitboard snipers = sliders_at(board, us, king, board.side[them]); snipers != 0;) {
      const Square sniper = take_first(snipers);
      const Bitboard shields = lookup.between[king][sniper] & board.side[us] & ~bit(sniper);
      if (shields != 0 && !several(shields)) shields_ |= shields;
    }
  }

  bool may(Move move) const {
    const int flag = flag_of(move);
    if (flag > kDouble || flag == kCastle || flag == kEnPassant) return true;
    return (from_[flag == kDouble ? static_cast<int>(kPawn) : flag] >> to_of(move) & 1) != 0 ||
           (shields_ >> from_of(move) & 1) != 0;
  }

 private:
  Bitboard from_[kKinds];  // where a piece of that kind would attack the king
  Bitboard shields_ = 0;   // pieces behind which a slider waits
};

// The place of a move that mates, or -1.
inline int find_mate(const Board& board, const Move* moves, int count) {
  const Checks checks(board);
  for (int i = 0; i < count; ++i) {
    if (!checks.may(moves[i])) continue;
    Board after = board;
    make(after, moves[i]);
    if (is_check(after) && count_moves(after) == 0) return i;
  }
  return -1;
}

}  // namespace DD_ISA
}  // namespace dd::chess
