// Kinds of moves: what a move is, whatever card, suit or number it names. Kind 0 is a card; the others are numbered in
// the order of the list of moves.
#pragma once

#include <array>

#include "cards/program/vocabulary.hpp"
#include "game/moves.hpp"

namespace dd {
inline namespace DD_ISA {

inline constexpr int kCardKind = 0;

// Each kind begins at its number and ends where the next begins. Numbers that no move has belong to the kind before.
inline constexpr std::array<std::uint8_t, 256> kMoveKinds = [] {
  std::array<std::uint8_t, 256> kinds{};
  std::size_t kind = 0;
  for (std::size_t move = 0; move < kinds.size(); ++move) {
    if (kind < std::size(kMoveNumberWords) && static_cast<int>(move) == kMoveNumberWords[kind].number) ++kind;
    kinds[move] = static_cast<std::uint8_t>(kind);
  }
  return kinds;
}();
static_assert(kMoveKinds[255] == std::size(kMoveNumberWords) && std::size(kMoveNumberWords) < 32);

inline constexpr int move_kind(int move) { return kMoveKinds[static_cast<std::size_t>(move & 255)]; }

// The moves of the kinds whose bits are set.
inline MoveSet of_kinds(const MoveSet& moves, std::uint32_t kinds) {
  MoveSet found;
  for (int n = 0, count = kinds == 0 ? 0 : moves.count(); n < count; ++n) {
    const Move move = moves.nth(n);
    if (kinds >> move_kind(move) & 1) found.add(move);
  }
  return found;
}

inline std::uint32_t kinds_of(const MoveSet& moves) {
  std::uint32_t kinds = moves.word[0] != 0 ? 1u << kCardKind : 0;
  for (int word = 1; word < 4; ++word)
    for (std::uint64_t rest = moves.word[word]; rest != 0; rest &= rest - 1)
      kinds |= 1u << move_kind(64 * word + std::countr_zero(rest));
  return kinds;
}

}  // namespace DD_ISA
}  // namespace dd
