"""A language model that is not one: a local server that speaks the wire formats of Anthropic and OpenAI, and fails on demand."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Reply:
    """What the server does with one request: answer with `text`, or something worse."""

    text: str = ""
    status: int = 200
    garbage: bytes | None = None  # sent instead of JSON
    cut: bool = False  # the connection breaks in the middle of the answer
    stop: str = ""  # another reason to have stopped than being done
    wait: float = 0.0  # seconds before the answer
    pause: float = 0.0  # seconds after each byte


@dataclass
class Service:
    """Replies in order; the last is given again and again. `requests` are those received, with their headers and path."""

    url: str
    replies: list[Reply]
    requests: list[dict[str, Any]] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)

    def next_reply(self) -> Reply:
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


@contextmanager
def serving(*replies: Reply) -> Iterator[Service]:
    service = Service("", list(replies))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            service.requests.append({"path": self.path, "headers": dict(self.headers), "body": body})
            self._answer(service.next_reply(), body["model"])

        def _answer(self, reply: Reply, model: str) -> None:
            service.closing.wait(reply.wait)  # no limit: the silence that a test is about
            if reply.garbage is not None:
                data = reply.garbage
            elif reply.status != 200:
                data = json.dumps(error_body(self.path, reply.status)).encode()
            else:
                data = json.dumps(answer_body(self.path, model, reply)).encode()
            self.send_response(reply.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            if reply.status != 200:
                self.send_header("retry-after-ms", "1")  # the clients would wait for seconds
            self.end_headers()
            for part in [data[at : at + 1] for at in range(len(data))] if reply.pause else [data]:
                self.wfile.write(part[: len(part) // 2] if reply.cut else part)
                if service.closing.wait(reply.pause):  # no limit: the slowness that a test is about
                    break
            if reply.cut:
                self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    service.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()


def answer_body(path: str, model: str, reply: Reply) -> dict[str, Any]:
    if path.endswith("/messages"):
        return {
            "id": "msg_1", "type": "message", "role": "assistant", "model": model,
            "content": [{"type": "text", "text": reply.text}], "stop_reason": reply.stop or "end_turn", "stop_sequence": None,
            "usage": {"input_tokens": 10, "output_tokens": 10},
        }  # fmt: skip
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": reply.text},
        "finish_reason": reply.stop or "stop",
        "logprobs": None,
    }
    return {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": model, "choices": [choice],
            "usage": {"prompt_tokens": 10, "completion_tokens": 10, "total_tokens": 20}}  # fmt: skip


def error_body(path: str, status: int) -> dict[str, Any]:
    kind = {429: "rate_limit_error", 401: "authentication_error"}.get(status, "api_error")
    error = {"type": kind, "message": f"planted {status}"}
    return {"type": "error", "error": error} if path.endswith("/messages") else {"error": error}
