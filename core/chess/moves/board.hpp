// The data of chess: squares, bitboards, moves and a position. Plain structs without member functions, so that code of
// every instruction set shares them.
#pragma once

#include <cstdint>

#include "game/isa.hpp"

namespace dd::chess {

using Bitboard = std::uint64_t;  // bit a1 = 0, b1 = 1 … h8 = 63
using Square = int;

enum Side : std::uint8_t { kWhite, kBlack };
enum Kind : std::uint8_t { kPawn, kKnight, kBishop, kRook, kQueen, kKing };
inline constexpr int kKinds = 6;

inline constexpr Bitboard kFileA = 0x0101010101010101ull, kFileH = kFileA << 7;
inline constexpr Bitboard kRank1 = 0xFF, kRank8 = kRank1 << 56;
inline constexpr std::uint8_t kNoSquare = 64;

// From (6 bits), to (6 bits), flag (4 bits). A flag below kCastle is the kind of the piece that moves; one above
// kDouble is a promotion to the kind flag - kDouble. Castling is the king taking its own rook.
using Move = std::uint16_t;
enum Flag : std::uint8_t { kCastle = 6, kEnPassant = 7, kDouble = 8 };

// Two independent hashes of one position: 96 bits in all.
struct Key {
  std::uint64_t first;
  std::uint32_t second;
};

// A position without its past. Made by parse_fen, which also prepares the tables that everything else reads.
struct Board {
  Bitboard kind[kKinds];  // of both sides
  Bitboard side[2];
  Bitboard castling;  // the rooks that may still castle
  Key key;
  std::uint16_t quiet_plies;  // since the last capture or pawn move
  std::uint16_t move_number;
  std::uint8_t en_passant;  // where a pawn can be taken in passing by a legal move, or kNoSquare
  Side to_move;
};

inline namespace DD_ISA {

constexpr Move make_move(Square from, Square to, int flag) { return static_cast<Move>(from | to << 6 | flag << 12); }
constexpr Square from_of(Move move) { return move & 63; }
constexpr Square to_of(Move move) { return move >> 6 & 63; }
constexpr int flag_of(Move move) { return move >> 12; }
constexpr bool is_promotion(Move move) { return flag_of(move) > kDouble; }
constexpr Kind promotion_of(Move move) { return static_cast<Kind>(flag_of(move) - kDouble); }

constexpr bool is_same(const Key& a, const Key& b) { return a.first == b.first && a.second == b.second; }

}  // namespace DD_ISA

}  // namespace dd::chess
