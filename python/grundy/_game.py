"""Games, and the questions about them."""

from __future__ import annotations

import operator
import os
import warnings
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from . import _grundy
from ._answers import Answer, Plan, preformatted
from ._errors import Error
from ._limits import SHOWN_BYTES, SHOWN_SECONDS, Watch, limits, whole
from ._positions import CodePosition, Position, TextPosition, digits, read, written
from ._proofs import Proof
from ._table import Table, array
from ._words import Lists, Words, contents

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

_MOST_CODE = (1 << 31) - 1
"""The largest number that a table of a function reaches: so many positions have numbers."""

Rules = Callable[[Any], Iterable[Any]]
"""A game as a function: it lists the options of a position."""


class Game:
    """A game: `grundy.game` makes it. ``game[5]`` is a position; games compare, hash and pickle."""

    __slots__ = ()

    @property
    def text(self) -> str:
        """The text of the game in the language; for a function, its name."""
        raise NotImplementedError

    @property
    def misere(self) -> bool:
        """Whether who makes the last move loses."""
        raise NotImplementedError

    @property
    def board(self) -> str:
        """What the game is played on: ``heap``, ``piles``, ``row``, ``ring``, ``bag``, ``tape``,
        ``graph``, ``poset``, ``token``, ``stones``, ``set``, ``permutation`` or ``product``; for a
        function, ``function``."""
        raise NotImplementedError

    @property
    def start(self) -> Position | None:
        """The position that is meant if none is given, such as the empty word of Ghost."""
        return None

    def position(self, position: Any) -> Position:
        """A position: a number or a text, such as ``5``, ``"5 + 7"``, ``"abba"``; a list of these is
        their sum. For a function: any hashable object; a list of these is their sum.

        Raises `GameSyntaxError` if the text is no position of the game.
        """
        raise NotImplementedError

    def __getitem__(self, position: Any) -> Position:
        return self.position(position)

    # Positions are not counted from 0 until an error.
    __iter__ = None

    def solve(
        self,
        position: Any = None,
        *,
        question: str = "value and moves",
        seconds: float | None = None,
        memory: int | str | None = None,
        positions: int | None = None,
        threads: int | None = None,
        progress: Watch | bool | None = None,
        check: bool = True,
    ) -> Answer:
        """Solves a position: as `Position.solve`."""
        asked = self.start if position is None else self.position(position)
        if asked is None:
            raise TypeError("the position is missing")
        return asked.solve(
            question=question,
            seconds=seconds,
            memory=memory,
            positions=positions,
            threads=threads,
            progress=progress,
            check=check,
        )

    def values(
        self,
        end: int,
        *,
        seconds: float | None = None,
        memory: int | str | None = None,
        threads: int | None = None,
        progress: Watch | bool | None = None,
        check: bool = True,
    ) -> NDArray[numpy.unsignedinteger[Any]]:
        """The values of the heaps from 0 to ``end``, of shape ``(end + 1,)``: ``values[n]`` is that of
        heap n.

        The type is the least unsigned one that holds all values. The array shares the memory in
        which they were computed and may not be written to. For a function, the positions are the
        integers from 0 to ``end``.

        Raises `RequestError` if the game is not played on heaps, `TypeError` in misère play, and as
        `Position.solve`.
        """
        return self._values(operator.index(end), limits(seconds, memory, None, threads, progress, check))

    def table(
        self,
        end: int,
        *,
        seconds: float | None = None,
        memory: int | str | None = None,
        threads: int | None = None,
        progress: Watch | bool | None = None,
        check: bool = True,
    ) -> Table:
        """The values, in misère play the outcomes, of the heaps from 0 to ``end``, with their status.

        Long tables of games in normal play are read off a period once one is proved.
        """
        return self._table(operator.index(end), limits(seconds, memory, None, threads, progress, check))

    def values_of(
        self,
        positions: Iterable[Any],
        *,
        seconds: float | None = None,
        memory: int | str | None = None,
        threads: int | None = None,
        progress: Watch | bool | None = None,
    ) -> NDArray[numpy.unsignedinteger[Any]]:
        """The values of many positions, found together on all cores: an array of shape
        ``(len(positions),)``.

        What the positions have in common is solved once. The values are computed and not checked;
        `solve` checks one position.
        """
        return self._values_of(positions, limits(seconds, memory, None, threads, progress, False))

    def prove(
        self,
        to: int | None = None,
        *,
        letters: str = "",
        automaton: bool = False,
        seconds: float | None = None,
        memory: int | str | None = None,
        threads: int | None = None,
        progress: Watch | bool | None = None,
    ) -> Proof:
        """Searches for what holds for every position, proves it, and checks the proof.

        ``to`` is the largest size of positions that the search looks at. ``letters`` are letters of
        words besides those that the rules name; ``automaton`` asks for the automaton of an octal
        game. A limit is no error here: the proof holds what was found, and why the search ended.
        """
        to = None if to is None else whole("to", to)
        return self._proof(to, letters, automaton, limits(seconds, memory, None, threads, progress))

    def plan(self, position: Any = None) -> Plan:
        """How a position will be solved: the method, its cost, and why no other one is chosen."""
        asked = self.position([] if position is None else position)
        return asked.plan()

    def rules(self) -> str:
        """The rules in a sentence, and why every play ends."""
        raise NotImplementedError

    def _values(self, end: int, limit: _grundy.Limits | None) -> NDArray[Any]:
        raise NotImplementedError

    def _table(self, end: int, limit: _grundy.Limits | None) -> Table:
        raise TypeError("a table is about a game in the language: ask for .values()")

    def _values_of(self, positions: Iterable[Any], limit: _grundy.Limits | None) -> NDArray[Any]:
        raise NotImplementedError

    def _proof(self, to: int | None, letters: str, automaton: bool, limit: _grundy.Limits | None) -> Proof:
        raise TypeError("a proof is about a game in the language; this one is a function")

    def __str__(self) -> str:
        return self.text


class _TextGame(Game):
    __slots__ = ("_rules",)

    def __init__(self, rules: _grundy.Rules) -> None:
        self._rules = rules

    @property
    def text(self) -> str:
        return self._rules.text

    @property
    def misere(self) -> bool:
        return self._rules.misere

    @property
    def board(self) -> str:
        return self._rules.board

    @property
    def start(self) -> Position | None:
        start = self._rules.start
        return None if start is None else self.position(start)

    def position(self, position: Any) -> Position:
        if isinstance(position, Position):
            return position
        return TextPosition(_grundy.Sum.of(self._rules, written(position)))

    def _values(self, end: int, limit: _grundy.Limits | None) -> NDArray[Any]:
        return self._table(end, limit).values

    def _table(self, end: int, limit: _grundy.Limits | None) -> Table:
        return Table(self, _grundy.Table.of(self._rules, digits(end), limit))

    def _values_of(self, positions: Iterable[Any], limit: _grundy.Limits | None) -> NDArray[Any]:
        return array(self._rules.values_of(positions, limit))

    def _proof(self, to: int | None, letters: str, automaton: bool, limit: _grundy.Limits | None) -> Proof:
        return Proof(self, _grundy.Proof.of(self._rules, to, letters, automaton, limit))

    def rules(self) -> str:
        return self._rules.sentence()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _TextGame) and self._rules == other._rules

    def __hash__(self) -> int:
        return hash(self._rules)

    def __reduce__(self) -> tuple[object, ...]:
        return _read, (self.text, self._rules.lists)

    def __repr__(self) -> str:
        return f"grundy.game({self.text!r})"

    def _repr_svg_(self) -> str | None:
        """Of heaps the strip of the period if one is soon proved, else the first values; of words
        the automaton, if one is soon found."""
        if self.board not in ("heap", "row", "ring"):
            return None
        try:
            if self.board != "heap":
                return self.prove(seconds=SHOWN_SECONDS, memory=SHOWN_BYTES).svg()
            proof = None if self.misere else self.prove(to=20_000, seconds=SHOWN_SECONDS, memory=SHOWN_BYTES)
            picture = proof and proof.svg()
            return picture or self.table(200, seconds=SHOWN_SECONDS, memory=SHOWN_BYTES).svg()
        except Error:
            return None

    def _repr_html_(self) -> str:
        return (self._repr_svg_() or "") + preformatted(self.rules())


def _read(text: str, lists: dict[str, bytes] | None) -> Game:
    """A game that was pickled."""
    return _TextGame(read(text, lists))


class _CodeGame(Game):
    __slots__ = ("_code", "_misere")

    def __init__(self, rules: Rules, misere: bool = False) -> None:
        self._code = _grundy.Code(rules)
        self._misere = misere

    @property
    def text(self) -> str:
        rules = self._code.rules
        return str(getattr(rules, "__qualname__", None) or type(rules).__qualname__)

    @property
    def misere(self) -> bool:
        return self._misere

    @property
    def board(self) -> str:
        return "function"

    def position(self, position: Any) -> Position:
        if isinstance(position, Position):
            return position
        parts = tuple(position) if isinstance(position, list) else (position,)
        for part in parts:
            hash(part)
        return CodePosition(self, parts)

    def _values(self, end: int, limit: _grundy.Limits | None) -> NDArray[Any]:
        return self._values_of(range(whole("end", end, _MOST_CODE) + 1), limit)

    def _values_of(self, positions: Iterable[Any], limit: _grundy.Limits | None) -> NDArray[Any]:
        if self._misere:
            raise TypeError("in misère play positions have outcomes and no values: solve them one by one")
        return array(self._code.values_of(positions, limit)[0])

    def rules(self) -> str:
        document = (getattr(self._code.rules, "__doc__", None) or "").strip()
        return f"{self.text}: a function. {document}".rstrip() + "\n"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _CodeGame):
            return False
        return self._misere == other._misere and bool(self._code.rules == other._code.rules)

    def __hash__(self) -> int:
        return hash((self._code.rules, self._misere))

    def __reduce__(self) -> tuple[object, ...]:
        return _CodeGame, (self._code.rules, self._misere)

    def __repr__(self) -> str:
        return f"<grundy.Game {self.text}{', misère' if self._misere else ''}>"


def game(
    rules: str | os.PathLike[str] | Rules | Game,
    *parameters: str | os.PathLike[str] | Words,
    misere: bool = False,
    words: Lists | None = None,
    fold_case: bool = False,
) -> Game:
    """Returns a game: from a text in the language, a name, a game file, or a function.

    * A text or a name: ``"kayles"``, ``"octal 0.77"`` or ``"0.77"``, ``"take {2, 3}"``,
      ``"misere kayles"``. `grundy.games` lists the names; some have ``parameters``, such as the word
      list of ``grundy.game("ghost", grundy.words(path))``.
    * The path of a game file, which ends with ``.toml``.
    * A function that lists the options of a position. Positions are hashable objects. An option is
      one position, or a list of positions: their sum. A tuple is a sum too, unless it comes from a
      position that is a tuple. The function is called once for each position of a search, which does
      not recurse; an exception in it reaches the caller.

    ``misere=True`` is misère play: who makes the last move loses. ``words`` are the word lists that
    the text names, each a `Words`, a path, or words; a list that is not given is a file.
    ``fold_case=True`` reads them in lower case. A `UserWarning` counts the words of a file that the
    game leaves out.

    Raises `GameSyntaxError` with the place of the mistake.
    """
    if isinstance(rules, Game):
        return game(rules._code.rules, misere=misere) if isinstance(rules, _CodeGame) else rules
    if not isinstance(rules, (str, os.PathLike)):
        if parameters or words or fold_case:
            raise TypeError("a function takes no parameters and no word lists: close over them")
        return _CodeGame(rules, misere)
    line = [os.fspath(rules), *(part.name if isinstance(part, Words) else os.fspath(part) for part in parameters)]
    read = _grundy.Rules.read(line, misere, contents(words, parameters), fold_case)
    for said in read.left_out:
        warnings.warn(said, stacklevel=2)
    return _TextGame(read)


_game = game


def solve(
    game: str | os.PathLike[str] | Rules | Game,
    position: Any = None,
    *,
    misere: bool = False,
    question: str = "value and moves",
    words: Lists | None = None,
    seconds: float | None = None,
    memory: int | str | None = None,
    positions: int | None = None,
    threads: int | None = None,
    progress: Watch | bool | None = None,
    check: bool = True,
) -> Answer:
    """Solves a position of a game, and checks the answer.

    >>> import grundy
    >>> grundy.solve("nim", [3, 4, 5]).outcome
    'N'
    >>> grundy.solve("kayles 5 + nim 3").value
    7

    ``game`` is what `grundy.game` takes, ``position`` what ``Game.position`` takes; without one, the
    text is a sum of unlike games, or the game has a start. The limits are those of `Position.solve`.
    """
    if isinstance(game, str):
        line = [game] if position is None else [game, written(position)]
        asked: Position = TextPosition(_grundy.read(line, misere, contents(words) if words else None))
    else:
        own = game if isinstance(game, Game) else _game(game, misere=misere, words=words)
        found = own.start if position is None else own.position(position)
        if found is None:
            raise TypeError("the position is missing")
        asked = found
    return asked.solve(
        question=question,
        seconds=seconds,
        memory=memory,
        positions=positions,
        threads=threads,
        progress=progress,
        check=check,
    )


def games() -> list[dict[str, Any]]:
    """The games with names, each a dictionary: ``name``, ``aliases``, ``parameters``, ``game`` (its
    text), ``example`` (a position), ``about`` (the rules in a sentence) and ``reference``."""
    import json

    listed: list[dict[str, Any]] = json.loads(_grundy.families())["games"]
    return listed
