"""Measures of macros for planners: learned from plans, or made of the actions alone."""

from __future__ import annotations

from statistics import fmean, geometric_mean

from ...search.limits import Limits
from ..configuration import Configuration
from ..designs.compare import compare
from ..designs.figures import Measured
from ..designs.learn import learn
from .whole import whole

DOMAINS = ("blocks", "gripper", "delivery")
"""Domains of the examples with random problems beside them."""

TAUGHT, MOST = 4, 9
"""Problems that macros are learned from, and all."""

SEARCH, SEARCHED = Configuration(heuristic="ff", limits=Limits(nodes=20_000)), "greedy with ff"
"""How the others are searched, and what that is called."""


def macros(learner: str, size: int) -> Measured:
    """Searches of random planning problems without macros and with those of a learner, who learned from smaller ones."""
    found: Measured = {}
    for domain in DOMAINS:
        file = f"examples/pddl/{domain}.pddl"
        problems = [f"examples/pddl/random/{domain}-{n + 1}.pddl" for n in range(MOST)]
        done = whole(learn(file, problems[:TAUGHT], learner))
        tested = problems[TAUGHT : TAUGHT + size]
        rows = whole(compare(file, tested, done.library, "greedy", configuration=SEARCH)).all_rows
        found |= {
            f"macros, {domain}": len(done.library),
            f"applications of learning, {domain}": done.work,
        }
        evaluated: dict[str, list[int]] = {}
        for name, condition in (("none", "before"), ("macros", "after")):
            some = [
                one for one in rows if (one.condition, one.configuration) == (condition, SEARCHED)
            ]
            evaluated[name] = [one.evaluated or 0 for one in some]
            for figure in ("expanded", "evaluated", "operator_applications"):
                mean = fmean(getattr(one, figure) or 0 for one in some)
                found[f"{figure.replace('_', ' ')}, {name}, {domain}"] = round(mean, 1)
            found[f"solved, {name}, {domain}"] = sum(one.answered for one in some)
        ratios = [after / before for before, after in zip(*evaluated.values(), strict=True)]
        found[f"evaluated, mean ratio, {domain}"] = round(geometric_mean(ratios), 2)
    return found
