"""The command that counts solved positions, on a file of three."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import tactics

FILE = """\
r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - bm Qxh7+; id "two"; dm 2;
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm h3; id "wrong";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id "without";
"""


def test_what_is_solved_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "three.epd").write_text(FILE)
    words = ["tactics", str(tmp_path / "three.epd"), "--simulations", "500", "--leaves", "1", "4", "--names"]
    monkeypatch.setattr("sys.argv", words)
    tactics.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[1::2] == ["wrong", "wrong"]
    assert all("1 of 2 solved; mates proven in 2: 1 of 1" in line for line in lines[::2]), lines
