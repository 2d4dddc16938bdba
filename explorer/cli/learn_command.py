"""``arcwise learn``: training examples in, macro-operators out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, replace
from difflib import get_close_matches
from typing import Any, cast

import click
from click.core import ParameterSource

from ...ebl.example_set import first_start
from ...ebl.learner import PROBLEMS, QUIESCENCE
from ...ebl.learners.learner_table import LEARNERS
from ...ebl.learners.pieces import USUAL
from ...experiments.board import load_domain
from ...experiments.configuration import Configuration
from ...experiments.designs.compare import start_and_goal
from ...experiments.designs.fitting import KINDS, Fitting, Other, fitting
from ...experiments.designs.learn import Learning, learn
from ...experiments.designs.training import FROM_EXAMPLES, usual_learner
from ...experiments.store.run_folder import UnsavedError
from ...logic.learning.learners import EXAMPLES, LOGIC_LEARNERS
from ...logic.prover.prove import DEPTH_FIRST
from ...rules.errors import InputError, on_one_line
from ...rules.read_domain import is_prolog
from ...rules.text.words import counted
from ...search.algorithms import ALGORITHMS
from ...search.climbing.macro_table import ALTERNATIVES
from ...search.orders import FOUND, RULES, Order
from ..views.learning import learning_view
from .arguments import DomainArgument, InputFile, NameIn, is_logic_program, is_rule_file
from .budgeted import exit_code_of, interrupted
from .certifying import certificate_option, write_certificates
from .console import enumerated, progress_over, say, tell
from .help import PDDL, SEARCH, command, in_group
from .messages import EXIT_CODES, note
from .options import (
    OF_STATES,
    chosen,
    moves_option,
    operational_option,
    option_name,
    refuse_given,
    run_options,
    search_options,
    take_configuration,
    take_keeping,
    theory_options,
)
from .present import present


class Subgoals(click.ParamType[Any]):
    """The name of an order, or cells numbered from 1."""

    name = "order"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Order:
        """Parse an order of subgoals."""
        if value in (FOUND, *RULES) or not isinstance(value, str):
            return cast(Order, value)
        try:
            return tuple([int(cell) - 1 for cell in value.split(",")])
        except ValueError:
            names = ", ".join((FOUND, *RULES))
            self.fail(f"{value!r} is neither {names} nor cells such as 3,1,2", param, ctx)


class LearnerName(NameIn):
    """A learner, of macro-operators or of rules of a logic program."""

    def __init__(self) -> None:
        super().__init__(LEARNERS, LOGIC_LEARNERS)

    def _row(self, text: str) -> str:
        try:
            return super()._row(text)
        except InputError as error:
            near = get_close_matches(text, LOGIC_LEARNERS, 1)
            raise InputError(
                error.problem,
                expected=f"{error.expected}; for a logic program {', '.join(LOGIC_LEARNERS)}",
                found=error.found,
                remedy=near[0] if near else error.remedy,
            ) from None


LIMITS = ("time", "nodes", "memory")

FOR_EXAMPLES = (
    *("algorithm", "keep_going", "with_macros", "heuristic", "duplicates", "ties", "move_back"),
    *("trial", "untried", "trial_algorithm"),
    *("beam_width", "weight", "macro_cost", "threads", "prune_length", "engine"),
)
"""Options without meaning for learners, whose searches are their own."""

FOR_PIECES = (
    *("macros", "longest", "parameters", "keep", "trial", "untried", "trial_algorithm"),
    *("algorithm", "heuristic", "with_macros", "keep_going", "jobs", "cluster"),
)
"""Options with which PDDL problems are learned from in pieces of their plans."""

FOR_ARCS = (
    *("quiescence", "problems", "alternatives", "subgoals", "longest", "parameters", "keep"),
    *("trial", "untried", "trial_algorithm", "details", "run_folder", "resume", "jobs", "cluster"),
)
"""Options without meaning where macro-operators with conditions are learned."""

FOR_MOVES = (
    *FOR_ARCS,
    *("macros", "keep_going", "with_macros", "engine"),
    *OF_STATES,
)
"""Options without meaning where rules are learned."""

FOR_LEARNER = {
    option: tuple(name for name, kind in KINDS.items() if option in kind.__dataclass_fields__)
    for option in ("quiescence", "problems", "alternatives", "longest", "parameters", "keep")
}
"""The learners that each of these options is for."""


@command(
    "learn",
    first=["--learner", "--output", "--macros", "--algorithm", "--operational", "--limit-time"],
    choices={
        "Learners": [(name, LEARNERS[name].summary) for name in LEARNERS.built_in],
        "Learners of logic programs": [(name, one.summary) for name, one in LOGIC_LEARNERS.items()],
    },
    examples=[
        'arcwise learn 5-puzzle "4 5 3 0 1 2" "5 1 3 4 2 0" -o macros.pl',
        "arcwise learn cube:2 -o cube.pl",
    ],
)
@click.argument("theory", type=DomainArgument())
@click.argument("files", nargs=-1, type=InputFile(), metavar="[EXAMPLES]")
@click.option(
    "--learner",
    type=LearnerName(),
    help="Learner to use. examples, pieces and, with PDDL, policy use the files you give; all others generate small problems. "
    "[default: chosen; the reason is printed]",
)
@click.option(
    "--quiescence",
    type=click.IntRange(min=1),
    default=QUIESCENCE,
    show_default=True,
    help="For --learner escapes: number of problems in a row without a new macro after which the next size begins.",
)
@click.option(
    "--problems",
    type=click.IntRange(min=1),
    default=PROBLEMS,
    show_default=True,
    help="For --learner each-path and policy: number of problems of each size.",
)
@click.option(
    "--alternatives",
    type=click.IntRange(min=1),
    default=ALTERNATIVES,
    show_default=True,
    help="For --learner macro-table: greatest number of macros per entry; climbing with --beam-width chooses among them.",
)
@click.option(
    "--subgoals",
    type=Subgoals(),
    help="For generated problems: order in which the cells of the goal are filled: found, "
    + ", ".join(RULES)
    + ", or the cells, as in 3,1,2.  [default: found for --learner escapes]",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    help="Macro file to write (.pl), or for PDDL the domain with macros (.pddl).",
)
@click.option("--macros", type=InputFile(), help="Macro file to extend.")
@in_group(SEARCH)(
    "--algorithm",
    type=NameIn(ALGORITHMS),
    default="a-star",
    show_default=True,
    help="Algorithm that finds the path to explain.",
)
@click.option("--keep-going", is_flag=True, help="Skip faulty examples, and list them.")
@in_group(SEARCH)(
    "--with-macros", is_flag=True, help="Use the macros learned so far when solving later examples."
)
@in_group(PDDL)(
    "--longest",
    type=click.IntRange(min=2),
    help=f"For PDDL: greatest number of steps of a plan piece.  [default: {USUAL.longest}]",
)
@in_group(PDDL)(
    "--parameters",
    type=click.IntRange(min=0),
    help=f"For PDDL: greatest number of parameters of a macro.  [default: {USUAL.parameters}]",
)
@in_group(PDDL)(
    "--keep",
    type=click.IntRange(min=1),
    help=f"For PDDL: greatest number of macros to keep.  [default: {USUAL.keep}]",
)
@click.option(
    "--trial",
    type=click.Path(),
    multiple=True,
    metavar="PROBLEMS",
    help="Problems on which macros are tried before they are kept; may be given several times. Default for --learner pieces: a third "
    "of the problems, if there are four or more.",
)
@click.option("--untried", is_flag=True, help="Keep macros without a trial.")
@click.option(
    "--trial-algorithm",
    type=NameIn(ALGORITHMS),
    help="Algorithm of the trial, which should be the one that will use the macros.  [default: lazy-greedy for PDDL, else greedy]",
)
@operational_option
@moves_option
@certificate_option("each macro (its rule is the effect of its steps)")
@click.option("--details", is_flag=True, help="Show what became of each training problem.")
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
    alternatives: int,
    subgoals: Order | None,
    output: str | None,
    macros: str | None,
    algorithm: str,
    keep_going: bool,
    with_macros: bool,
    certificate: str | None,
    details: bool,
    as_json: bool,
    trial: tuple[str, ...],
    untried: bool,
    trial_algorithm: str | None,
    operational: tuple[str, ...],
    moves: str | None,
    **rest: Any,
) -> int:
    """Learn macro-operators from training examples.

    EXAMPLES is a start and a goal, or a .json, .csv, .txt or .pl file of pairs or starts. Each is
    searched, the path explained, generalized into a macro-operator and admitted to the library, or refused with a reason.
    Without EXAMPLES arcwise practises: the learner is chosen by the moves.

    Practice generates its training problems. Where the moves are the same on boards of every size, such as those of sliding
    tiles, the boards are small, and the macros hold on all boards. Otherwise it practises on the board itself, or that of a
    file of arcs, towards its goal. Limits on time and memory then cover each problem; the limit on nodes covers each search
    in it.

    With a logic program, EXAMPLES are goals such as "kill(X,Y)", by default the example(Goal) facts of the file. Each is
    proved, the proof generalized and cut at operational goals (--operational), and the rule kept unless a rule of the
    library subsumes it.

    With PDDL, give DOMAIN.pddl PROBLEM.pddl ...: each problem is solved, unless a plan file follows it. A policy is
    learned: rules for goals, followed without search. With a plan, a trial or -o FILE.pddl, pieces of the plans become
    macros over parameters (--learner pieces), kept if they save time on problems that were not used for learning. -o
    FILE.pddl writes the domain with these macros for other planners, and the macro file beside it.
    """
    options = take_configuration(rest, algorithm)
    wanted = take_keeping(rest)
    if moves is None and is_logic_program(theory, *files[:1]):
        from .logic_commands import learn_logic

        refuse_given(FOR_MOVES, "is not for rules of a logic program")
        strategy = algorithm if chosen("algorithm") else DEPTH_FIRST
        return learn_logic(
            theory,
            files,
            learner or EXAMPLES.name,
            strategy,
            options.limits,
            operational=operational,
            output=output,
            certificate=certificate,
            as_json=as_json,
        )
    domain = None
    if (
        files
        and is_prolog(theory)
        and learner in (None, EXAMPLES.name)
        and (macros is None or is_rule_file(macros))
    ):
        domain = load_domain(
            theory, engine=options.engine, start=first_start(files[0]), moves=moves
        )
        if domain.clauses is not None:
            from .logic_commands import learn_moves

            refuse_given(FOR_ARCS, "is not for macro-operators with conditions")
            return learn_moves(
                domain,
                files,
                options,
                macros=macros,
                with_macros=with_macros,
                keep_going=keep_going,
                operational=operational,
                output=output,
                certificate=certificate,
                as_json=as_json,
            )
    if operational or (learner is not None and learner not in LEARNERS):
        raise InputError(
            f"{(operational and '--operational') or learner} is for logic programs",
            expected="a program with goals as examples, or --learner examples",
            found=theory,
        )
    taken = {name: rest.pop(name) for name in ("longest", "parameters", "keep")}
    taken |= {"quiescence": quiescence, "problems": problems, "alternatives": alternatives}
    how = None if trial_algorithm is None else Configuration(trial_algorithm)
    taken |= {"trial": trial or None, "untried": untried, "tried_with": how}
    if domain is None:
        domain = enumerated(load_domain(theory, engine=options.engine, moves=moves, **rest))
    picked = None
    if learner is None:
        asked = next((option_name(one) for one in FOR_PIECES if chosen(one)), None)
        picked = usual_learner(domain, files or None, output, pieces=asked)
        if not as_json and picked.name != FROM_EXAMPLES:
            tell(str(picked))
        learner = picked.name
    name = LEARNERS.spelled(learner)
    _refuse_useless(name, picked=picked is not None, examples=bool(files))
    fitted = _fitted(name, subgoals, taken)
    try:
        found = learn(
            domain,
            start_and_goal(domain, files) if files else None,
            fitted,
            macros=macros,
            output=output,
            configuration=options,
            with_macros=with_macros,
            keep_going=keep_going,
            keeping=wanted,
            progress=progress_over,
        )
    except UnsavedError as error:
        say(error.text)
        raise
    assert isinstance(found, Learning)
    if not as_json:
        _note_limits(found)
    found = replace(found, chosen=picked)
    nothing = not len(found.library)
    for path in (output, certificate):
        if path is not None and nothing:
            note(f"nothing was learned: {on_one_line(path)} is not written")
    present(learning_view(found), as_json=as_json, details=details)
    uncertified = 0
    if certificate is not None:
        uncertified = write_certificates(certificate, found.library.certificates())
    if found.finished:
        code = _stopped_as_a_whole(found) or (EXIT_CODES["gave up"] if nothing else 0)
        return code or uncertified
    kept = "what was learned until then is kept" if len(found.library) else "nothing was learned"
    return interrupted(wanted.folder, kept)


def _fitted(name: str, subgoals: Order | None, options: Mapping[str, Any]) -> Fitting:
    """The learner of a name, with those of some options that it has."""
    known = {one.name for one in fields(KINDS.get(name, Other))}
    given = {**options, "subgoals": subgoals}
    return fitting(
        name, **{key: value for key, value in given.items() if key in known and value is not None}
    )


def _stopped_as_a_whole(found: Learning) -> int:
    """The exit code of a learner that a limit ends as a whole; 0 otherwise."""
    reached = {one.outcome.limit for one in found.records}
    limit = next((one for one in LIMITS if one in reached), None)
    if limit is None or not LEARNERS[found.learner].at_once:
        return 0
    note(f"stopped by the limit on {limit}: not everything was learned")
    return exit_code_of(limit)


def _note_limits(found: Learning) -> None:
    """Report which problems were cut short, and that nothing is kept if there is no file."""
    stopped = Counter(one.outcome.limit for one in found.records if one.outcome.limit)
    del stopped["interrupt"]
    for limit, count in stopped.items():
        ended = f"ended at the limit on {limit}" if limit in LIMITS else "died and taught nothing"
        note(f"{counted(count, 'problem')} {ended}")
    if len(found.library) and not found.files:
        note("not saved: -o FILE keeps the macros")


def _refuse_useless(learner: str, *, picked: bool, examples: bool) -> None:
    """Refuse options that were given and would do nothing; where the learner was not named, say for which one they are."""
    context = click.get_current_context()
    row = LEARNERS[learner]
    found = f"learner {learner}, chosen by arcwise" if picked else f"--learner {learner}"
    useless = set(FOR_EXAMPLES) if row.builds_on or not row.from_examples else set()
    if row.from_examples:
        useless.discard("keep_going")
    for name in context.params:
        if context.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
            continue
        spelled = option_name(name)
        if name in useless:
            without = f"leave out {spelled}" if picked else f"--learner {learner} without {spelled}"
            raise InputError(
                f"{spelled} is for training examples",
                found=found,
                remedy=without if examples or not picked else f"{without}, or give examples",
            )
        meant = FOR_LEARNER.get(name, (learner,))
        if learner not in meant and name not in row.counts:
            practises = picked and not examples and not LEARNERS[meant[0]].from_examples
            raise InputError(
                f"{spelled} is for --learner {' and '.join(meant)}",
                found=found,
                remedy=f"--learner {meant[0]}" if practises else f"leave out {spelled}",
            )
