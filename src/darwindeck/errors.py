"""Errors a person can act on: one line, with the path to the fault."""


class DarwinDeckError(Exception):
    """Base of all errors this package raises on bad input."""


class GenomeError(DarwinDeckError):
    """A genome that cannot be read, or breaks a rule of the language."""


class GameError(DarwinDeckError):
    """A call that a game in progress does not allow."""
