"""What can go wrong in a training of cards: each fault is told in one line, and the last good player is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install torch")

from click.testing import CliRunner  # noqa: E402

from darwindeck import Game  # noqa: E402
from darwindeck.cli import main  # noqa: E402
from darwindeck.engine.learned import load_learned  # noqa: E402
from darwindeck.errors import LearnError  # noqa: E402
from darwindeck.learn.cards.run import CardRun, CardTraining  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")
TINY = CardTraining(laps=30, games=24, steps=6, batch=64, width=16, seed=3)
GOOD_LAPS = 4


def begin() -> CardRun:
    return CardRun(Game("crazy-eights"), TINY)


def spoil(run: CardRun, fault: Callable[[], object]) -> list[np.ndarray]:
    """Has the fault happen in the middle of the fifth lap, with all weights gone; gives the player of the fourth."""
    collect, kept = run.collector.collect, []

    def play(*given):  # type: ignore[no-untyped-def]
        if run.lap < GOOD_LAPS:
            return collect(*given)
        kept.extend(of.detach().numpy().copy() for of in run.player.parameters())
        for of in run._all_weights():
            of.data.fill_(float("nan"))
        return fault()

    run.collector.collect = play  # type: ignore[method-assign]
    return kept


def fail(error: BaseException) -> Callable[[], object]:
    def fault() -> object:
        raise error

    return fault


def is_kept(run: CardRun, path: Path, kept: list[np.ndarray]) -> bool:
    """In the run and in the file."""
    now = [of.detach().numpy() for of in run.player.parameters()]
    same = all((a == b).all() for a, b in zip(now, kept, strict=True))
    in_file, arrays = load_learned(path).arrays, run.player.arrays()
    return same and all((in_file[name] == of).all() for name, of in arrays.items())


def test_a_stopped_training_keeps_the_last_good_player(tmp_path: Path) -> None:
    run, told, path = begin(), [], tmp_path / "player.safetensors"
    kept = spoil(run, fail(KeyboardInterrupt()))
    run.run(path, told.append)
    assert told[-1] == "stopped: what was learned until now is kept" and is_kept(run, path, kept)


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (torch.cuda.OutOfMemoryError("CUDA out of memory. Tried to allocate 3 GiB.\nmore"), "out of memory: try fewer"),
        (RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried"), "out of memory: try"),
        (MemoryError(), "out of memory: try fewer --games"),
        (RuntimeError("CUDA error: unspecified launch failure\nCUDA kernel errors might"), "the device has failed"),
        (LearnError("the losses are no numbers any more"), "the losses are no numbers any more"),
    ],
)
def test_a_fault_is_one_line_and_the_last_good_player_is_kept(error: Exception, says: str, tmp_path: Path) -> None:
    run, path = begin(), tmp_path / "player.safetensors"
    kept = spoil(run, fail(error))
    with pytest.raises(LearnError, match=f"^crazy-eights: {says}.*; the player of lap 4 is kept$") as caught:
        run.run(path, lambda line: None)
    assert "\n" not in str(caught.value) and is_kept(run, path, kept)


def test_of_a_lost_device_the_player_saved_last_is_kept(tmp_path: Path) -> None:
    """A tenth of the training is three laps; then the device gives nothing back."""
    run, path = begin(), tmp_path / "player.safetensors"
    spoil(run, fail(RuntimeError("CUDA error: the device is lost")))

    def lost(*given: object) -> None:
        raise RuntimeError("CUDA error: the device is lost")

    run._bring_back = lost  # type: ignore[method-assign]
    with pytest.raises(LearnError, match=r"the device has failed .*; the player of lap 3 is kept"):
        run.run(path, lambda line: None)
    assert load_learned(path).facts["training"].count('"laps": 3,') == 1


def test_another_error_is_not_called_a_fault_of_the_device(tmp_path: Path) -> None:
    run = begin()
    spoil(run, fail(RuntimeError("shapes do not match")))
    with pytest.raises(RuntimeError, match="shapes do not match"):
        run.run(tmp_path / "player.safetensors", lambda line: None)
    assert load_learned(tmp_path / "player.safetensors").program_hash == run.game.program.hash


def test_losses_that_are_no_numbers_change_no_weight() -> None:
    """After three such laps the training ends, with the weights of the last good one."""
    run = begin()
    run.step(0.0)
    good = [of.detach().clone() for of in run.player.parameters()]
    run.scale = float("nan")
    for _ in range(2):
        run.step(0.0)
    with pytest.raises(LearnError, match="the losses are no numbers any more"):
        run.step(0.0)
    assert all((now == then).all() for now, then in zip(run.player.parameters(), good, strict=True))


@pytest.mark.parametrize(("device", "says"), [("nonsense", "is not cpu or cuda"), ("cuda:99", "cannot be used here")])
def test_a_device_that_is_not_there_is_named_in_one_line(device: str, says: str, tmp_path: Path) -> None:
    words = ["--device", device, "--laps", "1", "--out", str(tmp_path / "player.safetensors")]
    for command in (["train", "crazy-eights"], ["exploit", "crazy-eights", "random"]):
        with pytest.raises(LearnError, match=says) as caught:
            CliRunner().invoke(main, [*command, *words], standalone_mode=False, catch_exceptions=False)
        assert "\n" not in str(caught.value)
