"""Operators: small changes and mixtures of genomes, written from field types. A result may need closing (close.py)."""

from ...genome.genome import GameGenome

Change = tuple[GameGenome, str] | None  # the new genome and what was done; None where an operator does not apply
