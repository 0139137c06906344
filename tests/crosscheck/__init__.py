"""Known games beside engines that nobody here wrote: OpenSpiel, PokerKit and PHEvaluator.

Each game has a file with a *mirror*: one deal of ours, made move by move in the other engine. Every decision's legal
moves and every deal's result are compared. Where the two play different variants the mirror says which and why, at the
place where it allows for it. `python -m tests.crosscheck --game hearts --games 1000` compares as many matches as asked.
"""
