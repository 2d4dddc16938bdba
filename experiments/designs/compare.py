"""The design of ``arcwise compare``: the same problems without macros and with those of a library, or of several."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TypeAlias

from ...ebl.files.macro_file import holds_policy, holds_rules, holds_table, library_text
from ...ebl.library import MacroLibrary
from ...logic.learning.rule_file import beside_program, load_rules
from ...logic.learning.rule_library import RuleLibrary
from ...logic.program.program import Goal, LogicProgram
from ...logic.prover.prove import DEPTH_FIRST
from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.text.state_text import is_state_text
from ...rules.text.text_file import is_there, named, read_text
from ...rules.text.words import counted
from ...search.limits import Limits
from ..asked import Problems, as_first_shows, problem_set
from ..board import BoardSource, Named
from ..condition import POLICY, Condition
from ..configuration import DEFAULT_WORK, Configuration, configurations
from ..experiment import REFERENCE_WORK, Experiment
from ..keeping import Keeping, Progress, no_progress
from ..problem_set import Instance, ProblemSet
from ..result_set import AFTER, BEFORE, ResultSet
from ..statistics.comparison import all_pairs
from ..store.run_folder import RunFolder
from .compare_logic import LogicComparison, asked_program, compare_logic, only_limits
from .utility.ledger import keep_ledger

LOG = logging.getLogger("arcwise")

COMPARED_ALGORITHMS = ("breadth-first", "iterative-deepening", "a-star", "greedy")

TABLE_ALGORITHMS = ("climb",)
"""Algorithms that use a macro table, which is only more arcs to others; without a limit within `REFERENCE_WORK`."""

REFERENCES = ("greedy", "a-star")
"""Algorithms that search with macros is measured against besides those asked for: the default ones that take little work
and that have short solutions. They search without macros, within `REFERENCE_WORK`."""


Compared: TypeAlias = str | Path | MacroLibrary | RuleLibrary | Condition
"""Macros or rules that `compare` searches with and without."""

Conditions: TypeAlias = Mapping[str, Compared | None]
"""Several of them by the names of their conditions; None is no macros."""


@checked
def compare(
    domain: Named | LogicProgram,
    problems: Problems | None = None,
    macros: Compared | Conditions | None = None,
    algorithms: str | Iterable[str] | None = None,
    *,
    configuration: Configuration | None = None,
    beyond: int = 0,
    keeping: Keeping | None = None,
    progress: Progress = no_progress,
) -> ResultSet | LogicComparison | tuple[LogicComparison, ...]:
    """Search the same problems without and with macros, or under several conditions.

    Parameters
    ----------
    domain
        What `domain` makes, or takes: ``sliding-tile:3x3``, a ``.pl``, ``.psvn`` or ``.pddl`` file, a `Theory`; or a `LogicProgram`.
    problems
        A `ProblemSet`, a file of problems, pairs of a start and a goal, as states or as texts, starts for the domain's own
        goal, problems that were made, a table with columns ``start`` and ``goal``, or the files of PDDL problems. Of a logic
        program goals, as texts, terms or files; by default its facts ``problem(Goal)``.
    macros
        A macro file, a library, or a condition; a policy is followed, whatever searches without it; None compares the
        theory with itself, which shows what chance does. A logic program needs rules, or their file. A mapping from names to
        such macros or None compares every pair of these conditions: ``{"none": None, "escapes": library, "table": "table.pl"}``.
    algorithms
        The names of those that search, or the name of one; if None, `COMPARED_ALGORITHMS`, or `TABLE_ALGORITHMS` for macro tables.
    configuration
        All else about the searches: heuristic, limits, engine, ...
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
    for all pairs and algorithms. Of a logic program a `LogicComparison`, or one for each algorithm where several are named.

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
    asked = asked_program(domain, problems, "problem")
    if asked is not None:
        return _compared_rules(*asked, macros, algorithms, configuration, keeping, progress)
    assert not isinstance(domain, LogicProgram)
    problems = [] if problems is None else problems
    base = configuration or Configuration()
    where = keeping or Keeping()
    if algorithms is None and _are_tables(macros):
        algorithms, base = TABLE_ALGORITHMS, base.bounded(REFERENCE_WORK)
    elif algorithms is None:
        algorithms = COMPARED_ALGORITHMS
    names = [algorithms] if isinstance(algorithms, str) else algorithms
    experiment = comparison(domain, problems, macros, names, base, beyond=beyond)
    experiment.check()
    if any(one.file for one in experiment.conditions):
        experiment = experiment.with_references(REFERENCES, base)
    one_library = len(experiment.conditions) == 2 and experiment.conditions[0].file is None
    with (
        where.begin(experiment.settings, experiment.problems, experiment.conditions) as folder,
        nullcontext() if where.folder is None else where.pool() as pool,  # the ledger's too
    ):
        with progress(experiment.searches, "comparing") as tick:
            found = experiment.run(where, tick, folder, pool)
        finished = found.finished
        if finished and one_library and len(experiment.problem_sets) > 1:
            finished = _count_all_pairs(experiment, folder, progress)
        if finished and one_library and pool is not None:
            finished = keep_ledger(experiment, folder, pool, found.comparisons_of(""), progress)
        return ResultSet.of(folder.read(), finished=finished)


def _compared_rules(
    program: LogicProgram,
    goals: list[Goal],
    macros: Compared | Conditions | None,
    algorithms: str | Iterable[str] | None,
    configuration: Configuration | None,
    keeping: Keeping | None,
    progress: Progress,
) -> LogicComparison | tuple[LogicComparison, ...]:
    """Goals of a logic program, proved without rules and with them: a comparison, or one for each of several algorithms."""
    names = [algorithms] if isinstance(algorithms, str) else list(algorithms or (DEPTH_FIRST,))
    if isinstance(macros, Mapping):
        raise several_rules(macros)
    if isinstance(macros, str | Path):
        macros = load_rules(macros, program)
    if not isinstance(macros, RuleLibrary):
        raise InputError(
            "goals are proved without rules and with learned ones",
            expected="rules of aw.learn, or their file",
            found=repr(macros)[:90],
        )
    found = compare_logic(
        program,
        goals,
        macros,
        algorithms=names,
        limits=only_limits(configuration),
        keeping=keeping,
        progress=progress,
    )
    return found[0] if len(found) == 1 else tuple(found)


def several_rules(names: Iterable[str]) -> InputError:
    """Refusal of several libraries on goals of a logic program."""
    return InputError(
        "goals of a logic program are compared with one library of rules",
        expected="one file or RuleLibrary; every other learner is compared with it",
        found=", ".join(names)[:90],
        remedy="a comparison for each",
    )


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
    conditions = _conditions(
        macros
    )  # what is wrong with a file is said before anything is grounded
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
    if macros is not None and board.grounded and not {RULES, NONE} >= set(kinds):
        board.arcs_only("--macros")
    if set(kinds) == {NONE}:
        _ = board.theory  # a problem too large to ground is refused here
    told = [
        condition
        if kind == NONE
        else _with_facts(condition, kind, board.with_rules(condition.rules(base.macro_cost)))
        for condition, kind in zip(conditions, kinds, strict=True)
    ]
    learned = any(one.facts.get("macros") for one in told) and RULES not in kinds
    described = not (board.domain.lifted and any(one.facts.get("kind") == POLICY for one in told))
    sets = [asked]
    if beyond and learned and described and first and one_theory:
        sets += _beyond(source, first, beyond, base.seed)
    facts: dict[str, object] = {"command": "compare", **source.facts(asked)}
    if isinstance(macros, Mapping):
        facts["conditions"] = [one.name for one in told]
    return Experiment(
        source, tuple(sets), tuple(told), configurations(base, algorithms), facts, base.seed
    )


NONE, RULES, ARCS = "none", "rules", "arcs"
"""Kinds of macros of a condition, beside `POLICY`."""


def _kind(condition: Condition) -> str:
    """The kind of its macros, as their text shows it."""
    text, file = condition.macro_text, condition.file or ""
    if text is None:
        return NONE
    if holds_rules(text, file):
        return RULES
    return POLICY if holds_policy(text, file) else ARCS


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
    if policy:
        facts["kind"] = POLICY
    elif made.part is not None:
        facts["part"] = [len(made.part.theory.primitives), len(board.theory.arcs)]
    return replace(condition, facts=facts)


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


def are_rules(macros: str | Path | MacroLibrary | RuleLibrary) -> bool:
    """Whether a library or a file holds macro-operators with conditions, or rules."""
    if not isinstance(macros, str | Path):
        return isinstance(macros, RuleLibrary)
    return holds_rules(read_text(macros), named(macros))


def _conditions(macros: Compared | Conditions | None) -> tuple[Condition, ...]:
    """The conditions of a comparison in order: those of a mapping, or without and with macros."""
    if not isinstance(macros, Mapping):
        return Condition.without_macros(BEFORE), _condition(macros, AFTER)
    if len(macros) < 2:
        raise InputError(
            "nothing to compare with",
            expected="two conditions or more, such as {'none': None, 'macros': library}",
            found=counted(len(macros), "condition"),
        )
    files: set[str] = set()
    found = []
    for name, one in macros.items():
        if not isinstance(name, str) or not name.strip():
            raise InputError("a condition needs a name", expected="a text", found=repr(name))
        if not isinstance(one, str | Path | MacroLibrary | RuleLibrary | Condition | None):
            raise InputError(
                f"no macros for condition {name!r}",
                expected="a macro file, a library, a Condition or None",
                found=repr(one)[:90],
            )
        condition = _condition(one, name)
        if condition.file is not None:  # each keeps a file of its own in the run folder
            plain = re.sub(r"[^\w.+-]+", "_", name).strip(".")[:LONGEST] or "macros"
            file = next(
                file
                for number in count(1)
                if (file := f"{plain}{f'-{number}' if number > 1 else ''}.pl").lower() not in files
            )
            files.add(file.lower())
            condition = replace(condition, file=file, text=condition.macro_text)
        found.append(condition)
    return tuple(found)


def _are_tables(macros: Compared | Conditions | None) -> bool:
    """Whether all macros are macro tables."""
    texts = [text for one in _conditions(macros) if (text := one.macro_text) is not None]
    return bool(texts) and all(map(holds_table, texts))


LONGEST = 60
"""Characters of a condition's name that the name of its file has."""


def _condition(macros: Compared | None, name: str) -> Condition:
    """The condition of macros, by the name."""
    if macros is None:
        return Condition.without_macros(name)
    if isinstance(macros, Condition):
        return replace(macros, name=name)
    if isinstance(macros, MacroLibrary):
        return Condition(name, "macros.pl", library_text(macros))
    if isinstance(macros, RuleLibrary):
        return Condition(name, *beside_program(macros))
    kept = Condition.with_library(macros, name)
    return Condition(name, f"{Path(named(macros)).stem}.pl", kept.text, {"path": str(macros)})


def _beyond(source: BoardSource, known: Instance, count: int, seed: int) -> list[ProblemSet]:
    """The random pairs, or none where that takes enumerating too many states."""
    try:
        pairs = ProblemSet.random_pairs(source, known, count, seed, Limits(work=DEFAULT_WORK))
    except InputError as error:
        LOG.info(f"no random pairs: {error.problem}")
        return []
    return [pairs] if len(pairs) else []


def _count_all_pairs(experiment: Experiment, folder: RunFolder, progress: Progress) -> bool:
    """Count over all pairs of states unless the run has that already; False if the user interrupts it."""
    if "all_pairs" in folder.settings():
        return True
    first = experiment.problem_sets[0].instances[0]
    macro_cost = experiment.configurations[0].macro_cost
    made = experiment.under(experiment.conditions[-1], macro_cost).macros
    if made.policy is not None:
        return True
    theory, found = made.theory, None
    with progress(None, "all pairs, breadth-first (beyond 0: none)") as tick:
        try:
            found = all_pairs(theory, first.start, experiment.seed, tick)
        except KeyboardInterrupt:
            return False
    folder.put("all_pairs", found.to_dict() if found else None)
    return True
