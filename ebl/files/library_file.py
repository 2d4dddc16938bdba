"""Macro libraries as Prolog files: rules that SWI-Prolog consults beside the original program, provenance as facts.

The nth ``arc/3`` clause of the file is the macro that ``macro(N, Name)`` names; ``macro_step(Name, N, Move, Before,
After, Cost)`` are its steps, ``macro_example(Name, Start, Goal)`` the training example and ``macro_origin(Name, Place)``
where it stood. The facts about the board are those of a theory file, but in the module ``arcwise``, where they do not
mix with the program's own. For a program whose moves are arc/2, s/3 or s/2, every macro is a clause of that too.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from ...rules.arc import Arc
from ...rules.domains.table import read_built_in
from ...rules.errors import ArcwiseError, InputError, Place
from ...rules.prolog.reader import Clause, read_clauses
from ...rules.prolog.states import pattern_of_term, state_of_term
from ...rules.prolog.steps import MODULE, STEPS
from ...rules.prolog.term import Compound
from ...rules.prolog.theory_file import Facts, board_facts, read_facts
from ...rules.prolog.writer import arc_clause, pattern_text, step_clause, write_atom, write_term
from ...rules.term import Pattern, State, canonical
from ...rules.text_file import read_text, write_text
from ...rules.theory import Theory
from ..explanation import explain
from ..generalize import generalize
from ..library import MacroLibrary
from ..macro import Macro

PROVENANCE = {
    "macro": 2,
    "macro_step": 6,
    "macro_example": 3,
    "macro_origin": 2,
}
"""The facts about macros, with how many arguments each has."""


def library_text(library: MacroLibrary) -> str:
    """A library as the text of a Prolog file."""
    theory = library.theory
    names = ", ".join(f"{name}/{size}" for name, size in PROVENANCE.items())
    moves = ", ".join(dict.fromkeys((STEPS[0], theory.predicate)))
    lines = [
        f"% {len(library)} macro-operator{'s' if len(library) != 1 else ''} for {write_atom(theory.name)}, learned by arcwise.",
        "% Consult this file before the program, and the macros are tried first; after it, last. If the program is a",
        "% module, put them into that: module:consult('this file').",
        f":- multifile {moves}, {names}.",
        f":- discontiguous {moves}, {names}.",
        *board_facts(theory, MODULE),
    ]
    for number, macro in enumerate(library, start=1):
        name = write_term(macro.name)
        before, after = canonical(macro.before, macro.after)
        lines += [
            "",
            f"macro({number}, {name}).",
            arc_clause(before, after, macro.cost, theory.functor),
            *_own_clause(before, after, macro.cost, theory),
        ]
        for place, step in enumerate(macro.steps, start=1):
            was, becomes = canonical(step.before, step.after)
            cells = f"{pattern_text(was, theory.functor)}, {pattern_text(becomes, theory.functor)}"
            lines.append(
                f"macro_step({name}, {place}, {write_term(step.name)}, {cells}, {step.cost})."
            )
        if macro.explanation is not None:
            pair = (macro.explanation.start, macro.explanation.goal)
            cells = ", ".join(pattern_text(state, theory.functor) for state in pair)
            lines.append(f"macro_example({name}, {cells}).")
        if macro.origin:
            lines.append(f"macro_origin({name}, {write_term(macro.origin)}).")
    return "\n".join(lines) + "\n"


def _own_clause(before: Pattern, after: Pattern, cost: float, theory: Theory) -> list[str]:
    """The macro as a clause of the program's own predicate, where that is not arc/3."""
    if theory.predicate == STEPS[0]:
        return []
    name, size = theory.predicate.split("/")
    return [step_clause(name, before, after, cost if size == "3" else None, theory.functor)]


def save_library(library: MacroLibrary, path: str | Path) -> None:
    """Write a library to a file.

    Raises
    ------
    InputError
        A place that cannot be written to.
    """
    write_text(path, library_text(library))


def holds_macros(path: str | Path) -> bool:
    """Whether a Prolog file is a macro library rather than a theory.

    Raises
    ------
    InputError
        A file that cannot be read, or a syntax error before the first fact about a macro.
    """
    return any(
        _is_fact(clause, "macro", 2) or _is_fact(clause, "macro_step", 6)
        for clause in read_clauses(read_text(path), str(path))
    )


def _is_fact(clause: Clause, name: str, size: int) -> bool:
    term = clause.term
    return isinstance(term, Compound) and term.functor == name and len(term.args) == size


def load_library(path: str | Path, theory: Theory | None = None) -> MacroLibrary:
    """Read a library back.

    Every macro is checked: its steps must be primitive arcs of the theory, its rule must be what they compose to, and
    its training example must be a path that they make.

    Parameters
    ----------
    path
        A file that `save_library` wrote.
    theory
        The theory that the macros are for. Without it, the built-in one that the file names, or one made of the steps.

    Raises
    ------
    InputError
        A file that is not a macro library, or a macro that fails a check; with its place.
    """
    source = str(path)
    clauses = list(read_clauses(read_text(path), source))
    facts = read_facts(clauses, source)
    entries = _entries(clauses, source)
    if not facts.size and facts.shape is None:
        raise InputError(
            "not a macro library",
            place=Place(source),
            expected="a file that arcwise learn wrote",
            found="no arc/3 and no shape/2",
        )
    if theory is None:
        theory = _own_theory(facts, entries)
    elif facts.shape not in (None, theory.shape):
        raise InputError(
            "these macros are for another board",
            place=Place(source),
            expected=f"macros for {theory.name}",
            found=f"macros for {facts.name or facts.shape}",
        )
    library = MacroLibrary(theory)
    known = {arc.canonical: arc for arc in theory.primitives}
    if len(entries) != len(facts.arcs):
        raise InputError(
            "not a macro library",
            place=Place(source),
            expected="one fact macro(Number, Name) for every arc/3 clause",
            found=f"{len(entries)} of them, {len(facts.arcs)} clauses of arc/3",
        )
    for number in sorted(entries):
        entry = entries[number]
        if not 1 <= number <= len(facts.arcs):
            raise InputError(f"there is no arc number {number}", place=entry.place)
        macro = entry.macro(facts.arcs[number - 1], known, theory)
        admission = library.add(macro)
        if not admission.accepted:
            raise InputError(f"macro {macro.name} {admission.reason}", place=entry.place)
    return library


class _Entry:
    """What a file says about one macro."""

    def __init__(self, name: str, place: Place) -> None:
        self.name = name
        self.place = place
        self.steps: dict[int, Arc] = {}
        self.example: tuple[State, State] | None = None
        self.origin = ""

    def macro(self, rule: Arc, known: dict[Any, Arc], theory: Theory) -> Macro:
        """The macro, checked against the theory's arcs."""
        if sorted(self.steps) != list(range(1, len(self.steps) + 1)) or not self.steps:
            raise self.error("its steps are missing or not numbered 1, 2, 3...")
        steps = []
        for number in sorted(self.steps):
            step = known.get(self.steps[number].canonical)
            if step is None:
                raise self.error(f"step {number} is not an arc of {theory.name}")
            steps.append(step)
        patterns = (rule.before, *(self.example or ()))
        if any(len(cells) != theory.size for cells in patterns):
            raise self.error(f"its rule or its example does not have {theory.size} cells")
        try:
            start = self.example[0] if self.example else _instance(rule.before, theory)
            explanation = explain(start, steps, theory)
            macro = generalize(explanation, self.name, self.origin)
        except ArcwiseError as error:
            raise self.error(str(error)) from None
        if macro.canonical != rule.canonical:
            raise self.error("its rule is not what its steps compose to")
        if self.example is None:
            return replace(macro, explanation=None)
        if explanation.goal != self.example[1]:
            raise self.error("its steps do not lead from its example's start to its goal")
        return macro

    def error(self, problem: str) -> InputError:
        return InputError(f"macro {self.name}: {problem}", place=self.place)


def _instance(pattern: Pattern, theory: Theory) -> State:
    """Any state that a pattern matches; its symbols need not be the theory's."""
    return tuple(
        f"symbol {term!r}" if not isinstance(term, int | str) else term for term in pattern
    )


def _entries(clauses: list[Clause], source: str) -> dict[int, _Entry]:
    entries: dict[int, _Entry] = {}
    by_name: dict[str, _Entry] = {}
    rest: list[tuple[Clause, Compound]] = []
    for clause in clauses:
        for name, size in PROVENANCE.items():
            if not _is_fact(clause, name, size):
                continue
            term = clause.term
            assert isinstance(term, Compound)
            if name != "macro":
                rest.append((clause, term))
                continue
            number, label = term.args
            if not isinstance(number, int) or not isinstance(label, str):
                raise InputError(
                    "bad fact",
                    place=clause.place,
                    expected="macro(Number, Name)",
                    found=write_term(term),
                )
            entries[number] = by_name[label] = _Entry(label, clause.place)
    for clause, term in rest:
        entry = by_name.get(str(term.args[0]))
        if entry is None:
            raise InputError(f"no macro is called {write_term(term.args[0])}", place=clause.place)
        try:
            _take(entry, term)
        except InputError as error:
            raise error.at(clause.place) from None
    return entries


def _take(entry: _Entry, term: Compound) -> None:
    if term.functor == "macro_origin":
        entry.origin = str(term.args[1])
    elif term.functor == "macro_example":
        start, goal = (state_of_term(argument, single=True) for argument in term.args[1:])
        entry.example = (start, goal)
    else:
        number, name, before, after, cost = term.args[1:]
        if not isinstance(number, int) or not isinstance(cost, int | float):
            raise InputError(
                "bad step",
                expected="macro_step(Name, Number, Move, Before, After, Cost)",
                found=write_term(term),
            )
        was, becomes = (pattern_of_term(state, single=True)[1] for state in (before, after))
        entry.steps[number] = Arc(str(name), was, becomes, cost)


def _own_theory(facts: Facts, entries: dict[int, _Entry]) -> Theory:
    steps: dict[Any, Arc] = {}
    for entry in entries.values():
        for step in entry.steps.values():
            steps.setdefault(step.canonical, step)
    board = facts.theory(tuple(steps.values()))
    costs = {step.cost for step in steps.values()}
    built_in = _built_in(board, costs.pop() if len(costs) == 1 else 1)
    if built_in is not None:
        own = {(arc.canonical, arc.cost) for arc in built_in.arcs}
        if own >= {(arc.canonical, arc.cost) for arc in steps.values()}:
            return built_in
    return board


def _built_in(board: Theory, cost: float) -> Theory | None:
    """The built-in theory of a board's name and shape; None where there is none."""
    try:
        named = read_built_in(board.name, cost=cost)
        if named is not None and named[1] == board.shape:
            return named[0].theory(named[1])
    except InputError:  # a name that only looks like one, or a level whose file is gone
        pass
    return None
