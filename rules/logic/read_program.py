"""Programs read from Prolog text, without Prolog: clauses, grammar rules, directives, and slips found before anything runs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Set
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import chain
from pathlib import Path

from ..checked import checked
from ..errors import InputError, Place
from ..prolog.operators import OperatorTable
from ..prolog.reader import Clause, read_clauses
from ..prolog.steps import (
    EXPANSIONS,
    HARMLESS,
    expands,
)
from ..prolog.tokens import END, NAME, QUOTED, tokens
from ..prolog.writer import write_term
from ..room import no_collection
from ..term import (
    EMPTY_LIST,
    LIST_FUNCTOR,
    Compound,
    PrologString,
    PrologTerm,
    Var,
    list_items,
    variables,
)
from ..text.text_file import SourceText, read_text
from ..text.words import listed
from .grammar import SINGLE_SIDED, translated
from .program import (
    Goal,
    HornClause,
    Indicator,
    LogicProgram,
    StatedGoal,
    conjuncts,
    indicator,
    spelled,
)
from .vocabulary import (
    BUILT_IN_PREDICATES,
    CLAUSE,
    REFUSED_LIBRARIES,
    TRUST,
    instead,
    is_known,
    library,
    properties,
    stated_clauses,
)

MOST_WARNINGS = 20
"""Greatest number of warnings shown of one file; of the others the number is told."""

DECLARATIONS = frozenset({"dynamic", "discontiguous", "multifile", "table"})

LOADING = frozenset({"use_module", "ensure_loaded", "module"})

QUALIFIED: Indicator = (":", 2)
"""Predicate of a head that names its module."""

NEAR = 0.65
"""Least similarity, of 1, of a name that is proposed for one that is not known."""


@checked
def load_program(path: str | Path) -> LogicProgram:
    """Read a program from a file; see `read_program`."""
    return read_program(read_text(path), str(path))


@checked
@no_collection()
def read_program(
    text: str,
    source: str = "<text>",
    *,
    entries: Callable[[Collection[Indicator]], Iterable[Indicator]] | None = None,
) -> LogicProgram:
    """Read a program.

    Parameters
    ----------
    text
        Prolog text: clauses, grammar rules and directives. The facts ``example(Goal)``, ``problem(Goal)`` and
        ``operational(Name/Arity)`` or ``operational(Pattern)``, as directives too, are about learning and no clauses.
    source
        Its name in error messages.
    entries
        Selects, among the predicates with clauses, those that are asked. The program is these and all that they call; other
        clauses of the text are not checked. None for all.

    Raises
    ------
    InputError
        Text that is not Prolog, a directive that arcwise does not carry out, a predicate that is neither defined nor
        built in, with its place and the nearest name.

    Examples
    --------
    >>> program = read_program("p(X) :- q(X). q(1). example(p(1)).")
    >>> len(program), len(program.examples)
    (2, 1)
    """
    operators = OperatorTable.default()
    reading = _Reading(text, source, operators)
    for clause in read_clauses(text, source, operators=operators):
        try:
            reading.take(clause)
        except InputError as error:
            raise error.at(clause.place) from None
    reading.look_for_quoted_lists()
    reading.check_tables()
    if entries is not None:
        reading.keep(entries(reading.clauses.keys()))
    reading.check_calls()
    reading.state_clauses()
    program = reading.program()
    if entries is None:
        object.__setattr__(program, "text", text)
    return program


@checked
def read_goal(text: str, program: LogicProgram, *, known: bool = True) -> Goal:
    """Read a goal under the operators of a program, whose predicates it may call; any if none need be ``known``.

    Raises
    ------
    InputError
        Text that is no goal, or calls what the program does not define.
    """
    source, ended = "the goal", text.strip()
    ended = ended if ended.endswith(".") else f"{ended} ."
    found = list(read_clauses(ended, source, operators=program.operators))
    if len(found) != 1:
        raise InputError("not one goal", place=Place(source), found=text[:80])
    goal = found[0].term
    if isinstance(goal, Compound) and goal.functor in ("?-", ":-") and len(goal.args) == 1:
        goal = goal.args[0]
    if not isinstance(goal, str | Compound):
        raise InputError("not a goal", place=Place(source), found=text[:80])
    for called, one in called_goals(goal, program.clauses) if known else ():
        if not (program.defines(called) or is_known(called)):
            raise unknown_predicate(called, set(program.clauses), Place(source))
        _check_phrase(one, Place(source))
    return goal


@dataclass
class _Reading:
    """The state of reading a program."""

    text: str
    source: str
    operators: OperatorTable
    clauses: dict[Indicator, list[HornClause]] = field(default_factory=dict)
    declared: set[Indicator] = field(default_factory=set)
    tabled: dict[Indicator, Place] = field(default_factory=dict)
    dynamic: set[Indicator] = field(default_factory=set)
    examples: list[StatedGoal] = field(default_factory=list)
    problems: list[StatedGoal] = field(default_factory=list)
    operational: list[PrologTerm] | None = None
    warnings: list[str] = field(default_factory=list)
    dropped: int = 0
    reflecting: HornClause | None = None

    def take(self, clause: Clause) -> None:
        """Take a clause, a directive or a statement about learning."""
        term = clause.term
        if isinstance(term, Compound) and len(term.args) == 1:
            if term.functor in (":-", "?-"):
                for goal in conjuncts(term.args[0]):
                    self._directive(goal, clause.place)
                return
            if self._states(term, clause.place):
                return
        head, body = translated(term)
        predicate = indicator(head)
        if (predicate[0] in EXPANSIONS or predicate[0] == QUALIFIED[0]) and expands(term):
            raise InputError(
                "a clause that says what other clauses mean is not carried out",
                found=write_term(term)[:80],
                remedy=f"write out the clauses that it makes\n{TRUST}",
            )
        if isinstance(term, Compound) and term.functor == SINGLE_SIDED and len(term.args) == 2:
            raise InputError(
                "a rule with => is not carried out",
                expected="Head :- Body",
                found=f"{write_term(head)[:80]} => ...",
                remedy=f"Head :- Guard, !, Body, called with the arguments that Head tests\n{TRUST}",
            )
        self._look_for_slips(clause)
        if predicate in BUILT_IN_PREDICATES:
            raise InputError(
                f"{spelled(predicate)} is built in",
                found=write_term(head)[:80],
                remedy="another name",
            )
        made = HornClause(head, conjuncts(body) if body != "true" else (), clause.place)
        known = self.clauses.get(predicate)
        if known is None:
            self.clauses[predicate] = [made]
        else:
            known.append(made)

    def _states(self, term: Compound, place: Place) -> bool:
        """Take a statement about learning; False for any other term."""
        match term:
            case Compound("example", (goal,)):
                self.examples.append(StatedGoal(goal, place))
            case Compound("problem", (goal,)):
                self.problems.append(StatedGoal(goal, place))
            case Compound("operational", (pattern,)):
                self.operational = [*(self.operational or []), pattern]
            case _:
                return False
        return True

    def _directive(self, goal: PrologTerm, place: Place) -> None:
        name = goal.functor if isinstance(goal, Compound) else goal
        if isinstance(goal, Compound) and self._states(goal, place):
            return
        if isinstance(goal, Compound) and name in DECLARATIONS:
            found = self._declared(goal.args[0], place, tabled=name == "table")
            if name == "table":
                self.tabled |= dict.fromkeys(found, place)
            else:
                self.declared |= found
            if name == "dynamic":
                self.dynamic |= found
            return
        if name == "initialization":
            self._warn(place, "initialization is passed over: the command line asks the goal")
            return
        loads = name in LOADING and isinstance(goal, Compound)
        if name in HARMLESS or (loads and name == "module"):
            return
        if loads and isinstance(goal, Compound):
            library_file = goal.args[0]
            if isinstance(library_file, Compound) and library_file.functor == "library":
                wanted = library_file.args[0]
                if wanted in REFUSED_LIBRARIES:
                    raise InputError(
                        f"library({wanted}) is not among the built-in predicates",
                        place=place,
                        expected="predicates that only compute, on lists, terms, numbers and texts",
                        found=write_term(goal)[:80],
                        remedy=f"{REFUSED_LIBRARIES[str(wanted)]}\n{TRUST}",
                    )
                return
        raise InputError(
            "this directive is not carried out",
            place=place,
            expected="op/3, dynamic, discontiguous, table, module, use_module(library(Name))",
            found=write_term(goal)[:80],
            remedy=("put all clauses into one file" if loads else "leave it out") + f"\n{TRUST}",
        )

    def _declared(self, names: PrologTerm, place: Place, *, tabled: bool) -> set[Indicator]:
        """Predicates that a directive declares."""
        found = set[Indicator]()
        pending = [names]
        while pending:
            match pending.pop():
                case Compound(",", (first, rest)):
                    pending += [rest, first]
                case Compound("as", (one, _)) | Compound(":", (_, one)):
                    pending.append(one)
                case Compound("/" | "//" as functor, (str(first), int(rest))):
                    found.add((first, rest + 2 * (functor == "//")))
                case str(first) if tabled and first != EMPTY_LIST:
                    found.add((first, 0))
                case Compound(_, args) as other if tabled and all(map(_is_index, args)):
                    found.add(indicator(other))
                case Compound() as other if tabled and other.functor != LIST_FUNCTOR:
                    raise InputError(
                        "a table of some answers only is not kept",
                        place=place,
                        expected="table NAME/ARITY",
                        found=write_term(other)[:80],
                        remedy=f"table {spelled(indicator(other))}; aggregate_all/3 finds the least of the answers\n{TRUST}",
                    )
                case Compound() as other:
                    pending += list_items(other) or []
        return found

    def look_for_quoted_lists(self) -> None:
        """Warn of the first ``'[]'``: it is ``[]`` here, as in ISO Prolog."""
        if "'[]'" not in self.text:
            return
        source = SourceText(self.text, self.source)
        for token in tokens(source):
            if token.kind == QUOTED and token.value == EMPTY_LIST:
                words = "'[]' is the empty list [] here; SWI-Prolog tells them apart"
                self._warn(source.place(token.start), words)
                break

    def _look_for_slips(self, clause: Clause) -> None:
        """Warn of variables that occur once in a clause without beginning with an underscore."""
        seen, again = set[Var](), set[Var]()
        for one in clause.occurrences:
            (again if one in seen else seen).add(one)
        seen -= again
        if any(one.name[0] != "_" for one in seen):
            order = variables([clause.term])
            once = [one.name for one in order if one in seen and one.name[0] != "_"]
            verb = "occurs" if len(once) == 1 else "occur"
            self._warn(clause.place, f"{listed(once)} {verb} once in this clause")

    def _warn(self, place: Place, words: str) -> None:
        if len(self.warnings) < MOST_WARNINGS:
            self.warnings.append(f"{place}: {words}")
        else:
            self.dropped += 1

    def keep(self, entries: Iterable[Indicator]) -> None:
        """Keep only the clauses that these predicates call, directly or not; drop all stated goals.

        Where one of them calls ``clause/2``, any clause may be called.
        """
        pending, kept = list(entries), set[Indicator]()
        while pending:
            one = pending.pop()
            if one in kept or one not in self.clauses:
                continue
            kept.add(one)
            if any(_reflects(clause, self.clauses) for clause in self.clauses[one]):
                pending += self.clauses
            for clause in self.clauses[one]:
                for goal in clause.body:
                    try:
                        pending += [called for called, _ in called_goals(goal, self.clauses)]
                    except InputError as error:
                        raise error.at(clause.place or Place(self.source)) from None
        self.clauses = {name: some for name, some in self.clauses.items() if name in kept}
        self.examples, self.problems = [], []

    def state_clauses(self) -> None:
        """State the clauses as facts of ``clause/2`` where one of them calls that: programs are fixed while they run."""
        if self.reflecting is None or CLAUSE in self.clauses:
            return
        self._warn(
            self.reflecting.place or Place(self.source),
            "clause/2 has the clauses of this program, and none of built-in predicates",
        )
        self.clauses[CLAUSE] = stated_clauses(self.clauses)

    def check_tables(self) -> None:
        """Warn of tables of predicates that have no clauses."""
        for name, place in list(self.tabled.items()):
            if not (name in self.clauses or name in self.declared):
                del self.tabled[name]
                self._warn(place, f"a table of {spelled(name)}, which has no clauses here")

    def check_calls(self) -> None:
        """Refuse calls of predicates that are neither defined nor built in."""
        known = self.clauses.keys() | self.declared | BUILT_IN_PREDICATES | library().keys()
        told = [
            (HornClause(one.goal, (), one.place), (one.goal,))
            for one in (*self.examples, *self.problems)
        ]
        clauses = ((one, one.body) for some in self.clauses.values() for one in some)
        harmless = {one for one in known if self._is_harmless(one)}
        for clause, goals in chain(clauses, told):
            for goal in goals:
                called = indicator(goal)
                if called not in harmless or properties(called, self.clauses).looks_inside:
                    self._check(clause, goal, known, harmless)

    def _is_harmless(self, called: Indicator) -> bool:
        """Whether nothing is to be told of a call of a known predicate itself."""
        return called[0] != "phrase" and called != CLAUSE

    def _check(
        self, clause: HornClause, goal: Goal, known: Set[Indicator], harmless: Set[Indicator]
    ) -> None:
        try:
            for called, one in called_goals(goal, self.clauses):
                if called in harmless:
                    continue
                _check_phrase(one, clause.place)
                if called == CLAUSE:
                    self.reflecting = self.reflecting or clause
                elif called not in known:
                    place = self._place(clause, called[0])
                    raise unknown_predicate(called, self.clauses.keys(), place)
        except InputError as error:
            raise error.at(clause.place or Place(self.source)) from None

    def _place(self, clause: HornClause, name: str) -> Place | None:
        """Place of a call in a clause, outside the head."""
        if clause.place is None:
            return None
        source = SourceText(self.text, self.source)
        lines = source.text.splitlines(keepends=True)
        start = sum(map(len, lines[: clause.place.line - 1])) + clause.place.column - 1
        rest = SourceText(source.text[start:], self.source)
        inside = not clause.body
        for token in tokens(rest):
            text = str(token.value)
            if text in (":-", "-->"):
                inside = True
            elif token.kind == END:
                break
            elif inside and (text == name and token.kind in (NAME, QUOTED)):
                return source.place(start + token.start)
        return clause.place

    def program(self) -> LogicProgram:
        """The program of all that was read."""
        if self.dropped:
            self.warnings.append(f"{self.source}: {self.dropped} warnings more")
        return LogicProgram(
            self.source,
            {predicate: tuple(clauses) for predicate, clauses in self.clauses.items()},
            self.operators,
            tuple(self.examples),
            tuple(self.problems),
            None if self.operational is None else tuple(self.operational),
            frozenset(self.declared),
            tuple(self.warnings),
            frozenset(self.tabled),
            frozenset(self.dynamic),
        )


def called_goals(
    goal: Goal, defined: Container[Indicator] = ()
) -> Iterator[tuple[Indicator, Goal]]:
    """Predicates that a goal calls, itself and those in its control constructs, as far as they can be seen.

    Parameters
    ----------
    goal
        The goal.
    defined
        Predicates of the program, which call none of their arguments, whatever predicate of the library has that name.

    Raises
    ------
    InputError
        A goal that cannot be called.
    """
    pending = [goal]
    while pending:
        one = pending.pop()
        if isinstance(one, Var):
            continue
        if isinstance(one, str):
            yield (one, 0), one
            continue
        if not isinstance(one, Compound):
            raise InputError(
                "this cannot be called",
                expected="an atom or a compound term",
                found=write_term(one),
            )
        called = one.functor, len(one.args)
        yield called, one
        row = properties(called, defined)
        if not row.looks_inside:
            continue
        pending += [one.args[place] for place in reversed(row.calls)]
        if row.closure is not None:
            place, more = row.closure
            target = one.args[place]
            while isinstance(target, Compound) and target.functor == ">>" and len(target.args) == 2:
                yield (">>", 2 + more), target
                parameters = list_items(target.args[0])
                more = 0 if parameters is None else max(0, more - len(parameters))
                target = target.args[1]
            if not more:
                pending.append(target)
            elif isinstance(target, str | Compound) and target not in ("[]",):
                name, arity = indicator(target)
                if name != "[|]":
                    yield (name, arity + more), target


def _is_index(mode: PrologTerm) -> bool:
    """Whether an argument of a tabled goal only tells answers apart: none of them is better than another."""
    return isinstance(mode, Var) or mode == "index"


def _reflects(clause: HornClause, defined: Container[Indicator]) -> bool:
    """Whether a clause calls ``clause/2``, itself, in control constructs or by a predicate that calls a goal with more arguments."""
    try:
        for goal in clause.body:
            called = indicator(goal)
            if called == CLAUSE:
                return True
            if properties(called, defined).looks_inside and any(
                one == CLAUSE for one, _ in called_goals(goal, defined)
            ):
                return True
        return False
    except InputError:  # told with its place when calls are checked
        return False


def _check_phrase(goal: Goal, place: Place | None) -> None:
    """Refuse to parse a string, in which no list of terminals begins, and to parse by more than a nonterminal."""
    match goal:
        case Compound(
            "phrase",
            (Compound("[|]" | "," | ";" | "|" | "->" | "\\+" | "{}") | "!" | "[]" as body, *_),
        ):
            raise InputError(
                "phrase parses by a nonterminal",
                place=place,
                expected="a nonterminal",
                found=write_term(body)[:80],
                remedy="a nonterminal of its own: name --> body.",
            )
        case Compound("phrase", (_, PrologString() as text, *_)):
            raise InputError(
                "a grammar parses a list",
                place=place,
                expected="a list of codes",
                found=write_term(text)[:80],
                remedy=":- set_prolog_flag(double_quotes, codes).",
            )


def unknown_predicate(
    called: Indicator, defined: Iterable[Indicator], place: Place | None
) -> InputError:
    """Error for a call of a predicate that is neither defined nor built in, with the nearest name."""
    name, arity = called
    if instead(name):
        return InputError(
            f"{spelled(called)} is not among the built-in predicates",
            place=place,
            expected="predicates that only compute",
            found=spelled(called),
            remedy=instead(name),
        )
    known = sorted({*defined, *BUILT_IN_PREDICATES, *library()})
    known = [one for one in known if not one[0].startswith("$")]
    near = name if any(one[0] == name for one in known) else _near(name, [one[0] for one in known])
    alike = [one for one in known if one[0] == near]
    nearest = min(alike, key=lambda one: abs(one[1] - arity), default=None)
    return InputError(
        f"unknown predicate {spelled(called)}",
        place=place,
        expected="a predicate of the program, or a built-in one",
        found=spelled(called),
        remedy=f":- dynamic {spelled(called)}.\n{TRUST}" if nearest is None else spelled(nearest),
    )


def _near(name: str, names: list[str]) -> str | None:
    close = get_close_matches(name[:40], names, n=1, cutoff=NEAR)
    return close[0] if close else None


def stated_goal(clause: Clause) -> PrologTerm | None:
    """Goal that a clause states as an example or a problem; None if it states none."""
    term = clause.term
    directive = isinstance(term, Compound) and term.functor == ":-" and len(term.args) == 1
    told = conjuncts(term.args[0]) if directive else (term,)  # type: ignore[union-attr]
    return next((one.args[0] for one in told if _states(one)), None)  # type: ignore[union-attr]


def _states(term: PrologTerm) -> bool:
    return (
        isinstance(term, Compound)
        and term.functor in ("example", "problem")
        and len(term.args) == 1
    )
