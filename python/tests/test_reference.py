"""The book's page on the package is what the docstrings say."""

from __future__ import annotations

import importlib.util
import inspect
from pathlib import Path

import grundy

ROOT = Path(__file__).parents[2]


def test_the_page_is_fresh() -> None:
    spec = importlib.util.spec_from_file_location("reference", ROOT / "python" / "tools" / "reference.py")
    assert spec is not None and spec.loader is not None
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    page = (ROOT / "book" / "src" / "python-reference.md").read_text(encoding="utf-8")
    assert page == reference.page(), "python python/tools/reference.py > book/src/python-reference.md"


def test_everything_public_is_documented() -> None:
    for name in grundy.__all__:
        item = getattr(grundy, name)
        if name.startswith("__"):
            continue
        assert inspect.getdoc(item), name
        for member, value in vars(item).items() if inspect.isclass(item) else ():
            if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                assert inspect.getdoc(value), f"{name}.{member}"
