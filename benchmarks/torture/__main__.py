"""``python -m torture``, as ``make torture`` calls it."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from random import SystemRandom

from .runner import torture
from .table import KINDS


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="torture", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--minutes", type=float, default=60, help="for all kinds together")
    parser.add_argument("--seed", type=int, help="a random one")
    parser.add_argument("--case", type=int, help="only the case of this number")
    parser.add_argument("--folder", type=Path, help="where what fails is kept; a temporary one")
    arguments = parser.parse_args()
    if unknown := set(arguments.kinds) - set(KINDS):
        parser.error(f"unknown kind {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}")
    seed = SystemRandom().randrange(10**6) if arguments.seed is None else arguments.seed
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="arcwise-torture-"))
    kinds = [kind for kind in KINDS.values() if not arguments.kinds or kind.name in arguments.kinds]
    most = None if arguments.case is None else 1
    bad = torture(kinds, arguments.minutes, seed, folder, arguments.case or 0, most)
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
