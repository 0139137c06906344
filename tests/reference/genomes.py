"""The genomes that are fuzzed: random ones, some of them turned to what random ones seldom come to."""

from __future__ import annotations

import random

import msgspec

from darwindeck.evolve.operators.repair import repair
from darwindeck.evolve.random_genomes import random_genome
from darwindeck.genome.genome import GameGenome, MatchRules, TurnStructure
from darwindeck.genome.setup import ResourceRules, SetupRules
from darwindeck.language.fields import RANKS, SUITS, Visibility
from darwindeck.mechanics import SpecialEffect, WinCondition
from darwindeck.mechanics.actions.choose_suit import ChooseSuit
from darwindeck.mechanics.actions.draw_cards import DrawCards
from darwindeck.mechanics.conditions.card_is_rank import CardIsRank
from darwindeck.mechanics.conditions.card_matches_color import CardMatchesColor
from darwindeck.mechanics.conditions.card_matches_rank import CardMatchesRank
from darwindeck.mechanics.conditions.card_matches_suit import CardMatchesSuit
from darwindeck.mechanics.conditions.compound import CompoundCondition
from darwindeck.mechanics.conditions.must_beat import MustBeat
from darwindeck.mechanics.phases.auction import AuctionPhase
from darwindeck.mechanics.phases.battle import BattlePhase
from darwindeck.mechanics.phases.betting import BettingPhase
from darwindeck.mechanics.phases.call_trump import CallTrumpPhase
from darwindeck.mechanics.phases.climb import ClimbPhase
from darwindeck.mechanics.phases.discard import DiscardPhase
from darwindeck.mechanics.phases.draw import DrawPhase
from darwindeck.mechanics.phases.knock import KnockPhase
from darwindeck.mechanics.phases.play import PlayPhase
from darwindeck.mechanics.phases.race import RacePhase
from darwindeck.mechanics.phases.solo import SoloPhase
from darwindeck.mechanics.phases.title_exchange import TitleExchangePhase
from darwindeck.mechanics.phases.trick import TrickPhase

TURNED = 16  # one genome in so many


def genome_at(seed: int, number: int) -> GameGenome:
    rng = random.Random(f"{seed}/{number}")
    genome = random_genome(rng)
    turns = {0: about_last_played, TURNED // 2: about_going_out, TURNED // 4: about_melds, 3 * TURNED // 4: about_pots,
             TURNED // 8: about_calls, 3 * TURNED // 8: about_titles, 5 * TURNED // 8: about_races,
             7 * TURNED // 8: about_solos}  # fmt: skip
    turn = turns.get(number % TURNED)
    return (turn(genome, rng) if turn else None) or genome


def _in_hand(setup: SetupRules) -> SetupRules:
    """Hands that players hold and see, and no chips."""
    return msgspec.structs.replace(
        setup,
        hand_order="set",
        hand_visibility=Visibility.OWNER_ONLY,
        hand_suits=(),
        starting_chips=0,
        resources=None,
    )


def about_last_played(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """With plays of several cards that must match the last one played, or be wild; None if it does not take them."""
    like = rng.choice((CardMatchesRank, CardMatchesSuit))(reference="last_played")
    wild = CompoundCondition(logic="OR", conditions=(like, CardIsRank(rank=rng.choice(RANKS))))
    play = PlayPhase(valid_play_condition=rng.choice((like, wild)), max_cards=rng.randint(2, 4))
    phases = [phase for phase in genome.turn_structure.phases if not isinstance(phase, PlayPhase)]
    turn = msgspec.structs.replace(genome.turn_structure, phases=(play, *phases))
    return repair(msgspec.structs.replace(genome, turn_structure=turn))


def about_going_out(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """With few cards to get rid of, each of which lets the player name the suit of the next; None if it does not take them."""
    like = rng.choice((CardMatchesSuit, CardMatchesColor))(reference="top_discard")
    play = PlayPhase(valid_play_condition=like, draw_if_unable=rng.choice(("none", "one", "until")))
    effect = SpecialEffect(
        actions=(ChooseSuit(), *(action for old in genome.special_effects for action in old.actions[:2]))
    )
    wins = (win for win in genome.win_conditions if win.type != "empty_hand")
    return repair(
        msgspec.structs.replace(
            genome,
            setup=msgspec.structs.replace(genome.setup, cards_per_player=rng.randint(1, 3), initial_discard_count=1),
            turn_structure=TurnStructure(phases=(play,)),
            special_effects=(effect,),
            win_conditions=(WinCondition(type="empty_hand"), *wins),
        )
    )


def about_melds(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """With so few ranks that melds cross, and knocks that any hand can make; None if it does not take them."""
    lowest = rng.randint(0, 8)
    ranks = RANKS[lowest : lowest + 5]
    knock = KnockPhase(limit=50, gin_bonus=rng.randint(0, 9), undercut_bonus=rng.randint(0, 9))
    setup = msgspec.structs.replace(
        genome.setup,
        initial_deck="custom",
        custom_deck=tuple(rank + suit for suit in SUITS for rank in ranks),
        card_values=dict.fromkeys(ranks, 1) if rng.random() < 0.7 else {},
        hand_order="set",
        hand_visibility=Visibility.OWNER_ONLY,
        hand_suits=(),
        cards_per_player=rng.randint(7, 9),
        initial_tableau_count=0,
        initial_discard_count=rng.randint(0, 1),
    )
    turn = TurnStructure(phases=(DrawPhase(or_source="discard"), DiscardPhase(), knock))
    return repair(msgspec.structs.replace(genome, player_count=2, teams=(), setup=setup, turn_structure=turn))


def about_pots(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """With few chips, bets of all of them, and battles for the pot; None if it does not take them."""
    chips = ResourceRules(starting_chips=rng.randint(3, 12), min_bet=1, ante=rng.randint(0, 2))
    betting = BettingPhase(min_bet=rng.randint(1, 3), bet_sizes=("min", "pot", "all_in"), ante=rng.randint(0, 1))
    battle = BattlePhase(spoils="pot", take_to="capture_zone", cards_down=rng.randint(0, 1))
    setup = msgspec.structs.replace(
        _in_hand(genome.setup),
        cards_per_player=rng.randint(3, 6),
        starting_chips=0,
        resources=chips,
    )
    return repair(
        msgspec.structs.replace(
            genome,
            player_count=rng.randint(2, 4),
            teams=(),
            setup=setup,
            turn_structure=TurnStructure(phases=(betting, battle)),
            win_conditions=(WinCondition(type="most_chips"),),
            match=MatchRules(max_deals=rng.randint(3, 9)),
        )
    )


def about_calls(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """With a declarer, ranks that are trumps, and a dummy; None if it does not take them."""
    vulnerable = tuple(rng.choice(("none", "dealers", "others", "both")) for _ in range(rng.randint(0, 3)))
    call = rng.choice(
        (
            CallTrumpPhase(forced=rng.random() < 0.5, dealer_takes=rng.random() < 0.7, needed=rng.randint(1, 3)),
            AuctionPhase(max_level=rng.randint(1, 7), book=rng.randint(0, 2), vulnerable=vulnerable),
        )
    )
    partners = rng.random() < 0.7
    trick = TrickPhase(
        trump_suit="selected",
        trump_ranks=tuple(rng.sample(RANKS, rng.randint(0, 3))),
        trump_ranks_of=rng.choice(("all", "color")),
        high_card_wins=rng.random() < 0.8,
        dummy=partners and rng.random() < 0.6,
    )
    setup = msgspec.structs.replace(
        _in_hand(genome.setup),
        cards_per_player=rng.randint(2, 5),
        initial_tableau_count=1,
    )
    return repair(
        msgspec.structs.replace(
            genome,
            player_count=4,
            teams=((0, 2), (1, 3)) if partners else (),
            setup=setup,
            turn_structure=TurnStructure(opening=(call,), phases=(trick,)),
            match=MatchRules(max_deals=rng.randint(2, 4)),
        )
    )


def about_races(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """With a race for few points, pairs, and a stock that can be closed; None if it does not take them."""
    race = RacePhase(
        target=rng.randint(10, 60),
        half=rng.randint(0, 30),
        close=rng.random() < 0.7,
        swap_rank=rng.choice((*RANKS, None)),
        pair_ranks=tuple(rng.sample(RANKS, rng.choice((0, 2)))),
    )
    trick = TrickPhase(
        lead_suit_required=rng.random() < 0.3,
        trump_suit="selected",
        play_condition=rng.choice((MustBeat(), None)),
        winner_actions=(DrawCards(who="all"),) if rng.random() < 0.7 else (),
    )
    setup = msgspec.structs.replace(
        _in_hand(genome.setup),
        cards_per_player=rng.randint(2, 6),
        trump_selection_method="bottom_card",
    )
    return repair(
        msgspec.structs.replace(
            genome,
            teams=(),
            setup=setup,
            turn_structure=TurnStructure(phases=(race, trick)),
            match=MatchRules(max_deals=rng.randint(2, 6)),
        )
    )


def about_solos(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """With one who plays alone, few cards left over, and small values that bids soon pass; None if it does not take them."""
    solo = SoloPhase(
        suit_value=rng.randint(1, 9),
        suit_step=rng.randint(0, 2),
        grand_value=rng.choice((0, 5)),
        null_value=rng.choice((0, 6)),
        null_hand_value=rng.randint(0, 20),
        needed=rng.randint(1, 30),
        more=rng.randint(20, 60),
        announcements=rng.random() < 0.5,
    )
    trick = TrickPhase(
        trump_suit="selected",
        trump_ranks=tuple(rng.sample(RANKS, rng.randint(0, 2))),
        trump_ranks_of="ordered",
        null_order=RANKS if solo.null_value else None,
        high_card_wins=rng.random() < 0.8,
    )
    players, hand = rng.randint(2, 4), rng.randint(2, 5)
    pack = [rank + suit for suit in SUITS for rank in RANKS]
    deck = tuple(rng.sample(pack, players * hand + rng.randint(0, 3)))
    setup = SetupRules(
        initial_deck="custom", custom_deck=deck, cards_per_player=hand, rank_order=genome.setup.rank_order
    )
    return repair(
        msgspec.structs.replace(
            genome,
            player_count=players,
            player_counts=(),
            teams=(),
            setup=setup,
            turn_structure=TurnStructure(opening=(solo,), phases=(trick,)),
            match=MatchRules(max_deals=rng.randint(2, 5)),
        )
    )


def about_titles(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """With sets that climb and titles that are carried on; None if it does not take them."""
    climb = ClimbPhase(
        max_set=rng.randint(1, 4),
        pass_binds=rng.random() < 0.5,
        place_points=tuple(rng.randint(0, 3) for _ in range(rng.randint(0, 3))),
    )
    exchange = TitleExchangePhase(counts=tuple(rng.randint(1, 3) for _ in range(rng.randint(1, 3))))
    setup = msgspec.structs.replace(
        _in_hand(genome.setup),
    )
    return repair(
        msgspec.structs.replace(
            genome,
            setup=setup,
            turn_structure=TurnStructure(opening=(exchange,), phases=(climb,)),
            win_conditions=(WinCondition(type="last_with_cards_loses"),),
            match=MatchRules(max_deals=rng.randint(2, 5)),
        )
    )
