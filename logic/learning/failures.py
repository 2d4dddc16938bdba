"""Generalize a failure: a goal that has no proof becomes a clause in front, under conditions by which none of its kind has one.

The table of reasons (`refutation.py`) is made again for more and more general goals. A term of the goal becomes a variable where
the more general goal still fails, by itself or under a condition that holds of the example: that an operational goal has no answer,
or that two terms differ. What is left of the goal is what its reasons need. So the clause fails only where the program does, and
before it would have begun to search: its answers and their order stay, wherever it is called.

The clause is to be used by goals of that kind alone, not by those that could become one. So its head has variables alone, and its
body looks at what they are, and binds none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count, islice

from ...rules.later import Later
from ...rules.record import record
from ...rules.term import (
    Compound,
    PrologTerm,
    Terms,
    Var,
    canonical,
    leaves,
    match,
    replaced,
    variables,
)
from ...rules.view import Viewed
from ..program.program import Goal, HornClause, LogicProgram, arguments, indicator, spelled
from ..program.vocabulary import properties
from ..prover.compiled import Database
from .operationality import Operationality
from .refutation import (
    MOST_STATES,
    MOST_STEPS,
    Exclusion,
    FailingTheory,
    NotRefutedError,
    Refutation,
    Refuting,
    implies,
    symbols,
)

MOST_CONDITIONS = 3
"""Greatest number of conditions of a rule; a goal that fails for more reasons keeps its constants."""

FAILS: Terms = ("!", "fail")
"""The end of a clause that fails in front of others."""

MOST_TERMS = 100
"""Greatest number of terms of a goal that are tried as variables."""

MOST_ALIKE = 20
"""Greatest number of symbols of a term that is looked for elsewhere in the goal."""

FEW_STATES = 200
"""Greatest number of states of a table while another order of goals has not been tried."""

Path = tuple[int, ...]


@record
class GoalFailure(Viewed):
    """Why a goal fails, and which goals fail for the same reasons.

    Parameters
    ----------
    example
        The goal that failed.
    general
        The goal that stands for all that fail likewise.
    conditions
        Under which they do.
    table
        The reasons for the general goal.
    own
        The reasons for the example.
    program
        The program.
    """

    _view = Later("logic.views", "failure_view")

    example: Goal
    general: Goal
    conditions: tuple[Exclusion, ...]
    table: Refutation
    own: Refutation
    program: LogicProgram

    @property
    def clause(self) -> HornClause:
        """The clause in front of the others of its predicate."""
        return clause_of(self.general, self.conditions)


def explain_failure(goal: Goal, database: Database, operationality: Operationality) -> GoalFailure:
    """Explain why a goal fails, and generalize it.

    Parameters
    ----------
    goal
        A goal of a program that has no proof.
    database
        The program.
    operationality
        The goals that conditions may ask.

    Raises
    ------
    NotRefutedError
        A goal whose failure is not explained, with the reason.
    """
    if why := unfit(goal, database):
        raise NotRefutedError(why)
    asked = (operationality.predicates or frozenset()) - {indicator(goal)}
    theory = FailingTheory(database, asked)
    given = {one: Var(f"''{number}") for number, one in enumerate(variables((goal,)))}
    (example,) = replaced((goal,), given.__getitem__)
    general, conditions = example, tuple[Exclusion, ...]()
    first, own = _first(theory, example)
    table = own
    theory.most = min(MOST_STEPS, 3_000 + 2 * theory.steps)
    pending: list[Path] = [(place,) for place in range(len(arguments(goal)))]
    for number, path in enumerate(pending):
        if number >= MOST_TERMS or theory.steps > theory.most:
            break
        for other in _more_general(general, example, path, Var(f"'{number}")):
            found = _table(first, other, conditions, own)
            if found is not None:
                general, (table, conditions) = other, found
                break
        else:
            term = _at(general, path)
            if isinstance(term, Compound):
                pending += [(*path, place) for place in range(len(term.args))]
    return GoalFailure(goal, general, conditions, table, own, database.program)


def failed_goal(goal: Goal, database: Database) -> GoalFailure | None:
    """The failure of a goal as it stands; None of a goal without variables whose reasons are too many.

    Raises
    ------
    NotRefutedError
        As for `explain_failure`.
    """
    if why := unfit(goal, database):
        raise NotRefutedError(why)
    try:
        _, table = _first(FailingTheory(database, ()), goal)
    except NotRefutedError:
        if variables((goal,)):
            raise
        return None
    return GoalFailure(goal, goal, (), table, table, database.program)


def unfit(goal: Goal, database: Database) -> str:
    """Why a goal's failure is not explained, whatever it is; empty where it may be."""
    program = database.program
    if database.changing:
        return "the program changes"
    if indicator(goal) in program.tabled:
        return f"{spelled(indicator(goal))} is tabled, and a clause with a cut is none of a table"
    for _, name in database.called(goal):
        if name in program.dynamic:
            return f"{spelled(name)} is dynamic: what holds of its facts may change"
        flags = properties(name, program.clauses).flags
        if "prints" in flags:
            return f"{spelled(name)} would print before it fails"
        if "changes" in flags:
            return f"{spelled(name)} changes what it is asked of"
    return ""


def _first(theory: FailingTheory, example: Goal) -> tuple[Refuting, Refutation]:
    """The reasons for the goal itself, and how they were found: the one order of goals may end where the other does not."""
    for most, steps in ((FEW_STATES, MOST_STEPS), (MOST_STATES, MOST_STEPS // 2)):
        for leftmost in (False, True):
            made = Refuting(theory, example, example, most=most, leftmost=leftmost)
            theory.steps, theory.most = 0, steps
            try:
                return made, made.table()
            except NotRefutedError as error:
                if not error.large:
                    raise
                why = error
    raise why


def _table(
    first: Refuting, general: Goal, conditions: tuple[Exclusion, ...], own: Refutation
) -> tuple[Refutation, tuple[Exclusion, ...]] | None:
    """The reasons for a more general goal, with the conditions that they need; None of one that is not refuted."""
    most, longest = max(FEW_STATES, 4 * len(own)), max(map(len, own)) + 4
    made = replace(first, general=general, conditions=conditions, most=most, longest=longest)
    for proposes in (0, MOST_CONDITIONS):
        with suppress(NotRefutedError):
            made = replace(made, proposes=proposes)
            return _least(made, made.table())
    return None


def _least(made: Refuting, table: Refutation) -> tuple[Refutation, tuple[Exclusion, ...]]:
    """A table without the conditions that others imply, or that nothing needs."""
    used = sorted({row.condition for row in table.values() if row.condition is not None})
    some = [made.found[number] for number in used]
    kept = [
        one
        for place, one in enumerate(some)
        if not any(
            implies(other, one) and (at < place or not implies(one, other))
            for at, other in enumerate(some)
            if at != place
        )
    ]
    kept.sort(key=lambda one: len(one.excluded))
    if kept != made.found:
        with suppress(NotRefutedError):  # of too many steps by now
            return replace(made, conditions=tuple(kept), proposes=0).table(), tuple(kept)
    return table, tuple(made.found)


def _more_general(general: Goal, example: Goal, path: Path, fresh: Var) -> Iterator[Goal]:
    """Goals with a variable in the place of a term: one that is nowhere else, or one for all terms that are equal there."""
    term = _at(general, path)
    if isinstance(term, Var):
        if [*leaves((general,))].count(term) > 1:
            yield _put(general, path, fresh)
        return
    yield _put(general, path, fresh)
    if len([*islice(symbols((term,)), MOST_ALIKE + 1)]) > MOST_ALIKE:
        return
    values = match((general,), (example,)) or {}
    asked = _at(example, path)
    for one, value in values.items():
        if value == asked:
            yield _put(general, path, one)
    alike = _put_all(general, term, fresh)
    if alike != _put(general, path, fresh):
        yield alike


def _at(term: PrologTerm, path: Path) -> PrologTerm:
    for place in path:
        term = arguments(term)[place]
    return term


def _put(term: PrologTerm, path: Path, new: PrologTerm) -> PrologTerm:
    """A term with another one at a place."""
    if not path:
        return new
    assert isinstance(term, Compound)
    args = list(term.args)
    args[path[0]] = _put(args[path[0]], path[1:], new)
    return Compound(term.functor, tuple(args))


def _put_all(term: PrologTerm, old: PrologTerm, new: PrologTerm) -> PrologTerm:
    """A term with another one in the place of all that are equal to one."""
    if term == old:
        return new
    if not isinstance(term, Compound):
        return term
    again = partial(_put_all, old=old, new=new)  # a frame for each level
    return Compound(term.functor, tuple(map(again, term.args)))


def clause_of(general: Goal, conditions: Iterable[Exclusion], label: str = "") -> HornClause:
    """The clause that fails for goals of a kind under conditions."""
    names = (Var(f"'''{number}") for number in count())
    seen: set[Var] = set()
    tests: list[Goal] = []
    looked: list[tuple[Var, PrologTerm]] = []

    def opened(args: Terms) -> Terms:
        """Arguments as variables, of which those that are no new ones are to be looked at."""
        made = []
        for term in args:
            if isinstance(term, Var) and term not in seen:
                one = term
            else:
                looked.append((one := next(names), term))
            seen.add(one)
            made.append(one)
        return tuple(made)

    head = general
    if isinstance(general, Compound):
        head = Compound(general.functor, opened(general.args))
    while looked:
        whole, looked = looked, []
        for one, term in sorted(whole, key=lambda each: bool(variables(each[1:]))):
            if isinstance(term, Compound) and variables((term,)):
                inside = Compound(term.functor, opened(term.args))
                tests += [Compound("nonvar", (one,)), Compound("=", (one, inside))]
            else:
                tests.append(Compound("==", (one, term)))
    tests += [one for each in conditions for one in each.tests if one not in tests]
    (cells,) = canonical((head, *dict.fromkeys(tests), *FAILS))
    return HornClause(cells[0], cells[1:], None, label)
