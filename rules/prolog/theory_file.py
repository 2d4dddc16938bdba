"""Theories as Prolog files of facts arc/3, arc/2, s/3 or s/2, read and written without Prolog."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from ..arc import UNNAMED, Arc
from ..checked import checked
from ..cost import plain
from ..domains.domain_table import written_as
from ..errors import InputError, Place, check_name
from ..term import (
    EMPTY_LIST,
    Compound,
    Pattern,
    PrologTerm,
    State,
    Symbol,
    Terms,
    Var,
    canonical,
    ground,
    list_items,
    make_list,
    replaced,
    split_list,
    variables,
)
from ..text.text_file import read_text, write_text
from ..text.words import counted
from ..theory import Theory
from .reader import Clause, read_clauses
from .steps import (
    COSTS,
    STEPS,
    defined_steps,
    head_and_body,
    no_steps,
    predicate_name,
)
from .writer import SINGLE, arc_clause, write_atom, write_term

BOARD_FACTS = {"theory": 1, "shape": 2, "blank": 1, "symbols": 1, "arc_name": 2}
"""Optional facts of a file, with their numbers of arguments."""

OF_BOARDS = ("shape", "blank", "symbols")
"""Facts that describe a board, on which all states have as many cells."""


class ProgramArcError(InputError):
    """A clause with a body, or with a state that nests, is not spelt out or of another form: no list of arcs, but a program."""


@checked
def load_theory_file(path: str | Path) -> Theory:
    """Read a theory from a file; see `read_theory`."""
    return read_theory(read_text(path), str(path))


@checked
def read_theory(text: str, source: str = "<text>") -> Theory:
    """Read a theory of facts ``arc(Before, After, Cost)``, ``arc(Before, After)``, ``s(Before, After, Cost)``,
    ``s(Before, After)``, and ``move`` and ``edge`` likewise: the first of these that there are. Where no cost is said it is 1; a
    name in the place of the cost is the arc's.

    States are lists or compound terms of atoms, whole numbers and variables, or single symbols. The facts theory(Name),
    shape(Rows, Columns), blank(Symbol), symbols(List) and arc_name(Number, Name) are optional; all others are ignored.
    Where the file tells no shape, and its arcs move one symbol on a board as in the 8-puzzle, that is the board; arcs of
    such a board that nothing names are called as the blank moves.

    Raises
    ------
    ProgramArcError
        A clause with a body among them.
    InputError
        Anything else that is wrong, with its place.
    """
    return theory_of_clauses(read_clauses(text, source), source)


def theory_of_clauses(clauses: Iterable[Clause], source: str) -> Theory:
    """The theory of a file's clauses; see `read_theory`."""
    facts = read_facts(clauses, source)
    if not facts.arcs:
        raise no_steps(source)
    return facts.theory(tuple(facts.arcs))


@dataclass
class FileFacts:
    """Facts in a file's clauses about a board and its arcs.

    Parameters
    ----------
    source
        Name of the file in error messages.
    arcs
        The facts of ``predicate`` in order, each with its name from arc_name/2 or called ``arc``.
    places
        Place of each of these facts.
    names
        Names by arc_name/2, by the number of the arc from 1.
    """

    source: str
    arcs: list[Arc] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    name: str | None = None
    shape: tuple[int, int] | None = None
    blank: Symbol | None = None
    symbols: tuple[Symbol, ...] | None = None
    functor: str | None = None
    predicate: str = STEPS[0]
    size: int = 0
    place: Place | None = None
    after: int = 1

    def theory(self, arcs: tuple[Arc, ...]) -> Theory:
        """The theory of the board that the facts describe, with these arcs."""
        shape, blank = self.shape, self.blank
        found = moved_blank(arcs)
        if shape is None and blank is None and self.symbols is None:
            shape, blank = found or (None, None)
        if found is not None and found == (shape, blank) and found[0][0] > 1 and not self.names:
            arcs = tuple(_by_direction(arc, found[0][1]) for arc in arcs)
        try:
            theory = Theory(
                name=Path(self.source).stem if self.name is None else self.name,
                arcs=arcs,
                shape=shape or (1, self.size),
                blank=blank,
                symbols=self.symbols,
            )
        except InputError as error:
            raise error.at(self.place or Place(self.source)) from None
        functor = EMPTY_LIST if self.functor is None else self.functor
        return written_as(theory, functor, self.written_predicate, tuple(self.places))

    @property
    def written_predicate(self) -> str:
        """Predicate in which macros are written too: that of the moves where its third argument is the cost, if it has one."""
        name, _, size = self.predicate.partition("/")
        return self.predicate if size == "2" or name in COSTS else STEPS[0]


def read_facts(clauses: Iterable[Clause], source: str) -> FileFacts:
    """Collect the facts about a board and its arcs; other clauses are passed over.

    Raises
    ------
    InputError
        A malformed fact, with its place.
    """
    return _collected(list(clauses), source, board_only=False)


def read_board(clauses: Iterable[Clause], source: str) -> FileFacts:
    """Collect the facts about a board alone.

    Raises
    ------
    InputError
        A malformed fact, with its place.
    """
    return _collected(list(clauses), source, board_only=True)


def _collected(clauses: list[Clause], source: str, *, board_only: bool) -> FileFacts:
    facts = FileFacts(source)
    facts.predicate = (*defined_steps(clauses), STEPS[0])[0]
    if not board_only:
        _check_forms(clauses, facts.predicate)
    for clause in clauses:
        term, place = clause.term, clause.place
        try:
            head, body = head_and_body(term)
            if not isinstance(head, Compound):
                continue
            if predicate_name(head) == facts.predicate and board_only:
                continue
            if predicate_name(head) == facts.predicate:
                if body not in (None, "true"):
                    raise ProgramArcError(
                        f"this clause of {facts.predicate} has a body, which only Prolog can run",
                        place=place,
                        expected="a fact",
                        found=write_term(head) + " :- ...",
                        remedy="SWI-Prolog: arcwise doctor says whether it is installed",
                    )
                clause.check_names()
                _take_arc(facts, head, place)
            elif body is None and BOARD_FACTS.get(head.functor) == len(head.args):
                clause.check_names()
                _take_fact(facts, head, place)
        except InputError as error:
            if error.place is not None:
                raise
            raise error.at(place) from None
    for number, arc in enumerate(facts.arcs, start=1):
        if number in facts.names:
            facts.arcs[number - 1] = Arc(facts.names[number], arc.before, arc.after, arc.cost)
    return facts


MOSTLY = 0.8
"""Share of states of one form from which one of another form is a slip, where arcs have variables."""


def _check_forms(clauses: list[Clause], predicate: str) -> None:
    """Raise ProgramArcError for arcs whose states have several forms, such as lists that grow, if they are no slip.

    They are none where no fact describes a board, and all states are written out, or no form is that of most.
    """
    arcs = _facts_of(clauses, predicate)
    if not arcs:
        return
    places = 0, _after_place(arcs[0][0], predicate)
    states = [term.args[at] for term, _ in arcs for at in places]
    forms = Counter(map(_form_of, states))
    if len(forms) == 1 or any(isinstance(one, Var) for one in states):
        return
    (usual, count), *_ = forms.most_common()
    slip = bool(variables(states)) and count >= MOSTLY * forms.total()
    if slip or any(map(_describes_board, clauses)):
        return
    term, place = next(
        one for one in arcs if any(_form_of(one[0].args[at]) != usual for at in places)
    )
    raise ProgramArcError(
        f"the clauses of {predicate} write states in several forms",
        place=place,
        expected=_spelled(usual),
        found=write_term(term),
    )


def _facts_of(clauses: list[Clause], predicate: str) -> list[tuple[Compound, Place]]:
    """The facts of a predicate; none where it has rules too."""
    facts = []
    for clause in clauses:
        head, body = head_and_body(clause.term)
        if isinstance(head, Compound) and predicate_name(head) == predicate:
            if body is not None:
                return []
            facts.append((head, clause.place))
    return facts


def _describes_board(clause: Clause) -> bool:
    term = clause.term
    if not isinstance(term, Compound) or term.functor not in OF_BOARDS:
        return False
    return BOARD_FACTS[term.functor] == len(term.args)


def _form_of(state: PrologTerm) -> tuple[str, int, bool]:
    """How a state is written, its number of cells, and whether a symbol or a variable stands in each."""
    items = list_items(state)
    functor = EMPTY_LIST if items is not None else SINGLE
    if items is None and isinstance(state, Compound):
        functor, items = state.functor, list(state.args)
    cells = [state] if items is None else items
    return functor, len(cells), _KINDS.issuperset(map(type, cells))


def _spelled(form: tuple[str, int, bool]) -> str:
    functor, size, _ = form
    return f"{_form(functor)} of {counted(size, 'cell')}"


def _after_place(first: Compound, predicate: str) -> int:
    """Place of the state after a move, which a first fact of move/3 shows."""
    if predicate != "move/3":
        return 1
    before, second, third = first.args
    return 1 if _like(second, before) and not _like(third, before) else 2


def _take_arc(facts: FileFacts, head: Compound, place: Place) -> None:
    if not facts.arcs:
        facts.after = _after_place(head, facts.predicate)
    before_term, after_term = head.args[0], head.args[facts.after]
    for state in (before_term, after_term):
        _check_state(state, facts, place)
    before_functor, before = pattern_of_term(before_term, single=True)
    after_functor, after = pattern_of_term(after_term, single=True)
    functor = before_functor if facts.functor is None else facts.functor
    for found in (before_functor, after_functor):
        if found != functor:
            raise InputError(
                "states are not written alike", expected=_form(functor), found=_form(found)
            )
    if facts.size and len(before) != facts.size:
        raise InputError(
            "wrong number of cells",
            expected=f"{facts.size}, as in the arcs before",
            found=str(len(before)),
        )
    called, cost = _name_and_cost(facts, head, before)
    facts.arcs.append(Arc(called, before, after, cost))
    facts.places.append(place)
    facts.functor, facts.size = functor, len(before)


def _check_state(state: PrologTerm, facts: FileFacts, place: Place) -> None:
    """Raise ProgramArcError for a state that no arc of a board has."""
    wrong, remedy = "", None
    if _nests(state) and not facts.arcs:
        wrong = "in which terms nest"
    elif not isinstance(state, int | str | Var | Compound):
        wrong = "that is a text or a decimal number"
    elif isinstance(split_list(state)[1], Var):
        wrong = "whose cells are not spelt out"
        remedy = "SWI-Prolog: arcwise doctor says whether it is installed"
    if wrong:
        raise ProgramArcError(
            f"this clause of {facts.predicate} has a state {wrong}",
            place=place,
            expected="a list or a compound term, such as [1,2,0] or board(1,2,0)",
            found=write_term(state),
            remedy=remedy,
        )


def _name_and_cost(facts: FileFacts, head: Compound, before: Pattern) -> tuple[str, Any]:
    """Name and cost of an arc, from its third argument, which is one of both."""
    name, _, _ = facts.predicate.partition("/")
    cost: Any = head.args[3 - facts.after] if len(head.args) > 2 else 1
    if name in COSTS:
        cost = _fraction(cost)
    called = "arc" if name in UNNAMED else name
    if len(head.args) > 2 and (name not in COSTS or isinstance(cost, str | Compound)):
        label = label_in(before, cost)
        called, cost = label if isinstance(label, str) else write_term(label), 1
    if isinstance(cost, bool) or not isinstance(cost, int | float):
        raise InputError(
            "bad cost", expected="a number of 0 or more, or a name", found=write_term(cost)
        )
    return called, cost


def _fraction(term: PrologTerm) -> PrologTerm:
    """The number that a fraction of whole numbers, such as ``1/3``, stands for; any other term as it is."""
    if not isinstance(term, Compound) or (term.functor, len(term.args)) != ("/", 2):
        return term
    parts, below = term.args
    if not isinstance(parts, int) or not isinstance(below, int) or not below:
        return term
    from fractions import Fraction

    number: PrologTerm | None = plain(Fraction(parts, below))
    if number is None:
        raise InputError(
            "bad cost", expected="a fraction of smaller numbers", found=write_term(term)
        )
    return number


def label_in(before: Terms, label: PrologTerm) -> PrologTerm:
    """The label of a move with variables called as in the canonical form of its arc, others ``_0``."""
    names = dict(zip(variables(before), variables(canonical(before)[0]), strict=True))
    return replaced((label,), lambda one: names.get(one, Var("_0")))[0]


def _nests(state: PrologTerm) -> bool:
    """Whether a compound term stands in a cell of a state."""
    if not isinstance(state, Compound):
        return False
    cells = split_list(state)[0] or state.args
    return any(isinstance(cell, Compound) for cell in cells)


def _like(one: PrologTerm, other: PrologTerm) -> bool:
    """Whether two terms are compound terms of one functor and as many arguments."""
    return isinstance(one, Compound) and predicate_name(one) == predicate_name(other)


def moved_blank(arcs: tuple[Arc, ...]) -> tuple[tuple[int, int], Symbol] | None:
    """The board of several rows on which arcs move one symbol to neighbouring cells, and that symbol.

    One arc in eight may do something else, as a slip does. On other boards, of one row here, each arc has to move the symbol; None for
    other arcs.
    """
    moves = list(filter(None, (arc.swap for arc in arcs)))
    widths = {abs(to - cell) for _, cell, to in moves}
    few = len(arcs) // 8
    for symbol, _ in Counter(symbol for symbol, _, _ in moves).most_common(1):
        for columns in sorted(widths):
            if columns < 2 or arcs[0].size % columns:
                continue
            beside = [m for m in moves if m[0] == symbol and _are_beside(*m[1:], columns)]
            down = sum(abs(to - cell) == columns for _, cell, to in beside)
            others = len(arcs) - len(beside)
            if others <= few and down > min(others, 1):
                return (arcs[0].size // columns, columns), symbol
        if all(one == symbol for one, _, _ in moves) and len(moves) == len(arcs):
            return (1, arcs[0].size), symbol
    return None


def _are_beside(cell: int, other: int, columns: int) -> bool:
    """Whether two cells of a board share a side."""
    first, second = sorted((cell, other))
    return second - first == columns or (second - first == 1 and second % columns > 0)


def _by_direction(arc: Arc, columns: int) -> Arc:
    """An arc of a board with a blank, called as the blank moves where nothing names it."""
    moved = arc.swap
    if arc.name != "arc" or moved is None or not _are_beside(*moved[1:], columns):
        return arc
    forth, beside = moved[1] < moved[2], abs(moved[1] - moved[2]) == 1
    name = ("right" if forth else "left") if beside else "down" if forth else "up"
    return Arc(name, arc.before, arc.after, arc.cost)


def _form(functor: str) -> str:
    if functor == SINGLE:
        return "a single symbol"
    return "a list [...]" if functor == EMPTY_LIST else f"{write_atom(functor)}(...)"


def _take_fact(facts: FileFacts, head: Compound, place: Place) -> None:
    if head.functor == "arc_name":
        number, name = head.args
        if not isinstance(number, int):
            raise InputError(
                "bad arc_name", expected="arc_name(Number, Name)", found=write_term(head)
            )
        facts.names[number] = str(symbol_of_term(name))
    elif head.functor == "theory":
        facts.name = str(symbol_of_term(head.args[0]))
    elif head.functor == "blank":
        facts.blank = symbol_of_term(head.args[0])
    elif head.functor == "symbols":
        items = list_items(head.args[0])
        if items is None:
            raise InputError("bad symbols", expected="symbols([...])", found=write_term(head))
        facts.symbols = tuple(map(symbol_of_term, items))
    else:
        rows, columns = head.args
        if not (isinstance(rows, int) and isinstance(columns, int) and min(rows, columns) > 0):
            raise InputError(
                "bad shape", expected="shape(Rows, Columns), each 1 or more", found=write_term(head)
            )
        facts.shape, facts.place = (rows, columns), place


def board_terms(theory: Theory) -> list[Compound]:
    """The facts about a theory's board.

    Raises
    ------
    InputError
        A symbol that no reader would accept.
    """
    for symbol in (theory.blank, *(theory.symbols or ())):
        check_name(str(symbol))
    return [
        Compound("theory", (theory.name,)),
        Compound("shape", theory.shape),
        *([] if theory.blank is None else [Compound("blank", (theory.blank,))]),
        *([] if theory.symbols is None else [Compound("symbols", (make_list(theory.symbols),))]),
    ]


def board_facts(theory: Theory, module: str = "") -> list[str]:
    """The facts about a theory's board, a line each, with what lets several files be consulted together.

    In a module of their own they do not mix with those of a program.
    """
    facts = board_terms(theory)
    if module:
        names = ", ".join(f"{module}:{fact.functor}/{len(fact.args)}" for fact in facts)
        return [f":- multifile {names}.", *(f"{module}:{write_term(fact)}." for fact in facts)]
    names = ", ".join(f"{name}/{size}" for name, size in BOARD_FACTS.items())
    return [
        f":- multifile {names}.",
        f":- discontiguous {names}.",
        *(f"{write_term(fact)}." for fact in facts),
    ]


@checked
def write_theory(theory: Theory) -> str:
    """A theory as the text of a Prolog file."""
    rows, columns = theory.shape
    lines = [
        f"% {write_atom(theory.name)}: {rows} x {counted(columns, 'cell')}, {counted(len(theory.arcs), 'arc')}.",
        ":- multifile arc/3.",
        ":- discontiguous arc/3.",
        *board_facts(theory),
        "",
    ]
    for number, arc in enumerate(theory.arcs, start=1):
        lines.append(write_term(Compound("arc_name", (number, arc.name))) + ".")
        lines.append(arc_clause(arc.before, arc.after, arc.cost, theory))
    return "\n".join(lines) + "\n"


@checked
def save_theory(theory: Theory, path: str | Path) -> None:
    """Write a theory to a file.

    Raises
    ------
    InputError
        A place that cannot be written to.
    """
    write_text(path, write_theory(theory))


_KINDS = {int, str, Var}


def symbol_of_term(term: PrologTerm) -> Symbol:
    """A cell's symbol.

    Raises
    ------
    InputError
        A term that is neither an atom nor a whole number.
    """
    if isinstance(term, bool) or not isinstance(term, int | str):
        raise InputError(
            "not a symbol", expected="an atom or a whole number", found=write_term(term)
        )
    return term


def pattern_of_term(term: PrologTerm, *, single: bool = False) -> tuple[str, Pattern]:
    """A state's functor (``[]`` for a list) and its cells.

    Parameters
    ----------
    term
        The state.
    single
        Whether a symbol alone is a state of one cell, whose functor is empty.

    Raises
    ------
    InputError
        A term that is neither a list nor compound, or a cell that is neither atom, whole number nor variable.
    """
    items = list_items(term)
    if items is not None:
        return EMPTY_LIST, _cells(items)
    if isinstance(term, Compound) and term.functor != "[|]":
        return term.functor, _cells(term.args)
    if single and isinstance(term, int | str):
        return SINGLE, (term,)
    raise InputError(
        "not a state",
        expected="a list or a compound term, such as [1,2,0] or board(1,2,0)",
        found=write_term(term),
    )


def state_of_term(term: PrologTerm, *, single: bool = False) -> State:
    """The cells of a state without variables; ``single`` as for `pattern_of_term`.

    Raises
    ------
    InputError
        A term that is not a state.
    """
    state = ground(pattern_of_term(term, single=single)[1])
    if state is None:
        raise InputError("a state has no variables", found=write_term(term))
    return state


def _cells(terms: Sequence[PrologTerm]) -> Pattern:
    if not _KINDS.issuperset(map(type, terms)):
        for term in terms:
            _ = isinstance(term, Var) or symbol_of_term(term)
    return cast(Pattern, tuple(terms))
