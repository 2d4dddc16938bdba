"""Fixtures for the tests of the explorer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from arcwise.experiments import Keeping

INLINE = Keeping.inline


@pytest.fixture(scope="module", autouse=True)
def _searched_here() -> Iterator[None]:
    """A run is searched in this process unless ``--jobs`` is said: to start another takes longer than most searches."""
    here = property(lambda keeping: keeping.jobs is None and keeping.cluster is None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Keeping, "inline", here)
        yield


@pytest.fixture
def searched_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is searched in a process of its own, as for users."""
    monkeypatch.setattr(Keeping, "inline", INLINE)
