"""The notebook extension that draws objects."""

from __future__ import annotations

from typing import Any

from .objects import to_html


def register(ipython: Any = None) -> None:
    """Let IPython show as HTML what `to_html` draws.

    Parameters
    ----------
    ipython
        The shell; None for the one that runs. Outside IPython nothing happens.
    """
    if ipython is None:
        try:
            from IPython import get_ipython
        except ImportError:
            return
        ipython = get_ipython()
    if ipython is None:
        return
    formatter = ipython.display_formatter.formatters["text/html"]
    for kind in to_html.registry:
        if kind is not object:
            formatter.for_type(kind, to_html)


def load_ipython_extension(ipython: Any) -> None:
    """Entry point of ``%load_ext arcwise.explorer.notebook``."""
    register(ipython)
