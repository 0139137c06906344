"""The two passes of a language model, through the real clients and a local server that speaks their wire formats."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from darwindeck import load_genome
from darwindeck.cli import main
from darwindeck.errors import RulebookError
from darwindeck.explain import rulebook as module
from darwindeck.explain.book import Rulebook
from darwindeck.explain.cache import TextCache
from darwindeck.explain.render import rules_markdown, to_markdown
from darwindeck.explain.rulebook import write_rulebook
from darwindeck.explain.rules import rulebook_of
from darwindeck.explain.writers import MODELS, MOST_BYTES, AnthropicWriter, OpenAIWriter, Writer, find_writer
from darwindeck.files.write import cache_folder

from ..patience import PATIENCE
from .service import Reply, Service, serving

pytest.importorskip("anthropic")
pytest.importorskip("openai")

PROVIDERS = ("anthropic", "openai")
FINAL = (Path(__file__).parent / "faithful" / "crazy-eights.md").read_text(encoding="utf-8")


@pytest.fixture
def book() -> Rulebook:
    return rulebook_of(load_genome("crazy-eights"))


@pytest.fixture
def rules(book: Rulebook) -> str:
    return rules_markdown(book)


@pytest.fixture
def cache(tmp_path: Path) -> TextCache:
    return TextCache(tmp_path)


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Keys of no worth, and no proxy or cache from outside."""
    for provider in PROVIDERS:
        monkeypatch.setenv(f"{provider.upper()}_API_KEY", "test-key")
        monkeypatch.delenv(f"DARWINDECK_{provider.upper()}_MODEL", raising=False)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("DARWINDECK_CACHE_DIR", str(tmp_path / "cache"))
    yield


def writer_to(
    service: Service, provider: str, monkeypatch: pytest.MonkeyPatch, timeout: float = PATIENCE, retries: int = 3
) -> Writer:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", service.url)
    monkeypatch.setenv("OPENAI_BASE_URL", f"{service.url}/v1")
    kind = AnthropicWriter if provider == "anthropic" else OpenAIWriter
    return kind("some-model", timeout, retries)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_two_passes(
    provider: str, book: Rulebook, rules: str, cache: TextCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(Reply(rules), Reply(FINAL)) as service:
        result = write_rulebook(book, writer_to(service, provider, monkeypatch), cache)
    assert (result.stage, result.warnings) == ("final", ())
    assert result.markdown.startswith(FINAL.strip()) and "## Quick reference" in result.markdown
    draft, edit = service.requests
    assert draft["path"].endswith("/v1/messages" if provider == "anthropic" else "/v1/chat/completions")
    sent = {name.lower(): value for name, value in draft["headers"].items()}
    assert sent.get("x-api-key", sent.get("authorization")) in ("test-key", "Bearer test-key")
    for request, instructions in ((draft, module.DRAFT), (edit, module.EDIT)):
        assert request["body"]["model"] == "some-model"
        text = json.dumps(request["body"], ensure_ascii=False)
        assert json.dumps(instructions, ensure_ascii=False)[1:-1] in text
        assert json.dumps(rules, ensure_ascii=False)[1:-1] in text  # the draft here is the rules themselves


@pytest.mark.parametrize("provider", PROVIDERS)
def test_what_was_written_is_remembered(
    provider: str, book: Rulebook, rules: str, cache: TextCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(Reply(rules), Reply(FINAL)) as service:
        writer = writer_to(service, provider, monkeypatch)
        first = write_rulebook(book, writer, cache)
        assert write_rulebook(book, writer, cache) == first
        assert len(service.requests) == 2
        other_model = type(writer)("other-model", 20, 3)  # type: ignore[call-arg]
        write_rulebook(book, other_model, cache)
        assert len(service.requests) > 2
        before = len(service.requests)
        monkeypatch.setattr(module, "PROMPT_VERSION", "other")
        write_rulebook(book, writer, cache)
        assert len(service.requests) > before
        before = len(service.requests)
        write_rulebook(rulebook_of(load_genome("war")), writer, cache)
        assert len(service.requests) > before


def test_a_spoiled_cache_is_written_anew(
    book: Rulebook, rules: str, cache: TextCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(Reply(rules), Reply(FINAL), Reply(rules), Reply(FINAL)) as service:
        writer = writer_to(service, "anthropic", monkeypatch)
        first = write_rulebook(book, writer, cache)
        files = list(cache.folder.iterdir())
        assert len(files) == 2 and all(file.suffix == ".json" for file in files)
        for file in files:
            file.write_bytes(file.read_bytes()[:40])
        assert write_rulebook(book, writer, cache) == first
        assert len(service.requests) == 4


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(
    "fault",
    [Reply(status=429), Reply(status=500), Reply(status=529), Reply("x" * 1000, cut=True)],
    ids=["rate limit", "server error", "overloaded", "cut"],
)
def test_passing_failures_are_retried(
    fault: Reply, provider: str, book: Rulebook, rules: str, cache: TextCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(fault, Reply(rules), fault, Reply(FINAL)) as service:
        result = write_rulebook(book, writer_to(service, provider, monkeypatch), cache)
    assert (result.stage, result.warnings) == ("final", ())
    assert len(service.requests) == 4


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(
    ("fault", "word"),
    [
        (Reply(status=500), "500"),
        (Reply(status=401), "401"),
        (Reply(status=429), "429"),
        (Reply("x" * 1000, cut=True), "onnection"),
        (Reply(garbage=b"<html>no</html>"), ""),
        (Reply(garbage=b'{"unexpected": true}'), ""),
        (Reply(garbage=b"[]"), ""),
        (Reply(""), "empty"),
        (Reply("half", stop="max_tokens"), "cut off"),
        (Reply("half", wait=PATIENCE), "imed out"),
        (Reply(garbage=b" " * (MOST_BYTES + 1)), "larger than 4 MiB"),
        (Reply("a letter now and then", pause=0.05), "timed out: no whole answer within 0.2 seconds"),
    ],
    ids=[
        "500",
        "401",
        "429",
        "cut",
        "html",
        "other json",
        "list",
        "empty",
        "too long",
        "silence",
        "too large",
        "too slow",
    ],
)
def test_lasting_failures_end_in_the_rules(
    fault: Reply, word: str, provider: str, book: Rulebook, cache: TextCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    if fault.stop:
        fault = Reply(fault.text, stop="max_tokens" if provider == "anthropic" else "length")
    timeout = 0.2 if fault.wait or fault.pause else PATIENCE  # no limit: whoever is slow is so for longer
    with serving(fault) as service:
        result = write_rulebook(book, writer_to(service, provider, monkeypatch, timeout, retries=1), cache)
    assert result.stage == "rules" and result.markdown == to_markdown(book)
    [warning] = result.warnings
    assert word in warning and "\n" not in warning and provider in warning
    assert not cache.folder.exists() or not list(cache.folder.iterdir())


@pytest.mark.parametrize("provider", PROVIDERS)
def test_without_a_network_the_rules_are_printed(
    provider: str, book: Rulebook, cache: TextCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(Reply()) as service:
        pass
    result = write_rulebook(
        book, writer_to(service, provider, monkeypatch, retries=0), cache
    )  # nobody listens any more
    assert result.stage == "rules" and "onnection" in result.warnings[0]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_without_a_key_the_rules_are_printed(
    provider: str, book: Rulebook, cache: TextCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(Reply()) as service:
        writer = writer_to(service, provider, monkeypatch, retries=0)
        monkeypatch.delenv(f"{provider.upper()}_API_KEY")
        result = write_rulebook(book, writer, cache)
    assert result.stage == "rules" and len(result.warnings) == 1 and service.requests == []
    assert f"there is no key: set {provider.upper()}_API_KEY" in result.warnings[0]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_an_edit_that_drops_face_up_is_not_used(
    provider: str, book: Rulebook, rules: str, cache: TextCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    dropped = FINAL.replace(" face up to start", " to start")
    assert dropped != FINAL
    with serving(Reply(rules), Reply(dropped), Reply(FINAL)) as service:
        writer = writer_to(service, provider, monkeypatch)
        result = write_rulebook(book, writer, cache)
        assert result.stage == "draft" and result.markdown.startswith(rules.strip())
        assert "“face up” is lost" in result.warnings[0]
        assert write_rulebook(book, writer, cache).stage == "final"  # the draft is remembered, the faulty edit is not
        assert len(service.requests) == 3


def test_a_draft_with_a_wrong_number_is_not_used(
    book: Rulebook, rules: str, cache: TextCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(Reply(rules.replace("Deal 7 cards", "Deal 9 cards"))) as service:
        result = write_rulebook(book, writer_to(service, "openai", monkeypatch), cache)
    assert result.stage == "rules" and "the number 9 is not in the rules" in result.warnings[0]
    assert len(service.requests) == 1


def test_a_fence_around_the_answer_is_taken_off(
    book: Rulebook, rules: str, cache: TextCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(Reply(f"```markdown\n{rules}```"), Reply(f"```\n{FINAL}```\n")) as service:
        assert write_rulebook(book, writer_to(service, "anthropic", monkeypatch), cache).stage == "final"


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anthropic", None)
    with pytest.raises(RulebookError, match=r"pip install 'darwindeck\[anthropic\]'"):
        AnthropicWriter("some-model").ask("do", "this")


def test_the_model_is_chosen_by_name_environment_or_default(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_writer("openai", "mine").name == "openai mine"
    assert find_writer("anthropic").name == f"anthropic {MODELS['anthropic']}"
    monkeypatch.setenv("DARWINDECK_OPENAI_MODEL", "local")
    assert find_writer("openai").name == "openai local"


def test_the_cache_lies_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert cache_folder() == tmp_path / "cache"
    monkeypatch.delenv("DARWINDECK_CACHE_DIR")
    if sys.platform.startswith("linux"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
        assert cache_folder() == tmp_path / "xdg" / "darwindeck"


def test_a_cache_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    cache = TextCache(blocked)
    cache.put("text", "key")
    assert cache.get("key") is None


def test_the_command_warns_and_prints_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Reply(status=401)) as service:
        writer_to(service, "anthropic", monkeypatch)
        result = CliRunner().invoke(main, ["explain", "crazy-eights", "--brief", "--llm", "anthropic"])
    assert result.exit_code == 0
    assert "warning" in result.stderr and "401" in result.stderr and "Traceback" not in result.stderr
    assert "# Crazy Eights" in result.stdout and "warning" not in result.stdout


def test_the_command_prints_the_models_text(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Reply(rules), Reply(FINAL)) as service:
        writer_to(service, "openai", monkeypatch)
        arguments = ["explain", "crazy-eights", "--brief", "--llm", "openai", "--model", "local"]
        result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0 and result.stdout.startswith(FINAL.strip())
    assert service.requests[0]["body"]["model"] == "local"


def test_importing_the_package_loads_no_client() -> None:
    code = (
        "import sys, darwindeck.explain.rulebook, darwindeck.explain.pdf, darwindeck.cli.explain; "
        "print([name for name in ('anthropic', 'openai', 'fpdf', 'httpx') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
