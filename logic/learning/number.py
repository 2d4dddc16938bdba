"""Recursive rules: a proof in which clauses repeat is cut into pieces, which become the clauses of a predicate of their own.

Each piece is generalized as a whole proof is, with the goals at which it is cut as conditions: a clause that holds in the program.
In all of them the predicate that repeats is then given a new name. By induction on the length of a proof, each answer of the new
predicate is one of the old one. Each of its steps is several of the program's, so where the program searches all answers in finite
time, the rule does too. It tries fewer clauses: only those that the explanation used, and nothing between two repetitions.

A rule is complete if the explanation used each clause of its predicates, and nothing else resolves what is between two repetitions.
Then it has all answers of the program, so it commits: its clause has a cut, behind which nothing is searched twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ...ebl.number import TreePiece, pieces_of
from ...rules.record import record
from ...rules.term import Compound, canonical, standard_variables
from ..program.program import Goal, HornClause, Indicator, LogicProgram, indicator
from ..prover.compiled import CALL, CUT, EITHER, GOAL, IF, Database
from ..prover.depth_first import THEN
from ..prover.proof import Proof
from .generalize import (
    CONDITIONS,
    GeneralNode,
    GeneralProof,
    NotGeneralizedError,
    generalize,
    quiet_clause,
)
from .operationality import Operationality
from .subsumption import subsumes


@record
class RuleCase:
    """A clause of a recursive rule.

    Parameters
    ----------
    clause
        The clause, with the predicate of the rule in the place of the program's.
    explanation
        The generalized piece of the proof, whose rule asks the program's predicate.
    ends
        The goals at which the piece is cut, in order: conditions of the explanation's rule.
    times
        Number of pieces of the proof that are generalized to it.
    """

    clause: HornClause
    explanation: GeneralProof
    ends: tuple[Goal, ...]
    times: int = 1

    @property
    def kept(self) -> list[Proof]:
        """Nodes of the proof that are conditions of the clause."""
        asked = [one.proof for one in self.explanation.nodes if one.kind in CONDITIONS]
        left = [one for one in asked if indicator(one.goal) != ("=", 2)]
        return [*left, *self.explanation.tests]

    def renamed(self, names: Mapping[str, str]) -> RuleCase:
        """Copy of the case with other names of predicates."""
        return replace(self, clause=named(self.clause, names))


@record
class Recursion:
    """A recursive rule of a proof.

    Parameters
    ----------
    first
        The clause in front of the program's, which asks the rule's predicates.
    cases
        The clauses of the rule's predicates.
    own
        The predicates of the rule, each with the program's predicate whose place it takes.
    complete
        Whether it has all answers of the program for goals that its first clause matches, which begins with a cut.
    """

    first: RuleCase
    cases: tuple[RuleCase, ...]
    own: Mapping[Indicator, Indicator]
    complete: bool = False

    @property
    def canonical(self) -> object:
        """Equal exactly for the same rule, whatever its variables and predicates are called; hashable."""
        plain = {name: f"'{of}" for (name, _), (of, _) in self.own.items()}
        clauses = (named(one.clause, plain) for one in (self.first, *self.cases))
        return tuple(canonical((one.head, *one.body))[0] for one in clauses)

    @property
    def proved(self) -> list[tuple[HornClause, HornClause, Proof, list[Proof]]]:
        """Each clause; the same with the program's predicates; the piece of the proof; and its nodes that are conditions."""
        return [
            (
                uncut(one.clause),
                named(uncut(one.clause), {name: of for (name, _), (of, _) in self.own.items()}),
                one.explanation.nodes[0].proof,
                one.kept,
            )
            for one in (self.first, *self.cases)
        ]

    def renamed(self, old: str, new: str) -> Recursion:
        """Copy of a rule whose predicates begin with the name of another rule."""
        names = {name: f"{new}{name.removeprefix(old)}" for name, _ in self.own}
        first = self.first.renamed(names)
        first = replace(first, clause=replace(first.clause, label=new))
        cases = tuple(one.renamed(names) for one in self.cases)
        own = {(names[name], size): of for (name, size), of in self.own.items()}
        return Recursion(first, cases, own, self.complete)


def uncut(clause: HornClause) -> HornClause:
    """A clause without the cut at its front."""
    return replace(clause, body=clause.body[1:]) if clause.body[:1] == ("!",) else clause


def named(clause: HornClause, names: Mapping[str, str]) -> HornClause:
    """A clause with other names of predicates, in its head and as goals of its body."""
    head, *body = (_named(one, names) for one in (clause.head, *clause.body))
    return replace(clause, head=head, body=tuple(body))


def _named(goal: Goal, names: Mapping[str, str]) -> Goal:
    if isinstance(goal, str):
        return names.get(goal, goal)
    if isinstance(goal, Compound) and goal.functor in names:
        return Compound(names[goal.functor], goal.args)
    return goal


def recursion(
    proof: Proof, database: Database, operationality: Operationality, label: str
) -> Recursion | None:
    """The recursive rule of a proof; None of a proof in which nothing repeats.

    Parameters
    ----------
    proof, database, operationality, label
        As for `generalize`.

    Raises
    ------
    NotGeneralizedError
        A piece of which no clause can be made that is sure to be right, or a proof whose clauses repeat as they stand in the program.
    """
    program = database.program

    def kind(node: Proof) -> Indicator | None:
        """Predicate of a goal that a clause of the program resolves."""
        if node.literal.kind != CALL or node.rule is None:
            return None
        own = program.clauses.get(indicator(node.goal), ())
        below = node is not proof and operationality.holds(node.goal)
        return indicator(node.goal) if own and not below else None

    def parts(node: Proof) -> Iterable[Proof]:
        stands = node is proof or node.literal.kind != CALL or kind(node) is not None
        return resolved_below(node) if stands else ()

    heads, pieces = pieces_of(proof, kind, parts)
    if not heads:
        return None
    if any(one in program.tabled for one in heads):
        return None
    found: dict[Indicator, list[RuleCase]] = {one: [] for one in heads}
    whole: RuleCase | None = None
    for piece in pieces:
        case = _case(piece, database, operationality, label)
        if piece.kind in found:
            _put(found[piece.kind], case)
        else:
            whole = case
    return _assembled(proof, program, found, whole, label)


def resolved_below(node: Proof) -> list[Proof]:
    """Goals below a goal that a generalization resolves one by one; not those that stay together, whose first answer counts."""
    match node.literal.kind:
        case kind if kind == CALL and node.rule is not None:
            cuts = [place for place, one in enumerate(node.rule.body) if one.kind == CUT]
            return node.parts[cuts[-1] + 1 if cuts else 0 :]
        case kind if kind == IF:
            tested = node.literal.name[0] == "*->" and node.mark == THEN
            return [*(node.condition if tested else ()), *node.parts]
        case kind if kind in (EITHER, GOAL):
            return node.parts
    return []


def _case(
    piece: TreePiece[Proof, Indicator],
    database: Database,
    operationality: Operationality,
    label: str,
) -> RuleCase:
    """The clause of a piece, with the program's predicates."""
    stops = frozenset(map(id, piece.ends))
    found = generalize(piece.root, database, operationality, label, stops=stops)
    ends = tuple(one.general for one in found.nodes if id(one.proof) in stops)
    return RuleCase(found.rule, found, ends)


def _put(cases: list[RuleCase], case: RuleCase) -> None:
    """Add a case to others: those that say as much are one."""
    for place, one in enumerate(cases):
        if subsumes(one.clause, case.clause):
            cases[place] = replace(one, times=one.times + case.times)
            return
    less = [one for one in cases if subsumes(case.clause, one.clause)]
    cases[:] = [one for one in cases if one not in less]
    cases.append(replace(case, times=case.times + sum(one.times for one in less)))


def _assembled(
    proof: Proof,
    program: LogicProgram,
    found: Mapping[Indicator, list[RuleCase]],
    whole: RuleCase | None,
    label: str,
) -> Recursion:
    names = {
        one: label + _ending(one[0], program)
        for one, cases in found.items()
        if not _as_written(cases, program)
    }
    top = indicator(proof.goal)
    if whole is None and top not in names:
        raise NotGeneralizedError("its clauses repeat as they stand in the program")
    cases = [
        _own(case, predicate, names)
        for predicate in names
        for case in sorted(found[predicate], key=lambda one: _place(one, program))
    ]
    first = _asking(proof, names[top], label) if whole is None else _own(whole, None, names)
    own = {(name, one[1]): one for one, name in names.items()}
    complete = all(_has_all(found[one], program.clauses[one]) for one in names)
    if whole is not None:
        complete = complete and _has_all([whole], program.clauses[top])
    if complete:
        clause = replace(first.clause, body=("!", *first.clause.body))
        first = replace(first, clause=clause)
    return Recursion(first, tuple(cases), own, complete)


def _has_all(cases: Iterable[RuleCase], clauses: Iterable[HornClause]) -> bool:
    """Whether cases have all answers of the clauses of a predicate."""
    tops = {id(one.explanation.nodes[0].clause) for one in cases if one.explanation.sole}
    return tops >= set(map(id, clauses))


def _ending(name: str, program: LogicProgram) -> str:
    """Ending of a predicate's name in a rule, after the name of the rule: one with which no name of the program ends."""
    ending = f"_{name}"
    while any(one.endswith(ending) for one, _ in program.clauses):
        ending = f"_{ending}"
    return ending


def _as_written(cases: Iterable[RuleCase], program: LogicProgram) -> bool:
    """Whether all cases are clauses of the program."""
    return all(
        any(
            subsumes(quiet_clause(clause, program)[0], case.clause)
            for clause in program.clauses[case.clause.predicate]
        )
        for case in cases
    )


def _place(case: RuleCase, program: LogicProgram) -> int:
    """Place of the clause at the top of a piece among those of its predicate."""
    top = case.explanation.nodes[0].clause
    clauses = program.clauses[case.clause.predicate]
    return next(place for place, one in enumerate(clauses) if one is top)


def _own(case: RuleCase, head: Indicator | None, names: Mapping[Indicator, str]) -> RuleCase:
    """A case with the rule's own predicates, in its head and where it is cut."""
    clause = case.clause

    def own(goal: Goal) -> Goal:
        name = names.get(indicator(goal)) if goal in case.ends else None
        return goal if name is None else _named(goal, {indicator(goal)[0]: name})

    body = tuple(map(own, clause.body))
    if head is None:
        return replace(case, clause=replace(clause, body=body))
    made = HornClause(_named(clause.head, {head[0]: names[head]}), body)
    return replace(case, clause=made)


def _asking(proof: Proof, name: str, label: str) -> RuleCase:
    """The clause that asks the rule's predicate for any goal of the program's."""
    functor, arity = indicator(proof.goal)
    args = standard_variables(arity)
    head, asked = (Compound(one, args) if args else one for one in (functor, name))
    rule = HornClause(head, (asked,), None, label)
    node = GeneralNode(0, proof.goal, head, "clause", proof.clause, proof)
    return RuleCase(rule, GeneralProof(rule, (node,), (), ()), (head,))
