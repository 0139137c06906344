"""`python -m darwindeck.cli`: the command line without the answer to Ctrl-C during start-up (see ../__main__.py)."""

from . import main

main()
