"""Evaluate: what is played to judge a game, in stages, and what is known of it then."""
