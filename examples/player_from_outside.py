"""A player of your own at the table: it keeps its strongest cards, and knows only what its seat may see.

Run it: python examples/player_from_outside.py
Or by name, from this folder: darwindeck duel whist player_from_outside:Miser random --games 20
"""

from __future__ import annotations

from darwindeck import Game, load_genome, simulate
from darwindeck.engine.game import View


class Miser:
    """Plays its lowest card. Any object with `choose(view, moves)` is a player."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.game = game  # the rules; there is no way from here to the cards of others

    def choose(self, view: View, moves: list[int]) -> int:
        """`moves` are the legal ones in ascending order; cards are 0 to 63, suit * 16 + rank (docs/genome.md)."""
        assert view.as_dict()["piles"]["hand"][view.seat]["known"], "a seat sees its own hand"
        return min(moves, key=lambda move: (move % 16 + 12) % 13 if move < 64 else move)  # aces are high


def main() -> None:
    whist = load_genome("whist")
    records = simulate(whist, players=[Miser, "random", Miser, "random"], games=50, seed=1)
    share = float((records.payoffs[:, 0] > 0).mean())
    print(f"The misers won {share:.0%} of {len(records.winners)} games of whist against random players.")


if __name__ == "__main__":
    main()
