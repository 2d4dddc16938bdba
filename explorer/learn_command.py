"""``arcwise learn``: training examples in, macro-operators out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..ebl.learn import Lesson, lessons
from ..ebl.learners import LEARNERS, PROBLEMS, QUIESCENCE
from ..ebl.library import MacroLibrary
from ..ebl.library_file import library_text, load_library
from ..ebl.training import load_examples
from ..rules.errors import InputError, Place
from ..rules.state_text import goal_cells
from ..rules.text_file import check_writable, write_text
from ..rules.theory import Theory
from ..search.algorithms import ALGORITHMS
from .console import emit, err, note, out, plain_table, progress_over, say
from .domain import load_domain
from .learn_schemas import learn_by_practice
from .options import SearchOptions, search_options, theory_options
from .pddl_files import is_pddl
from .pddl_learn import Sifting, learn_from_plans, sifting_options


@click.command("learn")
@click.argument("theory")
@click.argument("examples", nargs=-1, type=click.Path())
@click.option(
    "--learner",
    type=click.Choice(list(LEARNERS)),
    help="Learn by practice on small boards instead of from EXAMPLES: "
    + "; ".join(f"{name}: {learner.summary}" for name, learner in LEARNERS.items())
    + ".",
)
@click.option(
    "--quiescence",
    type=click.IntRange(min=1),
    default=QUIESCENCE,
    show_default=True,
    help="For --learner escapes: problems in a row that must teach nothing before the next size.",
)
@click.option(
    "--problems",
    type=click.IntRange(min=1),
    default=PROBLEMS,
    show_default=True,
    help="For --learner each-path: problems of each size.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    help="The macro file to write (.pl), or for PDDL the domain with macros (.pddl).",
)
@click.option("--macros", type=click.Path(), help="A macro file to add to.")
@click.option(
    "--algorithm",
    type=click.Choice(list(ALGORITHMS)),
    default="a-star",
    show_default=True,
    help="The search that finds the path to explain.",
)
@click.option("--keep-going", is_flag=True, help="Leave faulty examples out, and say which.")
@click.option(
    "--with-macros", is_flag=True, help="Search later examples with the macros learned so far."
)
@sifting_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@search_options
@theory_options
def learn_command(
    theory: str,
    examples: tuple[str, ...],
    learner: str | None,
    quiescence: int,
    problems: int,
    output: str | None,
    macros: str | None,
    algorithm: str,
    keep_going: bool,
    with_macros: bool,
    as_json: bool,
    order: str,
    arc_cost: float,
    engine: str,
    **rest: Any,
) -> int:
    """Learn macro-operators from training examples.

    EXAMPLES is a .json, .csv or .pl file of pairs of start and goal. Each pair is searched, the path explained,
    generalized into a macro-operator and admitted to the library, or refused with a reason.

    With --learner a built-in domain such as sliding-tile is practised on small boards instead, and what is learned holds
    on boards of every size.

    With PDDL say DOMAIN.pddl PROBLEM.pddl ...: each problem is solved, or a plan file after it taken as its plan. Pieces of
    the plans become macro actions with parameters; the domain with these is written, and beside it a file that maps
    each to its steps.
    """
    options = SearchOptions.take(rest, engine)
    sifting = Sifting.take(rest)
    if is_pddl(theory):
        given = {
            "--learner": learner is not None,
            "--macros": macros is not None,
            "--keep-going": keep_going,
            "--with-macros": with_macros,
            "--engine swi": engine == "swi",
        }
        for name, there in given.items():
            if there:
                raise InputError(f"{name} does not go with PDDL")
        return learn_from_plans(
            theory, examples, output, algorithm, options, sifting, as_json=as_json
        )
    sifting.check_unused()
    if len(examples) > 1:
        raise InputError("more than one file of training examples", found=" ".join(examples))
    if learner is not None:
        if examples:
            raise InputError("--learner practises problems of its own", found=examples[0])
        return learn_by_practice(
            theory,
            learner,
            output,
            macros,
            seed=options.seed,
            quiescence=quiescence,
            problems=problems,
            order=order,
            cost=arc_cost,
            as_json=as_json,
        )
    if not examples:
        raise InputError(
            "nothing to learn from",
            expected="a file of training examples, or --learner",
            remedy="--learner escapes",
        )
    domain = load_domain(theory, order=order, arc_cost=arc_cost, engine=engine)
    rules = domain.arcs_only("learn")
    found = load_examples(examples[0], rules, keep_going=keep_going)
    for fault in found.faults:
        note(f"left out: {fault}")
    if not found.training:
        raise InputError(
            "no training examples",
            place=Place(examples[0]),
            expected="one pair of start and goal to learn from or more",
            found=f"{len(found.problems)} problems",
        )
    if output is not None:
        check_writable(output)
    library = load_library(macros, rules) if macros else MacroLibrary(rules)
    learned: list[Lesson] = []
    interrupted = False
    try:
        with progress_over(len(found.training), "learning") as tick:
            for lesson in lessons(
                rules,
                found.training,
                library,
                lambda problem: options.search(
                    domain.problem(problem.start, problem.goal, problem.theory), algorithm
                ),
                with_macros=with_macros,
            ):
                learned.append(lesson)
                interrupted = lesson.result.limit == "interrupt"
                tick(1, f"{len(library)} macros")
    except KeyboardInterrupt:
        interrupted = True
    finally:  # what was learned is kept, whatever ended the learning
        if learned:
            _save(library, output)
    if as_json:
        emit({"theory": rules.name, "macros": len(library), **_data(learned, found.faults)})
    else:
        _print(learned, library, rules, output)
    if interrupted:
        note("interrupted: what was learned until then is kept")
    return 130 if interrupted else 0


def _save(library: MacroLibrary, output: str | None) -> None:
    if output is None:
        return
    text = library_text(library)
    try:
        write_text(output, text)
    except InputError:
        click.echo(text)  # what was learned must not be lost with the file
        raise


def _verdict(lesson: Lesson) -> str:
    if lesson.admission is not None:
        word = "learned" if lesson.admission.accepted else "refused"
        return f"{word} {lesson.admission.macro.name}: {lesson.admission.reason}"
    if lesson.result.solved:
        return "nothing to learn: start and goal are the same"
    return f"no path: {lesson.result.summary()}"


def _data(learned: list[Lesson], faults: tuple[InputError, ...]) -> dict[str, Any]:
    return {
        "lessons": [
            {
                "place": str(lesson.example.place),
                "start": list(lesson.example.start),
                "goal": goal_cells(lesson.example.goal),
                "result": lesson.result.to_dict(),
                "accepted": bool(lesson.admission and lesson.admission.accepted),
                "macro": lesson.admission.macro.name if lesson.admission else None,
                "reason": _verdict(lesson),
            }
            for lesson in learned
        ],
        "faults": [str(fault) for fault in faults],
    }


def _print(learned: list[Lesson], library: MacroLibrary, rules: Theory, output: str | None) -> None:
    table = plain_table("example", "moves", "expanded", "outcome", title="Training examples")
    table.columns[-1].justify = "left"
    table.columns[-1].overflow = "fold"
    for lesson in learned:
        place = lesson.example.place
        table.add_row(
            f"{Path(place.source).name}:{place.line}",
            str(lesson.result.moves) if lesson.result.solved else "-",
            f"{lesson.result.statistics.expanded:,}",
            _verdict(lesson),
        )
    out().print(table)
    for macro in library:
        form = rules.format
        say(f"{macro.name}: {form(macro.before)}  ->  {form(macro.after)}   cost {macro.cost:g}")
    if output is None:
        err().print("not saved: -o FILE keeps the macros")
    else:
        say(f"\n{len(library)} macro{'s' if len(library) != 1 else ''} in {output}")
