#!/usr/bin/env bash
# Installs DarwinDeck from the source tree it lies in, for Colab and other machines with Python 3.11, pip and a C++20 compiler,
# and shows that a search works. PYTHON names another interpreter.
set -euo pipefail
cd "$(dirname "$0")"
python="${PYTHON:-python3}"
"$python" -m pip install --quiet .
cd /
"$python" - <<'CHECK'
from darwindeck.search import BatchedMCTS, heuristic_evaluator, run

search = BatchedMCTS(["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"], simulations=100)
run(search, heuristic_evaluator)
assert search.move_names(search.best_moves()) == ["d1d8"]
print("DarwinDeck is installed, and its search finds a mate.")
CHECK
