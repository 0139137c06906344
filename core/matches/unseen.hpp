// Chance that nobody has seen yet: the order of the stock and of other piles that lie face down.
#pragma once

#include "cards/table/piles.hpp"

namespace dd {
inline namespace DD_ISA {

// Every card stays where it is; only orders that no seat may look at are drawn anew.
inline void shuffle_unseen(const Program& program, Table& table, Rng& rng) {
  Piles piles(program, table);
  for (int pile = 0; pile < kPiles; ++pile)
    if (table.pile[pile] != 0 && piles.ordered(pile) && !piles.face_up(pile))
      piles.relink_ascending_and_shuffle(pile, rng);
}

}  // namespace DD_ISA
}  // namespace dd
