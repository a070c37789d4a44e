"""Which objects are compared by their fields alone."""

from __future__ import annotations

import sys


def compared(kind: type) -> list[str] | None:
    """The fields by which objects of a frozen dataclass are compared, if `dataclass` has written its
    ``__eq__`` and its ``__hash__``; `None` for any other type."""
    own = vars(kind)
    # Where there are no dataclasses, nobody pays for their import.
    dataclasses = sys.modules.get("dataclasses")
    if dataclasses is None or "__dataclass_params__" not in own:
        return None
    fields = dataclasses.fields(kind)
    if any(field.hash is not None or not field.name.isidentifier() for field in fields):
        return None
    # A class may write these methods itself: those of a twin are what `dataclass` writes.
    made = [(field.name, object, dataclasses.field(compare=field.compare)) for field in fields]
    twin = vars(dataclasses.make_dataclass("Twin", made, frozen=True))
    if all(_code(own.get(name)) == _code(twin[name]) for name in ("__eq__", "__hash__")):
        return [field.name for field in fields if field.compare]
    return None


def _code(function: object) -> tuple[object, ...] | None:
    code = getattr(function, "__code__", None)
    return None if code is None else (code.co_code, code.co_consts, code.co_names, code.co_varnames, code.co_freevars)
