"""The board in a cell of a notebook, as its kernel has it; the stories of the page press on it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import grundy

pytest.importorskip("anywidget", reason="anywidget is missing: the board in a notebook is not tested")


def asked(explorer: Any, monkeypatch: pytest.MonkeyPatch, verb: str, time: Any = 2, **more: Any) -> dict[str, Any]:
    """The answer of the kernel to a question of the board."""
    sent: list[dict[str, str]] = []
    monkeypatch.setattr(explorer, "send", sent.append)
    explorer._asked(explorer, {"id": "7", "verb": verb, "time": time, **more}, [])
    assert [one["id"] for one in sent] == ["7"]
    answer: dict[str, Any] = json.loads(sent[0]["answer"])
    return answer


def moved(explorer: Any, position: str, game: str | None = None) -> None:
    """What a press on the board sets."""
    line = explorer.get_state(["_line"])["_line"]
    entry = {**line[-1], "position": position, **({} if game is None else {"game": game})}
    explorer.set_state({"_line": [*line, entry]})


def test_questions_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = grundy.game("kayles")["5 + 7"].explore()
    board = asked(explorer, monkeypatch, "board")
    assert [part["position"] for part in board["components"]] == ["5", "7"]
    assert asked(explorer, monkeypatch, "solve", question="outcome")["outcome"] == "N"
    assert asked(explorer, monkeypatch, "moves")["value"] == 6
    assert asked(explorer, monkeypatch, "explain")["xor"] == [4, 2]
    slow = grundy.game("cram")["7x9"].explore()
    assert asked(slow, monkeypatch, "solve", 0.05)["error"]["code"] == "time"
    for verb, time in [("judge", 2), ("board", -1), ("board", "long"), ("board", float("nan"))]:
        assert asked(explorer, monkeypatch, verb, time)["error"]["code"] == "usage", (verb, time)
    long = grundy.game("cram")["40x40"].explore()
    assert asked(long, monkeypatch, "board", 60)["error"]["code"] == "size"


def test_a_move_sets_the_position() -> None:
    kayles = grundy.game("kayles")
    explorer = kayles[5].explore()
    seen: list[grundy.Position] = []
    explorer.observe(lambda change: seen.append(change.new), "position")
    moved(explorer, "1 + 2")
    moved(explorer, "2")
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
    assert asked(explorer, monkeypatch, "moves")["moves"] == 1
    moved(explorer, "c")
    assert explorer.position == ghost["c"] and not explorer.hints
    assert explorer.get_state(["_misere"]) == {"_misere": misere}
    both = grundy.game("kayles", misere=misere)[5] + grundy.game("nim", misere=misere)[3]
    explorer = both.explore()
    assert len(asked(explorer, monkeypatch, "board")["components"]) == 2
    assert explorer.played == [both]
    first = explorer.get_state(["_line"])["_line"][0]["game"]
    moved(explorer, "", first.replace("] 5", "] 1 + [octal 0.77] 3"))
    assert explorer.position.outcome in "NP" and len(explorer.played) == 2


def test_games_of_other_lists_and_conventions(tmp_path: Path) -> None:
    explorers = []
    for word in ["cats", "dogs"]:
        words = tmp_path / "words.txt"
        words.write_text(f"{word}\n")
        explorers.append(grundy.game("ghost", words)[""])
    words.unlink()
    explorer = explorers[0].explore()
    moved(explorer, "c")
    explorer.position = explorers[1]
    assert explorer.played == [explorers[1]]
    moved(explorer, "d")
    assert explorer.position.outcome == "N" or explorer.position.outcome == "P"
    explorer.position = grundy.game("misere nim")[9]
    assert explorer.played == [grundy.game("misere nim")[9]]


def test_a_page_names_no_other_game(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("hidden\n")
    explorer = grundy.game("kayles")[5].explore()
    line = explorer.get_state(["_line"])["_line"]
    late = [{**line[0], "play": line[0]["play"] - 1}]
    named = {**line[0], "game": f'ghost "{secret}"'}
    for wrong in [[], [5], [*line, 5], [*line, {}], late, [*line, {**line[0], "position": "zzz"}], [named], [*line, named]]:
        with pytest.raises(Exception) as refused:
            explorer.set_state({"_line": wrong})
        assert "hidden" not in str(refused.value) and explorer.get_state(["_line"])["_line"] == line
    both = (grundy.game("kayles")[5] + grundy.game("nim")[3]).explore()
    with pytest.raises(Exception, match="other games"):
        moved(both, "", f'[octal 0.77] 5 + [ghost "{secret}"] ""')
    assert explorer.played == [grundy.game("kayles")[5]]


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
