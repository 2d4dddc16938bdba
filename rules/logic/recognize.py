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
from .program import conjuncts, indicator

_CALLED = re.compile(r"\s*[a-z]\w*\s*\(")


def is_logic_program(path: str, goal: str | None = None) -> bool:
    """Whether goals of a Prolog file are to be proved.

    They are where it states an example or a problem as one goal, ``example(Goal)``, and where a goal is asked whose predicate it
    defines. Else a file with arcs is a theory of moves, and one without is a program where what is asked looks like a goal.

    Parameters
    ----------
    path
        Any argument; only a ``.pl`` file is a program.
    goal
        The goal that is asked, if any.
    """
    if Path(path).suffix.lower() != ".pl":
        return False
    try:
        clauses = list(read_clauses(read_text(path), path))
    except InputError:
        return False
    if any(_of_arcwise(clause) for clause in clauses):
        return False
    if any(states_goal(clause) for clause in clauses):
        return True
    if goal is None:
        return False
    defined = set(_defined(clauses))
    asked = _asked(goal)
    steps = defined_steps(clauses)
    if asked is not None and indicator(asked) in defined:
        return indicator(asked) not in {(one[:-2], int(one[-1])) for one in steps}
    ruled = any(head_and_body(clause.term)[1] is not None for clause in clauses)
    return not steps and ruled and _CALLED.match(goal) is not None


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


def _asked(goal: str) -> Compound | None:
    """The first goal of a text, if it is one."""
    try:
        (clause,) = read_clauses(f"{goal.strip().removesuffix('.')} .")
    except (InputError, ValueError):
        return None
    first = next(iter(conjuncts(clause.term)), None)
    return first if isinstance(first, Compound) else None
