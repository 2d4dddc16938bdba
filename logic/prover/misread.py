"""A check for arguments of moves that were taken for others: then no verdict follows from a search that finds nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import permutations

from ...rules.errors import InputError, Place
from ...rules.term import Compound, Pattern, PrologTerm, State, Terms, Var, leaves
from ..program.clause_text import term_text
from ..program.program import arguments, spelled
from .moves import MoveProgram


def misread(
    moves: MoveProgram, start: State, goals: Sequence[Pattern], *, of_facts: bool = False
) -> InputError | None:
    """The question that has to be answered before a problem of some moves is called unsolvable; None if there is none.

    It is asked where the start stands in no state before a move but in another argument, or, of facts, nowhere; and where no goal
    stands in a state after a move, but one stands in an argument that is no state. What a file without ``--moves`` leads
    to, and not from, is a state that has no moves. With ``of_facts``, for problems
    that were not searched yet, only arguments of facts are looked at.
    """
    step = moves.step
    if step.sure:
        return None
    begin = moves.form.term_of(start)
    asked = _arguments_of(moves)
    wanted = [moves.form.term_of(goal) for goal in goals]
    if begin in wanted or (of_facts and asked.rows is None):
        return None
    if not asked.stands(begin, step.before):
        places = [at for at in asked.free if at != step.before and asked.names(begin, at)]
        if places and (step.told or step.after not in places):
            return _question(moves, begin, places[0], step.before, asked, (begin, wanted))
        if not places and asked.rows is not None and not of_facts:
            return _nowhere(moves, begin)
    found = asked.misplaced(wanted)
    return found and _question(moves, *found, step.after, asked, (begin, wanted))


NOTHING = "no state of any program"
"""An atom that no program writes: where it may stand, every term may."""


class _Arguments:
    """Arguments of the moves of a program: of its facts, or as its clauses answer.

    Parameters
    ----------
    moves
        The program.
    """

    def __init__(self, moves: MoveProgram) -> None:
        self._moves = moves
        self.rows: list[Terms] | None = None
        clauses = moves.program.clauses.get(moves.step.predicate, ())
        heads = [arguments(one.head) for one in clauses]
        if not any(one.body for one in clauses) and not any(map(_is_open, _whole(heads))):
            self.rows = heads
            self._known = [set(column) for column in zip(*heads, strict=True)]

    @property
    def free(self) -> list[int]:
        """Places of arguments that may be states."""
        step = self._moves.step
        taken = {*dict(step.fixed), step.cost}
        return [place for place in range(step.predicate[1]) if place not in taken]

    def misplaced(self, goals: Sequence[PrologTerm]) -> tuple[PrologTerm, int] | None:
        """The goal that stands in an argument that is no state, with the place; None if one may stand after a move."""
        step = self._moves.step
        if any(_is_open(one) or self.stands(one, step.after) for one in goals):
            return None
        for at in self.free:
            if at in (step.before, step.after) or (at in step.labels and self.holds_costs(at)):
                continue
            found = next((one for one in goals if self.names(one, at)), None)
            if found is not None:
                return found, at
        return None

    def stands(self, term: PrologTerm, place: int) -> bool:
        """Whether a term stands at a place of some move."""
        if self.rows is not None:
            return bool(self.rows) and term in self._known[place]
        name, arity = self._moves.step.predicate
        args: list[PrologTerm] = [Var(f"A{at}") for at in range(arity)]
        for at, one in self._moves.step.fixed:
            args[at] = one
        args[place] = term
        with suppress(InputError):  # what computes cannot be asked for what comes before
            return self._moves.holds(Compound(name, tuple(args)))
        return False

    def names(self, term: PrologTerm, place: int) -> bool:
        """Whether a term stands at a place of some move where not every term may stand."""
        return self.stands(term, place) and (
            self.rows is not None or not self.stands(NOTHING, place)
        )

    def holds_costs(self, place: int) -> bool:
        """Whether the facts have numbers at the place of a cost."""
        step = self._moves.step
        numbers = self.rows is not None and all(
            isinstance(row[place], int | float) for row in self.rows
        )
        return numbers and (step.cost == place or step.costs)


@lru_cache(maxsize=2)
def _arguments_of(moves: MoveProgram) -> _Arguments:
    return _Arguments(moves)


def _whole(heads: Iterable[Terms]) -> Iterable[PrologTerm]:
    return (one for head in heads for one in head)


def _is_open(term: PrologTerm) -> bool:
    return any(isinstance(one, Var) for one in leaves((term,)))


def _question(
    moves: MoveProgram,
    term: PrologTerm,
    at: int,
    wanted: int,
    asked: _Arguments,
    ends: tuple[PrologTerm, Sequence[PrologTerm]],
) -> InputError:
    """Question whether the argument at a place, in which a state stands, is that of the states."""
    step = moves.step
    begin, goals = ends
    pairs = [
        (one, other)
        for one, other in permutations(asked.free, 2)
        if asked.stands(begin, one) and any(asked.stands(goal, other) for goal in goals)
    ]
    others = [place for place in asked.free if place != at]
    other = next((place for place in others if place > at), others[0] if others else at)
    before, after = pairs[0] if pairs else (at, other)
    shown, predicate = _text(moves, term), spelled(step.predicate)
    what = "before" if wanted == step.before else "after"
    return InputError(
        f"{shown} stands in argument {at + 1} of {predicate}, not in {wanted + 1}: which argument is the state {what} a move?",
        place=Place(moves.source),
        expected=f"a state in argument {wanted + 1}",
        found=shown,
        remedy=f'--moves "{_roles(moves, before, after)}", or as it was read: '
        f'--moves "{_roles(moves, step.before, step.after)}"',
    )


def _roles(moves: MoveProgram, before: int, after: int) -> str:
    """The goal of moves with names that tell which arguments are the states."""
    step, (name, arity) = moves.step, moves.step.predicate
    words = ["_"] * arity
    for place, one in step.fixed:
        words[place] = _text(moves, one)
    if step.cost is not None:
        words[step.cost] = "Cost"
    words[before], words[after] = "Before", "After"
    return f"{name}({','.join(words)})"


def _nowhere(moves: MoveProgram, begin: PrologTerm) -> InputError:
    shown, predicate = _text(moves, begin), spelled(moves.step.predicate)
    return InputError(
        f"{shown} stands in no argument of {predicate}",
        place=Place("start"),
        expected=f"a state from which a fact of {predicate} leads on",
        found=shown,
    )


def _text(moves: MoveProgram, term: PrologTerm) -> str:
    return term_text(term, moves.form.operators)[:200]
