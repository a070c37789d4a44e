"""Limits of the work, and who watches it."""

from __future__ import annotations

import operator
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from typing import Any, SupportsIndex

from . import _grundy
from ._bar import Bar, Progress

_UNITS = {
    **{"": 1, "b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40},
    **{"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40},
    **{"kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12},
}
_SIZE = re.compile(r"([0-9]+\.?[0-9]*|\.[0-9]+)\s*([a-z]*)", re.ASCII)
_MOST = (1 << 64) - 1
_MOST_THREADS = 1024

SHOWN_SECONDS = 1.0
"""A notebook shows nothing of a game or a position that takes longer."""
SHOWN_BYTES = 1 << 30
"""A notebook shows nothing of a game or a position that takes more memory."""
MOST_LISTED = 1 << 14
"""So many moves of a function are listed in the language."""
MOST_DRAWN = 1 << 10
"""A notebook draws a position of a function that can reach so many moves."""

Watch = Callable[[Progress], object]


def shown(number: int) -> str:
    """The digits of a number, or how many bits it has if it is too long to be read."""
    return str(number) if number.bit_length() <= 256 else f"a number of {number.bit_length()} bits"


def whole(name: str, number: SupportsIndex, most: int = _MOST, least: int = 0) -> int:
    """A number from ``least`` to ``most``, which is the argument of this name."""
    value = operator.index(number)
    if not least <= value <= most:
        raise ValueError(f"{name} must be from {least} to {most}, not {shown(value)}")
    return value


def size(text: SupportsIndex | str | None) -> int | None:
    """The number of bytes: ``2GiB``, ``500MB``, or a number, as the command line reads them."""
    if text is None:
        return None
    if not isinstance(text, str):
        return whole("memory", min(operator.index(text), _MOST))
    read = _SIZE.fullmatch(text.strip().lower())
    if read is None or read[2] not in _UNITS:
        raise ValueError(f"memory is a number of bytes or a text such as '2GiB', not {text!r}")
    number = float(read[1]) * _UNITS[read[2]]
    return int(number) if number < _MOST else _MOST


def limits(
    seconds: float | None = None,
    memory: int | str | None = None,
    positions: int | None = None,
    threads: int | None = None,
    progress: Watch | bool | None = None,
    check: bool = True,
) -> _grundy.Limits | None:
    """The limits; `None` if there are none, which takes no time."""
    if check and seconds is memory is positions is threads is progress is None:
        return None
    watch = _watching(_watcher(progress))
    if positions is not None:
        positions = whole("positions", min(operator.index(positions), _MOST))
    if threads is not None:
        threads = whole("threads", threads, _MOST_THREADS, 1)
    if isinstance(seconds, int) and seconds.bit_length() > 256:
        raise ValueError(f"seconds must be a number from 0, not {shown(seconds)}")
    return _grundy.Limits(seconds, size(memory), positions, threads, watch, check)


class Brief:
    """The limits of what one cell of a notebook shows: nobody has asked for this work. All parts of
    what it shows share the time."""

    __slots__ = ("_end",)

    def __init__(self, seconds: float = SHOWN_SECONDS) -> None:
        self._end = time.monotonic() + seconds

    def limits(self, parts: int = 1) -> _grundy.Limits:
        """What is left, or one of so many equal parts of it."""
        return _grundy.Limits(max(self._end - time.monotonic(), 0.0) / parts, SHOWN_BYTES)


class Deadline:
    """The limits of several questions that share their time."""

    __slots__ = ("_end", "_others")

    def __init__(
        self,
        seconds: float | None,
        memory: int | str | None = None,
        positions: int | None = None,
        threads: int | None = None,
    ) -> None:
        others = memory, positions, threads
        limits(seconds, *others)
        self._end = None if seconds is None else time.monotonic() + seconds
        self._others = others

    def limits(self, progress: Watch | bool | None = None, check: bool = True) -> _grundy.Limits | None:
        """What is left, for the next question."""
        left = None if self._end is None else max(self._end - time.monotonic(), 0.0)
        return limits(left, *self._others, progress, check)


def shared(items: Iterable[Any], progress: Watch | bool | None) -> Iterator[Any]:
    """The items of work that is done in parts; ``progress`` counts those that are done."""
    show, begun = _watcher(progress), time.monotonic()
    goal = len(items) if isinstance(items, Sized) else None
    for done, item in enumerate(items):
        if show is not None:
            show(Progress("solving", done, goal, 0, time.monotonic() - begun))
        yield item


def _watcher(progress: Watch | bool | None) -> Watch | None:
    if progress is True:
        return Bar()
    if not progress:
        return None
    if not callable(progress):
        raise TypeError(f"progress is a function or True, not {type(progress).__name__}")
    return progress


def _watching(show: Watch | None) -> Callable[[str, int, int | None, int, float], object] | None:
    if show is None:
        return None

    def watch(doing: str, positions: int, goal: int | None, held: int, seconds: float) -> object:
        return show(Progress(doing, positions, goal, held, seconds))

    return watch
