"""``arcwise utility`` as a run that lasts: what the folder keeps of it, and who searches for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from ...experiments.designs.bench import AFTER, BEFORE, CLIMB, PARBERRY, Bench, Group
from ...experiments.designs.bench_here import Here, drawing
from ...experiments.designs.bench_run import InRun
from ...experiments.designs.sweep import (
    MACRO_TABLE,
    PRACTICE,
    Findings,
    Sweep,
    group_of,
    has_parberry,
    has_table,
)
from ...experiments.execute.recipe import Recipe
from ...experiments.options import RunOptions
from ...experiments.store.folder import NewArm, NewProblem
from ...experiments.store.goals import goal_values
from ...experiments.store.start import begin, place_of, pool_of
from ...rules.term import ground
from .console import note
from .ledger import OTHER, File, examples_of, read_file


@dataclass(frozen=True)
class Asked:
    """What ``arcwise utility`` is to do.

    Parameters
    ----------
    sweep
        The board, the algorithms and the problems.
    recipe
        How to make the board elsewhere.
    macros
        The macro file of which to keep the ledger, or None.
    learning_cost
        What the user says that learning took.
    """

    sweep: Sweep
    recipe: Recipe
    macros: str | None
    learning_cost: float | None

    def settings(self) -> dict[str, Any]:
        """What a run folder keeps of it."""
        sweep, recipe, theory = self.sweep, self.recipe, self.sweep.domain.theory
        algorithms = list(sweep.algorithms)
        common = {
            "command": "utility",
            "theory": recipe.theory,
            "theory_text": recipe.theory_text,
            "theory_name": theory.name,
            "shape": list(theory.shape),
            "blank": theory.blank,
            "order": recipe.order,
            "arc_cost": recipe.arc_cost,
            "options": {**asdict(sweep.options), "engine": recipe.engine},
            "seed": sweep.options.seed,
            "goal": goal_values(sweep.goal),
            "problems": sweep.problems,
            "forget": sweep.forgetting,
        }
        if self.macros is not None:
            name = Path(self.macros).name
            mine = {"macros": name, "learning_cost": self.learning_cost}
            return {**common, **mine, "algorithms": algorithms}
        if PARBERRY in sweep.controls and has_parberry(sweep, Findings()):
            algorithms.insert(0, PARBERRY)
        return {
            **common,
            "macros": None,
            "seeds": list(sweep.seeds),
            "counts": list(sweep.counts),
            "examples": list(sweep.kinds),
            "controls": list(sweep.controls),
            "algorithms": algorithms,
        }


@contextmanager
def bench_of(asked: Asked, wanted: RunOptions) -> Iterator[Bench]:
    """Who learns and searches: this process, or processes that write into a run folder.

    Raises
    ------
    InputError
        Searches that are not possible; a folder that cannot be used, or holds another run.
    """
    sweep = asked.sweep
    if not wanted.apart:
        yield Here(sweep.domain, sweep.goal, sweep.options)
        return
    _refuse(sweep)
    file = None if asked.macros is None else read_file(sweep, asked.macros)
    groups, measured = _groups(sweep, file)
    problems = [*_problems(sweep, groups), *_examples(file)]
    arms = [] if file is None else _arms(asked, file)
    with (
        place_of(wanted) as place,
        begin(place, asked.settings(), problems, arms, resume=wanted.resume) as folder,
    ):
        algorithms = folder.settings()["algorithms"]
        searches = _searches(sweep, algorithms, file)
        if "searches" not in folder.settings():
            folder.put("searches", searches)
        with pool_of(wanted) as pool:
            bench = InRun(
                *(folder, pool, sweep.domain, sweep.goal, sweep.options, asked.recipe),
                *(groups, measured, searches),
            )
            if bench.known:
                note(
                    f"{bench.known:,} search{'es are' if bench.known != 1 else ' is'} done already"
                )
            yield bench
    if bench.died:
        note(
            f"{bench.died} search{'es' if bench.died != 1 else ''} died; arcwise export says of what"
        )


def _refuse(sweep: Sweep) -> None:
    """Refuse what no search can do, before anything is written, by one expansion of each kind."""
    domain, options = sweep.domain, sweep.options.with_nodes(1)
    for name in sweep.algorithms:
        if name != CLIMB:
            start = ground(sweep.goal) or drawing(domain, sweep.goal)(Random(0))
            options.search(domain.problem(start, sweep.goal), name)


def _groups(sweep: Sweep, file: File | None) -> tuple[list[Group], list[str]]:
    """All problems but the training examples, and the names of those groups that are not for judging macros."""
    seeds = sweep.seeds if file is None else sweep.seeds[:1]
    groups = [group_of(sweep, seed) for seed in seeds]
    measured = [group.name for group in groups]
    if sweep.forgetting:
        more = PRACTICE if file is None else OTHER
        groups += [group_of(sweep, seed, more) for seed in seeds]
    return groups, measured


def _problems(sweep: Sweep, groups: Sequence[Group]) -> Iterator[NewProblem]:
    for group in groups:
        for number, start in enumerate(group.starts, start=1):
            yield NewProblem(start, sweep.goal, f"random problem {number}, {group.name}")


def _examples(file: File | None) -> list[NewProblem]:
    """The training examples of a file, which are searched again."""
    if file is None:
        return []
    origins = [macro.origin for macro in file.macros.values()]
    pairs = examples_of(file) or []
    return [
        NewProblem(start, goal, f"training example, {origin}" if origin else "training example")
        for (start, goal), origin in zip(pairs, origins, strict=False)
    ]


def _arms(asked: Asked, file: File) -> list[NewArm]:
    recipe = Recipe.of(asked.recipe.theory, file.path)
    label = Path(file.path).name
    seed = asked.sweep.seeds[0]
    facts = {"label": label, "macros": len(file.library), "seed": seed}
    return [
        NewArm(BEFORE, facts={"label": "no macros", "macros": 0, "seed": seed}),
        NewArm(AFTER, f"{Path(label).stem}.pl", recipe.macros_text, facts),
    ]


def _searches(sweep: Sweep, algorithms: Sequence[str], file: File | None) -> int:
    """How many searches there are besides those that judge single macros."""
    names = tuple(name for name in algorithms if name != PARBERRY)
    if file is not None:
        return 2 * len(names) * sweep.problems
    controls = set(sweep.controls)
    if MACRO_TABLE in controls and not has_table(sweep, Findings()):
        controls.remove(MACRO_TABLE)
    if PARBERRY not in algorithms:
        controls.discard(PARBERRY)
    return replace(sweep, algorithms=names, controls=tuple(controls)).searches
