"""Explain: rules for people, from the genome alone."""
