"""`python -m darwindeck`, and the command itself. Small, so that Ctrl-C is answered well while everything else is imported."""

from __future__ import annotations

import sys

from darwindeck.errors import INTERRUPTED


def main() -> None:
    """Runs the command line as `python -m darwindeck.cli` does.

    It is named, not imported: the package, which every folder may import, does so not depend on its last folder.
    """
    try:
        import runpy

        # Without `alter_sys`: help names the program by how it was started, and finds that in sys.argv and __main__.
        runpy.run_module("darwindeck.cli", run_name="__main__")
    except KeyboardInterrupt:
        sys.stderr.write("darwindeck: stopped\n")
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
