"""``arcwise utility`` as a run: its problems and conditions, in memory or in a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...experiments.condition import Condition
from ...experiments.configuration import configurations
from ...experiments.designs.harness import AFTER, BEFORE, TRAINING, Harness
from ...experiments.designs.sweep import (
    MACRO_TABLE,
    PRACTICE,
    Findings,
    Sweep,
    group_of,
    has_parberry,
    has_table,
)
from ...experiments.execute.perform import PARBERRY
from ...experiments.execute.recipe import Recipe
from ...experiments.experiment import Experiment
from ...experiments.keeping import Keeping
from ...experiments.problem_set import Instance, ProblemSet
from ...experiments.store.goals import goal_values
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
        sweep, theory = self.sweep, self.sweep.domain.theory
        common = {
            "command": "utility",
            "theory_name": theory.name,
            "shape": list(theory.shape),
            "blank": theory.blank,
            "goal": goal_values(sweep.goal),
            "problems": sweep.problems,
            "forget": sweep.forgetting,
        }
        if self.macros is not None:
            name = Path(self.macros).name
            mine = {"macros": name, "learning_cost": self.learning_cost}
            return {**common, **mine}
        return {
            **common,
            "macros": None,
            "seeds": list(sweep.seeds),
            "counts": list(sweep.counts),
            "examples": list(sweep.kinds),
            "controls": list(sweep.controls),
        }

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Those that search."""
        sweep = self.sweep
        if self.macros is None and PARBERRY in sweep.controls and has_parberry(sweep, Findings()):
            return (PARBERRY, *sweep.algorithms)
        return sweep.algorithms


@contextmanager
def harness_of(asked: Asked, keeping: Keeping) -> Iterator[Harness]:
    """Who learns and searches.

    Raises
    ------
    InputError
        Searches that are not possible; a folder that cannot be used, or holds another run.
    """
    sweep = asked.sweep
    file = None if asked.macros is None else read_file(sweep, asked.macros)
    groups = _groups(sweep, file)
    examples = [] if file is None else [_examples(file)]
    experiment = Experiment(
        asked.recipe,
        (*groups, *examples),
        () if file is None else _conditions(asked, file),
        configurations(sweep.options, asked.algorithms),
        asked.settings(),
    )
    plain = (Condition.without_macros(BEFORE),)
    replace(experiment, conditions=plain).check()
    with (
        keeping.begin(experiment.settings, experiment.problems, experiment.conditions) as folder,
        keeping.pool() as pool,
    ):
        algorithms = folder.settings()["configurations"]
        searches = _searches(sweep, algorithms, file)
        if "searches" not in folder.settings():
            folder.put("searches", searches)
        measured = [group.name for group in groups if "," not in group.name]
        harness = Harness(experiment, folder, pool, measured, searches)
        if harness.known:
            note(
                f"{harness.known:,} search{'es are' if harness.known != 1 else ' is'} done already"
            )
        yield harness
    if harness.died:
        note(
            f"{harness.died} search{'es' if harness.died != 1 else ''} died; arcwise export says of what"
        )


def _groups(sweep: Sweep, file: File | None) -> list[ProblemSet]:
    """All problems but the training examples; those for judging macros have a comma in their name."""
    seeds = sweep.seeds if file is None else sweep.seeds[:1]
    groups = [group_of(sweep, seed) for seed in seeds]
    if sweep.forgetting:
        more = PRACTICE if file is None else OTHER
        groups += [group_of(sweep, seed, more) for seed in seeds]
    return groups


def _examples(file: File) -> ProblemSet:
    """The training examples of a file, which are searched again."""
    origins = [macro.origin for macro in file.macros.values()]
    pairs = examples_of(file) or []
    return ProblemSet(
        tuple(
            Instance(
                *(start, goal),
                f"training example, {origin}" if origin else "training example",
                TRAINING,
            )
            for (start, goal), origin in zip(pairs, origins, strict=False)
        ),
        name=TRAINING,
    )


def _conditions(asked: Asked, file: File) -> tuple[Condition, ...]:
    seed, name = asked.sweep.seeds[0], Path(file.path).name
    kept = Condition.with_library(file.path, AFTER, label=name, macros=len(file.library), seed=seed)
    bare = Condition.without_macros(BEFORE, label="no macros", seed=seed)
    return bare, replace(kept, file=f"{Path(name).stem}.pl")


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
