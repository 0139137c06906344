"""Flow: what of that which a game makes is read on a way to its goal, and whether what a rule needs is there.

Only facts are asked for. A way to the goal is: the goal reads scores, a scoring rule reads captured cards, tricks capture
cards. A rule that itself makes nothing that counts reads nothing that counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from ..genome.genome import GameGenome
from ..language.context import Context
from ..language.facts import Ends, Fact, Makes, Needs, Reads
from ..language.fields import Mechanic
from ..mechanics.actions.action import ActionMechanic
from ..mechanics.conditions.condition import ConditionMechanic
from ..mechanics.effects import SpecialEffect, TriggerEffect
from ..mechanics.phases.phase import PhaseMechanic
from ..mechanics.scoring import ScoringRule, counts_in_scoring
from ..mechanics.wins import WinCondition

# What makes that which a rule may need, besides the deal.
SUPPLY: dict[Needs, tuple[Makes, ...]] = {
    Needs.POINTS: (Makes.POINTS,),
    Needs.POT: (Makes.STAKES,),
    Needs.TRICKS: (Makes.TRICKS,),
    Needs.CAPTURES: (Makes.CAPTURES,),
    Needs.HANDS_WON: (Makes.HANDS_WON,),
    Needs.OUTS: (Makes.OUTS, Makes.FOLDS, Makes.BETS),
    Needs.STOCK: (Makes.STOCK,),
    Needs.DISCARDS: (Makes.DISCARDS,),
    Needs.OWN_DISCARDS: (Makes.OWN_DISCARDS,),
    Needs.TABLE: (Makes.TABLE,),
    Needs.BROKEN_SUIT: (Makes.BROKEN_SUIT,),
    Needs.CHIPS: (),
    Needs.TRUMP: (Makes.TRUMP,),
    Needs.NAMED_SUIT: (),
    Needs.WINNER: (Makes.DEAL_WINNER,),
    Needs.TITLES: (Makes.TITLES,),
    Needs.CALLS: (Makes.CALLS,),
    Needs.RESERVES: (Makes.RESERVES,),
    Needs.CRIB: (Makes.CRIB,),
}


class Flow:
    """A genome and what counts in it."""

    def __init__(self, genome: GameGenome, context: Context | None = None) -> None:
        self.genome = genome
        self.context = context or Context(genome)
        self.turn: tuple[PhaseMechanic, ...] = genome.turn_structure.phases
        self.phases = [
            *((f"$.turn_structure.opening[{n}]", phase) for n, phase in enumerate(genome.turn_structure.opening)),
            *((f"$.turn_structure.phases[{n}]", phase) for n, phase in enumerate(self.turn)),
        ]

    def has(self, *facts: Fact) -> bool:
        """Whether one of the facts holds for a phase or an action."""
        return self.context.has(*facts)

    @cached_property
    def parts(self) -> list[tuple[str, Mechanic | WinCondition]]:
        """Everything in the genome that has facts, with its path."""
        return [(path, part) for path, part in self.context.parts if isinstance(part, Mechanic | WinCondition)]

    def is_used(self, *facts: Fact) -> bool:
        """Whether one of the facts holds for anything, conditions and wins too."""
        return any(part.has(fact, self.context) for _, part in self.parts for fact in facts)

    # Who decides.

    @cached_property
    def rankings(self) -> list[WinCondition]:
        return self.context.rankings

    @cached_property
    def winner_wins(self) -> bool:
        """Whether the winner of a deal wins the game."""
        return self.genome.match is None and not self.context.is_for_chips

    @cached_property
    def ranking_counts(self) -> bool:
        """Whether it may come to the ranking, because a deal may end without a winner who wins the game."""
        wins = self.genome.win_conditions
        if not self.winner_wins:
            return True
        if any(phase.has(Makes.WINNER_SURELY, self.context) for phase in self.turn):
            return False
        if any(win.has(Makes.WINNER_SURELY, self.context) for win in wins):
            return False
        first_out = any(
            win.has(Ends.SHEDDING, self.context) and win.has(Makes.DEAL_WINNER, self.context) for win in wins
        )
        return not first_out or self.has_open_end

    @cached_property
    def has_open_end(self) -> bool:
        """Whether something ends a deal, or the match, that names no winner of the deal."""
        parts = (*self.context.phases, *self.context.actions)
        wins = self.genome.win_conditions
        context = self.context
        return (
            any(p.has(Ends.DEAL_AT_ONCE, context) and not p.has(Makes.DEAL_WINNER, context) for p in parts)
            or any(w.has(Ends.SHEDDING, context) and not w.has(Makes.DEAL_WINNER, context) for w in wins)
            or any(w.has(Ends.MATCH_AT_ONCE, context) for w in wins)
        )

    def ranks_by(self, *facts: Reads) -> bool:
        """Whether sides are ranked by one of these, and it may come to that."""
        return self.ranking_counts and any(win.has(fact, self.context) for win in self.rankings for fact in facts)

    # What is read.

    @cached_property
    def scores_count(self) -> bool:
        stops = any(
            win.ends_match_at and (self.genome.match or win.has(Ends.MATCH_AT_ONCE, self.context))
            for win in self.genome.win_conditions
        )
        return stops or self.ranks_by(Reads.SCORES)

    @cached_property
    def chips_count(self) -> bool:
        return self.context.is_for_chips or self.ranks_by(Reads.CHIPS)

    @cached_property
    def winner_counts(self) -> bool:
        """Whether it matters who wins a deal."""
        return self.winner_wins or self._is_asked(Reads.WINNER)

    @cached_property
    def captures_count(self) -> bool:
        if self.ranks_by(Reads.CAPTURED) or self._is_asked(Reads.CAPTURED):
            return True
        used = any(part.has(Needs.CAPTURES, self.context) for part in (*self.context.phases, *self.context.actions))
        return used or any(self._counts_captured(rule) for rule in self.scoring)

    @cached_property
    def tricks_count(self) -> bool:
        """Whether it matters who wins a trick, or what is in it."""
        actions = [action for phase in self.context.phases for action in getattr(phase, "winner_actions", ())]
        rewards = any(set(action.facts.makes) - {Makes.SHOWS} for action in actions)  # to be shown cards is no prize
        bids = self.scores_count and self.has(Makes.BIDS, Makes.CALLS)
        return rewards or bids or self._is_asked(Reads.TRICKS, outside=Makes.TRICKS)

    @cached_property
    def hands_end_it(self) -> bool:
        """Whether the goal is to get rid of cards, or of more than others do."""
        shed = any(
            win.has(Ends.SHEDDING, self.context) and win.has(Reads.HAND_SIZES, self.context)
            for win in self.genome.win_conditions
        )
        return shed or self.ranks_by(Reads.HAND_SIZES)

    def counts_alone(self, phase: PhaseMechanic) -> bool:
        """Whether it is for the player whose turn it is, and every turn of it brings that player nearer to the goal."""
        counting = {Makes.SHEDS: self.hands_end_it, Makes.CAPTURES: self.captures_count}
        alone = not phase.is_for_everyone and not phase.has(Makes.NEXT_TURN, self.context)
        return alone and any(counts and phase.has(fact, self.context) for fact, counts in counting.items())

    @cached_property
    def scoring(self) -> Sequence[ScoringRule]:
        """Scoring rules that count."""
        return self.genome.scoring_rules if self.scores_count else ()

    @staticmethod
    def _counts_captured(rule: ScoringRule) -> bool:
        """A card condition counts captured cards, unless it asks for cards in hand."""
        condition: ConditionMechanic = rule.condition
        return counts_in_scoring(condition) and not any(p.may(Makes.CARDS_IN_HAND) for p in condition.parts())

    def _is_asked(self, fact: Reads, outside: Makes | None = None) -> bool:
        """Whether a condition asks for it where the answer may count; not one inside a phase that makes it."""
        inside = tuple(path for path, phase in self.phases if outside is not None and phase.may(outside))
        return any(
            part.has(fact, self.context)
            for path, part in self._conditions(fact)
            if not (inside and path.startswith(inside))
        )

    def _conditions(self, fact: Reads) -> Iterator[tuple[str, ConditionMechanic]]:
        """All conditions but those of rules that only give points, where points count for nothing."""
        effects: list[tuple[str, SpecialEffect | TriggerEffect]] = [
            *((f"$.special_effects[{n}]", effect) for n, effect in enumerate(self.genome.special_effects)),
            *((f"$.triggers[{n}]", trigger) for n, trigger in enumerate(self.genome.triggers)),
        ]
        dead = tuple(path for path, effect in effects if all(action.may(Makes.POINTS) for action in effect.actions))
        dead = (*dead, "$.scoring_rules") if fact is Reads.SCORES or not self.scores_count else ()
        for path, part in self.parts:
            if isinstance(part, ConditionMechanic) and not path.startswith(dead):
                yield path, part

    # What is needed.

    def meets(self, need: Needs, path: str = "") -> bool:
        """Whether what a rule needs can be there when it acts. Before the first turn only the deal and the opening have been."""
        if need not in SUPPLY or self._deals(need):
            return True
        at_the_end = any(path.startswith(at) and phase.may(Makes.KNOCK_OUTS) for at, phase in self.phases)
        if at_the_end or not path.startswith("$.turn_structure.opening"):
            return self.has(*SUPPLY[need])
        makers = (*self.genome.turn_structure.opening, *self.genome.setup.post_deal_actions)
        late = need in (Needs.POINTS, Needs.TRICKS, Needs.TITLES)  # bids are for what comes, titles from deals before
        return self.has(*SUPPLY[need]) if late else any(p.has(f, self.context) for p in makers for f in SUPPLY[need])

    def _deals(self, need: Needs) -> bool:
        """Whether it is there from the start, or by the rules around the turn."""
        return need in self._dealt or (need is Needs.NAMED_SUIT and bool(self.context.named_respects))

    @cached_property
    def _dealt(self) -> set[Needs]:
        setup, context = self.genome.setup, self.context
        resources = setup.resources
        leaves = (Ends.ELIMINATION, Reads.HAND_SIZES)  # facts of a win that puts seats without cards out
        there = {
            Needs.POINTS: bool(self.genome.scoring_rules),
            Needs.CHIPS: context.has_chips,
            Needs.POT: resources is not None and bool(resources.ante or resources.blinds),
            Needs.TRUMP: context.has_trump,
            Needs.STOCK: context.stock > 0 or (setup.reshuffle and self.has(Makes.DISCARDS)),
            Needs.DISCARDS: setup.initial_discard_count > 0,
            Needs.TABLE: setup.initial_tableau_count > 0,
            Needs.WINNER: any(win.has(Makes.DEAL_WINNER, context) for win in self.genome.win_conditions),
            Needs.OUTS: any(all(win.has(fact, context) for fact in leaves) for win in self.genome.win_conditions),
        }
        return {need for need, holds in there.items() if holds}


def actions_of(flow: Flow, *facts: Makes) -> list[ActionMechanic]:
    """Actions of which one of the facts holds."""
    return [action for action in flow.context.actions if any(action.has(fact, flow.context) for fact in facts)]
