"""Limits of the work, and who watches it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from . import _grundy

_UNITS = {
    **{"": 1, "b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40},
    **{"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40},
    **{"kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12},
}
_SIZE = re.compile(r"([0-9]+\.?[0-9]*|\.[0-9]+)\s*([a-z]*)", re.ASCII)
_MOST = (1 << 64) - 1


class Progress(NamedTuple):
    """How far the work is: what a ``progress`` callback gets."""

    doing: str
    """``solving``, ``checking``, .."""
    positions: int
    """How many positions are solved, or checked."""
    goal: int | None
    """How many there will be, if that is known."""
    bytes: int
    """The memory that is held, in bytes."""
    seconds: float
    """The time since the work began."""


Watch = Callable[[Progress], object]


def size(text: int | str | None) -> int | None:
    """The number of bytes: ``2GiB``, ``500MB``, or a number, as the command line reads them."""
    if text is None or isinstance(text, int):
        return text
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
    watch: Callable[[str, int, int | None, int, float], object] | None = None
    if progress is True:
        from ._bar import Bar

        show: Watch = Bar()
        watch = _watching(show)
    elif progress:
        if not callable(progress):
            raise TypeError(f"progress is a function or True, not {type(progress).__name__}")
        watch = _watching(progress)
    return _grundy.Limits(seconds, size(memory), positions, threads, watch, check)


def _watching(show: Watch) -> Callable[[str, int, int | None, int, float], object]:
    def watch(doing: str, positions: int, goal: int | None, held: int, seconds: float) -> object:
        return show(Progress(doing, positions, goal, held, seconds))

    return watch
