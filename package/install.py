"""Runs pip, and in the place of its output tells how much of the search kernel is compiled, which takes minutes; if pip fails, all of it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator

STEP = re.compile(r"\s*\[(\d+)/(\d+)\] (?:Building|Linking)")
"""A line of ninja, which has its step and the number of steps."""

SAID = "building the search kernel, a few minutes"


def told(lines: Iterable[str], *, in_place: bool) -> Iterator[str]:
    """Texts to write while pip writes its lines: one line that counts up in its place, or only the first of it."""
    text = ""
    for line in lines:
        step = STEP.match(line)
        if step and (in_place or not text):
            text = f"{SAID}, {100 * int(step[1]) // int(step[2])} %" if in_place else SAID
            yield f"\r{text}" if in_place else f"{text}\n"
    if text and in_place:
        yield "\n"


def main(arguments: list[str]) -> int:
    """Run ``pip install`` with some arguments; its exit code."""
    kept: list[str] = []

    def lines(of: Iterable[str]) -> Iterator[str]:
        for line in of:
            kept.append(line)
            yield line

    command = [sys.executable, "-m", "pip", "install", "-v", *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as pip:
        assert pip.stdout is not None
        try:
            for text in told(lines(pip.stdout), in_place=sys.stdout.isatty()):
                print(text, end="", flush=True)
        except KeyboardInterrupt:
            return 130
    if pip.returncode:
        print(*kept, sep="", end="", file=sys.stderr)
    return pip.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
