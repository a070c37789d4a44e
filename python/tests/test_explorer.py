"""The board in a cell of a notebook, as its kernel has it; the stories of the page press on it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import grundy

pytest.importorskip("anywidget", reason="anywidget is missing: the board in a notebook is not tested")


def asked(explorer: Any, monkeypatch: pytest.MonkeyPatch, **fields: Any) -> dict[str, Any]:
    """The answer of the kernel to a question of the board."""
    sent: list[dict[str, str]] = []
    monkeypatch.setattr(explorer, "send", sent.append)
    line = explorer.get_state(["_line"])["_line"][-1]
    explorer._asked(explorer, {"id": "7", "fields": {**line, "time": 2, **fields}}, [])
    assert [one["id"] for one in sent] == ["7"]
    answer: dict[str, Any] = json.loads(sent[0]["answer"])
    return answer


def moved(explorer: Any, game: str, position: str) -> None:
    """What a press on the board sets."""
    line = explorer.get_state(["_line"])["_line"]
    explorer.set_state({"_line": [*line, {"game": game, "position": position}]})


def test_questions_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = grundy.game("kayles")["5 + 7"].explore()
    board = asked(explorer, monkeypatch, verb="board")
    assert [part["position"] for part in board["components"]] == ["5", "7"]
    assert asked(explorer, monkeypatch, verb="solve", question="outcome")["outcome"] == "N"
    assert asked(explorer, monkeypatch, verb="moves")["value"] == 6
    assert asked(explorer, monkeypatch, verb="explain")["xor"] == [4, 2]
    slow = grundy.game("cram")["7x9"].explore()
    assert asked(slow, monkeypatch, verb="solve", time=0.05)["error"]["code"] == "time"
    with pytest.raises(ValueError, match="does not ask for judge"):
        asked(explorer, monkeypatch, verb="judge")


def test_a_move_sets_the_position() -> None:
    kayles = grundy.game("kayles")
    explorer = kayles[5].explore()
    seen: list[grundy.Position] = []
    explorer.observe(lambda change: seen.append(change.new), "position")
    moved(explorer, "kayles", "1 + 2")
    moved(explorer, "kayles", "2")
    assert seen == [kayles["1 + 2"], kayles[2]]
    assert explorer.position == kayles[2] and explorer.played == [kayles[5], *seen]
    # Set by the program, it is a play anew.
    explorer.position = kayles[9]
    assert explorer.played == [kayles[9]]


@pytest.mark.parametrize("misere", [False, True])
def test_games_of_every_kind(misere: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = tmp_path / "words.txt"
    words.write_text("cats\ncars\n")
    ghost = grundy.game("ghost", words, misere=misere)
    explorer = ghost[""].explore(hints=False)
    assert asked(explorer, monkeypatch, verb="moves")["moves"] == 1
    moved(explorer, explorer.get_state(["_line"])["_line"][0]["game"], "c")
    assert explorer.position == ghost["c"] and not explorer.hints
    assert explorer.get_state(["_misere"]) == {"_misere": misere}
    both = grundy.game("kayles", misere=misere)[5] + grundy.game("nim", misere=misere)[3]
    explorer = both.explore()
    assert len(asked(explorer, monkeypatch, verb="board")["components"]) == 2
    assert explorer.played == [both]


def test_what_a_stored_notebook_shows() -> None:
    shown = grundy.game("kayles")[5].explore()._repr_mimebundle_()
    bundle = shown[0] if isinstance(shown, tuple) else shown
    assert bundle["image/svg+xml"].startswith("<svg") and "application/vnd.jupyter.widget-view+json" in bundle


def test_functions_are_explored_as_they_are_listed() -> None:
    position = grundy.game(lambda n: range(n))[3]
    with pytest.raises(TypeError, match=r"position\.listed\(\)\.position"):
        position.explore()
    explorer = position.listed().position.explore()
    with pytest.raises(TypeError, match="as it is listed"):
        explorer.position = position
    assert explorer.position.value == 3


def test_without_anywidget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "grundy._explorer", raising=False)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(ImportError, match=r"grundy\[notebook\]"):
        grundy.game("kayles")[5].explore()
