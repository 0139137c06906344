// What a network is shown: a packed position of 59 words, and from it AlphaZero's 119 planes of 8 × 8, channels last.
// Both are seen by the side to move; for Black all boards are mirrored by ranks.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

#include "chess/actions.hpp"
#include "chess/rules.hpp"

namespace dd::chess {

// Packed: for each of 8 steps, newest first, the squares of the 6 kinds and those of the mover's own pieces (zeros
// where there was no step); then the three words below.
inline constexpr int kWordsPerStep = kKinds + 1;
inline constexpr int kEnPassantWord = kSteps * kWordsPerStep;
inline constexpr int kRepeatsWord = kEnPassantWord + 1;  // a byte a step: how often it had stood before, at most 2
inline constexpr int kScalarsWord = kRepeatsWord + 1;    // castling (4 bits), Black to move << 4, quiet plies << 16,
                                                         // move number << 32
inline constexpr int kPackedWords = kScalarsWord + 1;

// Planes of a step: own pawn … king, their pawn … king, stood before once, twice. After the steps: the en passant
// square (where AlphaZero has the colour, which means nothing to a mover who always plays up the board), the move
// number, own castling by the king's and the queen's side, theirs, quiet plies.
inline constexpr int kPlanesPerStep = 2 * kKinds + 2;
inline constexpr int kEnPassantPlane = kSteps * kPlanesPerStep;
inline constexpr int kPlanes = kEnPassantPlane + 7;
inline constexpr int kPlaneFloats = 64 * kPlanes;
static_assert(kPlanes == 119);

inline namespace DD_ISA {

// King's side, queen's side.
// Which rook it is does not matter to a network, only on which side of the king it stands: so Chess960 fits in, too.
inline unsigned castling_bits(const Board& board, Side side) {
  const Bitboard rooks = board.castling & board.side[side], king = pieces(board, side, kKing);
  return static_cast<unsigned>((rooks & ~(king - 1)) != 0) | static_cast<unsigned>((rooks & (king - 1)) != 0) << 1;
}

template <Side us>
void pack(const State& state, std::uint64_t* out) {
  // Steps from the newest back; those before the game began are 0. All is seen from the side to move, so that White and
  // Black look alike to a network.
  std::uint64_t repeats = 0;
  for (int age = 0; age < kSteps; ++age) {
    std::uint64_t* words = out + age * kWordsPerStep;
    if (age >= state.known) {
      std::memset(words, 0, kWordsPerStep * sizeof *words);
      continue;
    }
    const Step& step = state.step[(state.newest - age) & (kSteps - 1)];
    Bitboard all = 0;
    for (int kind = 0; kind < kKinds; ++kind) {
      all |= step.kind[kind];
      words[kind] = seen<us>(step.kind[kind]);
    }
    words[kKinds] = seen<us>(us == kWhite ? step.white : all ^ step.white);
    repeats |= std::min<std::uint64_t>(step.repeats, 2) << (8 * age);
  }
  const Board& board = state.board;
  out[kEnPassantWord] = board.en_passant == kNoSquare ? 0 : seen<us>(bit(board.en_passant));
  out[kRepeatsWord] = repeats;
  out[kScalarsWord] = castling_bits(board, us) | castling_bits(board, other(us)) << 2 |
                      std::uint64_t{us == kBlack} << 4 | std::uint64_t{board.quiet_plies} << 16 |
                      std::uint64_t{board.move_number} << 32;
}
inline void pack(const State& state, std::uint64_t* out) {
  if (state.board.to_move == kWhite)
    pack<kWhite>(state, out);
  else
    pack<kBlack>(state, out);
}

inline void set_plane(float* plane, Bitboard squares) {
  while (squares != 0) plane[take_first(squares) * kPlanes] = 1.0f;
}

// Writes kPlaneFloats floats: [rank, file, plane].
inline void write_planes(const std::uint64_t* packed, float* out) {
  std::memset(out, 0, kPlaneFloats * sizeof *out);
  for (int age = 0; age < kSteps; ++age) {
    const std::uint64_t* words = packed + age * kWordsPerStep;
    float* planes = out + age * kPlanesPerStep;
    for (int kind = 0; kind < kKinds; ++kind) {
      set_plane(planes + kind, words[kind] & words[kKinds]);
      set_plane(planes + kKinds + kind, words[kind] & ~words[kKinds]);
    }
    const std::uint64_t repeats = packed[kRepeatsWord] >> (8 * age) & 0xFF;
    if (repeats >= 1) set_plane(planes + 2 * kKinds, ~Bitboard{0});
    if (repeats >= 2) set_plane(planes + 2 * kKinds + 1, ~Bitboard{0});
  }
  set_plane(out + kEnPassantPlane, packed[kEnPassantWord]);
  const std::uint64_t scalars = packed[kScalarsWord];
  float last[6] = {static_cast<float>(scalars >> 32) / 100.0f};
  for (int i = 0; i < 4; ++i) last[1 + i] = static_cast<float>(scalars >> i & 1);
  last[5] = static_cast<float>(scalars >> 16 & 0xFFFF) / 100.0f;
  for (Square square = 0; square < 64; ++square)
    std::memcpy(out + square * kPlanes + kEnPassantPlane + 1, last, sizeof last);
}

}  // namespace DD_ISA
}  // namespace dd::chess
