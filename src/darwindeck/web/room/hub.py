"""Who is connected to which table: moves come in over WebSockets, and every guest is sent what their seat sees."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ...errors import DarwinDeckError
from ...play.example import PEOPLE
from .store import OWNER, Key, Store
from .tables import Frame, LiveTable


class Guest:
    """One browser. With several seats it sees that of whoever has said that they look at the screen now."""

    def __init__(self, socket: WebSocket, key: Key) -> None:
        self.socket, self.key = socket, key
        self.seat: int | None = key.seats[0] if len(key.seats) == 1 else None

    async def send(self, message: Any) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it may have gone; its own loop ends then
            await self.socket.send_json(message)


class Room:
    """A table and the browsers around it. One thing happens at a time."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.guests: set[Guest] = set()

    async def publish(self, frames: dict[int, Frame]) -> None:
        for guest in list(self.guests):
            if guest.seat is not None and guest.seat in frames:
                await guest.send({"frame": frames[guest.seat]})

    async def go_on(self) -> None:
        """Lets the players move, and whoever is asked next know."""
        moves = self.table.advance()
        while (frames := await asyncio.to_thread(next, moves, None)) is not None:
            await self.publish(frames)
        for guest in list(self.guests):
            await self.hand_over(guest)

    async def hand_over(self, guest: Guest) -> None:
        """Asks for the next person, where several share a screen."""
        seat = self.table.to_move
        if seat in guest.key.seats and seat != guest.seat:
            await guest.send({"curtain": {"seat": seat, "name": PEOPLE[seat]}})

    async def show(self, guest: Guest) -> None:
        if guest.seat is not None:
            await guest.send({"frame": self.table.show(guest.seat)})

    async def answer(self, guest: Guest, message: dict[str, Any]) -> None:
        """Does what a browser asks for."""
        table, seat = self.table, guest.seat
        if "show" in message:
            guest.seat = message["show"] if message["show"] in guest.key.seats else guest.seat
            await self.show(guest)
        elif seat is None or message.get("ply") != len(table.session.moves):
            await self.show(guest)  # it was late; this is how things stand
        elif "move" in message:
            await self.publish(await asyncio.to_thread(table.answer, seat, message["move"]))
            await self.go_on()
        elif "pick" in message:
            for frames in await asyncio.to_thread(list, table.pick(seat, message["pick"])):
                await self.publish(frames)
            await self.go_on()
        elif "hint" in message:
            await guest.send({"hints": await asyncio.to_thread(table.hints, seat)})
        elif "undo" in message:
            await asyncio.to_thread(table.undo, seat)
            await self.show(guest)
            await self.go_on()


class Hub:
    """The rooms with somebody in them. A room that is left is forgotten: its table is in the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()

    async def visit(self, socket: WebSocket, key: Key) -> None:
        """Serves one browser until it leaves."""
        await socket.accept()
        room, guest = await self._enter(socket, key)
        try:
            async with room.lock:
                await guest.send({"hello": self._hello(room, key)})
                await room.show(guest)
                await room.go_on()
            while True:
                message = await socket.receive_json()
                async with room.lock:
                    await self._try(room, guest, message)
        except WebSocketDisconnect:
            pass
        except (ValueError, KeyError):  # it does not speak our language
            await socket.close(4400, "That is no message.")
        finally:
            room.guests.discard(guest)
            if not room.guests:
                self.rooms.pop(key.table, None)

    async def _enter(self, socket: WebSocket, key: Key) -> tuple[Room, Guest]:
        async with self._opening:
            if key.table not in self.rooms:
                row = self.store.read_table(key.table)
                assert row is not None, "a key belongs to a table"
                self.rooms[key.table] = Room(await asyncio.to_thread(LiveTable, row, self.store))
            room, guest = self.rooms[key.table], Guest(socket, key)
            room.guests.add(guest)
            return room, guest

    async def _try(self, room: Room, guest: Guest, message: Any) -> None:
        if not isinstance(message, dict):
            raise ValueError("not a message")
        try:
            await room.answer(guest, message)
        except (ValueError, TypeError, DarwinDeckError) as error:
            await guest.send({"error": str(error)})

    def _hello(self, room: Room, key: Key) -> dict[str, Any]:
        """What a browser is told once: its seats, and whom its owner may invite."""
        invited = self.store.invitations(key.table) if key.role == OWNER else []
        links = [{"name": PEOPLE[invitation.seats[0]], "path": f"/join/{invitation.key}"} for invitation in invited]
        return {"seats": list(key.seats), "invitations": links}
