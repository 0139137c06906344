"""What a genome makes use of, so that the rules say what matters and nothing else."""

from __future__ import annotations

from ..genome.context import Context
from ..genome.fields import RANKS, Location, Operator, suit_set
from ..genome.mechanics.actions.add_score import AddScore
from ..genome.mechanics.actions.discard_card import DiscardCard
from ..genome.mechanics.actions.discard_pairs import DiscardPairs
from ..genome.mechanics.actions.draw_cards import DrawCards
from ..genome.mechanics.actions.transfer_cards import TransferCards
from ..genome.mechanics.conditions.can_capture import CanCapture
from ..genome.mechanics.conditions.captured_trump import CapturedTrump
from ..genome.mechanics.conditions.card_is_rank import CardIsRank
from ..genome.mechanics.conditions.card_matches_rank import CardMatchesRank
from ..genome.mechanics.conditions.has_trump import HasTrump
from ..genome.mechanics.conditions.sequence_adjacent import SequenceAdjacent
from ..genome.mechanics.conditions.tableau_has_exact_match import TableauHasExactMatch
from ..genome.mechanics.conditions.tableau_sum_equals import TableauSumEquals
from ..genome.mechanics.phases.ask import AskPhase
from ..genome.mechanics.phases.battle import BattlePhase
from ..genome.mechanics.phases.bid import BidPhase
from ..genome.mechanics.phases.bout import BoutPhase
from ..genome.mechanics.phases.capture import CapturePhase
from ..genome.mechanics.phases.claim import ClaimPhase
from ..genome.mechanics.phases.discard import DiscardPhase
from ..genome.mechanics.phases.draw import DrawPhase
from ..genome.mechanics.phases.knock import KnockPhase
from ..genome.mechanics.phases.offer import OfferPhase
from ..genome.mechanics.phases.play import PlayPhase
from ..genome.mechanics.phases.showdown import ShowdownPhase
from ..genome.mechanics.phases.trick import TrickPhase
from ..genome.mechanics.phases.turn_up import TurnUpPhase
from ..genome.mechanics.scoring import ScoringRule
from ..genome.walk import walk


class Uses:
    """Questions about a genome, each answered in one place."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.parts = [part for _, part in walk(context.genome)]

    def has(self, *kinds: type) -> bool:
        return any(isinstance(part, kinds) for part in self.parts)

    def wins_by(self, *types: str) -> bool:
        return any(condition.type in types for condition in self.context.genome.win_conditions)

    @property
    def order(self) -> bool:
        """Whether one rank can be higher than another."""
        if self.has(TrickPhase, BattlePhase, BoutPhase, SequenceAdjacent):
            return True
        by_rank = any(isinstance(part, CardIsRank | CardMatchesRank) and self._orders(part) for part in self.parts)
        by_hand = any(isinstance(part, ShowdownPhase) and part.hand_evaluator == "high_card" for part in self.parts)
        return by_rank or by_hand or self.starts_by_trump

    @property
    def starts_by_trump(self) -> bool:
        return self.context.setup.starting_player == "lowest_trump" and self.context.has_trump

    def _orders(self, condition: CardIsRank | CardMatchesRank) -> bool:
        """Whether it asks for more than equality, or ranks are equal that do not look it."""
        distinct = len(set(self.context.strength)) == len(RANKS)
        return condition.operator not in (Operator.EQ, Operator.NE) or not distinct

    @property
    def values(self) -> bool:
        if self.has(CapturePhase, KnockPhase, TableauHasExactMatch, TableauSumEquals, CanCapture):
            return True
        by_hand = any(isinstance(part, ShowdownPhase) and part.hand_evaluator == "card_total" for part in self.parts)
        by_hand |= self.wins_by("lowest_hand")
        return by_hand or any(isinstance(part, ScoringRule) and part.points_source != "points" for part in self.parts)

    @property
    def draws(self) -> bool:
        """Whether players draw from the stock, which may be empty then."""
        for part in self.parts:
            if isinstance(part, DrawPhase) and "deck" in (part.source, part.or_source):
                return True
            if isinstance(part, PlayPhase) and part.draw_if_unable != "none":
                return True
            if isinstance(part, DiscardPhase) and part.replace:
                return True
            if isinstance(part, ClaimPhase) and part.can_lie and (part.challenge_penalty or part.lie_penalty):
                return True
            if isinstance(part, BoutPhase) and part.refill_to:
                return True
        return self.has(AskPhase, DrawCards)

    @property
    def stock(self) -> bool:
        """Whether any rule looks at the cards that are not dealt."""
        setup = self.context.setup
        if self.draws or self.refills or setup.trump_selection_method in ("turn_up", "bottom_card"):
            return True
        places = (getattr(part, name, None) for part in self.parts for name in ("location", "source", "target"))
        return self.has(TurnUpPhase, KnockPhase) or self.wins_by("deck_empty") or Location.DECK in places

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
        moves = any(isinstance(part, TransferCards) and part.target is Location.DECK for part in self.parts)
        renewed = self.draws and self.discards and self.context.setup.reshuffle
        return self.context.setup.refill > 0 and (self.undealt > 0 or moves or renewed)

    @property
    def discards(self) -> bool:
        """Whether cards can come to lie on the discard pile."""
        if self.context.setup.initial_discard_count or self.has(DiscardCard, DiscardPairs, ClaimPhase):
            return True
        for part in self.parts:
            if isinstance(part, PlayPhase | DiscardPhase | TurnUpPhase) and part.target == "discard":
                return True
            if isinstance(part, TransferCards) and part.target is Location.DISCARD:
                return True
        return False

    @property
    def takes_discards(self) -> bool:
        """Whether the discard pile can be emptied again."""
        draws = any(isinstance(part, DrawPhase) and "discard" in (part.source, part.or_source) for part in self.parts)
        moves = any(isinstance(part, TransferCards) and part.source is Location.DISCARD for part in self.parts)
        return draws or moves or self.has(OfferPhase, ClaimPhase)

    @property
    def trumps(self) -> bool:
        """Whether it matters which suit is trumps."""
        setup = self.context.setup
        suits = ("selected", setup.trump_suit if setup.trump_selection_method == "fixed" else None)
        tricks = any(
            isinstance(part, TrickPhase) and part.trump_beats_suit and part.trump_suit in suits for part in self.parts
        )
        return tricks or self.starts_by_trump or self.has(BoutPhase, HasTrump, CapturedTrump)

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
        return bool(self.context.genome.scoring_rules) or self.has(AddScore, KnockPhase, CapturePhase, BidPhase)

    @property
    def captures(self) -> bool:
        """Whether players have captured cards."""
        return self.has(TrickPhase, CapturePhase, AskPhase) or any(
            getattr(part, "target", None) in ("capture_zone", Location.CAPTURE_ZONE, Location.TEAM_CAPTURE_PILE)
            or getattr(part, "take_to", None) == "capture_zone"
            or getattr(part, "spoils", None) == "tableau"
            for part in self.parts
        )

    @property
    def deal_winner(self) -> bool:
        """Whether a deal can have a winner, apart from scores."""
        return (
            self.wins_by("empty_hand", "capture_all", "last_player_standing", "lowest_hand")
            or self.context.folds
            or self.has(ShowdownPhase)
        )

    @property
    def hands_run_out(self) -> bool:
        """Whether a deal can end because nobody holds cards, and not already because somebody does not."""
        if self.context.genome.triggers:
            return True
        by_empty_hand = self.wins_by("empty_hand") and not self.context.can_leave
        return not (by_empty_hand or (self.wins_by("capture_all") and not self.context.folds))
