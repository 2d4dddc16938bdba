"""The design of ``arcwise compare``: the same problems without macros and with those of a library, or of several."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from ...ebl.files.macro_file import head_of
from ...ebl.rule import Library
from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.source import Source, source_class
from ...rules.term import Compound
from ...rules.text.state_text import is_state_text
from ...rules.text.text_file import is_there
from ...rules.text.text_file import named as plainly_named
from ...search.algorithms import Algorithm
from ..asked import Problems, as_first_shows, problem_set
from ..board import BoardSource, Named
from ..condition import POLICY, Condition
from ..configuration import Configuration, configurations
from ..experiment import REFERENCE_WORK, Experiment
from ..keeping import Keeping, Progress, no_progress
from ..problem_set import Instance, ProblemSet
from ..registering import algorithm_names
from ..result_set import AFTER, BEFORE, ResultSet
from ..statistics.comparison import all_pairs
from ..store.run_folder import RunFolder
from .conditions import Compared, Conditions, each_with_first, every_pair, named, with_, without
from .utility.ledger import keep_ledger

LOG = logging.getLogger("arcwise")

AskedAlgorithms: TypeAlias = str | Algorithm | Iterable[str | Algorithm]
"""AskedAlgorithms that search, by name or as they are."""

COMPARED_ALGORITHMS = ("breadth-first", "iterative-deepening", "a-star", "greedy")

TABLE_ALGORITHMS = ("climb",)
"""AskedAlgorithms that use a macro table, which is only more arcs to others; without a limit within `REFERENCE_WORK`."""

REFERENCES = ("greedy", "a-star")
"""AskedAlgorithms that search with macros is measured against besides those asked for: the default ones that take little work
and that have short solutions. They search without macros, within `REFERENCE_WORK`."""


@checked
def compare(
    domain: Any,
    problems: Problems | None = None,
    macros: Compared | Conditions | None = None,
    algorithms: AskedAlgorithms | None = None,
    *,
    configuration: Configuration | None = None,
    beyond: int = 0,
    keeping: Keeping | None = None,
    progress: Progress = no_progress,
) -> ResultSet:
    """Search the same problems without and with macros, or under several conditions.

    Parameters
    ----------
    domain
        What `open_source` opens: ``sliding-tile:3x3``, a ``.pl``, ``.psvn`` or ``.pddl`` file, a `Theory`, a `LogicProgram`, a
        source of one's own.
    problems
        A `ProblemSet`, a file of problems, pairs of a start and a goal, as states or as texts, starts for the domain's own
        goal, problems that were made, a table with columns ``start`` and ``goal``, or the files of PDDL problems. Of a logic
        program goals, as texts, terms or files; by default its facts ``problem(Goal)``.
    macros
        A macro file, a library, or a condition; a policy is followed, whatever searches without it; None compares the
        theory with itself, which shows what chance does. A logic program needs rules, or their file; what every other learner
        learns from the same examples is compared with none too. A mapping from names to
        such macros or None compares every pair of these conditions: ``{"none": None, "escapes": library, "table": "table.pl"}``.
    algorithms
        The names of those that search, or the name of one; if None, `COMPARED_ALGORITHMS`, or `TABLE_ALGORITHMS` for macro tables.
    configuration
        All else about the searches: heuristic, limits, engine, ...; without a limit each makes at most `DEFAULT_WORK` operator
        applications, of a program as many as it takes.
    beyond
        How many random pairs of states to search besides, and on small boards, with one library, all pairs.
    keeping
        Where the run is kept, and who makes the searches; in this process and nowhere, if None.
    progress
        Shows how far it is.

    Returns
    -------
    The rows, ``before`` and ``after``, with estimates and verdicts; not finished where the user interrupted it. Of a mapping the
    rows of its conditions, with a verdict for each pair, ``verdicts[before, after, algorithm]``, corrected by Holm's method
    for all pairs and algorithms. Of one library of rules every other learner is compared with no rules too, and `verdict` is
    that of the library.

    Raises
    ------
    InputError
        Bad input, searches that are not possible, or a folder that cannot be used.

    Examples
    --------
    >>> found = compare("sliding-tile:2x3", [((1, 2, 3, 4, 0, 5), (1, 2, 3, 4, 5, 0))], None, ["a-star"])
    >>> found.estimates["", "a-star", "expanded"].ratio
    1.0
    """
    one_problem("compare", problems, macros)
    kind, words = kind_of(domain, problems)
    asked = CompareRequest(problems, macros, algorithms, configuration or Configuration(), beyond)
    return compared(kind.comparison(domain, words, asked), keeping or Keeping(), progress)


def compared(experiment: Experiment, where: Keeping, progress: Progress) -> ResultSet:
    """Carry out the experiment of a comparison, with the census of all pairs and the ledger where they belong to it."""
    bare = experiment.bare
    with (
        where.begin(experiment.settings, experiment.problems, experiment.conditions) as folder,
        nullcontext() if where.folder is None else where.pool() as pool,  # the ledger's too
    ):
        with progress(experiment.searches, "comparing") as tick:
            found = experiment.run(where, tick, folder, pool)
        all_pairs_too = len(experiment.problem_sets) > 1
        uses_too = pool is not None and experiment.source.counts_uses
        if not found.finished or bare is None or not (all_pairs_too or uses_too):
            return found
        finished = not all_pairs_too or _count_all_pairs(experiment, folder, progress)
        if finished and pool is not None and uses_too:
            asked_for = [
                one
                for one in found.comparisons_of("")
                if one.pairs[0].before.condition == bare.name
            ]
            finished = keep_ledger(experiment, folder, pool, asked_for, progress)
            del asked_for
        del found  # whose rows are read again
        return ResultSet.of(folder.read(), finished=finished)


@dataclass(frozen=True)
class CompareRequest:
    """Problems and conditions that `compare` is asked for; for the parameters see there."""

    problems: Any
    macros: Compared | Conditions | None
    algorithms: AskedAlgorithms | None
    configuration: Configuration
    beyond: int = 0


def comparison_on_board(domain: Any, asked: CompareRequest) -> Experiment:
    """The experiment on boards, with the default algorithms and references; see `Source.comparison`."""
    macros, algorithms, base = asked.macros, asked.algorithms, asked.configuration
    if algorithms is None and _are_tables(macros):
        algorithms, base = TABLE_ALGORITHMS, base.bounded(REFERENCE_WORK)
    elif algorithms is None:
        algorithms = COMPARED_ALGORITHMS
    names = algorithm_names(algorithms)
    problems = [] if asked.problems is None else asked.problems
    experiment = comparison(domain, problems, macros, names, base, beyond=asked.beyond)
    experiment.check()
    learned = any(one.file for one in experiment.conditions)
    return experiment.with_references(REFERENCES, base) if learned else experiment


def comparison_of_source(source: Source, request: CompareRequest) -> Experiment:
    """The experiment that `compare` makes of any source but a board.

    A library is compared with no rules, and beside it what the source's other learners learn of the same examples.
    """
    asked = source.problems(request.problems)
    macros, base = request.macros, request.configuration
    names = algorithm_names(request.algorithms or source.usual_algorithms)
    hows = tuple(source.configured(base.using(name)) for name in names)
    facts: dict[str, Any] = {"command": "compare", **source.facts(asked)}
    if isinstance(macros, Mapping):
        conditions = named({name: _of_file(source, one, name) for name, one in macros.items()})
        facts["contrasts"] = every_pair(conditions)
    else:
        library: Any = macros
        if isinstance(macros, str | Path | Library):
            library = source.library(macros)
        rivals = source.rivals(library, hows[0]) if isinstance(library, Library) else {}
        if rivals:
            conditions = (
                without(),
                *(with_(one, name, f"{name}.pl") for name, one in rivals.items()),
            )
            facts |= {"contrasts": each_with_first(conditions), "asked": library.learner}
        else:
            file = plainly_named(macros) if isinstance(macros, str | Path) else "macros.pl"
            conditions = (without(BEFORE), with_(library, AFTER, file))
    experiment = Experiment(source, (asked,), conditions, hows, facts, base.seed)
    experiment.check()
    return experiment


def _of_file(source: Source, macros: Any, name: str) -> Any:
    """The condition of a file of rules, which keeps its name; a library as the source has it, all else as it is."""
    if isinstance(macros, Library):
        return source.library(macros)
    if not isinstance(macros, str | Path):
        return macros
    return with_(source.library(macros), name, plainly_named(macros))


def comparison(
    domain: Named,
    problems: Problems,
    macros: Compared | Conditions | None,
    algorithms: Iterable[str],
    base: Configuration,
    *,
    beyond: int = 0,
) -> Experiment:
    """The experiment that `compare` makes, not carried out yet."""
    conditions = _conditions(macros)  # a fault of a file is told before anything is grounded
    kinds = [_kind(one) for one in conditions]
    domain = as_first_shows(domain, problems)
    small = bool({ARCS, POLICY} & set(kinds))
    source = BoardSource.opened(domain, engine=base.engine, enumerated=small)
    asked = problem_set(source, problems, grounded=None if POLICY in kinds else True)
    first = asked.representative
    one_theory = first is None or first.text is None
    if one_theory:
        source = source.placed_for(first.goal if first else None)
    board = source.for_problem(first) if first else source
    told = _told(conditions, kinds, board, base.macro_cost)
    learned = any(one.facts.get("macros") for one in told) and RULES not in kinds
    described = not (board.domain.lifted and any(one.facts.get("kind") == POLICY for one in told))
    sets = [asked]
    if beyond and learned and described and first and one_theory:
        sets += _beyond(source, first, beyond, base.seed)
    facts: dict[str, object] = {"command": "compare", **source.facts(asked)}
    if isinstance(macros, Mapping):
        facts["contrasts"] = every_pair(told)
    hows = tuple(one.bounded() for one in configurations(base, algorithms))
    return Experiment(source, tuple(sets), tuple(told), hows, facts, base.seed)


def _told(
    conditions: Sequence[Condition], kinds: Sequence[str], board: BoardSource, cost: str
) -> list[Condition]:
    """The conditions with what is known once their macros are read for the first problem.

    Raises
    ------
    InputError
        A problem too large to ground; macros of arcs for a board that has none.
    """
    if board.grounded and not {RULES, NONE} >= set(kinds):
        board.arcs_only("--macros")
    if set(kinds) == {NONE}:
        _ = board.theory
    return [
        condition
        if kind == NONE
        else _with_facts(condition, kind, board.with_rules(condition.rules(cost)))
        for condition, kind in zip(conditions, kinds, strict=True)
    ]


NONE, RULES, ARCS = "none", "rules", "arcs"
"""Kinds of macros of a condition, beside `POLICY`."""


def _kind(condition: Condition) -> str:
    """The kind of its macros, as their text shows it."""
    if condition.macro_text is None:
        return NONE
    head = head_of(condition.file or "", condition.macro_text)
    if head.proves:
        return RULES
    return POLICY if head.policy else ARCS


def _with_facts(condition: Condition, kind: str, board: BoardSource) -> Condition:
    """Copy of a condition with the facts that are known once its macros are read for the first problem."""
    try:
        made = board.macros
        policy = made.policy is not None
        arcs = made.count if kind == RULES else 0 if policy else len(made.theory.macros)
    except InputError as error:  # of the file as the user names it
        path = condition.facts.get("path")
        if path is None or error.place is None or error.place.source != condition.file:
            raise
        raise error.placed(replace(error.place, source=path)) from None
    facts = {**condition.facts, "macros": made.count, "arcs": arcs}
    if made.trap_names:
        facts["traps"] = len(made.trap_names)
    if policy:
        facts["kind"] = POLICY
    elif made.part is not None:
        facts["part"] = [len(made.part.theory.primitives), len(board.theory.arcs)]
    return replace(condition, facts=facts)


def kind_of(domain: Any, problems: Any) -> tuple[type[Source], tuple[str, ...]]:
    """The class of the source that something names, of which some problems are asked; and their texts, as `open_source` takes them."""
    words = _words(problems)
    return source_class(domain, words), words


def _words(problems: Any) -> tuple[str, ...]:
    """The texts of the first of some problems, which show whether goals or states are asked; of other states their symbols."""
    if problems is None:
        return ()
    if isinstance(problems, str | Path | Compound):
        return (str(problems),)
    first = next(iter(problems), ()) if isinstance(problems, list | tuple) else 0
    if isinstance(first, str | Path | Compound):
        return (str(first),)
    cells = first if isinstance(first, list | tuple) else [first]
    texts = [one for one in cells if isinstance(one, str)]
    return tuple(texts) if len(texts) == len(cells) else (" ".join(map(str, cells)),)


def one_problem(call: str, problems: object, other: object) -> None:
    """Refuse a start and a goal as two arguments, as `solve` takes them: a call for several problems takes pairs."""
    if all(is_state_text(one) and not _names_file(str(one)) for one in (problems, other)):
        raise InputError(
            "a start and a goal as two arguments",
            expected="a list of pairs (START, GOAL)",
            found=f"{problems!r}, {other!r}"[:90],
            remedy=f"{call}(DOMAIN, [({problems!r}, {other!r})])",
        )


def _names_file(text: str) -> bool:
    """Whether a text is the name of a file, there or not."""
    return re.search(r"\.[a-zA-Z]+$", text) is not None or is_there(text)


def _conditions(macros: Compared | Conditions | None) -> tuple[Condition, ...]:
    """The conditions of a comparison in order: those of a mapping, or without and with macros."""
    return named(macros) if isinstance(macros, Mapping) else (without(BEFORE), with_(macros, AFTER))


def _are_tables(macros: Compared | Conditions | None) -> bool:
    """Whether all macros are macro tables."""
    heads = [
        head_of(one.file or "", text)
        for one in _conditions(macros)
        if (text := one.macro_text) is not None
    ]
    return bool(heads) and all(head.table for head in heads)


def _beyond(source: BoardSource, known: Instance, count: int, seed: int) -> list[ProblemSet]:
    """The random pairs, or none where that takes enumerating too many states."""
    try:
        pairs = ProblemSet.random_pairs(source, known, count, seed)
    except InputError as error:
        LOG.info(f"no random pairs: {error.problem}")
        return []
    return [pairs] if len(pairs) else []


def _count_all_pairs(experiment: Experiment, folder: RunFolder, progress: Progress) -> bool:
    """Count over all pairs of states for each condition with macros, unless the run has that already.

    Returns
    -------
    False if the user interrupts it.
    """
    if "all_pairs" in folder.settings():
        return True
    first = experiment.problem_sets[0].instances[0]
    macro_cost = experiment.configurations[0].macro_cost
    found: dict[str, dict[str, Any] | None] = {}
    for condition in experiment.conditions:
        made = None if condition.file is None else experiment.under(condition, macro_cost).macros
        if made is None or made.policy is not None:
            continue
        if made.library is not None and made.library.only_traps:
            continue
        with progress(None, "all pairs, breadth-first (beyond 0: none)") as tick:
            try:
                census = all_pairs(made.theory, first.start, experiment.seed, tick)
            except KeyboardInterrupt:
                return False
        found[condition.name] = census.to_dict() if census else None
    folder.put("all_pairs", found)
    return True
