"""The fixture that stands for a package from outside."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import entry_points

import pytest


@pytest.mark.slow
def test_a_package_from_outside_is_found_by_its_entry_points(plugin: Callable[..., None]) -> None:
    plugin("ring_of_tests", "SIZE = 6\n", {"arcwise.domains": "ring = ring_of_tests:SIZE"})
    (entry,) = entry_points(group="arcwise.domains", name="ring")
    assert entry.load() == 6
    program = (
        "from importlib.metadata import entry_points as e; print(e(name='ring')['ring'].load())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout == b"6\n"


def test_after_its_test_it_is_gone() -> None:
    assert not entry_points(group="arcwise.domains", name="ring")
    assert "ring_of_tests" not in sys.modules
