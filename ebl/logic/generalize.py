"""Generalize a proof: the same clauses are resolved on the goal with variables, and the tree is cut at operational goals.

What is left is the most general rule that the proof supports (Mitchell, Keller and Kedar-Cabelli 1986; DeJong and Mooney 1986;
Kedar-Cabelli and McCarty 1987). Built-in predicates that depend on what is known when they are called stay where they were
called: variables that they have looked at are bound by equations behind them and not in front. A clause behind one with a cut
carries the condition under which that one does not commit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from ...rules.errors import ArcwiseError
from ...rules.logic.program import (
    Goal,
    HornClause,
    Indicator,
    LogicProgram,
    conjunction,
    indicator,
)
from ...rules.logic.vocabulary import has_cut, properties
from ...rules.term import (
    EMPTY_LIST,
    Compound,
    PrologTerm,
    Terms,
    Var,
    list_items,
    make_list,
    standard_variables,
    variables,
)
from ...search.logic.arithmetic import items_of
from ...search.logic.built_ins import DETERMINISTIC
from ...search.logic.compiled import (
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
from ...search.logic.depth_first import SECOND, THEN, body_of_call
from ...search.logic.proof import Proof
from ...search.logic.variables import (
    Fresh,
    ProofTerm,
    Trail,
    bound_terms,
    unbound_variables,
    undo,
    unify,
    walked,
    with_fresh,
)
from .operationality import Operationality

MOST_STEPS = 100_000
"""Goals of a proof that is generalized: a rule with more conditions never pays."""


class NotGeneralizedError(ArcwiseError):
    """A proof of which no rule can be made that is sure to be right, with the reason."""


@dataclass(frozen=True)
class GeneralNode:
    """A node of a proof beside its generalization.

    Parameters
    ----------
    depth
        From 0, the goal that was asked.
    goal, general
        The goal as it was proved, and generalized.
    kind
        ``clause``: resolved with ``clause``; ``operational``: a condition of the rule; ``computed``: holds by itself.
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class GeneralProof:
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
    """

    rule: HornClause
    nodes: tuple[GeneralNode, ...]
    arguments: tuple[ArgumentReason, ...]
    conditions: tuple[ConditionReason, ...]
    tests: tuple[Proof, ...] = ()


def generalize(
    proof: Proof,
    database: Database,
    operationality: Operationality,
    label: str = "",
    deepest: int = MOST_STEPS,
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

    Raises
    ------
    NotGeneralizedError
        A proof of which the rule might answer what the program does not.
    """
    short = _Generalizing(database, operationality, deepest, lengths=[])
    try:
        return short.of(proof, label)
    except NotGeneralizedError:
        if not short.lengths:
            raise
    return _Generalizing(database, operationality, deepest).of(proof, label)


@dataclass
class _Condition:
    term: ProofTerm
    node: Proof | None
    why: str
    test: Proof | None = None


@dataclass
class _Generalizing:
    database: Database
    operationality: Operationality
    deepest: int = MOST_STEPS
    trail: Trail = field(default_factory=list)
    frozen: set[Fresh] = field(default_factory=set)
    apart: bool = False
    conditions: list[_Condition] = field(default_factory=list)
    nodes: list[tuple[int, Proof, ProofTerm, str]] = field(default_factory=list)
    by: dict[Fresh, Proof] = field(default_factory=dict)
    visible: set[Fresh] = field(default_factory=set)
    """Variables of the rule so far, bound and unbound ones: those that may be bound when it is used."""
    lengths: list[tuple[Proof, Compound]] | None = None
    """Goals of length/2, left out if their lists turn out to be known, each with its clause; None where they are conditions."""

    def of(self, proof: Proof, label: str) -> GeneralProof:
        arity = len(proof.goal.args) if isinstance(proof.goal, Compound) else 0
        args = tuple(Fresh() for _ in range(arity))
        self.visible.update(args)
        if proof.rule is None:
            raise NotGeneralizedError(
                "no clause of the program is in the proof: there is nothing to learn"
            )
        todo = self._resolved(proof, args, 0)
        self.nodes.append((0, proof, _goal(proof, args), "clause"))
        pending = [iter(todo)]
        while pending:
            task = next(pending[-1], None)
            if task is None:
                pending.pop()
                continue
            pending.append(iter(self._step(*task)))
            if len(self.nodes) > MOST_STEPS:
                raise NotGeneralizedError(f"the proof has more than {MOST_STEPS:,} goals")
        for parent, goal in self.lengths or ():
            if not self._counted(parent, goal):
                raise NotGeneralizedError("a list whose length was asked is not known")
        return self._finished(proof, args, label)

    def _counted(self, node: Proof, goal: Compound) -> bool:
        """Hold a goal of length/2 against its list; False if the clauses of the proof have not made every cell of it."""
        items, tail = items_of(goal.args[0])
        size = walked(goal.args[1])
        if tail != EMPTY_LIST or (type(size) is Fresh and (self.apart or size in self.frozen)):
            return False
        if not unify(size, len(items), self.trail):
            raise NotGeneralizedError("a list of the proof is of another length in general")
        if type(size) is Fresh:
            self.by.setdefault(size, node)
        return True

    def _step(
        self, node: Proof, literal: CompiledGoal, known: dict[Any, Any], depth: int, parent: Proof
    ) -> Iterable[Any]:
        """Process one goal of the proof, and return the goals to process next."""
        kind = literal.kind
        if kind == CALL:
            args = tuple(built(one, known) for one in literal.args)
            goal = Compound(literal.name[0], args) if args else literal.name[0]
            if is_silent(goal, self.operationality.program):
                self.nodes.append((depth, node, goal, "computed"))
                return ()
            if depth >= self.deepest or (
                self.operationality.holds(node.goal) and not self._parses(literal.name, args)
            ):
                self._condition(goal, parent, "body")
                self.nodes.append((depth, node, goal, "operational"))
                return ()
            self.nodes.append((depth, node, goal, "clause"))
            return self._resolved(node, args, depth)
        if kind in (TEST, CHOOSE):
            self._built_in(node, literal, known, depth, parent)
            return ()
        if kind == EITHER:
            body = literal.target[node.mark == SECOND]
            if has_cut(tuple(one.goal for one in body)):
                raise NotGeneralizedError("a cut stands inside of an alternative")
            return _tasks(node.parts, body, known, depth, parent)
        if kind == IF:
            return self._conditional(node, literal, known, depth, parent)
        if kind in (NOT, FIND, CATCH):
            goal = with_fresh(literal.goal, known)
            self._condition(goal, parent, "body")
            self.nodes.append((depth, node, goal, "operational"))
            return ()
        if kind == GOAL:
            args = tuple(built(one, known) for one in literal.args)
            if type(walked(args[0])) is Fresh:
                self._condition(Compound("call", args), parent, "body")
                self.nodes.append((depth, node, Compound("call", args), "operational"))
                return ()
            body = body_of_call(self.database, literal, list(args))
            if len(body) != len(node.parts) or has_cut(tuple(one.goal for one in body)):
                raise NotGeneralizedError("a goal that is called depends on the example")
            return _tasks(node.parts, body, {}, depth, parent)
        return ()

    def _parses(self, predicate: Indicator, args: tuple[ProofTerm, ...]) -> bool:
        """Whether a goal is ``phrase`` of a nonterminal of the program, which is resolved as the nonterminal itself is."""
        if predicate not in (("phrase", 2), ("phrase", 3)):
            return False
        asked, program = walked(args[0]), self.database.program
        if not isinstance(asked, str | Compound) or predicate in program.clauses:
            return False
        name, arity = indicator(asked)
        return (name, arity + 2) in program.clauses

    def _resolved(self, node: Proof, args: tuple[ProofTerm, ...], depth: int) -> Iterable[Any]:
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
        cuts = [place for place, one in enumerate(body) if one.kind == CUT]
        after = 0
        tasks: list[Any] = []
        if cuts:
            if has_cut(tuple(one.goal for one in body if one.kind != CUT)):
                raise NotGeneralizedError("a cut stands inside of an alternative")
            for cut in cuts:
                tasks.append((node, body[after:cut], known, depth))
                after = cut + 1
        return [
            *self._committed(tasks),
            *_tasks(node.parts[after:], body[after:], known, depth + 1, node),
        ]

    def _committed(self, segments: Sequence[Any]) -> Iterable[Any]:
        """Goals before a cut, of which the first answer counts: they stay together."""
        for node, body, known, _ in segments:
            if not body:
                continue
            goals = self._asked(body, known)
            self._first_answer(goals, all(one.kind == TEST for one in body), node)
        return ()

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

    def _conditional(
        self, node: Proof, literal: CompiledGoal, known: dict[Any, Any], depth: int, parent: Proof
    ) -> Iterable[Any]:
        condition, then, other = literal.target
        if literal.name[0] == "*->" and node.mark == THEN:
            return [
                *_tasks(node.condition, condition, known, depth, parent),
                *_tasks(node.parts, then, known, depth, parent),
            ]
        goals = self._asked(condition, known)
        if has_cut(tuple(one.goal for one in (*then, *other))):
            raise NotGeneralizedError("a cut stands inside of an alternative")
        if node.mark == THEN:
            tests = all(one.kind == TEST for one in condition)
            self._first_answer(goals, tests, parent, node.condition)
            return _tasks(node.parts, then, known, depth, parent)
        self._condition(Compound("\\+", (conjunction(goals),)), parent, "condition")
        return _tasks(node.parts, other, known, depth, parent)

    def _built_in(
        self, node: Proof, literal: CompiledGoal, known: dict[Any, Any], depth: int, parent: Proof
    ) -> None:
        args = tuple(built(one, known) for one in literal.args)
        goal = Compound(literal.name[0], args)
        mark = len(self.trail)
        if literal.name == ("=", 2):
            if not unify(args[0], args[1], self.trail):
                raise NotGeneralizedError("an equation of the proof does not hold in general")
            self._bound_since(mark, parent)
            self.nodes.append((depth, node, goal, "computed"))
            return
        if literal.name == ("length", 2):
            counted = self._counted(parent, goal)
            if not counted and self.lengths is not None:
                self.lengths.append((parent, goal))
            if counted or self.lengths is not None:
                self.nodes.append((depth, node, goal, "computed"))
                return
        inputs = self.operationality.sensitive(goal)
        decided = "shallow" in properties(literal.name).flags and type(walked(args[0])) is not Fresh
        if literal.kind == TEST and (decided or not unbound_variables(Compound("", inputs))):
            if not literal.target(args, self.trail):
                raise NotGeneralizedError("a test of the proof does not hold in general")
            self._bound_since(mark, parent)
            self.nodes.append((depth, node, goal, "computed"))
            return
        self._condition(goal, parent, "body")
        self.nodes.append((depth, node, goal, "operational"))

    def _condition(
        self, goal: ProofTerm, node: Proof | None, why: str, test: Proof | None = None
    ) -> None:
        goal = quiet(goal, self.operationality.program)
        self._keep(_Condition(goal, node, why, test))
        looked_at = self.operationality.sensitive(goal)
        for one in looked_at:
            self.frozen.update(unbound_variables(one))
        # Arithmetic fails with an error where too little is known; other tests may come out otherwise.
        self.apart = self.apart or bool(
            looked_at and properties(indicator(goal)).kind != "arithmetic"
        )

    def _keep(self, condition: _Condition) -> None:
        self.conditions.append(condition)
        self.visible.update(unbound_variables(condition.term))

    def _bound_since(self, mark: int, node: Proof) -> None:
        """Note who bound variables; bind those that a condition may have looked at by equations behind it.

        These are the variables in it. After a test of anything but numbers they are all variables of the rule: where it is
        used, two of them may be one, and what is known of one would be known of the other before the test is made.
        """
        bound, visible = self.trail[mark:], self.visible
        own = [one for one in bound if one in visible]
        apart: list[Fresh] = []
        equations: list[_Condition] = []
        for one in bound:
            self.by.setdefault(one, node)
        if self.frozen or self.apart:
            frozen, known = self.frozen, set(own)
            apart = [
                one
                for one in bound
                if one in frozen
                or (one in known and (self.apart or not frozen.isdisjoint(unbound_variables(one))))
            ]
        for one in apart:
            value, one.value = one.value, None
            self.trail.remove(one)
            del self.by[one]
            other = walked(value)
            if type(other) is Fresh and other not in visible and other is not one:
                other.value = one  # a variable of the clause alone: it becomes the rule's
                self.trail.append(other)
                continue
            equations.append(_Condition(equation(one, value), node, "equation"))
        for one in own:
            visible.update(unbound_variables(one))
        for condition in equations:
            self._keep(condition)

    def _finished(self, proof: Proof, args: tuple[ProofTerm, ...], label: str) -> GeneralProof:
        kept: list[_Condition] = []
        tests: list[Proof] = []
        seen: set[Any] = set()
        last: Any = None
        names: dict[Fresh, Var] = {}  # in order of occurrence: head, conditions, nodes
        made: dict[int, Compound] = {}
        whole = _goal(proof, args)
        bound_terms((whole,), names, made)
        for condition in self.conditions:
            term = bound_terms((condition.term,), names, made)[0]
            if _always_holds(term):
                continue
            if condition.test is not None:
                tests.append(condition.test)
            if term in seen and not self.operationality.sensitive(term):
                continue
            if term == last and _holds_again(term):
                continue
            seen.add(term)
            last = term
            kept.append(condition)
        bound_terms(tuple(one[2] for one in self.nodes), names, made)
        final = dict(zip(names, standard_variables(len(names)), strict=True))
        made = {}
        head, *body = bound_terms((whole, *(one.term for one in kept)), final, made)
        shown = bound_terms(tuple(one[2] for one in self.nodes), final, made)
        nodes = tuple(
            GeneralNode(
                depth, node.goal, goal, kind, node.clause if kind == "clause" else None, node
            )
            for (depth, node, _, kind), goal in zip(self.nodes, shown, strict=True)
        )
        reasons = tuple(
            ConditionReason(
                term,
                node.node.clause if node.node else None,
                node.node.goal if node.node else head,
                node.why,
            )
            for node, term in zip(kept, body, strict=True)
        )
        rule = HornClause(head, tuple(body), None, label)
        return GeneralProof(rule, nodes, self._arguments(args, head), reasons, tuple(tests))

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


def _always_holds(condition: Goal) -> bool:
    """Whether a condition of a rule is a test without variables, which held in the proof."""
    if variables((condition,)):
        return False
    return condition == "true" or properties(indicator(condition)).kind in ("test", "arithmetic")


def _holds_again(condition: Goal) -> bool:
    """Whether a condition that holds binds nothing more when it is asked once more at once."""
    return indicator(condition) == ("\\+", 1) or indicator(condition) in DETERMINISTIC


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
) -> list[tuple[Proof, CompiledGoal, dict[Any, Any], int, Proof]]:
    return [
        (node, literal, known, depth, parent) for node, literal in zip(nodes, literals, strict=True)
    ]


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
