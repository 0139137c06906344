"""How the learned players bluff: bets by strength of hand at draw poker, lies at cheat, and what both win.

python3 -m tests.learn.bluffs [--asks 400] [--games 40] [--duels 200]
"""

from __future__ import annotations

import argparse
import functools
import random
from collections import Counter
from collections.abc import Callable

import numpy as np

from darwindeck import Game, _core, load_genome
from darwindeck.contest.contest import duel
from darwindeck.engine.game import View
from darwindeck.engine.learned import file_of, load_learned
from darwindeck.engine.players import find_player
from darwindeck.simulate.outside import ask, seat_player
from darwindeck.simulate.vector import Steps, VectorGames

POKER, CHEAT = "draw-poker", "cheat"
CARDS = 64  # moves below are cards, 16 · suit + rank
CHECK, FOLD, ALL_IN, CHALLENGE, DONE = (
    _core.MOVES[name] for name in ("check", "fold", "all_in", "challenge", "done")
)  # bets and raises follow all_in


def load(name: str) -> _core.Network:
    return load_learned(file_of(name)).build()


def strength(hand: int) -> int:
    return _core.showdown_rank(_core.EVALUATORS["poker_5card"], hand, [0] * 16)


def opening_bets(asks: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """(strength of the hand, chance of a bet) wherever nobody has bet after the draw, when the learned player plays itself."""
    network, games, rng = load(POKER), VectorGames(POKER, 256, seed, groups=1), np.random.default_rng(seed)
    found: list[tuple[int, int, float]] = []
    for _ in range(asks):
        steps = games.ask()
        priors, values = np.empty(len(steps.actions), np.float32), np.empty((256, games.seats), np.float32)
        network.judge_leaves(steps.packed, steps.actions, steps.offsets, priors, values)
        found += bets_of(steps, priors)
        games.tell(0, draw(steps, priors, rng))
    after = max(place for place, _, _ in found)  # the second round stands later in the program
    kept = np.array([(hand, bet) for place, hand, bet in found if place == after])
    return kept[:, 0], kept[:, 1]


def bets_of(steps: Steps, priors: np.ndarray) -> list[tuple[int, int, float]]:
    """Of rows where one can check: the place in the program, the strength of the hand and the chance of a bet."""
    found = []
    for row in range(len(steps.seats)):
        at = slice(steps.offsets[row], steps.offsets[row + 1])
        actions = steps.actions[at]
        if CHECK in actions:
            place = int(steps.packed[row, 127] >> np.uint64(16)) & 0xFFFF
            found.append((place, strength(int(steps.hands[row, 0])), float(priors[at][actions >= ALL_IN].sum())))
    return found


def draw(steps: Steps, priors: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return np.array(
        [
            rng.choice(end - begin, p=priors[begin:end].astype(float) / priors[begin:end].astype(float).sum())
            for begin, end in zip(steps.offsets, steps.offsets[1:], strict=False)
        ],
        np.int32,
    )


class Restrained:
    """The learned player, but where a rule forbids moves it chooses among the others, by the same chances."""

    def __init__(self, name: str, allow: Callable[[View, list[int]], list[int]], seed: int) -> None:
        self.network, self.allow, self.rng = load(name), allow, random.Random(seed)

    def choose(self, view: View, moves: list[int]) -> int:
        shares = dict(zip(moves, self.network.weigh(view.native, moves), strict=True))
        allowed = self.allow(view, moves) or moves
        return self.rng.choices(allowed, [max(shares[move], 1e-9) for move in allowed])[0]


@functools.cache
def median_hand() -> float:
    return float(np.median(opening_bets(40)[0]))


def never_bluffs(game: Game, seat: int, seed: int) -> Restrained:
    """Neither bets nor raises with a hand that is weaker than half of those that are held after the draw."""

    def allow(view: View, moves: list[int]) -> list[int]:
        if not {CHECK, FOLD} & set(moves) or strength(hand_of(view)) >= median_hand():
            return moves
        return [move for move in moves if move < ALL_IN]

    return Restrained(POKER, allow, seed)


def never_lies(game: Game, seat: int, seed: int) -> Restrained:
    """Puts down cards of the claimed rank alone, where it has one to begin with."""

    def allow(view: View, moves: list[int]) -> list[int]:
        true = [move for move in moves if move < CARDS and move % 16 == claimed_rank(view)]
        lied = any(card % 16 != claimed_rank(view) for card in view.as_dict()["piles"]["picked"][view.seat]["known"])
        return moves if lied else true + [move for move in moves if move == DONE]

    return Restrained(CHEAT, allow, seed)


def claimed_rank(view: View) -> int:
    """Ranks are claimed in turn, from the ace on."""
    return int(view.as_dict()["turn"] - 1) % 13


def hand_of(view: View) -> int:
    return sum(1 << card for card in view.as_dict()["piles"]["hand"][view.seat]["known"])


class Claims:
    """What players do at cheat: whether claims are true, by whether they could be, and what is challenged."""

    def __init__(self) -> None:
        self.claims: Counter[tuple[bool, bool]] = Counter()  # (could be true, was a lie)
        self.answers: Counter[tuple[bool, bool]] = Counter()  # (was a lie, was challenged)

    def watch(self, player: str, games: int, seed: int = 1) -> Claims:
        game, found = Game(CHEAT), find_player(player)
        for index in range(games):
            table = [seat_player(found, game, seed, index, seat) for seat in range(game.seats)]
            state, put, could, lie = game.start(seed, index), list[int](), False, False
            while not state.is_over:
                view, moves = game.view(state, state.to_move), game.legal_moves(state)
                move = ask(table[state.to_move], view, moves)
                if CHALLENGE in moves:
                    self.answers[lie, move == CHALLENGE] += 1
                elif not state.continues:
                    put, could = [], any(card % 16 == claimed_rank(view) for card in bits(hand_of(view)))
                put += [move] * (move < CARDS)
                rank, state = claimed_rank(view), game.apply(state, move)
                if put and not state.continues and CHALLENGE not in moves:
                    lie = any(card % 16 != rank for card in put)
                    self.claims[could, lie] += 1
        return self


def bits(word: int) -> list[int]:
    return [card for card in range(CARDS) if word >> card & 1]


def share(counter: Counter[tuple[bool, bool]], given: bool) -> str:
    yes, no = counter[given, True], counter[given, False]
    return f"{yes / max(yes + no, 1):.2f} of {yes + no:,}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--asks", type=int, default=400, help="Steps of 256 games of draw poker.")
    parser.add_argument("--games", type=int, default=40, help="Of cheat.")
    parser.add_argument("--duels", type=int, default=200)
    given = parser.parse_args()
    hands, bets = opening_bets(given.asks)
    order = np.argsort(hands, kind="stable")
    print(
        f"{POKER}, nobody has bet after the draw, {len(hands):,} decisions; chance of a bet by tenths of hands, weakest first:"
    )
    print(" ".join(f"{part.mean():.2f}" for part in np.array_split(bets[order], 10)), flush=True)
    for player in (f"learned:{CHEAT}", "greedy"):
        told = Claims().watch(player, given.games)
        print(f"{CHEAT}, {player}: lies where the truth was possible {share(told.claims, True)}, where it was not "
              f"{share(told.claims, False)}; challenges lies {share(told.answers, True)}, truths {share(told.answers, False)}",
              flush=True)  # fmt: skip
    for name, restrained in ((POKER, "never_bluffs"), (CHEAT, "never_lies")):
        rate = duel(
            load_genome(name), f"learned:{name}", f"tests.learn.bluffs:{restrained}", given.duels, seed=5
        ).pairs[0]
        print(f"{name}: against {restrained} in a game of two {rate.equivalent:.2f} "
              f"({rate.equivalent_low:.2f} … {rate.equivalent_high:.2f}), {given.duels} games", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
