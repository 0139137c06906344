"""Experiments: settings, the directory of a run, its generations, and the games that it ends with."""
