"""How many examples Hypothesis draws."""

from __future__ import annotations

from typing import Any

from hypothesis import settings


def at_most(examples: int, **others: Any) -> settings:
    """Settings for a test that takes long: so many examples, or fewer if the profile says so."""
    return settings(max_examples=min(examples, settings.default.max_examples), **others)
