"""Names of the predicates that every logic program may call, and what stands in for those that arcwise refuses.

Nothing here can touch anything outside of a proof: no files. Output is text of the result, and a program that changes begins
each search as it was read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from ...rules.errors import Place
from ...rules.prolog.reader import read_clauses
from ...rules.record import record
from ...rules.term import Compound, PrologTerm, Terms, Var
from ...rules.trust import TRUST
from .grammar import translated
from .program import (
    Clauses,
    Goal,
    HornClause,
    Indicator,
    LogicProgram,
    arguments,
    conjunction,
    conjuncts,
    indicator,
    spelled,
)


@record
class BuiltIn:
    """Properties of a predicate that every logic program may call.

    Parameters
    ----------
    predicate
        Name and arity.
    kind
        ``control``; ``test``: unification, comparison and type tests; ``arithmetic``; ``term``: terms, lists and atoms;
        ``state``: the clauses and variables of a program that changes; ``output``; ``input``; or ``library``: written in Prolog.
    calls
        Arguments that are called as they are.
    closure
        The argument that is called with a number of arguments more; None without one.
    takes_first
        Arguments of which only the first answer is taken, or all in order.
    outputs
        Arguments that are only unified with what the predicate computed from the others.
    flags
        ``monotone``: the predicate holds of an instance whenever it holds of the goal, and the other way round, so that when it
        is called makes no difference. ``shallow``: a test that looks no deeper than at the kind of a term. ``plain``: its
        answers for a state are those for the most general state that fit it, or errors for the latter. ``transparent``: a
        cut in it cuts the clause. ``prints``: the predicate holds and prints. ``changes``: it changes the program, or looks
        at what was changed.
    """

    predicate: Indicator
    kind: str
    calls: tuple[int, ...] = ()
    closure: tuple[int, int] | None = None
    takes_first: tuple[int, ...] = ()
    outputs: tuple[int, ...] | None = None
    flags: frozenset[str] = frozenset()

    @property
    def looks_inside(self) -> bool:
        """Whether an argument is called."""
        return bool(self.calls) or self.closure is not None


def _row(
    name: str,
    kind: str,
    flags: str = "",
    *,
    calls: tuple[int, ...] = (),
    closure: tuple[int, int] | None = None,
    takes_first: tuple[int, ...] = (),
    outputs: tuple[int, ...] | None = None,
) -> BuiltIn:
    word, _, arity = name.rpartition("/")
    predicate = word, int(arity)
    return BuiltIn(predicate, kind, calls, closure, takes_first, outputs, frozenset(flags.split()))


_ROWS = (
    _row(",/2", "control", "plain transparent", calls=(0, 1)),
    _row(";/2", "control", "plain transparent", calls=(0, 1)),
    _row("->/2", "control", "transparent", calls=(0, 1), takes_first=(0,)),
    _row("*->/2", "control", "transparent", calls=(0, 1)),
    _row("\\+/1", "control", calls=(0,)),
    _row("not/1", "control", calls=(0,)),
    _row("!/0", "control"),
    _row("once/1", "control", calls=(0,), takes_first=(0,)),
    _row("ignore/1", "control", calls=(0,), takes_first=(0,)),
    _row("forall/2", "control", calls=(0, 1)),
    _row("findall/3", "control", calls=(1,), takes_first=(1,), outputs=(2,)),
    _row("catch/3", "control", calls=(0, 2), takes_first=(0,)),
    _row("throw/1", "control"),
    _row("$finally/1", "control"),
    _row("$last/1", "control"),
    _row("true/0", "control", "monotone plain"),
    _row("otherwise/0", "control"),
    _row("fail/0", "control", "monotone plain"),
    _row("false/0", "control", "monotone plain"),
    _row("call/1", "control", calls=(0,)),
    *(_row(f"call/{size}", "control", closure=(0, size - 1)) for size in range(2, 9)),
    _row("=/2", "test", "monotone plain"),
    _row("\\=/2", "test"),
    _row("==/2", "test"),
    _row("\\==/2", "test"),
    _row("@</2", "test"),
    _row("@>/2", "test"),
    _row("@=</2", "test"),
    _row("@>=/2", "test"),
    _row("compare/3", "test", outputs=(0,)),
    _row("var/1", "test"),
    _row("nonvar/1", "test", "shallow"),
    _row("atom/1", "test", "shallow"),
    _row("number/1", "test", "shallow"),
    _row("integer/1", "test", "shallow"),
    _row("float/1", "test", "shallow"),
    _row("atomic/1", "test", "shallow"),
    _row("compound/1", "test", "shallow"),
    _row("callable/1", "test", "shallow"),
    _row("is_list/1", "test"),
    _row("string/1", "test", "shallow"),
    _row("ground/1", "test"),
    _row("unify_with_occurs_check/2", "test"),
    _row("is/2", "arithmetic", "plain", outputs=(0,)),
    _row("=:=/2", "arithmetic", "plain"),
    _row("=\\=/2", "arithmetic", "plain"),
    _row("</2", "arithmetic", "plain"),
    _row(">/2", "arithmetic", "plain"),
    _row("=</2", "arithmetic", "plain"),
    _row(">=/2", "arithmetic", "plain"),
    _row("between/3", "arithmetic", outputs=(2,)),
    _row("succ/2", "arithmetic"),
    _row("plus/3", "arithmetic"),
    _row("functor/3", "term"),
    _row("arg/3", "term", outputs=(2,)),
    _row("=../2", "term"),
    _row("copy_term/2", "term", outputs=(1,)),
    _row("length/2", "term", outputs=(1,)),
    _row("msort/2", "term", outputs=(1,)),
    _row("sort/2", "term", outputs=(1,)),
    _row("sort/4", "term"),
    _row("keysort/2", "term"),
    *(
        _row(f"{name}/2", "term")
        for name in (
            *("atom_codes", "atom_chars", "string_codes", "string_chars", "number_codes"),
            *("number_chars", "char_code", "atom_number", "number_string", "atom_string"),
            *("string_to_atom", "atomic_list_concat", "char_type", "code_type"),
        )
    ),
    *(
        _row(f"{name}/2", "term", outputs=(1,))
        for name in (
            *("atom_length", "string_length", "text_to_string", "upcase_atom"),
            *("downcase_atom", "string_upper", "string_lower"),
        )
    ),
    _row("string_code/3", "term", outputs=(2,)),
    _row("split_string/4", "term", outputs=(3,)),
    _row("atomic_list_concat/3", "term"),
    *(_row(f"{name}_concat/3", "term") for name in ("atom", "string")),
    *(_row(f"sub_{name}/5", "term") for name in ("atom", "string")),
    _row("term_variables/2", "term"),
    _row("repeat/0", "term"),
    *(
        _row(name, "state", "changes")
        for name in (
            *("assert/1", "asserta/1", "assertz/1", "retract/1", "retractall/1", "abolish/1"),
            *("abolish/2", "dynamic/1", "nb_setval/2", "b_setval/2", "nb_getval/2", "b_getval/2"),
            *("flag/3", "gensym/2", "reset_gensym/1", "reset_gensym/0"),
            *("recorda/3", "recordz/3", "recorded/3", "erase/1", "statistics/2", "get_time/1"),
        )
    ),
    *(
        _row(name, "output", "monotone plain prints")
        for name in (
            *("write/1", "writeln/1", "print/1", "writeq/1", "write_canonical/1", "nl/0"),
            *("portray_clause/1", "tab/1", "put_char/1", "format/1", "format/2"),
            *("write/2", "writeln/2", "writeq/2", "print/2", "write_canonical/2", "nl/1", "tab/2"),
            *("write_term/2", "write_term/3", "put_char/2", "portray_clause/2", "flush_output/0"),
            *("flush_output/1", "ttyflush/0"),
        )
    ),
    _row("format/3", "output"),
    _row("writef/2", "output", "monotone plain prints"),
    *(
        _row(name, "input", "changes")
        for name in (
            *("read/1", "read/2", "read_term/2", "read_term/3", "get_char/1", "get_char/2"),
            *("peek_char/1", "peek_code/1", "get_code/1", "get_byte/1", "get0/1", "get/1"),
            *("at_end_of_stream/0", "at_end_of_stream/1"),
        )
    ),
    _row("term_to_atom/2", "term"),
    _row("term_string/2", "term"),
    _row("atom_to_term/3", "term"),
    _row("current_op/3", "term"),
    _row("numbervars/3", "term"),
    _row("$capture/0", "output"),
    _row("$captured/1", "output"),
    _row("$into/2", "output"),
    _row("append/3", "library", "monotone plain"),
    _row("member/2", "library", "monotone plain"),
    _row("select/3", "library", "monotone plain"),
    _row("reverse/2", "library", "monotone"),
    _row("permutation/2", "library", "monotone"),
    _row("last/2", "library", "monotone"),
    _row("sum_list/2", "library", outputs=(1,)),
    _row("findall/4", "library", calls=(1,), takes_first=(1,)),
    _row("bagof/3", "library", calls=(1,), takes_first=(1,), outputs=(2,)),
    _row("setof/3", "library", calls=(1,), takes_first=(1,), outputs=(2,)),
    _row("aggregate_all/3", "library", calls=(1,), takes_first=(1,), outputs=(2,)),
    _row("aggregate_all/4", "library", calls=(2,), takes_first=(2,), outputs=(3,)),
    _row("aggregate/3", "library", calls=(1,), takes_first=(1,), outputs=(2,)),
    _row("order_by/2", "library", calls=(1,), takes_first=(1,)),
    _row("^/2", "library", calls=(1,), takes_first=(1,)),
    *(_row(f"maplist/{size}", "library", closure=(0, size - 1)) for size in range(2, 8)),
    _row("convlist/3", "library", closure=(0, 2), takes_first=(0,)),
    *(_row(f">>/{size}", "library") for size in range(2, 10)),
    _row("include/3", "library", closure=(0, 1), takes_first=(0,)),
    _row("exclude/3", "library", closure=(0, 1), takes_first=(0,)),
    _row("partition/4", "library", closure=(0, 1), takes_first=(0,)),
    _row("foldl/4", "library", closure=(0, 3)),
    _row("foldl/5", "library", closure=(0, 4)),
    _row("foldl/6", "library", closure=(0, 5)),
    _row("foldl/7", "library", closure=(0, 6)),
    _row("scanl/4", "library", closure=(0, 3)),
    _row("mapargs/3", "library", closure=(0, 2)),
    _row("max_member/3", "library", closure=(0, 2), takes_first=(0,)),
    _row("min_member/3", "library", closure=(0, 2), takes_first=(0,)),
    _row("map_assoc/2", "library", closure=(0, 1)),
    _row("map_assoc/3", "library", closure=(0, 2)),
    _row("partition/5", "library", closure=(0, 2), takes_first=(0,)),
    _row("predsort/3", "library", closure=(0, 3), takes_first=(0,)),
    _row("with_output_to/2", "library", "prints", calls=(1,), takes_first=(1,)),
    _row("phrase/2", "library", closure=(0, 2)),
    _row("phrase/3", "library", closure=(0, 2)),
    _row(":/2", "library", calls=(1,)),
    *(_row(f":/{size}", "library", closure=(1, size - 2)) for size in range(3, 7)),
    _row("call_cleanup/2", "library", calls=(0, 1), takes_first=(0, 1)),
    _row("setup_call_cleanup/3", "library", calls=(0, 1, 2), takes_first=(0, 1, 2)),
    _row("time/1", "library", calls=(0,)),
    _row("limit/2", "library", "changes", calls=(1,), takes_first=(1,)),
    _row("offset/2", "library", "changes", calls=(1,), takes_first=(1,)),
    _row("distinct/1", "library", "changes", calls=(0,), takes_first=(0,)),
    _row("distinct/2", "library", "changes", calls=(1,), takes_first=(1,)),
    _row("call_nth/2", "library", "changes", calls=(0,), takes_first=(0,)),
    _row("map_list_to_pairs/3", "library", closure=(0, 2)),
)

BUILT_INS: Mapping[Indicator, BuiltIn] = {one.predicate: one for one in _ROWS}
"""Every built-in predicate, and those of the library that have properties of their own."""

_NOTHING = BuiltIn(("", 0), "")

BUILT_IN_PREDICATES = frozenset(one.predicate for one in _ROWS if one.kind != "library")
"""Predicates without clauses."""

CONTROL = frozenset(one.predicate for one in _ROWS if one.kind == "control")
"""Control constructs."""


def properties(predicate: Indicator, defined: Container[Indicator] = ()) -> BuiltIn:
    """The row of a predicate; one without any property if it has none, or if a program has ``defined`` it."""
    return _NOTHING if predicate in defined else BUILT_INS.get(predicate, _NOTHING)


_FIXED = "an argument that carries what changes"
_OUTSIDE = "facts with what it would find, an argument with what it would change"
_SHOWN = "leave it out: answers are printed"
_PAIRS = "a list of Key-Value pairs, with member/2 and select/3"
_ASSOC = "assoc_to_list/2, a list predicate, and list_to_assoc/2"
_CHOICES = "between/3 or member/2 for each variable, then comparisons"

INSTEAD = {
    **dict.fromkeys(("setarg", "nb_setarg", "put_attr", "get_attr", "set_prolog_flag"), _FIXED),
    **dict.fromkeys(("shell", "getenv", "setenv", "exists_file", "process_create"), _OUTSIDE),
    **dict.fromkeys(("thread_create", "engine_create", "tcp_socket", "load_files"), _OUTSIDE),
    **dict.fromkeys(("tell", "told"), _SHOWN),
    "op": "the directive :- op(Priority, Type, Name).",
    "sformat": "format/3 with atom(A) for its first argument",
    **dict.fromkeys(
        ("see", "seen", "open", "close"),
        "an argument with the term, or facts with the answers",
    ),
    **dict.fromkeys(("random", "random_between", "random_member"), "an argument with the number"),
    **dict.fromkeys(("random_float", "cputime", "realtime"), "an argument with the number"),
    **dict.fromkeys(("del_assoc", "del_min_assoc", "del_max_assoc"), _ASSOC),
    **dict.fromkeys(("get_dict", "put_dict", "dict_pairs"), _PAIRS),
    **dict.fromkeys(("#=", "#<", "#>", "#=<", "#>=", "#\\=", "ins", "in", "label"), _CHOICES),
    **dict.fromkeys(("all_different", "all_distinct"), "sort/2, and length/2 of both lists"),
    **dict.fromkeys(("consult", "include"), "one file"),
    **dict.fromkeys(("halt", "abolish_all_tables"), "leave it out"),
    "rdiv": "whole numbers: A*D and B*C compare A/B with C/D",
    "dif": r"\=/2, once both arguments are known",
    "freeze": "the goal after what binds its variable",
    "atomics_to_string": "atomic_list_concat/2",
    "tnot": r"\+",
}
"""Replacement for a predicate that is refused, by its name."""


def instead(name: str | Indicator) -> str | None:
    """Remedy where a function of a name, or a predicate, is refused; None for what is not known to be refused."""
    if not isinstance(name, str):
        swi = frozenset[Indicator]().union(*_in_swi().values())
        of_swi = name in swi or all(one != name[0] for one, _ in swi)
        name = name[0] if of_swi else ""
    return f"{INSTEAD[name]}\n{TRUST}" if name in INSTEAD else None


REFUSED_LIBRARIES = dict.fromkeys(("clpfd", "clpb", "clpr", "clpq", "chr"), _CHOICES)
"""Replacement for a library of which programs are refused, by its name."""


@cache
def _in_swi() -> dict[str, frozenset[Indicator]]:
    """Predicates of SWI-Prolog: ``protected`` ones, other ``system`` predicates, and those of its ``library``."""
    lines = Path(__file__).with_name("swi_predicates.txt").read_text(encoding="utf-8").split("\n")
    found: dict[str, set[Indicator]] = {}
    kind = ""
    for line in lines[1:]:
        if line.endswith(":"):
            kind = line[:-1]
            continue
        for name, _, arity in (word.rpartition("/") for word in line.split()):
            found.setdefault(kind, set()).add((name, int(arity)))
    return {kind: frozenset(some) for kind, some in found.items()}


def is_protected(predicate: Indicator) -> bool:
    """Whether SWI-Prolog keeps a program from defining a predicate: those of ISO and a few more; any other may be redefined."""
    return predicate in _in_swi()["protected"]


@cache
def system_predicates() -> frozenset[Indicator]:
    """Built-in predicates of SWI-Prolog, whose clauses it does not show."""
    return _in_swi()["system"] | _in_swi()["protected"]


def kind_in_swi(predicate: Indicator) -> str | None:
    """``built-in predicate`` or ``library predicate`` of SWI-Prolog; None for what it does not have."""
    if predicate in _in_swi()["library"]:
        return "library predicate"
    return "built-in predicate" if predicate in system_predicates() else None


LIBRARIES = {"dcg/basics": "dcg_basics.pl"}
"""Files of libraries whose predicates a program has only if it loads them, by the name of the library."""


@cache
def library() -> Mapping[Indicator, tuple[HornClause, ...]]:
    """Clauses of the list predicates, written in Prolog (library.pl)."""
    return LibraryClauses("library.pl")


@cache
def library_clauses(name: str) -> Mapping[Indicator, tuple[HornClause, ...]]:
    """Clauses of a library that a program loads by its name; none of one whose predicates every program has, or none has."""
    return LibraryClauses(LIBRARIES[name]) if name in LIBRARIES else {}


_HEAD = re.compile(r"'([^']*)'|(>>|[a-z]\w*)")
"""Name at the beginning of a clause, unless an operator stands behind its first argument."""


class LibraryClauses(Mapping[Indicator, tuple[HornClause, ...]]):
    """Clauses of a file beside this one by their predicates; a predicate is read when it is asked for.

    The place of a clause is its predicate; of a predicate of the library's own, whose name begins with ``$``, the first of those
    in front that programs may call.

    Parameters
    ----------
    file
        Name of the file. A clause begins at the beginning of a line, and no other line but a comment does.
    """

    def __init__(self, file: str) -> None:
        self._file = file
        self._texts: dict[str, list[tuple[str, str]]] = {}
        """Texts of clauses by the names of their predicates, each with that of the clause that tells its place."""
        self._known: dict[str, dict[Indicator, tuple[HornClause, ...]]] = {}
        text = Path(__file__).with_name(file).read_text(encoding="utf-8")
        told, helps = "", True
        for clause in re.split(r"^(?=[^\s%])", text, flags=re.MULTILINE)[1:]:
            begins = _HEAD.match(clause)
            name = begins[1] or begins[2] if begins else indicator(self._read(clause)[0].head)[0]
            own = name.startswith("$")
            if helps and not own:
                told = clause
            helps = own
            self._texts.setdefault(name, []).append((clause, told if own else clause))

    def _read(self, text: str) -> list[HornClause]:
        read = [translated(clause.term) for clause in read_clauses(text, self._file)]
        return [HornClause(head, conjuncts(body)) for head, body in read]

    def _named(self, name: str) -> dict[Indicator, tuple[HornClause, ...]]:
        """Clauses of the predicates of a name."""
        if name not in self._known:
            found: dict[Indicator, list[HornClause]] = {}
            for text, told in self._texts.get(name, ()):
                (clause,) = self._read(text)
                place = clause if told is text else self._read(told)[0]
                placed = replace(clause, place=Place(spelled(place.predicate)))
                found.setdefault(clause.predicate, []).append(placed)
            self._known[name] = {predicate: tuple(some) for predicate, some in found.items()}
        return self._known[name]

    def __getitem__(self, predicate: Indicator) -> tuple[HornClause, ...]:
        """The clauses of a predicate."""
        return self._named(predicate[0])[predicate]

    def __iter__(self) -> Iterator[Indicator]:
        """All predicates."""
        return (predicate for name in self._texts for predicate in self._named(name))

    def __len__(self) -> int:
        """Number of predicates."""
        return sum(len(self._named(name)) for name in self._texts)


CLAUSE: Indicator = ("clause", 2)
"""Predicate by which a program reads its own clauses."""


def stated_clauses(clauses: Mapping[Indicator, Iterable[HornClause]]) -> list[HornClause]:
    """Facts of ``clause/2`` for the clauses of all other predicates, but not for learned rules."""
    return [
        HornClause(Compound(CLAUSE[0], (one.head, conjunction(one.body))), (), one.place)
        for name, some in clauses.items()
        for one in some
        if name != CLAUSE and not one.label
    ]


def _about(program: LogicProgram, predicate: Indicator) -> list[HornClause] | None:
    """Clauses of ``current_predicate/1`` and ``predicate_property/2``, which tell of a program; None of another predicate."""
    if predicate not in ABOUT_PROGRAMS:
        return None
    own = dict.fromkeys((*program.clauses, *sorted(program.declared)))
    own = dict.fromkeys(one for one in own if one not in (CLAUSE, *ABOUT_PROGRAMS))
    if predicate == CURRENT_PREDICATE:
        known = [*own, *sorted(system_predicates() - own.keys())]
        return [HornClause(Compound(predicate[0], (Compound("/", one),))) for one in known]
    found: list[HornClause] = []
    for one in own:
        change = "dynamic" if one in program.dynamic else "static"
        count = Compound("number_of_clauses", (len(program.clauses.get(one, ())),))
        found += _properties(one, "interpreted", "visible", change, "defined", count)
    for one in sorted(system_predicates() - own.keys()):
        found += _properties(one, "visible", "built_in", "static", "system", "defined")
    for one in sorted(library().keys() - system_predicates() - own.keys()):
        if one[0][0] != "$":
            found += _properties(one, "visible", "static", "defined")
    return found


def _properties(predicate: Indicator, *told: PrologTerm) -> Iterator[HornClause]:
    name, arity = predicate
    args = tuple(Var(f"_{place}") for place in range(arity))
    head = Compound(name, args) if args else name
    for one in told:
        yield HornClause(Compound(PREDICATE_PROPERTY[0], (head, one)))


CURRENT_PREDICATE: Indicator = ("current_predicate", 1)
PREDICATE_PROPERTY: Indicator = ("predicate_property", 2)
ABOUT_PROGRAMS = frozenset({CURRENT_PREDICATE, PREDICATE_PROPERTY})
"""Predicates that tell of the predicates of a program, as it was read."""


def has_stated_clauses(clauses: Mapping[Indicator, Iterable[HornClause]]) -> bool:
    """Whether ``clause/2`` has the clauses of all other predicates: a program may have facts of its own under that name."""
    own = clauses.get(CLAUSE)
    return own is None or [one.head for one in own] == [one.head for one in stated_clauses(clauses)]


OWN = "lists:"
"""Beginning of the names by which the library calls predicates that a program has redefined."""


def clauses_of(program: LogicProgram, predicate: Indicator) -> Clauses | None:
    """Clauses of a predicate of a program or of the list library; None if neither has it.

    Clauses of ``clause/2`` are facts, see `stated_clauses`. If a program defines a predicate of the library, the library calls
    its own, whose name then begins with ``lists:``.
    """
    if program.defines(predicate):
        return program.clauses.get(predicate, ())
    if predicate == CLAUSE:
        return tuple(stated_clauses(program.clauses))
    if (told := _about(program, predicate)) is not None:
        return tuple(told)
    name, arity = predicate
    found = library().get((name.removeprefix(OWN), arity))
    hidden = (
        {one for one in (*program.clauses, *program.declared) if is_known(one)} if found else ()
    )
    if not hidden or not found:
        return found
    return tuple(
        HornClause(
            Compound(name, arguments(one.head)) if arity else name,
            tuple(_calling_own(goal, hidden) for goal in one.body),
            one.place,
        )
        for one in found
    )


def _calling_own(goal: Goal, hidden: Collection[Indicator], more: int = 0) -> Goal:
    """A goal of the library, called with some arguments more, that calls none of the program's predicates."""
    if not isinstance(goal, str | Compound):
        return goal
    name, args = indicator(goal)[0], list(arguments(goal))
    row = properties((name, len(args) + more))
    for place in row.calls:
        args[place] = _calling_own(args[place], hidden)
    if row.closure is not None:
        args[row.closure[0]] = _calling_own(args[row.closure[0]], hidden, row.closure[1])
    called = f"{OWN}{name}" if (name, len(args) + more) in hidden else name
    return Compound(called, tuple(args)) if args else called


def is_known(predicate: Indicator) -> bool:
    """Whether every program may call a predicate."""
    return (
        predicate == CLAUSE
        or predicate in ABOUT_PROGRAMS
        or predicate in BUILT_IN_PREDICATES
        or predicate in library()
    )


def has_cut(body: Terms) -> bool:
    """Whether a cut of its own stands in a clause's body."""
    pending: list[PrologTerm] = list(body)
    while pending:
        one = pending.pop()
        if one == "!":
            return True
        if isinstance(one, Compound) and "transparent" in properties(indicator(one)).flags:
            pending += one.args
    return False
