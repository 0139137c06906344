// Ops of tricks and battles: who plays what to them, and who wins.
#pragma once

#include "cards/ops/workspace.hpp"

namespace dd {
inline namespace DD_ISA {
namespace ops {

// The seats of the mask whose front has the strongest top card.
DD_OUTLINE inline std::int32_t strongest_up(const Workspace& w, std::int32_t mask, const std::uint8_t* strength) {
  int best = -1;
  std::int32_t seats = 0;
  for (int at = 0; at < w.program.seats; ++at) {
    const CardSet up = mask >> at & 1 ? piles(w, w.table).top(Piles::of(kFront, at)) : 0;
    if (up == 0 || strength[lowest_card(up) & 15] < best) continue;
    if (strength[lowest_card(up) & 15] > best) best = strength[lowest_card(up) & 15], seats = 0;
    seats |= 1 << at;
  }
  return seats;
}

// Whether the card is better than the best so far, as a mask.
DD_INLINE inline int beats(const Workspace& w, const Table& t, const Instruction& at, int card, int best) {
  constexpr int kOfTheDeal = 5;
  const int declared = at.d / kTrumpSuit & 7;
  const unsigned trump = declared == kOfTheDeal ? static_cast<unsigned>(t.reg[kTrump]) : declared - 1u;
  const Beaters& beaters = w.program.beaters[at.target];
  return -static_cast<int>(beaters.of[trump < 4 ? trump + 1 : 0][best & 63] >> card & 1);
}

// The first card leads; every later one is compared with the best so far.
template <bool kOfSets = false>
DD_INLINE inline void beat(Workspace& w, Table& t, const Instruction& at, int card, int player) {
  const int best = t.reg[kBest];
  piles(w, t).play_to_trick<kOfSets>(card, player);
  t.reg[kBroken] |= card >> 4 == at.imm;
  if (best < 0) {
    t.reg[kLead] = t.reg[kBest] = card;
    t.reg[kLeadSuit] = card >> 4;
    t.seat[at.b] = seat(player);
    return;
  }
  if (t.unwatched == 0 && (at.d & kMustFollow) != 0 && card >> 4 != t.reg[kLeadSuit])
    t.lacks[player] |= suit_cards(t.reg[kLeadSuit]) & w.program.deck;
  // Masks instead of branches: on the card chosen each would be a guess.
  const int better = beats(w, t, at, card, best);
  t.reg[kBest] = (card & better) | (best & ~better);
  t.seat[at.b] = seat((player & better) | (t.seat[at.b] & ~better));
}

// Of trumps of equal strength that of the trump suit is best (unless it counts like any), then clubs, spades, hearts,
// diamonds.
inline int rank_among_trumps(const Workspace& w, const Instruction& at, int card, const std::uint8_t* strength) {
  constexpr int kPlaces[] = {3, 0, 1, 2};
  const int suit = card >> 4 & 3;
  const bool first = (at.imm & kBySuit) == 0 && suit == w.table.reg[kTrump];
  return strength[card & 15] * 8 + (first ? 4 : kPlaces[suit]);
}

// Where trumps are a set of cards: is the card better than the best so far?
inline bool beats_by(const Workspace& w, const Instruction& at, int card, int best) {
  const bool is_trump = (w.set[at.c] & bit(card)) != 0, was_trump = (w.set[at.c] & bit(best)) != 0;
  if (is_trump != was_trump) return is_trump;
  if (!is_trump && card >> 4 != best >> 4) return false;
  const std::uint8_t* strength = w.table_at(static_cast<std::uint8_t>(at.d + is_trump));
  const int gain = is_trump ? rank_among_trumps(w, at, card, strength) - rank_among_trumps(w, at, best, strength)
                            : strength[card & 15] - strength[best & 15];
  return (at.imm & kHighWins ? gain : -gain) > 0;
}

// The first card leads. Trumps are one suit, and cards of a suit that are trumps are not of that suit.
DD_OUTLINE inline void beat_by(Workspace& w, Table& t, const Instruction& at) {
  const int card = t.chosen & 63, best = t.reg[kBest], player = who(t, at.a);
  const CardSet trumps = w.set[at.c];
  piles(w, t).play_to_trick<false>(card, player);
  t.reg[kBroken] |= (card >> 4) + 1 == (at.imm >> 8 & 7);
  if (best < 0) {
    t.reg[kLead] = t.reg[kBest] = card;
    t.reg[kLeadSuit] = card >> 4;
    t.seat[at.b] = seat(player);
    return;
  }
  const CardSet led = trumps & bit(t.reg[kLead]) ? trumps : suit_cards(t.reg[kLeadSuit]) & ~trumps;
  if (t.unwatched == 0 && (at.imm & kMustFollow) != 0 && (led & bit(card)) == 0)
    t.lacks[player] |= led & w.program.deck;
  if (!beats_by(w, at, card, best)) return;
  t.reg[kBest] = card;
  t.seat[at.b] = seat(player);
}

// Several seats, if they tie.
DD_OP(UPBEST) { t.reg[at.a] = strongest_up(w, t.reg[at.b], w.table_at(at.c)); }
DD_OP(BEAT) { beat(w, t, at, t.chosen & 63, who(t, at.a)); }
DD_OP(BEATBY) { beat_by(w, t, at); }
// Like columns of chips, tricks stay within a thousand million.
DD_INLINE inline void win_trick(Workspace& w, Table& t, std::uint8_t winner) {
  const int player = winner & (kMaxSeats - 1);
  t.seat[kTrickWinner] = t.seat[kNextSeat] = winner;
  piles(w, t).take_trick(Piles::of(kCapture, seats(w, t).head(player)));
  std::int32_t& tricks = t.column[kTricks * kMaxSeats + player];
  tricks = std::min(tricks, 999'999'999) + 1;
  t.reg[kTricksPlayed] = wrap(std::int64_t{t.reg[kTricksPlayed]} + 1);
  t.reg[kLead] = t.reg[kLeadSuit] = t.reg[kBest] = -1;
}
DD_OP(WINTRICK) { win_trick(w, t, t.seat[at.a]); }

}  // namespace ops
}  // namespace DD_ISA
}  // namespace dd
