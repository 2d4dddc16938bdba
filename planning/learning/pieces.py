"""Learning from pieces of plans: macros over parameters for PDDL domains, chosen by what they save."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, cast

from ...ebl.explanation import LiftedExplanation
from ...ebl.learner import Choice, Outcome, Records, TrainingPaths, TrainingProblem, option
from ...ebl.learners.examples import FromExamples, Search, a_star, searched
from ...ebl.library import Admission, MacroLibrary
from ...ebl.macro import Macro
from ...rules.arc import Arc
from ...rules.domain import Domain
from ...rules.errors import ArcwiseError, InputError, sentence_of
from ...rules.geometry import Shape
from ...rules.later import Later
from ...rules.term import State, Term, Var, unify, variables
from ...rules.text.words import counted
from ..pddl.action_domain import (
    Action,
    ActionDomain,
    Atom,
    PlanningTask,
    as_term,
    is_a,
    is_parameter,
    substituted,
)
from ..pddl.action_schema import ActionSchema
from ..pddl.grounding.ground_task import Grounding
from ..pddl.grounding.mutex import MutexGroup
from ..pddl.plan import Execution, execute, read_plan
from ..pddl.planning import PlanningDomain
from ..pddl.repeated import REPEATED
from ..pddl.strips import Facts, GroundAction
from .lifted import compose_actions, generalize_steps
from .number import (
    choices,
    less_work,
    piece_with_runs,
    repeated_in,
    repetition,
    runs_of,
    with_runs,
)

_training = Later("planning.training", "training_of_pieces")
_in_planner = Later("planning.planner_trial", "InPlanner")

OF_NO_PLANNER = {
    "number": "--number learns actions that repeat, which PDDL has not",
    "tried_with": "--trial-algorithm tries macros in arcwise",
    "untried": "--untried tries none",
}
"""Options that do not go with another planner, with what they do."""


class Pieces(FromExamples):
    """PDDL problems or their plans; short pieces of the plans.

    Every piece of two to some steps of every plan, the steps that bring each goal about, and short plans as a whole, are
    generalized. A piece is refused if it does nothing, has steps that no other step of it needs, has too many parameters,
    costs more than an action can express, or if another action or macro does the same as cheaply wherever it applies. From
    the rest the macro is taken, one after the other, that saves most steps for each of its parameters; steps that an earlier
    macro covers do not count. Parameters are what makes a macro expensive: planners try all choices of objects for them.
    Macros that can be used only once come last. A repeated action with one step that needs its end is kept beside these: such
    macros may stand in place of the moves that they repeat.

    Parameters
    ----------
    longest
        Greatest number of steps of a plan piece.
    parameters
        Greatest number of parameters of a macro.
    keep
        Greatest number of macros to keep.
    number
        Where steps of a plan repeat, learn macros for any number of repetitions.
    planner
        The planner that will read the macros, such as fast-downward or pyperplan, perhaps with its search after a colon:
        macros are tried there, and kept if they save work there.
    """

    lifted = selects = True
    for_planners = Later("planning.learning.macro_actions", "ForPlanners")

    longest: int = option(default=4, least=2)
    parameters: int = option(default=6, least=0)
    keep: int = 3
    number: bool | None = option(default=None, usually="where it saves work")
    planner: str | None = option(default=None, typed="for", read=str, usually="arcwise")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.planner is None:
            return
        for name, words in OF_NO_PLANNER.items():
            if getattr(self, name):
                raise InputError(
                    f"{words}, and --for tries macros in another planner", expected="one of both"
                )

    @property
    def any_number(self) -> bool | None:
        """Whether macros are for any number of steps; None where it is tried. No action of another planner repeats."""
        return self.number if self.planner is None else False

    def other_planner(self, source: Any, held_out: Any) -> Any:
        """The planner in which its macros are tried; see `Learner.other_planner`."""
        if self.planner is None:
            return None
        if not source.learns.lifted:
            raise InputError(
                "--for is for domains in PDDL, which other planners read", found=source.argument
            )
        return _in_planner(self.planner, source.domain.relations, held_out)

    def training(self, source: Any, examples: Any, configuration: Any) -> Any:
        """Its training on planning problems, or on boards whose moves are actions over parameters; see `Learner.training`."""
        return _training(self, source, examples, configuration)

    def attend(
        self, library: MacroLibrary, problem: TrainingProblem, search: Search = a_star
    ) -> TrainingPaths:
        """Solve one problem by search unless its plan is known, and look at the pieces of the plan."""
        domain = cast(PlanningDomain, problem.domain)
        plan, outcome = problem.plan, Outcome(True, len(problem.plan or ()))
        if plan is None:
            theory = domain.theory(problem.shape)
            result = searched(search, theory, problem, library if self.with_macros else None)
            plan, outcome = (
                domain.calls_of(cast(tuple[Arc, ...], result.primitives)),
                Outcome.of(result),
            )
            if not result.solved:
                return outcome
        reasons = []
        task = domain.grounding.task
        done = carried_out(task, plan)
        for any_number in self._ways(task.domain, done.actions):
            runs = [range(step, step + 1) for step in range(len(plan))]
            read = done
            if any_number:
                runs = [*runs_of(task.domain, done.actions)]
                read = with_runs(task.domain, done)
            short = short_pieces(len(runs), self.longest)
            for some in dict.fromkeys((*short, *pieces_for_goals(task, read))):
                steps = tuple(step for run in some for step in runs[run])
                taken = [read.actions[run] for run in some]
                for repeated in choices(task.domain, taken) if any_number else (frozenset(),):
                    answer = yield PlanPiece(domain, plan, steps, repeated, any_number)
                    if isinstance(answer, str) and any_number == bool(self.any_number):
                        reasons.append(answer)
        return replace(outcome, passed_over=tuple(reasons))

    def acquire(
        self, library: MacroLibrary, shape: Shape, path: PlanPiece, origin: str
    ) -> Macro | str:
        """The macro of a piece, or the reason why there is none."""
        task = path.domain.grounding.task
        done = carried_out(task, path.plan)
        steps = tuple(done.actions[step] for step in path.steps)
        facts = done.states[path.steps[0]]
        if path.any_number:
            if done.actions[path.steps[-1]].name in path.repeated and not path.ends:
                return "steps that repeat, and the step behind needs where they lead"
            try:
                steps, ways = piece_with_runs(task.domain, steps, path.repeated)
            except ArcwiseError as error:
                return sentence_of(error)
            facts |= ways
        return self.generalized(path.domain, facts, steps, f"{origin}, {path.words}")

    def generalized(
        self, domain: PlanningDomain, facts: Facts, steps: Sequence[GroundAction], origin: str
    ) -> Macro | str:
        """The macro that steps from a state justify, or the reason why it is none.

        Parameters
        ----------
        domain
            What knows the problem.
        facts
            The state, or as much of it as the steps need.
        steps
            Two or more.
        origin
            Where they come from.
        """
        grounding = domain.grounding
        task, groups = grounding.task, grounding.groups
        try:
            macro = generalize_steps(task, facts, steps, "macro", groups, origin, grounding.static)
        except ArcwiseError as error:
            return sentence_of(error)
        shown = visible(macro, groups)
        if {*shown.add} <= {*shown.positive} and not shown.delete:
            return "no effect: it ends where it began"
        if not _connected(macro):
            return "steps that have nothing to do with each other"
        if not all(map(partial(_is_needed, macro), macro.lifted.repetitions)):
            return "steps that repeat, and no step behind needs where they lead"
        if len(macro.action.parameters) > self.parameters:
            return f"more than {counted(self.parameters, 'parameter')}"
        return macro

    def _ways(self, domain: ActionDomain, actions: tuple[GroundAction, ...]) -> tuple[bool, ...]:
        """Whether a plan is read with its runs as single steps, as it is, or both ways, between which `select` decides."""
        if self.any_number is None:
            return (False, True) if repeated_in(domain, actions) else (False,)
        return (self.any_number,)

    def retain(self, library: MacroLibrary, macro: Macro) -> Admission:
        """Keep each that is not refused for what it is: `select` decides over all."""
        return library.admit(macro)

    def select(self, records: Records, known: Sequence[Macro] = ()) -> Choice:
        """Choose the macros that save most steps in the training plans; entangled actions besides, if there is a trial.

        Where it is not said whether numbers are generalized, both choices are tried on the training problems; see `less_work`.
        """
        if self.any_number is not None:
            return self._selected(records, known, any_number=self.any_number)
        plain = self._selected(records, known, any_number=False)
        found = self._selected(records, known, any_number=True)
        if not any(macro.iterated for macro in found.macros):
            return plain
        return less_work(records, plain, found, self.tried_with)

    def _selected(self, records: Records, known: Sequence[Macro], *, any_number: bool) -> Choice:
        """The choice among the pieces of one way to read the plans."""
        refused: Counter[str] = Counter()
        found: dict[object, _Candidate] = {}
        count = 0
        repeats = _repeats(records) if any_number else frozenset()
        told = any_number == bool(self.any_number)
        for number, record in enumerate(records):
            if told:
                refused += Counter(record.outcome.passed_over)
                count += len(record.outcome.passed_over)
            for piece, admission in zip(record.paths, record.admissions, strict=True):
                if piece.any_number != any_number:
                    continue
                count += 1
                if not admission.accepted:
                    refused[admission.reason] += 1
                    continue
                macro = admission.macro
                wanted = piece.repeatable & repeats if any_number else piece.repeated
                if piece.repeated != wanted:
                    refused[OTHER_NUMBER[piece.repeated > wanted]] += 1
                    continue
                if macro.operator not in found:
                    groups = piece.domain.grounding.groups
                    found[macro.operator] = _Candidate(macro, visible(macro, groups))
                found[macro.operator].enter(_Place(number, piece.steps), macro, piece)
        if not any(record.paths for record in records):
            return Choice((), (), count, refused)
        own = cast(PlanningDomain, records[0].problem.domain)
        domain = own.relations
        kept = _undominated(domain, known, [*found.values()], refused)
        chosen = _chosen(kept, self.keep)
        macros = _renamed(domain, [macro for macro, _ in chosen], known)
        taken = {*domain.by_name, *(macro.name for macro in (*known, *macros))}
        tried = own.entangles and not self.untried and self.planner is None
        besides = entangled_actions(records, taken) if tried else []
        uses = tuple(many for _, many in (*chosen, *besides))
        return Choice((*macros, *(macro for macro, _ in besides)), uses, count, refused)


OTHER_NUMBER = (
    "needs a macro for any number of steps",
    "generalizes a step that never repeats in a plan",
)
"""Why a piece is refused of which a step is taken once, and one of which too many are taken any number of times."""


def _repeats(records: Records) -> frozenset[str]:
    """Names of the actions that some training plan repeats."""
    pieces = (piece for record in records for piece in record.paths[:1])
    return frozenset().union(*(piece.repeats for piece in pieces))


def _is_needed(macro: Macro, repetition: tuple[int, object]) -> bool:
    """Whether a step that repeats is the last one, or a later one needs where it leads."""
    number = repetition[0]
    return number + 1 == macro.length or any(one == number for one, _ in macro.lifted.links)


def _connected(macro: Macro) -> bool:
    """Whether all steps hang together: one brings about what another needs, or they share a parameter."""
    terms = [{term for term in step[1:] if term.startswith("?")} for step in macro.calls]
    reached, waiting = {0}, [0]
    while waiting:
        step = waiting.pop()
        for other in set(range(len(terms))) - reached:
            links = macro.lifted.links
            linked = (step, other) in links or (other, step) in links
            if linked or terms[step] & terms[other]:
                reached.add(other)
                waiting.append(other)
    return len(reached) == len(terms)


@dataclass(frozen=True)
class _Place:
    plan: int
    numbers: tuple[int, ...]

    @property
    def steps(self) -> set[tuple[int, int]]:
        return {(self.plan, number) for number in self.numbers}


@dataclass
class _Candidate:
    """A macro, its effects that reachable states show, and the pieces of plans that it could replace."""

    macro: Macro
    visible: Action
    pieces: list[_Place] = field(default_factory=list)
    initial: set[Atom] = field(default_factory=set)
    goals: set[Atom] = field(default_factory=set)

    def enter(self, place: _Place, macro: Macro, piece: PlanPiece) -> None:
        """A piece that the macro was made of, or could have been."""
        action, task = macro.action, piece.domain.grounding.task
        names = (parameter.name for parameter in action.parameters)
        binding = dict(zip(names, macro.lifted.objects, strict=True))
        fluents, goals = task.domain.fluents, {*task.goal}
        changing = [atom for atom in action.positive if atom[0] in fluents]
        initial = {atom for atom in changing if substituted(atom, binding) in task.init}
        wanted = {atom for atom in action.add if substituted(atom, binding) in goals}
        self.initial = self.initial & initial if self.pieces else initial
        self.goals = self.goals & wanted if self.pieces else wanted
        self.pieces.append(place)

    @property
    def entangled(self) -> Macro:
        """The macro, restricted to the facts that several pieces have in common, at the start and among the goals."""
        if len(self.pieces) < 2:
            return self.macro
        order = self.macro.action
        operator = replace(
            self.macro.action_schema,
            initial=tuple(atom for atom in order.positive if atom in self.initial),
            goals=tuple(atom for atom in order.add if atom in self.goals),
        )
        return replace(self.macro, operator=operator)

    @property
    def price(self) -> tuple[float, int]:
        return _price(self.macro.action, self.macro.length)


def visible(macro: Macro, groups: Sequence[MutexGroup]) -> Action:
    """The macro without deletions of facts that are false in every reachable state where it applies.

    A step deletes what an earlier one adds, so the macro deletes it too, true or not.
    """
    action: Action = macro.action
    names = (parameter.name for parameter in action.parameters)
    binding = dict(zip(names, macro.lifted.objects, strict=True))
    needed = {substituted(atom, binding) for atom in action.positive}

    def may_be_true(atom: Atom) -> bool:
        fact = substituted(atom, binding)
        return atom in action.positive or not any(
            fact in group.atoms and not needed.isdisjoint(group.atoms) for group in groups
        )

    return replace(action, delete=tuple(filter(may_be_true, action.delete)))


def _undominated(
    domain: ActionDomain, known: Sequence[Macro], found: Sequence[_Candidate], refused: Counter[str]
) -> Iterator[_Candidate]:
    """The macros that no action and no other macro makes superfluous; of macros that do the same, the first."""
    known = [one for one in known if not one.leaves_out]
    actions = [(_price(action, 1), action) for action in domain.actions]
    actions += [(_price(macro.action, macro.length), macro.action) for macro in known]
    for number, candidate in enumerate(found):
        if any(
            price <= candidate.price and stands_in(domain, action, candidate.visible)
            for price, action in actions
        ):
            refused["an action of the domain does the same as cheaply"] += len(candidate.pieces)
        elif any(
            other.price <= candidate.price
            and stands_in(domain, other.visible, candidate.visible)
            and (
                place < number
                or other.price < candidate.price
                or not stands_in(domain, candidate.visible, other.visible)
            )
            for place, other in enumerate(found)
            if place != number
        ):
            refused["another macro does the same as cheaply"] += len(candidate.pieces)
        else:
            yield candidate


def _price(action: Action, steps: int) -> tuple[float, int]:
    cost = action.cost
    return (cost if isinstance(cost, int | float) else 0, steps)


def _chosen(found: Iterable[_Candidate], keep: int) -> list[tuple[Macro, int]]:
    """The macros that save most, each with the number of uses that the macros before it leave."""
    covered: set[tuple[int, int]] = set()
    left = list(found)
    chosen: list[tuple[Macro, int]] = []

    def usable(candidate: _Candidate) -> list[_Place]:
        taken: set[tuple[int, int]] = set(covered)
        free = []
        for piece in sorted(candidate.pieces, key=lambda piece: (piece.plan, piece.numbers)):
            if not piece.steps & taken:
                taken |= piece.steps
                free.append(piece)
        return free

    def worth(candidate: _Candidate) -> tuple[bool, float]:
        pieces = usable(candidate)
        saved = sum(len(piece.numbers) - 1 for piece in pieces)
        return (len(pieces) > 1, saved / max(1, len(candidate.macro.action.parameters)))

    for candidate in [*left]:
        if [number for number, _ in candidate.macro.lifted.repetitions] == [0] and (
            candidate.macro.length == 2
        ):
            left.remove(candidate)
            chosen.append((candidate.macro, len(candidate.pieces)))
    keep += len(chosen)
    while left and len(chosen) < keep:
        best = max(left, key=worth)
        left.remove(best)
        pieces = usable(best)
        if not pieces:
            break
        chosen.append((best.entangled, len(pieces)))
        for piece in pieces:
            covered |= piece.steps
    return chosen


def chosen_without_plans(
    domain: ActionDomain,
    found: Iterable[tuple[Macro, Sequence[MutexGroup], int, bool]],
    known: Sequence[Macro],
    keep: int,
    refused: Counter[str],
) -> tuple[tuple[Macro, ...], tuple[int, ...]]:
    """Choose macros with the fewest parameters that no other makes superfluous, each with its number of instances.

    Parameters
    ----------
    domain
        The actions.
    found
        Macros, each with the mutex groups of the problem that it is from, its instances there, and whether it comes before
        all others that do not.
    known
        Macros that there are already.
    keep
        Greatest number of macros.
    refused
        Receives why others are not taken.
    """
    candidates: dict[object, _Candidate] = {}
    instances: Counter[object] = Counter()
    first: set[object] = set()
    for macro, groups, many, before in found:
        if before:
            first.add(macro.operator)
        one = candidates.setdefault(macro.operator, _Candidate(macro, visible(macro, groups)))
        one.pieces.append(_Place(0, ()))
        instances[macro.operator] += many
    kept = [*_undominated(domain, known, [*candidates.values()], refused)]
    chosen = sorted(
        (one.macro for one in kept),
        key=lambda one: (one.operator not in first, len(one.action.parameters), one.length),
    )[:keep]
    uses = tuple(instances[macro.operator] for macro in chosen)
    return tuple(_renamed(domain, chosen, known)), uses


def _renamed(domain: ActionDomain, macros: Sequence[Macro], known: Sequence[Macro]) -> list[Macro]:
    """Macros with names of their own."""
    taken = {*domain.by_name, *(macro.name for macro in known)}
    names = _names(macros, taken)
    return [macro.renamed(name) for macro, name in zip(macros, names, strict=True)]


def _names(macros: Sequence[Macro], taken: Collection[str]) -> list[str]:
    names: list[str] = []
    number = 0
    for macro in macros:
        while True:
            number += 1
            start = f"macro-{number}"
            if not any(name == start or name.startswith(f"{start}-") for name in taken):
                break
        full = "-".join((start, *(step[0].removesuffix(REPEATED) for step in macro.calls)))
        names.append(full if len(full) <= 50 else start)
    return names


MOST_TRIES = 20_000
"""Ways to match atoms that are tried."""


def stands_in(domain: ActionDomain, general: Action, special: Action) -> bool:
    """Whether ``general``, with the right arguments, does what ``special`` does wherever that applies.

    Costs are not compared. Where there are very many ways to match the two, the answer may be a wrong no.
    """
    type_of = {thing.name: thing.type for thing in (*domain.constants, *special.parameters)}
    kinds = {parameter.name: parameter.type for parameter in general.parameters}
    required = [(atom, special.add) for atom in general.add]
    required += [(atom, special.delete) for atom in general.delete]
    required += [(atom, special.positive) for atom in general.positive]
    required += [(atom, special.negative) for atom in general.negative]

    def fits(name: str, term: str) -> bool:
        return is_a(domain.types, type_of[term], kinds[name])

    for binding in _bindings(required, {}, fits, iter(range(MOST_TRIES))):
        full = {term.name: str(value) for term, value in binding.items()}
        for name in kinds:
            full.setdefault(name, next((t for t in type_of if fits(name, t)), ""))
        if all(full.values()) and _same(general, special, full):
            return True
    return False


def _same(general: Action, special: Action, binding: Mapping[str, str]) -> bool:
    def bound(atoms: Sequence[Atom]) -> set[Atom]:
        return {substituted(atom, binding) for atom in atoms}

    if bound(general.add) != set(special.add) or bound(general.delete) != set(special.delete):
        return False
    asked = {frozenset(pair) for pair in special.unequal}
    for one, other in general.unequal:
        left, right = binding.get(one, one), binding.get(other, other)
        constants = not is_parameter(left) and not is_parameter(right)
        if left == right or not (constants or frozenset((left, right)) in asked):
            return False
    return all(binding.get(a, a) == binding.get(b, b) for a, b in general.equal)


def _bindings(
    required: Sequence[tuple[Atom, Sequence[Atom]]],
    binding: Mapping[Var, Term],
    fits: Callable[[str, str], bool],
    tries: Iterator[int],
) -> Iterator[Mapping[Var, Term]]:
    """Bindings that make every required atom one of its candidates, within a bound on tries."""
    if not required:
        yield binding
        return
    (atom, candidates), rest = required[0], required[1:]
    pattern = tuple(map(as_term, atom[1:]))
    for candidate in candidates:
        if candidate[0] != atom[0]:
            continue
        if next(tries, None) is None:
            return
        extended = unify(pattern, candidate[1:], binding)
        if extended is None:
            continue
        if all(fits(term.name, str(extended[term])) for term in variables(pattern)):
            yield from _bindings(rest, extended, fits, tries)


FEWEST = 3
"""Least uses of an action in the training plans before a statement about all its uses is made."""

MOST = 12
"""Greatest number of entangled actions; those that leave out most are kept."""


@dataclass
class _Uses:
    """Uses of an action: the facts common to all of them at the start and among the goals, and the place of one."""

    origin: str
    objects: tuple[str, ...]
    count: int = 0
    initial: set[Atom] = field(default_factory=set)
    goals: set[Atom] = field(default_factory=set)


def entangled_actions(records: Records, taken: Collection[str]) -> list[tuple[Macro, int]]:
    """Macros for actions that plans use under one condition only, each with the number of uses that support it.

    Parameters
    ----------
    records
        What pieces of the plans were made into.
    taken
        Names that no macro may have.
    """
    plans = [(record, cast(PlanPiece, record.paths[0])) for record in records if record.paths]
    uses: dict[str, _Uses] = {}
    for record, piece in plans:
        task = piece.domain.grounding.task
        origin = record.admissions[0].macro.origin
        for done in carried_out(task, piece.plan).actions:
            action = task.domain.by_name[done.name]
            if not action.plain:
                continue
            initial, goals = _true_for(task, action, done)
            found = uses.setdefault(
                done.name, _Uses(origin, done.arguments, 0, {*initial}, {*goals})
            )
            found.count += 1
            found.initial &= initial
            found.goals &= goals
    candidates = []
    groundings = [piece.domain.grounding for _, piece in plans]
    for name, found in uses.items():
        if found.count < FEWEST:
            continue
        seen: list[set[tuple[int, int]]] = []
        for operator in _operators(groundings[0].task.domain.by_name[name], found):
            out, share = _left_out(groundings, operator)
            if not out or out in seen:
                continue
            seen.append(out)
            candidates.append((share, found, operator))
    candidates.sort(key=lambda one: -one[0])
    names = {*taken}
    chosen = []
    for _, found, operator in candidates[:MOST]:
        name = _name(operator, names)
        names.add(name)
        domain = groundings[0].task.domain
        try:
            action, reasons = compose_actions(
                domain, name, operator.action.parameters, operator.moves, operator.action.unequal
            )
        except ArcwiseError:
            continue
        made = ActionSchema(action, operator.moves, operator.initial, operator.goals)
        lifted = LiftedExplanation({}, reasons, found.objects)
        chosen.append((Macro(made, None, found.origin, lifted), found.count))
    return chosen


def _true_for(
    task: PlanningTask, action: Action, done: GroundAction
) -> tuple[set[Atom], set[Atom]]:
    """Of one use of an action: the changing conditions that were true at the start, and the effects that are goals."""
    names = (parameter.name for parameter in action.parameters)
    binding = dict(zip(names, done.arguments, strict=True))
    goals, fluents = {*task.goal}, task.domain.fluents
    return (
        {
            atom
            for atom in action.positive
            if len(atom) > 1 and atom[0] in fluents and substituted(atom, binding) in task.init
        },
        {atom for atom in action.add if len(atom) > 1 and substituted(atom, binding) in goals},
    )


def _operators(action: Action, found: _Uses) -> Iterator[ActionSchema]:
    call = (action.name, *(parameter.name for parameter in action.parameters))
    for atom in action.add:
        if atom in found.goals:
            yield ActionSchema(action, (call,), goals=(atom,))
    for atom in action.positive:
        if atom in found.initial:
            yield ActionSchema(action, (call,), initial=(atom,))


def _left_out(
    groundings: list[Grounding], operator: ActionSchema
) -> tuple[set[tuple[int, int]], float]:
    """Ground actions of the training problems that are left out, and their largest share in one problem."""
    out, share = set[tuple[int, int]](), 0.0
    names = [parameter.name for parameter in operator.action.parameters]
    for place, grounding in enumerate(groundings):
        task = grounding.task
        goals, before = {*task.goal}, len(out)
        for number, action in enumerate(grounding.actions):
            if action.name != operator.name:
                continue
            binding = dict(zip(names, action.arguments, strict=True))
            if any(substituted(atom, binding) not in task.init for atom in operator.initial) or any(
                substituted(atom, binding) not in goals for atom in operator.goals
            ):
                out.add((place, number))
        share = max(share, (len(out) - before) / max(1, len(grounding.actions)))
    return out, share


def _name(operator: ActionSchema, taken: Collection[str]) -> str:
    kind, atoms = ("goal", operator.goals) if operator.goals else ("start", operator.initial)
    start = f"{operator.name}-{kind}-{atoms[0][0]}"
    name, number = start, 1
    while name in taken:
        number += 1
        name = f"{start}-{number}"
    return name


LONGEST_WHOLE = 8
"""Greatest number of steps of a plan that is looked at as a whole too, and of steps that may bring a goal about."""

CUTS = 3
"""Greatest number of goals by which the steps that bring a goal about may go back."""


@dataclass(frozen=True, slots=True)
class PlanPiece:
    """Steps of a plan that follow each other, or the steps of it that bring a goal about.

    Parameters
    ----------
    domain
        What knows the problem.
    plan
        The whole plan.
    steps
        Which of its steps, counted from 0.
    repeated
        Names of the actions of which each step is taken as one of any number.
    any_number
        Whether the plan was read with its runs as single steps.
    """

    domain: PlanningDomain
    plan: tuple[str, ...]
    steps: tuple[int, ...]
    repeated: frozenset[str] = frozenset()
    any_number: bool = False

    def first_move(self, domain: Domain, shape: Shape) -> tuple[State, State]:
        """The states before and after its first step, as in `TrainingPath`."""
        grounding, first = self.domain.grounding, self.steps[0]
        states = carried_out(grounding.task, self.plan).states
        return grounding.encode(states[first]), grounding.encode(states[first + 1])

    @property
    def ends(self) -> bool:
        """Whether it ends with the plan."""
        return self.steps[-1] == len(self.plan) - 1

    @property
    def repeats(self) -> frozenset[str]:
        """Names of the actions that its plan repeats."""
        task = self.domain.grounding.task
        return repeated_in(task.domain, carried_out(task, self.plan).actions)

    @property
    def repeatable(self) -> frozenset[str]:
        """Names of its actions that may be repeated."""
        task = self.domain.grounding.task
        actions = carried_out(task, self.plan).actions
        names = {actions[step].name for step in self.steps}
        return frozenset(name for name in names if repetition(task.domain, name))

    @property
    def words(self) -> str:
        """Steps of the piece, in words."""
        first, last = self.steps[0] + 1, self.steps[-1] + 1
        if len(self.steps) == last - first + 1:
            return f"steps {first} to {last}"
        return f"steps {', '.join(str(step + 1) for step in self.steps)}"


def short_pieces(size: int, longest: int) -> Iterator[tuple[int, ...]]:
    """All short runs of the steps of a plan, and the whole of it where it is not long."""
    lengths = [*range(2, min(longest, size) + 1)]
    if longest < size <= LONGEST_WHOLE:
        lengths.append(size)
    for length in lengths:
        for first in range(size - length + 1):
            yield tuple(range(first, first + length))


def pieces_for_goals(task: PlanningTask, done: Execution) -> Iterator[tuple[int, ...]]:
    """For every goal that a plan reaches for good, the steps that bring it about.

    They are cut off where the goal before it was reached, or one of the goals before that: what is done for several goals
    at once may have been done before the first of them.
    """
    actions, states = done.actions, done.states
    goals = frozenset(task.goal)
    reached: list[int] = []
    for number, action in enumerate(actions):
        new = action.add & goals - states[number]
        lasting = [goal for goal in new if all(goal in state for state in states[number + 1 :])]
        if not lasting:
            continue
        for cut in (-1, *reached)[-1 : -1 - CUTS : -1]:
            steps = _brings_about(actions, cut + 1, number)
            if 1 < len(steps) <= LONGEST_WHOLE:
                yield steps
        reached.append(number)


def _brings_about(actions: Sequence[GroundAction], first: int, last: int) -> tuple[int, ...]:
    """The steps from one on that make what the last step needs, or what one of them needs."""
    steps = [last]
    true, false = set(actions[last].positive), set(actions[last].negative)
    for number in range(last - 1, first - 1, -1):
        action = actions[number]
        if action.add.isdisjoint(true) and action.delete.isdisjoint(false):
            continue
        steps.append(number)
        true = (true - action.add) | action.positive
        false = (false - action.delete) | action.negative
    return tuple(reversed(steps))


@lru_cache(maxsize=4)
def carried_out(task: PlanningTask, plan: tuple[str, ...]) -> Execution:
    """The states and the actions of a training plan, one after the other."""
    return execute(task, read_plan("\n".join(plan), "<the training plan>"), whole=False)
