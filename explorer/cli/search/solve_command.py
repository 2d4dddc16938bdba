"""``arcwise solve``: one problem, one search.

Climbing in ``arcwise solve``: where it is stuck, and what was learned from escapes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Any

import click

from ....experiments.configuration import Configuration
from ....rules.errors import ArcwiseError, InputError
from ....rules.source import Source, SourceQuestion, source_class
from ....rules.text.text_file import check_writable, write_text
from ....rules.text.words import amount, counted
from ....rules.view import Sentence, View
from ....search.algorithms import ALGORITHMS, CLIMB, SELECTIONS
from ....search.heuristics.combined import of_problem
from ....search.limits import Budget, LimitReached
from ....search.problem import SearchProblem, of_arcs
from ....search.result import Climb, Result
from ..arguments import (
    DomainArgument,
    InputFile,
    NameIn,
    OutputFile,
    StateArgument,
)
from ..budgeted import exit_code, exit_code_of, interruption, keep, reached
from ..certifying import certificate_option, write_certificates
from ..console import progress_over, searching
from ..help import CLIMBING, LOGIC, SEARCH, command, in_group
from ..messages import note
from ..options import (
    chosen,
    goal_of_moves,
    random_start,
    refuse_lacking,
    search_options,
    start_options,
    take_configuration,
    theory_options,
    use_option,
)
from ..present import present, show

FEW = 20
"""Moves that are shown of a solution while the proof goes on."""


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
    default=0,
    metavar="SECONDS",
    help="Seconds to spend on shortening a plan that is not proved optimal. Without --algorithm it is a plan of --fast.",
)
@in_group(LOGIC)("--all", "all_answers", is_flag=True, help="Find every answer to a goal.")
@in_group(LOGIC)(
    "--answers",
    type=click.IntRange(min=1),
    default=1,
    help="Number of answers to find at most.",
)
@use_option
@in_group(LOGIC)("--proof", is_flag=True, help="Show the proof of each answer as a tree.")
@in_group(SEARCH)(
    "--learn-traps",
    is_flag=True,
    help="Explain dead ends among the first states that are made, and leave out of the rest of the search what explains enough of them.",
)
@in_group(SEARCH)("--save", type=OutputFile(), help="With --learn-traps: file for the traps.")
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
    kind = source_class(theory, states, asked.moves)
    refuse_lacking(kind, theory)
    _check(asked)
    budget = Budget(options.limits)
    try:
        with budget:
            question = _question(kind, asked)
    except LimitReached as reached:
        keep(reached, reached.limit)
        return _never_searched(asked, reached.limit, budget)
    except ArcwiseError as error:
        if error.limit is None:
            raise
        note(f"arcwise: {error}")
        return _never_searched(asked, error.limit, budget)
    return _solved(asked, question, budget)


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
        self.walk, _ = goal_of_moves(moves)
        self.macros: str | None = given.pop("macros")
        self.distance: int | None = given.pop("distance")
        self.learn: bool = given.pop("learn")
        self.learn_traps: bool = given.pop("learn_traps")
        self.save: str | None = given.pop("save")
        self.improve: float = given.pop("improve")
        self.answers: int | None = None if given.pop("all_answers") else given["answers"]
        given.pop("answers")
        self.proof: bool = given.pop("proof")
        self.use: str = given.pop("use")
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

    @property
    def of_question(self) -> dict[str, Any]:
        """Options of the question, as the source is told them."""
        return {
            "macros": self.macros,
            "seed": self.seed,
            "moves": self.moves,
            "distance": self.distance,
            "engine": self.options.engine,
            "climbs": self.climbs,
            "learn": self.learn,
            "boards": self.boards,
            "answers": self.answers,
            "proof": self.proof,
            "use": self.use,
            "certified": self.certificate is not None,
            "as_json": self.as_json,
            **self.domain,
        }


def _question(kind: type[Source], asked: SolveCall) -> SourceQuestion:
    """The question with its macros, ready to be searched."""
    row = asked.options.specification
    with progress_over(None, f"reading {asked.theory}"):
        found: SourceQuestion = kind.ask(asked.theory, asked.states, **asked.of_question)
    if found.policy is not None and chosen("algorithm") and asked.algorithm not in ("auto", CLIMB):
        note(f"a policy is followed, whatever the algorithm: {asked.algorithm} is not used")
    if asked.learn_traps:
        found = found.learning_traps()
    found = found.ready(row, asked.options.macro_cost)
    if row.informed:
        _with_databases(found.on_board, asked.options)
    return found


def _solved(asked: SolveCall, question: SourceQuestion, budget: Budget) -> int:
    """Search what is asked, and show what is found; the exit code."""
    options = replace(asked.options, limits=budget.left)
    tell = _telling(asked, question)
    doing = f"{asked.algorithm} on {question.name}"
    # Of a search that tells what it finds no bar stands in between.
    with nullcontext() if question.tells else searching(doing) as report:
        result = question.search(options, report, tell)
    if result.limit == "interrupt":
        result = replace(result, limit=reached() or "interrupt")
    if asked.climbs and question.policy is None:
        _note_table(result.climb, result.statistics.expanded, options.beam_width)
    result = _improved(result, asked.improve, options)
    if asked.learn and asked.macros is not None:
        result = question.learn(result, asked.macros)
    if asked.plan is not None and result.solved:
        write_text(asked.plan, question.plan_text(result))
    present(question.view(result), as_json=asked.as_json)
    if asked.save is not None:
        _save_traps(result, asked.save)
    code, certified = _ended(result, improves=asked.improve > 0, as_json=asked.as_json), 0
    if asked.certificate is not None:
        with searching(f"a certificate of {question.name}"):
            found = question.certificates(result, budget.left)
        certified = write_certificates(asked.certificate, found)
    error: Exception | None = getattr(result, "error", None)
    if error is not None:  # what came before it stands above
        raise error
    return certified or code


def _save_traps(result: Result, file: str) -> None:
    """Write the traps that a search learned, if there are any."""
    if not result.traps:
        note("no trap was learned, so that none is saved")
        return
    result.traps.save(file)
    note(f"{counted(len(result.traps), 'trap')} in {file}")


def _telling(asked: SolveCall, question: SourceQuestion) -> Callable[[Any], None]:
    """A function that shows what is found while the search goes on; of a solution it writes the plan."""
    if question.tells:
        return lambda view: show(view.parts)

    def tell_found(found: Result) -> None:
        if asked.plan is not None:
            write_text(asked.plan, question.plan_text(found))
        if sys.stderr.isatty():
            plan = question.plan(found)
            few = " ".join(plan[:FEW]) + (" ..." if len(plan) > FEW else "")
            least = "" if found.bound is None else f", at least {amount(found.bound)} needed"
            moves = counted(len(plan), "move")
            note(f"{moves} found{least}; the proof goes on, Ctrl-C ends it: {few}")

    return tell_found


def _ended(result: Any, *, improves: bool, as_json: bool) -> int:
    """The exit code of a search and of the shortening of its plan, of which an interruption is told."""
    if not as_json and result.limit == "interrupt":
        note(f"{interruption()}; what was done so far stands above")
    better = result.improvement if improves else None
    if better is None or better.limit != "interrupt":
        return exit_code(result)
    if not as_json:
        note(f"{interruption()}; the plan above is valid")
    return exit_code_of("interrupt")


def _check(asked: SolveCall) -> None:
    """Refuse options that do not go together, or with states."""
    options, macros = asked.options, asked.macros
    given = {
        "--learn": asked.learn,
        "--select": options.select is not None,
        "--escape": options.escape is not None,
        "--beam-width": options.beam_width is not None,
    }
    if macros is not None and any(given.values()):
        from ....ebl.files.macro_file import head_of

        if head_of(macros).policy:
            _refuse(given, "a policy")
    _check_together(asked)
    if asked.save is not None and not asked.learn_traps:
        raise InputError("--save is for traps that a search learns", remedy="--learn-traps")
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


def _note_table(found: Climb | None, expanded: int, width: int | None) -> None:
    """Report missing entries of a macro table, and a look-ahead that was wider than needed."""
    if found is None:
        return
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
