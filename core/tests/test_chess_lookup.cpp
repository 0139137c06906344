// The tables of chess: magics follow from a seed, and say what a slow walk along rays says.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "chess/actions.hpp"
#include "game/rng.hpp"

using namespace dd;
using namespace dd::chess;

namespace {

// Tries sparse random numbers until one maps every set of blockers to attacks without a clash.
Bitboard find_factor(Slider slider, Square from, Rng& rng) {
  const Bitboard mask = magic_mask(slider, from);
  const int bits = count(mask);
  std::vector<Bitboard> blockers, attacks, table(std::size_t{1} << bits);
  Bitboard subset = 0;
  do {
    blockers.push_back(subset);
    attacks.push_back(slide(slider, from, subset));
    subset = (subset - mask) & mask;
  } while (subset != 0);
  while (true) {
    const Bitboard factor = rng.next() & rng.next() & rng.next();
    if (count(mask * factor >> 56) < 6) continue;
    std::fill(table.begin(), table.end(), 0);
    bool fits = true;
    for (std::size_t i = 0; fits && i < blockers.size(); ++i) {
      Bitboard& entry = table[blockers[i] * factor >> (64 - bits)];
      fits = entry == 0 || entry == attacks[i];
      entry = attacks[i];
    }
    if (fits) return factor;
  }
}

// What PEXT does, on any processor.
std::size_t extract(Bitboard bits, Bitboard mask) {
  std::size_t result = 0;
  for (int place = 0; mask != 0; ++place)
    if (bits & bit(take_first(mask))) result |= std::size_t{1} << place;
  return result;
}

}  // namespace

TEST_CASE("the factors of the magics follow from the seed") {
  Rng rng(1);
  for (Square from = 0; from < 64; ++from) CHECK(kRookFactors[from] == find_factor(Slider::kRook, from, rng));
  for (Square from = 0; from < 64; ++from) CHECK(kBishopFactors[from] == find_factor(Slider::kBishop, from, rng));
}

TEST_CASE("magics attack what rays attack") {
  prepare_lookup();
  Rng rng(2);
  for (int i = 0; i < 20000; ++i) {
    const Bitboard blockers = rng.next() & rng.next();
    const Square from = static_cast<Square>(rng.below(64));
    REQUIRE(rook_attacks(from, blockers) == slide(Slider::kRook, from, blockers));
    REQUIRE(bishop_attacks(from, blockers) == slide(Slider::kBishop, from, blockers));
  }
}

TEST_CASE("the tables for PEXT say what rays say, where they are filled") {
  prepare_lookup();
  if (lookup.rook_extract[0].attacks == nullptr) return;
  Rng rng(3);
  for (int i = 0; i < 20000; ++i) {
    const Bitboard blockers = rng.next() & rng.next();
    const Square from = static_cast<Square>(rng.below(64));
    const Extract rook = lookup.rook_extract[from], bishop = lookup.bishop_extract[from];
    REQUIRE(rook.attacks[extract(blockers, rook.mask)] == slide(Slider::kRook, from, blockers));
    REQUIRE(bishop.attacks[extract(blockers, bishop.mask)] == slide(Slider::kBishop, from, blockers));
  }
}

TEST_CASE("lines and what lies between") {
  prepare_lookup();
  CHECK(lookup.between[0][7] == 0xFE);
  CHECK(lookup.between[7][0] == 0x7F);
  CHECK(lookup.between[0][17] == bit(17));
  CHECK(lookup.line[0][9] == 0x8040201008040201ull);
  CHECK(lookup.line[0][17] == 0);
}

TEST_CASE("no two steps from a square share an action") {
  prepare_lookup();
  for (Square from = 0; from < 64; ++from) {
    std::vector<int> seen;
    const Bitboard steps = rook_attacks(from, 0) | bishop_attacks(from, 0) | lookup.knight[from];
    for (Bitboard rest = steps; rest != 0;)
      seen.push_back(action_table[static_cast<std::size_t>(from)][static_cast<std::size_t>(take_first(rest))]);
    std::sort(seen.begin(), seen.end());
    CHECK(std::unique(seen.begin(), seen.end()) == seen.end());
    CHECK(seen.front() >= from * kPlanesPerSquare);
    CHECK(seen.back() < from * kPlanesPerSquare + kUnderpromotionPlane);
  }
}
