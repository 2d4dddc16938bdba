"""``python -m torture``, as ``make torture`` calls it."""

from __future__ import annotations

import argparse
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from random import SystemRandom

from .runner import Suite, make_all


def main(suite: str = "torture", description: str | None = __doc__) -> None:
    """Read the command line of a suite, and make its cases."""
    table = import_module(f"{suite}.table").KINDS
    parser = argparse.ArgumentParser(prog=suite, description=description)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(table))
    parser.add_argument("--minutes", type=float, default=60, help="for all kinds together")
    parser.add_argument("--seed", type=int, help="a random one")
    parser.add_argument("--case", type=_numbers, help="only this case, or those FIRST-LAST")
    parser.add_argument("--folder", type=Path, help="where what fails is kept; a temporary one")
    arguments = parser.parse_args()
    if unknown := set(arguments.kinds) - set(table):
        parser.error(f"unknown kind {', '.join(sorted(unknown))}; there are {', '.join(table)}")
    seed = SystemRandom().randrange(10**6) if arguments.seed is None else arguments.seed
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix=f"arcwise-{suite}-"))
    kinds = [kind for kind in table.values() if not arguments.kinds or kind.name in arguments.kinds]
    first, most = arguments.case or (0, None)
    bad = make_all(kinds, Suite(suite, arguments.minutes, seed, folder, first, most))
    sys.exit(bad > 0)


def _numbers(text: str) -> tuple[int, int]:
    """The first case, and how many."""
    first, _, last = text.partition("-")
    return int(first), int(last or first) - int(first) + 1


if __name__ == "__main__":
    main()
