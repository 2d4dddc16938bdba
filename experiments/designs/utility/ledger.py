"""The utility ledger: what each macro saves against what it costs, found by searching with some of the macros.

Minton (Artificial Intelligence 42, 1990): a learned rule is worth what it saves, as often as it is used, less what it costs
to match, every time it is tried. Costs of search are counted in operator applications, in which a macro counts its primitive
moves. What one macro saves is found by searching without it: what other macros do in its place is then no merit of its own.

Forgetting judges by the same searches which macros pay beside the others, and drops the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any, NamedTuple

from ....rules.text.words import action_called
from ....search.algorithms import CLIMB
from ....search.limits import Limits
from ...condition import Condition
from ...configuration import Configuration
from ...execute.perform import Tally, tallies_of_row
from ...execute.pool import Pool
from ...execute.task import Task, in_random_order
from ...experiment import Experiment
from ...keeping import Progress, Runner
from ...problem_set import Instance
from ...row import Key, Row
from ...statistics.comparison import Comparison
from ...statistics.estimate import Pair
from ...store.rows import LedgerRow
from ...store.run_folder import RunFolder
from ..conditions import some_of

PROBLEMS = 20
"""Problems that are looked into, the first ones that are easy enough."""

NODES = 20_000
"""Expansions that a search with the macros may have taken."""

FURTHER = 10
"""Factor of the expansions that a search may take without one of the macros."""

MACROS = 50
"""Greatest number of macros for which a ledger is kept."""

COUNTED = 3_000_000
"""Greatest number of times that macros are tried while their uses are counted; that takes Python a few seconds."""

SEARCHED = {"native": 100_000_000, "python": 5_000_000}
"""By engine, how often macros may be tried in searches without one of them."""

CLAIM: Key = ("", "ledger", 0)


class Subsets:
    """Searches with some of a library's macros: every subset is a condition of its own.

    Parameters
    ----------
    experiment
        Its only configuration, its problems, and its two conditions: no macros, and all of them.
    runner
        Who searches and enters the conditions.
    beyond
        Whether searches without macros and with all are beyond those that were planned.
    """

    traps: Sequence[str] = ()

    def __init__(self, experiment: Experiment, runner: Runner, *, beyond: bool = False) -> None:
        self._experiment, self._runner, self._beyond = experiment, runner, beyond
        (self.configuration,) = experiment.configurations
        self._plain, self.whole = experiment.conditions
        each = {(one.start, one.goal, one.text): one for one in reversed(experiment.problems)}
        self.problems = tuple(reversed(each.values()))  # a problem that was drawn twice, once
        source = experiment.under(self.whole)
        made = source.for_problem(self.problems[0]).macros if self.problems else source.macros
        climbs = self.configuration.algorithm == CLIMB
        macros = made.schemas if climbs else made.theory.macros
        self.traps = () if climbs else made.trap_names
        self.names = tuple(dict.fromkeys((*map(made.macro_of, macros), *self.traps)))
        self.spent = 0

    def ahead(self, *, counting: bool) -> None:
        """Search all problems without macros and with all, problem by problem in random order, at once."""
        tasks: list[Task] = []
        counted: list[Task] = []
        for problem in self.problems:
            both = [self._task(one, problem) for one in (self._plain, self.whole)]
            tasks += in_random_order(both)
            if counting:
                counted.append(self._counting(problem))
                tasks.append(counted[-1])
        with suppress(KeyboardInterrupt):  # what is missing is missed when it is asked for
            self._runner.make(tasks, tasks if self._beyond else counted)

    def rows(self, problems: Sequence[Instance], kept: Collection[str]) -> list[Row]:
        """The searches of some problems with these macros only.

        Raises
        ------
        KeyboardInterrupt
            The user's.
        """
        chosen = tuple(name for name in self.names if name in kept)
        planned = len(chosen) in (0, len(self.names))
        condition = self._plain
        if chosen:
            condition = self.whole if planned else self._subset(chosen)
        tasks = [replace(self._task(condition, problem), timing=planned) for problem in problems]
        return self._rows(tasks, () if planned and not self._beyond else tasks)

    def count(self, problem: Instance) -> Mapping[str, Tally] | None:
        """Uses of each macro in a search with all of them; macros never tried may be missing.

        It is None where the search died and the counts with it.
        """
        task = self._counting(problem)
        (row,) = self._rows([task], [task])
        return tallies_of_row(row)

    def _rows(self, tasks: Sequence[Task], beyond: Sequence[Task]) -> list[Row]:
        rows = self._runner.rows(tasks, beyond)
        self.spent += sum(row.work for row in rows)
        return rows

    def _task(self, condition: Condition, problem: Instance) -> Task:
        return self._experiment.task(condition, self.configuration, problem)

    def _subset(self, chosen: tuple[str, ...]) -> Condition:
        return self._runner.ensure(some_of(self.whole, self.names, chosen))

    def _counting(self, problem: Instance) -> Task:
        facts = {**self.whole.facts, "label": "counted", "of": self.whole.name, "judging": True}
        name = f"{self.whole.name}, counted"
        condition = self._runner.ensure(replace(self.whole, name=name, facts=facts))
        return replace(self._task(condition, problem), counting=True)


@dataclass(frozen=True)
class Account(Pair):
    """One problem, searched without macros and with all of a library.

    Parameters
    ----------
    problem
        The problem.
    tallies
        What the search with macros did with each; None where that was not counted.
    """

    problem: Instance
    tallies: Mapping[str, Tally] | None = None

    def matched(self, name: str) -> bool:
        """Whether a macro matched, as far as is known; one that never did made no difference."""
        return self.tallies is None or self.tallies.get(name, Tally()).matched > 0

    def applied(self, names: Collection[str]) -> Counter[str]:
        """How often the solution has each macro; of a climb by a macro table, whose entries are joined, how often it was
        used."""
        row, tallies = self.after, self.tallies or {}
        if any(tally.applied is not None for tally in tallies.values()):
            return Counter({name: tallies[name].applied or 0 for name in names if name in tallies})
        used = row.arcs if row.solved else ()
        return Counter(
            name for arc in used if (name := arc if arc in names else action_called(arc)) in names
        )


def accounts(subsets: Subsets, *, counted: bool = True) -> Iterator[Account]:
    """Search every problem without and with the macros, and count the uses of each macro.

    Parameters
    ----------
    subsets
        What to search how.
    counted
        False to leave the counting out, which takes longest.

    Yields
    ------
    One account per problem.
    """
    subsets.ahead(counting=counted)
    for problem in subsets.problems:
        (before,) = subsets.rows([problem], ())
        (after,) = subsets.rows([problem], subsets.names)
        yield Account(before, after, problem, subsets.count(problem) if counted else None)


def leave_one_out(
    subsets: Subsets, kept: Sequence[Account]
) -> Iterator[tuple[str, tuple[Row, ...]]]:
    """Search every problem without each macro in turn.

    Yields
    ------
    A macro's name, and the rows without it in the order of the accounts.
    """
    for name in subsets.names:
        rest = [other for other in subsets.names if other != name]
        problems = [account.problem for account in kept if account.matched(name)]
        found = iter(subsets.rows(problems, rest))
        yield name, tuple(next(found) if one.matched(name) else one.after for one in kept)


def ledger_rows(
    subsets: Subsets, kept: Sequence[Account], without: Mapping[str, Sequence[Row]]
) -> tuple[LedgerRow, ...]:
    """Add up what every macro did.

    Parameters
    ----------
    subsets
        The macros, their condition, and how was searched.
    kept
        One account or more.
    without
        What `leave_one_out` found; it may lack macros.
    """
    names = subsets.names
    applied = [account.applied(names) for account in kept]
    return tuple(
        LedgerRow(
            subsets.whole.name,
            subsets.configuration.name,
            name,
            len(kept),
            *_tried(name, kept),
            None if name in subsets.traps else sum(counts[name] for counts in applied),
            None if name in subsets.traps else sum(counts[name] > 0 for counts in applied),
            _seconds(name, kept),
            *_saved(
                [
                    Pair(row, one.after)
                    for row, one in zip(without.get(name, ()), kept, strict=False)
                ]
            ),
        )
        for name in names
    )


def _counts(name: str, kept: Sequence[Account]) -> list[Tally] | None:
    """Uses of a macro in each search; None where some were not counted."""
    if any(account.tallies is None for account in kept):
        return None
    return [(account.tallies or {}).get(name, Tally(seconds=0.0)) for account in kept]


def _tried(name: str, kept: Sequence[Account]) -> tuple[int | None, int | None]:
    """How often a macro was tried, and how often it matched; None where that is not known."""
    counts = _counts(name, kept)
    if counts is None:
        return None, None
    return sum(tally.tried for tally in counts), sum(tally.matched for tally in counts)


def _seconds(name: str, kept: Sequence[Account]) -> float | None:
    """Time that trying a macro took; None where that is not known."""
    timed = [tally.seconds for tally in _counts(name, kept) or ()]
    known = [seconds for seconds in timed if seconds is not None]
    return sum(known) if kept and len(known) == len(kept) else None


def _saved(pairs: Sequence[Pair]) -> tuple[float | None, float | None]:
    """Operator applications and moves that a macro saves, on average; None where no problem tells.

    In each pair, before is the search without it, after that with all.
    """
    saved = [one.before.work - one.after.work for one in pairs if one.either_solved]
    both = [one for one in pairs if one.both_solved]
    shorter = [(one.before.moves or 0) - (one.after.moves or 0) for one in both]
    return (fmean(saved) if saved else None, fmean(shorter) if shorter else None)


def keep_ledger(
    experiment: Experiment,
    folder: RunFolder,
    pool: Pool,
    found: Sequence[Comparison],
    progress: Progress,
) -> bool:
    """Find out what each macro did and write it into a run, unless it is there or another process is at it.

    Some problems are searched again with counters, and without each macro in turn. The setting ``ledger`` says, for each
    condition with macros, for which configuration and how many problems, and why something is left out.

    Parameters
    ----------
    experiment, folder, pool
        What was compared, the run, and who searches.
    found
        The comparisons with the condition without macros on the problems that were asked for.
    progress
        Shows how far it is.

    Returns
    -------
    False if the user interrupted it, which leaves the run without.
    """
    if "ledger" in folder.settings() or not folder.claim(CLAIM):
        return True
    facts = dict[str, dict[str, object]]()
    try:
        for one in experiment.conditions:
            if one.file is not None:
                mine = [two for two in found if two.pairs[0].after.condition == one.name]
                facts[one.name] = _ledger_of(one, experiment, mine, folder, pool, progress)
        folder.put("ledger", facts)
    except KeyboardInterrupt:
        return False
    finally:
        folder.release()
    return True


def _ledger_of(
    condition: Condition,
    experiment: Experiment,
    found: Sequence[Comparison],
    folder: RunFolder,
    pool: Pool,
    progress: Progress,
) -> dict[str, object]:
    """Write what each macro of a condition did, and return the facts of it."""
    made = experiment.under(condition).for_problem(experiment.problems[0]).macros
    macros = () if made.policy is not None else made.theory.macros
    names = {*map(made.macro_of, macros), *made.trap_names}
    left_out = _reason_against(len(names), experiment.configurations[0], experiment.source.engine)
    if made.policy is not None:
        left_out = "the rules of a policy are followed together"
    elif made.has_rules:
        left_out = "macro-operators with conditions are judged by arcwise utility"
    facts: dict[str, object] = {"problems": 0, "nodes": NODES}
    rules = len(macros) + len(made.trap_names)
    chosen = None if left_out else _choose(found, rules)
    if chosen is not None and chosen.pairs:
        with progress(None, "keeping the ledger") as tick:
            runner = Runner(folder, pool, lambda steps, words: tick(0, words))
            left_out = _keep(experiment, condition, chosen, rules, runner)
        facts |= {"configuration": chosen.configuration, "problems": len(chosen.pairs)}
    elif chosen is not None:
        left_out = "no problem was solved with few enough expansions"
    return {**facts, "left_out": left_out}


def _reason_against(macros: int, configuration: Configuration, engine: str) -> str | None:
    if not macros:
        return "there are no macros"
    if macros > MACROS:
        return f"{macros} macros are more than {MACROS}"
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
            if not pair.either_solved or expanded is None or expanded > NODES:
                continue
            if tries + expanded * arcs <= COUNTED:
                tries += expanded * arcs
                pairs.append(pair)
        easy.append(Comparison(comparison.configuration, tuple(pairs[:PROBLEMS])))
    return max(easy, key=lambda one: len(one.pairs), default=None)


def _keep(
    experiment: Experiment, condition: Condition, chosen: Comparison, arcs: int, runner: Runner
) -> str | None:
    """Write the ledger of a condition into the run, and return what it leaves out."""
    (how,) = (one for one in experiment.configurations if one.name == chosen.configuration)
    bounded = replace(how, limits=Limits(nodes=how.limits.nodes or NODES * FURTHER))
    numbered = {problem.id: problem for problem in experiment.problems}
    problems = [numbered[pair.before.problem] for pair in chosen.pairs]
    conditions = [one for one in (experiment.bare, condition) if one is not None]
    subsets = Subsets(experiment.part(problems, conditions, [bounded]), runner)
    kept = list(accounts(subsets))
    tried = sum(
        (one.after.expanded or 0) * arcs
        for one in kept
        for tally in (one.tallies or {}).values()
        if tally.matched
    )
    too_long = tried > SEARCHED.get(kept[0].after.engine or "", 0)
    without = {} if too_long else dict(leave_one_out(subsets, kept))
    runner.folder.add_ledger(ledger_rows(subsets, kept, without))
    runner.finish()
    return "what each macro saves, which would take too long" if too_long else None


class Effort(NamedTuple):
    """Work on some problems; less is better, and a problem more that is solved is worth any.

    Parameters
    ----------
    unsolved
        Problems that were not solved.
    amount
        Of all problems together or of each, in whatever unit it is measured.
    """

    unsolved: int
    amount: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """Decision about one macro.

    Parameters
    ----------
    name
        The macro's.
    dropped
        Whether it is forgotten.
    reason
        In words.
    without, with_it
        Work without it and with it, beside the macros that are kept by then; None where nothing was measured.
    """

    name: str
    dropped: bool
    reason: str
    without: Effort | None = None
    with_it: Effort | None = None

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Judgement:
        """A judgement of plain values."""
        pairs = {key: values[key] and Effort(*values[key]) for key in ("without", "with_it")}
        return cls(**{**values, **pairs})


def forget(
    subsets: Subsets,
    kept: Sequence[Account],
    without: Mapping[str, Sequence[Row]] | None = None,
    report: Callable[[], None] | None = None,
) -> Iterator[Judgement]:
    """Decide which macros pay, one after the other, each beside those that are kept by then.

    Two macros that do the same make each other worthless, and two that need each other are worth nothing alone; so it
    matters where to begin. Where the library as a whole saves work, macros are dropped from it, the dearest first, each
    if work falls without it. Where it does not, macros are taken up again from none, the most useful by itself first,
    each if work falls with it. Either way the problems take no more work in the end than with all macros or with none,
    and as many are solved. Problems that are solved neither with all nor with none say nothing.

    Parameters
    ----------
    subsets, kept
        Where to search, and the problems.
    without
        What `leave_one_out` found; what is missing is searched if it is needed.
    report
        Called after every macro that is measured before the first judgement.

    Yields
    ------
    A judgement on every macro.
    """
    solved = [account for account in kept if account.either_solved]
    if not solved:
        yield from (Judgement(name, False, "no problem was solved") for name in subsets.names)
        return
    problems = [account.problem for account in solved]
    known = {subsets.names: [one.after for one in solved], (): [one.before for one in solved]}
    for name, rows in (without or {}).items():
        rest = tuple(other for other in subsets.names if other != name)
        known[rest] = [row for row, one in zip(rows, kept, strict=True) if one.either_solved]

    def measure(names: Sequence[str]) -> Effort:
        if tuple(names) not in known:
            known[tuple(names)] = list(subsets.rows(problems, names))
        rows = known[tuple(names)]
        return Effort(sum(not row.answered for row in rows), fmean(row.work for row in rows))

    yield from judged(subsets.names, measure, report=report)


Measure = Callable[[Sequence[str]], Effort]
"""Work on the problems with some macros only."""


def judged(
    names: Sequence[str],
    measure: Measure,
    *,
    unit: str = "applications a problem",
    report: Callable[[], None] | None = None,
) -> Iterator[Judgement]:
    """Decide which macros pay, whatever is measured; see `forget`.

    Parameters
    ----------
    names
        The macros.
    measure
        What it takes with some of them.
    unit
        What that is, in words.
    report
        Called after every macro that is measured before the first judgement.
    """
    everything, nothing = measure(tuple(names)), measure(())
    dropping = everything < nothing
    at_first = least = min(everything, nothing)
    alone: dict[str, Effort] = {}
    for name in names:
        alone[name] = measure(
            tuple(other for other in names if other != name) if dropping else (name,)
        )
        if report is not None:
            report()
    kept = list(names) if dropping else []
    for name in sorted(names, key=lambda name: alone[name]):
        if dropping and alone[name] >= at_first:
            yield _judgement(name, False, alone[name], at_first, unit)
            continue
        changed = [other for other in kept if other != name] if dropping else [*kept, name]
        found = measure(tuple(changed)) if kept else alone[name]
        better = found < least
        without, with_it = (found, least) if dropping else (least, found)
        yield _judgement(name, better is dropping, without, with_it, unit)
        if better:
            kept, least = changed, found


def _judgement(name: str, dropped: bool, without: Effort, with_it: Effort, unit: str) -> Judgement:
    return Judgement(name, dropped, _worth(without, with_it, unit), without, with_it)


def _worth(without: Effort, with_it: Effort, unit: str) -> str:
    """Effect of a macro on the work, in words."""
    unsolved = without.unsolved - with_it.unsolved
    if unsolved:
        what = "solves" if unsolved > 0 else "leaves unsolved"
        return f"{what} {abs(unsolved)} more"
    saved = without.amount - with_it.amount
    if not saved:
        return "makes no difference"
    shown = f"{abs(saved):,.1f}" if abs(saved) >= 1 else f"{abs(saved):.1g}"
    return f"{'saves' if saved > 0 else 'costs'} {shown} {unit}"
