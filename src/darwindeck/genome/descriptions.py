"""What each part and field of a game file means, in a sentence for editors. docs/genome.md is exact; this only reminds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from ..mechanics import Action, Condition, Phase

# Fields that mean the same wherever they stand.
SHARED = {
    "actions": "What is done, in this order.",
    "card_filter": "Only cards that satisfy this condition; null: any.",
    "condition": "Only if this holds for the seat; null: always.",
    "count": "How many cards.",
    "mandatory": "Whether it must be done where it can be; else the seat may pass.",
    "match": "What two cards of a pair have in common.",
    "max_cards": "At most so many cards.",
    "min_cards": "At least so many cards.",
    "n": "How many cards at least.",
    "operator": "How the first is compared with the second.",
    "rank": "A rank, A to K; null, where allowed: any.",
    "source": "The pile the cards come from.",
    "suit": "A suit: C, D, H or S; null, where allowed: any.",
    "target": "The pile the cards go to.",
    "trigger_condition": "When it acts; null, where allowed: always.",
    "type": "What kind of part this is.",
    "value": "The number to compare with.",
    "who": "Whom it concerns, seen from the seat that acts.",
}

# Of each part that is no mechanic: itself under "", and fields that have a meaning of their own there.
OWN: Mapping[str, Mapping[str, str]] = {
    "GameGenome": {
        "$schema": "The schema this file is written by, for editors; it is not read.",
        "description": "What the game is like, for people.",
        "generation": "Of an evolved game, the generation it was made in; else 0.",
        "genome_id": "A short name without spaces, by which the game is filed.",
        "lineage": "How an evolved game was made from its parents.",
        "match": "Several deals played as one game; null: one deal.",
        "max_turns": "The game ends after so many turns, so that every game ends.",
        "name": "The game's name, for people.",
        "parents": "The genome_id of each game that an evolved one was made from.",
        "player_count": "How many seats, unless one is chosen from player_counts.",
        "player_counts": "The numbers of seats the game allows; empty: only player_count.",
        "partner_counts": "Those of them at which players opposite each other are partners; at others each plays alone.",
        "schema_version": "The version of this format.",
        "scoring_rules": "What is counted at the end of a deal, and for how many points.",
        "setup": "The pack, the deal, who begins, and the chips.",
        "special_effects": "What happens when certain cards are played in a PlayPhase.",
        "sweep": "What a side gets for scoring everything in one deal, as in shooting the moon; null: nothing special.",
        "teams": "Seats that play together, one list a side; empty: each for itself.",
        "triggers": "What happens at the end of a turn when a condition holds.",
        "turn_structure": "What happens in a turn, and once before the first.",
        "win_conditions": "What ends a deal or the game, and who has won; the first that ranks decides.",
    },
    "SetupRules": {
        "card_values": "What cards are worth by rank, where values are added up; by default A 1, pips their number, J 11, Q 12, K 13.",
        "cards_per_player": "Cards dealt to each hand; 0: all of them.",
        "custom_deck": "The cards, where initial_deck is custom.",
        "discard_visibility": "Whether the discard pile lies face up.",
        "even_deal_removals": "Cards left out one after the other until the rest divides evenly among the seats.",
        "hand_order": "Whether a hand is chosen from freely (set) or played from its top (queue), as in war.",
        "hand_sizes": "Cards dealt to each hand by the number of seats, where it differs from cards_per_player.",
        "hand_suits": "Each seat gets a whole suit instead of a deal: the suit of the first seat, of the second, and so on.",
        "hand_visibility": "Who sees the cards of a hand.",
        "initial_deck": "The pack: 52 cards, 51 (without the queen of clubs), 40 (without 8, 9, 10), 36 (without 2 to 5), or custom.",
        "initial_discard_count": "Cards turned up onto the discard pile after the deal.",
        "initial_discard_not": "A rank that must not lie on top of the discard pile at first; null: any may.",
        "initial_tableau_count": "Cards laid out face up on the table after the deal.",
        "leftover": "Cards that do not divide evenly are dealt on (deal) or laid aside.",
        "post_deal_actions": "What every seat does, in turn, after the deal.",
        "rank_order": "Which rank is stronger: ace_high, ace_low, or a list of ranks, weakest first.",
        "redeal_count": "How many cards of redeal_rank on the table make the deal begin again.",
        "redeal_rank": "The rank of which too many cards on the table make the deal begin again; null: none.",
        "refill": "Cards dealt to each hand when all hands are empty, while the stock lasts; 0: none.",
        "removed_cards": "Cards taken out of the pack.",
        "reshuffle": "Whether an empty stock is refilled from the discard pile, all but its top card.",
        "resources": "Chips and forced bets; null: starting_chips alone.",
        "starting_card": "The card whose holder begins, where starting_player is holder.",
        "starting_chips": "Chips of each seat; short for resources with nothing else.",
        "starting_player": "Who takes the first turn.",
        "trump_selection_method": "How the trump suit of a deal is found.",
        "trump_suit": "The trump suit, where it is fixed.",
    },
    "ResourceRules": {
        "ante": "Chips each seat pays into the pot before a deal.",
        "blinds": "Small and big blind; null: none.",
        "min_bet": "The least bet.",
        "starting_chips": "Chips each seat begins with.",
    },
    "TurnStructure": {
        "opening": "Phases that run once a deal, before the first turn.",
        "phases": "Phases of every turn, in this order.",
    },
    "SpecialEffect": {"trigger_card": "The rank that has the effect; null: any."},
    "TriggerEffect": {"priority": "The highest acts first."},
    "ScoringRule": {
        "condition": "What is counted, or what must hold.",
        "description": "The rule in words, for people.",
        "over": "With per_card, so many cards count for nothing.",
        "per_card": "Whether the points are for each card counted.",
        "points": "How many points; negative ones are lost.",
        "points_source": "Whether points are as they stand, or multiply the values of the cards counted or of those in other hands.",
    },
    "SweepRule": {
        "others": "What every other side gets instead.",
        "own": "What that side gets instead of what it scored.",
        "total": "The points of a deal that one side must have scored.",
    },
    "MatchRules": {
        "hand_schedule": "Cards dealt to each hand in the first deal, the second, and so on, over and over; empty: as the setup says.",
        "next_dealer": "Who deals next: the player to the dealer's left, or whoever won the most tricks.",
        "max_deals": "The game ends after so many deals at the latest.",
        "tie": "Whether sides that are level at the end share the win or play on.",
    },
    "WinCondition": {
        "": "What ends a deal or the game, or who has won.",
        "threshold": "The score to reach, or for deck_empty how many cards may be left in the stock; null where there is none.",
    },
    # Words.
    "Operator": {"": "A comparison."},
    "Visibility": {"": "Who sees a hand: its owner, nobody, or everybody."},
}  # fmt: skip


def own_descriptions() -> dict[str, Mapping[str, str]]:
    """What each part and its fields mean there; mechanics say it themselves."""
    kinds = (*get_args(Phase), *get_args(Condition), *get_args(Action))
    return {**OWN, **{kind.__name__: kind.descriptions for kind in kinds}}


def describe(schema: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema with a description of every part and field."""
    described = own_descriptions()
    for name, part in schema["$defs"].items():
        own = described.get(name, {})
        if "" in own:
            part["description"] = own[""]
        for field, kind in part.get("properties", {}).items():
            if text := own.get(field) or SHARED.get(field):
                kind["description"] = text
    return schema
