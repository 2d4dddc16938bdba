"""arcwise: learn macro-operators by explanation, and measure what they are worth in search.

A domain is a list of declarative arcs; search solves training examples; explanation-based learning turns each solved
path into a generalized macro-operator; the macros go in front of the arcs, and the same searches run again.

Begin reading with `arcwise.rules`, then `arcwise.search`, `arcwise.ebl`, `arcwise.experiments`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .ebl import MacroLibrary, explain, explain_result, generalize
    from .rules import Arc, Theory, TheoryDomain, Var, sliding_tile
    from .search import Limits, Problem, Result, solve

__all__ = [
    "Arc",
    "Limits",
    "MacroLibrary",
    "Problem",
    "Result",
    "Theory",
    "TheoryDomain",
    "Var",
    "explain",
    "explain_result",
    "generalize",
    "sliding_tile",
    "solve",
]


def __getattr__(name: str) -> Any:
    """The name, from the package that has it: what is not asked for is not imported, as for ``arcwise --help``."""
    if name == "__version__":
        return import_module("importlib.metadata").version(__name__)
    if name in __all__:
        packages = (
            import_module(f".{package}", __name__) for package in ("rules", "search", "ebl")
        )
        globals()[name] = found = next(
            getattr(package, name) for package in packages if name in package.__all__
        )
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """All that is offered, imported or not."""
    return sorted({*globals(), *__all__, "__version__"})
