"""User interfaces: the command line, the report, the terminal."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .text.explanations import explain_macro

__all__ = ["explain_macro"]


def __getattr__(name: str) -> Any:
    """The name, imported when it is asked for: every command passes here, few explain."""
    if name in __all__:
        return getattr(import_module(".text.explanations", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
