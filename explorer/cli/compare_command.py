"""``arcwise compare``: the same problems without and with macros, and what the difference is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from ...ebl.files.macro_file import head_of
from ...ebl.learners.learner_table import names_in
from ...experiments.asked import start_and_goal
from ...experiments.configuration import Configuration
from ...experiments.designs.compare import COMPARED_ALGORITHMS, compare
from ...experiments.designs.conditions import by_kind, by_use, of_files
from ...experiments.designs.learners import (
    ALL,
    MOST_LESSONS,
    SECONDS,
    LearnersCompared,
    LearningCurves,
    compare_learners,
    learning_curves,
)
from ...experiments.keeping import Keeping
from ...experiments.problem_set import ProblemSet
from ...experiments.result_set import ResultSet
from ...rules.errors import InputError
from ...rules.source import ROOT, Source, source_class
from ...rules.text.text_file import write_text
from ...rules.text.words import counted
from ...search.limits import NO_LIMITS
from .arguments import DomainArgument, InputFile, OutputFile
from .budgeted import interrupted
from .console import progress_over
from .help import LOGIC, command, in_group
from .messages import note
from .options import (
    algorithm_names,
    algorithms_option,
    chosen,
    counts_of,
    goal_of_moves,
    random_option,
    refuse_given,
    refuse_lacking,
    run_options,
    search_options,
    start_options,
    take_configuration,
    take_keeping,
    theory_options,
    use_option,
)
from .present import ended, present

FEW = 50
"""Random problems on which learners are compared, if no number is given."""


@command(
    "compare",
    first=[
        "--macros",
        "--learners",
        "--algorithms",
        "--heuristic",
        "--random",
        "--count",
        "--beyond",
        "--limit-work",
        "--details",
        "--run",
    ],
    examples=[
        "arcwise learn sliding-tile:2x3 --learner escapes -o macros.pl",
        "arcwise compare 5-puzzle --random 1 --count 10 --macros macros.pl --run run",
        "arcwise compare 5-puzzle --learners all",
    ],
)
@click.argument("theory", type=DomainArgument())
@click.argument("examples", nargs=-1, type=InputFile())
@click.option(
    "--macros",
    type=InputFile(),
    multiple=True,
    help="Macro file or policy; several are compared with no macros and with each other, by the names of their files. none compares the theory with itself, which shows the effect of chance.",
)
@click.option(
    "--by-kind",
    is_flag=True,
    help="Compare no rules, each kind of rules of the file alone (macros, traps), and all of them.",
)
@click.option(
    "--learners",
    metavar="NAMES",
    help="Learn with each of these learners, or all, and compare with nothing learned. Commas stand between names. "
    "Options stand behind a name: maclearn(filters=none, reach=10).",
)
@click.option(
    "--practice",
    metavar="NUMBERS",
    help="Learning curves: stop practice after each of these numbers of training problems; three seeds each.",
)
@click.option(
    "--limit-learning",
    type=click.FloatRange(min=0, min_open=True),
    default=SECONDS,
    metavar="SECONDS",
    help="With --learners: time limit on each learner, in seconds of wall time; the tables show CPU time.",
)
@click.option(
    "--report",
    type=OutputFile(),
    help="With --learners: also write a page for the browser (.html).",
)
@algorithms_option(",".join(COMPARED_ALGORITHMS))
@random_option("Use random problems with this seed instead of a file of examples.")
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=200,
    show_default=False,
    help=f"With --random or --learners: number of random problems. [default: 200, with --learners {FEW}]",
)
@start_options
@click.option("--goal", help="With --random: the goal. [default: the puzzle's own]")
@click.option(
    "--beyond",
    type=click.IntRange(min=0),
    default=30,
    help="Number of random pairs of states to compare in addition, and all pairs of small boards with one macro file; 0 for none, which is faster.",
)
@in_group(LOGIC)(
    "--in-order",
    metavar="NAME/ARITY",
    help="Take the goals in order, and learn each that is proved as a fact of this predicate, by rote and by explanation.",
)
@use_option
@in_group(LOGIC)(
    "--in",
    "in_swi",
    type=click.Choice(["swipl"]),
    help="Prove the goals in the installed SWI-Prolog, which consults the rules: its inferences, and CPU time. The program must be trusted.",
)
@click.option("--keep-going", is_flag=True, help="Skip faulty examples, and list them.")
@click.option("--csv", "csv_file", type=OutputFile(), help="Write the estimates as a CSV table.")
@click.option(
    "--details",
    is_flag=True,
    help="Show every property of every comparison; with --learners, the evidence of each verdict and the ratio of each seed.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@search_options
@theory_options
@run_options
def compare_command(theory: str, examples: tuple[str, ...], **given: Any) -> int:
    """Search the same problems without and with macros, and judge the difference.

    EXAMPLES is a .json, .csv or .pl file of problems, or a start and a goal. Because a macro learned for one problem says little about
    others, random pairs of states are compared too, and on small boards all of them.

    With PDDL give DOMAIN.pddl PROBLEM.pddl ...: each problem has a theory of its own, and only these are compared.

    With a logic program, EXAMPLES are goals, by default the problem(Goal) facts of the file. They are proved without rules,
    with those of the file, and with those of every other learner; the work is inferences, and a goal that is refuted counts
    too.

    Where the macros are a policy, following it is compared with the search without it. A macro table is used by climb alone,
    unless --algorithms names others.

    With --learners all no file is needed: each learner learns within a limit, by practice or, of PDDL problems, from every second of
    them; EXAMPLES for learners from examples are not compared on, and the goals of a logic program are taught by its example(Goal) facts. What is
    for climbing is climbed with, all else is searched with one algorithm, greedy unless --algorithms names one. Learners that do not serve
    here are listed with the reason. They have their default options; others are given in Python, as in
    aw.experiments.compare_learners("5-puzzle", [Escapes(quiescence=3)]).

    With --macros a.pl --macros b.pl the conditions none, a and b are compared, each with each; with --by-kind the conditions
    none, macros, traps and all of one file; with --use root none, the rules everywhere, and the rules at the root.
    """
    shown = {name: given.pop(name) for name in ("csv_file", "details", "as_json")}
    keeping, configuration = take_keeping(given), take_configuration(given)
    walk, moves = goal_of_moves(given.pop("moves"))
    named = given.pop("algorithms")
    learners = {
        name: given.pop(name) for name in ("learners", "practice", "limit_learning", "report")
    }
    asked = CompareCall(
        theory,
        examples,
        algorithm_names(named) if chosen("algorithms") else None,
        configuration,
        keeping,
        files=[one for one in given["macros"] if one != "none"],
        macros=given.pop("macros"),
        by_kind=given.pop("by_kind"),
        use=given.pop("use"),
        walk=walk,
        moves=moves,
        **{name: given.pop(name) for name in DRAWING},
        domain={name: one for name, one in given.items() if name != "in_swi" or one is not None},
    )
    kind = source_class(theory, examples[:1], moves)
    if learners["learners"] is not None:
        return _of_learners(asked, kind, **learners, **shown)
    refuse_given(("practice", "limit_learning", "report"), "goes with --learners")
    found = _found(asked, kind)
    present(found.view(), **shown)
    if asked.configuration.limits == NO_LIMITS:
        _tell_stopped(found)
    if asked.algorithms is None:
        _tell_slowest(found)
    return ended(found, keeping)


def _tell_stopped(found: ResultSet) -> None:
    """Say how many searches the default limit stopped, and how to change it."""
    names = found.run.settings["configurations"]
    rows = (row for row in found.run.searches if row.configuration in names)
    stopped = sum(row.stopped_by == "work" for row in rows)
    if stopped:
        work = found.run.settings["options"]["limits"]["work"]
        most = f"{work:,} operator applications, the limit where none is given"
        note(
            f"{counted(stopped, 'search', 'searches')} reached {most}; --limit-work or --limit-time changes it"
        )


LONG, MOST = 10.0, 0.5
"""Seconds of searching from which it is said that one algorithm took more than such a share of them."""


def _tell_slowest(found: ResultSet) -> None:
    """Say of a long comparison by the usual algorithms which of them took most of the time, and how to leave it out."""
    seconds = found.seconds
    whole, slowest = sum(seconds.values()), max(seconds, key=seconds.__getitem__, default="")
    if whole >= LONG and len(seconds) > 1 and seconds[slowest] > MOST * whole:
        took = f"{seconds[slowest]:.0f} of {whole:.0f} s of searching"
        note(f"{slowest} took {took}; --algorithms with the others leaves it out")


@dataclass(frozen=True)
class CompareCall:
    """The options of a call of ``arcwise compare``.

    Parameters
    ----------
    theory, examples
        The source, and its problems.
    algorithms, configuration, keeping
        How to search, and where it is kept; algorithms are None where none are named.
    macros, files
        What ``--macros`` names, and the files among it.
    by_kind
        Whether the kinds of rules of one file are compared.
    walk, moves
        Number of moves of a random walk, and the goal that is asked for moves.
    random_seed, count, distance, goal, beyond, in_order, keep_going
        The options of these names.
    use
        Where rules of a program are used: at the root is compared with everywhere.
    domain
        Options of the domain, and where its goals are proved if that is told.
    """

    theory: str
    examples: tuple[str, ...]
    algorithms: list[str] | None
    configuration: Configuration
    keeping: Keeping
    macros: tuple[str, ...]
    files: list[str]
    by_kind: bool
    use: str
    walk: int | None
    moves: str | None
    random_seed: int | None
    count: int
    distance: int | None
    goal: str | None
    beyond: int
    in_order: str | None
    keep_going: bool
    domain: dict[str, Any]

    @property
    def drawing(self) -> dict[str, Any]:
        """Options of random problems, as the source is told them."""
        told = {"goal": self.goal, "moves": self.walk, "distance": self.distance}
        return {name: one for name, one in told.items() if one is not None}


DRAWING = ("random_seed", "count", "distance", "goal", "beyond", "in_order", "keep_going")
"""Options about problems, by their parameters."""

OF_SOME = ("goal", "beyond", "keep_going", "engine")
"""Options that some sources take, as their `Source.compared` says."""


def _refuse_misplaced(asked: CompareCall, kind: type[Source]) -> None:
    """Refuse options that do not go with a source, or with each other.

    Raises
    ------
    InputError
        Such options.
    """
    others = (one for one in OF_SOME if one not in kind.compared)
    refuse_lacking(kind, asked.theory)
    refuse_given(others, f"does not go with {kind.questions}")
    if asked.in_order is not None and (asked.macros or len(asked.algorithms or ()) > 1):
        raise InputError("--in-order learns by itself", expected="no --macros, one algorithm")
    for name in asked.drawing if asked.random_seed is None else ():
        raise InputError(f"--{name} goes with --random", found="problems from a file")


def _found(asked: CompareCall, kind: type[Source]) -> ResultSet:
    """Compare problems of a source under the conditions that the files name, or problems that are taken in order."""
    _refuse_misplaced(asked, kind)
    conditions: Any = of_files(asked.files)  # what is wrong with their names is told first
    of_one = "--by-kind" if asked.by_kind else "--use root" if asked.use == ROOT else ""
    if of_one and len(asked.files) != 1:
        raise InputError(f"{of_one} is about the rules of one file", expected="--macros FILE")
    heads = [head_of(one) for one in asked.files]
    for_moves = bool(heads) and all(one.proves for one in heads)
    how = {"engine": asked.configuration.engine, "moves": asked.moves, **asked.domain}
    with progress_over(None, f"preparing {asked.theory}"):
        source = kind.opened(asked.theory, asked.examples[:1], enumerated=not for_moves, **how)
    if asked.in_order is not None:
        return _in_order(asked, source, asked.in_order)
    if of_one:
        of = by_kind if asked.by_kind else by_use
        conditions = of(source.library(asked.files[0]))
    problems = _problems(asked, source, followed=any(one.policy for one in heads))
    if not asked.macros:
        raise InputError(
            "what to compare with?",
            expected="--macros FILE, or --macros none",
            remedy=f"--macros FILE, after arcwise learn {asked.theory} ... -o FILE",
        )
    return compare(
        source,
        problems,
        conditions,
        asked.algorithms,
        configuration=asked.configuration,
        beyond=asked.beyond,
        keeping=asked.keeping,
        progress=progress_over,
    )


def _of_learners(
    asked: CompareCall,
    kind: type[Source],
    learners: str,
    practice: str | None,
    limit_learning: float,
    report: str | None,
    **shown: Any,
) -> int:
    """Compare what learners learn, and show it; the exit code."""
    refuse_given(("macros", "by_kind", "use", "in_order", "beyond"), "does not go with --learners")
    if len(asked.algorithms or ()) > 1:
        raise InputError("learners are compared by one algorithm", expected="one of --algorithms")
    names = names_in(learners)
    source, examples, problems = _taught_and_compared(asked, kind)
    known = ALL if names == [ALL] else names
    algorithm = asked.algorithms[0] if asked.algorithms else None
    how: dict[str, Any] = {
        "seconds": limit_learning,
        "configuration": asked.configuration,
        "progress": progress_over,
    }
    found: LearnersCompared | LearningCurves
    if practice is None:
        parts = known, examples, problems, algorithm
        found = compare_learners(source, *parts, keeping=asked.keeping, **how)
        some = any(one.searched for one in found.rows)
    else:
        refuse_given(("run", "jobs"), "does not go with --practice")
        counts = counts_of("--practice", practice, 1, MOST_LESSONS)
        found = learning_curves(source, known, counts, examples, problems, algorithm, **how)
        some = bool(found.points)
    view = found.view()
    if report is not None:
        from ..html.parts import view_page

        write_text(report, view_page(f"Learners on {asked.theory}", view))
    present(view, **shown)
    if found.finished:
        return 0
    return interrupted(asked.keeping.folder, "what was finished stands above" if some else "")


def _taught_and_compared(asked: CompareCall, kind: type[Source]) -> tuple[Any, Any, Any]:
    """The source, what learners from examples learn from, and what is compared on."""
    how = {"engine": asked.configuration.engine, "moves": asked.moves, **asked.domain}
    source: Any = kind.opened(asked.theory, asked.examples[:1], enumerated=True, **how)
    files = list(asked.examples)
    if not source.practises:  # goals of a program, which its own examples teach
        return source, None, source.given(files) if files else None
    if source.learns.lifted:
        if len(files) < 2:
            raise InputError(
                "too few problems",
                expected="two PDDL problems or more, of which every second teaches",
                found=str(len(files)),
            )
        return source, files[::2], files[1::2]
    count = asked.count if chosen("count") else FEW
    problems = source.draw(count, asked.random_seed or 0, **asked.drawing)
    if not files:
        return source, None, problems
    # They are read here, so that what is wrong with them ends the command and not one learner.
    taught = source.problems(
        start_and_goal(source, files), training=True, keep_going=asked.keep_going
    )
    return source, taught, problems


def _problems(asked: CompareCall, source: Any, *, followed: bool) -> ProblemSet:
    """The problems of files, or random ones; those that a policy follows need not be grounded."""
    if asked.random_seed is None:
        texts, grounded = asked.examples, None if followed else True
        problems = source.given(texts) if texts else None
        found: ProblemSet = source.problems(
            problems, keep_going=asked.keep_going, grounded=grounded
        )
        for fault in found.faults:
            note(f"left out: {fault}")
        return found
    if asked.examples:
        raise InputError(
            "what to compare on?",
            expected="either a file of examples or --random SEED",
            found=f"{asked.examples[0]} and --random",
        )
    drawn: ProblemSet = source.draw(asked.count, asked.random_seed, **asked.drawing)
    return drawn


def _in_order(asked: CompareCall, source: Any, predicate: str) -> ResultSet:
    """Compare problems that are taken in order."""
    found: ResultSet = source.in_order(
        list(asked.examples) or None,
        predicate,
        algorithm=(asked.algorithms or source.usual_algorithms)[0],
        limits=asked.configuration.limits,
        keeping=asked.keeping,
        progress=progress_over,
    )
    return found
