"""A contestant's program for five games, by definition, with a planted fault.

Usage: solve.py apples|letters|copies|words|tape none|overflow|off-by-one|rule
"""

import sys
from functools import lru_cache

GAME, FAULT = sys.argv[1:]
WORDS = ["ab", "a", "bb"]


def mex(values):
    values = set(values)
    least = 1 if FAULT == "rule" and GAME in ("letters", "words") and values else 0
    while least in values:
        least += 1
    return least


@lru_cache(maxsize=None)
def apples(n):
    takes = (2, 3)
    if FAULT == "rule":
        takes = (1, 2)
    least = 3 if FAULT == "off-by-one" else 2
    return mex(apples(n - take) for take in takes if n >= max(take, least))


@lru_cache(maxsize=None)
def letters(word):
    copies = 2 if FAULT == "off-by-one" else 1
    if all(word.count(letter) <= copies for letter in word):
        return 0
    return mex(letters(word[:at] + word[at + 1 :]) for at in range(len(word)))


@lru_cache(maxsize=None)
def copies(word):
    def cut(letter):
        parts = word.split(letter)
        if FAULT == "off-by-one":
            parts = parts[1:]
        value = 0
        for part in parts:
            value = value + copies(part) if FAULT == "rule" else value ^ copies(part)
        return value

    return mex(cut(letter) for letter in set(word))


@lru_cache(maxsize=None)
def words(board):
    def less(word):
        rest = list(board)
        for letter in word:
            if letter not in rest:
                return None
            rest.remove(letter)
        return "".join(rest)

    usable = WORDS[:-1] if FAULT == "off-by-one" else WORDS
    left = [less(word) for word in usable]
    return mex(words(rest) for rest in left if rest is not None)


@lru_cache(maxsize=None)
def tape(word, left):
    ended = word.endswith("ab") if FAULT != "rule" else "ab" in word
    if ended or left <= (1 if FAULT == "off-by-one" else 0):
        return 0
    return mex(tape(word + letter, left - 1) for letter in "ab")


def small(value):
    """The value as a type keeps it that is too small."""
    return value & 255 if FAULT == "overflow" else value


def part(read):
    if GAME == "apples":
        return apples(small(int(read())) % 1000)
    word = read()
    if FAULT == "overflow":
        word = word[:5]
    if GAME == "letters":
        return letters("".join(sorted(word)))
    if GAME == "copies":
        return copies(word)
    if GAME == "words":
        return words("".join(sorted(word)))
    return tape(word, int(read()))


def main():
    tokens = iter(sys.stdin.read().split())

    def read():
        return next(tokens)

    for _ in range(int(read())):
        value = 0
        for _ in range(int(read())):
            value ^= part(read)
        print("First" if value else "Second")


main()
