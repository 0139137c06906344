"""PUCT in plain Python, one simulation at a time, for comparing with the core's batched search. Written from docs/search.md
in single precision, because near ties must fall the same way; never shipped, never fast."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from darwindeck.chess import Position

F = np.float32
C_PUCT, FPU_REDUCTION = F(1.75), F(0.33)
# A position's actions in a fixed order -> their priors, and the value for the side to move.
Evaluate = Callable[[Position, Sequence[int]], tuple[Sequence[np.float32], np.float32]]


@dataclass
class Node:
    actions: Sequence[int]
    priors: Sequence[np.float32]
    value: np.float32  # mean for the mover
    visits: int = 1
    edge_visits: dict[int, int] = field(default_factory=dict)
    edge_values: dict[int, np.float32] = field(default_factory=dict)
    children: dict[int, Node] = field(default_factory=dict)
    proof: int = 0  # 1: the mover is proven to win, -1: to lose
    proven: dict[int, int] = field(default_factory=dict)  # of edges


def select(node: Node) -> int:
    """The place of the action with the highest bound; of equals the higher prior, of equals the first."""
    tried = F(0)
    for place in node.edge_visits:  # in the order of their first visits
        tried = F(tried + node.priors[place])
    unvisited = F(node.value - F(FPU_REDUCTION * np.sqrt(tried)))
    scale = F(C_PUCT * np.sqrt(F(max(node.visits - 1, 1))))

    def bound(place: int) -> np.float32:
        visits = node.edge_visits.get(place, 0)
        return F(node.edge_values.get(place, unvisited) + F(F(scale * node.priors[place]) / F(1 + visits)))

    open_places = [place for place in range(len(node.actions)) if node.proven.get(place) != -1]
    return max(open_places, key=lambda place: (bound(place), node.priors[place], -place))


def add(mean: np.float32, visits: int, result: np.float32) -> np.float32:
    return F(mean + F(F(result - mean) / F(visits)))


def simulate(position: Position, node: Node, evaluate: Evaluate) -> np.float32:
    """One simulation below a node that is not the end of a game and not proven; returns the result for its mover."""
    place = select(node)
    position.push(position.move(node.actions[place]))
    child, proof = node.children.get(place), 0
    if ending := position.outcome(claim_draw=False) or drawn(position):
        proof = -1 if getattr(ending, "winner", None) else 0
        result = F(proof)
    elif child is None and mates_at_once(position):
        child = node.children[place] = Node([], [], F(1), proof=1)
        result, proof = F(1), 1
    elif child is None and is_mated_next(position):
        child = node.children[place] = Node([], [], F(-1), proof=-1)
        result, proof = F(-1), -1
    elif child is None:
        actions = [int(action) for action in listed(position)]
        priors, result = evaluate(position, actions)
        node.children[place] = Node(actions, priors, result)
    else:
        result = F(child.proof) if child.proof else simulate(position, child, evaluate)
        proof = child.proof
    result = F(-result)
    node.edge_visits[place] = node.edge_visits.get(place, 0) + 1
    node.edge_values[place] = add(node.edge_values.get(place, F(0)), node.edge_visits[place], result)
    node.visits += 1
    node.value = add(node.value, node.visits, result)
    if proof and place not in node.proven:
        prove(node, place, -proof)
    return result


def prove(node: Node, place: int, proof: int) -> None:
    """One move that wins proves a win; a loss is proven when every move loses."""
    node.proven[place] = proof
    node.edge_values[place] = F(proof)
    if proof == 1 or len(node.actions) == sum(of == -1 for of in node.proven.values()):
        node.proof, node.value = proof, F(proof)


def mates(position: Position, move: str) -> bool:
    ending = position.copy().push(move).outcome()
    return ending is not None and ending.winner is not None


def mates_at_once(position: Position) -> bool:
    return any(mates(position, move) for move in position.legal_moves())


def is_mated_next(position: Position) -> bool:
    """In check, and mated next move whatever is played. What stood on the board before is taken for a draw."""
    afters = [position.copy().push(move) for move in position.legal_moves()] if position.is_check() else []
    return bool(afters) and all(not after.repeats and not drawn(after) and mates_at_once(after) for after in afters)


def drawn(position: Position) -> bool:
    """What ends a search besides the end of the game: the third repetition and the fiftieth quiet move."""
    return position.repeats >= 2 or int(position.fen().split()[4]) >= 100


def listed(position: Position) -> Sequence[int]:
    """The legal actions in the order of the legal moves."""
    return [position.action(move) for move in position.legal_moves()]


def search(position: Position, simulations: int, evaluate: Evaluate) -> Node:
    actions = listed(position)
    priors, value = evaluate(position, actions)
    root = Node(actions, priors, value)
    if mate := next((move for move in position.legal_moves() if mates(position, move)), None):
        prove(root, actions.index(position.action(mate)), 1)
    for _ in range(simulations):
        if root.proof:
            repeat_proof(root)
        else:
            simulate(position.copy(), root, evaluate)
    return root


def repeat_proof(root: Node) -> None:
    """What is left of the budget goes to a move that is proven."""
    place = next(place for place, proof in root.proven.items() if proof == root.proof)
    root.edge_visits[place] = root.edge_visits.get(place, 0) + 1
    root.visits += 1
