// What a forgetful player remembers: its hand, what lies open on the table, and what happened since its last turn. It
// measures what remembering more is worth, by playing against a copy of itself that forgets nothing.
#pragma once

#include "cards/view.hpp"

namespace dd {
inline namespace DD_ISA {

class Memory {
 public:
  // For a new game. What was seen stays in its place, but counts no more: this is done before every game.
  void clear() { turns_ = 0; }

  // Must be shown every view of its seat, also where there is only one move. The first view of a turn is kept until the
  // turn after the next one begins; nothing is kept beyond a deal.
  void look(const View& view) {
    const std::int32_t* now = view.table.reg;
    if (turns_ > 0 && now[kDeals] != this_turn_.table.reg[kDeals]) turns_ = 0;
    if (turns_ > 0 && now[kTurns] == this_turn_.table.reg[kTurns]) return;
    if (turns_ > 0) last_turn_ = this_turn_;
    this_turn_ = view;
    turns_ = std::min(turns_ + 1, 2);
  }

  // The view without what was known when the last turn began. Only knowledge is taken away, so every table that the
  // seat could imagine it still can.
  View forget(const Program& program, View view) const {
    if (turns_ < 2) return view;
    note_open_discards(program, view);
    CardSet gone = 0;
    for (int pile = 0; pile < kPiles; ++pile) {
      const CardSet old = view.table.pile[pile] & last_turn_.table.pile[pile] & ~open_cards(program, view, pile);
      view.table.pile[pile] &= ~old;
      gone |= old;
    }
    view.forgotten = 1;
    for (std::uint8_t& card : view.discards)
      if (card != kUnknown && (gone & bit(card))) card = kUnknown;
    forget_hints(view.table, view.seat, gone);
    return view;
  }

 private:
  // The cards of a pile that the seat sees at a glance: its hand, the table, the trick, cards in front of players, the
  // top of open discards. Of captured cards only whole ranks are: books lie open, tricks and catches do not.
  static CardSet open_cards(const Program& program, const View& view, int pile) {
    const unsigned flags = program.pile_flags[static_cast<std::size_t>(pile)];
    const int kind = program.pile_kind[static_cast<std::size_t>(pile)];
    const CardSet cards = view.table.pile[pile];
    if (kind == kDiscard) return program.open_discards && cards != 0 ? bit(view.discards[0]) : 0;
    if (kind == kCapture) return whole_ranks(program.deck, cards);
    if ((flags & kFaceUp) || kind == kFront) return cards;
    return (flags & kOfHand) && (pile & 7) == view.seat ? cards : 0;
  }

  static CardSet whole_ranks(CardSet deck, CardSet cards) {
    CardSet whole = 0;
    for (int rank = 0; rank < 16; ++rank) {
      const CardSet all = rank_cards(rank) & deck;
      if (all != 0 && (all & ~cards) == 0) whole |= all;
    }
    return whole;
  }

  // Open discards lie in a known order: it is written down as that of face-down ones is, to be thinned out.
  static void note_open_discards(const Program& program, View& view) {
    if (program.open_discards) Piles(program, view.table).list(kDiscard, view.discards);
  }

  // What follows from what was seen: where cards are, which a seat lacks, holds, or has in one of two places.
  void forget_hints(Table& table, Seat seat, CardSet gone) const {
    const Table& last = last_turn_.table;
    table.shown &= ~gone;
    table.seen[seat] &= ~gone;
    table.laid[seat] &= ~gone;
    for (int other = 0; other < kMaxSeats; ++other) {
      table.lacks[other] &= ~last.lacks[other];
      table.pooled[other] &= ~last.pooled[other];
    }
    int kept = 0;
    for (int entry = 0; entry < table.least_count; ++entry) {
      if (is_noted(last, table.least_seat[entry], table.least_set[entry])) continue;
      table.least_seat[kept] = table.least_seat[entry];
      table.least_set[kept++] = table.least_set[entry];
    }
    table.least_count = static_cast<std::uint8_t>(kept);
  }

  static bool is_noted(const Table& table, std::uint8_t seat, CardSet cards) {
    for (int entry = 0; entry < table.least_count; ++entry)
      if (table.least_seat[entry] == seat && table.least_set[entry] == cards) return true;
    return false;
  }

  View this_turn_, last_turn_;  // as the seat saw them first
  int turns_ = 0;               // how many of the two there are
};

}  // namespace DD_ISA
}  // namespace dd
