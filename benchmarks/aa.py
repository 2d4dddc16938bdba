"""A/A comparisons: a theory compared with itself. Work must be exactly the same, and time only by chance not.

Prints in how many of twenty comparisons the 95% interval of the ratio of time excludes 1. One is expected; more than two
would mean that the measurement favours whoever comes first or last.
"""

from __future__ import annotations

import sys

from arcwise.experiments import ProblemSet, compare
from arcwise.experiments.sized_domain import load_domain
from arcwise.explorer.text.numbers import estimate_texts
from rich.console import Console
from rich.table import Table

BOARD, ALGORITHM = "sliding-tile:3x3", "a-star"
RUNS, PROBLEMS, MOST = 20, 30, 2


def main() -> None:
    """Compare, and fail where more intervals exclude 1 than chance allows, or any work differs."""
    domain = load_domain(BOARD)
    goal = domain.goal(None)
    table = Table("run", "work", "time", "95% interval", title=f"{ALGORITHM} on {BOARD}, A/A")
    excluded = differing = unseen = 0
    for run in range(1, RUNS + 1):
        problems = ProblemSet.random(domain, goal, PROBLEMS, run)
        (comparison,) = compare(BOARD, problems, None, [ALGORITHM]).comparisons
        work = comparison.estimates["operator_applications"]
        time = comparison.estimates["elapsed"]
        differing += (work.ratio, work.low, work.high) != (1, 1, 1)
        unseen += time.ratio is None
        low, high = time.interval or (1.0, 1.0)
        excluded += not low <= 1 <= high
        table.add_row(str(run), f"{work.ratio:.2f}", *estimate_texts(time)[2:4])
    Console(width=100).print(table)
    print(
        f"the interval of the time excludes 1 in {excluded} of {RUNS} runs, of the work in {differing}"
    )
    if unseen:
        print(f"{unseen} without a ratio of time")
    sys.exit(excluded > MOST or differing > 0)


if __name__ == "__main__":
    main()
