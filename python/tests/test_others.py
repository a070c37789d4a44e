"""The package with others: NumPy, Arrow readers, the program, the import."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import grundy

PROGRAM = Path(__file__).parents[2] / "target" / "debug" / "grundy"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, timeout=60)


def test_numpy_is_imported_only_for_an_array() -> None:
    script = """
import sys, grundy
grundy.solve("kayles", "5 + 7").moves()
grundy.game("kayles").table(100)[5]
grundy.game(lambda n: range(n))[5].value
assert "numpy" not in sys.modules and "json" not in sys.modules and "dataclasses" not in sys.modules
grundy.game("kayles").values(5)
assert "numpy" in sys.modules
"""
    done = run("-c", script)
    assert done.returncode == 0, done.stderr


def test_polars_reads_tables() -> None:
    polars = pytest.importorskip("polars")
    table = grundy.game("kayles").table(20_000)
    frame = polars.DataFrame(table)
    assert frame.schema == {"n": polars.UInt64, "value": polars.UInt8}
    assert frame["value"].to_list() == table.values.tolist()
    del table
    assert frame["value"].sum() == int(grundy.game("kayles").values(20_000).sum(dtype=int))
    misere = polars.DataFrame(grundy.game("kayles", misere=True).table(9))
    assert "".join(misere["outcome"].to_list()) == "NPNNPNNNNP"


def test_nanoarrow_reads_both_interfaces() -> None:
    nanoarrow = pytest.importorskip("nanoarrow")
    nim = grundy.game("nim").table(70_000)
    read = nanoarrow.Array(nim)
    assert read.schema.type == nanoarrow.Type.STRUCT and len(read) == 70_001
    assert read[69_999].as_py() == {"n": 69_999, "value": 69_999}
    assert nanoarrow.ArrayStream(nim).read_all().schema.field(1).type == nanoarrow.Type.UINT32
    # What nobody reads is released.
    for _ in range(100):
        nim.__arrow_c_stream__(), nim.__arrow_c_array__(), nim.__arrow_c_schema__()


def test_pandas_and_duckdb_read_tables() -> None:
    pandas = pytest.importorskip("pandas")
    table = grundy.game("kayles").table(100)
    pytest.importorskip("pyarrow")
    if hasattr(pandas.DataFrame, "from_arrow"):
        assert pandas.DataFrame.from_arrow(table)["value"].tolist() == table.values.tolist()
    duckdb = pytest.importorskip("duckdb")
    reader = duckdb.sql("select max(value), count(*) from table")
    assert reader.fetchone() == (9, 101)


def test_arrays_outlive_their_tables() -> None:
    arrays = [grundy.game("nim").values(1000 + at) for at in range(50)]
    assert all(numpy.array_equal(array, numpy.arange(len(array))) for array in arrays)
    with pytest.raises(ValueError, match="read-only"):
        arrays[0][0] = 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["kayles", "5", "7", "9"],
        ["explain", "kayles", "5", "--json"],
        ["table", "kayles", "24"],
        ["solve", "a -> (a-2b) + (a-b) for b in 0..a/2", "10"],
        ["--help"],
        ["nonsense"],
    ],
)
def test_the_program_is_the_same(arguments: list[str]) -> None:
    done = run("-m", "grundy", *arguments)
    assert "Traceback" not in done.stderr
    if not PROGRAM.exists():
        pytest.skip("the program of the workspace is not built")
    own = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (own.returncode, own.stdout, own.stderr)


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes there")
def test_the_program_takes_arguments_that_are_no_text() -> None:
    done = subprocess.run([sys.executable, "-m", "grundy", b"\xff.toml"], capture_output=True, check=False, timeout=60)
    assert done.returncode == 2 and done.stderr.startswith(b"error") and b"Traceback" not in done.stderr


def test_ctrl_c_ends_the_program() -> None:
    import signal
    import time

    child = subprocess.Popen(
        [sys.executable, "-m", "grundy", "solve", "cram", "9x9", "--value"], stderr=subprocess.PIPE, text=True
    )
    time.sleep(1.5)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=30)
    assert child.returncode == 130 and "Traceback" not in err


def test_progress_bar() -> None:
    from grundy._bar import text

    assert text(grundy.Progress("solving", 500, 1000, 1 << 20, 3.4)) == (
        "solving [############............] 500 positions, 1 MiB, 3 s"
    )
    assert text(grundy.Progress("checking", 1500, None, 0, 0.6)) == "checking: 1,500 positions, 0 MiB, 1 s"
