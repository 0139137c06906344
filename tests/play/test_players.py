"""Players by name, from other packages, and what they do at a table."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from darwindeck import Game, load_genome, simulate
from darwindeck.cli import main
from darwindeck.engine.game import View
from darwindeck.engine.players import BUILT_IN, SEARCH, BuiltIn, find_player, player_names
from darwindeck.errors import PlayerError
from darwindeck.play.session import Session
from darwindeck.simulate.outside import BuiltInPlayer
from tests.games import Play, deck_of_hands

MODULE = """
class Last:
    def __init__(self, game, seat, seed):
        self.seed = seed

    def choose(self, view, moves):
        return moves[-1]


class Wrong(Last):
    def choose(self, view, moves):
        return 255


class Mute:
    def __init__(self, game, seat, seed):
        pass


class Alone:
    def __init__(self):
        pass

    def choose(self, view, moves):
        return moves[0]


class Unmade(Last):
    def __init__(self, game, seat, seed):
        raise LookupError("no weights")


class Confused(Last):
    def choose(self, view, moves):
        return view.nothing


number = 3
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package beside ours that brings players, as pip would install it."""
    (tmp_path / "strangers.py").write_text(MODULE)
    info = tmp_path / "strangers-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[darwindeck.players]\nlast = strangers:Last\nbroken = strangers:nobody\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "strangers", raising=False)
    return tmp_path


def run(*words: str, text: str = "") -> str:
    result = CliRunner().invoke(main, list(words), input=text, env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.stderr
    return result.output


def complaint(*words: str) -> str:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    return result.stderr


def test_the_names_of_searches() -> None:
    assert [BUILT_IN[f"mcts-{name}"].iterations for name in ("weak", "medium", "strong")] == [100, 1_000, 10_000]
    assert find_player("mcts:100") == find_player("mcts-weak")


@pytest.mark.parametrize(
    "name",
    ["nobody", "mcts:", "mcts:0", "mcts:-1", "mcts:x", "mcts:99999999999", "nowhere:X", "../x:y", ":", "os:", ":x"],
)
def test_a_wrong_name_is_one_line(name: str) -> None:
    with pytest.raises(PlayerError, match="players"):
        find_player(name)
    assert name in complaint("simulate", "war", "--games", "1", "--players", name)


@pytest.mark.usefixtures("package")
def test_a_package_brings_players() -> None:
    assert "last" in player_names()
    by_name = simulate(load_genome("scopa"), ["last", "greedy"], games=3, seed=2)
    by_module = simulate(load_genome("scopa"), ["strangers:Last", "greedy"], games=3, seed=2)
    assert by_name.payoffs.tolist() == by_module.payoffs.tolist()
    assert "last" in run("duel", "durak", "last", "random", "--games", "4")


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("name", ["broken", "strangers:number", "strangers:Mute", "strangers:Wrong"])
def test_a_faulty_player_is_one_line(name: str) -> None:
    assert "players" in complaint("simulate", "whist", "--games", "1", "--players", name)


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("os:system", "'os:system' cannot be called with (game, seat, seed)"),
        ("strangers:Alone", "'strangers:Alone' cannot be called with (game, seat, seed)"),
        ("strangers:Unmade", "Unmade cannot be made: LookupError: no weights ("),
        ("strangers:Confused", "Confused cannot choose: AttributeError"),
        ("unreadable:Player", "'unreadable:Player' cannot be loaded: SyntaxError"),
        ("leaving:Player", "'leaving:Player' cannot be loaded: SystemExit: 7 ("),
    ],
)
def test_what_is_wrong_with_a_player_is_said(name: str, said: str, package: Path) -> None:
    (package / "unreadable.py").write_text("def :\n")
    (package / "leaving.py").write_text("raise SystemExit(7)\n")
    assert said in complaint("simulate", "war", "--games", "1", "--players", name)
    assert said in complaint("replay", "war", "--players", name)


def test_an_object_can_play() -> None:
    class Counter:
        asked = 0

        def choose(self, view: View, moves: list[int]) -> int:
            self.asked += 1
            assert view.seat == 1
            return moves[0]

    counter = Counter()
    records = simulate(load_genome("scopa"), ["random", counter], games=1, seed=3, plies=True)
    assert records.ply is not None
    assert counter.asked == int((records.ply.seat == 1).sum())


def test_replay_shows_the_game_that_the_players_play() -> None:
    text = run("replay", "crazy-eights", "--players", "greedy", "mcts:20", "--seed", "4")
    assert "(greedy, mcts:20)" in text
    records = simulate(load_genome("crazy-eights"), ["greedy", "mcts:20"], games=1, seed=4)
    winner = int(records.winners[0]).bit_length() - 1
    assert f"seat {winner}" in text.splitlines()[-1]


def test_play_names_the_opponent_and_gives_hints() -> None:
    text = run("play", "scopa", "--players", "greedy", "--hint", "--seed", "3", text="1\nq\n")
    assert "seat 1 greedy" in text
    assert "A search of 10,000 games" in text
    assert "%" in text


def test_hints_are_those_of_an_honest_search() -> None:
    session = Session(Game("whist"), people=range(4), seed=5)
    hints = session.hints(iterations=400)
    question = session.question
    assert question is not None
    assert {hint.move for hint in hints} == {option.move for option in question.options}
    assert sum(hint.share for hint in hints) == pytest.approx(1)
    redealt = Session(Game("whist"), people=range(4), seed=5)
    redealt.state = redealt.game.redeal(redealt.game.view(redealt.state, question.seat), seed=9)
    assert redealt.hints(iterations=400) == hints


@pytest.mark.parametrize("names", [["greedy"] * 3, ["greedy"] * 4, ["mcts-weak"]])
def test_opponents_are_named_for_all_or_one_by_one(names: list[str]) -> None:
    assert "greedy" in run("play", "whist", "--players", *names, text="q\n") or names == ["mcts-weak"]


def test_built_in_players_are_rows() -> None:
    assert all(isinstance(player, BuiltIn) for player in BUILT_IN.values())


def test_greedy_players_can_weigh_otherwise() -> None:
    """Who wants the others to be ahead never wins at hearts."""
    records = simulate(load_genome("hearts"), ["greedy", "greedy:standing=-100", "greedy", "greedy"], games=30, seed=1)
    assert not (records.winners & 0b0010).any()
    assert find_player("greedy:shed=2") == find_player("greedy:shed=2.0") != find_player("greedy")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("greedy:", "is not NAME=WEIGHT"),
        ("greedy:shed", "is not NAME=WEIGHT"),
        ("greedy:shed=much", "is not NAME=WEIGHT"),
        ("greedy:sheds=1", "no weight is called 'sheds'; there are standing, shed"),
        ("greedy:shed=nan", "must lie between"),
        ("greedy:shed=1e9", "must lie between"),
    ],
)
def test_weights_that_make_no_sense_are_refused(name: str, message: str) -> None:
    with pytest.raises(PlayerError, match=message):
        find_player(name)


def folds(player: str, hands: list[str], *before: str) -> bool:
    """Whether the player of simple poker in seat 1 folds after these moves."""
    game = Game(load_genome("simple-poker", players=2))
    play = Play(game, deck_of_hands(hands)).do(*before)
    chosen = find_player(player)
    assert isinstance(chosen, BuiltIn)
    move = BuiltInPlayer(chosen, game, 5, 0, 1).choose(game.view(play.state, 1), game.legal_moves(play.state))
    return move == 170


@pytest.mark.parametrize("player", ["greedy", "mcts:600"])
def test_players_fold_bad_hands_to_raises_and_never_good_ones(player: str) -> None:
    weak, strong, other = "7C 5D 4H 3S 2C", "KC KD KH KS 2H", "AC QD JH 9S 8C"
    assert folds(player, [other, weak], "bet 0")
    assert not folds(player, [other, strong], "bet 0")


def test_a_long_search_can_be_interrupted() -> None:
    """Ctrl-C in the middle of one choice: it is answered then, not when all iterations are done."""
    game, iterations = Game("gin-rummy"), 2_000_000
    player = BuiltInPlayer(BuiltIn(SEARCH, iterations, 1.5), game, seed=1, index=0, seat=0, to_the_end=True)
    state = game.start(seed=1)
    while len(game.legal_moves(state)) == 1 or game.to_move(state) != 0:
        state = game.apply(state, game.legal_moves(state)[0])
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            player.choose(game.view(state, 0), game.legal_moves(state))
    finally:
        signal.signal(signal.SIGALRM, before)
    assert 0 < sum(visits for _, visits, _ in player.opinions) < iterations
