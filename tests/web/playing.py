"""Playing at a table of the site as a browser does, and noting all that it receives."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

Message = dict[str, Any]


def begin(browser: TestClient, game: str, **form: str) -> str:
    """Opens a table, and gives the key of one's seats."""
    answer = browser.post("/tables", data={"game": game, **form})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/seat/")


def next_question(socket: WebSocketTestSession, received: list[Message]) -> Message:
    """Listens until a person is asked, or the game is over."""
    while True:
        message = socket.receive_json()
        received.append(message)
        if "curtain" in message:
            socket.send_json({"show": message["curtain"]["seat"]})
        frame = message.get("frame")
        if frame is not None and (frame["question"] or frame["view"]["winners"] is not None):
            return frame


def answer(socket: WebSocketTestSession, rng: random.Random, frame: Message, received: list[Message]) -> Message:
    """Makes a random move, or picks cards until they are a choice; gives the next question."""
    question = frame["question"]
    while question["pick"] and (not question["options"] or rng.random() < 0.7):
        cards = rng.sample(question["pick"], rng.randint(1, min(4, len(question["pick"]))))
        socket.send_json({"pick": cards, "ply": frame["ply"]})
        message = socket.receive_json()
        if "error" not in message:
            received.append(message)
            return next_question(socket, received) if is_idle(message) else message["frame"]
    socket.send_json({"move": rng.choice(question["options"])["move"], "ply": frame["ply"]})
    return next_question(socket, received)


def is_idle(message: Message) -> bool:
    """Whether nobody is asked in a message, and the game goes on."""
    frame = message.get("frame")
    return frame is None or not (frame["question"] or frame["view"]["winners"] is not None)


def play_on(socket: WebSocketTestSession, rng: random.Random, most: int, received: list[Message]) -> Iterator[Message]:
    """Makes random moves, at most so many; gives every question that was answered, and the last frame."""
    frame = next_question(socket, received)
    for _ in range(most):
        if frame["question"] is None:
            break
        yield frame
        frame = answer(socket, rng, frame, received)
    yield frame
