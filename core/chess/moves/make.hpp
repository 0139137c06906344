// Making a move on a copy of the board. Nothing is ever taken back.
#pragma once

#include "chess/moves/attacks.hpp"

namespace dd::chess {
inline namespace DD_ISA {

inline void toggle(Key& key, std::uint64_t first, std::uint32_t second) {
  key.first ^= first;
  key.second ^= second;
}
inline void toggle_piece(Key& key, Side side, int kind, Square at) {
  toggle(key, lookup.piece_key[side][kind][at], lookup.piece_check[side][kind][at]);
}
inline void toggle_castling(Key& key, Bitboard rooks) {
  while (rooks != 0) {
    const Square rook = take_first(rooks);
    toggle(key, lookup.castling_key[rook], lookup.castling_check[rook]);
  }
}
inline void toggle_en_passant(Key& key, std::uint8_t square) {
  if (square != kNoSquare) toggle(key, lookup.en_passant_key[square & 7], lookup.en_passant_check[square & 7]);
}
inline void toggle_side(Key& key) { toggle(key, lookup.side_key, lookup.side_check); }

// What stands on a square; there must be something.
inline int kind_at(const Board& board, Square square) {
  int kind = kPawn;
  while ((board.kind[kind] >> square & 1) == 0) ++kind;
  return kind;
}

// Where king and rook stand after castling with that rook.
constexpr Square castled_king(Square rook, Square king) { return (king & 56) | (rook > king ? 6 : 2); }
constexpr Square castled_rook(Square rook, Square king) { return (king & 56) | (rook > king ? 5 : 3); }

// A castling move goes from the king to its own rook, as in Chess960. There king and rook may change places or stay, so
// both squares are cleared before both are set.
template <Side us, bool keyed>
void castle(Board& board, Square king, Square rook) {
  const Square king_to = castled_king(rook, king), rook_to = castled_rook(rook, king);
  board.side[us] = (board.side[us] & ~(bit(king) | bit(rook))) | bit(king_to) | bit(rook_to);
  board.kind[kKing] ^= bit(king) ^ bit(king_to);  // as toggles: a piece may stay where it is
  board.kind[kRook] ^= bit(rook) ^ bit(rook_to);
  ++board.quiet_plies;
  if constexpr (keyed) {
    toggle_piece(board.key, us, kKing, king);
    toggle_piece(board.key, us, kKing, king_to);
    toggle_piece(board.key, us, kRook, rook);
    toggle_piece(board.key, us, kRook, rook_to);
  }
}

// Notes the square behind a pawn that went two steps if it can really be taken there.
template <Side us>
void offer_en_passant(Board& board, Square to) {
  constexpr Side them = other(us);
  const Square target = to - kUp<us>;
  Bitboard takers = lookup.pawn[us][target] & pieces(board, them, kPawn);
  if (takers == 0) return;
  const Bitboard checks = checkers(board, them);
  while (takers != 0)
    if (may_take_in_passing<them>(board, take_first(takers), target, checks))
      board.en_passant = static_cast<std::uint8_t>(target);
}

// Takes an enemy piece off the square, if there is one.
template <Side us, bool keyed>
void capture(Board& board, Square at) {
  constexpr Side them = other(us);
  if constexpr (keyed) toggle_piece(board.key, them, kind_at(board, at), at);
  for (Bitboard& kind : board.kind) kind &= ~bit(at);
  board.side[them] &= ~bit(at);
  board.quiet_plies = 0;
}

// Any other move. What stands on the square is taken first; in passing that is the pawn behind it.
template <Side us, bool keyed>
void move_piece(Board& board, Square from, Square to, int flag) {
  const bool promotes = flag > kDouble;
  const int moved = flag < kCastle ? flag : kPawn, placed = promotes ? flag - kDouble : moved;
  ++board.quiet_plies;
  if (moved == kPawn) board.quiet_plies = 0;
  const Square victim = flag == kEnPassant ? to - kUp<us> : to;
  if (board.side[other(us)] & bit(victim)) capture<us, keyed>(board, victim);
  board.kind[moved] ^= bit(from);
  board.kind[placed] ^= bit(to);
  board.side[us] ^= bit(from) | bit(to);
  if constexpr (keyed) {
    toggle_piece(board.key, us, moved, from);
    toggle_piece(board.key, us, placed, to);
  }
}

// Makes a legal move of `us`. Without keys the hash is left as it was, for those who never ask for it.
template <Side us, bool keyed>
void make(Board& board, Move move) {
  const Square from = from_of(move), to = to_of(move);
  const int flag = flag_of(move);
  if constexpr (keyed) toggle_en_passant(board.key, board.en_passant);
  board.en_passant = kNoSquare;
  // Castling rights are a set of rooks. A right goes when its rook moves or is taken, or with the king's move all of
  // the side's.
  Bitboard lost = bit(from) | bit(to);
  if (flag >= kKing && flag <= kCastle) lost |= kRank1 << (us == kWhite ? 0 : 56) & board.side[us];
  lost &= board.castling;
  board.castling ^= lost;
  if (flag == kCastle)
    castle<us, keyed>(board, from, to);
  else
    move_piece<us, keyed>(board, from, to, flag);
  if (flag == kDouble) offer_en_passant<us>(board, to);
  board.to_move = other(us);
  board.move_number = static_cast<std::uint16_t>(board.move_number + (us == kBlack));
  if constexpr (keyed) {
    toggle_castling(board.key, lost);
    toggle_en_passant(board.key, board.en_passant);
    toggle_side(board.key);
  }
}

// The same for whoever is to move.
inline void make(Board& board, Move move) {
  if (board.to_move == kWhite)
    make<kWhite, true>(board, move);
  else
    make<kBlack, true>(board, move);
}

}  // namespace DD_ISA
}  // namespace dd::chess
