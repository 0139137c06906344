"""A training that was stopped, in a file beside its player: all weights, what the optimiser remembers, and how far it was.

No random numbers are kept. At a checkpoint a training begins new games, and its random numbers follow from its seed and the
number of the lap; so one that was stopped goes on as if it had not been.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from ...errors import DocumentError, LearnError
from ...files.tensors import read_tensors, write_tensors
from .inputs import Inputs, Reader

if TYPE_CHECKING:
    from .run import CardRun

FORMAT = "1"
COUNTERS = ("lap", "decisions", "learned", "seconds", "scale")
FREE = ("minutes", "laps", "device", "threads", "graphs")  # settings that may differ when a training goes on


def checkpoint_of(out: Path) -> Path:
    return out.with_name(f"{out.name}.checkpoint")


def save_checkpoint(run: CardRun, path: Path) -> None:
    """The file is wholly there, or the old one is."""
    arrays: dict[str, Any] = {"inputs": run.network.inputs.fields, "row_of": run.network.inputs.row_of}
    for name, of in _modules(run).items():
        arrays |= {f"{name}.{key}": value.cpu().numpy() for key, value in of.state_dict().items()}
    arrays |= {f"reader.{key}": getattr(run.network.reader, key).cpu().numpy() for key in ("mean", "scale")}
    for at, weight in enumerate(run.weights):
        arrays |= {f"optimizer.{at}.{key}": value.cpu().numpy() for key, value in run.optimizer.state[weight].items()}
    facts = {"format": FORMAT, "program_hash": str(run.game.program.hash), "formers": str(len(run.formers)),
             "settings": json.dumps(_list_fixed(run)), "curve": json.dumps(run.curve),
             "counters": json.dumps({name: getattr(run, name) for name in COUNTERS})}  # fmt: skip
    write_tensors(path, arrays, facts)


def load_checkpoint(run: CardRun, path: Path) -> None:
    """Brings a run that has just been made to where the other one was."""
    try:
        arrays, facts = read_tensors(path)
    except DocumentError as error:
        raise LearnError(str(error)) from None
    if facts.get("format") != FORMAT:
        raise LearnError(f"{path}: is no checkpoint of this version")
    if facts.get("program_hash") != str(run.game.program.hash):
        raise LearnError(f"{path}: has learned another game")
    try:
        was, now = json.loads(facts["settings"]), _list_fixed(run)
        if changed := sorted(name for name in now if was.get(name) != now[name]):
            raise LearnError(f"{path}: goes on with the settings it has: {', '.join(changed)} must not change")
        _fill(run, arrays, facts)
    except (ValueError, KeyError, TypeError, RuntimeError) as error:
        raise LearnError(f"{path}: is no checkpoint ({str(error).splitlines()[0]})") from None


def _fill(run: CardRun, arrays: dict[str, Any], facts: dict[str, str]) -> None:
    tensors = {name: torch.from_numpy(of.copy()).to(run.device) for name, of in arrays.items()}
    if not Inputs(arrays["inputs"], arrays["row_of"]).equals(run.network.inputs):
        raise ValueError("its inputs are others")
    run.formers = [run.copy_network() for _ in range(int(facts["formers"]))]
    for name, of in _modules(run).items():
        keys = of.state_dict().keys()
        of.load_state_dict({key: tensors[f"{name}.{key}"] for key in keys})
        for reader in (part for part in of.modules() if isinstance(part, Reader)):
            reader.mean.copy_(tensors["reader.mean"])
            reader.scale.copy_(tensors["reader.scale"])
    for at, weight in enumerate(run.weights):
        run.optimizer.state[weight] = {
            key: tensors[f"optimizer.{at}.{key}"].float() for key in ("step", "exp_avg", "exp_avg_sq")
        }
    for name, value in json.loads(facts["counters"]).items():
        if name in COUNTERS:
            setattr(run, name, value)
    run.curve = json.loads(facts["curve"])
    run.remember()


def _modules(run: CardRun) -> dict[str, torch.nn.Module]:
    formers = {f"former{at}": of for at, of in enumerate(run.formers)}
    return {"network": run.network, "critic": run.critic, "player": run.player} | formers


def _list_fixed(run: CardRun) -> dict[str, Any]:
    """The settings that must stay, as JSON has them."""
    found = {name: of for name, of in asdict(run.settings).items() if name not in FREE}
    return dict(json.loads(json.dumps(found | {"pace": asdict(run.pace)})))
