"""The kernel's type stubs are those that its module now has."""

import ast
import subprocess
import sys
from pathlib import Path

import arcwise.search
import pytest

pytest.importorskip("nanobind")

CHECKED_IN = Path(arcwise.search.__file__).with_name("_kernel.pyi")


def meaning(text):
    """What it defines; neither layout nor order nor the wrapping of docstrings counts."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = " ".join(node.value.split())
    return sorted(map(ast.dump, tree.body))


@pytest.mark.slow
def test_stubs_are_up_to_date(tmp_path):
    made = tmp_path / "_kernel.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "arcwise.search._kernel"]
    subprocess.run([*command, "-o", str(made)], check=True)
    assert meaning(made.read_text()) == meaning(CHECKED_IN.read_text()), "say: make stubs"
