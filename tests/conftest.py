"""With DARWINDECK_NO_SKIP=1 every skip is a failure: a skipped test proves nothing."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Generator
from typing import Any

import pytest

os.environ.setdefault("DARWINDECK_CACHE_DIR", tempfile.mkdtemp(prefix="darwindeck-tests-"))  # never the user's own
NO_SKIP = os.environ.get("DARWINDECK_NO_SKIP", "") not in ("", "0")


def fail_if_skipped(report: Any) -> None:
    if NO_SKIP and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which DARWINDECK_NO_SKIP forbids: {report.longrepr}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    fail_if_skipped(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    fail_if_skipped(report)
    return report
