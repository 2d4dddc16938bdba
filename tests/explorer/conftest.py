"""What tests of the explorer share."""

from __future__ import annotations

import pytest
from arcwise.experiments import Keeping

INLINE = Keeping.inline


@pytest.fixture(autouse=True)
def _searched_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is searched in this process unless ``--jobs`` is said: to start another takes longer than most searches."""
    monkeypatch.setattr(
        Keeping,
        "inline",
        property(lambda keeping: keeping.jobs is None and keeping.cluster is None),
    )


@pytest.fixture
def searched_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is searched in a process of its own, as for users."""
    monkeypatch.setattr(Keeping, "inline", INLINE)
