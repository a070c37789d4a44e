"""Tables of values, for NumPy, Arrow, and people."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, SupportsIndex

from . import _grundy
from ._answers import preformatted
from ._limits import shown, whole

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from ._functions import FunctionValues
    from ._game import Game

_MOST_SHOWN = 600
_PART = 1 << 14


def array(column: _grundy.Column) -> NDArray[numpy.unsignedinteger[Any]]:
    """The numbers of a column as an array that shares their memory and may not be written to."""
    try:
        import numpy
    except ImportError as error:
        raise ImportError("an array needs NumPy: pip install numpy") from error
    return numpy.asarray(column)


def _parts(column: _grundy.Column) -> Iterator[int]:
    """The numbers of a column, some thousand at a time: Python lets signals through between them."""
    return (number for start in range(0, len(column), _PART) for number in column.part(start, start + _PART))


class Table:
    """The values, in misère play the outcomes, of the heaps from 0 to a largest one.

    ``table[heap]`` is one of them, ``table.values`` all of them as an array; polars, pandas, DuckDB
    and pyarrow read the table as it is, with the columns ``n`` and ``value`` (or ``outcome``)::

        >>> import grundy
        >>> table = grundy.game("kayles").table(1000)
        >>> import polars                                    # doctest: +SKIP
        >>> polars.DataFrame(table)                          # doctest: +SKIP
    """

    __slots__ = ("_column", "_game", "_table")

    def __init__(self, game: Game, table: _grundy.Table | FunctionValues) -> None:
        self._game = game
        self._table = table
        self._column = table.column()

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def end(self) -> int:
        """The largest heap."""
        return len(self._table) - 1

    @property
    def status(self) -> str:
        """``proved`` if the checker has verified the table, else ``computed``."""
        return self._table.status

    @property
    def doubt(self) -> str | None:
        """Why the table is not proved."""
        return self._table.doubt

    @property
    def values(self) -> NDArray[numpy.unsignedinteger[Any]]:
        """The values as an array of shape ``(end + 1,)`` of the least unsigned type that holds them.

        The array shares the memory of the table and may not be written to. Raises `TypeError` for a
        table of outcomes.
        """
        if self._table.outcomes:
            raise TypeError("in misère play heaps have outcomes and no values: ask for .outcomes")
        return array(self._column)

    @property
    def outcomes(self) -> NDArray[numpy.str_]:
        """The outcomes as an array of shape ``(end + 1,)`` of the texts ``N`` and ``P``."""
        import numpy

        # Texts of NumPy take four bytes, and what they are made of takes as much.
        self._table.room(8)
        if not self._table.outcomes:
            return numpy.where(array(self._column) == 0, "P", "N")
        return array(self._column).view("S1").astype("U1")

    def losing(self) -> list[int]:
        """The heaps that the player to move loses."""
        return [*_parts(self._table.losing())]

    def to_csv(self) -> str:
        """The table as ``n,value`` with a header line."""
        return self._table.csv()

    def to_bfile(self, offset: int = 0, losing: bool = False) -> str:
        """The OEIS b-file from n = ``offset`` on; of the losing heaps if ``losing``."""
        return self._table.bfile(whole("offset", offset), losing)

    def to_dict(self) -> dict[str, Any]:
        """The table as the program prints it with ``--json``."""
        import json

        # A list of Python takes eight bytes for each entry, and up to as many again for a number.
        self._table.room(48)
        content: dict[str, Any] = json.loads(self._table.head())
        content["outcomes" if self._table.outcomes else "values"] = list(self)
        return content

    def svg(self) -> str:
        """The picture of ``grundy draw table``: a plot of the values, or the outcomes in rows."""
        return self._table.svg()

    def __len__(self) -> int:
        return len(self._table)

    def __getitem__(self, heap: SupportsIndex) -> int | str:
        asked = operator.index(heap)
        place = asked + len(self) if asked < 0 else asked
        entry = self._column.at(place) if 0 <= place < len(self) else None
        if entry is None:
            raise IndexError(f"the table has the heaps 0 to {self.end}, not {shown(asked)}")
        return chr(entry) if self._table.outcomes else entry

    def __iter__(self) -> Iterator[int | str]:
        entries = _parts(self._column)
        return map(chr, entries) if self._table.outcomes else entries

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        import numpy

        own: NDArray[Any] = self.outcomes if self._table.outcomes else self.values
        if dtype is not None and own.dtype != dtype:
            if copy is False:
                raise ValueError(f"an array of another type than {own.dtype} is a copy")
            return own.astype(dtype)
        return numpy.array(own) if copy else own

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The capsule of the Arrow C stream interface."""
        return self._table.arrow_stream()

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """The capsules of the Arrow C data interface: schema and array."""
        return self._table.arrow_array()

    def __arrow_c_schema__(self) -> object:
        """The capsule of the Arrow schema."""
        return self._table.arrow_schema()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return (self._game, len(self)) == (other._game, len(other)) and self.status == other.status

    def __hash__(self) -> int:
        return hash((self._game, len(self)))

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self._game, self.end)

    def __str__(self) -> str:
        return self._table.text(20)

    def __repr__(self) -> str:
        return f"<grundy.Table {self._game.text}: heaps 0 to {self.end}, {self.status}>"

    def _repr_svg_(self) -> str | None:
        return self._table.svg() if len(self) <= 100 * _MOST_SHOWN else None

    def _repr_html_(self) -> str:
        text = str(self) if len(self) <= _MOST_SHOWN else repr(self)
        return (self._repr_svg_() or "") + preformatted(text)


def _again(game: Game, end: int) -> Table:
    """A table that was pickled: it is computed again."""
    return game.table(end)
