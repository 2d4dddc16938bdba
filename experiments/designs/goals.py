"""Goals of a logic program as the problems of an experiment, and read back from its run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ...logic.learning.learners import LOGIC_LEARNERS, learn_rules
from ...logic.learning.rule_file import goals_of, load_rules
from ...logic.learning.rule_library import RuleLibrary
from ...logic.program.program import Goal, LogicProgram
from ...logic.program.read_program import load_program, read_goal, read_program
from ...logic.program.recognize import is_logic_program
from ...logic.prover.prove import DEPTH_FIRST
from ...logic.source import ProgramSource
from ...rules.errors import InputError, Place
from ...rules.read_domain import is_prolog
from ...rules.term import Compound, PrologTerm
from ...rules.trust import of_one_goal
from ...search.limits import Limits
from ..condition import Condition
from ..configuration import Configuration
from ..experiment import Experiment
from ..store.rows import DATABASE, READ_SECONDS
from ..store.run import Run
from .conditions import Compared, Conditions, each_with_first, every_pair, named, with_, without

MOST_INFERENCES = 100_000
"""Inferences of each goal where no limit is given."""

RELEARNED = Limits(nodes=1_000_000, work=10_000_000, time=READ_SECONDS)
"""Limits on each proof by which a rule of a run is learned again: counts decide, and the clock ends what no count sees."""

WHOLE = 1200
"""The priority of a term that stands alone."""


def asked_program(
    domain: object, goals: object, kind: str
) -> tuple[LogicProgram, list[Goal]] | None:
    """A logic program, and the goals that are given for it or stated in it.

    None of anything else, such as a program that is asked for states.

    Parameters
    ----------
    domain, goals
        As for `learn` and `compare`.
    kind
        ``example`` or ``problem``.
    """
    asked = () if goals is None else (goals,) if isinstance(goals, str | Path) else goals
    if not isinstance(asked, list | tuple) or not all(
        isinstance(one, str | Path | Compound) for one in asked
    ):
        if isinstance(domain, LogicProgram):
            raise InputError(
                "a logic program has goals to prove",
                expected="goals, as texts, terms or files",
                found=f"{goals!r}"[:90],
            )
        return None
    if isinstance(domain, LogicProgram):
        program = domain
    else:
        texts = [str(one) for one in asked if isinstance(one, str | Path)]
        if not isinstance(domain, str | Path) or not is_prolog(str(domain)):
            return None
        if not is_logic_program(str(domain), *texts[:1]):
            return None
        try:
            program = load_program(domain)
        except InputError as error:
            raise of_one_goal(error, str(domain)) from None
    if goals is not None and not asked:
        raise InputError(
            f"no {kind}", expected="goals, or None for those that the program states", found="none"
        )
    return program, goals_of(asked, program, kind)


def goals_experiment(
    program: LogicProgram,
    goals: Sequence[PrologTerm],
    conditions: Iterable[Condition],
    algorithms: Iterable[str],
    limits: Limits | None,
    facts: Mapping[str, Any],
) -> Experiment:
    """The experiment whose problems are goals of a program, and whose conditions are rules.

    Parameters
    ----------
    program, goals
        The domain theory, and the problems.
    conditions
        With which rules.
    algorithms, limits
        Strategies, and limits of each proof search; `MOST_INFERENCES` where no limit is given.
    facts
        What else a run keeps of it.

    Raises
    ------
    InputError
        No goal.
    """
    if not goals:
        raise InputError(
            "nothing to compare on", expected="facts problem(Goal) in the program, or goals"
        )
    source = ProgramSource(program)
    problems = source.problems(list(goals))
    return Experiment(
        source,
        (problems,),
        tuple(conditions),
        tuple(Configuration(name, limits=bounded(limits)) for name in algorithms),
        {"command": "compare", **source.facts(problems), **facts},
        timing=False,
    )


def comparison_on_goals(
    program: LogicProgram,
    goals: Sequence[Goal],
    macros: Compared | Conditions | None,
    algorithms: str | Iterable[str] | None,
    configuration: Configuration | None,
) -> Experiment:
    """The experiment on goals of a logic program: several libraries, or one beside what every other learner learns."""
    names = [algorithms] if isinstance(algorithms, str) else list(algorithms or (DEPTH_FIRST,))
    limits = only_limits(configuration)
    facts: dict[str, Any] = {}
    if isinstance(macros, Mapping):
        conditions = named({name: _rules(one, program) for name, one in macros.items()})
        facts["contrasts"] = every_pair(conditions)
    else:
        library = _rules(macros, program)
        if not isinstance(library, RuleLibrary):
            raise InputError(
                "goals are proved without rules and with learned ones",
                expected="rules of aw.learn, or their file",
                found=repr(macros)[:90],
            )
        conditions = tuple(with_rivals(library, bounded(limits)))
        facts |= {"contrasts": each_with_first(conditions), "asked": library.learner}
    return goals_experiment(program, goals, conditions, names, limits, facts)


def _rules(macros: Any, program: LogicProgram) -> Any:
    """The rules of a file, learned again; all else as it is."""
    return load_rules(macros, program) if isinstance(macros, str | Path) else macros


def with_rivals(library: RuleLibrary, limits: Limits) -> list[Condition]:
    """No rules, those of a library, and those that each other learner learns from the same examples.

    Raises
    ------
    KeyboardInterrupt
        The user's.
    """
    program = library.program
    examples = [rule.example for rule in library] or [one.goal for one in program.examples]
    found = [without()]
    for name in LOGIC_LEARNERS:
        learned = library
        if name != library.learner:
            learned = learn_rules(
                program,
                examples,
                name,
                operational=library.operational,
                algorithm=library.algorithm,
                limits=limits,
            )
            if not learned.finished:
                raise KeyboardInterrupt
        found.append(with_(learned, name, f"{name}.pl"))
    return found


def only_limits(configuration: Configuration | None) -> Limits | None:
    """The limits of a configuration, which is all that goals take of it; None where no configuration is given.

    Raises
    ------
    InputError
        A configuration that differs in something else.
    """
    if configuration is None:
        return None
    if configuration != Configuration(limits=configuration.limits):
        raise InputError(
            "goals of a logic program take only the limits of a configuration",
            found=f"{configuration!r}"[:90],
            remedy="an algorithm as an argument, and Configuration(limits=...)",
        )
    return configuration.limits


def bounded(limits: Limits | None) -> Limits:
    """Limits of each proof search: `MOST_INFERENCES` where no limit is given."""
    return Limits(nodes=MOST_INFERENCES) if limits is None or limits == Limits() else limits


def program_of_run(run: Run) -> LogicProgram:
    """The domain theory of a run.

    Raises
    ------
    InputError
        A run that does not have its text.
    """
    text = run.settings.get("theory_text")
    name = str(run.settings.get("theory_name") or "program.pl")
    if not isinstance(text, str):
        raise InputError("this run has no program", expected="a run of arcwise compare PROGRAM.pl")
    with _placed(run, name):
        return read_program(text, name)


@contextmanager
def _placed(run: Run, what: str) -> Iterator[None]:
    """Tell a fault of a text that stands in a run with the file of the run, and what the text is there."""
    try:
        yield
    except InputError as error:
        raise error.placed(Place(f"{run.path / DATABASE}, {what}")) from None


def goals_of_run(run: Run, program: LogicProgram) -> tuple[PrologTerm, ...]:
    """The goals of a run.

    Raises
    ------
    InputError
        A text that is no goal of the program, with the run and the number of the goal.
    """
    found = []
    for one in run.problems:
        with _placed(run, one.place):
            found.append(read_goal(one.text or "", program))
    return tuple(found)


def limits_of_run(run: Run) -> Limits:
    """Limits of each goal of a run."""
    told = run.settings.get("options", {}).get("limits", {})
    return Limits(*(told.get(name) for name in ("time", "nodes", "memory", "work")))


def rules_of_run(run: Run, program: LogicProgram) -> list[RuleLibrary]:
    """The rules of the conditions of a run, each learned again from its example.

    Raises
    ------
    InputError
        A file that is none, or that has a rule that does not come of its example.
    """
    files = dict.fromkeys(one.macros for one in run.conditions if one.macros is not None)
    return [load_rules(file, program, limits=RELEARNED) for file in files]
