"""BatchedMCTS on cards: rooted at what a seat knows, whatever the truth is."""

from __future__ import annotations

import numpy as np
import pytest

from darwindeck import Game, known_games, simulate
from darwindeck.errors import SearchError
from darwindeck.search import BatchedMCTS, Leaves, SearchOptions, run, uniform_evaluator
from darwindeck.search.player import SearchPlayer

from .test_batched import everything

GAMES = ["hearts", "crazy-eights", "draw-poker", "gin-rummy", "cheat", "scopa"]


def hash_evaluator(leaves: Leaves) -> tuple[np.ndarray, np.ndarray]:
    keys = np.bitwise_xor.reduce(leaves.packed * np.uint64(0x9E3779B97F4A7C15), axis=1) >> np.uint64(40)
    priors = ((keys[leaves.rows] ^ leaves.actions.astype(np.uint64)) % np.uint64(97) + np.uint64(1)).astype(np.float32)
    return priors, (keys % np.uint64(2001)).astype(np.float32) / 1000 - 1


def states_of(game: Game, count: int, plies: int = 6) -> list:  # type: ignore[type-arg]
    """Some way into `count` games."""
    states = []
    for index in range(count):
        state = game.start(seed=9, index=index)
        for ply in range(plies):
            if not state.is_over:
                moves = game.legal_moves(state)
                state = game.apply(state, moves[(index + ply) % len(moves)])
        states.append(state)
    return states


@pytest.mark.parametrize("name", known_games())
def test_every_known_game_can_be_searched(name: str) -> None:
    game = Game(name)
    states = states_of(game, 4)
    search = BatchedMCTS(states, simulations=60)
    run(search, hash_evaluator)
    for state, counts, move in zip(states, search.visit_counts(), search.best_moves(), strict=True):
        assert sorted(counts) == (game.legal_moves(state) if counts else [])
        assert (move in counts and sum(counts.values()) == 60) or state.is_over
    search.grow("heuristic")


@pytest.mark.parametrize("name", GAMES)
def test_the_number_of_threads_does_not_show(name: str) -> None:
    states = states_of(Game(name), 7)
    found = []
    for threads in (1, 2, 3):
        search = BatchedMCTS(
            states, simulations=100, seed=4, threads=threads, options=SearchOptions(dirichlet_epsilon=0.2)
        )
        run(search, hash_evaluator)
        search.advance(search.best_moves())
        search.grow("heuristic")
        found.append(everything(search))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_cannot_see_changes_nothing(name: str) -> None:
    """The same search from every deal that the seat cannot tell apart, down to the leaves that are asked about."""
    game = Game(name)
    for state in states_of(game, 3):
        if state.is_over:
            continue
        view = game.view(state, state.to_move)
        twins = [
            BatchedMCTS([of], simulations=80, seed=2) for of in (state, game.redeal(view, 7), game.redeal(view, 8))
        ]
        while not twins[0].done:
            asked = [twin.ask() for twin in twins]
            assert asked[0].packed.tolist() == asked[1].packed.tolist() == asked[2].packed.tolist()
            for twin, leaves in zip(twins, asked, strict=True):
                twin.tell(*hash_evaluator(leaves))
        assert everything(twins[0]) == everything(twins[1]) == everything(twins[2])


@pytest.mark.parametrize("name", GAMES)
def test_a_packed_leaf_is_the_movers_view(name: str) -> None:
    """Its first words are the piles that everybody sees, the mover's own hand, and nobody else's hidden cards."""
    game = Game(name)
    for state in states_of(game, 3):
        if state.is_over:
            continue
        leaves = BatchedMCTS([state], simulations=5).ask()
        seen = game.view(state, state.to_move).as_dict()["piles"]
        words = [sum(1 << card for card in pile["known"]) for pile in [seen["deck"], seen["discard"], seen["tableau"]]]
        assert leaves.packed[0, :3].tolist() == words
        turned = [(state.to_move + place) % game.seats for place in range(game.seats)]
        hands = [sum(1 << card for card in seen["hand"][seat]["known"]) for seat in turned]
        assert leaves.packed[0, 6 : 6 + game.seats].tolist() == hands
        assert leaves.actions.tolist() == [turn(move, state.to_move, game.seats) for move in game.legal_moves(state)]


def turn(move: int, mover: int, seats: int) -> int:
    """A move as leaves name it: a seat is so many places after the mover."""
    return 84 + (move - 84 - mover) % seats if 84 <= move < 92 else move


def test_a_leaf_says_how_deep_open_cards_lie() -> None:
    """The discards of crazy eights from the top down, a byte a card: 1 + the cards above it."""
    game = Game("crazy-eights")
    state = [state for state in states_of(game, 12, plies=12) if not state.is_over][-1]
    discards = game.view(state, state.to_move).as_dict()["piles"]["discard"]["order"]
    depths = BatchedMCTS([state], simulations=5).ask().packed[0, 68:76].copy().view(np.uint8)
    assert len(discards) > 2
    assert [depths[card] for card in discards] == list(range(1, 1 + len(discards)))
    assert np.count_nonzero(depths) == len(discards)


def test_a_leaf_says_who_holds_one_of_which_cards() -> None:
    """Whoever asks for a rank in go fish holds a card of it: the set, and the seat counted from the mover."""
    game = Game("go-fish")
    for state in states_of(game, 6):
        if state.is_over:
            continue
        view = game.view(state, state.to_move).as_dict()
        words = BatchedMCTS([state], simulations=5).ask().packed[0]
        sets = [int(word) for word in words[55:63] if word]
        holders = [int(byte) - 1 for byte in words[126:127].copy().view(np.uint8) if byte]
        known = [
            (sum(1 << card for card in cards), (seat - state.to_move) % game.seats) for seat, cards in view["at_least"]
        ]
        assert list(zip(sets, holders, strict=True)) == known


def test_values_may_be_given_for_every_seat() -> None:
    """For the mover alone, the others are taken to share the opposite."""
    for name, others in (("crazy-eights", 1), ("hearts", 3)):
        states = states_of(Game(name), 3)
        alone, every = BatchedMCTS(states, simulations=80), BatchedMCTS(states, simulations=80)
        run(alone, hash_evaluator)
        while not every.done:
            priors, values = hash_evaluator(every.ask())
            every.tell(priors, np.stack([values] + [-values / np.float32(others)] * others, axis=1))
        assert everything(alone) == everything(every)
        with pytest.raises(SearchError, match="values: the shape"):
            every.restart(0, states[0])
            every.ask()
            every.tell(None, np.zeros((1, 7)))


def test_the_player_beats_chance() -> None:
    class Quick(SearchPlayer):
        simulations = 100

    records = simulate(Game("crazy-eights").genome, players=[Quick, "random"], games=60, seed=5)
    assert records.payoffs[:, 0].mean() > 0.2


def test_whole_games_end() -> None:
    game = Game("hearts")
    search = BatchedMCTS([game.start(seed=1, index=index) for index in range(3)], simulations=20)
    for _ in range(3000):
        search.grow("uniform")
        moves = search.best_moves()
        if all(move < 0 for move in moves):
            break
        search.advance(moves)
    assert all(search.state(tree).is_over for tree in range(3))


def test_misuse_is_an_error() -> None:
    hearts, war = Game("hearts").start(), Game("whist").start()
    for states, message in (([hearts, war], "one game"), ([hearts, "8/8"], "states: must all")):
        with pytest.raises(SearchError, match=message):
            BatchedMCTS(states)
    search = BatchedMCTS([hearts], simulations=5)
    run(search, uniform_evaluator)
    for call in (lambda: search.state(1), lambda: search.move_names([1]), lambda: search.advance([255])):
        with pytest.raises(SearchError):
            call()
    with pytest.raises(SearchError, match="another game"):
        search.restart(0, war)
