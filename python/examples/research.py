"""A survey: which take-and-break rules of two digits have a short period, and the longest of them."""

from __future__ import annotations

import grundy


def survey(digits: str = "01234567") -> list[tuple[int, str]]:
    """The proved periods of the octal games 0.ab, the longest first."""
    found: list[tuple[int, str]] = []
    for code in (f"0.{first}{second}" for first in digits for second in digits):
        proof = grundy.game(code).prove(to=2000, seconds=1)
        if proof.status == "proved" and proof.period is not None:
            found.append((proof.period, code))
    return sorted(found, reverse=True)


def wythoff(position: tuple[int, int]) -> list[tuple[int, int]]:
    """Wythoff's game: take from one heap, or the same number from both."""
    a, b = position
    one = [(k, b) for k in range(a)] + [(a, k) for k in range(b)]
    return [(min(x, y), max(x, y)) for x, y in one + [(a - k, b - k) for k in range(1, min(a, b) + 1)]]


if __name__ == "__main__":
    for period, code in survey("037")[:5]:
        print(f"{code}: period {period}")
    game = grundy.game(wythoff)
    losing = [(a, b) for a in range(10) for b in range(a, 20) if game[a, b].outcome == "P"]
    print("losing positions of Wythoff's game:", losing)
