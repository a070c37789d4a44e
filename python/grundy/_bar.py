"""How far the work is, and the bar of ``progress=True``: one line on stderr, or one place in a
notebook, which vanishes when the work is done."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

WIDTH = 24


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


def text(progress: Progress) -> str:
    """One line about the progress."""
    doing, positions, goal, held, seconds = progress
    rate = f"{positions:,} positions, {held / 2**20:,.0f} MiB, {seconds:.0f} s"
    if not goal:
        return f"{doing}: {rate}"
    full = min(WIDTH, WIDTH * positions // goal)
    return f"{doing} [{'#' * full}{'.' * (WIDTH - full)}] {rate}"


class Bar:
    """Shows progress where it is called; nothing before the first half second."""

    def __init__(self) -> None:
        self._place: Any = None
        self._shown = 0

    def __call__(self, progress: Progress) -> None:
        if progress.seconds < 0.5:
            return
        line = text(progress)
        if "ipykernel" in sys.modules:
            self._in_notebook(line)
        elif sys.stderr.isatty():
            sys.stderr.write("\r" + line.ljust(self._shown))
            sys.stderr.flush()
            self._shown = len(line)

    def _in_notebook(self, line: str) -> None:
        import IPython.display

        show: Any = IPython.display.display
        bundle = {"text/plain": line}
        if self._place is None:
            self._place = show(bundle, raw=True, display_id=True)
        else:
            self._place.update(bundle, raw=True)

    def __del__(self) -> None:
        if self._shown and sys.stderr is not None:
            sys.stderr.write("\r" + " " * self._shown + "\r")
            sys.stderr.flush()
        if self._place is not None:
            self._place.update({"text/plain": ""}, raw=True)
