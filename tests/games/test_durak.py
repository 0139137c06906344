"""Durak: attack, defence, adding, taking, the refill, the trump card, and the fool."""

from __future__ import annotations

import pytest

from darwindeck import Game, load_genome
from tests.edits import edited

from . import FULL_DECK, cards, deck_of_hands
from .naming import NamedPlay, random_moves

COUNTS = (2, 3, 4, 5, 6)
WITH_STOCK = (2, 3, 4, 5)  # six are dealt all the cards
GAMES = {players: Game(load_genome("durak", players)) for players in COUNTS}
DECK = [card for card in FULL_DECK if card[:-1] not in ("2", "3", "4", "5")]
STRENGTH = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]

# Trumps are hearts; seat 0 has the lowest of them.
ATTACKER = "6H 7C 7D 8C 9S KS"
DEFENDER = "8H 9C 10C 7S JD QD"
THIRD = "AS KC 10D 7H 9D AD"


def strength(card: str) -> int:
    return STRENGTH.index(card[:-1])


def beats(card: str, attack: str, trump: str) -> bool:
    if card[-1] == attack[-1]:
        return strength(card) > strength(attack)
    return card[-1] == trump


def durak(*hands: str, then: str = "", last: str = "AH") -> NamedPlay:
    return NamedPlay(GAMES[len(hands)], deck_of_hands(hands, then=then, deck=DECK, last=last))


def end_game(deck: str, each: int, players: int = 2) -> NamedPlay:
    """The game with nothing but these cards; the last is trumps."""
    changes = {"setup.initial_deck": "custom", "setup.custom_deck": cards(deck), "setup.cards_per_player": each}
    return NamedPlay(Game(edited("durak", changes | {"player_count": players})), cards(deck))


@pytest.mark.parametrize("players", COUNTS)
def test_six_cards_each_and_the_bottom_card_is_trumps(players: int) -> None:
    play = NamedPlay(GAMES[players], seed=players)
    assert [len(hand) for hand in play.hands] == [6] * players
    turned = play.pile("turned")
    assert len(play.pile("deck")) + len(turned) == 36 - 6 * players
    if players in WITH_STOCK:
        assert "CDHS".index(turned[0][-1]) == play.facts["trump"]
        assert all(play.game.view(play.state, seat).as_dict()["piles"]["turned"]["known"] for seat in range(players))


@pytest.mark.parametrize("players", COUNTS)
def test_the_lowest_trump_attacks_first(players: int) -> None:
    for seed in range(20):
        play = NamedPlay(GAMES[players], seed=seed)
        trump = "CDHS"[play.facts["trump"]]
        held = [(strength(card), seat) for seat, hand in enumerate(play.hands) for card in hand if card[-1] == trump]
        if held:
            assert play.to_move == min(held)[1]
        assert {*play.moves} == {*play.hand(play.to_move)}  # any card, but no pass


def test_an_attack_is_beaten_by_a_higher_card_of_the_suit_or_a_trump() -> None:
    play = durak(ATTACKER, DEFENDER).do("8C")
    assert play.to_move == 1 and play.moves == [*cards("9C 10C 8H"), "take"]


def test_a_trump_is_beaten_by_a_higher_trump_only() -> None:
    assert durak(ATTACKER, DEFENDER).do("6H").moves == ["8H", "take"]
    assert durak("6H 10H JH 9S KS 7C", DEFENDER).do("10H").moves == ["take"]


def test_cards_of_ranks_on_the_table_may_be_added() -> None:
    play = durak(ATTACKER, DEFENDER).do("8C", "9C")
    assert play.to_move == 0 and play.moves == ["9S", "pass"]
    play.do("9S")
    assert play.to_move == 1 and play.moves == ["8H", "take"]


def test_a_beaten_attack_is_put_aside_and_the_defender_attacks() -> None:
    play = durak(ATTACKER, DEFENDER, then="6C 6D 6S").do("8C", "9C", "pass")
    assert sorted(play.pile("aside")) == cards("8C 9C") and play.pile("tableau") == []
    assert play.to_move == 1 and {*play.moves} == {*play.hand(1)}
    assert "6C" in play.hand(0) and "6D" in play.hand(1)  # the attacker draws first


def test_who_takes_has_all_the_cards_and_may_not_attack() -> None:
    play = durak(ATTACKER, DEFENDER, then="6C 6D 6S").do("8C", "9C", "9S", "take")
    assert {*play.hand(1)} == {*cards(DEFENDER), *cards("8C 9S")}
    assert play.known_hand(0, 1) == cards("8C 9C 9S")
    assert {*cards("6C 6D")} <= {*play.hand(0)} and len(play.hand(0)) == 6
    assert play.to_move == 0 and {*play.moves} == {*play.hand(0)}


def test_the_attacker_adds_before_the_others_and_the_defender_never_does() -> None:
    play = durak(ATTACKER, DEFENDER, THIRD).do("8C", "9C")
    assert play.to_move == 0 and play.moves == ["9S", "pass"]
    play.do("pass")
    assert play.to_move == 2 and play.moves == ["9D", "pass"]
    play.do("9D")
    assert play.to_move == 1 and play.moves == [*cards("JD QD 8H"), "take"]
    play.do("JD")
    assert play.to_move == 0 and play.moves == ["9S", "pass"]  # asked again


def test_who_took_is_passed_over() -> None:
    assert durak(ATTACKER, DEFENDER, THIRD).do("8C", "take").to_move == 2


def test_hands_are_filled_up_the_attacker_first_and_the_defender_last() -> None:
    play = durak(ATTACKER, DEFENDER, THIRD, then="6C 6D 6S 8D 8S")
    play.do("8C", "9C", "pass", "9D", "JD", "9S", "8H")
    # Seat 0 has played two cards, seat 2 one, seat 1 three.
    assert {*cards("6C 6D")} <= {*play.hand(0)}
    assert "6S" in play.hand(2)
    assert {*cards("8D 8S")} <= {*play.hand(1)}
    assert [len(hand) for hand in play.hands] == [6, 6, 6]


def test_there_are_no_more_attacks_than_the_defender_held_cards() -> None:
    play = end_game("6C 7C 6D 7D 6S 7S 6H 8H", each=3)
    play.do("6C", "7C", "6D", "7D", "6S")
    assert play.to_move == 1
    play.do("7S")
    assert play.pile("tableau") == []  # three is all it held
    play = end_game("6C 7C 6S 6D 7D 8C 9D 10D 10S JD QS AH", each=2, players=3)
    play.do("6C", "7C", "6D", "7D")
    assert play.pile("tableau") == [] and "6S" in play.hand(2)  # it could have been added


def test_the_trump_card_is_drawn_last() -> None:
    play = durak("6H 7C 7D 8C 9S KS", "8H 9C 10C 7S JD QD", "AS KC 10D 7H 9D AD", then="", last="AH")
    last_stock = None
    for move in random_moves(play, 3):
        stock, turned = play.pile("deck"), play.pile("turned")
        assert turned == ["AH"] or stock == []
        play.do(move)
        if turned and not play.pile("turned"):
            last_stock = play.pile("deck")
            assert any("AH" in hand for hand in play.hands)
    assert last_stock == []


def bout_of(play: NamedPlay, attacker: int) -> int:
    """The defender against this attacker."""
    hands, players = play.hands, play.game.seats
    return next(seat % players for seat in range(attacker + 1, attacker + players) if hands[seat % players])


def nobody_could_add(hands: list[list[str]], table: list[str], defending: list[str]) -> bool:
    """Why a bout is over: six attacks, no card left to defend with, or no card of a rank on the table."""
    ranks = {card[:-1] for card in table}
    return len(table) == 12 or not defending or not any(card[:-1] in ranks for hand in hands for card in hand)


def filled_up(hands: list[list[str]], stock: list[str], order: list[int]) -> list[set[str]]:
    for seat in order:
        while len(hands[seat]) < 6 and stock:
            hands[seat].append(stock.pop(0))
    return [{*hand} for hand in hands]


def expected_moves(play: NamedPlay, attacker: int, defender: int) -> set[str]:
    """What the seat to move may do, from the rules alone."""
    table, hand, trump = play.pile("tableau"), play.hand(play.to_move), "CDHS"[play.facts["trump"]]
    if len(table) % 2:
        assert play.to_move == defender
        return {card for card in hand if beats(card, table[0], trump)} | {"take"}
    if not table:
        assert play.to_move == attacker
        return {*hand}
    assert play.to_move != defender
    assert len(table) // 2 < min(6, len(play.hand(defender)) + len(table) // 2)
    return {card for card in hand if card[:-1] in {other[:-1] for other in table}} | {"pass"}


@pytest.mark.parametrize("players", COUNTS)
def test_every_bout_goes_by_the_rules(players: int) -> None:
    for seed in range(6):
        play = NamedPlay(GAMES[players], seed=seed)
        attacker, defender = play.to_move, bout_of(play, play.to_move)
        for move in random_moves(play, seed):
            assert {*play.moves} == expected_moves(play, attacker, defender)
            hands, table, seat = play.hands, play.pile("tableau"), play.to_move
            stock, aside = play.pile("deck") + play.pile("turned"), {*play.pile("aside")}
            play.do(move)
            if play.pile("tableau"):
                continue
            order = [(attacker + step) % players for step in range(players)]
            order = [seat for seat in order if seat != defender] + [defender]
            if move == "take":
                hands[defender] += table
            elif move != "pass":
                hands[seat].remove(move)
                table.append(move)
            if move != "take":
                unasked = order[order.index(seat) + 1 : -1] if move == "pass" else order[:-1]
                assert nobody_could_add([hands[other] for other in unasked], table, hands[defender])
            assert [{*hand} for hand in play.hands] == filled_up(hands, stock, order)
            assert {*play.pile("aside")} == (aside if move == "take" else aside | {*table})
            if play.is_over:
                break
            first = defender + (move == "take")
            attacker = next(seat % players for seat in range(first, first + players) if play.hand(seat % players))
            assert play.to_move == attacker
            defender = bout_of(play, attacker)


@pytest.mark.parametrize("players", COUNTS)
def test_the_last_with_cards_is_the_fool(players: int) -> None:
    endings = set()
    for seed in range(25):
        play = NamedPlay(GAMES[players], seed=seed)
        for move in random_moves(play, seed):
            assert play.pile("tableau") or sum(map(bool, play.hands)) >= 2
            play.do(move)
        holding = [seat for seat in range(players) if play.hand(seat)]
        assert len(holding) <= 1 and play.pile("deck") == play.pile("turned") == []
        safe = [seat for seat in range(players) if seat not in holding]
        assert play.game.winners(play.state) == (safe if holding else [])
        endings.add(play.game.ending(play.state))
    assert endings <= {"decided", "draw"}


def test_the_fool_has_cards_when_nobody_else_has() -> None:
    play = end_game("6C 7D 6H", each=1).do("6C", "take")
    assert not play.is_over  # seat 0 has drawn the trump card
    play.do("6H", "take")
    assert play.is_over and play.game.winners(play.state) == [0]


def test_it_is_a_draw_when_the_last_cards_beat_each_other() -> None:
    play = end_game("6C 7C 7D 8D", each=2).do("6C", "7C", "7D", "8D")
    assert play.is_over and play.game.ending(play.state) == "draw"
    assert play.hands == [[], []] and play.game.payoffs(play.state) == [0.0, 0.0]
