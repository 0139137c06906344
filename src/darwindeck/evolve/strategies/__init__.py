"""Strategies: which games are bred from next. All answer to ask and tell."""
