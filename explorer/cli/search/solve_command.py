"""``arcwise solve``: one problem, one search.

Climbing in ``arcwise solve``: where it is stuck, and what was learned from escapes.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from ....experiments.board_question import BoardQuestion, pose
from ....experiments.configuration import Configuration
from ....rules.errors import ArcwiseError, InputError, Place, on_one_line
from ....rules.solvability import solvability
from ....rules.source import SOURCES, Source, source_class
from ....rules.states.permutation_group import Solvability
from ....rules.text.text_file import check_writable, write_text
from ....rules.text.words import counted
from ....rules.view import Boards, Heading, Lines, Part, Sentence, View
from ....search.algorithms import ALGORITHMS, CLIMB, SELECTIONS, Algorithm
from ....search.heuristics.combined import of_problem
from ....search.limits import Budget, LimitReached
from ....search.problem import SearchProblem, of_arcs
from ....search.result import Climb, Result, Status
from ..arguments import (
    DomainArgument,
    InputFile,
    NameIn,
    OutputFile,
    StateArgument,
)
from ..budgeted import exit_code, exit_code_of, interruption, keep, spent
from ..certifying import (
    certificate_option,
    data_of,
    note_found,
    remark_on,
    write_certificate,
    write_certificates,
    write_plan,
)
from ..console import progress_over, searching
from ..help import CLIMBING, LOGIC, SEARCH, command, in_group
from ..messages import note
from ..options import (
    chosen,
    goal_of_moves,
    random_start,
    refuse_given,
    search_options,
    start_options,
    take_configuration,
    theory_options,
)
from ..present import present

if TYPE_CHECKING:
    from ....search.plan import Plan

LONGEST_DRAWN = 60
"""Paths of more moves are printed as a list of moves, not as boards, unless asked for."""

LONGEST_LISTED = 500
"""Greatest number of moves of a solution that are all listed; of longer ones the first are."""


@command(
    "solve",
    first=[
        "--algorithm",
        "--fast",
        "--macros",
        "--random",
        "--boards",
        "--improve",
        "--limit-time",
    ],
    examples=[
        'arcwise solve 8-puzzle "2 3 5 0 1 4 6 7 8"',
        "arcwise solve pancake:10 --random 1 --algorithm ida-star --heuristic gaps",
        'echo "8 6 7 2 5 4 3 0 1" | arcwise solve 8-puzzle -',
    ],
)
@click.argument("theory", type=DomainArgument())
@click.argument("states", nargs=-1, type=StateArgument(), metavar="[START] [GOAL]")
@in_group(SEARCH)(
    "--algorithm",
    type=NameIn(ALGORITHMS),
    help="Search algorithm. auto chooses the one expected to prove a cheapest solution soonest, and tells which and why. climb applies macros, and searches only for escapes from local minima (built-in domains in any size). [default: auto]",
)
@in_group(SEARCH)(
    "--fast",
    is_flag=True,
    help="Any solution, as soon as possible: --algorithm fast, which tells what it chose and why.",
)
@click.option("--macros", type=InputFile(), help="Macro file, or a policy, which is then followed.")
@random_start
@start_options
@in_group(CLIMBING)(
    "--select",
    type=click.Choice(SELECTIONS),
    help="For climb: take the cheapest improving step (first), or the most promising one (best). [default: best]",
)
@in_group(CLIMBING)(
    "--escape/--no-escape",
    default=None,
    help="For climb: search for escapes from local minima. [default: escape]",
)
@in_group(CLIMBING)(
    "--learn", is_flag=True, help="For climb: add the escapes found to the macro file."
)
@in_group(CLIMBING)(
    "--improve",
    type=click.FloatRange(min=0),
    default=0.0,
    metavar="SECONDS",
    help="Seconds to spend on shortening a plan that is not proved optimal. Without --algorithm it is a plan of --fast.",
)
@in_group(LOGIC)("--all", "all_answers", is_flag=True, help="Find every answer to a goal.")
@in_group(LOGIC)(
    "--answers",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Number of answers to find at most.",
)
@in_group(LOGIC)("--proof", is_flag=True, help="Show the proof of each answer as a tree.")
@click.option("--boards/--no-boards", default=None, help="Draw every state of the solution.")
@click.option(
    "--plan", type=OutputFile(), help="File for the plan: one move per line, macros unrolled."
)
@certificate_option("the result")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@search_options
@theory_options
def solve_command(theory: str, states: tuple[str, ...], **given: Any) -> int:
    """Solve one problem.

    THEORY is a built-in domain such as sliding-tile:3x3, a .pl file with arc/3 or a .psvn file. START and
    GOAL are states such as "2 3 5 0 1 4 6 7 8"; in a goal ? stands for anything. The goal of a built-in domain, or one
    that the file gives, may be left out, as may the standard start; with --random the start is left out.

    With PDDL give DOMAIN.pddl PROBLEM.pddl: the problem is grounded, and its plan printed, macros unrolled.

    With a logic program give PROGRAM.pl "goal(X)": the goal is proved depth-first in clause order, or by --algorithm
    iterative-deepening, breadth-first or greedy (by goals left), and its answers are printed. --limit-nodes then counts
    inferences, and --macros names a file of learned rules.
    """
    given["algorithm"] = _algorithm(given)
    options = take_configuration(given).using(given.pop("algorithm"))
    asked = SolveCall(theory, states, options, **given)
    board = asked.goal_of_moves is not None
    kind = SOURCES["board"] if board else source_class(theory, states)
    refuse_given(kind.lacks, f"does not go with {kind.questions}")
    solver = SOLVERS.get(kind.kind)
    return solver(asked) if solver else _solve_question(kind, asked)


def _algorithm(given: dict[str, Any]) -> str:
    """The algorithm that the options name together."""
    algorithm, fast = given["algorithm"], given.pop("fast")
    if fast and algorithm not in (None, "fast"):
        raise InputError(f"--fast does not go with --algorithm {algorithm}")
    # Who gives seconds for shortening a plan does not wait for a proof that none is shorter.
    return "fast" if fast else algorithm or ("fast" if given["improve"] else "auto")


class SolveCall:
    """The options of a call of ``arcwise solve``.

    Parameters
    ----------
    theory, states
        The source, and what is asked of it.
    options
        How to search.
    given
        The other options by the names of their parameters.
    """

    def __init__(
        self,
        theory: str,
        states: tuple[str, ...],
        options: Configuration,
        *,
        moves: int | str | None,
        random_seed: int | None,
        as_json: bool,
        **given: Any,
    ) -> None:
        self.theory, self.states, self.options = theory, states, options
        self.moves, self.seed, self.as_json = moves, random_seed, as_json
        self.walk, self.goal_of_moves = goal_of_moves(moves)
        self.macros: str | None = given.pop("macros")
        self.distance: int | None = given.pop("distance")
        self.select: str | None = given.pop("select")
        self.escape: bool | None = given.pop("escape")
        self.learn: bool = given.pop("learn")
        self.improve: float = given.pop("improve")
        self.answers: int | None = None if given.pop("all_answers") else given["answers"]
        given.pop("answers")
        self.proof: bool = given.pop("proof")
        self.boards: bool | None = given.pop("boards")
        self.plan: str | None = given.pop("plan")
        self.certificate: str | None = given.pop("certificate")
        self.domain = given
        """The order and the cost of moves."""

    @property
    def algorithm(self) -> str:
        """Name of the algorithm."""
        return self.options.algorithm

    @property
    def climbs(self) -> bool:
        """Whether the algorithm climbs."""
        return self.algorithm == CLIMB


def _solve_question(kind: type[Source], asked: SolveCall) -> int:
    """Search a question of any source, and show what is found; the exit code."""
    question = kind.ask(
        asked.theory,
        asked.states,
        macros=asked.macros,
        seed=asked.seed,
        engine=asked.options.engine,
        answers=asked.answers,
        proof=asked.proof,
        certified=asked.certificate is not None,
    )
    with searching(f"{asked.algorithm} on {question.name}") as report:
        result = question.search(asked.options, report)
    present(question.view(result), as_json=asked.as_json)
    if result.limit == "interrupt" and not asked.as_json:
        note(f"{interruption()}; what was found so far stands above")
    if asked.plan is not None and result.solved:
        write_text(asked.plan, "".join(f"{move}\n" for move in question.plan(result)))
    certified = 0
    if asked.certificate is not None:
        certified = write_certificates(asked.certificate, question.certificates(result))
    error: Exception | None = getattr(result, "error", None)
    if error is not None:  # what came before it stands above
        raise error
    return certified or exit_code(result)


def _solve_on_board(asked: SolveCall) -> int:
    """Search a problem on a board, and show what is found; the exit code."""
    _check(asked)
    options = asked.options
    row = options.specification.adjusted(select=asked.select, escape=asked.escape)
    budget = Budget(options.limits)
    try:
        with budget:
            posed = _posed(asked, row)
    except LimitReached as reached:
        keep(reached, reached.limit)
        return _never_searched(asked, reached.limit, budget)
    except ArcwiseError as error:
        if error.limit is None:
            raise
        note(f"arcwise: {error}")
        return _never_searched(asked, error.limit, budget)
    left = replace(options, limits=budget.left)
    tell = _telling(asked, posed)
    with searching(f"{asked.algorithm} on {posed.name}") as report:
        result = posed.search(row, report=report, tell=tell, **left.arguments)
    result = _finished(asked, posed, result, left)
    learned: tuple[str, ...] = ()
    if result.climb is not None and asked.learn and asked.macros is not None:
        learned = posed.learn_escapes(result.climb, asked.macros)
    if result.solved and asked.plan is not None:
        write_plan(asked.plan, posed, result)
    present(_view(asked, posed, result, learned), as_json=asked.as_json)
    code = _ended(result, as_json=asked.as_json)
    if asked.certificate is None:
        return code
    with searching(f"a certificate of {posed.name}"):
        found = posed.certificate(result, budget.left)
    return write_certificate(asked.certificate, found) or code


SOLVERS: Mapping[str, Callable[[SolveCall], int]] = {"board": _solve_on_board}
"""Kinds of sources whose problems are solved with more than `SourceQuestion` shows."""


def _posed(asked: SolveCall, row: Algorithm) -> BoardQuestion:
    """The problem with its macros, ready to be searched."""
    options = asked.options
    with progress_over(None, f"reading {asked.theory}"):
        posed = pose(
            asked.theory,
            *asked.states,
            macros=asked.macros,
            climbs=asked.climbs,
            seed=asked.seed,
            moves=asked.moves,
            distance=asked.distance,
            engine=options.engine,
            **asked.domain,
        )
    if posed.policy is not None:
        if asked.boards:
            raise InputError("--boards does not go with a policy, which grounds nothing")
        if chosen("algorithm") and asked.algorithm not in ("auto", CLIMB):
            note(f"a policy is followed, whatever the algorithm: {asked.algorithm} is not used")
    elif asked.learn:
        _check_boards(posed, asked.macros)
    posed = posed.ready(row, options.macro_cost)
    if posed.joined and row.informed:
        _with_databases(posed.problem, options)
    return posed


def _telling(asked: SolveCall, posed: BoardQuestion) -> Callable[[Result], None]:
    """A function that shows a solution, and writes its plan, while the proof that none is cheaper goes on."""

    def tell_found(found: Result) -> None:
        if asked.plan is not None:
            write_plan(asked.plan, posed, found)
        if sys.stderr.isatty():
            note_found(posed, found)

    return tell_found


def _finished(
    asked: SolveCall, posed: BoardQuestion, result: Result, options: Configuration
) -> Result:
    """The result of the search with what ended it, and with its plan shortened if that is asked for."""
    if result.limit == "interrupt" and spent():
        result = replace(result, limit=spent())
    if result.climb is not None and _climbs(asked, posed):
        _note_table(result.climb, result.statistics.expanded, options.beam_width)
    return _improved(result, asked.improve, options)


def _climbs(asked: SolveCall, posed: BoardQuestion) -> bool:
    """Whether the search is a climb, and no policy is followed."""
    return asked.climbs and posed.policy is None


def _view(asked: SolveCall, posed: BoardQuestion, result: Result, learned: tuple[str, ...]) -> View:
    """A result on a board, with what was learned from the escapes of a climb."""
    climbs, problem, verdict = _climbs(asked, posed), posed.on_board, None
    arcs = of_arcs(problem)
    if result.status is Status.UNSOLVABLE and arcs is not None:
        verdict = solvability(arcs.theory, arcs.start, arcs.goal)

    def parts() -> Iterator[Part]:
        yield from _drawn(posed, result, asked.boards)
        yield from _parts(posed, result, verdict)
        if climbs:
            yield from _climb_parts(posed, result, learned)

    def data() -> dict[str, Any]:
        better = result.improvement
        return {
            **data_of(posed, result),
            **result.to_dict(),
            **({"twin": list(verdict.twin) if verdict.twin else None} if verdict else {}),
            **({"improved": better and better.to_dict(), "learned": learned} if climbs else {}),
        }

    return View(parts, data)


def _ended(result: Result, *, as_json: bool) -> int:
    """The exit code of a search and of the shortening of its plan, of which an interruption is told."""
    better = result.improvement
    ended = better is not None and better.limit == "interrupt"
    if not as_json and result.limit == "interrupt":
        note(f"{interruption()}; what was done so far stands above")
    if not as_json and ended:
        note(f"{interruption()}; the plan above is valid")
    return exit_code_of("interrupt") if ended else exit_code(result)


def _check(asked: SolveCall) -> None:
    """Refuse options that do not go together, or with states."""
    options, macros = asked.options, asked.macros
    proofs = {"--all": asked.answers is None, "--proof": asked.proof}
    _refuse({**proofs, "--answers": (asked.answers or 1) > 1}, "states")
    given = {
        "--learn": asked.learn,
        "--select": asked.select is not None,
        "--escape": asked.escape is not None,
        "--beam-width": options.beam_width is not None,
    }
    if macros is not None and any(given.values()):
        from ....ebl.files.macro_file import head_of

        if head_of(macros).policy:
            _refuse(given, "a policy")
    _check_together(asked)
    if asked.learn:
        if macros is None:
            raise InputError("--learn needs a macro file to add to", remedy="--macros FILE")
        check_writable(macros)
    options.check_used([asked.algorithm])
    if macros is None and options.macro_cost != "true":
        raise InputError("--macro-cost is for macros", expected="--macros FILE")


def _improved(result: Result, seconds: float, options: Configuration) -> Result:
    """Shorten the plan of a result for some seconds, if it is made of arcs or by a policy."""
    if not result.solved or not seconds:
        return result
    from ....search.improve import improved

    try:
        with progress_over(None, "shortening the plan") as tick:

            def report(moves: int) -> None:
                tick(0, counted(moves, "move"))

            return improved(result, seconds, engine=options.search_engine, report=report)
    except InputError as error:
        note(f"the plan is not shortened: {error.problem}")
        return result


def _parts(posed: BoardQuestion, result: Result, verdict: Solvability | None) -> Iterator[Part]:
    """The plan, how the search ended, and what else is known of the problem."""
    if result.solved:
        yield _plan(posed, result)
        yield Heading()
    yield Sentence(result.summary(), result.solved, result.status.value)
    if result.solved and result.note:
        yield Sentence(result.note)
    if remark := remark_on(posed, result):
        yield Sentence(remark)
    if verdict is not None and verdict.twin:
        twin = posed.board.theory.format(verdict.twin)
        yield Lines(f"with two symbols exchanged it can be solved: {twin}")


def _drawn(posed: BoardQuestion, result: Result, boards: bool | None) -> Iterator[Part]:
    """The path as boards where it is short; of a climb the start and the end."""
    if result.climb is not None and not boards:
        if boards is None:
            yield from _start_and_end(result.climb.plan)
        return
    on_boards = posed.policy is None and not posed.board.domain.lifted
    shown = on_boards and (result.moves or 0) <= LONGEST_DRAWN
    if result.solved and (shown if boards is None else boards):
        theory = posed.searched(result).theory
        yield Boards(theory, result.states, ("start", *result.names))
        yield Heading()


def _check_together(asked: SolveCall) -> None:
    """Refuse options that would be passed over."""
    if asked.climbs:
        given = {
            "--moves": asked.walk is not None,
            "--distance": asked.distance is not None,
            "--heuristic": asked.options.heuristic is not None,
            "--engine swi": asked.options.engine == "swi",
        }
    else:
        given = {"--learn": asked.learn}
    remedy = None if asked.climbs else f"--algorithm {CLIMB}"
    _refuse(given, f"--algorithm {asked.algorithm}", remedy)


def _refuse(asked: dict[str, bool], what: str, remedy: str | None = None) -> None:
    for name, there in asked.items():
        if there:
            raise InputError(f"{name} does not go with {what}", remedy=remedy)


def _never_searched(asked: SolveCall, limit: str, budget: Budget) -> int:
    """Report that a limit was reached before the search began; the exit code."""
    options = asked.options
    elapsed = budget.elapsed
    result = Result.not_ready((), limit, elapsed, options.algorithm, options.asked_heuristic)
    words = Sentence(f"stopped by {result.limit}: {asked.theory} {result.note}")
    data = {"theory": asked.theory, **result.to_dict()}
    present(View([words], data), as_json=asked.as_json)
    return exit_code(result)


def _with_databases(problem: SearchProblem | None, options: Configuration) -> None:
    """Make the pattern databases of an informed search ready, and show the progress."""
    arcs = of_arcs(problem)
    name, _, partition = (options.heuristic or "").partition(":")
    if name != "patterns" or arcs is None:
        return
    from ....search.heuristics.patterns.heuristic import PatternDatabases
    from ....search.heuristics.patterns.ready import cache_folder, patterns

    began = monotonic()
    with progress_over(None, "pattern databases") as tick:

        def tell_progress(what: str, count: int, size: int) -> None:
            tick(0, f"{what}: {count:,} of {size:,} entries")

        make = partial(
            patterns,
            name=partition or None,
            limits=options.limits,
            threads=options.threads,
            report=tell_progress,
        )
        made = of_problem(arcs, make)
    if monotonic() - began > 1:
        what = f", {made}" if isinstance(made, PatternDatabases) else ""
        note(
            f"pattern databases ready after {monotonic() - began:.0f} s{what}, kept in {cache_folder()}"
        )


UNNAMED = {"arc"}
"""Name of moves without a label; a plan of these is printed as its states."""


def _plan(posed: BoardQuestion, result: Result) -> Sentence | Lines:
    moves = posed.plan(result)
    if posed.board.domain.lifted:
        more = len(moves) - LONGEST_LISTED
        rest = [f"; and {counted(more, 'more step')}: --plan FILE writes all"] if more > 0 else []
        return Lines("\n".join([*moves[:LONGEST_LISTED], *rest]) or "; the goal is reached already")
    if not moves:
        return Sentence("start and goal are the same")
    if set(moves) <= UNNAMED and len(result.states) == len(moves) + 1 <= LONGEST_LISTED:
        theory = posed.searched(result).theory
        return Sentence("  ->  ".join(map(theory.format, result.states)))
    if len(moves) > LONGEST_LISTED:
        more = len(moves) - 20
        return Sentence(
            f"{' '.join(moves[:20])} ... and {counted(more, 'more move')}, all in --json"
        )
    return Sentence(" ".join(moves))


LARGEST_DRAWN = 100
"""Cells of boards that are drawn before and after."""


def _check_boards(posed: BoardQuestion, file: str | None) -> None:
    """Refuse to add escapes to macros of one board, where the climb is on boards of every size.

    Raises
    ------
    InputError
        Macros of one board.
    """
    domain = posed.board.domain
    if getattr(posed.macros, "home", domain) != domain:
        raise InputError(
            "these macros are for one board",
            place=Place(str(file)),
            expected="macros for boards of every size, to which --learn can add",
            remedy="arcwise learn ... --learner escapes",
        )


def _climb_parts(posed: BoardQuestion, result: Result, learned: Sequence[str]) -> Iterator[Part]:
    """The local minimum of a climb, and the macros learned from its escapes."""
    climb = result.climb
    if climb is not None and climb.stuck and result.limit in (None, "nodes", "work"):
        yield from _stuck(climb, posed.board.argument)
    new = [line for line in learned if line.startswith("learned")]
    yield from map(Lines, new)
    if len(learned) > len(new):
        yield Heading(f"{len(learned) - len(new)} escapes were known already")


def _note_table(found: Climb, expanded: int, width: int | None) -> None:
    """Report missing entries of a macro table, and a look-ahead that was wider than needed."""
    table = None if found.climber is None else found.climber.table
    missing = 0 if table is None else sum(1 for _ in table.missing())
    if missing:
        note(
            f"the macro table is incomplete: {counted(missing, 'entry', 'entries')} missing; "
            "where one is needed, searching goes on from there"
        )
    if width and found.entries and expanded < width:
        # Each arrangement that is kept stems from another one that was looked at.
        note(
            f"the beam was never full: {expanded:,} arrangements were looked at in all; "
            "a table of more macros for each entry has more: arcwise learn ... --alternatives N"
        )


def _start_and_end(plan: Plan) -> Iterator[Part]:
    """The start and where the plan leads as boards, if these are small."""
    domain, shape, start = plan.domain, plan.shape, plan.start
    if len(start) <= LARGEST_DRAWN:
        yield Lines(f"start\n{domain.picture(start, shape)}\n")
        yield Lines(f"end\n{domain.picture(plan.replay(), shape)}\n")


def _stuck(climb: Climb, argument: str) -> Iterator[Part]:
    domain, shape, stuck, climber = climb.plan.domain, climb.plan.shape, climb.stuck, climb.climber
    with_macros = climber is not None and len(climber.schemas) > len(climber.placements.primitives)
    what = "these macros do not improve" if with_macros else "no single move improves"
    yield Heading(f"stuck in a local minimum that {what}:")
    if stuck is not None and len(stuck) <= LARGEST_DRAWN:
        yield Lines(domain.picture(stuck, shape))
    if stuck is not None and climber is not None:
        from ...text.stuck import turn_words

        yield Sentence(turn_words(climber, stuck))
    if with_macros:
        return
    with suppress(InputError):
        domain.goal(shape)  # which practice aims at
        named = shlex.quote(on_one_line(argument))
        yield Heading(f"arcwise learn {named} --learner escapes -o macros.pl learns macros for it")
