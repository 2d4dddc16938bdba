"""What the tests of reports share: a run with a bit of everything, and its page."""

from __future__ import annotations

import pytest
from arcwise.explorer.report import report_page

from .small_runs import Filled, five_puzzle


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Filled:
    return five_puzzle(tmp_path_factory.mktemp("runs") / "five")


@pytest.fixture(scope="session")
def page_text(filled: Filled) -> str:
    return report_page(filled.run)
