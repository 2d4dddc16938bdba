"""Reading a logic program that defines moves: the goal that asks for them, and the form in which it writes states."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from ...rules.errors import InputError, Place, on_one_line, refuse_more
from ...rules.prolog.reader import Clause, read_ahead
from ...rules.prolog.steps import GOALS, STARTS, StepGoal, steps_of
from ...rules.prolog.theory_file import FileFacts, read_board
from ...rules.term import (
    EMPTY_LIST,
    Compound,
    PrologTerm,
    Var,
    leaves,
    list_items,
    make_list,
)
from ...rules.text.state_text import written_functor, written_size
from ...rules.trust import TRUST
from ..program.program import (
    Indicator,
    LogicProgram,
    indicator,
    spelled,
)
from ..program.read_program import read_program
from ..program.state_form import StateForm, opened, read_term, shown_states
from ..swi.loading import MOST_CELLS
from .compiled import first_change
from .moves import ESTIMATES, VOUCHED, MoveProgram

MOST_LOOKED_AT = 50
"""Greatest number of states whose successors are looked at for the form in which a program writes states."""


def read_moves(
    text: str, source: str, start: str | None = None, moves: str | None = None
) -> MoveProgram:
    """The moves of a program.

    Parameters
    ----------
    text
        Prolog text.
    source
        Name of the program in error messages.
    start
        A start as a text, which shows how states are written where the program does not.
    moves
        The goal that is asked, such as ``move(S,_,T)``; by default the first of `STEPS` that has clauses.

    Raises
    ------
    InputError
        A program that arcwise does not read, or that shows no state.
    """
    clauses, _ = read_ahead(text, source)
    program = read_program(
        text, source, entries=lambda defined: entries_of(steps_of(defined, moves, source).predicate)
    )
    if change := first_change(program):
        place, name = change
        raise InputError(
            "a program that changes itself has no moves of its own",
            place=place,
            expected="moves that depend on the state alone",
            found=spelled(name),
            remedy=f"an argument of the state that carries what changes\n{TRUST}",
        )
    return moves_of(clauses, program, start, moves)


def moves_of(
    clauses: Iterable[Clause],
    program: LogicProgram,
    start: str | None,
    moves: str | None,
    made: Callable[..., MoveProgram] = MoveProgram,
) -> MoveProgram:
    """The moves of a program that was read; ``made`` makes them of what `MoveProgram` takes, all else is as for `read_moves`."""
    facts = read_board(clauses, program.name)
    return _with_form(program, steps_of(program.clauses, moves, program.name), facts, start, made)


def entries_of(predicate: Indicator) -> list[Indicator]:
    """Predicates of a program that are asked: its moves, start, goals and estimates, and who vouches for these."""
    unary = [(name, 1) for name in (*STARTS, *GOALS)]
    return [predicate, *unary, ESTIMATES, (VOUCHED.functor, 1)]


def _with_form(
    program: LogicProgram,
    step: StepGoal,
    facts: FileFacts,
    start: str | None,
    moves: Callable[..., MoveProgram],
) -> MoveProgram:
    """The moves with the form in which they write states: that of a start, of the clauses, or of the first answers."""
    operators = program.operators
    example = _example(program, step, facts, start, moves)
    term = example if example is not None else _general(program, step)
    form = None if term is None else StateForm.of(term, operators)
    if form is not None and facts.shape is not None:
        rows, columns = facts.shape
        if form.size != rows * columns:
            raise InputError(
                f"shape({rows},{columns}) does not fit the states of {spelled(step.predicate)}",
                place=Place(facts.source),
                expected="as many cells as the states have",
                found=f"{rows * columns} cells; states of {form.size}",
            )
    if form is None and term is None:
        form = _plain_form(facts, start)
    if form is None:
        form = StateForm.any(operators)
    made = moves(program, step, form, facts)
    if example is None:
        return made
    if made.changes:  # to be asked before the search would change its answers
        return moves(program, step, form, facts, example)
    made = moves(program, _placed(made, example), form, facts, example)
    if form.whole or _keeps_form(made, example):
        return made
    return moves(program, made.step, StateForm.any(operators), facts)


def _example(
    program: LogicProgram,
    step: StepGoal,
    facts: FileFacts,
    start: str | None,
    moves: Callable[..., MoveProgram],
) -> PrologTerm | None:
    """A state of the program: the start that was typed, or its own."""
    probe = partial(moves, program, step, StateForm.any(program.operators), facts)
    return _own(program, probe) if start is None else _typed(program, step, facts, start, probe)


def _own(program: LogicProgram, probe: Callable[[], MoveProgram]) -> PrologTerm | None:
    """The start that the program states."""
    for name in STARTS:
        if (name, 1) in program.clauses:
            for (found,) in probe().answers(Compound(name, (Var("S"),)), (Var("S"),), 1):
                return found
    return None


def _typed(
    program: LogicProgram,
    step: StepGoal,
    facts: FileFacts,
    start: str,
    probe: Callable[[], MoveProgram],
) -> PrologTerm | None:
    """The term of a start that was typed: a term, or symbols between spaces."""
    try:
        term = read_term(opened(start), program.operators)
    except (InputError, ValueError):
        term = None
    general = _general(program, step)
    if term == EMPTY_LIST or not isinstance(term, Compound | int | str | Var | None):
        return term  # a state as it is, as a text or a decimal number
    if isinstance(term, Compound) and not any(isinstance(one, Var) for one in leaves((term,))):
        items = list_items(term)
        if items is None:
            _check_functor(program, step, term, facts, start)
            return term
        if not isinstance(general, Compound) or list_items(general) is not None:
            return term
        return Compound(general.functor, tuple(items))
    if written_functor(start) is not None:
        return _own(program, probe)
    if isinstance(term, int | str) and isinstance(general, Compound):
        with suppress(InputError):  # a symbol alone among other states
            if any(True for _ in probe().asked(term)):
                return term
    return _from_symbols(start, term, general, facts)


def _check_functor(
    program: LogicProgram, step: StepGoal, term: Compound, facts: FileFacts, start: str
) -> None:
    """Refuse a start with another functor than all clauses of the moves write."""
    heads = [clause.head for clause in program.clauses.get(step.predicate, ())]
    shown = [head.args[step.before] for head in heads if isinstance(head, Compound)]
    forms = {
        (one.functor, len(one.args))
        for one in shown
        if isinstance(one, Compound) and list_items(one) is None
    }
    written = all(isinstance(one, Compound) and list_items(one) is None for one in shown)
    if forms and written and (term.functor, len(term.args)) not in forms:
        raise InputError(
            f"the rules of {on_one_line(facts.name or program.name)} write states in another form",
            expected=" or ".join(f"{name}({','.join('_' * size)})" for name, size in sorted(forms)),
            found=start.strip(),
        )


def _from_symbols(
    start: str, term: PrologTerm | None, general: PrologTerm | None, facts: FileFacts
) -> PrologTerm | None:
    """The term of a start that is typed as symbols between spaces; ``term`` is that of a symbol alone, perhaps quoted."""
    words = start.replace(",", " ").split()
    symbols: list[PrologTerm] = [int(one) if one.lstrip("-").isdigit() else one for one in words]
    if isinstance(term, int | str):
        symbols = [term]
    form = None if general is None else StateForm.of(general)
    if form is not None and form.size == len(symbols):
        return form.term_of(tuple(symbols))  # type: ignore[arg-type]
    if len(symbols) == 1 and facts.shape in (None, (1, 1)) and general is None:
        return symbols[0]
    return make_list(symbols) if general is None else None


def _general(program: LogicProgram, step: StepGoal) -> PrologTerm | None:
    """The first state that a clause of the moves shows, or a clause that these call with their state."""
    for shown, own in shown_states(program.clauses, step.predicate, step.before):
        if StateForm.of(shown) is not None and (
            isinstance(shown, Compound) or (own and shown != EMPTY_LIST)
        ):
            return shown
    return None


def _plain_form(facts: FileFacts, start: str | None) -> StateForm | None:
    """The form of states that no clause shows: a list of as many symbols as the board has cells, or a symbol alone."""
    size = facts.shape[0] * facts.shape[1] if facts.shape is not None else 0
    if not size and start is not None:
        size = written_size(start)
    if not size:
        raise InputError(
            "the size of this program's states is not known",
            place=Place(facts.source),
            expected="a start, a fact initial(State), or a fact shape(Rows, Columns)",
        )
    refuse_more(size, MOST_CELLS, "too many cells", "cells", place=Place(facts.source))
    if size == 1:
        return StateForm(Var("C1"))
    return StateForm.of(make_list([Var(f"C{cell}") for cell in range(size)]))


def _placed(made: MoveProgram, example: PrologTerm) -> StepGoal:
    """The goal of the moves, with its successor and its label where the first answer has them."""
    step = made.step
    if step.label is None or step.told:
        return step
    other = replace(step, after=step.label, label=step.after)
    for after, label, *_ in made.asked(example):
        if _alike(after, example) or not _alike(label, example):
            return step
        return other
    return step


def _alike(one: PrologTerm, other: PrologTerm) -> bool:
    """Whether two terms have the same functor and arity, or both are constants of a kind."""
    if isinstance(one, Compound) and isinstance(other, Compound):
        return indicator(one) == indicator(other)
    return type(one) is type(other)


def _keeps_form(made: MoveProgram, example: PrologTerm) -> bool:
    """Whether the first states that are reached have the form of the start."""
    seen, pending = {example}, [example]
    while pending and len(seen) < MOST_LOOKED_AT:
        for after, *_ in made.asked(pending.pop(0)):
            if any(isinstance(one, Var) for one in leaves((after,))):
                continue
            if made.form.state(after) is None:
                return False
            if after not in seen:
                seen.add(after)
                pending.append(after)
    return True
