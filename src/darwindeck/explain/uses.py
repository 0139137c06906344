"""What a genome makes use of, so that the rules say what matters and nothing else."""

from __future__ import annotations

from ..language.context import Context
from ..language.facts import Fact, Makes, Needs, Reads
from ..language.fields import Mechanic, suit_set
from ..language.walk import walk
from ..mechanics.scoring import ScoringRule, counts_in_scoring
from ..mechanics.wins import WinCondition


class Uses:
    """Questions about a genome, each answered in one place."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.parts = [part for _, part in walk(context.genome)]

    def has(self, *facts: Fact) -> bool:
        """Whether one of the facts holds for a mechanic or a win condition anywhere in the genome."""
        factual = (part for part in self.parts if isinstance(part, Mechanic | WinCondition))
        return any(part.has(fact, self.context) for part in factual for fact in facts)

    def wins_by(self, *names: str) -> bool:
        return self.context.wins_by(*names)

    @property
    def order(self) -> bool:
        """Whether one rank can be higher than another."""
        return self.has(Reads.ORDER) or self.starts_by_trump

    @property
    def starts_by_trump(self) -> bool:
        """Whether the lowest trump says who begins. Without a trump suit nobody holds it."""
        return self.context.setup.starting_player == "lowest_trump" and self.context.has_trump

    @property
    def values(self) -> bool:
        """Whether it matters what cards are worth."""
        scored = any(isinstance(part, ScoringRule) and part.points_source != "points" for part in self.parts)
        return scored or self.has(Reads.VALUES)

    @property
    def ranks_apart(self) -> frozenset[str]:
        """Ranks whose values nobody uses: the only part that uses values has something else for them."""
        users = [
            part
            for part in self.parts
            if isinstance(part, Mechanic | WinCondition) and part.has(Reads.VALUES, self.context)
        ]
        phases = [phase for phase in self.context.phases if phase.has(Reads.VALUES, self.context)]
        alone = len(users) == len(phases) == 1 and not self.context.genome.scoring_rules
        return frozenset(phases[0].ranks_apart()) if alone else frozenset()

    @property
    def asks_values(self) -> bool:
        """Whether values are asked for otherwise than card by card, so that they are told though all are the same."""
        rules = self.context.genome.scoring_rules
        return self.has(Reads.VALUES) or any(rule.points_source in ("hand_differences", "values") for rule in rules)

    @property
    def draws(self) -> bool:
        """Whether players draw from the stock, which may be empty then."""
        return self.has(Makes.DRAWS)

    @property
    def stock(self) -> bool:
        """Whether any rule looks at the cards that are not dealt."""
        setup = self.context.setup
        if self.draws or self.refills or setup.trump_selection_method in ("turn_up", "bottom_card"):
            return True
        return self.has(Reads.STOCK)

    @property
    def undealt(self) -> int:
        """How many cards are left for the stock when a deal begins."""
        context, setup = self.context, self.context.setup
        if setup.hand_suits:
            dealt = sum((suit_set(suit) & context.deck).bit_count() for suit in setup.hand_suits)
        else:
            dealt = context.hand_size * context.seats if context.hand_size else context.deck.bit_count()
        return context.deck.bit_count() - dealt - setup.initial_tableau_count - setup.initial_discard_count

    @property
    def refills(self) -> bool:
        """Whether hands can be dealt anew from a stock that there is, or can be."""
        renewed = self.draws and self.discards and self.context.setup.reshuffle
        return self.context.setup.refill > 0 and (self.undealt > 0 or self.has(Makes.STOCK) or renewed)

    @property
    def discards(self) -> bool:
        """Whether cards can come to lie on the discard pile."""
        return self.context.setup.initial_discard_count > 0 or self.has(Makes.DISCARDS)

    @property
    def takes_discards(self) -> bool:
        """Whether the discard pile can be emptied again."""
        return self.has(Makes.DISCARDS_TAKEN)

    @property
    def trumps(self) -> bool:
        """Whether it matters which suit is trumps."""
        return self.starts_by_trump or self.has(Reads.TRUMP)

    @property
    def references(self) -> set[str]:
        """The cards that conditions compare with."""
        found = {getattr(part, "reference", None) for part in self.parts}
        return {
            reference
            for reference in ("top_discard", "last_played", "lead_card", "top_tableau", "highest_played")
            if reference in found
        }

    @property
    def scores(self) -> bool:
        """Whether there are points."""
        return bool(self.context.genome.scoring_rules) or self.has(Makes.POINTS)

    @property
    def captures(self) -> bool:
        """Whether players have captured cards."""
        return self.has(Makes.CAPTURES)

    @property
    def captures_count(self) -> bool:
        """Whether it matters which cards players have captured, or how many."""
        scored = any(counts_in_scoring(rule.condition) for rule in self.context.genome.scoring_rules)
        return self.captures and (scored or self.has(Reads.CAPTURED, Needs.CAPTURES))

    @property
    def deal_winner(self) -> bool:
        """Whether a deal can have a winner, apart from scores."""
        return self.has(Makes.DEAL_WINNER)

    @property
    def hands_run_out(self) -> bool:
        """Whether a deal can end because nobody holds cards, and not already because somebody does not."""
        if self.context.genome.triggers:
            return True
        by_empty_hand = self.wins_by("empty_hand") and not self.context.can_leave
        return not (by_empty_hand or (self.wins_by("capture_all") and not self.context.folds))
