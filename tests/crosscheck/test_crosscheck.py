"""A few of the matches that `python -m tests.crosscheck` compares, and changes of the rules that it must find."""

from __future__ import annotations

import re
from collections import Counter

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
pytest.importorskip("pokerkit", reason="PokerKit is not installed: pip install pokerkit")
pytest.importorskip("phevaluator", reason="PHEvaluator is not installed: pip install phevaluator")

from . import PEERS, check_of
from .__main__ import main
from .mirror import Difference

# Matches a game, about a second each.
MATCHES = {"hearts": 6, "spades": 2, "whist": 30, "oh-hell": 5, "euchre": 30, "contract-bridge": 3, "skat": 8, "gin-rummy": 12, "crazy-eights": 48, "goofspiel": 100, "go-fish": 40,
           "draw-poker": 15, "simple-poker": 150, "texas-holdem": 21, "universal-poker": 21, "cribbage": 8, "blackjack": 24, "hand-ranks": 60}  # fmt: skip
# What random play must have met, or a comparison proves little.
MEETS = {
    "hearts": {"passes"},
    "spades": {"nils", "bag penalties", "leads of broken spades"},
    "oh-hell": {"deals of 1", "deals of 10"},
    "euchre": {"players alone", "suits named", "marches alone"},
    "skat": {"games of grand", "games of null", "games of clubs", "games from the hand", "games with the skat"},
    "contract-bridge": {"doubles", "redoubles", "contracts", "deals passed out"},
    "gin-rummy": {"knocks", "undercuts", "knocks with a choice of melds", "void deals"},
    "crazy-eights": {"eights", "eights played last", "blocked deals"},
    "goofspiel": {"tied prizes", "games without ties"},
    "go-fish": {"turns with nobody to ask"},
    "draw-poker": {"all-ins", "deals with side pots"},
    "texas-holdem": {"all-ins", "deals with side pots", "deals with a flop"},
    "universal-poker": {"all-ins", "deals with odd chips"},
    "cribbage": {"jacks as starters"},
    "blackjack": {"naturals"},
    "hand-ranks": {"shared wins", "deals beside PokerKit"},
}

PLANTED = [(game, change) for game in PEERS for change in check_of(game).PLANTED]


@pytest.mark.parametrize("game", PEERS)
def test_legal_moves_and_results_are_those_of_the_other_engine(game: str) -> None:
    met: Counter[str] = Counter()
    for seed in range(MATCHES[game]):
        met.update(check_of(game).compare(seed, {}))
    assert met["matches"] == MATCHES[game]
    assert MEETS.get(game, set()) <= {*met}


@pytest.mark.parametrize(("game", "change"), PLANTED)
def test_a_changed_rule_is_found(game: str, change: str) -> None:
    changes, finds = check_of(game).PLANTED[change]
    for seed in range(60):
        try:
            for _ in check_of(game).compare(seed, changes):
                pass
        except Difference as difference:
            if str(difference).startswith(finds):
                return
    pytest.fail(f"{change}: no difference that begins with {finds!r}")


def test_the_command_says_what_it_compared(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--game", "goofspiel", "whist", "--games", "2", "--seed", "3"])
    text = capsys.readouterr().out
    assert re.search(r"goofspiel beside OpenSpiel: 2 matches, 2 deals, \d+ decisions, 0 differences", text)
    assert re.search(r"whist beside OpenSpiel's bridge: 2 matches, \d+ deals, \d+ decisions, 0 differences", text)


def test_the_command_fails_where_there_is_a_difference(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whist = check_of("whist")
    compare, (changes, _) = whist.compare, whist.PLANTED["low cards win"]
    monkeypatch.setattr(whist, "compare", lambda seed, _: compare(seed, changes))
    with pytest.raises(SystemExit) as stopped:
        main(["--game", "whist", "--games", "2", "--first", "7"])
    assert stopped.value.code == 1
    streams = capsys.readouterr()
    assert re.search(r"2 matches, .*, 2 differences", streams.out)
    assert streams.err.startswith("whist, match 7: ")
