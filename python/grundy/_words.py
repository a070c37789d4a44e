"""Word lists for games on words."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping

from ._errors import FileError


_MOST = 1 << 30
"""The largest word list, in bytes: a device may never end."""


class Words:
    """A list of words under a name, as a game names it: ``cut word in "name"``.

    It holds the bytes of the list, one word a line, and compares, hashes and pickles by them. Blank
    lines, and comments after ``#``, are not words.
    """

    __slots__ = ("_bytes", "_name")

    def __init__(self, name: str, content: bytes) -> None:
        self._name = name
        self._bytes = content

    @property
    def name(self) -> str:
        """The name by which a game refers to it."""
        return self._name

    @property
    def content(self) -> bytes:
        """The bytes of the list."""
        return self._bytes

    def __iter__(self) -> Iterator[str]:
        for line in self._bytes.decode("utf-8-sig", errors="replace").split("\n"):
            if word := re.split(r"(?:^|\s)#", line)[0].strip():
                yield word

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and word in iter(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Words):
            return NotImplemented
        return (self._name, self._bytes) == (other._name, other._bytes)

    def __hash__(self) -> int:
        return hash((self._name, self._bytes))

    def __reduce__(self) -> tuple[object, ...]:
        return Words, (self._name, self._bytes)

    def __repr__(self) -> str:
        return f"<grundy.Words {self._name!r}: {len(self)} words>"


def words(source: str | os.PathLike[str] | Iterable[str], name: str | None = None) -> Words:
    """Returns a word list: from a file with one word a line, or from words.

    >>> import grundy
    >>> grundy.game("ghost", grundy.words("/usr/share/dict/american-english"))  # doctest: +SKIP
    >>> grundy.game('cut word in "mine"', words={"mine": ["fear", "chop", "arch"]})["fearchop"].value
    2

    The name is that of the file, or ``words``. A game reads files by itself if it names their paths;
    a list made here is read once and travels with the game when it is pickled.

    Raises `OSError` if the file cannot be read.
    """
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        with open(path, "rb") as file:
            content = file.read(_MOST + 1)
        if len(content) > _MOST:
            raise FileError("file", f"{path!r} is not a word list: it has over {_MOST >> 20} MiB", "give the words")
        return Words(name or path, content)
    return Words(name or "words", "".join(f"{word}\n" for word in source).encode())


Lists = Mapping[str, "Words | Iterable[str] | str | os.PathLike[str]"]


def contents(given: Lists | None, parameters: tuple[object, ...] = ()) -> dict[str, bytes] | None:
    """The bytes of each list by its name, from a mapping and from parameters of a game."""
    lists = {parameter.name: parameter.content for parameter in parameters if isinstance(parameter, Words)}
    for name, source in (given or {}).items():
        lists[name] = (source if isinstance(source, Words) else words(source, name)).content
    return lists or None
