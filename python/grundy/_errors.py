"""The exceptions of the package: each has the code, the message and the help of the program."""

from __future__ import annotations

from typing import NamedTuple


class Diagnostic(NamedTuple):
    """A mistake in the text of a game or of a position, with its place."""

    code: str
    """The stable code, such as ``G012``: `GameSyntaxError.explain` explains it."""
    message: str
    """The reason, in one line."""
    origin: str
    """The kind of text: ``game``, ``position``, or the name of a file."""
    source: str
    """The text."""
    line: int
    """The line of ``origin`` at which ``source`` starts, from 1."""
    span: tuple[int, int]
    """The place: ``source[span[0]:span[1]]``, in characters."""
    label: str
    """What is said under the place."""
    help: str
    """The way out; may be empty."""


class Error(Exception):
    """Why there is no answer. The classes below say more."""

    code: str
    """The stable code of the kind of error, as the program prints it with ``--json``."""
    message: str
    """What is wrong."""
    help: str
    """The way out; may be empty."""

    def __init__(self, code: str, message: str, help: str = "") -> None:
        super().__init__(code, message, help)
        self.code = code
        self.message = message
        self.help = help

    def __str__(self) -> str:
        return f"{self.message}\n  help: {self.help}" if self.help else self.message


class GameSyntaxError(Error, ValueError):
    """A mistake in the text of a game or of a position; its text shows the place with a caret."""

    diagnostic: Diagnostic
    """The mistake with its place."""

    def __init__(self, diagnostic: Diagnostic, text: str) -> None:
        super().__init__(diagnostic.code, diagnostic.message, diagnostic.help)
        self.args = (diagnostic, text)
        self.diagnostic = diagnostic

    @classmethod
    def _of(
        cls, code: str, message: str, help: str, place: tuple[str, str, int, tuple[int, int], str], text: str
    ) -> GameSyntaxError:
        origin, source, line, span, label = place
        return cls(Diagnostic(code, message, origin, source, line, span, label, help), text)

    def explain(self) -> str:
        """What the code means, in some sentences with examples."""
        from ._grundy import story

        return story(self.code) or self.message

    def __str__(self) -> str:
        return "\n" + str(self.args[1]).rstrip()


class RequestError(Error, ValueError):
    """A request that cannot be done as it stands."""


class NoSolverError(Error):
    """No solver answers the question."""


class LimitError(Error):
    """A limit was reached before the answer was known. ``code`` is the limit: ``time``, ``memory``
    or ``positions``."""

    solved: int
    """How many positions were solved."""

    def __init__(self, code: str, message: str, help: str = "", solved: int = 0) -> None:
        super().__init__(code, message, help)
        self.args = (code, message, help, solved)
        self.solved = solved


class RulesError(Error):
    """The rules break down at a position: play need not end, or a number is too large."""


class CheckError(Error):
    """The checker refuses what it was given: a certificate is false."""


class FileError(Error, OSError):
    """A file cannot be read or written."""

    def __init__(self, code: str, message: str, help: str = "") -> None:
        Error.__init__(self, code, message, help)
