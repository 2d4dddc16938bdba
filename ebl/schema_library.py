"""A library of learned schemas: ordered, without duplicates, each refusal with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..rules.arc import replace_arc
from ..rules.domain import Domain
from ..rules.schema import Schema, schema_of
from .library import Admission
from .macro import Macro


class SchemaLibrary:
    """Learned schemas of one family; iterate it, or hand it to `Climber`.

    Parameters
    ----------
    family
        Whose moves the schemas are made of.
    schemas
        Schemas to admit at once; their arcs are macros.
    blank_first
        Whether they are meant for the order in which the blank is brought to its cell first, as in a macro table.
    """

    def __init__(
        self, family: Domain, schemas: Iterable[Schema] = (), *, blank_first: bool = False
    ) -> None:
        self.family = family
        self.blank_first = blank_first
        self._schemas: dict[object, Schema] = {}
        for schema in schemas:
            self.add(schema)

    def add(self, schema: Schema) -> Admission:
        """Admit a schema, or say why not; see `admit`."""
        admission = self.admit(schema)
        if admission.accepted:
            self._schemas[schema.canonical] = schema
        return admission

    def admit(self, schema: Schema) -> Admission:
        """Whether the library would take a schema.

        Refused are one that does nothing, one that is a single move, and one whose rule is there already at the same
        cost or cheaper; a cheaper one takes the dearer one's place.
        """
        macro = schema.arc
        assert isinstance(macro, Macro)
        if macro.before == macro.after:
            return Admission(macro, False, "does nothing: it ends where it began")
        single = self._single_move(schema)
        if single is not None:
            return Admission(macro, False, f"is the single move {single}")
        present = self._schemas.get(schema.canonical)
        if present is None:
            return Admission(macro, True, "new")
        if macro.cost < present.cost:
            assert isinstance(present.arc, Macro)
            reason = (
                f"same rule as {present.name}, at cost {macro.cost:g} instead of {present.cost:g}"
            )
            return Admission(macro, True, reason, replaced=present.arc)
        return Admission(macro, False, f"same rule as {present.name}, which costs {present.cost:g}")

    def _single_move(self, schema: Schema) -> str | None:
        """The name of the move that does the same, however many steps the schema takes for it."""
        if schema.length == 1:
            return schema.moves[0][0].name
        if schema.wraps:
            return None
        rows, columns = schema.window
        geometry = self.family.geometry.inside(schema.window, (rows, columns + 1))
        rule = replace_arc(schema.arc, steps=())
        effect, _ = schema_of(rule, schema.window, geometry)
        moves = {move.canonical: move.name for move in self.family.schemas(schema.window)}
        return moves.get(effect.canonical)

    def next_name(self) -> str:
        """A name that no schema here has: m1, m2, ..."""
        taken = {schema.name for schema in self}
        number = len(self) + 1
        while f"m{number}" in taken:
            number += 1
        return f"m{number}"

    def without(self, names: Iterable[str]) -> SchemaLibrary:
        """The same library less some schemas."""
        dropped = set(names)
        kept = (schema for schema in self if schema.name not in dropped)
        return SchemaLibrary(self.family, kept, blank_first=self.blank_first)

    def renamed(self) -> SchemaLibrary:
        """The same schemas, named m1, m2, ... in order."""
        named = (
            replace(schema, arc=replace(schema.arc, name=f"m{number}"))
            for number, schema in enumerate(self, start=1)
        )
        return SchemaLibrary(self.family, named, blank_first=self.blank_first)

    def __iter__(self) -> Iterator[Schema]:
        return iter(self._schemas.values())

    def __len__(self) -> int:
        return len(self._schemas)

    def __contains__(self, schema: Schema) -> bool:
        return schema.canonical in self._schemas

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SchemaLibrary):
            return NotImplemented
        return (
            self.family.name == other.family.name
            and self.blank_first == other.blank_first
            and list(self) == list(other)
        )

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        plural = "s" if len(self) != 1 else ""
        return f"SchemaLibrary({self.family.name!r}, {len(self)} schema{plural})"
