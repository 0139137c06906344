// Moves as AlphaZero's 4,672 actions: from * 73 + plane, seen by the side to move. For Black the board is mirrored by
// ranks only, so that e2e4 and e7e5 are one action.
//
// Planes 0 to 55: 8 directions (N NE E SE S SW W NW) × 7 distances, promotion to a queen included. 56 to 63: knight
// moves, clockwise from NNE. 64 to 72: promotion to knight, bishop, rook × (left, ahead, right). Castling is the king
// taking its rook, which no other move looks like, in Chess960 too.
#pragma once

#include <array>
#include <bit>

#include "chess/moves/movegen.hpp"

namespace dd::chess {

inline constexpr int kPlanesPerSquare = 73, kActions = 64 * kPlanesPerSquare;
inline constexpr int kKnightPlane = 56, kUnderpromotionPlane = 64;

using ActionTable = std::array<std::array<std::uint16_t, 64>, 64>;
[[gnu::visibility("hidden")]] extern const ActionTable action_table;  // by from and to; not for underpromotions

inline namespace DD_ISA {

template <Side us>
constexpr Square seen_square(Square square) {
  return us == kWhite ? square : square ^ 56;
}
template <Side us>
Bitboard seen(Bitboard squares) {
  return us == kWhite ? squares : __builtin_bswap64(squares);
}

// Both squares as the mover sees them.
constexpr int underpromotion(Square from, Square to, int kind) {
  return from * kPlanesPerSquare + kUnderpromotionPlane + (kind - kKnight) * 3 + (to - from - 7);
}

template <Side us>
int action_of(Move move) {
  const Square from = seen_square<us>(from_of(move)), to = seen_square<us>(to_of(move));
  if (is_promotion(move) && promotion_of(move) != kQueen) return underpromotion(from, to, promotion_of(move));
  return action_table[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
}
inline int action_of(Move move, Side us) { return us == kWhite ? action_of<kWhite>(move) : action_of<kBlack>(move); }

// A sink of the generator that writes actions.
template <Side us>
class ActionList {
 public:
  explicit ActionList(std::uint16_t* out) : out_(out) {}

  void piece(int, Square from, Bitboard targets) {
    const auto& actions = action_table[static_cast<std::size_t>(seen_square<us>(from))];
    std::uint16_t* out = out_;
    out_ += count(targets);  // counted, so that the next piece need not wait for this one's last action
    for (Bitboard rest = seen<us>(targets); rest != 0;) *out++ = actions[static_cast<std::size_t>(take_first(rest))];
  }
  void pawns(int, int step, Bitboard targets) {
    const int from_target = pawn_action(seen_step(step));
    std::uint16_t* out = out_;
    out_ += count(targets);
    for (Bitboard rest = seen<us>(targets); rest != 0;)
      *out++ = static_cast<std::uint16_t>(take_first(rest) * kPlanesPerSquare + from_target);
  }
  void promotions(int step, Bitboard targets) {
    for (Bitboard rest = seen<us>(targets); rest != 0;) {
      const Square to = take_first(rest), from = to - seen_step(step);
      *out_++ = static_cast<std::uint16_t>(to * kPlanesPerSquare + pawn_action(seen_step(step)));
      for (int kind = kKnight; kind <= kRook; ++kind)
        *out_++ = static_cast<std::uint16_t>(underpromotion(from, to, kind));
    }
  }
  const std::uint16_t* end() const { return out_; }

 private:
  // A step up the board for its owner; the files keep their order when ranks are mirrored.
  static constexpr int seen_step(int step) {
    if (us == kWhite) return step;
    const int ranks = step < -12 ? -2 : -1;
    return -8 * ranks + (step - 8 * ranks);
  }
  // The action of a pawn's step, less that of no step from the square it reaches.
  static constexpr int pawn_action(int step) {
    const int plane = step == 8 ? 0 : step == 16 ? 1 : step == 9 ? 7 : 49;
    return plane - step * kPlanesPerSquare;
  }

  std::uint16_t* out_;
};

// The legal moves as actions, in no order that means anything; `out` has room for kMaxMoves. Returns how many.
inline int legal_actions(const Board& board, std::uint16_t* out) {
  if (board.to_move == kWhite) {
    ActionList<kWhite> actions(out);
    generate<kWhite>(board, actions);
    return static_cast<int>(actions.end() - out);
  }
  ActionList<kBlack> actions(out);
  generate<kBlack>(board, actions);
  return static_cast<int>(actions.end() - out);
}

}  // namespace DD_ISA
}  // namespace dd::chess
