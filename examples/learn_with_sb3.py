"""Learns a game with Stable-Baselines3's masked PPO, against random players, and says how much better it became.

    pip install 'darwindeck[rl]' sb3-contrib
    python examples/learn_with_sb3.py goofspiel 60000

Stable-Baselines3 wants vector environments in a shape of its own; `Tables` below is all that is needed for it.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from darwindeck.adapters.gymnasium import VectorEnvironment

TABLES = 64
EPISODES = 2000  # to judge a player by


class Tables(VecEnv):
    """Our vector environment as Stable-Baselines3 asks for it."""

    def __init__(self, environment: VectorEnvironment) -> None:
        self.environment = environment
        super().__init__(environment.num_envs, environment.single_observation_space, environment.single_action_space)

    def reset(self) -> np.ndarray:
        return self.environment.reset()[0]

    def step_async(self, actions: np.ndarray) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        observation, rewards, ended, _, _ = self.environment.step(self.actions)
        infos = [{"terminal_observation": observation[row]} if over else {} for row, over in enumerate(ended)]
        return observation, rewards.astype(np.float32), ended, infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        return list(getattr(self.environment, method_name)(*args, **kwargs))  # one answer a table

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self.environment, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.environment, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self.environment, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        pass


def mean_payoff(name: str, model: MaskablePPO) -> float:
    """What the player wins a deal, on deals that it has not learned from."""
    environment = VectorEnvironment(name, TABLES, seed=1_000_000)
    observation, info = environment.reset()
    won, played = 0.0, 0
    while played < EPISODES:
        actions, _ = model.predict(observation, action_masks=info["action_mask"])
        observation, rewards, ended, _, info = environment.step(actions)
        won, played = won + float(rewards.sum()), played + int(ended.sum())
    return won / played


def main(name: str, steps: int) -> None:
    tables = Tables(VectorEnvironment(name, TABLES, seed=1))
    model = MaskablePPO("MlpPolicy", tables, n_steps=64, batch_size=1024, n_epochs=4, learning_rate=1e-3, gamma=1.0,
                        policy_kwargs={"net_arch": [64, 64]}, seed=1, device="cpu")  # fmt: skip
    print(f"{name}: mean payoff against random players, from -1 to 1")
    print(f"  before: {mean_payoff(name, model):+.3f}")
    model.learn(steps)
    print(f"  after {steps:,} decisions: {mean_payoff(name, model):+.3f}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "goofspiel", int(sys.argv[2]) if len(sys.argv) > 2 else 60_000)
