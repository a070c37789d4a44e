"""Impartial games: who wins, the Grundy value, the winning moves, and proofs that can be checked.

A game is a text in the language of games, the name of a known game, or a function::

    >>> import grundy
    >>> kayles = grundy.game("kayles")
    >>> answer = grundy.solve(kayles, "5 + 7 + 9")
    >>> answer.value, answer.outcome, answer.status
    (2, 'N', 'proved')
    >>> [move.after for move in answer.winning_moves()]
    [(3, 3), (1, 4), (2, 5)]

Positions add, and every position is solved when it is asked::

    >>> (kayles[5] + kayles[7]).value
    6

Your own game is a line of text, or a function that lists the options of a position. An option is a
position, or a list of positions: their sum. ::

    >>> grundy.game("a -> (a-2b) + (a-b) for b in 1..a/2")[10].value
    0
    >>> def halves(n):
    ...     return [[n - 2 * b, n - b] for b in range(1, n // 2 + 1)]
    >>> grundy.game(halves)[10].value
    0

Tables are NumPy arrays, which share their memory, and Arrow tables, which polars, pandas and DuckDB
read as they are::

    >>> kayles.values(12)
    array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4], dtype=uint8)

What holds for every position is proved, and the certificate is verified by an independent checker::

    >>> proof = kayles.prove()
    >>> proof.status, proof.period, proof.preperiod
    ('proved', 12, 71)
    >>> grundy.check(proof.certificate()).solve(10**18).value
    1

Every answer has a status: ``proved`` if the checker has verified it, else ``computed``. Every
question takes limits: ``seconds``, ``memory`` (bytes, or a text such as ``"2GiB"``), ``positions``
and ``threads``. Over a limit there is a `LimitError`; results count as memory before they are built.
Ctrl-C ends every call at once; the objects stay as they were. A notebook shows what is found within
one second. A mistake in a text is a `GameSyntaxError`, which shows the place.
"""

from ._answers import Answer, Explanation, Move, Moves, Plan
from ._bar import Progress
from ._errors import (
    CheckError,
    Diagnostic,
    Error,
    FileError,
    GameSyntaxError,
    LimitError,
    NoSolverError,
    RequestError,
    RulesError,
)
from ._game import Game, game, games, solve
from ._grundy import __version__
from ._positions import Listed, Position
from ._proofs import Certificate, Proof, check
from ._research import ask, count, equal, find, first
from ._table import Table
from ._words import Words, words

__all__ = [
    "Answer",
    "Certificate",
    "CheckError",
    "Diagnostic",
    "Error",
    "Explanation",
    "FileError",
    "Game",
    "GameSyntaxError",
    "LimitError",
    "Listed",
    "Move",
    "Moves",
    "NoSolverError",
    "Plan",
    "Position",
    "Progress",
    "Proof",
    "RequestError",
    "RulesError",
    "Table",
    "Words",
    "__version__",
    "ask",
    "check",
    "count",
    "equal",
    "find",
    "first",
    "game",
    "games",
    "solve",
    "words",
]
