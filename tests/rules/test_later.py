"""Imports on demand: packages give the names of their stubs, and a command loads what it needs."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = sorted(
    ".".join(("arcwise", *path.parent.relative_to(ROOT).parts))
    for room in ("rules", "search", "ebl", "logic", "planning", "experiments", "explorer")
    for path in (ROOT / room).rglob("__init__.pyi")
)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_gives_each_name_of_its_stub(package: str) -> None:
    module = import_module(package)
    assert module.__file__ is not None
    stub = ast.parse(Path(module.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    imported = [one for one in stub.body if isinstance(one, ast.ImportFrom)]
    assert module.__all__ == [alias.name for one in imported for alias in one.names]
    assert set(module.__all__) <= set(dir(module))
    for name in module.__all__:
        assert not isinstance(getattr(module, name), ModuleType), name


@pytest.mark.parametrize(
    "first", ["arcwise.search.solve", "arcwise.rules.fingerprint", "arcwise.ebl.generalize"]
)
@pytest.mark.slow
def test_a_name_stays_that_of_the_function_after_its_module_was_imported(first: str) -> None:
    package, name = first.rsplit(".", 1)
    program = f"import {first}, {package}; assert callable({package}.{name})"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_name_that_no_package_has_is_refused() -> None:
    with pytest.raises(AttributeError, match=r"arcwise\.search.*nothing"):
        _ = import_module("arcwise.search").nothing
