"""Whether a Prolog file is a theory of moves or a program whose goals are proved: its content decides."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from ..errors import InputError
from ..prolog.reader import Clause, read_clauses
from ..prolog.steps import MODULE, defined_steps, head_and_body
from ..term import Compound, PrologTerm
from ..text.text_file import read_text
from .grammar import translated
from .program import Indicator, conjuncts, indicator
from .read_program import called_goals
from .vocabulary import is_known

_CALLED = re.compile(r"\s*\w+\s*\(")


def is_logic_program(path: str, goal: str | None = None, *more: str) -> bool:
    """Whether goals of a Prolog file are to be proved.

    They are where it states an example or a problem as one goal, ``example(Goal)``, and where a goal is asked whose
    predicate it defines. Else a file with arcs is a theory of moves, and one without is a program where what is asked looks
    like a goal. Where it states goals and defines moves, a term that it cannot call is a state, and two texts are a start
    and a goal.

    Parameters
    ----------
    path
        Any argument; only a ``.pl`` file is a program.
    goal
        The goal that is asked, if any.
    more
        Other texts behind it.
    """
    if Path(path).suffix.lower() != ".pl":
        return False
    try:
        clauses = list(read_clauses(read_text(path), path))
    except InputError:
        return False
    if any(_of_arcwise(clause) for clause in clauses):
        return False
    stated = any(states_goal(clause) for clause in clauses)
    if goal is None or (more and not stated):
        return stated
    defined = set(_defined(clauses))
    rules = [one for one in clauses if head_and_body(one.term)[1] is not None]
    grammar = [one for one in clauses if _is_grammar(one)]
    steps = defined_steps(one for one in clauses if one not in grammar)
    called = _called(goal)
    if stated:
        calls = any(one in defined or is_known(one) for one in called)
        return not steps or (calls and not more)
    if known := [one for one in called if one in defined]:
        return known[0] not in {(one[:-2], int(one[-1])) for one in steps}
    if steps or not (rules or grammar):
        return False
    names = {name for name, _ in defined}
    return _CALLED.match(goal) is not None or any(
        is_known(one) or one[0] in names for one in called
    )


def states_goal(clause: Clause) -> bool:
    """Whether a clause states an example or a problem that is a goal."""
    term = clause.term
    if isinstance(term, Compound) and term.functor == ":-" and len(term.args) == 1:
        return any(_states(goal) for goal in conjuncts(term.args[0]))
    return _states(term)


def _states(term: PrologTerm) -> bool:
    return (
        isinstance(term, Compound)
        and term.functor in ("example", "problem")
        and len(term.args) == 1
    )


def _of_arcwise(clause: Clause) -> bool:
    term = clause.term
    return isinstance(term, Compound) and term.functor == ":" and term.args[0] == MODULE


def _defined(clauses: Iterable[Clause]) -> Iterable[tuple[str, int]]:
    for clause in clauses:
        try:
            yield indicator(translated(clause.term)[0])
        except InputError:
            continue


def _is_grammar(clause: Clause) -> bool:
    return isinstance(clause.term, Compound) and clause.term.functor == "-->"


def _called(goal: str) -> list[Indicator]:
    """Predicates that a text calls, if it is a goal."""
    text = goal.strip().removeprefix("?-").removesuffix(".")
    try:
        (clause,) = read_clauses(f"{text} .")
        if not isinstance(clause.term, str | Compound):
            return []
        return [one for one, _ in called_goals(clause.term)]
    except (InputError, ValueError):
        return []
