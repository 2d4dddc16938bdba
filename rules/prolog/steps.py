"""The predicate of a Prolog file that defines moves, and parts of a file that only Prolog can follow."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from ..errors import InputError, Place
from ..term import Compound, PrologTerm, Var
from .reader import Clause, read_clauses

STEPS = ("arc/3", "arc/2", "s/3", "s/2")
"""The predicates that say how states lead to others in SWI-Prolog too; the first of them that a file defines counts."""

MOVES = (*STEPS, "move/3", "move/2", "edge/3", "edge/2")
"""The predicates that say so in a program that arcwise reads itself; of three arguments one is a cost or a label."""

STARTS = ("initial", "start", "initial_state", "start_state")
GOALS = ("goal", "goal_state", "final", "final_state")
"""Predicates of one argument by which a file tells its start and its goals."""

COSTS = frozenset({"arc", "s", "edge"})
"""Predicates of moves whose label, if it is a number, is the cost."""

STEPS_EXPECTED = "clauses of arc(Before, After, Cost), arc(Before, After), s(Before, After, Cost), s(Before, After), move or edge likewise"

AFTER, LABEL = Var("After"), Var("Label")
"""Variables of the successor and of the label in the goal that is asked."""

MODULE = "arcwise"
"""The module in which a macro library has its facts about the board."""

HARMLESS = frozenset(
    (
        "discontiguous",
        "dynamic",
        "encoding",
        "initialization",
        "license",
        "module",
        "multifile",
        "op",
    )
) | {"set_prolog_flag", "style_check", "table"}
"""Directives that leave the facts of a file as they are."""

LOADING = frozenset({"ensure_loaded", "use_module"})
"""Directives that do so for libraries, but not for other files."""

EXPANSIONS = frozenset({"term_expansion", "goal_expansion"})
"""Names of predicates whose clauses say what other clauses mean."""


def prolog_directive(clauses: Iterable[Clause]) -> Clause | None:
    """The first clause that may change what moves there are in a way that only Prolog can follow, or None.

    Such are ``:- include(File)``, ``:- if(Condition)``, a goal that may assert, and clauses of term_expansion.
    """
    for clause in clauses:
        head, body = head_and_body(clause.term)
        if expands(clause.term):
            return clause
        if not isinstance(head, Compound) or head.functor not in (":-", "?-") or body is not None:
            continue
        goal = head.args[0]
        name = goal.functor if isinstance(goal, Compound) else goal
        loaded = goal.args[0] if isinstance(goal, Compound) and name in LOADING else None
        if name in HARMLESS or (isinstance(loaded, Compound) and loaded.functor == "library"):
            continue
        return clause
    return None


def expands(term: PrologTerm) -> bool:
    """Whether a clause or a grammar rule, perhaps of another module, says what other clauses mean."""
    head, _ = head_and_body(term)
    while isinstance(head, Compound) and head.functor in (":", "-->", "=>", ","):
        head = head.args[-1 if head.functor == ":" else 0]
    return (head.functor if isinstance(head, Compound) else head) in EXPANSIONS


def defined_steps(clauses: Iterable[Clause]) -> list[str]:
    """Predicates among `MOVES` that have clauses; the first of them is used."""
    defined = {predicate_name(head_and_body(clause.term)[0]) for clause in clauses}
    return [step for step in MOVES if step in defined]


def predicate_name(term: PrologTerm) -> str:
    """``name/arity`` of a compound term, nothing for another."""
    return f"{term.functor}/{len(term.args)}" if isinstance(term, Compound) else ""


def head_and_body(term: PrologTerm) -> tuple[PrologTerm, PrologTerm | None]:
    """A clause's head, without the module of macro libraries, and its body; None for a fact."""
    body: PrologTerm | None = None
    if isinstance(term, Compound) and term.functor == ":-" and len(term.args) == 2:
        term, body = term.args
    if isinstance(term, Compound) and term.functor == ":" and term.args[0] == MODULE:
        term = term.args[1]
    return term, body


OTHER_MOVES = (
    '--moves "GOAL" names another predicate, such as "move(S,_,T)"; '
    'arcwise solve (in Python aw.prove) proves a goal behind the file, such as "parent(tom,X)"'
)


def no_steps(source: str) -> InputError:
    """Error for a file in which no predicate says how states lead to others."""
    return InputError(
        f"no {STEPS[0]}",
        place=Place(source),
        expected=STEPS_EXPECTED,
        found="none",
        remedy=OTHER_MOVES,
    )


@dataclass(frozen=True)
class StepGoal:
    """The goal that is asked for the successors of a state.

    Parameters
    ----------
    predicate
        Name and arity.
    before, after
        Places of the two states among its arguments.
    label
        Place of the cost or the label; None where there is none.
    told
        Whether the user told the places.
    """

    predicate: tuple[str, int]
    before: int = 0
    after: int = 1
    label: int | None = None
    told: bool = False

    @property
    def costs(self) -> bool:
        """Whether a number as label is the cost of the move."""
        return self.predicate[0] in COSTS or self.predicate[1] == 2

    @property
    def wanted(self) -> tuple[Var, ...]:
        """Variables of the successor and of the label."""
        return (AFTER,) if self.label is None else (AFTER, LABEL)

    def told_by(self, move: Compound) -> tuple[PrologTerm, PrologTerm]:
        """The successor and the label of a move, which is 1 where moves have none."""
        return move.args[self.after], 1 if self.label is None else move.args[self.label]

    def goal(
        self, state: PrologTerm, after: PrologTerm = AFTER, label: PrologTerm = LABEL
    ) -> Compound:
        """The goal for a state."""
        args: list[PrologTerm] = [Var(f"_{place}") for place in range(self.predicate[1])]
        args[self.before], args[self.after] = state, after
        if self.label is not None:
            args[self.label] = label
        return Compound(self.predicate[0], tuple(args))


def steps_of(
    defined: Collection[tuple[str, int]], moves: str | None = None, source: str = "<text>"
) -> StepGoal:
    """The goal of the moves of a program.

    Parameters
    ----------
    defined
        Name and arity of each predicate that has clauses.
    moves
        The goal as text, such as ``move(S,_,T)``: its first variable with a name is the state, its last one the successor,
        and what stands at another place is a label. By default it is the first of `MOVES` that is defined.
    source
        Name of the program in error messages.

    Raises
    ------
    InputError
        No such predicate, or a text that is no such goal.
    """
    if moves is None:
        for step in MOVES:
            name, _, arity = step.partition("/")
            if (name, int(arity)) not in defined:
                continue
            if arity == "2":
                return StepGoal((name, 2))
            return StepGoal((name, 3), 0, *((1, 2) if name in COSTS else (2, 1)))
        raise no_steps(source)
    try:
        (clause,) = read_clauses(f"{moves.strip().removesuffix('.')} .", "--moves")
    except ValueError:
        raise InputError("not one goal", place=Place("--moves"), found=moves[:80]) from None
    goal = clause.term
    args = goal.args if isinstance(goal, Compound) else ()
    named = [place for place, one in enumerate(args) if isinstance(one, Var) and one.name[0] != "_"]
    if len(named) < 2 or not isinstance(goal, Compound):
        raise InputError(
            "not a goal of moves",
            place=Place("--moves"),
            expected="a predicate with two variables, the state and its successor, such as move(S,_,T)",
            found=moves[:80],
        )
    if (goal.functor, len(args)) not in defined:
        raise InputError(
            f"{goal.functor}/{len(args)} has no clauses",
            place=Place(source),
            expected="a predicate of the program",
            found=moves[:80],
        )
    other = [place for place in range(len(args)) if place not in (named[0], named[-1])]
    label = other[0] if other else None
    return StepGoal((goal.functor, len(args)), named[0], named[-1], label, told=True)
