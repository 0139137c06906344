"""Who may ask for what: a wall around the whole application.

* Every answer has a strict Content-Security-Policy and tells no other site where a reader came from.
* On loopback the Host must be this machine's own, so that no foreign name can be bound to it.
* Elsewhere a token is needed, given once in the address and then kept in a cookie. Whoever holds the address of a seat
  needs none: such an address cannot be guessed, and opens nothing but that seat.
* What changes something, and every WebSocket, must come from a page of this server.
* Requests are bounded in size.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 256 << 10  # of a request
COOKIE = "darwindeck"
LOOPBACK = {"localhost", "127.0.0.1", "::1"}
OPEN = ("/static/", "/seat/", "/join/")  # what needs no token: nothing secret, or secret by its own address
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def is_loopback(host: str) -> bool:
    return host in LOOPBACK or host.startswith("127.")


class Refusal(Exception):
    """Why a request is not answered."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


class Guard:
    """Wraps an application. `token` None: only this machine is served."""

    def __init__(self, app: ASGIApp, token: str | None = None) -> None:
        self.app, self.token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        answer = with_headers(send)
        try:
            self._check_host(headers)
            self._check_origin(scope, headers)
            entry = self._check_token(scope, headers)
            if int(headers.get("content-length") or 0) > MOST_BYTES:
                raise Refusal(413, "That is too large.")
        except (Refusal, ValueError) as error:
            refusal = error if isinstance(error, Refusal) else Refusal(400, "That is no request.")
            await refuse(scope, receive, answer, refusal)
            return
        if entry is not None:
            await entry(scope, receive, answer)
        else:
            await self.app(scope, limit_body(receive) if scope["type"] == "http" else receive, answer)

    def _check_host(self, headers: Headers) -> None:
        if self.token is None and not is_loopback(host_of(headers)):
            raise Refusal(421, "This server answers only to this machine's own name.")

    def _check_origin(self, scope: Scope, headers: Headers) -> None:
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            return
        origin = urlsplit(headers.get("origin") or "")
        if origin.scheme not in ("http", "https") or origin.netloc != headers.get("host"):
            raise Refusal(403, "Only a page of this server may do that.")

    def _check_token(self, scope: Scope, headers: Headers) -> Response | None:
        """None to go on, or the answer that turns a token in the address into a cookie."""
        if self.token is None or scope["path"].startswith(OPEN):
            return None
        if hmac.compare_digest(cookie_of(headers).encode(), self.token.encode()):
            return None
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        given = query.pop("token", [""])[0]
        if scope["type"] != "http" or not hmac.compare_digest(given.encode(), self.token.encode()):
            raise Refusal(401, "This table needs its address with the token that `darwindeck serve` has printed.")
        rest = f"?{urlencode(query, doseq=True)}" if query else ""
        entry = RedirectResponse(f"{scope['path']}{rest}", status_code=303)
        entry.set_cookie(COOKIE, self.token, httponly=True, samesite="lax")
        return entry


def host_of(headers: Mapping[str, str]) -> str:
    return urlsplit(f"//{headers.get('host', '')}").hostname or ""


def cookie_of(headers: Mapping[str, str]) -> str:
    try:
        cookies = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return ""
    return cookies[COOKIE].value if COOKIE in cookies else ""


def with_headers(send: Send) -> Send:
    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            found = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                found.setdefault(name, value)
        await send(message)

    return answer


def limit_body(receive: Receive) -> Receive:
    """The same request, cut off by an error once it is too large, whatever it said of its length."""
    seen = 0

    async def take() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > MOST_BYTES:
            raise Refusal(413, "That is too large.")
        return message

    return take


async def refuse(scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4000 + refusal.status, "reason": refusal.reason})
        return
    await PlainTextResponse(f"{refusal.reason}\n", refusal.status)(scope, receive, send)
