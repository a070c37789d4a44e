"""Writes the book's page on the package from its docstrings: `python python/tools/reference.py > book/src/python-reference.md`.

A test compares the page with what this writes.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import re
from collections.abc import Iterator

import grundy


def paragraphs(text: str | None) -> str:
    """A docstring as Markdown: examples become blocks, names in backticks stay."""
    lines = inspect.cleandoc(text or "").splitlines()
    out: list[str] = []
    block: list[str] = []

    def close() -> None:
        if block:
            out.extend(["```python", *inspect.cleandoc("\n".join(block)).splitlines(), "```", ""])
            block.clear()

    code = False
    for line in lines:
        starts = line.lstrip().startswith(">>>")
        if code and line.strip() and (line.startswith(" ") or starts or not out or block):
            block.append(line.replace("  # doctest: +SKIP", ""))
            continue
        if starts:
            code = True
            block.append(line.replace("  # doctest: +SKIP", ""))
            continue
        if not line.strip():
            close()
            code = False
        out.append(re.sub(r"``", "`", re.sub(r":$", "", re.sub(r"\. ::$", ".", line)) if line.endswith("::") else line))
    close()
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip()


def signature(owner: str, name: str, item: object) -> str:
    """The call with its parameters, without types: those are in the stubs."""
    shown = []
    star = False
    for parameter in inspect.signature(item).parameters.values():  # type: ignore[arg-type]
        if parameter.name == "self":
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            star = True
            shown.append("*")
        text = parameter.name
        if parameter.kind is parameter.VAR_POSITIONAL:
            text, star = f"*{text}", True
        if parameter.kind is parameter.VAR_KEYWORD:
            text = f"**{text}"
        if parameter.default is not parameter.empty:
            text += f"={parameter.default!r}"
        shown.append(text)
    return f"{owner}.{name}({', '.join(shown)})"


def fields(kind: type) -> Iterator[str]:
    """The attributes that a class declares, with their types and the sentences below them."""
    [declared] = ast.parse(inspect.cleandoc("\n" + inspect.getsource(kind))).body
    assert isinstance(declared, ast.ClassDef)
    for field, below in itertools.pairwise(declared.body):
        if not isinstance(field, ast.AnnAssign) or not isinstance(below, ast.Expr):
            continue
        name, about = ast.unparse(field.target), " ".join(paragraphs(ast.literal_eval(below.value)).split())
        if not name.startswith("_"):
            yield f"- `{name}: {ast.unparse(field.annotation)}`: {about}"


def members(kind: type) -> Iterator[str]:
    """The public members of a class, in the order of the source."""
    for name, item in vars(kind).items():
        if name.startswith("_"):
            continue
        if isinstance(item, property):
            yield f"#### `{name}`\n\n{paragraphs(item.__doc__)}\n"
        elif inspect.isfunction(item):
            yield f"#### `{signature(kind.__name__, name, item).split('.', 1)[1]}`\n\n{paragraphs(item.__doc__)}\n"


def page() -> str:
    """The whole page."""
    text = ["# Python: reference\n", paragraphs(grundy.__doc__), ""]
    public = [(name, getattr(grundy, name)) for name in grundy.__all__ if not name.startswith("_")]
    text.append("## Functions\n")
    for name, item in public:
        if inspect.isfunction(item):
            text.append(f"### `{signature('grundy', name, item)}`\n\n{paragraphs(item.__doc__)}\n")
    text.append("## Classes\n")
    for name, item in public:
        if inspect.isclass(item) and not issubclass(item, Exception):
            text.append(f"### `{name}`\n\n{paragraphs(item.__doc__)}\n")
            text.extend([*fields(item), ""])
            text.extend(members(item))
    text.append("## Exceptions\n")
    for name, item in public:
        if inspect.isclass(item) and issubclass(item, Exception):
            bases = ", ".join(base.__name__ for base in item.__bases__)
            text.append(f"### `{name}({bases})`\n\n{paragraphs(item.__doc__)}\n")
            text.extend([*fields(item), ""])
    return re.sub(r"\n{3,}", "\n\n", "\n".join(text)).rstrip() + "\n"


if __name__ == "__main__":
    print(page(), end="")
