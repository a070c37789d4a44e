"""How sizes of memory are read."""

from __future__ import annotations

import pytest

from grundy._limits import size


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("4096", 4096),
        ("10b", 10),
        ("2TiB", 2 << 40),
        ("4g", 4 << 30),
        ("512M", 512 << 20),
        ("1.5 GiB", 3 << 29),
        (".5k", 512),
        ("500MB", 500_000_000),
        ("2tb", 2 * 10**12),
        ("9" * 400, (1 << 64) - 1),
        (7, 7),
        (None, None),
    ],
)
def test_a_size_is_read_as_on_the_command_line(text: int | str | None, wanted: int | None) -> None:
    assert size(text) == wanted


@pytest.mark.parametrize("text", ["-5", "-1GiB", "", "GiB", "1.2.3", "1e9", "nan", "inf", "4 GiB 2", "5x"])
def test_another_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="memory is a number of bytes"):
        size(text)
