"""What is known of a function: the table of its values, with the forms of a table, and what they
show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._errors import RequestError

if TYPE_CHECKING:
    from . import _grundy


class FunctionValues:
    """The values of the positions 0, 1, 2, .. of a function: what `Table` reads."""

    __slots__ = ("_column", "_limit", "_name", "doubt", "status")

    outcomes = False

    def __init__(
        self, name: str, limit: _grundy.Limits | None, column: _grundy.Column, status: str, doubt: str | None
    ) -> None:
        self._name = name
        self._limit = limit
        self._column = column
        self.status = status
        self.doubt = doubt

    def __len__(self) -> int:
        return len(self._column)

    def column(self) -> _grundy.Column:
        return self._column

    def room(self, each: int) -> None:
        self._column.room(self._limit, each)

    def losing(self) -> _grundy.Column:
        return self._column.zeros(self._limit)

    def text(self, columns: int) -> str:
        self.room(16)
        values = [*map(str, self._column.part(0, len(self)))]
        digits, width = len(str(len(values) - 1)), max(*map(len, values), len(str(columns - 1)))
        lines = [f"{'n':>{digits}} " + "".join(f" {at:>{width}}" for at in range(min(columns, len(values))))]
        for start in range(0, len(values), columns):
            row = "".join(f" {value:>{width}}" for value in values[start : start + columns])
            lines.append(f"{start:>{digits}} {row}")
        return "\n".join([*lines, self._footing, ""])

    def csv(self) -> str:
        self.room(128)
        return "n,value\n" + "".join(f"{at},{value}\n" for at, value in enumerate(self._column.part(0, len(self))))

    def bfile(self, offset: int, losing: bool) -> str:
        self.room(128)
        if losing:
            found = self.losing()
            entries = [*enumerate(found.part(0, len(found)), offset)]
        elif offset < len(self):
            entries = [*enumerate(self._column.part(offset, len(self)), offset)]
        else:
            raise RequestError("usage", "the table ends before the offset", "ask for a larger table")
        return f"# {self._name}. {self._footing}\n" + "".join(f"{at} {entry}\n" for at, entry in entries)

    def head(self) -> str:
        import json

        return json.dumps({"game": self._name, "convention": "normal", "values": [], "status": self.status})

    def svg(self) -> str:
        return self._column.plot(self._limit, self._name, self._footing)

    def arrow_stream(self) -> object:
        return self._column.arrow_stream(self._limit)

    def arrow_array(self) -> tuple[object, object]:
        return self.arrow_schema(), self._column.arrow_array(self._limit)

    def arrow_schema(self) -> object:
        return self._column.arrow_schema()

    @property
    def _footing(self) -> str:
        return f"Normal play; {self.status}."


class ProofFacts:
    """What a proof states, with its forms: of a function, or of a proof that was pickled."""

    __slots__ = ("exceptions", "facts", "kind", "period", "preperiod", "saltus", "status", "stopped")

    def __init__(
        self,
        status: str,
        kind: str,
        stopped: str | None,
        recurrence: tuple[int | None, int | None, int | None, list[int] | None],
        forms: dict[str, str | None],
    ) -> None:
        self.facts = status, kind, stopped, recurrence, forms
        self.status = status
        self.kind = kind
        self.stopped = stopped
        self.period, self.preperiod, self.saltus, self.exceptions = recurrence

    def text(self, limit: _grundy.Limits | None = None) -> str:
        return self.facts[4]["text"] or ""

    def json(self) -> str:
        return self.facts[4]["json"] or ""

    def svg(self, limit: _grundy.Limits | None = None) -> str | None:
        return self.facts[4]["svg"]

    def dot(self) -> str | None:
        return self.facts[4]["dot"]

    def certificate(self) -> str:
        text = self.facts[4]["certificate"]
        if text is None:
            help = "search farther: a conjecture is not a proof"
            raise RequestError("usage", "there is no certificate: nothing is proved", help)
        return text


def observed(name: str, values: FunctionValues | None, stopped: str | None, limit: _grundy.Limits | None) -> ProofFacts:
    """The repetition that the values of a function show. Nothing proves it: a function may do
    anything at the next number."""
    import json

    repeat = None if values is None else values.column().repeat(limit)
    start, period, saltus = repeat or (None, None, None)
    seen = "no values are known" if values is None else f"in the values of the positions 0 to {len(values) - 1}"
    if repeat is None:
        text = f"{name}: {stopped or 'no period is seen'}{'' if values is None else f' {seen}'}.\n"
    else:
        grows = f", and they grow by {saltus} in it" if saltus else ""
        text = f"{name}: period {period} from {start} on is seen {seen}{grows}. Observed, not proved.\n"
    status = "none" if repeat is None else "observed"
    facts = {"game": name, "status": status, "period": period, "preperiod": start, "saltus": saltus}
    forms = {"text": text, "json": json.dumps(facts), "svg": None if values is None else values.svg()}
    recurrence = period, start, saltus, None
    return ProofFacts(status, "period", stopped, recurrence, {**forms, "dot": None, "certificate": None})
