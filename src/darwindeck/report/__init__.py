"""Runs to look at: a page of one run, and several runs side by side. Nothing here is played for a result."""
