"""``arcwise compare``: the same problems without and with macros, and what the difference is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import click

from ...ebl.training import load_examples
from ...experiments.comparison import Comparison, Pair, collect, compare
from ...experiments.designs.all_pairs import AllPairs, all_pairs
from ...experiments.domain import Domain, load_domain
from ...experiments.execute.recipe import Recipe
from ...experiments.macro_files import macro_arcs
from ...experiments.options import (
    RunOptions,
    SearchOptions,
    algorithm_names,
    run_options,
    search_options,
    theory_options,
)
from ...experiments.store.folder import NewProblem
from ...rules.errors import InputError
from ...rules.random_problems import REDRAWS, random_start
from ...rules.states.state_space import distances
from ...rules.term import State, ground
from ...rules.theory import Theory
from ...search.limits import NO_LIMITS
from ...search.problem import Problem
from ...search.result import Result
from ...search.solve import with_unit_macro_costs
from .compare_run import Asked, Compared, compare_in_run
from .compare_tables import comparison_data, print_census, print_comparisons
from .console import emit, note, progress_over, say
from .pddl_compare import pddl_pairs
from .pddl_files import is_pddl
from .utility_tables import counted

DEFAULT_ALGORITHMS = "breadth-first,iterative-deepening,a-star,greedy"
BEYOND_NODES = 200_000
"""Expansions for one search of the random pairs, unless a limit is given: they are a sample, not the user's work."""

ARMS = ("before", "after")

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
@run_options
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
    wanted = RunOptions.take(rest)
    names = algorithm_names(algorithms)
    if is_pddl(theory):
        given = {
            "--random": random_seed is not None,
            "--moves": moves is not None,
            "--distance": distance is not None,
            "--goal": goal is not None,
            "--keep-going": keep_going,
            "--engine swi": engine == "swi",
            "--run, --jobs or --cluster": wanted.apart,
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
    first_goal = problems[0].goal if problems else None
    library = macro_arcs(macros, domain, first_goal)
    learned = rules.with_macros(library)
    if options.macro_cost == "unit":
        learned = with_unit_macro_costs(learned)
    pairs: list[NewProblem] = []
    if beyond and len(library) and problems:
        pairs = _random_pairs(domain, problems[0], beyond, options.seed)
    asked = Asked(
        domain,
        rules,
        learned,
        Recipe.of(
            theory,
            macros,
            order=order,
            arc_cost=arc_cost,
            engine=engine,
            macro_cost=options.macro_cost,
            goal=first_goal,
        ),
        tuple(problems),
        tuple(pairs),
        tuple(names),
        options,
        _modest(options),
    )

    def census() -> tuple[AllPairs | None, bool]:
        return _census(learned, problems[0].start, options.seed)

    found = compare_in_run(asked, wanted, census) if wanted.apart else _here(asked, census)
    if as_json:
        emit(
            {
                "theory": rules.name,
                "macros": len(library),
                "problems": [comparison_data(comparison) for comparison in found.comparisons],
                "random_pairs": [comparison_data(comparison) for comparison in found.sample],
                "all_pairs": found.census.to_dict() if found.census else None,
                "finished": found.finished,
            }
        )
        return 0 if found.finished else 130
    what = file or f"{len(problems)} random problems, seed {random_seed}"
    heading = f"{rules.name}, {len(library)} macro{'s' if len(library) != 1 else ''} of {macros}"
    say(f"{heading}\n\n== {what}: {counted(len(problems), 'problem')}\n")
    print_comparisons(found.comparisons)
    if found.sample:
        say(f"== beyond these: {len(pairs)} random pairs of start and goal, seed {options.seed}\n")
        print_comparisons(found.sample)
    if found.census is not None:
        print_census(found.census)
    if not found.finished:
        note("interrupted: what was finished stands above")
        if wanted.folder is not None:
            note(f"--run {wanted.folder} --resume goes on with the rest")
    return 0 if found.finished else 130


def _here(asked: Asked, census: Callable[[], tuple[AllPairs | None, bool]]) -> Compared:
    """Compare in this process."""
    comparisons, finished = _run(asked, asked.problems, asked.options, "comparing")
    sample: list[Comparison] = []
    counted: AllPairs | None = None
    if finished and asked.random_pairs:
        sample, finished = _run(asked, asked.random_pairs, asked.random_options, "random pairs")
        if finished:
            counted, finished = census()
    return Compared(comparisons, sample, counted, finished)


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
        problems = [comparison_data(comparison) for comparison in comparisons]
        emit({"theory": name, "macros": count, "problems": problems, "finished": finished})
        return 0 if finished else 130
    say(f"{name}, {counted(count, 'macro')} of {macros}: {counted(len(files), 'problem')}\n")
    print_comparisons(comparisons)
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
) -> list[NewProblem]:
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
        return [
            NewProblem(example.start, example.goal, str(example.place))
            for example in found.problems
        ]
    target = domain.goal(goal)
    starts = domain.starts(target, count, seed or 0, moves=moves, distance=distance)
    return [
        NewProblem(start, target, f"random problem {number}, seed {seed}")
        for number, start in enumerate(starts, start=1)
    ]


def _run(
    asked: Asked, problems: Sequence[NewProblem], options: SearchOptions, doing: str
) -> tuple[list[Comparison], bool]:
    """The comparisons, and whether they are complete."""

    def searcher(name: str) -> Any:
        def search(problem: Problem) -> Result:
            chosen = asked.domain.problem(problem.start, problem.goal, problem.theory)
            return options.search(
                chosen, name, lambda expanded: tick(0, f"{told()}; {name}: {expanded:,} expanded")
            )

        return search

    def told() -> str:
        before, after = (sum(getattr(pair, arm).solved for _, pair in pairs) for arm in ARMS)
        return f"solved {before:,} before, {after:,} after"

    pairs: list[tuple[str, Pair]] = []
    total = len(problems) * len(asked.algorithms)
    states = [(problem.start, problem.goal) for problem in problems]
    searchers = {name: searcher(name) for name in asked.algorithms}
    with progress_over(total, doing) as tick:
        for name, pair in compare(asked.before, asked.after, states, searchers):
            pairs.append((name, pair))
            tick(1, told())
    return collect(pairs), len(pairs) == total


def _modest(options: SearchOptions) -> SearchOptions:
    """The options with a limit on nodes where the user has set no limit at all."""
    return options if options.limits != NO_LIMITS else options.with_nodes(BEYOND_NODES)


def _random_pairs(domain: Domain, known: NewProblem, count: int, seed: int) -> list[NewProblem]:
    """Random goals, each with a random start that can reach it; none where that takes enumerating too many states."""
    try:
        draw = _drawing_of_pairs(domain, known)
        drawn = [draw(Random(f"{seed}:{number}")) for number in range(count)]
    except InputError as error:
        note(f"no random pairs: {error.problem}")
        return []
    return [
        NewProblem(start, goal, f"random pair {number}, seed {seed}")
        for number, (start, goal) in enumerate(drawn, start=1)
        if start != goal or domain.theory.size == 1
    ]


def _drawing_of_pairs(domain: Domain, known: NewProblem) -> Callable[[Random], tuple[State, State]]:
    """A function that draws a start and a goal; the two are the same only where no others are found."""
    theory, family, end = domain.theory, domain.family, ground(known.goal)

    def different(draw: Callable[[], State], goal: State) -> tuple[State, State]:
        starts = (draw() for _ in range(REDRAWS))
        return next((start for start in starts if start != goal), goal), goal

    if (
        family is not None
        and family.reversible
        and known.goal == family.goal(theory.shape)
        and family.blank is None  # boards with a blank are drawn towards any goal
    ):
        # Where moves can be undone, whatever can reach the goal can be reached from there.
        return lambda rng: different(
            lambda: family.draw(theory.shape, rng), family.draw(theory.shape, rng)
        )
    if end is not None and (family is None or family.reversible):
        return lambda rng: _pair_towards(theory, end, rng, different)
    pool = list(distances(theory, known.start, max_states=MOST_STATES))

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
