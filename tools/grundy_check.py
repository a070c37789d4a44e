#!/usr/bin/env python3
"""Verifies certificates of Grundy with Python's standard library alone.

    python3 tools/grundy_check.py [--time SECONDS] [--max-positions N] FILE ..
    python3 tools/grundy_check.py [--time SECONDS] [--max-positions N] --list FILE

Prints a line for each file:

    FILE: verified: CLAIM
    FILE: refused: REASON
    FILE: not decided: REASON

Exit code 0 if all files are verified, 1 if one is refused, else 2. `--list` names a file with the
names of the certificates, one a line. `--time` and `--max-positions` are for each file: a
certificate that takes more is not decided. Positions are counted, and for automata and quotients
the steps of the exploration.

The moves are those that the certificate lists (the lines `moves` and `move`, from version 2 of the
format on); where the sentence of the game (the line `board`) is simple, it is printed from these
moves and compared. From the moves this program computes the options of each position, and verifies
the claim from its theorem. It shares nothing with the programs of Grundy: no code, no tables, no
language of games. What it cannot verify is `not decided`: it never accepts a claim on trust.

Who wants to trust one certificate reads a part of this file: the sections about lines and texts,
the class of the board, that of the claim, those of reductions, and the last section.
`tools/lines_to_trust.py` prints this part, which is a program of its own.
"""
import argparse
import re
import sys
import time
import unicodedata
from bisect import bisect_right
from collections import Counter
from functools import reduce
from itertools import (accumulate, combinations, combinations_with_replacement, islice,
                       permutations, product)
from math import gcd, isqrt
from operator import and_, lt, or_, xor


# === Verdicts, limits and small numbers ===


class Refused(Exception):
    """The file is damaged, or states something that is false."""


class Undecided(Exception):
    """This program cannot decide it, or a limit was reached."""


U16, U32, U64 = 2**16, 2**32, 2**64


def need(fact, why):
    if not fact:
        raise Refused(why)


def number(word, end=U64):
    """A number below `end` in decimal digits, without zeros in front."""
    plain = word.isascii() and word.isdigit() and len(word) < 21 and (word == "0" or word[0] != "0")
    need(plain and int(word) < end, f"{word[:40]!r} is not a number that is allowed there")
    return int(word)


def fnv(data, total=0xCBF29CE484222325):
    """The 64-bit FNV-1a digest of bytes."""
    for byte in data:
        total = (total ^ byte) * 0x100000001B3 % U64
    return total


def in_order(rows):
    """Whether the states of an automaton are numbered as its steps first reach them."""
    seen = 1
    for state, row in enumerate(rows):
        if state >= seen:
            return False
        for to in row:
            if to > seen:
                return False
            seen += to == seen
    return seen == len(rows)


def all_differ(labels, rows, limits):
    """Whether no two states of an automaton are equivalent: some word leads to other labels."""
    classes, count = list(labels), 0
    while count < len(set(classes)) < len(classes):
        limits.step(len(classes))
        count, names = len(set(classes)), {}
        keys = [(classes[at], *(classes[to] for to in row)) for at, row in enumerate(rows)]
        classes = [names.setdefault(key, len(names)) for key in keys]
    return len(set(classes)) == len(classes)


def mex(values):
    """The least number from 0 on that is not in the set."""
    least = 0
    while least in values:
        least += 1
    return least


def need_value(what, claimed, found):
    """The value that is claimed is the one that was found."""
    wrong = f"{what} is claimed to have value {claimed}, but the mex of its options is {found}"
    need(claimed == found, wrong)


def xor_all(values):
    total = 0
    for value in values:
        total ^= value
    return total


class Limits:
    """What a check may spend."""

    def __init__(self, seconds, most):
        self.end = None if seconds is None else time.monotonic() + seconds
        self.seconds, self.most, self.spent, self.looked = seconds, most, 0, 0

    def step(self, count=1):
        self.spent += count
        if self.most is not None and self.spent > self.most:
            raise Undecided(f"it takes more than {self.most} positions (--max-positions)")
        if self.end is not None and self.spent - self.looked >= 256:
            self.looked = self.spent
            if time.monotonic() > self.end:
                raise Undecided(f"it takes more than {self.seconds:g} seconds (--time)")


# === Lines and words of a certificate ===


class Reader:
    """The lines of a claim, or the words of a line, in their order."""

    def __init__(self, items):
        self.items, self.at = items, 0

    def peek(self):
        return self.items[self.at] if self.at < len(self.items) else None

    def next(self):
        item = self.peek()
        need(item is not None, "a line or a claim is cut short")
        self.at += 1
        return item

    def number(self, end=U64):
        return number(self.next(), end)

    def section(self):
        """The lines of a claim that is held whole."""
        return self

    def rest_numbers(self, end=U64):
        """The numbers up to the end."""
        found = []
        while self.peek() is not None:
            found.append(self.number(end))
        return found

    def until(self, *ends):
        """The words up to one of these, or to the end of the line."""
        found = []
        while self.peek() is not None and self.peek() not in ends:
            found.append(self.next())
        return found

    def begins(self, *names):
        line = self.peek()
        return line is not None and line.split(" ", 1)[0] in names

    def rest(self, name):
        """What follows the word `name` and a space on the next line."""
        line = self.next()
        need(line.startswith(name + " "), f"line {self.at} does not begin with `{name} `")
        return line[len(name) + 1 :]

    def number_of(self, name, end=U64):
        return number(self.rest(name), end)

    def words(self, name):
        return self.rest(name).split(" ")

    def one_of(self, name, *known):
        word = self.rest(name)
        need(word in known, f"{name} has another word")
        return word


class Lines(Reader):
    """The lines of a file, read one at a time."""

    def __init__(self, file):
        self.file, self.at, self.ahead = file, 0, None

    def peek(self):
        """The next line, or None at the end of the file."""
        if self.ahead is None:
            line = self.file.readline()
            if not line:
                return None
            need(line.endswith(b"\n"), "the last line does not end with a line feed")
            try:
                self.ahead = line[:-1].decode("utf-8" if self.at else "utf-8-sig")
            except UnicodeDecodeError:
                raise Refused(f"line {self.at + 1} is not UTF-8") from None
        return self.ahead

    def next(self):
        line = super().next()
        self.ahead = None
        return line

    def section(self):
        """The lines of a claim up to its end, whose count must be right."""
        lines = []
        while not self.begins("end"):
            lines.append(self.next())
        need(self.next() == f"end {len(lines)}", f"line {self.at} is not `end {len(lines)}`")
        return Reader(lines)


# === Texts of positions and letters ===


def is_bare(letter):
    return not (letter.isspace() or unicodedata.category(letter) == "Cc"
                or letter in '+*/"\\(){}[],')


ESCAPED = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\", "|": "\\|", "+": "\\+"}


def quoted(word):
    return '"' + "".join(ESCAPED.get(letter, letter) for letter in word) + '"'


def word_text(word):
    return word if word and all(map(is_bare, word)) else quoted(word)


def read_word(text, always_quoted=False):
    """A word as it is printed: bare where that is possible, else in quotes."""
    word = text
    if text.startswith('"'):
        need(len(text) > 1 and text.endswith('"'), "a word in quotes does not end")
        unescaped = {escaped: letter for letter, escaped in ESCAPED.items()}
        word = re.sub(r"\\.", lambda found: unescaped.get(found[0], found[0]), text[1:-1],
                      flags=re.DOTALL)
    need(text == (quoted(word) if always_quoted else word_text(word)),
         f"{text[:40]!r} is not a word as it is printed")
    return word


def code_points(words):
    """A set of letters, by ranges of code points; None for any letter."""
    if words == ["any"]:
        return None
    need(words, "a set of letters is empty")
    return frozenset(chr(code) for low, high in map(span, words) for code in range(low, high + 1))


def letters_of(word):
    """A word, by its code points with dots between them."""
    return "".join(chr(number(code, 0x110000)) for code in word.split("."))


def listed_words(codes):
    """The words of a list, each once and in their order."""
    words = list(map(letters_of, codes))
    need(words == sorted(set(words)), "the words of a list are not in their order")
    return words


def span(word):
    """A range `3..5` or `3..`; the end of the latter is None."""
    low, dots, high = word.partition("..")
    need(dots, f"{word[:40]!r} is not a range")
    return number(low), number(high) if high else None


def span_text(part):
    low, high = part
    return f"{low}.." if high is None else str(low) if low == high else f"{low}..{high}"


# === Sets of numbers ===


def is_prime(n):
    """Miller and Rabin, with bases that decide all numbers below 2^64."""
    small = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if n < 2 or any(n % prime == 0 for prime in small):
        return n in small
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    for base in small:
        power = pow(base, (n - 1) >> twos, n)
        if (power not in (1, n - 1)
            and not any((power := power * power % n) == n - 1 for _ in range(twos - 1))):
            return False
    return True


NAMED = {
    "any": lambda n: n > 0,
    "odd": lambda n: n % 2 == 1,
    "even": lambda n: n > 0 and n % 2 == 0,
    "prime": is_prime,
    "square": lambda n: n > 0 and isqrt(n) ** 2 == n,
}


class Amounts:
    """A set of numbers: ranges and named sets, but some ranges."""

    def __init__(self, words):
        cut = words.index("but") if "but" in words else len(words)
        need(cut > 0 and cut != len(words) - 1, "a set of amounts is empty")
        self.kinds = [word if word in NAMED else span(word) for word in words[:cut]]
        self.gone = [span(word) for word in words[cut + 1 :]]

    def contains(self, n):
        own = any(NAMED[kind](n) if isinstance(kind, str) else within(kind, n)
                  for kind in self.kinds)
        return own and not any(within(gone, n) for gone in self.gone)

    def ends(self):
        """The largest number that the ranges allow; None without end."""
        highs = [None if isinstance(kind, str) else kind[1] for kind in self.kinds]
        if None in highs:
            return None
        return (max((n for n in range(max(highs) + 1) if self.contains(n)), default=0)
                if max(highs) <= U16 else max(highs))

    def single(self):
        """The number, if there is just one, of at most 2^16."""
        plain = len(self.kinds) == 1 and not self.gone and isinstance(self.kinds[0], tuple)
        low, high = self.kinds[0] if plain else (0, None)
        return low if low == high and low <= U16 else None

    def upto(self, most, limits):
        """The numbers up to `most`, each once."""
        seen = set()
        for kind in self.kinds:
            low, high = (0, None) if isinstance(kind, str) else kind
            for n in range(low, (most if high is None else min(high, most)) + 1):
                limits.step()
                if (n not in seen and (isinstance(kind, tuple) or NAMED[kind](n))
                    and not any(within(gone, n) for gone in self.gone)):
                    seen.add(n)
                    yield n

    def text(self):
        single = all(isinstance(kind, tuple) and kind[0] == kind[1] for kind in self.kinds)
        texts = [kind if isinstance(kind, str) else span_text(kind) for kind in self.kinds]
        text = "{" + ",".join(texts) + "}" if single and len(texts) > 3 else " or ".join(texts)
        return text + (" but {" + ",".join(map(span_text, self.gone)) + "}" if self.gone else "")


def within(part, n):
    return part[0] <= n and (part[1] is None or n <= part[1])


# === Boards: heaps, kinds of heaps, products ===


def partitions(rest, count, parts, least=1):
    """The splits of `rest` into `count` heaps of ascending sizes: any, unequal or equal."""
    if count == 0:
        if rest == 0:
            yield ()
    elif parts == "equal":
        if rest % count == 0 and rest:
            yield (rest // count,) * count
    elif count == 1:
        if rest >= least:
            yield (rest,)
    else:
        step = parts == "unequal"
        for first in range(least, (rest - step * count * (count - 1) // 2) // count + 1):
            for others in partitions(rest - first, count - 1, parts, first + step):
                yield (first, *others)


def fits(value):
    need(-(2**127) <= value < 2**127, "a number in a rule exceeds 128 bits")
    return value


def power(a, b):
    need(b >= 0 and (abs(a) < 2 or b < 128), "a rule raises to a negative or large power")
    return a**b


# The signs of rules: the number of arguments (None: it is written after the sign) and the meaning.
SIGNS = {"+": (2, lambda a, b: a + b), "-": (2, lambda a, b: a - b), "*": (2, lambda a, b: a * b),
         "/": (2, lambda a, b: a // b), "%": (2, lambda a, b: a % b), "^": (2, power),
         "neg": (1, lambda a: -a), "gcd": (None, gcd), "sqrt": (None, isqrt),
         "min": (None, lambda *all_of: min(all_of)), "max": (None, lambda *all_of: max(all_of)),
         "prime": (None, is_prime), "xor": (None, lambda *all_of: reduce(xor, all_of)),
         "bitand": (None, lambda *all_of: reduce(and_, all_of)),
         "bitor": (None, lambda *all_of: reduce(or_, all_of)), "=": (2, lambda a, b: a == b),
         "!=": (2, lambda a, b: a != b), "<": (2, lambda a, b: a < b),
         "<=": (2, lambda a, b: a <= b), ">": (2, lambda a, b: a > b),
         ">=": (2, lambda a, b: a >= b), "holds": (1, lambda a: a != 0),
         "not": (1, lambda a: not a), "and": (2, None), "or": (2, None)}


class Rule:
    """A rule of the general form: names are bound in steps, then heaps are left. Expressions are in
    prefix notation."""

    def __init__(self, words, limits):
        self.limits, self.kind = limits, words.next()
        self.arity, self.slots = words.number(64), words.number(1024)
        need(0 < self.arity <= self.slots, "a rule has no names")
        # The names with a meaning inside of a sum or of heaps over a range.
        self.steps, self.right, self.named, self.met = [], [], set(), set()
        while words.peek() is not None:
            kind = words.next()
            if kind == "in":
                slot = words.number(self.slots)
                self.steps.append(("in", slot, self.ranges(words)))
            elif kind == "parts":
                slots = [words.number(self.slots) for _ in range(words.number(64))]
                need(slots, "a rule splits a number into no parts")
                self.steps.append(("parts", slots, self.expression(words)))
            elif kind == "where":
                self.steps.append(("where", None, self.expression(words)))
            elif kind in ("each", "any"):
                slot, many = words.number(self.slots), words.number(64)
                self.named.add(slot)
                through = self.ranges(words)
                condition = (self.expression(words) if words.peek() == "where" and words.next()
                             else 1)
                heaps = [self.heap(words, words.next()) for _ in range(many)]
                self.right.append(((slot, through, condition, kind == "any"), heaps))
            else:
                self.right.append((None, [self.heap(words, kind)]))
        bound = [slot for kind, own, _ in self.steps if kind != "where"
                 for slot in (own if kind == "parts" else [own])]
        need(len(set(bound)) == len(bound) and min(bound, default=self.arity) >= self.arity,
             "a name of a rule has two meanings")
        self.named.update(bound, range(self.arity))
        need(len(self.named) == self.slots, "a name of a rule is not used")
        self.play = [(kind, name, self.meanings(what) if kind == "in" else self.meaning(what))
                     for kind, name, what in self.steps]
        self.heaps = [heap for _, heaps in self.right for heap in heaps]
        self.leave = [(over and (over[0], self.meanings(over[1]), self.meaning(over[2]), over[3]),
                       [(self.meaning(count), to, list(map(self.meaning, sizes)))
                        for count, to, sizes in heaps]) for over, heaps in self.right]

    def is_part(self, text):
        """Whether the numbers and functions of this rule are in the sentence of its game. (0 and 1
        need not be written there.)"""
        told = set(re.findall(r"\d+|[a-z]+", text, re.ASCII)) | {"neg", "holds", "not", "and", "or"}
        return all(int(word) < 2 if word.isdigit() else word.startswith("x") and word != "xor"
                   for word in self.met - told if word.isalnum())

    @property
    def terms(self):
        """The heaps that are left, for theorems about rules that leave a fixed number of them."""
        need(all(over is None for over, _ in self.right), "no theorem is about heaps over ranges")
        return self.heaps

    def heap(self, words, kind):
        need(kind == "leave", f"{kind[:40]!r} is not a step of a rule")
        count, to = self.expression(words), words.next()
        return count, to, [self.expression(words) for _ in range(words.number(64))]

    def ranges(self, words):
        return [(self.expression(words), self.expression(words)) for _ in range(words.number(1024))]

    def expression(self, words):
        """What is written in prefix notation: a number, a name ("x", 0), or a sign with its
        arguments, ("-", ("x", 0), 1)."""
        word = words.next()
        self.met.add(word)
        if word == "sum":
            slot = words.number(self.slots)
            self.named.add(slot)
            return word, slot, self.ranges(words), self.expression(words)
        if word in SIGNS:
            count = SIGNS[word][0]
            count = words.number(1024) if count is None else count
            need(count == 1 if word in ("sqrt", "prime") else count,
                 f"{word} has another number of arguments")
            return (word, *(self.expression(words) for _ in range(count)))
        return ("x", number(word[1:], self.slots)) if word.startswith("x") else number(word)

    def meaning(self, tree):
        """A function of the values of the names: a number, or whether a condition holds."""
        if isinstance(tree, int):
            return lambda at: tree
        sign, *parts = tree
        if sign == "x":
            return lambda at: at[tree[1]]
        if sign == "sum":
            slot, ranges, body = parts[0], self.meanings(parts[1]), self.meaning(parts[2])
            return (lambda at: fits(sum(body([*at[:slot], value, *at[slot + 1 :]])
                                        for value in self.through(ranges, at))))
        inner = [self.meaning(part) for part in parts]
        if sign in ("and", "or"):
            left, right = inner
            return ((lambda at: left(at) and right(at)) if sign == "and"
                    else (lambda at: left(at) or right(at)))
        apply = SIGNS[sign][1]
        return lambda at: fits(apply(*(one(at) for one in inner)))

    def meanings(self, ranges):
        return [(self.meaning(low), self.meaning(high)) for low, high in ranges]

    def through(self, ranges, slots):
        for low, high in ranges:
            for value in range(low(slots), high(slots) + 1):
                self.limits.step()
                yield value

    def options(self, sizes):
        """The heaps of each option, as kinds and sizes."""
        slots = list(sizes) + [0] * (self.slots - len(sizes))
        try:
            for _ in self.bound(0, slots):
                choices = []
                left = self.left(slots, choices)
                if left is not None:
                    need(len(choices) <= 20, "a rule chooses any of over 20 numbers")
                    for size in range(len(choices) + 1):
                        for chosen in combinations(choices, size):
                            self.limits.step(len(chosen))
                            yield left + [part for own in chosen for part in own]
        except (ArithmeticError, ValueError) as why:
            raise Refused(f"the rules break down at {sizes}: {why}") from None

    def bound(self, at, slots):
        """Goes through the values of the names. The depth is the number of steps of the rule."""
        if at == len(self.play):
            yield
            return
        kind, name, what = self.play[at]
        if kind == "where":
            if what(slots):
                yield from self.bound(at + 1, slots)
        elif kind == "in":
            for slots[name] in self.through(what, slots):
                yield from self.bound(at + 1, slots)
        else:
            yield from self.split(name, what(slots), at, slots)

    def split(self, names, total, at, slots):
        if not names:
            yield from self.bound(at + 1, slots)
            return
        for value in range(total if len(names) == 1 else 0, total + 1) if total >= 0 else ():
            self.limits.step()
            slots[names[0]] = value
            yield from self.split(names[1:], total - value, at, slots)

    def left(self, slots, choices):
        """The heaps that are left; None if there is no such option. Adds to the choices the heaps
        of each number that an option may have or not."""
        left = []
        for over, heaps in self.leave:
            if over is None:
                if not self.add(heaps, slots, left):
                    return None
                continue
            slot, ranges, condition, any_of = over
            inner, before = list(slots), len(left)
            need(sum(max(high(slots) - low(slots) + 1, 0) for low, high in ranges) <= 2**20,
                 "a rule goes through over 2^20 heaps at once")
            for inner[slot] in self.through(ranges, slots):
                if any_of:
                    own = []
                    if condition(inner) and self.add(heaps, inner, own):
                        choices.append(own)
                    need(len(choices) <= 20, "a rule chooses any of over 20 numbers")
                    continue
                if condition(inner) and not self.add(heaps, inner, left):
                    return None
                need(len(left) - before <= 2**20, "a move leaves over 2^20 heaps")
        return left

    def add(self, heaps, slots, left):
        """Adds heaps to those of an option. False if there is no such option."""
        for count, kind, sizes in heaps:
            many, own = count(slots), tuple(size(slots) for size in sizes)
            if many < 0 or min(own) < 0:
                return False
            need(max(own) < U64 and many <= 2**20,
                 "a heap is over 2^64 - 1, or a move leaves over 2^20 equal heaps")
            left += [(kind, own)] * many
        return True


class Level(Rule):
    """The measure that rules give: a natural number of the sizes of a heap."""

    def __init__(self, words, arity, limits):
        self.limits, self.arity, self.slots = limits, arity, arity
        self.named, self.met = set(), set()
        self.value = self.meaning(self.expression(words))
        need(words.peek() is None and not self.named, "the measure of a kind is no expression")

    def of(self, sizes):
        try:
            value = self.value(list(sizes))
        except (ArithmeticError, ValueError) as why:
            raise Refused(f"the measure breaks down at {sizes}: {why}") from None
        need(value >= 0, "the measure of a heap is negative")
        return value


class Board:
    """The moves of one game. A board reads positions as they are printed, and yields options."""

    sentence = None
    # Whether facts are about graphs, whose vertices have numbers.
    on_graph = False

    def __init__(self, lines, limits):
        need(not lines, "this game has one kind of move, which is not listed")
        self.limits = limits

    def canonical(self, position):
        """A position of the same value, the one that is recorded."""
        return position

    def whole(self, position):
        """Positions whose sum has the same value."""
        return [position]

    def is_sentence(self, text):
        """Whether the sentence is that of the moves; None if that is not known here."""
        return None if self.sentence is None else text == self.sentence

    def ends(self):
        """Whether every play ends: heaps become lower, graphs smaller, words lighter."""
        return True

    def any_numbering(self, position):
        """Whether a position may be recorded with any numbering of its vertices."""
        return False

    def mirrors(self, position):
        """Whether the second player wins by an answer that is known without a fact."""
        return False

    def on_letters(self, claim):
        """The moves of a game on heaps as moves on words of one letter; None for other games."""
        return None


class Heaps(Board):
    """Plain heaps. A position is a number of counters; the empty heap has no moves."""

    # As heaps of one kind.
    plain, ranks, arities, measure = True, {"-": 0}, {"-": 1}, "sum"

    def __init__(self, lines, limits):
        self.limits, self.moves, self.rules = limits, [], []
        for line in lines:
            words = Reader(line.split(" "))
            need(words.next() == "move", "a line about moves is unknown")
            kind = words.next()
            if kind == "rule":
                rule = Rule(words, limits)
                own = {(rule.kind, rule.arity)} | {(to, len(sizes)) for _, to, sizes in rule.heaps}
                need(own == {("-", 1)}, "the heaps of a rule have one size and no kind")
                self.rules.append(rule)
                continue
            need(kind == "take", "a move on heaps takes counters, or is a rule")
            amounts = Amounts(words.until("leave"))
            need(words.next() == "leave", "a move does not say what it leaves")
            *leave, parts = words.until()
            need(parts in ("any", "unequal", "equal") and leave,
                 "a move does not say what it leaves")
            leave = [span(word) for word in leave]
            # As they are written: theorems ask for the last one, and codes have each number once.
            rising = all(high is not None and high < low
                         for (_, high), (low, _) in zip(leave, leave[1:]))
            need(rising, "the numbers of heaps do not ascend")
            self.moves.append((amounts, leave, parts))

    def read(self, text):
        return number(text)

    def options(self, heap):
        for amounts, leave, parts in self.moves if heap else ():
            if leave == [(0, 0)]:
                if amounts.contains(heap):
                    yield ()
                continue
            for taken in amounts.upto(heap, self.limits):
                rest = heap - taken
                for low, high in leave:
                    need(high is not None or rest < 64, "a move may leave more than 63 heaps")
                    for count in range(low, min(rest, 63 if high is None else high) + 1):
                        for option in partitions(rest, count, parts):
                            self.limits.step()
                            need(heap not in option, "the game need not end")
                            yield option
        for rule in self.rules if heap else ():
            for left in rule.options((heap,)):
                need(all(size < heap for _, (size,) in left),
                     "the game need not end: a new heap is not smaller")
                yield tuple(size for _, (size,) in left if size)

    def on_letters(self, claim):
        no_code = "a game on heaps is a game on words only if it has an octal code"
        need(claim["letters"] == "o" and not self.rules, no_code)
        digits, moves = {}, []
        for amounts, leave, parts in self.moves:
            need(parts == "any" or leave[-1][1] in (0, 1), no_code)
            counts = {at for low, high in leave
                      for at in range(low, (3 if high is None else high) + 1)}
            for amount in filter(amounts.contains, range((amounts.ends() or 0) + 1)):
                digits[amount] = digits.get(amount, 0) | sum(1 << at for at in counts)
        for taken, digit in sorted(digits.items()):
            need(digit < 8 and (taken or digit & 3 == 0), no_code)
            if taken and digit == 7:
                moves.append((False, taken, False, ["", ""]))
                continue
            if digit & 3 == 3:
                moves.append((False, taken, False, [""]))
            elif digit & 1:
                moves.append((True, taken, True, [""]))
            elif digit & 2:
                moves.append((True, taken + 1, False, ["o"]))
            if digit & 4:
                moves.append((False, taken + 2, False, ["o", "o"]))
        return [(start, [("o", False)] * count, end, right) for start, count, end, right in moves]

    def sentences(self):
        """The ways in which these moves are printed; None if that is not known here."""
        if self.rules:
            return None
        texts = []
        for amounts, leave, parts in self.moves:
            kind = "" if parts == "any" else parts + " "
            if len(leave) > 1 or amounts.kinds == [(0, 0)] and not amounts.gone:
                texts.append(f"split into {span_text(leave[0])} {kind}heaps" if len(leave) == 1
                             else None)
            elif (leave, parts) == ([(0, 1)], "any"):
                texts.append(f"take {amounts.text()}")
            else:
                heaps = "heap" if leave == [(1, 1)] else "heaps"
                texts.append(f"take {amounts.text()} leaving {span_text(leave[0])} {kind}{heaps}")
        # A code has a move for each digit that is not 0, in ascending order.
        digits, found = {}, []
        for amounts, leave, parts in self.moves:
            taken = amounts.single()
            if taken is not None and parts == "any" and all(low == high for low, high in leave):
                digits[taken] = sum(1 << low for low, _ in leave)
        if len(digits) == len(self.moves) and list(digits) == sorted(digits):
            text = "".join(f"{digits.get(at, 0):X}" for at in range(max(digits, default=0) + 1))
            found += [f"{name} {text[0]}.{text[1:]}" for name in ("octal", "hex")]
        if None not in texts:
            square = self.moves and self.moves[0][0].kinds[0] == "square"
            found.append(("heap: " if square else "") + ", ".join(texts))
        return found

    def rules_of(self, kind):
        return self.rules

    def only_rules(self, many):
        """The rules, if there are so many, and no moves of another form."""
        return self.rules if len(self.rules) == many and not self.moves else []

    def is_sentence(self, text):
        known = self.sentences()
        if (text.count(" -> ") != len(self.rules)
            or not all(rule.is_part(text) for rule in self.rules)):
            return False
        if known is None or re.search(r"(octal|hex) .*, |, (octal|hex) ", text):
            return None
        return any(text == own
                   or own.startswith(("octal", "hex")) and text.startswith(own)
                   and set(text[len(own) :]) == {"0"} for own in known)


class Kinds(Board):
    """Heaps of several kinds with one or more sizes. A position is a kind and its sizes."""

    plain, moves = False, ()

    def __init__(self, lines, limits):
        self.ranks, self.rules, self.arities, self.heads = {}, {}, {}, []
        listed, levels = Reader(lines), {}
        self.measure = listed.one_of("measure", "sum", "lexicographic", "staged-sum",
                                     "staged-lexicographic", "given")
        while listed.begins("kind"):
            kind, rank, *given = listed.words("kind")
            need(kind not in self.ranks, "a kind has two ranks")
            need(bool(given) == (self.measure == "given"), "the measure of a kind is missing")
            levels[kind] = given
            self.ranks[kind] = number(rank)
        while listed.peek() is not None:
            words = Reader(listed.words("move"))
            need(words.next() == "rule", "a line about moves is unknown")
            rule = Rule(words, limits)
            self.rules.setdefault(rule.kind, []).append(rule)
            self.heads.append((rule.kind, rule.arity))
            for kind, arity in [self.heads[-1]] + [(to, len(sizes)) for _, to, sizes in rule.heaps]:
                need(self.arities.setdefault(kind, arity) == arity,
                     f"heaps {kind} have different numbers of sizes")
        need(list(self.ranks) == list(self.rules) and set(self.arities) == set(self.rules),
             "the kinds are not those of the rules, in the order of their first rules")
        need(sorted(self.ranks.values()) == list(range(len(self.ranks))),
             "the ranks are not the numbers from 0 on")
        self.levels = {kind: Level(Reader(given), self.arities[kind], limits)
                       for kind, given in levels.items() if given}
        # How many kinds play may come to from each one; no move raises that.
        self.stages = {}
        if self.measure.startswith("staged-"):
            after = {kind: {to for rule in rules for _, to, _ in rule.heaps}
                     for kind, rules in self.rules.items()}
            self.stages = {kind: self.reached(kind, after) for kind in self.rules}

    def reached(self, kind, after):
        """How many kinds play may come to from one."""
        seen, waiting = {kind}, [kind]
        while waiting:
            self.limits.step()
            fresh = after.get(waiting.pop(), set()) - seen
            seen |= fresh
            waiting += fresh
        return len(seen)

    def is_sentence(self, text):
        """Of the sentence the kinds that each of its rules is about are compared."""
        heads = [(kind, sizes.count(",") + 1)
                 for kind, sizes in re.findall(r"([^\s(),]+)\(([^()]*)\) -> ", text)]
        own = all(rule.is_part(text) for rules in self.rules.values() for rule in rules)
        return None if heads == self.heads and own else False

    def read(self, text):
        found = re.fullmatch(r"([^\s()]+)\((.*)\)", text)
        need(found and found[1] in self.arities, f"{text[:40]!r} is not a heap of this game")
        sizes = tuple(number(size) for size in found[2].split(", "))
        need(len(sizes) == self.arities[found[1]], f"{text[:40]!r} has another number of sizes")
        return found[1], sizes

    def rules_of(self, kind):
        need(kind in self.rules, "a kind has no rules")
        return self.rules[kind]

    def only_rules(self, many):
        """The rules, if all are about one kind and there are so many."""
        rules = sum(self.rules.values(), [])
        return rules if len(rules) == many and len(self.rules) == 1 else []

    def level(self, heap):
        kind, sizes = heap
        if self.measure == "given":
            return self.levels[kind].of(sizes)
        own = sum(sizes) if self.measure.endswith("sum") else sizes
        return self.stages.get(kind, 0), own, self.ranks.get(kind, -1)

    def options(self, heap):
        for rule in self.rules.get(heap[0], ()):
            for left in rule.options(heap[1]):
                need(all(self.level(part) < self.level(heap) for part in left),
                     "the game need not end: a new heap is not lower")
                yield tuple(left)


class Pairs(Board):
    """The product of two games on plain heaps. A position is a pair of heaps. The move that makes
    an option of each heap leaves the pairs of the heaps of both options, and those of each option
    with the other heap."""

    def __init__(self, lines, limits):
        self.limits, of_each = limits, {"first": [], "second": []}
        for line in lines:
            words = line.split(" ", 2)
            need(len(words) == 3 and words[0] == "move" and words[1] in of_each,
                 "a line about moves is unknown")
            of_each[words[1]].append("move " + words[2])
        need(all(of_each.values()), "a product has two games")
        need(lines == [f"move {name} {line[5:]}" for name, own in of_each.items() for line in own],
             "the moves are out of order")
        self.factors = [Heaps(own, limits) for own in of_each.values()]

    def read(self, text):
        found = re.fullmatch(r"\(([0-9]+), ([0-9]+)\)", text)
        need(found, f"{text[:40]!r} is not a pair of heaps")
        return number(found[1]), number(found[2])

    def options(self, pair):
        a, b = pair
        others = None
        for own in self.factors[0].options(a):
            others = list(self.factors[1].options(b)) if others is None else others
            for other in others:
                self.limits.step(1 + (len(own) + 1) * (len(other) + 1))
                yield tuple([(x, b) for x in own] + [(a, y) for y in other]
                            + [(x, y) for x in own for y in other])

    def is_sentence(self, text):
        found = re.fullmatch(r"product: (.*) times (.*)", text)
        need(found, "the sentence is not a product")
        same = [board.is_sentence("heap: " * own.startswith("take square") + own)
                for board, own in zip(self.factors, found.groups())]
        return False if False in same else None if None in same else True


# === Boards: rows, rings and bags ===


def ending(words):
    """The words of a line `until` as a function of a word, and whether it asks for counts only."""
    kind, *rest = words
    if kind in ("ends", "contains"):
        listed = [letters_of(word) for word in rest]
        return kind, listed
    need(kind in ("distinct", "increasing", "palindrome", "length", "letters", "each"),
         "an ending is unknown")
    need(len(rest) == (kind in ("length", "letters", "each")), "an ending has other words")
    return kind, number(rest[0]) if rest else None


def is_over(until, word, bag=False):
    """Whether the ending holds of a word, or of a bag as a sorted word."""
    if until is None:
        return False
    kind, most = until
    counts = [word.count(letter) for letter in set(word)]
    if kind == "contains" and bag:
        return any(all(listed.count(letter) <= word.count(letter) for letter in listed)
                   for listed in most)
    if kind == "contains":
        return any(listed in word for listed in most)
    if kind == "ends":
        return not bag and any(word.endswith(listed) for listed in most)
    if kind == "increasing":
        return not bag and all(a < b for a, b in zip(word, word[1:]))
    if kind == "palindrome":
        return sum(count % 2 for count in counts) <= 1
    if kind == "distinct":
        return max(counts, default=0) <= 1
    return {"length": len(word), "letters": len(counts),
            "each": max(counts, default=0)}[kind] <= most


class Factor:
    """What a move removes."""

    def __init__(self, words):
        self.kind, *rest = words
        takes = {"letter": code_points,
                 "word": listed_words,
                 "palindrome": lambda all_of: span(*all_of), "run": None, "part-of-run": None,
                 "square": None, "half-of-square": None}
        need(self.kind in takes and bool(rest) == (takes[self.kind] is not None),
             "a factor is unknown")
        self.what = takes[self.kind](rest) if rest else None

    def lengths(self, word, start, before):
        """The lengths of the factors that begin here; for half of a square, of its first half."""
        first, left = word[start], len(word) - start
        run = next((at for at in range(start, len(word)) if word[at] != first), len(word)) - start
        if self.kind == "letter":
            return [1] if self.what is None or first in self.what else []
        if self.kind == "word":
            return [len(own) for own in self.what if word.startswith(own, start)]
        if self.kind == "run":
            return [] if before == first else [run]
        if self.kind == "part-of-run":
            return range(1, run + 1)
        if self.kind == "palindrome":
            fits_in = (length for length in range(1, left + 1) if within(self.what, length))
            return [length for length in fits_in
                    if word[start : start + length] == word[start : start + length][::-1]]
        halves = [half for half in range(1, left // 2 + 1)
                  if word[start : start + half] == word[start + half : start + 2 * half]]
        return [2 * half for half in halves] if self.kind == "square" else halves

    def text(self):
        if self.kind == "letter" and self.what is None:
            return "letter"
        if self.kind == "word":
            return " or ".join(map(quoted, self.what))
        if self.kind == "palindrome":
            return "palindrome " + span_text(self.what)
        return None if self.kind == "letter" else self.kind.replace("-", " ")


def pieces(words):
    """The pieces that are put in place of something; an empty one is written as `-`."""
    parts = [[]]
    for word in words:
        if word == "|":
            parts.append([])
        else:
            parts[-1].append(word)
    need(all(part and ("-" not in part or part == ["-"]) for part in parts), "an empty piece is -")
    return [[] if part == ["-"] else part for part in parts]


# In place of a letter: the symbol is a variable, and a number follows.
VARIABLE = ""


class Replace:
    """A rewriting rule: letters, runs of them and variables are replaced by pieces."""

    def __init__(self, words):
        need("->" in words, "a replacement has no arrow")
        arrow = words.index("->")
        left, right = words[:arrow], words[arrow + 1 :]
        self.start, self.end = left[:1] == ["^"], left[-1:] == ["$"]
        self.left = [self.symbol(word) for word in left[self.start : len(left) - self.end]]
        need(self.left, "a replacement has no sides")
        self.right = [list(map(self.symbol, part)) for part in pieces(right)]
        bound = {symbol for symbol in self.left if symbol[0] == VARIABLE}
        others = [symbol for piece in self.right
                  for symbol in piece if symbol[0] == VARIABLE or symbol[1]]
        need(all(symbol in bound for symbol in others), "a replacement puts unknown letters in")

    @staticmethod
    def symbol(word):
        if word.startswith("?"):
            return VARIABLE, number(word[1:], 1024)
        return chr(number(word.removesuffix("+"), 0x110000)), word.endswith("+")

    def matches(self, word, start, limits):
        """Where the occurrences end that begin at this place, with the letters of the variables."""
        found = {(start, ())}
        for letter, run in self.left:
            following = set()
            for at, bound in found:
                limits.step()
                if letter == VARIABLE and at < len(word):
                    if dict(bound).get(run, word[at]) == word[at]:
                        following.add((at + 1,
                                       tuple(sorted({**dict(bound), run: word[at]}.items()))))
                elif run is True:
                    while at < len(word) and word[at] == letter:
                        at += 1
                        following.add((at, bound))
                elif at < len(word) and word[at] == letter:
                    following.add((at + 1, bound))
            found = following
        return [(end, dict(bound))
                for end, bound in sorted(found) if not self.end or end == len(word)]

    def pieces(self, bound):
        return ["".join(bound[which] if letter == VARIABLE else letter for letter, which in piece)
                for piece in self.right]

    def cuts(self):
        """Whether the pieces are the beginning of the left side, its end, and factors between."""
        if (self.start or self.end or len(self.right) < 2
            or any(run is True for _, run in self.left)):
            return False
        last = len(self.right) - 1
        for at, piece in enumerate(self.right):
            most = len(self.left) - len(piece)
            starts = [0] if at == 0 else [most] if at == last else range(1, most + 1)
            if (most < 1
                or not any(self.left[start : start + len(piece)] == piece for start in starts)):
                return False
        return True

    def text(self):
        if any(letter == VARIABLE for letter, _ in self.left):
            return None
        side = (lambda symbols: '"' + "".join(ESCAPED.get(a, a) + "+" * run for a, run in symbols)
                + '"')
        return ("^" * self.start + side(self.left) + "$" * self.end + " -> "
                + "|".join(map(side, self.right)))


def word_moves(lines):
    """The moves, each as words and the set of words that it must leave, None if it may leave any;
    and the ending, or None."""
    moves, until = [], None
    for line in lines:
        opening, *words = line.split(" ")
        need(until is None and opening in ("move", "until"), "a line about moves is unknown")
        if opening == "until":
            until = ending(words)
            continue
        at = words.index("within") if "within" in words else len(words)
        need(0 < at != len(words) - 1, "a move or a list is empty")
        listed = set(listed_words(words[at + 1 :]))
        moves.append((words[:at], listed or None))
    return moves, until


class RowsOf(Board):
    """Words in a row or a ring. A position is the word; of a ring, a pair with the word first."""

    def __init__(self, lines, limits, ring):
        self.limits, self.ring, self.moves, self.lines = limits, ring, [], lines
        moves, self.until = word_moves(lines)
        for (kind, *rest), listed in moves:
            need(not (ring and listed), "a ring is no listed word")
            if kind == "replace":
                self.moves.append((kind, None, Replace(rest), listed))
                continue
            need(rest, "a move is unknown")
            if kind == "split":
                need(len(rest) == 1 and not ring, "a move is unknown")
                self.moves.append((kind, None, span(rest[0]), listed))
                need(self.moves[-1][2][0] >= 2, "the game need not end")
                continue
            need(kind in ("remove", "every") and rest[0] in ("closes", "separates"),
                 "a move is unknown")
            need((len(rest) > 1) == (kind == "remove"), "a move is unknown")
            self.moves.append((kind, rest[0] == "separates",
                               Factor(rest[1:]) if kind == "remove" else None, listed))

    def ends(self):
        """Whether every play is seen to end: weights of letters under which every move leaves
        lighter words; or a rule puts the same letters in another order, and all of these lead to
        words that are earlier in one order of the letters, from one side."""
        rows, pairs = [], []
        key = lambda symbol: symbol if symbol[0] == VARIABLE else symbol[0]
        for left, right in [(what.left, what.right)
                            for kind, _, what, _ in self.moves if kind == "replace"]:
            fixed = (not self.ring and len(right) == 1
                     and not any(letter == VARIABLE or run for letter, run in left))
            if fixed and sorted(left) == sorted(right[0]):
                pairs.append([(a, b) for (a, _), (b, _) in zip(left, right[0]) if a != b]
                             or [(None, None)])
                continue
            for piece in right:
                rows.append(Counter(map(key, left)))
                rows[-1].subtract(map(key, piece))
        return (weighs(rows)
                and any(is_order([differ[side] for differ in pairs]) for side in (0, -1)))

    def read(self, text):
        if not self.ring:
            return read_word(text)
        if text.startswith('"'):
            return read_word(text, True)
        need(text.startswith("(") and text.endswith(")"), "a ring is written in round brackets")
        word = read_word(text[1:-1]) if text != "()" else ""
        need(word == least_turn(word), "a ring is written from where it is least")
        return word, "ring"

    def whole(self, word):
        """The parts of a row between which no move extends, if every move leaves factors only."""
        if self.ring or self.until or not all(self.cuts(move) for move in self.moves):
            return [word]
        crossed = [False] * (len(word) + 1)
        for kind, _, what, _ in self.moves:
            for start in range(len(word)):
                ends = ([start + length for length in what.lengths(word, start, None)]
                        if kind == "remove"
                        else [end for end, _ in what.matches(word, start, self.limits)])
                for place in range(start + 1, max(ends, default=0)):
                    crossed[place] = True
        places = [0] + [at for at in range(1, len(word)) if not crossed[at]] + [len(word)]
        return [word[a:b] for a, b in zip(places, places[1:]) if a < b]

    @staticmethod
    def cuts(move):
        kind, separates, what, listed = move
        if listed is not None or kind == "split":
            return False
        return (what.cuts() if kind == "replace"
                else kind == "remove" and separates and what.kind not in ("run", "half-of-square"))

    def options(self, position):
        if isinstance(position, tuple):
            yield from self.of_ring(position[0])
            return
        word = position
        if is_over(self.until, word):
            return
        for kind, separates, what, listed in self.moves:
            for left in (self.split(word, what, listed) if kind == "split"
                         else self.left(word, kind, separates, what)):
                self.limits.step()
                if listed is None or left and listed.issuperset(left):
                    yield left

    def left(self, word, kind, separates, what):
        """What the moves of one rule leave."""
        if kind == "every":
            for letter in sorted(set(word)):
                pieces = word.split(letter)
                yield self.kept(pieces if separates else ["".join(pieces)])
        elif kind == "remove":
            for start in range(len(word)):
                for length in what.lengths(word, start, word[start - 1] if start else None):
                    places = [(start, start + length)]
                    if what.kind == "half-of-square":
                        places.append((start + length, start + 2 * length))
                    for left, right in places:
                        yield self.kept([word[:left], word[right:]] if separates
                                        else [word[:left] + word[right:]])
        else:
            for start in range(min(1, len(word)) if what.start else len(word)):
                for end, bound in what.matches(word, start, self.limits):
                    pieces = what.pieces(bound)
                    pieces[0] = word[:start] + pieces[0]
                    pieces[-1] += word[end:]
                    yield self.kept(pieces)

    def split(self, word, parts, listed):
        """The ways to cut a word between letters into so many parts; those that begin with a listed
        word where there is a list."""
        low, high = parts
        high = len(word) if high is None else min(high, len(word))
        waiting = [((), 0)]
        while waiting:
            found, start = waiting.pop()
            self.limits.step()
            if low <= len(found) + 1 <= high:
                yield found + (word[start:],)
            if len(found) + 1 < high:
                for end in range(start + 1, len(word)):
                    if listed is None or word[start:end] in listed:
                        waiting.append((found + (word[start:end],), end))

    @staticmethod
    def kept(pieces):
        return tuple(piece for piece in pieces if piece)

    def of_ring(self, word):
        # Up to the least period: after it, the same words come again.
        turns = [word[at:] + word[:at] for at in range((word + word).find(word, 1))]
        if self.until and self.until[0] in ("ends", "contains"):
            if any(turn.startswith(listed) for listed in self.until[1] for turn in turns):
                return
        elif is_over(self.until, word):
            return
        ring = lambda rest: ((least_turn(rest), "ring"),) if rest else ()
        for kind, separates, what, _ in self.moves:
            need(kind != "every", "rings have no moves on every copy of a letter")
            for turn in turns:
                if kind == "remove":
                    before = turn[-1] if len(set(turn)) > 1 else None
                    for length in what.lengths(turn, 0, before):
                        if what.kind == "half-of-square" and separates:
                            yield self.kept([turn[2 * length :] + turn[:length]])
                        yield self.kept([turn[length:]]) if separates else ring(turn[length:])
                    continue
                for end, bound in what.matches(turn, 0, self.limits):
                    first, *others = what.pieces(bound)
                    if not others:
                        yield ring(first + turn[end:])
                    else:
                        yield self.kept([others[-1] + turn[end:] + first] + others[:-1])

    def is_sentence(self, text):
        texts = []
        for kind, separates, what, listed in self.moves:
            if listed is not None or kind == "split":
                return None
            own = "every copy of a letter" if kind == "every" else what.text()
            texts.append(own if kind == "replace"
                         else own and f"{'cut' if separates else 'take'} {own}")
        known = {None: "", "distinct": " until distinct", "increasing": " until increasing"}
        until = known.get(self.until and self.until[0])
        if None in texts or until is None or " for letter" in text or "word " in text:
            return None
        return text == ("ring: " if self.ring else "row: ") + ", ".join(texts) + until


def weighs(rows):
    """Whether positive weights of letters give each row of multiples a sum over 0, whatever the
    letters of variables weigh. If all weights 1 do not, one letter after the other is eliminated
    from the inequalities (Fourier and Motzkin)."""
    if any(times < 0 for row in rows for name, times in row.items() if isinstance(name, tuple)):
        return False
    letters = sorted({name for row in rows for name in row if isinstance(name, str)})
    alike = [sum(row.values()) > 0 for row in rows]
    rest = {tuple(row[letter] for letter in letters) for row in rows}
    if (all(alike)
        or not all(own or any(row[letter] for letter in letters) for own, row in zip(alike, rows))):
        return all(alike)
    rest = {row for row in rest if any(row)} | {tuple(int(letter == own) for own in letters)
                                                for letter in letters}
    for at in range(len(letters)):
        above, below = [row for row in rest if row[at] > 0], [row for row in rest if row[at] < 0]
        sums = [tuple(a[at] * y - b[at] * x for x, y in zip(a, b)) for a in above for b in below]
        rest = {row for row in rest if row[at] == 0}
        rest |= {tuple(x // (gcd(*row) or 1) for x in row) for row in sums}
        if len(rest) > 1000 or not all(map(any, rest)):
            return False
    return True


def is_order(pairs):
    """Whether in one order of the letters the second one of each pair is earlier than the first."""
    while pairs:
        later = {first for first, _ in pairs}
        rest = [pair for pair in pairs if pair[1] in later]
        if len(rest) == len(pairs):
            return False
        pairs = rest
    return True


def least_turn(word):
    return min((word[at:] + word[:at] for at in range(len(word))), default="")


class Bags(Board):
    """Letters without order. A position is a sorted word."""

    # A letter, and the number of its copies if there are many of one: `{a*100, b}`.
    PART = r'("(?:\\.|[^"\\])"|[^"*,\s])(?:\*([1-9][0-9]+|[2-9]))?'
    MOST_LETTERS = 10**7

    def __init__(self, lines, limits):
        self.limits, self.takes, self.lists, self.splits = limits, [], [], []
        moves, self.until = word_moves(lines)
        for (kind, *rest), listed in moves:
            listed = listed and {"".join(sorted(word)) for word in listed}
            if kind == "split":
                need(len(rest) == 1 and listed, "a move is unknown")
                self.splits.append((span(rest[0]), sorted(listed)))
                need(self.splits[-1][0][0] >= 2, "the game need not end")
                continue
            need(kind == "take" and rest, "a move is unknown")
            self.takes.append(Factor(rest))
            need(self.takes[-1].kind in ("letter", "word"), "bags have no order")
            self.lists.append(listed)
        counts = self.until is not None and self.until[0] not in ("ends", "contains", "increasing")
        self.free = not self.splits and all(listed is None for listed in self.lists)
        every = all(take.kind == "letter" and take.what is None for take in self.takes)
        self.symmetric = counts and self.free and every

    def read(self, text):
        need(text.startswith("{") and text.endswith("}"), "a bag is written in braces")
        counted = re.fullmatch(f"{self.PART}(, {self.PART})*", text[1:-1], re.DOTALL)
        if counted and re.search(r"\*[0-9]+", text):
            parts = [(read_word(letter), number(many or "1"))
                     for letter, many in re.findall(self.PART, text[1:-1], re.DOTALL)]
            need(all(one < two for (one, _), (two, _) in zip(parts, parts[1:]))
                 and max(many for _, many in parts) >= 100, "a bag is not as it is printed")
            if sum(many for _, many in parts) > self.MOST_LETTERS:
                raise Undecided(f"bags of over {self.MOST_LETTERS} letters are not compared here")
            return "".join(letter * many for letter, many in parts)
        word = read_word(text[1:-1]) if text != "{}" else ""
        need(list(word) == sorted(word), "the letters of a bag are in order")
        return word

    def canonical(self, word):
        """Where counts alone matter, letters are renamed, the commonest first."""
        if not self.symmetric:
            return word
        counts = sorted((word.count(letter) for letter in set(word)), reverse=True)
        return "".join(chr(97 + at if at < 26 else 0x4E00 + at - 26) * count
                       for at, count in enumerate(counts))

    def whole(self, word):
        """Groups of letters that no move joins, if there is no ending and no list."""
        if self.until or not self.free:
            return [word]
        groups = []
        for take in self.takes:
            each = (set(word) if take.kind == "letter"
                    else [own for own in take.what if without(word, own) is not None])
            for joined in (set(own) for own in each
                           if take.what is None or take.kind == "word" or own in take.what):
                apart = [group for group in groups if not group & joined]
                groups = apart + [joined.union(*(group for group in groups if group & joined))]
        return ["".join(letter for letter in word if letter in group) for group in groups]

    def options(self, word):
        if is_over(self.until, word, True):
            return
        for take, listed in zip(self.takes, self.lists):
            for taken in sorted(set(word)) if take.kind == "letter" else take.what:
                self.limits.step()
                if take.kind == "word" or take.what is None or taken in take.what:
                    rest = without(word, taken)
                    if rest is not None and (listed is None or rest in listed):
                        yield (rest,) if rest else ()
        for (low, high), listed in self.splits:
            # What is chosen, in order, and what is left.
            waiting = [((), 0, word)]
            while waiting:
                chosen, first, rest = waiting.pop()
                self.limits.step()
                if not rest and len(chosen) >= low:
                    yield chosen
                if high is None or len(chosen) < high:
                    for at in range(first, len(listed)):
                        left = without(rest, listed[at])
                        if left is not None:
                            waiting.append((chosen + (listed[at],), at, left))


def without(word, taken):
    """A sorted word without these letters; None if it has not all of them."""
    for letter in taken:
        if letter not in word:
            return None
        word = word.replace(letter, "", 1)
    return word


class Tapes(Board):
    """Words that grow at the end, by letters that complete no word of some lists, until there is a
    word of another list. A position has the word, and the number of letters that may follow."""

    def __init__(self, lines, limits):
        need(lines and len(lines) < 3, "a tape has one move and one ending")
        letters, _, avoided = Reader(lines).rest("move append").partition(" avoiding ")
        self.limits, self.letters = limits, code_points(letters.split(" "))
        need(self.letters is not None, "a tape has an alphabet")
        lists = avoided.split(" or ") if avoided else []
        self.avoided = tuple(word for words in lists for word in listed_words(words.split(" ")))
        self.until = ending(Reader(lines[1:]).words("until")) if lines[1:] else None
        need(self.until is None or self.until[0] in ("ends", "contains"), "an ending is unknown")
        self.last = tuple(self.until[1]) if self.until else ()
        if sum(len(word) ** 2 for word in self.avoided + self.last) > 10 ** 7:
            raise Undecided("the words that a tape avoids are too long to be compared here")
        # What listed words begin with.
        self.begun = {word[:end] for word in self.avoided + self.last
                      for end in range(1, len(word) + 1)} | {""}
        self.longest = max(map(len, self.begun))

    def read(self, text):
        word, slash, left = text.rpartition("/")
        need(slash, f"{text[:40]!r} is not a tape")
        word = read_word(word)
        need(self.letters.issuperset(word), "a letter is not one of the tape")
        return "tape", word, number(left)

    def canonical(self, tape):
        """The end of the word with which a listed word begins, or a word by which play is over."""
        _, word, left = tape
        if is_over(self.until, word):
            ends = [len(word)] if self.until[0] == "ends" else range(1, len(word) + 1)
            return "tape", next(word[start:end] for end in ends
                                for start in range(end - 1, max(end - self.longest, 0) - 1, -1)
                                if word[start:end] in self.last), left
        start = max(len(word) - self.longest, 0)
        return "tape", next(word[at:] for at in range(start, len(word) + 1)
                            if word[at:] in self.begun), left

    def options(self, tape):
        _, word, left = tape
        if left == 0 or is_over(self.until, word):
            return
        for letter in sorted(self.letters):
            self.limits.step()
            if not (word + letter).endswith(self.avoided):
                yield (("tape", word + letter, left - 1),)


# === Boards: graphs, orders and tokens ===


def numbered(count, edges, colours, directed, limits):
    """A numbering of a graph that depends on its edges alone: the edges of the least one."""
    if count > 2000:
        raise Undecided("graphs of more than 2000 vertices are not compared here")
    around = [[] for _ in range(count)]
    for a, b in edges:
        around[a].append((b, 0))
        around[b].append((a, int(directed)))
    best, waiting = None, [colours]
    while waiting:
        colours = waiting.pop()
        while True:
            limits.step(count + len(edges))
            keys = [(colours[at], sorted((colours[to], way) for to, way in around[at]))
                    for at in range(count)]
            ranks = {repr(key): rank for rank, key in reversed(list(enumerate(sorted(keys))))}
            fresh = [ranks[repr(key)] for key in keys]
            if len(set(fresh)) == len(set(colours)):
                break
            colours = fresh
        classes = sorted((colours.count(colour), colour) for colour in set(colours))
        shared = next((colour for size, colour in classes if size > 1), None)
        if shared is None:
            order = sorted(range(count), key=colours.__getitem__)
            place = {vertex: at for at, vertex in enumerate(order)}
            own = sorted((place[a], place[b]) if directed or place[a] < place[b]
                         else (place[b], place[a]) for a, b in edges)
            best = own if best is None or own < best else best
            continue
        tried = []
        for vertex in (at for at in range(count) if colours[at] == shared):
            near = set(around[vertex])
            if any(near - {(other, 0)} == set(around[other]) - {(vertex, 0)} for other in tried):
                continue
            tried.append(vertex)
            waiting.append([2 * colour + (at != vertex) for at, colour in enumerate(colours)])
    return count, tuple(best or ())


def connected(stays, around):
    """The connected parts of some vertices."""
    left, parts = set(stays), []
    for first in stays:
        if first in left:
            left.discard(first)
            part = [first]
            for vertex in part:
                part += [to for to in around[vertex] if to in left]
                left.difference_update(around[vertex])
            parts.append(sorted(set(part)))
    return parts


def name_order(name):
    """Numbers come in their order, then words in theirs."""
    is_number = name.isascii() and name.isdigit() and len(name) < 25 and int(name) < U64
    return not is_number, int(name) if is_number else 0, name


def read_edges(text, sign, first=None):
    """The names of the vertices in their order, and the edges as pairs of their numbers, of
    `{a-b b-c d}`: edges in their order, then vertices without edges. The vertex `first` comes
    first."""
    need(re.fullmatch(r"\{[^{}]*\}", text), "a graph is written in braces")
    words = [word.split(sign) for word in text[1:-1].split(" ")] if text != "{}" else []
    for ends in words:
        need(len(ends) < 3 and all(re.fullmatch(r"\w+", name) for name in ends),
             f"{sign.join(ends)[:40]!r} is not an edge or a vertex")
    found = sorted({name for ends in words for name in ends}, key=name_order)
    names = {name: at for at, name in enumerate(sorted(found, key=lambda name: name != first))}
    places = [[names[name] for name in ends] for ends in words]
    edges = [tuple(ends if sign != "-" else sorted(ends)) for ends in places if len(ends) == 2]
    met, order = {end for edge in edges for end in edge}, list(names)
    shown = [sign.join(order[end] for end in edge) for edge in sorted(edges)]
    shown += [name for name, at in names.items() if at not in met]
    need(text == "{" + " ".join(shown) + "}", f"{text[:40]!r} is not a graph as it is printed")
    return names, edges


def read_graph(text, sign):
    """The same for a graph without loops and repeated edges, which are in order."""
    names, edges = read_edges(text, sign)
    simple = len(set(edges)) == len(edges) and all(a != b for a, b in edges)
    need(simple, "an edge is there twice, or is a loop")
    return names, sorted(edges)


class Graphs(Board):
    """Graphs, and connected shapes of cells of a board. A position is ("cells", rows) or ("graph",
    vertices, edges); of a game on a family ("member", n), and the graphs that moves leave."""

    on_graph = True

    def __init__(self, lines, limits):
        self.limits, self.family = limits, None
        if lines and lines[0].startswith("family "):
            self.family, lines = Family(lines[0].removeprefix("family ")), lines[1:]
        self.moves = [line.removeprefix("move ") for line in lines]
        need(self.moves, "a graph has moves")
        # The numbers of neighbours, or of vertices, of the moves that have some.
        self.of = {move: self.condition(*move.split(" ")) for move in self.moves}
        need(self.family is None or "leaves" not in self.moves, "a family does not lose leaves")
        self.sets = any(move.startswith("connected ") for move in self.moves)
        self.lone = any(move in ("vertex", "closed", "leaves")
                        or (move.startswith("degree ") and self.of[move](0))
                        or (move.startswith("connected ") and self.of[move][0] == 1)
                        for move in self.moves)

    def condition(self, kind, *words):
        """Which numbers of neighbours a move needs; how many vertices it takes, and whether the
        rest is connected."""
        if kind == "degree" and words in (("odd",), ("even",)):
            return lambda degree: degree % 2 == (words[0] == "odd")
        if kind == "degree" and len(words) == 1:
            low, high = span(words[0])
            need((low, high) != (0, None), "a condition is none")
            return lambda degree: low <= degree and (high is None or degree <= high)
        if kind == "connected" and len(words) == 3:
            least, most, whole = number(words[0]), number(words[1]), words[2] == "whole"
            need(1 <= least <= most <= 8 and words[2] in ("whole", "any")
                 and (whole or most > 2), "a move is unknown")
            return least, most, whole
        need(kind in ("vertex", "closed", "edge", "ends", "leaves") and not words,
             "a move is unknown")
        return None

    def read(self, text):
        if text.startswith("{"):
            names, edges = read_graph(text, "-")
            around = neighbours(len(names), edges)
            need(len(connected(range(len(names)), around)) == 1, "a component is connected")
            return ("graph", len(names), tuple(edges))
        if self.family is not None:
            return ("member", self.family.read(text))
        sides = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", text, re.ASCII)
        need({"edge", "leaves"}.isdisjoint(self.moves), "a shape does not lose edges or leaves")
        rows = ["." * int(sides[2])] * int(sides[1]) if sides else text.split("/")
        need(rows[0] and all(len(row) == len(rows[0]) and set(row) <= {".", "#"} for row in rows),
             f"{text[:40]!r} is not a shape")
        need(sides or "#" in text, f"{text[:40]!r} is not a shape as it is printed")
        cells = [(at, to) for at, row in enumerate(rows)
                 for to, sign in enumerate(row) if sign == "."]
        need(boxed(cells) == rows and len(connected(cells, beside(cells))) == 1,
             f"{text[:40]!r} is not one shape in its box")
        return ("cells", tuple(rows))

    def canonical(self, position):
        if position[0] == "member":
            return position
        if position[0] == "graph":
            return ("graph",
                    *numbered(position[1], position[2], [0] * position[1], False, self.limits))
        rows = position[1]
        turned = tuple("".join(row[at] for row in rows) for at in range(len(rows[0])))
        images = [tuple(row[::b] for row in own[::a]) for own in (rows, turned) for a in (1, -1)
                  for b in (1, -1)]
        # A hole is less than a cell, and '#' is less than '.'.
        return ("cells", min(images, key=lambda own: (len(own[0]), own)))

    def any_numbering(self, position):
        return position[0] == "graph"

    def mirrors(self, position):
        """Whether the second player wins by the rotated move, where that is always one."""
        if position[0] != "cells" or self.sets:
            return False
        rows = position[1]
        last = (len(rows) - 1, len(rows[0]) - 1)
        cells = [(at, to) for at, row in enumerate(rows)
                 for to, sign in enumerate(row) if sign == "."]
        near = beside(cells)
        image = lambda cell: (last[0] - cell[0], last[1] - cell[1])
        return all(image(cell) in near and image(cell) != cell and image(cell) not in near[cell]
                   for cell in cells)

    def options(self, position):
        if position[0] == "member":
            position = ("graph", *self.family.member(position[1]))
        if position[0] == "cells":
            cells = [(at, to) for at, row in enumerate(position[1])
                     for to, sign in enumerate(row) if sign == "."]
            around, edges = beside(cells), ()
            make = lambda part, _: ("cells", tuple(boxed(part)))
        else:
            cells, edges, make = list(range(position[1])), position[2], renumbered
            around = neighbours(position[1], edges)
        for _, stay, parts in self.cuts(cells, around, edges):
            yield tuple(make(part, stay) for part in parts)

    def cuts(self, cells, around, edges):
        """For each move the vertices where it is made, the edges of the graph without the one that
        it takes, and the parts that are left."""
        for kind in self.moves:
            if kind == "leaves":
                leaves = {cell for cell in cells if len(around[cell]) < 2}
                gone = [leaves - {kept} for kept in [None, *leaves]]
                gone = [((), taken)
                        for taken in gone if taken and (len(taken) < len(cells) or len(cells) == 1)]
            elif kind in ("vertex", "closed"):
                gone = [((cell,), {cell} | (set(around[cell]) if kind == "closed" else set()))
                        for cell in cells]
            elif kind.startswith("degree "):
                gone = [((cell,), {cell}) for cell in cells if self.of[kind](len(around[cell]))]
            elif kind.startswith("connected "):
                gone = [((), taken) for taken in self.together(*self.of[kind][:2], cells, around)]
            else:
                gone = [((a, b), {a, b}) for a in cells for b in around[a] if a < b]
            for place, taken in gone:
                self.limits.step(1 + len(cells) // 1024)
                stay, near = edges, around
                if kind == "edge":
                    stay, taken = [edge for edge in edges if set(edge) != taken], ()
                    near = neighbours(len(cells), stay)
                parts = connected([cell for cell in cells if cell not in taken], near)
                if len(parts) > 1 and kind.startswith("connected ") and self.of[kind][2]:
                    continue
                yield place, stay, [part for part in parts if self.lone or len(part) > 1]

    def together(self, least, most, cells, around):
        """The connected sets of so many vertices."""
        found = {frozenset([cell]) for cell in cells}
        for size in range(1, most + 1):
            if size >= least:
                yield from found
            if size == most:
                return
            wider = set()
            for own in found:
                self.limits.step()
                wider.update(own | {to} for cell in own for to in around[cell] if to not in own)
            found = wider

    def is_sentence(self, text):
        on = "" if self.family is None else f" on {self.family.text('n')}"
        return text == "graph: " + ", ".join("take " + self.words(move) for move in self.moves) + on

    def words(self, move):
        names = {"vertex": "vertex", "closed": "vertex with its neighbours", "edge": "edge",
                 "ends": "edge with its ends", "leaves": "all leaves but at most one"}
        if move in names:
            return names[move]
        kind, *words = move.split(" ")
        if kind == "degree":
            low, high = (None, None) if words[0] in ("odd", "even") else span(words[0])
            return "vertex where degree " + (
                f"is {words[0]}" if low is None else f"= {low}" if low == high
                else f"at least {low}" if high is None
                else f"at most {high}" if low == 0 else f"in {low}..{high}")
        least, most, whole = self.of[move]
        taken = ("vertex" if most == 1 else f"{most} connected vertices" if least == most
                 else f"{least}..{most} connected vertices")
        return taken + " leaving it connected" * whole


class End:
    """A graph with ports (v, i): edges from its vertex v to place i of the first column of a strip
    of columns (left), or of the last one (right). Closed: no end, the last column is linked to the
    first one. Finite: no columns, the graph is all."""

    def __init__(self, count, edges, left=(), right=(), closed=False, finite=False):
        self.count, self.edges, self.left, self.right = count, edges, left, right
        self.closed, self.finite = closed, finite


class Family:
    """Graphs of n equal columns with an end. A column has `width` vertices and edges `inner`; with
    edges `links` it is joined to the next one, from a place of it to one of the next."""

    def __init__(self, text):
        name, *words = text.split(" ")
        sizes, spider = list(map(number, words)), name == "spider"
        right = (len(sizes) <= 16 and all(1 <= size <= 64 for size in sizes) if spider
                 else len(sizes) == 1 and 1 <= sizes[0] <= 8 if name == "grid"
                 else name in ("path", "cycle", "comb") and not sizes)
        need(right, f"family {text[:40]!r} is unknown")
        self.ahead, self.behind = name + " ", ""
        if spider:
            self.ahead, self.behind = "spider [" + "".join(f"{leg}, " for leg in sizes), "]"
        if name == "grid":
            self.ahead = f"grid {sizes[0]}x"
        self.width = 2 if name == "comb" else sizes[0] if name == "grid" else 1
        self.inner = [(at, at + 1) for at in range(self.width - 1)]
        self.links = [(at, at) for at in range(1 if name == "comb" else self.width)]
        count, edges, closed = int(spider), [], name == "cycle"
        for leg in sizes if spider else ():
            edges += [(0 if at == count else at - 1, at) for at in range(count, count + leg)]
            count += leg
        self.end = End(count, edges, ((0, 0),) * spider, closed=closed)

    def text(self, n):
        return f"{self.ahead}{n}{self.behind}"

    def read(self, text):
        """The number of a member."""
        ends = text.startswith(self.ahead) and text.endswith(self.behind)
        need(ends, f"{text[:40]!r} is no member of the family")
        return number(text[len(self.ahead) : len(text) - len(self.behind)])

    def member(self, n):
        if self.end.count + self.width * n > U16:
            raise Undecided("the moves of graphs of more than 65536 vertices are not listed here")
        return self.graph(self.end, n)

    def graph(self, end, many):
        """The vertices and edges of so many columns with an end, whose vertices come first; of a
        finite graph with none. One column in a circle is not joined to itself."""
        first, edges = end.count, set(end.edges)
        last = first + many * self.width
        columns = [range(at, at + self.width) for at in range(first, last, self.width)]
        for at, column in enumerate(columns):
            edges.update((column[a], column[b]) for a, b in self.inner)
            if at + 1 < many or end.closed:
                after = columns[(at + 1) % many]
                edges.update(tuple(sorted((column[a], after[b])))
                             for a, b in self.links if column[a] != after[b])
        if columns:
            edges.update((v, columns[0][at]) for v, at in end.left)
            edges.update((v, columns[-1][at]) for v, at in end.right)
        return last, tuple(sorted(edges))


def isomorphic(one, other, limits):
    """Whether two graphs, each given by the neighbours and the colours of its vertices, are equal
    but for the numbers of the vertices. Colours are refined in both at once. Then a vertex and, in
    turn, each vertex of its colour in the other graph get a colour of their own."""
    arounds, waiting = (one[0], other[0]), [(one[1], other[1])]
    while waiting:
        pair, names, count = waiting.pop(), {}, -1
        while len(names) != count and sorted(pair[0]) == sorted(pair[1]):
            limits.step(len(pair[0]))
            count, names = len(set(pair[0])), {}
            pair = [[names.setdefault((colour, tuple(sorted(colours[to] for to in near))),
                                      len(names)) for colour, near in zip(colours, around)]
                    for colours, around in zip(pair, arounds)]
        if sorted(pair[0]) != sorted(pair[1]):
            continue
        if len(names) == len(pair[0]):
            return True
        colour = next(colour for colour, many in Counter(pair[0]).items() if many > 1)
        first = pair[0].index(colour)
        own = [*pair[0][:first], -1, *pair[0][first + 1 :]]
        waiting += [(own, [*pair[1][:at], -1, *pair[1][at + 1 :]])
                    for at, found in enumerate(pair[1]) if found == colour]
    return False


def renumbered(part, edges):
    place = {vertex: at for at, vertex in enumerate(part)}
    return ("graph", len(part),
            tuple((place[a], place[b]) for a, b in edges if a in place and b in place))


def neighbours(count, edges):
    around = [[] for _ in range(count)]
    for a, b in edges:
        around[a].append(b)
        around[b].append(a)
    return around


def beside(cells):
    known = set(cells)
    return {(a, b): [to for to in ((a - 1, b), (a, b - 1), (a, b + 1), (a + 1, b)) if to in known]
            for a, b in cells}


def distances(start, around):
    """How far the vertices are from one, those that it reaches, the near ones first."""
    found, waiting = {start: 0}, [start]
    for vertex in waiting:
        fresh = [to for to in dict.fromkeys(around[vertex]) if to not in found]
        found.update((to, found[vertex] + 1) for to in fresh)
        waiting += fresh
    return found


def boxed(cells):
    """The rows of the bounding box of some cells."""
    tops, lefts, known = [a for a, _ in cells], [b for _, b in cells], set(cells)
    columns = range(min(lefts), max(lefts) + 1)
    return ["".join(".#"[(row, column) not in known] for column in columns)
            for row in range(min(tops), max(tops) + 1)]


class Grounds(Board):
    """Graphs on vertex 0. A position is ("graph", vertices, edges); edges may repeat, or loop."""

    on_graph = True
    sentence = "graph: take edge with what it cuts off from the ground"

    def read(self, text):
        graph, middle, ground = text.rpartition("} on ")
        need(middle and graph.startswith("{"), "a graph stands on a vertex")
        if graph == "{" + ground:
            return ("graph", 1, ())
        names, edges = read_edges(graph + "}", "-", ground)
        need(len(edges) == len(graph.split(" ")) and ground in names, "a word is not an edge")
        parts = self.parts(len(names), edges)
        need(len(parts) == 1 and parts[0][1] == len(names), "a component is one part on the ground")
        return parts[0]

    def parts(self, count, edges):
        """The parts of what stands on the ground."""
        above = connected(range(1, count),
                          neighbours(count, [edge for edge in edges if edge[0] > 0]))
        parts = [("graph", 1, ((0, 0),)) for edge in edges if edge == (0, 0)]
        for part in above:
            place = {0: 0, **{vertex: at for at, vertex in enumerate(part, 1)}}
            own = tuple(sorted(tuple(sorted((place[a], place[b]))) for a, b in edges if b in part))
            if any(a == 0 for a, _ in own):
                parts.append(("graph", len(place), own))
        return parts

    def any_numbering(self, position):
        return True

    def canonical(self, position):
        """Each edge becomes a vertex between its ends, at an odd distance from the ground."""
        _, count, edges = position
        halves = sorted({(end, count + at) for at, edge in enumerate(edges) for end in edge})
        colours = [0] + [1] * (count + len(edges) - 1)
        whole, form = numbered(len(colours), halves, colours, False, self.limits)
        around = neighbours(whole, form)
        level = distances(0, around)
        place = {vertex: at
                 for at, vertex in enumerate(sorted(v for v in level if level[v] % 2 == 0))}
        ends = [sorted(place[end] for end in around[v]) for v in sorted(level) if level[v] % 2]
        return ("graph", len(place), tuple(sorted((own[0], own[-1]) for own in ends)))

    def options(self, position):
        _, count, edges = position
        for at in range(len(edges)):
            self.limits.step()
            yield tuple(self.parts(count, edges[:at] + edges[at + 1 :]))


class Orders(Board):
    """Bars of chocolate, and orders: a move takes an element with all above. A position is ("bar",
    rows) or ("order", ..)."""

    on_graph = True
    sentence = "poset: take element with all above"

    def read(self, text):
        if text.startswith("{"):
            names, edges = read_graph(text, "<")
            need(len(connected(range(len(names)), neighbours(len(names), edges))) == 1,
                 "a component is connected")
            return ("order", len(names), tuple(edges))
        rows, x, columns = text.partition("x")
        lengths = ([number(columns, U16 + 1)] * number(rows, U16 + 1) if x
                   else [number(row, U16 + 1) for row in text.split(".")])
        plain = lengths and min(lengths) > 0 and lengths == sorted(lengths, reverse=True)
        need(plain and bool(x) == (len(set(lengths)) == 1),
             f"{text[:40]!r} is not a bar as it is printed")
        return ("bar", tuple(lengths))

    def any_numbering(self, position):
        return position[0] == "order"

    def canonical(self, position):
        if position[0] == "bar":
            rows = position[1]
            return ("bar", min(rows, tuple(sum(row > at for row in rows) for at in range(rows[0]))))
        return ("order", *numbered(position[1], position[2], [0] * position[1], True, self.limits))

    def options(self, position):
        if position[0] == "bar":
            rows = position[1]
            for at, length in enumerate(rows):
                for column in range(at == 0, length):
                    self.limits.step()
                    rest = tuple(own if row < at else min(own, column)
                                 for row, own in enumerate(rows))
                    rest = tuple(own for own in rest if own)
                    arms = ([(rest[0],), (1,) * len(rest)] if len(rest) == 1 or rest[1] == 1
                            else [rest])
                    yield tuple(("bar", arm) for arm in arms if arm != (1,))
            return
        for taken in range(position[1]):
            self.limits.step()
            gone = [taken]
            for low in gone:
                gone += [b for a, b in position[2] if a == low and b not in gone]
            rest = [at for at in range(position[1]) if at not in gone]
            around = neighbours(position[1], position[2])
            yield tuple(("order", *renumbered(part, position[2])[1:])
                        for part in connected(rest, around))


class Tokens(Board):
    """A token on a graph. A position is the vertices, the edges, and the vertex of the token."""

    on_graph = True

    def __init__(self, lines, limits):
        words = [line.split(" ") for line in lines]
        need(len(words) == 1 and len(words[0]) == 3 and words[0][0] == "move",
             "a token has other moves")
        _, way, self.once = words[0]
        need(way in ("one-way", "both-ways") and self.once in ("vertex", "edge"),
             "a move is unknown")
        self.limits, self.one_way = limits, way == "one-way"

    def read(self, text):
        return self.named(text)[:3]

    def named(self, text):
        """A position, and its vertices by name."""
        graph, middle, name = text.rpartition(" from ")
        need(middle, "a token stands on a vertex")
        names, edges = read_graph(graph, ">" if self.one_way else "-")
        need(name in names, "a token stands on a vertex")
        return len(names), tuple(edges), names[name], names

    def any_numbering(self, position):
        return True

    def along(self, edges, at):
        return sorted([b for a, b in edges if a == at]
                      + [a for a, b in edges if b == at and not self.one_way])

    def canonical(self, position):
        _, edges, at = position
        reached = [at]
        for vertex in reached:
            reached += [to for to in dict.fromkeys(self.along(edges, vertex)) if to not in reached]
        place = {vertex: number_of for number_of, vertex in enumerate(reached)}
        kept = [(place[a], place[b]) for a, b in edges if a in place and b in place]
        return (*numbered(len(reached), kept, [0] + [1] * (len(reached) - 1), self.one_way,
                          self.limits), 0)

    def options(self, position):
        count, edges, at = position
        for to in self.along(edges, at):
            used = {(at, to)} if self.one_way else {(at, to), (to, at)}
            left = [e for e in edges if (e not in used if self.once == "edge" else at not in e)]
            yield ((count, tuple(left), to),)

    def is_sentence(self, text):
        edge = "arc" if self.one_way else "edge"
        return text == "token: move along " + (f"new {edge}" if self.once == "edge"
                                               else f"{edge} to new vertex")


# === Boards: piles, lines, stones and sets ===


class Piles(Board):
    """Piles that moves take from at once. A position is the sizes of those with counters."""

    def __init__(self, lines, limits):
        self.limits, self.moves = limits, []
        for line in lines:
            words = line.split(" ")
            need(words[:2] == ["move", "take"] and "from" in words
                 and words[-1] in ("any", "equal"), "a move is unknown")
            at = words.index("from")
            need(at == len(words) - 3, "a move is unknown")
            which = (words[-2] if words[-2] in ("all", "first", "last", "largest", "smallest")
                     else span(words[-2]) if ".." in words[-2]
                     else [tuple(map(number, one.split(","))) for one in words[-2].split("|")])
            amounts = Amounts(words[2:at])
            need(not amounts.contains(0), "a move takes no counters")
            self.moves.append((amounts, which, words[-1] == "equal"))
        named = [which for _, which, _ in self.moves if isinstance(which, list)]
        need(all(0 not in one and one == tuple(sorted(set(one))) for sets in named for one in sets)
             and all(len(set(sets)) == len(sets) for sets in named),
             "the numbers of piles from 1 on do not ascend, or a set is there twice")
        self.numbered = max((place for sets in named for one in sets for place in one), default=0)
        self.ordered = self.numbered or any(which in ("first", "last")
                                            for _, which, _ in self.moves)

    def read(self, text):
        need(text.startswith("[") and text.endswith("]"), f"{text[:40]!r} is not a list of piles")
        sizes = tuple(number(size) for size in text[1:-1].split(", ")) if text != "[]" else ()
        need(not sizes or any(sizes) and len(sizes) >= self.numbered if self.numbered
             else 0 not in sizes, "an empty pile is left out, or one is missing")
        return sizes

    def canonical(self, sizes):
        return sizes if self.ordered else tuple(sorted(sizes))

    def choices(self, sizes, which):
        """Sets of piles to take from."""
        places = [at for at in range(len(sizes)) if sizes[at]]
        if isinstance(which, list):
            yield from (tuple(place - 1 for place in one) for one in which
                        if all(place - 1 in places for place in one))
        elif isinstance(which, tuple):
            for count in range(max(which[0], 1), min(len(places), which[1] or len(places)) + 1):
                yield from combinations(places, count)
        elif places:
            size = max(sizes) if which == "largest" else min(sizes[at] for at in places)
            ends_of = {"all": [tuple(places)], "first": [places[:1]], "last": [places[-1:]]}
            yield from ends_of.get(which, [(at,) for at in places if sizes[at] == size])

    def options(self, sizes):
        for amounts, which, equal in self.moves:
            for chosen in self.choices(sizes, which):
                self.limits.step()
                least = min(sizes[at] for at in chosen)
                each = [list(amounts.upto(least if equal else sizes[at], self.limits))
                        for at in chosen]
                for taken in zip(*each) if equal else product(*each):
                    self.limits.step()
                    left = list(sizes)
                    for at, amount in zip(chosen, taken):
                        left[at] -= amount
                    rest = tuple(size for size in left if size or self.numbered)
                    yield (rest,) if any(rest) else ()

    def is_sentence(self, text):
        texts = []
        for amounts, which, equal in self.moves:
            piles = ("1 pile" if which == (1, 1) else f"{span_text(which)} piles"
                     if isinstance(which, tuple) else "all piles")
            piles = (f"the {which} pile" if which in ("first", "last", "largest", "smallest")
                     else piles)
            if isinstance(which, list):
                piles = "all of " + " or ".join(f"{{{', '.join(map(str, one))}}}" for one in which)
            texts.append(f"take {'equal ' * equal}{amounts.text()} from {piles}")
        return text == "piles: " + ", ".join(texts)


class LineOf(Board):
    """Piles in a line, taken from either end, each larger than the one before. A position is the
    sizes and the pile taken last, or None."""

    sentence = "piles: take the first or last pile larger than the last taken"

    def read(self, text):
        found = re.fullmatch(r"\[([0-9, ]*)\](?: after ([0-9]+))?", text)
        need(found, f"{text[:40]!r} is not a line of piles")
        sizes = tuple(number(size) for size in found[1].split(", ")) if found[1] else ()
        after = None if found[2] is None else number(found[2])
        need(0 not in sizes and after != 0, "a pile in a line has a counter")
        return sizes, after

    def options(self, position):
        sizes, after = position
        for taken, rest in {(sizes[0], sizes[1:]), (sizes[-1], sizes[:-1])} if sizes else ():
            if after is None or taken > after:
                yield ((rest, taken),) if rest else ()


def from_the_ends(count, edges):
    """The vertices of a graph of arcs, each after those that its arcs lead to; fewer of them if
    some arcs form a cycle."""
    left, before = [0] * count, [[] for _ in range(count)]
    for a, b in edges:
        left[a] += 1
        before[b].append(a)
    found = [vertex for vertex in range(count) if not left[vertex]]
    for vertex in found:
        for a in before[vertex]:
            left[a] -= 1
            if not left[a]:
                found.append(a)
    return found


class Stones(Board):
    """Stones on the vertices of a graph. A position is the vertices, the edges, the stones, and the
    vertex of the token or None."""

    on_graph = True

    def __init__(self, lines, limits):
        words = lines[0].split(" ") if len(lines) == 1 else []
        need(len(words) > 2 and words[0] == "move" and words[1] in ("carry", "walk", "join"),
             "stones have one kind of move")
        self.limits, self.joins = limits, words[1] == "join"
        self.walks, self.one_way = words[1] != "carry", not self.joins
        if words[1] == "walk":
            need(words[2] in ("one-way", "both-ways"), "a move is unknown")
            self.one_way = words[2] == "one-way"
        self.amounts = Amounts(words[3 if words[1] == "walk" else 2:])
        need(not self.amounts.contains(0), "a move carries no stones")

    def read(self, text):
        token = None
        if self.walks:
            text, middle, token = text.rpartition(" from ")
            need(middle, "a token stands on a vertex")
        graph, middle, stones = text.rpartition(" with ")
        need(middle, "a graph has stones")
        sign = ">" if self.one_way else "-"
        names, edges = read_edges(graph, sign)
        need(self.one_way or self.joins or all(a != b for a, b in edges), "an edge is a loop")
        need(len(set(edges)) == len(edges), "an arc is there twice")
        counts, last = [0] * len(names), -1
        for word in stones.split(" ") if stones != "none" else []:
            name, middle, count = word.partition(":")
            need(middle and last < names.get(name, -1),
                 f"{word[:40]!r} is not the stones of a vertex, in the order of the vertices")
            last = names[name]
            counts[last] = number(count)
            need(counts[last] > 0, "vertices without stones are left out")
        need(sum(counts) < 1 << 64, "there are too many stones")
        need(token is None or token in names, "a token stands on a vertex")
        need(self.walks or len(from_the_ends(len(names), edges)) == len(names),
             "stones could move in a circle")
        return len(names), tuple(edges), tuple(counts), names.get(token)

    def along(self, edges, at):
        return ([b for a, b in edges if a == at]
                + [a for a, b in edges if b == at and not self.one_way])

    def canonical(self, position):
        """Without stones where no move needs them."""
        count, edges, counts, at = position
        needed = [at] if self.walks else [a for a, _ in edges]
        for vertex in needed if self.walks else []:
            needed += [to for to in self.along(edges, vertex) if to not in needed]
        return count, edges, tuple(own if vertex in needed else 0
                                   for vertex, own in enumerate(counts)), at

    def joined(self, edges, counts, at):
        """The vertices with stones next to the token, where the others are removed: with each of
        those its neighbours are joined to each other."""
        near = {vertex: set() for vertex in range(len(counts))}
        for a, b in edges:
            near[a].add(b)
            near[b].add(a)
        for gone in [vertex for vertex in near if not counts[vertex] and vertex != at]:
            around = near.pop(gone) - {gone}
            for vertex in around:
                loop = vertex in near[vertex]
                near[vertex] = (near[vertex] | around) - {gone} - (set() if loop else {vertex})
        return near[at]

    def options(self, position):
        count, edges, counts, at = position
        ways = [(at, to) for to in sorted(self.along(edges, at))] if self.walks else edges
        if self.joins:
            near = self.joined(edges, counts, at)
            # Along an edge that leads back while stones are left, or nowhere from the last vertex.
            ways = [(at, to) for to in sorted(near | {at})]
        for a, b in ways:
            for taken in self.amounts.upto(counts[a], self.limits):
                self.limits.step()
                left_over = taken < counts[a]
                if self.joins and b == at and (at not in near if left_over else near - {at}):
                    continue
                left = list(counts)
                left[a] -= taken
                if not self.walks:
                    left[b] += taken
                yield ((count, edges, tuple(left), b if self.walks else None),)

    def is_sentence(self, text):
        if not self.walks:
            return text == f"stones: move {self.amounts.text()} along an arc"
        along = "arc" if self.one_way else "edge"
        joining = ", joining the neighbours of an emptied vertex" if self.joins else ""
        taken = self.amounts.text()
        return text == f"stones: take {taken} at the token, then move it along an {along}{joining}"


class Sets(Board):
    """Sets of numbers. A move adds a difference of two members that is no member."""

    sentence = "set: add the difference of two"

    def read(self, text):
        found = re.fullmatch(r"\{([0-9, ]*)\}", text)
        need(found, f"{text[:40]!r} is not a set of numbers")
        members = tuple(number(member) for member in found[1].split(", ")) if found[1] else ()
        need(all(low < high for low, high in zip((0, *members), members)),
             "the members of a set ascend from 1")
        return members

    def canonical(self, position):
        """Differences are divided by a divisor of all members as they are."""
        divisor = gcd(*position)
        return tuple(member // divisor for member in position)

    def options(self, position):
        for added in {high - low for low, high in combinations(position, 2)} - set(position):
            self.limits.step()
            yield (tuple(sorted((*position, added))),)


class Permutations(Board):
    """Different numbers in an order. A move brings the smaller numbers before a pivot and the
    larger ones after it; blocks that no move mixes are components."""

    sentence = "permutation: partition around a pivot"

    def read(self, text):
        found = re.fullmatch(r"\[([0-9, ]*)\]", text)
        need(found, f"{text[:40]!r} is not a permutation")
        numbers = tuple(number(word) for word in found[1].split(", ")) if found[1] else ()
        need(len(set(numbers)) == len(numbers), "a number is there twice")
        need(self.blocks(numbers) in ((numbers,), ()), "a component is one block")
        return numbers

    def canonical(self, position):
        """By ranks, or backwards with small and large exchanged: the smaller one."""
        rank = {own: at for at, own in enumerate(sorted(position), 1)}
        ranks = tuple(rank[own] for own in position)
        return min(ranks, tuple(len(ranks) + 1 - own for own in reversed(ranks)))

    def options(self, position):
        for pivot in position:
            self.limits.step(1 + len(position) // 64)
            left = (tuple(own for own in position if own < pivot) + (pivot,)
                    + tuple(own for own in position if own > pivot))
            if left != position:
                yield self.blocks(left)

    def blocks(self, position):
        before = list(accumulate(position, max, initial=-1))
        after = list(accumulate(reversed(position), min, initial=U64))[::-1]
        cuts = [at for at in range(len(position) + 1) if before[at] < after[at]]
        return tuple(position[low:high] for low, high in zip(cuts, cuts[1:]) if high > low + 1)


# === The boards, by the word of the line `moves` ===


BOARDS = {
    "heap": Heaps,
    "product": Pairs,
    "stones": Stones,
    "piles": Piles,
    "line": LineOf,
    "set": Sets,
    "permutation": Permutations,
    "kinds": Kinds,
    "row": lambda lines, limits: RowsOf(lines, limits, False),
    "ring": lambda lines, limits: RowsOf(lines, limits, True),
    "bag": Bags,
    "tape": Tapes,
    "graph": Graphs,
    "ground": Grounds,
    "order": Orders,
    "token": Tokens,
}


# === Claims: what all have in common ===


class Scope:
    """What the claim about one board is part of."""

    def __init__(self, boards, kind, place, sentence, start, misere, limits):
        self.boards, self.board, self.kind, self.sentence = boards, boards[place], kind, sentence
        self.misere, self.limits, self.of_all = misere, limits, not start
        self.parts = [part for own, part in start if own == place]
        self.starts = [part for part in self.parts if isinstance(part, int)]


class Claim:
    """What a claim gives; each kind of claim verifies itself."""

    def value(self, position):
        return None

    def outcome(self, position):
        value = self.value(position)
        return None if value is None else "N" if value else "P"

    def misere(self, terms):
        return None

    def surplus(self):
        """A fact that the proof does not use, or None."""
        return None


# === Claims: values of heaps, and of pairs of heaps ===


class Values(Claim):
    """The values of the heaps from 0 on: each is the mex of its options."""

    def __init__(self, lines, scope):
        self.scope, self.board = scope, scope.board
        self.values = lines.section().rest_numbers()

    def value(self, heap):
        return self.values[heap] if heap < len(self.values) else None

    def check(self):
        need(len(self.values) <= max(self.scope.starts, default=-1) + 1,
             "it has heaps that the proof of the answer does not need")
        found = computed(self.board, range(len(self.values)), self.scope.limits)
        for heap, claimed in enumerate(self.values):
            need_value(f"heap {heap}", claimed, found[heap])
        return f"the values of the heaps up to {len(self.values) - 1}"


class PairValues(Claim):
    """Values of the heaps of both games of a product; the value of a pair is the nim product of
    those of its heaps. For if a is worth x, b is worth y, and options of them are worth u and v,
    the option that makes both is worth x * y + (u + x) * (v + y)."""

    def __init__(self, lines, scope):
        self.scope, self.board, self.factors = scope, scope.board, []
        section = lines.section()
        for at, board in enumerate(self.board.factors):
            kind, _, rest = section.next().partition(" ")
            own = Scope([board], "heap", 0, None, [(0, part[at]) for part in scope.parts], False,
                        scope.limits)
            if kind == "law":
                need(rest not in OUTCOMES_ONLY, "no such closed form gives values")
                self.factors.append(law(Reader([rest]), own))
            else:
                need(kind == "values", "a game of the product has neither a law nor values")
                values = [section.next() for _ in range(number(rest))]
                self.factors.append(Values(Reader(values), own))
        need(section.peek() is None, "a product has two games")

    def value(self, pair):
        values = [factor.value(heap) for factor, heap in zip(self.factors, pair)]
        return None if None in values else nim_product(*values)

    def check(self):
        return "the product of " + " and ".join(factor.check() for factor in self.factors)


# === Claims: facts about positions and sums ===


class Facts(Claim):
    """Facts about components, each on a line, in the order of their texts; and which are used."""

    def __init__(self, lines, scope, of_text=number, mark=" "):
        self.scope, self.board = scope, scope.board
        self.facts, self.texts, last = {}, {}, None
        while not lines.begins("end"):
            line = lines.next()
            fact, found, text = line.partition(mark)
            need(found, f"line {lines.at} is not a fact and a component")
            need(last is None or last < text,
                 f"line {lines.at} is out of order, or its component is named twice")
            last = text
            self.scope.limits.step()
            position = self.board.read(text)
            if self.board.on_graph and text.startswith("{"):
                names = set(re.findall(r"\w+", text.partition("}")[0]))
                need(names == set(map(str, range(len(names)))),
                     f"line {lines.at}: the vertices of {text[:60]} are not numbered from 0 on")
            key = self.board.canonical(position)
            need(key == position or self.board.any_numbering(key),
                 f"line {lines.at}: {text[:60]} is not in its canonical form")
            need(key not in self.facts, f"line {lines.at}: {text[:60]} is named twice")
            self.facts[key], self.texts[key] = of_text(fact), text
        need(lines.next() == f"end {len(self.facts)}",
             f"line {lines.at} is not `end {len(self.facts)}`")
        self.met, self.ending = set(), self.board.ends()

    def look(self, key):
        if key in self.facts:
            self.met.add(key)
            return self.facts[key]
        return None

    def options(self, key):
        """The canonical components of each option."""
        for option in self.board.options(key):
            self.scope.limits.step()
            yield [self.board.canonical(part) for part in option]

    def surplus(self):
        return next((self.texts[key] for key in self.facts if key not in self.met), None)


def must_end(ending):
    if not ending:
        raise Undecided("that every play of this game ends is not proved here")


def unpaired(parts, keys):
    """One of the parts for each key that they have in odd number: equal components cancel."""
    odd = {key for key in keys if keys.count(key) % 2}
    return [part for at, (part, key) in enumerate(zip(parts, keys))
            if key in odd and key not in keys[:at]]


class Positions(Facts):
    """Values of components, closed under options."""

    def value(self, position):
        found = self.look(self.board.canonical(position))
        if found is None:
            parts = self.board.whole(self.board.canonical(position))
            found = None if parts == [position] else self.total(map(self.board.canonical, parts))
        return found

    def total(self, keys):
        total = 0
        for key in keys:
            value = self.look(key)
            if value is None:
                return None
            total ^= value
        return total

    def check(self):
        after = {}
        for key, claimed in self.facts.items():
            found, after[key] = set(), set()
            for option in self.options(key):
                value = self.total(option)
                if value is None:
                    must_end(self.ending)
                    value = self.total(unpaired(option, option))
                need(value is not None, f"an option of {self.texts[key]} is missing")
                found.add(value)
                if not self.ending:
                    after[key].update(option)
            need_value(self.texts[key], claimed, mex(found))
        # Without a proof from the moves alone: no play on the recorded positions, which are closed
        # under moves, is endless.
        place = {key: at for at, key in enumerate(after)}
        arcs = [(place[key], place[part]) for key in after for part in after[key]]
        need(len(from_the_ends(len(place), arcs)) == len(place), "the game need not end")
        return f"{len(self.facts)} positions with their values"


class Couples(Facts):
    """Values of components, with one answer to each option."""

    def known(self, key):
        return 0 if self.board.mirrors(key) else self.look(key)

    def split(self, keys):
        """The value of the parts that have one, and the others; equal ones cancel."""
        total, others = 0, []
        for key in unpaired(keys, keys):
            value = self.known(key)
            if value is None:
                others.append(key)
            else:
                total ^= value
        return total, others

    def compare(self, keys, wanted):
        """The value of a sum; "other" if it is not `wanted`; None if that is not decided."""
        total, others = self.split(keys)
        if not others:
            return total
        if len(others) > 1:
            return None
        count = 0
        for answer in self.options(others[0]):
            count += 1
            value, unknown = self.split(answer)
            if not unknown and value == wanted ^ total:
                return "other"
        return "other" if count < wanted ^ total else None

    def value(self, position):
        return self.known(self.board.canonical(position))

    def outcome(self, position):
        found = self.compare([self.board.canonical(position)], 0)
        return None if found is None else "P" if found == 0 else "N"

    def check(self):
        must_end(self.ending)
        for key, claimed in self.facts.items():
            if claimed == 0 and self.board.mirrors(key):
                continue
            found = set()
            for option in self.options(key):
                value = self.compare(option, claimed)
                need(value is not None, f"an option of {self.texts[key]} has no answer")
                found.add(value)
            found.discard("other")
            need(mex(found) == claimed,
                 f"{self.texts[key]} is claimed to have value {claimed}, which does not follow")
        return f"{len(self.facts)} positions, with an answer to each option"


def outcome_of(text):
    need(text in ("N", "P"), f"{text[:40]!r} is not N or P")
    return text


class Winners(Facts):
    """Who wins single components in normal play."""

    def __init__(self, lines, scope):
        super().__init__(lines, scope, outcome_of, "\t")

    def outcome(self, position):
        return self.look(self.board.canonical(position))

    def check(self):
        must_end(self.ending)
        for key, claimed in self.facts.items():
            found = {"P" if not option else self.look(option[0]) if len(option) == 1 else None
                     for option in self.options(key)}
            need("P" in found if claimed == "N" else found <= {"N"},
                 f"that {claimed} holds at {self.texts[key]} does not follow")
        return f"who wins {len(self.facts)} positions"


class Sums(Claim):
    """Who wins sums in misère play."""

    def __init__(self, lines, scope):
        self.scope, self.sums, self.met, last = scope, {}, set(), None
        for line in lines.section().items:
            need(last is None or last < line, "the sums are out of order, or one is named twice")
            last = line
            outcome, *words = line.split("\t")
            need(len(words) % 2 == 0, "a board without a component")
            terms = [(number(place, len(scope.boards)), text)
                     for place, text in zip(words[::2], words[1::2])]
            terms = [(place, scope.boards[place].read(text)) for place, text in terms]
            key = self.normal(terms)
            need(list(key) == terms or not all(isinstance(part, int) for _, part in terms),
                 "a sum is not in its normal form")
            need(key not in self.sums, "a sum is named twice")
            self.sums[key] = outcome_of(outcome)

    def normal(self, terms):
        """Components without moves are left out; the others are canonical and sorted."""
        terms = [(place, self.scope.boards[place].canonical(part)) for place, part in terms]
        return tuple(sorted(term for term in terms if any(True for _ in self.options(*term))))

    def options(self, place, part):
        return self.scope.boards[place].options(part)

    def look(self, key):
        self.met.add(key)
        return self.sums.get(key)

    def misere(self, terms):
        return self.look(self.normal(terms))

    def check(self):
        must_end(all(board.ends() for board in self.scope.boards))
        for terms, claimed in self.sums.items():
            found = set()
            for at, (place, part) in enumerate(terms):
                if (place, part) in terms[:at]:
                    continue
                others = terms[:at] + terms[at + 1 :]
                for option in self.options(place, part):
                    self.scope.limits.step()
                    left = [(place, own) for own in option]
                    found.add(self.look(self.normal([*others, *left])))
            right = "P" in found or not found if claimed == "N" else found and found <= {"N"}
            need(right, f"that {claimed} holds at the sum {terms} does not follow")
        return f"who wins {len(self.sums)} sums in misère play"

    def surplus(self):
        return next((str(key) for key in self.sums if key not in self.met), None)


# === Expressions of rules as linear forms, for periods and automata of sizes ===


class Form:
    """A sum of multiples of variables, which are natural numbers, and a constant."""

    def __init__(self, constant=0, terms=()):
        self.constant = constant
        self.terms = {name: factor for name, factor in dict(terms).items() if factor}

    def plus(self, other, times=1):
        names = {*self.terms, *other.terms}
        return Form(self.constant + times * other.constant,
                    {name: self.terms.get(name, 0) + times * other.terms.get(name, 0)
                     for name in names})

    def natural(self):
        return self.constant >= 0 and all(factor > 0 for factor in self.terms.values())

    def same(self, other):
        return (self.constant, self.terms) == (other.constant, other.terms)

    def name(self):
        """The variable, if it is just one."""
        return (next(iter(self.terms)) if self.constant == 0 and list(self.terms.values()) == [1]
                else None)


def linear(tree, names, other):
    """The form of an expression, from those of the names; `other` gives that of an expression with
    another sign."""
    if isinstance(tree, int):
        return Form(tree)
    sign, *parts = tree
    if sign == "x":
        return names[parts[0]]
    if sign not in ("neg", "+", "-", "*"):
        return other(tree)
    each = [linear(part, names, other) for part in parts]
    if sign == "*":
        need(not all(form.terms for form in each), "names are multiplied")
        return Form().plus(*((each[0], each[1].constant) if not each[1].terms
                             else (each[1], each[0].constant)))
    return (Form().plus(each[0], -1) if sign == "neg"
            else each[0].plus(each[1], 1 if sign == "+" else -1))


def names_of(tree):
    """The places of the names in an expression; a sum over a range counts as one of the size."""
    if isinstance(tree, int):
        return set()
    return ({tree[1]} if tree[0] == "x" else {0} if tree[0] == "sum"
            else set().union(*map(names_of, tree[1:])))


# The signs that the left side less the right side may have.
COMPARED = {"=": {0}, "!=": {-1, 1}, "<": {-1}, "<=": {-1, 0}, ">": {1}, ">=": {0, 1}}


# === Claims: periods of heap games ===


class Cut:
    """A rule of the general form that takes counters and splits the rest in two at most: how many
    it takes, the bound on the heaps that are left, and the heap after which it does not change.
    Names that run through numbers are given their values. Beside the two it may leave heaps of
    fixed sizes, whose values are the same for every heap that is split."""

    NONE = "no theorem is about a rule of this form"

    def __init__(self, rule):
        self.rule, self.taken, self.least, self.switch = rule, 0, 0, 0
        is_fixed = (lambda kind, what: kind == "in"
                    and all(isinstance(end, int) for pair in what for end in pair))
        fixed = {slot: [n for low, high in what for n in range(low, high + 1)]
                 for kind, slot, what in rule.steps if is_fixed(kind, what)}
        need(rule.arity == 1 and all(count == 1 for count, _, _ in rule.terms), self.NONE)
        need(sum(not names_of(sizes[0]) <= set(fixed) for _, _, sizes in rule.terms) <= 2,
             self.NONE)
        if reduce(lambda a, b: a * b, map(len, fixed.values()), 1) > U16:
            raise Undecided("a rule has many cases")
        for values in product(*fixed.values()):
            self.case(dict(zip(fixed, values)))
        need(max(self.taken, self.least, self.switch) <= U16, "a rule has a number over 65536")

    def form(self, tree):
        def other(_):
            raise Refused(self.NONE)
        return linear(tree, self.names, other)

    def case(self, fixed):
        """The rule for some values of the names that run through numbers."""
        slots = [fixed.get(slot, 0) for slot in range(self.rule.slots)]
        self.names = {0: Form(0, {0: 1}), **{slot: Form(value) for slot, value in fixed.items()}}
        self.parts, conditions = None, []
        for kind, slot, what in self.rule.steps:
            if kind == "where":
                if names_of(what) <= set(fixed):
                    if not self.rule.meaning(what)(slots):
                        return
                else:
                    conditions.append(what)
            elif kind == "parts" or slot not in fixed:
                need(self.parts is None, "a heap is split twice")
                self.split(slot, what) if kind == "in" else self.share(slot, what)
        left = [self.eventual(sizes[0])
                for _, _, sizes in self.rule.terms if not names_of(sizes[0]) <= set(fixed)]
        left = [form for form in left if form.terms]
        if self.parts is None:
            need(len(left) < 2 and all(form.terms == {0: 1} for form in left), self.NONE)
            self.take(*(form.constant for form in left))
        else:
            first, other = self.parts
            rest = ([two.plus(other, -1) for one, two in (left, left[::-1]) if one.same(first)]
                    if len(left) == 2 else [])
            need(rest and not rest[0].terms and (self.gap is not None or rest[0].constant == 0),
                 "the parts are not the heaps that are left")
            if self.gap is not None:
                self.take(rest[0].constant)
                self.bound(self.gap + rest[0].constant)
        for condition in conditions:
            self.condition(condition)

    def eventual(self, tree):
        """The form of a size in all large heaps, where the greatest or the least of sizes that
        grow with the heap and of numbers is always the same one."""
        sign = tree[0]
        if sign not in ("max", "min"):
            return self.form(tree)
        forms = [self.form(part) for part in tree[1:]]
        need(all(form.terms in ({}, {0: 1}) for form in forms), self.NONE)
        choose = max if sign == "max" else min
        each = {bool(kind): [form.constant for form in forms if form.terms == kind]
                for kind in ({}, {0: 1})}
        if each[True] and each[False]:
            self.switch = max(self.switch, max(each[False]) - min(each[True]))
        grows = each[True] and (sign == "max" or not each[False])
        return Form(choose(each[bool(grows)]), {0: 1} if grows else {})

    def share(self, slots, total):
        """`for a + b = n - t`"""
        total = self.form(total)
        need(len(slots) == 2 and total.terms == {0: 1}, self.NONE)
        self.take(total.constant)
        self.names.update({slot: Form(0, {slot: 1}) for slot in slots})
        self.parts, self.gap = [self.names[slot] for slot in slots], None

    def split(self, slot, what):
        """`for b in low..n - gap`, where the other heap is n - b less what is taken."""
        need(len(what) == 1, self.NONE)
        low, high = map(self.form, what[0])
        need(not low.terms and high.terms == {0: 1}, self.NONE)
        self.bound(low.constant)
        self.names[slot] = Form(0, {slot: 1})
        self.parts, self.gap = [self.names[slot], Form(0, {0: 1, slot: -1})], -high.constant

    def take(self, *constants):
        for constant in constants:
            need(constant <= 0, "a heap grows")
            self.taken = max(self.taken, -constant)
            self.switch = max(self.switch, -constant)

    def bound(self, least):
        self.least = max(self.least, least)

    def condition(self, tree):
        """A comparison of the size with a number, or a lower bound on a heap that is left."""
        sign, *sides = tree
        if sign == "and":
            for side in sides:
                self.condition(side)
            return
        need(sign in COMPARED, self.NONE)
        form = self.form(sides[0]).plus(self.form(sides[1]), -1)
        if form.terms in ({0: 1}, {0: -1}):
            self.switch = max(self.switch, abs(form.constant))
            return
        ways = [(part, times) for part in self.parts or ()
                for times in (1, -1) if form.plus(part, -times).terms == {}]
        need(ways, self.NONE)
        (part, times), constant = ways[0], form.constant
        at_least = {(">=", 1): -constant, (">", 1): 1 - constant, ("<=", -1): constant,
                    ("<", -1): constant + 1}.get((sign, times))
        if sign == "!=" and constant == 0 and 0 not in part.terms:
            at_least = 1
        need(at_least is not None, "a heap that is left is bounded from above, or not from below")
        self.bound(at_least)


def plain_shape(board):
    """The theorem about a game on plain heaps: its name, and the amounts or moves by amount."""
    need(not board.rules, "the theorem is about moves that take counters and split the rest")
    return taking_shape(board.moves)


def shape_of(board):
    """The shape of any heap game that a theorem is about; for rules of the general form it has what
    they take at most, the bound on heaps that are left, and the heap after which they stay."""
    if board.plain and not board.rules:
        return plain_shape(board)
    rules = board.rules if board.plain else sum(board.rules.values(), [])
    cuts = [(cut.taken, cut.least, cut.switch) for cut in map(Cut, rules)]
    if board.plain:
        cuts.append((0, 1, 0))
    if board.plain and board.moves:
        name, moves = taking_shape(board.moves, True)
        need(name == "guy-smith", "beside rules, other moves leave at most two heaps")
        cuts.append((max(moves, default=0), 0, max(moves, default=0)))
    return "kinds", tuple(map(max, *cuts, (0, 0, 0)))


def taking_shape(all_moves, with_rules=False):
    """The shape of a game that takes amounts and splits the rest."""
    taking = all(leave in ([(0, 1)], [(0, 0), (1, 1)]) for _, leave, _ in all_moves)
    if taking and not with_rules and any(amounts.ends() is None for amounts, _, _ in all_moves):
        tails = []
        for amounts, _, _ in all_moves:
            open_from = [1 if kind == "any" else kind[0]
                         for kind in amounts.kinds if kind == "any" or kind[1:] == (None,)]
            if open_from and all(high is not None for _, high in amounts.gone):
                tails.append(max([min(open_from)] + [high + 1 for _, high in amounts.gone]))
        need(tails and min(tails) <= U16, "no theorem is about these amounts")
        need(not any(amounts.contains(0) for amounts, _, _ in all_moves),
             "no theorem is about moves that take nothing")
        gone = [n for n in range(1, min(tails))
                if not any(amounts.contains(n) for amounts, _, _ in all_moves)]
        need(gone, "every amount may be taken: this is Nim")
        return "all-but", gone
    moves, free, distinct = {}, False, False
    for amounts, leave, parts in all_moves:
        most, end = leave[-1][1], amounts.ends()
        need(most is not None and end is not None and end <= U16, "no theorem is about these moves")
        need(most < 2 or parts == "any" or parts == "unequal" and most == 2,
             "no theorem is about these splits")
        free |= most > 1 and parts == "any"
        distinct |= most > 1 and parts == "unequal"
        for amount in filter(amounts.contains, range(end + 1)):
            counts = {count for low, high in leave for count in range(low, high + 1)}
            moves[amount] = moves.get(amount, set()) | counts
    need(not (free and distinct), "no theorem is about splits some of which must be unequal")
    need(not moves.get(0, set()) & {0, 1}, "no theorem is about moves that change nothing")
    if moves and not with_rules and all(counts == {0, 1} for counts in moves.values()):
        return "subtraction", sorted(moves)
    most = max((max(counts) for counts in moves.values()), default=0)
    return "distinct-parts" if distinct else "parts" if most > 2 else "guy-smith", moves


def window_end(shape, preperiod, period):
    """The first heap that need not be compared, by the theorems of the manual."""
    name, moves = shape
    if name == "kinds":
        taken, least, switch = moves
        return max(2 * max(preperiod, 1, least) + period + taken - 1, switch + 1) + period
    start, largest = max(preperiod, 1), max(moves, default=0)
    if name == "subtraction":
        return preperiod + period + largest
    if name == "distinct-parts":
        return 2 * start + 3 * period + largest
    most = max((max(counts) for counts in moves.values()), default=0)
    return max(most, 2) * (start + period) + largest - (most <= 2)


def values_below(shape, end, limits):
    """The values of the heaps below `end`, from the moves alone."""
    name, moves = shape
    if (end > 2 * FIRST and name in ("guy-smith", "distinct-parts")
        and any(2 in counts for counts in moves.values())):
        first = values_below(shape, FIRST, limits)
        return sparse(first, moves, name == "distinct-parts", end, limits)
    values, splits = [], {}
    far, run = set(), 0
    if name == "subtraction":
        moves = {amount: {0, 1} for amount in moves}
    for heap in range(end):
        limits.step(1 + heap // 64 if name != "subtraction" else 1)
        found = set()
        if name == "all-but":
            if heap > moves[-1]:
                far.add(values[heap - moves[-1] - 1])
            near = range(max(heap - moves[-1], 0), heap)
            found = {values[left] for left in near if heap - left not in moves}
            while run in far:
                run += 1
            least = run
            while least in found or least in far:
                least += 1
            values.append(least)
            continue
        for amount, counts in moves.items():
            rest = heap - amount
            if rest < 0 or heap == 0:
                continue
            for count in counts:
                if count == 0:
                    found |= {0} if rest == 0 else set()
                elif count == 1:
                    found |= {values[rest]} if rest else set()
                else:
                    key = rest, count
                    if key not in splits:
                        splits[key] = parted(values, splits, *key, name == "distinct-parts")
                    found |= splits[key]
        values.append(mex(found))
        for old in ([key for key in splits if key[1] == 2 and key[0] < heap - max(moves)]
                    if name != "parts" else ()):
            del splits[old]
    return values


def parted(values, splits, rest, count, distinct):
    """The values of all splits of `rest` into `count` heaps."""
    if count == 2:
        half = (rest - distinct) // 2
        return set(map(xor, values[1 : half + 1], values[rest - half : rest][::-1]))
    found = set()
    for first in range(1, rest - count + 2):
        key = rest - first, count - 1
        if key not in splits:
            splits[key] = parted(values, splits, *key, distinct)
        found |= {values[first] ^ value for value in splits[key]}
    return found


def is_common(mask, turn, heap, value):
    """Whether a value shares an odd number of bits with the mask; with `turn`, the other way round
    at every second heap."""
    return (bin(value & mask).count("1") + (turn is not None and heap + turn)) % 2 == 1


def sparse(values, moves, distinct, end, limits):
    """More values of a game that leaves two heaps at most. The split of a common heap and a common
    one has a rare value, and so has that of two rare ones: parities add. So the rare heaps give all
    options of the common kind, and the least common value that is none of them is the value, unless
    a smaller rare one is that of no split: then all splits are searched."""
    amounts = [[amount for amount, counts in moves.items() if count in counts]
               for count in range(3)]
    alike = len({amount % 2 for amount in amounts[2]}) == 1
    ways = [(mask, turn) for mask in range(1, 1 << max(values).bit_length())
            for turn in [None] + [amounts[2][0]] * alike]
    sample = range(FIRST - 256, FIRST)
    mask, turn = max(ways,
                     key=lambda way: sum(is_common(*way, heap, values[heap]) for heap in sample))
    rare = [heap for heap in range(1, len(values)) if not is_common(mask, turn, heap, values[heap])]
    for heap in range(len(values), end):
        limits.step(1 + len(rare) // 64)
        found = {values[heap - amount]
                 for amount in amounts[1] if amount < heap} | ({0} if heap in amounts[0] else set())
        for amount in amounts[2]:
            rest = heap - amount
            found.update(values[one] ^ values[rest - one]
                         for one in rare if one < rest and not (distinct and 2 * one == rest))
        least = 0
        while least in found or not is_common(mask, turn, heap, least):
            least += 1
        missing = {value for value in range(least)
                   if value not in found and not is_common(mask, turn, heap, value)}
        searched(values, missing,
                 [(heap - amount, (heap - amount - distinct) // 2) for amount in amounts[2]],
                 limits)
        values.append(min(missing, default=least))
        if missing:
            rare.append(heap)
    return values


def searched(values, missing, splits, limits, far=None, base=0):
    """Removes from `missing` the values of splits of a sum, the smaller heap up to a size. The
    values of the larger heaps are in `far`, from heap `base` on, if they are not in `values`."""
    far = values if far is None else far
    for first in range(1, max((most for _, most in splits), default=0) + 1 if missing else 0, 128):
        if not missing:
            return
        limits.step()
        for rest, most in splits:
            end = min(first + 127, most)
            if first <= end:
                larger = far[rest - end - base : rest - first + 1 - base]
                missing.difference_update(map(xor, values[first : end + 1], larger[::-1]))


def computed(board, positions, limits):
    """The values of positions, and of all that play reaches from them, from the moves alone."""
    known, options, waiting = {}, {}, [board.canonical(position) for position in positions][::-1]
    while waiting:
        key = waiting[-1]
        if key in known:
            waiting.pop()
            continue
        if key not in options:
            options[key] = [[board.canonical(part) for part in option]
                            for option in board.options(key)]
            limits.step()
        missing = [part for option in options[key] for part in option if part not in known]
        if not missing:
            known[key] = mex({xor_all(known[part] for part in option)
                              for option in options.pop(key)})
        waiting += missing
    return known


# More heaps are not computed here; the values of so many heaps are computed from all options.
MOST_HEAPS, FIRST = 10**6, 2048
# A segment between two states of a longer claim is computed if it is no longer.
MOST_SEGMENT = 2 * 10**5


def values_of(board, end, limits):
    """The values of the heaps of each size below `end`, one for each kind, from the moves."""
    if board.plain:
        known = computed(board, range(end), limits)
        return [(known[size],) for size in range(end)]
    ascending = sorted(board.ranks, key=board.ranks.get)
    known = computed(board, ((kind, (size,)) for size in range(end) for kind in ascending), limits)
    return [tuple(known[kind, (size,)] for kind in board.ranks) for size in range(end)]


class Period(Claim):
    """The values of a heap game repeat for ever."""

    def __init__(self, lines, scope):
        section = lines.section()
        self.scope, self.theorem = scope, section.rest("theorem")
        self.kinds, self.preperiod = section.number_of("kinds"), section.number_of("preperiod")
        self.period, self.saltus = section.number_of("period"), section.number_of("saltus")
        self.digest = None
        if section.begins("digest"):
            self.digest = section.rest("digest")
            need(re.fullmatch("[0-9a-f]{16}", self.digest), "a digest has 16 hexadecimal digits")
        self.values = section.rest_numbers()
        self.first = self.preperiod if self.digest else 0

    def row(self, heap):
        """The values of the heaps of one size, one for each kind; None if they are not listed."""
        past = heap - self.preperiod
        at = (heap if past < 0 else self.preperiod + past % self.period) - self.first
        if not 0 <= at < len(self.rows):
            return None
        return tuple(value + (past // self.period * self.saltus if past >= 0 else 0)
                     for value in self.rows[at])

    def value(self, heap):
        kind, size = ((0, heap) if isinstance(heap, int)
                      else (list(self.scope.board.ranks).index(heap[0]), *heap[1]))
        row = self.row(size)
        return row and row[kind]

    def check(self):
        board, kinds = self.scope.board, self.kinds
        need(kinds == len(board.ranks), "the claim is about another number of kinds")
        need(board.measure in ("sum", "lexicographic"), "heaps may grow in this game")
        many = (self.preperiod + self.period - self.first) * kinds
        need(self.period > 0 and len(self.values) == many, "the values end with the first period")
        self.rows = list(zip(*[iter(self.values)] * kinds))
        shape = shape_of(board)
        need(self.theorem == shape[0], "the theorem is not about this game")
        need(self.theorem == "all-but" or not self.saltus,
             "the theorem is about values that do not grow")
        need(not self.digest or self.preperiod and self.theorem != "all-but", "no digest fits here")
        row = self.rows[-self.period :] + [tuple(value + self.saltus
                                                 for value in self.rows[-self.period])]
        steps = [tuple(b - a for a, b in zip(*pair)) for pair in zip(row, row[1:])]
        smaller = (step for step in range(1, self.period) if self.period % step == 0)
        need(all(steps[step:] + steps[:step] != steps for step in smaller),
             "the period is not the least")
        end = (self.repeat(shape[1]) if self.theorem == "all-but"
               else window_end(shape, self.preperiod, self.period))
        if end > MOST_HEAPS:
            raise Undecided(
                f"the values of {end} heaps are needed, and at most {MOST_HEAPS} are computed here")
        if shape[0] == "kinds":
            found = values_of(board, end, self.scope.limits)
        else:
            found = [(value,) for value in values_below(shape, end, self.scope.limits)]
        for heap in range(self.first, end):
            need(found[heap] == self.row(heap),
                 f"heap {heap} is claimed to have value {self.row(heap)}, but it is {found[heap]}")
        before = self.preperiod - 1
        need(before < 0
             or tuple(value + self.saltus
                      for value in found[before]) != self.row(before + self.period),
             "the preperiod is not the least")
        digest = (fnv(b"".join(value.to_bytes(8, "little") for row in found[: self.first]
                               for value in row)) if self.digest else 0)
        need(not self.digest or f"{digest:016x}" == self.digest,
             "the digest is not that of the values below the preperiod")
        return f"all values: period {self.period} from heap {self.preperiod} on" + (
            f", growing by {self.saltus}" if self.saltus else "")

    def repeat(self, gone):
        """The end of the window for all amounts but some: a state that repeats after a period."""
        reach, largest = gone[-1], []
        for turn in range(64):
            self.scope.limits.step()
            start = self.preperiod + reach + 1 + turn * self.period
            again = start + self.period
            while len(largest) < again - reach:
                largest.append(max(self.value(len(largest)), largest[-1] if largest else 0))
            states = [[max(self.value(at - back) - largest[at - reach - 1], 0)
                       for back in range(1, reach + 1)] for at in (start, again)]
            if (states[0] == states[1]
                and largest[start - reach - 1] + self.saltus == largest[again - reach - 1]):
                return again
        raise Refused("no state repeats in the window")


# === Claims: periods by rare heaps and states ===


class Window(Claim):
    """The values of a heap game repeat for ever, by rare heaps and states."""

    def __init__(self, lines, scope):
        section = lines.section()
        self.scope = scope
        self.preperiod, self.period = section.number_of("preperiod"), section.number_of("period")
        self.mask = section.number_of("mask", U32)
        self.turning = section.one_of("split", "plain", "turning") == "turning"
        self.reach, self.largest = section.number_of("reach"), section.number_of("largest", U32)
        self.rare, self.states, self.found = [], {}, []
        while section.begins("rare"):
            heap, value = section.words("rare")
            self.rare.append((number(heap), number(value, U32)))
        while section.peek() is not None:
            heap, *values = section.words("state")
            need(number(heap) > max(self.states, default=0), "the states do not ascend")
            self.states[number(heap)] = [number(value, U32) for value in values]

    def value(self, heap):
        at = (heap if heap < self.preperiod
              else self.preperiod + (heap - self.preperiod) % self.period)
        return self.found[at] if at < len(self.found) else None

    def check(self):
        name, moves = plain_shape(self.scope.board)
        need(name in ("guy-smith", "distinct-parts")
             and any(2 in counts for counts in moves.values()),
             "the theorem is about moves that leave two heaps at most")
        with_bit = lambda count: [amount for amount, counts in moves.items() if count in counts]
        splits, reach, n1 = with_bit(2), self.reach, self.preperiod + self.reach
        end, farthest = n1 + self.period, max((heap for heap, _ in self.rare), default=0)
        need(self.mask and self.largest >> ((self.mask & -self.mask).bit_length() - 1),
             "the mask separates no values")
        need(self.preperiod > 0 and self.period > 0 and farthest < self.preperiod,
             "a rare heap lies in the window")
        need(self.rare == sorted(set(self.rare))
             and len({heap for heap, _ in self.rare}) == len(self.rare),
             "the rare heaps do not ascend")
        need(reach >= max(max(moves), max(splits) + farthest), "the reach is too small")
        need(name == "guy-smith" or n1 > 2 * farthest, "equal rare heaps split in the window")
        alike = len({amount % 2 for amount in splits}) == 1 and self.period % 2 == 0
        need(not self.turning or alike, "the splits or the period do not allow a turned parity")
        need(n1 in self.states, "there is no state at the window")
        for heap, values in self.states.items():
            need(len(values) == reach + 1 and reach + max(moves) < heap < end and heap > farthest,
                 "a state is not between the rare heaps and the end")
        common = (lambda heap, value: is_common(self.mask, splits[0] if self.turning else None,
                                                heap, value))
        known = end if end <= MOST_HEAPS else min(self.states)
        if known > MOST_HEAPS:
            raise Undecided(
                f"the values of {end} heaps are needed, and at most {MOST_HEAPS} are computed here")
        values = values_below((name, moves), known, self.scope.limits)
        rare = [(heap, value) for heap, value in enumerate(values) if not common(heap, value)]
        need(rare == self.rare, "the rare heaps are others")
        for heap, claimed in self.states.items():
            need(heap > known or values[heap - reach - 1 : heap] == claimed,
                 f"the values before heap {heap} are others")
            need(all(common(at, value)
                     for at, value in zip(range(heap - reach - 1, heap), claimed) if at >= known),
                 f"a rare heap lies before heap {heap}")
        if known < end:
            self.sample(values, end, with_bit(1), splits, common, name != "guy-smith")
        self.found = values
        last = values[n1 - reach : n1]
        need(values[end - reach :] == last, "the values do not repeat")
        need(values[end - reach - 1] != values[n1 - reach - 1], "a smaller preperiod holds too")
        smaller = [step for step in range(1, self.period)
                   if self.period % step == 0 and values[n1 + step - reach : n1 + step] == last]
        need(not smaller, "a smaller period holds too")
        need(max(values) == self.largest, f"the largest value is {max(values)}")
        for heap in range(n1, end):
            self.scope.limits.step(1 + reach // 64)
            missing = ({value for value in range(values[heap]) if not common(heap, value)}
                       - {values[heap - amount] for amount in with_bit(1)})
            searched(values, missing,
                     [(heap - amount,
                       min(reach - amount, (heap - amount - (name != "guy-smith")) // 2))
                      for amount in splits], self.scope.limits)
            need(not missing, f"a value below that of heap {heap} has no witness")
        return f"all values: period {self.period} from heap {self.preperiod} on"

    def sample(self, values, end, takes, splits, common, distinct):
        """Verifies short segments between two states, and says that the others are not computed.
        `values` are those of all heaps before the first state, so all rare heaps are among them."""
        heaps, reach = sorted(self.states), self.reach
        short = [pair for pair in zip(heaps, heaps[1:]) if pair[1] - pair[0] <= MOST_SEGMENT]
        short = [short[at] for at in sorted({0, len(short) // 2, len(short) - 1})] if short else []
        for heap, to in short:
            base, far = heap - reach - 1, list(self.states[heap])
            for heap in range(heap, to):
                self.scope.limits.step(1 + len(self.rare) * len(splits) // 64)
                found = {far[heap - amount - base] for amount in takes}
                for amount in splits:
                    rest = heap - amount
                    found.update(value ^ far[rest - one - base] for one, value in self.rare
                                 if one and not (distinct and 2 * one == rest))
                least = 0
                while least in found or not common(heap, least):
                    least += 1
                missing = {value for value in range(least)
                           if value not in found and not common(heap, value)}
                searched(values, missing,
                         [(heap - amount, min(reach - amount, (heap - amount - distinct) // 2))
                          for amount in splits], self.scope.limits, far, base)
                need(not missing, f"a value below that of heap {heap} has no witness")
                far.append(least)
            need(far[-reach - 1 :] == self.states[to], f"the values before heap {to} are others")
            need(max(far) <= self.largest, f"a value before heap {to} is over the largest")
        done = [f"{heap} to {to - 1}" for heap, to in [(0, heaps[0])] + short]
        raise Undecided(f"the values of {end} heaps are needed; those of the heaps "
                        f"{', '.join(done)} follow from the moves, the rare heaps and the states "
                        f"before them, the others are not computed here")


# === Claims: misère quotients ===


class Quotient(Claim):
    """The elements of a finite commutative monoid decide every sum of heaps in misère play."""

    def __init__(self, lines, scope):
        section = lines.section()
        self.scope, repeats = scope, section.words("repeats")
        need(repeats == ["never"] or len(repeats) == 2, "`repeats` has other words")
        self.repeats = None if repeats == ["never"] else tuple(map(number, repeats))
        name, *generators = section.next().split(" ")
        need(name == "generators", "there is no line `generators`")
        self.generators = list(map(number, generators))
        order = section.number_of("elements", 4097)
        rows = [section.next().split(" ") for _ in range(order)]
        need(order and all(row[0] in ("N", "P") for row in rows), "an element is N or P")
        self.lost = [row[0] == "P" for row in rows]
        self.steps = [[number(word, order) for word in row[1:]] for row in rows]
        self.elements = section.rest_numbers(order)
        need(self.elements and all(len(row) == len(self.generators) for row in self.steps),
             "an element has a product by each generator")
        need(self.generators == sorted(set(self.generators)), "the generators ascend")
        need(not self.repeats or self.repeats[1] and sum(self.repeats) == len(self.elements),
             "the elements do not end with the first period")
        self.parents, found = {0: None}, [0]
        for element in found:
            for place, to in enumerate(self.steps[element]):
                if to not in self.parents:
                    self.parents[to] = element, place
                    found.append(to)
        need(len(found) == order, "an element is no product of generators")
        self.found, self.rows = found, {}

    def row(self, element):
        """The products of an element with each element."""
        if element not in self.rows:
            row = {0: element}
            for other in self.found[1:]:
                parent, place = self.parents[other]
                row[other] = self.steps[row[parent]][place]
            self.rows[element] = row
        return self.rows[element]

    def element(self, heap):
        if self.repeats and heap >= self.repeats[0]:
            heap = self.repeats[0] + (heap - self.repeats[0]) % self.repeats[1]
        return self.elements[heap] if heap < len(self.elements) else None

    def product(self, heaps):
        product = 0
        for heap in heaps:
            if self.element(heap) is None:
                return None
            product = self.row(product)[self.element(heap)]
        return product

    def misere(self, terms):
        product = self.product([heap for _, heap in terms])
        return None if product is None else "P" if self.lost[product] else "N"

    def check(self):
        board, limits, order = self.scope.board, self.scope.limits, len(self.steps)
        for row in self.steps:
            for at, a in enumerate(row):
                limits.step()
                need(all(self.steps[a][other] == self.steps[row[other]][at] for other in range(at)),
                     "products depend on the order")
        end = len(self.elements)
        if self.repeats:
            shape, (first, period) = plain_shape(board), self.repeats
            need(shape[0] != "all-but" and first > 0, "the theorem is not about this game")
            whole = self.elements[first:]
            need(all(period % step or whole[step:] + whole[:step] != whole
                     for step in range(1, period)), "the period is not the least")
            need(first == 1 or self.elements[first - 1] != whole[-1], "the period begins earlier")
            end = window_end(shape, first, period)
        need(self.elements[0] == 0 and not self.lost[0], "the empty sum is won by the mover")
        for heap, element in zip(self.generators, self.steps[0]):
            need(element in self.elements and self.elements.index(element) == heap,
                 "a generator is not the element of its heap")
        need(all_differ(self.lost, self.steps, limits), "two elements have the same outcomes")
        if not self.are_tame(end):
            self.check_sums(end)
        return (f"who wins every sum of heaps in misère play: {order} elements" if self.repeats
                else f"who wins sums of heaps up to {end - 1} in misère play: {order} elements")

    def are_tame(self, end):
        """Whether the heaps below the end are tame, and the elements are their kinds: the value
        with whether the misère value is the same, which is 1 for a heap without moves. A fickle
        heap has the values 0 and 1, or 1 and 0."""
        board, limits, heaps = self.scope.board, self.scope.limits, []

        def join(one, other):
            return one[0] ^ other[0], one[1] or other[1]

        for heap in range(end):
            limits.step()
            after = [reduce(join, (heaps[part] for part in parts), (0, False))
                     for parts in board.options(heap)]
            value = mex({value for value, _ in after})
            other = mex({value if firm else value ^ 1 for value, firm in after})
            if not after:
                other = 1
            if value != other and {value, other} != {0, 1}:
                return False
            heaps.append((value, value == other))
        if any(heap >= end for heap in self.generators):
            return False
        kinds = {0: (0, False)}
        for element in self.found[1:]:
            parent, place = self.parents[element]
            kinds[element] = join(kinds[parent], heaps[self.generators[place]])
        return (all(self.lost[element] == (value == (not firm))
                    for element, (value, firm) in kinds.items())
                and all(kinds[to] == join(kinds[element], heaps[generator])
                        for element, row in enumerate(self.steps)
                        for to, generator in zip(row, self.generators))
                and all(self.element(heap) is not None and kinds[self.element(heap)] == kind
                        for heap, kind in enumerate(heaps)))

    def check_sums(self, end):
        """No move leads from a lost sum to a lost one, and each other sum with moves has one."""
        board, limits, order = self.scope.board, self.scope.limits, len(self.steps)
        bits = (lambda element: sum(1 << other
                                    for other, to in self.row(element).items() if self.lost[to]))
        lost_with, everything = list(map(bits, range(order))), (1 << order) - 1
        kinds = set()
        for heap in range(end):
            limits.step()
            products = set(map(self.product, board.options(heap)))
            need(None not in products, f"the claim lacks the element of an option of heap {heap}")
            if not products:
                need(self.element(heap) == 0, f"heap {heap} has no moves and is not the identity")
                continue
            own = lost_with[self.element(heap)]
            after = 0
            for product in products:
                after |= lost_with[product]
            need(not own & after, f"a move in heap {heap} leads from a lost sum to a lost one")
            kinds.add((self.element(heap), everything & ~own & ~after))
        # A sum is stuck if it is not lost, has a move and has none to a lost sum. y is open for a
        # sum if the sum with y is not
        # lost, and no move in the sum leads to a lost one together with y.
        sums = {(0, everything & ~lost_with[0])}
        for element, still in sorted(kinds):
            along, fresh = self.row(element), list(sums)
            while fresh:
                limits.step(order)
                before, own = fresh.pop()
                row = self.row(before)
                opened = sum(1 << y
                             for y in range(order) if still >> row[y] & 1 and own >> along[y] & 1)
                need(not opened & 1, "from a sum that is not lost, no move leads to a lost one")
                following = along[before], opened
                covered = following[0] and any(one == following[0] and opened & ~other == 0
                                               for one, other in sums)
                if opened and not covered and following not in sums:
                    sums.add(following)
                    fresh.append(following)


# === Claims: matchings of graphs ===


class Matching(Claim):
    """A maximum matching decides one position of a token."""

    def __init__(self, lines, scope):
        section = lines.section()
        self.scope, self.pairs, self.barrier, self.ways = scope, [], [], []
        self.count, self.edges, self.at, names = scope.board.named(section.rest("position"))
        kinds = []
        while section.peek() is not None:
            line = section.next()
            kind, *words = line.split(" ")
            kinds.append(kind)
            need(all(word in names for word in words) and words,
                 f"{line[:40]!r} names no vertices of the graph")
            places = [names[word] for word in words]
            need(len(places) == {"pair": 2, "barrier": 1}.get(kind, len(places))
                 and kind in ("pair", "barrier", "way"), f"{line[:40]!r} is unknown")
            {"pair": self.pairs, "barrier": self.barrier, "way": self.ways}[kind].append(places)
        need(kinds == sorted(kinds, key=["pair", "barrier", "way"].index),
             "pairs, the barrier and ways follow in this order")
        need(self.pairs == sorted(map(sorted, self.pairs)) and self.barrier == sorted(self.barrier),
             "pairs and the barrier are in the order of the vertices")

    def outcome(self, position):
        same = position == (self.count, self.edges, self.at)
        return None if not same else "N" if self.ways else "P"

    def check(self):
        need(self.scope.board.once == "vertex" and not self.scope.board.one_way,
             "the theorem is about edges that are not one-way, and new vertices")
        joined = set(self.edges) | {(b, a) for a, b in self.edges}
        mate = {}
        for a, b in self.pairs:
            need((a, b) in joined and not {a, b} & mate.keys(), "the pairs are not a matching")
            mate[a], mate[b] = b, a
        need(self.at not in mate, "the vertex of the token is matched")
        barrier = {vertex for (vertex,) in self.barrier}
        need(len(barrier) == len(self.barrier) and not (self.ways and self.at in barrier),
             "the barrier is not a set of remaining vertices")
        rest = [vertex for vertex in range(self.count)
                if vertex not in barrier and not (self.ways and vertex == self.at)]
        odd = sum(len(part) % 2 for part in connected(rest, neighbours(self.count, self.edges)))
        vertices = self.count - bool(self.ways)
        need(2 * len(self.pairs) + odd == vertices + len(barrier),
             "the barrier does not show that the matching is a maximum")
        for way in self.ways:
            self.scope.limits.step(len(way))
            need(len(set(way)) == len(way) and self.at not in way and (self.at, way[0]) in joined
                 and way[-1] not in mate, "a way leads nowhere")
            steps = enumerate(zip(way, way[1:]))
            need(all((a, b) in joined if at % 2 else mate.get(a) == b for at, (a, b) in steps),
                 "a way does not alternate")
        return f"who wins, by a maximum matching of {len(self.pairs)} pairs"


# === Claims: machines that read words ===


def read_move(name, words):
    """A move: anchored at the start, letters with whether they are runs, anchored at the end, what
    is put in place."""
    need("->" in words, "a move has no arrow")
    arrow = words.index("->")
    left = words[:arrow]
    right = [[number(word, U16) for word in part] for part in pieces(words[arrow + 1 :])]
    if name == "every":
        need(right in ([[]], [[], []]) and len(left) == 1, "a move on every copy leaves nothing")
        return name, number(left[0], U16), len(right) > 1, None
    start, end = left[:1] == ["^"], left[-1:] == ["$"]
    symbols = left[start : len(left) - end]
    need(symbols, "a move replaces something")
    left = [(number(word.removesuffix("+"), U16), word.endswith("+")) for word in symbols]
    return start, left, end, right


def read_head(section, claim):
    """The letters, the moves and the proof that the game ends."""
    claim["letters"] = section.rest("letters")
    claim["walls"] = section.one_of("others", "walls", "none") == "walls"
    claim["ring"] = section.one_of("words", "ring", "row") == "ring"
    claim["moves"] = []
    while section.begins("move", "every"):
        name, *words = section.next().split(" ")
        claim["moves"].append(read_move(name, words))
    claim["weights"] = [number(word) for word in section.words("weights")]
    claim["order"] = None
    if section.begins("order"):
        side, *ranks = section.words("order")
        need(side in ("left", "right"), "the order is not one")
        claim["order"] = side, [number(word) for word in ranks]


def read_sum(section, board):
    """The last line is a checksum of the sentence of the game and of the lines before it."""
    summed = "".join(line + "\n" for line in [board] + section.items[: section.at])
    need(section.rest("sum") == f"{fnv(summed.encode()):016x}", "the checksum is another one")
    need(section.peek() is None, "there are lines after the checksum")


def read_automaton(board, section):
    """The data of a claim about the game with this sentence."""
    claim = {"board": board, "mode": section.words("mode")}
    mode, *cap = claim["mode"]
    need(mode in ("values", "misere", "capped") and len(cap) == (mode == "capped"),
         "the mode is unknown")
    claim["cap"] = number(cap[0], U32) if cap else None
    read_head(section, claim)
    claim["rows"] = []
    for state in range(section.number_of("states")):
        claim["rows"].append([number(word, U32) for word in section.words(str(state))])
    explored = section.words("explored")
    need(len(explored) == 2, "more is stated about profiles")
    claim["explored"] = explored[0], number(explored[1])
    claim["upto"] = section.number_of("upto") if section.begins("upto") else None
    read_sum(section, board)
    return claim


def compiled(board, claim):
    """The moves of a board as moves on numbered letters, with whether other letters are walls; None
    for squares and long palindromes."""
    letters, raw, named, is_open = claim["letters"], board.on_letters(claim), set(), False
    if raw is not None:
        return ordered(raw, letters), False
    raw = []
    need(board.ring == claim["ring"] and not board.until, "the claim is about other words")
    for kind, _, what, listed in board.moves:
        need(listed is None and kind != "split", "the claim is about moves on factors")
        if kind == "replace":
            named |= {letter for side in [what.left, *what.right]
                      for letter, _ in side if letter != VARIABLE}
            is_open |= any(letter == VARIABLE for letter, _ in what.left)
        elif kind == "remove" and what.kind in ("letter", "word") and what.what:
            named |= set("".join(what.what))
        else:
            is_open = True
    alphabet = sorted(named | set(letters))
    for kind, separates, what, _ in board.moves:
        gap = ["", ""] if separates else [""]
        if kind == "replace":
            count = max([run + 1 for letter, run in what.left if letter == VARIABLE], default=0)
            for choice in range(len(alphabet) ** count):
                letter_of = lambda run: alphabet[choice // len(alphabet) ** run % len(alphabet)]
                chosen = lambda a, run: (letter_of(run), False) if a == VARIABLE else (a, run)
                left = [chosen(*symbol) for symbol in what.left]
                right = ["".join(chosen(*symbol)[0] for symbol in part) for part in what.right]
                raw.append((what.start, left, what.end, right))
        elif kind == "every":
            raw += [("every", letter, separates, None) for letter in alphabet]
        elif what.kind == "word":
            raw += [(False, [(letter, False) for letter in word], False, gap) for word in what.what]
        elif what.kind in ("letter", "part-of-run"):
            within_it = [letter for letter in alphabet if what.what is None or letter in what.what]
            raw += [(False, [(letter, what.kind != "letter")], False, gap) for letter in within_it]
        elif what.kind == "palindrome" and what.what[1] is not None:
            for length in range(max(what.what[0], 1), what.what[1] + 1):
                halves = (half[::-1] for half in product(alphabet, repeat=(length + 1) // 2))
                raw += [(False, [(letter, False) for letter in half + half[: length // 2][::-1]],
                         False, gap) for half in halves]
        elif what.kind == "run":
            for run in alphabet:
                others = [letter for letter in alphabet if letter != run] + [""]
                for before, after in product(others, others):
                    if board.ring and bool(before) != bool(after):
                        continue
                    left = [(letter, False) for letter in before] + [(run, True)]
                    right = [before + gap[0], *gap[1:]]
                    if board.ring and before and before == after:
                        raw.append((True, left, True, [before]))
                    raw.append((not before, left + [(letter, False) for letter in after], not after,
                                right[:-1] + [right[-1] + after]))
        else:
            return None, None
    anchors = any(start for start, _, _, _ in raw) or any(end for _, _, end, right in raw if right)
    walls = claim["mode"] == ["values"] and not board.ring and not is_open and not anchors
    used = {letter for start, left, _, _ in raw for letter, *_ in left}
    need(set(letters) >= (used if walls else named), "the letters are those of another game")
    return ordered(raw, letters), walls


def ordered(raw, letters):
    """Moves with numbers for letters, each once; a letter that has none separates pieces."""
    place, moves = {letter: at for at, letter in enumerate(letters)}, []
    for start, left, end, right in raw:
        if right is None:
            move = start, place[left], end, None
        else:
            cut = [part for piece in right
                   for part in "".join(a if a in place else "\n" for a in piece).split("\n")]
            move = (start, [(place[letter], run) for letter, run in left], end,
                    [[place[letter] for letter in part] for part in cut])
        if move not in moves:
            moves.append(move)
    return moves


class Arcs:
    """Places of moves in play: 0 copies the rest of the word, 1 must be at its end; None is the
    untouched word.

    `steps` maps a place and a letter to pairs of a place and what is written: a list of pieces, or
    a letter to copy."""

    def __init__(self, claim):
        self.steps, self.starts, self.final, self.places = {}, [], {0, 1}, 2
        self.letters = range(len(claim["letters"]))
        for letter in self.letters:
            self.arc(0, letter, 0, letter)
        for start, left, end, right in claim["moves"]:
            if start == "every":
                before, inside = self.place(), self.place()
                self.starts.append((before, [[]]))
                self.final.add(inside)
                gone = [[], []] if end else [[]]
                for letter in self.letters:
                    self.arc(before, letter, inside if letter == left else before,
                             gone if letter == left else letter)
                    self.arc(inside, letter, inside, gone if letter == left else letter)
                continue
            first = None
            if start:
                first = self.place()
                self.starts.append((first, [[]]))
            self.chain(first, left, 1 if end else 0, right)
            if claim["ring"]:
                ways = [(at, at) for at in range(1, len(left))]
                for front, rear in ways + [(at + 1, at) for at, (_, run) in enumerate(left) if run]:
                    opening, middle = self.place(), self.place()
                    self.starts.append((opening, right))
                    self.chain(opening, left[rear:], middle, [[]])
                    if not (start and end):
                        for letter in self.letters:
                            self.arc(middle, letter, middle, letter)
                    self.chain(middle, left[:front], 1, [[]])

    def place(self):
        self.places += 1
        return self.places - 1

    def arc(self, place, letter, goal, written):
        self.steps.setdefault((place, letter), []).append((goal, written))

    def chain(self, place, symbols, last, written):
        for at, (letter, run) in enumerate(symbols):
            final = at + 1 == len(symbols)
            if final:
                self.arc(place, letter, last, written)
            if not final or run:
                goal = self.place()
                self.arc(place, letter, goal, [[]])
                if run:
                    self.arc(goal, letter, goal, [[]])
                if final:
                    self.arc(goal, letter, last, written)
                place = goal


class Machine(Claim):
    """The label of a machine gives the value of every word. What follows is the same for finite
    machines and for periodic ones."""

    def head(self):
        """The letters and moves are those of the game, and every play ends."""
        claim, letters = self.claim, self.letters
        need(list(letters) == sorted(set(letters)) and letters, "letters are out of order")
        blank = any(letter.isspace() or unicodedata.category(letter) == "Cc" for letter in letters)
        need(not blank, "spaces are no letters")
        listed, walls = compiled(self.board, claim)
        need(listed is not None, "no automaton reads squares, or palindromes of every length")
        need(walls == claim["walls"], "the words are those of another game")
        need(listed and listed == claim["moves"], "the moves are not those of the game")
        self.ends()

    def ends(self):
        """Every move leaves lighter components, or one as heavy, as long and lower in the order."""
        weights, order = self.claim["weights"], self.claim["order"]
        need(len(weights) == len(self.letters) and min(weights) > 0,
             "weights are positive numbers, one for each letter")
        ranks = order[1] if order else []
        need(not order or len(ranks) == len(weights), "the order is not one")
        for start, left, end, right in self.claim["moves"]:
            for piece in right if start != "every" else ():
                own = sum(weights[letter] for letter, _ in left)
                weight = sum(weights[letter] for letter in piece)
                pairs = [(a, b) for (a, _), b in zip(left, piece) if a != b]
                pairs = pairs if order and order[0] == "left" else pairs[::-1]
                equal = (weight == own and order and not self.claim["ring"] and len(right) == 1
                         and len(piece) == len(left))
                need(weight < own or equal and pairs and ranks[pairs[0][1]] < ranks[pairs[0][0]],
                     "the game need not end")

    def label(self, position):
        """The label of a component, and whether it is its value; None if it has none."""
        if isinstance(position, int):
            if self.mode != "values" or self.upto is not None and position >= self.upto:
                return None, False
            self.scope.limits.step(position)
            position = self.letters * position
        need(isinstance(position, str) or self.claim["ring"], "the claim is about words")
        parts = [[]]
        for letter in position if isinstance(position, str) else position[0]:
            if letter in self.letters:
                parts[-1].append(self.letters.index(letter))
            elif not self.claim["walls"]:
                return None, False
            else:
                parts.append([])
        if self.upto is not None and any(len(part) >= self.upto for part in parts):
            return None, False
        total = xor_all(map(self.label_of, parts))
        return total, self.mode == "values" or self.cap is not None and total < self.cap

    def value(self, position):
        label, exact = self.label(position)
        return label if exact else None

    def outcome(self, position):
        label, _ = self.label(position)
        return None if label is None else "N" if label else "P"


class Automaton(Machine):
    """The label of a finite machine gives the value of every word, by those of the options."""

    def __init__(self, lines, scope):
        self.scope, self.board = scope, scope.board
        self.claim = claim = read_automaton(scope.sentence, lines.section())
        self.mode, self.cap = claim["mode"][0], claim["cap"]
        self.letters, self.upto = claim["letters"], claim["upto"]
        self.labels = [row[0] for row in claim["rows"]]
        self.next = [row[1:] for row in claim["rows"]]
        self.known = {}

    def check(self):
        claim, letters, moves = self.claim, self.letters, self.claim["moves"]
        need((self.mode == "misere") == self.scope.misere, "the mode is of another convention")
        need(self.cap != 0 and self.upto != 0, "a cap of 0, or a length of 0, states nothing")
        need(self.labels, "there are no states")
        need(all(len(row) == len(letters) + 1 for row in claim["rows"]),
             "a row has not a step for each letter")
        self.head()
        heaps = self.board.on_letters(claim) is not None
        need(not heaps or not claim["ring"], "the words are those of another game")
        splits = any(right is None and end or right and len(right) > 1
                     for _, _, end, right in moves)
        need(not splits or self.mode == "values" and not claim["ring"],
             "sums are known in normal play, on rows")
        growing = any(right is not None and max(map(len, right)) > len(left)
                      for _, left, _, right in moves)
        need(self.upto is None or not growing, "words can grow")
        self.arcs = Arcs(claim)
        self.minimal()
        need(self.cap is None or max(self.labels) <= self.cap, "a label is larger than the cap")
        explored = self.explore()
        need(claim["explored"] == explored, f"there are {explored[1]} profiles")
        upto = "every word" if self.upto is None else f"words shorter than {self.upto}"
        return f"an automaton of {len(self.labels)} states for {upto} over {letters}"

    def minimal(self):
        """States are numbered as they are first reached, by words of the claim, and refinement
        separates every two of them."""
        need(in_order(self.next), "states are out of order")
        depths = {0: 0}
        for at, row in enumerate(self.next):
            for goal in row:
                depths.setdefault(goal, depths[at] + 1)
        need(self.upto is None or max(depths.values()) < self.upto,
             "a state is reached by no word of the claim")
        if len(self.letters) == 1:
            back, labels = self.next[-1][0], self.labels
            cycle = labels[back:]
            need(back == 0 or labels[back - 1] != labels[-1], "the machine is not minimal")
            shorter = [p for p in range(1, len(cycle))
                       if len(cycle) % p == 0 and cycle[p:] == cycle[:-p]]
            need(not shorter, "the machine is not minimal")
            return
        need(all_differ(self.labels, self.next, self.scope.limits), "the machine is not minimal")

    def write(self, item, letter, goal, written):
        _, total, state = item
        if not isinstance(written, list):
            return goal, total, self.next[state][letter]
        for at, piece in enumerate(written):
            if at:
                total, state = total ^ self.labels[state], 0
            for own in piece:
                state = self.next[state][own]
        return goal, total, state

    def after(self, item, letter):
        """What becomes of one item with a letter."""
        key = item, letter
        if key not in self.known:
            arcs = self.arcs.steps.get((item[0], letter), ())
            self.known[key] = frozenset(self.write(item, letter, *arc) for arc in arcs)
        return self.known[key]

    def profile_after(self, state, items, letter):
        return frozenset().union(self.after((None, 0, state), letter),
                                 *(self.after(item, letter) for item in items))

    def holds(self, state, items):
        self.scope.limits.step(len(items) + 1)
        values = {total ^ self.labels[own]
                  for place, total, own in items if place in self.arcs.final}
        label = int(not values or 0 in values) if self.mode == "misere" else mex(values)
        label = label if self.cap is None else min(label, self.cap)
        need(label == self.labels[state],
             f"state {state} has label {self.labels[state]}, not {label}")

    def explore(self):
        """The number of profiles that words reach: all of them, or the least ones at each state."""
        first = frozenset(self.write((0, 0, 0), None, *start) for start in self.arcs.starts)
        if len(self.letters) == 1:
            return "all", self.path(first)
        layer, seen, depth = [(0, first)], {(0, first)}, 0
        while layer and (self.upto is None or depth < self.upto):
            fresh = []
            for state, items in layer:
                self.holds(state, items)
                if self.upto is None or depth + 1 < self.upto:
                    for letter in self.arcs.letters:
                        profile = self.next[state][letter], self.profile_after(state, items, letter)
                        if profile not in seen:
                            seen.add(profile)
                            fresh.append(profile)
            layer, depth = fresh, depth + 1
        if self.mode == "misere":
            return "all", len(seen)
        least = {}
        for state, items in sorted(seen, key=lambda profile: len(profile[1])):
            others = least.setdefault(state, [])
            self.scope.limits.step(len(others))
            if not any(other <= items for other in others):
                others.append(items)
        return "least", sum(map(len, least.values()))

    def path(self, items):
        """Over one letter profiles follow one another: the number of different ones."""
        state, kept, prints = 0, None, []
        while self.upto is None or len(prints) < self.upto:
            if kept is not None and kept[1:] == (state, items):
                cycle = len(prints) - kept[0]
                return next(at for at in range(kept[0] + 1)
                            if at == kept[0] or prints[at] == prints[at + cycle]) + cycle
            if len(prints) & (len(prints) - 1) == 0 and prints:
                kept = len(prints), state, items
            self.holds(state, items)
            prints.append((state, hash(items)))
            state, items = self.next[state][0], self.profile_after(state, items, 0)
        return len(prints)

    def label_of(self, word):
        state = 0
        for letter in word:
            state = self.next[state][letter]
        return self.labels[state]

    def misere(self, terms):
        if not terms:
            return "N"
        return self.outcome(terms[0][1]) if len(terms) == 1 else None


# === Claims: periodic machines ===


class Periodic(Machine):
    """The label of a machine on levels, which repeats from a level on, gives the value of every
    word.

    Levels are numbers ("=", level, place), distances from that of the word ("b", distance, place),
    or remainders of levels that are not known ("?", remainder, place). A word whose level is
    `self.high` or more is a remainder; its moves in play are explored one by one, with all levels
    that they may have, and together, without those whose distance is not kept."""

    MOST = 1 << 20

    def __init__(self, lines, scope):
        self.scope, self.board = scope, scope.board
        self.mode, self.cap, self.upto = "values", None, None
        section, self.claim = lines.section(), {"mode": ["values"]}
        read_head(section, self.claim)
        self.letters = self.claim["letters"]
        self.first, self.period = section.number_of("from"), section.number_of("period")
        self.levels = []
        for _ in range(section.number_of("states")):
            words = section.next().split(" ")
            need(len(words) > 3, "the line of a state is cut short")
            level, place, label = number(words[0]), number(words[1]), number(words[2], U32)
            if level == len(self.levels):
                self.levels.append([])
            need(level + 1 == len(self.levels) and place == len(self.levels[level]),
                 "the states are out of order")
            self.levels[level].append((label, [self.goal(word) for word in words[3:]]))
        near = section.words("near")
        need(len(near) == 2 and near[1] in ("strict", "all"), "what the check keeps is unknown")
        self.near, self.strict = number(near[0], U32), near[1] == "strict"
        read_sum(section, scope.sentence)

    @staticmethod
    def goal(word):
        """Whether a step is relative, by how many levels or to which one, and the place."""
        found = re.fullmatch(r"(=|\+|-)(0|[1-9][0-9]{0,9}),(0|[1-9][0-9]{0,9})", word)
        need(found and word[:3] != "-0,", "a step is malformed")
        size, place = int(found[2]), number(found[3], U32)
        need(size < (U32 if found[1] == "=" else U32 // 2), "a step is malformed")
        return found[1] != "=", -size if found[1] == "-" else size, place

    def listed(self, level):
        return level if level < self.first else self.first + (level - self.first) % self.period

    def check(self):
        claim, letters, moves = self.claim, self.letters, self.claim["moves"]
        need(not self.board.ring and not claim["ring"], "the claim is about rows")
        plain = all(start is False and not end and not any(run for _, run in left)
                    for start, left, end, _ in moves)
        need(moves and plain, "the rules are not of this form")
        self.head()
        self.well_formed()
        need(self.near <= 1024, "distances of over 1024 levels are not followed")
        self.rules = [([letter for letter, _ in left], right) for _, left, _, right in moves]
        fall = max([0]
                   + [-by for states in self.levels for _, row in states
                      for relative, by, _ in row if relative])
        long = max([1] + [len(piece) for _, right in self.rules for piece in right])
        self.high = len(self.levels) + self.near + 2 + fall * long
        pairs, sets = self.one_by_one(), self.together()
        states = sum(map(len, self.levels))
        machine = f"a periodic machine of {states} states for every word over {letters}"
        return f"{machine} ({pairs} pairs, {sets} sets)"

    def well_formed(self):
        need(self.period > 0 and len(self.levels) == self.first + self.period <= self.MOST,
             "the levels are not those of a period")
        need(len(self.levels[0]) == 1, "there is not one first state")
        for level, states in enumerate(self.levels):
            for _, row in states:
                self.scope.limits.step()
                need(len(row) == len(self.letters), "a row has not a step for each letter")
                for relative, by, place in row:
                    if not relative:
                        need(by < len(self.levels) and place < len(self.levels[by]),
                             "a step leads to no state")
                        continue
                    need(level >= self.first and abs(by) <= self.MOST,
                         "a low level has a relative step")
                    at = level
                    while True:
                        need(at + by >= 0 and place < len(self.levels[self.listed(at + by)]),
                             "a step leads to no state")
                        if at + by >= self.first:
                            break
                        at += self.period

    def row(self, base, state):
        kind, level, place = state
        if kind == "=":
            need(level >= 0, "a step leads to no state")
            states = self.levels[self.listed(level)]
        else:
            states = self.levels[self.first + ((base if kind == "b" else 0) + level) % self.period]
        need(place < len(states), "a step leads to no state")
        return states[place]

    def rest_of(self, level):
        return (level - self.first) % self.period

    def cases(self, least, rest, place):
        """All states that a level of at least `least` with this remainder may be."""
        rest %= self.period
        return [("?", rest, place)] + [("=", level, place) for level in range(least, self.high)
                                       if self.rest_of(level) == rest]

    def step(self, base, state, letter):
        """The states after a letter."""
        relative, by, place = self.row(base, state)[1][letter]
        if not relative:
            return [("=", by, place)]
        kind, level, _ = state
        return (self.cases(self.high + by, level + by, place) if kind == "?"
                else [(kind, level + by, place)])

    def moves_after(self, base, state, item, letter):
        """The moves in play after a letter, each as a list of its cases. An item is a rule, the
        letters matched, an xor, a state."""
        own = ("b", 0, state[2]) if base is not None else state
        if item is None:
            found = []
            for at, (left, right) in enumerate(self.rules):
                if left[0] != letter:
                    continue
                cases = [(0, own)]
                for count, piece in enumerate(right):
                    if count:
                        cases = [(total ^ self.row(base, at_end)[0], ("=", 0, 0))
                                 for total, at_end in cases]
                    for written in piece:
                        cases = [(total, after) for total, before in cases
                                 for after in self.step(base, before, written)]
                how = (None, 0) if len(left) == 1 else (at, 1)
                found.append([(*how, total, after) for total, after in cases])
            return found
        at, matched, total, open_on = item
        if at is None:
            return [[(None, 0, total, after) for after in self.step(base, open_on, letter)]]
        left = self.rules[at][0]
        if left[matched] != letter:
            return []
        how = (None, 0) if matched + 1 == len(left) else (at, matched + 1)
        return [[(*how, total, open_on)]]

    def bases(self, base, state, letter):
        """The word after a letter: a level that is known or None, by how much one that is not has
        moved, the place, the remainder."""
        kind, level, place = self.step(base, ("b", 0, state[2]) if base is not None else state,
                                       letter)[0]
        if kind == "=":
            return [(level, None, place, None)]
        rest = (base + level) % self.period
        low = [(at, level, place, None)
               for at in range(self.high + level, self.high) if self.rest_of(at) == rest]
        return low + [(None, level, place, rest)]

    def one_by_one(self):
        """No option has the label of its word. Returns the number of pairs."""
        start = (("=", 0, 0), None)
        seen, waiting = {start}, [start]
        while waiting:
            state, item = waiting.pop()
            self.scope.limits.step()
            base = state[1] if state[0] == "?" else None
            if item is not None and item[0] is None:
                need(item[2] ^ self.row(base, item[3])[0] != self.row(base, state)[0],
                     "an option may have the value of its word")
            for letter in range(len(self.letters)):
                following = [case for cases in self.moves_after(base, state, item, letter)
                             for case in cases]
                for goal in self.bases(base, state, letter):
                    for own in following + [None] * (item is None):
                        for pair in self.settle(base, goal, own):
                            if pair not in seen:
                                seen.add(pair)
                                waiting.append(pair)
        return len(seen)

    def settle(self, base, goal, item):
        """The pairs of a base with one item, or None, as they are kept."""
        level, moved, place, rest = goal
        if item is None:
            return [(("?", rest, place) if level is None else ("=", level, place)
                     if level < self.high else ("?", self.rest_of(level), place), None)]
        how, (kind, at, own) = item[:3], item[3]
        states = [item[3]]
        if kind == "b":
            if moved is None:
                states = self.cases(self.high + at, base + at, own)
            elif level is not None:
                states = [("=", level - moved + at, own)]
            elif abs(at - moved) <= self.near:
                return [(("?", rest, place), (*how, ("b", at - moved, own)))]
            else:
                states = self.cases(self.high + max(at, at - moved), base + at, own)
        kept = []
        for kind, at, own in states:
            word = ("?", rest, place) if level is None else ("=", level, place)
            if level is not None and level >= self.high:
                word = ("?", self.rest_of(level), place)
                if kind == "=" and abs(at - level) <= self.near:
                    kind, at = "b", at - level
                elif kind == "=" and at >= self.high:
                    kind, at = "?", self.rest_of(at)
            elif kind == "=" and at >= self.high + self.near:
                kind, at = "?", self.rest_of(at)
            kept.append((word, (*how, (kind, at, own))))
        return kept

    def together(self):
        """Every smaller label is that of an option. Returns the number of sets."""
        start = (("=", 0, 0), frozenset())
        least, waiting, followed = {start[0]: [start[1]]}, [start], 0
        while waiting:
            layer, waiting = waiting, []
            for state, items in layer:
                if not any(items is own for own in least[state]):
                    continue
                followed += 1
                self.scope.limits.step(len(items) + 1)
                base = state[1] if state[0] == "?" else None
                values = {item[2] ^ self.row(base, item[3])[0] for item in items if item[0] is None}
                need(mex(values) >= self.row(base, state)[0],
                     "a smaller value than that of a word may be missing among its options")
                for letter in range(len(self.letters)):
                    following = [cases for item in [None, *items]
                                 for cases in self.moves_after(base, state, item, letter)]
                    following = [cases[0] for cases in following if len(cases) == 1]
                    for goal in self.bases(base, state, letter):
                        word, kept = self.keep(goal, following)
                        others = least.setdefault(word, [])
                        self.scope.limits.step(len(others))
                        if not any(other <= kept for other in others):
                            others[:] = [other for other in others if not kept <= other] + [kept]
                            waiting.append((word, kept))
        return followed

    def keep(self, goal, items):
        """The base, and the items whose distance or level is kept."""
        level, moved, place, rest = goal
        high, kept = level is None or level >= self.high, []
        for *how, (kind, at, own) in items:
            if kind == "b" and moved is None:
                continue
            if kind == "b" and level is None:
                kind, at = ("b", at - moved) if abs(at - moved) <= self.near else ("?", 0)
            elif kind == "b":
                kind, at = "=", level - moved + at
            if kind == "=" and level is not None and high and abs(at - level) <= self.near:
                kind, at = "b", at - level
            if kind == "=" and not (at < self.high if high and not self.strict
                                    else not high
                                    and (abs(at - level) <= self.near if self.strict
                                         else at < self.high + self.near)):
                continue
            if kind != "?":
                kept.append((*how, (kind, at, own)))
        word = (("?", rest if level is None else self.rest_of(level), place) if high
                else ("=", level, place))
        return word, frozenset(kept)

    def label_of(self, word):
        state = "=", 0, 0
        for letter in word:
            self.scope.limits.step()
            state = self.step(None, state, letter)[0]
        return self.row(None, state)[0]


# === Claims: machines with two counters ===


class Grid(Machine):
    """The label of a machine whose places have up to two counters gives the value of every word.

    A level of a counter is a number, ("b", distance) from that of the word, or "high" if only that
    it is `self.high` or more is known; that of a word is a number or "high". What is known of one
    counter does not depend on the other one, so all cases of both are combined."""

    MOST, LONGEST = 1 << 20, 1 << 10

    def __init__(self, lines, scope):
        self.scope, self.board = scope, scope.board
        self.mode, self.cap, self.upto = "values", None, None
        section, self.claim = lines.section(), {"mode": ["values"]}
        read_head(section, self.claim)
        self.letters = self.claim["letters"]
        self.first = [number(word, U32) for word in section.words("from")]
        need(len(self.first) == 2, "there are not two counters")
        self.places = []
        for _ in range(section.number_of("places")):
            kind = section.rest("place")
            need(kind in ("xy", "x-", "-y", "--"), "the counters of a place are unknown")
            free = kind[0] == "x", kind[1] == "y"
            rows, columns = (self.first[axis] + 1 if free[axis] else 1 for axis in (0, 1))
            need(rows * columns <= self.MOST, "a place has too many states")
            cells = [[self.cell(section.next().split(" ")) for _ in range(columns)]
                     for _ in range(rows)]
            self.places.append((free, cells))
        near = section.words("near")
        need(len(near) == 2 and near[1] in ("strict", "all"), "what the check keeps is unknown")
        self.near, self.strict = number(near[0], U32), near[1] == "strict"
        read_sum(section, scope.sentence)

    @staticmethod
    def cell(words):
        """A label, and for each letter what it does to both counters, and the place."""
        row = []
        for word in words[1:]:
            parts = word.split(",")
            need(len(parts) == 3, "a step is malformed")
            steps = []
            for part in parts[:2]:
                found = re.fullmatch(r"(=|\+|-)(0|[1-9][0-9]{0,9})", part)
                need(found and part != "-0", "a step is malformed")
                size = int(found[2])
                need(size < (U32 if found[1] == "=" else U32 // 2), "a step is malformed")
                steps.append((found[1] != "=", -size if found[1] == "-" else size))
            row.append((*steps, number(parts[2], U32)))
        return number(words[0], U32), row

    def check(self):
        claim, letters, moves = self.claim, self.letters, self.claim["moves"]
        need(not self.board.ring and not claim["ring"], "the claim is about rows")
        plain = all(start is False and not end and not any(run for _, run in left)
                    for start, left, end, _ in moves)
        need(moves and plain, "the rules are not of this form")
        self.head()
        self.well_formed()
        need(self.near <= 1024, "distances of over 1024 levels are not followed")
        self.rules = [([letter for letter, _ in left], right) for _, left, _, right in moves]
        long = max([1] + [len(piece) for _, right in self.rules for piece in right])
        self.high = []
        for axis in (0, 1):
            fall = max([0] + [-goal[axis][1] for _, cells in self.places for row in cells
                              for _, goals in row for goal in goals if goal[axis][0]])
            self.high.append(self.first[axis] + 1 + self.near + 2 + fall * long)
        need(max(self.high) <= self.MOST, "the levels are too large")
        pairs, sets = self.one_by_one(), self.together()
        states = sum(len(row) for _, cells in self.places for row in cells)
        machine = f"a machine with two counters of {states} states for every word over {letters}"
        return f"{machine} ({pairs} pairs, {sets} sets)"

    def well_formed(self):
        """Every letter of every state leads to a state, and steps are relative only at levels that
        stand for all later ones."""
        need(0 < len(self.places) <= self.MOST and max(self.first) < self.MOST,
             "there are too many places or levels")
        need((self.first[0] + 1) * (self.first[1] + 1) <= self.MOST, "there are too many levels")
        for free, cells in self.places:
            for x, row in enumerate(cells):
                for y, (_, goals) in enumerate(row):
                    self.scope.limits.step()
                    need(len(goals) == len(self.letters), "a row has not a step for each letter")
                    for *steps, place in goals:
                        need(place < len(self.places), "a step leads to no state")
                        for axis, level in ((0, x), (1, y)):
                            self.leads(free[axis], self.places[place][0][axis],
                                       level, self.first[axis], steps[axis])

    def leads(self, free, free_there, level, first, step):
        relative, by = step
        if not relative:
            need(by == 0 or free_there and by < self.MOST, "a step leads to no state")
        else:
            need(free and free_there, "a step is relative to no counter")
            need(level == first and abs(by) <= self.LONGEST, "a low level has a relative step")
            need(first + by >= 0, "a step leads to no state")

    def row(self, levels, place):
        """The label and the goals of a state."""
        free, cells = self.places[place]
        at = []
        for axis, level in enumerate(levels):
            known = not isinstance(level, (tuple, str))
            need(not known or level >= 0, "a step leads to no state")
            at.append(0 if not free[axis]
                      else min(level, self.first[axis]) if known else self.first[axis])
        return cells[at[0]][at[1]]

    def cases(self, axis, least):
        """All that a level of at least `least` may be."""
        return ["high", *range(least, self.high[axis])]

    def step(self, levels, place, letter):
        """The states after a letter."""
        *steps, goal = self.row(levels, place)[1][letter]
        after = []
        for axis, (relative, by) in enumerate(steps):
            level = levels[axis]
            if not relative:
                after.append([by])
            elif level == "high":
                after.append(self.cases(axis, self.high[axis] + by))
            elif isinstance(level, tuple):
                after.append([("b", level[1] + by)])
            else:
                after.append([level + by])
        return [((x, y), goal) for x in after[0] for y in after[1]]

    def begun(self, word, letter):
        """The moves that begin at a letter, each as a list of its cases. A move in play is a rule,
        the letters matched, an xor, levels, a place."""
        levels, place = word
        own = tuple(("b", 0) if level == "high" else level for level in levels)
        for at, (left, right) in enumerate(self.rules):
            if left[0] != letter:
                continue
            cases = [(0, (own, place))]
            for count, piece in enumerate(right):
                if count:
                    cases = [(total ^ self.row(*state)[0], ((0, 0), 0)) for total, state in cases]
                for written in piece:
                    cases = [(total, after) for total, state in cases
                             for after in self.step(*state, written)]
            how = (None, 0) if len(left) == 1 else (at, 1)
            yield [(*how, total, *state) for total, state in cases]

    def continued(self, item, letter):
        """The cases of a move in play after a letter; none if the letter ends it."""
        at, matched, total, levels, place = item
        if at is None:
            return [(None, 0, total, *state) for state in self.step(levels, place, letter)]
        left = self.rules[at][0]
        if left[matched] != letter:
            return []
        how = (None, 0) if matched + 1 == len(left) else (at, matched + 1)
        return [(*how, total, levels, place)]

    def moved(self, word, letter):
        """For each counter of the word whether it is known after a letter, with the level or by
        how much it has moved; and the place."""
        levels, place = word
        *steps, goal = self.row(levels, place)[1][letter]
        known = []
        for axis, (relative, by) in enumerate(steps):
            high = levels[axis] == "high"
            known.append((False, by) if relative and high
                         else (True, levels[axis] + by if relative else by))
        return known, goal

    def one_by_one(self):
        """No option has the label of its word. Returns the number of pairs."""
        start = ((0, 0), 0), None
        seen, waiting = {start}, [start]
        while waiting:
            word, item = waiting.pop()
            self.scope.limits.step()
            if item is not None and item[0] is None:
                need(item[2] ^ self.row(*item[3:])[0] != self.row(*word)[0],
                     "an option may have the value of its word")
            for letter in range(len(self.letters)):
                known, place = self.moved(word, letter)
                after = ([case for cases in self.begun(word, letter) for case in cases] + [None]
                         if item is None else self.continued(item, letter))
                for own in after:
                    levels = own[3] if own else (None, None)
                    first, second = (self.settled(axis, known[axis], levels[axis])
                                     for axis in (0, 1))
                    for x, own_x in first:
                        for y, own_y in second:
                            pair = (((x, y), place),
                                    own and (*own[:3], (own_x, own_y), own[4]))
                            self.scope.limits.step()
                            if pair not in seen:
                                seen.add(pair)
                                waiting.append(pair)
        return len(seen)

    def settled(self, axis, known, own):
        """What a counter of the word may be, with that of a move in play."""
        high, (is_known, by) = self.high[axis], known
        related = isinstance(own, tuple)
        if is_known:
            owns = self.cases(axis, high + own[1]) if related else [own]
            return [self.at(axis, by, level) for level in owns]
        low = [self.at(axis, level, level - by + own[1] if related else own)
               for level in range(high + by, high)]
        if not related:
            far = isinstance(own, int) and own >= high + self.near
            return [*low, ("high", "high" if far else own)]
        if abs(own[1] - by) <= self.near:
            return [*low, ("high", ("b", own[1] - by))]
        least = high + max(own[1], own[1] - by)
        return low + [("high", level) for level in self.cases(axis, least)]

    def at(self, axis, level, own):
        """A known level of the word, and that of a move in play, as they are kept."""
        high, is_known = self.high[axis], isinstance(own, int)
        if level < high:
            return level, "high" if is_known and own >= high + self.near else own
        if is_known and abs(own - level) <= self.near:
            own = "b", own - level
        elif is_known and own >= high:
            own = "high"
        return "high", own

    def together(self):
        """Every smaller label is that of an option. Returns the number of sets."""
        start = ((0, 0), 0), frozenset()
        least, waiting, followed = {start[0]: [start[1]]}, [start], 0
        while waiting:
            layer, waiting = waiting, []
            for word, items in layer:
                if not any(items is own for own in least[word]):
                    continue
                followed += 1
                self.scope.limits.step(len(items) + 1)
                values = {item[2] ^ self.row(*item[3:])[0] for item in items if item[0] is None}
                need(mex(values) >= self.row(*word)[0],
                     "a smaller value than that of a word may be missing among its options")
                for letter in range(len(self.letters)):
                    known, place = self.moved(word, letter)
                    following = [*self.begun(word, letter),
                                 *(self.continued(item, letter) for item in items)]
                    following = [cases[0] for cases in following if len(cases) == 1]
                    first, second = ([("now", by)] if is_known else
                                     [("now", level) for level in range(self.high[axis] + by,
                                                                        self.high[axis])]
                                     + [("high", by)]
                                     for axis, (is_known, by) in enumerate(known))
                    for now in [(x, y) for x in first for y in second]:
                        levels = tuple(level if how == "now" and level < self.high[axis] else "high"
                                       for axis, (how, level) in enumerate(now))
                        kept = []
                        for item in following:
                            own = tuple(self.kept(axis, known[axis], now[axis], item[3][axis])
                                        for axis in (0, 1))
                            if None not in own:
                                kept.append((*item[:3], own, item[4]))
                        kept = frozenset(kept)
                        others = least.setdefault((levels, place), [])
                        self.scope.limits.step(len(others) + 1)
                        if not any(other <= kept for other in others):
                            others[:] = [other for other in others if not kept <= other] + [kept]
                            waiting.append(((levels, place), kept))
        return followed

    def kept(self, axis, known, now, own):
        """What is kept of the level of a move in play; None if the move is left out."""
        high, (is_known, by), (how, level) = self.high[axis], known, now
        if own == "high":
            return None
        if how == "high":
            if isinstance(own, tuple):
                return ("b", own[1] - by) if abs(own[1] - by) <= self.near else None
            return own if not self.strict and own < high else None
        if isinstance(own, tuple):
            if is_known:
                return None
            own = level - by + own[1]
        near = abs(own - level) <= self.near
        if level >= high:
            return ("b", own - level) if near else own if not self.strict and own < high else None
        return own if (near if self.strict else own < high + self.near) else None

    def label_of(self, word):
        levels, place = (0, 0), 0
        for letter in word:
            self.scope.limits.step()
            levels, place = self.step(levels, place, letter)[0]
        return self.row(levels, place)[0]


# === Claims: closed forms, each a theorem about all games of one shape ===


X0, X1, X2 = ("x", 0), ("x", 1), ("x", 2)


def plain(tree):
    """An expression with the arguments of signs that commute in one order."""
    if not isinstance(tree, tuple) or tree[0] in ("x", "sum"):
        return tree
    inner = [plain(part) for part in tree[1:]]
    return (tree[0],
            *(sorted(inner, key=repr) if tree[0] in ("+", "*", "=", "min", "max", "gcd")
              else inner))


def alike(tree, *others):
    """Whether an expression is one of others, but for the order of arguments."""
    return plain(tree) in map(plain, others)


def growth(tree, name):
    """What the text of a function of a name shows: None, or words for what holds wherever the name
    is 0 or more. A function that has them never decreases; it is `natural` if it is negative
    nowhere, `slow` if it also grows by at most one at each step."""
    if tree == name or isinstance(tree, int):
        return {"natural", "slow"}
    sign, *inner = tree
    if sign == "-" and inner[0] == name and "slow" in (growth(inner[1], name) or ()):
        return set()
    if sign == "/" and isinstance(inner[1], int) and inner[1] > 0:
        return growth(inner[0], name)
    if sign == "^" and isinstance(inner[1], int) and inner[1] < U32:
        inner.pop()
    parts = ([growth(part, name) for part in inner]
             if sign in ("+", "*", "sqrt", "min", "max") or len(inner) == 1 and sign == "^"
             else [None])
    if None in parts or sign in ("*", "^", "sqrt") and not all("natural" in part for part in parts):
        return None
    both = set.intersection(*parts)
    slow = (sign in ("sqrt", "min", "max")
            or sign == "+" and any(isinstance(part, int) for part in inner))
    return both if slow else both - {"slow"}


def only_take(board):
    """The amounts of a game whose only move takes some, and leaves one heap or none."""
    if (not board.rules and len(board.moves) == 1 and board.moves[0][1] == [(0, 1)]
        and not board.moves[0][0].gone):
        return board.moves[0][0].kinds
    return None


def one_left(rule, arity):
    """The sizes of the only heap that a rule leaves, and its steps."""
    if rule.arity != arity or len(rule.terms) != 1 or rule.terms[0][:2] != (1, rule.kind):
        return None, None
    return tuple(rule.terms[0][2]), rule.steps


def ranged(board, arity, many=1):
    """For each rule `.. -> SIZES for k in LOW..HIGH where CONDITION ..`: the sizes, the ends of the
    range and the conditions."""
    found = []
    for rule in board.only_rules(many):
        sizes, steps = one_left(rule, arity)
        if (sizes is None or not steps or steps[0][:2] != ("in", arity) or len(steps[0][2]) != 1
            or any(kind != "where" for kind, _, _ in steps[1:])):
            return []
        found.append((sizes, *steps[0][2][0], [what for _, _, what in steps[1:]]))
    return found


def of_range(board):
    kinds = only_take(board)
    part = kinds[0] if kinds and len(kinds) == 1 else None
    return (part if isinstance(part, tuple) and part[1] is not None and 1 <= part[0] <= part[1]
            else None)


def of_maximum(board):
    """The function f of `n -> n-k for k in 1..f(n)`."""
    for sizes, low, high, conditions in ranged(board, 1):
        if (sizes == (("-", X0, X1),) and low == 1 and not conditions
            and "slow" in (growth(high, X0) or ())):
            most = board.rules[0].meaning(high)
            return lambda n: min(most([n, 0]), n)
    return None


HALF, COPRIME = ("/", X0, 2), ("=", ("gcd", X0, X1), 1)
DIVIDES = ("=", ("%", X0, X1), 0)


def of_divisors(size, low, highs, condition):
    """Whether a game is `n -> SIZE for k in LOW..HIGH where CONDITION`."""
    def shape(board):
        for sizes, first, last, conditions in ranged(board, 1):
            return (sizes == (size,) and first == low and last in highs and len(conditions) == 1
                    and alike(conditions[0], condition) or None)
        return None
    return shape


def of_corners(board):
    for rule in board.only_rules(1):
        if rule.arity != 2 or len(rule.terms) != 3 or len(rule.steps) != 2:
            return None
        below = {(slot, ((0, ("-", size, 1)),)): (size, ("x", slot)) for slot in (2, 3)
                 for size in (X0, X1)}
        smaller = dict(below[slot, tuple(what)] for kind, slot, what in rule.steps
                       if kind == "in" and (slot, tuple(what)) in below)
        if set(smaller) == {X0, X1} and len(set(smaller.values())) == 2:
            a, b = smaller[X0], smaller[X1]
            left = [tuple(sizes)
                    for count, kind, sizes in rule.terms if count == 1 and kind == rule.kind]
            return sorted(left) == sorted([(a, X1), (X0, b), (a, b)]) or None
    return None


def of_ruler(board):
    for rule in board.only_rules(1):
        if (rule.arity != 1 or len(rule.steps) != 1 or len(rule.right) != 1
            or rule.steps[0][0] != "in" or rule.right[0][0] is None):
            return None
        (_, slot, ranges), ((coin, coins, condition, any_of), heaps) = rule.steps[0], rule.right[0]
        name, less, one = ("x", slot), ("-", X0, ("x", slot)), ("-", X0, 1)
        firsts = {(name, 1, X0), (less, 0, one), (("+", less, 1), 1, X0)}
        if (any_of or condition != 1 or heaps != [(1, "-", [("x", coin)])] or len(ranges) != 1
            or len(coins) != 1 or coins[0][1] != one):
            return None
        return (coins[0][0], *ranges[0]) in firsts or None
    return None


def of_wythoff(board):
    found = set()
    for sizes, low, high, conditions in ranged(board, 2, 3):
        for at, size in enumerate((X0, X1)):
            if (sizes[1 - at] == (X1, X0)[at]
                and (sizes[at], low, high) in ((("-", size, X2), 1, size),
                                               (X2, 0, ("-", size, 1)))):
                found.add(at)
        if (sizes == (("-", X0, X2), ("-", X1, X2)) and low == 1
            and alike(high, X0, X1, ("min", X0, X1))):
            found.add("both")
        found |= {"condition"} if conditions else set()
    return found == {0, 1, "both"} or None


def of_fibonacci(board):
    """Whether the new quota is at most the heap, as the only item."""
    for (rest, quota), low, high, conditions in ranged(board, 2):
        twice = ("*", 2, X2), ("+", X2, X2)
        capped = alike(quota, *(("min", rest, double) for double in twice))
        if (rest == ("-", X0, X2) and low == 1 and not conditions
            and alike(high, X1, ("min", X0, X1)) and (capped or alike(quota, *twice))):
            return (capped,)
    return None


def of_euclid(board):
    found = set()
    for rule in board.only_rules(2):
        sizes, steps = one_left(rule, 2)
        for at, (own, other) in enumerate(((X0, X1), (X1, X0))):
            if (sizes and sizes[1 - at] == other
                and sizes[at] in (("-", own, ("*", X2, other)), ("-", own, ("*", other, X2)))
                and [(kind, what) for kind, _, what in steps] ==
                    [("where", (">", other, 0)), ("in", [(1, ("/", own, other))])]):
                found.add(at)
    return found == {0, 1} or None


def taken(rule, arity):
    """Of a rule that takes any number from one size: its slot, the name, and the other sizes that
    change, by their slots; None for other rules."""
    sizes, steps = one_left(rule, arity)
    if not sizes or len(steps) != 1 or steps[0][0] != "in" or len(steps[0][2]) != 1:
        return None
    _, amount, ((low, high),) = steps[0]
    changed = {slot: size for slot, size in enumerate(sizes) if size != ("x", slot)}
    slots = [slot for slot, size in changed.items() if size == ("-", ("x", slot), ("x", amount))]
    if amount != arity or low != 1 or len(slots) != 1 or high != ("x", slots[0]):
        return None
    del changed[slots[0]]
    return slots[0], ("x", amount), changed


def of_steps(board):
    """The slots of the steps from which an odd number of moves leads to the floor."""
    arity, leads = next(iter(board.arities.values())), {}
    for rule in board.only_rules(arity):
        found = taken(rule, arity)
        if not found or found[0] in leads or len(found[2]) > 1:
            return None
        slot, amount, changed = found
        leads[slot] = None
        for to, size in changed.items():
            if not alike(size, ("+", ("x", to), amount)):
                return None
            leads[slot] = to
    odd = set()
    for slot in range(arity):
        at, moves = slot, 0
        while at is not None and moves <= arity:
            at, moves = leads.get(at, at), moves + 1
        if at is not None:
            return None
        if moves % 2:
            odd.add(slot)
    return odd


def of_pass(board):
    """The slot of the pass, as the only item."""
    arity, passes, slots = next(iter(board.arities.values())), [], []
    for rule in board.only_rules(arity):
        found = taken(rule, arity)
        if found and not found[2]:
            slots.append(found[0])
            continue
        sizes, steps = one_left(rule, arity)
        if not sizes or sizes.count(0) != 1 or len(steps) != 1 or steps[0][0] != "where":
            return None
        slot, condition = sizes.index(0), steps[0][2]
        rest = [("x", at) for at in range(arity) if at != slot]
        if (list(sizes[:slot] + sizes[slot + 1 :]) != rest or not isinstance(condition, tuple)
            or condition[0] != "and"):
            return None
        for one, other in (condition[1:], condition[:0:-1]):
            if (alike(one, ("=", ("x", slot), 1)) and isinstance(other, tuple) and other[0] == ">"
                and other[2] == 0
                and sorted(summands(other[1]), key=repr) == sorted(rest, key=repr)):
                passes.append(slot)
    return passes if len(passes) == 1 and sorted(slots + passes) == list(range(arity)) else None


def summands(tree):
    """The parts of `a + b + ..`."""
    found = []
    while isinstance(tree, tuple) and tree[0] == "+":
        tree, last = tree[1:]
        found.append(last)
    return [tree, *found]


def of_letters(board):
    one = board.symmetric and len(board.takes) == 1 and board.until == ("distinct", None)
    return one or None


def of_copies(board):
    return board.moves == [("every", False, None, None)] and not board.until or None


def of_walk(board):
    return board.walks and board.amounts.text() == "1" and not board.one_way or None


def of_moore(board):
    if len(board.moves) == 1:
        amounts, which, equal = board.moves[0]
        if (amounts.kinds == ["any"] and not amounts.gone and not equal and isinstance(which, tuple)
            and which[0] == 1):
            return which[1]
    return None


def value_of_letters(_, word, limits):
    excess, odd = len(word) - len(set(word)), len(word) % 2
    commonest = max(map(word.count, word), default=0)
    beyond = 2 * (commonest - 1) - excess
    return (0 if excess == 0 else 1 - odd if beyond > 1
            else {1: 1 + odd, 0: 2 * odd}.get(beyond, odd))


def value_of_maximum(f, heap, limits):
    """The heap whose window begins after that of this one, until f has just grown; many windows of
    one length are one step."""
    if any(512 < f(size) < size // 16
           for size in [1 << bit for bit in range(heap.bit_length())] + [heap]):
        raise Undecided("there may be many windows below the heap: a move takes more than "
                        "512 counters, and less than a sixteenth")
    while True:
        limits.step()
        most, low, high = f(heap), 0, heap
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if f(middle) == most else (middle + 1, high)
        if low == heap:
            return most
        heap -= -(-(heap - low) // (most + 1)) * (most + 1)


def value_of_coprime(_, heap, limits):
    if heap > 1 << 24:
        raise Undecided("the places of primes over 2^24 are not computed")
    if heap < 2 or heap % 2 == 0:
        return heap % 2 if heap < 2 else 0
    least = next((divisor for divisor in range(3, isqrt(heap) + 1, 2) if heap % divisor == 0), heap)
    limits.step(1 + least // 64)
    sieve = bytearray([1]) * (least + 1)
    for prime in range(2, isqrt(least) + 1):
        if sieve[prime]:
            sieve[prime * prime :: prime] = bytes(len(range(prime * prime, least + 1, prime)))
    return sum(sieve[2:])


def value_of_divisors(_, heap, limits):
    """The number of prime factors: small ones by division, those of the rest by Pollard's walk."""
    count, waiting = 0, []
    for prime in filter(is_prime, range(1000)):
        while heap and heap % prime == 0:
            heap, count = heap // prime, count + 1
    waiting += [heap] * (heap > 1)
    while waiting:
        rest = waiting.pop()
        if is_prime(rest):
            count += 1
            continue
        shift, slow, fast, divisor = 1, 2, 2, isqrt(rest) if isqrt(rest) ** 2 == rest else 1
        while divisor == 1:
            limits.step()
            slow = (slow * slow + shift) % rest
            fast = (fast * fast + shift) % rest
            fast = (fast * fast + shift) % rest
            divisor = gcd(slow - fast, rest)
            if divisor == rest:
                shift, slow, fast, divisor = shift + 1, 2, 2, 1
        waiting += [divisor, rest // divisor]
    return count


def nim_product(a, b, bits=32):
    """In two digits to the base F = 2^bits: F times F is F + F/2; F times less is as usual."""
    if a < 2 or b < 2:
        return a * b
    if a >> bits == b >> bits == 0:
        return nim_product(a, b, bits // 2)
    a_high, a_low, b_high, b_low = a >> bits, a % (1 << bits), b >> bits, b % (1 << bits)
    highs = nim_product(a_high, b_high, bits // 2)
    high = highs ^ nim_product(a_high, b_low, bits // 2) ^ nim_product(a_low, b_high, bits // 2)
    return (high << bits | nim_product(a_low, b_low, bits // 2)
            ^ nim_product(highs, 1 << bits - 1, bits // 2))


def value_of_forest(_, position, limits):
    """A tree is worth one more than those on its root; None if an element is on two others."""
    kind, *order = position
    if kind != "order" or len({high for _, high in order[1]}) < len(order[1]):
        return None
    limits.step(order[0])
    below, above, trees = {high: low for low, high in order[1]}, [0] * order[0], 0
    elements = from_the_ends(*order)
    for element in elements:
        if element in below:
            above[below[element]] ^= above[element] + 1
        else:
            trees ^= above[element] + 1
    return trees if len(elements) == order[0] else None


def value_of_fusion(_, position, limits):
    """The vertices of each cycle become one: an edge that is not in a tree of the graph makes one
    vertex of all on its cycle. What is left are bridges, worth one more than what stands on them,
    and loops, worth 1."""
    _, count, edges = position
    limits.step(count + len(edges))
    tree, around = {0: None}, neighbours(count, edges)
    order = [0]
    for vertex in order:
        for to in around[vertex]:
            if to not in tree:
                tree[to] = vertex
                order.append(to)
    depth = {}
    for vertex in order:
        depth[vertex] = depth[tree[vertex]] + 1 if vertex else 0
    top = list(range(count))

    def fused(vertex):
        while top[vertex] != vertex:
            top[vertex] = vertex = top[top[vertex]]
        return vertex

    seen = set()
    for a, b in edges:
        in_tree = (tree.get(b) == a or tree[a] == b) and (a, b) not in seen and a != b
        seen.add((a, b))
        a, b = fused(a), fused(b)
        while a != b and not in_tree:
            limits.step()
            a, b = (b, a) if depth[a] > depth[b] else (a, b)
            top[b] = fused(tree[b])
            b = top[b]
    stands = [0] * count
    for a, b in edges:
        if fused(a) == fused(b):
            stands[fused(a)] ^= 1
    for vertex in reversed(order[1:]):
        if fused(vertex) == vertex:
            stands[fused(tree[vertex])] ^= stands[vertex] + 1
    return stands[fused(0)]


def lost_divisor(_, heap, limits):
    """The odd heaps and the odd powers of 2."""
    return heap % 2 == 1 or heap & (heap - 1) == 0 and heap.bit_length() % 2 == 0


def lost_wythoff(_, heap, limits):
    few, many = sorted(heap[1])
    return few == (many - few + isqrt(5 * (many - few) ** 2)) // 2


def lost_fibonacci(capped, heap, limits):
    """By the least part of the heap as a sum of Fibonacci numbers that are no neighbours: the
    largest ones are taken out first."""
    counters, quota = heap[1]
    # The least that play takes before 2^63 counters may be taken: twice as many are no size. It is
    # a power of 2 within the quota, and twice as much at each move.
    taken, least = 0, 1 << max(quota, 1).bit_length() - 1
    while least < 1 << 63:
        taken, least = taken + least, 2 * least
    if not capped[0] and quota and counters - taken >= 1 << 63:
        return None
    numbers = [1, 2]
    while numbers[-1] < counters:
        numbers.append(numbers[-2] + numbers[-1])
    rest, part = counters, 0
    for one in reversed(numbers):
        if one <= rest:
            rest, part = rest - one, one
    return counters == 0 or quota < part


def value_of_euclid(_, heap, limits):
    """Along Euclid's algorithm, from its end."""
    (b, a), quotients, value = sorted(heap[1]), [], 0
    while b:
        quotients.append(a // b)
        a, b = b, a % b
    for quotient in reversed(quotients):
        value = quotient - 1 if quotient - 1 < value else quotient
    return value


def value_of_power(_, heap, limits):
    return (heap & -heap).bit_length() - 1 if heap else 0


def value_of_steps(odd, heap, limits):
    """The counters on the odd steps; None where a move may make a number that is no size."""
    return xor_all(heap[1][slot] for slot in odd) if sum(heap[1]) < 1 << 64 else None


def known_with_pass(slot, heap, limits):
    """The value without the pass, and of one heap with it; whether two heaps are lost; None for
    more heaps."""
    may_pass = heap[1][slot[0]] == 1
    heaps = sorted(size for at, size in enumerate(heap[1]) if at != slot[0] and size)
    if not may_pass or not heaps:
        return xor_all(heaps)
    if len(heaps) == 1:
        partner = heaps[0] + 1 if heaps[0] % 2 else heaps[0] - 1
        return partner if partner < 1 << 64 else None
    return heaps[0] % 2 == 1 and heaps[1] == heaps[0] + 1 if len(heaps) == 2 else None


def lost_moore(most, sizes, limits):
    return all(sum(size >> digit & 1 for size in sizes) % (most + 1) == 0 for digit in range(64))


def value_of_staircase(amounts, position, limits):
    """Where each arc joins an odd and an even vertex and the ends are even, the stones on odd
    vertices count as heaps; None elsewhere."""
    count, edges, counts, _ = position
    limits.step(count + len(edges))
    after = [[] for _ in range(count)]
    for a, b in edges:
        after[a].append(b)
    order, odd, reached = from_the_ends(count, edges), [None] * count, [own > 0 for own in counts]
    for vertex in order:
        kinds = {odd[b] for b in after[vertex]}
        odd[vertex] = (None if len(kinds) > 1 or None in kinds else not kinds.pop() if kinds
                       else False)
    for vertex in reversed(order):
        for b in after[vertex] if reached[vertex] else ():
            reached[b] = True
    if any(odd[vertex] is None and reached[vertex] for vertex in range(count)):
        return None
    return xor_all(values_of_heaps(amounts,
                                   [counts[vertex] for vertex in range(count) if odd[vertex]],
                                   limits))


def values_of_heaps(amounts, sizes, limits):
    """The values of heaps from which a move takes one of the amounts."""
    kind = amounts.kinds[0] if len(amounts.kinds) == 1 and not amounts.gone else None
    simple = {"any": lambda n: n, "odd": lambda n: n % 2, "even": lambda n: n // 2}.get(kind)
    if isinstance(kind, tuple) and kind[0] > 0:
        low, high = kind
        simple = lambda n: (n if high is None else n % (low + high)) // low
    if simple:
        return list(map(simple, sizes))
    most, table, seen, first = amounts.ends(), [], {}, None
    while first is None and len(table) <= max(sizes, default=0):
        n = len(table)
        table.append(mex({table[n - taken] for taken in amounts.upto(n, limits)}))
        if most is not None and n + 1 >= most:
            limits.step(most)
            first = seen.get(tuple(table[n + 1 - most :]))
            seen[tuple(table[n + 1 - most :])] = n + 1
    return [table[n] if n < len(table) else table[first + (n - first) % (len(table) - first)]
            for n in sizes]


def lost_walk(_, position, limits):
    """A vertex is good if a neighbour with fewer stones is not; on others the mover loses."""
    count, edges, counts, at = position
    limits.step(count + len(edges))
    around, good = neighbours(count, edges), [False] * count
    for vertex in sorted(range(count), key=counts.__getitem__):
        good[vertex] = any(counts[other] < counts[vertex] and not good[other]
                           for other in around[vertex])
    return not good[at]


def small_stones(board):
    if board.walks:
        shapes = ((0, 1), (1, 2)), ((0, 1), (0, 2), (1, 2))
        return [(3, edges, counts, at) for edges in shapes for counts in product(range(4), repeat=3)
                for at in range(3)]
    shapes = (3, ((1, 0), (2, 1))), (3, ((1, 0), (2, 0))), (4, ((1, 0), (2, 0), (3, 1), (3, 2)))
    return [(count, edges, counts, None) for count, edges in shapes
            for counts in product(range(6 - count), repeat=count)]


def small_heaps(board):
    return range(48)


def small_kinds(board):
    return [(kind, (a, b)) for kind in board.ranks for a in range(7) for b in range(7)]


def small_sizes(board):
    """Of one kind of heap with any number of sizes."""
    (kind, arity), = board.arities.items()
    most = next(most for most in range(48, 0, -1) if most == 2 or most**arity <= 300)
    return [(kind, sizes) for sizes in islice(product(range(most), repeat=arity), 300)]


def small_with_pass(board):
    """With few counters, in at most two heaps where the pass is left."""
    (kind, arity), = board.arities.items()
    slot, = of_pass(board)
    lists = (tuple(map(slots.count, range(arity))) for total in range(8)
             for slots in combinations_with_replacement(range(arity), total))
    known = (sizes for sizes in lists if sizes[slot] != 1 or sum(size > 0 for size in sizes) <= 3)
    return [(kind, sizes) for sizes in islice(known, 300)]


def small_rows(board):
    return ["".join(word) for length in range(6) for word in product("abc", repeat=length)]


def small_bags(board):
    return ["".join(word) for length in range(11)
            for word in combinations_with_replacement("abcd", length)]


def small_trees():
    """All trees of up to six vertices, with the edges from each vertex to a later one."""
    for count in range(7):
        for below in product(*map(range, range(1, count))):
            yield count, tuple((low, at) for at, low in enumerate(below, 1))


def small_orders(board):
    return [("order", *tree) for tree in small_trees() if tree[0]]


def small_graphs(board):
    pairs = [(a, b) for a in range(3) for b in range(a, 3)]
    return [part for count in range(5) for edges in combinations_with_replacement(pairs, count)
            for part in board.parts(3, sorted(edges))]


def small_piles(board):
    return product(range(1, 4), repeat=3)


def value_of_line(_, position, limits):
    """The run of an end has the piles that can be taken there one after the other. A move at the
    end with the larger pile leaves no choice for the rest; one at the other end shortens its run by
    one."""
    sizes, after = position
    others, low, high = [], 0, len(sizes)
    first, last = (run_of(order, after, limits) for order in (sizes, sizes[::-1]))
    while first and last and high - low > 1 and sizes[low] != sizes[high - 1]:
        limits.step()
        if sizes[low] > sizes[high - 1]:
            others.append((first - 1) % 2)
            high, last = high - 1, last - 1
        else:
            others.append((last - 1) % 2)
            low, first = low + 1, first - 1
    if not first or not last:
        found = (first + last) % 2
    else:
        found = 1 if high - low == 1 else mex({(first - 1) % 2, (last - 1) % 2})
    for other in reversed(others):
        found = mex({found, other})
    return found


def run_of(sizes, after, limits):
    count = 0
    for size in sizes:
        limits.step()
        if after is not None and size <= after:
            break
        count, after = count + 1, size
    return count


def value_of_leaves(_, position, limits):
    """A tree whose longest path has d vertices: from any vertex, the last one that a walk in rings
    meets is an end of such a path."""
    kind, count, edges = position
    if kind != "graph" or len(edges) != max(count - 1, 0):
        return None
    around, length, start = neighbours(count, edges), 0, 0
    for _ in range(min(count, 2)):
        limits.step(count)
        far = distances(start, around)
        if len(far) < count:
            return None
        start = list(far)[-1]
        length = far[start] + 1
    return length and (2, 1, 0)[length % 3]


def small_leafy(board):
    return [("graph", *tree) for tree in small_trees()]


def small_lines(board):
    return [(sizes, None) for length in range(6) for sizes in product(range(1, 5), repeat=length)]


class Law(Claim):
    """A closed form: the moves have the shape that the theorem is about. The formula is also
    compared with the values of small positions, which are computed from the moves."""

    def __init__(self, name, scope):
        self.name, self.scope = name, scope
        _, self.shape, self.formula, self.small = LAWS[name]

    def check(self):
        given = getattr(self.scope.board, "measure", None) == "given"
        need(not given, "a move may fail by the measure that the rules give")
        self.of = self.shape(self.scope.board)
        need(self.of is not None, "the theorem is about other moves")
        misere = not self.scope.misere or self.name in ("nim", "leaves")
        need(misere, "the theorem is about normal play")
        values = computed(self.scope.board, self.small(self.scope.board), self.scope.limits)
        for position, value in values.items():
            found = self.apply(position)
            need(found == (value == 0 if isinstance(found, bool) else value),
                 f"the formula is wrong at {position}, whose value is {value}")
        small = list(values)[:16] if self.scope.misere else []
        for terms in combinations_with_replacement(small, 2):
            self.sums(terms)
        return f"the theorem `{self.name}`, and the formula at {len(values)} small positions"

    def sums(self, terms):
        """Compares the outcome of a sum in misère play with those of its options."""
        options = [[*terms[:at], *option, *terms[at + 1 :]]
                   for at, part in enumerate(terms) for option in self.scope.board.options(part)]
        lost, *after = [self.misere([(0, part) for part in parts]) == "P"
                        for parts in [terms, *options]]
        wins = not after or any(after)
        need(lost != wins, f"the formula is wrong at the sum {terms}")

    def apply(self, position):
        return self.formula(self.of, position, self.scope.limits)

    def value(self, position):
        found = self.apply(position)
        return None if isinstance(found, bool) else found

    def outcome(self, position):
        """By a value, or by whether the mover loses."""
        found = self.apply(position)
        lost = found if isinstance(found, bool) else found == 0
        return None if found is None else "P" if lost else "N"

    def misere(self, terms):
        sizes = [self.apply(position) for _, position in terms]
        if None in sizes:
            return None
        return "N" if (xor_all(sizes) != 0) == (max(sizes, default=0) > 1) else "P"


class Parity(Claim):
    """All plays from a word have one parity, which is its value: a move takes one letter,
    whichever; or both results of each critical pair lead to one word by plays of one parity."""

    MOST, HEAVIEST = 16, 8

    def __init__(self, scope):
        self.scope, self.rules, self.single = scope, [], False

    def takes_one(self):
        """Whether moves take one letter, to the end, a length or an anagram of a palindrome."""
        board = self.scope.board
        if self.scope.kind == "bag":
            one = (board.free
                   and [(take.kind, take.what) for take in board.takes] == [("letter", None)])
        else:
            moves = [move[:2] + (move[2] and (move[2].kind, move[2].what), move[3])
                     for move in board.moves if move[0] == "remove"]
            one = len(board.moves) == 1 and moves == [("remove", False, ("letter", None), None)]
        return one and (board.until is None or board.until[0] in ("length", "palindrome"))

    def check(self):
        board = self.scope.board
        self.single = self.takes_one()
        if self.single:
            return "a parity that every play has, each move of which takes one letter"
        need(self.scope.kind == "row" and not board.until, "the theorem is about rows")
        for kind, separates, what, listed in board.moves:
            need(listed is None, "the theorem is about rules that no list restricts")
            if kind == "replace":
                plain = (not (what.start or what.end) and len(what.right) == 1
                         and all(a != VARIABLE and run is False for a, run in what.left))
                need(plain, "the theorem is about rules that put one word in place of another")
                found = [("".join(a for a, _ in what.left), "".join(a for a, _ in what.right[0]))]
            else:
                need(kind == "remove" and not separates and what.kind in ("word", "letter")
                     and what.what, "the theorem is about rewriting rules")
                found = [(word, "") for word in what.what]
            self.rules += [rule for rule in found if rule not in self.rules]
        if (len(self.rules) > self.MOST
            or any(len(side) > self.MOST for rule in self.rules for side in rule)):
            raise Undecided("more rules, or longer ones, than 16 are not examined")
        need(self.rules and self.ends(), "play need not end")
        for first, own in self.rules:
            for second, other in self.rules:
                for at in range(len(first)):
                    common = min(len(second), len(first) - at)
                    if first[at : at + common] == second[:common]:
                        word = first + second[common:]
                        left = own + word[len(first) :]
                        right = word[:at] + other + word[at + len(second) :]
                        need(self.play(left) == self.play(right),
                             f"two plays from {word} have different ends or parities")
        return "a parity that every play from a word has"

    def ends(self):
        letters = sorted(set("".join(left + right for left, right in self.rules)))
        for weights in product(range(1, self.HEAVIEST + 1), repeat=len(letters)):
            self.scope.limits.step()
            weigh = dict(zip(letters, weights))
            if all(sum(map(weigh.get, left)) > sum(map(weigh.get, right))
                   for left, right in self.rules):
                return True
            if self.scope.limits.spent > 1 << 20:
                raise Undecided("no weights are found under which every move leaves lighter words")
        return False

    def play(self, word):
        """The word at the end of the play that rewrites the occurrence that begins first, and the
        parity of that play."""
        moves, at, longest = 0, 0, max(len(left) for left, _ in self.rules)
        while at < len(word):
            self.scope.limits.step()
            found = next((rule for rule in self.rules if word.startswith(rule[0], at)), None)
            if found is None:
                at += 1
            else:
                word, moves = word[:at] + found[1] + word[at + len(found[0]) :], moves + 1
                at = max(0, at - longest)
        return word, moves % 2

    def value(self, position):
        word = position if isinstance(position, str) else position[0]
        if not self.single:
            return self.play(word)[1] if word is position else None
        kind, most = self.scope.board.until or ("length", 0)
        self.scope.limits.step(len(word))
        if kind == "length":
            return max(0, len(word) - most) % 2
        odd = sum(count % 2 for count in Counter(word).values())
        return int(odd > 1 and len(word) % 2 == 0)

    def misere(self, terms):
        values = [self.value(part) for _, part in terms]
        return None if None in values else "P" if sum(values) % 2 else "N"


class SetParity(Parity):
    """All plays from a set end with the multiples of its divisor up to the largest member."""

    def check(self):
        small = [members for size in range(6) for members in combinations(range(1, 9), size)]
        for members, value in computed(self.scope.board, small, self.scope.limits).items():
            need(self.value(members) == value,
                 f"the formula is wrong at {members}, whose value is {value}")
        return ("a parity that every play has: it ends with all multiples of the divisor "
                "up to the largest member")

    def value(self, position):
        self.scope.limits.step(len(position))
        return (max(position, default=0) // (gcd(*position) or 1) - len(position)) % 2


# The boards that a theorem is about. The shape of the game: what the formula needs to know of it,
# None for other games. The formula, for a value or for whether the position is lost. Small
# positions. For a parity, its class alone.
LAWS = {
    "nim": (["heap"], lambda board: only_take(board) == ["any"] or None,
            lambda _, heap, limits: heap, small_heaps),
    "range": (["heap"], of_range, lambda part, heap, limits: heap % sum(part) // part[0],
              small_heaps),
    "maximum-nim": (["heap"], of_maximum, value_of_maximum, small_heaps),
    "coprime": (["heap"], of_divisors(("-", X0, X1), 1, [X0], COPRIME), value_of_coprime,
                small_heaps),
    "divisors": (["heap"], of_divisors(X1, 1, [("-", X0, 1), HALF], DIVIDES), value_of_divisors,
                 small_heaps),
    "proper-divisor": (["heap"], of_divisors(("-", X0, X1), 2, [("-", X0, 1), HALF], DIVIDES),
                       lost_divisor, small_heaps),
    "divisor-game": (["heap"], of_divisors(("-", X0, X1), 1, [("-", X0, 1), HALF], DIVIDES),
                     value_of_power, small_heaps),
    "nim-product": (["kinds"], of_corners, lambda _, heap, limits: nim_product(*heap[1]),
                    small_kinds),
    "ruler": (["heap"], of_ruler, lambda _, heap, limits: heap & -heap, small_heaps),
    "wythoff": (["kinds"], of_wythoff, lost_wythoff, small_kinds),
    "fibonacci-nim": (["kinds"], of_fibonacci, lost_fibonacci, small_kinds),
    "euclid": (["kinds"], of_euclid, value_of_euclid, small_sizes),
    "staircase-nim": (["kinds"], of_steps, value_of_steps, small_sizes),
    "nim-with-a-pass": (["kinds"], of_pass, known_with_pass, small_with_pass),
    "letters": (["bag"], of_letters, value_of_letters, small_bags),
    "every-copy": (["row"], of_copies, lambda _, word, limits: len(set(word)) % 2, small_rows),
    "forest": (["order"], lambda board: True, value_of_forest, small_orders),
    "fusion": (["ground"], lambda board: True, value_of_fusion, small_graphs),
    "moore": (["piles"], of_moore, lost_moore, small_piles),
    "line": (["line"], lambda board: True, value_of_line, small_lines),
    "leaves": (["graph"], lambda board: board.moves == ["leaves"] or None, value_of_leaves,
               small_leafy),
    "staircase": (["stones"], lambda board: None if board.walks else board.amounts,
                  value_of_staircase, small_stones),
    "stone-walk": (["stones"], of_walk, lost_walk, small_stones),
    "parity": (["row", "ring", "bag"], Parity),
    "parity of sets": (["set"], SetParity),
}
OUTCOMES_ONLY = ("wythoff", "fibonacci-nim", "proper-divisor", "moore", "stone-walk")


# === Claims: runs of equal values ===


MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


class Reach:
    """The heaps that a rule `x -> y for y in A(x)..B(x) where ..`, or `x -> E(x)`, leaves: a range
    whose ends never decrease."""

    def __init__(self, rule):
        sizes, steps = one_left(rule, 1)
        need(sizes is not None, "the theorem is about rules that leave one heap")
        self.ends, self.one, self.guards, self.since, self.before = None, None, [], 1, U64
        for kind, slot, what in steps:
            if kind == "where":
                self.restrict(rule, what)
                continue
            need(kind == "in" and slot == 1 and len(what) == 1 and self.ends is None,
                 "the theorem is about one range of heaps")
            need(all(growth(end, X0) is not None for end in what[0]),
                 "the ends of a range are not seen to grow")
            self.ends = [rule.meaning(end) for end in what[0]]
        if self.ends is None:
            need(not self.guards and growth(sizes[0], X0) is not None,
                 "what is left is not seen to grow")
            self.one = rule.meaning(sizes[0])
        need(self.one or sizes == (X1,), "the theorem is about the heaps of a range")

    def restrict(self, rule, condition):
        """A comparison of the heap with a number limits the heaps; any other one is of a function
        of y with one of x."""
        sign, left, right = condition if len(condition) == 3 else (None, None, None)
        if sign == "and":
            self.restrict(rule, left)
            self.restrict(rule, right)
            return
        need(sign in MIRRORED, "the theorem is about comparisons")
        ways = (sign, left, right), (MIRRORED[sign], right, left)
        for sign, left, right in ways:
            if left == X0 and isinstance(right, int):
                if sign in (">", ">="):
                    self.since = max(self.since, right + (sign == ">"))
                else:
                    self.before = min(self.before, right + (sign == "<="))
                return
        for sign, left, right in ways:
            if growth(left, X1) is not None and growth(right, X0) is not None:
                self.guards.append((sign, rule.meaning(left), rule.meaning(right)))
                return
        raise Refused("the sides of a condition are not seen to grow")

    def heaps(self, n):
        """The first heap that is left of n, and the one after the last; equal if there is none."""
        if self.one:
            size = self.one([n, 0])
            return (size, size + 1) if size >= 0 else (0, 0)
        first, end = self.ends[0]([n, 0]), self.ends[1]([n, 0]) + 1
        need(0 <= first < U64 and end < U64, "the ends of a range are no heaps")
        end = most = max(end, 0)
        for _, of_y, _ in self.guards:
            of_y([n, max(end - 1, 0)])
        for sign, of_y, than in self.guards:
            low, high, bound = 0, most, than([n, 0])
            while low < high:
                middle = (low + high) // 2
                value = of_y([n, middle])
                reached = value >= bound if sign in (">=", "<") else value > bound
                low, high = (low, middle) if reached else (middle + 1, high)
            first, end = (max(first, low), end) if sign in (">", ">=") else (first, min(end, low))
        return first, max(first, end)


def few_amounts(board):
    """The amounts of a game that takes one of a few and leaves the rest, ascending; else None."""
    found = set()
    for amounts, leave, _ in board.moves:
        spans = [kind for kind in amounts.kinds if not isinstance(kind, str)]
        if (leave != [(0, 1)] or len(spans) < len(amounts.kinds) or len(found) > 4096
                or len(spans) > 64 or len(amounts.gone) > 64
                or any(high is None or not 0 <= high - low < 64 for low, high in spans)):
            return None
        found |= {n for low, high in spans for n in range(low, high + 1) if amounts.contains(n)}
    return sorted(found) if not board.rules and 0 not in found and len(found) <= 64 else None


class Runs(Claim):
    """The values of a heap game are constant on runs of heaps, or repeat a word. From one heap on,
    all have one value as long as the ends of the range of each rule stay in the same runs. If one
    takes one of a few amounts, the heaps of which each amount leaves one run have options that
    repeat words, so that as many heaps as a common multiple of their lengths decide."""

    def __init__(self, lines, scope):
        *runs, end = lines.section().items
        self.scope, self.end = scope, number(end)
        pairs = [tuple(map(number, line.split(" "))) for line in runs]
        self.firsts, self.words = [run[0] for run in pairs], [run[1:] for run in pairs]
        self.ends = self.firsts[1:] + [self.end]
        need(pairs and self.firsts[0] == 0 and all(self.words), "the runs do not begin at heap 0")
        need(all(len(word) <= end - first
                 for first, word, end in zip(self.firsts, self.words, self.ends)),
             "the runs do not ascend, or have longer words than heaps")
        need(all(word[(end - first) % len(word)] != after[0] for first, word, end, after
                 in zip(self.firsts, self.words, self.ends, self.words[1:])),
             "a run goes on as the one before it")

    def run(self, heap):
        return bisect_right(self.firsts, heap) - 1

    def value(self, heap):
        if heap >= self.end:
            return None
        run = self.run(heap)
        return self.words[run][(heap - self.firsts[run]) % len(self.words[run])]

    def check(self):
        board = self.scope.board
        amounts = few_amounts(board)
        if amounts:
            self.check_words(amounts)
            return f"{len(self.firsts)} runs that repeat words, up to heap {self.end - 1}"
        need(not board.moves, "the theorem is about rules that leave one heap")
        need(all(len(word) == 1 for word in self.words), "the theorem is about runs of one value")
        self.values = [value for value, in self.words]
        self.rules = [Reach(rule) for rule in board.rules]
        breaks = sorted({end for rule in self.rules for end in (rule.since, rule.before)})
        for first, claimed, end in zip(self.firsts, self.values, self.ends):
            while first < end:
                self.scope.limits.step()
                found, last = self.piece(first, min([end] + [at for at in breaks if at > first]))
                need_value(f"heap {first}", claimed, found)
                first = last + 1
        return f"{len(self.firsts)} runs of equal values, up to heap {self.end - 1}"

    def check_words(self, amounts):
        """Each stretch of heaps of which all amounts that they have leave one run."""
        heap, own, places = 0, 0, [0] * len(amounts)
        while heap < self.end:
            self.scope.limits.step()
            own += self.ends[own] <= heap
            end, many, left = self.ends[own], len(self.words[own]), []
            for at, amount in enumerate(amounts):
                if amount > heap:
                    end = min(end, amount)
                    break
                while self.ends[places[at]] <= heap - amount:
                    places[at] += 1
                run = places[at]
                end = min(end, self.ends[run] + amount) if run < own else end
                many = many * len(self.words[run]) // gcd(many, len(self.words[run]))
                left.append((amount + self.firsts[run], self.words[run]))
            for n in range(heap, min(end, heap + many)):
                self.scope.limits.step(len(left))
                found = mex({word[(n - first) % len(word)] for first, word in left})
                word = self.words[own]
                need_value(f"heap {n}", word[(n - self.firsts[own]) % len(word)], found)
            heap = end

    def piece(self, n, end):
        """The value of a heap, and a heap up to which all have it, before `end`."""
        if n == 0:
            return 0, 0
        rules = [(rule, *rule.heaps(n)) for rule in self.rules if rule.since <= n < rule.before]
        need(all(last <= n or first == last for _, first, last in rules),
             f"a move from heap {n} leaves no smaller heap")
        met = [range(self.run(first), self.run(last - 1) + 1)
               for _, first, last in rules if first < last]
        self.scope.limits.step(sum(map(len, met)))
        low, high, step = n, end, 1
        while high - low > 1:
            middle = min(low + step, (low + high) // 2) if step else (low + high) // 2
            self.scope.limits.step()
            if all(self.same(n, rule, first, last, middle) for rule, first, last in rules):
                low, step = middle, 2 * step
            else:
                high, step = middle, 0
        return mex({self.values[run] for runs in met for run in runs}), low

    def same(self, n, rule, first, last, m):
        """Whether a rule leaves heaps of the same runs, of every heap from n to m."""
        least, end = rule.heaps(m)
        if first == last:
            return end <= first
        overlaps = rule.one or self.run(first) < self.run(last - 1) or least < last
        return (overlaps and least < end <= n and self.run(least) == self.run(first)
                and self.run(end - 1) == self.run(last - 1))

    def surplus(self):
        most = U64 if self.scope.of_all else max(self.scope.starts, default=0) + 1
        return f"runs after heap {most - 1}" if self.end > most else None


# === Claims: automata that read sizes in binary, the first digits first ===


def negated(test):
    """The opposite of a test: a form with the signs that it may have, or `and` or `or` of tests."""
    kind, *inner = test
    if kind in ("and", "or"):
        return ("or" if kind == "and" else "and", *map(negated, inner))
    return kind, {-1, 0, 1} - inner[0]


LARGEST_FACTOR, LARGEST_NUMBER = 1 << 12, 1 << 120


class Formula:
    """One rule as a condition on variables: the sizes of the heap, the names, the sizes that are
    left, and others that these determine, such as quotients."""

    def __init__(self, arity):
        self.count, self.tests, self.left, self.known = arity, [], [], {}
        self.names, self.most = {}, {}

    def fresh(self):
        self.count += 1
        return Form(0, {self.count - 1: 1})

    def holds(self, left, sign, right):
        self.tests.append((left.plus(right, -1), COMPARED[sign]))

    def number(self, natural):
        """A new number. Unless it is natural it is a difference, and one of two variables is 0."""
        high = self.fresh()
        if natural:
            return high
        low = self.fresh()
        self.tests.append(("or", (high, {0}), (low, {0})))
        return high.plus(low, -1)

    def bound(self, tree):
        """No number of an expression is larger than this."""
        if isinstance(tree, int):
            most = tree
        elif tree[0] == "x":
            most = self.most[tree[1]]
        else:
            need(tree[0] in ("neg", "+", "-", "*", "/", "%", "min", "max"),
                 "automata read sums, multiples, quotients, min and max")
            each = [self.bound(part) for part in tree[1:]]
            most = (max(each) if tree[0] in ("min", "max", "neg") else each[0] * each[1]
                    if tree[0] == "*" else sum(each))
        need(most <= LARGEST_NUMBER, "the numbers of a rule may get too large")
        return most

    def form(self, tree):
        """The form of an expression; quotients, least and greatest numbers are new variables."""
        return linear(tree, self.names, self.other)

    def other(self, tree):
        if tree in self.known:
            return self.known[tree]
        sign, *parts = tree
        each = [self.form(part) for part in parts]
        if sign in ("/", "%"):
            by = each[1].constant
            need(not each[1].terms and 0 < by <= LARGEST_FACTOR,
                 "a rule divides by what is not a small positive constant")
            quotient = self.known.get(("/", *parts)) or self.number(each[0].natural())
            self.known["/", parts[0], parts[1]] = quotient
            rest = each[0].plus(quotient, -by)
            self.holds(rest, ">=", Form())
            self.holds(rest, "<", Form(by))
            found = quotient if sign == "/" else rest
        else:
            need(sign in ("min", "max"), "automata read sums, multiples, quotients, min and max")
            natural = (all if sign == "min" else any)(form.natural() for form in each)
            found, than = self.number(natural), "<=" if sign == "min" else ">="
            for form in each:
                self.holds(found, than, form)
            self.tests.append(("or", *((found.plus(form, -1), {0}) for form in each)))
        self.known[tree] = found
        return found

    def condition(self, tree):
        sign, *parts = tree
        if sign in ("and", "or"):
            return (sign, *map(self.condition, parts))
        if sign == "not":
            return negated(self.condition(parts[0]))
        if sign == "holds":
            sign, parts = "!=", [parts[0], 0]
        for part in parts:
            self.bound(part)
        left, right = map(self.form, parts)
        return left.plus(right, -1), COMPARED[sign]

    def bind(self, slot, form, most):
        self.names[slot], self.most[slot] = form, most

    def variable(self, form):
        """A variable that is equal to the form."""
        if form.name() is None:
            new = self.fresh()
            self.holds(new, "=", form)
            return new.name()
        return form.name()

    def rule(self, rule, places):
        """A rule of the general form; `places` has the place and the number of sizes of a kind."""
        for slot in range(rule.arity):
            self.bind(slot, Form(0, {slot: 1}), U64 - 1)
        for kind, slot, what in rule.steps:
            if kind == "where":
                self.tests.append(self.condition(what))
            elif kind == "parts":
                most, total = self.bound(what), self.form(what)
                for part in slot:
                    self.bind(part, self.fresh(), most)
                self.holds(reduce(Form.plus, (self.names[part] for part in slot)), "=", total)
            else:
                most = max(self.bound(end) for pair in what for end in pair)
                ends = [[self.form(end) for end in pair] for pair in what]
                if len(what) == 1 and what[0][0] == what[0][1]:
                    self.bind(slot, ends[0][0], most)
                    continue
                name = self.number(all(low.natural() for low, _ in ends))
                self.bind(slot, name, most)
                self.tests.append(("or",
                                   *(("and", (low.plus(name, -1), {-1, 0}),
                                      (name.plus(high, -1), {-1, 0})) for low, high in ends)))
        for count, kind, sizes in rule.terms:
            need(isinstance(count, int) and count <= 1 << 20,
                 "a rule leaves a number of heaps that is not a constant")
            need(kind in places and places[kind][1] == len(sizes),
                 "a rule leads to an unknown kind")
            for size in sizes:
                self.bound(size)
            self.left.append((places[kind][0], [self.variable(self.form(size)) for size in sizes],
                              count))

    def split(self, amounts, count, parts):
        """A move that takes one of some amounts, and leaves so many heaps."""
        sizes = [self.fresh()] * count if parts == "equal" else [self.fresh() for _ in range(count)]
        taken = reduce(lambda rest, size: rest.plus(size, -1), sizes, Form(0, {0: 1}))
        self.tests += [(size, {1})
                       for size in sizes[:1] + sizes[1:] * (parts != "equal")] + [(taken, {0, 1})]
        for a, b in zip(sizes, sizes[1:]) if parts == "unequal" else ():
            self.holds(a, "<", b)
        than = lambda number: taken.plus(Form(number), -1)
        inside = (lambda part: ("and", (than(part[0]), {0, 1}),
                                *([] if part[1] is None else [(than(part[1]), {-1, 0})])))
        kinds = []
        for kind in amounts.kinds:
            need(kind not in ("prime", "square"), "automata read neither primes nor squares")
            if kind in ("odd", "even"):
                rest = self.form_of_rest(taken)
                kinds.append(("and", (taken, {1}), (rest, {0} if kind == "even" else {1})))
            else:
                kinds.append((taken, {1}) if kind == "any" else inside(kind))
        self.tests.append(("or", *kinds))
        self.tests += [negated(inside(part)) for part in amounts.gone]
        self.left = [(0, [size.name()], 1) for size in sizes]

    def form_of_rest(self, form):
        """The remainder by 2."""
        rest = form.plus(self.fresh(), -2)
        self.tests += [(rest, {0, 1}), (rest.plus(Form(1), -1), {-1, 0})]
        return rest


MOST_TRACKS, MOST_CONSTANT = 12, 64


class Tests:
    """An automaton of a test: its state has for each form the sum of the digits so far, or its sign
    once no digit can change it."""

    def __init__(self, test, variables, constants):
        self.forms, self.start = [], None
        self.test = self.numbered(test, constants)
        self.added = []
        for form in self.forms:
            need(all(abs(factor) <= LARGEST_FACTOR for factor in form.terms.values()),
                 "a factor is too large for automata")
            places = [form.terms.get(name, 0) for name in variables]
            self.added.append([sum(place for at, place in enumerate(places) if letter >> at & 1)
                               for letter in range(1 << len(variables))])
        self.most = [sum(factor for factor in form.terms.values() if factor > 0)
                     for form in self.forms]
        self.least = [sum(factor for factor in form.terms.values() if factor < 0)
                      for form in self.forms]
        self.start = self.settled([0] * len(self.forms))

    def numbered(self, test, constants):
        kind, *inner = test
        if kind in ("and", "or"):
            return (kind, *(self.numbered(part, constants) for part in inner))
        if abs(kind.constant) > MOST_CONSTANT:
            # A variable that is equal to the constant: it is read with the other digits.
            sign = 1 if kind.constant > 0 else -1
            kind = Form(0, {**kind.terms, constants[abs(kind.constant)]: sign})
        self.forms.append(kind)
        return len(self.forms) - 1, inner[0]

    def settled(self, sums):
        """The state, or None if the test can no longer hold."""
        signs = []
        for at, (value, form) in enumerate(zip(sums, self.forms)):
            if isinstance(value, int):
                # With k digits to come the sum becomes at least value 2^k + least (2^k - 1), and at
                # most as much with `most`.
                if value + self.least[at] >= 0 and value + form.constant > 0:
                    value = "+"
                elif value + self.most[at] <= 0 and value + form.constant < 0:
                    value = "-"
            signs.append(value)
        known = self.known(self.test, signs)
        return None if known is False else True if known else tuple(signs)

    def known(self, test, signs, final=False):
        """Whether the test holds; None if that is open."""
        kind, *inner = test
        if kind in ("and", "or"):
            found = {self.known(part, signs, final) for part in inner}
            strong = kind == "or"
            return strong if strong in found else None if None in found else not strong
        value = signs[kind]
        if isinstance(value, int):
            if not final:
                return None
            value += self.forms[kind].constant
            return (value > 0) - (value < 0) in inner[0]
        return (1 if value == "+" else -1) in inner[0]

    def steps(self, state):
        if state is True:
            return [True] * len(self.added[0]) if self.added else None
        return [self.settled([value if isinstance(value, str) else 2 * value + added[letter]
                              for value, added in zip(state, self.added)])
                for letter in range(len(self.added[0]))]

    def accepts(self, state):
        return state is True or self.known(self.test, state, True)


class Relation:
    """An automaton of tuples of numbers: for each state whether it accepts, and where each letter
    leads. A letter has a bit for each number, the first in the lowest. Each track is the exclusive
    or of some variables."""

    def __init__(self, table, tracks, variables):
        self.table, self.start = table, 0
        parity = (lambda letter, track: sum(letter >> at & 1 for at, name in enumerate(variables)
                                            if name in track) % 2)
        self.letters = [sum(parity(letter, track) << at for at, track in enumerate(tracks))
                        for letter in range(1 << len(variables))]
        self.dead = {state for state, (accepting, row) in enumerate(table)
                     if not accepting and set(row) == {state}}

    def steps(self, state):
        row = self.table[state][1]
        return [None if row[letter] in self.dead else row[letter] for letter in self.letters]

    def accepts(self, state):
        return self.table[state][0]


def constant_table(number):
    """The automaton of one number: leading zeros, then its digits."""
    digits, dead = bin(number)[2:], number.bit_length() + 1
    rows = [(at == len(digits), [dead, dead])
            for at in range(len(digits) + 1)] + [(False, [dead, dead])]
    rows[0][1][0] = 0
    for at, digit in enumerate(digits):
        rows[at][1][int(digit)] = at + 1
    return rows


class Product:
    """All of some tests and relations; a relation is a table and the variables of its tracks."""

    def __init__(self, tests, relations, kept, limits):
        tests = [test for test in tests
                 if not (isinstance(test[0], Form) and test[1] >= {0, 1} and test[0].natural())]
        large = sorted({abs(form.constant) for test in tests
                        for form in forms_of(test) if abs(form.constant) > MOST_CONSTANT})
        constants = {number: ("constant", number) for number in large}
        relations = relations + [(constant_table(number), [{name}])
                                 for number, name in constants.items()]
        used = set().union(*(form.terms for test in tests for form in forms_of(test)),
                           *(track for _, tracks in relations for track in tracks))
        self.kept, self.limits = len(kept), limits
        self.variables = [*kept, *sorted(used - set(kept), key=repr)]
        if len(self.variables) > MOST_TRACKS:
            raise Undecided(f"a rule has more than {MOST_TRACKS} numbers")
        self.parts = [Relation(table, tracks, self.variables) for table, tracks in relations]
        self.parts += [Tests(test, self.variables, constants) for test in tests]
        self.memo = [{} for _ in self.parts]
        self.start = tuple(part.start for part in self.parts)

    def of_part(self, at, state):
        if state not in self.memo[at]:
            self.limits.step()
            self.memo[at][state] = self.parts[at].steps(state)
        return self.memo[at][state]

    def steps(self, state):
        """Pairs of the kept letter and a state, for each letter after which all may still hold."""
        self.limits.step()
        mask = (1 << self.kept) - 1
        for letter, to in enumerate(zip(*(self.of_part(at, own) for at, own in enumerate(state)))):
            if None not in to:
                yield letter & mask, to

    def accepts(self, state):
        return all(part.accepts(own) for part, own in zip(self.parts, state))

    def is_empty(self):
        if None in self.start:
            return True
        waiting, seen = [self.start], {self.start}
        for state in waiting:
            if self.accepts(state):
                return False
            fresh = {to for _, to in self.steps(state)} - seen
            seen |= fresh
            waiting += fresh
        return True

    def graph(self):
        """For each state whether it accepts, and its steps by kept letters to states that lead to
        acceptance."""
        if None in self.start:
            return []
        places, order, rows = {self.start: 0}, [self.start], []
        for state in order:
            row = set()
            for letter, to in self.steps(state):
                if to not in places:
                    places[to] = len(order)
                    order.append(to)
                row.add((letter, places[to]))
            rows.append(row)
        before = [[] for _ in order]
        for state, row in enumerate(rows):
            for _, to in row:
                before[to].append(state)
        good = [self.accepts(state) for state in order]
        alive = {state for state in range(len(order)) if good[state]}
        waiting = list(alive)
        for state in waiting:
            fresh = set(before[state]) - alive
            alive |= fresh
            waiting += fresh
        if 0 not in alive:
            return []
        steps = [{} for _ in order]
        for state in alive:
            for letter, to in rows[state]:
                if to in alive:
                    steps[state].setdefault(letter, set()).add(to)
        return list(zip(good, steps))


def forms_of(test):
    return ([form for part in test[1:] for form in forms_of(part)] if test[0] in ("and", "or")
            else [test[0]])


def covered(product, graphs, limits):
    """Whether each tuple that a product accepts is accepted by one of the graphs, which read the
    kept letters. The numbers that are not kept may be longer, so a graph begins in every state that
    leading zeros reach."""
    if None in product.start:
        return True
    start = [{0} if graph else set() for graph in graphs]
    for graph, states in zip(graphs, start):
        waiting = list(states)
        for state in waiting:
            fresh = graph[state][1].get(0, set()) - states
            states |= fresh
            waiting += fresh
    start = product.start, tuple(map(frozenset, start))
    waiting, seen, memo = [start], {start}, {}
    for state, sets in waiting:
        if (product.accepts(state)
            and not any(graph[own][0] for graph, states in zip(graphs, sets) for own in states)):
            return False
        for letter, to in product.steps(state):
            if (sets, letter) not in memo:
                limits.step(1 + sum(map(len, sets)))
                after = ([graph[own][1].get(letter, ()) for own in states]
                         for graph, states in zip(graphs, sets))
                memo[sets, letter] = tuple(frozenset().union(*goals) for goals in after)
            pair = to, memo[sets, letter]
            if pair not in seen:
                seen.add(pair)
                waiting.append(pair)
    return True


class BinaryTables(Claim):
    """Automata that read the sizes of heaps in binary, one for each kind."""

    def read_tables(self, section):
        self.tables, self.values = {}, section.one_of("relations", "values", "lost") == "values"
        self.repeats = {}
        while section.peek() is not None:
            kind, states = section.words("kind")
            need(kind not in self.tables and number(states) > 0, "a kind stands twice, or is empty")
            self.tables[kind] = []
            if section.begins("repeats"):
                self.repeats[kind] = [number(word) for word in section.words("repeats")]
            for _ in range(number(states)):
                sign, *row = section.next().split(" ")
                need(sign in ("+", "-"), "a state accepts or not")
                self.tables[kind].append((sign == "+", [number(to, U32) for to in row]))
        self.listed = list(self.tables.values())

    def options(self, rule, total):
        """The relations of the heaps that a rule leaves; their values have the xor `total`."""
        odd = [(place, sizes) for place, sizes, count in rule.left if count % 2]
        need(self.values or len(odd) < 2, "outcomes of heaps do not decide an option of several")
        rest, relations = {total}, []
        for at, (place, sizes) in enumerate(odd):
            tracks = [{name} for name in sizes]
            if self.values:
                own = rest if at + 1 == len(odd) else {("value", at)}
                rest = rest ^ own
                tracks.append(own)
            relations.append((self.listed[place], tracks))
        return rule.tests + [(Form(0, {total: 1}), {0})] * (self.values and not odd), relations

    def check_repeats(self):
        """From the preperiod on, the values of sizes that differ by the period differ by the
        saltus."""
        for kind, numbers in self.repeats.items():
            need(len(numbers) == 3 and numbers[1] > 0, "values repeat with no period")
            first, period, saltus = numbers
            table = self.tables[kind]
            need(self.values and len(table[0][1]) == 4, "values of several sizes do not repeat")
            tests = [(Form(first, {0: -1}), {-1, 0}), (Form(period, {0: 1, 1: -1}), {0}),
                     (Form(saltus, {2: 1, 3: -1}), {-1, 1})]
            relations = [(table, [{0}, {2}]), (table, [{1}, {3}])]
            need(Product(tests, relations, [], self.scope.limits).is_empty(),
                 f"the values of {kind} do not repeat as stated")

    def check_values(self, table, arity, rules):
        limits, sizes = self.scope.limits, list(range(arity))
        value, other = "value", "other"
        own = lambda name: (table, [{size} for size in sizes] + [{name}])
        below = Form(0, {other: 1, value: -1}), {-1}
        need(Product([below], [own(value), own(other)], [], limits).is_empty(),
             "a heap has two values")
        every = Product([], [(always(arity), [{size} for size in sizes])], sizes, limits)
        need(covered(every, [Product([], [own(value)], sizes, limits).graph()], limits),
             "a heap has no value")
        graphs = []
        for rule in rules:
            tests, relations = self.options(rule, value)
            need(Product(tests, relations + [own(value)], [], limits).is_empty(),
                 "an option has the value of the heap")
            tests, relations = self.options(rule, other)
            graphs.append(Product(tests, relations, [*sizes, other], limits).graph())
        need(covered(Product([below], [own(value)], [*sizes, other], limits), graphs, limits),
             "a smaller value is that of no option")


class Binary(BinaryTables):
    """Automata that read the sizes of a heap in binary accept its value, or accept the lost heaps.
    The rules become automata too, and that each value is the mex of those of the options is decided
    for all sizes at once."""

    def __init__(self, lines, scope):
        self.scope, self.board = scope, scope.board
        self.read_tables(lines.section())

    def check(self):
        board, limits = self.board, self.scope.limits
        self.kinds = {kind: (place, board.arities[kind]) for place, kind in enumerate(board.ranks)}
        need(all(0 < arity <= 4 for _, arity in self.kinds.values()), "a heap has over four sizes")
        named = ["heap"] if board.plain else list(self.kinds)
        need(list(self.tables) == named, "the automata are those of other kinds")
        need(board.measure in ("sum", "lexicographic"), "heaps may grow in this game")
        self.lexicographic = board.measure == "lexicographic"
        need(not self.lexicographic or len({arity for _, arity in self.kinds.values()}) == 1,
             "kinds have different numbers of sizes")
        for place, arity in self.kinds.values():
            least_table(self.listed[place], arity + self.values, limits)
        for kind, (place, arity) in self.kinds.items():
            rules = self.formulas(kind, arity)
            for rule in rules:
                self.falls(rule, kind, arity)
            check = self.check_values if self.values else self.check_lost
            check(self.listed[place], arity, rules)
        self.check_repeats()
        if board.plain:
            need(self.listed[0][0][0], "a heap without counters has a move")
        return f"automata of {sum(map(len, self.listed))} states that read the sizes of every heap"

    def formulas(self, kind, arity):
        """The rules for heaps of one kind."""
        found = []
        for rule in self.board.rules_of(kind):
            found.append(Formula(arity))
            found[-1].rule(rule, self.kinds)
        for amounts, leave, parts in self.board.moves:
            need(all(high is not None and high <= 4 for _, high in leave),
                 "a move leaves many heaps")
            for count in (count for low, high in leave for count in range(low, high + 1)):
                found.append(Formula(arity))
                found[-1].split(amounts, count, parts)
        if self.board.plain:
            for formula in found:
                formula.tests.append((Form(0, {0: 1}), {1}))
        return found

    def falls(self, rule, kind, arity):
        """Every heap that a move leaves is lower, and no size grows above the sum of the old ones,
        or above the greatest."""
        old = [Form(0, {at: 1}) for at in range(arity)]
        names = list(self.kinds)
        for place, sizes, _ in rule.left:
            new = [Form(0, {name: 1}) for name in sizes]
            ranked = self.board.ranks[names[place]] < self.board.ranks[kind]
            if not self.lexicographic:
                wrong = [[(reduce(Form.plus, new).plus(reduce(Form.plus, old), -1),
                           {1} if ranked else {0, 1})]]
            else:
                differ = [b.plus(a, -1) for a, b in zip(old, new)]
                wrong = [[(form, {0}) for form in differ[:at]] + [(differ[at], {1})]
                         for at in range(arity)]
                wrong += [[(form, {0}) for form in differ]] * (not ranked)
                wrong += [[(b.plus(a, -1), {1}) for a in old] for b in new]
            for tests in wrong:
                empty = Product(rule.tests + tests, [], [], self.scope.limits).is_empty()
                need(empty, f"a move from a heap of {kind} leaves a heap that is not lower")

    def check_lost(self, table, arity, rules):
        limits, sizes = self.scope.limits, list(range(arity))
        tracks, graphs = [{size} for size in sizes], []
        for rule in rules:
            tests, relations = self.options(rule, None)
            need(Product(tests, relations + [(table, tracks)], [], limits).is_empty(),
                 "a lost heap has a lost option")
            graphs.append(Product(tests, relations, sizes, limits).graph())
        won = [(not accepting, row) for accepting, row in table]
        need(covered(Product([], [(won, tracks)], sizes, limits), graphs, limits),
             "a heap that is not lost has no lost option")

    def sizes(self, position):
        """The table and the sizes of a heap; None if the claim is not about it."""
        kind, sizes = ("-", (position,)) if isinstance(position, int) else position
        if kind not in self.kinds or not self.lexicographic and sum(sizes) >= U64:
            return None, None
        return self.listed[self.kinds[kind][0]], sizes

    def value(self, position):
        table, sizes = self.sizes(position)
        if table is None or not self.values:
            return 0 if table and accepts(table, sizes) else None
        return read_value(table, sizes)

    def outcome(self, position):
        table, sizes = self.sizes(position)
        return (None if table is None else "P"
                if accepts(table, (*sizes, 0) if self.values else sizes) else "N")


def read_value(table, sizes):
    """The least number that the automaton accepts with these sizes."""
    reached = {0: 0}
    for digit in reversed(range(64)):
        letter = sum((size >> digit & 1) << at for at, size in enumerate(sizes))
        reached = {table[state][1][letter | bit << len(sizes)]: 2 * value + bit
                   for bit in (1, 0) for state, value in reached.items()}
    return min((value for state, value in reached.items() if table[state][0]), default=None)


def accepts(table, numbers):
    state = 0
    for digit in reversed(range(64)):
        state = table[state][1][sum((number >> digit & 1) << at
                                    for at, number in enumerate(numbers))]
    return table[state][0]


def always(tracks):
    return [(True, [0] * (1 << tracks))]


def least_table(table, tracks, limits):
    """The automaton is the least one, its states in order, and leading zeros change nothing."""
    whole = all(len(row) == 1 << tracks and max(row) < len(table) for _, row in table)
    need(tracks <= MOST_TRACKS and whole, "a state has not a step for each letter")
    need(table[0][1][0] == 0, "leading zeros lead away from the start")
    need(in_order([row for _, row in table]), "states are out of order")
    need(all_differ(*zip(*table), limits), "two states are equivalent")


def law(lines, scope):
    """A closed form by its name."""
    section = lines.section()
    name = section.next() + " of sets" * (scope.kind == "set")
    need(section.peek() is None and name in LAWS, "a closed form is unknown")
    kinds, *parts = LAWS[name]
    need(scope.kind in kinds, "the theorem is about other boards")
    return parts[0](scope) if len(parts) == 1 else Law(name, scope)


# === Reductions: claims about other games ===


class Reduced(Claim):
    """A claim about another game, which a reduction makes of this one. The value of a position is
    that of its image, a sum of components of the other game; or it is the mex of the values of its
    options, which have images."""

    # Whether the image of a position has the images of its options, and no other options.
    keeps_options = True

    def __init__(self, text, scope):
        self.text, self.board, self.limits, self.claim = text, scope.board, scope.limits, None
        need(scope.kind == self.about, f"the reduction {self.name} is about other boards")
        need(not scope.misere or self.keeps_options and len(scope.boards) == 1,
             f"the reduction {self.name} does not keep this misère play")
        kind, board, sentence = self.target(scope)
        parts = {part for own in scope.parts for image in self.images(own) for part in image}
        self.scope = Scope([board], kind, 0, sentence, [(0, part) for part in parts], scope.misere,
                           scope.limits)
        self.scope.of_all = scope.of_all

    def images(self, position):
        """The image of a position, or those of its options if it has none."""
        image = self.image(position)
        if image is not None:
            yield image
            return
        for option in self.board.options(position):
            self.limits.step()
            yield [part for own in option for part in self.image(own)]

    def alike(self, part):
        """Components of the other game that are the same but for names; the part comes first."""
        return [part]

    def first(self, given, part):
        """What the claim gives for a part, or else for one that is alike."""
        found = map(given, self.alike(part))
        return next((one for one in found if one is not None), None)

    def value(self, position):
        values = set()
        for image in self.images(position):
            parts = [self.first(self.claim.value, part) for part in image]
            if None in parts:
                return None
            values.add(xor_all(parts))
        return mex(values) if self.image(position) is None else values.pop()

    def outcome(self, position):
        found, image = super().outcome(position), self.image(position)
        if found is None and image and len(image) == 1:
            found = self.first(self.claim.outcome, image[0])
        return found

    def misere(self, terms):
        return self.claim.misere([(0, part) for _, own in terms for part in self.image(own)])

    def check(self):
        return f"by {self.text}, {self.claim.check()}"

    def surplus(self):
        return self.claim.surplus()


class RingRow(Reduced):
    """Every move on a ring opens it: what it leaves are rows."""

    name, about, keeps_options = "ring-row", "ring", False

    def target(self, scope):
        need(self.text == self.name, "the reduction ring-row has no other words")
        opens = all(len(what.right) > 1 if kind == "replace" else kind == "remove" and separates
                    for kind, separates, what, _ in self.board.moves)
        need(opens, "a move leaves a ring")
        sentence = "row: " + scope.sentence.removeprefix("ring: ")
        return "row", RowsOf(self.board.lines, self.limits, False), sentence

    def image(self, position):
        return None if isinstance(position, tuple) else [position] if position else []


class LetterHeap(Reduced):
    """Every move takes copies of one letter that stand together, and leaves at most one of them on
    each side: the runs of the letter are heaps."""

    name, about = "letter-heap", "row"

    def target(self, scope):
        self.letter, digits = self.text.removeprefix("letter-heap "), {}
        need(len(self.letter) == 1, "the reduction letter-heap names one letter")
        need(not self.board.until, "the reduction letter-heap is about games without an ending")
        for kind, separates, what, listed in self.board.moves:
            words = what.what or [] if kind == "remove" and what.kind in ("letter", "word") else []
            pairs = [(word, ["", ""] if separates else [""]) for word in words]
            if (kind == "replace" and not (what.start or what.end)
                and all(run is False for side in (what.left, *what.right) for _, run in side)):
                spell = lambda side: "".join(letter for letter, _ in side)
                pairs = [(spell(what.left), list(map(spell, what.right)))]
            need(pairs and listed is None, f"a move does not just take letters {self.letter}")
            for word, right in pairs:
                # The first and the last part have at most one letter, those between them none.
                ends = right if len(right) < 2 else [right[0], right[-1]]
                left, rest = "".join(right), "".join(right[1:-1])
                own = word and set(word + left) == {self.letter}
                need(own and not rest and max(map(len, ends)) < 2,
                     f"a move does not just take letters {self.letter}")
                taken, most = len(word) - len(left), len(ends)
                need(taken > 0 or taken == 0 and left and len(left) == most == 2,
                     "a move takes no letter and does not split")
                # With a letter on a side, no heap is empty there.
                digits.setdefault(taken, set()).update(range(len(left), most + 1))
        lines = []
        for least, most in (0, 2), (1, 2), (2, 2), (0, 1), (1, 1):
            own = {at for at, left in digits.items() if at and left == set(range(least, most + 1))}
            firsts, lasts = (sorted(at for at in own if at + step not in own) for step in (-1, 1))
            spans = " ".join(map("{}..{}".format, firsts, lasts))
            lines += [f"move take {spans} leave {least}..{most} any"] if own else []
        lines += ["move take 0..0 leave 2..2 any"] if 0 in digits else []
        need(lines, "there are no moves")
        board = Heaps(lines, self.limits)
        return "heap", board, board.sentences()[-1]

    def image(self, word):
        return [len(run) for run in re.findall(re.escape(self.letter) + "+", word)]


class RunHeaps(Reduced):
    """Words that are sums of runs of one letter. All other letters of left sides separate: each
    stands only first or last in left sides of two letters or more, and the right side keeps it
    there. So no left side has letters on both sides of one, each move keeps it, and a word x s y is
    the sum of x s and s y. A letter that no left side has separates too. A run is a heap of its
    letters, of a kind for each pair of ends; one on whose kind there is no move is no heap."""

    name, about = "run-heaps", "row"

    def target(self, scope):
        need(self.text == self.name, "the reduction run-heaps has no other words")
        named = set()
        for kind, _, what, listed in self.board.moves:
            words = kind == "remove" and what.kind in ("letter", "word") and what.what
            need(listed is None and (words or kind == "replace"), "a move is no list of factors")
            named.update(*(words or [letter for letter, _ in what.left if letter != VARIABLE]))
        letters = "".join(sorted(named))
        need(len(letters) <= 32, "over 31 letters separate")
        moves, walls = compiled(self.board, {"mode": ["values"], "letters": letters, "ring": False})
        plain = all(start is False and not end and not any(run for _, run in left)
                    for start, left, end, _ in moves or [])
        need(moves and walls and plain, "the rules are not of this form")
        spell = lambda numbers: "".join(letters[at] for at in numbers)
        self.moves = [(spell(at for at, _ in left), list(map(spell, right)))
                      for _, left, _, right in moves]
        inside = [letter for letter in letters if not self.separates(letter)]
        need(len(inside) < 2, "two letters do not separate words")
        self.letter = (inside or letters)[0]
        self.ends = [None] + [letter for letter in letters if letter != self.letter]
        pairs = list(product(self.ends, repeat=2))
        self.kinds = {pair: f"K{at}" for at, pair in enumerate(pairs) if any(self.moves_on(*pair))}
        lines = [self.line(kind, *own) for pair, kind in self.kinds.items()
                 for own in self.moves_on(*pair)]
        lines = list(dict.fromkeys(lines))
        need(len(lines) <= 500, "the heaps have over 500 rules")
        over = any(" E " in line for line in lines)
        ranks = [f"kind {kind} {at + over}" for at, kind in enumerate(self.kinds.values())]
        if over:
            ranks.append("kind E 0")
            lines.append("move rule E 1 1 where = x0 0 leave 1 E 1 - x0 1")
        return "kinds", Kinds(["measure sum", *ranks, *lines], self.limits), None

    def separates(self, end):
        """Whether no left side has letters on both sides of it, and no move loses it."""
        return all(end not in left or len(left) > 1 and end not in left[1:-1]
                   and (left[0] != end or right[0][:1] == end)
                   and (left[-1] != end or right[-1][-1:] == end) for left, right in self.moves)

    def image(self, word):
        left, run = None, 0
        found = []
        for letter in [*word, None]:
            self.limits.step()
            if letter == self.letter:
                run += 1
                continue
            right = letter if letter in self.ends else None
            if (run or None not in (left, right)) and (left, right) in self.kinds:
                found.append((self.kinds[left, right], (run,)))
            left, run = right, 0
        return found

    def value(self, word):
        """Two equal runs have the value 0 together, so a claim need not have it."""
        odd = [part for part, count in Counter(self.image(word)).items() if count % 2]
        values = list(map(self.claim.value, odd))
        return None if None in values else xor_all(values)

    def line(self, kind, reads, from_left, from_right, pieces):
        """The rule of a move on runs of one kind."""
        loop = not from_left and not from_right and len(pieces) > 1
        rest, last = {}, len(pieces) - 1
        if loop:
            rest = {0: "x1", last: f"- - x0 {reads} x1"}
        elif not (from_left and from_right):
            rest = {0 if from_right else last: f"- x0 {reads}"}
        heaps = []
        for at, (low, count, high) in enumerate(pieces):
            over = at not in rest and not count and None in (low, high)
            need(over or count < reads, "a move does not leave shorter runs")
            if not over and (low, high) in self.kinds:
                size = f"+ {count} {rest[at]}" if at in rest else count
                heaps.append(f"leave 1 {self.kinds[low, high]} 1 {size}")
        tests = (f"in 1 1 0 - x0 {reads}" if loop
                 else f"where {'=' if from_left and from_right else '>='} x0 {reads}")
        return " ".join([f"move rule {kind} 1 {1 + loop} {tests}", *(heaps or ["leave 1 E 1 0"])])

    def moves_on(self, left, right):
        """The moves on runs between two ends: the letters of the run that each reads, whether it
        reads the left end and the right one, and the pieces that it leaves. Letters of the run
        before those that it reads belong to the first piece too, letters after them to the last."""
        for reads, leaves in self.moves:
            from_left, from_right = reads[0] != self.letter, reads[-1] != self.letter
            if from_left and reads[0] != left or from_right and reads[-1] != right:
                continue
            head = reads.count(self.letter), from_left, from_right
            if from_left and from_right and leaves == [left] and left == right:
                yield *head, []
                continue
            found, open_on, count = [], left, 0
            for at, piece in enumerate(leaves):
                if at:
                    found.append((open_on, count, None))
                    open_on, count = None, 0
                low, high = from_left and at == 0, len(piece)
                if from_right and at == len(leaves) - 1:
                    high -= 1
                for letter in piece[low:high]:
                    if letter == self.letter:
                        count += 1
                    else:
                        found.append((open_on, count, letter))
                        open_on, count = letter, 0
            yield *head, [*found, (open_on, count, right)]


class PilesSizes(Reduced):
    """Piles of which moves take so many, or those with these numbers: a few of them are one heap
    with as many sizes."""

    name, about = "piles-sizes", "piles"

    def target(self, scope):
        need(re.fullmatch(f"{self.name} [1-6]", self.text),
             f"the reduction {self.name} names a number from 1 to 6")
        self.many, lines = int(self.text[-1]), []
        need(bool(self.board.numbered) == (self.name == "piles-places"),
             "the moves number the piles, or none does")
        need(self.board.numbered <= self.many, "a pile has a larger number")
        for amounts, which, equal in self.board.moves:
            spans = [(1, None) if kind == "any" else kind for kind in amounts.kinds]
            need(isinstance(which, (tuple, list)), "a move does not take from a number of piles")
            need(not amounts.gone and all(isinstance(span, tuple) for span in spans),
                 "the amounts of a move are not ranges")
            lines += [self.rule(spans, chosen, equal)
                      for chosen in self.board.choices((1,) * self.many, which)]
        need(lines, "no move takes from so few piles")
        board = Kinds(["measure sum", "kind P 0", *lines], self.limits)
        return "kinds", board, None

    def rule(self, spans, chosen, equal):
        """The move on these sizes, as a rule."""
        single = len(spans) == 1 and spans[0][0] == spans[0][1]
        named = () if single else chosen[:1] if equal else chosen
        words, taken = ["move rule P", self.many, self.many + len(named)], {}
        for slot, at in enumerate(named, self.many):
            words += ["in", slot, len(spans)]
            for low, high in spans:
                words += [low, f"x{at}" if high is None else high]
            taken.update(dict.fromkeys(chosen if equal else [at], f"x{slot}"))
        words += ["leave 1 P", self.many]
        for at in range(self.many):
            words += ["-", f"x{at}", taken.get(at, spans[0][0])] if at in chosen else [f"x{at}"]
        return " ".join(map(str, words))

    def image(self, sizes):
        need(len(sizes) <= self.many, f"there are more piles than {self.many}")
        return [("P", (0,) * (self.many - len(sizes)) + tuple(sorted(sizes)))] if sizes else []

    def alike(self, part):
        return [(part[0], sizes) for sizes in dict.fromkeys(permutations(part[1]))]


class PilesPlaces(PilesSizes):
    """Piles with numbers: they are one heap with as many sizes, in their order."""

    name = "piles-places"

    def image(self, sizes):
        need(not sizes or len(sizes) == self.many, f"there are not {self.many} piles")
        return [("P", sizes)] if sizes else []

    def alike(self, part):
        return [part]


class BagGroups(Reduced):
    """Bags from which letters and words are taken: they are sums of groups of letters that no word
    joins, each a heap with as many sizes as letters."""

    name, about = "bag-groups", "bag"

    def target(self, scope):
        need(self.board.free, f"the reduction {self.name} is about moves that take any letters")
        self.single = any(take.what is None for take in self.board.takes)
        named = {"".join(sorted(own)) for take in self.board.takes for own in take.what or ()}
        groups, condition = self.grouped(named)
        need(all(len(group) <= 6 for group in groups.values()), "a group has over six letters")
        lines = [self.rule(kind, condition, taken)
                 for kind, group in groups.items()
                 for taken in sorted({tuple(map(word.count, group))
                                      for word in named | set(group if self.single else "")
                                      if set(word) <= set(group)})]
        if self.single and "B" not in groups:
            lines.append(self.rule("B", condition, (1,)))
        self.groups = groups
        kinds = list(dict.fromkeys(line.split(" ")[2] for line in lines))
        ranks = [f"kind {kind} {at}" for at, kind in enumerate(kinds)]
        return "kinds", Kinds(["measure sum", *ranks, *lines], self.limits), None

    def grouped(self, named):
        """The letters of each kind of heap, and the condition of all rules."""
        need(self.text == self.name and not self.board.until,
             "the reduction bag-groups is about games without an ending")
        need(len(named) <= 200, "the moves take over 200 bags")
        groups = []
        for word in named:
            met = [group for group in groups if group & set(word)]
            groups = [group for group in groups if group not in met] + [set(word).union(*met)]
        ordered = sorted("".join(sorted(group)) for group in groups)
        return {f"B{at}": group for at, group in enumerate(ordered)}, ""

    def rule(self, kind, condition, taken):
        left = " ".join(f"- x{at} {many}" if many else f"x{at}" for at, many in enumerate(taken))
        size = len(taken)
        return f"move rule {kind} {size} {size}{condition} leave 1 {kind} {size} {left}"

    def image(self, bag):
        heaps = [(kind, tuple(map(bag.count, group))) for kind, group in self.groups.items()]
        alone = set(bag).difference(*self.groups.values()) if self.single else ()
        return ([heap for heap in heaps if any(heap[1])]
                + [("B", (bag.count(letter),)) for letter in sorted(alone)])


class BagSizes(BagGroups):
    """Bags of a game that ends by the numbers of letters: a bag of these letters is one heap."""

    name = "bag-sizes"

    def grouped(self, named):
        letters = self.text.removeprefix("bag-sizes ")
        need(letters != self.text and list(letters) == sorted(set(letters)) and letters
             and all(map(is_bare, letters)), "the reduction bag-sizes names letters in their order")
        need(self.board.until, "the reduction bag-sizes is about games with an ending")
        (kind, most), sizes = self.board.until, [f"x{at}" for at in range(len(letters))]
        every = lambda sign, parts: f"{(sign + ' ') * (len(parts) - 1)}{' '.join(parts)}"
        if kind in ("distinct", "each"):
            most = 1 if kind == "distinct" else most
            condition = every("or", [f"> {size} {most}" for size in sizes])
        elif kind == "contains":
            held = sorted({tuple(map(word.count, letters)) for word in most
                           if set(word) <= set(letters)})
            condition = every("and", [every("or", [f"< {size} {many}" for size, many
                                                   in zip(sizes, own) if many])
                                      for own in held]) if held else ""
        else:
            part = {"length": "{}", "letters": "min 2 {} 1", "palindrome": "% {} 2"}
            need(kind in part, "the ending does not look at numbers of letters")
            total = every("+", list(map(part[kind].format, sizes)))
            condition = f"> {total} {1 if kind == 'palindrome' else most}"
        return {"B": letters}, f" where {condition}" * bool(condition)

    def image(self, bag):
        need(set(bag) <= set(self.groups["B"]), "a letter of the bag has no size")
        return [("B", tuple(map(bag.count, self.groups["B"])))] if bag else []


class TapeStates(Reduced):
    """Tapes whose rules depend on listed words at their ends: one with n letters left is a heap of
    n, of a kind for each end with which a listed word begins."""

    name, about = "tape-states", "tape"

    def target(self, scope):
        need(self.text == self.name, "the reduction tape-states has no other words")
        states, lines = sorted(self.board.begun), []
        need(len(states) <= 200, "a tape has over 200 states")
        after = {state: sorted({self.board.canonical(tape)[1]
                                for tape, in self.board.options(("tape", state, 1))})
                 for state in states}
        self.kinds = {state: f"Q{at}" for at, state in enumerate(states) if after[state]}
        for state, kind in self.kinds.items():
            lines += [f"move rule {kind} 1 1 leave 1 {self.kinds[to]} 1 - x0 1" if to in self.kinds
                      else f"move rule {kind} 1 1 where > x0 0 leave 1 {kind} 1 0"
                      for to in after[state]]
        need(lines, "there are no moves")
        ranks = [f"kind {kind} {at}" for at, kind in enumerate(self.kinds.values())]
        return "kinds", Kinds(["measure sum", *ranks, *lines], self.limits), None

    def image(self, tape):
        _, word, left = self.board.canonical(tape)
        return [(self.kinds[word], (left,))] if word in self.kinds else []


class BarRows(Reduced):
    """A bar of two rows, or of two columns: a heap with the numbers of their squares as sizes. A
    bite in the first row leaves at most its column of the second one."""

    name, about = "bar-rows", "order"

    def target(self, scope):
        need(self.text == self.name, "the reduction bar-rows has no other words")
        lines = ["move rule C 2 3 in 2 1 1 - x0 1 leave 1 C 2 x2 min 2 x1 x2",
                 "move rule C 2 3 in 2 1 0 - x1 1 leave 1 C 2 x0 x2"]
        return "kinds", Kinds(["measure sum", "kind C 0", *lines], self.limits), None

    def image(self, position):
        need(position[0] == "bar", "the reduction bar-rows is about bars")
        rows = position[1]
        if len(rows) > 2:
            need(rows[0] < 3, "a bar has three rows and three columns")
            rows = len(rows), sum(row > 1 for row in rows)
        return [("C", (rows[0], rows[1] if len(rows) > 1 else 0))]


class Strip(Reduced):
    """The components that play reaches from the members of a family are strips of columns with
    finitely many ends, and finitely many graphs: heaps of several kinds. The size of a component is
    the number of its columns and of those that its end would fill. The moves on 12 columns give
    lines for all large heaps; the moves on up to 7 columns tell from where on each line holds, and
    what else small heaps have."""

    name, about = "strip", "graph"
    MOST_KINDS, MOST_VERTICES, LARGE, SMALL = 256, 48, 12, 8

    def target(self, scope):
        need(self.text == self.name, "the reduction strip has no other words")
        need(self.board.family is not None, "the reduction strip is about the members of a family")
        need(not self.board.sets, "a strip has moves that look at the vertices beside one vertex")
        self.family, self.ends, lines = self.board.family, [], []
        # The kinds of the ends that were met, and those that may be equal to others.
        self.known, self.similar = {}, {}
        width, inner, links = (self.family.width, set(map(frozenset, self.family.inner)),
                               set(self.family.links))
        # The columns that look like all others: how places move, and whether left is right then.
        self.turns = [(turn, back) for turn in permutations(range(width)) for back in (False, True)
                      if {frozenset((turn[a], turn[b])) for a, b in inner} == inner
                      and {(turn[a], turn[b]) for a, b in links}
                      == {(b, a) if back else (a, b) for a, b in links}]
        if self.family.end.closed:
            self.ends, self.more = [self.family.end], 0
        else:
            count, edges = self.family.graph(self.family.end, self.LARGE)
            whole = self.heap(self.family.end, self.LARGE, range(count), edges)
            self.more = whole[1] - self.LARGE
        for at, end in enumerate(self.ends):
            lines += self.lines(at, end)
        names = sorted(range(len(self.ends)), key=lambda at: self.rank(self.ends[at]))
        ranks = [f"kind {self.title(at)} {names.index(at)}" for at in range(len(self.ends))]
        return "kinds", Kinds(["measure sum", *ranks, *lines], self.limits), None

    def image(self, position):
        need(position[0] == "member", "the reduction strip is about members")
        return [("A0", (position[1] + self.more,))]

    def title(self, at):
        return f"{'F' if self.ends[at].finite else 'A'}{at}"

    def shift(self, end):
        return 0 if end.finite else end.count // self.family.width

    def rank(self, end):
        """Of components of equal sizes those with more vertices, and then with more edges, are
        higher; no strip has size 0 but the empty one."""
        inner, links = len(self.family.inner), len(self.family.links)
        edges = len(end.edges) + len(end.left) + len(end.right)
        if end.finite:
            return True, end.count, edges
        edges -= self.shift(end) * (inner + links) + (0 if end.closed else links)
        return False, end.count % self.family.width, edges

    def heap(self, end, many, part, edges):
        """A component that is left of so many columns with an end: the number of its kind, its
        size, and its runs of whole columns. The longest run is the strip; the rest is the end."""
        family, first, inside = self.family, end.count, set(part)
        own, runs = {edge for edge in edges if inside.issuperset(edge)}, []
        column = lambda at: range(first + at * family.width, first + (at + 1) * family.width)
        for at in range(many):
            here, before = column(at), column(at - 1)
            if (inside.issuperset(here)
                and own.issuperset((here[a], here[b]) for a, b in family.inner)):
                linked = own.issuperset((before[a], here[b]) for a, b in family.links)
                if linked and runs and runs[-1][1] == at - 1:
                    runs[-1][1] = at
                else:
                    runs.append([at, at])
        if not runs:
            return self.kind(End(*renumbered(part, sorted(own))[1:], finite=True)), 0, runs
        low, high = max(runs, key=lambda run: run[1] - run[0])
        strip, size = range(column(low)[0], column(high)[-1] + 1), high - low + 1
        rest, left, right = [], set(), set()
        lost = size * len(family.inner) + (size - 1) * len(family.links)
        for a, b in own:
            if (a in strip) == (b in strip):
                lost -= a in strip
                rest += [(a, b)] * (a not in strip)
                continue
            v, port = (b, a) if a in strip else (a, b)
            at, place = divmod(port - first, family.width)
            of = (v - first) // family.width if v >= first else None
            is_left = (at == 0 and (v, place) in end.left if of is None
                       else at == low and of == ((at - 1) % many if end.closed else at - 1))
            is_right = (at == many - 1 and (v, place) in end.right if of is None
                        else at == high and of == ((at + 1) % many if end.closed else at + 1))
            left.update([(v, place)] * is_left)
            right.update([(v, place)] * is_right)
            lost -= not (is_left or is_right)
        need(lost == 0, "the family does not close: a strip is joined to itself")
        stays = [v for v in part if v not in strip]
        # A path at the end of a strip of single vertices becomes columns.
        for side, other in ((left, right), (right, left)) if family.width == 1 else ():
            while len(side) == 1 and not {v for v, _ in side} & {v for v, _ in other}:
                v, _ = side.pop()
                side.update((b if a == v else a, 0) for a, b in rest if v in (a, b))
                rest = [edge for edge in rest if v not in edge]
                stays.remove(v)
                size += 1
        place = {v: at for at, v in enumerate(stays)}
        _, count, edges = renumbered(stays, sorted(rest))
        new = End(count, edges, *(tuple((place[v], at) for v, at in sorted(side))
                                  for side in (left, right)))
        return self.kind(new), size + self.shift(new), runs

    def kind(self, end):
        """The number of the kind of a component with this end."""
        key, ports = (end.finite, end.count, end.edges, end.left, end.right), end.left + end.right
        if key in self.known:
            return self.known[key]
        degrees = Counter(v for edge in end.edges for v in edge)
        group = self.similar.setdefault((end.finite, end.count, len(ports),
                                       tuple(sorted(degrees.values()))), [])
        found = next((at for at in group if self.same(self.ends[at], end)), None)
        if found is None:
            need(end.count <= self.MOST_VERTICES,
                 f"the family does not close: an end has over {self.MOST_VERTICES} vertices")
            need(len(self.ends) < self.MOST_KINDS,
                 f"the family does not close: there are over {self.MOST_KINDS} kinds of heaps")
            found = len(self.ends)
            self.ends.append(end)
            group.append(found)
        self.known[key] = found
        return found

    def same(self, one, other):
        """Whether ends are equal, perhaps after the places of all columns change in one way."""
        graphs = [neighbours(end.count, end.edges) for end in (one, other)]
        colours = self.colours(one, range(self.family.width), False)
        return any(isomorphic((graphs[0], colours), (graphs[1], self.colours(other, turn, back)),
                              self.limits) for turn, back in self.turns)

    def colours(self, end, turn, back):
        """The ports of each vertex."""
        sides = (end.right, end.left) if back else (end.left, end.right)
        return [tuple(tuple(sorted(turn[at] for v, at in side if v == vertex)) for side in sides)
                for vertex in range(end.count)]

    def moves(self, end, many):
        """The moves on so many columns, but rotated ones: the centre (0: the end, or the number of
        a column), and the edges and parts that are left."""
        count, edges = self.family.graph(end, many)
        for place, stay, parts in self.board.cuts(range(count), neighbours(count, edges), edges):
            columns = [max((v - end.count) // self.family.width + 1, 0) for v in place]
            if not end.closed or columns in ([1], [1, 1], [1, many]):
                yield min(columns), stay, parts

    def lines(self, at, end):
        """The moves on heaps of one kind: lines for large heaps, from the size on from which all
        that they give are moves; and the other moves of small heaps."""
        title, shift, large, small = self.title(at), self.shift(end), {}, {}
        for centre, stay, parts in () if end.finite else self.moves(end, self.LARGE):
            if centre in (0, 1, 2, 6, 10, 11, 12):
                heaps = [self.heap(end, self.LARGE, part, stay) for part in parts]
                large[self.line(self.LARGE + shift, centre == 6, heaps)] = 0
        for many in [0] if end.finite else range(1, self.SMALL):
            own = small[many + shift] = set()
            for _, stay, parts in self.moves(end, many):
                own.add(self.sum(self.heap(end, many, part, stay) for part in parts))
        for line in large:
            large[line] = next((n + 1 for n in reversed(range(self.SMALL + shift))
                                if not small.get(n, set()).issuperset(self.given(line, n))), 0)
        for line, least in large.items():
            yield self.rule(title, line, least)
        for n, own in small.items():
            own -= {one for line, least in large.items() if n >= least
                    for one in self.given(line, n)}
            when = "" if end.finite else f" where = x0 {n}"
            yield from (f"move rule {title} 1 1{when}" + self.left(left or [(0, 0)])
                        for left in sorted(own))

    def sum(self, heaps):
        return tuple(sorted((kind, size) for kind, size, *_ in heaps))

    def line(self, size, splits, heaps):
        """How many columns a move takes from the large components that it leaves, their kinds and
        the bounds on their sizes, and the other components."""
        runs = sorted((low, high - low + 1, at) for at, (_, _, runs) in enumerate(heaps)
                      for low, high in runs if high - low >= 2)
        places = [at for _, _, at in runs]
        need(len(set(places)) == len(places) == 1 + splits and (splits or runs[0][1] >= 7),
             "the family does not close: a move does not leave "
             + ("two long strips" if splits else "one long strip"))
        others = self.sum(heap for at, heap in enumerate(heaps) if at not in places)
        return (size - sum(heaps[at][1] for at in places),
                tuple((heaps[at][0], heaps[at][1] - 3) for at in places), others)

    def given(self, line, n):
        """What a line leaves of a heap of n."""
        less, parts, others = line
        rest, kinds = n - less, [kind for kind, _ in parts]
        sizes = ([(rest,)] * (rest >= 0) if len(parts) == 1 else
                 [(a, rest - a) for a in range(parts[0][1], rest - parts[1][1] + 1)])
        return [self.sum([*zip(kinds, own), *others]) for own in sizes]

    def rule(self, title, line, least):
        less, parts, others = line
        rest = f"- x0 {less}"
        words = f"move rule {title} 1 {1 if len(parts) == 1 else 3}"
        if len(parts) == 1:
            left = [(parts[0][0], rest)]
        else:
            words += f" parts 2 1 2 {rest} where and >= x1 {parts[0][1]} >= x2 {parts[1][1]}"
            left = [(kind, f"x{at}") for at, (kind, _) in enumerate(parts, 1)]
        return words + f" where >= x0 {least}" * (least > 0) + self.left([*left, *others])

    def left(self, heaps):
        return "".join(f" leave 1 {self.title(kind)} 1 {size}" for kind, size in heaps)


class MemberGraph(Reduced):
    """A member of a family is its graph, or a grid of cells."""

    name, about = "member-graph", "graph"

    def target(self, scope):
        need(self.text == self.name, "the reduction member-graph has no other words")
        need(self.board.family is not None and "edge" not in self.board.moves,
             "the reduction member-graph is about families from which no edge is taken alone")
        board = Graphs([f"move {move}" for move in self.board.moves], self.limits)
        return "graph", board, scope.sentence.rpartition(" on ")[0]

    def image(self, position):
        need(position[0] == "member", "the reduction member-graph is about members")
        family, n = self.board.family, position[1]
        if family.ahead.startswith("grid") and 1 <= n <= 64:
            return [("cells", ("." * n,) * family.width)]
        count, edges = family.member(n)
        return [renumbered(part, edges)
                for part in connected(range(count), neighbours(count, edges))]


class CoinGaps(Reduced):
    """Coins on squares of a strip, from the lowest one up; a move takes one of them down to any
    square above the next coin, or above the end. Between the first and the second coin from the
    top, the third and the fourth, .. are as many squares as a heap of Nim has counters; so has the
    last coin below it, if it is alone. Play may be longer than that of Nim, so no more than the
    value is known."""

    name, about, keeps_options = "coin-gaps", "kinds", False

    def target(self, scope):
        need(self.board.measure != "given", "a move may fail by the measure that the rules give")
        need(scope.parts, "the reduction coin-gaps is not about every position")
        found = re.fullmatch("coin-gaps (0|[1-9][0-9]*)", self.text)
        need(found, "the reduction coin-gaps names the lowest square")
        self.end, ways = number(found[1]), {}
        arity = next(iter(self.board.arities.values()))
        for rule in self.board.only_rules(arity):
            sizes, steps = one_left(rule, arity)
            need(sizes and len(steps) == 1 and steps[0][:2] == ("in", arity)
                 and len(steps[0][2]) == 1, "a rule does not move a coin to one of some squares")
            moved = [coin for coin in range(arity) if sizes[coin] != ("x", coin)]
            need(len(moved) == 1 and sizes[moved[0]] == ("x", arity),
                 "a rule does not move one coin alone")
            ways[moved[0]] = steps[0][2][0]
        need(sorted(ways) == list(range(arity)), "the rules do not move one coin each")
        for coin, (low, high) in ways.items():
            need(high == ("-", ("x", coin), 1), "a coin does not move to all squares below it")
            need(alike(low, ("+", ("x", coin - 1), 1)) if coin else low == self.end,
                 "a coin does not move as far as the next one")
        board = Heaps(["move take any leave 0..1 any"], self.limits)
        return "heap", board, board.sentences()[-1]

    def image(self, position):
        squares, missing = position[1], position[1].count(0)
        need(not any(squares[:missing]) and all(map(lt, squares[missing:], squares[missing + 1 :])),
             "coins are not on different squares in their order")
        down = squares[::-1] + (self.end - 1,) * (len(squares) % 2)
        return [top - low - 1 for top, low in zip(down[::2], down[1::2]) if top > low + 1]


# === Certificates: the head, the claims, the answer ===


REDUCTIONS = {
    "ring-row": RingRow,
    "letter-heap": LetterHeap,
    "run-heaps": RunHeaps,
    "piles-sizes": PilesSizes,
    "piles-places": PilesPlaces,
    "bag-groups": BagGroups,
    "bag-sizes": BagSizes,
    "tape-states": TapeStates,
    "bar-rows": BarRows,
    "strip": Strip,
    "member-graph": MemberGraph,
    "coin-gaps": CoinGaps,
}


# The kinds of claims, and the boards that they are about; None for every board.
CLAIMS = {
    "values": (Values, ["heap"]),
    "product": (PairValues, ["product"]),
    "positions": (Positions, None),
    "couples": (Couples, None),
    "winners": (Winners, None),
    "outcomes": (Sums, None),
    "period": (Period, ["heap", "kinds"]),
    "window": (Window, ["heap"]),
    "quotient": (Quotient, ["heap"]),
    "matching": (Matching, ["token"]),
    "automaton": (Automaton, ["heap", "row", "ring"]),
    "periodic": (Periodic, ["row"]),
    "grid": (Grid, ["row"]),
    "law": (law, None),
    "runs": (Runs, ["heap"]),
    "binary": (Binary, ["heap", "kinds"]),
}


def listed_place(position):
    """The number by which a table lists a position, and the position of any other number: a heap,
    a heap of a kind with one size, a member of a family; None for other positions."""
    if isinstance(position, int):
        return position, lambda at: at
    if isinstance(position, tuple) and len(position) == 2:
        kind, size = position
        if isinstance(size, tuple) and len(size) == 1 and isinstance(kind, str):
            return size[0], lambda at: (kind, (at,))
        if kind == "member":
            return size, lambda at: (kind, at)
    return None, None


class Certificate:
    """A certificate: its head, and the claims."""

    def __init__(self, lines, limits):
        version = lines.next()
        if version == "grundy-certificate 1":
            raise Undecided("version 1 does not list the moves: write it anew with grundy solve "
                            "--certificate FILE, or grundy prove --certificate FILE")
        need(version == "grundy-certificate 2", "the first line is not `grundy-certificate 2`")
        convention = lines.rest("convention")
        need(convention in ("normal", "misere"), "the convention is unknown")
        self.misere, self.compared = convention == "misere", True
        self.sentences, self.kinds, self.boards = [], [], []
        while lines.begins("board") or not self.boards:
            self.board(lines, limits)
        self.start = []
        while lines.begins("start"):
            place, _, text = lines.rest("start").partition(" ")
            place = number(place, len(self.boards))
            self.start.append((place, self.boards[place].read(text)))
        self.ask = lines.rest("ask")
        need(self.ask in ("value", "nimber", "outcome", "table"), "the question is unknown")
        self.answer = lines.rest("answer").split(" ")
        need(self.answer[0] in ("value", "outcome", "values", "outcomes"), "the answer is unknown")
        for word in self.answer[1:]:
            number(word) if self.answer[0].startswith("value") else outcome_of(word)
        need(self.answer[0].endswith("s") or len(self.answer) == 2, "the answer has other words")
        self.claims = []
        for place in range(1 if self.misere else len(self.boards)):
            scope = Scope(self.boards, self.kinds[place], place, self.sentences[place], self.start,
                          self.misere, limits)
            chain = []
            while lines.begins("reduce"):
                text = lines.rest("reduce")
                name = text.partition(" ")[0]
                need(name in REDUCTIONS, f"reduction {name[:40]!r} is unknown")
                chain.append(REDUCTIONS[name](text, scope))
                scope = chain[-1].scope
            name = lines.rest("claim")
            need(name in CLAIMS, f"claim {name[:40]!r} is unknown")
            need(not self.misere or name in ("outcomes", "quotient", "automaton", "law"),
                 "the claim is about normal play")
            need(self.misere or name not in ("outcomes", "quotient"),
                 "the claim is about misère play")
            mixed = self.misere and len(self.boards) > 1 and name != "outcomes"
            need(not mixed, "in misère play sums mix several games")
            of_name, kinds = CLAIMS[name]
            need(kinds is None or scope.kind in kinds, f"a claim {name} is about other boards")
            claim = of_name(lines, scope)
            for reduced in reversed(chain):
                reduced.claim, claim = claim, reduced
            self.claims.append(claim)
        need(lines.peek() is None, "there are lines after the last claim")

    def board(self, lines, limits):
        sentence = lines.rest("board")
        need(sentence.strip() == sentence != "", "the sentence is not a game")
        need(sentence not in self.sentences, "a board is named twice")
        has_lists = lines.begins("list")
        while lines.begins("list"):
            lines.next()
        kind, listed = lines.rest("moves"), []
        while lines.begins("family", "move", "kind", "measure", "until"):
            listed.append(lines.next())
        if kind == "none":
            raise Undecided("the moves are not listed: those of most tapes, and of games with "
                            "word lists from files, cannot be")
        need(not has_lists, "moves are not listed where a game names word lists")
        need(kind in BOARDS, "the moves are of an unknown kind")
        board = BOARDS[kind](listed, limits)
        same = board.is_sentence(sentence)
        need(same is not False, "the moves are not those of the sentence")
        self.compared &= bool(same)
        self.sentences.append(sentence)
        self.kinds.append(kind)
        self.boards.append(board)

    def total(self, terms):
        """The value of a sum; None if the claims do not give it."""
        values = []
        for place, part in terms:
            values.append(self.claims[place].value(part))
            if values[-1] is None:
                break
        if None not in values:
            return xor_all(values)
        left = self.unpaired(terms)
        return self.total(left) if 0 < len(terms) != len(left) else None if left else 0

    def unpaired(self, terms):
        return unpaired(terms,
                        [(place, self.boards[place].canonical(part)) for place, part in terms])

    def outcome(self, terms):
        if self.misere:
            return self.claims[0].misere(terms)
        value = self.total(terms)
        if value is not None:
            return "N" if value else "P"
        single = self.unpaired(terms)
        return self.claims[single[0][0]].outcome(single[0][1]) if len(single) == 1 else None

    def follows(self):
        """The words of the answer that follows from the claims; None if they do not decide it."""
        if self.ask == "table":
            last = self.start[0][1] if len(self.start) == len(self.boards) == 1 else None
            size, entry = listed_place(last)
            if size is None:
                return None
            need(len(self.answer) - 2 == size, "the table has another length")
            found = [self.outcome([(0, entry(at))]) if self.misere
                     else self.claims[0].value(entry(at)) for at in range(size + 1)]
            return (None if None in found
                    else ["outcomes" if self.misere else "values", *map(str, found)])
        if self.misere or self.ask == "outcome":
            return ["outcome", self.outcome(self.start)]
        return ["value", str(self.total(self.start))]

    def verify(self):
        verdicts = [claim.check() for claim in self.claims]
        found = self.follows()
        need(self.answer == found and None not in found, "the claims do not give the answer")
        surplus = [claim.surplus() for claim in self.claims]
        need(not any(one is not None for one in surplus),
             f"the proof of the answer does not need {next(filter(None, surplus), '')[:60]}")
        of = ("" if self.compared
              else " (by the listed moves; the sentence of the game is not compared)")
        return "; ".join(verdicts) + of


def verdict(path, seconds, most):
    try:
        with open(path, "rb") as file:
            return "verified: " + Certificate(Lines(file), Limits(seconds, most)).verify()
    except Refused as why:
        return f"refused: {str(why)[:300]}".replace("\n", " ")
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as why:
        return f"refused: it is damaged ({type(why).__name__}: {str(why)[:200]})".replace("\n", " ")
    except Undecided as why:
        return f"not decided: {why}"
    except (RecursionError, MemoryError):
        return "not decided: it is too deep or too large for Python"
    except OSError as why:
        return f"not decided: it cannot be read ({why.strerror})"


def main():
    style = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=style)
    parser.add_argument("files", metavar="FILE", nargs="*", help="certificates")
    parser.add_argument("--list", metavar="FILE", help="a file with names of certificates")
    parser.add_argument("--time", metavar="SECONDS", type=float, help="for each file")
    parser.add_argument("--max-positions", metavar="N", type=int, help="for each file")
    given = parser.parse_intermixed_args()
    files, codes = given.files, []
    if given.list is not None:
        try:
            with open(given.list, encoding="utf-8") as file:
                files += file.read().splitlines()
        except (ValueError, OSError) as why:
            parser.error(str(why))
    if not files:
        parser.error("no certificates are named")
    for path in files:
        found = verdict(path, given.time, given.max_positions)
        print(f"{path}: {found}", flush=True)
        codes.append(0 if found.startswith("verified") else 1 if found.startswith("refused") else 2)
    return 1 if 1 in codes else max(codes)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
