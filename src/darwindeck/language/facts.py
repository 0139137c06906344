"""Facts: what a mechanic brings about, needs, looks at, ends and asks of players.

Whoever wants to know something about a mechanic asks for a fact; nobody asks for its name. Every mechanic declares all
five kinds of facts, empty ones too, so that none can be forgotten. A fact may depend on the mechanic's own fields and on
the game around it: then a function of both says whether it holds.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from .context import Context


class _Fact(enum.Enum):
    """Compared and looked up as the object that it is: facts are asked for more often than anything else."""

    __hash__ = object.__hash__


class Makes(_Fact):
    """What comes to be by it."""

    # Cards.
    DRAWS = "players draw from the stock"
    SHEDS = "hands become smaller"
    DISCARDS = "cards come to lie on the discard pile"
    OWN_DISCARDS = "cards come to lie on a discard pile of each player's own"
    TOP_TAKEN = "a single card is taken from a discard pile"
    DISCARDS_TAKEN = "the discard pile can be emptied"
    TABLE = "cards come to lie on the table"
    STOCK = "cards go back to the stock"
    CAPTURES = "players capture cards"
    CAPTURES_LOST = "some captured cards are lost again, whichever they are"
    HANDS_WON = "the cards of others can be won into the hand"
    PASSES = "players pass cards on"
    THEFTS = "a card is taken from the hand of another"
    COMMITS = "chosen cards wait in front of players"
    PLAYS = "cards are played that can set off special effects"
    LAYOUT = "cards are played that continue suits on the table"
    CATCHES = "cards played catch cards on the table by their values"
    BUNDLES = "cards played take whole bundles of others"
    ATTACKS = "a player attacks and another beats the cards or takes them"
    BATTLES = "everybody shows a card, and the best wins"
    TRIBUTES = "cards are turned up in turn, and some must be paid for"
    TRICKS = "players win tricks"
    CLIMBS = "each beats the cards of the one before, or passes"
    BOOKS = "players lay down books"
    MELDS = "players lay down melds"
    TABLE_MELDS = "players lay melds on the table, and others add to them"
    TOTALS = "every card changes a running total"
    COMBINATIONS = "sums, pairs and runs of cards score"
    LAST_ROUND = "whoever knocks gives all others a last turn"
    CLAIMS = "players say what their cards are"
    CHALLENGES = "players doubt claims"
    BIDS = "players bid for tricks"
    TITLES = "players take places that the next deal knows"
    RACES = "whoever first has captured enough wins the deal"
    CALLS = "a player undertakes to win the deal"
    RESERVES = "cards wait face down before players"
    CRIB = "a hand of its own is laid aside for the dealer"
    BUILDS = "cards are built up to be taken together"
    COLUMNS = "cards lie in columns before players, and are replaced"
    OFFER = "the up-card is offered before the first turn"
    SHOWS = "hidden cards are shown"
    # Points, chips and sides.
    POINTS = "players score points"
    STAKES = "chips are paid into the pot"
    BETS = "players choose what to bet"
    POT_WON = "the best takes the pot"
    SHOWDOWN = "hands are compared"
    COMMON_CARDS = "cards on the table belong to every hand"
    HOUSE = "hands are compared with one that plays by rule"
    DEAL_WINNER = "a deal can have a winner, whatever the win conditions"
    WINNER_SURELY = "a deal that comes to it has a winner, unless there is a tie"
    FOLDS = "seats drop out of a deal"
    OUTS = "seats drop out of the game"
    KNOCK_OUTS = "seats drop out of the game when a deal is over"
    # Turns.
    ROUND = "everybody acts, not only the player whose turn it is"
    NEXT_TURN = "it says who takes the next turn"
    EXTRA_TURNS = "a player may take a turn out of order"
    SKIPS = "players miss turns"
    REVERSALS = "the direction of play changes"
    NAMED_SUIT = "a suit is named"
    TRUMP = "a player says which suit is trumps"
    BROKEN_SUIT = "a suit that cannot be led becomes free"
    # Of conditions: what they denote.
    CARDS = "a set of cards; otherwise all cards or none"
    CARDS_SCORED = "in scoring a set of cards, though elsewhere it is true or false"
    CARD_COUNT = "scoring can count captured cards by it"
    TRICK_COUNT = "scoring can count tricks by it"
    CARDS_IN_HAND = "scoring counts its cards in hand, not among the captured"
    STEADY = "the same cards after a card was drawn from the stock"


class Needs(_Fact):
    """What it cannot do without."""

    SETS = "hands that are sets"
    QUEUES = "hands that are queues"
    OPENING = "its place is before the first turn"
    HOLDERS = "it passes over seats without cards"
    CHIPS = "chips"
    POT = "chips in the pot"
    POINTS = "something that scores points"
    TRICKS = "tricks"
    CAPTURES = "captured cards"
    HANDS_WON = "hands that can win the cards of others"
    OUTS = "seats that can drop out"
    TRUMP = "a trump suit"
    STOCK = "cards in the stock"
    DISCARDS = "cards on the discard pile"
    OWN_DISCARDS = "cards on the discard piles of players"
    TABLE = "cards on the table"
    BROKEN_SUIT = "a suit that must be broken"
    NAMED_SUIT = "a rule that asks for the suit of the top discard"
    TITLES = "places that players took in the deal before"
    CALLS = "a player who has undertaken to win the deal"
    RESERVES = "cards of players that wait face down"
    CRIB = "a hand laid aside for the dealer"
    WINNER = "something that gives a deal a winner"


class Reads(_Fact):
    """What it looks at."""

    ORDER = "which rank is higher"
    NEIGHBOURS = "which ranks are next to each other"
    VALUES = "what cards are worth"
    SUIT = "suits, the named one in place of the top discard's"
    COLOUR = "colours, the named suit's in place of the top discard's"
    TRUMP = "which suit is trumps"
    HELD = "which cards a hand holds"
    HAND_SIZES = "how many cards hands hold"
    STOCK = "the cards that are not dealt"
    DISCARDS = "the discard pile"
    TABLE = "the cards on the table"
    CAPTURED = "captured cards"
    TRICKS = "tricks, the one in progress or those won"
    LAST_PLAYED = "the card played last"
    SCORES = "scores"
    LOW_SCORES = "scores, of which the lowest is best"
    CHIPS = "how many chips players have"
    POT = "the pot and the bets of a round"
    BIDS = "bids"
    TITLES = "places in the deal before"
    WINNER = "who won the deal"
    BROKEN_SUIT = "whether a suit has been broken"


class Ends(_Fact):
    """What it can end."""

    DEAL_AT_ONCE = "the deal, at once"
    DEAL_SURELY = "the deal, whenever it is done"
    DEAL_IN_TIME = "the deal, sooner or later: it uses up the cards"
    SHEDDING = "a deal in which cards are shed"
    ELIMINATION = "a deal in which hands are won"
    MATCH = "the match"
    MATCH_AT_ONCE = "the match, in the middle of a deal"


class Prompts(_Fact):
    """What players are asked for."""

    CARD = "a card"
    SEAT = "another player"
    RANK = "a rank"
    SUIT = "a suit"
    NUMBER = "a number"
    BET = "a bet"
    ANSWER = "yes or no, or one of two ways"
    FLIP = "to turn up a card"


Fact = Makes | Needs | Reads | Ends | Prompts
When = Callable[[Any, Any], bool]  # of a mechanic and the context around it
Declared = dict[Fact, When]


def ALWAYS(part: Any, context: Any) -> bool:
    return True


def always(*facts: Fact) -> Declared:
    """Facts that hold whatever the fields say; without any, none hold."""
    return dict.fromkeys(facts, ALWAYS)


def when(condition: Callable[[Any], bool], *facts: Fact) -> Declared:
    """Facts that hold where the fields of the mechanic say so."""
    return dict.fromkeys(facts, lambda part, context: condition(part))


def within(condition: When, *facts: Fact) -> Declared:
    """Facts that hold where the mechanic and the game around it say so."""
    return dict.fromkeys(facts, condition)


NONE: Declared = {}


@dataclass(frozen=True, kw_only=True, eq=False)
class Facts:
    """All facts of a kind of mechanic; none of the five has a default."""

    makes: Declared
    needs: Declared
    reads: Declared
    ends: Declared
    prompts: Declared

    def __post_init__(self) -> None:
        for field, kind in zip(fields(self), KINDS, strict=True):
            wrong = [fact for fact in getattr(self, field.name) if not isinstance(fact, kind)]
            if wrong:
                raise TypeError(f"{field.name} cannot have {wrong}")

    @cached_property
    def every(self) -> Declared:
        """Those of all five kinds."""
        return self.makes | self.needs | self.reads | self.ends | self.prompts

    def when(self, fact: Fact) -> When | None:
        """When the fact holds; None: never."""
        return self.every.get(fact)


KINDS = (Makes, Needs, Reads, Ends, Prompts)


class Factual:
    """Something with facts: every mechanic, and every kind of win."""

    __slots__ = ()
    facts: ClassVar[Facts]

    @classmethod
    def may(cls, fact: Fact) -> bool:
        """Whether the fact can hold for this kind."""
        return fact in cls.facts.every

    def has(self, fact: Fact, context: Context) -> bool:
        """Whether the fact holds for this mechanic in its game."""
        condition = self.facts.every.get(fact)
        return condition is not None and condition(self, context)
