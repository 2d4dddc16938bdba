"""Reasons of macros over parameters as Prolog terms, in which parameters are written by name, and back."""

from __future__ import annotations

from collections.abc import Sequence

from ...ebl.explanation import (
    FALSE,
    TRUE,
    Link,
    Needed,
    OnlyOne,
    Reason,
    StepEffect,
    Threat,
    Together,
    Use,
    Why,
)
from ...rules.errors import InputError, Place
from ...rules.prolog.writer import write_term
from ...rules.term import Compound, PrologTerm, list_items, make_list
from ..pddl.action_domain import Action, Atom

NOT, EQUAL = "not", "="

_TOGETHER: dict[str, type[Together[Atom]]] = {"link": Link, "threat": Threat, "only_one": OnlyOne}
_MAKES = {"adds": TRUE, "deletes": FALSE}


def atom_term(atom: Atom) -> PrologTerm:
    """An atom whose arguments are names, as a Prolog term."""
    return Compound(atom[0], atom[1:]) if atom[1:] else atom[0]


def why_term(why: Why) -> PrologTerm:
    """A reason as a Prolog term."""
    if isinstance(why, Together):
        name = next(name for name, kind in _TOGETHER.items() if isinstance(why, kind))
        return Compound(name, (make_list(map(_use_term, why.uses)),))
    return _use_term(why)


def _use_term(use: Use) -> PrologTerm:
    atom = atom_term(use.variable)
    if isinstance(use, StepEffect):
        return Compound("adds" if use.value == TRUE else "deletes", (use.step, atom))
    holds = use.needed.constant == TRUE
    return Compound("needs", (use.step, atom if holds else Compound(NOT, (atom,))))


def read_why(term: PrologTerm, steps: Sequence[Action], place: Place) -> Why:
    """A reason from its term.

    Parameters
    ----------
    steps
        The macro's, with its parameters in place of their own.

    Raises
    ------
    InputError
        What is no reason, or nothing that these steps need and make.
    """
    why: Why | None
    if isinstance(term, Compound) and term.functor in _TOGETHER and len(term.args) == 1:
        uses = [_read_use(item, steps) for item in list_items(term.args[0]) or ()]
        kept = tuple(use for use in uses if use is not None)
        kind = _TOGETHER[term.functor]
        fits = len(kept) == len(uses) and (len(uses) == 2 or (kind is OnlyOne and len(uses) > 2))
        why = kind(kept) if fits else None
    else:
        why = _read_use(term, steps)
    if why is None:
        raise InputError(
            "not a reason why steps share a parameter",
            place=place,
            expected="link, threat or only_one of what steps need, add and delete",
            found=write_term(term),
        )
    return why


def _read_use(term: PrologTerm, steps: Sequence[Action]) -> Use | None:
    """Read a need or an effect of a step; None for any other term."""
    if not isinstance(term, Compound) or len(term.args) != 2:
        return None
    number, said = term.args
    if not isinstance(number, int) or not 0 < number <= len(steps):
        return None
    step = steps[number - 1]
    if term.functor in _MAKES:
        value = _MAKES[term.functor]
        made = _one_of(said, step.add if value == TRUE else step.delete)
        return StepEffect(number, step.name, made, value) if made else None
    denied = isinstance(said, Compound) and said.functor == NOT and len(said.args) == 1
    if term.functor != "needs":
        return None
    equal = [(EQUAL, *pair) for pair in step.equal]
    needed = (
        _one_of(said.args[0], step.negative)
        if denied and isinstance(said, Compound)
        else _one_of(said, (*step.positive, *equal))
    )
    if not needed:
        return None
    return Reason(number, step.name, Needed(needed, FALSE if denied else TRUE))


def _one_of(term: PrologTerm, atoms: Sequence[Atom]) -> Atom | None:
    return next((atom for atom in atoms if atom_term(atom) == term), None)
