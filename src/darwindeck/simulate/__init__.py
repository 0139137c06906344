"""Simulate: many games in one native call, and the records of what happened in them."""
