"""Errors: codes, places, ways out; limits, signals and threads."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

import grundy


def test_a_mistake_shows_its_place() -> None:
    with pytest.raises(grundy.GameSyntaxError) as caught:
        grundy.game("a -> (a-2b) + (a-b) for b in 0..a/2")
    diagnostic = caught.value.diagnostic
    assert diagnostic.code == caught.value.code == "G031" and diagnostic.help == caught.value.help
    text = str(caught.value)
    assert "^^^^" in text and "1 | a -> (a-2b)" in text and "help: restrict the names" in text
    with pytest.raises(grundy.GameSyntaxError) as caught:
        grundy.game("tke 2 or 3")
    start, end = caught.value.diagnostic.span
    assert caught.value.diagnostic.source[start:end] == "tke"
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and again.diagnostic == caught.value.diagnostic
    # Places count characters, not bytes.
    with pytest.raises(grundy.GameSyntaxError) as caught:
        grundy.game('row: cut "ä" or "ö" or ?')
    start, end = caught.value.diagnostic.span
    assert caught.value.diagnostic.source[start:end] == "?"


@pytest.mark.parametrize(
    ("ask", "error", "text"),
    [
        (lambda: grundy.solve("kayles", 2.5), TypeError, "float: 2.5"),
        (lambda: grundy.solve("kayles", {5: 7}), TypeError, "dict"),
        (lambda: grundy.solve("kayles", "5 + abba"), grundy.GameSyntaxError, "abba"),
        (lambda: grundy.solve("kayles", -5), grundy.GameSyntaxError, "-5"),
        (lambda: grundy.solve("kayles"), grundy.RequestError, "position is missing"),
        (lambda: grundy.solve("kayles", 2**64), grundy.GameSyntaxError, "18446744073709551616"),
        (lambda: grundy.game("kayles").values(-1), grundy.GameSyntaxError, "-1"),
        (lambda: grundy.game("cram").values(5), grundy.RequestError, "table is about heaps"),
        (lambda: grundy.game("ghost"), grundy.RequestError, "needs"),
        (lambda: grundy.game("ghost", "none.txt"), grundy.GameSyntaxError, "no such file"),
        (lambda: grundy.game("kayles", "5"), grundy.RequestError, "unexpected `5`"),
        (lambda: grundy.game("no.toml"), grundy.FileError, "no.toml"),
        (lambda: grundy.game(5), TypeError, "text or a function, not int"),
        (lambda: grundy.solve("kayles", 5, seconds=-1), ValueError, "seconds"),
        (lambda: grundy.solve("kayles", 5, threads=0), ValueError, "threads"),
        (lambda: grundy.solve("kayles", 5, memory="much"), ValueError, "2GiB"),
        (lambda: grundy.solve("kayles", 5, progress=5), TypeError, "progress is a function"),  # type: ignore[arg-type]
        (lambda: list(grundy.game("kayles")), TypeError, "iterable"),
        (lambda: grundy.game("kayles")[5] + 3, TypeError, "unsupported"),
        (lambda: grundy.check("no certificate\n"), grundy.Error, ""),
        (lambda: grundy.game("cram").prove(), grundy.RequestError, "no method proves"),
    ],
)
def test_wrong_requests(ask, error, text) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(error) as caught:
        ask()
    assert text in str(caught.value)


def test_limits() -> None:
    cram = grundy.game("cram")
    for limit, code in (({"seconds": 0.05}, "time"), ({"positions": 10}, "positions")):
        with pytest.raises(grundy.LimitError) as caught:
            cram.solve("7x9", question="value", **limit)
        assert caught.value.code == code and next(iter(limit)) + "=" in caught.value.help
    with pytest.raises(grundy.LimitError, match="memory=") as caught:
        grundy.game("grundys-game").values(10**7, memory="1MiB")
    assert caught.value.code == "memory"
    assert cram.solve("3x4", seconds=60).status == "proved"
    assert cram.solve("3x4", check=False).status == "computed"
    # A limit ends the check, and the answer stays.
    assert grundy.game("kayles").prove(to=50).status in ("none", "observed")


@pytest.mark.parametrize(
    ("ask", "text"),
    [
        (lambda: grundy.count("kayles", 3, heaps=0), "heaps=1"),
        (lambda: grundy.count("cram", 3, letters="ab"), "leave letters= out"),
        (lambda: grundy.solve("cram", "9x9", question="value", seconds=0), "seconds="),
        (lambda: grundy.game("cram").values(5), "Game.solve()"),
        (lambda: grundy.game("qqqq"), "grundy.games()"),
    ],
)
def test_the_way_out_is_in_python(ask, text) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(grundy.Error) as caught:
        ask()
    assert text in caught.value.help and "--" not in caught.value.help and "`grundy " not in caught.value.help


def test_progress() -> None:
    seen: list[grundy.Progress] = []
    with pytest.raises(grundy.LimitError):
        grundy.solve("cram", "7x9", question="value", seconds=3, progress=seen.append)
    assert seen and seen[-1].positions > 0 and seen[-1].doing == "solving"

    def broken(progress: grundy.Progress) -> None:
        raise KeyError(progress.doing)

    with pytest.raises(KeyError, match="solving"):
        grundy.solve("cram", "7x9", question="value", seconds=60, progress=broken)
    with pytest.raises(grundy.LimitError):
        grundy.solve("cram", "7x9", question="value", seconds=0.6, progress=True)


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(
    "work",
    [
        'grundy.solve("cram", "9x9", question="value")',
        'grundy.game("grundys-game").values(10**8, threads=2)',
        'grundy.game(lambda n: [n + 1, n + 2])[0].value',
        'grundy.game(lambda n: (n - k for k in __import__("itertools").count())).values(3)',
    ],
)
def test_ctrl_c_ends_the_work(work: str) -> None:
    # A job in the background of a shell ignores the signal, and what it starts does too.
    script = f"""
import grundy, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
kayles = grundy.game("kayles")[5]
print("begun", flush=True)
try:
    {work}
except KeyboardInterrupt:
    assert kayles.value == 4
    print("interrupted", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None and child.stdout.readline() == "begun\n"
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=30)
    finally:
        child.kill()
    assert out == "interrupted\n"


def test_threads_solve_at_the_same_time() -> None:
    kayles = grundy.game("kayles")
    expected = kayles.values(60).tolist()
    code = grundy.game(lambda n: [[a, n - t - a] for t in (1, 2) for a in range(n - t + 1)])
    wrong: list[object] = []

    def work() -> None:
        try:
            for heap in range(61):
                if kayles[heap].value != expected[heap]:
                    wrong.append(heap)
            if code.values(60).tolist() != expected:
                wrong.append("code")
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_other_threads_run_during_the_work() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(grundy.LimitError):
        grundy.solve("cram", "7x9", question="value", seconds=0.5)
    done.set()
    thread.join()
    assert ticks >= 10
