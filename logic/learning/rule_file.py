"""Files of learned rules: plain clauses that SWI-Prolog consults beside the program, and facts about where they were learned.

When a file is read, each rule is learned again from its example. A rule that this does not give is refused.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from ...ebl.files.notation import Notation, RuleEntry, Wanted, declared, facts
from ...ebl.learn import study
from ...rules.errors import InputError, Place, on_one_line
from ...rules.prolog.operators import OperatorTable
from ...rules.prolog.reader import Clause, read_clauses
from ...rules.prolog.steps import MODULE, ROLES, StepGoal
from ...rules.prolog.writer import write_term
from ...rules.source import EVERYWHERE
from ...rules.term import Compound, PrologTerm, Var, argument_of, canonical, list_items, make_list
from ...rules.text.text_file import read_text, with_examples
from ...rules.text.words import counted
from ...search.limits import NO_LIMITS, Limits
from ..program.clause_text import quiet_clause_text, term_text
from ..program.program import (
    HornClause,
    Indicator,
    LogicProgram,
    conjuncts,
    indicator,
    spelled,
)
from ..program.program_text import operator_lines, program_lines
from ..program.read_program import load_program, read_program
from ..prover.prove import DEPTH_FIRST
from ..prover.read_moves import entries_of
from .learners import ProofLearner, RuleOfProof, proof_learner, replaces_clauses
from .macros import MACROS, MovePaths
from .rule_library import LearnedRule, RuleLibrary, check_use

FACTS = {
    "macro_domain": 1,
    "macro_learner": 1,
    "macro_algorithm": 1,
    "macro_operational": 1,
    "macro_moves": 1,
    "macro_number": 2,
    "macro_steps": 2,
    "macro_example": 3,
}
"""Facts of a file of rules, in the module of arcwise's facts, and their numbers of arguments."""

AGAIN = "arcwise learn, which writes the file anew"
"""Remedy where a file and its program do not go together."""


class OfProgram(Notation[LearnedRule]):
    """Rules of a program: clauses beside the program's own, each learned again from its example.

    Parameters
    ----------
    library
        The rules to write, or to read into.
    written
        Of what is read the clauses of the file.
    learner
        Learns from an example into the library.
    limits
        On the proof of each example.
    """

    library: RuleLibrary
    home = LogicProgram

    def __init__(
        self,
        library: RuleLibrary,
        written: Sequence[HornClause] = (),
        learner: ProofLearner | MovePaths | None = None,
        limits: Limits = NO_LIMITS,
    ) -> None:
        super().__init__(library)
        self.clauses, self._learner, self._limits = written, learner, limits

    @classmethod
    def elsewhere(cls, text: str, home: str | Path, path: str | Path) -> str:
        """Text of a file of rules that is copied: it names its program as seen from the copy."""
        named = re.search(rf"^{MODULE}:macro_domain\(program\((.*)\)\)\.$", text, re.MULTILINE)
        if named is None or not with_examples(Path(home)).exists():
            return text
        known = named[1][1:-1] if named[1][0] == "'" else named[1]
        there = _seen_from(path, home)
        domain = Compound("macro_domain", (Compound("program", (there,)),))
        fact = quiet_clause_text(HornClause(domain), OperatorTable.default())
        first, *rest = text.replace(named[0], f"{MODULE}:{fact}").split("\n")
        first = first.replace(f" learned from {known}", f" learned from {there}")
        found = _found_from(path, home)
        first = re.sub(r"(: swipl \S+ ).+", lambda call: call[1] + found, first)
        return "\n".join([first, *rest])

    def written(self, path: Path | None) -> Iterator[str]:
        library, program = self.library, self.library.program
        path = path or beside(program)
        operators, named = program.operators, _seen_from(path, program.name)
        whole = replaces_clauses(library.learner)
        use = f"swipl {path.name}" + ("" if whole else f" {_found_from(path, program.name)}")
        yield f"% {counted(len(library), 'rule')} learned from {named} ({library.learner}); with SWI-Prolog: {use}"
        yield from operator_lines(operators)
        if whole:
            yield "\n% The program, with the clauses that the rules specialize unfolded."
            yield from program_lines(library.learned_program, program)
        else:
            predicates = dict.fromkeys(rule.clause.predicate for rule in library)
            if predicates:
                yield from declared({}, *map(spelled, predicates))
            yield ""
            clauses = (one for rule in library for one in rule.clauses)
            yield from (quiet_clause_text(one, operators) for one in clauses)
        yield "\n% Where each rule was learned: its example, and the clauses of the proof."
        repeat = any(rule.recursion is not None for rule in library)
        used = (one for one in FACTS.items() if repeat or one[0] != "macro_number")
        ours = ", ".join(f"{MODULE}:{name}/{size}" for name, size in used)
        yield f":- multifile {ours}."
        for fact in self._facts(named):
            yield f"{MODULE}:{quiet_clause_text(HornClause(fact), operators)}"

    def _facts(self, named: str) -> Iterator[Compound]:
        library = self.library
        yield Compound("macro_domain", (Compound("program", (named,)),))
        yield Compound("macro_learner", (library.learner,))
        if library.algorithm != DEPTH_FIRST:
            yield Compound("macro_algorithm", (library.algorithm,))
        if library.operational is not None:
            yield Compound("macro_operational", (make_list(library.operational),))
        if library.step is not None:
            yield Compound("macro_moves", (library.step.in_words,))
        for rule in library:
            if rule.recursion is not None:
                yield Compound("macro_number", (rule.name, len(rule.clauses)))
        for rule in library:
            yield Compound("macro_steps", (rule.name, make_list(rule.steps)))
        for rule in library:
            holds = "fail" if rule.fails else "true"
            yield Compound("macro_example", (rule.name, rule.example, holds))

    @classmethod
    def of_file(cls, clauses: Sequence[Clause], named: Clause, asked: Wanted) -> OfProgram:
        learner = _learner(clauses, asked.place)
        moves = facts(clauses, "macro_moves/1")
        program: LogicProgram = asked.home or _program(
            named, asked.path, moves if learner == MACROS else None
        )
        told = facts(clauses, "macro_operational/1")
        listed = list_items(told[0][1][0]) if told else None
        operational = None if listed is None else tuple(listed)
        written = [_clause_of(one) for one in clauses if not _is_ours(one)]
        if learner == MACROS:
            paths = MovePaths(operational=operational)
            step = _step(moves, program, asked.place)
            return cls(paths.library(program, step=step), written, paths)
        found = facts(clauses, "macro_algorithm/1")
        algorithm = str(found[0][1][0]) if found else DEPTH_FIRST
        limits = asked.options.get("limits", NO_LIMITS)
        repeats = bool(facts(clauses, "macro_number/2"))
        fails = any(one[2] == "fail" for _, one in facts(clauses, "macro_example/3"))
        proofs = proof_learner(RuleOfProof(number=True) if repeats else learner, operational)
        own = {"failures": fails, "dead_ends": 0}.items()
        again = {name: value for name, value in own if name in proofs.values}
        proofs = replace(proofs, **again)
        return cls(proofs.library(program, algorithm=algorithm), written, proofs, limits)

    @classmethod
    def refusal(cls, place: Place) -> InputError:
        return InputError(
            "not a macro file",
            place=place,
            expected="macros of a domain",
            found="rules of a logic program",
            remedy="the program that they were learned from: PROGRAM.pl, a start and a goal",
        )

    def entries(self, clauses: Sequence[Clause]) -> list[RuleEntry]:
        found = [
            RuleEntry(clause, str(name), (example,))
            for clause, (name, example, _) in facts(clauses, "macro_example/3")
        ]
        expected = sum(_sizes(clauses, [one.name for one in found]))
        if self._in_front and len(self.clauses) != expected:
            raise InputError(
                "the rules are not those that the facts tell of",
                place=Place(clauses[0].place.source),
                expected=f"{counted(expected, 'rule')}",
                found=str(len(self.clauses)),
            )
        return found

    @property
    def _in_front(self) -> bool:
        return not replaces_clauses(self.library.learner)

    def take(self, entry: RuleEntry) -> None:
        library = self.library
        place, program = sum(len(one.clauses) for one in library), library.program
        learner = self._learner
        assert learner is not None
        study(learner, library, learner.example(library, entry.rule[0], self._limits))
        record = library.records[-1]
        if not library.finished:
            raise KeyboardInterrupt
        if record.outcome != "new":
            raise InputError(
                "these rules were not learned from this program",
                place=entry.clause.place,
                expected=f"an example of {on_one_line(program.name)} that teaches a rule",
                found=f"{term_text(record.example, program.operators)}: {record.reason}",
                remedy=AGAIN,
            )
        if self._in_front:
            rule = library.rules[-1].renamed(entry.name)
            for number, clause in enumerate(rule.clauses, start=place):
                self._compare(self.clauses[number], clause)

    def finish(self, clauses: Sequence[Clause]) -> None:
        library = self.library
        if not self._in_front:
            made = [*library.learned_program]
            for number, one in enumerate(self.clauses):
                self._compare(one, made[number] if number < len(made) else None)
        names = [str(name) for _, (name, *_) in facts(clauses, "macro_example/3")]
        library.keep([rule.renamed(name) for rule, name in zip(library, names, strict=True)])

    def _compare(self, written: HornClause, made: HornClause | None) -> None:
        """Refuse a clause of the file that is not the one that was learned again."""
        if made is not None and _cells(made) == _cells(written):
            return
        program = self.library.program
        raise InputError(
            "these rules were not learned from this program"
            if made is None
            else "this rule does not come of its example",
            place=written.place,
            expected=f"rules of {on_one_line(program.name)}"
            if made is None
            else quiet_clause_text(made, program.operators),
            found=quiet_clause_text(written, program.operators)[:200],
            remedy=AGAIN,
        )


def _learner(clauses: Iterable[Clause], place: Place) -> str:
    found = facts(clauses, "macro_learner/1")
    if len(found) != 1:
        raise InputError(
            "not a file of learned rules",
            place=place,
            expected=f"the fact {MODULE}:macro_learner(Name)",
            found="none" if not found else f"{len(found)} of them",
        )
    return str(found[0][1][0])


def _seen_from(path: str | Path, program: str | Path) -> str:
    """Name of a program as seen from a file; an example that came with arcwise has the same name everywhere."""
    if with_examples(Path(program)) != Path(program):
        return str(program)
    return _found_from(path, program)


def _found_from(path: str | Path, program: str | Path) -> str:
    """Path of a program as seen from a file, also of an example that came with arcwise."""
    return os.path.relpath(with_examples(Path(program)), Path(path).resolve().parent)


def beside(program: LogicProgram) -> Path:
    """Where the file of rules of a program would stand beside it."""
    return Path(program.name).resolve().with_name("macros.pl")


def program_with_rules(
    program: LogicProgram,
    text: str,
    source: str,
    chosen: Collection[str] | None = None,
    use: str = EVERYWHERE,
) -> LogicProgram:
    """A program with the rules of a file as they stand there: those of a file that was not checked may say anything.

    Parameters
    ----------
    program
        The domain theory.
    text, source
        What `Library.text` wrote, and its name.
    chosen
        Names of the rules that are taken; None for all.
    use
        Where they are used, as for `LogicProgram.with_rules`.

    Raises
    ------
    InputError
        Clauses in the place of others, which every goal uses, for use at the root.
    """
    clauses = list(read_clauses(text, source))
    written = [_clause_of(one) for one in clauses if not _is_ours(one)]
    if replaces_clauses(_learner(clauses, Place(source))):
        check_use(use, replaces=True)
        whole: dict[Indicator, list[HornClause]] = {}
        for clause in written:
            whole.setdefault(clause.predicate, []).append(clause)
        named = {name: tuple(some) for name, some in whole.items()}
        return replace(program, clauses={**program.clauses, **named})
    names = [str(name) for _, (name, *_) in facts(clauses, "macro_example/3")]
    rules = iter(written)
    taken: list[HornClause] = []
    for name, size in zip(names, _sizes(clauses, names), strict=True):
        first, *others = islice(rules, size)
        if chosen is None or name in chosen:
            taken += [replace(first, label=name), *others]
    return program.with_rules(taken, use)


def _sizes(clauses: Sequence[Clause], names: Iterable[str]) -> list[int]:
    """Number of clauses of each rule of a file, by its name."""
    told = {str(name): int(str(size)) for _, (name, size) in facts(clauses, "macro_number/2")}
    return [told.get(name, 1) for name in names]


def _is_ours(clause: Clause) -> bool:
    """Whether a clause is a directive, or a fact about the rules."""
    match clause.term:
        case Compound(":", (str(module), _)):
            return module == MODULE
        case Compound(":-", (_,)):
            return True
    return False


def _clause_of(clause: Clause) -> HornClause:
    return HornClause(*_head_and_body(clause.term), clause.place)


def _program(
    named: Clause, path: Path, moves: list[tuple[Clause, tuple[PrologTerm, ...]]] | None
) -> LogicProgram:
    """The program that a file of rules names.

    Of macro-operators it is what their ``moves`` call, whatever else the file has.
    """
    ((_, (domain,)),) = facts([named], "macro_domain/1")
    file = _program_beside(path, str(argument_of(domain, "program")))
    if not with_examples(file).exists():
        raise InputError(
            "the program of these rules is not there",
            place=named.place,
            expected=on_one_line(str(file)),
            found="no such file",
            remedy=f"the program at that place, or its own place in {MODULE}:macro_domain(program(File))",
        )
    if moves is None:
        return load_program(file)
    asked = [indicator(goal) for _, (goal,) in moves]
    return read_program(
        read_text(file),
        str(file),
        entries=lambda _: [one for each in asked for one in entries_of(each)],
    )


def _program_beside(path: str | Path, named: str) -> Path:
    """The program that a file of rules names: seen from the file, or an example that came with arcwise."""
    beside = Path(path).parent / named
    came = with_examples(Path(named)) != Path(named)
    return Path(named) if came and not beside.exists() else beside


def _step(
    told: list[tuple[Clause, tuple[PrologTerm, ...]]], program: LogicProgram, file: Place
) -> StepGoal:
    """The goal of a move that a file of macro-operators tells."""
    if len(told) != 1:
        raise InputError(
            "not a file of macro-operators",
            place=file,
            expected=f"the fact {MODULE}:macro_moves(Goal)",
            found="none" if not told else f"{len(told)} of them",
        )
    clause, (goal,) = told[0]
    place = clause.place
    args = goal.args if isinstance(goal, Compound) else ()
    words = [role.lower() for role in ROLES]
    places = {name: args.index(name) for name in words if name in args}
    if not isinstance(goal, Compound) or not {"before", "after"} <= places.keys():
        raise InputError(
            "not a goal of moves",
            place=place,
            expected="a goal such as move(before,label,after)",
            found=write_term(goal),
        )
    predicate = (goal.functor, len(args))
    if predicate not in program.clauses:
        raise InputError(
            f"{spelled(predicate)} has no clauses", place=place, expected=program.name, found="none"
        )
    given = [(at, one) for at, one in enumerate(args) if at not in places.values()]
    return StepGoal(
        predicate,
        places["before"],
        places["after"],
        places.get("label"),
        told=True,
        cost=places.get("cost"),
        fixed=tuple((at, one) for at, one in given if not isinstance(one, Var)),
    )


def _cells(clause: HornClause) -> tuple[PrologTerm, ...]:
    return canonical((clause.head, *clause.body))[0]


def _head_and_body(term: PrologTerm) -> tuple[PrologTerm, tuple[PrologTerm, ...]]:
    if isinstance(term, Compound) and term.functor == ":-" and len(term.args) == 2:
        return term.args[0], conjuncts(term.args[1])
    return term, ()
