"""Trust in Prolog programs: whether those that are loaded may do all that Prolog can, or only compute."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_TRUST: ContextVar[bool] = ContextVar("trust", default=False)


def trusted() -> bool:
    """Whether programs that are loaded now may do all that Prolog can."""
    return _TRUST.get()


@contextmanager
def trusting(trust: bool = True) -> Iterator[None]:
    """Trust all Prolog programs that are loaded inside, with your files and processes; or none."""
    before = _TRUST.set(trust)
    try:
        yield
    finally:
        _TRUST.reset(before)
