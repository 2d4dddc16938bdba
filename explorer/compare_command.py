"""``arcwise compare``: the same problems without and with macros, and what the difference is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from random import Random
from typing import Any

import click

from ..ebl.training import load_examples
from ..rules.errors import InputError
from ..rules.instances import REDRAWS, random_start
from ..rules.state_space import distances
from ..rules.state_text import goal_cells
from ..rules.term import Pattern, State, ground
from ..rules.theory import Theory
from ..search.limits import NO_LIMITS
from ..search.problem import Problem
from ..search.result import Result
from ..search.solve import with_unit_macro_costs
from .all_pairs import AllPairs, all_pairs
from .comparison import MEASURES, Comparison, Pair, collect, compare
from .console import emit, note, out, plain_table, progress_over, say, tell
from .domain import Domain, load_domain
from .macro_files import load_macros
from .options import SearchOptions, algorithm_names, search_options, theory_options
from .pddl_compare import pddl_pairs
from .pddl_files import is_pddl
from .verdict import judge

DEFAULT_ALGORITHMS = "breadth-first,iterative-deepening,a-star,greedy"
BEYOND_NODES = 200_000
"""Expansions for one search of the random pairs, unless a limit is given: they are a sample, not the user's work."""

MOST_STATES = 50_000
"""Where moves cannot be undone, random pairs are drawn from the states that the first start reaches."""


@click.command("compare")
@click.argument("theory")
@click.argument("examples", nargs=-1, type=click.Path())
@click.option("--macros", type=click.Path(), required=True, help="The macro file.")
@click.option(
    "--algorithms",
    default=DEFAULT_ALGORITHMS,
    show_default=True,
    help="Names with commas between them, or all.",
)
@click.option(
    "--random",
    "random_seed",
    type=int,
    metavar="SEED",
    help="Random problems in place of a file of examples.",
)
@click.option("--count", type=click.IntRange(min=1), default=200, show_default=True)
@click.option("--moves", type=click.IntRange(min=0), help="With --random: so many moves away.")
@click.option("--distance", type=click.IntRange(min=0), help="With --random: exactly so far away.")
@click.option("--goal", help="With --random: the goal. [default: the puzzle's own]")
@click.option(
    "--beyond",
    type=click.IntRange(min=0),
    default=30,
    show_default=True,
    help="How many random pairs of states to try besides; 0 for none.",
)
@click.option("--keep-going", is_flag=True, help="Leave faulty examples out, and say which.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@search_options
@theory_options
def compare_command(
    theory: str,
    examples: tuple[str, ...],
    macros: str,
    algorithms: str,
    random_seed: int | None,
    count: int,
    moves: int | None,
    distance: int | None,
    goal: str | None,
    beyond: int,
    keep_going: bool,
    as_json: bool,
    order: str,
    arc_cost: float,
    engine: str,
    **rest: Any,
) -> int:
    """Search the same problems without and with macros, and judge the difference.

    EXAMPLES is a .json, .csv or .pl file of problems. Because a macro learned for one problem says little about
    others, random pairs of states are compared too, and on small boards all of them.

    With PDDL say DOMAIN.pddl PROBLEM.pddl ... and the .macros.json file; only these problems are compared.
    """
    options = SearchOptions.take(rest, engine)
    names = algorithm_names(algorithms)
    if is_pddl(theory):
        given = {
            "--random": random_seed is not None,
            "--moves": moves is not None,
            "--distance": distance is not None,
            "--goal": goal is not None,
            "--keep-going": keep_going,
            "--engine swi": engine == "swi",
        }
        for option, there in given.items():
            if there:
                raise InputError(f"{option} does not go with PDDL")
        return _compare_pddl(theory, examples, macros, names, options, as_json)
    if len(examples) > 1:
        raise InputError("more than one file of problems", found=" ".join(examples))
    domain = load_domain(theory, order=order, arc_cost=arc_cost, engine=engine)
    rules = domain.arcs_only("compare")
    file = examples[0] if examples else None
    problems = _problems(domain, file, random_seed, count, moves, distance, goal, keep_going)
    library = load_macros(macros, domain, problems[0][1] if problems else None)
    learned = rules.with_macros(library)
    if options.macro_cost == "unit":
        learned = with_unit_macro_costs(learned)
    comparisons, finished = _run(domain, rules, learned, problems, names, options, "comparing")
    sample: list[Comparison] = []
    census: AllPairs | None = None
    pairs: list[tuple[State, State]] = []
    if finished and beyond and len(library):
        pairs = _random_pairs(domain, problems[0], beyond, options.seed)
    if pairs:
        sample, finished = _run(
            domain, rules, learned, pairs, names, _modest(options), "random pairs"
        )
        if finished:
            census, finished = _census(learned, problems[0][0], options.seed)
    if as_json:
        emit(
            {
                "theory": rules.name,
                "macros": len(library),
                "problems": [_data(comparison) for comparison in comparisons],
                "random_pairs": [_data(comparison) for comparison in sample],
                "all_pairs": census.to_dict() if census else None,
                "finished": finished,
            }
        )
        return 0 if finished else 130
    what = file or f"{len(problems)} random problems, seed {random_seed}"
    heading = f"{rules.name}, {len(library)} macro{'s' if len(library) != 1 else ''} of {macros}"
    say(f"{heading}\n\n== {what}: {_counted(len(problems), 'problem')}\n")
    _print(comparisons)
    if sample:
        say(f"== beyond these: {len(pairs)} random pairs of start and goal, seed {options.seed}\n")
        _print(sample)
    if census is not None:
        _print_census(census)
    if not finished:
        note("interrupted: what was finished stands above")
    return 0 if finished else 130


def _compare_pddl(
    theory: str,
    files: tuple[str, ...],
    macros: str,
    names: list[str],
    options: SearchOptions,
    as_json: bool,
) -> int:
    name, count, pairs, finished = pddl_pairs(theory, files, macros, names, options)
    comparisons = collect(pairs)
    if as_json:
        problems = [_data(comparison) for comparison in comparisons]
        emit({"theory": name, "macros": count, "problems": problems, "finished": finished})
        return 0 if finished else 130
    say(f"{name}, {_counted(count, 'macro')} of {macros}: {_counted(len(files), 'problem')}\n")
    _print(comparisons)
    if not finished:
        note("interrupted: what was finished stands above")
    return 0 if finished else 130


def _problems(
    domain: Domain,
    examples: str | None,
    seed: int | None,
    count: int,
    moves: int | None,
    distance: int | None,
    goal: str | None,
    keep_going: bool,
) -> list[tuple[State, Pattern]]:
    if (examples is None) == (seed is None):
        raise InputError(
            "what to compare on?",
            expected="either a file of examples or --random SEED",
            found="both" if examples else "neither",
        )
    if examples is not None:
        found = load_examples(examples, domain.theory, keep_going=keep_going)
        for fault in found.faults:
            note(f"left out: {fault}")
        return [(example.start, example.goal) for example in found.problems]
    target = domain.goal(goal)
    starts = domain.starts(target, count, seed or 0, moves=moves, distance=distance)
    return [(start, target) for start in starts]


def _run(
    domain: Domain,
    before: Theory,
    after: Theory,
    problems: Sequence[tuple[State, Pattern]],
    names: list[str],
    options: SearchOptions,
    doing: str,
) -> tuple[list[Comparison], bool]:
    """The comparisons, and whether they are complete."""

    def searcher(name: str) -> Any:
        def search(problem: Problem) -> Result:
            chosen = domain.problem(problem.start, problem.goal, problem.theory)
            return options.search(chosen, name)

        return search

    pairs: list[tuple[str, Pair]] = []
    total = len(problems) * len(names)
    with progress_over(total, doing) as tick:
        for name, pair in compare(before, after, problems, {n: searcher(n) for n in names}):
            pairs.append((name, pair))
            tick(1, name)
    return collect(pairs), len(pairs) == total


def _modest(options: SearchOptions) -> SearchOptions:
    """The options with a limit on nodes where the user has set no limit at all."""
    return options if options.limits != NO_LIMITS else options.with_nodes(BEYOND_NODES)


def _random_pairs(
    domain: Domain, known: tuple[State, Pattern], count: int, seed: int
) -> list[tuple[State, State]]:
    """Random goals, each with a random start that can reach it; none where that takes enumerating too many states."""
    try:
        draw = _drawing_of_pairs(domain, known)
        pairs = [draw(Random(f"{seed}:{number}")) for number in range(count)]
    except InputError as error:
        note(f"no random pairs: {error.problem}")
        return []
    return [(start, goal) for start, goal in pairs if start != goal or domain.theory.size == 1]


def _drawing_of_pairs(
    domain: Domain, known: tuple[State, Pattern]
) -> Callable[[Random], tuple[State, State]]:
    """A function that draws a start and a goal; the two are the same only where no others are found."""
    theory, family, end = domain.theory, domain.family, ground(known[1])

    def different(draw: Callable[[], State], goal: State) -> tuple[State, State]:
        starts = (draw() for _ in range(REDRAWS))
        return next((start for start in starts if start != goal), goal), goal

    if family is not None and family.reversible and domain.draws(known[1]):
        # Where moves can be undone, whatever can reach the goal can be reached from there.
        return lambda rng: different(
            lambda: family.draw(theory.shape, rng), family.draw(theory.shape, rng)
        )
    if end is not None and (family is None or family.reversible):
        return lambda rng: _pair_towards(theory, end, rng, different)
    pool = list(distances(theory, known[0], max_states=MOST_STATES))

    def forwards(rng: Random) -> tuple[State, State]:
        start = rng.choice(pool)
        reached = list(distances(theory, start))
        return start, rng.choice(reached[1:] or reached)

    return forwards


def _pair_towards(
    theory: Theory,
    end: State,
    rng: Random,
    different: Callable[[Callable[[], State], State], tuple[State, State]],
) -> tuple[State, State]:
    goal = random_start(theory, end, rng)
    return different(lambda: random_start(theory, goal, rng), goal)


def _census(learned: Theory, start: State, seed: int) -> tuple[AllPairs | None, bool]:
    with progress_over(None, "all pairs, breadth-first") as tick:
        try:
            return all_pairs(learned, start, seed, tick), True
        except KeyboardInterrupt:
            return None, False


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' if number != 1 else ''}"


def _print(comparisons: list[Comparison]) -> None:
    for comparison in comparisons:
        before, after = comparison.solved
        table = plain_table("", "before", "after", "ratio", "quartiles", title=comparison.algorithm)
        table.add_row("solved", str(before), str(after), "", "")
        for measure, words in MEASURES.items():
            change = comparison.change(measure)
            if change is None:
                continue
            digits = 5 if measure == "elapsed" else 1
            table.add_row(
                words,
                _number(change.before, digits),
                _number(change.after, digits),
                "-" if change.ratio is None else f"{change.ratio:.2f}",
                "-" if change.spread is None else "{:.2f} - {:.2f}".format(*change.spread),
            )
        out().print(table)
        tell(str(judge(comparison)))
        say()


def _number(value: float, digits: int) -> str:
    return f"{value:,.0f}" if value == int(value) and digits < 4 else f"{value:,.{digits}f}"


def _print_census(census: AllPairs) -> None:
    which = (
        f"all {census.pairs:,} pairs of {census.states:,} states"
        if census.complete
        else f"{census.pairs:,} pairs: every goal from {_counted(census.starts, 'random start')}"
    )
    tell(f"== {which}, breadth-first with closed list")
    say()
    table = plain_table("mean", "before", "after", "ratio")
    for name, before in asdict(census.before).items():
        after = getattr(census.after, name)
        table.add_row(MEASURES[name], f"{before:,.2f}", f"{after:,.2f}", f"{after / before:.2f}")
    out().print(table)
    tell(census.verdict())


def _data(comparison: Comparison) -> dict[str, Any]:
    before, after = comparison.solved
    verdict = judge(comparison)
    changes = {measure: comparison.change(measure) for measure in MEASURES}
    return {
        "algorithm": comparison.algorithm,
        "count": len(comparison.pairs),
        "solved": {"before": before, "after": after},
        **{measure: asdict(change) if change else None for measure, change in changes.items()},
        "verdict": verdict.word,
        "evidence": verdict.evidence,
        "searches": [
            {
                "start": list(pair.start),
                "goal": goal_cells(pair.goal),
                "before": pair.before.to_dict(),
                "after": pair.after.to_dict(),
            }
            for pair in comparison.pairs
        ],
    }
