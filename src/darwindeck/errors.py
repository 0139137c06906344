"""Errors a person can act on: one line, with the path to the fault."""

BAD_INPUT, INTERRUPTED = 2, 130  # what the command line exits with


class DarwinDeckError(Exception):
    """Base of all errors this package raises on bad input. The message is one printable line, whatever was quoted in it."""

    def __init__(self, message: str) -> None:
        super().__init__("".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in message))


class GenomeError(DarwinDeckError):
    """A genome that cannot be read, or breaks a rule of the language."""


class GameError(DarwinDeckError):
    """A call that a game in progress does not allow."""


class SettingError(DarwinDeckError):
    """A setting that does not exist, or has a value that it cannot have."""


class RunError(DarwinDeckError):
    """The directory of a run that cannot be read, or a run that cannot go on as asked."""


class ChessError(DarwinDeckError):
    """A position, a move or an action that chess does not have."""


class RulebookError(DarwinDeckError):
    """A rulebook that cannot be written as asked."""


class DocumentError(DarwinDeckError):
    """A JSON or YAML file that cannot be read."""


class OutputError(DarwinDeckError):
    """A file that must not be written, or not in the form its name says."""


class SearchError(DarwinDeckError):
    """A search that cannot be made, or an answer to it that makes no sense."""


class LearnError(DarwinDeckError):
    """A network, a file of positions or a training run that cannot be used."""


class PlayerError(DarwinDeckError):
    """A player that does not exist, cannot be made, or makes moves that are not legal."""


class PluginError(DarwinDeckError):
    """Something that another package brings and that cannot be used."""


class ProfileError(DarwinDeckError):
    """A profile that cannot be read, or that makes no sense."""


class DarwinDeckWarning(UserWarning):
    """Something that costs time or may be a mistake, but no result. The command line prints it in one line."""


def warn(message: str) -> None:
    """Warns once of each message."""
    import warnings

    warnings.warn(message, DarwinDeckWarning, stacklevel=3)
