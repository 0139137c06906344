"""Compile a genome: the flow of match, deal and turn around the code its mechanics write (docs/genome.md, section 4)."""

from __future__ import annotations

import functools

import msgspec

from .. import _core
from ..genome.assembler import (
    ASIDE,
    CHIPS,
    CONTRIBUTION,
    DEAL_WINNER,
    DEALER,
    DEALS,
    DECK,
    DISCARD,
    EACH_SEAT,
    ENDING,
    FORWARD,
    HAND,
    IN_PLAY,
    LEFT,
    NEXT_SEAT,
    NOBODY,
    NOT_OUT,
    NOT_OUT_WITH_CARDS,
    PLAYING_WITH_CARDS,
    PLAYING_WITHOUT_CARDS,
    SCORE,
    SPARE_SEAT,
    TABLEAU,
    TRUMP,
    TURN_SEAT,
    TURNED,
    TURNS,
    WITHOUT_CHIPS,
    Assembler,
    Label,
    of,
)
from ..genome.context import Context
from ..genome.fields import RANKS, SUITS, card_set, rank_set, suit_set
from ..genome.genome import GameGenome
from ..genome.mechanics.effects import emit_effects
from ..genome.mechanics.wins import RANKING
from ..genome.mechanics.wins.lowest_hand import emit_lowest_hand

MAX_REDEALS = 16


class CompiledGame:
    """A program and what people need to read it."""

    def __init__(self, program: _core.Program, prompts: tuple[str, ...]) -> None:
        self.program = program
        self.prompts = prompts

    @property
    def hash(self) -> int:
        return self.program.hash

    @property
    def size(self) -> int:
        """Bytes of the program."""
        return self.program.size

    @property
    def ops(self) -> set[str]:
        return {_core.OP_NAMES[op] for op in self.program.ops}


def compile_genome(genome: GameGenome) -> CompiledGame:
    """Compiles; the genome should have passed `check`."""
    return _compile_text(msgspec.json.encode(genome))


@functools.lru_cache(maxsize=256)
def _compile_text(text: bytes) -> CompiledGame:
    """By content, so that the cache cannot mistake one game for another."""
    flow = Flow(msgspec.json.decode(text, type=GameGenome))
    flow.emit()
    return CompiledGame(_core.Program(flow.asm.program()), tuple(flow.asm.prompts))


class Flow:
    """Writes the code between the phases."""

    def __init__(self, genome: GameGenome) -> None:
        self.genome = genome
        self.context = Context(genome)
        self.asm = Assembler(self.context)
        self.deal, self.deal_end, self.result = Label(), self.context.deal_end, Label()
        self.wins = {condition.type: condition for condition in reversed(genome.win_conditions)}

    def emit(self) -> None:
        asm = self.asm
        if self.context.starting_chips:
            with asm.ints() as [chips]:
                asm.op("SETI", chips, self.context.starting_chips)
                for seat in range(self.context.seats):
                    asm.op("SETVI", SPARE_SEAT, seat)
                    asm.op("STORE", CHIPS, SPARE_SEAT, chips)
        asm.op("SETVI", DEALER, self.context.seats - 1)
        asm.place(self.deal)
        self._emit_deal()
        self._emit_opening()
        self._emit_turn()
        self._emit_deal_end()
        self._emit_result()
        if self.genome.special_effects:
            emit_effects(asm)

    # The deal.

    def _emit_deal(self) -> None:
        asm, setup = self.asm, self.context.setup
        with asm.ints(2) as [last, redeals]:
            asm.op("SETI", redeals, 0)
            again = asm.here()
            asm.op("RESET")
            asm.op("DECK")
            size = self.context.hand_size
            if size == 0 and setup.leftover == "aside":
                size = 52
            if setup.hand_suits:
                asm.op("SETI", last, -1)
                self._emit_suit_hands(setup.hand_suits)
            else:
                asm.op("DEAL", last, DEALER, size)
            for _ in range(setup.initial_tableau_count):
                asm.op("TAKE", DECK, TABLEAU, 0)
            if setup.redeal_rank is not None:
                self._emit_redeal(setup.redeal_rank, setup.redeal_count, redeals, again)
            for _ in range(setup.initial_discard_count):
                asm.op("TAKE", DECK, DISCARD, 1)
            if setup.initial_discard_not is not None:
                self._emit_discard_not(setup.initial_discard_not)
            self._emit_trump(last)
        self._emit_forced_bets()
        if self.blinds is None:
            self._emit_start()
        if setup.post_deal_actions:
            with asm.each_seat(TURN_SEAT, IN_PLAY):
                for action in setup.post_deal_actions:
                    action.emit(asm, EACH_SEAT)
            self._emit_ended()

    def _emit_redeal(self, rank: str, count: int, redeals: int, again: Label) -> None:
        asm, keep = self.asm, Label()
        with asm.sets(2) as [table, wanted], asm.ints() as [number]:
            asm.op("SPILE", table, TABLEAU)
            asm.set_constant(wanted, rank_set(rank))
            asm.op("SAND", table, wanted)
            asm.op("COUNT", number, table)
            asm.jump_if(number, "<", count, keep)
            asm.op("ADDI", redeals, 1)
            asm.jump_if(redeals, "<=", MAX_REDEALS, again)
        asm.place(keep)

    def _emit_suit_hands(self, suits: tuple[str, ...]) -> None:
        with self.asm.sets() as [cards]:
            for seat, suit in enumerate(suits):
                seated = seat < self.context.seats
                if seated:
                    self.asm.op("SETVI", SPARE_SEAT, seat)
                self.asm.set_constant(cards, suit_set(suit))
                self.asm.op("MOVE", cards, DECK, of(HAND, SPARE_SEAT) if seated else ASIDE, 1)

    def _emit_discard_not(self, rank: str) -> None:
        """Covers a first discard of that rank with the next card."""
        asm, done = self.asm, Label()
        again = asm.here()
        with asm.sets(2) as [top, wanted]:
            asm.op("STOP", top, DISCARD)
            asm.set_constant(wanted, rank_set(rank))
            asm.op("SAND", top, wanted)
            asm.op("JEMPTY", top, done)
            asm.op("SPILE", top, DECK)
            asm.op("JEMPTY", top, done)
            asm.op("TAKE", DECK, DISCARD, 1)
            asm.op("JUMP", again)
        asm.place(done)

    def _emit_trump(self, last: int) -> None:
        asm, setup = self.asm, self.context.setup
        if setup.trump_selection_method == "fixed":
            asm.op("SETI", TRUMP, SUITS.index(setup.trump_suit) if setup.trump_suit else -1)
        elif setup.trump_selection_method == "last_card_dealt":
            with asm.sets() as [card]:
                asm.op("SCARD", card, last)
                asm.op("SUITOF", TRUMP, card)
                asm.op("SHOW", card)
        elif setup.trump_selection_method == "turn_up":
            with asm.sets() as [card]:
                asm.op("STOP", card, DECK)
                asm.op("SUITOF", TRUMP, card)
                asm.op("TAKE", DECK, ASIDE, 1)
        elif setup.trump_selection_method == "bottom_card":
            with asm.sets() as [card]:
                dealt, none = Label(), Label()
                asm.op("SCARD", card, last)
                asm.op("SUITOF", TRUMP, card)
                asm.op("JGIVE", DECK, 0, dealt)
                asm.op("SHOW", card)
                asm.op("JUMP", none)
                asm.place(dealt)
                asm.op("SBOTTOM", card, DECK)
                asm.op("SUITOF", TRUMP, card)
                asm.op("MOVE", card, DECK, TURNED, 1)
                asm.place(none)

    @property
    def blinds(self) -> tuple[int, int] | None:
        resources = self.context.setup.resources
        return resources.blinds if resources else None

    def _emit_forced_bets(self) -> None:
        asm, resources = self.asm, self.context.setup.resources
        if resources is None:
            return
        with asm.ints() as [chips]:
            if resources.ante:
                with asm.each_seat(DEALER, IN_PLAY) as seat:
                    asm.op("SETI", chips, resources.ante)
                    asm.op("PAY", seat, chips, 0)
            if self.blinds is not None:
                self._emit_blinds(self.blinds, chips)

    def _emit_blinds(self, blinds: tuple[int, int], chips: int) -> None:
        """Small, then big; the turn is the next seat's. Of two, the dealer pays small."""
        asm, several = self.asm, Label()
        asm.op("SETV", TURN_SEAT, DEALER)
        with asm.ints(2) as [mask, count]:
            asm.op("MASK", mask, IN_PLAY)
            asm.op("BITS", count, mask)
            asm.jump_if(count, "!=", 2, several)
            asm.op("STEP", TURN_SEAT, IN_PLAY | LEFT << 4)
        asm.place(several)
        for blind in blinds:
            asm.op("STEP", TURN_SEAT, IN_PLAY | LEFT << 4)
            asm.op("SETI", chips, blind)
            asm.op("PAY", TURN_SEAT, chips, 1)
        asm.op("STEP", TURN_SEAT, IN_PLAY | LEFT << 4)

    def _emit_start(self) -> None:
        asm, setup = self.asm, self.context.setup
        asm.op("SETV", TURN_SEAT, DEALER)
        if setup.starting_player == "youngest":
            asm.op("SETVI", TURN_SEAT, self.context.seats - 1)
        asm.op("STEP", TURN_SEAT, IN_PLAY | LEFT << 4)
        if setup.starting_player == "random":
            asm.op("RANDOMV", TURN_SEAT, IN_PLAY)
        if setup.starting_player == "lowest_trump":
            self._emit_lowest_trump()
        if setup.starting_player == "holder" and setup.starting_card:
            nobody = Label()
            with asm.sets() as [card]:
                asm.set_constant(card, card_set([self.context.present(setup.starting_card)]))
                asm.op("SEATOF", SPARE_SEAT, card)
            asm.op("JNOBODY", SPARE_SEAT, nobody)
            asm.op("SETV", TURN_SEAT, SPARE_SEAT)
            asm.place(nobody)

    def _emit_lowest_trump(self) -> None:
        """The holder of the weakest trump, looked for from the weakest rank on."""
        asm, found = self.asm, Label()
        ranks = sorted(self.context.ranks, key=lambda rank: (self.context.strength[rank], rank))
        with asm.sets(2) as [trumps, cards]:
            for rank in ranks:
                missing = Label()
                asm.op("SSUIT", trumps, TRUMP)
                asm.set_constant(cards, rank_set(RANKS[rank]))
                asm.op("SAND", cards, trumps)
                asm.op("SEATOF", SPARE_SEAT, cards)
                asm.op("JNOBODY", SPARE_SEAT, missing)
                asm.op("SETV", TURN_SEAT, SPARE_SEAT)
                asm.op("JUMP", found)
                asm.place(missing)
        asm.place(found)

    # The turn.

    def _emit_opening(self) -> None:
        asm = self.asm
        self.context.turn_over = Label()
        for phase in self.genome.turn_structure.opening:
            asm.op("PHASE")
            phase.emit(asm)
            self._emit_ended()
        asm.place(self.context.turn_over)
        if self.genome.turn_structure.opening:
            self._emit_ended()
        if self.context.setup.starting_player == "holder" and self.blinds is None:
            self._emit_start()  # the card may have been passed on
        starts, ready = Label(), Label()
        asm.op("JPLAY", NEXT_SEAT, starts)
        asm.op("JPLAY", TURN_SEAT, ready)
        asm.op("STEP", TURN_SEAT, IN_PLAY | FORWARD << 4)
        asm.op("JUMP", ready)
        asm.place(starts)
        asm.op("SETV", TURN_SEAT, NEXT_SEAT)
        asm.place(ready)
        asm.op("SETVI", NEXT_SEAT, NOBODY)

    def _emit_turn(self) -> None:
        asm, last = self.asm, len(self.genome.turn_structure.phases) - 1
        asm.op("TURN", TURNS)  # begins the first phase too
        turn = asm.here()
        self.context.turn_over = Label()
        for number, phase in enumerate(self.genome.turn_structure.phases):
            if number > 0:
                asm.op("PHASE")
            phase.emit(asm)
            if number == last:
                asm.place(self.context.turn_over)
            self._emit_phase_checks()
        for trigger in sorted(self.genome.triggers, key=lambda trigger: -trigger.priority):
            trigger.emit(asm, TURN_SEAT)
        if self.genome.triggers:
            self._emit_ended()
        self._emit_turn_checks()
        # Nothing changed for a round: with a match that ends the deal only.
        ending = "stalemate" if self.genome.match is None else "decided"
        asm.op("NEXT", self.context.seats, _core.ENDINGS[ending], turn)
        asm.op("JUMP", self.deal_end)
        for write in self.context.aside:
            write()

    def _emit_ended(self) -> None:
        if self.context.can_end:
            self.asm.jump_if(ENDING, "!=", 0, self.deal_end)

    def _emit_phase_checks(self) -> None:
        asm = self.asm
        self._emit_ended()
        with asm.ints(2) as [mask, count]:
            if self.context.wins_pots_in_turns:
                self._emit_broke(mask, count)
            if "empty_hand" in self.wins:
                none = Label()
                asm.op("JNONE", PLAYING_WITHOUT_CARDS, none)
                asm.op("MASK", mask, PLAYING_WITHOUT_CARDS)
                asm.op("SETV", DEAL_WINNER, TURN_SEAT)
                asm.op("EACH", DEAL_WINNER, mask, LEFT, self.deal_end)
                asm.place(none)
            if "capture_all" in self.wins:
                self._emit_capture_all(mask)
            if "last_player_standing" in self.wins:
                self._emit_last_standing(mask)
            first = self.wins.get("first_to_score")
            if first is not None and first.threshold is not None:
                asm.op("MAXC", count, SCORE)
                asm.jump_if(count, ">=", first.threshold, self.result)

    def _emit_capture_all(self, mask: int) -> None:
        asm, several = self.asm, Label()
        asm.op("JLEFT", several)
        asm.op("MASK", mask, NOT_OUT_WITH_CARDS)
        asm.op("SETV", DEAL_WINNER, TURN_SEAT)
        asm.op("EACH", DEAL_WINNER, mask, LEFT, self.deal_end)
        asm.op("SETVI", DEAL_WINNER, NOBODY)
        asm.op("JUMP", self.deal_end)
        asm.place(several)

    def _emit_broke(self, mask: int, paid: int) -> None:
        """Seats without chips and without a part of the pot are out."""
        asm, none = self.asm, Label()
        asm.op("SETI", mask, 0)
        with asm.each_seat(TURN_SEAT, WITHOUT_CHIPS) as seat:
            staked = Label()
            asm.op("LOAD", paid, CONTRIBUTION, seat)
            asm.jump_if(paid, "!=", 0, staked)
            asm.op("SETB", mask, seat)
            asm.place(staked)
        asm.jump_if(mask, "==", 0, none)
        asm.op("OUT", mask)
        self._emit_last_standing(mask)
        asm.place(none)

    def _emit_last_standing(self, mask: int) -> None:
        asm, alone, several = self.asm, Label(), Label()
        asm.op("JALONE", alone)
        asm.op("JUMP", several)
        asm.place(alone)
        asm.op("MASK", mask, IN_PLAY)
        asm.op("SETV", DEAL_WINNER, TURN_SEAT)
        asm.op("EACH", DEAL_WINNER, mask, LEFT, self.deal_end)
        asm.place(several)

    def _emit_turn_checks(self) -> None:
        asm, setup = self.asm, self.context.setup
        held = Label()
        with asm.ints() as [number], asm.sets() as [stock]:
            if "last_with_cards_loses" in self.wins:
                asm.op("MASK", number, PLAYING_WITH_CARDS)
                asm.op("JFEWER", number, 2, self.deal_end)
            if not self._cards_are_held():
                asm.op("JANY", PLAYING_WITH_CARDS, held)
                if setup.refill:
                    asm.op("SPILE", stock, DECK)
                    asm.op("JEMPTY", stock, self.deal_end)
                    asm.op("DEAL", number, DEALER, setup.refill)
                else:
                    if self.context.draws_when_empty:
                        asm.op("JGIVE", DECK, int(setup.reshuffle), held)
                    asm.op("JUMP", self.deal_end)
            asm.place(held)
            if "deck_empty" in self.wins:
                asm.op("SIZE", number, DECK)
                asm.jump_if(number, "<=", self.wins["deck_empty"].threshold or 0, self.deal_end)

    def _cards_are_held(self) -> bool:
        """Whether a phase check has ended the deal already if no seat in play holds cards."""
        if self.genome.triggers:
            return False
        by_empty_hand = "empty_hand" in self.wins and not self.context.can_leave  # that check wants a seat in play
        return by_empty_hand or ("capture_all" in self.wins and not self.context.folds)

    # The end.

    def _emit_deal_end(self) -> None:
        asm = self.asm
        asm.place(self.deal_end)
        for phase in self.context.phases:
            phase.emit_deal_end(asm)
        if self.context.has_chips:
            asm.op("REFUND")
        if "lowest_hand" in self.wins:
            emit_lowest_hand(asm)
        self.context.scoring = True
        for rule in self.genome.scoring_rules:
            rule.emit(asm)
        self.context.scoring = False
        if self.genome.sweep is not None:
            self.genome.sweep.emit(asm)
        asm.op("ADDI", DEALS, 1)
        if self.context.has_betting:
            with asm.ints() as [mask]:
                asm.op("MASK", mask, WITHOUT_CHIPS)
                asm.op("OUT", mask)
        if self.genome.match is not None:
            self._emit_match_checks()
            asm.op("STEP", DEALER, NOT_OUT | LEFT << 4)
            asm.op("JUMP", self.deal)

    def _emit_match_checks(self) -> None:
        asm, match = self.asm, self.genome.match
        assert match is not None
        asm.jump_if(ENDING, ">=", _core.ENDINGS["turn_limit"], self.result)
        with asm.ints(2) as [number, mask]:
            for condition in self.genome.win_conditions:
                if condition.ends_match_at is None:
                    continue
                below = Label()
                asm.op("MAXC", number, SCORE)
                asm.jump_if(number, "<", condition.ends_match_at, below)
                if match.tie == "play_on":
                    self._emit_ranking(below)
                    asm.op("JTIE", below)
                asm.op("JUMP", self.result)
                asm.place(below)
            asm.op("MASK", mask, NOT_OUT)
            asm.op("JFEWER", mask, 2 if self.context.has_chips else 1, self.result)
            if not self.context.can_end_early:
                asm.jump_if(DEALS, ">=", match.max_deals, self.result)
                return
            more = Label()
            asm.jump_if(DEALS, "<", match.max_deals, more)
            asm.op("SETI", ENDING, _core.ENDINGS["deal_limit"])
            asm.op("JUMP", self.result)
            asm.place(more)

    def _emit_ranking(self, nothing: Label) -> None:
        """Winners by the first ranking condition with an answer; to `nothing` if there is none."""
        done = Label()
        for condition in self.genome.win_conditions:
            if condition.type in RANKING:
                other = Label()
                self.asm.op("RANK", RANKING[condition.type], other)
                self.asm.op("JUMP", done)
                self.asm.place(other)
        self.asm.op("JUMP", nothing)
        self.asm.place(done)

    def _emit_result(self) -> None:
        asm, by_rank, nobody, done = self.asm, Label(), Label(), Label()
        asm.place(self.result)
        if self.genome.match is None and not self.context.is_for_chips:
            asm.op("JNOBODY", DEAL_WINNER, by_rank)
            asm.op("WINNER", DEAL_WINNER)
            asm.op("JUMP", done)
        asm.place(by_rank)
        self._emit_ranking(nobody)
        asm.op("JUMP", done)
        asm.place(nobody)
        asm.op("SETVI", SPARE_SEAT, NOBODY)
        asm.op("WINNER", SPARE_SEAT)
        asm.place(done)
        asm.op("END")
