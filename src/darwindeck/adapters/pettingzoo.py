"""Any genome as a PettingZoo environment: one agent a seat, one step a move, with masks of legal moves. See docs/doors.md.

Needs `pip install 'darwindeck[rl]'`. Games are played by the engine; nothing of their rules is here.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..engine.game import Game
from ..genome.genome import GameGenome
from ..play.text import Narrator
from .observation import MOVES, Layout, mask_moves

MOST_SEED = 1 << 63
Observation = dict[str, Any]


def make_environment(genome: GameGenome | str, render_mode: str | None = None) -> Any:
    """The environment in PettingZoo's usual wrappers: a move that is not legal ends the game and costs its agent 1."""
    environment: Any = CardEnvironment(genome, render_mode)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class CardEnvironment(AECEnv):
    """A game as agents `seat_0`, `seat_1`, … play it. Rewards are the payoffs, in [-1, 1], and come when the game is over."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi", "human"],
        "name": "darwindeck_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, genome: GameGenome | str, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = Game(genome)
        self.layout = Layout(self.game)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        box = spaces.Box(-np.inf, np.inf, (self.layout.size,), np.float32)
        mask = spaces.Box(0, 1, (MOVES,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(MOVES) for agent in self.possible_agents}
        self._seed, self._index = 0, -1

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals game 0 of `seed`; without a seed the next game of the last one. It is the game that `Game.start` deals."""
        self._seed, self._index = (self._seed, self._index + 1) if seed is None else (seed % MOST_SEED, 0)
        self.state_of_play = self.game.start(self._seed, self._index)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._look()

    def observe(self, agent: str) -> Observation:
        """What the agent's seat knows, and its legal moves if it is to move."""
        seat = self._seats[agent]
        return {
            "observation": self.layout.observe(self.state_of_play, seat),
            "action_mask": mask_moves(self.game, self.state_of_play, seat),
        }

    def observe_fields(self, agent: str) -> dict[str, Any]:
        """The same observation, field by field."""
        return self.layout.split(self.layout.observe(self.state_of_play, self._seats[agent]))

    def step(self, action: int | None) -> None:
        """Makes the move of the agent that is selected; once the game is over, only None is accepted, as PettingZoo has it."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.state_of_play = self.game.apply(self.state_of_play, int(action))
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        """Notes whose turn it is, or that the game is over."""
        state = self.state_of_play
        if not state.is_over:
            self.agent_selection = self.possible_agents[state.to_move]
            return
        for agent, payoff in zip(self.possible_agents, self.game.payoffs(state), strict=True):
            self.rewards[agent] = float(payoff)
            self.terminations[agent] = True
            self.infos[agent] = {"ending": self.game.ending(state)}

    def render(self) -> str | None:
        """The table with every card known; returned or printed, as the mode says."""
        text = "\n".join(Narrator(self.game).table(self.state_of_play))
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None

    def close(self) -> None:
        """Nothing is held."""
