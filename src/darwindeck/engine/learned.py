"""Learned players in files: a network, the game that it has learned, and how. `learned:FILE` plays with it in the core."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import DocumentError, PlayerError
from ..files.tensors import read_tensors, tensor_bytes
from ..files.write import write_atomic

FORMAT = "1"  # of these files
OBSERVATION = "1"  # of the words of a leaf; raised when their meaning changes
SHIPPED = Path(__file__).parent / "trained"  # players of known games, by their names
SET, CLASS, NUMBER = range(3)  # kinds of inputs (core/learn/network.hpp)
LAYERS = ("rows", "first_bias", "second", "second_bias", "third", "third_bias", "moves", "move_bias", "values",
          "value_bias")  # fmt: skip


@dataclass(frozen=True)
class LearnedPlayer:
    """What a file holds: `facts` are the genome, the record of the training and all else that is told in words."""

    arrays: dict[str, NDArray[Any]]
    facts: dict[str, str]

    @property
    def is_mixed(self) -> bool:
        """Draws its moves by their probabilities."""
        return float(self.facts["temperature"]) > 0

    @property
    def program_hash(self) -> int:
        return int(self.facts["program_hash"])

    def build(self, transfer: bool = False) -> _core.Network:
        """The network as the core plays it; weights may be stored in half precision."""
        arrays: dict[str, Any] = {name: np.ascontiguousarray(self.arrays[name], np.float32) for name in LAYERS}
        arrays |= {name: np.ascontiguousarray(self.arrays[name], np.int32) for name in ("inputs", "row_of")}
        temperature = float(self.facts["temperature"])
        width, seats = arrays["first_bias"].size, arrays["value_bias"].size
        return _core.Network(self.program_hash, temperature, width, seats, arrays, transfer)


def save_learned(path: Path, player: LearnedPlayer) -> None:
    write_atomic(path, format_player(player))


def format_player(player: LearnedPlayer) -> bytes:
    """The file of a player."""
    return tensor_bytes(player.arrays, player.facts | {"format": FORMAT, "observation": OBSERVATION})


def load_learned(path: str | Path) -> LearnedPlayer:
    """Reads and checks a file; whatever is wrong with it is said in one line."""
    try:
        arrays, facts = read_tensors(Path(path))
    except DocumentError as error:
        raise PlayerError(f"players: {error}") from None
    for name, wanted in (("format", FORMAT), ("observation", OBSERVATION)):
        if facts.get(name) != wanted:
            raise PlayerError(
                f"players: {path}: {name} {facts.get(name, 'none')!r} is not {wanted!r}, which this version plays with"
            )
    player = LearnedPlayer(arrays, facts)
    try:
        player.build()
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise PlayerError(f"players: {path}: is no learned player ({str(error).splitlines()[0]})") from None
    return player


def file_of(name: str) -> str:
    """The file of a player, or of the shipped one if the name is that of a game that has one."""
    return str(SHIPPED / f"{name}.safetensors") if name in list_shipped() else name


def list_shipped() -> list[str]:
    """The games that a learned player comes with."""
    return sorted(path.stem for path in SHIPPED.glob("*.safetensors"))


def find_trained(program_hash: int) -> str | None:
    """The name of the player that comes along for a game, if there is one."""
    game = _list_trained().get(program_hash)
    return f"learned:{game}" if game else None


@functools.cache
def _list_trained() -> dict[int, str]:
    return {load_learned(file_of(game)).program_hash: game for game in list_shipped()}


def digest_of(path: str) -> str:
    """A hash of the file's bytes: the same player, wherever it lies."""
    try:
        return blake2b(Path(path).read_bytes(), digest_size=16).hexdigest()
    except OSError as error:
        raise PlayerError(f"players: {path}: cannot be read: {error.strerror}") from None


def network_for(path: str, digest: str, transfer: bool, program: _core.Program) -> _core.Network:
    """The network of a file, for a program; an error if it has learned another game and may not play this one."""
    network, learned, seats = _open_network(path, digest, transfer)
    if learned != program.hash and not transfer:
        raise PlayerError(f"players: {path}: has learned another game (learned:{path},transfer lets it play this one)")
    if seats != program.seats:
        raise PlayerError(f"players: {path}: has learned a game of {seats} seats, and this one has {program.seats}")
    return network


@functools.lru_cache(maxsize=32)
def _open_network(path: str, digest: str, transfer: bool) -> tuple[_core.Network, int, int]:
    """By the bytes of the file, which is read once; with the hash of the program that was learned, and its seats."""
    if digest_of(path) != digest:
        raise PlayerError(f"players: {path}: has changed meanwhile")
    player = load_learned(path)
    return player.build(transfer), player.program_hash, player.arrays["value_bias"].size
