"""A library of macro-operators: ordered, without duplicates, each refusal with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..rules.arc import Arc
from ..rules.theory import Theory
from .macro import Macro


@dataclass(frozen=True, slots=True)
class Admission:
    """What a library said to a macro.

    Parameters
    ----------
    macro
        The candidate.
    accepted
        Whether it is in the library now.
    reason
        In words.
    replaced
        The dearer macro whose place it took, or None.
    """

    macro: Macro
    accepted: bool
    reason: str
    replaced: Macro | None = None


class MacroLibrary:
    """An ordered collection of macros for one theory; iterate it, or hand it to `Theory.with_macros`.

    Parameters
    ----------
    theory
        The theory whose primitive arcs the macros are made of.
    macros
        Macros to admit at once.
    """

    def __init__(self, theory: Theory, macros: Iterable[Macro] = ()) -> None:
        self.theory = theory.without_macros()
        self._primitives = {arc.canonical: arc for arc in self.theory.primitives}
        self._macros: dict[object, Macro] = {}
        for macro in macros:
            self.add(macro)

    def add(self, macro: Macro) -> Admission:
        """Admit a macro, or say why not; see `admit`."""
        admission = self.admit(macro)
        if admission.accepted:
            self._macros[macro.canonical] = macro
        return admission

    def admit(self, macro: Macro) -> Admission:
        """Whether the library would take a macro.

        Refused are a macro that does nothing, one that is a primitive arc under another name, and one whose rule is
        there already at the same cost or cheaper; a cheaper one takes the dearer one's place.
        """
        if macro.before == macro.after:
            return Admission(macro, False, "does nothing: it ends where it began")
        primitive = self._primitives.get(macro.canonical)
        if primitive is not None:
            return Admission(macro, False, f"is the primitive arc {primitive.name}")
        present = self._macros.get(macro.canonical)
        if present is None:
            return Admission(macro, True, "new")
        if macro.cost < present.cost:
            reason = (
                f"same rule as {present.name}, at cost {macro.cost:g} instead of {present.cost:g}"
            )
            return Admission(macro, True, reason, replaced=present)
        return Admission(macro, False, f"same rule as {present.name}, which costs {present.cost:g}")

    def next_name(self) -> str:
        """A name that no macro here has: m1, m2, ..."""
        taken = {macro.name for macro in self}
        number = len(self) + 1
        while f"m{number}" in taken:
            number += 1
        return f"m{number}"

    def renamed(self) -> MacroLibrary:
        """The same macros, named m1, m2, ... in order."""
        named = (replace(macro, name=f"m{n}") for n, macro in enumerate(self, start=1))
        return MacroLibrary(self.theory, named)

    def __iter__(self) -> Iterator[Macro]:
        return iter(self._macros.values())

    def __len__(self) -> int:
        return len(self._macros)

    def __contains__(self, arc: Arc) -> bool:
        return arc.canonical in self._macros

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MacroLibrary):
            return NotImplemented
        return self.theory == other.theory and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        plural = "s" if len(self) != 1 else ""
        return f"MacroLibrary({self.theory.name!r}, {len(self)} macro{plural})"
