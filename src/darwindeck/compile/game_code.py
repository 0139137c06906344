"""What the parts of the compiler share: one game's genome, its assembler, and the places that code jumps to."""

from __future__ import annotations

from ..genome.genome import GameGenome
from ..language.assembler import Assembler, Label
from ..language.context import Context
from ..language.facts import Ends
from ..language.vocabulary import ENDING


class GameCode:
    """The code of one game, while it is written.

    Code is written from top to bottom, and jumps lead to labels:
    `deal` begins a deal, `deal_end` scores it, `result` names the winners of the game.
    """

    def __init__(self, genome: GameGenome) -> None:
        self.genome = genome
        self.context = Context(genome)
        self.asm = Assembler(self.context)
        # Mechanics jump to the end of the deal as well, so that label is the context's.
        self.deal, self.deal_end, self.result = Label(), self.context.deal_end, Label()
        # By type. Of two conditions of one type the first in the genome counts.
        self.wins = {condition.type: condition for condition in reversed(genome.win_conditions)}

    @property
    def blinds(self) -> tuple[int, int] | None:
        resources = self.context.setup.resources
        return resources.blinds if resources else None

    def emit_ended(self) -> None:
        """Leaves the deal if a mechanic has ended it. No code where none of them can."""
        if self.context.has(Ends.DEAL_AT_ONCE):
            self.asm.jump_if(ENDING, "!=", 0, self.deal_end)
