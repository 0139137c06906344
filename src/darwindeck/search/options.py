"""What a batched search can be told besides its size."""

from __future__ import annotations

from dataclasses import dataclass, fields

from darwindeck.errors import SearchError

# The values each option may have: least and most.
RANGES = {
    "leaves_per_tree": (1, 4096),
    "free_simulations": (0, 1_000_000),
    "groups": (1, 64),
    "c_puct": (0.0, 1000.0),
    "fpu_reduction": (0.0, 10.0),
    "dirichlet_alpha": (1e-3, 1000.0),
    "dirichlet_epsilon": (0.0, 1.0),
    "temperature": (0.0, 1000.0),
    "temperature_plies": (0, 1_000_000),
    "final_temperature": (0.0, 1000.0),
    "gumbel_moves": (1, 4096),
    "gumbel_scale": (0.0, 1e6),
    "gumbel_visit": (0.0, 1e6),
    "value_scale": (0.0, 1e6),
    "full_share": (0.0, 1.0),
    "quick_simulations": (1, 100_000_000),
    "mate_effort": (0.0, 1000.0),
    "memory": (1 << 16, 1 << 46),
    "cache": (0, 1 << 46),
}


@dataclass(frozen=True)
class SearchOptions:
    """The defaults suit play and analysis; self-play adds noise, a temperature and perhaps playout caps."""

    leaves_per_tree: int | None = None  # in one round; None: as many as the batch has room for, at least one
    free_simulations: int = 256  # of a tree in one round that need no evaluator; 0: they use up its leaves
    groups: int = 1  # asked for in turn; tree i belongs to group i % groups
    c_puct: float = 1.75
    fpu_reduction: float = 0.33
    dirichlet_alpha: float = 0.3
    dirichlet_epsilon: float = 0.0  # the share of noise at the root
    temperature: float = 1.0  # of `sample_moves`, before temperature_plies
    temperature_plies: int = 0
    final_temperature: float = 0.0  # and after them
    gumbel: bool = False  # choose at the root by sequential halving
    gumbel_moves: int = 16  # that it begins with
    gumbel_scale: float = 1.0  # of the noise, as in mctx; 0: the same search every time
    gumbel_visit: float = 50.0  # what was learned of a move weighs (gumbel_visit + most visits) * value_scale
    value_scale: float = 1.0
    full_share: float = 1.0  # of searches with all simulations; the others are quick and without noise
    quick_simulations: int = 100
    mate_effort: float = 0.5  # chess: moves tried in looking for mates by force, for each visit of a node; 0: none
    memory: int = 1 << 30  # bytes of all trees; each has an equal part
    cache: int = 32 << 20  # bytes of evaluations
    cache_by_position: bool = False  # chess: history, repetitions and clocks make no difference to the evaluator

    def __post_init__(self) -> None:
        for field in fields(self):
            value, (least, most) = getattr(self, field.name), RANGES.get(field.name, (0, 1))
            if value is None and field.name == "leaves_per_tree":
                continue
            if not isinstance(value, int | float) or not least <= value <= most:
                raise SearchError(f"options.{field.name}: must be from {least} to {most}")
            if isinstance(least, int) and not isinstance(value, int):
                raise SearchError(f"options.{field.name}: must be a whole number")
