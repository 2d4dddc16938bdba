"""Numbers and names in sentences."""

from __future__ import annotations

from collections.abc import Sequence


def counted(count: int, what: str, many: str = "") -> str:
    """A number of things: ``1 macro``, ``1,200 searches``; ``many`` where the plural is not made with s."""
    return f"{count:,} {what if count == 1 else many or what + 's'}"


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: a, b and c."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
