"""Learning chess by self-play: what is kept, that a run goes on, and that a network learns rook endings from nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from darwindeck.chess import Position, analyze
from darwindeck.errors import LearnError
from darwindeck.search import BatchedMCTS, Evaluator, heuristic_evaluator, run, uniform_evaluator

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'darwindeck[torch]'")

from darwindeck.learn import ChessNetwork, TorchEvaluator, load_network, load_trained, save_network  # noqa: E402
from darwindeck.learn.arena import ending, openings, play_match  # noqa: E402
from darwindeck.learn.checkpoints import TRAINED  # noqa: E402
from darwindeck.learn.endings import rook_endings  # noqa: E402
from darwindeck.learn.lessons import Lessons  # noqa: E402
from darwindeck.learn.positions import Positions  # noqa: E402
from darwindeck.learn.run import RunOptions, TrainingRun  # noqa: E402
from darwindeck.learn.selfplay import SelfPlay, SelfPlayOptions, play_games, random_starts  # noqa: E402
from darwindeck.learn.training import Trainer, TrainingOptions  # noqa: E402

SMALL = RunOptions(
    blocks=1,
    channels=16,
    squeeze=4,
    positions=60,
    window=3,
    trainings=4,
    selfplay=SelfPlayOptions(games=8, simulations=8, quick_simulations=4, full_share=0.5, longest=20),
    training=TrainingOptions(batch=16),
)


@pytest.fixture(autouse=True)
def one_thread():  # type: ignore[no-untyped-def]
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def solved(evaluate: Evaluator, positions: list[Position], simulations: int) -> float:
    """In how many of them so few simulations prove the mate."""
    search = BatchedMCTS(positions, simulations)
    run(search, evaluate)
    return sum(search.root(tree).value == 1 for tree in range(len(positions))) / len(positions)


def test_rook_endings_are_learned_from_nothing(tmp_path: Path) -> None:
    """A network that began at random, and never saw these positions, finds mates in two that knowing nothing misses."""
    endings = rook_endings(900)
    held, seen = endings[700:], endings[:700]
    options = RunOptions(
        blocks=1,
        channels=32,
        squeeze=4,
        positions=500,
        window=8,
        trainings=4,
        selfplay=SelfPlayOptions(games=64, full_share=1.0, longest=4, temperature_plies=0, groups=1),
        training=TrainingOptions(batch=64, rate=3e-3, warmup=20, average=0.95),
    )
    learning = TrainingRun(tmp_path, options, starts=lambda game: seen[game % len(seen)].copy())
    untaught, nothing = solved(learning.evaluator, held, 8), solved(uniform_evaluator, held, 8)
    learning.run(generations=5)
    assert solved(learning.evaluator, held, 8) > max(nothing, untaught) + 0.15
    losses = [row["policy_loss"] for row in learning.rows]
    assert losses[-1] < losses[0]


def test_positions_are_of_whole_games_and_know_how_they_ended(tmp_path: Path) -> None:
    options = SelfPlayOptions(games=6, simulations=12, quick_simulations=4, full_share=0.5, longest=60, seed=3)
    positions, tally, played = play_games(heuristic_evaluator, options, 6)
    assert len(positions) == tally.plies == sum(len(moves) for moves, _ in played) and tally.games == len(played) >= 6
    packed = {row.tobytes(): index for index, row in enumerate(positions.packed)}
    for moves, result in played:
        position = Position()
        for ply, move in enumerate(moves):
            row = packed[position.pack().tobytes()]
            at = slice(positions.offsets[row], positions.offsets[row + 1])
            assert positions.actions[at].tolist() == position.legal_actions().tolist()
            assert positions.policy[at].sum() == pytest.approx(1, abs=1e-4)
            if ply > 4:  # the first moves of several games are the same
                assert positions.result[row] == (result if position.turn == "white" else -result)
                assert positions.plies_left[row] == len(moves) - ply
            position.push(move)
    assert 0 < positions.full.mean() < 1
    positions.save(tmp_path / "some.npz", compress=True)
    again = Positions.load(tmp_path / "some.npz")
    rows = np.array([3, 0, 5])
    for name in ("packed", "offsets", "actions", "policy", "full", "value", "ahead", "result", "plies_left"):
        assert np.array_equal(getattr(again, name), getattr(positions, name))
    assert np.array_equal(Positions.join([again.take(rows[:1]), again.take(rows[1:])]).policy, again.take(rows).policy)
    (tmp_path / "bad.npz").write_bytes(b"x")
    with pytest.raises(LearnError, match="holds no positions"):
        Positions.load(tmp_path / "bad.npz")


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    first = TrainingRun(tmp_path, SMALL)
    first.run(generations=2)
    again = TrainingRun(tmp_path, SMALL)
    assert again.generation == 2 and again.total == first.total and again.trainer.steps == first.trainer.steps
    assert [len(part) for part in again.window] == [len(part) for part in first.window]
    for ours, theirs in zip(again.trainer.average.parameters(), first.trainer.average.parameters(), strict=True):
        assert torch.equal(ours, theirs)
    again.run(generations=2)
    assert [row["generation"] for row in again.rows] == [1, 2, 3, 4]
    assert (tmp_path / "curve.svg").read_text().count("polyline") == 4
    assert len(list((tmp_path / "positions").glob("*.npz"))) == SMALL.window
    trained = again.trainer.steps * SMALL.training.batch
    assert trained <= 4 * again.total, "no position is learned from much more than four times"
    with pytest.raises(LearnError, match="other settings \\(blocks\\)"):
        TrainingRun(tmp_path, replace(SMALL, blocks=2))


def test_the_average_plays_and_only_full_searches_teach_the_policy(tmp_path: Path) -> None:
    run_ = TrainingRun(tmp_path, SMALL)
    run_.run(generations=1)
    for ours, theirs in zip(run_.evaluator.network.parameters(), run_.trainer.average.parameters(), strict=True):
        assert torch.equal(ours, theirs)
    assert any(
        not torch.equal(ours, theirs)
        for ours, theirs in zip(run_.trainer.network.parameters(), run_.trainer.average.parameters(), strict=True)
    )
    positions = run_.window[0]
    trainer = Trainer(ChessNetwork(1, 16), TrainingOptions(batch=16))
    quick = positions.take(np.flatnonzero(~positions.full)[:8])
    assert trainer.learn(Lessons.of(quick, 0.5, trainer.device), steps=1)["policy"] == 0


def test_networks_are_saved_and_other_ones_refused_by_name(tmp_path: Path) -> None:
    network = ChessNetwork(2, 16, squeeze=4).eval()
    save_network(tmp_path / "n.pt", network)
    planes = torch.rand(3, 119, 8, 8)
    with torch.inference_mode():
        ours, theirs = load_network(tmp_path / "n.pt")(planes), network(planes)
    assert torch.allclose(ours[0], theirs[0], atol=1e-2) and torch.allclose(ours[1], theirs[1], atol=1e-2)
    torch.save(network.state_dict(), tmp_path / "plain.pt")
    assert load_network(tmp_path / "plain.pt").shape == network.shape
    torch.save(torch.nn.Linear(3, 3).state_dict(), tmp_path / "other.pt")
    torch.save(
        {"shape": {"blocks": 1, "channels": 16, "squeeze": 4}, "network": network.state_dict()}, tmp_path / "w.pt"
    )
    save_network(tmp_path / "bytes.pt", ChessNetwork(2, 64, haste=0.2), in_bytes=True)
    save_network(tmp_path / "halves.pt", ChessNetwork(2, 64, haste=0.2))
    assert (tmp_path / "bytes.pt").stat().st_size < 0.6 * (tmp_path / "halves.pt").stat().st_size
    assert load_network(tmp_path / "bytes.pt").shape["haste"] == 0.2
    (tmp_path / "no.pt").write_bytes(b"no")
    for name, complaint in (("other", "trunk.0.weight is missing"), ("w", "is unknown"), ("no", "is no file of weights"),
                            ("none", "there is no such file")):  # fmt: skip
        with pytest.raises(LearnError, match=complaint):
            load_network(tmp_path / f"{name}.pt")


def test_a_match_tells_the_better_player() -> None:
    score = play_match(heuristic_evaluator, uniform_evaluator, openings(4), 24)
    assert score.games == 8 and score.mean > 0.6 and score.elo()[1] < score.elo()[0]
    swapped = play_match(uniform_evaluator, heuristic_evaluator, openings(4), 24)
    assert swapped.mean == pytest.approx(1 - score.mean)


def test_a_match_ends_where_a_draw_stands_on_the_board() -> None:
    """Not where somebody could claim it with the next move: that may be the side that wins."""
    position = Position("7k/8/8/8/8/8/R7/K7 w - - 0 1")
    for move in ("a2a3", "h8g8", "a3a2", "g8h8", "a2a3", "h8g8", "a3a2"):
        position.push(move)
    assert position.outcome(claim_draw=True) and ending(position) is None
    assert ending(position.push("g8h8")) == (None, "threefold_repetition")
    quiet = Position("7k/8/8/8/8/8/R7/K7 w - - 99 80")
    assert quiet.outcome(claim_draw=True) and ending(quiet) is None
    assert ending(quiet.push("a2a3")) == (None, "fifty_moves")
    assert ending(Position("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1")) == ("white", "checkmate")


def test_haste_lets_early_results_count_more() -> None:
    torch.manual_seed(1)
    patient, hasty = ChessNetwork(1, 16).eval(), ChessNetwork(1, 16, haste=0.3).eval()
    hasty.load_state_dict(patient.state_dict())
    planes = torch.rand(5, 119, 8, 8)
    with torch.inference_mode():
        plies = patient.heads(planes).plies_left
        assert torch.allclose(hasty(planes)[1], patient(planes)[1] * (1 - 0.3 * plies)) and (plies > 0).all()


def test_two_groups_play_the_same_kind_of_games() -> None:
    """One group's leaves are away with the network while the other's trees move on."""
    evaluator = TorchEvaluator(ChessNetwork(1, 16))
    playing = SelfPlay(evaluator, SelfPlayOptions(games=8, simulations=6, quick_simulations=3, longest=12, groups=2))
    positions = playing.play(60)
    assert len(positions) >= 60 and positions.plies_left.min() >= 1
    assert (positions.plies_left <= 12).all()


def test_workers_play_a_part_of_the_games_each(tmp_path: Path) -> None:
    learning = TrainingRun(tmp_path, replace(SMALL, selfplay=replace(SMALL.selfplay, games=9, workers=2)))
    assert [worker.search.trees for worker in learning.workers] == [4, 4]
    learning.run(generations=1)
    games = [worker.tally.games for worker in learning.workers]
    assert all(games) and learning.rows[0]["games"] == sum(games)
    assert len(learning.window[0]) == learning.rows[0]["positions"] >= SMALL.positions


def test_games_that_were_cut_teach_only_if_they_shall() -> None:
    options = SelfPlayOptions(games=16, simulations=8, quick_simulations=4, longest=40, seed=2)
    starts = random_starts(5, 24)
    kept = SelfPlay(heuristic_evaluator, options, starts).play(1000)
    assert kept.plies_left.max() == 40 and (kept.result[kept.plies_left == 40] == 0).any()
    playing = SelfPlay(heuristic_evaluator, replace(options, keep_cut=False), starts)
    told = playing.play(60)
    cut = playing.tally.plies - len(told)
    assert cut > 0 and cut % 40 == 0, "what is missing are whole games of the longest length"


def test_games_begin_with_other_random_moves_each_time() -> None:
    starts = random_starts(1, 24)
    fens = [starts(game).fen() for game in range(50)]
    assert fens == [starts(game).fen() for game in range(50)] and len(set(fens)) > 35
    assert all(starts(game).outcome() is None for game in range(50))
    assert random_starts(1, 0)(7).fen() == Position().fen()


def test_some_games_begin_with_pieces_missing() -> None:
    """As many as asked for, with both kings, and nobody can take one."""
    starts = random_starts(1, 24, thinned=0.5)
    pieces = [sum(letter.isalpha() for letter in starts(game).fen().split()[0]) for game in range(200)]
    assert 40 < sum(count < 26 for count in pieces) < 110 and min(pieces) < 8
    assert all(starts(game).outcome() is None for game in range(200))


def test_weights_in_bytes_say_nearly_the_same(tmp_path: Path) -> None:
    torch.manual_seed(2)
    network = ChessNetwork(2, 32).eval()
    save_network(tmp_path / "n.pt", network, in_bytes=True)
    planes = torch.rand(8, 119, 8, 8)
    with torch.inference_mode():
        ours, theirs = load_network(tmp_path / "n.pt")(planes), network(planes)
    assert torch.allclose(ours[0], theirs[0], atol=0.02) and torch.allclose(ours[1], theirs[1], atol=0.02)


def test_the_network_that_comes_along_plays_chess() -> None:
    """It takes a queen that is given away, and knows what it is to be ahead and behind."""
    assert TRAINED.stat().st_size < 4 << 20
    evaluator = TorchEvaluator(load_trained())

    def value(fen: str) -> float:
        return analyze(Position(fen), 16, evaluator).best.value

    taken = analyze(Position("rnb1kbnr/pppp1ppp/8/4p1q1/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 3"), 32, evaluator)
    assert taken.best.move in ("f3g5", "c1g5")
    assert value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > 0.3
    assert value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1") < -0.3
    assert abs(value(Position().fen())) < 0.2
    assert value("8/8/8/4k3/8/8/4K3/7R w - - 0 1") > 0.6
