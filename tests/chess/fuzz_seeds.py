"""Writes the positions on file as seeds for the fuzzer of FEN: `python -m tests.chess.fuzz_seeds FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from .perft_suite import cases


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for number, (fen, *_) in enumerate(cases(1)):
        (folder / f"{number}.fen").write_text(fen)


if __name__ == "__main__":
    main()
