// Rules of thumb: what one line of advice makes of a set of legal moves. Nothing is looked at but the moves and the
// order in which the game ranks its cards.
#pragma once

#include "cards/program/move_kinds.hpp"
#include "cards/program/program.hpp"
#include "cards/table/piles.hpp"
#include "game/rng.hpp"
#include "matches/job.hpp"

namespace dd {
inline namespace DD_ISA {

// The moves that the rule allows; all of them if it would allow none.
inline MoveSet allowed_by(const Rule& rule, const MoveSet& moves) {
  MoveSet wanted = of_kinds(moves, rule.always);
  if (!wanted.empty()) return wanted;
  wanted = of_kinds(moves, ~rule.never);
  return wanted.empty() ? moves : wanted;
}

// How strong cards of a rank are in this game: by its tricks, else by what unmatched cards cost, else by its showdown,
// else in the order of the pack.
inline int strength_of(const Program& program, int card) {
  const Goal& goal = program.goal;
  const int rank = card & 15;
  const int table = goal.strength != Goal::kAbsent    ? goal.strength
                    : goal.deadwood != Goal::kAbsent  ? goal.deadwood
                    : goal.evaluator != Goal::kAbsent ? goal.showdown
                                                      : -1;
  if (table < 0) return rank;
  return program.tables[static_cast<std::size_t>(table)][static_cast<std::size_t>(rank)];
}

// Which line of its advice a rule player follows here.
inline const Rule& line_of(const PlayerSpec& player, const Table& table) {
  const Rule& exception = player.exception;
  const bool leads = exception.prompt == Rule::kLeading && table.pile[kTrick] == 0;
  return leads || exception.holds_at(table.prompt) ? exception : player.rule;
}

// A move by a rule. First any of those allowed is drawn; if it is a card or a number, the rule's order then decides
// which of the cards or numbers it is; of equally strong cards it is the first in the order of the pack.
inline Move follow(const Rule& rule, const Program& program, const MoveSet& moves, Rng& rng) {
  const MoveSet allowed = allowed_by(rule, moves);
  const Move drawn = allowed.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(allowed.count()))));
  const int kind = move_kind(drawn);
  if (rule.at_random || rule.order == CardOrder::kAnyCard || (kind != kCardKind && kind != move_kind(kFirstNumber)))
    return drawn;
  const MoveSet alike = of_kinds(allowed, std::uint32_t{1} << kind);
  const auto value = [&](Move move) { return kind == kCardKind ? strength_of(program, move) : int{move}; };
  Move found = alike.nth(0);
  for (int n = 1, count = alike.count(); n < count; ++n) {
    const Move move = alike.nth(n);
    const int more = value(move) - value(found);
    if (rule.order == CardOrder::kHighestCard ? more > 0 : more < 0) found = move;
  }
  return found;
}

}  // namespace DD_ISA
}  // namespace dd
