"""Card games learned without search: the player in the core is the network that learned, and it learns to win."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install torch")

from click.testing import CliRunner  # noqa: E402

from darwindeck import Game, load_genome, simulate  # noqa: E402
from darwindeck.cli import main  # noqa: E402
from darwindeck.contest.exploit import find_exploit  # noqa: E402
from darwindeck.engine.game import State  # noqa: E402
from darwindeck.engine.learned import load_learned  # noqa: E402
from darwindeck.engine.players import find_player  # noqa: E402
from darwindeck.errors import PlayerError  # noqa: E402
from darwindeck.files.tensors import write_tensors  # noqa: E402
from darwindeck.learn.cards.run import CardRun, CardTraining  # noqa: E402
from darwindeck.simulate.outside import seat_player  # noqa: E402
from darwindeck.simulate.vector import VectorGames  # noqa: E402
from tests.contracts.test_players import built_in, tells_apart  # noqa: E402

KUHN = "kuhn-poker"
pytestmark = pytest.mark.usefixtures("one_thread")
TINY = CardTraining(laps=2, games=24, steps=6, batch=64, width=16, seed=3)


def learn(game: str, settings: CardTraining, path: Path) -> CardRun:
    run = CardRun(Game(load_genome(game)), settings)
    run.run(path, lambda line: None)
    return run


@pytest.fixture(scope="module")
def fish(tmp_path_factory: pytest.TempPathFactory) -> tuple[CardRun, Path]:
    """Go fish, hardly learned: it has sets that a hand holds one of, and moves that name seats."""
    path = tmp_path_factory.mktemp("learned") / "fish.safetensors"
    return learn("go-fish", TINY, path), path


@pytest.mark.parametrize("name", ["go-fish", "hearts", "cheat", "draw-poker", "gin-rummy"])
def test_the_core_thinks_what_torch_thinks(name: str, tmp_path: Path) -> None:
    """At every leaf of some games, up to the half precision of the file."""
    run = learn(name, TINY, tmp_path / "player.safetensors")
    native, games = load_learned(tmp_path / "player.safetensors").build(), VectorGames(name, 40, seed=5, groups=1)
    for _ in range(30):
        steps = games.ask()
        read = run.player.reader(torch.from_numpy(steps.packed.view(np.uint8)), torch.float32)
        logits, values = (of.detach().numpy() for of in run.player(read))
        for row in range(len(steps.seats)):
            actions = steps.actions[steps.offsets[row] : steps.offsets[row + 1]]
            theirs, worth = native.judge(steps.packed[row], actions.tolist())
            assert theirs == pytest.approx(logits[row, actions].tolist(), abs=0.01)
            assert worth == pytest.approx(np.clip(values[row], -1, 1).tolist(), abs=0.01)
        games.tell(0, (steps.games % steps.counts).astype(np.int32))


def test_a_learned_player_sees_nothing_but_its_view(fish: tuple[CardRun, Path]) -> None:
    assert not tells_apart(built_in(f"learned:{fish[1]}"), Game("go-fish"), seed=4)


def test_a_learned_player_that_searches_sees_nothing_but_its_view(fish: tuple[CardRun, Path]) -> None:
    """And it is the same player every time."""
    player = find_player(f"learned:{fish[1]},search=20")

    def decide(game: Game, state: State, seat: int) -> int:
        return seat_player(player, game, 5, 0, seat).choose(game.view(state, seat), game.legal_moves(state))

    assert not tells_apart(decide, Game("go-fish"), seed=4)


def test_a_search_needs_a_number(fish: tuple[CardRun, Path]) -> None:
    for wrong in ("", "0", "-1", "many", "10000001"):
        with pytest.raises(PlayerError, match="needs a number of simulations from 1 to"):
            find_player(f"learned:{fish[1]},search={wrong}")


def test_a_search_is_told_what_the_network_thinks(fish: tuple[CardRun, Path]) -> None:
    """Of many leaves at once what it says of each."""
    network, steps = load_learned(fish[1]).build(), VectorGames("go-fish", 30, seed=5, groups=1).ask()
    priors, values = np.empty(len(steps.actions), np.float32), np.empty((30, 3), np.float32)
    network.judge_leaves(steps.packed, steps.actions, steps.offsets, priors, values)
    for row in range(30):
        at = slice(steps.offsets[row], steps.offsets[row + 1])
        logits, worth = network.judge(steps.packed[row], steps.actions[at].tolist())
        shares = np.exp(np.array(logits) - max(logits))
        assert priors[at] == pytest.approx(shares / shares.sum(), abs=1e-5)
        assert values[row] == pytest.approx(worth)
    with pytest.raises(ValueError, match="do not fit"):
        network.judge_leaves(steps.packed, steps.actions, steps.offsets[:-1].copy(), priors, values)


def test_the_same_seed_learns_the_same_player(fish: tuple[CardRun, Path], tmp_path: Path) -> None:
    learn("go-fish", TINY, tmp_path / "again.safetensors")
    again = load_learned(tmp_path / "again.safetensors")
    for name, of in load_learned(fish[1]).arrays.items():
        assert (of == again.arrays[name]).all(), name


def test_another_game_is_refused_unless_it_is_asked_for(fish: tuple[CardRun, Path]) -> None:
    genome = load_genome("go-fish")
    other = msgspec.structs.replace(genome, max_turns=genome.max_turns - 1)
    with pytest.raises(PlayerError, match="has learned another game"):
        simulate(other, players=[f"learned:{fish[1]}"], games=1)
    assert len(simulate(other, players=[f"learned:{fish[1]},transfer"], games=2).winners) == 2
    with pytest.raises(PlayerError, match="of 3 seats, and this one has 2"):
        simulate(load_genome("crazy-eights"), players=[f"learned:{fish[1]},transfer"], games=1)


def test_what_is_no_player_is_refused_in_one_line(fish: tuple[CardRun, Path], tmp_path: Path) -> None:
    whole, bad = fish[1].read_bytes(), tmp_path / "bad.safetensors"
    for data in (
        b"",
        b"\xff" * 64,
        whole[:1000],
        whole[:-1],
        whole.replace(b'"observation":"1"', b'"observation":"7"'),
    ):
        bad.write_bytes(data)
        with pytest.raises(PlayerError, match="bad") as caught:
            find_player(f"learned:{bad}")
        assert "\n" not in str(caught.value)
    player = load_learned(fish[1])
    for name, wrong in (("row_of", 10**6), ("inputs", 500), ("rows", np.nan), ("rows", None)):
        arrays = {key: of.copy() for key, of in player.arrays.items()}
        if wrong is None:
            del arrays[name]
        else:
            arrays[name].flat[0] = wrong
        write_tensors(bad, arrays, player.facts)
        with pytest.raises(PlayerError, match="is no learned player"):
            find_player(f"learned:{bad}")


def test_a_training_writes_onnx_too(tmp_path: Path) -> None:
    out, onnx = tmp_path / "player.safetensors", tmp_path / "player.onnx"
    words = ["--laps", "1", "--games", "16", "--width", "16", "--threads", "1", "--out", str(out), "--onnx", str(onnx)]
    CliRunner().invoke(main, ["train", "crazy-eights", *words], standalone_mode=False, catch_exceptions=False)
    assert out.stat().st_size > 10_000 and onnx.read_bytes().count(b"program_hash") == 1


def test_crazy_eights_is_learned_well_enough_to_beat_chance(tmp_path: Path) -> None:
    """A fixed amount of work."""
    path = tmp_path / "eights.safetensors"
    learn("crazy-eights", CardTraining(laps=12, games=128, steps=16, batch=256, width=32, seed=1), path)
    records = simulate(load_genome("crazy-eights"), players=[f"learned:{path}", "random"], games=400, seed=5)
    assert records.payoffs[:, 0].mean() > 0.1


def test_kuhns_poker_is_learned_to_its_equilibrium(tmp_path: Path) -> None:
    """A fixed amount of work. All that best responses win from both seats is a twentieth of a chip; each begins with ten."""
    path = tmp_path / "kuhn.safetensors"
    learn(KUHN, CardTraining(laps=200, games=512, steps=8, batch=1024, passes=2, seed=2), path)
    assert find_exploit(Game(load_genome(KUHN)), f"learned:{path}").nash_conv * 10 <= 0.05


def test_play_at_random_is_exploited_as_openspiel_says() -> None:
    """NashConv 11/12 of a chip, of the ten that each begins with; tests/crosscheck has the same from OpenSpiel."""
    found = find_exploit(Game(load_genome(KUHN)), "random")
    assert found.nash_conv == pytest.approx(11 / 120)
    assert found.information_sets == 12
