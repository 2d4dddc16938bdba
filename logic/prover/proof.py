"""Proofs as trees: at each node a goal, and the clause or the built-in predicate by which it holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...rules.later import Later
from ...rules.prolog.operators import OperatorTable
from ...rules.term import Compound, Var, match
from ...rules.view import Viewed
from ..program.clause_text import term_text
from ..program.program import Goal, HornClause, arguments
from .compiled import (
    CALL,
    CATCH,
    CHOOSE,
    COMMIT,
    EITHER,
    FIND,
    GOAL,
    IF,
    NOT,
    TEST,
    UNRECORDED,
    CompiledClause,
    CompiledGoal,
    TableAnswer,
)
from .depth_first import CALLED, DONE, FOUND, REFUTED, Step, taken_goals
from .variables import Fresh, Names, bound_terms, rebuilt, with_fresh

if TYPE_CHECKING:
    from .native import ToldArguments

ABOVE = "above"
"""Mark of a node that stands for one that was shown before, with its parts."""


@dataclass(eq=False, slots=True)
class Proof(Viewed):
    """A node of a proof: why a goal holds.

    Parameters
    ----------
    stated
        The goal under the bindings of the whole proof; None where the kernel tells its arguments.
    literal
        The goal as it stands in its clause.
    rule
        The clause that resolves it; None of built-in predicates and control.
    mark
        Alternative that was taken, for a control construct.
    parts
        Proofs of the goals of the clause's body, or of the alternative that was taken.
    condition
        Of a condition that holds (``If -> Then``): proofs of the condition's goals.
    told
        The goal's arguments, as the kernel has them.
    """

    _view = Later("logic.views", "proof_view")

    stated: Goal | None
    literal: CompiledGoal
    rule: CompiledClause | None = None
    mark: str = ""
    parts: list[Proof] = field(default_factory=list)
    condition: list[Proof] = field(default_factory=list)
    told: ToldArguments | None = field(default=None, repr=False)

    @property
    def goal(self) -> Goal:
        """The goal under the bindings of the whole proof."""
        if self.stated is None:
            assert self.told is not None
            self.stated = Compound(self.literal.name[0], self.told.terms())
        return self.stated

    def text(self, operators: OperatorTable, *, longest: int | None = None) -> str:
        """The goal as text, as `term_text` writes it."""
        text = None
        if longest is None and self.told is not None:
            text = self.told.text(self.literal.name[0], operators)
        return text or term_text(self.goal, operators, longest=longest)

    @property
    def clause(self) -> HornClause | None:
        """The clause that resolves the goal, if one does."""
        return None if self.rule is None else self.rule.clause

    @property
    def is_control(self) -> bool:
        """Whether the node is a control construct whose parts stand for it."""
        return self.literal.kind in (CATCH, EITHER, IF, GOAL)

    def shown_parts(self) -> list[Proof]:
        """The parts as people are shown them: control constructs are replaced by the goals that were proved in them."""
        found: list[Proof] = []
        pending = [*self.parts[::-1], *self.condition[::-1]]
        while pending:
            one = pending.pop()
            if one.is_control:
                pending += [*one.parts[::-1], *one.condition[::-1]]
            elif one.literal.kind not in (*UNRECORDED, COMMIT):
                found.append(one)
        return found

    def walk(self) -> Iterator[tuple[int, Proof]]:
        """Each node as people are shown it, parents first, with its depth from 0.

        The proof of a goal that a table answers again is shown once; its later nodes have no parts, and the mark ``above``.
        """
        pending = [(0, self)]
        seen: set[int] = set()
        while pending:
            depth, node = pending.pop()
            if node.is_control:
                pending += [(depth, one) for one in reversed(node.shown_parts())]
                continue
            if node.parts and id(node.parts) in seen:
                node = Proof(node.goal, node.literal, node.rule, ABOVE)
            seen.add(id(node.parts))
            yield depth, node
            pending += [(depth + 1, one) for one in reversed(node.shown_parts())]

    def steps(self) -> list[HornClause]:
        """The clauses in the order in which they were used."""
        return [node.clause for _, node in self.walk() if node.clause is not None]


def proof_of(
    goals: tuple[CompiledGoal, ...], steps: Step, names: Names, known: dict[Any, Any]
) -> list[Proof]:
    """The proofs of some goals, from the recorded steps.

    Parameters
    ----------
    goals
        The goals that were asked.
    steps
        The last step of the proof.
    names
        How the unbound variables are called; more are added.
    known
        Values of the goals' variables.
    """
    recorded = []
    while steps[0] is not None:
        recorded.append(steps)
        steps = steps[0]
    recorded.reverse()
    taken = iter(recorded)
    found: list[Proof] = []
    made: dict[int, Compound] = {}  # the steps hold the terms, so that their ids stay theirs
    # Where the next proofs go, whose goals they are of, how many are done, and what their variables stand for.
    pending: list[tuple[list[Proof], tuple[CompiledGoal, ...], int, Any]] = [
        (found, goals, 0, known)
    ]
    while pending:
        into, literals, place, env = pending.pop()
        if place == len(literals):
            continue
        pending.append((into, literals, place + 1, env))
        literal = literals[place]
        kind = literal.kind
        node = Proof("true", literal)
        into.append(node)
        if kind in UNRECORDED:
            node.stated = literal.name[0]
            continue
        _, _, what, args = next(taken)
        if kind in (CALL, TEST, CHOOSE):
            if isinstance(args, tuple):
                node.stated = _goal(literal, args, names, made)
            else:
                node.told = args
                node.stated = None if args.ground else _goal(literal, args.terms(), names, made)
            if type(what) is TableAnswer:
                _answered(node, what, names)
            elif kind == CALL:
                assert isinstance(what, CompiledClause)
                node.rule = what
                pending.append((node.parts, what.body, 0, None))
            continue
        if kind == COMMIT:
            assert what == DONE
            into.pop()
            continue
        node.mark = what
        if kind in (NOT, FIND):
            assert what in (REFUTED, FOUND)
            inside = args[1]
            shown = with_fresh(literal.goal, inside) if type(inside) is dict else inside
            node.stated = bound_terms((shown,), names)[0]
        elif kind == GOAL:
            assert what == CALLED
            pending.append((node.parts, args, 0, {}))
        else:
            condition, others = taken_goals(literal, what)
            pending += [(node.parts, others, 0, env), (node.condition, condition, 0, env)]
    return found


def _answered(node: Proof, answer: TableAnswer, names: Names) -> None:
    """Prove a goal as a table proves its answer, with what the answer's variables stand for."""
    proof = answer.proof
    values: dict[Any, Any] = match(answer.answer.args, arguments(node.goal)) or {}
    if values:
        proof = _under(proof, values, names)
    node.rule, node.parts = proof.rule, proof.parts


def _under(proof: Proof, values: dict[Any, Any], names: Names) -> Proof:
    """A copy of a proof under bindings of its variables; others get new names."""

    def value(one: Any) -> Any:
        if one not in values:
            values[one] = names[Fresh()]
        return values[one]

    made: dict[int, Proof] = {}
    found = [proof]
    for one in found:
        if id(one) not in made:
            (goal,) = rebuilt((one.goal,), value, Var)
            made[id(one)] = Proof(goal, one.literal, one.rule, one.mark)
            found += [*one.parts, *one.condition]
    for one in found:
        made[id(one)].parts = [made[id(part)] for part in one.parts]
        made[id(one)].condition = [made[id(part)] for part in one.condition]
    return made[id(proof)]


def _goal(
    literal: CompiledGoal, args: tuple[Any, ...], names: Names, made: dict[int, Compound]
) -> Goal:
    if not args:
        return literal.name[0]
    return Compound(literal.name[0], bound_terms(args, names, made))
