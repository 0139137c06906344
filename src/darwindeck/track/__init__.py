"""Runs on disk: settings, the experiment directory, and what is needed to go on after any interruption."""
