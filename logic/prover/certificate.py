"""Certificates of proofs, of "no" and of learned rules, as data that `arcwise.verify` reads without arcwise.

A proof is listed as its steps from left to right. A step is the number of the clause that resolves the next goal, 0 for a goal
that is computed, or for a negation the resolvents of a search that finds nothing. A rule is listed as the steps that leave its
conditions. A set of resolvents that no step leaves, none of them empty, shows that there is no proof. docs/certificates.md has
the format.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from ... import verify
from ...rules.checked import checked
from ...rules.prolog.steps import StepGoal
from ...rules.term import EMPTY_LIST, LIST_FUNCTOR, Compound, PrologTerm, Var, split_list
from ...search.certificate import Certificate, Data, NotCertifiedError, certify, checking
from ...search.result import Status
from ..program.calls import called_goals
from ..program.clause_text import clause_text, term_text
from ..program.program import (
    Goal,
    HornClause,
    Indicator,
    LogicProgram,
    conjuncts,
    indicator,
    spelled,
)
from ..program.vocabulary import BUILT_IN_PREDICATES, CONTROL, clauses_of
from .compiled import CALL, CHOOSE, EITHER, GOAL, IF, NOT, Database
from .depth_first import ELSE, SECOND
from .proof import Proof
from .prove import ProofResult

MOST_RESOLVENTS = 2_000
"""Greatest number of resolvents that a certificate lists."""

MOST_STEPS = 2_000
"""Greatest number of steps of a proof that is certified."""

MOST_CLAUSES = 20_000
"""Greatest number of clauses that a certificate lists."""

MOST_LEVELS = 100
"""Greatest nesting of terms that the checker reads."""

UNREAD = ("-0.0", "inf", "-inf", "nan")
"""Pattern of decimals that the checker does not read."""

_REST, _SIZE, _LESS = Var("Rest"), Var("Size"), Var("Less")

_COUNTED = {
    ("length", 2): (
        HornClause(Compound("length", (EMPTY_LIST, 0))),
        HornClause(
            Compound("length", (Compound(LIST_FUNCTOR, (Var("_"), _REST)), _SIZE)),
            (
                Compound("length", (_REST, _LESS)),
                Compound("is", (_SIZE, Compound("+", (_LESS, 1)))),
            ),
        ),
    )
}
"""Clauses of a built-in predicate that the checker does not know."""

_CHECKER: Any = verify

_REFUTED = object()
"""A step of a proof that lists the resolvents of a negation."""


@checked
def proof_certificates(
    program: LogicProgram, goal: PrologTerm, result: ProofResult, name: str = ""
) -> dict[str, Certificate]:
    """Certify each answer of a proof search, or that there is none.

    Parameters
    ----------
    program
        The program.
    goal
        The goal that was proved.
    result
        Result of the proof search, with proofs.
    name
        Name for whoever reads the file, which the checker does not read.

    Returns
    -------
    Certificates by the name of what they certify: each answer, ``no``, or ``the rest``, which is not certified.
    """
    found: dict[str, Certificate] = {}
    if why := Database(program).changes(goal):
        return {"the goal": Certificate(None, f"not certified: {why}", "gave up")}
    for answer in result.answers:
        shown = term_text(answer.goal, program.operators)
        if answer.proof:
            found[shown] = _of_proof(program, goal, answer.goal, answer.proof, name)
        else:
            found[shown] = Certificate(None, "not certified: no proof was recorded", "gave up")
    if result.status is Status.UNSOLVABLE:
        found["no"] = _of_no(program, goal, name)
    elif not result.answers:
        why = f"nothing is claimed, as the search ended without a verdict ({result.status})"
        found["the goal"] = Certificate(None, why, result.limit or "gave up")
    elif result.exhausted and len(result.answers) > 1:
        why = "not certified: the checker sees that each answer holds"
        found["that there are no more answers"] = Certificate(None, why, "gave up")
    return found


def rule_certificate(
    program: LogicProgram,
    rule: HornClause,
    proof: Proof,
    kept: Collection[Proof],
    name: str = "",
) -> Certificate:
    """Certify that a rule is what resolving its head with the clauses of a proof leaves, and as general as that.

    Parameters
    ----------
    program
        The program.
    rule
        The rule.
    proof
        The proof that was generalized.
    kept
        Nodes of the proof that are conditions of the rule.
    name
        As for `proof_certificates`.
    """

    def claim() -> Data:
        theory = _Theory(program, (rule.head, *rule.body), _definitions((proof,)))
        return theory.data | {
            "claim": "rule",
            "name": name,
            "steps": theory.steps((proof,), frozenset(map(id, kept))),
            "rule": [_term(one) for one in (rule.head, *rule.body)],
        }

    return certify(claim)


def recursion_certificate(
    program: LogicProgram,
    own: Mapping[Indicator, Indicator],
    cases: Sequence[tuple[HornClause, HornClause, Proof, Collection[Proof]]],
    complete: bool,
    name: str = "",
) -> Certificate:
    """Certify a recursive rule: each clause is what a piece of a proof leaves, and then the predicates that repeat get names of their own.

    Parameters
    ----------
    program
        The program.
    own
        The rule's own predicates, each with the program's whose place it takes.
    cases
        Each clause of the rule; the same with the program's predicates; the proof it was generalized from; and the nodes that are
        conditions.
    complete
        Whether the rule is to have all answers of the program.
    name
        As for `proof_certificates`.
    """

    def claim() -> Data:
        asked = [goal for _, rule, _, _ in cases for goal in (rule.head, *rule.body)]
        theory = _Theory(program, asked, _definitions(proof for _, _, proof, _ in cases))
        rules = []
        for clause, rule, proof, kept in cases:
            asks_itself = rule.body == (rule.head,)
            steps = theory.steps((proof,), frozenset(map(id, kept)))
            rules.append(
                {
                    "rule": [_term(one) for one in (clause.head, *clause.body)],
                    "steps": ["keep"] if asks_itself else steps,
                }
            )
        return theory.data | {
            "claim": "recursion",
            "name": name,
            "own": [[*predicate, of] for predicate, (of, _) in own.items()],
            "complete": complete,
            "rules": rules,
        }

    return certify(claim)


def failure_certificate(
    program: LogicProgram,
    rule: HornClause,
    table: Iterable[tuple[Sequence[PrologTerm], int, int | None]],
    name: str = "",
) -> Certificate:
    """Certify that a rule fails only where the program has no proof.

    Parameters
    ----------
    program
        The program.
    rule
        The rule, which ends with a cut and ``fail``.
    table
        The reasons: each state, the number of the goal that is resolved, and that of the condition that excludes goals of the state.
    name
        As for `proof_certificates`.
    """

    def claim() -> Data:
        rows = [[[_term(one) for one in state], place, number] for state, place, number in table]
        if not rows:
            raise NotCertifiedError("no reasons were recorded")
        if len(rows) > MOST_RESOLVENTS:
            words = f"too large (more than {MOST_RESOLVENTS:,} resolvents)"
            raise NotCertifiedError(words, "too large")
        theory = _Theory(program, (rule.head, *rule.body), plain=True)
        return theory.data | {
            "claim": "failure",
            "name": name,
            "rule": [_term(one) for one in (rule.head, *rule.body)],
            "table": rows,
        }

    return certify(claim)


def move_macro_certificate(
    program: LogicProgram,
    step: StepGoal,
    rule: HornClause,
    moves: Sequence[tuple[Proof, PrologTerm | None]],
    kept: Collection[Proof],
    name: str = "",
) -> Certificate:
    """Certify that a macro-operator of a program is what its moves do one after the other, and as general as that.

    Parameters
    ----------
    program, step
        The program, and the goal of a move.
    rule
        The macro-operator.
    moves
        The proof of each move, in order, and the label for which it was generalized; None for any.
    kept, name
        As for `rule_certificate`.
    """
    places = {step.before: "before", step.after: "after", **dict.fromkeys(step.labels[:1], "label")}

    def claim() -> Data:
        if len(places) < step.predicate[1]:
            raise NotCertifiedError("moves with more arguments than two states and a label")
        proofs = [proof for proof, _ in moves]
        theory = _Theory(program, (rule.head, *rule.body), _definitions(proofs))
        labels = [Var(f"L{n}") if one is None else one for n, (_, one) in enumerate(moves)]
        return theory.data | {
            "claim": "macro",
            "name": name,
            "arguments": [places[place] for place in range(step.predicate[1])],
            "labels": list(map(_term, labels)),
            "steps": theory.steps(proofs, frozenset(map(id, kept))),
            "rule": [_term(one) for one in (rule.head, *rule.body)],
        }

    return certify(claim)


def _of_proof(
    program: LogicProgram, goal: Goal, answer: Goal, proof: Sequence[Proof], name: str
) -> Certificate:
    goals = conjuncts(goal)

    def claim() -> Data:
        theory = _Theory(program, goals, _definitions(proof), plain=True)
        theory.data["theory"]["goals"] = [_term(plain_goal(one)) for one in goals]
        return theory.data | {
            "claim": "proof",
            "name": name,
            "answer": [_term(plain_goal(one)) for one in conjuncts(answer)],
            "steps": theory.proved(proof),
            "tree": theory.tree(proof),
        }

    return certify(claim)


def _of_no(program: LogicProgram, goal: Goal, name: str) -> Certificate:
    goals = conjuncts(goal)

    def claim() -> Data:
        theory = _Theory(program, goals, plain=True)
        asked = [_term(plain_goal(one)) for one in goals]
        theory.data["theory"]["goals"] = asked
        return theory.data | {
            "claim": "unsolvable",
            "argument": "closed",
            "name": name,
            "states": theory.closed(asked),
        }

    return certify(claim)


class _Theory:
    """The clauses that some goals may come to use, as a certificate writes them down.

    Parameters
    ----------
    program
        The program.
    goals
        The goals.
    definitions
        Clauses of predicates whose clauses are others than in the program, and of ``call/N`` what a proof calls by it.
    plain
        Whether ``once/1`` and the like are written as the conditions that they are, which the checker knows.
    """

    def __init__(
        self,
        program: LogicProgram,
        goals: Iterable[Goal],
        definitions: Mapping[Indicator, Sequence[HornClause]] | None = None,
        *,
        plain: bool = False,
    ) -> None:
        self.operators = program.operators
        self.numbers: dict[int, int] = {}
        clauses: list[HornClause] = []
        empty: list[list[Any]] = []
        waiting, seen = deque(goals), set[Indicator]()
        while waiting:
            for name, _ in called_goals(waiting.popleft(), program.clauses):
                if name in seen:
                    continue
                seen.add(name)
                if name in CONTROL and name in program.clauses:
                    raise NotCertifiedError(f"{spelled(name)} is the program's own")
                some = (definitions or {}).get(name) or program.clauses.get(name)
                some = some or _COUNTED.get(name)
                if name in BUILT_IN_PREDICATES and not some:
                    continue
                some = some or clauses_of(program, name) or ()
                if not some:
                    empty.append(list(name))
                for clause in some:
                    self.numbers[id(clause)] = len(clauses)
                    clauses.append(clause)
                    waiting.extend(clause.body)
                if len(clauses) > MOST_CLAUSES:
                    raise NotCertifiedError(
                        f"too large (more than {MOST_CLAUSES:,} clauses)", "too large"
                    )
        written = plain_goal if plain else lambda goal: goal
        listed = [
            [_term(clause.head), *(_term(written(one)) for one in clause.body)]
            for clause in clauses
        ]
        self.data: Data = {"theory": {"clauses": listed, "empty": empty}}

    def proved(self, proofs: Iterable[Proof]) -> list[Any]:
        """The steps of proofs of the goals. The checker makes them meanwhile, which shows what a negation refutes."""
        found: list[Any] = []
        state: list[Any] = [None]
        task = _CHECKER.Program(self.data["theory"])
        resolvent = task.resolvent

        def watched(head: Any, *others: Any) -> Any:
            made = resolvent(head, *others)
            state[0] = made if head != 0 else state[0]
            return made

        def told() -> Iterator[Any]:
            for step in self.steps(proofs):
                if step is _REFUTED:
                    step = self.closed([_written(one) for one in state[0][1][1]])
                found.append(step)
                yield step

        with checking():
            task.resolvent = watched
            task.left(task.start[1:], task.start[1:], told())
        return found

    def steps(self, proofs: Iterable[Proof], kept: Collection[int] | None = None) -> list[Any]:
        """The steps of some proofs, or of a rule: nodes that are left as conditions are ``kept``, by their ids.

        In a proof the refutation of a negation is left open.
        """
        found: list[Any] = []
        pending = [*proofs][::-1]
        while pending:
            node = pending.pop()
            if kept is not None and id(node) in kept:
                found.append("keep")
                continue
            found += self._steps_of(node, kept)
            pending += node.parts[::-1]
            decided = node.literal.kind == IF and node.literal.name[0] == "->"
            if kept is None or not decided:  # its tests are conditions of the rule, or left out
                pending += node.condition[::-1]
            if len(found) > MOST_STEPS:
                raise NotCertifiedError(f"too large (more than {MOST_STEPS:,} steps)", "too large")
        return found

    def _steps_of(self, node: Proof, kept: Collection[int] | None) -> list[Any]:
        """The steps of a node, without those of the nodes below."""
        kind = node.literal.kind
        args = node.goal.args if isinstance(node.goal, Compound) else ()
        if kind == CALL:
            number = self.numbers.get(id(node.clause))
            if number is None:
                raise NotCertifiedError("a clause that no goal of the rule comes to")
            return [number]
        if kind == NOT and kept is None:
            return [_REFUTED]
        if kind == NOT and len(args) == 1:
            return [self.closed(map(_term, conjuncts(args[0])))]
        if kind == EITHER:
            return [int(node.mark == SECOND)]
        if kind == IF:
            return self._condition(node, kept)
        if kind == GOAL:
            clause = _called(node)
            return [] if clause is None else [self.numbers[id(clause)]]
        if kind == CHOOSE and node.literal.name == ("length", 2):
            size = len(split_list(args[0])[0])
            last, more = (self.numbers[id(one)] for one in _COUNTED["length", 2])
            return [*[more] * size, last, *[0] * size]
        if kind == CHOOSE and node.literal.name == ("between", 3):
            return [_term(args[2])]
        return [0]

    def _condition(self, node: Proof, kept: Collection[int] | None) -> list[Any]:
        """The steps that choose a branch of a condition, and of the branch for which it fails why it does."""
        if node.mark != ELSE:
            tests = node.condition if kept is not None and node.literal.name[0] == "->" else ()
            return [0, *("keep" if id(one) in (kept or ()) else 0 for one in tests)]
        return [1, _REFUTED if kept is None else "keep"]

    def closed(self, asked: Iterable[Any]) -> list[list[Any]]:
        """All resolvents of some goals, each with 0, as the checker makes them.

        Parameters
        ----------
        asked
            Terms as a certificate writes them.

        Raises
        ------
        NotCertifiedError
            An empty resolvent, or too many resolvents.
        """
        with checking():
            task = _CHECKER.Program(self.data["theory"] | {"goals": [*asked]})
            found, edge = {task.start: None}, [task.start]
            for state in edge:
                if task.is_goal(state):
                    raise NotCertifiedError("it depends on a cut or on a negation")
                for _, after in task.successors(state):
                    if after not in found:
                        found[after] = None
                        edge.append(after)
                if len(found) > MOST_RESOLVENTS:
                    words = f"too large (more than {MOST_RESOLVENTS:,} resolvents)"
                    raise NotCertifiedError(words, "too large")
            return [[[_written(one) for one in state[1:]], 0] for state in found]

    def tree(self, proofs: Iterable[Proof]) -> list[str]:
        """Proofs as lines for people: each goal under its bindings, and the number or the clause that resolves it."""
        lines = []
        for proof in proofs:
            for depth, node in proof.walk():
                by = "computed"
                if node.clause is not None:
                    text = clause_text(node.clause, self.operators)
                    by = f"by {self.numbers[id(node.clause)]}: {text}"
                elif node.literal.kind == NOT:
                    by = "nothing proves it"
                lines.append(f"{'  ' * depth}{term_text(node.goal, self.operators)}  {by}")
        return lines


def _called(node: Proof) -> HornClause | None:
    """The clause by which ``call/N`` is what it calls; None of a conjunction or a variable in the place of a goal.

    Raises
    ------
    NotCertifiedError
        A call of several goals.
    """
    goal = node.literal.goal
    if not isinstance(goal, Compound) or goal.functor != "call":
        return None
    if len(node.parts) != 1 or node.parts[0].is_control:
        raise NotCertifiedError("a call of more than one goal")
    return _call_clause(indicator(node.parts[0].goal), len(goal.args))


@cache
def _call_clause(predicate: Indicator, size: int) -> HornClause:
    name, arity = predicate
    args = tuple(Var(f"A{place}") for place in range(arity))
    own = args[: arity - size + 1]
    head = Compound("call", (Compound(name, own) if own else name, *args[len(own) :]))
    return HornClause(head, (Compound(name, args) if args else name,))


def _definitions(proofs: Iterable[Proof]) -> dict[Indicator, list[HornClause]]:
    """The clauses of the predicates that proofs use, as they were searched."""
    found: dict[Indicator, list[HornClause]] = {}
    pending, seen = [*proofs], set[int]()
    while pending:
        node = pending.pop()
        if id(node.parts) not in seen:  # a table proves goals by the same parts
            pending += [*node.parts, *node.condition]
        seen.add(id(node.parts))
        if node.literal.kind == CALL:
            name = indicator(node.goal)
            found.setdefault(name, [rule.clause for rule in node.literal.target.rules])
        elif node.literal.kind == GOAL and (clause := _called(node)) is not None:
            known = found.setdefault(clause.predicate, [])
            if clause not in known:
                known.append(clause)
    return found


def plain_goal(goal: Goal) -> Goal:
    """A goal of a body with ``once/1``, ``ignore/1``, ``not/1`` and ``->`` without an else as conditions and negations."""
    match goal:
        case Compound(";", (Compound("->" | "*->" as name, (asked, then)), other)):
            condition = Compound(name, (plain_goal(asked), plain_goal(then)))
            return Compound(";", (condition, plain_goal(other)))
        case Compound("->", (asked, then)):
            return Compound(";", (Compound("->", (plain_goal(asked), plain_goal(then))), "fail"))
        case Compound("once" | "ignore" as name, (asked,)):
            condition = Compound("->", (plain_goal(asked), "true"))
            return Compound(";", (condition, "fail" if name == "once" else "true"))
        case Compound("not", (asked,)):
            return Compound("\\+", (plain_goal(asked),))
        case Compound("," | ";" | "\\+" as name, args):
            return Compound(name, tuple(map(plain_goal, args)))
    return goal


def _term(term: PrologTerm) -> Any:
    """A term as a certificate writes it: a symbol, ``{"var": NAME}``, or a list of the functor and the arguments."""
    done: list[Any] = []
    pending: list[tuple[PrologTerm, int, bool]] = [(term, 1, False)]
    while pending:
        one, level, ready = pending.pop()
        if isinstance(one, Compound):
            if level > MOST_LEVELS:
                raise NotCertifiedError(
                    f"too large (terms of more than {MOST_LEVELS} levels)", "too large"
                )
            if not one.args:
                raise NotCertifiedError(f"a term without arguments: {spelled(indicator(one))}")
            if ready:
                size = len(one.args)
                done[-size:] = [[one.functor, *done[-size:]]]
            else:
                pending.append((one, level, True))
                pending += [(arg, level + 1, False) for arg in one.args[::-1]]
        elif isinstance(one, Var):
            done.append({"var": one.name})
        elif isinstance(one, int | str) or (isinstance(one, float) and repr(one) not in UNREAD):
            done.append(one)
        else:
            raise NotCertifiedError("the checker does not know strings, infinity and -0.0")
    return done[0]


def _written(term: Any) -> Any:
    """A term of the checker as a certificate writes it."""
    if type(term) is bytes:
        return float(term)
    if type(term) is not tuple:
        return term
    if type(term[1]) is tuple:
        return [term[0], *map(_written, term[1])]
    return {"var": f"_{term[1]}"}
