"""The board of the page in a cell of a notebook; it needs anywidget."""

from __future__ import annotations

import json
import re
from typing import Any

import anywidget
import traitlets

from . import _grundy
from ._errors import Error
from ._positions import Position, TextPosition
from ._research import ask

_SCRIPT, _STYLE = _grundy.notebook()

_VERBS = ("board", "solve", "moves", "explain")
_MOST_SECONDS = 60.0
_MOST_BYTES = 4 << 20
"""A longer answer is not sent: front ends drop what is larger."""


class Explorer(anywidget.AnyWidget):
    """A position as a board whose parts are pressed: who wins, the moves with their values, undo, and
    moves of the computer. `Position.explore` makes it.

    ``position`` is the position that is shown, which each move sets, and which may be set; ``hints`` is
    whether who wins is shown. Both can be observed as every trait::

        explorer.observe(lambda change: print(change.new.value), "position")

    Where there is no kernel, as on the page of a stored notebook, the picture of the position is shown.
    """

    _esm = _SCRIPT
    _css = _STYLE

    position = traitlets.Instance(Position)
    hints = traitlets.Bool(True).tag(sync=True)
    _line: traitlets.List[dict[str, Any]] = traitlets.List().tag(sync=True)
    """The positions of the play: the fields of a question, and the number of the play."""
    _misere = traitlets.Bool(False).tag(sync=True)

    def __init__(self, position: TextPosition, *, hints: bool = True) -> None:
        self._start: dict[str, Any] = {"play": 0}
        self._moved_to: Position | None = None
        super().__init__(position=position, hints=hints)
        self.on_msg(self._asked)

    @property
    def played(self) -> list[Position]:
        """The positions from the first one to the one that is shown."""
        return [self._read(entry) for entry in self._line]

    @traitlets.validate("position")
    def _valid(self, proposal: Any) -> Position:
        if not isinstance(proposal.value, TextPosition):
            raise TypeError("a position of a function is explored as it is listed: position.listed().position")
        return proposal.value

    @traitlets.observe("position")
    def _set(self, change: Any) -> None:
        if change.new is not self._moved_to:
            self._start = {**_fields(change.new), "play": self._start["play"] + 1}
            self._misere = change.new.misere
            self._line = [self._start]

    @traitlets.validate("_line")
    def _valid_line(self, proposal: Any) -> Any:
        line = proposal.value
        if not line or line[0] != self._start:
            raise traitlets.TraitError("another play was begun")
        try:
            for entry in line[1:]:
                self._read(entry)
        except (Error, LookupError, TypeError) as error:
            raise traitlets.TraitError(f"not a position of the play: {error}") from None
        return line

    @traitlets.observe("_line")
    def _moved(self, change: Any) -> None:
        # The program has begun the play: the position is set already.
        if change.new[-1] is not self._start:
            self._moved_to = self._read(change.new[-1])
            self.position = self._moved_to

    def _read(self, entry: dict[str, Any]) -> Position:
        """A position of the play: a page names no other game than those that are played, and so no file."""
        games = self.position._text_sum().games()
        if entry["position"]:
            if len(games) != 1 or entry["game"] != self._start["game"]:
                raise traitlets.TraitError("the position is of another game")
            return TextPosition(_grundy.Sum.of(games[0], entry["position"]))
        names = "|".join(re.escape(f"[{own.text.removeprefix('misère ')}] ") for own in games)
        part = rf"(?:{names})(?:[^][]|\[[0-9, ]*\])*"
        if not re.fullmatch(rf"{part}(?: \+ {part})*", entry["game"]):
            raise traitlets.TraitError("the position is of other games")
        return TextPosition(_grundy.read([entry["game"]], self._misere, self._lists()))

    def _lists(self) -> dict[str, bytes]:
        games = self.position._text_sum().games()
        return {name: own for rules in games for name, own in rules.lists.items()}

    def _asked(self, _widget: object, content: Any, _buffers: object) -> None:
        """Answers a question of the board about the position that is shown, whatever comes."""
        answer: dict[str, Any]
        try:
            answer = self._answer(content["verb"], content.get("question"), content["time"])
        except Error as error:
            answer = _mistake(error.code, error.message, error.help)
        except KeyboardInterrupt:
            answer = _mistake("interrupted", "the kernel was interrupted", "ask again")
        except Exception as error:
            answer = _mistake("usage", f"not a question of a board: {error}", "run the cell again")
        text = json.dumps(answer)
        if len(text) > _MOST_BYTES:
            text = json.dumps(_mistake("size", "the answer is too long for a notebook", "show a smaller position"))
        self.send({"id": content["id"], "answer": text})

    def _answer(self, verb: str, question: str | None, seconds: float) -> dict[str, Any]:
        if verb not in _VERBS:
            raise ValueError(f"{verb} is not asked")
        entry = self._line[-1]
        fields: dict[str, Any] = {"game": entry["game"], "misere": self._misere}
        if entry["position"]:
            fields["position"] = entry["position"]
        lists = {name: own.decode() for name, own in self._lists().items()}
        if lists:
            fields["lists"] = lists
        if question == "outcome":
            fields["question"] = question
        return ask(verb, seconds=min(seconds, _MOST_SECONDS), **fields)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        shown = super()._repr_mimebundle_(**options)
        # What is stored with a notebook is shown where no kernel runs. The picture says who wins.
        bundle = shown[0] if isinstance(shown, tuple) else shown
        picture = self.position._repr_svg_() if self.hints else None
        if bundle is not None and picture is not None:
            bundle["image/svg+xml"] = picture
        return shown


def _mistake(code: str, message: str, help: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message, "help": help}}


def _fields(position: TextPosition) -> dict[str, str]:
    """What a question names a position by: a sum of unlike games stands in the place of the game."""
    own = position._sum
    if len(own.games()) > 1:
        return {"game": own.position, "position": ""}
    return {"game": own.game, "position": own.position}
