"""Depth-first proof search in the kernel: the same answers, proofs, counts and limits as `DepthFirst`.

The kernel is told of a predicate when a goal first calls it. Built-in predicates that are rare, such as those on the letters of
atoms, it does not have: it asks Python for their answers. Where whole numbers of more than 61 bits or messages on misuse are
needed, the Python engine searches from the start.
"""

from __future__ import annotations

from array import array
from bisect import bisect
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from operator import itemgetter
from threading import RLock
from typing import Any, TypeAlias, cast

from ...rules.errors import InputError
from ...rules.prolog.operators import OperatorTable
from ...rules.term import Compound, PrologTerm, Var, variables
from ...search import _kernel
from ...search.limits import Limits
from ...search.native.compiled import kernel_limits
from ...search.native.not_native import not_native
from ..program.facts import FactRows
from ..program.program import Goal, Indicator, arguments, spelled
from ..program.vocabulary import CLAUSE, CONTROL, properties
from .compiled import (
    CALL,
    CHOOSE,
    FIND,
    GOAL,
    NOT,
    TEST,
    CompiledClause,
    CompiledGoal,
    Database,
    StatedClauses,
    goals_in,
)
from .depth_first import (
    CALLED,
    DONE,
    ELSE,
    FIRST,
    FOUND,
    REFUTED,
    SECOND,
    THEN,
    Step,
    StoppedError,
)
from .variables import Fresh, Names, ProofTerm, bound_terms
from .words import ATOM, BITS, INT, Atoms, DecodedTerms, KernelTerms, decoded, term_writer

_RESOLVED, _BUILT_IN, _REFUTED, _FOUND, _CALLED = 0, 1, 7, 8, 9
_OPEN = 16  # added where an argument has variables
_MODES = ("index", "first", "last", "min", "max", "lattice", "po")
_MARKS = {2: FIRST, 3: SECOND, 4: THEN, 5: ELSE, 6: DONE}


MOST_CELLS = 1 << 16
"""Cells of facts that the kernel is told of at once, about."""

MOST_ANSWERS = 1000
"""Greatest number of answers that the kernel takes from Python at once."""

AS_IT_WAS = Var("As it was")
"""Argument of an answer that is that of the goal."""

_OF_GOAL = 1 << 31
"""First number of what is numbered in a goal that is asked, rather than in the program."""

NumberedGoal: TypeAlias = tuple[CompiledGoal, tuple[Var, ...]]

KernelQuery: TypeAlias = "tuple[_kernel.LogicProgram, int, int, bytes, bytes]"
"""Program, number of variables, first number of what is numbered, terms and cell of a goal."""


class NativeProgram:
    """A program as the kernel has it, which grows as goals come to new predicates.

    Parameters
    ----------
    database
        The program.

    Attributes
    ----------
    handle
        The kernel's program.
    lock
        Held while the kernel searches in it.
    rules
        Clauses by their numbers; None of facts that are compiled when a proof has them.
    numbered
        Negations, findalls and calls of goals by their numbers, with their variables.
    atoms
        Atoms by their numbers.
    lacking
        Why the last predicate could not be declared, if the kernel lacks a predicate that it calls.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.handle = _kernel.LogicProgram()
        self.atoms = Atoms(self.handle)
        self.lock = RLock()
        self.rules: list[CompiledClause | None] = []
        self._rows: list[tuple[int, FactRows]] = []
        self.numbered: list[NumberedGoal] = []
        self._defined: dict[Indicator, bool] = {}
        self._writer: tuple[OperatorTable, _kernel.TermWriter] | None = None
        self.lacking = ""
        for text in ("[]", "[|]", ",", "true", "<", "=", ">"):  # atoms that the kernel makes
            self.atoms.number(text)
        for name in CONTROL:
            if name not in database.program.clauses:
                self.handle.declare_built_in(self.atoms.number(name[0]), name[1])

    def writer(self, operators: OperatorTable) -> _kernel.TermWriter:
        """The writer of terms by some operators, made once."""
        if self._writer is None or self._writer[0] is not operators:
            self._writer = operators, term_writer(self.atoms, operators)
        return self._writer[1]

    def resolve(self, name: int, arity: int) -> bool:
        """Tell the kernel of a predicate that a goal calls; returns whether the kernel has it now."""
        text = self.atoms.texts[name]
        assert isinstance(text, str)
        self.lacking = ""
        try:
            return self._define((text, arity))
        except (InputError, ValueError):
            return False  # what is wrong with it is for the Python engine to tell
        except BaseException:
            self.database.native = None  # half of a predicate may be there
            raise

    def _declare(self, name: Indicator) -> bool:
        number = self.atoms.number(name[0])
        if self.database.is_built_in(name):
            if name in CONTROL:
                return True
            if self.handle.declare_built_in(number, name[1]):
                return True
            computes = properties(name).kind in ("term", "arithmetic")
            if computes:
                several = self.database.built_ins[name][0] == CHOOSE
                self.handle.declare_asked(number, name[1], several)
            return computes
        predicate = self.database.predicate(name)
        self.handle.declare(
            number, name[1], name == CLAUSE and isinstance(predicate, StatedClauses)
        )
        if predicate.tabled:
            modes = array("q")
            for mode in predicate.modes or ():
                kind, order = (mode.functor, mode.args[0]) if type(mode) is Compound else (mode, "")
                modes.extend((_MODES.index(kind), self.atoms.number(cast(str, order))))
            self.handle.table(number, name[1], modes.tobytes())
        return True

    def answers(self, name: int, arity: int, words: bytes) -> bytes | None:
        """Answer a goal of a predicate that the kernel does not have.

        Parameters
        ----------
        name, arity
            The predicate.
        words
            The goal.

        Returns
        -------
        Terms of the arguments of each instance of the goal that holds, and how many there are; None where they are many, or
        the predicate is misused.
        """
        told = DecodedTerms(self.atoms, words[:-8])
        goal = told.term(*BITS.unpack(words[-8:]))
        kind, function = self.database.built_ins[cast(str, self.atoms.texts[name]), arity]
        try:
            if kind == TEST:
                found = [goal.args] if function(goal.args, []) else []
            else:
                found = list(islice(function(goal.args), MOST_ANSWERS + 1))
            if len(found) > MOST_ANSWERS:
                return None
            open_kinds = (Fresh, Compound) if told.open else ()
            known = Names()
            known.update((one, Var(f"V{number}")) for number, one in sorted(told.open.items()))
            terms = [
                AS_IT_WAS if new is old and (type(new) not in open_kinds) else new
                for args in found
                for old, new in zip(goal.args, args, strict=True)
            ]
            stated = KernelTerms(self.atoms, (AS_IT_WAS, *known.values()))
            cells = stated.cells(bound_terms(tuple(terms), known))
        except InputError:
            return None
        return stated.words.tobytes() + cells + BITS.pack(len(found))

    def _define(self, name: Indicator) -> bool:
        if self.database.is_built_in(name):
            return self._declare(name)
        if name in self._defined:
            return self._defined[name]
        self._defined[name] = False
        self._declare(name)
        predicate = self.database.predicate(name)
        if predicate.rows is not None:
            self._add_facts(name, predicate.rows)
            return self._finished(name)
        for rule in predicate.rules:
            first = len(self.numbered)
            self.numbered += self.number(rule.body)
            stated = KernelTerms(self.atoms)
            head = stated.cells(arguments(rule.clause.head))
            body = stated.cells(rule.clause.body)
            self.handle.add(
                self.atoms.number(name[0]),
                len(self.rules),
                len(stated.variables),
                first,
                stated.words.tobytes(),
                head,
                body,
            )
            self.rules.append(rule)
        return self._finished(name)

    def _finished(self, name: Indicator) -> bool:
        self.handle.finish(self.atoms.number(name[0]), name[1])
        self._defined[name] = True
        return True

    def _add_facts(self, name: Indicator, rows: FactRows) -> None:
        """Tell the kernel of facts, of which none becomes a clause of its own here."""
        number, atoms, cells = self.atoms.number(name[0]), self.atoms.number, array("q")
        self._rows.append((len(self.rules), rows))
        for place in range(len(rows)):
            for word in rows.words(place):
                cells.append(atoms(word) << 3 | ATOM if word[0].isalpha() else int(word) << 3 | INT)
            if len(cells) > MOST_CELLS or place + 1 == len(rows):
                first = len(self.rules)
                self.rules += [None] * (len(cells) // name[1])
                self.handle.add_facts(number, name[1], first, cells.tobytes())
                cells = array("q")

    def rule(self, number: int) -> CompiledClause:
        """The clause of a number."""
        found = self.rules[number]
        if found is None:
            at = bisect(self._rows, number, key=itemgetter(0)) - 1
            first, rows = self._rows[at]
            found = self.rules[number] = self.database.rule(rows[number - first])
        return found

    def number(self, goals: Iterable[CompiledGoal]) -> list[NumberedGoal]:
        """Declare what goals call; their negations, findalls and calls of goals in order, with their variables.

        Raises
        ------
        NotNativeError
            A built-in predicate that the kernel lacks.
        """
        found: list[NumberedGoal] = []
        pending = list(goals)[::-1]
        while pending:
            literal = pending.pop()
            if literal.kind in (NOT, FIND, GOAL):
                inside = () if literal.kind == GOAL else variables((literal.goal,))
                found.append((literal, inside))
            if literal.kind in (CALL, TEST, CHOOSE):
                if not self._declare(literal.name):
                    self.lacking = f"the kernel does not have {spelled(literal.name)}"
                    raise not_native(self.lacking)
            elif literal.kind != GOAL:
                for body in reversed(literal.target or ()):
                    pending += body[::-1]
        return found

    @contextmanager
    def stating(
        self, goal: Goal, goals: Sequence[CompiledGoal], known: Iterable[Var]
    ) -> Iterator[tuple[KernelQuery, KernelTerms, list[NumberedGoal]]]:
        """State a goal that is to be asked, with the lock held.

        Parameters
        ----------
        goal, goals
            The goal, and the same compiled.
        known
            Variables with the first numbers.

        Yields
        ------
        What the kernel's searches begin with, the statement of the goal, and what is numbered in it.

        Raises
        ------
        NotNativeError
            A search that the kernel cannot do.
        """
        with self.lock:
            try:
                numbered = self.number(goals)
                stated = KernelTerms(self.atoms, known)
                cells = stated.cells((goal,))
                words = stated.words.tobytes()
                query = self.handle, len(stated.variables), _OF_GOAL, words, cells
                yield query, stated, numbered
            except ValueError as error:
                raise not_native(str(error)) from None


class NativeSearch:
    """A depth-first search in the kernel for proofs of a goal.

    Parameters
    ----------
    database
        The program.
    goal
        A term, its variables those of a clause.
    goals
        The goal, compiled.
    limits, report
        As for `prove`.
    recorded
        Whether the steps are recorded.

    Raises
    ------
    NotNativeError
        A search that the kernel cannot do.
    """

    def __init__(
        self,
        database: Database,
        goal: Goal,
        goals: Sequence[CompiledGoal],
        *,
        limits: Limits,
        report: Callable[[int], None] | None = None,
        recorded: bool = False,
    ) -> None:
        self._program = program = native_program(database)
        self._variables = variables((goal,))
        self._recorded = recorded
        with program.stating(goal, goals, self._variables) as (query, _, self._numbered):
            self._search = _kernel.ProofSearch(
                *query,
                kernel_limits(limits),
                recorded,
                program.resolve,
                report,
                program.answers,
            )

    @property
    def expanded(self) -> int:
        """Goals that were called."""
        return self._search.inferences

    @property
    def applied(self) -> int:
        """Clauses that were tried."""
        return self._search.tried

    @property
    def cut_short(self) -> bool:
        """Whether the bound has ended a branch."""
        return self._search.cut_short

    @property
    def open_choices(self) -> bool:
        """Whether something is left to try."""
        return self._search.open_choices

    @property
    def unfinished(self) -> ProofTerm | None:
        """The first tabled goal that was asked and whose table lacks answers; None where all are complete. The search ends."""
        told = self._search.unfinished()
        return decoded_term(self._program.atoms, told) if told else None

    def proofs(self, bound: int | None = None) -> Iterator[tuple[int, KernelAnswer]]:
        """The number of clauses of one proof after the other, and what the kernel tells of it.

        Parameters
        ----------
        bound
            The most clauses that may be used on the way to an answer; None for no bound.

        Raises
        ------
        StoppedError
            At a limit.
        NotNativeError
            A goal at which the kernel cannot go on.
        """
        self._search.start(-1 if bound is None else bound)
        told: KernelAnswer | None = None
        while True:
            if told is not None and self._recorded:
                told.fetch()
            with self._program.lock:
                outcome = self._search.run()
                if outcome == _kernel.ProofOutcome.ANSWER:
                    told = self._answer()
            if not self._goes_on(outcome):
                return
            assert told is not None
            yield self._search.depth, told

    def texts(
        self, named: Iterable[Var], most: int | None, operators: OperatorTable
    ) -> Iterator[tuple[int, str | KernelAnswer]]:
        """Lines of the answers in turn, some at a time, and how many they are; an answer itself that the kernel does not write.

        Parameters
        ----------
        named
            Variables whose values are told.
        most
            Greatest number of answers; None for all.
        operators
            Operators by which terms are written.

        Raises
        ------
        StoppedError, NotNativeError
            As for `proofs`.
        """
        known = set(named)
        names = [one.name if one in known else "" for one in self._variables]
        writer, left = self._program.writer(operators), -1 if most is None else most
        self._search.start(-1)
        while left:
            odd: KernelAnswer | None = None
            with self._program.lock:
                wanted = left if left > 0 else 1 << 62
                outcome, count, lines, unwritten = self._search.write(writer, names, wanted)
                if unwritten:
                    odd = self._answer()
            left -= count + unwritten
            if count:
                yield count, decoded(lines)
            if odd is not None:
                yield 1, odd
            if not self._goes_on(outcome):
                return

    def _answer(self) -> KernelAnswer:
        return KernelAnswer(self._program, self._variables, self._search, self._numbered)

    def _goes_on(self, outcome: _kernel.ProofOutcome) -> bool:
        """Whether there was an answer, behind which the search goes on.

        Raises
        ------
        StoppedError, NotNativeError
            As for `proofs`.
        """
        if outcome == _kernel.ProofOutcome.STOPPED:
            raise StoppedError(self._search.limit or "", self._search.reason)
        if outcome == _kernel.ProofOutcome.UNABLE:
            raise not_native(self._program.lacking or self._search.reason)
        return outcome == _kernel.ProofOutcome.ANSWER


class NativeQuestion:
    """A goal that the kernel is asked again and again, with other values for some of its variables.

    Parameters
    ----------
    database
        The program.
    goal
        A term.
    given
        Variables whose values are given.
    wanted
        Variables whose values are told.
    form
        Form of the first that is wanted, its variables the cells; what has the form is told as a tuple of symbols.
    limits
        Limits on each question; those on nodes and memory count.

    Raises
    ------
    NotNativeError
        A search that the kernel cannot do.
    """

    def __init__(
        self,
        database: Database,
        goal: Goal,
        given: Sequence[Var],
        wanted: Sequence[Var],
        form: PrologTerm | None,
        limits: Limits,
    ) -> None:
        self._program = program = native_program(database)
        with program.stating(goal, database.body((goal,)), given) as (query, stated, _):
            shown = KernelTerms(program.atoms)
            cells = b"" if form is None else shown.cells((form,))
            self._question = _kernel.ProofQuestion(
                *query,
                kernel_limits(limits),
                program.resolve,
                program.atoms.numbers,
                program.atoms.number,
                program.atoms.texts,
                [stated.variables[one] for one in wanted],
                shown.words.tobytes(),
                cells,
                program.answers,
            )

    @property
    def inferences(self) -> int:
        """Goals that were called, of all questions."""
        return self._question.inferences

    def ask(
        self, values: tuple[Any, ...], most: int, *, all_or_none: bool = True
    ) -> list[tuple[Any, ...]]:
        """Values of each answer, of compound terms and variables the bytes that `term` reads.

        Parameters
        ----------
        values
            Given values: symbols, or the bytes of a term.
        most
            Greatest number of answers.
        all_or_none
            Whether a limit is an error; else the answers until then count.

        Raises
        ------
        StoppedError
            At a limit.
        NotNativeError
            A goal at which the kernel cannot go on.
        """
        with self._program.lock:
            outcome, found = self._question.ask(values, most)
        if outcome != _kernel.ProofOutcome.STOPPED or all_or_none:
            self._check(outcome)
        return found

    def spread(self, values: tuple[Any, ...]) -> Iterator[tuple[int, int]]:
        """Count the states that answers lead to, breadth-first; nothing is kept of them but what tells them apart.

        Parameters
        ----------
        values
            The first state, as for `ask`.

        Yields
        ------
        After each state that was asked, the number of states and of answers so far.

        Raises
        ------
        StoppedError, NotNativeError
            As for `ask`; also an answer that is no state.
        """
        pending, states, answers = deque([values]), 0, 0
        self._question.forget()
        try:
            while pending:
                with self._program.lock:
                    outcome, told, found = self._question.ask_new(pending.popleft())
                self._check(outcome)
                pending += found
                states, answers = states + len(found), answers + told
                yield states, answers
        finally:
            self._question.forget()

    def _check(self, outcome: _kernel.ProofOutcome) -> None:
        if outcome == _kernel.ProofOutcome.STOPPED:
            raise StoppedError(self._question.limit or "memory")
        if outcome == _kernel.ProofOutcome.UNABLE:
            raise not_native(self._question.reason or "an answer that is no state")

    def term(self, value: Any) -> ProofTerm:
        """The term of a value."""
        return decoded_term(self._program.atoms, value) if type(value) is bytes else value

    def plain_text(self, value: bytes, operators: OperatorTable) -> str | None:
        """The text of a compound term as `term_text` writes it; None if it has more than lists, names and simple operators."""
        text = self._program.writer(operators).text(value)
        return None if text is None else decoded(text)

    def value(self, term: PrologTerm) -> Any:
        """Value that is given for a term.

        Raises
        ------
        NotNativeError
            A whole number that is too large for the kernel.
        """
        if type(term) in (int, str):
            return term
        stated = KernelTerms(self._program.atoms)
        cell = stated.cells((term,))
        return stated.words.tobytes() + cell


class KernelAnswer:
    """An answer as the kernel tells it: what the variables stand for at once, the steps when they are asked for.

    Parameters
    ----------
    program
        The program that its numbers refer to.
    names
        The variables of the goal.
    search
        The search that has found it.
    numbered
        Numbered parts of the goal.
    """

    def __init__(
        self,
        program: NativeProgram,
        names: tuple[Var, ...],
        search: _kernel.ProofSearch,
        numbered: Sequence[NumberedGoal],
    ) -> None:
        self._program, self._numbered = program, numbered
        self._search: _kernel.ProofSearch | None = search
        self._names: Mapping[Fresh, Var] = {}
        self._written: _kernel.ToldTerms | None = None
        words, values, _ = search.told(False)
        self._terms, self._steps = DecodedTerms(program.atoms, words), array("q")
        self.known = dict(zip(names, map(self._terms.term, array("q", values)), strict=True))

    @property
    def ground(self) -> bool:
        """Whether no variable of the goal stands for a term with a variable."""
        return not self._terms.open

    def fetch(self) -> None:
        """Take the steps from the search, which can go on then."""
        if self._search is not None:
            words, _, steps = self._search.told(True)
            self._terms.words, self._steps = array("q", words), array("q", steps)
            self._search = None

    def terms(self, place: int, count: int) -> tuple[ProofTerm, ...]:
        """The terms of some cells of the steps."""
        return tuple(map(self._terms.term, self._steps[place : place + count]))

    def text(self, name: str, place: int, count: int, operators: OperatorTable) -> str | None:
        """The text of a goal whose arguments are some cells of the steps; None if the kernel does not write it."""
        program, cells = self._program, self._steps[place : place + count].tobytes()
        with program.lock:
            if self._written is None:
                self._written = self._terms.to_write(self._names)
            text = program.writer(operators).goal(self._written, program.atoms.number(name), cells)
        return None if text is None else decoded(text)

    def _literal(self, number: int) -> NumberedGoal:
        own = number - _OF_GOAL
        return self._program.numbered[number] if own < 0 else self._numbered[own]

    def steps(self, names: Mapping[Fresh, Var]) -> Step:
        """The last step of the proof, as `DepthFirst` records it, but for arguments, which are `ToldArguments`.

        Parameters
        ----------
        names
            How the unbound variables are called once the proof is made.
        """
        self.fetch()
        self._names = names
        cells, program, at = self._steps, self._program, 0
        last: Step = (None, 0, None, ())
        while at < len(cells):
            did, number, count = cells[at : at + 3]
            first = at + 3
            at = first + count
            what: Any
            if count and did & ~_OPEN in (_RESOLVED, _BUILT_IN):
                what = program.rule(number) if did & ~_OPEN == _RESOLVED else None
                last = (last, 0, what, ToldArguments(self, first, count, not did & _OPEN))
                continue
            did, args = did & ~_OPEN, self.terms(first, count)
            if did == _RESOLVED:
                what = program.rule(number)
            elif did == _BUILT_IN:
                what = None
            elif did == _CALLED:
                place = self._literal(number)[0].place
                what, args = CALLED, program.database.body(goals_in(args[0]), place, ready=True)
            elif did in (_REFUTED, _FOUND):
                literal, own = self._literal(number)
                what = REFUTED if did == _REFUTED else FOUND
                last = (last, 0, what, (literal, dict(zip(own, args, strict=False))))
                continue
            else:
                what = _MARKS[did]
            last = (last, 0, what, args)
        return last


class ToldArguments:
    """Arguments of a goal of a proof, made when they are asked for.

    Parameters
    ----------
    answer
        The answer whose proof it is.
    place, count
        Where their cells are among its steps.
    ground
        Whether they have no variables.
    """

    __slots__ = ("_answer", "_count", "_place", "ground")

    def __init__(self, answer: KernelAnswer, place: int, count: int, ground: bool) -> None:
        self._answer, self._place, self._count, self.ground = answer, place, count, ground

    def terms(self) -> tuple[ProofTerm, ...]:
        """The arguments."""
        return self._answer.terms(self._place, self._count)

    def text(self, name: str, operators: OperatorTable) -> str | None:
        """The text of a goal of this name; None if the kernel does not write it."""
        return self._answer.text(name, self._place, self._count, operators)


def decoded_term(atoms: Atoms, words: bytes) -> ProofTerm:
    """The term of words with its cell behind them."""
    return DecodedTerms(atoms, words[:-8]).term(*BITS.unpack(words[-8:]))


def native_program(database: Database) -> NativeProgram:
    """The program of a database as the kernel has it, made once."""
    if database.native is None:
        database.native = NativeProgram(database)
    return cast(NativeProgram, database.native)
