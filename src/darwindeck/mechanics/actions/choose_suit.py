"""Name a suit, which then stands for that of the discard pile's top card."""

from __future__ import annotations

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, always
from ...language.vocabulary import NAMED, SUIT_MOVES
from ...language.words import list_words
from .action import ActionMechanic


class ChooseSuit(ActionMechanic, tag="choose_suit", frozen=True, kw_only=True):
    descriptions = {"": "Name a suit, which then stands for that of the discard pile's top card."}
    facts = Facts(
        makes=always(Makes.NAMED_SUIT),
        needs=always(Needs.SETS, Needs.NAMED_SUIT),
        reads=NONE,
        ends=NONE,
        prompts=always(Prompts.SUIT),
    )

    def act(self, asm: Assembler, who: int) -> None:
        """The suit that the seat names stands for the suit of the top discard.

        Where an empty hand wins, a seat without cards has just won: a question would only delay the end.
        """
        won = Label()
        if asm.context.empty_hand_wins:
            with asm.sets() as [hand]:
                asm.op("SHAND", hand, who)
                asm.op("JEMPTY", hand, won)
        asm.ask(who, "Name a suit")
        asm.op("CHOOSEB", SUIT_MOVES, sum(1 << suit for suit in asm.context.suits))
        asm.op("CHOSEN", NAMED, SUIT_MOVES)
        asm.place(won)

    def sentence(self, context: Context) -> str:
        what = list_words(context.named_respects)
        if not context.named_respects:
            return "name a suit (no rule of this game makes use of it)"
        unless = " unless you have no cards left," if context.empty_hand_wins else ""
        return f"{unless} name a suit, which counts as the {what} of the discard pile's top card until it is covered".lstrip()
