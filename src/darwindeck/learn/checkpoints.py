"""Networks in files. Only plain tensors and numbers are read: a file cannot run code."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import torch

from darwindeck.errors import LearnError
from darwindeck.files.write import write_atomic

from .network import ChessNetwork

TRAINED = Path(__file__).with_name("trained.pt")
MOST_IN_BYTE = 127


def save_state(path: Path, state: dict[str, Any]) -> None:
    held = io.BytesIO()
    torch.save(state, held)
    write_atomic(path, held.getvalue())


def save_network(path: Path, network: ChessNetwork, in_bytes: bool = False) -> None:
    """The shape and the weights in half precision, or those of layers in bytes: half the file."""
    weights = {
        name: of.half().cpu() if of.dtype.is_floating_point else of.cpu() for name, of in network.state_dict().items()
    }
    scales = {name: _scale_of(of) for name, of in weights.items() if in_bytes and of.ndim > 1}
    weights |= {name: (weights[name].float() / scale).round().to(torch.int8) for name, scale in scales.items()}
    save_state(path, {"shape": network.shape, "network": weights, "scales": scales})


def _scale_of(weights: torch.Tensor) -> torch.Tensor:
    """What a byte of 1 stands for, for each output of a layer."""
    most = weights.float().abs().amax(dim=tuple(range(1, weights.ndim)), keepdim=True)
    return most.clamp(min=1e-8) / MOST_IN_BYTE


def load_network(path: str | Path) -> ChessNetwork:
    """A network of ours, from `network.pt`, `checkpoint.pt` or any file with the weights of a ChessNetwork."""
    state = read_state(path)
    weights = state.get("average", state.get("network", state.get("state_dict", state)))
    scales = state.get("scales", {})
    weights = {name: of.float() * scales[name] if name in scales else of for name, of in weights.items()}
    shape = state.get("shape") or shape_of(weights, str(path))
    network = ChessNetwork(**shape)
    load_weights(network, weights, str(path))
    return network.eval()


def load_trained() -> ChessNetwork:
    """The network that comes with DarwinDeck: docs/chess.md says how it learned and how it plays."""
    return load_network(TRAINED)


def read_state(path: str | Path) -> dict[str, Any]:
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError:
        raise LearnError(f"{path}: there is no such file") from None
    except Exception as error:
        raise LearnError(f"{path}: is no file of weights ({str(error).splitlines()[0]})") from None
    if not isinstance(state, dict):
        raise LearnError(f"{path}: holds no weights by name")
    return state


def load_weights(network: torch.nn.Module, weights: dict[str, torch.Tensor], source: str) -> None:
    """Every weight must be there with its shape, and no other; the first few that are wrong are named."""
    wanted = network.state_dict()
    given = {name.removeprefix("module.").removeprefix("_orig_mod."): of for name, of in weights.items()}
    wrong = [f"{name} is missing" for name in wanted if name not in given]
    wrong += [f"{name} is unknown" for name in given if name not in wanted]
    wrong += [
        f"{name} has the shape {tuple(given[name].shape)} instead of {tuple(of.shape)}"
        for name, of in wanted.items()
        if name in given and given[name].shape != of.shape
    ]
    if wrong:
        more = f" and {len(wrong) - 3} more" if len(wrong) > 3 else ""
        raise LearnError(f"{source}: these weights are of another network: {'; '.join(wrong[:3])}{more}")
    network.load_state_dict(given)


def shape_of(weights: dict[str, Any], source: str) -> dict[str, Any]:
    """Blocks, channels and squeeze of a ChessNetwork with such weights."""
    first = weights.get("trunk.0.weight")
    if not isinstance(first, torch.Tensor) or first.ndim != 4:
        raise LearnError(f"{source}: these weights are of another network: trunk.0.weight is missing")
    channels = first.shape[0]
    blocks = len({name.split(".")[1] for name in weights if name.startswith("trunk.") and ".layers." in name})
    gate = weights.get("trunk.3.layers.5.layers.0.weight")
    return {"blocks": blocks, "channels": channels, "squeeze": channels // gate.shape[0] if gate is not None else 0}
