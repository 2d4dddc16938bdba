"""``arcwise compare DOMAIN.pddl PROBLEM.pddl ... --macros M``: each problem grounded once, searched without and with macros."""

from __future__ import annotations

from collections.abc import Sequence

from ...experiments.comparison import Pair, Searcher, compare
from ...experiments.options import SearchOptions
from ...search.solve import with_unit_macro_costs
from .console import progress_over
from .pddl_files import ground_with, load_domain_and_macros, load_problems


def pddl_pairs(
    path: str, files: Sequence[str], macros: str, names: Sequence[str], options: SearchOptions
) -> tuple[str, int, list[tuple[str, Pair]], bool]:
    """Search the problems of a domain with every algorithm, without and with macros.

    Returns
    -------
    The domain's name, the number of macros, the pairs as `compare` gives them, and whether they are complete.
    """
    domain, learned = load_domain_and_macros(path, macros)
    tasks = load_problems(domain, files)

    def searcher(name: str) -> Searcher:
        return lambda problem: options.search(problem, name)

    searchers = {name: searcher(name) for name in names}
    pairs: list[tuple[str, Pair]] = []
    total = len(tasks) * len(names)
    with progress_over(total, "comparing") as tick:
        for number, task in enumerate(tasks):
            grounding = ground_with(task, learned)
            plain, full = grounding.theory.without_macros(), grounding.theory
            if options.macro_cost == "unit":
                full = with_unit_macro_costs(full)
            problem = (grounding.start, grounding.goal)
            for name, pair in compare(plain, full, [problem], searchers, turn=number):
                pairs.append((name, pair))
                tick(1, name)
            if len(pairs) < (number + 1) * len(names):
                break
    return domain.name, len(learned), pairs, len(pairs) == total
