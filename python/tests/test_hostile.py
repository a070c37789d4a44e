"""Arguments that nobody means: no call ends the interpreter, hangs, or takes more than its limits."""

from __future__ import annotations

import inspect
import itertools
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import grundy
from grundy._answers import Answer, _Kept

HUGE = 10**5000
NUMBERS = [-HUGE, -(2**64), -1, 0, True, 2**31, 2**32, 2**63, 2**64 - 1, 2**64, HUGE]
OTHERS = [1.5, float("nan"), float("inf"), -float("inf"), 1e300, None, "", "\0", "\ud800", "(" * 10_000, b"5", [], [[]], {}, object(), ()]
LIMITS = {"seconds": 0.5, "memory": "64MiB", "positions": 10_000, "threads": 2}
ALLOWED = (grundy.Error, ValueError, TypeError, OverflowError, IndexError, OSError, RecursionError)

# What a call gets for a parameter that is not under test.
PLAIN: dict[str, Any] = {
    **{"rules": "kayles", "game": "kayles", "left": "kayles", "right": "nim", "position": 5, "positions": [5, "5 + 7"]},
    **{"end": 20, "to": 50, "size": 5, "where": "value = 3", "values": [0, 1, 2, 3, 1, 4], "source": ["a"], "heap": 3},
    **{"name": "a", "letters": "", "certificate": None, "path": None, "other": None, "question": "value"},
}


def own_game(n: int) -> list[int]:
    return [n - 1] if n > 0 else []


def without_end(n: int) -> Iterator[int]:
    return itertools.repeat(n - 1) if n > 0 else iter(())


def objects() -> dict[str, object]:
    kayles, own = grundy.game("kayles"), grundy.game(own_game)
    proof = kayles.prove()
    return {
        "kayles": kayles,
        "misere": grundy.game("kayles", misere=True),
        "own": own,
        "position": kayles["5 + 7"],
        "own position": own[[5, 7]],
        "answer": kayles.solve("5 + 7"),
        "own answer": own.solve(5),
        "own proof": own.prove(to=30),
        "own table": own.table(30),
        "listed": own[5].listed(),
        "kept answer": pickle.loads(pickle.dumps(kayles.solve("5 + 7"))),
        "moves": kayles[5].moves(),
        "move": kayles[5].moves()[0],
        "explanation": kayles[5].explain(),
        "plan": kayles[5].plan(),
        "proof": proof,
        "certificate": grundy.check(proof.certificate()),
        "table": kayles.table(30),
        "outcomes": grundy.game("kayles", misere=True).table(30),
        "words": grundy.words(["a", "b"]),
    }


def calls() -> Iterator[tuple[str, Callable[..., object]]]:
    """Every function of the package, and every method and operator of its objects."""
    functions = [name for name in grundy.__all__ if inspect.isfunction(getattr(grundy, name))]
    assert {"ask", "game", "solve", "count", "first", "find", "equal", "check", "words", "games"} == set(functions)
    yield from ((name, getattr(grundy, name)) for name in functions)
    operators = ("__getitem__", "__add__", "__contains__", "__array__", "_repr_html_", "_repr_svg_")
    shown: set[type] = set()
    for name, one in objects().items():
        shown.add(type(one))
        for attribute in dir(one):
            if attribute.startswith("_") and attribute not in operators or hasattr(list, attribute):
                continue
            if isinstance(getattr(type(one), attribute, None), property):
                continue
            method = getattr(one, attribute)
            if callable(method) and not isinstance(method, type):
                yield f"{name}.{attribute}", method
    classes = {getattr(grundy, name) for name in grundy.__all__ if inspect.isclass(getattr(grundy, name))}
    mine = {own for own in classes if not issubclass(own, (BaseException, grundy.Diagnostic, grundy.Progress))}
    assert all(any(issubclass(own, wanted) for own in shown) for wanted in mine), "a class without an object here"


def arguments(name: str, call: Callable[..., object], folder: Path) -> Iterator[dict[str, object]]:
    try:
        parameters = inspect.signature(call).parameters.values()
    except ValueError:
        return
    plain = {**PLAIN, "path": folder / "saved.cert", "certificate": grundy.game("kayles").prove().certificate()}
    named = [own for own in parameters if own.kind not in (own.VAR_POSITIONAL, own.VAR_KEYWORD)]
    keywords = [own.name for own in named if own.kind is own.KEYWORD_ONLY]
    base = {own.name: plain.get(own.name) for own in named if own.default is own.empty}
    base |= {limit: most for limit, most in LIMITS.items() if limit in keywords}
    yield base
    for own in named:
        for hostile in NUMBERS + OTHERS:
            # Nobody has set a limit then.
            if own.name in ("seconds", "memory") and hostile is None:
                continue
            yield {**base, own.name: hostile}


def test_no_argument_ends_the_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A file may be named `5`.
    monkeypatch.chdir(tmp_path)
    many = 0
    for name, call in calls():
        for given in arguments(name, call, tmp_path):
            positional = [given.pop(own) for own in list(given) if _is_positional(call, own)]
            begun = time.process_time()
            try:
                call(*positional, **given)
            except ALLOWED:
                pass
            except BaseException as error:
                raise AssertionError(f"{name}(*{positional!r:.200}, **{given!r:.200})") from error
            took = time.process_time() - begun
            assert took < 10, f"{name}(*{positional!r:.200}, **{given!r:.200}) took {took} s"
            many += 1
    assert many > 2_000


def _is_positional(call: Callable[..., object], name: str) -> bool:
    kind = inspect.signature(call).parameters[name].kind
    return kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: grundy.game("kayles").values(10**12),
        lambda: grundy.game("kayles").table(10**12),
        lambda: grundy.game("kayles").table(2**64 - 1),
        lambda: grundy.game("kayles").values(2 * 10**9, memory="256MiB"),
        lambda: grundy.game("kayles", misere=True).table(10**12),
        lambda: grundy.game("nim").values(10**9, memory="256MiB"),
        lambda: grundy.game("kayles").values_of(range(10**12)),
        lambda: grundy.game("kayles").values_of(range(2**80)),
        lambda: grundy.game("kayles").values_of(itertools.count(), memory="16MiB"),
        lambda: grundy.game("kayles").values_of(("7" * 1000 for _ in itertools.count()), memory="16MiB"),
        lambda: grundy.game(own_game).values(2**31 - 1, memory="256MiB"),
        lambda: grundy.game(own_game).values_of(itertools.count(), memory="64MiB"),
        lambda: grundy.game(without_end).solve(1, memory="64MiB"),
        lambda: grundy.game("kayles").table(10**6, memory="32MiB").to_dict(),
        lambda: grundy.game("kayles").table(10**7, memory="32MiB").to_bfile(),
        lambda: grundy.game("kayles").table(10**7, memory="32MiB").to_csv(),
        lambda: grundy.game("kayles").table(10**7, memory="32MiB").outcomes,
        lambda: grundy.game("kayles").table(10**7, memory="32MiB").__arrow_c_stream__(),
        lambda: str(grundy.game("kayles").table(10**7, memory="32MiB")),
    ],
)
def test_results_count_before_they_are_built(ask: Callable[[], object]) -> None:
    before = _peak()
    with pytest.raises(grundy.LimitError) as caught:
        ask()
    assert caught.value.code == "memory"
    assert _peak() - before < 600 << 20


def _peak() -> int:
    if sys.platform != "linux":
        return 0
    status = Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmHWM"))


@pytest.mark.parametrize(
    "ask",
    [
        lambda: grundy.game(without_end).solve(1, seconds=0.3),
        lambda: grundy.game("kayles").values_of(itertools.count(), seconds=0.1),
        lambda: grundy.first("nim", "value = 77 and n < 3", up_to=2**64 - 1, heaps=2**32 - 1, seconds=0.1),
    ],
)
def test_what_has_no_end_keeps_the_time(ask: Callable[[], object]) -> None:
    begun = time.process_time()
    with pytest.raises(grundy.LimitError) as caught:
        ask()
    assert caught.value.code == "time" and time.process_time() - begun < 10


def test_a_notebook_shows_no_work_that_nobody_asked_for() -> None:
    hard = grundy.game("cram")["8x9"]
    kept = Answer(hard, _Kept(1, "N", "proved", None, "search"))
    begun = time.process_time()
    text = hard._repr_html_()
    assert "ask for .solve()" in text and hard._answer is None
    assert "cram" not in kept._repr_html_() or "outcome N" in kept._repr_html_()
    for shown in (grundy.game("cram"), grundy.game("octal 0.106"), grundy.game("chomp")):
        assert "<pre" in shown._repr_html_()
    assert "more moves" in grundy.game("nim")[500].moves()._repr_html_()
    assert time.process_time() - begun < 60
    # A function that never ends is stopped too, and one of which each call takes long.
    slow = grundy.game(lambda n: [time.sleep(0.02) or n - 1])[10**6]
    started = time.monotonic()
    assert "ask for .solve()" in slow._repr_html_() and time.monotonic() - started < 10
    assert "ask for .solve()" in grundy.game(lambda n: [n + 1])[0]._repr_html_()
    # What is soon found is shown.
    assert "P-position" in grundy.game("cram")["3x3"]._repr_html_()


def test_a_move_of_a_long_sum_holds_no_copy_of_it() -> None:
    before = _peak()
    moves = grundy.game("kayles")["1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10"].moves()
    assert moves[-1].position.value == moves[-1].value
    assert pickle.loads(pickle.dumps(moves[3])) == moves[3]
    long = grundy.game("take 1")[[7] * 5_001].moves()
    assert len(long) == 5_001 and long[0].position.value == long[0].value
    assert _peak() - before < 300 << 20


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(
    "work",
    [
        "kayles.values_of([f'{n} + {n + 1} + 3' for n in range(500_000)])",
        "kayles.values_of(list(range(2_000_000)))",
        "kayles.values_of(itertools.count())",
        "kayles.moves_of(['3000 + 2000'] * 500)",
        "grundy.game('cram').explain_of(['5x6'] * 100)",
        "kayles.values(10**9)",
        "grundy.game('cut \"aa\" or \"ab\" or \"b\"').values_of(['ab' * n for n in range(2_000)])",
        "grundy.game(lambda n: []).values_of(itertools.count())",
        "grundy.game(lambda n: itertools.repeat(0))[1].value",
        "grundy.count('kayles', 100_000, heaps=3)",
        "grundy.first('nim', 'value = 77 and n < 3', up_to=10**5, heaps=4)",
        "grundy.equal('n -> n-1, n -> (n/3) + (n/5)', 'n -> n-1, n -> (n/5) + (n/3)', up_to=10**8)",
        "grundy.game('octal 0.106').prove()",
        "grundy.game('cram')['8x9'].explain()",
        "grundy.game('cram')['8x9'].svg(graph=True)",
        "table.to_csv()",
        "table.to_dict()",
        "table.to_bfile()",
        "str(table)",
    ],
)
def test_every_call_notices_a_signal(work: str) -> None:
    script = f"""
import grundy, itertools, os, resource, signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)
kayles = grundy.game("kayles")
table = kayles.table(3_000_000) if "table" in {work!r} else None
def spent():
    own = resource.getrusage(resource.RUSAGE_SELF)
    return own.ru_utime + own.ru_stime
sent = []
def send():
    time.sleep(0.5)
    sent.append(spent())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send, daemon=True).start()
try:
    for _ in range(1000):
        {work}
except KeyboardInterrupt:
    print(spent() - sent[0])
    assert kayles[5].value == 4
"""
    child = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert child.returncode == 0 and child.stdout, child.stderr
    assert float(child.stdout) < 0.5


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes of POSIX")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_works() -> None:
    kayles = grundy.game("kayles")
    assert kayles[5].value == 4
    child = os.fork()
    if child == 0:
        os._exit(0 if kayles[7].value == 2 and kayles[5].value == 4 else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_a_device_is_no_word_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy._words._MOST", 1 << 20)
    if not os.path.exists("/dev/zero"):
        pytest.skip("there is no device without an end here")
    with pytest.raises(grundy.FileError, match="not a word list"):
        grundy.words("/dev/zero")
