"""The notebooks run from a clean kernel without an error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="nbformat is missing: the notebooks are not run")
nbclient = pytest.importorskip("nbclient", reason="nbclient is missing: the notebooks are not run")
pytest.importorskip("ipykernel", reason="ipykernel is missing: the notebooks are not run")

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert cells and not any(cell.outputs for cell in cells), "a notebook is stored without its outputs"
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = "".join(str(cell.outputs) for cell in cells)
    assert re.search("<svg", shown) or path.stem == "a-word-game"


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) >= 3
