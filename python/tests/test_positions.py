"""Positions as Python has them, parameters of games, and questions about many positions."""

from __future__ import annotations

import itertools
import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy
import pytest

import grundy
from grundy._written import Parts, written

KAYLES, NIM = grundy.game("kayles"), grundy.game("nim")
NODES = grundy.game("node-kayles")
MOORE = grundy.game("moore", k=2)


class Graph:
    """What is read of a graph of networkx."""

    def __init__(self, edges: list[tuple[Any, Any]], alone: tuple[Any, ...] = (), directed: bool = False) -> None:
        self._edges, self._directed = edges, directed
        self.nodes = [*dict.fromkeys([*itertools.chain(*edges), *alone])]

    def edges(self) -> list[tuple[Any, Any]]:
        return self._edges

    def is_directed(self) -> bool:
        return self._directed


@pytest.mark.parametrize(
    ("game", "position", "text"),
    [
        (NIM, (3, 4, 5), "3 + 4 + 5"),
        (NIM, [3, 4, 5], "3 + 4 + 5"),
        (NIM, numpy.array([3, 4, 5]), "3 + 4 + 5"),
        (NIM, numpy.uint8(3), "3"),
        (NIM, {3}, "3"),
        (NIM, range(3, 6), "3 + 4 + 5"),
        (NIM, iter([3, "4 + 5"]), "3 + 4 + 5"),
        (NIM, [[3, 4], (5, 6)], "3 + 4 + 5 + 6"),
        (NIM, (2**64 - 1,), str(2**64 - 1)),
        (NIM, NIM[5], "5"),
        (KAYLES, Parts((2, 2)), "2 + 2"),
        (KAYLES, (), "nothing"),
        (grundy.game("chomp"), [], "nothing"),
        (grundy.game("wythoff"), (3, 5), "W(3, 5)"),
        (grundy.game("wythoff"), [(3, 5), numpy.array([1, 2])], "W(3, 5) + W(1, 2)"),
        (grundy.game("wythoff"), numpy.array([[3, 5], [1, 2]]), "W(3, 5) + W(1, 2)"),
        (grundy.game("cram"), (3, 4), "3x4"),
        (grundy.game("chomp"), (3, 4), "3x4"),
        (MOORE, [3, 4, 5], "[3, 4, 5]"),
        (MOORE, (3, 4, 5), "[3, 4, 5]"),
        (MOORE, [(3, 4), [5, 6]], "[3, 4] + [5, 6]"),
        (grundy.game("quicksort"), (4, 1, 6, 5), "[4, 1, 6, 5]"),
        (grundy.game("product: nim times nim"), (3, 5), "(3, 5)"),
        (NODES, [(0, 1), (1, 2)], "{0-1 1-2}"),
        (NODES, ((0, 1), (1, 2)), "{0-1 1-2}"),
        (NODES, numpy.array([[0, 1], [1, 2]]), "{0-1 1-2}"),
        (NODES, [("a", "b"), ("b", "c")], "{a-b b-c}"),
        (NODES, [[(0, 1), (1, 2)], Graph([("x", "y")])], "{0-1 1-2} + {x-y}"),
        (NODES, [], "nothing"),
        (NODES, Graph([(0, 1)], alone=(2,)), "{0-1} + {2}"),
        (NODES, Graph([((0, 0), (0, 1)), ((0, 1), (1, 1))]), "{0-1 1-2}"),
        (NODES, Graph([(1, "1")]), "{0-1}"),
        (grundy.game("hackenbush"), [("a", "b"), ("a", "c")], "{a<b a<c}"),
        (grundy.game("geography"), ([("a", "b"), ("b", "c")], "a"), "{a-b b-c} from a"),
        (grundy.game("directed-geography"), (Graph([("a", "b")], directed=True), "a"), "{a>b} from a"),
        (grundy.game("directed-geography"), ([(0, 1), (1, 2)], 0), "{0>1 1>2} from 0"),
        (grundy.game("green-hackenbush"), ([("g", "a"), ("a", "b")], "g"), "{a-b a-g} on g"),
        (grundy.game('cut "aa" or "b"'), ("aab", "b"), "aab + b"),
        (grundy.game('cut "aa" or "b"'), ["", "aab"], '"" + aab'),
    ],
)
def test_a_position_is_read_as_python_has_it(game: grundy.Game, position: Any, text: str) -> None:
    if text == "nothing":
        assert game[position].outcome == "P" and game[position].moves() == []
        return
    again = list(position) if isinstance(position, Iterator) else position
    if isinstance(position, Iterator):
        position = iter(again)
    asked = game[position]
    assert asked.value == game[text].value and len(asked.moves()) == len(game[text].moves())
    if game is not NODES and not isinstance(position, grundy.Position):
        assert asked == game[text]
        assert game.values_of([again, again]).tolist() == [asked.value] * 2


@pytest.mark.parametrize(
    ("ask", "error", "text"),
    [
        (lambda: NIM[2.5], TypeError, "float: 2.5"),
        (lambda: NIM[{3: 4}], TypeError, "dict"),
        (lambda: NIM[b"3"], TypeError, "bytes"),
        (lambda: NIM[numpy.array([0.5])], TypeError, "float"),
        (lambda: NIM[(3, -4)], grundy.GameSyntaxError, "-4"),
        (lambda: NIM[itertools.count()], grundy.RequestError, "over 4194304 components"),
        (lambda: NIM[Graph([(0, 1)])], TypeError, "played on a heap"),
        (lambda: NODES[Graph([(0, 1)], directed=True)], TypeError, "to_undirected"),
        (lambda: grundy.game("hackenbush")[Graph([(0, 1)])], TypeError, "have directions"),
        (lambda: NODES[[(0, -1)]], grundy.GameSyntaxError, "-1"),
        (lambda: grundy.game("wythoff")[[3, 5]], grundy.GameSyntaxError, "one number"),
        (lambda: KAYLES.values_of([NIM[3]]), grundy.RequestError, "not a position of"),
        (lambda: KAYLES.moves_of(["5 +"]), grundy.GameSyntaxError, "expected"),
        (lambda: KAYLES.moves_of([5], seconds=0), grundy.LimitError, "time"),
        (lambda: grundy.game("moore", k={1.5}), TypeError, "a parameter is a number"),
        (lambda: grundy.game("moore"), grundy.RequestError, 'grundy.game("moore", k=2)'),
        (lambda: grundy.game("subtraction"), grundy.RequestError, 'grundy.game("subtraction", {1, 3, 4})'),
        (lambda: grundy.game("ghost"), grundy.RequestError, 'grundy.words("list.txt")'),
        (lambda: grundy.game("kayles", k=3), grundy.GameSyntaxError, "does not use `k`"),
        (lambda: grundy.game(lambda n: [], k=3), TypeError, "takes no parameters"),
        (lambda: grundy.check("grundy-certificate 2\n"), grundy.GameSyntaxError, "Answer.certificate()"),
    ],
)
def test_what_is_not_a_position_or_a_parameter(ask: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error) as caught:
        ask()
    assert text in str(caught.value)


def test_what_a_move_leaves_goes_back_in() -> None:
    pairs = grundy.game(lambda p: [(p[0] - 1, p[1])] if p[0] else [])
    halves = grundy.game(lambda n: [[n - 2 * b, n - b] for b in range(1, n // 2 + 1)])
    row = grundy.game('cut "aa" or "ab" or "b"')
    for game, position in ((KAYLES, 7), (grundy.game("wythoff"), (3, 5)), (MOORE, (3, 2)), (NODES, "3x3"), (row, "aabba"), (halves, 9), (pairs, (3, 1))):
        for move in game[position].moves():
            left = game[move.after]
            assert left == move.position or left.value == move.position.value
            assert not move.after or game.values_of([move.after] if game not in (halves, pairs) else []).tolist() in ([left.value], [])


def test_a_move_says_how() -> None:
    assert {move.how for move in KAYLES[5].moves()} == {("take 1",), ("take 2",)}
    assert NODES["3x3"].moves()[0].how == ("take row 1, column 1",)
    assert "take 1, leave" in repr(KAYLES[5].moves()[0]) and "take 1" in KAYLES[5].moves()._repr_html_()
    assert grundy.game(lambda n: range(n))[3].moves()[0].how == ()


def test_parameters_of_games() -> None:
    assert grundy.game("subtraction", {1, 3, 4}) == grundy.game("subtraction", [1, 3, 4]) == grundy.game("take 1 or 3 or 4")
    assert grundy.game("subtraction", "{1,3,4}") == grundy.game("subtraction", numpy.array([1, 3, 4]))
    assert MOORE.text == "piles: take any from 1..2 piles" and grundy.game("moore", "k=2") == MOORE
    assert grundy.game("take 1..k", k=3) == grundy.game("take 1..3")
    assert grundy.game("moore", k=2, misere=True).misere


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("threads", [1, 2, None])
def test_many_positions_have_the_answers_of_each(misere: bool, threads: int | None) -> None:
    kayles = grundy.game("kayles", misere=misere)
    asked: list[Any] = [5, "5 + 7", (3, 4), kayles["1 + 2"], [], *range(12)]
    seen: list[grundy.Progress] = []
    found = kayles.moves_of(asked, threads=threads, progress=seen.append)
    assert found == [kayles.solve(position).moves() for position in asked]
    assert all(progress.goal == len(asked) and progress.positions <= len(asked) for progress in seen)
    explained = kayles.explain_of(asked, threads=threads)
    assert explained == [kayles[position].explain() for position in asked]
    assert explained[0].svg() == kayles[5].explain().svg()
    assert kayles.moves_of([]) == [] == kayles.explain_of([])


def test_many_positions_of_a_function() -> None:
    game = grundy.game(lambda n: [[a, n - t - a] for t in (1, 2) for a in range(n - t + 1)])
    seen: list[grundy.Progress] = []
    assert game.moves_of([5, [5, 7]], progress=seen.append) == [game[5].moves(), game[[5, 7]].moves()]
    assert [(progress.positions, progress.goal) for progress in seen] == [(0, 2), (1, 2)]
    assert game.explain_of(iter([5])) == [game[5].explain()]
    with pytest.raises(grundy.LimitError):
        game.moves_of(itertools.count(), seconds=0.3)


def test_progress_over_many_positions() -> None:
    seen: list[grundy.Progress] = []
    grundy.game("cram").moves_of(["5x5"] * 40, threads=1, progress=seen.append)
    assert seen and seen[-1].goal == 40 and [one.positions for one in seen] == sorted(one.positions for one in seen)

    def broken(progress: grundy.Progress) -> None:
        raise KeyError(progress.doing)

    with pytest.raises(KeyError, match="solving"):
        grundy.game("cram").moves_of(["6x7"] * 100, progress=broken)


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_signal_ends_many_positions() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        begun = time.process_time()
        with pytest.raises(KeyboardInterrupt):
            grundy.game("cram").moves_of(["6x8"] * 1000)
        assert time.process_time() - begun < 10
    finally:
        signal.signal(signal.SIGINT, before)


def test_columns_and_tables_are_positions() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"a": [3, 1], "b": [5, 2]})
    wythoff = grundy.game("wythoff")
    values = [wythoff[3, 5].value, wythoff[1, 2].value]
    assert wythoff.values_of(frame).tolist() == values == [moves and wythoff[row].value for moves, row in zip(wythoff.moves_of(frame), frame.rows(), strict=True)]
    assert NIM[frame["a"]] == NIM["3 + 1"] and NIM.values_of(frame["b"]).tolist() == [5, 2]
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"a": [3, 1], "b": [5, 2]})
    assert wythoff.values_of(table).tolist() == values and NIM[table["a"]] == NIM["3 + 1"]


def test_graphs_of_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.path_graph(7)
    assert NODES[graph].value == NODES["path 7"].value == NODES[graph.edges()].value
    assert NODES[networkx.grid_2d_graph(3, 4)].value == NODES["3x4"].value
    assert NODES[networkx.empty_graph(3)].value == 1
    assert NODES.values_of([graph, networkx.cycle_graph(5)]).tolist() == [NODES["path 7"].value, NODES["cycle 5"].value]
    assert written(networkx.DiGraph([("a", "b")]), "token", True) == "{a>b}"


def test_a_value_is_a_number_for_type_checkers(tmp_path: Any) -> None:
    api = pytest.importorskip("mypy.api")
    file = tmp_path / "user.py"
    file.write_text("import grundy\nx: int = grundy.game('nim')[3].value + 1\ny: int = grundy.solve('nim', 3).value + 1\n")
    out, err, code = api.run(["--strict", "--cache-dir", str(tmp_path), str(file)])
    assert code == 0, out + err
