"""Tables of answers to tabled goals, with which a predicate that calls itself first comes to an end.

Goals that are equal up to the names of variables share a table. A pass over a table proves its goal depth-first by the clauses;
it reads other tables as they are, and answers that come while it reads. A table that has read another one is passed over again
where that has grown since; when none is left, all are complete (after Tamaki and Sato 1986). A goal that is negated, collected, a
condition or in front of a cut needs a complete table, which is filled first.
"""

from __future__ import annotations

from math import inf
from typing import Any

from ...rules.errors import InputError, Place
from ...rules.term import Compound
from ...search.limits import Meter
from ..program.program import spelled
from ..program.vocabulary import has_cut
from .arithmetic import shown
from .built_ins import Args, compare_terms
from .compiled import CALL, COLLECT, COMMIT, AnswerTable, CompiledGoal, Database, TableAnswer
from .depth_first import DepthFirst, Frame, Step, StoppedError
from .proof import proof_of
from .variables import Fresh, Names, bound_terms, with_fresh


class _NeededError(Exception):
    """A pass needs a table that is not complete."""

    def __init__(self, table: AnswerTable) -> None:
        self.table = table
        super().__init__()


class _Level:
    """Tables that are completed together.

    Attributes
    ----------
    tables
        The tables.
    agenda
        Tables that are to be passed over, the youngest first, which the others read.
    waiting
        The table whose pass waits for a level further in.
    """

    def __init__(self) -> None:
        self.tables: list[AnswerTable] = []
        self.agenda: set[AnswerTable] = set()
        self.waiting: AnswerTable | None = None


class Tables:
    """The tables of one proof search.

    Parameters
    ----------
    database
        The program.
    meter
        Counts the inferences of passes, and each new answer as one.
    recorded
        Whether answers come with their proofs.
    """

    def __init__(self, database: Database, meter: Meter, *, recorded: bool = False) -> None:
        self._database, self._meter, self._recorded = database, meter, recorded
        self._tables: dict[Compound, AnswerTable] = {}
        self._levels: list[_Level] = []
        self._level: dict[AnswerTable, _Level] = {}

    @property
    def unfinished(self) -> str | None:
        """The first tabled goal that was asked and whose table lacks answers; None where all are complete."""
        return next((_shown(one) for one in self._tables.values() if not one.complete), None)

    def matching(
        self,
        literal: CompiledGoal,
        args: Args,
        rest: Frame = None,
        reader: AnswerTable | None = None,
    ) -> AnswerTable:
        """The table of a goal.

        Parameters
        ----------
        literal, args
            The goal.
        rest
            The frames that wait for the goal.
        reader
            The table whose pass calls it, which may read one that grows; None where only complete tables are read.

        Raises
        ------
        InputError
            A table that cannot be completed before it is needed, or what ended a pass over it.
        """
        modes = literal.target.modes
        if modes is not None:  # a table is of all values of what is made one
            args = tuple(
                one if mode == "index" else Fresh() for one, mode in zip(args, modes, strict=True)
            )
        goal = Compound(literal.name[0], bound_terms(args))
        table = self._tables.get(goal)
        if table is None:
            table = self._tables[goal] = AnswerTable(literal.target, goal, len(self._tables))
        if not table.complete:
            waits = reader is not None and _needs_all(rest)
            if reader is not None:
                self._check(table, reader if waits else None, literal.place)
            if waits:
                raise _NeededError(table)
            if reader is None:
                self._complete(table)
            else:
                self._join(table)
                reader.sources.setdefault(table, inf)
                table.readers[reader] = None
        if table.error is not None:
            raise table.error
        return table

    def _check(self, table: AnswerTable, reader: AnswerTable | None, place: Place | None) -> None:
        """Refuse to read a table that waits for the goal that is being proved."""
        if table is reader or any(one.waiting is table for one in self._levels):
            raise InputError(
                f"a table of {spelled(table.predicate.name)} cannot be completed before it is needed",
                place=place,
                expected="a tabled goal that does not depend on its own negation, collection, condition or cut",
                found=_shown(table),
            )

    def _join(self, table: AnswerTable) -> None:
        """Complete a table together with those of the innermost level."""
        level = self._levels[-1]
        if self._level.get(table) is not level:
            self._level[table] = level
            level.tables.append(table)
            level.agenda.add(table)

    def _complete(self, table: AnswerTable) -> None:
        """Fill a table, and those that it reads."""
        self._levels = [_Level()]
        self._join(table)
        while self._levels:
            level = self._levels[-1]
            level.waiting = None
            if not level.agenda:
                self._levels.pop()
                for one in level.tables:
                    one.settle()
                continue
            one = max(level.agenda, key=lambda table: table.age)
            try:
                if not one.complete:
                    self._pass(one)
                level.agenda.discard(one)
            except _NeededError as needed:
                level.waiting = one
                self._levels.append(_Level())
                self._join(needed.table)
            except InputError as error:
                one.error, one.complete = error, True
                level.agenda.discard(one)
            for other in one.readers:
                if not other.complete and (one.error or other.sources.get(one, inf) < len(one)):
                    self._level[other].agenda.add(other)

    def _pass(self, table: AnswerTable) -> None:
        """Prove the goal of a table by the clauses of its predicate."""
        table.sources = {}
        known: dict[Any, Fresh] = {}
        args = tuple([with_fresh(one, known) for one in table.goal.args])
        goal = CompiledGoal(CALL, table.predicate.name, args, table.predicate)
        search = DepthFirst(
            self._database, self._meter, self, reader=table, recorded=self._recorded
        )
        for steps in search.proofs((goal,), {}):
            if limit := self._meter.overdue():
                raise StoppedError(limit)
            self._keep(table, goal, steps)

    def _keep(self, table: AnswerTable, goal: CompiledGoal, steps: Step) -> None:
        names = Names()
        args = bound_terms(goal.args, names)
        key = args, *map(type, args)  # 1 is not 1.0
        if key in table.known:
            return
        modes = table.predicate.modes
        if modes is not None:
            own = tuple(one for one, mode in zip(args, modes, strict=True) if mode == "index")
            kept = own, *map(type, own)
            old = table.best.get(kept)
            if old is not None:
                made = self._one(old.answer.args, args, modes, goal)
                if made == old.answer.args and all(map(_alike, made, old.answer.args)):
                    table.known.add(key)
                    return
                args = made
        if limit := self._meter.exceeded():
            raise StoppedError(limit)
        table.known.add(key)
        answer = Compound(goal.name[0], args)
        proof = proof_of((goal,), steps, names, {})[0] if self._recorded else None
        table.append(TableAnswer(answer, proof))
        if modes is not None:
            table.best[kept] = table[-1]  # type: ignore[assignment]

    def _one(self, old: Args, new: Args, modes: Args, goal: CompiledGoal) -> Args:
        """Arguments of the answer that is kept of two that are equal in what tells answers apart."""
        return tuple([self._kept(*parts, goal) for parts in zip(old, new, modes, strict=True)])

    def _kept(self, old: Any, new: Any, mode: Any, goal: CompiledGoal) -> Any:
        if mode in ("index", "first"):
            return old
        if mode == "last":
            return new
        if type(mode) is str:
            order = compare_terms(new, old)
            return new if (order < 0 if mode == "min" else order > 0) else old
        made = Fresh()
        values: Any = (old, new, made) if mode.functor == "lattice" else (old, new)
        called = Compound(mode.args[0], values)
        goals = self._database.body((with_fresh(called, {}),), goal.place, ready=True)
        search = DepthFirst(self._database, self._meter, self)
        holds = next(search.proofs(goals, {}), None) is not None
        if mode.functor == "po":  # as SWI-Prolog 9 has it: the old one stays where the order holds
            return old if holds else new
        return bound_terms((made,))[0] if holds else old


def _alike(one: Any, other: Any) -> bool:
    return type(one) is type(other)  # 1 is not 1.0


def _shown(table: AnswerTable) -> str:
    return shown(table.goal if table.goal.args else table.goal.functor)


def _needs_all(frame: Frame) -> bool:
    """Whether a goal that frames wait for is negated, collected, a condition, or in front of a cut."""
    while frame is not None:
        goals, place, _, _, behind = frame
        if goals[place].kind in (COMMIT, COLLECT):
            return True
        if has_cut(tuple([one.goal for one in goals[place:]])):
            return True
        frame = behind
    return False
