"""Evaluate: what is played to judge a game, in stages, and what is measured of it."""
