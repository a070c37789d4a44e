"""Answers: who wins, the moves, and why."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from . import _grundy
from ._errors import Error
from ._limits import MOST_DRAWN, MOST_LISTED, Brief, Deadline, Watch, limits
from ._written import Parts

if TYPE_CHECKING:
    from ._positions import Position

_MOST_ROWS = 100
"""A notebook shows so many moves."""

Part = Any
"""A component: the number of a heap, the text of any other component, or the object of a game in
code."""


def preformatted(text: str) -> str:
    """A text as HTML that keeps its lines."""
    return f'<pre style="font-family:monospace;line-height:1.3">{html.escape(text)}</pre>'


def within(brief: Brief, shown: object, text: Callable[[_grundy.Limits], str]) -> str:
    """A text as HTML, or the short form of what is shown if the text is not made within the limits."""
    try:
        return preformatted(text(brief.limits()))
    except Error:
        return preformatted(repr(shown))


class Shown:
    """A text with the same content as JSON: what the program prints."""

    __slots__ = ("_json", "_text")

    def __init__(self, text: str, json: str | None) -> None:
        self._text = text
        self._json = json

    def to_dict(self) -> dict[str, Any]:
        """The content as the program prints it with ``--json``; the page on JSON has the fields."""
        import json

        if self._json is None:
            raise TypeError("a game in code has no JSON form")
        content: dict[str, Any] = json.loads(self._json)
        return content

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return self._text.rstrip()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._text, self._json)

    def _repr_html_(self) -> str:
        return preformatted(self._text)


class Explanation(Shown):
    """Why a position has its value: mex inside each component, xor between them."""

    __slots__ = ("_position",)

    def __init__(self, text: str, json: str | None, position: Position) -> None:
        super().__init__(text, json)
        self._position = position

    def svg(self, *, seconds: float | None = None, memory: int | str | None = None) -> str:
        """The picture of ``grundy draw graph``: the options of the position, two moves deep."""
        return self._position.svg(graph=True, seconds=seconds, memory=memory)

    def __reduce__(self) -> tuple[object, ...]:
        return Explanation, (self._text, self._json, self._position)

    def _repr_svg_(self) -> str | None:
        brief = Brief()
        try:
            return self._position._drawn_sum(brief.limits, MOST_DRAWN).picture(True, False, brief.limits())
        except Error:
            return None

    def _repr_html_(self) -> str:
        return (self._repr_svg_() or "") + super()._repr_html_()


class Plan(Shown):
    """How a position will be solved: the chosen method, its cost, and why no other one."""

    __slots__ = ()


class Move:
    """A move: one component of a sum becomes others."""

    __slots__ = ("_position", "after", "before", "component", "how", "outcome", "value", "words")

    component: int
    """The place of the component in the sum, from 1."""
    before: Part
    """The component."""
    after: tuple[Part, ...]
    """The components that the move leaves in its place; may be empty. ``game[move.after]`` is their
    sum."""
    value: int | Any
    """The value of the whole sum after the move; `None` if it is not known, and in misère play."""
    outcome: str
    """The outcome of the whole sum after the move, ``N`` or ``P``: the move wins if it is ``P``."""
    words: tuple[str, ...]
    """The listed words that the move takes, in games on bags."""
    how: tuple[str, ...]
    """The ways to make the move, such as ``take 1``, up to three; empty if only what it leaves is
    known, as of a function."""

    def __init__(
        self,
        component: int,
        before: Part,
        after: Iterable[Part],
        value: int | None,
        outcome: str,
        words: Iterable[str],
        how: Iterable[str],
        position: Position | Callable[[], Position],
    ) -> None:
        self.component = component
        self.before = before
        self.after = Parts(after)
        self.value = value
        self.outcome = outcome
        self.words = tuple(words)
        self.how = tuple(how)
        self._position = position

    @property
    def wins(self) -> bool:
        """Whether the player who makes it wins."""
        return self.outcome == "P"

    @property
    def position(self) -> Position:
        """The whole sum after the move."""
        # A sum of many components has many moves: each of their results is made when it is wanted.
        if callable(self._position):
            self._position = self._position()
        return self._position

    def _key(self) -> tuple[object, ...]:
        return self.component, self.before, self.after, self.value, self.outcome, self.words, self.how

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self._key() == other._key() and self.position == other.position

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        return Move, (*self._key(), self.position)

    def __repr__(self) -> str:
        left = " + ".join(map(str, self.after)) or "nothing"
        value = "" if self.value is None else f", value {self.value}"
        taken = f" ({', '.join(self.words)})" if self.words else ""
        how = f"{' or '.join(self.how)}, " if self.how else ""
        return f"<component {self.component} ({self.before}): {how}leave {left}{taken}: {self.outcome}{value}>"


class Moves(list[Move]):
    """A list of moves. Moves of a component that leave the same are one.

    ``missing`` is the reason why the list is not whole; it is `None` if it is.
    """

    missing: str | None

    def __init__(self, moves: Iterable[Move] = (), missing: str | None = None) -> None:
        super().__init__(moves)
        self.missing = missing

    def __reduce__(self) -> tuple[object, ...]:
        return Moves, (list(self), self.missing)

    def _repr_html_(self) -> str:
        head = "<tr><th>component</th><th>move</th><th>leave</th><th>value</th><th>who moves next</th></tr>"
        rows = "".join(
            f"<tr><td>{move.component}: {html.escape(str(move.before))}</td>"
            f"<td>{html.escape(' or '.join(move.how))}</td>"
            f"<td>{html.escape(' + '.join(map(str, move.after)) or 'nothing')}</td>"
            f"<td>{'' if move.value is None else move.value}</td>"
            f"<td>{'&#10003; loses' if move.wins else '&#10007; wins'}</td></tr>"
            for move in self[:_MOST_ROWS]
        )
        more = f"{len(self) - _MOST_ROWS} more moves" if len(self) > _MOST_ROWS else ""
        note = "".join(f"<p>{html.escape(text)}</p>" for text in (more, self.missing) if text)
        return f"<table>{head}{rows}</table>{note}"


def listed(found: _grundy.Moves, position: Callable[[_grundy.Sum], Position]) -> Moves:
    """The moves that the library has found; ``position`` makes the position of a sum."""

    def move(made: _grundy.Move) -> Move:
        facts = made.component, made.before, made.after, made.value, made.outcome, made.words, made.how
        return Move(*facts, lambda: position(made.result()))

    every = (found.at(place) for place in range(len(found)))
    return Moves((move(made) for made in every if made is not None), found.missing)


class _Kept:
    """The facts of an answer that was pickled."""

    __slots__ = ("_values", "doubt", "outcome", "solver", "stats", "status", "value")

    def __init__(self, value: int | None, outcome: str, status: str, doubt: str | None, solver: str) -> None:
        self.value = value
        self.outcome = outcome
        self.status = status
        self.doubt = doubt
        self.solver = solver
        self.stats: tuple[int, int, float] | None = None


class Answer:
    """The answer about a position.

    It compares, hashes and pickles by the position and the facts. A pickled answer keeps its status.
    For what it does not keep, such as its moves, it solves the position again, once, within the limits
    of the method that needs it: those without limits take what `Position.solve` takes.
    """

    __slots__ = ("_again", "_position", "_solved")

    def __init__(self, position: Position, solved: Any) -> None:
        self._position = position
        self._solved = solved
        self._again: Any = None

    @property
    def position(self) -> Position:
        """The position that is answered."""
        return self._position

    @property
    def value(self) -> int | Any:
        """The Grundy value of the sum. `None` in misère play, where positions have none, and if only
        the outcome was asked for."""
        # Who has asked for a value need not prove to a type checker that there is one.
        return self._solved.value

    @property
    def outcome(self) -> str:
        """``N`` if the next player, who is to move, wins; ``P`` if the previous one does."""
        outcome: str = self._solved.outcome
        return outcome

    @property
    def status(self) -> str:
        """``proved`` if the checker has verified the answer from the rules alone, else ``computed``."""
        status: str = self._solved.status
        return status

    @property
    def doubt(self) -> str | None:
        """Why the answer is not proved."""
        doubt: str | None = self._solved.doubt
        return doubt

    @property
    def solver(self) -> str:
        """The method; several names are joined by ``+``."""
        return getattr(self._solved, "solver", "search")

    @property
    def stats(self) -> dict[str, float] | None:
        """What the work took: ``positions``, ``bytes`` at the peak, ``seconds`` of wall time."""
        stats: tuple[int, int, float] | None = self._solved.stats
        return None if stats is None else dict(zip(("positions", "bytes", "seconds"), stats, strict=True))

    @property
    def values(self) -> list[int | None]:
        """The value of each component, where it is known. Empty or `None` in misère play."""
        values: list[int | None] = self._whole().values()
        return values

    def moves(
        self,
        *,
        seconds: float | None = None,
        memory: int | str | None = None,
        positions: int | None = None,
        threads: int | None = None,
        progress: Watch | bool | None = None,
    ) -> Moves:
        """All moves, the winning ones first, then by component. Equal results are one move."""
        return self._moves(True, limits(seconds, memory, positions, threads, progress))

    def winning_moves(
        self,
        *,
        seconds: float | None = None,
        memory: int | str | None = None,
        positions: int | None = None,
        threads: int | None = None,
        progress: Watch | bool | None = None,
    ) -> Moves:
        """The moves after which the opponent loses. If a method finds one winning move only, the
        list has that one, and its ``missing`` has the reason."""
        return self._moves(False, limits(seconds, memory, positions, threads, progress))

    def explain(
        self,
        *,
        seconds: float | None = None,
        memory: int | str | None = None,
        positions: int | None = None,
        threads: int | None = None,
        progress: Watch | bool | None = None,
    ) -> Explanation:
        """Why the position has its value, or its outcome."""
        limit = limits(seconds, memory, positions, threads, progress)
        solved = self._whole(limit)
        if isinstance(solved, _grundy.CodeSolved):
            return Explanation(solved.explained(), None, self._position)
        text, json = solved.explained(limit)
        return Explanation(text, json, self._position)

    def certificate(self, *, seconds: float | None = None, memory: int | str | None = None) -> str:
        """The proof as a text that `grundy.check`, the program, or another checker verifies. Of a
        function it is about the listed moves of `Position.listed`."""
        deadline = Deadline(seconds, memory)
        solved = self._whole(deadline.limits())
        if isinstance(solved, _grundy.CodeSolved):
            listed = self._position._listed(deadline.limits(), MOST_LISTED).position
            solved = listed._found(deadline.limits(), "value and moves")
        return str(solved.certificate(deadline.limits()))

    def to_dict(self, *, seconds: float | None = None, memory: int | str | None = None) -> dict[str, Any]:
        """The answer with its winning moves, as the program prints it with ``--json``."""
        return self._shown(limits(seconds, memory)).to_dict()

    def _shown(self, limit: _grundy.Limits | None) -> Shown:
        solved = self._whole(limit)
        if not isinstance(solved, _grundy.CodeSolved):
            return Shown(*solved.shown(limit))
        value = "" if self.value is None else f" (nim value {self.value})"
        play = "misère play" if self._position.misere else "normal play"
        who = "N-position: the player to move wins" if self.outcome == "N" else "P-position: the player to move loses"
        return Shown(f"{who}{value}.\n{play.capitalize()}; {self.status}.\n", None)

    def _moves(self, all: bool, limits: _grundy.Limits | None) -> Moves:
        solved = self._whole(limits)
        if isinstance(solved, _grundy.CodeSolved):
            after = self._position._after
            return Moves(
                Move(*made, (), (), partial(after, made[0], made[2]))
                for made in solved.moves()
                if all or made[4] == "P"
            )
        return listed(solved.moves(all, limits), self._position._of)

    def _whole(self, limits: _grundy.Limits | None = None) -> Any:
        """The answer of the library; a pickled one is solved again, within these limits."""
        if not isinstance(self._solved, _Kept):
            return self._solved
        if self._again is None:
            self._again = self._position._found(limits, "value and moves")
        return self._again

    def _facts(self) -> tuple[int | None, str, str, str | None, str]:
        return self.value, self.outcome, self.status, self.doubt, self.solver

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answer):
            return NotImplemented
        return self._position == other._position and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash((self._position, self.value, self.outcome))

    def __reduce__(self) -> tuple[object, ...]:
        return _kept, (self._position, *self._facts())

    def __str__(self) -> str:
        return str(self._shown(None))

    def __repr__(self) -> str:
        value = "" if self.value is None else f"value {self.value}, "
        return f"<grundy.Answer {self._position}: {value}outcome {self.outcome}, {self.status}>"

    def _repr_html_(self) -> str:
        return self._html(Brief())

    def _html(self, brief: Brief) -> str:
        return within(brief, self, lambda limit: str(self._shown(limit)))


def _kept(
    position: Position, value: int | None, outcome: str, status: str, doubt: str | None, solver: str
) -> Answer:
    """An answer that was pickled."""
    return Answer(position, _Kept(value, outcome, status, doubt, solver))
