"""Groundness of a rule's variables: after which of its conditions they stand for terms without variables.

A test of such variables comes out the same whatever else is bound before it, so that what a step binds afterwards may go into
the head of a rule (groundness analysis of logic programs, Marriott and Sondergaard 1993).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeAlias

from ...rules.term import Compound, Var, variables
from ..program.program import HornClause, Indicator, LogicProgram, indicator
from ..prover.variables import Fresh, ProofTerm, unbound_variables, walked

_TYPES = ("atom", "number", "integer", "float", "atomic", "string")

_Flow: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]

_ALL: tuple[_Flow, ...] = (((), (0, 1, 2)),)

_FLOWS: Mapping[Indicator, tuple[_Flow, ...]] = {
    **{(name, 1): _ALL for name in (*_TYPES, "ground")},
    **{(name, 2): _ALL for name in ("<", ">", "=<", ">=", "=:=", "=\\=", "is", "succ")},
    **{(name, 3): _ALL for name in ("between", "plus")},
    **{(name, 2): _ALL for name in ("atom_codes", "atom_chars", "number_codes", "char_code")},
    **{(name, 2): _ALL for name in ("atom_number", "atom_length", "upcase_atom", "downcase_atom")},
    ("atom_concat", 3): _ALL,
    **{(name, 2): (((0,), (1,)), ((1,), (0,))) for name in ("=", "==", "=..", "reverse")},
    ("permutation", 2): (((0,), (1,)), ((1,), (0,))),
    ("functor", 3): (((), (1, 2)),),
    ("arg", 3): (((), (0,)), ((1,), (2,))),
    ("length", 2): (((), (1,)),),
    ("append", 3): (((0, 1), (2,)), ((2,), (0, 1))),
    ("append", 2): (((0,), (1,)), ((1,), (0,))),
    ("member", 2): (((1,), (0,)),),
    ("memberchk", 2): (((1,), (0,)),),
    **{(name, 3): (((1,), (0, 2)), ((0, 2), (1,))) for name in ("select", "selectchk")},
    ("select", 4): (((1, 2), (0, 3)), ((0, 3), (1, 2))),
    **{(name, 3): (((), (0,)), ((1,), (2,))) for name in ("nth0", "nth1")},
    **{(name, 4): (((), (0,)), ((1,), (2, 3)), ((2, 3), (1,))) for name in ("nth0", "nth1")},
    **{(name, 3): (((0, 1), (2,)),) for name in ("subtract", "delete", "union", "intersection")},
    **{(name, 2): (((0,), (1,)),) for name in ("msort", "sort", "last", "list_to_set", "keysort")},
    **{(name, 2): (((), (1,)),) for name in ("sum_list", "sumlist")},
    **{(name, 2): (((0,), (1,)),) for name in ("max_list", "min_list", "copy_term")},
    ("subset", 2): (((1,), (0,)),),
    ("sort", 4): (((2,), (3,)),),
    ("exclude", 3): (((1,), (2,)),),
    ("include", 3): (((1,), (2,)),),
}
"""By predicate: arguments that are ground once a call has succeeded if some others are ground when it is made."""


COMPARISONS = frozenset((name, 2) for name in ("<", ">", "=<", ">=", "=:=", "=\\="))
"""Comparisons of numbers, which raise an error if a variable in them has no value."""


def compared_goals(goal: ProofTerm) -> list[Compound] | None:
    """Comparisons of numbers that a goal negates, empty if it negates anything else; None if it is no negation."""
    goal = walked(goal)
    if not isinstance(goal, Compound) or indicator(goal) not in (("\\+", 1), ("not", 1)):
        return None
    found: list[Compound] = []
    pending = [goal.args[0]]
    while pending:
        one = walked(pending.pop())
        if not isinstance(one, Compound):
            return []
        if indicator(one) == (",", 2):
            pending += one.args[::-1]
        elif indicator(one) in COMPARISONS:
            found.append(one)
        else:
            return []
    return found


def grounding(program: LogicProgram) -> frozenset[Indicator]:
    """Predicates of a program whose answers have no variables, such as those of ground facts.

    Each variable of a head is made ground by the body. A call of the predicate itself may be taken to do so, as a proof is finite.
    A predicate that may get other clauses is none of them.
    """
    found = set(program.clauses.keys() - program.declared)
    grew = True
    while grew:
        worse = {
            name
            for name in found
            if not all(_is_grounded(clause, found, program) for clause in program.clauses[name])
        }
        found -= worse
        grew = bool(worse)
    return frozenset(found)


def _is_grounded(clause: HornClause, found: Collection[Indicator], program: LogicProgram) -> bool:
    """Whether the body of a clause makes all variables of its head ground."""
    open_ones = set(variables((clause.head,)))
    known: set[Var] = set()
    grew = bool(open_ones)
    while grew:
        before = len(known)
        for goal in clause.body:
            if isinstance(goal, Compound):
                for inputs, outputs in flows(indicator(goal), found, program):
                    if known.issuperset(variables([goal.args[at] for at in inputs])):
                        known.update(variables([goal.args[at] for at in outputs]))
        grew = len(known) > before and not known >= open_ones
    return known >= open_ones


def flows(
    predicate: Indicator, found: Collection[Indicator], program: LogicProgram
) -> Iterable[_Flow]:
    """Arguments of a predicate that make others ground; ``found`` are predicates of the program that make all of them ground."""
    arity = predicate[1]
    if predicate in found:
        return (((), tuple(range(arity))),)
    if predicate in program.clauses:
        return ()
    return [
        (inputs, tuple(at for at in outputs if at < arity))
        for inputs, outputs in _FLOWS.get(predicate, ())
    ]


class Groundness:
    """Variables of a rule that are ground after each of its conditions, as the conditions are found.

    Parameters
    ----------
    program
        The domain theory.
    found
        Its predicates whose answers have no variables; see `grounding`.
    """

    def __init__(self, program: LogicProgram, found: Collection[Indicator]) -> None:
        self._program, self._found = program, found
        self.since: dict[Fresh, int] = {}
        """For each ground variable the number of conditions that had succeeded when it became ground."""

    def add(self, term: ProofTerm, place: int) -> None:
        """Note that the variables of a term are ground once a number of conditions have succeeded."""
        for one in unbound_variables(term):
            self.since[one] = min(place, self.since.get(one, place))

    def holds(self, term: ProofTerm) -> bool:
        """Whether a term is ground after the conditions found so far."""
        return all(one in self.since for one in unbound_variables(term))

    def is_open(self, term: ProofTerm) -> bool:
        """Whether a term consists of variables alone, of which nothing is known."""
        pending = [term]
        while pending:
            one = walked(pending.pop())
            if isinstance(one, Compound):
                pending += one.args
            elif not isinstance(one, Fresh) or one in self.since:
                return False
        return True

    def bound(self, variables: Iterable[Fresh]) -> None:
        """Record as ground the terms to which ground variables were bound."""
        for one in variables:
            if one in self.since:
                self.add(one, self.since[one])

    def after(self, goal: ProofTerm, place: int) -> None:
        """Note what a condition makes ground, the ``place``-th one from 1."""
        if not isinstance(goal, Compound):
            return
        for one in (compared_goals(goal) or ())[:1]:
            self.add(one, place)
        for inputs, outputs in flows(indicator(goal), self._found, self._program):
            if all(self.holds(goal.args[at]) for at in inputs):
                for at in outputs:
                    self.add(goal.args[at], place)
