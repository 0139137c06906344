"""`python -m darwindeck`, and the command itself. Small, so that Ctrl-C is answered well while everything else is imported."""

from __future__ import annotations

import sys

from darwindeck.errors import INTERRUPTED


def main() -> None:
    try:
        from darwindeck.cli import main as command_line

        command_line()
    except KeyboardInterrupt:
        sys.stderr.write("darwindeck: stopped\n")
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
