#include "chess/moves/lookup.hpp"

#include <bit>
#include <cstdlib>
#include <mutex>

#include "game/rng.hpp"

namespace dd::chess {
namespace {

constexpr int kRookEntries = 102400, kBishopEntries = 5248;
Bitboard rook_attacks[kRookEntries], bishop_attacks[kBishopEntries];
Bitboard rook_extracts[kRookEntries], bishop_extracts[kBishopEntries];

constexpr int kSteps[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

// The squares a ray passes, with the first occupied one; along (file, rank) steps.
Bitboard ray(Square from, int file_step, int rank_step, Bitboard occupied) {
  Bitboard squares = 0;
  for (int file = from % 8 + file_step, rank = from / 8 + rank_step; file >= 0 && file < 8 && rank >= 0 && rank < 8;
       file += file_step, rank += rank_step) {
    const Bitboard square = Bitboard{1} << (rank * 8 + file);
    squares |= square;
    if (occupied & square) break;
  }
  return squares;
}

// Where a piece that jumps can go: the steps that stay on the board.
Bitboard leaps(Square from, const int (*steps)[2], int count) {
  Bitboard squares = 0;
  for (int i = 0; i < count; ++i) {
    const int file = from % 8 + steps[i][0], rank = from / 8 + steps[i][1];
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8) squares |= Bitboard{1} << (rank * 8 + file);
  }
  return squares;
}

// A magic maps the pieces in a slider's way to a place in a table of attacks: those pieces, times a factor, shifted
// down. The factors (factors.cpp) send no two ways with different attacks to one place. Every subset of the mask is
// entered once.
void fill_magics(Slider slider, const Bitboard* factors, Bitboard* attacks, Magic* magics) {
  for (Square from = 0; from < 64; ++from) {
    const Bitboard mask = magic_mask(slider, from);
    const int bits = std::popcount(mask);
    magics[from] = {mask, factors[from], attacks, 64 - bits};
    Bitboard occupied = 0;
    do {
      attacks[occupied * factors[from] >> (64 - bits)] = slide(slider, from, occupied);
      occupied = (occupied - mask) & mask;  // the next subset
    } while (occupied != 0);
    attacks += std::size_t{1} << bits;
  }
}

// The subsets of a mask come in the order of what PEXT makes of them.
void fill_extracts(Slider slider, Bitboard* attacks, Extract* extracts) {
  for (Square from = 0; from < 64; ++from) {
    const Bitboard mask = magic_mask(slider, from);
    extracts[from] = {mask, attacks};
    Bitboard occupied = 0;
    do {
      *attacks++ = slide(slider, from, occupied);
      occupied = (occupied - mask) & mask;
    } while (occupied != 0);
  }
}

bool has_pext() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("bmi2");
#else
  return false;
#endif
}

void fill_leaps() {
  constexpr int kKnightSteps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
  constexpr int kPawnSteps[2][2][2] = {{{-1, 1}, {1, 1}}, {{-1, -1}, {1, -1}}};
  for (Square from = 0; from < 64; ++from) {
    lookup.knight[from] = leaps(from, kKnightSteps, 8);
    lookup.king[from] = leaps(from, kSteps, 8);
    for (int side = 0; side < 2; ++side) lookup.pawn[side][from] = leaps(from, kPawnSteps[side], 2);
  }
}

// For two squares on a common line: the whole line, and what lies between, with the far square. For others `between` is
// that square alone, so that a checking knight can be taken but not blocked.
void fill_lines() {
  for (Square from = 0; from < 64; ++from) {
    for (Square to = 0; to < 64; ++to) lookup.between[from][to] = Bitboard{1} << to;
    for (const auto& step : kSteps) {
      const Bitboard ahead = ray(from, step[0], step[1], 0);
      const Bitboard line = ahead | ray(from, -step[0], -step[1], 0) | Bitboard{1} << from;
      for (Bitboard rest = ahead; rest != 0; rest &= rest - 1) {
        const Square to = std::countr_zero(rest);
        lookup.line[from][to] = line;
        lookup.between[from][to] = ray(from, step[0], step[1], Bitboard{1} << to);
      }
    }
  }
}

// Random numbers of a fixed seed: keys are saved and compared between runs. The second number makes two positions with
// the same key tell apart as good as always.
void fill_keys() {
  Rng rng(0x6368657373ull);
  const auto draw = [&rng](std::uint64_t& key, std::uint32_t& check) {
    key = rng.next();
    check = static_cast<std::uint32_t>(rng.next() >> 32);
  };
  for (int side = 0; side < 2; ++side)
    for (int kind = 0; kind < kKinds; ++kind)
      for (Square at = 0; at < 64; ++at) draw(lookup.piece_key[side][kind][at], lookup.piece_check[side][kind][at]);
  for (Square at = 0; at < 64; ++at) draw(lookup.castling_key[at], lookup.castling_check[at]);
  for (int file = 0; file < 8; ++file) draw(lookup.en_passant_key[file], lookup.en_passant_check[file]);
  draw(lookup.side_key, lookup.side_check);
}

// The files from one to another, both included.
constexpr unsigned span(int from, int to) {
  unsigned files = 1u << to;
  for (int file = from; file != to; file += from < to ? 1 : -1) files |= 1u << file;
  return files;
}

// For each file of king and rook: what must be empty, which is the way of both except where they stand themselves, and
// what must not be attacked, which is the king's way.
constexpr CastlingPaths find_castling_paths() {
  CastlingPaths paths{};
  for (int king = 0; king < 8; ++king)
    for (int rook = 0; rook < 8; ++rook) {
      const int king_to = rook > king ? 6 : 2, rook_to = rook > king ? 5 : 3;
      const unsigned safe = span(king, king_to), both = 1u << king | 1u << rook;
      const unsigned empty = (safe | span(rook, rook_to)) & ~both;
      paths.path[king][rook] = {static_cast<std::uint8_t>(empty), static_cast<std::uint8_t>(safe)};
    }
  return paths;
}

}  // namespace

Lookup lookup;
constinit const CastlingPaths castling_paths = find_castling_paths();

Bitboard slide(Slider slider, Square from, Bitboard occupied) {
  Bitboard squares = 0;
  const int first = slider == Slider::kRook ? 0 : 4;
  for (int i = first; i < first + 4; ++i) squares |= ray(from, kSteps[i][0], kSteps[i][1], occupied);
  return squares;
}

// The last square of a ray stops the slider whether it is occupied or not.
Bitboard magic_mask(Slider slider, Square from) {
  const Bitboard rank = kRank1 << (from & 56), file = kFileA << (from & 7);
  const Bitboard edges = ((kRank1 | kRank8) & ~rank) | ((kFileA | kFileH) & ~file);
  return slide(slider, from, 0) & ~edges;
}

// Once in a process, whoever comes first. The tables for PEXT only where the processor has it.
void prepare_lookup() {
  static std::once_flag filled;
  std::call_once(filled, [] {
    fill_magics(Slider::kRook, kRookFactors, rook_attacks, lookup.rook);
    fill_magics(Slider::kBishop, kBishopFactors, bishop_attacks, lookup.bishop);
    if (has_pext()) {
      fill_extracts(Slider::kRook, rook_extracts, lookup.rook_extract);
      fill_extracts(Slider::kBishop, bishop_extracts, lookup.bishop_extract);
    }
    fill_leaps();
    fill_lines();
    fill_keys();
  });
}

}  // namespace dd::chess
