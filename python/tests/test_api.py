"""Games, positions, answers, tables, proofs: what each returns, and that all of them agree."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import grundy

KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]


def test_a_position_and_its_moves() -> None:
    answer = grundy.solve("kayles", "5 + 7 + 9")
    assert (answer.value, answer.outcome, answer.status, answer.doubt) == (2, "N", "proved", None)
    assert answer.values == [4, 2, 4]
    winning = answer.winning_moves()
    assert [(move.component, move.before, move.after) for move in winning] == [
        (2, 7, (3, 3)),
        (2, 7, (1, 4)),
        (3, 9, (2, 5)),
    ]
    every = answer.moves()
    assert len(every) == 21 and every[:3] == list(winning) and every.missing is None
    assert all(move.wins == (move.value == 0) == (move.position.value == 0) for move in every)
    assert [(move["component"], move["how"]) for move in answer.to_dict()["winning_moves"]] == [
        (move.component, [*move.how]) for move in winning
    ]
    assert str(answer).startswith("N-position: the player to move wins (nim value 2 = 4 xor 2 xor 4).")


def test_positions_add() -> None:
    kayles, nim = grundy.game("kayles"), grundy.game("nim")
    assert (kayles[5] + kayles[7]).value == 6
    assert (kayles[5] + nim[3]).value == 7 == grundy.solve("kayles 5 + nim 3").value
    assert sum([kayles[5], kayles[7], kayles[9]]).value == 2  # type: ignore[arg-type]
    assert kayles["5 + 7"] == kayles[5] + kayles[7] == kayles[[5, 7]]
    assert hash(kayles[5] + kayles[7]) == hash(kayles["5 + 7"])
    assert kayles[[]].outcome == "P"
    with pytest.raises(grundy.RequestError, match="one convention"):
        kayles[5] + grundy.game("kayles", misere=True)[5]


def test_words_and_bags() -> None:
    row = grundy.game("cut word in {fear, chop, arch}")
    move = row["fearchoparchfearchop"].winning_moves()[0]
    assert move.after == ("fearchop", "fearchop") and move.position.value == 0
    bag = grundy.game("bag: take letter until distinct")
    assert bag["{mississippi}"].value == 1
    assert grundy.game("ghost", grundy.words(["abca", "abcab"], name="few")).start.value is not None  # type: ignore[union-attr]


def test_misere() -> None:
    kayles = grundy.game("kayles", misere=True)
    assert kayles == grundy.game("misere kayles") and kayles.misere
    answer = kayles.solve(7)
    assert (answer.value, answer.outcome) == (None, "N")
    table = kayles.table(21)
    assert table.losing() == [1, 4, 9, 12, 20]
    assert table[1] == "P" and list(table.outcomes[:3]) == ["N", "P", "N"]
    with pytest.raises(TypeError, match="outcomes"):
        kayles.values(5)
    with pytest.raises(grundy.RequestError, match="misère"):
        kayles.values_of([5])


def test_tables_are_arrays_that_share_memory() -> None:
    kayles = grundy.game("kayles")
    values = kayles.values(12)
    assert values.tolist() == KAYLES and values.dtype == numpy.uint8 and not values.flags.writeable
    table = kayles.table(12)
    assert numpy.shares_memory(table.values, table.values)
    assert numpy.asarray(table).tolist() == KAYLES == [table[heap] for heap in range(13)]
    assert (table[-1], table.end, table.status, len(table)) == (4, 12, "proved", 13)
    with pytest.raises(IndexError, match="heaps 0 to 12"):
        table[13]
    assert table.losing() == [0]
    assert table.to_csv().splitlines()[:3] == ["n,value", "0,0", "1,1"]
    assert table.to_bfile(offset=11).splitlines()[1:] == ["11 6", "12 4"]
    assert table.to_dict()["values"] == KAYLES
    assert table.svg().startswith("<svg") and "Kayles (octal 0.77): values of the heaps 0 to 12" in table.svg()
    long = kayles.values(100_000)
    assert len(long) == 100_001
    numpy.testing.assert_array_equal(long[83:], long[71:-12])
    assert grundy.game("nim").values(70_000).dtype == numpy.uint32
    assert grundy.game("nim").values(300)[300] == 300


def test_values_of_many_positions() -> None:
    kayles = grundy.game("kayles")
    assert kayles.values_of([5, "5 + 7", 5, 0, "3"]).tolist() == [4, 6, 4, 0, 3]
    assert kayles.values_of([]).tolist() == []
    row = grundy.game('cut "aa" or "ab" or "b"')
    words = ["aab", "baa", "", "abab", "aab"]
    assert row.values_of(words or [""]).tolist() == [row[word].value for word in words]
    with pytest.raises(grundy.GameSyntaxError):
        kayles.values_of(["5 +"])
    with pytest.raises(TypeError, match="a position is a number"):
        kayles.values_of([5, None])


def test_proofs_and_certificates(tmp_path: Path) -> None:
    kayles = grundy.game("kayles")
    proof = kayles.prove()
    assert (proof.kind, proof.status, proof.period, proof.preperiod, proof.saltus) == ("period", "proved", 12, 71, 0)
    assert proof.exceptions == [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]
    assert "period 12" in str(proof) and (proof.svg() or "").startswith("<svg")
    proof.save(tmp_path / "kayles.cert")
    certificate = grundy.check(tmp_path / "kayles.cert")
    assert certificate.position is None and certificate.status == "proved"
    assert certificate.solve(10**18).value == 1 == kayles[10**18].value
    text = proof.certificate()
    assert grundy.check(text).solve(kayles[5] + kayles[7]).value == 6
    assert grundy.check(text).solve("5 + 7", seconds=60, memory="1GiB").value == 6
    with pytest.raises(grundy.LimitError):
        grundy.check(text).solve(5, seconds=0)
    false = text.replace("preperiod 71", "preperiod 70")
    assert false != text
    with pytest.raises(grundy.Error):
        grundy.check(false)
    with pytest.raises(grundy.RequestError, match="not about"):
        certificate.solve(grundy.game("nim")[5])
    with pytest.raises(grundy.FileError):
        grundy.check(tmp_path / "none.cert")
    one = grundy.check(kayles.solve("5 + 7").certificate())
    assert one.solve("5 + 7").value == 6
    words = grundy.game('"a" -> "", "b" -> "", "bb" -> "", "bbb" -> ""').prove()
    assert words.kind == "automaton" and words.status == "proved" and (words.dot() or "").startswith("digraph")
    quotient = grundy.game("kayles", misere=True).prove(to=10)
    assert quotient.kind == "quotient" and quotient.svg() is None


def test_explanations_and_plans() -> None:
    kayles = grundy.game("kayles")
    explanation = kayles[5].explain()
    assert "The options have the values {0, 1, 2, 3}; the least number missing is 4." in str(explanation)
    assert explanation.to_dict()["value"] == 4 and explanation == kayles[5].explain()
    assert "Solver: heap" in str(kayles[5].plan()) and kayles.plan(5).to_dict()["solver"] == "heap"
    assert "Take 1 or 2" in kayles.rules() or "heap" in kayles.rules()


def test_names() -> None:
    names = {game["name"]: game for game in grundy.games()}
    assert "kayles" in names and names["kayles"]["game"] == "octal 0.77"


@pytest.mark.parametrize(
    "make",
    [
        lambda: grundy.game("kayles"),
        lambda: grundy.game("misere 0.77"),
        lambda: grundy.game('cut word in "own"', words={"own": ["fear", "chop"]}),
        lambda: grundy.game("kayles")["5 + 7"],
        lambda: grundy.game("kayles")[5] + grundy.game("nim")[3],
        lambda: grundy.game("kayles")[[]],
        lambda: grundy.solve("kayles", "5 + 7"),
        lambda: grundy.solve("kayles", "5 + 7").moves(),
        lambda: grundy.solve("kayles", "5 + 7").moves()[0],
        lambda: grundy.game("kayles")[5].explain(),
        lambda: grundy.game("kayles")[5].plan(),
        lambda: grundy.game("kayles").table(30),
        lambda: grundy.game("kayles").prove(),
        lambda: grundy.game('"aa" -> "", "b" -> ""').prove(),
        lambda: grundy.game("grundys-game").prove(to=50),
        lambda: grundy.game(halves).prove(to=50),
        lambda: grundy.game(halves).table(30),
        lambda: grundy.game(halves)[10].listed(),
        lambda: grundy.game(halves)[10].moves(),
        lambda: grundy.game(halves)[10].explain(),
        lambda: grundy.check(grundy.game("kayles").prove().certificate()),
        lambda: grundy.check(
            grundy.game('cut word in "own"', words={"own": ["ab", "b"]})["abb"].solve().certificate(),
            words={"own": ["ab", "b"]},
        ),
        lambda: grundy.Progress("solving", 1, None, 0, 0.5),
        lambda: grundy.words(["a", "b"]),
        lambda: grundy.game(halves)[10],
    ],
)
def test_everything_compares_hashes_pickles_and_prints(make) -> None:  # type: ignore[no-untyped-def]
    one, other = make(), make()
    assert one == other and repr(one) == repr(other) and one != 5
    if not isinstance(one, (list, tuple)):
        assert hash(one) == hash(other)
    for again in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one)):
        assert again == one and repr(again) == repr(one) and str(again) == str(one)


def halves(n: int) -> list[list[int]]:
    return [[n - 2 * b, n - b] for b in range(1, n // 2 + 1)]


def test_a_pickled_answer_finds_its_moves_again() -> None:
    answer = pickle.loads(pickle.dumps(grundy.solve("kayles", "5 + 7")))
    assert answer.moves() == grundy.solve("kayles", "5 + 7").moves()


def test_limits_end_what_a_pickled_answer_solves_again() -> None:
    position = grundy.game(_counted)[12]
    for answer in (grundy.solve("kayles", "5 + 7"), position.solve()):
        again = pickle.loads(pickle.dumps(answer))
        for ask in (again.moves, again.winning_moves, again.explain):
            with pytest.raises(grundy.LimitError):
                ask(seconds=0)
        assert again.moves(seconds=60) == answer.moves()
    again = pickle.loads(pickle.dumps(position.solve()))
    _COUNTED.clear()
    again.moves()
    again.explain()
    assert sorted(_COUNTED) == list(range(13))


_COUNTED: list[int] = []


def _counted(n: int) -> list[int]:
    _COUNTED.append(n)
    return list(range(n))


def test_html_and_svg() -> None:
    kayles = grundy.game("kayles")
    for shown in (kayles, kayles[5], kayles.solve(5), kayles[5].moves(), kayles[5].explain(), kayles[5].plan(), kayles.table(9), kayles.prove()):
        assert shown._repr_html_().startswith(("<pre", "<svg", "<table"))
    assert (kayles._repr_svg_() or "").startswith("<svg")
    assert grundy.game("cram")._repr_svg_() is None
    assert (grundy.game('"aa" -> "", "b" -> ""')._repr_svg_() or "").startswith("<svg")
    assert (grundy.game("kayles", misere=True)._repr_svg_() or "").startswith("<svg")
    assert "5" in (grundy.game(lambda n: [n - 1] if n else [])[5]._repr_svg_() or "")
    assert all("font-family:monospace" in shown._repr_html_() for shown in (kayles, kayles[5].plan(), kayles.prove()))


def test_pictures_are_those_of_the_program() -> None:
    def program(*words: str) -> str:
        command = [sys.executable, "-m", "grundy", "draw", *words]
        return subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout

    kayles, words = grundy.game("kayles"), grundy.game('"aa" -> "", "b" -> ""')
    position = kayles[5] + kayles[7]
    for drawn, command in [
        (kayles.table(100).svg(), ["table", "kayles", "100"]),
        (grundy.game("kayles", misere=True).table(50).svg(), ["table", "kayles", "50", "--misere"]),
        (kayles.table(20_000).svg(), ["table", "kayles", "20000"]),
        (kayles._repr_svg_(), ["period", "kayles"]),
        (kayles.prove().svg(), ["period", "kayles"]),
        (words.prove().svg(), ["automaton", words.text]),
        (words.prove().dot(), ["automaton", words.text, "--format", "dot"]),
        (position.svg(), ["position", "kayles", "5", "7"]),
        (position._repr_svg_(), ["position", "kayles", "5", "7"]),
        (position.svg(graph=True), ["graph", "kayles", "5", "7"]),
        (position.explain().svg(), ["graph", "kayles", "5", "7"]),
        (position.dot(), ["graph", "kayles", "5", "7", "--format", "dot"]),
        ((kayles[5] + grundy.game("nim")[3]).svg(), ["position", "kayles 5 + nim 3"]),
    ]:
        assert drawn == program(*command), command
    again = pickle.loads(pickle.dumps(position.explain()))
    assert again == position.explain() and again.svg() == position.explain().svg()
    hostile = grundy.game('row: cut "<b>" or "&"')
    assert "<b>" not in hostile._repr_html_()


def test_word_lists_are_read_as_people_have_them() -> None:
    listed = grundy.Words("few", "\ufeff# insects\r\nAnt\r\n\r\nBEE \r\nfly # small\r\n".encode())
    assert (list(listed), len(listed), "BEE" in listed) == (["Ant", "BEE", "fly"], 3, True)
    with pytest.warns(UserWarning, match="few: 3 of 3 words are left out|few: 2 of 3 words are left out: 2 with capitals"):
        strict = grundy.game('cut word of 3.. letters a..z in "few"', words={"few": listed})
    with pytest.warns(UserWarning, match="1 line is a comment"):
        folded = grundy.game('cut word of 3.. letters a..z in "few"', words={"few": listed}, fold_case=True)
    assert (strict["antbee"].value, len(folded["antbee"].moves())) == (0, 2)
    assert folded.text.endswith('in "few" in lower case')
    with pytest.raises(grundy.GameSyntaxError, match="UTF-16"):
        grundy.game('cut word in "wide"', words={"wide": grundy.Words("wide", "bee\n".encode("utf-16"))})
