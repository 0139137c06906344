// Tables that spare the machine arithmetic: the order of the deck, the places of piles, like values, beaten cards.
#include "cards/program/lookups.hpp"

namespace dd {
namespace {

// The deck from its lowest card on: every shuffle of a whole deck begins with this order.
void list_deck(Program& program) {
  std::size_t count = 0;
  for (std::uint8_t card = 0; card < 64; ++card)
    if (program.deck >> card & 1) program.ascending[count++] = card;
}

void list_sides(Program& program) {
  for (std::size_t seat = 0; seat < 8; ++seat)
    for (std::size_t other = 0; other < program.seats; ++other)
      program.side[seat] |= static_cast<std::uint8_t>((program.head[other] == program.head[seat]) << other);
}

// What holds for all piles of a kind in this game. The rules ask these bits at every card moved.
std::uint8_t flags_of(const Program& program, std::uint8_t kind) {
  const bool of_hand = kind == kHand || kind == kPicked;
  const bool ordered =
      kind == kDeck || kind == kDiscard || kind == kTableau || kind == kFront || (kind == kHand && program.queue_hands);
  const bool face_up = kind == kTableau || kind == kTrick || kind == kTurned || kind == kCapture ||
                       (kind == kDiscard && program.open_discards) || (kind == kFront && program.open_fronts) ||
                       (of_hand && program.open_hands);
  const bool holds = of_hand || (kind == kFront && !program.open_fronts);
  const bool owner_sees = holds && program.owner_sees_hand;
  return static_cast<std::uint8_t>(ordered * kOrdered | face_up * kFaceUp | of_hand * kOfHand |
                                   owner_sees * kOwnerSees | holds * kHolds);
}

// Two tables that spare the machine arithmetic. `pile_index` leads from (kind, seat) to the place of the pile in a
// Table: shared piles come first, then eight places for each kind that every seat has. Partners capture into the pile
// of their side's head. Kinds beyond the last lead to place 0, so that no operand can point outside. `pile_kind` leads
// back.
void lay_out_piles(Program& program) {
  for (int kind = 0; kind < 16; ++kind)
    for (int seat = 0; seat < 8; ++seat) {
      const int owner = kind == kCapture ? program.head[static_cast<std::size_t>(seat)] : seat;
      const int index = kind < kHand ? kind : kind < kPileKinds ? kFirstSeatPile + (kind - kHand) * 8 + owner : 0;
      program.pile_index[static_cast<std::size_t>(kind * 8 + seat)] = static_cast<std::uint8_t>(index);
    }
  for (int index = 0; index < kPiles; ++index) {
    const auto i = static_cast<std::size_t>(index);
    program.pile_kind[i] = static_cast<std::uint8_t>(index < kFirstSeatPile ? (index < kHand ? index : kAside)
                                                                            : kHand + (index - kFirstSeatPile) / 8);
    program.pile_flags[i] = flags_of(program, program.pile_kind[i]);
    if ((program.pile_flags[i] & kOrdered) && (program.pile_flags[i] & kFaceUp))
      program.open_orders |= std::uint64_t{1} << index;
  }
}

// The machine looks up how the values of ranks compare.
void list_rank_orders(Program& program) {
  for (const auto& table : program.tables) {
    RankOrder& order = program.rank_orders.emplace_back();
    for (std::size_t rank = 0; rank < 13; ++rank)
      for (std::size_t other = 0; other < 16; ++other) {
        const int gain = table[rank] - table[other];
        order.alike[other] |= static_cast<std::uint16_t>((gain == 0) << rank);
        order.stronger[other] |= static_cast<std::uint16_t>((gain > 0) << rank);
        order.next_up[other] |= static_cast<std::uint16_t>((gain == 1) << rank);
        order.next_down[other] |= static_cast<std::uint16_t>((gain == -1) << rank);
      }
    for (std::size_t rank = 0; rank < 13; ++rank)
      for (std::size_t value = table[rank]; value <= kMostEntry; ++value)
        order.up_to[value] |= static_cast<std::uint16_t>(1 << rank);
  }
}

// Those of its suit that are stronger, and every trump if it is none itself.
std::uint64_t beaters_of(const Program& program, const Beaters& beaters, int trump, int best) {
  const auto& strength = program.tables[static_cast<std::size_t>(beaters.table + (best >> 4 == trump))];
  std::uint64_t cards = trump >= 0 && best >> 4 != trump ? std::uint64_t{0xFFFF} << (16 * trump) : 0;
  for (int rank = 0; rank < 16; ++rank) {
    const int gain = strength[static_cast<std::size_t>(rank)] - strength[static_cast<std::size_t>(best & 15)];
    if ((beaters.high_wins ? gain : -gain) > 0) cards |= std::uint64_t{1} << ((best & 48) + rank);
  }
  return cards;
}

// Cards are compared here, once for all tricks.
void list_beaters(Program& program) {
  for (Instruction& at : program.code) {
    if (at.op != OpCode::BEAT) continue;
    const bool high_wins = at.d & kHighWins;
    std::size_t found = 0;
    while (found < program.beaters.size() &&
           (program.beaters[found].table != at.c || program.beaters[found].high_wins != high_wins))
      ++found;
    at.target = static_cast<std::uint16_t>(found);
    if (found < program.beaters.size()) continue;
    program.beaters.push_back(Beaters{at.c, high_wins, {}});
    Beaters& beaters = program.beaters.back();
    for (int trump = -1; trump < 4; ++trump)
      for (int best = 0; best < 64; ++best) beaters.of[trump + 1][best] = beaters_of(program, beaters, trump, best);
  }
}

}  // namespace

void list_lookups(Program& program) {
  list_deck(program);
  list_sides(program);
  lay_out_piles(program);
  list_rank_orders(program);
  list_beaters(program);
}

}  // namespace dd
