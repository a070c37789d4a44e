"""Positions: what a question is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _grundy
from ._answers import Answer, Explanation, Moves, Plan, preformatted
from ._errors import Error, LimitError
from ._limits import MOST_DRAWN, MOST_LISTED, SHOWN_BYTES, SHOWN_SECONDS, Brief, Deadline, Watch, limits

if TYPE_CHECKING:
    from ._explorer import Explorer
    from ._game import _CodeGame


class Position:
    """A sum of positions: what a question is about. `Game` makes them: ``game[5] + game[7]``.

    Positions add, compare, hash and pickle. ``value``, ``outcome`` and ``status`` solve the position
    when they are first read; `solve` does so within limits.
    """

    __slots__ = ("_answer",)

    _answer: Answer | None

    @property
    def misere(self) -> bool:
        """Whether who makes the last move loses."""
        raise NotImplementedError

    @property
    def value(self) -> int | Any:
        """The Grundy value; `None` in misère play, where positions have none."""
        return self._solved().value

    @property
    def outcome(self) -> str:
        """``N`` if the next player, who is to move, wins; ``P`` if the previous one does."""
        return self._solved().outcome

    @property
    def status(self) -> str:
        """``proved`` if the checker has verified the answer, else ``computed``."""
        return self._solved().status

    def solve(
        self,
        *,
        question: str = "value and moves",
        seconds: float | None = None,
        memory: int | str | None = None,
        positions: int | None = None,
        threads: int | None = None,
        progress: Watch | bool | None = None,
        check: bool = True,
    ) -> Answer:
        """Solves the position within limits, and checks the answer.

        ``question`` is ``value and moves``, ``value``, or ``outcome``, which may be quicker.
        ``seconds`` limits the answer and its check together; ``memory`` is in bytes, or a text such
        as ``"2GiB"``; ``threads`` is the number of cores unless it is given. ``progress`` is called
        about twenty times a second with a `Progress`, or is True for a bar. Without ``check`` the
        answer is ``computed``.

        Raises `LimitError` over a limit, `NoSolverError` if no method answers, `RulesError` if the
        rules break down.
        """
        limit = limits(seconds, memory, positions, threads, progress, check)
        return Answer(self, self._found(limit, question))

    def moves(self) -> Moves:
        """All moves, the winning ones first."""
        return self._solved().moves()

    def winning_moves(self) -> Moves:
        """The moves after which the opponent loses."""
        return self._solved().winning_moves()

    def explain(self) -> Explanation:
        """Why the position has its value, or its outcome."""
        return self._solved().explain()

    def explore(self, *, hints: bool = True) -> Explorer:
        """The position as a board in a cell of a notebook: its parts are pressed to move, and who wins, the
        values of the moves and the moves of the computer are shown.

        It needs the package anywidget (``pip install "grundy[notebook]"``). ``hints=False`` shows the
        board and the moves alone.

        Raises `TypeError` for a position of a function: explore ``position.listed().position``.
        """
        return self._explored(hints)

    def plan(self) -> Plan:
        """How the position will be solved, and why no other method is chosen."""
        return Plan(*self._text_sum().plan())

    def svg(
        self, *, graph: bool = False, seconds: float | None = None, memory: int | str | None = None
    ) -> str:
        """The picture of ``grundy draw position``: the components with their values in binary. With
        ``graph`` that of ``grundy draw graph``: the options, two moves deep. A position of a function
        is drawn as `Position.listed` has it."""
        deadline = Deadline(seconds, memory)
        return self._drawn_sum(deadline.limits, MOST_LISTED).picture(graph, False, deadline.limits())

    def dot(self, *, seconds: float | None = None, memory: int | str | None = None) -> str:
        """The options, two moves deep, for Graphviz."""
        deadline = Deadline(seconds, memory)
        return self._drawn_sum(deadline.limits, MOST_LISTED).picture(True, True, deadline.limits())

    def listed(self, *, seconds: float | None = None, memory: int | str | None = None) -> Listed:
        """The same position in the language, of a game that is a function: a position of heaps, with a
        move for each option of each position that play can reach, and the position of each heap.

        So it has everything that games in the language have: pictures, a period, and certificates
        that other checkers verify. A position that is a whole number, whose options are smaller ones,
        is a heap of that size; others are numbered.

        >>> import grundy
        >>> position, heaps = grundy.game(lambda word: [word[1:], word[2:]] if word else [])["aab"].listed()
        >>> position.value, heaps
        (0, {1: '', 2: 'b', 3: 'ab', 4: 'aab'})

        Raises `RequestError` if there are over 16,384 moves, `TypeError` for a game in the language.
        """
        return self._listed(limits(seconds, memory), MOST_LISTED)

    def _solved(self) -> Answer:
        if self._answer is None:
            self._answer = self.solve()
        return self._answer

    def _found(self, limit: _grundy.Limits | None, question: str) -> _grundy.Solved | _grundy.CodeSolved:
        raise NotImplementedError

    def _text_sum(self) -> _grundy.Sum:
        raise TypeError("this needs a game in the language, and the rules of this one are a function")

    def _drawn_sum(self, limits: Callable[[], _grundy.Limits | None], most: int) -> _grundy.Sum:
        """What is drawn, found within these limits; of a function at most so many moves."""
        return self._text_sum()

    def _listed(self, limit: _grundy.Limits | None, most: int) -> Listed:
        raise TypeError("this position is of a game in the language already")

    def _explored(self, hints: bool) -> Explorer:
        raise TypeError("a position of a function is explored as it is listed: position.listed().position")

    def _of(self, sum: _grundy.Sum) -> Position:
        raise NotImplementedError

    def _after(self, component: int, parts: list[Any]) -> Position:
        raise NotImplementedError

    def __add__(self, other: Position) -> Position:
        raise NotImplementedError

    def __radd__(self, other: object) -> Position:
        # So that `sum` of positions works.
        return self if other == 0 and isinstance(other, int) else NotImplemented

    def _repr_svg_(self) -> str | None:
        return self._picture(Brief())

    def _repr_html_(self) -> str:
        brief = Brief()
        # A picture finds the answer again: it takes no time if that was not found in half of it.
        answer = self._brief_answer(brief)
        picture = self._picture(brief if self._answer is not None else Brief(0.0))
        return (picture or "") + preformatted(f"{self}\n") + answer

    def _picture(self, brief: Brief) -> str | None:
        try:
            return self._drawn_sum(brief.limits, MOST_DRAWN).picture(False, False, brief.limits())
        except Error:
            return None

    def _brief_answer(self, brief: Brief) -> str:
        """The answer as HTML, if it is known or soon found."""
        try:
            if self._answer is None:
                self._answer = Answer(self, self._found(brief.limits(2), "value and moves"))
        except LimitError as error:
            most = f"{SHOWN_SECONDS / 2:g} s and {SHOWN_BYTES >> 20} MiB"
            text = f"{error.message}\nA notebook shows an answer that takes up to {most}"
            return preformatted(f"{text}: ask for .solve().\n")
        except Error as error:
            return preformatted(f"{error}\n")
        return self._answer._html(brief)


class Listed(NamedTuple):
    """A position of a function as one of a game in the language."""

    position: Position
    """The position: heaps, whose moves are listed."""
    heaps: dict[int, Any]
    """The position that each heap stands for."""


class TextPosition(Position):
    __slots__ = ("_sum",)

    def __init__(self, sum: _grundy.Sum) -> None:
        self._sum = sum
        self._answer = None

    @property
    def misere(self) -> bool:
        return self._sum.misere

    def _found(self, limit: _grundy.Limits | None, question: str) -> _grundy.Solved:
        return _grundy.Solved.of(self._sum, limit, question)

    def _text_sum(self) -> _grundy.Sum:
        return self._sum

    def _explored(self, hints: bool) -> Explorer:
        try:
            from ._explorer import Explorer
        except ImportError as missing:
            wanted = 'the board in a notebook needs anywidget: pip install "grundy[notebook]"'
            raise ImportError(wanted, name=missing.name) from missing
        return Explorer(self, hints=bool(hints))

    def _of(self, sum: _grundy.Sum) -> Position:
        return TextPosition(sum)

    def __add__(self, other: Position) -> Position:
        if isinstance(other, CodePosition):
            raise TypeError("a game in the language and a function cannot be added: write both in one way")
        if not isinstance(other, TextPosition):
            return NotImplemented
        return TextPosition(self._sum.plus(other._sum))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TextPosition) and self._sum == other._sum

    def __hash__(self) -> int:
        return hash(self._sum)

    def __reduce__(self) -> tuple[object, ...]:
        games = [(rules.text, rules.lists) for rules in self._sum.games()]
        return _summed, (games, self._sum.terms())

    def __str__(self) -> str:
        return f"{self._sum.game} at {self._sum.position or 'nothing'}"

    def __repr__(self) -> str:
        return f"<grundy.Position {self}>"


def read(text: str, lists: dict[str, bytes] | None = None) -> _grundy.Rules:
    """The rules of a game from its text, with the word lists that it names."""
    return _grundy.Rules.read([text], False, lists)


def _summed(games: list[tuple[str, dict[str, bytes]]], terms: list[tuple[int, str]]) -> Position:
    """A sum that was pickled."""
    rules = [read(text, lists) for text, lists in games]
    if not terms:
        return TextPosition(_grundy.Sum.of(rules[0]))
    whole, *others = [TextPosition(_grundy.Sum.of(rules[place], text)) for place, text in terms]
    for part in others:
        whole = TextPosition(whole._sum.plus(part._sum))
    return whole


class CodePosition(Position):
    __slots__ = ("_game", "_parts")

    def __init__(self, game: _CodeGame, parts: tuple[Any, ...]) -> None:
        self._game = game
        self._parts = parts
        self._answer = None

    @property
    def misere(self) -> bool:
        return self._game.misere

    def _found(self, limit: _grundy.Limits | None, question: str) -> _grundy.CodeSolved:
        return self._game._code.solve(list(self._parts), self.misere, limit)

    def _listed(self, limit: _grundy.Limits | None, most: int) -> Listed:
        text, starts, heaps = self._game._code.listed(list(self._parts), most, limit)
        rules = _grundy.Rules.read([text], self.misere)
        return Listed(TextPosition(_grundy.Sum.of(rules, " + ".join(map(str, starts)) or None)), dict(heaps))

    def _drawn_sum(self, limits: Callable[[], _grundy.Limits | None], most: int) -> _grundy.Sum:
        return self._listed(limits(), most).position._text_sum()

    def _after(self, component: int, parts: list[Any]) -> Position:
        rest = self._parts[: component - 1] + tuple(parts) + self._parts[component:]
        return CodePosition(self._game, rest)

    def __add__(self, other: Position) -> Position:
        if isinstance(other, TextPosition):
            raise TypeError("a function and a game in the language cannot be added: write both in one way")
        if not isinstance(other, CodePosition):
            return NotImplemented
        if self._game != other._game:
            raise TypeError("positions of two functions cannot be added: write one function for both")
        return CodePosition(self._game, self._parts + other._parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CodePosition) and (self._game, self._parts) == (other._game, other._parts)

    def __hash__(self) -> int:
        return hash((self._game, self._parts))

    def __reduce__(self) -> tuple[object, ...]:
        return CodePosition, (self._game, self._parts)

    def __str__(self) -> str:
        return f"{self._game.text} at {' + '.join(map(repr, self._parts)) or 'nothing'}"

    def __repr__(self) -> str:
        return f"<grundy.Position {self}>"
