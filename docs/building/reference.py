"""A page for every package: what it offers, by name, where it is defined; mkdocstrings makes the rest from the docstrings."""

from __future__ import annotations

import inspect
from importlib import import_module


def package_page(name: str) -> str:
    """The page of a package."""
    package = import_module(name)
    kinds: dict[str, list[str]] = {"Functions": [], "Classes": [], "Tables and constants": []}
    for member in sorted(package.__all__, key=str.lower):
        found = getattr(package, member)
        if inspect.isfunction(found):
            kinds["Functions"].append(_defined(found, member))
        elif inspect.isclass(found):
            kinds["Classes"].append(_defined(found, member))
        else:
            kinds["Tables and constants"].append(f"{name}.{member}")
    parts = [f"# {name}", inspect.cleandoc(package.__doc__ or "")]
    for kind, members in kinds.items():
        if members:
            parts += [f"## {kind}", *(f"::: {member}" for member in members)]
    return "\n\n".join(parts) + "\n"


def _defined(found: object, member: str) -> str:
    """Where something is defined: a package may offer a function under the name of a module."""
    return f"{inspect.unwrap(found).__module__}.{member}"  # type: ignore[arg-type, attr-defined]
