"""Plays one game on the engine and on the reference at once and compares everything both report."""

from __future__ import annotations

import json
import math
import random
import re
import traceback
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .cards import card_text
from .game import ReferenceGame
from .stacking import stacked_deck

REDEAL_SHARE = 0.08  # of the plies
STEPS_AFTER_REDEAL = 5


@dataclass
class Tally:
    """What was compared so far."""

    genomes: int = 0
    games: int = 0
    plies: int = 0
    redeals: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    ops: set[str] = field(default_factory=set)


class DifferenceError(Exception):
    """The engines disagree, or one breaks a law of every game."""

    def __init__(self, what: str, engine: Any, reference: Any, moves: list[int]) -> None:
        super().__init__(f"At ply {len(moves)}, {what} differs: engine {engine!r}, reference {reference!r}.")
        self.what, self.engine, self.reference, self.moves = what, engine, reference, list(moves)

    @property
    def kind(self) -> str:
        """What differs, without the place in it."""
        return re.split(r"[.(\[]", self.what)[0]


def first_difference(engine: Any, reference: Any, path: str) -> tuple[str, Any, Any] | None:
    """The first place where two values differ: its path and both values."""
    if isinstance(engine, dict) and isinstance(reference, dict) and engine.keys() == reference.keys():
        pairs = [(f"{path}.{key}", engine[key], reference[key]) for key in reference]
    elif isinstance(engine, (list, tuple)) and isinstance(reference, list) and len(engine) == len(reference):
        pairs = [(f"{path}[{i}]", a, b) for i, (a, b) in enumerate(zip(engine, reference, strict=True))]
    elif isinstance(engine, float) and isinstance(reference, float):
        return None if math.isclose(engine, reference, abs_tol=1e-6) else (path, engine, reference)
    else:
        return None if engine == reference else (path, engine, reference)
    return next((found for place, a, b in pairs if (found := first_difference(a, b, place))), None)


class Comparison:
    """One game in lockstep. `run` raises DifferenceError at the first difference."""

    def __init__(self, genome: Any, seed: int, index: int, tally: Tally, most_plies: int) -> None:
        import darwindeck
        from darwindeck.compile.program import compile_genome
        from darwindeck.genome.text import format_genome

        self.seed, self.index, self.tally, self.most_plies = seed, index, tally, most_plies
        self.rng = random.Random(f"{seed}/{genome.genome_id}/{index}")
        self.program = compile_genome(genome)
        self.game = darwindeck.Game(genome)
        self.data = json.loads(format_genome(genome))
        self.seats = range(self.data["player_count"])
        self.deck = self._stack() if index % 2 else None  # every second deck is not shuffled
        self.moves: list[int] = []

    def _stack(self) -> list[int]:
        return stacked_deck(self.data["setup"], len(self.seats), self.rng)

    def run(self) -> None:
        try:
            self._play()
        except DifferenceError:
            raise
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            raised = f"{type(error).__name__}: {error} ({place.filename}:{place.lineno})"
            raise DifferenceError("exception raised", raised, None, self.moves) from error

    def _play(self) -> None:
        self.reference = ReferenceGame(self.data, self.program.hash, self.seed, self.index, self.deck)
        deck = None if self.deck is None else [card_text(card) for card in self.deck]
        self.state = self.game.start(seed=self.seed, index=self.index, deck=deck)
        self.chips = self.reference.table.starting_chips * len(self.seats)
        self._compare()
        while not self.reference.is_over and len(self.moves) < self.most_plies:
            if self.rng.random() < REDEAL_SHARE:
                self._check_redeal(self.rng.choice(self.seats))
            move = self.rng.choice(self.reference.legal_moves())
            self.moves.append(move)
            self.reference.apply(move)
            self.state = self.game.apply(self.state, move)
            self._compare()
        self.tally.games += 1
        self.tally.endings[self.reference.ending or "cut short"] += 1
        self.tally.ops |= self.game.list_executed_ops() if hasattr(self.game, "executed_ops") else set(self.program.ops)

    def _same(self, what: str, engine: Any, reference: Any) -> None:
        found = None if engine == reference else first_difference(engine, reference, what)
        if found:
            raise DifferenceError(*found, self.moves)

    def _compare(self) -> None:
        game, state, reference = self.game, self.state, self.reference
        self.tally.plies += 1
        snapshot = game.snapshot(state)
        self._same("snapshot", snapshot, reference.snapshot())
        self._same("to_move", game.to_move(state), reference.to_move)
        self._same("legal_moves", list(game.legal_moves(state)), reference.legal_moves())
        self._same("is_over", game.is_over(state), reference.is_over)
        self._same("ending", game.ending(state), reference.ending)
        self._same("payoffs", [float(payoff) for payoff in game.payoffs(state)], reference.payoffs())
        for seat in self.seats:
            self._same(f"view({seat})", game.view(state, seat).as_dict(), reference.view(seat))
        self._check_laws("the state", snapshot)

    def _check_laws(self, where: str, snapshot: dict[str, Any]) -> None:
        """Every card lies in exactly one pile; hands are as was shown; chips are neither made nor lost."""
        entries = [entry if isinstance(entry, list) else [entry] for entry in snapshot["piles"].values()]
        on_the_table = sorted(card for piles in entries for pile in piles for card in pile["known"])
        self._same(f"cards in {where}", on_the_table, sorted(self.reference.table.deck_in_use))
        for seat, pool in enumerate(snapshot["lacks"]):
            self._same(f"lacks in {where}", sorted(set(pool) & self._hand(snapshot, seat)), [])
        for seat, pool in snapshot["at_least"]:
            self._same(f"at_least in {where}", bool(set(pool) & self._hand(snapshot, seat)), True)
        chips = sum(snapshot["chips"]) + sum(snapshot["contributions"])
        self._same(f"chips in {where}", chips, self.chips)

    @staticmethod
    def _hand(snapshot: dict[str, Any], seat: int) -> set[int]:
        return {card for kind in ("hand", "picked") for card in snapshot["piles"][kind][seat]["known"]}

    def _check_redeal(self, seat: int) -> None:
        """A redealt state looks the same to the seat, depends on nothing but its view, and can be played on."""
        game = self.game
        seed = self.rng.getrandbits(32)
        view = game.view(self.state, seat)
        state = game.redeal(view, seed)
        snapshot = game.snapshot(state)
        self.tally.redeals += 1
        self._same(f"redeal: view({seat})", game.view(state, seat).as_dict(), view.as_dict())
        again = game.redeal(game.view(state, seat), seed)
        self._same(f"redeal from the redealt view({seat}): snapshot", game.snapshot(again), snapshot)
        self._check_laws("the redealt state", snapshot)
        if self._seat_knows_its_options(seat):
            self._same("redeal: legal_moves", list(game.legal_moves(state)), self.reference.legal_moves())
        for _ in range(STEPS_AFTER_REDEAL):
            if game.is_over(state) or not game.legal_moves(state):  # only the mover's own redeals must leave a move
                self._same("redeal: stuck for the mover", game.is_over(state) or game.to_move(state) != seat, True)
                break
            state = game.apply(state, self.rng.choice(list(game.legal_moves(state))))

    def _seat_knows_its_options(self, seat: int) -> bool:
        setup = self.data["setup"]
        open_enough = setup["hand_visibility"] != "face_down" and setup["discard_visibility"] == "face_up"
        return self.reference.to_move == seat and open_enough and setup["hand_order"] == "set"
