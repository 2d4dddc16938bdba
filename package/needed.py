"""Prints what arcwise and extras of it need, a line each: packages can be installed while the kernel is compiled."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement

PROJECT = tomllib.loads(Path(__file__).parent.with_name("pyproject.toml").read_text("utf-8"))[
    "project"
]


def needed(extras: list[str]) -> Iterator[str]:
    """Requirements of extras; those of other extras where one names them."""
    for extra in extras:
        for line in PROJECT["optional-dependencies"][extra]:
            requirement = Requirement(line)
            if requirement.name == PROJECT["name"]:
                yield from needed(sorted(requirement.extras))
            else:
                yield line


if __name__ == "__main__":
    print(*PROJECT["dependencies"], *needed(sys.argv[1:]), sep="\n")
