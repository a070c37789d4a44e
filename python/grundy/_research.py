"""Counts of positions, the first one with a property, the rules that give a sequence, equal games."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from typing import Any, SupportsIndex

from . import _grundy
from ._game import Game, _TextGame
from ._game import game as _game
from ._limits import Watch, limits, whole

_COUNTS = ("positions", "losing", "sum", "winning_moves")
_SHORT = 4000
_MOST_HEAPS = (1 << 32) - 1
_MOST_RULES = (1 << 63) - 1
_MOST_VALUES = 20_000
"""More values than the search takes: what lists more is not read on."""


def _whole(digits: str) -> int:
    """A number of any length: Python reads up to 4300 digits at once."""
    if len(digits) <= _SHORT:
        return int(digits)
    half = len(digits) // 2
    shift: int = 10**half
    return _whole(digits[:-half]) * shift + _whole(digits[-half:])


def _read(text: str) -> Any:
    """The object that a JSON text denotes."""
    import json  # the import of the package does not pay for it

    return json.loads(text)


def _counts(entry: dict[str, Any]) -> dict[str, Any]:
    """The entry with its counts as numbers."""
    return {name: _whole(own) if name in _COUNTS and isinstance(own, str) else own for name, own in entry.items()}


def _declared(own: str | os.PathLike[str] | Game, misere: bool = False) -> _grundy.Rules:
    read = _game(own, misere=misere)
    if not isinstance(read, _TextGame):
        raise TypeError("this is about a game in the language, not a function")
    return read._rules


def count(
    game: str | os.PathLike[str] | Game,
    size: SupportsIndex,
    *,
    up_to: bool = False,
    letters: str = "",
    heaps: int | None = None,
    moves: bool = False,
    losing: bool = False,
    modulo: int | None = None,
    misere: bool = False,
    seconds: float | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    progress: Watch | bool | None = None,
) -> dict[str, Any]:
    """Counts the positions of a size: all, those that the player to move loses, and those of each
    value.

    >>> import grundy
    >>> found = grundy.count("nim", 12, heaps=3)
    >>> found["positions"], found["losing"], found["values"][2]
    (12, 1, 4)

    ``up_to=True`` counts all sizes from 0 too, in ``sizes``. ``letters`` are the letters of words or
    bags, ``heaps`` the number of heaps of a sum; ``moves=True`` counts winning moves,
    ``losing=True`` the lost positions alone, which may be far sooner, and ``modulo`` gives the
    remainders of all counts. The result has the fields of ``grundy count --json``, with
    whole numbers as counts, and ``values`` as a dictionary from values to counts.

    Raises `RequestError` if positions on this board have no size, or are too many to list.
    """
    limit = limits(seconds, memory, None, threads, progress)
    heaps = None if heaps is None else whole("heaps", heaps, _MOST_HEAPS)
    modulo = None if modulo is None else whole("modulo", modulo)
    asked = (whole("size", size), up_to, letters, heaps, moves, losing, modulo)
    found = _counts(_read(_grundy.count(_declared(game, misere), *asked, limit)))
    found["values"] = {entry["value"]: _whole(entry["positions"]) for entry in found["values"]}
    if "sizes" in found:
        found["sizes"] = [_counts(entry) for entry in found["sizes"]]
    return found


def first(
    game: str | os.PathLike[str] | Game,
    where: str,
    *,
    up_to: SupportsIndex = 100,
    letters: str = "",
    heaps: int | None = None,
    misere: bool = False,
    seconds: float | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    progress: Watch | bool | None = None,
) -> dict[str, Any]:
    """Searches for the first position with a property: the smallest one, and the first of its size.

    >>> import grundy
    >>> found = grundy.first("kayles", "value = 7")
    >>> found["found"], found["position"], found["winning"]
    (True, '15', 3)

    ``where`` is a condition on ``value``, ``outcome``, ``winning``, ``moves`` and ``n``, such as
    ``"outcome = P and n > 12"``; ``up_to`` is the largest size. The result has the fields of ``grundy
    first --json``; without such a position ``found`` is `False`.

    Raises `GameSyntaxError` with the place of a mistake in ``where``, and as `count`.
    """
    limit = limits(seconds, memory, None, threads, progress)
    heaps = None if heaps is None else whole("heaps", heaps, _MOST_HEAPS)
    asked = (where, whole("up_to", up_to), letters, heaps)
    found: dict[str, Any] = _read(_grundy.first(_declared(game, misere), *asked, limit))
    return found


def find(
    values: Iterable[SupportsIndex],
    *,
    most: int = 20,
    seconds: float | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    progress: Watch | bool | None = None,
) -> dict[str, Any]:
    """Searches for the known rules that give a sequence of nim values, the simplest first.

    >>> import grundy
    >>> found = grundy.find([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], most=2)
    >>> found["total"], found["rules"][0]["game"]
    (36, 'octal 0.77')

    The result has the fields of ``grundy find --json``: ``rules`` lists up to ``most`` rules, and
    ``total`` is their number. They are observed, not proved: later values may differ.

    Raises `RequestError` for too few or too many values.
    """
    limit = limits(seconds, memory, None, threads, progress)
    asked = [whole("a value", value) for value in islice(values, _MOST_VALUES)]
    found: dict[str, Any] = _read(_grundy.find(asked, whole("most", most, _MOST_RULES), limit))
    return found


def ask(
    verb: str,
    *,
    seconds: float | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    progress: Watch | bool | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """Asks any question that the program and its server answer, by its verb and its fields.

    >>> import grundy
    >>> grundy.ask("solve", compound="selective", game="nim", position="3 4")["outcome"]
    'N'
    >>> grundy.ask("check", game="kayles", bfile="0 0\\n1 1\\n2 7\\n")["differences"]
    [{'n': 2, 'heap': 2, 'file': 7, 'value': 2}]

    The fields are those of the HTTP interface, such as ``game``, ``position``, ``misere``, ``up_to`` and
    ``lists`` (word lists by name); the result has the fields of ``grundy VERB --json``. A verb or a field
    that there is not is named in the error, with those that there are.

    Raises `RequestError` for a mistake in the request, and the errors of the question.
    """
    import json

    limit = limits(seconds, memory, None, threads, progress)
    found: dict[str, Any] = _read(_grundy.ask(json.dumps({"verb": verb, **fields}), limit))
    return found


def equal(
    left: str | os.PathLike[str] | Game,
    right: str | os.PathLike[str] | Game,
    *,
    up_to: int | None = None,
    misere: bool = False,
    seconds: float | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    progress: Watch | bool | None = None,
) -> dict[str, Any]:
    """Compares two games: proved equal, different at a smallest position, or equal as far as was
    compared.

    >>> import grundy
    >>> grundy.equal("octal 0.074", "octal 0.077")["result"]
    'equal'
    >>> grundy.equal("0.27", "0.06")["difference"]
    {'position': '2', 'left': 1, 'right': 0}

    The result has the fields of ``grundy equal --json``; ``result`` is ``equal``, ``different`` or
    ``up-to``.

    Raises `RequestError` if the games are not comparable.
    """
    limit = limits(seconds, memory, None, threads, progress)
    up_to = None if up_to is None else whole("up_to", up_to)
    found: dict[str, Any] = _read(_grundy.equal(_declared(left, misere), _declared(right, misere), up_to, limit))
    return found
