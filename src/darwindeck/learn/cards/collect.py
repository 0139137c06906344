"""Games that a network plays against itself, and against what it was: the choices of many games in step, on the device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from ...simulate.vector import Steps, VectorGames
from .network import CardNetwork, Critic
from .opponents import Opponents

MOVE_COLUMNS = {
    "actions": 0,
    "legal": False,
    "logits": -1e9,
}  # as wide as there are moves, and what is there beyond them

COPIED_MOVES = 0.75  # of the moves, while the network copies; the others are its own, so that it learns to mend them


def widen(of: torch.Tensor, most: int, empty: float) -> torch.Tensor:
    """Room for so many moves a row."""
    return torch.nn.functional.pad(of, (0, most - of.shape[-1]), value=empty)


@dataclass
class PlayedSteps:
    """Choices of one group, in order: [steps, rows, …]."""

    read: torch.Tensor  # [steps, rows, inputs]: leaves as the network reads them
    hands: torch.Tensor  # uint8 [steps, rows, 8 · seats]
    actions: torch.Tensor  # int64 [steps, rows, most]: those of the legal moves, then zeros
    legal: torch.Tensor  # bool [steps, rows, most]: which of them are moves
    chosen: torch.Tensor  # int64 [steps, rows]: number of the move; while it copies, of the one that was advised
    logits: torch.Tensor  # of who chose: [steps, rows, most]
    learns: torch.Tensor  # bool [steps, rows]: the network chose, not what it was
    seats: torch.Tensor  # int64 [steps, rows]
    values: torch.Tensor  # the critic's, by seat of the table: [steps + 1, rows, seats]
    ended: torch.Tensor  # bool [steps + 1, rows]: an episode ended before this choice
    results: torch.Tensor  # [steps + 1, rows, seats]

    def advantages(self, decay: float) -> tuple[torch.Tensor, torch.Tensor]:
        """How much better each choice was than expected, for its mover; and what each position was worth to the seats
        from the mover on. Differences of later positions count less and less (generalised advantages)."""
        steps, seats = len(self.chosen), self.values.shape[2]
        ahead = torch.zeros_like(self.values[0])
        gains = torch.empty_like(self.values[:-1])
        for step in reversed(range(steps)):
            over = self.ended[step + 1][:, None]
            change = torch.where(over, self.results[step + 1], self.values[step + 1]) - self.values[step]
            ahead = change + decay * torch.where(over, torch.zeros_like(ahead), ahead)
            gains[step] = ahead
        turned = (self.seats[:, :, None] + torch.arange(seats, device=self.seats.device)) % seats
        worth = (gains + self.values[:-1]).gather(2, turned)
        return gains.gather(2, self.seats[:, :, None])[:, :, 0], worth


class Collector:
    """Plays `games` games of a genome on, `steps` choices of each at a time."""

    def __init__(
        self, games: VectorGames, device: torch.device, generator: torch.Generator, former_share: float,
        opponents: Opponents | None = None,
    ) -> None:  # fmt: skip
        self.games, self.device, self.generator, self.opponents = games, device, generator, opponents
        self.former_share, self.copies = former_share, False
        self.dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
        self.held: list[list[torch.Tensor]] = []
        self.fetched: list[torch.Tensor] = []
        self.arrived: list[torch.cuda.Event] = []
        if device.type == "cuda":
            for group in range(games.groups):
                self._pin(group)

    def _pin(self, group: int) -> None:
        """Memory from which the device can read by itself."""
        steps = self.games.arrays(group)
        plain = [of for of in vars(steps).values() if of is not None]  # masks are not wanted here
        held = [torch.from_numpy(_plain(of)).pin_memory() for of in plain]
        self.held.append(held)
        arrays = [of.numpy().view(old.dtype) for of, old in zip(held, plain, strict=True)]
        self.games.use(group, Steps(*arrays))
        self.fetched.append(torch.zeros(len(steps.seats), dtype=torch.int32).pin_memory())
        self.arrived.append(torch.cuda.Event())

    def _send(self, array: Any) -> torch.Tensor:
        return torch.from_numpy(_plain(array)).to(self.device, non_blocking=True)

    @torch.no_grad()
    def collect(
        self, steps: int, network: CardNetwork, critic: Critic, former: CardNetwork | None, copies: bool = False
    ) -> list[PlayedSteps]:
        """The groups take turns: while the device evaluates one, the core plays the other on.

        If it `copies`, most moves are the greedy player's, and what it would do is kept of all.
        """
        self.copies = copies
        groups = range(self.games.groups)
        rows: list[list[dict[str, torch.Tensor]]] = [[] for _ in groups]
        waiting = [self._evaluate(group, network, critic, former) for group in groups]
        for step in range(steps):
            for group in groups:
                rows[group].append(waiting[group])
                self.games.tell(group, self._bring(group, waiting[group]["choice"]))
                if step + 1 < steps:
                    waiting[group] = self._evaluate(group, network, critic, former)
        for group in groups:
            rows[group].append(self._evaluate(group, network, critic, None, last=True))
        return [_stack(of) for of in rows]

    def _evaluate(
        self, group: int, network: CardNetwork, critic: Critic, former: CardNetwork | None, last: bool = False
    ) -> dict[str, torch.Tensor]:
        steps = self.games.ask(group)
        many, places = len(steps.seats), self.games.seats
        leaves = self._send(steps.packed.view(np.uint8))
        hands = self._send(steps.hands.view(np.uint8)).clone()
        seats = self._send(steps.seats).long()
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            read = network.reader(leaves, self.dtype)
            values = critic(read, hands)
            logits = network(read)[0]
        turned = (torch.arange(places, device=self.device) - seats[:, None]) % places
        found = {"seats": seats, "values": values.gather(1, turned), "ended": self._send(steps.ended).bool(),
                 "results": self._send(steps.results).clone()}  # fmt: skip
        if last:
            return found
        actions, legal = self._list_moves(steps)
        logits = logits.gather(1, actions)
        learns = self._meet(former, read, actions, seats, logits)
        logits = logits.masked_fill(~legal, -1e9)
        noise = torch.rand(logits.shape, generator=self.generator, device=self.device).clamp_(1e-10, 1 - 1e-7)
        chosen = (logits - noise.log().neg().log()).argmax(1)
        made = chosen
        if self.copies:
            chosen = self._send(self.games.advise(group)).long()
            follows = torch.rand(many, generator=self.generator, device=self.device) < COPIED_MOVES
            made = torch.where(follows, chosen, made)
        if self.opponents is not None:
            learns = self._send(self.opponents.learners(steps))
            made = torch.where(learns, made, self._send(self.opponents.choose(group, steps)).long())
        choice = self._fetch(group, made.to(torch.int32))
        return found | {"read": read, "hands": hands, "actions": actions, "legal": legal, "chosen": chosen,
                        "logits": logits, "learns": learns, "choice": choice}  # fmt: skip

    def _meet(
        self, former: CardNetwork | None, read: torch.Tensor, actions: torch.Tensor, seats: torch.Tensor,
        logits: torch.Tensor,
    ) -> torch.Tensor:  # fmt: skip
        """Writes a former network's logits where it moves; gives the rows where the network itself does."""
        learns = torch.ones(len(seats), dtype=torch.bool, device=self.device)
        if former is not None:
            part = int(len(seats) * self.former_share)
            by_former = seats[:part] == torch.arange(part, device=self.device) % self.games.seats
            with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
                theirs = former(read[:part])[0].gather(1, actions[:part])
            logits[:part] = torch.where(by_former[:, None], theirs, logits[:part])
            learns[:part] = ~by_former
        return learns

    def _fetch(self, group: int, choice: torch.Tensor) -> torch.Tensor:
        """Begins to bring the choices over; the device goes on meanwhile."""
        if self.device.type != "cuda":
            return choice
        self.fetched[group].copy_(choice, non_blocking=True)
        self.arrived[group].record()
        return self.fetched[group]

    def _bring(self, group: int, choice: torch.Tensor) -> Any:
        if self.device.type == "cuda":
            self.arrived[group].synchronize()
        return choice.numpy()

    def _list_moves(self, steps: Steps) -> tuple[torch.Tensor, torch.Tensor]:
        """The actions of each row's legal moves side by side, and which of them are moves at all."""
        most = int(steps.counts.max())
        actions = self._send(steps.actions.view(np.int16)).long()
        offsets = self._send(steps.offsets.view(np.int32)).long()
        place = torch.arange(most, device=self.device)
        legal = place < (offsets[1:] - offsets[:-1])[:, None]
        at = (offsets[:-1, None] + place).clamp(max=len(actions) - 1)
        return actions[at] * legal, legal


def _plain(array: Any) -> Any:
    """The same bytes in a type that torch has."""
    signed = {np.uint64: np.int64, np.uint32: np.int32, np.uint16: np.int16}
    return array.view(signed.get(array.dtype.type, array.dtype))


def _stack(rows: list[dict[str, torch.Tensor]]) -> PlayedSteps:
    """All but the last row are whole; of the last one only what follows the choices is known."""
    names = ("read", "hands", "chosen", "learns", "seats")
    whole = {name: torch.stack([row[name] for row in rows[:-1]]) for name in names}
    most = max(row["legal"].shape[1] for row in rows[:-1])
    for name, empty in MOVE_COLUMNS.items():
        whole[name] = torch.stack([widen(row[name], most, empty) for row in rows[:-1]])
    return PlayedSteps(
        **whole, **{name: torch.stack([row[name] for row in rows]) for name in ("values", "ended", "results")}
    )
