"""What a field of a phase means where another game has it otherwise, as a clause: "Like Whist, but nobody has to follow suit".

A table of phases, fields and values; {} stands for any value. An empty clause says nothing, because it follows from what else is told.
What is not here is told by the sentences of the phase.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...language.context import Context
from ...language.fields import SUIT_NAMES
from ...language.words import cards, list_words, rank_word
from .battle import BattlePhase
from .bid import BidPhase
from .phase import PhaseMechanic
from .trick_rules import which_card

FEW = 16  # words of a condition that is told in a clause
CONTRASTS: Mapping[str, Mapping[str, Mapping[Any, str] | str]] = {
    "AskPhase": {
        "again_on_match": {
            True: "who draws the rank asked for asks again",
            False: "drawing the rank asked for does not let you ask again",
        },
        "book_size": "{} cards of a rank make a book",
    },
    "BattlePhase": {
        "short_of_cards": "",
        "pickup": {"shuffled": "the cards won are shuffled", "winner_first": "the cards won are put away in order"},
        "take_to": {
            "hand": "the cards won come back into the hand",
            "capture_zone": "the cards won are not played again",
        },
    },
    "BettingPhase": {
        "allow_check": "",
        "allow_fold": {True: "players may fold", False: "nobody may fold"},
        "allow_raise": {True: "bets may be raised", False: "no bet may be raised"},
        "ante": {0: ""},
        "max_bet": "",
        "max_raises": "",
        "opener": "",
        "raise_increment": "",
        "bet_sizes": "",
        "min_bet": "",
    },
    "BidPhase": {
        "bag_limit": "",
        "bag_penalty": "",
        "exact_bonus": "a bid that is met exactly scores {}",
        "hook": {
            True: "the last to bid may not make the bids add up to the tricks of the deal",
            False: "the last to bid may bid any number",
        },
        "max_bid": "",
        "min_bid": "",
        "nil_bonus": "a bid of no tricks wins or loses {}",
        "overtrick_points": {0: "tricks beyond the bid score nothing"},
        "trick_points": "each trick bid is worth {}",
    },
    "BoutPhase": {
        "max_attack": "an attack has at most {} cards",
        "refill_to": "hands are filled up to {} cards",
    },
    "BuildPhase": {
        "sweep_points": "clearing the table scores {}",
    },
    "CallTrumpPhase": {
        "all_points": "",
        "alone": {True: "the declarer may play alone", False: "nobody may play alone"},
        "alone_points": "",
        "failed_points": "",
        "made_points": "",
        "needed": "the declarer needs {} tricks",
    },
    "CapturePhase": {
        "exact_first": {
            True: "a card captures several cards only if none has its own value",
            False: "a card may capture several cards even where one has its own value",
        },
        "sums": {
            True: "a card may also capture several cards that add up to it",
            False: "a card captures one card of its value, never a sum",
        },
        "sweep_points": "clearing the table scores {}",
    },
    "ClaimPhase": {
        "can_lie": {True: "players may lie", False: "nobody may lie"},
        "order": {"free": "any rank may be named", "sequence": "ranks are named in sequence"},
    },
    "ClimbPhase": {
        "max_set": {
            1: "only single cards may be played",
            **{most: f"at most {most} cards of one rank may be played at once" for most in (2, 3, 4)},
        },
        "pass_binds": {
            True: "whoever has passed may not play again in the round",
            False: "whoever has passed may still play later in the round",
        },
    },
    "ColumnsPhase": {
        "columns": "everyone has {} columns of cards",
    },
    "CribPhase": {
        "crib_size": "",
        "jack_points": "a jack turned up as the starter scores {}",
        "keep": "",
    },
    "DiscardPhase": {
        "not_taken": {
            True: "a card just taken may not be discarded at once",
            False: "a card just taken may be discarded again",
        },
        "target": {
            "discard": "discards go to one pile for all",
            "own_discard": "everyone discards to a pile of their own",
            "tableau": "discards go to the table",
        },
    },
    "ExchangePhase": {
        "mandatory": {True: "everyone must exchange", False: "nobody has to exchange"},
        "whole": {True: "the whole hand may be exchanged", False: "the whole hand may not be exchanged"},
    },
    "HiddenBidPhase": {
        **dict.fromkeys(("club", "diamond", "heart", "spade", "trick_points"), ""),
    },
    "KnockPhase": {
        "limit": {
            0: "you may knock only with nothing outside your melds",
            **{most: f"you may knock only with {most} or less outside your melds" for most in range(1, 51)},
        },
        "void_stock": "",
        "gin_bonus": "going gin scores {} more",
        "layoffs": {
            True: "cards may be laid off on the knocker's melds",
            False: "nothing may be laid off on the knocker's melds",
        },
        "undercut_bonus": "an undercut scores {} more",
    },
    "LastRoundPhase": {
        "knocker_penalty": "a knocker whose hand alone is worth least scores {} points",
        "lives": "whoever has {} points is out",
        "penalty": "whoever has the hand worth least scores {} points",
        "set_halves": {0: "three cards of a rank are worth nothing more"},
        "target": "a hand worth {} ends the deal",
        "wait": "",
    },
    "MeldPhase": {
        "layoffs": {True: "cards may be laid off on melds", False: "nothing may be laid off on melds"},
    },
    "PegPhase": {
        "go_points": "the last card before the count begins again scores {}",
        "limit": "the count may not pass {}",
    },
    "PlayPhase": {
        "draw_if_unable": {
            "none": "whoever cannot play draws nothing",
            "one": "whoever cannot play draws a card",
            "until": "whoever cannot play draws until they can",
            "discards": "whoever cannot play takes the whole discard pile",
        },
        "group_validation": {
            "none": "cards played at once need not belong together",
            "set": "",
            "run": "cards played at once are in sequence",
        },
    },
    "RacePhase": {
        "close": {True: "the stock may be closed", False: "the stock cannot be closed"},
        **dict.fromkeys(
            ("failed_points", "half", "half_points", "made_points", "none_points", "trump_pair_points"), ""
        ),
        "pair_points": "a pair scores {}",
        "pair_ranks": {(): "pairs score nothing"},
        "swap_rank": {None: "no card is exchanged for the trump turned up"},
        "target": "{} points are enough to win a deal",
    },
    "ShowdownPhase": {
        "hand_evaluator": {
            "poker_5card": "the best poker hand takes the pot",
            "high_card": "the highest card takes the pot",
            "card_total": "the highest total value takes the pot",
            "suit_total": "the highest total value of one suit takes the pot",
        },
    },
    "TrickPhase": {
        "breaking_suit": {None: "any suit may be led at any time"},
        "dummy": {
            True: "the declarer also plays the partner's hand, which lies open",
            False: "nobody lays a hand open",
        },
        "first_trick_forbidden": {(): "any card may be played in the first trick"},
        "high_card_wins": {True: "the highest card wins the trick", False: "the lowest card wins the trick"},
        "lead_suit_required": {True: "suit must be followed where possible", False: "nobody has to follow suit"},
        "null_order": {None: ""},
        "opening_lead": {None: "any card may be led to the first trick"},
        "trump_beats_suit": {True: "trumps beat all other suits", False: "trumps beat no other suit"},
        "trump_order": {None: ""},
        "trump_ranks": {(): "only cards of the trump suit are trumps"},
        "trump_ranks_of": "",
        "trump_suit": {"none": "", "selected": "", **{suit: f"{name} are trumps" for suit, name in SUIT_NAMES.items()}},
        "winner_actions": {(): "winning a trick brings nothing but its cards"},
    },
    "TurnUpPhase": {"count": "{} cards are turned up at a time"},
}


def contrast(phase: PhaseMechanic, name: str, context: Context) -> str | None:
    """What the value of a field means; empty if it follows from what else is told, None if only sentences say it."""
    value, kind = getattr(phase, name), type(phase).__name__
    if name == "trump_ranks" and value and getattr(phase, "trump_ranks_of", "") == "color":
        ranks = list_words(
            f"the {rank_word(rank)} of trumps and the other {rank_word(rank)} of its colour" for rank in value
        )
        return f"{ranks} are the highest trumps"
    if name == "play_condition" and value is not None and not value.is_table():
        which = which_card(value, context)
        return f"you must play {which}, if you can" if len(which.split()) <= FEW and " or " not in which else None
    if name == "trump_suit" and context.setup.trump_selection_method == "fixed" and context.setup.trump_suit == value:
        return ""  # told as the setup
    if name == "not_taken" and not context.takes_discards:
        return ""  # no card is taken from there
    if isinstance(phase, BattlePhase) and name in ("cards_down", "on_tie"):
        return tell_ties(phase)
    if (kind, name) == ("PlayPhase", "max_cards"):
        alike = " of one rank" if getattr(phase, "group_validation", "") == "set" else ""
        return (
            "only one card may be played at a time"
            if value == 1
            else f"up to {value} cards{alike} may be played at once"
        )
    if (
        isinstance(phase, BidPhase)
        and name in ("bag_limit", "overtrick_points")
        and phase.bag_limit == 1
        and phase.bag_penalty
    ):
        return f"each trick beyond the bid costs {phase.bag_penalty}" if name == "bag_limit" else ""
    words = CONTRASTS.get(kind, {}).get(name)
    if isinstance(words, str):
        return re.sub(r"\b1 (point|card|column|trick)s", r"1 \1", words.format(value or "nothing"))
    return next((text for each, text in (words or {}).items() if each == value), None)  # some values cannot be hashed


def tell_ties(battle: BattlePhase) -> str:
    """What happens where several play the highest card."""
    if battle.on_tie == "nobody":
        return "in a tie nobody wins, and the cards played are lost"
    down = battle.cards_down
    return f"those who tie {f'put down {cards(down)} and ' * bool(down)}turn up one more, until one of them wins"
