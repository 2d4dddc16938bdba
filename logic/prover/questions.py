"""Goals that a program of moves is asked of one state after the other.

Several states in one call would save little: of 12 microseconds for a state with three successors the call takes 2.5, most of
them for the proof; what is made of the answers takes the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import islice
from typing import Any, Protocol

from ...rules.errors import InputError, Place
from ...rules.term import PrologTerm, State, Symbol, Var, replaced
from ...search.limits import Limits
from ...search.native.not_native import NotNativeError, not_native
from ..program.state_form import StateForm
from .compiled import CompiledGoal, Database
from .depth_first import StoppedError
from .native import NativeQuestion
from .variables import bound_terms

QUESTION = 200_000
"""Greatest number of inferences of one question to a program."""

MOST_BYTES = 1 << 28
"""Greatest growth of memory, in bytes, during one question."""

MOST_ANSWERS = 10_000
"""Greatest number of answers of one question."""

MOST_WRITTEN = 200_000
"""Greatest number of states of any form whose terms in the kernel are kept beside their texts."""


class WrittenStates:
    """States of any form of a program: their texts, and the terms that the kernel has told or taken for them.

    All questions to a program share them, as a state that one has told is what the others are asked of.
    """

    def __init__(self) -> None:
        self._states: dict[Any, State] = {}
        self._values: dict[Symbol, Any] = {}

    def state(self, value: Any) -> State | None:
        """The state that a term of the kernel is; None if it is not known."""
        return self._states.get(value)

    def value(self, state: State) -> Any:
        """The kernel's term of a state; None if it is not known."""
        return self._values.get(state[0])

    def keep(self, state: State, value: Any, told: Any = None) -> None:
        """Keep the value that the kernel is given for a state, and the one that it has told, if any: a text given may be another."""
        if len(self._values) >= MOST_WRITTEN:
            self._states.clear()
            self._values.clear()
        self._values[state[0]] = value
        if told is not None:
            self._states[told] = state


class AskedProgram(Protocol):
    """Protocol of a program that is asked.

    Attributes
    ----------
    form
        Form in which it writes states.
    database, source
        Clauses of the program, and its name in error messages.
    inferences
        Inferences of all questions so far.
    known_states
        States of any form that were told or given.
    """

    form: StateForm
    database: Database
    source: str
    inferences: int
    known_states: WrittenStates

    def in_python(
        self, goal: PrologTerm, asked: tuple[CompiledGoal, ...], names: tuple[Var, ...]
    ) -> Iterator[tuple[PrologTerm, ...]]:
        """Values of some variables in each answer to a goal."""

    def endless(self, goal: PrologTerm, stop: StoppedError) -> InputError:
        """Error for a goal that a limit has stopped."""


class Query:
    """A goal that a program is asked of one state after the other: in the kernel, or in Python where that cannot serve.

    Parameters
    ----------
    moves
        The program.
    goal
        The goal, with the form of states in it.
    wanted
        Variables whose values are told.
    of_state
        Whether the first of them is a state.
    """

    def __init__(
        self,
        moves: AskedProgram,
        goal: PrologTerm,
        wanted: Iterable[Var],
        *,
        of_state: bool = False,
    ) -> None:
        self._moves, self._goal, self._wanted = moves, goal, tuple(wanted)
        self._of_state = of_state

    @cached_property
    def _native(self) -> NativeQuestion | None:
        form = self._moves.form
        shown = form.term if self._of_state and not form.whole else None
        try:
            return NativeQuestion(
                self._moves.database, self._goal, form.cells, self._wanted, shown, question_limits()
            )
        except NotNativeError:
            return None

    def term(self, value: Any) -> PrologTerm:
        """The term of a value in an answer."""
        if self._native is None:
            return value  # type: ignore[no-any-return]
        (made,) = bound_terms((self._native.term(value),))
        return made

    def state(self, value: Any) -> State | None:
        """The state that a value of an answer stands for; None for any other value."""
        form, native = self._moves.form, self._native
        if native is None or not form.whole:
            return form.state(self.term(value))
        found = self._state(value, native)
        return found if type(found) is tuple else None

    def answers(
        self, state: State, most: int | None = None, *, all_or_none: bool = True
    ) -> list[tuple[Any, ...]]:
        """Values of each answer for a state; a successor is a tuple, or what `term` reads where it is no state.

        Parameters
        ----------
        state
            The state.
        most
            Greatest number of answers; None for all.
        all_or_none
            Whether a goal that takes too long is an error; else the answers until then count.

        Raises
        ------
        InputError
            A fault in the program, a goal that takes too long.
        """
        try:
            try:
                return self._in_kernel(
                    state, MOST_ANSWERS + 1 if most is None else most, all_or_none
                )
            except NotNativeError:
                return self._in_python(state, most, all_or_none)
        except StoppedError as stop:
            raise self._moves.endless(self._goal, stop) from None
        except InputError as error:
            raise error.at(Place(self._moves.source)) from None

    def beyond(self, start: State, states: int, answers: int, inferences: int) -> int | None:
        """Number of states counted when more than some number of states, answers or inferences lay behind a start.

        None where there are no more, or the kernel cannot count them. States that are only counted are not written, which takes
        most of the time of `answers`.
        """
        native, moves = self._native, self._moves
        if native is None:
            return None
        before = native.inferences
        try:
            given = self._given(start, native) if moves.form.whole else start
            for reached, told in native.spread(given):
                if reached > states or told > answers or native.inferences - before > inferences:
                    return reached
        except (NotNativeError, StoppedError):  # told when the state is asked
            pass
        return None

    def _in_kernel(self, state: State, most: int, all_or_none: bool) -> list[tuple[Any, ...]]:
        native, moves = self._native, self._moves
        if native is None:
            raise not_native("a predicate that the kernel lacks")
        before = native.inferences
        try:
            given = self._given(state, native) if moves.form.whole else state
            found = native.ask(given, most, all_or_none=all_or_none)
        finally:
            moves.inferences += native.inferences - before
        check_count(len(found) - 1)
        if moves.form.whole and self._of_state:
            return [(self._state(value, native), *rest) for value, *rest in found]
        return found

    def _given(self, state: State, native: NativeQuestion) -> tuple[Any]:
        """A state of any form as the kernel takes it."""
        known = self._moves.known_states.value(state)
        if known is None:
            known = native.value(self._moves.form.term_of(state))
            self._moves.known_states.keep(state, known)
        return (known,)

    def _state(self, value: Any, native: NativeQuestion) -> Any:
        """Text of a state of any form; any other value as it is."""
        known = self._moves.known_states.state(value)
        if known is None:
            known = self._written(value, native)
            if known is None:
                return value
            given = value if type(value) is bytes else native.value(value)
            self._moves.known_states.keep(known, given, told=value)
        return known

    def _written(self, value: Any, native: NativeQuestion) -> State | None:
        form = self._moves.form
        if type(value) is bytes:
            text = native.plain_text(value, form.operators)
            if text is not None:
                return (text,)
        (term,) = bound_terms((native.term(value),))
        return form.state(term)

    def _in_python(
        self, state: State, most: int | None, all_or_none: bool
    ) -> list[tuple[Any, ...]]:
        moves = self._moves
        names = dict(zip(moves.form.cells, moves.form.term_cells(state), strict=True))
        (goal,) = replaced((self._goal,), lambda one: names.get(one, one))
        found: list[tuple[Any, ...]] = []
        try:
            asked = moves.database.body((goal,))
            proofs = moves.in_python(goal, asked, self._wanted)
            found.extend(islice(proofs, most))
        except StoppedError:
            if all_or_none:
                raise
        if not self._of_state:
            return found
        return [(moves.form.state(after) or after, *rest) for after, *rest in found]


def check_count(count: int) -> None:
    """Raise StoppedError for more answers than are allowed."""
    if count == MOST_ANSWERS:
        raise StoppedError("answers")


@cache
def question_limits() -> Limits:
    """Limits of one question; on memory where the system tells it."""
    try:
        return Limits(nodes=QUESTION, memory=MOST_BYTES)
    except InputError:
        return Limits(nodes=QUESTION)
