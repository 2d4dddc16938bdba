"""What tests of several rooms share."""

from __future__ import annotations

import os
from pathlib import Path
from shutil import which

import pytest
from arcwise.rules.swi.status import swi_status

NOT_INSTALLED = "SWI-Prolog is not installed"


def _absent() -> None:
    if os.environ.get("ARCWISE_REQUIRE_SWI") == "1":
        pytest.fail(f"{NOT_INSTALLED}, and ARCWISE_REQUIRE_SWI=1 says that it must be")
    pytest.skip(NOT_INSTALLED)


@pytest.fixture(scope="session")
def swipl() -> str:
    """The path of SWI-Prolog's program."""
    executable = which("swipl")
    if executable is None:
        _absent()
    assert executable is not None
    return executable


@pytest.fixture(scope="session")
def swi() -> str:
    """The version of SWI-Prolog's library, which pyswip loads."""
    version = swi_status().library
    if version is None:
        _absent()
    assert version is not None
    return version


@pytest.fixture
def examples() -> Path:
    """The folder of examples."""
    return Path(__file__).parent.parent / "examples"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line what was not run for want of SWI-Prolog."""
    skipped = [
        report
        for report in terminalreporter.stats.get("skipped", [])
        if NOT_INSTALLED in str(report.longrepr)
    ]
    if skipped:
        terminalreporter.write_line(f"not run: {len(skipped)} tests, because {NOT_INSTALLED}")
