"""The engine behaves as it did when the golden signature was made; `make golden` renews it."""

from __future__ import annotations

from darwindeck.experiment.signature import signature

from .regenerate import SIGNATURE


def test_signature_is_golden() -> None:
    assert signature() == int(SIGNATURE.read_text())
