"""The board of the page in a cell of a notebook; it needs anywidget."""

from __future__ import annotations

import json
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
    _line: traitlets.List[dict[str, str]] = traitlets.List().tag(sync=True)
    _misere = traitlets.Bool(False).tag(sync=True)

    def __init__(self, position: TextPosition, *, hints: bool = True) -> None:
        super().__init__(position=position, hints=hints)
        self.on_msg(self._asked)

    @property
    def played(self) -> list[Position]:
        """The positions from the first one to the one that is shown."""
        return [self._read(fields) for fields in self._line]

    @traitlets.observe("position")
    def _set(self, change: Any) -> None:
        if not self._line or self._read(self._line[-1]) != change.new:
            self._misere = change.new.misere
            self._line = [_fields(change.new)]

    @traitlets.observe("_line")
    def _moved(self, change: Any) -> None:
        self.position = self._read(change.new[-1])

    @traitlets.validate("position")
    def _valid(self, proposal: Any) -> Position:
        if not isinstance(proposal.value, TextPosition):
            raise TypeError("a position of a function is explored as it is listed: position.listed().position")
        return proposal.value

    @traitlets.validate("_line")
    def _valid_line(self, proposal: Any) -> Any:
        if not proposal.value:
            raise traitlets.TraitError("a play has a position")
        return proposal.value

    def _read(self, fields: dict[str, str]) -> Position:
        """The position of these fields, with the word lists of the one that is shown."""
        line = [text for text in (fields["game"], fields["position"]) if text]
        return TextPosition(_grundy.read(line, self._misere, self._lists()))

    def _lists(self) -> dict[str, bytes]:
        games = self.position._text_sum().games()
        return {name: own for rules in games for name, own in rules.lists.items()}

    def _asked(self, _widget: object, content: dict[str, Any], _buffers: object) -> None:
        """Answers a question of the board."""
        fields = dict(content["fields"])
        verb, seconds = fields.pop("verb"), min(float(fields.pop("time")), _MOST_SECONDS)
        lists = {name: own.decode() for name, own in self._lists().items()}
        if lists:
            fields["lists"] = lists
        try:
            if verb not in _VERBS:
                raise ValueError(f"a board does not ask for {verb}")
            given = {name: own for name, own in fields.items() if own != ""}
            answer = ask(verb, seconds=seconds, misere=self._misere, **given)
        except Error as error:
            answer = {"error": {"code": error.code, "message": error.message, "help": error.help}}
        self.send({"id": content["id"], "answer": json.dumps(answer)})

    def _repr_mimebundle_(self, **options: Any) -> Any:
        shown = super()._repr_mimebundle_(**options)
        # What is stored with a notebook is shown where no kernel runs.
        bundle = shown[0] if isinstance(shown, tuple) else shown
        picture = self.position._repr_svg_()
        if bundle is not None and picture is not None:
            bundle["image/svg+xml"] = picture
        return shown


def _fields(position: TextPosition) -> dict[str, str]:
    """What a question names a position by: a sum of unlike games stands in the place of the game."""
    own = position._sum
    if len(own.games()) > 1:
        return {"game": own.position, "position": ""}
    return {"game": own.game, "position": own.position}
