"""How a training runs: it copies first, can be stopped and taken up again, and says how well it does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install torch")

from darwindeck import Game, load_genome  # noqa: E402
from darwindeck.engine.learned import load_learned  # noqa: E402
from darwindeck.engine.players import find_player  # noqa: E402
from darwindeck.errors import LearnError  # noqa: E402
from darwindeck.learn.cards import run as training  # noqa: E402
from darwindeck.learn.cards.checkpoint import checkpoint_of  # noqa: E402
from darwindeck.learn.cards.run import CardRun, CardTraining  # noqa: E402
from darwindeck.simulate.outside import seat_player  # noqa: E402
from darwindeck.simulate.vector import VectorGames  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")
TINY = CardTraining(laps=6, games=16, steps=4, batch=32, width=16, seed=3)


def weights(path: Path) -> bytes:
    return b"".join(of.tobytes() for _, of in sorted(load_learned(path).arrays.items()))


@pytest.mark.parametrize("name", ["crazy-eights", "draw-poker"])
def test_a_training_that_was_stopped_goes_on_as_if_it_had_not_been(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "CHECKPOINT_LAPS", 2)
    game, whole, parts = Game(load_genome(name)), tmp_path / "whole.safetensors", tmp_path / "parts.safetensors"
    CardRun(game, TINY).run(whole, lambda line: None)
    first = CardRun(game, TINY)
    for _ in range(3):  # a lap beyond the checkpoint, which is lost
        first.step(first.lap / 6)
        if first.lap == 2:
            first.begin_games()
            training.save_checkpoint(first, checkpoint_of(parts))
    again = CardRun(game, replace(TINY, threads=2))
    again.resume(parts)
    assert again.lap == 2
    again.run(parts, lambda line: None)
    assert weights(parts) == weights(whole)


def test_a_checkpoint_of_other_settings_or_no_checkpoint_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "player.safetensors"
    run = CardRun(Game("crazy-eights"), TINY)
    run.step(0.0)
    training.save_checkpoint(run, checkpoint_of(out))
    with pytest.raises(LearnError, match="games must not change"):
        CardRun(Game("crazy-eights"), replace(TINY, games=18)).resume(out)
    with pytest.raises(LearnError, match="has learned another game"):
        CardRun(Game("hearts"), TINY).resume(out)
    whole = checkpoint_of(out).read_bytes()
    for data in (b"", whole[:2000], whole.replace(b"network.own", b"network.owl")):
        checkpoint_of(out).write_bytes(data)
        with pytest.raises(LearnError) as caught:
            CardRun(Game("crazy-eights"), TINY).resume(out)
        assert "\n" not in str(caught.value)
    with pytest.raises(LearnError, match="there is no such file"):
        CardRun(Game("crazy-eights"), TINY).resume(tmp_path / "none.safetensors")


def test_ctrl_c_keeps_what_was_learned(tmp_path: Path) -> None:
    """And the file says how well the player did until then."""
    out, lines = tmp_path / "player.safetensors", []

    def watch(line: str) -> None:
        lines.append(line)
        if "against greedy" in line:
            raise KeyboardInterrupt

    run = CardRun(Game("crazy-eights"), TINY)
    run.run(out, watch, lambda path: 0.25)
    assert lines[-1] == "stopped: what was learned until now is kept"
    assert '"curve": [[' in load_learned(out).facts["training"]


def test_the_adviser_of_games_in_step_is_the_greedy_player() -> None:
    for name in ("gin-rummy", "hearts", "go-fish"):
        game, games = Game(name), VectorGames(name, 12, seed=5, groups=2)
        for group in range(2):
            steps, advised = games.ask(group), games.advise(group)
            for row, index in enumerate(steps.games.tolist()):
                state = game.start(5, index)
                while len(moves := game.legal_moves(state)) == 1:
                    state = game.apply(state, moves[0])
                seat = game.to_move(state)
                chosen = seat_player(find_player("greedy"), game, 0, 0, seat).choose(game.view(state, seat), moves)
                assert moves[advised[row]] == chosen, (name, index)
    assert np.array_equal(games.advise(1, rows=3), advised[:3])


def test_a_network_begins_by_copying_the_greedy_player() -> None:
    """Of what it has never seen it would do more than half as greedy does, and chance does a third."""
    run = CardRun(Game("gin-rummy"), CardTraining(laps=100, games=128, steps=8, batch=256, width=64, seed=1))
    for _ in range(10):
        run.step(0.0)
    games = VectorGames("gin-rummy", 200, seed=77, groups=1)
    steps, advised = games.ask(), games.advise(0)
    network, same, by_chance = run.network, 0, float(np.mean(1 / steps.counts))
    read = network.reader(torch.from_numpy(steps.packed.view(np.uint8)), torch.float32)
    logits = network(read)[0].detach().numpy()
    for row in range(200):
        actions = steps.actions[steps.offsets[row] : steps.offsets[row + 1]]
        same += int(logits[row, actions].argmax() == advised[row])
    assert same / 200 > by_chance + 0.2
