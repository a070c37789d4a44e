"""The facts of `testdata/values` through the package, as far as they are about values and outcomes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest

import grundy

try:
    import tomllib
except ImportError:  # Python 3.10
    tomllib = pytest.importorskip("tomli")

FOLDER = Path(__file__).parents[2] / "testdata" / "values"

LIST = Path("/usr/share/dict/american-english")

# Tables and positions that take a method in the test profile longer than this are left to Rust.
SECONDS = 5.0
FARTHEST = 20_000


def cases() -> list[Any]:
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        for at, case in enumerate(tomllib.loads(path.read_text())["case"]):
            if any(key in case for key in ("values", "positions", "outcomes", "losing")):
                found.append(pytest.param(case, id=f"{path.stem}-{at}"))
    assert len(found) > 100
    return found


@pytest.mark.parametrize("case", cases())
def test_facts(case: dict[str, Any]) -> None:
    lists = {"american-english": LIST} if '"american-english"' in case["game"] else None
    if lists and not LIST.exists():
        pytest.skip("the word list of Debian's wamerican is missing")
    game = grundy.game(case["game"], words=lists)
    facts = 0
    if "values" in case and game.board == "heap":
        first = case.get("first", 0)
        end = first + len(case["values"]) - 1
        if end <= FARTHEST:
            values = game.values(end, seconds=SECONDS)
            numpy.testing.assert_array_equal(values[first:], case["values"])
            facts += 1
    if "losing" in case and game.board == "heap" and case["last"] <= FARTHEST:
        try:
            table = game.table(case["last"], seconds=SECONDS)
            assert table.losing() == case["losing"]
            facts += 1
        except grundy.LimitError:
            pass
    for position, value in list(case.get("positions", {}).items())[:20]:
        try:
            assert game.solve(position, question="value", seconds=SECONDS).value == value, position
            facts += 1
        except grundy.LimitError:
            pass
    for position, outcome in list(case.get("outcomes", {}).items())[:20]:
        try:
            assert game.solve(position, question="outcome", seconds=SECONDS).outcome == outcome, position
            facts += 1
        except grundy.LimitError:
            pass
    if not facts:
        pytest.skip("not decided in the time of this test")
