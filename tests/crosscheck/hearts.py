"""Hearts for four beside OpenSpiel's: passing in all directions, every card played, every deal's points."""

from __future__ import annotations

from collections.abc import Iterator

import pyspiel

from darwindeck import Game

from .mirror import Changes, Facts, Mirror, card_actions, compare_match, hand, known_game, names, same, scored

# The queen of spades breaks hearts there unless told otherwise; here only hearts do.
PEER = pyspiel.load_game("hearts(qs_breaks_hearts=False)")
DIRECTIONS = (1, 3, 2, 0)  # left, right, across and hold as they number them: by the steps to the receiver
PASSED, POINTS = 3, 26

PLANTED: dict[str, tuple[Changes, str]] = {
    "the queen of spades costs nothing": ({"scoring_rules.1.points": 0}, "points of the deal"),
    "cards go right before they go left": (
        {"turn_structure.opening.0.directions": ["right", "left", "across", "hold"]},
        "legal moves",
    ),
    "points may fall in the first trick": ({"turn_structure.phases.0.first_trick_forbidden": []}, "legal moves"),
    "hearts need not be broken": ({"turn_structure.phases.0.breaking_suit": None}, "legal moves"),
    "the moon is nothing special": ({"sweep": None}, "points of the deal"),
}


class HeartsDeal(Mirror):
    def __init__(self, game: Game, facts: Facts) -> None:
        super().__init__(game, facts)
        direction = DIRECTIONS[facts["deal"] % 4]
        self.peer = PEER.new_initial_state()
        self.peer.apply_action(direction)
        self.actions = card_actions(self.peer)
        self.cards = {action: card for card, action in self.actions.items()}
        for cards in zip(*(hand(facts, seat) for seat in range(4)), strict=True):
            for card in cards:
                self.peer.apply_action(self.actions[card])
        self.passing = direction != 0
        self.picks: list[list[tuple[list[int], int]]] = [[] for _ in range(4)]  # [seat][pick]: legal moves, choice

    def compare(self, facts: Facts, moves: list[int]) -> None:
        if (
            self.passing
        ):  # they pass in the order of seats, we from the holder of the two of clubs: compared when all have
            self.offered = moves
        else:
            same("seat to move", facts["to_move"], self.peer.current_player())
            same("legal moves", names(moves), names(self.theirs()))

    def theirs(self) -> list[int]:
        return sorted(self.cards[action] for action in self.peer.legal_actions())

    def follow(self, move: int, before: Facts, after: Facts) -> Iterator[str]:
        if not self.passing:
            self.peer.apply_action(self.actions[move])
            return
        self.picks[before["to_move"]].append((self.offered, move))
        if sum(map(len, self.picks)) == 4 * PASSED:
            self.pass_cards()
            yield "passes"

    def pass_cards(self) -> None:
        """Theirs may be picked in any order, ours only upwards, so those are offered that leave enough above them."""
        self.passing = False
        for seat, picks in enumerate(self.picks):
            last = -1
            for number, (offered, choice) in enumerate(picks):
                same("seat that passes", seat, self.peer.current_player())
                left = [card for card in self.theirs() if card > last]
                same("cards to pass", names(offered), names(left[: len(left) - (PASSED - 1 - number)]))
                self.peer.apply_action(self.actions[choice])
                last = choice

    def settle(self, facts: Facts) -> Iterator[str]:
        same("is the deal over", True, self.peer.is_terminal())
        points = [POINTS - result for result in self.peer.returns()]  # their results are what was spared
        same("points of the deal", scored(self.start, facts), points)
        if sorted(points) == [0, POINTS, POINTS, POINTS]:
            yield "moons"


def compare(seed: int, changes: Changes) -> Iterator[str]:
    return compare_match(known_game("hearts", 4, changes), HeartsDeal, seed)
