"""A training: games and lessons in turn until the time or the number of laps is over; the averaged network is the player."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

import msgspec
import numpy as np
import torch

from ... import __version__, _core
from ...engine.game import Game
from ...engine.learned import LearnedPlayer, load_learned, save_learned
from ...engine.players import PlayerLike, name_of
from ...errors import LearnError
from ...simulate.vector import VectorGames
from .checkpoint import checkpoint_of, load_checkpoint, save_checkpoint
from .collect import Collector
from .device import explain_faults, find_device
from .inputs import Inputs
from .learner import Learner
from .network import CardNetwork, Critic
from .opponents import Opponents
from .ppo import BLUFFS, TINY_BLUFFS, LessonPlan, Losses, Pull, add_magnet, flatten, thin

SAMPLE_GAMES, SAMPLE_ASKS = 64, 300
TELL_SECONDS = 5.0
CHECKPOINT_LAPS = 64
MEASURES = 10  # of its strength in a training
MOST_FAULTS = 3  # laps in a row whose losses were no numbers
SMALL, NARROW, WIDE = 256, 64, 256  # a game with fewer rows than the first has a network of the second width


@dataclass(frozen=True)
class CardTraining:
    """The settings of a training; sizes that are 0 are those of the device."""

    minutes: float | None = None
    laps: int | None = None  # a lap is one collection of games and the pass over it
    seed: int = 0
    device: str = "cpu"
    threads: int = 1
    games: int = 0
    steps: int = 16  # choices of a game in a lap
    batch: int = 0
    width: int = 0
    former_share: float = 0.2  # of the games, against former networks
    formers: int = 8  # that are kept
    passes: int = 3  # over what was played in a lap
    method: str = "ppo"
    graphs: bool = False  # on CUDA a step is captured once, and then repeated; at gin rummy losses came out otherwise
    pace: LessonPlan | None = None  # none: as the game needs it

    @property
    def at_once(self) -> int:
        return self.games or (4096 if self.device.startswith("cuda") else 512)

    @property
    def batch_rows(self) -> int:
        return self.batch or (4096 if self.device.startswith("cuda") else 1024)


def sample_leaves(game: Game, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Leaves and all their actions, for choosing the inputs. Half of the games are played at random and half by greedy,
    who gets where random play does not."""
    games = VectorGames(game, SAMPLE_GAMES, seed, groups=1)
    rng = np.random.default_rng(seed)
    found, actions = [], []
    for _ in range(SAMPLE_ASKS):
        steps = games.ask()
        found.append(steps.packed.copy())
        actions.append(steps.actions.copy())
        choices = (rng.random(len(steps.seats)) * steps.counts).astype(np.int32)
        choices[: SAMPLE_GAMES // 2] = games.advise(0, SAMPLE_GAMES // 2)
        games.tell(0, choices)
    return np.concatenate(found), np.concatenate(actions)


def has_bluffs(actions: np.ndarray) -> bool:
    """Whether always the best move would give a player away: where there are bets, or claims that can be doubted."""
    return bool((actions >= _core.MOVES["challenge"]).any())


class CardRun:
    """One training. `network` is what learns, `player` the average of its weights. `against` plays the other seats of all
    games; without it they are the network's own."""

    def __init__(
        self, game: Game, settings: CardTraining, start: Path | None = None, against: PlayerLike | None = None
    ) -> None:
        self.game, self.settings, self.against = game, settings, against
        torch.manual_seed(settings.seed)
        self.device = find_device(settings.device)
        given = load_learned(start) if start else None
        leaves, actions = sample_leaves(game, settings.seed)
        self.bluffs = has_bluffs(actions)
        inputs = Inputs.choose(leaves, game.seats)
        if given is not None:
            inputs = Inputs(given.arrays["inputs"], given.arrays["row_of"])
            if given.program_hash != game.program.hash:
                raise LearnError(f"{start}: has learned another game")
        bluffs = TINY_BLUFFS if inputs.rows < SMALL else BLUFFS
        self.pace = settings.pace or (bluffs if self.bluffs else LessonPlan())
        width = settings.width or (NARROW if inputs.rows < SMALL else WIDE)
        width = given.arrays["first_bias"].size if given else width
        network = CardNetwork(inputs, game.seats, width)
        network.reader.fit(torch.from_numpy(leaves.view(np.uint8)))
        if given is not None:
            network.load(given.arrays)
        self.network = network.to(self.device)
        self.critic = Critic(inputs, game.seats, width).to(self.device)
        self.player = self.copy_network()
        self.formers: list[CardNetwork] = []
        self.learner = Learner(self.network, self.critic, self.device, settings.batch_rows, settings.graphs)
        self.weights, self.optimizer = self.learner.weights, self.learner.optimizer
        self.copied = 0.0 if given else self.pace.copied
        self.lap = self.decisions = self.learned = self.faults = self.saved = 0
        self.seconds, self.scale = 0.0, 0.0
        self.curve: list[tuple[float, int, float]] = []  # seconds, decisions, how well it did against greedy
        self.remember()
        self.begin_games()

    def copy_network(self) -> CardNetwork:
        return copy.deepcopy(self.network).requires_grad_(False)

    def remember(self) -> None:
        """All weights, to go back to if a lap spoils them."""
        self.good = [of.detach().clone() for of in self._all_weights()]

    def begin_games(self) -> None:
        """New games, with chance that follows from the seed and the lap."""
        seed = int(np.random.SeedSequence([self.settings.seed, self.lap]).generate_state(1, np.uint64)[0])
        self.generator = torch.Generator(self.device).manual_seed(seed >> 1)
        self.rng = np.random.default_rng(seed)
        games = VectorGames(self.game, self.settings.at_once, seed, self.settings.threads)
        others = Opponents(games, self.against, seed, self.settings.threads) if self.against is not None else None
        self.collector = Collector(games, self.device, self.generator, self.settings.former_share, others)

    def resume(self, out: Path) -> None:
        """Goes on from the last checkpoint of a training of the same settings."""
        load_checkpoint(self, checkpoint_of(out))
        self.begin_games()

    def run(
        self, out: Path | None, watch: Callable[[str], None], measure: Callable[[Path], float] | None = None
    ) -> None:
        """To the end, or to Ctrl-C. `measure` is told the player's file, and says how well it does; it is asked ten times.

        Whatever ends a training, the player of the last good lap is kept; where the device is lost, the one saved last.
        """
        try:
            with explain_faults():
                self._run(out, watch, measure)
        except KeyboardInterrupt:
            self._bring_back()
            watch("stopped: what was learned until now is kept")
        except LearnError as error:
            raise LearnError(f"{self.game.genome.genome_id}: {error}; {self._rescue(out)}") from None
        except Exception:
            self._rescue(out)
            raise
        if out:
            self.save(out)

    def _rescue(self, out: Path | None) -> str:
        """Saves what can be saved, and says what that is."""
        try:
            self._bring_back()
            if out:
                self.save(out)
            return f"the player of lap {self.lap} is kept"
        except (RuntimeError, OSError):  # the device does not give its weights back, or there is no room for the file
            return f"the player of lap {self.saved} is kept" if self.saved else "there is no player yet"

    def advance(self) -> Iterator[Losses]:
        """Lap after lap to the end; now and then with new games, from which a training that was stopped can go on."""
        begin = perf_counter() - self.seconds
        while (done := self._part_done()) < 1:
            losses = self.step(done)
            self.seconds = perf_counter() - begin
            if self.lap % CHECKPOINT_LAPS == 0:
                self.begin_games()
            yield losses

    def _run(self, out: Path | None, watch: Callable[[str], None], measure: Callable[[Path], float] | None) -> None:
        told, done = -TELL_SECONDS, self._part_done()
        for losses in self.advance():
            before, done = done, self._part_done()
            if out and self.lap % CHECKPOINT_LAPS == 0:
                self.save(out)
                save_checkpoint(self, checkpoint_of(out))
            if self.seconds - told >= TELL_SECONDS:
                told = self.seconds
                watch(self._line(losses))
            if out and int(MEASURES * done) > int(MEASURES * before):
                self.save(out)
                if measure is None:
                    continue
                self.curve.append((round(self.seconds, 1), self.decisions, measure(out)))
                watch(f"{self.seconds:6.0f} s · wins {self.curve[-1][2]:.2f} against greedy")

    def _part_done(self) -> float:
        minutes, laps = self.settings.minutes, self.settings.laps
        return max(self.seconds / (60 * minutes) if minutes else 0.0, self.lap / laps if laps else 0.0)

    def _line(self, losses: Losses) -> str:
        rate = self.decisions / max(self.seconds, 1e-9)
        return (f"{self.seconds:6.0f} s · {self.decisions:,} decisions · {rate:,.0f} a second · "
                f"entropy {losses.entropy:.3f} · value loss {losses.value:.3f}")  # fmt: skip

    def step(self, done: float) -> Losses:
        """One lap."""
        rate, magnet, near = self.pace.at(done)
        pull = Pull(magnet, near, self.pace.mixed, copies=done < self.copied)
        meets_former = self.formers and not pull.copies and self.against is None
        former = self.formers[self.rng.integers(len(self.formers))] if meets_former else None
        played = self.collector.collect(self.settings.steps, self.network, self.critic, former, pull.copies)
        rows = flatten(played, self.pace.mixed)
        if self.against is not None:
            rows = thin(rows, self.generator)
        add_magnet(rows, self.player if self.pace.mixed else None, self.settings.batch_rows)
        spread = float(rows["worth"].std())
        self.scale = spread if self.scale == 0 else 0.9 * self.scale + 0.1 * spread
        found = []
        for _ in range(self.settings.passes):
            for step_losses in self.learner.learn(rows, pull, rate, max(self.scale, 1e-4), self.generator):
                found.append(step_losses)
                self._average()
        self.decisions += len(rows["chosen"])
        self.lap += 1
        losses = self._judge(Losses(*torch.stack(found).mean(0).tolist()))
        self._keep_former()
        return losses

    @torch.no_grad()
    def _judge(self, losses: Losses) -> Losses:
        """After a lap whose losses are no numbers, all weights are again as they were before it."""
        is_good = math.isfinite(losses.policy) and math.isfinite(losses.value)
        self.faults = 0 if is_good else self.faults + 1
        if is_good:
            torch._foreach_copy_(self.good, self._all_weights())
        else:
            self._bring_back()
            self.optimizer.state.clear()
            self.learner.forget()
        if self.faults >= MOST_FAULTS:
            raise LearnError("the losses are no numbers any more")
        return losses

    def _all_weights(self) -> list[torch.Tensor]:
        return [*self.weights, *self.player.parameters()]

    @torch.no_grad()
    def _bring_back(self) -> None:
        """All weights as they were after the last good lap."""
        torch._foreach_copy_(self._all_weights(), self.good)

    @torch.no_grad()
    def _average(self) -> None:
        """The longer it has learned, the more slowly the average forgets: it never hangs on to how the network began."""
        self.learned += 1
        keep = self.learned / (self.learned + self.pace.recent)
        torch._foreach_lerp_(list(self.player.parameters()), list(self.network.parameters()), 1 - keep)

    def _keep_former(self) -> None:
        """More and more rarely, so that those that are kept are spread over the whole training."""
        if self.lap & (self.lap - 1) == 0 or self.lap % 32 == 0:
            self.formers = [*self.formers, self.copy_network()][-self.settings.formers :]

    def save(self, path: Path) -> None:
        save_learned(path, self.describe_player())
        self.saved = self.lap

    def describe_player(self, with_times: bool = True) -> LearnedPlayer:
        """The player with all that must be known of it. Without times, and who shared the work, it is the same for the same
        laps."""
        settings, times = asdict(self.settings), {"seconds": round(self.seconds, 1), "curve": self.curve}
        if not with_times:
            settings, times = {name: of for name, of in settings.items() if name != "threads"}, {}
        record = {"decisions": self.decisions, "laps": self.lap, "method": self.settings.method,
                  "torch": torch.__version__, "darwindeck": __version__,
                  "device": torch.cuda.get_device_name() if self.device.type == "cuda" else "cpu",
                  "settings": settings, "against": name_of(self.against or "itself")} | times  # fmt: skip
        facts = {"genome": msgspec.json.encode(self.game.genome).decode(), "training": json.dumps(record),
                 "program_hash": str(self.game.program.hash),
                 "temperature": "1" if self.bluffs else "0"}  # fmt: skip
        return LearnedPlayer(self.player.arrays(), facts)
