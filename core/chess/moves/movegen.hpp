// Legal moves in one pass: pins and checks restrict where pieces may go, so nothing has to be tried and taken back.
// What becomes of the moves is up to a sink: they are counted, listed or numbered without ever being stored twice.
#pragma once

#include "chess/moves/attacks.hpp"

namespace dd::chess {
inline namespace DD_ISA {

// At most 16 pieces of a side with at most 27 moves each; real positions have at most 218.
inline constexpr int kMaxMoves = 448;

// Keeps the moves. A pawn's target tells where it came from, so pawns of one step are given together; a piece gives its
// own square.
class MoveList {
 public:
  using Move = chess::Move;
  using Tried = std::uint16_t;  // how many, in the list's order: it is the same whenever the position is

  void piece(int flag, Square from, Bitboard targets) {
    while (targets != 0) add(make_move(from, take_first(targets), flag));
  }
  void pawns(int flag, int step, Bitboard targets) {
    while (targets != 0) {
      const Square to = take_first(targets);
      add(make_move(to - step, to, flag));
    }
  }
  void promotions(int step, Bitboard targets) {
    while (targets != 0) {
      const Square to = take_first(targets);
      for (int kind = kQueen; kind >= kKnight; --kind) add(make_move(to - step, to, kDouble + kind));
    }
  }

  void add(Move move) { moves_[size_++] = move; }
  void clear() { size_ = 0; }
  int count() const { return size_; }
  bool several() const { return size_ > 1; }
  Move nth(int n) const { return moves_[n]; }
  template <class Below>
  bool take_untried(Tried& tried, Move& move, Below&&) const {
    if (tried == size_) return false;
    move = moves_[tried++];
    return true;
  }
  Move* begin() { return moves_; }
  Move* end() { return moves_ + size_; }
  const Move* begin() const { return moves_; }
  const Move* end() const { return moves_ + size_; }

 private:
  int size_ = 0;
  Move moves_[kMaxMoves];
};

// Counts moves without making any: perft's last ply is bits of target sets.
struct MoveCount {
  int moves = 0;

  void piece(int, Square, Bitboard targets) { moves += count(targets); }
  void pawns(int, int, Bitboard targets) { moves += count(targets); }
  void promotions(int, Bitboard targets) { moves += 4 * count(targets); }
};

template <Side us>
inline constexpr int kHome = us == kWhite ? 0 : 56;

// The rooks that nothing stands in the way of. Without the pinned: Chess960 has some that shield the king.
template <Side us>
DD_INLINE inline Bitboard free_castling_rooks(const Board& board, const Threats& threats) {
  if (threats.checkers != 0) return 0;
  Bitboard free = 0;
  for (Bitboard rooks = board.castling & board.side[us] & ~threats.pinned; rooks != 0;) {
    const Square rook = take_first(rooks);
    const CastlingPath path = castling_paths.path[threats.king & 7][rook & 7];
    if ((occupied(board) >> kHome<us> & path.empty) == 0) free |= bit(rook);
  }
  return free;
}

// What is attacked is worked out once, for the king's steps and for the squares that it crosses when it castles; not at
// all where the king has nowhere to go.
template <Side us, class Sink>
DD_INLINE inline void add_king_moves(const Board& board, const Threats& threats, Sink& sink) {
  const Bitboard near = lookup.king[threats.king] & ~board.side[us];
  Bitboard rooks = free_castling_rooks<us>(board, threats);
  if ((near | rooks) == 0) return;
  // The king does not hide the squares behind it from the piece that checks it.
  const Bitboard attacked = attacked_by<other(us)>(board, occupied(board) ^ bit(threats.king));
  sink.piece(kKing, threats.king, near & ~attacked);
  while (rooks != 0) {
    const Square rook = take_first(rooks);
    const CastlingPath path = castling_paths.path[threats.king & 7][rook & 7];
    if ((attacked >> kHome<us> & path.safe) == 0) sink.piece(kCastle, threats.king, bit(rook));
  }
}

// `targets` holds what `allowed` leaves: all squares, or in check those where the piece takes the checker or stands in
// its way. Pinned pieces are done elsewhere.
template <Side us, class Sink>
DD_INLINE inline void add_knight_and_slider_moves(const Board& board, const Threats& threats, Sink& sink) {
  const Bitboard all = occupied(board), targets = threats.allowed & ~board.side[us];
  const Bitboard free = board.side[us] & ~threats.pinned;
  for (Bitboard knights = free & board.kind[kKnight]; knights != 0;) {
    const Square from = take_first(knights);
    sink.piece(kKnight, from, lookup.knight[from] & targets);
  }
  for (Bitboard bishops = free & board.kind[kBishop]; bishops != 0;) {
    const Square from = take_first(bishops);
    sink.piece(kBishop, from, bishop_attacks(from, all) & targets);
  }
  for (Bitboard rooks = free & board.kind[kRook]; rooks != 0;) {
    const Square from = take_first(rooks);
    sink.piece(kRook, from, rook_attacks(from, all) & targets);
  }
  for (Bitboard queens = free & board.kind[kQueen]; queens != 0;) {
    const Square from = take_first(queens);
    sink.piece(kQueen, from, (bishop_attacks(from, all) | rook_attacks(from, all)) & targets);
  }
}

// Pawns that may all go to `targets`.
template <Side us, class Sink>
DD_INLINE inline void add_pawn_moves(const Board& board, Bitboard pawns, Bitboard targets, Sink& sink) {
  constexpr int kStep = kUp<us>;
  constexpr Bitboard kThird = us == kWhite ? kRank1 << 16 : kRank1 << 40;
  constexpr Bitboard kSeventh = us == kWhite ? kRank1 << 48 : kRank1 << 8;
  const Bitboard empty = ~occupied(board), victims = board.side[other(us)] & targets;
  const Bitboard low = pawns & ~kSeventh, high = pawns & kSeventh;
  // A pawn on the second rank goes two steps where the first is free: where it then stands on the third. In check the
  // first step need not be allowed, so it is not restricted to `targets` before the second.
  const Bitboard ahead = shift<kStep>(low) & empty;
  sink.pawns(kPawn, kStep, ahead & targets);
  sink.pawns(kDouble, 2 * kStep, shift<kStep>(ahead & kThird) & empty & targets);
  sink.pawns(kPawn, kStep - 1, shift<kStep - 1>(low) & victims);
  sink.pawns(kPawn, kStep + 1, shift<kStep + 1>(low) & victims);
  if (high == 0) return;
  sink.promotions(kStep, shift<kStep>(high) & empty & targets);
  sink.promotions(kStep - 1, shift<kStep - 1>(high) & victims);
  sink.promotions(kStep + 1, shift<kStep + 1>(high) & victims);
}

// Two pieces leave one line at once, which no pin describes: each capture is tried for what it opens.
template <Side us, class Sink>
void add_en_passant(const Board& board, const Threats& threats, Sink& sink) {
  const Square target = board.en_passant;
  for (Bitboard pawns = lookup.pawn[other(us)][target] & pieces(board, us, kPawn); pawns != 0;) {
    const Square from = take_first(pawns);
    if (may_take_in_passing<us>(board, from, target, threats.checkers)) sink.piece(kEnPassant, from, bit(target));
  }
}

// A pinned piece moves along its pin; pinned knights do not move.
template <Side us, class Sink>
void add_pinned_moves(const Board& board, const Threats& threats, Sink& sink) {
  const Bitboard all = occupied(board);
  for (Bitboard pinned = threats.pinned & ~board.kind[kKnight]; pinned != 0;) {
    const Square from = take_first(pinned);
    const Bitboard piece = bit(from);
    // On the line through king and piece it stays between king and pinner, or takes the pinner.
    const Bitboard targets = lookup.line[threats.king][from] & threats.allowed & ~board.side[us];
    if (board.kind[kPawn] & piece) {
      add_pawn_moves<us>(board, piece, targets, sink);
      continue;
    }
    Bitboard attacks = 0;
    if (diagonal_sliders(board) & piece) attacks |= bishop_attacks(from, all);
    if (straight_sliders(board) & piece) attacks |= rook_attacks(from, all);
    const int kind = board.kind[kBishop] & piece ? kBishop : board.kind[kRook] & piece ? kRook : kQueen;
    sink.piece(kind, from, attacks & targets);
  }
}

template <Side us, class Sink>
void generate(const Board& board, Sink& sink) {
  // The order is part of the search's results: moves are tried and numbered in it.
  const Threats threats = find_threats<us>(board);
  add_king_moves<us>(board, threats, sink);
  // Two checkers cannot both be taken or blocked: only the king moves.
  if (several(threats.checkers)) return;
  add_knight_and_slider_moves<us>(board, threats, sink);
  add_pawn_moves<us>(board, pieces(board, us, kPawn) & ~threats.pinned, threats.allowed, sink);
  if (threats.pinned != 0) add_pinned_moves<us>(board, threats, sink);
  if (board.en_passant != kNoSquare) add_en_passant<us>(board, threats, sink);
}

// The same for whoever is to move.
template <class Sink>
void generate(const Board& board, Sink& sink) {
  if (board.to_move == kWhite)
    generate<kWhite>(board, sink);
  else
    generate<kBlack>(board, sink);
}

template <Side us>
int count_moves(const Board& board) {
  MoveCount sink;
  generate<us>(board, sink);
  return sink.moves;
}
inline int count_moves(const Board& board) {
  return board.to_move == kWhite ? count_moves<kWhite>(board) : count_moves<kBlack>(board);
}

}  // namespace DD_ISA
}  // namespace dd::chess
