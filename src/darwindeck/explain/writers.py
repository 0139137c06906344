"""Who writes prose: clients of language models. Imported inside the call; keys and base URLs come from the environment, read by
the libraries themselves. A service may be hostile or broken: the time for an answer and its size are bounded."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from ..errors import RulebookError

TIMEOUT = 120.0  # seconds for one answer, all tries together
RETRIES = 3  # after the first try; the clients wait longer each time
MOST_TOKENS = 8192
MOST_BYTES = 4 << 20  # of an answer; the longest honest ones have about 100,000
MODELS = {"anthropic": "claude-sonnet-5-5", "openai": "gpt-5.5"}


class Writer(Protocol):
    """Who answers a request; raises RulebookError if there is no answer."""

    @property
    def name(self) -> str: ...

    def ask(self, instructions: str, text: str) -> str: ...


def find_writer(provider: str, model: str | None = None) -> Writer:
    chosen = model or os.environ.get(f"DARWINDECK_{provider.upper()}_MODEL") or MODELS[provider]
    return AnthropicWriter(chosen) if provider == "anthropic" else OpenAIWriter(chosen)


@dataclass(frozen=True)
class AnthropicWriter:
    model: str
    timeout: float = TIMEOUT
    retries: int = RETRIES

    @property
    def name(self) -> str:
        return f"anthropic {self.model}"

    def ask(self, instructions: str, text: str) -> str:
        """Asks the model once; an answer that was cut off is an error."""
        library = import_library("anthropic")
        request = {"model": self.model, "max_tokens": MOST_TOKENS, "system": instructions}

        def answer() -> str:
            client_of = library.Anthropic
            with client_of(timeout=self.timeout, max_retries=self.retries, http_client=limit_http(library)) as client:
                reply = client.messages.create(messages=[{"role": "user", "content": text}], **request)
            if reply.stop_reason == "max_tokens":
                raise RulebookError(f"the answer was cut off after {MOST_TOKENS} tokens")
            return "".join(part.text for part in reply.content if part.type == "text")

        return get_answer(self.name, lambda: within(self.timeout, answer), library.AnthropicError)


@dataclass(frozen=True)
class OpenAIWriter:
    model: str
    timeout: float = TIMEOUT
    retries: int = RETRIES

    @property
    def name(self) -> str:
        return f"openai {self.model}"

    def ask(self, instructions: str, text: str) -> str:
        """Asks the model once; an answer that was cut off is an error."""
        library = import_library("openai")
        messages = [{"role": "system", "content": instructions}, {"role": "user", "content": text}]

        def answer() -> str:
            client_of = library.OpenAI
            with client_of(timeout=self.timeout, max_retries=self.retries, http_client=limit_http(library)) as client:
                reply = client.chat.completions.create(model=self.model, messages=messages)
            choice = reply.choices[0]
            if choice.finish_reason == "length":
                raise RulebookError("the answer was cut off")
            return str(choice.message.content or "")

        return get_answer(self.name, lambda: within(self.timeout, answer), library.OpenAIError)


def import_library(library: str) -> Any:
    import importlib

    try:
        return importlib.import_module(library)
    except ImportError:
        raise RulebookError(f"the library {library} is missing: pip install 'darwindeck[{library}]'") from None


def limit_http(library: Any) -> Any:
    """The library's own HTTP client, but an answer that is too large is not kept in memory."""
    parent = library.DefaultHttpxClient

    def send(self: Any, request: Any, *, stream: bool = False, **options: Any) -> Any:
        response = parent.send(self, request, stream=True, **options)
        if stream:
            return response
        body = bytearray()
        try:
            for part in response.iter_bytes():
                body += part
                if len(body) > MOST_BYTES:
                    raise RulebookError(f"the answer is larger than {MOST_BYTES >> 20} MiB")
        finally:
            response.close()
        headers = {name: value for name, value in response.headers.items() if not name.startswith("content-")}
        kind = {"content-type": response.headers.get("content-type", "")}
        return type(response)(response.status_code, headers=headers | kind, content=bytes(body), request=request)

    return type("BoundedClient", (parent,), {"send": send})()


def within(seconds: float, answer: Callable[[], str]) -> str:
    """The answer, if it comes in time. The clients' own limit is one for each read, which a slow service never breaks."""
    box: queue.SimpleQueue[tuple[str, BaseException | None]] = queue.SimpleQueue()

    def wait() -> None:
        try:
            box.put((answer(), None))
        except BaseException as error:
            box.put(("", error))

    threading.Thread(target=wait, daemon=True).start()  # given up, it ends with the program
    try:
        text, error = box.get(timeout=seconds)
    except queue.Empty:
        raise RulebookError(f"timed out: no whole answer within {seconds:g} seconds") from None
    if error is not None:
        raise error
    return text


def get_answer(name: str, answer: Callable[[], str], failure: type[Exception]) -> str:
    """The answer, or every way in which a service or its library can fail as one line."""
    key = f"{name.split()[0].upper()}_API_KEY"
    try:
        text = answer()
    except Exception as error:
        if isinstance(error.__cause__, RulebookError):  # ours, which the library took for a broken connection
            error = error.__cause__
        known = isinstance(error, RulebookError | failure)
        if not os.environ.get(key) and not isinstance(error, RulebookError):
            raise RulebookError(f"{name}: there is no key: set {key} ({first_line(error)})") from None
        raise RulebookError(f"{name}: {'' if known else 'not an answer: '}{first_line(error)}") from None
    if not text.strip():
        raise RulebookError(f"{name}: an empty answer")
    return text


def first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0][:200]
