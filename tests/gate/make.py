"""Ask the questions of the gate again, write the answers into the table, and print the rows that changed.

    python tests/gate/make.py [--only SECTION ...] [--check]

A question is asked newly where a row has only its section and its command. --check leaves the table as it is.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from gate import ask, difference, read_table, write_table


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", metavar="SECTION", help="ask these sections alone")
    parser.add_argument("--check", action="store_true", help="leave the table as it is")
    parser.add_argument(
        "--slow", type=float, metavar="SECONDS", help="print questions that take longer"
    )
    options = parser.parse_args()
    sections = read_table()
    changed = 0
    for name, rows in sections.items():
        if options.only and name not in options.only:
            continue
        answers = []
        began = since = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            for old, new in zip(rows, ask(rows, Path(folder)), strict=True):
                answers.append(new)
                if old.answer != new.answer:
                    changed += 1
                    print(difference(old, new), flush=True)
                now = time.perf_counter()
                if options.slow and now - since > options.slow:
                    print(f"{now - since:.1f} s: {new.command}")
                since = now
        print(f"{name}: {len(rows)} questions in {time.perf_counter() - began:.0f} s", flush=True)
        sections[name] = answers
    if not options.check:
        write_table(sections)
    print(f"{changed} rows changed")
    return int(bool(changed))


if __name__ == "__main__":
    sys.exit(main())
