"""Everything that a walk through a problem can be asked, without any screen.

In this file:

- How things stood before something was done, so that it can be undone.
- Searches from where one is that were watched: before learning, and with the macros.
- The macros of a walk, and the ones that it learns.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from ...ebl.files.macro_file import save_macros
from ...ebl.generalize import placed_steps
from ...ebl.learn import study
from ...ebl.learner import TrainingPath, TrainingProblem
from ...ebl.learners.examples import Examples, known_paths
from ...ebl.library import Admission, MacroLibrary
from ...ebl.macro import Macro
from ...ebl.views import BoardMacroText
from ...experiments.board import BoardSource
from ...experiments.board_question import states_of
from ...experiments.configuration import Configuration
from ...rules.errors import ArcwiseError, InputError
from ...rules.geometry import WHOLE
from ...rules.later import Later
from ...rules.read_domain import with_problem
from ...rules.schema import Schema, unrolled
from ...rules.solvability import solvability
from ...rules.term import Pattern, State, ground
from ...rules.theory import Theory
from ...search.algorithms import ALGORITHMS, CLIMB
from ...search.heuristic import Heuristic
from ...search.heuristics.heuristic_table import HEURISTICS
from ...search.loops.duplicates import Node
from ...search.watching import WatchedSearch
from .finding import SearchFinding, climb_from, finding_of, search_from, spelled_out, walk_steps
from .walk import (
    ArcRules,
    Here,
    Match,
    Miss,
    PlacedArc,
    ProgramRules,
    Progress,
    Rulebook,
    Walk,
    WalkStep,
    everywhere,
)

SHOWN_HEURISTICS = ("misplaced", "manhattan", "linear-conflict")
"""Heuristics whose values are shown at every state where they apply."""

LONGEST_TRAINING_PATH = 1000
"""Moves of a path that can be learned from; the macro of a longer one explains nothing to anybody."""

SCRAMBLE = 100
"""Random moves away from the goal, where not all states can be drawn from at once."""


Made = TypeVar("Made")


class Session:
    """A problem, the walk through it and what was learned.

    Parameters
    ----------
    domain, goal
        Domain of the walk, and its goal.
    start
        First state of the walk.
    macros
        Those of the walk, and what is learned from it.
    options
        How searches are made.
    seed
        The random start that ``start`` is; None for one that the user gave.
    """

    kind: ClassVar = "macro"
    """Name of a thing that is learned."""
    screen: ClassVar = Later("explorer.explore.app", "WalkScreen")
    """The screen that shows it."""
    learning: ClassVar = "L learns one from a path"

    def __init__(
        self,
        domain: BoardSource,
        start: State,
        goal: Pattern,
        macros: WalkMacros,
        options: Configuration,
        seed: int | None = None,
    ) -> None:
        self.domain = domain
        self.goal = goal
        self.macros = macros
        self.options = options
        self.seed = seed
        self.unsaved = 0
        """Macros learned since the last time that they were saved."""
        self._history: deque[Moment] = deque(maxlen=MOST_REMEMBERED)
        self._heuristics: list[Heuristic] = []
        self._found: tuple[State, list[SearchFinding]] = start, []
        self._goal_test = domain.problem(start, goal).is_goal
        self._primitives = [PlacedArc.on_board(arc) for arc in domain.theory.arcs]
        self._rules_changed()
        self._begin(start)

    def _begin(self, start: State) -> None:
        self.walk = Walk(start)
        if not self._heuristics or self.domain.theory.symbols is None:  # else good for every start
            self._heuristics = self._made_heuristics(start)
        verdict = None
        if self.domain.program is None:
            verdict = solvability(self.domain.theory, start, self.goal)
        self.unsolvable = "" if verdict is None or verdict.solvable else verdict.reason

    def _made_heuristics(self, start: State) -> list[Heuristic]:
        if self.domain.program is not None:
            return []
        made = []
        for name in SHOWN_HEURISTICS:
            try:
                made.append(HEURISTICS[name](self.domain.theory, self.goal, start))
            except InputError:  # has no meaning here
                continue
        return made

    def _rules_changed(self) -> None:
        program = self.domain.domain.program
        self._spelled: Theory | None = None
        self._seen: tuple[State, Here] | None = None
        self.rulebook: Rulebook = (
            ArcRules([*self.macros.placed(), *self._primitives])
            if program is None
            else ProgramRules(program)
        )

    @property
    def here(self) -> Here:
        """Rules that match the current state, and why the others do not."""
        state = self.walk.state
        if self._seen is None or self._seen[0] is not state:
            self._seen = state, self.rulebook.look(state)
        return self._seen[1]

    def moves_of(self, cell: int) -> list[Match]:
        """The primitive arcs that apply here and change a cell."""
        state = self.walk.state
        return [
            match
            for match in self.here.matches
            if not match.move.is_macro and match.successor[cell] != state[cell]
        ]

    def misses(self, name: str) -> list[Miss]:
        """The arcs of a name that do not apply here."""
        return self.rulebook.misses(name, self.walk.state)

    @property
    def at_goal(self) -> bool:
        """Whether the current state is a goal."""
        return self._goal_test(self.walk.state)

    def estimates(self, state: State) -> list[tuple[str, float]]:
        """The heuristics that apply to this problem, with their values for a state."""
        return [(heuristic.name, heuristic.estimate(state)) for heuristic in self._heuristics]

    def take(self, move: PlacedArc) -> None:
        """Use an arc here.

        Raises
        ------
        ArcwiseError
            An arc that does not apply here.
        """
        self._changing(move.name, lambda: self.walk.take(move))

    def jump(self, steps: int) -> bool:
        """Go ``steps`` forward, or back if negative; False where there are none that way."""
        if not (self.walk.ahead if steps > 0 else self.walk.behind):
            return False
        self._changing("a step" if abs(steps) == 1 else "a jump", lambda: self._jump(steps))
        return True

    def _jump(self, steps: int) -> None:
        if steps > 0:
            self.walk.forward(steps)
        else:
            self.walk.back(-steps)

    def set_mark(self) -> None:
        """Learn from here on only."""
        self._changing("the mark", self.walk.set_mark)

    def follow(self, finding: SearchFinding) -> None:
        """Lay the path of a search ahead."""
        self._changing("a path laid ahead", lambda: self.walk.lay(finding.steps))

    def new_start(self) -> None:
        """Restart at another random state, determined by its number.

        Raises
        ------
        ArcwiseError
            A problem for which no start can be drawn.
        """
        self._changing("a new start", self._new_start)

    def _new_start(self) -> None:
        number = (self.seed or 0) + 1
        self._begin(quick_start(self.domain, self.goal, number))
        self.seed = number

    def _changing(self, doing: str, change: Callable[[], Made]) -> Made:
        """Make a change that can be undone; one that fails is not remembered."""
        before = Moment.of(doing, self.walk, self.seed, self.macros, self.unsaved)
        made = change()
        self._history.append(before)
        return made

    def undo(self) -> str | None:
        """Take back what was done last, a learned macro too; what that was, or None where there is nothing left."""
        if not self._history:
            return None
        moment = self._history.pop()
        if moment.start != self.walk.start:
            self._begin(moment.start)
        self.walk = moment.walk()
        self.seed = moment.seed
        if moment.macros != tuple(self.macros.library):
            self.macros.library.keep(moment.macros)
            self.unsaved = min(self.unsaved, moment.unsaved)
            self._rules_changed()
        return moment.doing

    def learn(self) -> PathMacro:
        """Explain the path from the mark to here, and admit its macro to the library or refuse it.

        Raises
        ------
        ArcwiseError
            No path, one that is too long, or a domain or library that cannot learn.
        """
        self.domain.arcs_only("learning")
        steps = self.walk.marked
        if not steps:
            hint = "; F walks the path that lies ahead" if self.walk.ahead else ""
            raise ArcwiseError(f"no path to learn from: make some moves first{hint}")
        if sum(step.move.length for step in steps) > LONGEST_TRAINING_PATH:
            raise ArcwiseError(
                f"this path is too long to learn from: {LONGEST_TRAINING_PATH:,} moves at most; "
                "m marks where the part begins that is learned"
            )
        start = self.walk.state_after(self.walk.mark)
        learned = self._changing("a learned macro", lambda: self.macros.learn(start, steps))
        if learned.admission.accepted:
            self.unsaved += 1
            self._rules_changed()
        else:
            self._history.pop()
        return learned

    def explained(self, move: PlacedArc) -> tuple[Macro, Theory] | None:
        """A macro as it was learned, and the board to draw it on; None for other arcs."""
        return self.macros.explained(move.name) if move.is_macro else None

    def explanation(self, macro: Macro, board: Theory, width: int) -> str:
        """A learned macro in words and boards, in lines of a width."""
        return BoardMacroText(macro, None, board).explained(width)

    def save(self, path: str) -> None:
        """Write the macros to a file.

        Raises
        ------
        InputError
            A place that cannot be written to.
        """
        self.macros.save(path)
        self.unsaved = 0

    @property
    def algorithms(self) -> list[tuple[str, str]]:
        """Algorithms that can run from the current state, each with a summary."""
        climbs = self.domain.program is None and self.domain.engine != "swi"
        return [
            (name, row.summary)
            for name, row in ALGORITHMS.usable().items()
            if climbs or name != CLIMB
        ]

    @property
    def heuristics(self) -> list[str]:
        """The heuristics for informed algorithms, the default first."""
        names = [heuristic.name for heuristic in self._heuristics]
        usual = [name for name in ("manhattan", "misplaced") if name in names]
        both = ["misplaced+manhattan"] if len(usual) == 2 else []
        return list(dict.fromkeys([*usual[:1], *names, *both, "zero"]))

    def searcher(
        self, algorithm: str, heuristic: str | None, with_macros: bool
    ) -> Callable[[Progress], SearchFinding]:
        """A search from where one is now, to be run as a `Job`."""
        start, options = self.walk.state, self._options(heuristic)

        def work(progress: Progress) -> SearchFinding:
            if algorithm == CLIMB:
                library = self.macros.library
                if not with_macros or library.domain != self.domain.domain:
                    library = MacroLibrary(self.domain.domain)
                return climb_from(self.domain, library, start, self.goal, options, progress)
            rules = self._rules_with_macros(progress) if with_macros else self.domain.theory
            return search_from(self.domain, rules, start, self.goal, algorithm, options, progress)

        return work

    def watcher(
        self, algorithm: str, heuristic: str | None, with_macros: bool
    ) -> Callable[[Progress], Watched]:
        """The search, to be stepped through; with macros, the search before learning beside it."""
        start, options = self.walk.state, self._options(heuristic).using(algorithm)

        def work(progress: Progress) -> Watched:
            rules = {algorithm: self.domain.theory}
            if with_macros and len(self.macros):
                rules = {
                    "before learning": self.domain.theory,
                    "after learning": self._rules_with_macros(progress),
                }
            return watch_from(self.domain, rules, start, self.goal, options, progress)

        return work

    def _options(self, heuristic: str | None) -> Configuration:
        if heuristic is None or self.domain.program is not None:
            return self.options
        return replace(self.options, heuristic=heuristic)

    def _rules_with_macros(self, progress: Progress) -> Theory:
        """The theory with the macros, if there are any, spelled out once."""
        if not len(self.macros):
            return self.domain.theory
        if self._spelled is None:
            macros = self.macros.placed()
            self._spelled = spelled_out(self.domain.theory, macros, self.options, progress)
        return self._spelled

    @property
    def findings(self) -> list[SearchFinding]:
        """The searches made from where one is; forgotten when the next is made from elsewhere."""
        state = self.walk.state
        if self._found[0] != state:
            self._found = state, []
        return self._found[1]


def quick_start(domain: BoardSource, goal: Pattern, seed: int) -> State:
    """The first random start of a seed; where all states would have to be enumerated, some moves away from the goal.

    Raises
    ------
    InputError
        A domain whose moves cannot be undone; whatever `BoardSource.starts` refuses.
    """
    theory, end = domain.theory, ground(goal)
    at_once = domain.program is not None or domain.domain.draws_at_once(theory.shape, goal)
    at_once = at_once or end is None or solvability(theory, end, end) is not None
    return domain.starts(goal, 1, seed, moves=None if at_once else SCRAMBLE)[0]


MOST_REMEMBERED = 500
"""Changes that can be undone, the last ones."""


@dataclass(frozen=True)
class Moment:
    """A moment of a session.

    Parameters
    ----------
    doing
        Action in words.
    start, steps, at, mark
        The walk.
    seed
        The number of its random start.
    macros, unsaved
        Those that there were, and how many of them were not saved.
    """

    doing: str
    start: State
    steps: tuple[WalkStep, ...]
    at: int
    mark: int
    seed: int | None
    macros: tuple[Macro, ...]
    unsaved: int

    @classmethod
    def of(
        cls, doing: str, walk: Walk, seed: int | None, macros: WalkMacros, unsaved: int
    ) -> Moment:
        """Record the current state of a walk as a moment."""
        steps, known = tuple(walk.steps), tuple(macros.library)
        return cls(doing, walk.start, steps, walk.at, walk.mark, seed, known, unsaved)

    def walk(self) -> Walk:
        """The walk as it was."""
        walk = Walk(self.start)
        walk.steps[:] = self.steps
        walk.at, walk.mark = self.at, self.mark
        return walk


Watched = Mapping[str, WatchedSearch]
"""Recorded searches by name, which are stepped through together."""


def watch_from(
    domain: BoardSource,
    rules: Mapping[str, Theory],
    start: State,
    goal: Pattern,
    options: Configuration,
    progress: Progress,
) -> Watched:
    """Watch the same search with each of some theories.

    Parameters
    ----------
    domain, start, goal, options, progress
        As for `search_from`; the options name the algorithm.
    rules
        The theories, by what their searches are called.

    Raises
    ------
    InputError
        An algorithm that cannot be watched, or cannot take this problem or these options.
    """
    watched: dict[str, WatchedSearch] = {}
    for name, theory in rules.items():
        progress.doing = "searching"
        watched[name] = options.watch(domain.bare_problem(start, goal, theory), progress)
        if progress.called_off:
            break
    return watched


def way_to(watched: WatchedSearch, place: int) -> SearchFinding:
    """The path from the start to the node that a step takes up, for a walk to follow."""
    chain: list[Node] = []
    node: Node | None = watched.nodes[watched.steps[place].taken]
    while node is not None and node.parent is not None:
        chain.append(node)
        node = node.parent
    chain.reverse()
    steps = walk_steps([one.operator for one in chain], [one.state for one in chain])
    return finding_of(watched.result, f"step {place + 1:,} of {watched.result.method}", steps)


ORIGIN = "arcwise explore"
"""Origin of the macros that are learned from a walk."""


@dataclass(frozen=True)
class PathMacro:
    """A macro learned from a path.

    Parameters
    ----------
    macro
        The rule, whether it was admitted or not.
    board
        The board, or window of a board, that it is drawn on.
    admission
        Decision of the library.
    """

    macro: Macro
    board: Theory
    admission: Admission


class WalkMacros:
    """The macros of a walk: those that it began with and those learned from it.

    Parameters
    ----------
    library
        Macros of the board walked on, to which macros of the whole board are added; or macros on windows, to which those
        on the smallest window that a path touches are.
    theory, goal
        The board walked on, and where to.
    """

    def __init__(self, library: MacroLibrary, theory: Theory, goal: Pattern) -> None:
        self.library = library
        self._theory = theory
        self._goal = goal

    def learn(self, start: State, steps: Sequence[WalkStep]) -> PathMacro:
        """Explain a path, generalize it and admit the macro, or refuse it.

        Raises
        ------
        ArcwiseError
            A macro table, macros over parameters, and a path with steps that are no moves of the library's domain.
        """
        if self.library.table:
            raise ArcwiseError(
                "a macro table is complete as it is: nothing can be added to it\n"
                "  try:      arcwise explore without --macros, and a file of its own"
            )
        if self.library.domain.macros_for == "parameters":
            raise ArcwiseError(
                "macros over parameters are learned from plans\n"
                "  try:      arcwise learn DOMAIN.pddl PROBLEM.pddl PLAN"
            )
        shape = self._theory.shape
        moves = [pair for step in steps for pair in self._primitives(step.move)]
        problem = TrainingProblem(shape, start, self._goal, ORIGIN)
        known = known_paths([TrainingPath(start, moves)])
        (admission,) = study(Examples(), self.library, problem, paths=known).admissions
        return PathMacro(admission.macro, self.library.board(admission.macro), admission)

    def _primitives(self, move: PlacedArc) -> list[tuple[Schema, int]]:
        """The primitive operators of a move, each with its place."""
        domain, shape = self.library.domain, self._theory.shape
        if move.schema is not None:
            return list(unrolled(move.schema, move.place, shape, domain.geometry))
        known = {schema.canonical for schema in domain.schemas(shape)}
        found = placed_steps(domain, shape, move.arc.primitives)
        for schema, _ in found:
            if schema.canonical not in known:
                raise ArcwiseError(f"{schema.name} is no move of {domain.name}")
        return found

    def placed(self) -> list[PlacedArc]:
        """The macros at their places on the board, in order; of a macro table its entries."""
        library, shape = self.library, self._theory.shape
        if library.table or library.domain.geometry is WHOLE:
            return [PlacedArc.on_board(arc) for arc in library.arcs(self._theory, self._goal)]
        return [
            placed
            for schema in library.schemas
            if library.domain.holds(schema, shape)
            for placed in everywhere(schema, library.domain, shape)
        ]

    def explained(self, name: str) -> tuple[Macro, Theory] | None:
        """The macro of a name, and the board or window that it is drawn on."""
        named = (macro for macro in self.library if macro.name == name)
        return next(((macro, self.library.board(macro)) for macro in named), None)

    def save(self, path: str) -> None:
        """Write a macro file.

        Raises
        ------
        InputError
            A place that cannot be written to.
        """
        self.library.shape = self._theory.shape
        save_macros(self.library, path)

    def __len__(self) -> int:
        return len(self.library)


def read_walk_macros(domain: BoardSource, goal: Pattern, path: str | None) -> WalkMacros:
    """The macros of a file, to which a walk adds; without a file, none, and on this board only.

    Raises
    ------
    InputError
        A bad file, or one for another domain or board.
    """
    alone = domain.domain.of_size(domain.theory.shape)
    library = MacroLibrary(alone) if path is None else domain.library(path)
    return WalkMacros(library, domain.theory, goal)


FIRST_SEED = 1
"""The random start that is shown where none is named."""


def session_on_board(
    named: str,
    words: Sequence[str],
    *,
    macros: str | None,
    seed: int | None,
    configuration: Configuration,
    **rest: Any,
) -> Session:
    """A walk on a board; see `Source.session`."""
    argument, texts = with_problem(named, words)
    shown = texts[0] if texts and seed is None else None
    domain = BoardSource.opened(argument, engine=configuration.engine, start=shown, **rest)
    if seed is None and not texts and domain.start is None:
        goal, seed = domain.goal_patterns(None)[0], FIRST_SEED
        start = quick_start(domain, goal, seed)
    else:
        start, (goal, *_) = states_of(domain, texts, seed=seed)
    known = read_walk_macros(domain, goal, macros)
    return Session(domain, start, goal, known, configuration, seed)
