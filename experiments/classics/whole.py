"""An interrupted measurement is none: its figures would be those of a part."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar


class Ended(Protocol):
    """A result that tells whether the user let it end."""

    @property
    def finished(self) -> bool:
        """Whether the user did not interrupt it."""


Result = TypeVar("Result", bound=Ended)


def whole(result: Result) -> Result:
    """Return a result that the user did not interrupt.

    Raises
    ------
    KeyboardInterrupt
        The user's, which the result has kept.
    """
    if not result.finished:
        raise KeyboardInterrupt
    return result


def whole_search(found: Any) -> Any:
    """Return a search or proof that the user did not interrupt.

    Raises
    ------
    KeyboardInterrupt
        The user's.
    """
    if found.limit == "interrupt":
        raise KeyboardInterrupt
    return found
