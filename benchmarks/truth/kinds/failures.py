"""Clauses that are learned from failures change no answer of random programs, nor their order: here and in SWI-Prolog."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from arcwise.logic.learning.learners import Failures, ProofLearner, Rote, RuleOfProof, learn_rules
from arcwise.logic.program.clause_text import clause_text, term_text
from arcwise.logic.program.program import LogicProgram
from arcwise.logic.program.read_program import read_goal, read_program
from arcwise.logic.prover.compiled import Database
from arcwise.logic.prover.prove import prove
from arcwise.rules.errors import InputError
from arcwise.rules.term import canonical
from arcwise.search.limits import Limits
from torture.attack import Attack, Case

from ..oracles.random_prolog import SWIPL, RandomProgram, in_swi_prolog
from ..statement import FALSE, hold

PROGRAMS = 10
"""Programs of a case, for which SWI-Prolog is started once."""

MOST = 100
"""Greatest number of answers of a goal that is asked."""

LEARNERS: dict[str, ProofLearner] = {
    "failures": Failures(),
    "rote --failures": Rote(failures=True),
    "examples --failures": RuleOfProof(failures=True),
}


@dataclass(frozen=True)
class Asked:
    """A program, the goals that are learned from, those that are asked, and a learner."""

    clauses: tuple[str, ...]
    examples: tuple[str, ...]
    goals: tuple[str, ...]
    learner: str


def attack(case: Case) -> None:
    """Learn from failures of random programs, and ask each program with the rules and without."""
    hold(case, tuple(_asked(case.rng) for _ in range(PROGRAMS)), false_of, fewer, lines)


def _asked(rng: Random) -> Asked:
    program = RandomProgram(rng)
    examples = tuple(program.goals(["a", "b", "1", "W", "[b,a]"], 2))
    goals = (*program.goals(["a", "1", "V", "W", "[V|W]"], 8), *examples)
    return Asked(tuple(program.lines), examples, goals, rng.choice([*LEARNERS]))


def fewer(asked: tuple[Asked, ...]) -> Iterator[tuple[Asked, ...]]:
    """One program of several; of one, a clause, a goal or an example less."""
    if len(asked) > 1:
        yield from ((one,) for one in asked)
        return
    (whole,) = asked
    for name in ("goals", "examples", "clauses"):
        some = getattr(whole, name)
        for place in range(len(some)):
            yield (replace(whole, **{name: (*some[:place], *some[place + 1 :])}),)


def lines(asked: tuple[Asked, ...]) -> str:
    """The programs and their goals."""
    return "\n".join(
        "\n".join((*one.clauses, f"% {one.learner} from {one.examples}, asked {one.goals}"))
        for one in asked
    )


def false_of(asked: tuple[Asked, ...], case: Case) -> Iterator[tuple[str, str]]:
    """Answers that differ with the rules, or from those of SWI-Prolog."""
    programs: list[tuple[Iterable[str], Sequence[str]]] = []
    expected: list[tuple[list[str], str]] = []
    for one in asked:
        program = read_program("\n".join(one.clauses))
        plain = Database(program)
        known = {goal: answers for goal in one.goals if (answers := _answers(plain, goal))}
        sure = (goal for goal in one.examples if known.get(goal, ["error"])[-1] != "error")
        examples = [read_goal(goal, program) for goal in sure]
        library = learn_rules(program, examples, LEARNERS[one.learner], limits=Limits(nodes=3_000))
        rules = [rule.clause for rule in library if rule.fails]
        case.count("programs")
        case.count("rules", len(rules))
        taught = program.with_rules(rules)
        after, said = Database(taught), "; ".join(map(library.shown, library))
        for goal, answers in known.items():
            case.count("goals")
            found = _answers(after, goal)
            if found != answers:
                yield "ours", f"{goal}: {found} and not {answers}, with {said}"
        for version in (program, taught):
            programs.append((_texts(version), [*known]))
            expected += [(answers, f"{goal} with {said}") for goal, answers in known.items()]
    found = (one for each in in_swi_prolog(programs, case.folder / "all.pl") for one in each)
    for mine, (answers, what) in zip(found, expected, strict=True):
        if mine != answers[1:]:
            yield "SWI-Prolog", f"{what}: {mine} and not {answers[1:]}"


def _texts(program: LogicProgram) -> list[str]:
    return [clause_text(clause, program.operators) for clause in program]


def _answers(database: Database, text: str) -> list[str]:
    """A mark, the answers of a goal, and ``error`` where one ends them; empty where there are too many."""
    operators = database.program.operators
    try:
        goal = read_goal(text, database.program)
        found = prove(database, goal, answers=MOST + 1, limits=Limits(nodes=2_000))
    except InputError:
        return ["asked", "error"]
    if found.limit or len(found.answers) > MOST:
        return []
    answers = [term_text(canonical((one.goal,))[0][0], operators, 10**6) for one in found.answers]
    return ["asked", *answers, *([] if found.error is None else ["error"])]


FAILURES = Attack(
    name="failures",
    share=0.5,
    counted=("programs", "rules", "goals"),
    wrong=(FALSE,),
    attack=attack,
    asked=("programs", 100),
    missing=lambda: None if SWIPL else "SWI-Prolog is not installed",
)
