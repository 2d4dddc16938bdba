"""``arcwise learn``: training examples in, macro-operators out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from ...ebl.files.macro_file import library_text, load_macros
from ...ebl.learn import TrainingRecord
from ...ebl.learners.learner import PROBLEMS, QUIESCENCE
from ...ebl.learners.table import BUILT_IN, LEARNERS
from ...ebl.library import MacroLibrary
from ...ebl.training import load_examples
from ...experiments.domain import load_domain
from ...experiments.execute.recipe import Recipe
from ...experiments.keeping import Keeping
from ...rules.domains.table import read_built_in
from ...rules.errors import InputError, Place
from ...rules.state_text import goal_cells
from ...rules.text_file import check_writable, read_text
from ...rules.theory import Theory
from ...search.algorithms import ALGORITHMS
from .console import emit, note, out, plain_table, progress_over, say
from .learn_run import Asked, Training, learn_from_examples, saved_in, why_nothing
from .learn_schemas import PracticeRequest, learn_by_practice
from .macro_saver import MacroSaver
from .options import (
    NameIn,
    run_options,
    search_options,
    take_configuration,
    take_keeping,
    theory_options,
)
from .pddl_files import is_pddl
from .pddl_learn import Sifting, learn_from_plans, sifting_options
from .utility_tables import counted

FOR_EXAMPLES = (
    *("algorithm", "keep_going", "with_macros", "heuristic", "duplicates", "ties", "move_back"),
    *("beam_width", "weight", "macro_cost", "threads", "prune_length", "engine"),
)
"""Options without meaning for learners, whose searches are their own."""

FOR_LEARNER = {"quiescence": "escapes", "problems": "each-path"}
"""Options of one learner."""


@click.command("learn")
@click.argument("theory")
@click.argument("files", nargs=-1, type=click.Path(), metavar="[EXAMPLES]")
@click.option(
    "--learner",
    type=NameIn(LEARNERS),
    help="Learn by practice on small boards instead of from EXAMPLES: "
    + "; ".join(f"{name}: {learner.summary}" for name, learner in BUILT_IN.items())
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
    type=NameIn(ALGORITHMS),
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
@run_options
def learn_command(
    theory: str,
    files: tuple[str, ...],
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
    on boards of every size. Limits on time and memory are then for each problem practised, that on nodes for each search in
    it.

    With PDDL say DOMAIN.pddl PROBLEM.pddl ...: each problem is solved, or a plan file after it taken as its plan. Pieces of
    the plans become macro actions with parameters; the domain with these is written, and beside it a file that maps
    each to its steps.
    """
    options = take_configuration(rest, engine, algorithm)
    wanted = take_keeping(rest)
    sifting = Sifting.take(rest)
    if is_pddl(theory):
        refused = {
            "--learner": learner is not None,
            "--macros": macros is not None,
            "--keep-going": keep_going,
            "--with-macros": with_macros,
            "--engine swi": engine == "swi",
            "--run, --jobs or --cluster": not wanted.inline,
        }
        for name, there in refused.items():
            if there:
                raise InputError(f"{name} does not go with PDDL")
        return learn_from_plans(theory, files, output, algorithm, options, sifting, as_json=as_json)
    sifting.check_unused()
    if len(files) > 1:
        raise InputError("more than one file of training examples", found=" ".join(files))
    examples = files[0] if files else None
    _refuse_useless(learner)
    if learner is not None:
        if examples is not None:
            raise InputError(
                "--learner practises problems of its own",
                found=examples,
                remedy="either the examples or --learner",
            )
        _refuse_several(wanted, "--learner practises one problem after the other")
        request = PracticeRequest(
            *(theory, order, arc_cost, learner, output, macros, quiescence, problems),
            *(options, as_json),
        )
        return learn_by_practice(request, wanted)
    if examples is None:
        raise _nothing(theory)
    if with_macros:
        _refuse_several(wanted, "--with-macros searches one example after the other")
    domain = load_domain(theory, order=order, arc_cost=arc_cost, engine=engine)
    rules = domain.arcs_only("learn")
    found = load_examples(examples, rules, keep_going=keep_going)
    for fault in found.faults:
        note(f"left out: {fault}")
    if not found.training:
        raise InputError(
            "no training examples",
            place=Place(examples),
            expected="one pair of start and goal to learn from or more",
            found=counted(len(found.problems), "problem"),
            remedy='the list "training" of a .json file, "training" in the column use of a .csv file, or example/2 in a '
            ".pl file",
        )
    if output is not None:
        check_writable(output)
    training = Training(domain, load_macros(macros, rules) if macros else MacroLibrary(rules))
    saver = MacroSaver(output)
    interrupted = False
    try:
        with progress_over(len(found.training), "learning") as tick:
            recipe = Recipe.of(theory, order=order, arc_cost=arc_cost, engine=engine)
            text = read_text(macros) if macros else None
            asked = Asked(recipe, found.training, options, with_macros, macros, text)
            learn_from_examples(asked, wanted, training, tick)
    except KeyboardInterrupt:
        interrupted = True
    finally:  # what was learned is kept, whatever ended the learning
        if training.records:
            saver.save(lambda: library_text(training.library), last=True)
    library = training.library
    if as_json:
        emit(
            {
                "theory": rules.name,
                "macros": len(library),
                **_data(training.records, found.faults),
            }
        )
    else:
        _print(training.records, library, rules, output, wanted)
    if interrupted:
        note("interrupted: what was learned until then is kept")
        if wanted.folder is not None:
            note(f"--run {wanted.folder} --resume goes on with the rest")
    return 130 if interrupted else 0


def _refuse_useless(learner: str | None) -> None:
    """Refuse options that were given and would do nothing."""
    context = click.get_current_context()
    for name in context.params:
        if context.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
            continue
        spelled = f"--{name.replace('_', '-')}"
        if learner is not None and name in FOR_EXAMPLES:
            raise InputError(
                f"{spelled} is for training examples",
                found=f"--learner {learner}",
                remedy=f"--learner {learner} without {spelled}",
            )
        if name in FOR_LEARNER and learner != FOR_LEARNER[name]:
            raise InputError(
                f"{spelled} is for --learner {FOR_LEARNER[name]}",
                found=f"--learner {learner}" if learner else "training examples",
                remedy=f"leave out {spelled}",
            )


def _refuse_several(wanted: Keeping, why: str) -> None:
    """Refuse several searches at once where each waits for the one before it."""
    if (wanted.jobs or 1) > 1 or wanted.cluster is not None:
        found = f"--jobs {wanted.jobs}" if wanted.cluster is None else f"--cluster {wanted.cluster}"
        raise InputError(why, found=found, remedy=f"leave out {found}")


def _nothing(theory: str) -> InputError:
    """The error where neither examples nor a learner were given."""
    if read_built_in(theory) is None:
        return InputError(
            "nothing to learn from",
            expected="a file of training examples",
            remedy=f"arcwise learn {theory} EXAMPLES; --learner is for built-in domains",
        )
    return InputError(
        "nothing to learn from",
        expected="a file of training examples, or --learner",
        remedy="--learner escapes",
    )


def _verdict(record: TrainingRecord) -> str:
    if record.admission is not None:
        word = "learned" if record.admission.accepted else "refused"
        return f"{word} {record.admission.macro.name}: {record.admission.reason}"
    return why_nothing(record)


def _data(learned: list[TrainingRecord], faults: tuple[InputError, ...]) -> dict[str, Any]:
    return {
        "training_records": [
            {
                "place": str(record.example.place),
                "start": list(record.example.start),
                "goal": goal_cells(record.example.goal),
                "result": record.result.to_dict(),
                "accepted": bool(record.admission and record.admission.accepted),
                "macro": record.admission.macro.name if record.admission else None,
                "reason": _verdict(record),
            }
            for record in learned
        ],
        "faults": [str(fault) for fault in faults],
    }


def _print(
    learned: list[TrainingRecord],
    library: MacroLibrary,
    rules: Theory,
    output: str | None,
    wanted: Keeping,
) -> None:
    table = plain_table("example", "moves", "expanded", "outcome", title="Training examples")
    table.columns[-1].justify = "left"
    table.columns[-1].overflow = "fold"
    for record in learned:
        place = record.example.place
        table.add_row(
            f"{Path(place.source).name}:{place.line}",
            str(record.result.moves) if record.result.solved else "-",
            f"{record.result.statistics.expanded:,}",
            _verdict(record),
        )
    out().print(table)
    for macro in library:
        before, after = rules.format(macro.arc.before), rules.format(macro.arc.after)
        say(f"{macro.name}: {before}  ->  {after}   cost {macro.cost:g}")
    say()
    for file in saved_in(output, wanted):
        say(f"{counted(len(library), 'macro')} in {file}")
