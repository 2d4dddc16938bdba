"""Files of learned rules: plain clauses that SWI-Prolog consults beside the program, and facts about where they were learned.

When a file is read, each rule is learned again from its example, and refused where something else comes of it. Files of goals
hold training examples and problems beside the program's own ``example(Goal)`` and ``problem(Goal)``.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from ...ebl.example_set import json_entries
from ...rules.checked import checked
from ...rules.errors import InputError, Place, on_one_line
from ...rules.prolog.operators import OperatorTable
from ...rules.prolog.reader import Clause, read_clauses
from ...rules.prolog.steps import MODULE, ROLES, StepGoal
from ...rules.prolog.writer import write_term
from ...rules.term import Compound, PrologTerm, Var, canonical, list_items, make_list
from ...rules.text.text_file import read_text, with_examples, write_text
from ...rules.text.words import counted
from ...search.limits import NO_LIMITS, Limits
from ..program.clause_text import quiet_clause_text, term_text
from ..program.program import (
    Goal,
    HornClause,
    Indicator,
    LogicProgram,
    conjuncts,
    indicator,
    spelled,
)
from ..program.program_text import operator_lines, program_lines
from ..program.read_program import load_program, read_goal, read_program
from ..program.recognize import GOAL_FILES
from ..prover.prove import DEPTH_FIRST
from ..prover.read_moves import entries_of
from ..prover.suggested import suggested_goal
from .learners import learn_rules, replaces_clauses
from .macros import MACROS, learn_macros
from .rule_library import RuleLibrary


def is_goal_file(text: str) -> bool:
    """Whether a text names a file of goals and is no goal."""
    return Path(text).suffix.lower() in GOAL_FILES


def goals_of(
    asked: Sequence[str | Path | PrologTerm],
    program: LogicProgram,
    kind: str,
    command: str | None = None,
) -> list[Goal]:
    """Goals as texts, files and terms; if there are none, the ``example`` or ``problem`` facts of the program, by their kind.

    ``command`` is the one that asks, for the message where there are none.
    """
    goals: list[Goal] = []
    for one in asked:
        if not isinstance(one, str | Path):
            goals.append(one)
        elif is_goal_file(str(one)):
            goals += load_goals(one, program)
        else:
            goals.append(read_goal(str(one), program))
    stated = program.examples if kind == "example" else program.problems
    if not (asked or stated):
        asking = command or {"example": "learn", "problem": "compare"}[kind]
        goal = suggested_goal(program)
        raise InputError(
            f"no {kind}(Goal)",
            place=Place(program.name),
            expected=f"facts {kind}(Goal) in the program, or goals behind it; for moves arc/3, s/2 or --moves GOAL",
            found="none",
            remedy=f'arcwise {asking} {on_one_line(program.name)} "{goal}"' if goal else None,
        )
    return goals if asked else [one.goal for one in stated]


@checked
def load_goals(path: str | Path, program: LogicProgram) -> list[Goal]:
    """Read goals from a file.

    Parameters
    ----------
    path
        A JSON list of goals as texts, or of objects with ``goal``; a CSV file with a column ``goal``; or a goal a line.
        Lines that begin with ``#`` or ``%`` are comments.
    program
        The program whose predicates they call.

    Raises
    ------
    InputError
        A file that cannot be read or has no goal, text that is no goal; with its place.
    """
    text, source = read_text(path), str(path)
    read = _from_json if Path(path).suffix.lower() == ".json" else _from_lines
    found = []
    for goal, place in read(text, source):
        try:
            found.append(read_goal(goal, program))
        except InputError as error:
            raise InputError(
                error.problem,
                place=place,
                expected=error.expected,
                found=error.found,
                remedy=error.remedy,
            ) from None
    if not found:
        raise InputError("no goal", place=Place(source), expected="a goal a line", found="none")
    return found


def _from_json(text: str, source: str) -> Iterator[tuple[str, Place]]:
    for _, value, place in json_entries(text, source):
        goal: Any = value.get("goal") if isinstance(value, dict) else value
        if not isinstance(goal, str):
            raise InputError("not a goal", place=place, expected="a text", found=f"{goal!r:.80}")
        yield goal, place


def _from_lines(text: str, source: str) -> Iterator[tuple[str, Place]]:
    column: int | None = None
    first = True
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip()[0] in "#%":
            continue
        place, cells = Place(source, number), next(csv.reader(io.StringIO(line)))
        names = [one.strip().lower() for one in cells]
        if first and "goal" in names:
            column = names.index("goal") if len(names) > 1 else None
        elif column is None:
            yield cells[0] if len(cells) == 1 else line, place
        elif len(cells) <= column:
            raise InputError("too few columns", place=place, expected="a goal", found=line[:80])
        else:
            yield cells[column], place
        first = False


FACTS = {"program": 1, "learner": 1, "algorithm": 1, "operational": 1, "moves": 1, "learned": 3}
"""Facts of a rule file, in the module of arcwise's facts, and their numbers of arguments."""


def rules_text(library: RuleLibrary, path: str | Path) -> str:
    """Text of a file of rules.

    Parameters
    ----------
    library
        The rules.
    path
        Where the file will be; it names the program as seen from there.
    """
    program = library.program
    operators = program.operators
    named = _seen_from(path, program.name)
    whole = replaces_clauses(library.learner)
    predicates = list(dict.fromkeys(rule.clause.predicate for rule in library))
    shown = ", ".join(map(spelled, predicates))
    use = f"swipl {Path(path).name}"
    if not whole:
        use += f" {_found_from(path, program.name)}"
    lines = [
        f"% {counted(len(library), 'rule')} learned from {named} ({library.learner}); with SWI-Prolog: {use}",
        *operator_lines(operators),
    ]
    if whole:
        lines += ["", "% The program, with the clauses that the rules specialize unfolded."]
        lines += program_lines(library.learned_program, program)
    else:
        if shown:
            lines += [f":- multifile {shown}.", f":- discontiguous {shown}."]
        lines += ["", *(quiet_clause_text(rule.clause, operators) for rule in library)]
    facts: list[PrologTerm] = [
        Compound("program", (named,)),
        Compound("learner", (library.learner,)),
    ]
    if library.algorithm != DEPTH_FIRST:
        facts.append(Compound("algorithm", (library.algorithm,)))
    if library.operational is not None:
        facts.append(Compound("operational", (make_list(library.operational),)))
    if library.step is not None:
        facts.append(Compound("moves", (library.step.in_words,)))
    facts += [
        Compound("learned", (rule.name, rule.example, make_list(rule.steps))) for rule in library
    ]
    lines += ["", "% Where each rule was learned: its example, and the clauses of the proof."]
    ours = ", ".join(f"{MODULE}:{name}/{size}" for name, size in FACTS.items())
    lines.append(f":- multifile {ours}.")
    lines += [f"{MODULE}:{quiet_clause_text(HornClause(fact), operators)}" for fact in facts]
    return "\n".join(lines) + "\n"


@checked
def save_rules(library: RuleLibrary, path: str | Path) -> None:
    """Write rules to a file; see `rules_text`.

    Raises
    ------
    InputError
        A place that cannot be written to.
    """
    write_text(path, rules_text(library, path))


def rules_elsewhere(text: str, program: str | Path, path: str | Path) -> str:
    """Text of a file of rules that is copied: it names its program as seen from the copy.

    Parameters
    ----------
    text
        The file; any other text stays as it is.
    program
        The program, as seen from the current folder.
    path
        Where the copy will be.
    """
    named = re.search(rf"^{MODULE}:program\((.*)\)\.$", text, re.MULTILINE)
    if named is None or not with_examples(Path(program)).exists():
        return text
    known = named[1][1:-1] if named[1][0] == "'" else named[1]
    there = _seen_from(path, program)
    fact = quiet_clause_text(HornClause(Compound("program", (there,))), OperatorTable.default())
    first, *rest = text.replace(named[0], f"{MODULE}:{fact}").split("\n")
    first = first.replace(f" learned from {known}", f" learned from {there}")
    found = _found_from(path, program)
    first = re.sub(r"(: swipl \S+ ).+", lambda call: call[1] + found, first)
    return "\n".join([first, *rest])


def _seen_from(path: str | Path, program: str | Path) -> str:
    """Name of a program as seen from a file; an example that came with arcwise has the same name everywhere."""
    if with_examples(Path(program)) != Path(program):
        return str(program)
    return _found_from(path, program)


def _found_from(path: str | Path, program: str | Path) -> str:
    """Path of a program as seen from a file, also of an example that came with arcwise."""
    return os.path.relpath(with_examples(Path(program)), Path(path).resolve().parent)


@checked
def beside_program(library: RuleLibrary) -> tuple[str, str]:
    """Name and text of the file of rules that would stand beside their program."""
    path = Path(library.program.name).resolve().with_name("macros.pl")
    return path.name, rules_text(library, path)


def load_rules(
    path: str | Path,
    program: str | Path | LogicProgram | None = None,
    *,
    text: str | None = None,
    limits: Limits = NO_LIMITS,
) -> RuleLibrary:
    """Read a file of rules, and learn each again.

    Parameters
    ----------
    path
        The file.
    program
        The domain theory; by default the one that the file names.
    text
        Its text where it is known.
    limits
        On the search for each proof.

    Raises
    ------
    InputError
        A file that is none, or a rule that does not come of its example.
    """
    text, source = read_text(path) if text is None else text, str(path)
    facts, written = _facts_and_clauses(text, source)
    if len(facts["learner"]) != 1 or len(facts["program"]) != 1:
        raise InputError(
            "not a file of learned rules",
            place=Place(source),
            expected=f"the facts {MODULE}:program(File) and {MODULE}:learner(Name)",
            found="none",
        )
    learner = str(facts["learner"][0][0].args[0])
    if not isinstance(program, LogicProgram):
        named = str(facts["program"][0][0].args[0])
        file = _program_beside(path, named) if program is None else program
        if program is None and not with_examples(Path(file)).exists():
            raise InputError(
                "the program of these rules is not there",
                place=facts["program"][0][1],
                expected=on_one_line(str(file)),
                found="no such file",
                remedy=f"the program at that place, or its own place in {MODULE}:program(File)",
            )
        program = _load_moves(file, facts["moves"]) if learner == MACROS else load_program(file)
    told = facts["operational"][0][0].args[0] if facts["operational"] else None
    operational = None if told is None else list_items(told)
    examples = [fact.args[1] for fact, _ in facts["learned"]]
    if learner == MACROS:
        step = _step(facts["moves"], program, source)
        library = learn_macros(program, step, examples, operational=operational)
    else:
        library = learn_rules(
            program,
            examples,
            learner,
            operational=operational,
            algorithm=str(facts["algorithm"][0][0].args[0]) if facts["algorithm"] else DEPTH_FIRST,
            limits=limits,
        )
    if not library.finished:
        raise KeyboardInterrupt
    for record, (_, place) in zip(library.records, facts["learned"], strict=True):
        if record.outcome != "new":
            raise InputError(
                "these rules were not learned from this program",
                place=place,
                expected=f"an example of {on_one_line(program.name)} that teaches a rule",
                found=f"{term_text(record.example, program.operators)}: {record.reason}",
                remedy="arcwise learn, which writes the file anew",
            )
    if not replaces_clauses(learner) and len(written) != len(examples):
        raise InputError(
            "the rules are not those that the facts tell of",
            place=Place(source),
            expected=f"{counted(len(examples), 'rule')}",
            found=str(len(written)),
        )
    made = (
        [rule.clause for rule in library]
        if not replaces_clauses(learner)
        else [*library.learned_program]
    )
    for number, one in enumerate(written):
        if number >= len(made) or _cells(made[number]) != _cells(one):
            raise InputError(
                "these rules were not learned from this program"
                if number >= len(made)
                else "this rule does not come of its example",
                place=one.place,
                expected=quiet_clause_text(made[number], program.operators)
                if number < len(made)
                else f"rules of {on_one_line(program.name)}",
                found=quiet_clause_text(one, program.operators)[:200],
                remedy="arcwise learn, which writes the file anew",
            )
    names = [str(fact.args[0]) for fact, _ in facts["learned"]]
    renamed = [
        replace(rule, clause=replace(rule.clause, label=name))
        for rule, name in zip(library, names, strict=True)
    ]
    return replace(library, rules=tuple(renamed))


def program_with_rules(
    program: LogicProgram, text: str, source: str, chosen: Collection[str] | None = None
) -> LogicProgram:
    """A program with the rules of a file as they stand there: those of a file that was not checked may say anything.

    Parameters
    ----------
    program
        The domain theory.
    text, source
        What `rules_text` wrote, and its name.
    chosen
        Names of the rules that are taken; None for all.
    """
    facts, written = _facts_and_clauses(text, source)
    if replaces_clauses(str(facts["learner"][0][0].args[0])):
        clauses: dict[Indicator, list[HornClause]] = {}
        for clause in written:
            clauses.setdefault(clause.predicate, []).append(clause)
        whole = {name: tuple(some) for name, some in clauses.items()}
        return replace(program, clauses={**program.clauses, **whole})
    names = [str(fact.args[0]) for fact, _ in facts["learned"]]
    return program.with_rules(
        replace(clause, label=name)
        for clause, name in zip(written, names, strict=True)
        if chosen is None or name in chosen
    )


RuleFacts: TypeAlias = dict[str, list[tuple[Compound, Place]]]
"""Facts of a rule file by their names, each with its place."""


def _facts_and_clauses(text: str, source: str) -> tuple[RuleFacts, list[HornClause]]:
    """Facts of arcwise in the text of a rule file, and its clauses."""
    facts: RuleFacts = {name: [] for name in FACTS}
    clauses: list[HornClause] = []
    for clause in read_clauses(text, source):
        term, fact = clause.term, own_fact(clause)
        if fact is not None:
            facts[fact.functor].append((fact, clause.place))
        elif not (isinstance(term, Compound) and (term.functor, len(term.args)) == (":-", 1)):
            clauses.append(HornClause(*_head_and_body(term), clause.place))
    return facts, clauses


def _program_beside(path: str | Path, named: str) -> Path:
    """The program that a file of rules names: seen from the file, or an example that came with arcwise."""
    beside = Path(path).parent / named
    came = with_examples(Path(named)) != Path(named)
    return Path(named) if came and not beside.exists() else beside


def _load_moves(file: str | Path, told: list[tuple[Compound, Place]]) -> LogicProgram:
    """The program that makes moves: what its moves call, whatever else the file has."""
    asked = [indicator(fact.args[0]) for fact, _ in told]
    return read_program(
        read_text(file),
        str(file),
        entries=lambda _: [one for each in asked for one in entries_of(each)],
    )


def _step(told: list[tuple[Compound, Place]], program: LogicProgram, source: str) -> StepGoal:
    """The goal of a move that a file of macro-operators tells."""
    if len(told) != 1:
        raise InputError(
            "not a file of macro-operators",
            place=Place(source),
            expected=f"the fact {MODULE}:moves(Goal)",
            found="none" if not told else f"{len(told)} of them",
        )
    fact, place = told[0]
    goal = fact.args[0]
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


def own_fact(clause: Clause) -> Compound | None:
    """A fact of arcwise's module, if a clause is one."""
    match clause.term:
        case Compound(":", (str(module), Compound(name, args) as fact)):
            return fact if module == MODULE and FACTS.get(name) == len(args) else None
    return None
