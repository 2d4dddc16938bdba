"""What the tests of reports share: a run with a bit of everything, and its page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from arcwise.explorer.report import report_page
from arcwise.explorer.report.sections import searches

from .small_runs import Filled, five_puzzle


@pytest.fixture(scope="session", autouse=True)
def _time_enough() -> Iterator[None]:
    """Give the recount of a report's searches enough time on a busy machine, so that all of them are made."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("EFFORT", "RECOUNTING"):
            patch.setattr(searches, name, replace(getattr(searches, name), time=300))
        yield


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Filled:
    return five_puzzle(tmp_path_factory.mktemp("runs") / "five")


@pytest.fixture(scope="session")
def page_text(filled: Filled) -> str:
    return report_page(filled.run)
