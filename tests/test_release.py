"""What a release is made of: one version, and files for citing, containers and notebooks on the web that can be read."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSION = PROJECT["project"]["version"]

INSTRUCTIONS = {"FROM", "RUN", "COPY", "USER", "WORKDIR", "ENTRYPOINT"}


def lines_of(name: str) -> list[str]:
    return (ROOT / name).read_text(encoding="utf-8").splitlines()


def test_the_version_is_one() -> None:
    assert f"version: {VERSION}" in lines_of("CITATION.cff")
    assert f'  version: "{VERSION}"' in lines_of("package/conda/recipe.yaml")
    assert any(line.startswith(f"## {VERSION} (") for line in lines_of("CHANGELOG.md"))


def test_the_citation_has_the_date_of_the_changes() -> None:
    (heading,) = (line for line in lines_of("CHANGELOG.md") if line.startswith(f"## {VERSION}"))
    (date,) = re.findall(r"\d{4}-\d\d-\d\d", heading)
    assert f"date-released: {date}" in lines_of("CITATION.cff")
    keys = {line.partition(":")[0] for line in lines_of("CITATION.cff") if line[0] not in " -"}
    assert {"cff-version", "message", "title", "authors", "license"} <= keys


@pytest.mark.slow
def test_the_package_runs_as_a_module() -> None:
    said = subprocess.run(
        [sys.executable, "-m", "arcwise", "domains", "pancake:4"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "pancake" in said.stdout


def test_the_recipe_begins_where_the_project_begins() -> None:
    entry = PROJECT["project"]["scripts"]["arcwise"]
    assert f"      - arcwise = {entry}" in lines_of("package/conda/recipe.yaml")


def test_the_dockerfile_builds_in_one_stage_and_runs_as_a_user_in_another() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    steps = [
        line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")
    ]
    assert {name for name, _ in steps} <= INSTRUCTIONS
    stages = [words for name, words in steps if name == "FROM"]
    assert all(re.match(r"\w+:[\w.-]+", words) for words in stages)
    named = {words.split(" AS ")[1] for words in stages if " AS " in words}
    taken = set(re.findall(r"--from=(\w+)", text))
    assert taken == named
    assert all("--no-install-recommends" in words for _, words in steps if "apt-get" in words)
    users = [words for name, words in steps if name == "USER"]
    assert users and users[-1] != "root"
    assert json.loads(steps[-1][1]) == ["arcwise"]
    python = re.findall(r"python:(3\.\d+)", text)
    classifiers = PROJECT["project"]["classifiers"]
    assert all(f"Programming Language :: Python :: {one}" in classifiers for one in python)


def test_the_development_container_makes_what_the_makefile_has() -> None:
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    target = container["postCreateCommand"].removeprefix("make .venv")
    assert any(line.startswith(f"$(VENV){target}:") for line in lines_of("Makefile"))
    assert ":" in container["image"]


def test_binder_installs_the_project_and_an_extra_that_it_has() -> None:
    requirements = lines_of(".binder/requirements.txt")
    (extra,) = re.findall(r"^\.\[(\w+)\]$", requirements[0])
    assert extra in PROJECT["project"]["optional-dependencies"]
    assert lines_of(".binder/runtime.txt") == ["python-3.11"]
    assert "g++" in lines_of(".binder/apt.txt")


def test_wheels_are_built_for_versions_that_the_project_supports() -> None:
    settings = PROJECT["tool"]["cibuildwheel"]
    least = PROJECT["project"]["requires-python"].removeprefix(">=").replace(".", "")
    abi3 = PROJECT["tool"]["scikit-build"]["wheel"]["py-api"]
    assert settings["build"] == [f"cp{least}-*", f"{abi3}-*"]
    assert settings["test-command"].startswith("arcwise ")


def test_the_minutes_of_compiling_are_told_of() -> None:
    """By what ``make demo`` installs with."""
    told = runpy.run_path(str(ROOT / "package" / "install.py"))["told"]
    lines = [
        "  [0/2] Re-checking globs\n",
        "  [1/4] Building CXX a.cpp\n",
        "x\n",
        "  [4/4] Linking\n",
    ]
    said = "building the search kernel, a few minutes"
    assert list(told(lines, in_place=True)) == [f"\r{said}, 25 %", f"\r{said}, 100 %", "\n"]
    assert list(told(lines, in_place=False)) == [f"{said}\n"]
    assert list(told(["x\n"], in_place=True)) == []


def test_what_extras_need_is_installed_without_arcwise() -> None:
    """So that it is installed while the kernel is compiled."""
    needed = runpy.run_path(str(ROOT / "package" / "needed.py"))["needed"]
    extras = PROJECT["project"]["optional-dependencies"]
    assert list(needed(["docs"])) == extras["docs"]
    found = list(needed(["test"]))
    assert {*extras["cluster"], *extras["plot"], "pytest>=9"} <= {*found}
    assert not any(line.startswith("arcwise") for line in found)
