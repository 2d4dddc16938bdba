"""Moves of a logic program, found by arcwise's own prover, so that a stranger's program only computes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice, product
from pathlib import Path
from typing import Any, TypeAlias

from ...rules.arc import UNNAMED, Arc
from ...rules.cost import check_cost, total_cost
from ...rules.errors import InputError, Place, check_name
from ...rules.later import Later
from ...rules.prolog.steps import GOALS, STARTS, StepGoal
from ...rules.prolog.theory_file import FileFacts, label_in
from ...rules.record import record
from ...rules.term import (
    Compound,
    Pattern,
    PrologTerm,
    State,
    Symbol,
    Terms,
    Var,
    canonical,
    leaves,
    replaced,
    variables,
)
from ...rules.text.state_text import format_state
from ...rules.text.words import counted
from ...rules.theory import Theory
from ...search.limits import Meter
from ...search.native.not_native import NotNativeError
from ..program.calls import called_goals, reachable
from ..program.program import (
    HornClause,
    LogicProgram,
    arguments,
    indicator,
    spelled,
)
from ..program.state_form import StateForm
from ..program.vocabulary import BUILT_IN_PREDICATES, properties
from .compiled import CompiledGoal, Database
from .depth_first import DepthFirst, StoppedError
from .native import NativeSearch
from .questions import (
    MOST_ANSWERS,
    QUESTION,
    Query,
    WrittenStates,
    check_count,
    question_limits,
)
from .tables import Tables
from .variables import Fresh, bound_terms

_macros_of_moves = Later("logic.learn", "macros_of_moves")

MOST_MACROS = 200
"""Greatest number of uses of macro-operators in one state that are looked at."""

MOST_ARCS = 20_000
"""Greatest number of arcs of a program that is unfolded."""

MOST_STATES = 100_000
"""Greatest number of states of a program that are enumerated."""

MOST_WORK = 5_000_000
"""Greatest number of inferences for enumerating the states."""

COUNTED_FROM = 50
"""Divisor of the greatest number of states: that part is written first, then all are counted, so that a refusal comes soon."""

MOST_ARCS_EACH = 20
"""Greatest average number of arcs of a state."""

MACRO = "macro of moves"
"""Predicate of macro-operators in a program: a state, the number of the macro, successor and label of each of its moves."""

MacroOfMoves: TypeAlias = tuple[str, HornClause, tuple[PrologTerm, ...]]
"""Name of a macro-operator, its rule, and its moves as goals in the variables of the rule."""

ESTIMATES = ("h", 2)
"""Predicate by which programs estimate a state."""

VOUCHED = Compound("admissible", (Compound("/", ESTIMATES),))
"""Fact by which the author of a program vouches that its estimates are admissible."""


@record
class Unfolded:
    """The arcs of a program, or why there are none.

    Parameters
    ----------
    arcs
        In the order of its answers; None where it is no list of arcs.
    reason
        Reason why there are none, in words.
    values
        Values of each cell, where variables stand only on the right side of moves; else None.
    """

    arcs: tuple[Arc, ...] | None
    reason: str = ""
    values: tuple[tuple[Symbol, ...], ...] | None = None

    theory = None


@record
class ProgramStates:
    """The states that a program reaches from a start.

    Parameters
    ----------
    states
        In the order in which they are reached.
    arcs
        Every move, without variables.
    """

    states: tuple[State, ...]
    arcs: tuple[Arc, ...]


class MoveProgram:
    """A logic program that says how states lead to others.

    Parameters
    ----------
    program
        Clauses of the program.
    step
        The goal that is asked for the successors of a state.
    form
        Form in which it writes states.
    facts
        Facts about the board.
    shown
        A state that was typed, if any.

    Attributes
    ----------
    name, shape, blank, symbols
        Name and board as facts of the program state them.
    changes
        Empty: the program gives the same answers each time.
    inferences
        Inferences of all questions so far.
    """

    changes: str = ""
    engine: str = "python"

    def __init__(
        self,
        program: LogicProgram,
        step: StepGoal,
        form: StateForm,
        facts: FileFacts,
        shown: PrologTerm | None = None,
    ) -> None:
        self._shown = None if shown is None else form.state(shown)
        self.program, self.step, self.form, self._facts = program, step, form, facts
        self.source = program.name
        self.name = Path(program.name).stem if facts.name is None else facts.name
        self.shape, self.blank, self.symbols = facts.shape, facts.blank, facts.symbols
        self.predicate = spelled(step.predicate)
        self.warnings = (*program.warnings, *self._unnamed_costs())
        self.database = Database(program)
        self.macros: tuple[MacroOfMoves, ...] = ()
        self.macro_cost = "true"
        self.inferences = 0
        self.known_states = WrittenStates()
        self._labels: dict[tuple[tuple[type, Any], ...], Arc] = {}
        self._too_many: dict[tuple[State, int, int], int] = {}

    def _unnamed_costs(self) -> Iterator[str]:
        """A warning where the user told the places of the moves, and numbers stand where the name of a move is."""
        step = self.step
        if not step.told or step.label is None or step.cost is not None or step.costs:
            return
        heads = [one.head for one in self.program.clauses.get(step.predicate, ())]
        if any(isinstance(arguments(head)[step.label], int | float) for head in heads):
            yield (
                f"{self.source}: argument {step.label + 1} of {self.predicate} holds numbers, which are names of moves here; "
                "--cost VARIABLE makes it the cost"
            )

    def with_macros(self, macros: Iterable[MacroOfMoves], macro_cost: str = "true") -> MoveProgram:
        """Copy that tries macro-operators in front of the moves; their conditions are asked of the program as it is.

        Parameters
        ----------
        macros
            Each with its name, its rule, and its moves as goals in the variables of the rule.
        macro_cost
            ``true`` for what the moves cost, or ``unit``: a macro costs 1.
        """
        made = MoveProgram(self.program, self.step, self.form, self._facts)
        made.macros, made.macro_cost = tuple(macros), macro_cost
        if not made.macros:
            return made
        clauses = []
        for number, (_, rule, path) in enumerate(made.macros):
            assert isinstance(rule.head, Compound)
            told: list[PrologTerm] = [rule.head.args[self.step.before], number]
            for move in path:
                assert isinstance(move, Compound)
                told += made.step.told_by(move)
            told += ["none"] * (made._told - len(told))
            clauses.append(HornClause(Compound(MACRO, tuple(told)), rule.body))
        made.database = Database(self.program.with_definition((MACRO, made._told), clauses))
        return made

    @property
    def _told(self) -> int:
        """Number of arguments of the predicate of macro-operators: that of the longest macro."""
        each = len(self.step.wanted)
        return 2 + each * max(len(path) for *_, path in self.macros)

    @property
    def size(self) -> int:
        """The number of cells of a state."""
        return self.form.size

    @property
    def functor(self) -> str:
        """How states are written where they do not nest; see `Domain`."""
        return "board" if self.form.functor is None else self.form.functor

    def answers(
        self, goal: PrologTerm, wanted: Iterable[Var], most: int | None = None
    ) -> Iterator[tuple[PrologTerm, ...]]:
        """Values of variables in each answer to a goal, in order.

        Parameters
        ----------
        goal
            The goal.
        wanted
            Variables of it.
        most
            Greatest number of answers; None for all.

        Raises
        ------
        InputError
            A fault in the program, a goal that takes too long.
        """
        names, told = tuple(wanted), 0
        asked = self.database.body((goal,))
        try:
            try:
                for one in islice(self._in_kernel(goal, asked, names), most):
                    told += 1
                    yield one
            except NotNativeError:
                yield from islice(self.in_python(goal, asked, names), told, most)
        except StoppedError as stop:
            raise self.endless(goal, stop) from None

    def endless(self, goal: PrologTerm, stop: StoppedError) -> InputError:
        """Error for a goal that a limit has stopped."""
        what = {"nodes": "inferences"}.get(stop.limit, stop.limit)
        return InputError(
            f"{spelled(indicator(goal))} does not come to an end",
            place=Place(self.source),
            expected=f"{QUESTION:,} inferences and {MOST_ANSWERS:,} answers at most for one state",
            found=f"stopped by the limit on {what}",
        )

    def _in_kernel(
        self, goal: PrologTerm, asked: tuple[CompiledGoal, ...], names: tuple[Var, ...]
    ) -> Iterator[tuple[PrologTerm, ...]]:
        search = NativeSearch(self.database, goal, asked, limits=question_limits())
        try:
            for count, (_, told) in enumerate(search.proofs()):
                check_count(count)
                values = tuple([told.known[one] for one in names])
                yield values if told.ground else bound_terms(values)
        finally:
            self.inferences += search.expanded

    def in_python(
        self, goal: PrologTerm, asked: tuple[CompiledGoal, ...], names: tuple[Var, ...]
    ) -> Iterator[tuple[PrologTerm, ...]]:
        """Values of some variables in each answer to a goal that is also given compiled, found by the Python engine."""
        known: dict[Any, Any] = {one: Fresh() for one in leaves((goal,)) if isinstance(one, Var)}
        meter = Meter(question_limits())
        try:
            tables = Tables(self.database, meter)
            proofs = DepthFirst(self.database, meter, tables).proofs(asked, known)
            for count, _ in enumerate(proofs):
                check_count(count)
                yield bound_terms(tuple(known[one] for one in names))
        finally:
            self.inferences += meter.expanded

    def holds(self, goal: PrologTerm) -> bool:
        """Whether a goal has an answer."""
        return any(True for _ in self.answers(goal, (), 1))

    def learn(self, board: Any, asked: Any) -> Any:
        """Macro-operators with conditions, learned from paths of its moves; see `Source.learn`.

        Parameters
        ----------
        board
            The source that has this program.
        asked
            The arguments of `arcwise.learn`, a `LearnRequest`.
        """
        return _macros_of_moves(board, asked)

    def successors(self, state: State) -> list[tuple[Arc, State]]:
        """Every (arc, successor) pair of a state, in the order of the answers.

        The arcs are ground, one for each answer.

        Raises
        ------
        InputError
            A fault in the program, a successor that is no state.
        """
        told = self.tell(state)
        moves = [(self._named(self._moves, one[1:], state, one[0]), one[0]) for one in told]
        return [*self._macro_arcs(state), *moves] if self.macros else moves

    @property
    def teller(self) -> MoveProgram | None:
        """This program, if all it does to a state is a move."""
        return None if self.macros else self

    def tell(self, state: State) -> list[tuple[Any, ...]]:
        """Every successor of a state with its labels, in the order of the answers.

        Raises
        ------
        InputError
            A fault in the program, a successor that is no state.
        """
        if len(state) != self.size:
            raise InputError(
                "wrong number of cells",
                place=Place(self.source),
                expected=f"{counted(self.size, 'symbol')}",
                found=f"{len(state)} in {format_state(state)}",
            )
        told = self._moves.answers(state)
        for after, *_ in told:
            if type(after) is not tuple:
                raise self._no_state(state, self._moves.term(after))
        return told

    def costs(self, told: Sequence[tuple[Any, ...]]) -> Sequence[float]:
        """Costs of moves as they were told.

        Raises
        ------
        InputError
            A bad cost or name, of which the first is told.
        """
        if len(self.step.wanted) == 1:
            return (1,) * len(told)
        return [self._known(self._moves, one[1:]).cost for one in told]

    def move(self, state: State, told: tuple[Any, ...]) -> Arc:
        """The move from a state to what was told of it."""
        return self._named(self._moves, told[1:], state, told[0])

    @cached_property
    def _moves(self) -> Query:
        """The goal that is asked for successors, with their labels."""
        return Query(self, self.step.goal(self.form.term), self.step.wanted, of_state=True)

    def _macro_arcs(self, state: State) -> Iterator[tuple[Arc, State]]:
        """The macro-operators that hold in a state, each with its moves as steps."""
        uses = self._macro_uses
        for which, *told in uses.answers(state, MOST_MACROS, all_or_none=False):
            assert isinstance(which, int)
            name, _, path = self.macros[which]
            arcs: list[Arc] = []
            before = state
            each = len(self.step.wanted)
            for number in range(len(path)):
                after, *labels = told[number * each : (number + 1) * each]
                made = uses.state(after)
                if made is None:
                    break
                arcs.append(self._named(uses, labels, before, made))
                before = made
            else:
                cost = 1 if self.macro_cost == "unit" else total_cost([arc.cost for arc in arcs])
                yield Arc(name, state, before, cost, tuple(arcs)), before

    @cached_property
    def _macro_uses(self) -> Query:
        wanted = [Var(f"Told{place}") for place in range(1, self._told)]
        return Query(self, Compound(MACRO, (self.form.term, *wanted)), wanted)

    def asked(self, state: PrologTerm) -> Iterator[Terms]:
        """Successor and labels of each answer for a state."""
        try:
            yield from self.answers(self.step.goal(state), self.step.wanted)
        except InputError as error:
            raise error.at(Place(self.source)) from None

    def _named(self, asked: Query, labels: Sequence[Any], state: State, after: State) -> Arc:
        """The move with what a question has told of it."""
        return self._known(asked, labels).between(state, after)

    def _known(self, asked: Query, labels: Sequence[Any]) -> Arc:
        """A move with some labels, from any state."""
        key = tuple([(type(one), one) for one in labels])
        known = self._labels.get(key)
        if known is None:
            name, cost = self.labelled(*map(asked.term, labels))
            known = Arc(name, (), (), cost)
            if len(self._labels) < MOST_ANSWERS:
                self._labels[key] = known
        return known

    def _no_state(self, state: State, after: PrologTerm) -> InputError:
        shown = StateForm.any(self.program.operators)
        has_variables = any(isinstance(one, Var) for one in leaves((after,)))
        return InputError(
            f"{self.predicate} leads from {self.written(state)} to what is no state",
            place=Place(self.source),
            expected="a term without variables" if has_variables else f"{self.speaks_of()}",
            found=shown.text((Var("_"),)) if isinstance(after, Var) else _shown(after, self),
            remedy="a body that lists its values, such as place(X)" if has_variables else None,
        )

    def labelled(self, *labels: PrologTerm) -> tuple[str, float]:
        """Name and cost of a move by its labels: the cost stands where the user told it; else a number of arc/3, s/3 and edge/3 is
        the cost, all else a name.

        Raises
        ------
        InputError
            A bad cost, with the place of its clause where only one can give it; a bad name.
        """
        if self.step.cost is not None:
            *labels, cost = labels  # type: ignore[assignment]
            named = self._name_by(labels[0]) if labels else self._called
            return named, self._checked_cost(cost)
        if not labels:
            return self._called, 1
        (label,) = labels
        if isinstance(label, int | float) and self.step.costs:
            return self._called, self._checked_cost(label)
        return self._name_by(label), 1

    def _name_by(self, label: PrologTerm) -> str:
        if isinstance(label, str):
            check_name(label)
            return label
        return _shown(label, self)

    def _checked_cost(self, cost: PrologTerm) -> float:
        try:
            if not isinstance(cost, int | float):
                raise InputError(
                    f"a cost of {self.predicate} is no number",
                    expected="a number of 0 or more",
                    found=_shown(cost, self),
                )
            check_cost(f"{self._called} of {self.predicate}", cost)
        except InputError as error:
            raise error.at(self._place_of(cost)) from None
        return cost

    def _place_of(self, cost: PrologTerm) -> Place:
        """The clause of the moves with a cost, or the file where that may be one of several."""
        at = self._cost_place
        found = [
            clause.place
            for clause in self.program.clauses.get(self.step.predicate, ())
            if at is not None
            and (isinstance(one := arguments(clause.head)[at], Var) or one == cost)
        ]
        return (found[0] if len(found) == 1 else None) or Place(self.source)

    @property
    def _cost_place(self) -> int | None:
        """Place of the cost, or of a label that may be one; None where there is none."""
        step = self.step
        return step.cost if step.cost is not None else step.label if step.costs else None

    @property
    def _called(self) -> str:
        """Name of a move without a name of its own."""
        name = self.step.predicate[0]
        return "arc" if name in UNNAMED else name

    def written(self, pattern: Pattern) -> str:
        """A state or a pattern as the program writes it."""
        return self.form.text(pattern)

    def speaks_of(self) -> str:
        """How its clauses write states, as far as their heads show it: ``state(_,_)``."""
        own = self.form.text(tuple(Var(f"?{place}") for place in range(self.size)))
        heads = [one.head.args[0] for one in self.program if isinstance(one.head, Compound)]
        forms = dict.fromkeys(
            f"{term.functor}({','.join('_' * len(term.args))})"
            for term in heads
            if isinstance(term, Compound) and term.functor[0].isalpha()
        )
        return " or ".join(forms) or own

    @cached_property
    def constants(self) -> frozenset[Symbol]:
        """The atoms and whole numbers that stand in its clauses."""
        terms = (one for clause in self.program for one in (clause.head, *clause.body))
        return frozenset(one for one in leaves(terms) if type(one) is int or type(one) is str)

    @cached_property
    def start(self) -> State | None:
        """The first state that its own initial/1 or start/1 tells; None where it tells none."""
        for name in STARTS:
            if (name, 1) in self.program.clauses:
                for (term,) in self.answers(Compound(name, (Var("S"),)), (Var("S"),), 1):
                    return self.form.state(term)
        return None

    @cached_property
    def goal_predicate(self) -> str | None:
        """Name of the predicate by which it tells goals; None where it tells none."""
        return next((name for name in GOALS if (name, 1) in self.program.clauses), None)

    @cached_property
    def goals(self) -> tuple[Pattern, ...] | None:
        """Goals of the program as patterns; empty if it states none, None if it can only test a state, or no state has their form."""
        name = self.goal_predicate
        if name is None:
            return ()
        asked = Compound(name, (self.form.term,))
        if not self._is_plain(asked):
            return None
        found: list[Pattern] = []
        try:
            for values in self.answers(asked, self.form.cells):
                if self.form.whole:
                    pattern = self.form.pattern(values[0])
                else:
                    pattern = self.form.pattern(self.form.term_of(values))  # type: ignore[arg-type]
                if pattern is None:
                    return None
                found.append(pattern)
        except InputError:  # a computation with what is not known
            return None
        return tuple(dict.fromkeys(found)) or None

    @cached_property
    def unmet(self) -> PrologTerm | None:
        """A goal that the program states, where none that it states has the form of its states; None if there is no such goal."""
        name = self.goal_predicate
        if name is None or self.form.whole:
            return None
        heads = [one.head for one in self.program.clauses[name, 1] if not one.body]
        told = [one.args[0] for one in heads if isinstance(one, Compound)]
        if len(heads) < len(self.program.clauses[name, 1]):
            return None
        return None if any(self.form.cells_of(one) is not None for one in told) else told[0]

    @property
    def tested_goal(self) -> Pattern:
        """The open pattern that stands for what its own goal/1 tells of a state."""
        return (
            tuple(Var(f"?{place}") for place in range(1, self.size + 1))
            if self.goals is None
            else ()
        )

    def is_goal(self, state: State) -> bool:
        """Whether the program's own goal/1 holds of a state."""
        return self._goal_test is not None and bool(self._goal_test.answers(state, 1))

    @cached_property
    def _goal_test(self) -> Query | None:
        name = self.goal_predicate
        return None if name is None else Query(self, Compound(name, (self.form.term,)), ())

    @property
    def has_estimates(self) -> bool:
        """Whether the program has h/2."""
        return ESTIMATES in self.program.clauses

    @cached_property
    def vouched(self) -> bool:
        """Whether a fact admissible(h/2) vouches that its estimates never exceed the cost."""
        return any(
            clause.head == VOUCHED and not clause.body
            for clause in self.program.clauses.get((VOUCHED.functor, 1), ())
        )

    @cached_property
    def one_cost(self) -> bool:
        """Whether all its steps are known to cost the same, from the heads of its clauses."""
        at = self._cost_place
        if self.macros:
            return False
        if at is None:
            return True
        labels = [arguments(one.head)[at] for one in self.program.clauses[self.step.predicate]]
        costs = {one if isinstance(one, int | float) else 1 for one in labels}
        return len(costs) == 1 and not any(isinstance(one, Var) for one in labels)

    def estimate(self, state: State) -> float:
        """The program's own estimate of a state, h/2.

        Raises
        ------
        InputError
            An estimate that is no number of 0 or more.
        """
        found = next(iter(self._estimates.answers(state, 1)), (None,))[0]
        if isinstance(found, int | float) and found >= 0:
            return found
        raise InputError(
            f"h/2 gives no estimate of {self.written(state)}",
            place=Place(self.source),
            expected="a number of 0 or more",
            found="no answer" if found is None else _shown(self._estimates.term(found), self),
        )

    @cached_property
    def _estimates(self) -> Query:
        return Query(self, Compound("h", (self.form.term, Var("H"))), (Var("H"),))

    def _is_plain(self, goal: PrologTerm) -> bool:
        """Whether all that a goal may call answers for the most general goal as for each of its instances."""
        clauses = [*reachable(self.program, goal)]
        for clause in clauses:
            for one in clause.body:
                if isinstance(one, Var):
                    return False
                for called, _ in called_goals(one, self.program.clauses):
                    if not self.program.defines(called) and "plain" not in properties(called).flags:
                        return False
        return indicator(goal) not in BUILT_IN_PREDICATES

    def unfold(self) -> Unfolded:
        """Arcs of the program, found by one question with a variable in every cell, if that keeps the meaning."""
        return self._unfolded

    @cached_property
    def _unfolded(self) -> Unfolded:
        if self.form.whole:
            return Unfolded(None, "its states have no fixed form")
        goal = self.step.goal(self.form.term)
        if not self._is_plain(goal):
            return Unfolded(None, f"{self.predicate} compares, negates or cuts")
        moved: list[Moved] = []
        wanted = (*self.form.cells, *self.step.wanted)
        try:
            for values in self.answers(goal, wanted):
                before, rest = values[: self.size], values[self.size :]
                after = self.form.cells_of(rest[0])
                if after is None or len(moved) >= MOST_ARCS:
                    return Unfolded(None, f"{self.predicate} has too many answers")
                if not all(isinstance(one, int | str | Var) for one in (*before, *after)):
                    return Unfolded(None, "its states have no fixed form")
                moved.append((before, after, rest[1:]))  # type: ignore[arg-type]
            if not moved:
                return Unfolded(None, f"{self.predicate} has no answer for the most general state")
            kinds = self._kinds(moved)
            if kinds is not None:
                moved = [one for move in moved for one in islice(closed(move, kinds), MOST_ARCS)]
            arcs = [self._symbolic(*move) for move in moved[:MOST_ARCS]]
        except InputError as error:
            return Unfolded(None, error.problem)
        if len(moved) > MOST_ARCS:
            return Unfolded(None, f"{self.predicate} has too many answers")
        names = self._facts.names
        named = (
            replace(arc, name=names.get(number, arc.name)) for number, arc in enumerate(arcs, 1)
        )
        return Unfolded(tuple(named), values=kinds)

    def _symbolic(self, before: Pattern, after: Pattern, labels: Terms) -> Arc:
        was, becomes = canonical(before, after)
        name, cost = self.labelled(*(label_in(before, one) for one in labels))
        return Arc(name, was, becomes, cost)

    def _kinds(self, moved: list[Moved]) -> tuple[tuple[Symbol, ...], ...] | None:
        """Values of the cells, where variables stand only on the right side of moves and a start shows what there is."""
        loose = any(open_variables(before, after) for before, after, _ in moved)
        starts = [one for one in (self._shown, self.start) if one is not None]
        if not loose or not starts:
            return None
        return tuple(map(tuple, values_of_cells(moved, [*starts, *(self.goals or ())])))

    def space(
        self, start: State, most: int = MOST_STATES, work: int = MOST_WORK
    ) -> ProgramStates | None:
        """The states that are reached from a start, as arcs without variables.

        Parameters
        ----------
        start
            The first state.
        most, work
            States and inferences at most.

        Returns
        -------
        The states and arcs in the order of breadth-first search; None where there are more, or where nothing leads from the start.

        Raises
        ------
        InputError
            As for `successors`.
        """
        asked = start, most, work
        if asked in self._too_many:
            return None
        most_arcs = MOST_ARCS_EACH * most
        uncounted = most // COUNTED_FROM
        reached: dict[State, None] = {start: None}
        pending = deque([start])
        moved: list[tuple[State, tuple[Any, ...]]] = []  # arcs take as long as answers: they wait
        last = self.inferences + work
        while pending:
            state = pending.popleft()
            for answer in self._moves.answers(state):
                after = answer[0]
                if type(after) is not tuple:
                    raise self._no_state(state, self._moves.term(after))
                moved.append((state, answer))
                if after not in reached:
                    reached[after] = None
                    pending.append(after)
            if len(reached) > uncounted:
                uncounted = most
                counted = self._moves.beyond(start, most, most_arcs, work)
                if counted is not None:
                    self._too_many[asked] = counted
                    return None
            if len(reached) > most or len(moved) > most_arcs or self.inferences > last:
                self._too_many[asked] = len(reached)
                return None
        arcs = [self.move(state, answer) for state, answer in moved]
        return ProgramStates(tuple(reached), tuple(arcs)) if arcs else None

    def reaches_more(self, start: State, most: int) -> bool:
        """Whether `space` has found more than a number of states that a start reaches."""
        return any(asked[0] == start and found > most for asked, found in self._too_many.items())

    @cached_property
    def board(self) -> Theory:
        """The board of its states, without arcs."""
        shape, blank = self.shape or (1, self.size), self.blank
        return Theory(self.name, (), shape, blank, self.symbols)

    @property
    def written_predicate(self) -> str:
        """Predicate in which macros are written as facts."""
        return self._facts.written_predicate


def _shown(term: PrologTerm, moves: MoveProgram) -> str:
    return StateForm(Var("C1"), operators=moves.program.operators).text((term,))[:200]  # type: ignore[arg-type]


Moved: TypeAlias = tuple[Pattern, Pattern, Terms]
"""A move: state before, state after, and labels."""


def open_variables(before: Pattern, after: Pattern) -> tuple[Var, ...]:
    """Variables that stand only in the second of two patterns."""
    known = set(variables(before))
    return tuple(one for one in variables(after) if one not in known)


def values_of_cells(moves: Sequence[Moved], states: Iterable[Pattern]) -> list[list[Symbol]]:
    """The constants of each cell's kind, in the order in which moves and then states write them."""
    patterns = [(one,) for one in states]
    texts: list[tuple[Pattern, ...]] = [*((before, after) for before, after, _ in moves), *patterns]
    size = len(texts[0][0])
    kind = list(range(size))
    for text in texts:
        at: dict[Var, int] = {}
        for pattern in text:
            for cell, term in enumerate(pattern):
                if isinstance(term, Var):
                    one, other = kind[at.setdefault(term, cell)], kind[cell]
                    kind = [one if known == other else known for known in kind]
    found: dict[int, dict[Symbol, None]] = {one: {} for one in kind}
    for text in texts:
        for pattern in text:
            for cell, term in enumerate(pattern):
                if not isinstance(term, Var):
                    found[kind[cell]][term] = None
    return [list(found[one]) for one in kind]


def closed(move: Moved, values: Sequence[Sequence[Symbol]]) -> Iterator[Moved]:
    """A move for each choice of values for its open variables, as in ``move(at(P), walk(P,Q), at(Q))``.

    In Prolog such a move leads to a state with a variable, which later steps bind. Variables carry the content of a cell to
    other cells; all cells that it can come to are of one kind. No clause tells values apart that neither the clauses nor the
    start nor the goal write in cells of that kind. So a plan exists exactly if one exists with the written constants, and none
    is shorter.
    """
    before, after, labels = move
    loose = open_variables(before, after)
    choices = [values[after.index(one)] for one in loose]
    for chosen in product(*choices):
        names = dict(zip(loose, chosen, strict=True))
        bound: Pattern = tuple(
            names.get(one, one) if isinstance(one, Var) else one for one in after
        )
        yield before, bound, replaced(labels, lambda one, names=names: names.get(one, one))  # type: ignore[misc]
