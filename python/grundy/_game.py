"""Games, and the questions about them."""

from __future__ import annotations

import operator
import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from . import _grundy
from ._answers import Answer, Explanation, Moves, Plan, listed, preformatted
from ._errors import Error, LimitError, RequestError
from ._functions import FunctionValues, observed
from ._limits import Brief, Deadline, Watch, limits, shared, whole
from ._positions import CodePosition, Position, TextPosition, read
from ._proofs import Proof
from ._table import Table, array
from ._words import Lists, Words, contents
from ._written import Parts, digits, parameter, rows, written

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

_MOST_CODE = (1 << 31) - 1
"""The largest number that a table of a function reaches: so many positions have numbers."""

Rules = Callable[[Any], Iterable[Any]]
"""A game as a function: it lists the options of a position."""

Parameter = str | int | Iterable[int]
"""The value of a parameter: a text, a number, or a set of numbers."""


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
        """A position. Of a game in the language:

        * a number or a text: ``5``, ``"5 + 7"``, ``"abba"``;
        * numbers in a tuple, an array, or a column of pandas or polars, which are read as on the
          command line: ``nim[3, 4, 5]`` is a sum, ``wythoff[3, 5]`` one position, ``cram[3, 4]`` a
          board;
        * a list: the sum of its items. On piles, permutations, sets and products, where a position is
          a list of numbers, a list of numbers is one position;
        * on graphs, orders and tokens, edges ``[(0, 1), (1, 2)]`` or a graph of networkx; with the
          vertex of the token or the ground as ``game[edges, vertex]``. In an order ``(0, 1)`` is 0
          below 1. Where a vertex of networkx is not named by a number or a word, the vertices are
          numbered in their order;
        * what a move leaves: ``game[move.after]``.

        Of a function: any hashable object; a list of these is their sum.

        Raises `GameSyntaxError` if the text is not a position of the game.
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

        Long tables of games in normal play are read off a period once one is proved. Of a function the
        heaps are the integers from 0 to ``end``.
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

        A column of pandas or polars has a position in each entry, a table of them in each row. What
        the positions have in common is solved once. The values are computed and not checked; `solve`
        checks one position.
        """
        return self._values_of(rows(positions), limits(seconds, memory, None, threads, progress, False))

    def moves_of(
        self,
        positions: Iterable[Any],
        *,
        seconds: float | None = None,
        memory: int | str | None = None,
        threads: int | None = None,
        progress: Watch | bool | None = None,
        check: bool = True,
    ) -> list[Moves]:
        """All moves of each of many positions, in their order.

        The positions are solved on all cores, each of them on one; the positions of a function one
        after another. ``progress`` counts the positions that are done, ``seconds`` limits all of them
        together.
        """
        return self._moves_of(rows(positions), Deadline(seconds, memory, None, threads), progress, check)

    def explain_of(
        self,
        positions: Iterable[Any],
        *,
        seconds: float | None = None,
        memory: int | str | None = None,
        threads: int | None = None,
        progress: Watch | bool | None = None,
        check: bool = True,
    ) -> list[Explanation]:
        """Why each of many positions has its value, or its outcome, in their order: as
        `Game.moves_of`."""
        return self._explain_of(rows(positions), Deadline(seconds, memory, None, threads), progress, check)

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

        Of a function nothing is proved of all positions: ``to`` is needed, and the proof has the
        repetition that is observed in the values of the positions from 0 to ``to``.
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
        raise NotImplementedError

    def _values_of(self, positions: Iterable[Any], limit: _grundy.Limits | None) -> NDArray[Any]:
        raise NotImplementedError

    def _moves_of(
        self, positions: Iterable[Any], deadline: Deadline, progress: Watch | bool | None, check: bool
    ) -> list[Moves]:
        raise NotImplementedError

    def _explain_of(
        self, positions: Iterable[Any], deadline: Deadline, progress: Watch | bool | None, check: bool
    ) -> list[Explanation]:
        raise NotImplementedError

    def _proof(self, to: int | None, letters: str, automaton: bool, limit: _grundy.Limits | None) -> Proof:
        raise NotImplementedError

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
        return TextPosition(_grundy.Sum.of(self._rules, self._written(position)))

    def _written(self, position: Any) -> str | None:
        """A position as text; `None` is the empty sum."""
        if not isinstance(position, TextPosition):
            return written(position, self.board, " arc" in self.text)
        if any(own != self._rules for own in position._sum.games()):
            raise RequestError("usage", f"{position} is not a position of {self}", "ask the game that it is from")
        return position._sum.position if position._sum.terms() else None

    def _values(self, end: int, limit: _grundy.Limits | None) -> NDArray[Any]:
        return self._table(end, limit).values

    def _table(self, end: int, limit: _grundy.Limits | None) -> Table:
        return Table(self, _grundy.Table.of(self._rules, digits(end), limit))

    def _values_of(self, positions: Iterable[Any], limit: _grundy.Limits | None) -> NDArray[Any]:
        return array(self._rules.values_of(positions, self._written, limit))

    def _moves_of(
        self, positions: Iterable[Any], deadline: Deadline, progress: Watch | bool | None, check: bool
    ) -> list[Moves]:
        found = self._rules.moves_of(positions, self._written, deadline.limits(progress, check))
        return [listed(moves, TextPosition) for moves in found]

    def _explain_of(
        self, positions: Iterable[Any], deadline: Deadline, progress: Watch | bool | None, check: bool
    ) -> list[Explanation]:
        found = self._rules.explained_of(positions, self._written, deadline.limits(progress, check))
        return [Explanation(text, json, TextPosition(sum)) for sum, text, json in found]

    def _proof(self, to: int | None, letters: str, automaton: bool, limit: _grundy.Limits | None) -> Proof:
        return Proof(self, _grundy.Proof.of(self._rules, to, letters, automaton, limit))

    def rules(self) -> str:
        return self._rules.sentence()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _TextGame) and self._rules == other._rules

    def __hash__(self) -> int:
        return hash(self._rules)

    def __reduce__(self) -> tuple[object, ...]:
        return kept, (self.text, self._rules.lists)

    def __repr__(self) -> str:
        return f"grundy.game({self.text!r})"

    def _repr_svg_(self) -> str | None:
        """Of heaps the strip of the period if one is soon proved, else the first values; of words
        the automaton, if one is soon found."""
        if self.board not in ("heap", "row", "ring"):
            return None
        brief = Brief()
        try:
            if self.board != "heap":
                return self._proof(None, "", False, brief.limits()).svg()
            # Half of the time is for the values, if no period is found.
            proof = None if self.misere else self._proof(20_000, "", False, brief.limits(2))
            return proof and proof.svg() or self._table(200, brief.limits()).svg()
        except Error:
            return None

    def _repr_html_(self) -> str:
        return (self._repr_svg_() or "") + preformatted(self.rules())


def kept(text: str, lists: dict[str, bytes] | None) -> Game:
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
        parts = tuple(position) if isinstance(position, (list, Parts)) else (position,)
        for part in parts:
            hash(part)
        return CodePosition(self, parts)

    def _values(self, end: int, limit: _grundy.Limits | None) -> NDArray[Any]:
        return self._values_of(range(whole("end", end, _MOST_CODE) + 1), limit)

    def _table(self, end: int, limit: _grundy.Limits | None) -> Table:
        return Table(self, self._listed_values("end", end, limit))

    def _listed_values(self, name: str, end: int, limit: _grundy.Limits | None) -> FunctionValues:
        """The values of the positions from 0 to a last one, which is the argument of this name."""
        return FunctionValues(self.text, limit, *self._valued(range(whole(name, end, _MOST_CODE) + 1), limit))

    def _values_of(self, positions: Iterable[Any], limit: _grundy.Limits | None) -> NDArray[Any]:
        return array(self._valued(positions, limit)[0])

    def _valued(
        self, positions: Iterable[Any], limit: _grundy.Limits | None
    ) -> tuple[_grundy.Column, str, str | None]:
        """The values of positions with their status, and why they are not proved."""
        if self._misere:
            raise TypeError("in misère play positions have outcomes and no values: solve them one by one")
        return self._code.values_of(positions, limit)

    def _moves_of(
        self, positions: Iterable[Any], deadline: Deadline, progress: Watch | bool | None, check: bool
    ) -> list[Moves]:
        return [answer.moves() for answer in self._answers(positions, deadline, progress, check)]

    def _explain_of(
        self, positions: Iterable[Any], deadline: Deadline, progress: Watch | bool | None, check: bool
    ) -> list[Explanation]:
        return [answer.explain() for answer in self._answers(positions, deadline, progress, check)]

    def _answers(
        self, positions: Iterable[Any], deadline: Deadline, progress: Watch | bool | None, check: bool
    ) -> Iterator[Answer]:
        for position in shared(positions, progress):
            own = self.position(position)
            yield Answer(own, own._found(deadline.limits(None, check), "value and moves"))

    def _proof(self, to: int | None, letters: str, automaton: bool, limit: _grundy.Limits | None) -> Proof:
        if to is None or letters or automaton:
            raise TypeError("of a function nothing is proved of all positions: ask for .prove(to=1000), without more")
        try:
            return Proof(self, observed(self.text, self._listed_values("to", to, limit), None, limit))
        except LimitError as error:
            return Proof(self, observed(self.text, None, error.message, limit))

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
    *parameters: Parameter | os.PathLike[str] | Words,
    misere: bool = False,
    words: Lists | None = None,
    fold_case: bool = False,
    **values: Parameter,
) -> Game:
    """Returns a game: from a text in the language, a name, a game file, or a function.

    * A text or a name: ``"kayles"``, ``"octal 0.77"`` or ``"0.77"``, ``"take {2, 3}"``,
      ``"misere kayles"``. `grundy.games` lists the names; some have ``parameters``: a word list, as in
      ``grundy.game("ghost", grundy.words(path))``, a set, as in
      ``grundy.game("subtraction", {1, 3, 4})``, or a number, as in ``grundy.game("moore", k=2)``.
      Names that a text leaves open get their values so too: ``grundy.game("take 1..k", k=3)``.
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
        if parameters or words or fold_case or values:
            raise TypeError("a function takes no parameters and no word lists: close over them")
        return _CodeGame(rules, misere)
    line = [os.fspath(rules), *map(_parameter, parameters)]
    named = [(name, parameter(value)) for name, value in values.items()]
    read = _grundy.Rules.read(line, misere, contents(words, parameters), fold_case, named)
    for said in read.left_out:
        warnings.warn(said, stacklevel=2)
    return _TextGame(read)


_game = game


def _parameter(given: Parameter | os.PathLike[str] | Words) -> str:
    if isinstance(given, Words):
        return given.name
    return os.fspath(given) if isinstance(given, os.PathLike) else parameter(given)


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
    if isinstance(game, str) and (position is None or isinstance(position, (str, int))):
        line = [game] if position is None else [game, position if isinstance(position, str) else digits(position)]
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
