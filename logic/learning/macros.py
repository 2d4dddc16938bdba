"""Macro-operators of programs whose moves compute: a path is a proof, and its generalization is a rule with conditions.

A path ``S0, S1, ..., Sk`` is a proof of ``macro(S0,Sk) :- move(S0,S1), ..., move(Sk-1,Sk)``, each move being proved by the
program. What is left of it, cut at operational goals, is the most general macro-operator of that path: its head is a move,
its conditions are those of the moves. Where moves are facts this is the arc that the arc learner makes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ...ebl.learner import Learner, TrainingPaths, TrainingProblem
from ...rules.arc import Arc
from ...rules.errors import InputError, Place
from ...rules.prolog.steps import StepGoal
from ...rules.term import Compound, PrologTerm, State, Terms, Var, leaves, make_list
from ...search.limits import NO_LIMITS, Limits
from ..program.clause_text import term_text
from ..program.program import (
    Goal,
    HornClause,
    LogicProgram,
    conjunction,
    conjuncts,
    indicator,
    spelled,
)
from ..prover.compiled import CALL, CompiledGoal, Database
from ..prover.moves import MoveProgram
from ..prover.proof import Proof
from ..prover.prove import prove
from .determined import INDEXED
from .generalize import GeneralProof, NotGeneralizedError, generalize
from .operationality import Operationality
from .rule_library import LearnedRule, RuleLibrary, RuleRecord

MACROS = "macros"
"""Name of the learner, as rule files have it."""

CHAIN = "macro"
"""Predicate of the clause by which a path is a proof; it is asked of no program."""

CHOICES = INDEXED | {("append", 3), ("member", 2), ("select", 3), ("select", 4)}
"""Predicates of the list library that choose: an element, or where a list is cut."""

EFFORT = Limits(nodes=200_000)
"""Limits on the proof of a move."""


def criterion(program: LogicProgram, told: Iterable[PrologTerm] | None = None) -> Operationality:
    """Goals that macro-operators may ask: the given ones, else the program's own, else built-in predicates alone.

    A fact is resolved as the clause that it is: left as a goal it would be asked for every answer, and a path of moves with
    several loads would become a search over all of them. So are choices from lists of which nothing else is asked.
    """
    if told is None and program.operational is None:
        told = ()
    return replace(Operationality.of(program, told), choices=CHOICES)


class MovePaths(Learner):
    """Macro-operators with conditions, of paths of a program's moves.

    Parameters
    ----------
    operational
        Goals that rules may ask; see `criterion`.
    """

    name = MACROS
    makes = "rules"
    from_examples = True

    operational: Any = None

    def library(
        self, domain: Any, order: Any = None, step: StepGoal | None = None, known: Any = ()
    ) -> Any:
        """A `RuleLibrary` of a program, with its goal of a move and macro-operators that were learned before."""
        return RuleLibrary(
            domain,
            tuple(known),
            self.name,
            operational=self.operational,
            step=step,
            criterion=criterion(domain, self.operational),
        )

    def example(
        self, library: RuleLibrary, goal: Goal, limits: Limits = NO_LIMITS
    ) -> TrainingProblem:
        """A path, as a conjunction of moves, each beginning where the one before ends, as a training problem.

        Raises
        ------
        InputError
            A path that is none.
        """
        moves, step, program = conjuncts(goal), library.step, library.program
        assert step is not None
        ends = [
            (_state(one, step.before), _state(one, step.after))
            for one in moves
            if indicator(one) == step.predicate
        ]
        joined = all(one[1] == other[0] for one, other in pairwise(ends))
        states = [one for both in ends for one in both]
        if (
            len(ends) != len(moves)
            or not joined
            or any(isinstance(one, Var) for one in leaves(states))
        ):
            raise InputError(
                "not a path of moves",
                place=Place(program.name),
                expected=f"goals of {spelled(step.predicate)} without variables, each from where the one before leads",
                found=term_text(goal, program.operators, 1200)[:200],
            )
        return TrainingProblem((1, 1), (), goal, limits=limits, paths=(tuple(moves),))

    def attend(self, library: Any, problem: TrainingProblem) -> TrainingPaths:
        """Prove the moves of the path, each a goal without variables."""
        rules: RuleLibrary = library
        ((*path,),) = problem.paths
        example = conjunction(tuple(path))
        if len(path) < 2:
            why = "a single move makes no macro" if path else "start and goal are the same"
            return rules.enter(RuleRecord(example, "refused", why))
        proofs: list[Proof] = []
        inferences = 0
        for goal in path:
            result = prove(rules.database, goal, limits=EFFORT, proofs=True)
            inferences += result.inferences
            if not result.solved:
                shown = term_text(goal, rules.program.operators)
                why = f"{shown} is not proved: {result.summary()}"
                return rules.enter(RuleRecord(example, "refused", why))
            proofs += result.answers[0].proof
        reply = yield path, proofs
        return rules.enter(RuleRecord.of(example, reply, inferences))

    def acquire(self, library: Any, shape: Any, path: Any, origin: str) -> Any:
        """The macro-operator of a path of moves with their proofs, or the reason why there is none."""
        try:
            return _macro(library, *path)
        except NotGeneralizedError as error:
            return str(error)


def _macro(library: RuleLibrary, path: Sequence[Goal], proofs: Sequence[Proof]) -> LearnedRule:
    """The path is proved by a clause of its own, whose body are the moves; that proof is generalized."""
    step, moves, program = library.step, len(path), library.program
    assert step is not None
    states = [Var(f"S{number}") for number in range(moves + 1)]
    # A number or a name is what the clause has, or is asked for as a condition; in any other label may be parts of a state.
    labels: list[PrologTerm] = [
        Var(f"L{number}") if isinstance(label, Compound) else label
        for number, label in enumerate(_labels(path, step))
    ]
    each = len(step.labels)
    body: list[Goal] = [
        step.goal(states[at], states[at + 1], *labels[at * each : (at + 1) * each])
        for at in range(moves)
    ]
    last: tuple[PrologTerm, ...] = ()
    args: Terms = (_state(path[0], step.before), _state(path[-1], step.after))
    if labels:
        last = (Compound("labels", tuple(labels)),)
        args = (*args, Compound("labels", tuple(_labels(path, step))))
    chain = HornClause(Compound(CHAIN, (states[0], states[-1], *last)), tuple(body))
    predicate = chain.predicate
    if predicate in program.clauses:
        raise NotGeneralizedError(f"the program has {spelled(predicate)} of its own")
    database = Database(program.with_definition(predicate, (chain,)))
    target = database.predicate(predicate)
    goal = Compound(CHAIN, args)
    literal = CompiledGoal(CALL, predicate, args, target, None, goal)
    whole = Proof(goal, literal, target.rules[0], "", list(proofs))
    # moves are asked of states, which have no variables
    name = library.next_name()
    explanation = generalize(whole, database, library.criterion, name, ground=(0,))
    head = explanation.rule.head
    assert isinstance(head, Compound)
    made = step.goal(head.args[0], head.args[1], *_labels_of_macro(head, step, path))
    clause = HornClause(made, explanation.rule.body, None, name)
    steps = tuple(_used(explanation, program))
    return LearnedRule(clause, conjunction(tuple(path)), MACROS, steps, explanation)


def _used(explanation: GeneralProof, program: LogicProgram) -> Iterator[str]:
    """The clauses of the program that an explanation uses, each as its predicate and its number from 1."""
    numbers = {
        id(clause): f"{spelled(predicate)}-{number}"
        for predicate, clauses in program.clauses.items()
        for number, clause in enumerate(clauses, start=1)
    }
    for node in explanation.nodes:
        if node.clause is not None and id(node.clause) in numbers:
            yield numbers[id(node.clause)]


def _state(goal: Goal, place: int) -> PrologTerm:
    assert isinstance(goal, Compound)
    return goal.args[place]


def _labels(path: Sequence[Goal], step: StepGoal) -> list[PrologTerm]:
    """Labels of the moves, one after the other."""
    return [_state(one, place) for one in path for place in step.labels]


def _labels_of_macro(head: Compound, step: StepGoal, path: Sequence[Goal]) -> Iterator[PrologTerm]:
    """Labels of a macro: the total of its moves' costs, or their names in order."""
    for number, place in enumerate(step.labels):
        (labels,) = head.args[2:]
        assert isinstance(labels, Compound)
        told = labels.args[number :: len(step.labels)]
        numbers = [one for one in told if isinstance(one, int | float)]
        summed = place == step.cost or (step.cost is None and step.costs)
        yield sum(numbers) if summed and len(numbers) == len(path) else make_list(told)


def path_goals(moves: MoveProgram, start: State, arcs: Iterable[Arc]) -> list[Goal]:
    """The moves of a path as goals without variables.

    Parameters
    ----------
    moves
        The program.
    start
        The first state.
    arcs
        Its arcs, without variables, in order.

    Raises
    ------
    InputError
        A move that the program does not make.
    """
    goals: list[Goal] = []
    before = moves.form.term_of(start)
    for arc in arcs:
        after = moves.form.term_of(arc.after)
        for found, *labels in moves.asked(before):
            if found == after and moves.labelled(*labels) == (arc.name, arc.cost):
                goals.append(moves.step.goal(before, after, *labels))
                break
        else:
            raise InputError(f"{arc.name} is no move of {moves.source}")
        before = after
    return goals


def macro_program(
    moves: MoveProgram, library: RuleLibrary, macro_cost: str = "true"
) -> MoveProgram:
    """The moves of a program with macro-operators in front of them.

    A macro is tried where its head fits and its conditions hold; its cost is that of its moves, or 1 if ``macro_cost`` is
    ``unit``.
    """
    return moves.with_macros(
        [(rule.name, rule.clause, _path(rule)) for rule in library],
        macro_cost,
    )


def _path(rule: LearnedRule) -> tuple[Goal, ...]:
    """The moves of a macro, in its own variables."""
    assert rule.explanation is not None
    return tuple(node.general for node in rule.explanation.nodes if node.depth == 1)
