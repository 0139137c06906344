"""What mechanics need to know about the genome around them while they write code."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .._core import GOALS, PROGRAM_FLAGS, RANKINGS
from .assembler import Label
from .facts import Ends, Fact, Makes, Reads
from .fields import RANKS, SUITS, Visibility, card_set, rank_set, strengths, suit_set
from .walk import walk

if TYPE_CHECKING:
    from ..genome.genome import GameGenome
    from ..genome.setup import SetupRules
    from ..mechanics.actions.action import ActionMechanic
    from ..mechanics.conditions.condition import ConditionMechanic
    from ..mechanics.phases.phase import PhaseMechanic
    from ..mechanics.wins import WinCondition

DECK_CUTS = {
    "standard_52": (),
    "51_cards": (),
    "40_card": ("8", "9", "10"),
    "36_card": ("2", "3", "4", "5"),
    "custom": (),
}
DEFAULT_VALUES = {rank: number + 1 for number, rank in enumerate(RANKS)}


def deck_of(setup: SetupRules, players: int) -> int:
    """The cards in use, as one word (docs/genome.md, section 4, step 1)."""
    deck = card_set(setup.custom_deck) if setup.initial_deck == "custom" else sum(suit_set(suit) for suit in SUITS)
    for rank in DECK_CUTS[setup.initial_deck]:
        deck &= ~rank_set(rank)
    if setup.initial_deck == "51_cards":
        deck &= ~card_set(["QC"])
    deck &= ~card_set(setup.removed_cards)
    for card in setup.even_deal_removals:
        if deck.bit_count() % players == 0:
            break
        deck &= ~card_set([card])
    return deck


class Context:
    """Facts derived from a genome, each computed in one place."""

    def __init__(self, genome: GameGenome) -> None:
        """Reads the genome once. What follows `deal_end` is set and read while code is written.

        Programs are for one number of seats. A genome that allows several is compiled once for each.
        """
        self.genome = genome
        self.setup: SetupRules = genome.setup
        self.seats: int = genome.player_count
        self.max_turns: int = genome.max_turns
        self.queue: bool = genome.setup.hand_order == "queue"
        self.deck: int = deck_of(genome.setup, genome.player_count)
        self.heads: list[int] = list(range(8))
        for team in genome.teams:
            for seat in team:
                self.heads[seat] = min(team)
        self.strength: tuple[int, ...] = strengths(genome.setup.rank_order)
        self.value: tuple[int, ...] = tuple(genome.setup.card_values.get(rank, DEFAULT_VALUES[rank]) for rank in RANKS)  # type: ignore[call-overload]
        self.deal_end = Label()
        self.turn_over = Label()  # where a phase goes that ends the turn
        self.effects = Label()  # the subroutine of the special effects
        self.aside: list[Callable[[], None]] = []  # code written after the turn, out of the common path
        self.inside_valid_plays = False
        self.scoring = False
        self._facts: dict[Fact, bool] = {}  # asked for so far; a genome does not change
        self.phases: tuple[PhaseMechanic, ...] = (*genome.turn_structure.opening, *genome.turn_structure.phases)

    @property
    def flags(self) -> int:
        setup = self.setup
        facts = {
            "queue_hands": self.queue,
            "hidden_hands": setup.hand_visibility is Visibility.FACE_DOWN,
            "open_hands": setup.hand_visibility is Visibility.FACE_UP,
            "hidden_discards": setup.discard_visibility == "face_down",
            "open_fronts": self.has(Makes.OWN_DISCARDS),
        }
        return sum(PROGRAM_FLAGS[fact] for fact, holds in facts.items() if holds)

    @property
    def goal(self) -> int:
        """What decides a match, for players that judge positions: a ranking, and what empty or full hands mean."""
        rankings = [c.ranking for c in self.genome.win_conditions if c.ranking is not None]
        steady = [ranking for ranking in rankings if ranking != RANKINGS["last_standing"]] or rankings
        ranking: int = steady[0] if steady else RANKINGS["none"]
        if ranking == RANKINGS["last_standing"]:
            ranking = next((phase.judged_by for phase in self.phases if phase.judged_by is not None), ranking)
        sheds = self.empty_hand_wins or self.has(Makes.TITLES)
        facts = {"sheds": sheds, "collects": self.wins_by("capture_all"), "chips": self.is_for_chips}
        return ranking + sum(int(GOALS[fact]) for fact, holds in facts.items() if holds)

    @property
    def is_for_chips(self) -> bool:
        """Whether the goal is chips, so that payoffs count them: they rank first, and no deal has another winner."""
        wins = self.genome.win_conditions
        first = next((win for win in wins if win.ranking is not None), None)
        named = any(win.has(Makes.DEAL_WINNER, self) for win in wins)
        chips = first is not None and first.has(Reads.CHIPS, self)
        return chips and (self.genome.match is not None or not named)

    @property
    def rankings(self) -> list[WinCondition]:
        """The win conditions by which sides are ranked in the end: the first, and the next where the first may be silent."""
        found: list[WinCondition] = []
        for win in self.genome.win_conditions:
            if win.ranking is not None:
                found.append(win)
                if win.ranking != RANKINGS["last_standing"]:
                    break
        return found

    @property
    def can_end_early(self) -> bool:
        """Whether a match can be over before its last deal, so that the limit of deals cuts it short."""
        return (
            self.has_betting or self.knocks_out or any(c.ends_match_at is not None for c in self.genome.win_conditions)
        )

    @property
    def target(self) -> int:
        """The score that ends the match, or 0."""
        scores = [c.ends_match_at for c in self.genome.win_conditions if c.ends_match_at is not None]
        return min(scores, default=0)

    @property
    def ranks(self) -> list[int]:
        """Numbers of the ranks in the deck."""
        return [number for number, rank in enumerate(RANKS) if self.deck & rank_set(rank)]

    @property
    def suits(self) -> list[int]:
        return [number for number, suit in enumerate(SUITS) if self.deck & suit_set(suit)]

    def present(self, card: str) -> str:
        """The card, or if it is not in the deck the next stronger one of its suit that is."""
        if self.deck & card_set([card]):
            return card
        strength = dict(zip(RANKS, self.strength, strict=True))
        stronger = [
            rank for rank in RANKS if strength[rank] > strength[card[:-1]] and self.deck & card_set([rank + card[-1]])
        ]
        return min(stronger, key=strength.__getitem__, default=card[:-1]) + card[-1]

    @property
    def hand_schedule(self) -> list[int]:
        """How many cards everybody is dealt in each deal, as far as the cards go round; a card that is turned up is needed."""
        setup, match = self.setup, self.genome.match
        if match is None or setup.hand_suits:
            return []
        turned = setup.initial_tableau_count + setup.initial_discard_count + (setup.trump_selection_method == "turn_up")
        most = max(1, (self.deck.bit_count() - turned) // self.seats)
        return [min(size, most) for size in match.hand_schedule]

    @property
    def hand_size(self) -> int:
        """How many cards everybody is dealt, where that changes in the largest deal; 0: all there are."""
        if schedule := self.hand_schedule:
            return max(schedule)
        return self.setup.hand_sizes.get(str(self.seats), self.setup.cards_per_player)  # type: ignore[call-overload, no-any-return]

    @property
    def dealt_hand(self) -> int:
        """How many cards everybody is dealt, where all are dealt too."""
        if self.setup.hand_suits:
            return max((self.deck & suit_set(suit)).bit_count() for suit in self.setup.hand_suits[: self.seats])
        return self.hand_size or self.deck.bit_count() // self.seats

    def count_rank(self, rank: str) -> int:
        """How many cards of a rank the deck has."""
        return (self.deck & rank_set(rank)).bit_count()

    @property
    def stock(self) -> int:
        """How many cards the stock has when the deal is done."""
        setup, cards = self.setup, self.deck.bit_count()
        if setup.hand_suits:  # those of seats that are not there lie aside
            return sum((self.deck & suit_set(suit)).bit_count() for suit in SUITS if suit not in setup.hand_suits)
        if not self.hand_size:
            return 0
        return cards - self.hand_size * self.seats - setup.initial_tableau_count - setup.initial_discard_count

    @property
    def starting_chips(self) -> int:
        return (self.setup.resources or self.setup).starting_chips

    # What the genome makes use of, so that code is only written where it can matter.

    @cached_property
    def parts(self) -> list[tuple[str, Any]]:
        """All structures of the genome, each with its path."""
        return list(walk(self.genome))

    @cached_property
    def actions(self) -> list[ActionMechanic]:
        genome = self.genome
        cards = [action for effect in genome.special_effects for action in effect.actions]
        table = [action for trigger in genome.triggers for action in trigger.actions]
        tricks = [action for phase in self.phases for action in getattr(phase, "winner_actions", ())]
        return [*genome.setup.post_deal_actions, *cards, *table, *tricks]

    def has(self, *facts: Fact) -> bool:
        """Whether one of the facts holds for a phase or an action."""
        return any(self._has(fact) for fact in facts)

    def _has(self, fact: Fact) -> bool:
        if fact not in self._facts:
            self._facts[fact] = any(part.has(fact, self) for part in (*self.phases, *self.actions))
        return self._facts[fact]

    def wins_by(self, *names: str) -> bool:
        """Whether a win condition is of one of these kinds."""
        return any(condition.type in names for condition in self.genome.win_conditions)

    @property
    def has_offer(self) -> bool:
        return self.has(Makes.OFFER)

    @property
    def has_betting(self) -> bool:
        return self.has(Makes.BETS)

    @property
    def has_chips(self) -> bool:
        return self.starting_chips > 0

    @property
    def wins_pots_in_turns(self) -> bool:
        """Whether a pot that was bet can be won before the deal is over."""
        in_turns = (phase for phase in self.phases if not phase.may(Ends.DEAL_SURELY))
        return self.has_betting and any(phase.has(Makes.POT_WON, self) for phase in in_turns)

    @property
    def has_trump(self) -> bool:
        """Whether a deal may have a trump suit."""
        return self.setup.trump_selection_method != "none" or self.has(Makes.TRUMP)

    @property
    def named_respects(self) -> list[str]:
        """In what a named suit stands for that of the top discard: the suit, the colour, or nothing."""
        top = [part for _, part in self.parts if getattr(part, "reference", None) == "top_discard"]
        words = {Reads.SUIT: "suit", Reads.COLOUR: "colour"}
        return [word for fact, word in words.items() if any(part.has(fact, self) for part in top)]

    @property
    def own_turns(self) -> bool:
        """Whether a turn is one player's affair, at least in part; otherwise it is a round for all."""
        return not all(phase.is_for_everyone for phase in self.genome.turn_structure.phases)

    @property
    def draws_when_empty(self) -> bool:
        """Whether a seat without cards may draw in its turn, so that a deal goes on though nobody has cards."""
        return any(getattr(phase, "draw_when_empty", False) for phase in self.genome.turn_structure.phases)

    @property
    def empty_hand_wins(self) -> bool:
        return self.wins_by("empty_hand")

    @property
    def folds(self) -> bool:
        """Whether a seat may be not out and yet not in play."""
        return self.has(Makes.FOLDS)

    @property
    def can_leave(self) -> bool:
        """Whether a phase may put seats out, and so perhaps leave nobody in play."""
        return self.has(Makes.OUTS)

    @property
    def knocks_out(self) -> bool:
        """Whether seats may be put out between deals, so that a match ends when one is left."""
        return self.has(Makes.KNOCK_OUTS)

    @property
    def takes_discards(self) -> bool:
        """Whether a single card can be taken from a discard pile."""
        return self.has(Makes.TOP_TAKEN)

    @property
    def names_suits(self) -> bool:
        return self.has(Makes.NAMED_SUIT)

    @property
    def asks_last_played(self) -> bool:
        """Whether a rule looks back at the card played last."""
        uses = any(getattr(part, "reference", None) == "last_played" for _, part in self.parts)
        return uses or any(effect.trigger_condition is not None for effect in self.genome.special_effects)

    @property
    def valid_plays(self) -> ConditionMechanic | None:
        """The condition of the turn's first play, for conditions that ask what can be played."""
        for phase in self.genome.turn_structure.phases:
            condition = getattr(phase, "valid_play_condition", None)
            if condition is not None:
                return None if self.inside_valid_plays else condition
        return None
