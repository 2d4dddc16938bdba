"""The predicate of a Prolog file that defines moves, and parts of a file that only Prolog can follow."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches

from ..errors import InputError, Place
from ..record import record
from ..term import Compound, PrologTerm, Var
from .reader import Clause, read_clauses
from .writer import write_term

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

AFTER, LABEL, COST = Var("After"), Var("Label"), Var("Cost")
"""Variables of the successor, of the label and of the cost in the goal that is asked."""

ROLES = ("Before", "After", "Label", "Cost")
"""Names of variables that tell what the arguments of a goal of moves are; atoms of these names do in files of macro-operators."""

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


@record
class StepGoal:
    """The goal that is asked for the successors of a state.

    Parameters
    ----------
    predicate
        Name and arity.
    before, after
        Places of the two states among its arguments.
    label
        Place of the name of a move, or of its cost by convention; None where there is none.
    told, sure
        Whether the user told the places, and whether by names that leave no doubt.
    cost
        Place of the cost where the user told it.
    fixed
        Places of arguments that the user gave, with the terms that stand there.
    """

    predicate: tuple[str, int]
    before: int = 0
    after: int = 1
    label: int | None = None
    told: bool = False
    cost: int | None = None
    fixed: tuple[tuple[int, PrologTerm], ...] = ()
    sure: bool = False

    @property
    def costs(self) -> bool:
        """Whether a number as label is the cost of the move."""
        return self.predicate[0] in COSTS or self.predicate[1] == 2

    @property
    def labels(self) -> tuple[int, ...]:
        """Places of what is told about a move: its label, and its cost where it has a place of its own."""
        return tuple(one for one in (self.label, self.cost) if one is not None)

    @property
    def wanted(self) -> tuple[Var, ...]:
        """Variables of the successor, and of what is told about the move."""
        known = {self.label: LABEL, self.cost: COST}
        return (AFTER, *(known[place] for place in self.labels))

    def told_by(self, move: Compound) -> tuple[PrologTerm, ...]:
        """The successor of a move, and what is told about the move."""
        return tuple(move.args[place] for place in (self.after, *self.labels))

    def goal(self, state: PrologTerm, after: PrologTerm = AFTER, *labels: PrologTerm) -> Compound:
        """The goal for a state; ``labels`` are what is told about the move, variables where they are left out."""
        args: list[PrologTerm] = [Var(f"_{place}") for place in range(self.predicate[1])]
        for place, term in self.fixed:
            args[place] = term
        args[self.before], args[self.after] = state, after
        for place, term in zip(self.labels, labels or self.wanted[1:], strict=True):
            args[place] = term
        return Compound(self.predicate[0], tuple(args))

    @property
    def in_words(self) -> Compound:
        """The goal as a fact of a file of macro-operators tells it, ``move(before,label,after)``."""
        known = {self.label: "label", self.cost: "cost"}
        return self.goal("before", "after", *(known[place] for place in self.labels))


def steps_of(
    defined: Collection[tuple[str, int]], moves: str | None = None, source: str = "<text>"
) -> StepGoal:
    """The goal of the moves of a program.

    Parameters
    ----------
    defined
        Name and arity of each predicate that has clauses.
    moves
        The goal as text, such as ``move(S,_,T)``: variables called as in `ROLES` are what their names say; of the others the
        first with a name is the state, the last one the successor, and the first at another place the label. A term that is no
        variable has to stand there. By default it is the first of `MOVES` that is defined.
    source
        Name of the program in error messages.

    Raises
    ------
    InputError
        No such predicate, or a text that is no such goal.
    """
    return _usual_goal(defined, source) if moves is None else _told_goal(defined, moves, source)


def _usual_goal(defined: Collection[tuple[str, int]], source: str) -> StepGoal:
    """The goal of the first of `MOVES` that is defined."""
    for step in MOVES:
        name, _, arity = step.partition("/")
        if (name, int(arity)) in defined:
            if arity == "2":
                return StepGoal((name, 2))
            return StepGoal((name, 3), 0, *((1, 2) if name in COSTS else (2, 1)))
    raise no_steps(source)


def _told_goal(defined: Collection[tuple[str, int]], moves: str, source: str) -> StepGoal:
    """The goal that a user has typed."""
    goal = _goal_of(moves)
    args = goal.args if isinstance(goal, Compound) else ()
    variables = {at: one.name for at, one in enumerate(args) if isinstance(one, Var)}
    roles: dict[str, int] = {}
    for at, name in variables.items():
        if name in ROLES:
            roles.setdefault(name, at)
    named = [at for at, name in variables.items() if name[0] != "_" and name not in roles]
    if "Before" not in roles and named:
        roles["Before"] = named.pop(0)
    if "After" not in roles and named:
        roles["After"] = named.pop()
    if not {"Before", "After"} <= roles.keys():
        raise InputError(
            "not a goal of moves",
            place=Place("--moves"),
            expected="a predicate with two variables, the state and its successor, such as move(S,_,T)",
            found=moves[:80],
        )
    assert isinstance(goal, Compound)
    _check_defined((goal.functor, len(args)), defined, moves, source)
    free = [*named, *(at for at in variables if at not in roles.values())]
    return StepGoal(
        (goal.functor, len(args)),
        roles["Before"],
        roles["After"],
        roles.get("Label", next(iter(free), None)),
        told=True,
        cost=roles.get("Cost"),
        fixed=tuple((at, one) for at, one in enumerate(args) if at not in variables),
        sure={"Before", "After"} <= set(variables.values()),
    )


def _check_defined(
    predicate: tuple[str, int], defined: Collection[tuple[str, int]], moves: str, source: str
) -> None:
    """Refuse a predicate of moves that has no clauses."""
    if predicate in defined:
        return
    called = "{}/{}".format(*predicate)
    near = [f"{name}/{arity}" for name, arity in defined if name == predicate[0]]
    known = sorted({f"{name}/{arity}" for name, arity in defined})
    raise InputError(
        f"{called} has no clauses",
        place=Place(source),
        expected="a predicate of the program",
        found=moves[:80],
        remedy=next(iter(near or get_close_matches(called[:40], known, 1)), None),
    )


def _goal_of(moves: str) -> PrologTerm:
    try:
        (clause,) = read_clauses(f"{moves.strip().removesuffix('.')} .", "--moves")
    except ValueError:
        raise InputError("not one goal", place=Place("--moves"), found=moves[:80]) from None
    return clause.term


def with_cost(moves: str | None, cost: str | None) -> str | None:
    """A goal of moves in which the variable of the cost is called ``Cost``.

    Raises
    ------
    InputError
        No goal, or no such variable in it.
    """
    if cost is None:
        return moves
    term = None if moves is None else _goal_of(moves)
    if not isinstance(term, Compound) or Var(cost) not in term.args:
        raise InputError(
            "--cost names a variable of the goal of moves",
            place=Place("--cost"),
            expected='as in --moves "road(S,T,C)" --cost C',
            found=f"{cost}, --moves {moves}" if moves else f"{cost}, no --moves",
        )
    if cost != COST.name and COST in term.args:
        raise InputError(
            "two variables for the cost", place=Place("--cost"), expected="one", found=f"{moves}"
        )
    args = tuple(COST if one == Var(cost) else one for one in term.args)
    return write_term(Compound(term.functor, args))
