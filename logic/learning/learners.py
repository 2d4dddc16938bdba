"""Learn from examples: each is proved, its proof generalized, the rule admitted or refused with a reason."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from ...ebl.learn import train
from ...ebl.learner import Course, Learner, TrainingPaths, TrainingProblem, option
from ...ebl.learners.learner_table import LEARNERS, learner_of
from ...ebl.rule import Admission
from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.prolog.reader import read_clauses
from ...rules.record import record
from ...rules.term import (
    EMPTY_LIST,
    Compound,
    PrologTerm,
    Terms,
    Var,
    canonical,
    list_items,
    replaced,
    substitute,
    unify,
    variables,
)
from ...rules.text.words import counted
from ...search.limits import NO_LIMITS, Limits
from ...search.result import Status
from ..program.calls import called_goals, reachable
from ..program.clause_text import term_text
from ..program.program import (
    Goal,
    HornClause,
    Indicator,
    LogicProgram,
    arguments,
    conjunction,
    indicator,
    spelled,
)
from ..program.vocabulary import has_cut, properties
from ..prover.compiled import CALL, Database
from ..prover.proof import Proof
from ..prover.prove import DEPTH_FIRST, Answer, prove
from .dead_ends import dead_ends
from .failures import FAILS, clause_of, explain_failure, failed_goal
from .generalize import NotGeneralizedError, generalize, quiet_clause
from .number import recursion
from .operationality import Operationality
from .refutation import FailingTheory, NotRefutedError
from .rule_library import LearnedRule, RuleLibrary, RuleRecord
from .subsumption import subsumes

COVERED = Limits(nodes=10_000)
"""Limits on the proof that a rule covers an example."""


@record
class TaughtGoal:
    """The goal, the path or the failure of which a rule is learned.

    Parameters
    ----------
    library
        The library that it is for.
    example
        The goal.
    database
        The program in which the goal was proved, or failed.
    """

    library: RuleLibrary
    example: Goal
    database: Database

    @property
    def name(self) -> str:
        """Name of the next rule."""
        return self.library.next_name()


class ProofLearner(Learner):
    """A learner from proofs of goals of a logic program; the base of those.

    Attributes
    ----------
    proves
        Whether it looks at the proof, and not at the solved goal alone.
    replaces
        Whether its clauses stand in the place of the program's.
    """

    makes = "rules"
    from_examples = True
    builds_on = True
    proves: ClassVar[bool] = True
    replaces: ClassVar[bool] = False

    @property
    def explains_failures(self) -> bool:
        """Whether goals that fail teach rules too."""
        return bool(self.values.get("failures"))

    def told(self, program: LogicProgram) -> tuple[PrologTerm, ...] | None:
        """The goals that rules may ask, as they were told; None where the program decides."""
        asked: Iterable[str | PrologTerm] | None = self.values.get("operational")
        return None if asked is None else operational_goals(asked, program)

    def criterion(self, program: LogicProgram) -> Operationality:
        """The goals that rules may ask.

        Raises
        ------
        InputError
            An operational predicate that is not defined.
        """
        return Operationality.of(program, self.told(program))

    def library(self, domain: Any, order: Any = None, algorithm: str = DEPTH_FIRST) -> Any:
        """An empty `RuleLibrary` of a program, whose examples a strategy proves."""
        told, criterion = self.told(domain), self.criterion(domain)
        return RuleLibrary(
            domain,
            learner=self.name,
            algorithm=algorithm,
            operational=told,
            criterion=criterion,
        )

    def example(
        self, library: RuleLibrary, goal: Goal, limits: Limits = NO_LIMITS
    ) -> TrainingProblem:
        """A goal as a training problem."""
        return TrainingProblem((1, 1), (), parsed(goal, library.program), limits=limits)

    def attend(
        self,
        library: Any,
        problem: TrainingProblem,
        proving: Callable[[int], None] | None = None,
    ) -> TrainingPaths:
        """Prove the example, unless a rule covers it, and hand over the answer.

        An example that a learned rule covers teaches nothing (sequential covering, Mitchell 1997, table 11.2).
        """
        rules: RuleLibrary = library
        example, database = problem.goal, rules.database
        rule = covering(rules, example)
        if rule is not None:
            return rules.enter(RuleRecord(example, "covered", f"{rule.name} proves it", rule))
        why = _unfit(rules, example)
        if not self.explains_failures:
            why = why or _ordered(rules, example) or database.changes(example)
        if why:
            return rules.enter(RuleRecord(example, "refused", why))
        result = prove(
            database,
            example,
            rules.algorithm,
            limits=problem.limits,
            proofs=self.proves,
            report=proving,
        )
        rules.finished = result.limit != "interrupt"
        if self.explains_failures:
            yield from self.subgoals(rules, example)
            if result.status is Status.UNSOLVABLE:
                reply = yield example, result.inferences
                return rules.enter(RuleRecord.of(example, reply, result.inferences))
            why = _ordered(rules, example) or database.changes(example)
            if result.solved and why:
                return rules.enter(RuleRecord(example, "refused", why))
        if not result.solved:
            why = result.account.removeprefix("no: ")
            return rules.enter(RuleRecord(example, "no proof", why, None, result.inferences))
        reply = yield example, result.answers[0]
        return rules.enter(RuleRecord.of(example, reply, result.inferences))

    def subgoals(
        self, library: RuleLibrary, example: Goal
    ) -> Generator[tuple[Goal, int], Any, None]:
        """Goals that failed in the search for a proof of an example, each with the inferences that it took; none by default."""
        yield from ()

    def acquire(self, library: Any, shape: Any, path: Any, origin: str) -> Any:
        """The rule of an example and its answer, or the reason why there is none."""
        try:
            example, answer = path
            case = TaughtGoal(library, example, library.database)
            if isinstance(answer, int):
                return worth_testing(self.failure(case), answer)
            return self.rule(case, answer)
        except NotGeneralizedError as error:
            return str(error)

    def failure(self, case: TaughtGoal) -> LearnedRule:
        """The rule that a failed goal teaches: why it fails, generalized.

        Raises
        ------
        NotGeneralizedError
            A failure that is not explained, with the reason.
        """
        found = explain_failure(case.example, case.database, case.library.criterion)
        clause = clause_of(found.general, found.conditions, case.name)
        return LearnedRule(clause, case.example, self.name, failure=found)

    def rule(self, case: TaughtGoal, answer: Answer) -> LearnedRule:
        """The rule that an answer teaches: its proof, generalized.

        Raises
        ------
        NotGeneralizedError
            As for `generalize`, or a rule that would ask itself.
        """
        proof, database = answer.proof[0], case.database
        found = generalize(proof, database, case.library.criterion, case.name)
        if found.rule.head in found.rule.body:
            raise NotGeneralizedError("the rule would ask itself")
        steps = _steps(proof, database)
        return LearnedRule(found.rule, case.example, self.name, steps, found)


class _ByCriterion(ProofLearner):
    """A learner whose rules ask operational goals.

    Parameters
    ----------
    operational
        Predicates that may be conditions of learned rules, as NAME/ARITY with commas, or goals as patterns; by default those of
        operational(...) in the program, else those that have only facts without variables.
    """

    operational: Any = option(default=None, read=tuple, several=True)


class RuleOfProof(_ByCriterion):
    """The generalized proof as a rule in front of the clauses: what `Examples` is on a logic program.

    Parameters
    ----------
    number
        Where clauses of a proof repeat, learn a rule for any number of repetitions.
    failures
        Learn from goals that fail too: a clause that fails for all goals of their kind.
    """

    name = "examples"

    number: bool = False
    failures: bool = False

    def rule(self, case: TaughtGoal, answer: Answer) -> LearnedRule:
        """The rule of a proof, recursive where its clauses repeat."""
        proof, known, criterion = answer.proof[0], case.database, case.library.criterion
        found = recursion(proof, known, criterion, case.name) if self.number else None
        if found is None:
            return super().rule(case, answer)
        first, steps = found.first, _steps(proof, known)
        return LearnedRule(
            first.clause, case.example, self.name, steps, first.explanation, recursion=found
        )


class Rote(_ByCriterion):
    """Logic programs; the solved goal itself as a fact.

    Parameters
    ----------
    failures
        Learn from goals that fail too: a clause that fails for the goal as it stands.
    """

    proves = False

    failures: bool = False

    def failure(self, case: TaughtGoal) -> LearnedRule:
        """The failed goal."""
        found = failed_goal(case.example, case.database)
        clause = clause_of(case.example, (), case.name)
        return LearnedRule(clause, case.example, self.name, failure=found)

    def rule(self, case: TaughtGoal, answer: Answer) -> LearnedRule:
        """The solved goal."""
        goal, library = answer.goal, case.library
        criterion = library.criterion
        if variables((goal,)) and not criterion.monotone(indicator(goal)):
            raise NotGeneralizedError(
                "the solved goal has variables, and its proof tests or negates"
            )
        tests = partial(_tests, criterion)
        why = next(filter(tests, reachable(library.program, goal)), None)
        why = why or _tested_by(criterion, indicator(goal))
        if why is not None:
            shown = term_text(why.term, library.program.operators, 1200)
            raise NotGeneralizedError(
                f"a test of {shown} could fail where fewer variables are bound"
            )
        return LearnedRule(HornClause(goal, (), None, case.name), case.example, self.name)


class Failures(_ByCriterion):
    """Logic programs; goals that fail: a clause that fails at once.

    Parameters
    ----------
    dead_ends
        Number of goals that fail in the search for an example, and are learned from: those that cost most.
    """

    proves = False

    dead_ends: int = option(default=3, least=0)

    def subgoals(
        self, library: RuleLibrary, example: Goal
    ) -> Generator[tuple[Goal, int], Any, None]:
        """The dead ends of the search."""
        theory = FailingTheory(library.database, frozenset())
        for one in dead_ends(theory, example, partial(covering, library))[: self.dead_ends]:
            if one.goal == example or covering(library, one.goal):
                continue  # a rule of another dead end
            reply = yield one.goal, one.inferences
            library.records.append(RuleRecord.of(one.goal, reply, one.inferences))

    @property
    def explains_failures(self) -> bool:
        """Whether goals that fail teach rules: always."""
        return True

    def rule(self, case: TaughtGoal, answer: Answer) -> LearnedRule:
        """No rule: the goal does not fail."""
        raise NotGeneralizedError("it has a proof: there is no failure to explain")


class Lemmas(ProofLearner):
    """Logic programs; the proof generalized down to facts alone."""

    def criterion(self, program: LogicProgram) -> Operationality:
        """No goals, so that a rule has no conditions."""
        return Operationality.of(program, ())

    def rule(self, case: TaughtGoal, answer: Answer) -> LearnedRule:
        """The fact that the proof supports."""
        found = super().rule(case, answer)
        if found.clause.body:
            shown = term_text(found.clause.body[0], case.library.program.operators)
            raise NotGeneralizedError(f"no fact follows: {shown} is a condition")
        return found


class Unfold(_ByCriterion):
    """Logic programs; the clause is unfolded along the proof."""

    replaces = True

    def retain(self, library: Any, macro: Any) -> Admission:
        """Keep the clause of the proof, unfolded, in its place, unless the library says as much as the rule of the proof."""
        admission: Admission = library.admit(macro)
        if not admission.accepted:
            return admission
        try:
            rule, program = unfolded(library, macro)
        except NotGeneralizedError as error:
            return Admission(macro, False, str(error))
        library.unfolded = program
        library.put(rule)
        return replace(admission, macro=rule)


def worth_testing(rule: LearnedRule, saved: int) -> LearnedRule | str:
    """A rule that fails; the reason against one that tests more goals than it saves, such as each element of a list."""
    if rule.failure is None or rule.failure.general == rule.failure.example:
        return rule
    tests = len(rule.clause.body) - len(FAILS)
    return rule if tests <= saved else f"it would test {counted(tests, 'goal')} to save {saved:,}"


def proof_learner(
    asked: str | Learner | type[Learner], operational: Iterable[PrologTerm] | None = None
) -> ProofLearner:
    """The learner from proofs that is asked for; `Examples` learns the rule of each proof.

    Parameters
    ----------
    asked
        The learner.
    operational
        The option of a learner that has it, where it is not told there.

    Raises
    ------
    InputError
        A learner that does not learn from logic programs, or an option that it does not have there.
    """
    learner = asked if isinstance(asked, ProofLearner) else learner_of(asked)
    if learner.name == "examples" and not isinstance(learner, ProofLearner):
        own = RuleOfProof().values
        others = [name for name in learner.given if name not in own]
        if others:
            raise InputError(
                f"{others[0]} is not for rules of a logic program", remedy=f"leave out {others[0]}"
            )
        learner = RuleOfProof(**{name: learner.values[name] for name in own})
    if not isinstance(learner, ProofLearner):
        raise InputError(
            f"{learner} does not learn from logic programs",
            expected=f"one of {', '.join(proof_learners())}",
            found=learner.name,
        )
    if operational is not None and "operational" in learner.values:
        told: dict[str, Any] = {"operational": tuple(operational)}
        learner = replace(learner, **told)
    return learner


def operational_goals(
    asked: Iterable[str | PrologTerm], program: LogicProgram
) -> tuple[PrologTerm, ...]:
    """Goals as terms, those in texts parsed, with commas between several.

    Raises
    ------
    InputError
        A text that is no term.
    """
    found: list[PrologTerm] = []
    for one in asked:
        if isinstance(one, str):
            (clause,) = read_clauses(f"[{one}] .", "--operational", operators=program.operators)
            found += list_items(clause.term) or []
        else:
            found.append(one)
    return tuple(found)


def proof_learners() -> list[str]:
    """Names of the learners from proofs."""
    own = (name for name, row in LEARNERS.usable().items() if isinstance(row, ProofLearner))
    return [RuleOfProof.name, *own]


def beside(
    library: RuleLibrary, examples: Iterable[PrologTerm], limits: Limits
) -> Iterator[RuleLibrary]:
    """A library, and what every other learner learns from the same examples, in the order of their table.

    Learners that can learn from failures too do so if the library does. `Failures` is left out where it learns nothing.
    """
    asked, fails = [*examples], any(one.fails for one in library)
    for name in proof_learners():
        if name == library.learner:
            yield library
            continue
        learner = proof_learner(name, library.operational)
        if fails and "failures" in learner.values:
            learner = replace(learner, **{"failures": True})
        found: RuleLibrary = learner.library(library.program, algorithm=library.algorithm)
        for _ in taught(learner, found, asked, limits):
            pass
        if len(found) or name != Failures.name:
            yield found


def replaces_clauses(learner: str) -> bool:
    """Whether the clauses of a learner, by its name, stand in the place of the program's."""
    return learner in LEARNERS and getattr(LEARNERS[learner], "replaces", False)


@checked
def learn_rules(
    program: LogicProgram,
    examples: Iterable[PrologTerm],
    learner: str | Learner = "examples",
    *,
    operational: Iterable[PrologTerm] | None = None,
    algorithm: str = DEPTH_FIRST,
    limits: Limits = NO_LIMITS,
    report: Callable[[int, str], None] | None = None,
    proving: Callable[[int], None] | None = None,
) -> RuleLibrary:
    """Learn rules from examples of a program.

    An example that a learned rule covers teaches nothing (sequential covering, Mitchell 1997, table 11.2).

    Parameters
    ----------
    program
        The domain theory.
    examples
        Goals, in order.
    learner
        A learner from proofs, or its name in `LEARNERS`.
    operational
        The option of the learner, where it is not told there.
    algorithm, limits
        Of the search for each proof.
    report
        Called after each example with a count of 1 and the outcome.
    proving
        Called now and then with the inferences of a proof; KeyboardInterrupt from it ends learning as Ctrl-C does.

    Returns
    -------
    The rules; not finished where the user interrupted a proof, after which no other example is tried.

    Raises
    ------
    InputError
        An unknown learner, or an operational predicate that is not defined.

    Examples
    --------
    >>> from arcwise.logic.program.read_program import read_goal, read_program
    >>> program = read_program("p(X) :- q(X), r(X). q(X) :- s(X). s(a). r(a).")
    >>> found = learn_rules(program, [read_goal("p(a)", program)])
    >>> from arcwise.logic.program.clause_text import clause_text
    >>> clause_text(found.rules[0].clause, program.operators)
    'p(A) :- s(A), r(A).'
    """
    able = proof_learner(learner, operational)
    library: RuleLibrary = able.library(program, algorithm=algorithm)
    for one in taught(able, library, examples, limits, proving):
        if report is not None:
            report(1, one.outcome)
    return library


def taught(
    learner: ProofLearner,
    library: RuleLibrary,
    examples: Iterable[PrologTerm],
    limits: Limits = NO_LIMITS,
    proving: Callable[[int], None] | None = None,
) -> Iterator[RuleRecord]:
    """Learn from one example after the other, until the user interrupts a proof; arguments as for `learn_rules`.

    Yields
    ------
    The record of each example.
    """
    problems = tuple(learner.example(library, one, limits) for one in examples)
    course = Course((1, 1), ((1, 1),), examples=problems)
    attention = partial(learner.attend, proving=proving)
    with closing(train(learner, library, course, attention)) as stream:
        for _ in stream:
            yield library.records[-1]
            if not library.finished:
                break


@checked
def explain_goal(
    program: LogicProgram | Database,
    goal: PrologTerm,
    *,
    operational: Iterable[PrologTerm] | None = None,
    algorithm: str = DEPTH_FIRST,
    limits: Limits = NO_LIMITS,
) -> LearnedRule:
    """The rule that a proof of a goal, or its failure, supports, with its explanation; whether it says anything new does not count.

    Parameters
    ----------
    program, operational, algorithm, limits
        As for `learn_rules`; a `Database` may be one that SWI-Prolog has loaded.
    goal
        A goal of a predicate of the program.

    Raises
    ------
    InputError
        A goal of which neither a proof nor that there is none is found, or one that cannot be generalized, with the reason.
    """
    told = None if operational is None else tuple(operational)
    database = program if isinstance(program, Database) else Database(program)
    program = database.program
    learner = RuleOfProof(operational=told)
    goal = parsed(goal, program)
    shown = term_text(goal, program.operators, 1200)
    if indicator(goal) not in program.clauses:
        raise InputError(
            "nothing to explain", expected="a goal with clauses in the program", found=shown
        )
    if why := database.changes(goal):
        raise InputError("a proof by what changes explains nothing", found=why)
    result = prove(database, goal, algorithm, limits=limits, proofs=True)
    failed = result.status is Status.UNSOLVABLE
    if not (result.solved or failed):
        raise InputError(f"{shown} is not proved", found=result.account)
    case = TaughtGoal(learner.library(program), goal, database)
    try:
        if failed:
            return learner.failure(case).renamed("rule")
        return learner.rule(case, result.answers[0]).renamed("rule")
    except NotRefutedError as error:
        words = f"{result.account}; its failure is not explained: {error}"
        raise InputError(f"{shown} is not proved", found=words) from None
    except NotGeneralizedError as error:
        raise InputError(f"the proof of {shown} is not generalized", found=str(error)) from None


def parsed(goal: Goal, program: LogicProgram) -> Goal:
    """The goal of a nonterminal that ``phrase/2,3`` asks; any other goal as it is."""
    match goal:
        case Compound("phrase", (str() | Compound() as asked, text, *rest)) if len(rest) < 2:
            name, arity = indicator(asked)
            if indicator(goal) not in program.clauses and (name, arity + 2) in program.clauses:
                return Compound(name, (*arguments(asked), text, *(rest or [EMPTY_LIST])))
    return goal


def _unfit(library: RuleLibrary, example: Goal) -> str:
    """Why no rule is learned of an example, whatever its proof; empty where one may be."""
    predicate = indicator(example)
    if predicate not in library.program.clauses:
        if predicate == (",", 2):
            return "it is several goals: give each as an example of its own"
        return f"{spelled(predicate)} has no clauses to explain it by"
    return ""


def _ordered(library: RuleLibrary, example: Goal) -> str:
    """Why no rule of a proof may stand in front of the clauses of an example; empty where one may."""
    why = library.committed.get(indicator(example))
    if why is None:
        return ""
    shown = term_text(why, library.program.operators, 1200)
    return f"the order of its answers counts in {shown}, and a rule in front would change it"


def _tests(criterion: Operationality, clause: HornClause) -> bool:
    """Whether a clause has a cut, or tests by more than arithmetic."""
    return has_cut(clause.body) or any(
        criterion.sensitive(goal) and properties(indicator(goal)).kind != "arithmetic"
        for goal in clause.body
        if indicator(goal) not in criterion.program.clauses
    )


def _tested_by(criterion: Operationality, predicate: Indicator) -> HornClause | None:
    """A clause that tests, by more than arithmetic, the answers of a predicate or what they lead to."""
    program = criterion.program
    more, grew = {predicate}, True
    while grew:
        grew = False
        for clause in program:
            called = {
                name
                for goal in clause.body
                if not isinstance(goal, Var)
                for name, _ in called_goals(goal, program.clauses)
            }
            if called.isdisjoint(more):
                continue
            if _tests(criterion, clause):
                return clause
            if clause.predicate not in more:
                more.add(clause.predicate)
                grew = True
    return None


def _steps(proof: Proof, database: Database) -> tuple[str, ...]:
    """The clauses of a proof, each as its predicate and its number from 1."""
    numbers: dict[int, str] = {}
    for predicate, clauses in database.program.clauses.items():
        for number, clause in enumerate(clauses, start=1):
            numbers[id(clause)] = f"{spelled(predicate)}-{number}"
    return tuple(numbers[id(one)] for one in proof.steps() if id(one) in numbers)


def unfolded(library: RuleLibrary, rule: LearnedRule) -> tuple[LearnedRule, LogicProgram]:
    """A rule as unfolding along its proof makes it of the clause of the proof, and the program with it.

    Raises
    ------
    NotGeneralizedError
        Clauses whose order must stay, or a clause that unfolding leaves as it is.
    """
    assert rule.explanation is not None
    proof, current = rule.explanation.nodes[0].proof, library.database.program
    main, others, left = unfold(proof, current, library.criterion)
    clause = proof.clause
    assert clause is not None
    known = current.clauses[clause.predicate]
    if any(has_cut(one.body) for one in known):
        raise NotGeneralizedError("its clauses cut, so that their order must stay as it is")
    if len(main.body) == len(clause.body) and not others and subsumes(clause, main):
        raise NotGeneralizedError("nothing can be unfolded that is not operational")
    main, left = quiet_clause(main, library.program, left)
    main = HornClause(main.head, main.body, None, rule.name)
    place = next(at for at, one in enumerate(known) if one is clause)
    rest = [quiet_clause(one, library.program)[0] for one in others]
    changed = (main, *known[:place], *rest, *known[place + 1 :])
    made = LearnedRule(main, rule.example, rule.learner, rule.steps, rule.explanation, tuple(left))
    return made, current.with_definition(clause.predicate, changed)


def covering(library: RuleLibrary, goal: Goal) -> LearnedRule | None:
    """The first rule of a library that covers a goal; None if none does."""
    return next((one for one in library if covers(library, one, goal)), None)


def covers(library: RuleLibrary, rule: LearnedRule, goal: Goal) -> bool:
    """Whether a rule of a library proves a goal, its conditions being proved by the program; or fails for it."""
    if rule.clause.predicate != indicator(goal):
        return False
    first, *cases = rule.clauses
    known = library.program.with_rules(cases) if cases else library.criterion.database
    head, *body = replaced((first.head, *first.body), _apart(0))
    asked = [one for one in body if one != "!"]
    if rule.fails:
        asked.pop()
    goals = conjunction([Compound("=", (goal, head)), *asked])
    return prove(known, goals, limits=COVERED).solved


def unfold(
    proof: Proof, program: LogicProgram, operationality: Operationality
) -> tuple[HornClause, list[HornClause], list[Proof]]:
    """Unfold the clause of a proof along it (example-guided unfolding, Bostroem 1993).

    The first goal that is not operational is replaced by the bodies of all clauses that resolve it; that goes on with the
    clause of the proof. Answers stay what they were: each proof by the clause is a proof by one of those that come of it.

    Returns
    -------
    The clause that the proof uses in the end, all others, and the proofs of the goals of its body.
    """
    clause = proof.clause
    assert clause is not None
    # a clause that was unfolded before has names of that unfolding
    (cells,) = canonical((clause.head, *clause.body))
    nodes = list(proof.parts)
    others: list[HornClause] = []
    turn = 0
    place = 0
    while place < len(nodes):
        node, goal = nodes[place], cells[place + 1]
        place += 1
        if node.literal.kind != CALL or operationality.holds(node.goal):
            continue
        clauses = program.clauses.get(indicator(goal), ())
        if any(has_cut(one.body) for one in clauses):
            continue
        found = _resolvents(cells, place, clauses, turn, operationality)
        turn += len(clauses)
        taken = next((made for one, made in found or () if one is node.clause), None)
        if found is None or taken is None:
            continue
        others += [HornClause(one[0], one[1:]) for _, one in found if one is not taken]
        cells = taken
        place -= 1
        nodes[place : place + 1] = list(node.parts)
    return HornClause(cells[0], cells[1:]), others, nodes


def _resolvents(
    cells: Terms,
    place: int,
    clauses: Iterable[HornClause],
    turn: int,
    operationality: Operationality,
) -> list[tuple[HornClause, Terms]] | None:
    """A clause, as head and body, with one goal resolved by each clause that matches.

    None where that would bind what a test or a computation in front of the goal looks at.
    """
    looked_at = [one for one in cells[1:place] if operationality.sensitive(one)]
    made = []
    for number, one in enumerate(clauses):
        apart = replaced((one.head, *one.body), _apart(turn + number))
        found = unify(apart[:1], cells[place : place + 1])
        if found is None:
            continue
        if substitute(tuple(looked_at), found) != tuple(looked_at):
            return None
        whole = (*cells[:place], *apart[1:], *cells[place + 1 :])
        made.append((one, substitute(whole, found)))
    return made


def _apart(turn: int) -> Callable[[Var], PrologTerm]:
    return lambda one: Var(f"{one.name}'{turn}")
