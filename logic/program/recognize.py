"""The one decision what a Prolog file is taken for: a program whose goals are proved, or moves between states.

docs/logic.md states the rule. Whether moves are arcs or are asked of the program is decided by `arcwise.logic.swi.prolog_domain`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from copy import deepcopy
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

from ...rules.errors import InputError, Place, on_one_line
from ...rules.prolog.operators import OperatorTable
from ...rules.prolog.reader import Clause, read_ahead, read_clauses
from ...rules.prolog.steps import GOALS, MODULE, MOVES, STARTS, head_and_body, prolog_directive
from ...rules.record import record
from ...rules.term import Compound, PrologTerm, Var, list_items, variables
from ...rules.text.text_file import read_text
from ...rules.trust import trusted
from .calls import NEAR, called_goals, unknown_predicate
from .facts import FoundRun, facts_in, thinned
from .grammar import translated
from .program import Goal, HornClause, Indicator, conjuncts, indicator, spelled
from .read_program import QUALIFIED, stated_goal
from .state_form import shown_states
from .vocabulary import is_known

GOAL_FILES = (".csv", ".json", ".txt")
"""Endings of files of goals."""

_CALLED = re.compile(r"\s*(\w+)\s*\(")


def is_logic_program(path: str, goal: str | None = None, *more: str) -> bool:
    """Whether goals of a Prolog file are to be proved; else what is asked are states of its moves.

    Where nothing is asked, goals are meant if the file states some, as ``example(Goal)`` or ``problem(Goal)``, or has rules and
    no moves. A text is a goal if it calls predicates of the program and the moves do not write states in that form; and if it
    can only be a goal with a slip: its name is close to that of a predicate, or variables stand in it. Several texts are goals
    if the file has no moves and each calls a predicate, or if the first cannot be a state.

    Parameters
    ----------
    path
        Any argument; only a ``.pl`` file is a program.
    goal
        The first text that is asked, if any.
    more
        Other texts behind it.

    Raises
    ------
    InputError
        A file that is not Prolog as arcwise reads it, unless SWI-Prolog may read it; of a file with moves, a goal of an unknown
        predicate, with both readings.
    """
    if Path(path).suffix.lower() != ".pl":
        return False
    text = read_text(path)
    try:
        facts = facts_in(text, path)
        clauses, operators = read_ahead(thinned(text, facts), path)
    except InputError:
        if not trusted():
            raise
        return goal is not None and not more and _begins_call(goal, text)  # Prolog may read it
    if any(_of_arcwise(clause) for clause in clauses):
        return False
    file = _Clauses(clauses, operators, facts)
    if goal is None:
        return file.stated or (not file.moves and file.has_rules)
    texts = [_AskedText(one, operators, file.defined) for one in (goal, *more)]
    return file.asks_moves(texts) if file.moves else file.asks_goals(texts)


def both_readings(error: InputError, path: str, *texts: str) -> InputError:
    """Error for states that were none, which also tells of the goal that the first text of them may be meant as."""
    if not texts or not is_logic_program(path, texts[0]):
        return error
    file = _Clauses(*read_ahead(read_text(path), path))
    asked = _AskedText(texts[0], file.operators, file.defined)
    if not any(one in file.defined for one in asked.called):
        return error
    as_goal = (
        f'arcwise solve {on_one_line(path)} "{on_one_line(texts[0])}" proves it as a goal, '
        "in Python aw.prove"
    )
    return error.advising(as_goal if error.remedy is None else f"{error.remedy}\n{as_goal}")


@record
class _AskedText:
    """A text that is asked.

    Parameters
    ----------
    text, operators
        The text, and the operators of its program.
    defined
        Predicates of the program.
    """

    text: str
    operators: OperatorTable
    defined: Container[Indicator]

    @cached_property
    def terms(self) -> tuple[Goal, ...]:
        """The term that the text is, if it may be a goal."""
        plain = self.text.strip().removeprefix("?-").removesuffix(".")
        try:
            (clause,) = read_clauses(f"{plain} .", operators=deepcopy(self.operators))
        except (InputError, ValueError):
            return ()
        term = clause.term
        if isinstance(term, Compound) and indicator(term) == QUALIFIED:
            term = term.args[1]  # a number in ``9:18``, which is no goal
        return (clause.term,) if isinstance(term, str | Compound) else ()

    @cached_property
    def called(self) -> list[Indicator]:
        """Predicates that it calls, if it is a goal."""
        return [called for one in self.terms for called, _ in called_goals(one, self.defined)]

    @property
    def begun(self) -> str:
        """Name of the predicate that it begins to call; empty if it begins otherwise."""
        found = _CALLED.match(self.text)
        return "" if found is None else found[1]

    @property
    def has_variables(self) -> bool:
        """Whether variables stand in it."""
        return bool(variables(self.terms))

    @property
    def is_atom(self) -> bool:
        """Whether it is an atom."""
        return any(isinstance(one, str) and one[0].isalpha() for one in self.terms)

    @property
    def is_goal_file(self) -> bool:
        """Whether it names a file in which goals may be."""
        return self.text.lower().endswith(GOAL_FILES) and Path(self.text).is_file()

    @property
    def is_named(self) -> bool:
        """Whether it is a term ``name(...)``, and no list and no operator between others."""
        return any(
            isinstance(one, Compound) and one.functor[0].isalpha() and bool(self.begun)
            for one in self.terms
        )


@record
class _Clauses:
    """Evidence in the clauses of a file for its kind.

    Parameters
    ----------
    clauses, operators
        The clauses, and the operators at the end of the file.
    facts
        Runs of facts, of which the first of each predicate is among the clauses.
    """

    clauses: list[Clause]
    operators: OperatorTable
    facts: tuple[FoundRun, ...] = ()

    @cached_property
    def defined(self) -> dict[Indicator, list[HornClause]]:
        """The clauses of each predicate."""
        found: dict[Indicator, list[HornClause]] = {}
        for clause in self.clauses:
            try:
                head, body = translated(clause.term)
            except InputError:
                continue
            found.setdefault(indicator(head), []).append(HornClause(head, conjuncts(body)))
        return found

    @cached_property
    def names(self) -> set[str]:
        """Names of its predicates."""
        return {name for name, _ in self.defined if name not in (":-", "?-")}

    @cached_property
    def moves(self) -> list[Indicator]:
        """Predicates of moves that have clauses, none of them made by grammar rules; the first is used."""
        heads = {
            indicator(head_and_body(one.term)[0]) for one in self.clauses if not _is_grammar(one)
        }
        known = [(step[:-2], int(step[-1])) for step in MOVES]
        return [one for one in known if one in heads]

    @cached_property
    def stated(self) -> bool:
        """Whether it states examples or problems as one goal each."""
        return any(stated_goal(clause) is not None for clause in self.clauses)

    @cached_property
    def has_rules(self) -> bool:
        """Whether clauses have bodies, or grammar rules or directives make others."""
        return any(
            _is_grammar(one) or head_and_body(one.term)[1] is not None for one in self.clauses
        ) or bool(prolog_directive(self.clauses))

    @cached_property
    def forms(self) -> set[Indicator]:
        """Functors and numbers of arguments of states, as far as the moves and the file's own start and goals show them."""
        whole = dict(self.defined)
        for _, rows in self.facts:
            for predicate, some in rows.items():
                whole[predicate] = [*whole.get(predicate, ()), *some]
        return self._forms_in(whole) if self.facts else self.first_forms

    @cached_property
    def first_forms(self) -> set[Indicator]:
        """Forms that the clauses which were read show: all but those of atoms and numbers in runs of facts."""
        return self._forms_in(self.defined)

    def _forms_in(self, clauses: Mapping[Indicator, list[HornClause]]) -> set[Indicator]:
        shown = [term for term, _ in shown_states(clauses, self.moves[0], 0)]
        for name in (*STARTS, *GOALS):
            heads = [clause.head for clause in clauses.get((name, 1), ())]
            shown += [one.args[0] for one in heads if isinstance(one, Compound)]
        return {
            ("[]", 0) if list_items(one) is not None else indicator(one)
            for one in shown
            if not isinstance(one, Var)
        }

    def _writes(self, asked: _AskedText) -> bool:
        """Whether its moves write states in the form of a text."""
        asks = list(map(indicator, asked.terms))
        return any(one in (self.first_forms if one[1] else self.forms) for one in asks)

    def asks_goals(self, texts: Sequence[_AskedText]) -> bool:
        """Whether texts are goals for a file without moves."""
        if self.stated:
            return True
        return self.takes(texts[0]) if len(texts) == 1 else all(map(self.calls, texts))

    def asks_moves(self, texts: Sequence[_AskedText]) -> bool:
        """Whether texts are goals, and no states, for a file with moves.

        Raises
        ------
        InputError
            A goal of an unknown predicate.
        """
        first, *more = texts
        if self.proves(first):
            return not more or first.has_variables or bool(self.first_forms)
        if more or not self.slips(first):
            return False
        if not trusted():
            raise self.unknown(first)
        return True

    def calls(self, asked: _AskedText) -> bool:
        """Whether a text calls a predicate of the file, or a built-in one."""
        return any(one in self.defined or is_known(one) for one in asked.called)

    def takes(self, asked: _AskedText) -> bool:
        """Whether a text is a goal for a file without moves."""
        if not asked.terms:
            return asked.begun in self.names or (self.has_rules and asked.is_goal_file)
        if self.calls(asked) or any(name in self.names for name, _ in asked.called):
            return True
        if any(map(_is_qualified, asked.terms)):  # no state: without trust it is refused by name
            return True
        if not (asked.is_named or asked.is_atom):
            return False
        return self.has_rules or asked.has_variables or bool(self._nearest(asked))

    def proves(self, asked: _AskedText) -> bool:
        """Whether a text is a goal for a file with moves."""
        if not asked.terms:
            return asked.begun in self.names
        if any(map(_is_qualified, asked.terms)):
            return True
        if self._writes(asked):
            called = [one for one in asked.called if one in self.defined]
            return any(one not in self.moves for one in called) or (
                bool(called) and asked.has_variables
            )
        if any(one in self.defined for one in asked.called):
            return True
        known = all(is_known(one) for one in asked.called)
        return bool(asked.called) and known and (asked.has_variables or asked.is_named)

    def slips(self, asked: _AskedText) -> bool:
        """Whether a text can only be a goal, of a predicate that a file with moves does not define."""
        if not asked.is_named or self._writes(asked):
            return False
        near = self._nearest(asked)
        written = {name for name, _ in self.forms if name[0].isalpha()}
        return near not in written and (bool(near) or asked.has_variables)

    def _nearest(self, asked: _AskedText) -> str:
        """The name, of a predicate or of a state, that is closest to that of a text; empty if none is close."""
        written = {name for name, _ in self.forms} if self.moves else set()
        names = sorted(self.names | written)
        name = next((one for one in asked.terms if isinstance(one, str)), asked.begun)
        if name in names:
            return name
        return next(iter(get_close_matches(name[:40], names, 1, NEAR)), "")

    def unknown(self, asked: _AskedText) -> InputError:
        """Error for a goal of a predicate that a file with moves does not define."""
        wrong = next(one for one in asked.called if one not in self.defined and not is_known(one))
        told = unknown_predicate(wrong, self.defined, Place("the goal"))
        moves = spelled(self.moves[0])
        forms = sorted(_shown(one) for one in self.forms)[:3]
        states = f" such as {' or '.join(forms)}" if forms else ""
        return told.expecting(f"a goal of the program, or a state of {moves}{states}")


def _shown(form: Indicator) -> str:
    name, arity = form
    if form == ("[]", 0):
        return "[...]"
    return f"{name}({','.join('_' * arity)})" if arity else name


def _is_qualified(goal: PrologTerm) -> bool:
    """Whether a goal names a module, as ``lists:append(X, Y, [a])`` does, and ``9:18`` does not."""
    return indicator(goal) == QUALIFIED and isinstance(goal.args[1], Compound)  # type: ignore[union-attr]


def _of_arcwise(clause: Clause) -> bool:
    term = clause.term
    return isinstance(term, Compound) and term.functor == ":" and term.args[0] == MODULE


def _is_grammar(clause: Clause) -> bool:
    return isinstance(clause.term, Compound) and clause.term.functor == "-->"


def _begins_call(goal: str, text: str) -> bool:
    """Whether a goal begins as a call of a predicate, none of moves, of which a line of a text may be a clause."""
    found = _CALLED.match(goal)
    name = "" if found is None else found[1]
    of_moves = {one.partition("/")[0] for one in MOVES}
    return name not in ("", *of_moves) and bool(re.search(rf"^{name}\b", text, re.MULTILINE))
