"""Ledger of macros in a comparison: some problems are searched again with counters, and without each macro in turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ....search.limits import Limits
from ...condition import Condition
from ...configuration import Configuration
from ...execute.pool import Pool
from ...execute.task import Task
from ...experiment import Experiment
from ...known_rows import KnownRows
from ...problem_set import Instance
from ...progress import Progress, Tick
from ...row import Key, Row
from ...statistics.comparison import Comparison
from ...store.run_folder import RunFolder
from .leave_one_out import Account, leave_one_out, ledger_rows
from .subsets import Subsets

PROBLEMS = 20
"""Problems that are looked into, the first ones that are easy enough."""

NODES = 20_000
"""Expansions that a search with the macros may have taken."""

FURTHER = 10
"""How many times as many expansions the same search may take without one of the macros."""

MACROS = 50
"""With more macros than that there is no ledger."""

COUNTED = 3_000_000
"""How often macros may be tried while that is counted, which takes a few seconds of Python."""

SEARCHED = {"native": 100_000_000, "python": 5_000_000}
"""How often they may be tried in searches without one of them, by the engine that searches."""

CLAIM: Key = ("", "ledger", 0)


def keep_ledger(
    experiment: Experiment,
    folder: RunFolder,
    pool: Pool,
    found: Sequence[Comparison],
    plain: Condition,
    whole: Condition,
    progress: Progress,
) -> bool:
    """Find out what each macro did and write it into a run, unless it is there or another process is at it.

    The setting ``ledger`` says for which configuration and how many problems, and why something is left out.

    Parameters
    ----------
    experiment, folder, pool
        What was compared, the run, and who searches.
    found
        The comparisons on the problems that were asked for.
    plain, whole
        The conditions without macros and with all of them.
    progress
        Shows how far it is.

    Returns
    -------
    False if the user interrupted it, which leaves the run without.
    """
    if "ledger" in folder.settings() or not folder.claim(CLAIM):
        return True
    facts: dict[str, object] = {"problems": 0, "nodes": NODES}
    made = experiment.recipe.under(whole).for_problem(experiment.problems[0]).make()
    macros = () if made.policy is not None else made.theory.macros
    names = list(dict.fromkeys(map(made.macro_of, macros)))
    left_out = _reason_against(names, experiment.configurations[0], experiment.recipe.engine)
    if made.policy is not None:
        left_out = "the rules of a policy are followed together"
    try:
        chosen = None if left_out else _choose(found, len(macros))
        if chosen is not None and chosen.pairs:
            with progress(None, "keeping the ledger") as tick:
                left_out = _keep(
                    experiment, folder, pool, chosen, plain, whole, (names, len(macros)), tick
                )
            facts |= {"configuration": chosen.configuration, "problems": len(chosen.pairs)}
        elif chosen is not None:
            left_out = "no problem was solved with few enough expansions"
        folder.put("ledger", {**facts, "left_out": left_out})
    except KeyboardInterrupt:
        return False
    finally:
        folder.release()
    return True


def _reason_against(names: Sequence[str], configuration: Configuration, engine: str) -> str | None:
    if not names:
        return "there are no macros"
    if len(names) > MACROS:
        return f"{len(names)} macros are more than {MACROS}"
    if engine == "swi":
        return "SWI-Prolog does not count how often macros are tried"
    if configuration.algorithm == "batched-ida-star":
        return "searches in batches do not count how often macros are tried"
    if configuration.by_planner:
        return "Fast Downward does not count how often macros are tried"
    return None


def _choose(found: Sequence[Comparison], arcs: int) -> Comparison | None:
    """The configuration with the most problems that are easy enough, and those problems."""
    easy = []
    for comparison in found:
        pairs = []
        tries = 0
        for pair in comparison.pairs:
            expanded = pair.after.expanded
            solved = pair.before.solved or pair.after.solved
            if not solved or expanded is None or expanded > NODES:
                continue
            if tries + expanded * arcs <= COUNTED:
                tries += expanded * arcs
                pairs.append(pair)
        easy.append(Comparison(comparison.configuration, tuple(pairs[:PROBLEMS])))
    return max(easy, key=lambda one: len(one.pairs), default=None)


def _keep(
    experiment: Experiment,
    folder: RunFolder,
    pool: Pool,
    chosen: Comparison,
    plain: Condition,
    whole: Condition,
    macros: tuple[list[str], int],
    tick: Tick,
) -> str | None:
    """Enter the ledger; what it leaves out."""
    names, arcs = macros
    configuration = next(
        one for one in experiment.configurations if one.name == chosen.configuration
    )
    nodes = configuration.limits.nodes or NODES * FURTHER
    bounded = replace(configuration, limits=Limits(nodes=nodes))
    numbered = {problem.id: problem for problem in experiment.problems}
    problems: list[Instance] = [numbered[pair.before.problem] for pair in chosen.pairs]
    known = KnownRows(folder, pool)

    def make(tasks: Sequence[Task]) -> list[Row]:
        known.make(tasks, begun=lambda task: tick(0, str(task)))
        return [row for task in tasks if (row := known.get(task.key)) is not None]

    subsets = Subsets(experiment, folder, make, bounded, plain, whole, names, problems)
    kept = []
    for pair, problem in zip(chosen.pairs, problems, strict=True):
        kept.append(Account(problem, pair.before, pair.after, subsets.count(problem)))
        tick(1, "counting")
    too_long = _tries(kept, arcs) > SEARCHED.get(kept[0].after.engine or "", 0)
    without = {} if too_long else dict(leave_one_out(subsets, kept))
    folder.add_ledger(ledger_rows(chosen.configuration, names, kept, without))
    folder.put("searches", len(folder.done()))
    return "what each macro saves, which would take too long" if too_long else None


def _tries(kept: Sequence[Account], arcs: int) -> int:
    """How often macros will be tried in the searches without each that matched."""
    return sum(
        (account.after.expanded or 0) * arcs
        for account in kept
        for tally in (account.tallies or {}).values()
        if tally.matched
    )
