// Tables that are computed once: attacks of every piece from every square, lines, and the numbers behind hashes.
#pragma once

#include "chess/moves/board.hpp"

namespace dd::chess {

// Attacks of a slider: attacks[(occupied & mask) * factor >> shift].
struct Magic {
  Bitboard mask;
  Bitboard factor;
  const Bitboard* attacks;
  int shift;
};

// The same with the instruction PEXT: attacks[pext(occupied, mask)]. Filled where the processor has it.
struct Extract {
  Bitboard mask;
  const Bitboard* attacks;
};

struct Lookup {
  Magic rook[64], bishop[64];
  Extract rook_extract[64], bishop_extract[64];
  Bitboard knight[64], king[64];
  Bitboard pawn[2][64];      // what a pawn of that side attacks
  Bitboard between[64][64];  // the squares after the first up to and including the second; else the second alone
  Bitboard line[64][64];     // the whole line through both, or nothing
  std::uint64_t piece_key[2][kKinds][64];
  std::uint32_t piece_check[2][kKinds][64];
  std::uint64_t castling_key[64], en_passant_key[8], side_key;
  std::uint32_t castling_check[64], en_passant_check[8], side_check;
};

// What must be empty and what must be safe for castling, as bits of the first rank, by the files of king and rook.
struct CastlingPath {
  std::uint8_t empty, safe;
};
struct CastlingPaths {
  CastlingPath path[8][8];
};

[[gnu::visibility("hidden")]] extern Lookup lookup;
[[gnu::visibility("hidden")]] extern const CastlingPaths castling_paths;

// Fills `lookup`; at once if it is filled already. Takes about two milliseconds.
void prepare_lookup();

// The factors of the magics, found by trying random numbers from a fixed seed (core/tests/test_chess_lookup.cpp).
[[gnu::visibility("hidden")]] extern const Bitboard kRookFactors[64], kBishopFactors[64];

// Where a slider can go from a square if these squares are occupied, and which of them can matter. Slow.
enum class Slider : std::uint8_t { kRook, kBishop };
Bitboard slide(Slider slider, Square from, Bitboard occupied);
Bitboard magic_mask(Slider slider, Square from);

}  // namespace dd::chess
