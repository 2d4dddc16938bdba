"""Programs read from Prolog text, without Prolog: clauses, grammar rules, directives, and slips found before anything runs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from ...rules.checked import checked
from ...rules.errors import InputError, Place, TooLargeError
from ...rules.prolog.operators import OperatorTable
from ...rules.prolog.reader import Clause, forget_ahead, read_clauses
from ...rules.prolog.steps import (
    EXPANSIONS,
    HARMLESS,
    expands,
)
from ...rules.prolog.tokens import END, NAME, QUOTED, tokens
from ...rules.prolog.writer import write_term
from ...rules.room import no_collection
from ...rules.term import (
    EMPTY_LIST,
    LIST_FUNCTOR,
    Compound,
    PrologString,
    PrologTerm,
    Var,
    list_items,
    substitute,
    variables,
)
from ...rules.text.text_file import OtherEncoding, SourceText, read_text
from ...rules.text.words import listed
from ...rules.trust import TRUST
from .calls import called_goals, calls_of, near_predicate, unknown_predicate
from .facts import FactRows, taken_facts, without_facts
from .grammar import SINGLE_SIDED, is_grammar_body, parsed_goal, translated
from .phrases import SAY
from .program import (
    Goal,
    HornClause,
    Indicator,
    LogicProgram,
    StatedGoal,
    arguments,
    conjuncts,
    having_bodies,
    indicator,
    spelled,
)
from .vocabulary import (
    CLAUSE,
    REFUSED_LIBRARIES,
    is_known,
    is_protected,
    library_clauses,
    properties,
    stated_clauses,
)

MOST_CALLERS = 5
"""Maximum number of lines in a warning about calls of one predicate."""

MOST_WARNINGS = 20
"""Greatest number of warnings shown of one file; of the others the number is told."""

DECLARATIONS = frozenset({"dynamic", "discontiguous", "multifile", "table"})

LOADING = frozenset({"use_module", "ensure_loaded", "consult", "load_files", "include"})
"""Directives that load files; those of libraries need not be loaded."""

CONDITIONAL = frozenset({"if", "elif", "else", "endif"})

STATEMENTS: tuple[Indicator, ...] = (("example", 1), ("problem", 1), ("operational", 1))
"""Predicates whose facts are about learning, unless the program calls them or has rules for them."""

QUALIFIED: Indicator = (":", 2)
"""Predicate of a head that names its module."""


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
    facts = taken_facts(text, source) if entries is None else ()
    plain = text
    if facts:
        forget_ahead()
        plain = without_facts(text, facts)
    reading = _Reading(plain, source, operators)
    if isinstance(text, OtherEncoding):
        reading.warn(text.place, "a byte that is no UTF-8: such bytes are read as Latin-1")
    pending = [*reversed(facts)]
    for clause in read_clauses(plain, source, operators=operators):
        while pending and pending[-1][0].line < (clause.place.line or 0):
            reading.take_facts(pending.pop()[1])
        try:
            reading.take(clause)
        except InputError as error:
            raise error.at(clause.place) from None
    for _, rows in reversed(pending):
        reading.take_facts(rows)
    reading.look_for_quoted_lists()
    reading.add_libraries()
    reading.keep_own_predicates()
    reading.check_tables()
    if entries is not None:
        reading.refuse_directives()
        reading.keep(entries(reading.clauses.keys()))
    lacking = reading.check_calls()
    if entries is not None:
        reading.refuse_moves_of(lacking)
    reading.check_at_load()
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
    if isinstance(goal, Compound):
        _check_parsed(goal, Place(source))
    goal = plain_goals(goal)
    for called, _ in called_goals(goal, program.clauses) if known else ():
        if not (program.defines(called) or is_known(called)):
            raise unknown_predicate(called, program.clauses.keys(), Place(source))
    return goal


@dataclass
class _Reading:
    """The state of reading a program."""

    text: str
    source: str
    operators: OperatorTable
    clauses: dict[Indicator, list[HornClause] | FactRows] = field(default_factory=dict)
    declared: set[Indicator] = field(default_factory=set)
    tabled: dict[Indicator, Place] = field(default_factory=dict)
    dynamic: set[Indicator] = field(default_factory=set)
    modes: dict[Indicator, tuple[PrologTerm, ...]] = field(default_factory=dict)
    examples: list[StatedGoal] = field(default_factory=list)
    problems: list[StatedGoal] = field(default_factory=list)
    operational: list[PrologTerm] | None = None
    warnings: list[str] = field(default_factory=list)
    dropped: int = 0
    reflecting: HornClause | None = None
    at_load: list[StatedGoal] = field(default_factory=list)
    libraries: list[str] = field(default_factory=list)
    directives: list[StatedGoal] = field(default_factory=list)

    def take(self, clause: Clause) -> None:
        """Take a clause, a directive or a statement about learning."""
        term = clause.term
        if isinstance(term, Compound) and term.functor in (":-", "?-") and len(term.args) == 1:
            for goal in conjuncts(term.args[0]):
                self._directive(goal, clause.place)
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
        if is_protected(predicate) and predicate != CLAUSE:
            self.warn(
                clause.place,
                f"{spelled(predicate)} is built in and stays as it is, as in SWI-Prolog: this clause is passed over",
            )
            return
        body = with_own_variables(plain_goals(body), self.libraries)
        self._listed(predicate).append(HornClause(head, conjuncts(body), clause.place))

    def take_facts(self, facts: Mapping[Indicator, FactRows]) -> None:
        """Take a run of facts."""
        for predicate, some in facts.items():
            known = self.clauses.setdefault(predicate, some)
            if known is not some:
                known.extend(some)

    def _listed(self, predicate: Indicator) -> list[HornClause]:
        """The clauses of a predicate so far, which may get others."""
        known = self.clauses.get(predicate)
        if not isinstance(known, list):
            known = self.clauses[predicate] = list(known or ())
        return known

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
        args = goal.args if isinstance(goal, Compound) else ()
        if isinstance(goal, Compound) and self._states(goal, place):
            return
        if args and name in DECLARATIONS:
            self._declare(str(name), args[0], place)
        elif args and name == "initialization":
            for one in conjuncts(args[0]):
                self._at_load(one, place)
        elif name in HARMLESS:
            return
        elif name in LOADING or isinstance(list_items(goal), list):
            self._load(goal, place)
        elif name in CONDITIONAL:
            raise InputError(
                "clauses under a condition are not read",
                place=place,
                expected="op/3, dynamic, discontiguous, table, module, use_module(library(Name)), a goal",
                found=write_term(goal)[:80],
                remedy=f"leave it out\n{TRUST}",
            )
        else:
            self.directives.append(StatedGoal(goal, place))
            self._at_load(goal, place)

    def _declare(self, kind: str, names: PrologTerm, place: Place) -> None:
        """Take a declaration of predicates; those of Prolog itself stay as they are."""
        found = self._declared(names, place, tabled=kind == "table")
        for kept in sorted(filter(is_protected, found)):
            found.remove(kept)
            self.warn(place, f"{spelled(kept)} is built in and stays as it is, as in SWI-Prolog")
        if kind == "table":
            self.tabled |= dict.fromkeys(found, place)
        else:
            self.declared |= found
        if kind == "dynamic":
            self.dynamic |= found

    def _load(self, goal: PrologTerm, place: Place) -> None:
        """Take a directive that loads a library; other files are not loaded."""
        wanted = None
        if isinstance(goal, Compound) and goal.functor in LOADING:
            wanted = _library_of(goal.args[0])
        if wanted:
            self.libraries.append(wanted)
        if not wanted or wanted in REFUSED_LIBRARIES:
            self.directives.append(StatedGoal(goal, place))
        if not wanted:
            words = "no other file is loaded: its clauses must stand in this one"
            self.warn(place, f"{write_term(goal)[:80]}: {words}")

    def _at_load(self, goal: PrologTerm, place: Place) -> None:
        """Take a goal that Prolog proves while it loads the program: an assertion is a clause, others are kept for the end."""
        match goal:
            case Compound("assert" | "assertz" | "asserta" as name, (clause,)):
                head, body = translated(clause)
                predicate = indicator(head)
                if not is_protected(predicate):
                    self.declared.add(predicate)
                    made = HornClause(head, conjuncts(body), place)
                    known = self._listed(predicate)
                    known.insert(0 if name == "asserta" else len(known), made)
            case str() | Compound():
                self.at_load.append(StatedGoal(goal, place))
            case _:
                self.warn(place, f"{write_term(goal)[:80]} is no goal: it is passed over")

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
                case Compound(_, args) as other if tabled and other.functor != LIST_FUNCTOR:
                    found.add(indicator(other))
                    self.modes[indicator(other)] = tuple(_mode(one, place) for one in args)
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
                self.warn(source.place(token.start), words)
                break

    def _look_for_slips(self, clause: Clause) -> None:
        """Warn of variables that occur once in a clause without beginning with an underscore, but in goals with their words."""
        if indicator(clause.term) == SAY:
            return
        seen, again = set[Var](), set[Var]()
        for one in clause.occurrences:
            (again if one in seen else seen).add(one)
        seen -= again
        if any(one.name[0] != "_" for one in seen):
            order = variables([clause.term])
            once = [one.name for one in order if one in seen and one.name[0] != "_"]
            verb = "occurs" if len(once) == 1 else "occur"
            self.warn(clause.place, f"{listed(once)} {verb} once in this clause")

    def warn(self, place: Place, words: str) -> None:
        if len(self.warnings) < MOST_WARNINGS:
            self.warnings.append(f"{place}: {words}")
        else:
            self.dropped += 1

    def refuse_directives(self) -> None:
        """Refuse directives of moves that may make others of them: that is for Prolog to follow.

        Raises
        ------
        InputError
            A goal, a file or a library of constraints.
        """
        for stated in self.directives:
            loaded = stated.goal.args[0] if isinstance(stated.goal, Compound) else "[]"
            if wanted := _library_of(loaded):
                raise InputError(
                    f"library({wanted}) is not among the built-in predicates",
                    place=stated.place,
                    expected="predicates that only compute, on lists, terms, numbers and texts",
                    found=write_term(stated.goal)[:80],
                    remedy=f"{REFUSED_LIBRARIES[wanted]}\n{TRUST}",
                )
            name = indicator(stated.goal)[0]
            other = "put all clauses into one file" if name in LOADING else "leave it out"
            raise InputError(
                "this directive is not carried out",
                place=stated.place,
                expected="op/3, dynamic, discontiguous, table, module, use_module(library(Name))",
                found=write_term(stated.goal)[:80],
                remedy=f"{other}\n{TRUST}",
            )

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
            bodies = [goal for clause in having_bodies(self.clauses[one]) for goal in clause.body]
            for goal in bodies:
                for called, _ in called_goals(goal, self.clauses):
                    pending += self.clauses if called == CLAUSE else [called]
        self.examples, self.problems = [], []
        self.at_load = []
        self.clauses = {name: some for name, some in self.clauses.items() if name in kept}

    def state_clauses(self) -> None:
        """State the clauses as facts of ``clause/2`` where one of them calls that: programs are fixed while they run."""
        if self.reflecting is None or CLAUSE in self.clauses:
            return
        self.warn(
            self.reflecting.place or Place(self.source),
            "clause/2 has the clauses of this program, and none of built-in predicates",
        )
        self.clauses[CLAUSE] = stated_clauses(self.clauses)

    def _rules(self) -> Iterator[HornClause]:
        for some in self.clauses.values():
            yield from having_bodies(some)

    def _goals(self) -> Iterator[Goal]:
        for one in self._rules():
            yield from one.body

    def check_tables(self) -> None:
        """Warn of tables of predicates that have no clauses."""
        for name, place in list(self.tabled.items()):
            if not (name in self.clauses or name in self.declared):
                del self.tabled[name]
                self.warn(place, f"a table of {spelled(name)}, which has no clauses here")

    def add_libraries(self) -> None:
        """Add the predicates of loaded libraries that the program calls and does not define, and what they call."""
        for name in self.libraries:
            found = library_clauses(name)
            goals = [*self._goals()]
            goals += [one.goal for one in self.at_load]
            added = {name: some for name, some in found.items() if name not in self.clauses}
            for call in list(calls_of({**added, **self.clauses}, goals)):
                if call.predicate in added:
                    self.clauses[call.predicate] = list(added[call.predicate])

    def keep_own_predicates(self) -> None:
        """Take the statements about learning; facts of a predicate that the program calls, or has rules for, stay clauses too.

        Of such a predicate only goals that the program can prove are statements: its facts may mean something else.
        """
        bodies = [*self._goals()]
        stated = [name for name in STATEMENTS if name in self.clauses]
        called = {name for goal in bodies if stated for name, _ in called_goals(goal, self.clauses)}
        for name in stated:
            facts = self.clauses[name]
            own = name in called or any(one.body for one in facts)
            for fact in facts:
                if not own or self._may_state(fact):
                    assert isinstance(fact.head, Compound)
                    self._states(fact.head, fact.place or Place(self.source))
            if not own:
                del self.clauses[name]

    def _may_state(self, fact: HornClause) -> bool:
        """Whether the argument of a fact is a goal that the program can prove."""
        (told,) = arguments(fact.head)
        known = isinstance(told, str | Compound) and self._defines(_meant(told))
        return known and not fact.body

    def _defines(self, predicate: Indicator) -> bool:
        return predicate in self.clauses or predicate in self.declared or is_known(predicate)

    def check_calls(self) -> dict[Indicator, list[Place]]:
        """Warn once of all calls of predicates that are neither defined nor built in: a goal may never come to them.

        Returns the places of these calls.
        """
        told = [
            HornClause("?-", (one.goal,), one.place)
            for one in (*self.examples, *self.problems, *self.at_load)
        ]
        lacking: dict[Indicator, list[Place]] = {}
        plain = self.clauses.keys() - {CLAUSE}
        for clause in (*self._rules(), *told):
            for goal in clause.body:
                if indicator(goal) in plain:
                    continue
                for called, _ in called_goals(goal, self.clauses):
                    if called == CLAUSE:
                        self.reflecting = self.reflecting or clause
                    if not self._defines(called):
                        place = self._place(clause, called[0]) or Place(self.source)
                        lacking.setdefault(called, []).append(place)
        if lacking:
            self._warn_of(lacking)
        return lacking

    def refuse_moves_of(self, lacking: Mapping[Indicator, Sequence[Place]]) -> None:
        """Refuse moves that call what is lacking, or what changes the program: they are asked again and again."""
        for called, places in lacking.items():
            raise unknown_predicate(called, self.clauses.keys(), places[0])
        for clause in self._rules():
            for goal in clause.body:
                for called, _ in called_goals(goal, self.clauses):
                    if "changes" in properties(called, self.clauses).flags:
                        place = self._place(clause, called[0])
                        raise unknown_predicate(called, self.clauses.keys(), place)

    def _warn_of(self, lacking: Mapping[Indicator, Sequence[Place]]) -> None:
        """Tell all predicates that are called and lacking in one warning, with the lines where they are called."""
        kinds: dict[str, list[str]] = {}
        for called, places in lacking.items():
            lines = dict.fromkeys(str(one.line) for one in places if one.line)
            shown = [*lines][:MOST_CALLERS] + ["..."] * (len(lines) > MOST_CALLERS)
            where = f" (line{'s' * (len(lines) > 1)} {listed(shown)})" if lines else ""
            found = unknown_predicate(called, self.clauses.keys(), None)
            unknown = found.problem.startswith("unknown")
            nearest = near_predicate(called, self.clauses) if unknown else None
            near = "" if nearest is None else f", nearest {spelled(nearest)}"
            kind = "defined" if unknown else "built in here"
            kinds.setdefault(kind, []).append(f"{spelled(called)}{where}{near}")
        told = "; ".join(f"not {kind}: {', '.join(names)}" for kind, names in kinds.items())
        first = min((one for places in lacking.values() for one in places), key=_line)
        self.warn(first, f"{told}: a goal that calls one ends in an error")

    def check_at_load(self) -> None:
        """Keep the goals of directives that change the program; of others there is nothing to prove."""
        kept = []
        for one in self.at_load:
            calls = calls_of(self.clauses, (one.goal,))
            if any("changes" in properties(call.predicate, self.clauses).flags for call in calls):
                kept.append(one)
            else:
                words = "is not proved while the program is read: ask it as a goal"
                self.warn(one.place or Place(self.source), f"{write_term(one.goal)[:80]} {words}")
        self.at_load = kept

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
        changing = {*self.dynamic, *self.tabled}
        return LogicProgram(
            self.source,
            {
                predicate: clauses
                if isinstance(clauses, FactRows) and predicate not in changing
                else tuple(clauses)
                for predicate, clauses in self.clauses.items()
            },
            self.operators,
            tuple(self.examples),
            tuple(self.problems),
            None if self.operational is None else tuple(self.operational),
            frozenset(self.declared),
            tuple(self.warnings),
            frozenset(self.tabled),
            {name: modes for name, modes in self.modes.items() if name in self.tabled},
            frozenset(self.dynamic),
            tuple(self.at_load),
        )


MODES = ("min", "max", "first", "last")
"""Ways in which answers to a tabled goal become one: the least, the greatest, the first or the last is kept."""


def _mode(mode: PrologTerm, place: Place) -> PrologTerm:
    """How an argument tells answers of a table apart, or which of them is kept.

    Raises
    ------
    InputError
        A mode that arcwise does not have.
    """
    if _is_index(mode):
        return "index"
    if mode == "-":
        return "first"
    match mode:
        case Compound("lattice" | "po" as kind, (order,)):
            name = indicator(order)[0] if isinstance(order, Compound | str) else ""
            if isinstance(order, Compound) and indicator(order) == ("/", 2):
                name = str(order.args[0])
            return Compound(kind, (name,))
        case str() if mode in MODES:
            return mode
    raise InputError(
        "a table does not keep answers in this way",
        place=place,
        expected=f"{', '.join(MODES)}, lattice(NAME/3) or po(NAME/2)",
        found=write_term(mode)[:80],
        remedy="a table of all answers, and aggregate_all/3",
    )


def _is_index(mode: PrologTerm) -> bool:
    """Whether an argument of a tabled goal only tells answers apart: none of them is better than another."""
    return isinstance(mode, Var) or mode == "index"


def _library_of(file: PrologTerm) -> str:
    """Name of the library that ``library(Name)`` is, such as ``dcg/basics``; empty for another file."""
    match file:
        case Compound("library", (str(name),)):
            return name
        case Compound("library", (Compound("/", (str(folder), str(name))),)):
            return f"{folder}/{name}"
    return ""


def _line(place: Place) -> int:
    return place.line or 0


def _meant(told: Goal) -> Indicator:
    """The predicate that a statement is about: of a goal, or that of ``Name/Arity``."""
    match told:
        case Compound("/", (str(name), int(arity))):
            return name, arity
    return indicator(told)


def _check_parsed(goal: Compound, place: Place) -> None:
    """Refuse to parse what is no list."""
    for text in _unlisted(goal):
        string = isinstance(text, PrologString)
        raise InputError(
            "a grammar parses a list",
            place=place,
            expected="a list of codes" if string else "a list",
            found=write_term(text)[:80],
            remedy=":- set_prolog_flag(double_quotes, codes)." if string else None,
        )


def _unlisted(goal: Compound) -> list[PrologTerm]:
    """The arguments of ``phrase/2,3`` that are to be lists and are none, whatever their variables stand for."""
    if goal.functor != "phrase" or len(goal.args) not in (2, 3):
        return []
    return [one for one in goal.args[1:] if not (isinstance(one, Var) or _begins_list(one))]


def _begins_list(term: PrologTerm) -> bool:
    if isinstance(term, Compound):
        return term.functor == LIST_FUNCTOR and len(term.args) == 2
    return term == EMPTY_LIST


def plain_goals(body: Goal) -> Goal:
    """The body of a clause with ``;`` for each bar between its goals, as Prolog reads them, and ``phrase`` of a grammar body carried out."""
    pending, odd = [body], False
    while pending and not odd:
        one = pending.pop()
        if isinstance(one, Compound):
            odd = one.functor in ("|", "phrase")
            pending += [one.args[place] for place in _held(one)]
    if not odd:
        return body
    try:
        return _plain(body, count(1))
    except RecursionError:
        raise TooLargeError("goals are nested too deeply") from None


def _plain(body: Goal, numbers: count[int]) -> Goal:
    match body:
        case Compound(functor, args) if places := _held(body):
            inside = tuple(
                _plain(one, numbers) if place in places else one for place, one in enumerate(args)
            )
            return Compound(";" if functor == "|" else functor, inside)
        case Compound("phrase") if unlisted := _unlisted(body):
            error = Compound("error", (Compound("type_error", ("list", unlisted[0])), Var("_")))
            return Compound("throw", (error,))
        case Compound("phrase", (parsed, before, *rest)) if is_grammar_body(parsed):
            behind = rest[0] if rest else EMPTY_LIST
            return Compound("call", (parsed_goal(parsed, before, behind, numbers),))
    return body


def with_own_variables(body: Goal, libraries: Collection[str]) -> Goal:
    """The body of a clause whose lambda expressions share no variable with it but those before their ``/``.

    SWI-Prolog makes a predicate of such an expression when it reads the clause, if the program has loaded the library ``yall`` or
    ``apply_macros``, and the one that defines the predicate to which it is passed. Else its variables are copied when it is called.
    """
    expands = {"yall", "apply_macros"} & set(libraries)
    return _expanded(body, libraries, count(1)) if expands else body


def _expanded(goal: Goal, libraries: Collection[str], numbers: count[int]) -> Goal:
    if not isinstance(goal, Compound):
        return goal
    name = indicator(goal)
    row, args = properties(name), list(goal.args)
    for place in row.calls:
        args[place] = _expanded(args[place], libraries, numbers)
    maps = name[0] == "maplist" and "apply_macros" in libraries
    known = name[0] == "call" or maps or {"yall", "apply"} <= set(libraries)
    if row.closure is not None and known:
        made = args[row.closure[0]]
        if isinstance(made, Compound) and indicator(made) == (">>", 2):
            parameters, inside = made.args
            free = (
                parameters.args[0]
                if isinstance(parameters, Compound) and indicator(parameters) == ("/", 2)
                else EMPTY_LIST
            )
            kept = variables((free,))
            own = {
                one: Var(f"_lambda{next(numbers)}") for one in variables((made,)) if one not in kept
            }
            if "yall" in libraries:
                inside = _expanded(inside, libraries, numbers)
            args[row.closure[0]] = substitute((Compound(">>", (parameters, inside)),), own)[0]
    return Compound(goal.functor, tuple(args))


def _held(goal: Compound) -> tuple[int, ...]:
    """Places of the arguments of a control construct that are goals."""
    if goal.functor == "|" and len(goal.args) == 2:
        return (0, 1)
    row = properties(indicator(goal))
    return row.calls if row.kind == "control" else ()


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
