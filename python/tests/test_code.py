"""Games as functions: against a pure-Python mex, and with everything that a function may do wrong."""

from __future__ import annotations

import functools
import gc
import itertools
import weakref
from collections import namedtuple
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy


def mex(values: Iterable[int]) -> int:
    seen = set(values)
    return next(value for value in itertools.count() if value not in seen)


def plain(options: Callable[[Any], Iterable[Any]]) -> Callable[[Any], int]:
    """The values by the definition; an option is a list of components."""

    @functools.cache
    def value(position: Any) -> int:
        return mex(functools.reduce(lambda total, part: total ^ value(part), option, 0) for option in options(position))

    return value


def kayles(n: int) -> list[list[int]]:
    return [[a, n - t - a] for t in (1, 2) for a in range(n - t + 1)]


def test_kayles_is_kayles() -> None:
    assert grundy.game(kayles).values(200).tolist() == grundy.game("kayles").values(200).tolist()
    answer = grundy.game(kayles).solve([5, 7, 9])
    assert (answer.value, answer.outcome, answer.status, answer.values) == (2, "N", "proved", [4, 2, 4])
    assert sorted(sorted(move.after) for move in answer.winning_moves()) == [[1, 4], [2, 5], [3, 3]]
    assert answer.winning_moves()[0].position.value == 0
    assert "5 has value mex {0, 1, 2, 3} = *4" in str(grundy.game(kayles)[5].explain())


@settings(deadline=None, max_examples=60)
@given(st.dictionaries(st.integers(1, 30), st.lists(st.lists(st.integers(0, 40), max_size=3), max_size=6), max_size=20))
def test_random_games_have_the_values_of_the_definition(table: dict[int, list[list[int]]]) -> None:
    # A component is smaller than the position, so that play ends.
    def rules(n: int) -> list[list[int]]:
        return [[part % n for part in option] for option in table.get(n, [])]

    value = plain(rules)
    assert grundy.game(rules).values(30).tolist() == [value(n) for n in range(31)]


@settings(deadline=None, max_examples=30)
@given(st.lists(st.integers(0, 6), max_size=4), st.sampled_from([frozenset, tuple, str]))
def test_positions_of_many_kinds(heaps: list[int], kind: type) -> None:
    """Nim with each heap taken whole or by one: positions as tuples, frozen sets, texts."""

    def make(items: Iterable[int]) -> Any:
        return "".join(map(str, items)) if kind is str else kind(items)

    def read(position: Any) -> list[int]:
        return sorted(map(int, position))

    def rules(position: Any) -> list[Any]:
        items = read(position)
        rest = [items[:at] + items[at + 1 :] for at in range(len(items))]
        less = [[*others, item - 1] for item, others in zip(items, rest, strict=True) if item]
        return [make(option) for option in rest + less]

    value = plain(lambda position: [[option] for option in rules(position)])
    start = make(heaps)
    assert grundy.game(rules)[start].value == value(start)


@settings(deadline=None, max_examples=25)
@given(st.sets(st.integers(1, 12), min_size=1, max_size=4), st.booleans())
def test_the_language_and_functions_agree(amounts: set[int], misere: bool) -> None:
    text = grundy.game("take " + " or ".join(map(str, sorted(amounts))), misere=misere)
    code = grundy.game(lambda n: [n - amount for amount in amounts if amount <= n], misere=misere)
    for sizes in ([7], [5, 9], [3, 4, 6]):
        own, other = text[sizes], code[sizes]
        assert (own.value, own.outcome) == (other.value, other.outcome)


def test_a_tuple_is_a_sum_or_a_position() -> None:
    sums = grundy.game(lambda n: [(a, n - t - a) for t in (1, 2) for a in range(n - t + 1)])
    assert sums.values(12).tolist() == grundy.game("kayles").values(12).tolist()
    nim = grundy.game(lambda p: [tuple(sorted((*p[:i], k, *p[i + 1 :]))) for i in range(len(p)) for k in range(p[i])])
    assert nim[(3, 4, 5)].value == 2 and (nim[(3, 4)] + nim[(5,)]).value == 2
    both = grundy.game(lambda p: [(0, 0)] if p == 1 else [1] if p == (1, 1) else [])
    with pytest.raises(TypeError, match=r"a tuple is a position at \(1, 1\), and a sum in the options of 1"):
        both[(1, 1)].value
    point = namedtuple("point", "x y")
    named = grundy.game(lambda p: [point(p.x - 1, p.y)] if p.x else [])
    assert named[point(3, 7)].value == 1


def test_each_position_is_asked_once() -> None:
    asked: list[int] = []

    def rules(n: int) -> list[int]:
        asked.append(n)
        return [n - 1] if n else []

    assert grundy.game(rules)[50].value == 0
    assert sorted(asked) == list(range(51))
    asked.clear()
    assert grundy.game(rules, misere=True)[50].outcome == "N"
    assert sorted(asked) == list(range(51))
    asked.clear()

    def lazy(n: int) -> Iterable[int]:
        asked.append(n)
        yield from range(n)

    assert grundy.game(lazy, misere=True)[[3, 5]].outcome == "N"
    assert sorted(asked) == list(range(6))


def test_deep_games_do_not_recurse() -> None:
    assert grundy.game(lambda n: [n - 1] if n else [])[100_000].value == 0


def test_exceptions_reach_the_caller_whole() -> None:
    class Own(Exception):
        pass

    raised = Own("text", 5)

    def rules(n: int) -> list[int]:
        if n == 3:
            raise raised
        return [n - 1]

    with pytest.raises(Own) as caught:
        grundy.game(rules)[10].value
    assert caught.value is raised and caught.traceback[-1].name == "rules"
    assert getattr(raised, "__notes__", ["while listing the options of 3"]) == ["while listing the options of 3"]

    def late(n: int) -> Iterable[int]:
        yield n - 1
        raise raised

    with pytest.raises(Own):
        grundy.game(late)[10].value
    with pytest.raises(MemoryError, match="own"):
        grundy.game(lambda n: (_ for _ in ()).throw(MemoryError("own")))[1].value


@pytest.mark.parametrize(
    ("rules", "error", "text"),
    [
        (lambda n: None, TypeError, "the options of 3 must be a list, or another iterable, of positions; the function returned NoneType"),
        (lambda n: 5, TypeError, "the options of 3 must be"),
        (lambda n: "ab", TypeError, "the options of 3 must be"),
        (lambda n: {1: 2}, TypeError, "the options of 3 must be"),
        (lambda n: [{1}], TypeError, "the option {1} of 3 is not a position: set is not hashable"),
        (lambda n: [[[1]]], TypeError, "the option [1] of 3 is not a position: list is not hashable"),
        (lambda n: [n], grundy.RulesError, "the game need not end: the position 3 repeats"),
        (lambda n: [[n, n]], grundy.RulesError, "the position 3 repeats"),
        (lambda n, m: [], TypeError, "missing 1 required positional argument"),
    ],
)
def test_wrong_functions(rules: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error) as caught:
        grundy.game(rules)[3].value
    assert text in str(caught.value)


def test_generators_iterators_and_sets_are_options() -> None:
    for options in (iter, set, tuple, frozenset, list, lambda items: (item for item in items)):
        assert grundy.game(lambda n, options=options: options(list(range(n))))[4].value == 4  # type: ignore[operator]

    class Odd:
        def __getitem__(self, at: int) -> int:
            if at < 2:
                return 0
            raise IndexError

    assert grundy.game(lambda n: Odd() if n else [])[1].value == 1


def test_objects_are_compared_by_python() -> None:
    class Heap:
        def __init__(self, size: int) -> None:
            self.size = size

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Heap) and self.size == other.size

        def __hash__(self) -> int:
            return self.size % 3

        def __repr__(self) -> str:
            return f"Heap({self.size})"

    calls = 0

    def rules(heap: Heap) -> list[Heap]:
        nonlocal calls
        calls += 1
        return [Heap(k) for k in range(heap.size)]

    assert grundy.game(rules)[Heap(9)].value == 9 and calls == 10

    class Broken:
        def __hash__(self) -> int:
            return 1

        def __eq__(self, other: object) -> bool:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        grundy.game(lambda n: [Broken(), Broken()])[0].value
    values = [None, True, False, b"bytes", "text", "\ud800", 2**70, -1, 1.5]
    tuples = [(None, (True, "x", -7)), ((((),),),), ("\ud800",), ()]
    game = grundy.game(lambda p: values if p == "start" else tuples if p == ("start",) else [])
    for start, options in (("start", values), (("start",), tuples)):
        seen = {repr(move.after[0]) for move in game[start].moves()}
        assert seen == {repr(option) for option in options}


def test_limits_end_functions() -> None:
    endless = grundy.game(lambda n: [n + 1])
    for limit, code in (({"seconds": 0.2}, "time"), ({"positions": 100}, "positions"), ({"memory": "4MiB"}, "memory")):
        with pytest.raises((grundy.LimitError, grundy.RulesError)) as caught:
            grundy.game(lambda n: (n - k for k in range(1, 5) if n >= k)).solve(10**6, **limit)
        assert caught.value.code == code
    with pytest.raises(grundy.LimitError):
        endless.solve(0, seconds=0.2)
    with pytest.raises(grundy.LimitError) as caught:
        endless.solve(0, positions=1000)
    assert caught.value.code == "positions"
    with pytest.raises(grundy.LimitError):
        grundy.game(lambda n: itertools.repeat(0) if n else []).solve(1, seconds=0.3)
    wide = grundy.game(lambda n: [[0] * 100 for _ in range(n)])
    with pytest.raises(grundy.LimitError, match="memory"):
        wide.solve(100_000, memory="8MiB")


def test_a_function_may_solve_games() -> None:
    kayles = grundy.game("kayles")
    outer = grundy.game(lambda n: [k for k in range(n) if kayles[k].value == 0])
    assert outer[5].value == 1


def test_games_are_not_mixed() -> None:
    with pytest.raises(TypeError, match="cannot be added"):
        grundy.game(kayles)[5] + grundy.game("kayles")[5]
    with pytest.raises(TypeError, match="two functions"):
        grundy.game(kayles)[5] + grundy.game(lambda n: [])[5]
    for ask in (lambda g: g.prove(), lambda g: g.plan(5), lambda g: g.prove(to=5, automaton=True)):
        with pytest.raises(TypeError, match="function|language"):
            ask(grundy.game(kayles))
    with pytest.raises(TypeError, match="language already"):
        grundy.game("kayles")[5].listed()


def test_a_function_has_tables() -> None:
    own, named = grundy.game(kayles), grundy.game("kayles")
    table, other = own.table(30), named.table(30)
    assert (table.status, table.doubt, table.end, len(table)) == ("proved", None, 30, 31)
    assert [*table] == [*other] and table.losing() == other.losing() and table.to_csv() == other.to_csv()
    assert table.to_bfile(5).splitlines()[1:] == other.to_bfile(5).splitlines()[1:]
    assert table.to_bfile(losing=True).splitlines() == ["# kayles. Normal play; proved.", "0 0"]
    assert table.to_dict()["values"] == other.to_dict()["values"]
    assert str(table).splitlines()[:-1] == str(other).splitlines()[:-1]
    assert "kayles: values of the heaps 0 to 30" in table.svg() and "<svg" in table._repr_html_()
    assert numpy.asarray(table).tolist() == [*other]
    with pytest.raises(grundy.RequestError, match="ends before the offset"):
        table.to_bfile(31)
    with pytest.raises(TypeError, match="outcomes"):
        grundy.game(kayles, misere=True).table(5)
    nanoarrow = pytest.importorskip("nanoarrow")
    for capsule in (nanoarrow.Array(table), nanoarrow.ArrayStream(table).read_all()):
        assert [row["value"] for row in capsule.to_pylist()] == [*other]


def test_a_function_shows_a_period_and_proves_none() -> None:
    proof = grundy.game(kayles).prove(to=300)
    assert (proof.status, proof.kind, proof.period, proof.saltus) == ("observed", "period", 12, 0)
    values = grundy.game("kayles").values(300)
    assert proof.preperiod is not None and (values[proof.preperiod : -12] == values[proof.preperiod + 12 :]).all()
    assert "Observed, not proved" in str(proof) and (proof.svg() or "").startswith("<svg") and proof.dot() is None
    assert proof.to_dict()["period"] == 12
    with pytest.raises(grundy.RequestError, match="nothing is proved"):
        proof.certificate()
    grows = grundy.game(lambda n: range(n)).prove(to=50)
    assert (grows.period, grows.preperiod, grows.saltus) == (1, 0, 1)
    none = grundy.game(kayles).prove(to=20)
    assert (none.status, none.period, none.stopped) == ("none", None, None)
    stopped = grundy.game(kayles).prove(to=10**6, seconds=0.2)
    assert stopped.status == "none" and "time" in (stopped.stopped or "") and stopped.svg() is None


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    ("rules", "start"),
    [
        (kayles, [7, 5]),
        (kayles, 0),
        (kayles, []),
        (lambda n: [[]] if n == 0 else [n - 1], 3),
        (lambda n: [n // 2, n // 3] if n else [], 10**12),
        (lambda word: [word[1:], word[2:], word[:-1]] if word else [], "abacab"),
        (lambda p: [(p[0] - k, p[1]) for k in range(1, p[0] + 1)] + [(p[0], p[1] - k) for k in range(1, p[1] + 1)], (3, 4)),
        (lambda n: [-n, n + 1] if 0 < n < 5 else [], 1),
        (lambda flag: [not flag] if flag else [], True),
    ],
)
def test_a_position_of_a_function_is_listed_in_the_language(rules: Any, start: Any, misere: bool) -> None:
    game = grundy.game(rules, misere=misere)
    own = game[start]
    position, heaps = own.listed()
    assert (position.value, position.outcome, position.misere) == (own.value, own.outcome, misere)
    assert position.status == "proved"
    moved = sorted((move.value or 0, move.outcome) for move in own.moves())
    assert sorted((move.value or 0, move.outcome) for move in position.moves()) == moved
    if not misere:
        listed = grundy.game(position._text_sum().game)
        assert all(listed[size].value == game[part].value for size, part in heaps.items() if not isinstance(part, list))
    text = own.solve().certificate()
    certificate = grundy.check(text)
    assert certificate.solve(position).outcome == own.outcome
    assert own.svg().startswith("<svg") and own.svg(graph=True).startswith("<svg") and own.dot().startswith("digraph")


def test_too_many_moves_are_not_listed() -> None:
    with pytest.raises(grundy.RequestError, match="over 16384 moves"):
        grundy.game(lambda n: range(n))[500].listed()
    with pytest.raises(grundy.RulesError, match="repeats"):
        grundy.game(lambda n: [n])[1].listed()
    with pytest.raises(grundy.LimitError):
        grundy.game(lambda n: [n + 1])[1].listed(seconds=0.2)


def test_a_play_without_end_ends_soon() -> None:
    message = "a play of 4194304 moves is at the position 4194304; if it ends later, set a limit on time, memory or positions"
    with pytest.raises(grundy.RulesError, match=message):
        grundy.game(lambda n: [n + 1])[0].value


@pytest.mark.parametrize("kind", ["closure", "object"])
def test_a_function_that_holds_its_game_is_collected(kind: str) -> None:
    class Own:
        def __init__(self, size: int) -> None:
            self.size = size
            self.answer: object = None

        def __call__(self, position: Own) -> list[Own]:
            return [Own(position.size - 1)] if position.size else []

    rules = Own(3)
    if kind == "closure":
        holder: list[object] = [rules]
        game = grundy.game(lambda position: holder and rules(position))
        holder.append(game)
    else:
        game = grundy.game(rules)
        rules.answer = game
    start = Own(2)
    start.answer = game.solve(start)
    assert game[start].outcome == "P"
    alive = [weakref.ref(rules), weakref.ref(start)]
    del rules, start, game
    if kind == "closure":
        del holder
    gc.collect()
    assert [held() for held in alive] == [None, None]


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 5), st.integers(0, 2**20), st.booleans())
def test_options_that_lie_far_apart_are_kept_whole(width: int, seed: int, misere: bool) -> None:
    """Positions are numbered as they are met: the options of the first one are scattered."""

    def rules(position: tuple[int, ...]) -> list[list[tuple[int, ...]]]:
        level, at = position[0], position[1:]
        if level == 0:
            return []
        return [[(level - 1, (seed * k + sum(at)) % 97), (0, k)] for k in range(width * level)] + [[]]

    value = plain(rules)
    game = grundy.game(rules, misere=misere)
    answer = game.solve((3, 1))
    assert answer.status == "proved"
    if not misere:
        assert answer.value == value((3, 1))


def test_long_positions_are_positions() -> None:
    long = (7,) * 100_000
    game = grundy.game(lambda p: [p[1:]] if len(p) > 99_997 else [])
    assert game.solve(long).value == 1 and game.solve(long[:-1]).value == 0
    text = grundy.game(lambda p: [p[1:], p[2:]] if len(p) > 99_998 else [])
    assert text.solve("x" * 100_000).value == 2


@dataclass(frozen=True)
class Pair:
    a: int
    b: object
    note: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Slotted:
    a: int
    b: object


@dataclass(frozen=True)
class Own:
    """Its heaps are equal in any order, which its fields do not say."""

    a: int
    b: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and {self.a, self.b} == {other.a, other.b}

    def __hash__(self) -> int:
        return hash(frozenset((self.a, self.b)))


@dataclass(frozen=True)
class Inherits(Pair):
    c: int = 0


@dataclass(frozen=True)
class Hashed:
    a: int
    b: int = field(hash=False)


@dataclass(unsafe_hash=True, order=True)
class Ordered:
    a: int
    b: object


@pytest.mark.parametrize("kind", [Pair, Slotted, Own, Inherits, Hashed, Ordered])
def test_dataclasses_are_compared_as_python_compares_them(kind: Any) -> None:
    asked: list[Any] = []

    def rules(p: Any) -> list[Any]:
        asked.append(p)
        return [kind(k, p.b) for k in range(p.a)] + [kind(p.a, k) for k in range(p.b)]

    answer = grundy.game(rules).solve(kind(4, 6))
    assert (answer.value, answer.status) == (2, "proved")
    assert len(asked) == len(set(asked)) == (25 if kind is Own else 35)
    assert all(type(move.after[0]) is kind for move in answer.moves())


def test_a_dataclass_that_holds_its_answer_is_collected() -> None:
    @dataclass(frozen=True)
    class Heap:
        size: int
        answer: ClassVar[object] = None

    Heap.answer = grundy.game(lambda heap: [Heap(k) for k in range(heap.size)]).solve(Heap(3))
    alive = weakref.ref(Heap)
    del Heap
    gc.collect()
    assert alive() is None


def test_fields_that_are_objects_are_compared_too() -> None:
    asked: list[Any] = []

    def rules(p: Any) -> list[Any]:
        asked.append(p)
        return [kind(k, p.b) for kind in (Pair, Slotted) for k in range(p.a)]

    for inner in (frozenset({1}), Pair(1, 2), ("x", (None, b"y")), 1.5, "\ud800"):
        asked.clear()
        assert grundy.game(rules)[Pair(3, inner)].value == 3
        assert len(asked) == len(set(asked)) == 7
    # Of two equal positions the first one is kept, with what its equality leaves out.
    noted = grundy.game(lambda p: [Pair(0, 0, note="first"), Pair(0, 0, note="second")] if p.a else [])
    assert [move.after[0].note for move in noted[Pair(1, 0)].moves()] == ["first"]
