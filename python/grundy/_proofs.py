"""Proofs about every position of a game, and certificates."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from . import _grundy
from ._answers import Answer, within
from ._errors import Error
from ._functions import ProofFacts
from ._limits import Brief, Watch, limits
from ._positions import Position
from ._words import Lists, contents

if TYPE_CHECKING:
    from ._game import Game


class Proof:
    """What holds for every position of a game: a period of heaps, an automaton of words, or the
    misère quotient of heaps, with the word for how sure it is."""

    __slots__ = ("_game", "_proof")

    def __init__(self, game: Game, proof: _grundy.Proof | ProofFacts) -> None:
        self._game = game
        self._proof = proof

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def status(self) -> str:
        """``proved`` (the checker has verified it), ``computed`` (a theorem proves it, and the check
        did not end), ``certified`` (for positions up to a size), ``observed`` or ``none``."""
        return self._proof.status

    @property
    def kind(self) -> str:
        """``period``, ``law``, ``automaton``, ``quotient`` or ``listed``."""
        return self._proof.kind

    @property
    def period(self) -> int | None:
        """The period of the values of heaps."""
        return self._proof.period

    @property
    def preperiod(self) -> int | None:
        """The first heap from which the values repeat; the last exception is before it."""
        return self._proof.preperiod

    @property
    def saltus(self) -> int | None:
        """By how much the values grow in a period."""
        return self._proof.saltus

    @property
    def exceptions(self) -> list[int] | None:
        """The heaps below the preperiod whose values break the period; `None` if they are too many
        to list."""
        return self._proof.exceptions

    @property
    def stopped(self) -> str | None:
        """The limit that ended the search, if one did."""
        return self._proof.stopped

    def certificate(self) -> str:
        """The proof as a text that `grundy.check` verifies. Raises `RequestError` if nothing is
        proved."""
        return self._proof.certificate()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the certificate to a file."""
        # The number of an open file is no path.
        with open(os.fspath(path), "w", encoding="utf-8", newline="\n") as file:
            file.write(self.certificate())

    def svg(self) -> str | None:
        """The picture of ``grundy draw period``, the values in rows of one period, or of
        ``grundy draw automaton``. `None` if there is none."""
        return self._proof.svg()

    def dot(self) -> str | None:
        """The automaton for Graphviz. `None` if there is none."""
        return self._proof.dot()

    def to_dict(self) -> dict[str, Any]:
        """The proof as the program prints it with ``--json``: the states of an automaton, the
        elements of a quotient, .."""
        import json

        content: dict[str, Any] = json.loads(self._proof.json())
        return content

    def _facts(self) -> tuple[object, ...]:
        own = self._proof
        if isinstance(own, ProofFacts):
            return own.facts
        certificate = own.certificate() if own.has_certificate else None
        forms = {"text": own.text(), "json": own.json(), "svg": own.svg(), "dot": own.dot(), "certificate": certificate}
        return own.status, own.kind, own.stopped, (own.period, own.preperiod, own.saltus, own.exceptions), forms

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Proof):
            return NotImplemented
        return (self._game, self.status, str(self)) == (other._game, other.status, str(other))

    def __hash__(self) -> int:
        return hash((self._game, self.status))

    def __reduce__(self) -> tuple[object, ...]:
        return _kept, (self._game, *self._facts())

    def __str__(self) -> str:
        return self._proof.text()

    def __repr__(self) -> str:
        return f"<grundy.Proof {self._game.text}: {self.kind}, {self.status}>"

    def _repr_svg_(self) -> str | None:
        return self._picture(Brief())

    def _repr_html_(self) -> str:
        brief = Brief()
        return (self._picture(brief) or "") + within(brief, self, lambda limit: self._proof.text(limit))

    def _picture(self, brief: Brief) -> str | None:
        try:
            return self._proof.svg(brief.limits())
        except Error:
            return None


def _kept(game: Game, *facts: Any) -> Proof:
    """A proof that was pickled: it keeps its status."""
    return Proof(game, ProofFacts(*facts))


class Certificate:
    """A certificate whose claims the checker has verified: it answers questions at once."""

    __slots__ = ("_certificate",)

    def __init__(self, certificate: _grundy.Certificate) -> None:
        self._certificate = certificate

    @property
    def status(self) -> str:
        """``proved``, or ``computed`` if the claims cannot be checked."""
        return self._certificate.status

    @property
    def game(self) -> str:
        """The text of the game that it is about."""
        return self._certificate.about[0]

    @property
    def position(self) -> str | None:
        """The text of the position that it is about; `None` if it is about every position."""
        return self._certificate.about[1] or None

    def solve(
        self, position: Any, *, seconds: float | None = None, memory: int | str | None = None
    ) -> Answer:
        """The answer about a position of the game, read off the certificate: nothing is searched.

        Raises `RequestError` if the certificate does not give it, and `LimitError` if a limit ends
        the reading.
        """
        if not isinstance(position, Position):
            from ._game import kept

            position = kept(self.game, self._certificate.lists).position(position)
        return Answer(position, self._certificate.answer(position._text_sum(), limits(seconds, memory)))

    def to_dict(self) -> dict[str, Any]:
        """What is certified, as the program prints it with ``--json``."""
        import json

        content: dict[str, Any] = json.loads(self._certificate.shown()[1])
        return content

    def __str__(self) -> str:
        return self._certificate.shown()[0]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Certificate):
            return NotImplemented
        return self._certificate.written() == other._certificate.written()

    def __hash__(self) -> int:
        return hash(self._certificate.about)

    def __reduce__(self) -> tuple[object, ...]:
        # The claims are verified again: a certificate is nothing else.
        return _checked, (self._certificate.written(), self._certificate.lists)

    def __repr__(self) -> str:
        about = f" at {self.position}" if self.position else ""
        return f"<grundy.Certificate {self.game}{about}: {self.status}>"

    def _repr_html_(self) -> str:
        return within(Brief(), self, lambda limit: self._certificate.shown(limit)[0])


def check(
    certificate: str | os.PathLike[str],
    *,
    words: Lists | None = None,
    seconds: float | None = None,
    memory: int | str | None = None,
    progress: Watch | bool | None = None,
) -> Certificate:
    """Verifies a certificate from the rules alone, and returns it: its text, or the path of a file.

    Raises `CheckError` if a claim is false, `GameSyntaxError` with the line that is wrong, and
    `LimitError` if a limit ends the check.
    """
    lists = contents(words)
    limit = limits(seconds, memory, None, None, progress)
    if isinstance(certificate, str) and "\n" in certificate:
        return Certificate(_grundy.Certificate.text(certificate, limit, lists))
    return Certificate(_grundy.Certificate.file(os.fspath(certificate), limit, lists))


def _checked(text: str, lists: dict[str, bytes]) -> Certificate:
    """A certificate that was pickled."""
    return Certificate(_grundy.Certificate.text(text, None, lists))
