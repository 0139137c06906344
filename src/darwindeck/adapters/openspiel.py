"""Any genome as a game of OpenSpiel, under the name `darwindeck`. See docs/doors.md.

Needs `pip install 'darwindeck[bench]'`. Importing this module registers the game; nothing of any game's rules is here.
"""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import msgspec
import numpy as np
import pyspiel

from .. import _core
from ..engine.game import Game, State, card_sign
from ..genome.genome import GameGenome
from ..genome.text import load_genome, parse_genome
from ..language.fields import card_name
from ..play.text import Narrator
from .observation import CARDS, MOVES, Layout

SPELT = "genome-"  # begins a genome that is given by its own text
SAMPLES = 64
MOST_SAMPLES = 1 << 16
MOST_PLIES = 1 << 20
MOST_PAYOFF = 1.0 + 1e-6  # payoffs are rounded to 32 bits
HISTORY_BITS = 64
START = -1  # stands for a move where the cards are still to be laid out

Utility = pyspiel.GameType.Utility


def make_type(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name="darwindeck",
        long_name="A card game of DarwinDeck",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=8,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"genome": "crazy-eights", "samples": SAMPLES},
    )


def load_openspiel(genome: GameGenome | str, samples: int = SAMPLES) -> Any:
    """The game that `pyspiel.load_game("darwindeck", …)` gives: of a genome, of the name of a known game or of a file."""
    return pyspiel.load_game("darwindeck", {"genome": spell_genome(genome), "samples": samples})


def spell_genome(genome: GameGenome | str) -> str:
    """A genome as OpenSpiel's parameters can carry it: without the signs that have a meaning there."""
    if isinstance(genome, str):
        return genome
    return SPELT + base64.urlsafe_b64encode(msgspec.json.encode(genome)).decode().rstrip("=")


def read_genome(spelt: str) -> GameGenome:
    """What `spell_genome` has spelt, a known game or a file."""
    if not spelt.startswith(SPELT):
        return load_genome(spelt)
    text = spelt.removeprefix(SPELT)
    return parse_genome(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))


class SpielGame(pyspiel.Game):
    """The rules. The first deal is laid out card by card; any later chance has at most `samples` outcomes."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.rules = Game(read_genome(given.get("genome", "crazy-eights")))
        self.samples = min(max(1, int(given.get("samples", SAMPLES))), MOST_SAMPLES)
        self.layout = Layout(self.rules)
        self.narrators = [Narrator(self.rules, seat) for seat in range(self.rules.seats)]
        self.cards = [card for card in range(CARDS) if self.rules.program.program.deck >> card & 1]
        self.streams = [streams_of(self.rules.start(seed=sample)) for sample in range(self.samples)]
        sizes = {len(team) for team in self.rules.genome.teams} or {1}
        self.is_zero_sum = len(sizes) == 1  # the payoffs of sides add up to 0
        info = pyspiel.GameInfo(
            num_distinct_actions=MOVES,
            max_chance_outcomes=max(CARDS, self.samples),
            num_players=self.rules.seats,
            min_utility=-MOST_PAYOFF,
            max_utility=MOST_PAYOFF,
            utility_sum=0.0 if self.is_zero_sum else None,
            max_game_length=MOST_PLIES,
        )
        super().__init__(make_type(Utility.ZERO_SUM if self.is_zero_sum else Utility.GENERAL_SUM), info, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return MOST_PLIES

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver | None:
        """An observer of all that one seat knows; None for parts of that, as OpenSpiel has it for what a game does not offer."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SpielObserver(self, kind, params)


class SpielState(pyspiel.State):
    """A position. What a seat may know is its view, and of the past the views and moves that it has seen and made."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.deck: list[int] = []
        self.table: State | None = None
        self.pending: int | None = None  # a move whose outcome chance still decides
        self.views: list[bytes] = [b""] * game.rules.seats  # the last one of each seat
        self.pasts: list[bytes] = [b""] * game.rules.seats  # digests of all views and own moves of each seat

    @property
    def play(self) -> SpielGame:
        game: SpielGame = self.get_game()
        return game

    def current_player(self) -> int:
        if self.table is None or self.pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.is_over else self.table.to_move

    def is_terminal(self) -> bool:
        return self.table is not None and self.pending is None and self.table.is_over

    def _legal_actions(self, player: int) -> list[int]:
        assert self.table is not None
        return self.play.rules.legal_moves(self.table) if player == self.table.to_move else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Cards that are left, or samples; those samples that lead to the same table are one outcome."""
        if self.pending is not None:
            found = self._list_outcomes(self.pending)
            return [(sample, count / self.play.samples) for sample, count in found]
        left = [card for card in self.play.cards if card not in self.deck]
        return [(card, 1 / len(left)) for card in left]

    def _apply_action(self, action: int) -> None:
        if self.pending is not None:
            move, self.pending = self.pending, None
            self._look(self._make(move, action))
        elif self.table is None:
            self.deck.append(action)
            left = [card for card in self.play.cards if card not in self.deck]
            if len(left) <= 1:  # the last card is no chance
                self.deck += left
                self._follow(START)
        else:
            seat = self.table.to_move
            self.pasts[seat] = chain(self.pasts[seat], bytes([action]))
            self._follow(action)

    def _follow(self, move: int) -> None:
        """Makes a move, or leaves it to chance if its outcome is not certain."""
        after = self._make(move, 0)
        is_lucky = move == START or streams_of(after) != self.play.streams[0]
        if is_lucky and len(self._list_outcomes(move)) > 1:
            self.pending = move
        else:
            self._look(after)

    def _make(self, move: int, sample: int) -> State:
        """The table after a move, with chance as the sample has it."""
        rules = self.play.rules
        if move == START:
            return rules.start(seed=sample, deck=[card_name(card) for card in self.deck])
        assert self.table is not None
        return rules.apply(with_streams(self.table, self.play.streams[sample]), move)

    def _list_outcomes(self, move: int) -> list[tuple[int, int]]:
        """(the first sample that leads to a table, how many lead there) for each."""
        first: dict[bytes, int] = {}
        counts: Counter[int] = Counter()
        for sample in range(self.play.samples):
            counts[first.setdefault(table_of(self._make(move, sample)), sample)] += 1
        return sorted(counts.items())

    def _look(self, table: State) -> None:
        """Every seat notes what it sees, if that has changed: how often others have moved unseen is no view of it."""
        self.table = table
        for seat in range(self.play.rules.seats):
            view = _core.view(table, seat).bytes
            if view != self.views[seat]:
                self.views[seat], self.pasts[seat] = view, chain(self.pasts[seat], view)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A position that `player` cannot tell from this one. The others remember nothing of what was before.

        Its history is still that of this position, so it can be played on but not serialized.
        """
        assert self.table is not None and self.pending is None
        other: SpielState = self.clone()
        rules = self.play.rules
        other.table = rules.redeal(rules.view(self.table, player), int(sampler() * (1 << 53)))
        for seat in set(range(rules.seats)) - {player}:
            other.views[seat] = _core.view(other.table, seat).bytes
            other.pasts[seat] = chain(b"", other.views[seat])
        return other

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            assert self.table is not None
            return f"{self.play.rules.describe(self.table, action)} ({action})"
        return f"chance {action}" if self.pending is not None else f"deal {card_sign(action)}"

    def returns(self) -> list[float]:
        if not self.is_terminal() or self.table is None:
            return [0.0] * self.play.rules.seats
        payoffs = np.array(self.play.rules.payoffs(self.table), np.float64)
        # The core rounds payoffs to 32 bits; OpenSpiel wants sums that are 0 to 64.
        return list(map(float, payoffs - payoffs.mean() if self.play.is_zero_sum else payoffs))

    def __str__(self) -> str:
        if self.table is None:
            return "dealing " + " ".join(map(card_sign, self.deck))
        return "\n".join(Narrator(self.play.rules).table(self.table)).strip()


class SpielObserver:
    """What a seat observes; with perfect recall also a digest of all that it has seen and done."""

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"no parameters of observations are known, but {params} were given")
        self.game, self.recalls = game, kind.perfect_recall
        size = game.layout.size
        self.tensor = np.zeros(size + (HISTORY_BITS if self.recalls else 0), np.float32)
        self.dict = game.layout.split(self.tensor[:size])
        if self.recalls:
            self.dict["history"] = self.tensor[size:]

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = 0
        if state.table is None:
            return
        self.tensor[: self.game.layout.size] = self.game.layout.observe(state.table, player)
        if self.recalls:
            past = np.frombuffer(state.pasts[player], np.uint8)[: HISTORY_BITS // 8]
            self.tensor[self.game.layout.size :] = np.unpackbits(past)

    def string_from(self, state: SpielState, player: int) -> str:
        if state.table is None:
            return f"seat {player} waits for the deal"
        lines = self.game.narrators[player].table(state.table)
        asked = [self.game.rules.prompt(state.table)] if state.table.to_move == player else []
        past = [f"  past: {state.pasts[player].hex()}"] if self.recalls else []
        return "\n".join([f"seat {player}", *lines[1:], *asked, *past])


def chain(past: bytes, more: bytes) -> bytes:
    """A digest of a past and what came then."""
    return blake2b(past + more, digest_size=16).digest()


def table_of(state: State) -> bytes:
    """A state without the random numbers that it will use."""
    fields: Any = state.__getstate__()
    return bytes(fields[1])


def streams_of(state: State) -> bytes:
    """The random numbers that a state will use."""
    fields: Any = state.__getstate__()
    return bytes(fields[2])


def with_streams(state: State, streams: bytes) -> State:
    """The same table with other random numbers to come."""
    fields: Any = state.__getstate__()
    changed = State.__new__(State)
    changed.__setstate__((fields[0], fields[1], streams))
    return changed


pyspiel.register_game(make_type(Utility.GENERAL_SUM), SpielGame)
