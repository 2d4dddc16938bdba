"""Generalize a proof: the same clauses are resolved on the goal with variables, and the tree is cut at operational goals.

What is left is the most general rule that the proof supports (Mitchell, Keller and Kedar-Cabelli 1986; DeJong and Mooney 1986;
Kedar-Cabelli and McCarty 1987). Built-in predicates that depend on what is known when they are called stay where they were
called: variables that they have looked at are bound by equations behind them and not in front, unless they are ground by then.
Goals that are determined in general, such as ``=..`` of a known term, are computed. A clause behind one with a cut carries the
condition under which that one does not commit.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count, zip_longest
from typing import Any, TypeAlias

from ...ebl.regression import Unifier, regress
from ...rules.errors import ArcwiseError
from ...rules.later import Later
from ...rules.record import record
from ...rules.term import (
    EMPTY_LIST,
    Compound,
    PrologTerm,
    Terms,
    Var,
    list_items,
    make_list,
    replaced,
    standard_variables,
    variables,
)
from ...rules.view import Viewed
from ..program.program import (
    Goal,
    HornClause,
    Indicator,
    LogicProgram,
    conjunction,
    indicator,
)
from ..program.vocabulary import has_cut, properties
from ..prover.arithmetic import items_of
from ..prover.compiled import (
    CALL,
    CATCH,
    CHOOSE,
    CUT,
    EITHER,
    FIND,
    GOAL,
    IF,
    NOT,
    TEST,
    CompiledClause,
    CompiledGoal,
    Database,
    built,
    unify_head,
)
from ..prover.depth_first import SECOND, THEN, body_of_call
from ..prover.proof import Proof
from ..prover.variables import (
    Fresh,
    Names,
    ProofTerm,
    Trail,
    bound_terms,
    unbound_variables,
    undo,
    unify,
    walked,
    with_fresh,
)
from .determined import INDEXED, TAKEN_APART, determined, differences, evaluated, indexed
from .groundness import Groundness
from .operationality import Operationality
from .simplify import BodyGoal, simplified

MOST_STEPS = 100_000
"""Goals of a proof that is generalized: a rule with more conditions never pays."""


CONDITIONS = ("operational", "implied")
"""Kinds of nodes at which the tree of a proof is cut."""


class NotGeneralizedError(ArcwiseError):
    """A proof of which no rule can be made that is sure to be right, with the reason."""


@record
class GeneralNode:
    """A node of a proof beside its generalization.

    Parameters
    ----------
    depth
        From 0, the goal that was asked.
    goal, general
        The goal as it was proved, and generalized.
    kind
        ``clause``: resolved with ``clause``; ``operational``: a condition of the rule; ``implied``: it would be one, but is decided
        or implied by the others; ``computed``: holds by itself.
    clause
        The clause that resolves it.
    proof
        The node of the proof.
    """

    depth: int
    goal: Goal
    general: Goal
    kind: str
    clause: HornClause | None
    proof: Proof


@record
class ConditionReason:
    """Why a rule has a condition.

    Parameters
    ----------
    condition
        The condition.
    clause
        The clause of the proof that asks it; None where it is the goal itself.
    goal
        The goal that the clause was to prove.
    why
        ``body``, ``earlier clause`` (which must not commit), ``equation`` (a variable that was looked at before is bound
        here), ``condition`` (of if-then-else, or before a cut).
    """

    condition: Goal
    clause: HornClause | None
    goal: Goal
    why: str


@record
class ArgumentReason:
    """Why an argument of a rule's head is what it is.

    Parameters
    ----------
    place
        Its number from 1.
    term
        The argument.
    clauses
        The clauses that need it so; none of a variable that no step looks at.
    same
        Numbers of other arguments that have the same variable.
    """

    place: int
    term: PrologTerm
    clauses: tuple[HornClause, ...]
    same: tuple[int, ...] = ()


@record
class GeneralProof(Viewed):
    """The generalization of a proof.

    Parameters
    ----------
    rule
        The most general rule of the proof, its variables called A, B, C in order.
    nodes
        The proof beside its generalization, parents first, down to operational goals.
    arguments, conditions
        Why each argument and each condition is there.
    tests
        Nodes of the proof in front of ``->`` that are conditions of the rule.
    sole
        Whether below the first goal each clause of the proof is the only one that resolves its goal in general, so that the rule has
        all answers of the first clause.
    """

    _view = Later("logic.views", "explained_view")

    rule: HornClause
    nodes: tuple[GeneralNode, ...]
    arguments: tuple[ArgumentReason, ...]
    conditions: tuple[ConditionReason, ...]
    tests: tuple[Proof, ...] = ()
    sole: bool = False


def generalize(
    proof: Proof,
    database: Database,
    operationality: Operationality,
    label: str = "",
    deepest: int = MOST_STEPS,
    ground: Collection[int] = (),
    stops: Collection[int] = (),
) -> GeneralProof:
    """The most general rule of a proof, without the lengths of lists that the rest of the rule knows.

    Parameters
    ----------
    proof
        A proof of a goal by clauses of the program.
    database
        The program.
    operationality
        Where the tree is cut.
    label
        The rule's name.
    deepest
        Depth of the tree below which every goal is a condition; the goal that was asked has depth 0.
    ground
        Places of arguments, from 0, that have no variables wherever the rule is asked.
    stops
        Identities of nodes below the first at which the tree is cut too.

    Raises
    ------
    NotGeneralizedError
        A proof of which the rule might answer what the program does not.
    """
    short = _Generalizing(database, operationality, deepest, stops, lengths=[])
    try:
        return short.of(proof, label, ground)
    except NotGeneralizedError:
        if not short.lengths:
            raise
    return _Generalizing(database, operationality, deepest, stops).of(proof, label, ground)


@dataclass(eq=False)
class _Condition:
    term: ProofTerm
    node: Proof | None
    why: str
    test: Proof | None = None
    ground: bool = False
    """Whether all variables of the condition are ground when it is asked."""
    place: int = 0
    """Number of nodes before the one that asks it."""


@dataclass(frozen=True)
class _Task:
    """A goal of the proof that is to be generalized: its node, how the clause has it, with which bindings, and who asks."""

    node: Proof
    literal: CompiledGoal
    known: dict[Any, Any]
    depth: int
    parent: Proof

    @cached_property
    def args(self) -> tuple[ProofTerm, ...]:
        """The arguments of the general goal."""
        return tuple(built(one, self.known) for one in self.literal.args)

    @cached_property
    def goal(self) -> ProofTerm:
        """The general goal."""
        kind, args = self.literal.kind, self.args
        if kind in _SECOND_ORDER:
            return with_fresh(self.literal.goal, self.known)
        name = "call" if kind == GOAL else self.literal.name[0]
        return Compound(name, args) if args or kind != CALL else name

    def others(self, nodes: Sequence[Proof], body: Sequence[CompiledGoal]) -> list[_Task]:
        """Goals that are asked in the place of this one."""
        return _tasks(nodes, body, self.known, self.depth, self.parent)


@dataclass
class _Generalizing(Unifier[_Task]):
    """The goals of a proof as regression sees them: each is resolved with the clause of the proof, computed, or a condition."""

    database: Database
    operationality: Operationality
    deepest: int = MOST_STEPS
    stops: Collection[int] = ()
    trail: Trail = field(default_factory=list)
    conditions: list[_Condition] = field(default_factory=list)
    nodes: list[tuple[int, Proof, ProofTerm, str]] = field(default_factory=list)
    by: dict[Fresh, Proof] = field(default_factory=dict)
    born: dict[Fresh, int] = field(default_factory=dict)
    """For each variable of the rule so far, the number of conditions before its first occurrence; 0 in the head."""
    looked_at: dict[Fresh, int] = field(default_factory=dict)
    """For each variable inspected before it was ground, the number of conditions up to the last inspection."""
    barriers: list[int] = field(default_factory=list)
    """Numbers of conditions up to each test of a non-ground term, before which the caller may have unified any two variables."""
    undetermined: list[_Condition] = field(default_factory=list)
    """Conditions that take a term apart, computed as soon as the proof tells enough of the term."""
    lengths: list[tuple[Proof, Compound]] | None = None
    """Goals of length/2, left out if their lists turn out to be known, each with its clause; None where they are conditions."""

    sole: bool = True
    """Whether no other clause, branch or answer was left out below the first goal."""

    def __post_init__(self) -> None:
        criterion = self.operationality
        self.groundness = Groundness(criterion.program, criterion.grounding)

    def of(self, proof: Proof, label: str, ground: Collection[int]) -> GeneralProof:
        arity = len(proof.goal.args) if isinstance(proof.goal, Compound) else 0
        args = tuple(Fresh() for _ in range(arity))
        self.born.update(dict.fromkeys(args, 0))
        for place in ground:
            self.groundness.add(args[place], 0)
        if proof.rule is None:
            raise NotGeneralizedError(
                "no clause of the program is in the proof: there is nothing to learn"
            )
        todo = self._resolved(proof, args, 0)
        self.nodes.append((0, proof, _goal(proof, args), "clause"))
        regress(todo, self)
        return self._finished(proof, args, label)

    def finish(self) -> None:
        for parent, goal in self.lengths or ():
            if not self._counted(parent, goal):
                raise NotGeneralizedError("a list whose length was asked is not known")

    def _counted(self, node: Proof, goal: Compound) -> bool:
        """Hold a goal of length/2 against its list; False if the clauses of the proof have not made every cell of it."""
        items, tail = items_of(goal.args[0])
        size = walked(goal.args[1])
        if tail != EMPTY_LIST or (
            type(size) is Fresh and self._last_look(size) > self.born.get(size, 0)
        ):
            return False
        if not unify(size, len(items), self.trail):
            raise NotGeneralizedError("a list of the proof is of another length in general")
        if type(size) is Fresh:
            self.by.setdefault(size, node)
        return True

    def operational(self, step: _Task) -> bool:
        """Whether the tree is cut at a goal: it may be a condition of the rule, or nothing resolves it in general."""
        kind = step.literal.kind
        if kind == GOAL:
            return type(walked(step.args[0])) is Fresh
        if kind != CALL:
            return kind in _COMPUTED
        if self._is_cut(step) or is_silent(step.goal, self.operationality.program):
            return True
        holds = self.operationality.holds(step.node.goal)
        return holds and not self._parses(step.literal.name, step.args)

    def keep(self, step: _Task) -> None:
        """Compute a goal where its outcome is sure in general, else ask it as a condition, as the clause of the proof does."""
        goal = step.goal
        if not any(way(self, step, goal) for way in _COMPUTED[step.literal.kind]):
            self._condition(goal, step.parent, "body")
            self._note(step, goal, "operational")
        self._determine()

    def follow(self, step: _Task) -> list[_Task]:
        """Resolve a goal as the proof did; the goals that are asked in its place come next."""
        kind = step.literal.kind
        work = _FOLLOWED.get(kind)
        self.sole &= kind == GOAL or (kind == CALL and self._alone(step.node, step.args))
        found = [] if work is None else work(self, step)
        self._determine()
        return found

    def _note(self, task: _Task, goal: ProofTerm, kind: str) -> None:
        """Add a node beside its generalization."""
        self.nodes.append((task.depth, task.node, goal, kind))
        if len(self.nodes) > MOST_STEPS:
            raise NotGeneralizedError(f"the proof has more than {MOST_STEPS:,} goals")

    def _is_cut(self, task: _Task) -> bool:
        """Whether a goal is a condition whatever it is."""
        return task.depth >= self.deepest or id(task.node) in self.stops

    def _called(self, task: _Task) -> list[_Task]:
        self._note(task, task.goal, "clause")
        return self._resolved(task.node, task.args, task.depth)

    def _either(self, task: _Task) -> list[_Task]:
        body = task.literal.target[task.node.mark == SECOND]
        _refuse_cuts(body)
        return task.others(task.node.parts, body)

    def _called_as_term(self, task: _Task) -> list[_Task]:
        """Resolve a goal that is called as a term that is known in general."""
        body = body_of_call(self.database, task.literal, list(task.args))
        if len(body) != len(task.node.parts) or has_cut(tuple(one.goal for one in body)):
            raise NotGeneralizedError("a goal that is called depends on the example")
        return replace(task, known={}).others(task.node.parts, body)

    def _parses(self, predicate: Indicator, args: tuple[ProofTerm, ...]) -> bool:
        """Whether a goal is ``phrase`` of a nonterminal of the program, which is resolved as the nonterminal itself is."""
        if predicate not in (("phrase", 2), ("phrase", 3)):
            return False
        asked, program = walked(args[0]), self.database.program
        if not isinstance(asked, str | Compound) or predicate in program.clauses:
            return False
        name, arity = indicator(asked)
        return (name, arity + 2) in program.clauses

    def _resolved(self, node: Proof, args: tuple[ProofTerm, ...], depth: int) -> list[_Task]:
        """Resolve a general goal with the clause of the proof; the goals of its body come next."""
        rule = node.rule
        assert rule is not None
        self._earlier_clauses(node, rule, args)
        known: dict[Any, Any] = {}
        mark = len(self.trail)
        if not unify_head(rule.head, args, known, self.trail):
            raise NotGeneralizedError("a clause of the proof does not resolve the general goal")
        self._bound_since(mark, node)
        body = rule.body
        after = 0
        cuts = [place for place, one in enumerate(body) if one.kind == CUT]
        if cuts:
            self.sole = False
            _refuse_cuts([one for one in body if one.kind != CUT])
        for cut in cuts:  # of the goals before it the first answer counts: they stay together
            before, after = body[after:cut], cut + 1
            if before:
                tests = all(one.kind == TEST for one in before)
                self._first_answer(self._asked(before, known), tests, node)
        return _tasks(node.parts[after:], body[after:], known, depth + 1, node)

    def _asked(self, body: Sequence[CompiledGoal], known: dict[Any, Any]) -> list[ProofTerm]:
        """General goals of a body that stay together, without output."""
        program = self.operationality.program
        return [with_fresh(one.goal, known) for one in body if not is_silent(one.goal, program)]

    def _first_answer(
        self, goals: Sequence[ProofTerm], tests: bool, node: Proof, proofs: Sequence[Proof] = ()
    ) -> None:
        """Ask goals of which the first answer counts: tests one by one, as they have no other."""
        if not tests and goals:
            goals = [Compound("once", (conjunction(goals),))]
        for goal, test in zip_longest(goals, proofs if tests else ()):
            self._condition(goal, node, "condition", test)

    def _earlier_clauses(
        self, node: Proof, rule: CompiledClause, args: tuple[ProofTerm, ...]
    ) -> None:
        """Ask that no clause before commits to itself by a cut."""
        for other in node.literal.target.rules:
            if other is rule:
                return
            if not has_cut(other.clause.body):
                continue
            self.sole = False
            if not any(one.kind == CUT for one in other.body):
                raise NotGeneralizedError("a cut stands inside of an alternative")
            mark = len(self.trail)
            known: dict[Any, Any] = {}
            if not unify_head(other.head, args, known, self.trail):
                undo(self.trail, mark)
                continue
            of_goal = set(_all_variables(args)) if len(self.trail) > mark else set()
            asked = [one for one in self.trail[mark:] if one in of_goal]
            values = [(one, one.value) for one in asked]
            cut = next(place for place, one in enumerate(other.body) if one.kind == CUT)
            goals = [with_fresh(one.goal, known) for one in other.body[:cut]]
            undo(self.trail, mark)
            equations: list[ProofTerm] = [equation(one, value) for one, value in values]
            self._condition(
                Compound("\\+", (conjunction([*equations, *goals]),)), node, "earlier clause"
            )

    def _conditional(self, task: _Task) -> list[_Task]:
        condition, then, other = task.literal.target
        node, parent = task.node, task.parent
        if task.literal.name[0] == "*->" and node.mark == THEN:
            return [*task.others(node.condition, condition), *task.others(node.parts, then)]
        goals = self._asked(condition, task.known)
        _refuse_cuts((*then, *other))
        if node.mark == THEN:
            tests = all(one.kind == TEST for one in condition)
            self._first_answer(goals, tests, parent, node.condition)
            return task.others(node.parts, then)
        self._condition(Compound("\\+", (conjunction(goals),)), parent, "condition")
        return task.others(node.parts, other)

    def _silent(self, task: _Task, goal: ProofTerm) -> bool:
        """Leave out a goal that would print."""
        if not is_silent(goal, self.operationality.program):
            return False
        self.sole = False
        self._note(task, goal, "computed")
        return True

    def _equated(self, task: _Task, goal: Compound) -> bool:
        if task.literal.name != ("=", 2):
            return False
        mark = len(self.trail)
        if not unify(goal.args[0], goal.args[1], self.trail):
            raise NotGeneralizedError("an equation of the proof does not hold in general")
        self._bound_since(mark, task.parent)
        self._note(task, goal, "computed")
        return True

    def _measured(self, task: _Task, goal: Compound) -> bool:
        if task.literal.name != ("length", 2):
            return False
        items, tail = items_of(goal.args[0])
        size, mark = walked(goal.args[1]), len(self.trail)
        if type(size) is int and size >= len(items) and type(tail) is Fresh:
            cells: list[Any] = [Fresh() for _ in range(size - len(items))]
            unify(tail, make_list(cells), self.trail)
            self._bound_since(mark, task.parent)
        counted = self._counted(task.parent, goal)
        if not counted and self.lengths is not None:
            self.lengths.append((task.parent, goal))
            if self.groundness.holds(goal.args[0]):
                self.groundness.add(goal.args[1], len(self.conditions))
        if not counted and self.lengths is None:
            return False
        self._note(task, goal, "computed")
        return True

    def _taken_apart(self, task: _Task, goal: Compound) -> bool:
        place = TAKEN_APART.get(task.literal.name)
        if place is None:
            return False
        mark = len(self.trail)
        done = determined(goal, self.trail)
        if done is None:
            self._condition(goal, task.parent, "body", looked_at=(goal.args[place],))
            self.undetermined.append(self.conditions[-1])
            self._note(task, goal, "operational")
            return True
        if not done:
            raise NotGeneralizedError("a goal of the proof does not hold in general")
        self._bound_since(mark, task.parent)
        self._note(task, goal, "computed")
        return True

    def _told_apart(self, task: _Task, goal: ProofTerm) -> bool:
        """Ask tests that terms differ in the place of a goal that they are equivalent to."""
        pairs = differences(goal, self.operationality.program.clauses)
        if pairs is None:
            return False
        left = [one for one in pairs if not self._never_one(one)]
        for one in left:
            self._condition(one, task.parent, "body")
        self._note(task, goal, "operational" if left else "computed")
        return True

    def _tested(self, task: _Task, goal: Compound) -> bool:
        literal, mark = task.literal, len(self.trail)
        if literal.kind != TEST:
            return False
        shallow = "shallow" in properties(literal.name).flags
        decided = shallow and type(walked(goal.args[0])) is not Fresh
        inputs = self.operationality.sensitive(goal)
        if not decided and unbound_variables(Compound("", inputs)):
            return False
        if not literal.target(goal.args, self.trail):
            raise NotGeneralizedError("a test of the proof does not hold in general")
        self._bound_since(mark, task.parent)
        self._note(task, goal, "computed")
        return True

    def _determine(self) -> None:
        """Compute conditions that take a term apart of which enough has become known, if that binds no variable too early."""
        for condition in list(self.undetermined):
            mark = len(self.trail)
            if not determined(condition.term, self.trail):
                continue
            self.undetermined.remove(condition)
            if all(map(self._in_time, self.trail[mark:])):
                condition.term = "true"
                assert condition.node is not None
                self._bound_since(mark, condition.node)
            else:
                undo(self.trail, mark)

    def _of_lists(self, task: _Task, goal: ProofTerm) -> bool:
        """Compute a goal of the list library if it has one answer in general, or is a choice that the rule makes as the proof did."""
        predicate, node, args = task.literal.name, task.node, task.args
        if (
            self._is_cut(task)
            or node.rule is None
            or self.operationality.program.defines(predicate)
        ):
            return False
        mark = len(self.trail)
        if not (
            evaluated(predicate, args, self.database, self.trail)
            or indexed(predicate, args, self.trail)
            or self._resolves(node, args, alone=True)
        ):
            undo(self.trail, mark)
            if not self.operationality.chooses(predicate) or not self.groundness.is_open(args[0]):
                return False
            if not self._chosen(node, args):
                undo(self.trail, mark)
                return False
        self._bound_since(mark, task.parent)
        self._note(task, goal, "computed")
        return True

    def _chosen(self, node: Proof, args: tuple[ProofTerm, ...]) -> bool:
        """Choose an answer of a goal as the proof did."""
        self.sole = False
        assert isinstance(node.goal, Compound)
        if node.literal.name not in INDEXED:
            return self._resolves(node, args, alone=False)
        unify(args[0], node.goal.args[0], self.trail)
        return bool(indexed(node.literal.name, args, self.trail))

    def _resolves(self, node: Proof, args: tuple[ProofTerm, ...], *, alone: bool) -> bool:
        """Resolve a goal with the clauses of its proof, as long as each is the only one that resolves it if it has to be ``alone``."""
        pending = [(node, args)]
        while pending:
            node, args = pending.pop()
            if node.rule is None or any(one.kind != CALL for one in node.rule.body):
                return False
            if alone and not self._alone(node, args):
                return False
            known: dict[Any, Any] = {}
            if not unify_head(node.rule.head, args, known, self.trail):
                raise NotGeneralizedError("a clause of the proof does not resolve the general goal")
            pending += [
                (part, tuple(built(one, known) for one in literal.args))
                for part, literal in zip(node.parts, node.rule.body, strict=True)
            ][::-1]
        return True

    def _alone(self, node: Proof, args: tuple[ProofTerm, ...]) -> bool:
        """Whether no other clause than that of the proof resolves a general goal."""
        for other in node.literal.target.rules:
            mark = len(self.trail)
            fits = other is not node.rule and unify_head(other.head, args, {}, self.trail)
            undo(self.trail, mark)
            if fits:
                return False
        return True

    def _never_one(self, test: Compound) -> bool:
        mark = len(self.trail)
        one = unify(test.args[0], test.args[1], self.trail)
        undo(self.trail, mark)
        return not one

    def _condition(
        self,
        goal: ProofTerm,
        node: Proof | None,
        why: str,
        test: Proof | None = None,
        looked_at: tuple[ProofTerm, ...] | None = None,
    ) -> None:
        goal = quiet(goal, self.operationality.program)
        number = len(self.conditions) + 1
        # Arithmetic, and what takes a term apart, fail with an error where too little is known; other tests may come out otherwise.
        fails = looked_at is not None or self.operationality.computes(goal)
        if looked_at is None:
            looked_at = self.operationality.sensitive(goal)
        open_ones = [
            one
            for term in looked_at
            for one in unbound_variables(term)
            if one not in self.groundness.since
        ]
        if not fails and not self.born.keys().isdisjoint(open_ones):
            self.barriers.append(number)
        ground = self.groundness.holds(goal)
        self._keep(_Condition(goal, node, why, test, ground, len(self.nodes)))
        self.looked_at.update(dict.fromkeys(open_ones, number))
        self.groundness.after(goal, number)

    def _keep(self, condition: _Condition) -> None:
        for one in unbound_variables(condition.term):
            self.born.setdefault(one, len(self.conditions))
        self.conditions.append(condition)

    def _last_look(self, variable: Fresh) -> int:
        """Number of conditions up to the last one whose outcome may depend on a variable's binding."""
        since = self.groundness.since.get(variable, len(self.conditions))
        before = bisect_right(self.barriers, since)
        barrier = self.barriers[before - 1] if before else 0
        return max(self.looked_at.get(variable, 0), barrier)

    def _in_time(self, variable: Fresh) -> bool:
        """Whether a binding may be made where the variable first occurs: no condition in between inspects the variable."""
        place = self.born.get(variable)
        if place is None:
            return True
        if not self.barriers and not self.looked_at:
            return True
        return self._last_look(variable) <= place and all(
            self._last_look(one) <= place for one in unbound_variables(variable)
        )

    def _bound_since(self, mark: int, node: Proof) -> None:
        """Note who bound variables; bind those that a condition may have looked at by equations behind it.

        These are the variables in it that were not ground when it was asked. After a test of anything but numbers they are all
        such variables of the rule: where it is used, two of them may be one, and what is known of one would be known of the
        other before the test is made.
        """
        for one in self.trail[mark:]:
            self.by.setdefault(one, node)
            other = walked(one.value)
            if one in self.born and type(other) is Fresh and other not in self.born:
                self._turn(one, other, mark)  # of the clause alone: it becomes the rule's
        bound = self.trail[mark:]
        self.groundness.bound(bound)
        pushed = [one for one in bound if one in self.born]
        late: dict[Fresh, ProofTerm] = {}
        while early := [one for one in pushed if not self._in_time(one)]:
            pushed = [one for one in pushed if one not in early]
            for one in early:
                other = walked(one.value)
                if type(other) is Fresh:
                    self._turn(one, other, mark)
                    if self._in_time(other):
                        pushed.append(other)
                        continue
                    self._turn(other, one, mark)
                late[one], one.value = one.value, None
                self.trail.remove(one)
                del self.by[one]
        for one in pushed:
            self._stands_at(one)
        for one in bound:
            if one in late:
                self._keep(_Condition(equation(one, late[one]), node, "equation"))
                self.groundness.after(self.conditions[-1].term, len(self.conditions))

    def _turn(self, one: Fresh, other: Fresh, mark: int) -> None:
        """Bind the last variable to which one is bound to that one, not the other way round."""
        one.value, other.value = None, one
        self.trail[self.trail.index(one, mark)] = other
        self.by.setdefault(other, self.by.pop(one))

    def _stands_at(self, variable: Fresh) -> None:
        """Record that a variable is replaced by its value everywhere."""
        place = self.born[variable]
        for one in unbound_variables(variable):
            self.born[one] = min(place, self.born.get(one, place))

    def _finished(self, proof: Proof, args: tuple[ProofTerm, ...], label: str) -> GeneralProof:
        names = Names()
        made: dict[int, Compound] = {}
        whole = _goal(proof, args)
        head, *found = bound_terms((whole, *(one.term for one in self.conditions)), names, made)
        asked = [
            BodyGoal(goal, number, one.ground)
            for number, (goal, one) in enumerate(zip(found, self.conditions, strict=True))
        ]
        kept = simplified(asked, self.operationality)
        tests = dict.fromkeys(
            test for one in kept if (test := self.conditions[one.number].test) is not None
        )
        # in order of occurrence: head, conditions, nodes
        shown = bound_terms(tuple(one[2] for one in self.nodes), names, made)
        order = variables((head, *(one.goal for one in kept), *shown))
        final_names = dict(zip(order, standard_variables(len(order)), strict=True))
        final = {one: final_names[name] for one, name in names.items() if name in final_names}
        made = {}
        (head,) = bound_terms((whole,), final, made)
        body = replaced(tuple(one.goal for one in kept), final_names.__getitem__)
        shown = bound_terms(tuple(one[2] for one in self.nodes), final, made)
        reasons = [self.conditions[one.number] for one in kept]
        nodes = self._shown_nodes(shown, {one.place for one in reasons if one.why == "body"})
        conditions = tuple(
            ConditionReason(
                term,
                one.node.clause if one.node else None,
                one.node.goal if one.node else head,
                one.why,
            )
            for one, term in zip(reasons, body, strict=True)
        )
        rule = HornClause(head, body, None, label)
        arguments = self._arguments(args, head)
        return GeneralProof(rule, nodes, arguments, conditions, tuple(tests), self.sole)

    def _shown_nodes(self, shown: Terms, asking: Collection[int]) -> tuple[GeneralNode, ...]:
        """The nodes with their goals in general; those that a condition of the rule asks for are at the places ``asking``."""
        return tuple(
            GeneralNode(
                depth,
                node.goal,
                goal,
                "implied" if kind == "operational" and place not in asking else kind,
                node.clause if kind == "clause" else None,
                node,
            )
            for place, ((depth, node, _, kind), goal) in enumerate(
                zip(self.nodes, shown, strict=True)
            )
        )

    def _arguments(self, args: tuple[ProofTerm, ...], head: Goal) -> tuple[ArgumentReason, ...]:
        found = []
        terms: Terms = head.args if isinstance(head, Compound) else ()
        for place, (arg, term) in enumerate(zip(args, terms, strict=True), start=1):
            clauses: dict[int, HornClause] = {}
            pending = [arg]
            while pending:
                one = pending.pop()
                while type(one) is Fresh and one.value is not None:
                    node = self.by.get(one)
                    clause = node.clause if node is not None else None
                    moved = type(one.value) is not Fresh or isinstance(term, Var)
                    if clause is not None and moved:
                        clauses[id(clause)] = clause
                    one = one.value
                if type(one) is Compound:
                    pending += one.args[::-1]
            same = tuple(
                other
                for other, value in enumerate(terms, start=1)
                if other != place and set(variables((value,))) & set(variables((term,)))
            )
            needed = tuple(clauses.values()) if same or not isinstance(term, Var) else ()
            found.append(ArgumentReason(place, term, needed, same))
        return tuple(replace(one, clauses=_of_all(one, found)) for one in found)


_FOLLOWED: Mapping[int, Callable[[_Generalizing, _Task], list[_Task]]] = {
    CALL: _Generalizing._called,
    EITHER: _Generalizing._either,
    IF: _Generalizing._conditional,
    GOAL: _Generalizing._called_as_term,
}
"""How a goal of a proof is resolved in general, by the kind of its literal; others are left out."""

_SECOND_ORDER = frozenset([NOT, FIND, CATCH])
"""Kinds of negations, and of goals that collect answers or catch errors, which stay as they are."""

_Way: TypeAlias = Callable[[_Generalizing, _Task, Any], bool]

_BUILT_IN: Sequence[_Way] = (
    _Generalizing._equated,
    _Generalizing._measured,
    _Generalizing._taken_apart,
    _Generalizing._told_apart,
    _Generalizing._tested,
)

_COMPUTED: Mapping[int, Sequence[_Way]] = {
    CALL: (_Generalizing._silent, _Generalizing._of_lists),
    TEST: _BUILT_IN,
    CHOOSE: _BUILT_IN,
    GOAL: (),
    **dict.fromkeys(_SECOND_ORDER, (_Generalizing._told_apart,)),
}
"""Ways to compute a goal in general, by the kind of its literal, of which the first that answers True has done so."""


def is_silent(goal: ProofTerm, program: LogicProgram) -> bool:
    """Whether a goal would print in Prolog and only holds here."""
    if not isinstance(goal, str | Compound):
        return False
    return "prints" in properties(indicator(goal), program.clauses).flags


def quiet(
    goal: ProofTerm, program: LogicProgram, variable: Callable[[], ProofTerm] = Fresh
) -> ProofTerm:
    """A goal without the calls that would print in Prolog; ``variable`` makes a variable that is nowhere else."""
    goal = walked(goal)
    if is_silent(goal, program):
        return "true"
    if type(goal) is not Compound:
        return goal
    row = properties(indicator(goal), program.clauses)
    if not row.looks_inside:
        return goal
    args = [
        quiet(one, program, variable) if at in row.calls else one
        for at, one in enumerate(goal.args)
    ]
    if row.closure is not None:
        place, more = row.closure
        args[place] = _quiet_closure(args[place], more, program, variable)
    if goal.functor == "," and "true" in args:
        return args[args[0] == "true"]
    return Compound(goal.functor, tuple(args))


def _quiet_closure(
    closure: ProofTerm, more: int, program: LogicProgram, variable: Callable[[], ProofTerm]
) -> ProofTerm:
    """A goal that lacks a number of arguments, without the calls that would print in Prolog."""
    closure = walked(closure)
    if isinstance(closure, Compound) and closure.functor == ">>" and len(closure.args) == 2:
        parameters, body = closure.args
        own = parameters.args[1] if indicator(parameters) == ("/", 2) else parameters  # type: ignore[union-attr]
        left = more - len(list_items(own) or ())
        if left > 0:
            body = _quiet_closure(body, left, program, variable)
        else:
            body = quiet(body, program, variable)
        return Compound(">>", (parameters, body))
    if isinstance(closure, str | Compound):
        name, arity = indicator(closure)
        if "prints" in properties((name, arity + more), program.clauses).flags:
            return Compound(">>", (make_list([variable() for _ in range(more)]), "true"))
    return closure


def quiet_clause(
    clause: HornClause, program: LogicProgram, proofs: Sequence[Proof] = ()
) -> tuple[HornClause, list[Proof]]:
    """A clause without output, and the proofs of the goals that are left of its body."""
    shown = [is_silent(one, program) for one in clause.body]
    names = map("_Shown{}".format, count(1))
    body = [
        quiet(one, program, lambda: Var(next(names)))
        for one, prints in zip(clause.body, shown, strict=True)
        if not prints
    ]
    left = [one for one, prints in zip(proofs, shown, strict=False) if not prints]
    return HornClause(clause.head, tuple(body)), left


def equation(variable: ProofTerm, value: ProofTerm) -> Compound:
    """The goal that a variable is a term; of two variables, the older one stands first."""
    other = walked(value)
    sides: tuple[Any, Any] = (variable, value)
    if type(variable) is type(other) is Fresh and other.age < variable.age:
        sides = (other, variable)
    return Compound("=", sides)


def _of_all(reason: ArgumentReason, found: Sequence[ArgumentReason]) -> tuple[HornClause, ...]:
    """Clauses that need an argument as it is; of a variable in several arguments, those of all of these."""
    if not isinstance(reason.term, Var):
        return reason.clauses
    own = [reason, *(found[place - 1] for place in reason.same)]
    return tuple({id(one): one for each in own for one in each.clauses}.values())


def _tasks(
    nodes: Sequence[Proof],
    literals: Sequence[CompiledGoal],
    known: dict[Any, Any],
    depth: int,
    parent: Proof,
) -> list[_Task]:
    pairs = zip(nodes, literals, strict=True)
    return [_Task(node, literal, known, depth, parent) for node, literal in pairs]


def _refuse_cuts(body: Sequence[CompiledGoal]) -> None:
    if has_cut(tuple(one.goal for one in body)):
        raise NotGeneralizedError("a cut stands inside of an alternative")


def _goal(proof: Proof, args: tuple[ProofTerm, ...]) -> Any:
    return Compound(proof.goal.functor, args) if isinstance(proof.goal, Compound) else proof.goal


def _all_variables(args: tuple[ProofTerm, ...]) -> list[Fresh]:
    """Variables that stand in arguments, bound or not."""
    found: list[Fresh] = []
    pending = list(args)
    while pending:
        one = pending.pop()
        while type(one) is Fresh:
            found.append(one)
            one = one.value
        if type(one) is Compound:
            pending += one.args
    return found
