// An opinion of a packed position until there is a network: material, mobility and the best capture at hand for the
// value; for the priors what a capture wins, whether a move gives check, and whether the piece can be taken where it
// goes. Floats are combined by operations that round the same everywhere.
#pragma once

#include <algorithm>

#include "chess/encode.hpp"
#include "chess/evaluate.hpp"

namespace dd::chess {
inline namespace DD_ISA {

// The newest step of a packed position as a board on which the mover is White. It has no key and no castling.
inline Board board_of(const std::uint64_t* packed) {
  Board board{};
  Bitboard all = 0;
  for (int kind = 0; kind < kKinds; ++kind) all |= board.kind[kind] = packed[kind];
  board.side[kWhite] = packed[kKinds];
  board.side[kBlack] = all & ~packed[kKinds];
  board.en_passant = kNoSquare;
  return board;
}

// Where an action leads, as the mover sees it. Must be one that some position has.
inline Square target_of(int action) {
  constexpr int kSteps[8] = {8, 9, 1, -7, -8, -9, -1, 7};
  constexpr int kJumps[8] = {17, 10, -6, -15, -17, -10, 6, 15};
  const Square from = action / kPlanesPerSquare;
  const int plane = action % kPlanesPerSquare;
  if (plane < kKnightPlane) return from + kSteps[plane / 7] * (plane % 7 + 1);
  if (plane < kUnderpromotionPlane) return from + kJumps[plane - kKnightPlane];
  return from + 7 + (plane - kUnderpromotionPlane) % 3;
}

class PackedJudge {
 public:
  // Packed positions are seen from the mover, who is White here. So `feared_` is all that Black attacks.
  explicit PackedJudge(const std::uint64_t* packed)
      : board_(board_of(packed)),
        all_(occupied(board_)),
        feared_(attacked_by<kBlack>(board_, all_)),
        king_(king_of(board_, kBlack)),
        takes_in_passing_(packed[kEnPassantWord]) {}

  // Writes priors that add up to 1, and returns the value for the mover, in (-1, 1).
  float judge(const std::uint16_t* actions, int count, float* priors) {
    float sum = 0;
    for (int i = 0; i < count; ++i) sum += priors[i] = weight(actions[i]);
    for (int i = 0; i < count; ++i) priors[i] /= sum;
    return value_of(strength<kWhite>(board_) - strength<kBlack>(board_) + most_won_);
  }

 private:
  static constexpr int kKingWorth = 1000;  // what a king that takes would risk, if it could

  int kind_on(Square square) const { return kind_at(board_, square); }
  static int worth(int kind) { return kind == kKing ? kKingWorth : kMaterial[kind]; }

  // A guess at how good the move is, as a prior: captures and promotions by what they win, less what may be taken back;
  // checks more; underpromotions hardly ever.
  float weight(int action) {
    const Square from = action / kPlanesPerSquare, to = target_of(action);
    const bool is_under = action % kPlanesPerSquare >= kUnderpromotionPlane;
    const int moved = kind_on(from);
    if (board_.side[kWhite] & bit(to)) return 1.5f;  // castling
    const bool is_promotion = moved == kPawn && to >= 56;
    const bool is_feared = (feared_ & bit(to)) != 0 && moved != kKing;
    int won = 0;
    if (board_.side[kBlack] & bit(to)) won = kMaterial[kind_on(to)];
    if (moved == kPawn && (takes_in_passing_ & bit(to))) won = kMaterial[kPawn];
    const bool takes = won > 0;
    if (is_promotion && !is_under) won += kMaterial[kQueen] - kMaterial[kPawn];
    if (is_feared) won = exchange(from, to, won, is_promotion ? kQueen : moved);
    most_won_ = std::max(most_won_, won);
    float weight = takes ? 2.0f : 1.0f;
    if (won > 0) weight += static_cast<float>(won) * 0.02f;
    if (won < 0 && !takes) weight *= 0.5f;
    if (checks(moved, from, to)) weight += is_feared ? 2.0f : 5.0f;
    return is_under ? weight * 0.1f : weight;
  }

  // What is won on a square where the mover begins by winning so much with a piece that is then there, if both sides go
  // on taking with their least piece as long as it pays.
  int exchange(Square from, Square to, int won, int on) const {
    int gains[32] = {won}, depth = 0;
    Bitboard all = all_ & ~bit(from);
    for (Side side = kBlack;; side = other(side)) {
      const Bitboard kings = lookup.king[to] & pieces(board_, side, kKing);
      const Bitboard takers = (sliders_at(board_, side, to, all) | leapers_at(board_, side, to) | kings) & all;
      if (takers == 0) break;
      int kind = kPawn;
      while ((takers & board_.kind[kind]) == 0) ++kind;
      gains[depth + 1] = worth(on) - gains[depth];
      if (gains[depth] > 0 && gains[depth + 1] < 0) break;
      ++depth;
      all &= ~bit(first(takers & board_.kind[kind]));
      on = kind;
    }
    for (; depth > 0; --depth) gains[depth - 1] = -std::max(-gains[depth - 1], gains[depth]);
    return gains[0];
  }

  // The piece would attack the king from there. Discovered checks are not seen.
  bool checks(int kind, Square from, Square to) const {
    const Bitboard through = all_ & ~bit(from);
    switch (kind) {
      case kPawn:
        return lookup.pawn[kWhite][to] >> king_ & 1;
      case kKnight:
        return lookup.knight[to] >> king_ & 1;
      case kBishop:
        return bishop_attacks(to, through) >> king_ & 1;
      case kRook:
        return rook_attacks(to, through) >> king_ & 1;
      case kQueen:
        return (bishop_attacks(to, through) | rook_attacks(to, through)) >> king_ & 1;
      default:
        return false;
    }
  }

  Board board_;
  Bitboard all_, feared_;
  Square king_;
  Bitboard takes_in_passing_;
  int most_won_ = 0;
};

}  // namespace DD_ISA
}  // namespace dd::chess
