"""What tests of learners share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from arcwise.ebl.learners import policy_experience


@pytest.fixture(scope="package", autouse=True)
def _few_pairs() -> Iterator[None]:
    """Policies are tried on some of the pairs of a state and a goal that users have them tried on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(policy_experience, "MOST_PAIRS", 300)
        yield
