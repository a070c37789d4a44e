"""Positions and parameters as Python has them, as texts of the language: numbers, tuples, arrays,
columns, edges, graphs of networkx."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator, Set
from itertools import islice
from typing import Any

from ._errors import RequestError
from ._limits import shown

_NUMBER_LISTS = {"piles": ("[", "]"), "permutation": ("[", "]"), "set": ("{", "}"), "product": ("(", ")")}
"""The boards on which a component is a list of numbers, with the brackets around it."""
_GRAPHS = ("graph", "poset", "token")
"""The boards whose positions are made of edges."""
_VERTEX = re.compile(r"\w+")
_MOST = 1 << 22
"""A position has so many components at most: an iterator may never end."""


class Parts(tuple[Any, ...]):
    """The components of a sum, as a move leaves them. A game reads them as a sum, also where a
    tuple is one position."""

    __slots__ = ()


def written(position: object, board: str = "heap", arcs: bool = False) -> str | None:
    """A position as text: a number, a text, the components of a sum in a list, numbers in a tuple or
    an array, or edges, which are arcs in some games; `None` is the empty sum."""
    if isinstance(position, str):
        return position
    number = _number(position)
    if number is not None:
        return digits(number)
    if _is_graph(position):
        return _graph(position, board, arcs)
    items, is_sum = _items(position)
    if board in _GRAPHS and items:
        if all(_is_edge(item) for item in items):
            return _edges(items, (), _joint(board, arcs))
        if not is_sum and len(items) == 2 and _has_place(*items):
            return f"{written(items[0], board, arcs)} {'from' if board == 'token' else 'on'} {_vertex(items[1])}"
    numbers = [own for own in map(_number, items) if own is not None]
    if items and len(numbers) == len(items):
        if board in _NUMBER_LISTS and not isinstance(position, Parts):
            left, right = _NUMBER_LISTS[board]
            return left + ", ".join(map(digits, numbers)) + right
        return (" + " if is_sum else " ").join(map(digits, numbers))
    parts = [part for part in (written(item, board, arcs) for item in items) if part is not None]
    # The empty word is written in quotes in a sum.
    return " + ".join(part or '""' for part in parts) if parts else None


def digits(number: int) -> str:
    """The digits of the size of a heap. Python writes no number of over 4300 digits."""
    if number.bit_length() > 4096:
        raise RequestError("usage", f"a heap cannot be {shown(number)} long", "ask for a smaller one")
    return str(number)


def rows(positions: Iterable[Any]) -> Iterable[Any]:
    """Many positions: a table of pandas or polars has one in each row."""
    if hasattr(positions, "columns") and hasattr(positions, "to_numpy"):
        return map(tuple, positions.to_numpy().tolist())
    return positions


def parameter(value: object) -> str:
    """The value of a parameter of a game: a number, a set of numbers, or a text."""
    if isinstance(value, str):
        return value
    number = _number(value)
    if number is not None:
        return digits(number)
    items = sorted(value) if isinstance(value, (set, frozenset)) else _items(value)[0]
    numbers = [_number(item) for item in items]
    if not items or None in numbers:
        raise TypeError(f"a parameter is a number, a set of numbers, a text or a word list, not {value!r}")
    return "{" + ",".join(digits(own) for own in numbers if own is not None) + "}"


def _number(item: object) -> int | None:
    try:
        return operator.index(item)  # type: ignore[arg-type]
    except TypeError:
        return None


def _items(position: object) -> tuple[list[Any], bool]:
    """The items of a position, and whether they are the components of a sum rather than numbers
    that belong together."""
    for name in ("tolist", "to_list", "to_pylist"):
        convert = getattr(position, name, None)
        listed = convert() if callable(convert) else None
        if isinstance(listed, list):
            return [tuple(item) if isinstance(item, list) else item for item in listed], False
    if isinstance(position, (list, tuple, range, Set, Iterator)):
        items = list(islice(position, _MOST + 1))
        if len(items) > _MOST:
            raise RequestError("usage", f"a position has over {_MOST} components", "ask for a smaller one")
        return items, type(position) is not tuple
    what = "a number, a text, numbers in a tuple or an array, edges, or a list of these"
    raise TypeError(f"a position is {what}, not {type(position).__name__}: {position!r}")


def _is_graph(position: object) -> bool:
    return all(hasattr(position, name) for name in ("nodes", "edges", "is_directed"))


def _is_edge(item: object) -> bool:
    return isinstance(item, (tuple, list)) and len(item) == 2 and all(map(_is_vertex, item))


def _is_vertex(item: object) -> bool:
    if isinstance(item, str):
        return _VERTEX.fullmatch(item) is not None
    number = _number(item)
    return number is not None and number >= 0


def _has_place(graph: object, place: object) -> bool:
    """Whether these are edges and a vertex: the place of the token, or the ground."""
    return _is_vertex(place) and not _is_vertex(graph) and not isinstance(graph, str)


def _vertex(item: Any) -> str:
    return item if isinstance(item, str) else digits(operator.index(item))


def _joint(board: str, arcs: bool) -> str:
    return "<" if board == "poset" else ">" if arcs else "-"


def _edges(edges: Iterable[Any], alone: Iterable[Any], joint: str) -> str:
    joined = (f"{_vertex(start)}{joint}{_vertex(end)}" for start, end in edges)
    return "{" + " ".join([*joined, *map(_vertex, alone)]) + "}"


def _graph(graph: Any, board: str, arcs: bool) -> str:
    """A graph of networkx. Where a name is not a word or a number, all vertices are numbered."""
    if board not in _GRAPHS:
        raise TypeError(f"a graph is a position of a game on graphs, and this one is played on a {board}")
    joint, nodes = _joint(board, arcs), list(graph.nodes)
    if graph.is_directed() != (joint != "-"):
        if joint == "-":
            raise TypeError("the edges of this game have no directions: give it graph.to_undirected()")
        raise TypeError("the edges of this game have directions: give it a directed graph")
    plain = all(map(_is_vertex, nodes)) and len({_vertex(node) for node in nodes}) == len(nodes)
    names = {node: node if plain else at for at, node in enumerate(nodes)}
    edges = [(names[start], names[end]) for start, end in graph.edges()]
    joined = {end for edge in edges for end in edge}
    return _edges(edges, (name for name in names.values() if name not in joined), joint)
