"""The last judge that trains: what the gallery says of its players, and what it says where there is none."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install torch")

from darwindeck import Game, load_genome, simulate  # noqa: E402
from darwindeck.engine.learned import load_learned  # noqa: E402
from darwindeck.errors import LearnError  # noqa: E402
from darwindeck.evaluate.evaluate import RULE_OF_THUMB  # noqa: E402
from darwindeck.evaluate.plan import RACES, Suite  # noqa: E402
from darwindeck.evolve.elite import Elite  # noqa: E402
from darwindeck.experiment.config import RunConfig, RuntimeConfig, Simulation  # noqa: E402
from darwindeck.experiment.evolve import Nobody  # noqa: E402
from darwindeck.experiment.finals import LAST, seconds_needed  # noqa: E402
from darwindeck.experiment.gallery import describe_trained, gallery_files, gallery_row, tell_trained  # noqa: E402
from darwindeck.experiment.lab import Lab  # noqa: E402
from darwindeck.experiment.learned import NO_TIME, TOO_LONG, train_players, watch_time  # noqa: E402
from darwindeck.experiment.sitting import Budget, OutOfTime  # noqa: E402
from darwindeck.experiment.start import find_extensions  # noqa: E402
from darwindeck.genome.genome import GameGenome  # noqa: E402
from darwindeck.learn.cards import judge  # noqa: E402
from darwindeck.learn.cards.run import CardRun, CardTraining  # noqa: E402
from darwindeck.measure.depth import Rung, TrainedPlayer  # noqa: E402
from darwindeck.measure.evaluation import Candidate, Evaluation  # noqa: E402
from darwindeck.measure.profiles import load_profile  # noqa: E402

from ..evolve.families import mutants  # noqa: E402
from ..patience import PATIENCE  # noqa: E402
from .test_finals import end, evaluation, kept  # noqa: E402

FEW = replace(RACES["default"], seconds=0.01, fewest=2, stages=(*RACES["default"].stages, "strong"))
CONFIG = RunConfig(population=16, gallery=4, seed=3, judge="learned", judge_laps=2, simulation=Simulation(games=4))


class Listener(Nobody):
    """Notes how much of each training is done; stops the run at one of the games."""

    def __init__(self, stop_at: str = "") -> None:
        self.told: list[tuple[str, float]] = []
        self.stop_at = stop_at

    def training(self, game: str, done: float) -> None:
        if game == self.stop_at:
            raise KeyboardInterrupt
        self.told.append((game, done))


class SmallLab(Lab):
    """Plays, trains and compares as ever, though little of everything; every game is sound, and no rule can go."""

    def __init__(self, workers: int = 1, cache: bool = False, stop_at: str = "", config: RunConfig = CONFIG) -> None:
        runtime, self.looks_on = RuntimeConfig(workers=workers, cache=cache), Listener(stop_at)
        super().__init__(config, load_profile("balanced"), runtime, self.looks_on, Budget())

    def evaluate(self, genomes: Sequence[GameGenome], purpose: str, suite: Suite) -> list[Evaluation]:
        super().evaluate(genomes, purpose, FEW)
        return [evaluation(0.5, genome=genome) for genome in genomes]

    def measure(self, candidates: Sequence[Candidate], bar: object = None) -> list[Evaluation]:
        return [evaluation(0.5, genome=each.genome) for each in candidates]

    def simplify(self, genomes: Sequence[GameGenome]) -> list[GameGenome]:
        return list(genomes)

    def find_originals(self, genomes: Sequence[GameGenome]) -> list[bool]:
        return [True] * len(genomes)

    def prune(self, genomes: Sequence[GameGenome]) -> list[Any]:
        return [(genome, ()) for genome in genomes]


def bred() -> list[GameGenome]:
    """Two games that a gallery may have together."""
    return [*mutants("durak", 1), *mutants("goofspiel", 1)]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Narrow networks that learn from few games at a time, and a cache of their own."""
    monkeypatch.setenv("DARWINDECK_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(
        judge, "CardTraining", lambda **given: CardTraining(games=16, steps=4, batch=32, width=16, **given)
    )


def measured(lab: Lab, *genomes: GameGenome) -> list[Elite]:
    """Games as they are when the last judge has measured them."""
    found = lab.evaluate(genomes, "last", LAST)
    return [replace(kept(genome, 0.9), evaluation=new) for genome, new in zip(genomes, found, strict=True)]


def players(lab: Lab, *names: str) -> dict[str, TrainedPlayer]:
    trained = train_players(measured(lab, *map(load_genome, names)), lab)
    return {game.genome.genome_id: game.trained for game in trained if game.trained is not None}


def test_the_gallery_has_the_player_and_its_figures(tmp_path: Path) -> None:
    games, lab = [kept(genome, 0.9) for genome in bred()], SmallLab()
    found, written = end(games, lab)  # type: ignore[arg-type]
    assert len(found) == 2 and [row["name"] for row in written.rows] == [game.genome.name for game in found]
    for place, (game, row) in enumerate(zip(found, written.rows, strict=True), 1):
        stem = f"{place:02d}-{game.genome.name.lower().replace(' ', '-')}"
        file = tmp_path / f"{stem}.safetensors"
        file.write_bytes(written.gallery[file.name])
        genome = load_genome(str(_write(tmp_path / f"{stem}.json", written.gallery[f"{stem}.json"])))
        table = [f"learned:{file}", *["greedy"] * (genome.player_count - 1)]
        assert simulate(genome, players=table, games=2, seed=1).games == 2
        rate, low, high, played = row["learned"]["rate"]
        assert 0 <= low <= rate <= high <= 1 and played > 0 and row["learned"]["decisions"] == 2 * 16 * 4
        assert row["learned"]["against"] == RULE_OF_THUMB  # four games surely put nobody above it
        assert lab.looks_on.told[2 * place - 2 : 2 * place] == [(game.genome.name, 0.5), (game.genome.name, 1.0)]
        assert f"{played} games" in tell_trained(row["learned"])


def _write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_without_the_option_nothing_is_trained() -> None:
    lab = SmallLab(config=RunConfig(population=16, gallery=4, simulation=Simulation(games=4)))
    [game] = train_players(measured(lab, load_genome("goofspiel")), lab)
    assert game.trained is None and "learned" not in gallery_row(game) and not lab.looks_on.told


def test_the_same_bytes_for_any_number_of_workers() -> None:
    one, two = players(SmallLab(1), "goofspiel"), players(SmallLab(2, cache=True), "goofspiel")
    assert one == two and len(one["goofspiel"].file) > 10_000
    other = players(SmallLab(config=RunConfig(**{**_fields(CONFIG), "seed": 4})), "goofspiel")
    assert other["goofspiel"].file != one["goofspiel"].file


def _fields(config: RunConfig) -> dict[str, Any]:
    return {name: getattr(config, name) for name in config.__struct_fields__}


def test_the_player_is_that_of_the_command_train(tmp_path: Path) -> None:
    [player] = players(SmallLab(), "goofspiel").values()
    file = _write(tmp_path / "judge.safetensors", player.file)
    seed = SmallLab()._seed("learned")
    with judge.one_thread():
        run = CardRun(Game("goofspiel"), CardTraining(laps=2, seed=seed, games=16, steps=4, batch=32, width=16))
        run.run(tmp_path / "train.safetensors", lambda line: None)
    ours, theirs = load_learned(file).arrays, load_learned(tmp_path / "train.safetensors").arrays
    assert all((ours[name] == theirs[name]).all() for name in theirs)


def test_in_matches_the_player_meets_the_others_in_a_deal() -> None:
    """The deal cut off is another program than the match that was learned."""
    lab = SmallLab()
    [player] = players(lab, "gin-rummy").values()
    assert player.rung is not None and player.rung.games == 4
    assert lab._played["gin-rummy"].deal is not load_genome("gin-rummy")


def test_a_run_that_was_stopped_trains_only_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("goofspiel", "scopa")
    whole = players(SmallLab(), *names)
    with pytest.raises(KeyboardInterrupt):
        players(SmallLab(cache=True, stop_at=load_genome("scopa").name), *names)
    begun = []
    train = judge.train_judge
    monkeypatch.setattr(
        judge, "train_judge", lambda game, *rest: begun.append(game.genome.genome_id) or train(game, *rest)
    )  # type: ignore[func-returns-value]
    assert players(SmallLab(cache=True), *names) == whole and begun == ["scopa"]
    assert players(SmallLab(cache=True), *names) == whole and begun == ["scopa"]


def test_a_training_that_fails_costs_its_figures_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(run: CardRun, done: float) -> object:
        if run.game.genome.genome_id == "scopa":
            raise LearnError("the losses are no numbers any more")
        return step(run, done)

    step, before = CardRun.step, torch.get_num_threads()
    monkeypatch.setattr(CardRun, "step", fail)
    lab = SmallLab()
    games = train_players(measured(lab, load_genome("scopa"), load_genome("goofspiel")), lab)
    failed, sound = (gallery_row(game)["learned"] for game in games)
    assert tell_trained(failed) == "learned player: not measured, for the losses are no numbers any more"
    assert "rate" in sound and sum(name.endswith(".safetensors") for name in gallery_files(games, True)) == 1
    assert torch.get_num_threads() == before


class Short(Budget):
    """So much time is left, however long anything takes."""

    def __init__(self, seconds: float) -> None:
        super().__init__(0.0, 1e9)
        self.seconds = seconds

    @property
    def is_up(self) -> bool:
        return self.seconds <= 0

    @property
    def left(self) -> float:
        return self.seconds


def test_without_time_games_are_shown_without_players() -> None:
    for seconds, told in ((0.0, 0), (1.0, 1)):  # no time at all, and too little: after the second lap that is sure
        lab = SmallLab()
        lab.budget = Short(seconds)
        games = train_players(measured(lab, *map(load_genome, ("goofspiel", "scopa"))), lab)
        assert [game.trained for game in games] == [TrainedPlayer(fault=NO_TIME)] * 2
        assert len(lab.looks_on.told) == told


def test_a_training_ends_as_soon_as_it_surely_takes_too_long() -> None:
    lab = SmallLab()
    watch = watch_time("a game", lab)
    watch(0.1)
    watch(0.2)
    lab.budget = Short(1.0)
    with pytest.raises(OutOfTime):
        watch(0.3)


def test_a_time_budget_keeps_time_for_the_trainings() -> None:
    games = [kept(genome, 0.9) for genome in bred()]
    usual = SmallLab(config=RunConfig(**{**_fields(CONFIG), "judge": "search"}))
    assert seconds_needed(games, SmallLab()) > seconds_needed(games, usual) + 60


def test_games_that_would_take_too_long_are_left_out_but_the_player_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    lab = SmallLab()
    monkeypatch.setattr(lab, "meet", lambda *given: None)
    [player] = players(lab, "goofspiel").values()
    assert player.file and player.rung is None and TOO_LONG in tell_trained(describe_trained(player))


@pytest.mark.parametrize(("rate", "low", "step"), [(0.62, 0.55, True), (0.62, 0.49, False), (0.55, 0.52, False)])
def test_a_step_of_depth_is_one_by_the_rule_of_the_ladder(rate: float, low: float, step: bool) -> None:
    player = TrainedPlayer(Rung("learned", "mcts:400", rate, low, 0.7, 240), 410_000, b"file")
    told = tell_trained(describe_trained(player))
    assert told.endswith(f"in 240 games: {'a' if step else 'no'} further step of depth")
    assert "(410,000 decisions)" in told and f"wins {rate:.2f} ({low:.2f}–0.70) against mcts:400" in told


def test_a_run_goes_on_only_with_the_same_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    profile = load_profile("balanced")
    assert find_extensions(CONFIG, profile) == {"torch": torch.__version__}
    assert find_extensions(RunConfig(), profile) == {}
    monkeypatch.setattr(judge, "VERSION", "0.1")
    assert find_extensions(CONFIG, profile) == {"torch": "0.1"}


def call(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, cwd=folder, check=False
    )


def test_without_torch_one_line_says_so_before_the_run_begins(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['torch'] = None; from darwindeck.cli import main; main(['run', '--judge', 'learned'])"
    )
    done = call(code, tmp_path)
    assert done.returncode == 2 and not list(tmp_path.glob("experiments/*"))
    assert len(done.stderr.splitlines()) == 1 and "pip install 'darwindeck[torch]'" in done.stderr


def test_runs_without_the_option_know_no_torch(tmp_path: Path) -> None:
    settings = {"population": 4, "generations": 1, "simulation.suite": "gate", "simulation.games": 2}
    code = (
        "import sys, darwindeck, darwindeck.experiment.start as start; start._signature = lambda: 'any'; "  # it takes long
        f"darwindeck.evolve(**{settings}); print('torch' in sys.modules)"
    )
    done = call(code, tmp_path)
    assert done.stdout.strip() == "False", done.stderr
