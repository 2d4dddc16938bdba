"""Predicates by which a program changes while it runs: its clauses, its global variables and its counters.

A call sees the clauses that its predicate has when it begins (the logical update view of the Prolog standard). Every search
begins with the program as it was read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import process_time, time
from typing import Any, Protocol, cast

from ...rules.term import Compound, Var, make_list, variables
from ..program.program import (
    Goal,
    HornClause,
    Indicator,
    LogicProgram,
    conjunction,
    conjuncts,
    indicator,
    spelled,
)
from ..program.vocabulary import is_known
from .arithmetic import NOT_BOUND, TermError, misfit, shown, value, wrong_type
from .variables import (
    Fresh,
    ProofTerm,
    Trail,
    bound_terms,
    renamed,
    undo,
    unify,
    walked,
    with_fresh,
)

Args = tuple[ProofTerm, ...]


class ClausesThatChange(Protocol):
    """Protocol of a predicate whose clauses may change."""

    dynamic: bool

    @property
    def unknown(self) -> bool:
        """Whether the predicate is not defined."""

    def make_dynamic(self) -> None:
        """Let an unknown predicate have clauses from now on."""

    def abolish(self) -> None:
        """Take away all clauses, so that the predicate is unknown."""

    def matching(self, args: Args) -> list[Any]:
        """The clauses that no argument of the goal contradicts, in order."""

    def add(self, rule: Any, *, front: bool = False) -> None:
        """Add a compiled clause behind all others, or in front of them."""

    def remove(self, rule: Any) -> bool:
        """Take away a compiled clause; False if it was taken away before."""


class DatabaseThatChanges(Protocol):
    """Protocol of a compiled program whose clauses may change."""

    program: LogicProgram

    def is_built_in(self, name: Indicator) -> bool:
        """Whether a predicate has no clauses, and the program none of that name."""

    def predicate(self, name: Indicator) -> ClausesThatChange:
        """The predicate of a name and an arity."""

    def rule(self, clause: HornClause) -> Any:
        """A clause, compiled."""


class Changes:
    """Changes of a program in one search.

    Parameters
    ----------
    database
        The program.

    Attributes
    ----------
    any
        Whether something has changed.
    """

    def __init__(self, database: DatabaseThatChanges) -> None:
        self._database = database
        self._variables: dict[str, ProofTerm] = {}
        self._counters: dict[str, int | float] = {}
        self._names: dict[str, int] = {}
        self._records: dict[Any, dict[int, ProofTerm]] = {}
        self._last_record = 0
        self._last_time = 0
        self.any = False
        self.deterministic: dict[Indicator, Callable[[Args, Trail], bool]] = {
            ("assert", 1): lambda args, trail: self._assert(args, "assert/1"),
            ("assertz", 1): lambda args, trail: self._assert(args, "assertz/1"),
            ("asserta", 1): lambda args, trail: self._assert(args, "asserta/1", front=True),
            ("retractall", 1): self._retract_all,
            ("abolish", 1): self._abolish,
            ("abolish", 2): lambda args, trail: self._abolish((Compound("/", args),), trail),
            ("dynamic", 1): self._dynamic,
            ("nb_setval", 2): self._set,
            ("b_setval", 2): self._set_until_backtracking,
            ("nb_getval", 2): lambda args, trail: self._get(args, trail, "nb_getval/2"),
            ("b_getval", 2): lambda args, trail: self._get(args, trail, "b_getval/2"),
            ("flag", 3): self._flag,
            ("gensym", 2): self._gensym,
            ("reset_gensym", 1): self._reset_gensym,
            ("reset_gensym", 0): self._reset_gensym,
            ("recorda", 3): lambda args, trail: self._record(args, trail, "recorda/3", front=True),
            ("recordz", 3): lambda args, trail: self._record(args, trail, "recordz/3"),
            ("erase", 1): self._erase,
            ("statistics", 2): self._statistics,
            ("get_time", 1): lambda args, trail: unify(args[0], time(), trail),
        }
        self.several: dict[Indicator, Callable[[Args], Iterator[Args]]] = {
            ("retract", 1): self._retract,
            ("recorded", 3): self._recorded,
        }

    # Clauses.

    def _predicate(self, name: Indicator, *, made: bool = True) -> ClausesThatChange | None:
        """The predicate whose clauses are changed; None of an unknown one, unless it is ``made``.

        Raises
        ------
        TermError
            A predicate that is not dynamic.
        """
        self.any = True
        found: ClausesThatChange | None
        found = None if self._database.is_built_in(name) else self._database.predicate(name)
        if found is not None and found.dynamic:
            return found
        if found is not None and found.unknown:
            if not made:
                return None
            found.make_dynamic()
            return found
        wrong = ("modify", "static_procedure", Compound("/", name))
        raise TermError(
            f"{spelled(name)} is not dynamic",
            Compound("permission_error", wrong),
            expected="a dynamic predicate",
            found=spelled(name),
            remedy=f":- dynamic {spelled(name)}." if self._database.program.defines(name) else None,
        )

    def _assert(self, args: Args, predicate: str, *, front: bool = False) -> bool:
        head, body = _parts(args[0], predicate)
        cells = bound_terms((head, body))
        clause = HornClause(cells[0], _body(cells[0], cells[1], body, predicate))
        found = self._predicate(indicator(head))
        assert found is not None
        found.add(self._database.rule(clause), front=front)
        return True

    def _retract(self, args: Args) -> Iterator[Args]:
        head, body = _parts(args[0], "retract/1", body="true")
        found = self._predicate(indicator(head), made=False)
        if found is None:
            return
        bare = indicator(walked(args[0])) != (":-", 2)
        own = head.args if type(head) is Compound else ()
        for rule in list(found.matching(own)):
            term = clause_term(rule)
            trail: Trail = []
            holds = unify(head, term.args[0], trail) and unify(body, term.args[1], trail)
            undo(trail, 0)
            if holds:  # also of a clause that was taken away since: the call sees it
                found.remove(rule)
                yield (term.args[0] if bare else term,)

    def _retract_all(self, args: Args, trail: Trail) -> bool:
        head = _callable(args[0], "retractall/1")
        found = self._predicate(indicator(head))
        assert found is not None
        own = head.args if type(head) is Compound else ()
        for rule in list(found.matching(own)):
            mark = len(trail)
            if unify(head, clause_term(rule).args[0], trail):
                found.remove(rule)
            undo(trail, mark)
        return True

    def _abolish(self, args: Args, trail: Trail) -> bool:
        for name in _indicators(args[0], "abolish/1"):
            if self._database.program.defines(name) or not is_known(name):
                self._database.predicate(name).abolish()
                self.any = True
            else:
                self._predicate(name)
        return True

    def _dynamic(self, args: Args, trail: Trail) -> bool:
        for name in _indicators(args[0], "dynamic/1"):
            self._predicate(name)
        return True

    # Global variables, counters and names.

    def _set(self, args: Args, trail: Trail) -> bool:
        name = _name(args[0], "nb_setval/2")
        self._variables[name] = _link(renamed((args[1],), {})[0])
        self.any = True
        return True

    def _set_until_backtracking(self, args: Args, trail: Trail) -> bool:
        name = _name(args[0], "b_setval/2")
        link = _last(self._variables.setdefault(name, _link("[]")))
        end = link.args[1]
        end.value = _link(args[1])  # unbound again on backtracking
        trail.append(end)
        self.any = True
        return True

    def _get(self, args: Args, trail: Trail, predicate: str) -> bool:
        name = _name(args[0], predicate)
        if name not in self._variables:
            wrong = Compound("existence_error", ("variable", name))
            raise TermError(
                f"{predicate} needs a global variable that has a value",
                wrong,
                found=name,
                remedy=f"nb_setval({name}, Value)",
            )
        return unify(args[1], _last(self._variables[name]).args[0], trail)

    def _flag(self, args: Args, trail: Trail) -> bool:
        name = _name(args[0], "flag/3")
        if not unify(args[1], self._counters.get(name, 0), trail):
            return False
        self._counters[name] = value(args[2])
        self.any = True
        return True

    def _gensym(self, args: Args, trail: Trail) -> bool:
        name = _name(args[0], "gensym/2")
        number = self._names[name] = self._names.get(name, 0) + 1
        self.any = True
        return unify(args[1], f"{name}{number}", trail)

    def _reset_gensym(self, args: Args, trail: Trail) -> bool:
        if args:
            self._names.pop(_name(args[0], "reset_gensym/1"), None)
        else:
            self._names.clear()
        return True

    # Records, and times.

    def _record(self, args: Args, trail: Trail, predicate: str, *, front: bool = False) -> bool:
        key = _key(args[0], predicate)
        self.any = True
        self._last_record += 1
        new = {self._last_record: renamed((args[1],), {})[0]}
        known = self._records.get(key, {})
        self._records[key] = {**new, **known} if front else {**known, **new}
        return unify(args[2], Compound("$record", (self._last_record,)), trail)

    def _recorded(self, args: Args) -> Iterator[Args]:
        asked = walked(args[0])
        keys = [*self._records] if type(asked) is Fresh else [_key(asked, "recorded/3")]
        for key in keys:
            for number, term in list(self._records.get(key, {}).items()):
                name = key if type(asked) is Fresh else asked
                if type(name) is tuple:
                    name = Compound(name[0], cast(Any, tuple(Fresh() for _ in range(name[1]))))
                yield name, renamed((term,), {})[0], Compound("$record", (number,))

    def _erase(self, args: Args, trail: Trail) -> bool:
        record = walked(args[0])
        number = walked(record.args[0]) if type(record) is Compound else None
        for terms in self._records.values():
            if number in terms:
                del terms[cast(int, number)]
                return True
        raise TermError(
            "erase/1 needs a record that is there",
            NOT_BOUND
            if type(record) is Fresh
            else Compound("existence_error", ("db_reference", record)),
            found=shown(record),
        )

    def _statistics(self, args: Args, trail: Trail) -> bool:
        key = walked(args[0])
        if key in ("cputime", "process_cputime"):
            return unify(args[1], process_time(), trail)
        if key in ("runtime", "process_runtime", "real_time", "walltime"):
            seconds = process_time() if key in ("runtime", "process_runtime") else time()
            now = int(seconds if key == "real_time" else 1000 * seconds)
            since, self._last_time = now - self._last_time, now
            self.any = True
            return unify(args[1], make_list((now, since)), trail)
        raise TermError(
            "statistics/2 does not know this",
            NOT_BOUND if type(key) is Fresh else Compound("domain_error", ("statistics_key", key)),
            expected="runtime, cputime or walltime",
            found=shown(key),
        )


def _key(term: ProofTerm, predicate: str) -> Any:
    """The key of a record: an atom or a number, or the name and arity of a term."""
    found = walked(term)
    if type(found) is Fresh:
        raise TermError(f"{predicate} needs a key", NOT_BOUND)
    return indicator(found) if type(found) is Compound else found


def clause_term(rule: Any) -> Compound:
    """A clause as ``Head :- Body`` with new variables."""
    clause = rule.clause
    known: dict[Any, Fresh] = {}
    return cast(
        Compound, with_fresh(Compound(":-", (clause.head, conjunction(clause.body))), known)
    )


def _parts(term: ProofTerm, predicate: str, body: Goal | None = None) -> tuple[Any, ProofTerm]:
    """Head and body of a clause."""
    clause = walked(term)
    head, found = clause, "true" if body is None else body
    if type(clause) is Compound and indicator(clause) == (":-", 2):
        head, found = clause.args
    return _callable(head, predicate), walked(found)


def _callable(term: ProofTerm, predicate: str) -> Any:
    found = walked(term)
    if type(found) not in (str, Compound):
        raise misfit(
            f"{predicate} needs a clause", "callable", found, expected="Head or Head :- Body"
        )
    return found


def _body(head: Any, body: Any, asked: ProofTerm, predicate: str) -> tuple[Goal, ...]:
    """Goals of a body; a variable among them is called if the head or a goal before it may bind it."""
    goals: list[Goal] = []
    for one in conjuncts(body):
        if type(one) is Var and one in variables((head, *goals)):
            goals.append(Compound("call", (one,)))
        elif type(one) in (str, Compound):
            goals.append(one)
        else:
            raise misfit(f"{predicate} needs a body", "callable", asked)
    return tuple(goals)


def _indicators(term: ProofTerm, predicate: str) -> Iterator[Indicator]:
    """The predicates that a term names: ``Name/Arity``, several with commas or in a list."""
    pending = [term]
    while pending:
        one = walked(pending.pop())
        if type(one) is Compound and one.functor in (",", "[|]") and len(one.args) == 2:
            pending += one.args[::-1]
            continue
        if one == "[]":
            continue
        parts = one.args if type(one) is Compound and indicator(one) == ("/", 2) else (one, one)
        name, arity = map(walked, parts)
        if type(name) is str and type(arity) is int:
            yield name, arity
            continue
        wrong = wrong_type("predicate_indicator", one)
        if len(parts) == 2 and parts[0] is not one:
            wrong = (
                wrong_type("atom", name) if type(name) is not str else wrong_type("integer", arity)
            )
        raise TermError(
            f"{predicate} needs a predicate", wrong, expected="Name/Arity", found=shown(one)
        )


def _name(term: ProofTerm, predicate: str) -> str:
    name = walked(term)
    if type(name) is str:
        return name
    raise misfit(f"{predicate} needs a name", "atom", name)


def _link(term: ProofTerm) -> Compound:
    """A value of a global variable, with the place of the next one."""
    return Compound("", cast(Any, (term, Fresh())))


def _last(link: Any) -> Any:
    """The last link of the values of a global variable."""
    while (following := walked(link.args[1])) is not None and type(following) is Compound:
        link = following
    return link
