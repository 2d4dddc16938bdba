"""The page of a run with a macro table: its entries stand there, and it fits its window."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from arcwise.ebl import save_macros
from arcwise.experiments.store import read_run
from arcwise.explorer.html.markup import join
from arcwise.explorer.report.sections.macros import macro_tables

from ....ebl.test_table_entries import learned
from ..small_runs import Filled, content, five_puzzle


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Filled:
    return five_puzzle(tmp_path_factory.mktemp("runs") / "five")


@pytest.mark.slow
def test_a_run_without_a_table_has_no_such_section(taught: Filled) -> None:
    assert macro_tables(content(taught.run)) == []


@pytest.mark.long
def test_every_entry_of_a_table_has_a_row_with_its_word(taught: Filled) -> None:
    library = learned("cube:2")
    path = Path(taught.run.path) / "table.pl"
    save_macros(library, path)
    page = join(macro_tables(content(read_run(taught.run.path))))
    page = re.sub(r' data-of="[^"]*"', "", page)
    path.unlink()
    assert page.count("<details") == 6
    assert "The macro table of cube:2: 75 entries in 6 columns" in page
    for macro in library:
        words = " ".join(step.name for step, _ in macro.steps).replace("'", "&#x27;")
        if f">{macro.name}<" in page:
            assert (
                f"<td>{words}</td>" in page
                or f"<td>{words.replace('&#x27;', chr(39))}</td>" in page
            )
    assert sum(f">{macro.name}<" in page for macro in library) >= 75 - 12
