"""``arcwise learn``: training examples in, macro-operators out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import cleandoc
from pathlib import Path
from typing import Any, NoReturn

import click

from ...ebl.files.macro_file import head_of
from ...ebl.learner import Learner, Option
from ...ebl.learners.learner_table import LEARNERS, learner_of
from ...experiments.asked import as_first_shows, start_and_goal
from ...experiments.board import BoardSource
from ...experiments.designs.learn import Learning, learn
from ...experiments.designs.training import FROM_EXAMPLES
from ...experiments.store.run_folder import UnsavedError
from ...rules.errors import InputError, on_one_line
from ...rules.source import SOURCES, Learns, source_class
from ...rules.text.words import counted, listed
from ...search.algorithms import ALGORITHMS
from .arguments import (
    DomainArgument,
    InputFile,
    NameIn,
)
from .budgeted import exit_code_of, interrupted
from .certifying import certificate_option, write_certificates
from .console import enumerated, progress_over, say, tell
from .help import OF_LEARNERS, SEARCH, WHOLE, Command, GroupedOption, in_group
from .messages import EXIT_CODES, note
from .options import (
    chosen,
    moves_option,
    option_name,
    refuse_given,
    run_options,
    search_options,
    take_configuration,
    take_keeping,
    theory_options,
)
from .present import present

LIMITS = ("time", "nodes", "memory")

FOR_EXAMPLES = (
    *("algorithm", "heuristic", "duplicates", "ties", "move_back", "iterated"),
    *("beam_width", "weight", "macro_cost", "threads", "prune_length", "engine"),
)
"""Options without meaning for learners, whose searches are their own."""

FOR_PIECES = ("macros", "algorithm", "heuristic", "jobs", "cluster")
"""Options with which PDDL problems are learned from in pieces of their plans, beside those of that learner."""

_OWN = "option_of_learner_"
"""Begins the names under which a command gets the options of learners."""


class LearnCommand(Command):
    """A command that takes the options of learners, made from their fields; its help shows those of the learner that is named."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The command's own parameters, and an option for each field of the learner that is named, or of any."""
        *own, help_all = super().get_params(ctx)
        if ctx.meta.get(_SHARED) and not ctx.meta.get(WHOLE):
            return [*own, help_all]
        options, known = (
            _options_of_learners(ctx.meta.get(_NAMED)),
            {o for p in own for o in p.opts},
        )
        for one in options:
            if one.opts[0] in known:
                raise InputError(
                    f"an option of learner {ctx.meta.get(_NAMED)} is called like one that all learners have",
                    expected="another name of the field in its class",
                    found=one.opts[0],
                )
        return [*own, *options, help_all]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words of a command line, of which the learner tells which options there are.

        Learners are imported where one is named, and where a word is no option that all of them share.
        """
        named = ctx.meta[_NAMED] = _named_in(args)
        ctx.meta[_SHARED] = named is None and not ctx.resilient_parsing
        try:
            return super().parse_args(ctx, list(args))
        except click.NoSuchOption:
            if not ctx.meta[_SHARED]:
                raise
        ctx.meta[_SHARED] = False
        return super().parse_args(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help; where a learner is named, what it is and its options."""
        named = ctx.meta.get(_NAMED)
        if named is None or ctx.meta.get(WHOLE):
            super().format_help(ctx, formatter)
            return
        learner = LEARNERS[named]
        formatter.write_usage(ctx.command_path, f"DOMAIN [EXAMPLES] --learner {named} [OPTIONS]")
        for paragraph in _paragraphs(learner):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(paragraph)
        shown = [one for one in _options_of_learners(named) if not one.hidden]
        records = [record for one in shown if (record := one.get_help_record(ctx)) is not None]
        if records:
            with formatter.section(f"Options of learner {named}"):
                formatter.write_dl(records)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(
                "arcwise learn --help-all shows the options that all learners share."
            )


_NAMED, _SHARED = f"{__name__}.learner", f"{__name__}.shared"


def _named_in(args: Sequence[str]) -> str | None:
    """The learner that a command line names; None where it names none.

    Raises
    ------
    InputError
        A name that no learner has, where help is asked for: no other check would see it. Options in brackets.
    """
    words = iter(args)
    for word in words:
        option, equals, value = word.partition("=")
        if option == "--learner":
            name = value if equals else next(words, "")
            if "(" in name:
                only = name.partition("(")[0]
                raise InputError(
                    "options of a learner in brackets are for compare --learners",
                    expected=f"--learner {only} and options of its own: arcwise learn --learner {only} --help",
                    found=name,
                )
            return LEARNERS.spelled(name) if "--help" in args else LEARNERS.named(name)
    return None


def _options_of_learners(named: str | None) -> list[GroupedOption]:
    """An option for each field of the learner that is named, and hidden ones for those of others, to be refused by name.

    Where none is named, each says whose it is.
    """
    made: dict[str, GroupedOption] = {}
    owners: dict[str, list[str]] = {}
    usual: dict[str, dict[str, list[str]]] = {}
    learners = [LEARNERS[one] for one in LEARNERS.built_in]
    if named is not None:
        learners.insert(0, LEARNERS[named])
    for learner in learners:
        for one in learner.options():
            owners.setdefault(one.name, []).append(learner.name)
            usual.setdefault(one.name, {}).setdefault(_usual(one), []).append(learner.name)
            new = one.name not in made or (one.switch and named in (None, learner.name))
            if new and (one.read or one.kind in _KINDS or one.whole):
                made[one.name] = _typed(one, hidden=named not in (None, learner.name))
    if named is None:
        for name, option in made.items():
            option.help = f"{', '.join(dict.fromkeys(owners[name]))}: {option.help}"
            if len(told := usual[name]) > 1:
                words = option.help.partition("  [default: ")[0]
                first, *others = told
                each = [
                    first or "no",
                    *(f"{one or 'no'} for {', '.join(told[one])}" for one in others),
                ]
                option.help = f"{words}  [default: {'; '.join(each)}]"
    return list(made.values())


_KINDS = {"bool": bool, "bool | None": bool, "float": float, "str": str}
"""Types of the values of options, by the annotations of fields."""


def _usual(one: Option) -> str:
    """The default of an option in words; empty where it is nothing."""
    return one.usually or ("" if one.default in (None, False, ()) else str(one.default))


def _typed(one: Option, *, hidden: bool) -> GroupedOption:
    """The option of a command line for a field of a learner."""
    default = _usual(one)
    words = f"{one.words}  [default: {default}]" if default else one.words
    kind: Any = click.IntRange(min=one.least) if one.whole else _KINDS.get(one.kind, str)
    settings: dict[str, Any] = {"is_flag": True} if one.flag else {"type": kind}
    if one.several:
        settings["multiple"] = True
    name = (one.typed or one.name).replace("_", "-")
    spelled = f"--{name}/--no-{name}" if one.switch else f"--{name}"
    return GroupedOption(
        [spelled, f"{_OWN}{one.name}"],
        group=OF_LEARNERS,
        help=words,
        default=None,
        hidden=hidden,
        **settings,
    )


def _paragraphs(learner: Learner) -> list[str]:
    """Paragraphs of the docstring of a learner before its parameters."""
    text = cleandoc(type(learner).__doc__ or learner.summary)
    return [one for one in text.partition("\nParameters\n---")[0].split("\n\n") if one.strip()]


def _taken(values: dict[str, Any]) -> dict[str, Any]:
    """Take the options of learners that were typed out of a command's other arguments."""
    names = [name for name in values if name.startswith(_OWN)]
    taken = {name.removeprefix(_OWN): values.pop(name) for name in names}
    return {name: value for name, value in taken.items() if value not in (None, ())}


def _with_options(name: str, given: Mapping[str, Any], *, picked: bool) -> Learner:
    """The learner of a name with the options that were typed.

    Raises
    ------
    InputError
        An option that it has not.
    """
    learner = LEARNERS[name]
    known = {one.name: one for one in learner.options()}
    for one in given:
        if one not in known:
            _refuse_other(one, learner, picked=picked)
    return learner_of(
        learner,
        **{
            one: value if (read := known[one].read) is None else read(value)
            for one, value in given.items()
        },
    )


def _refuse_other(option: str, learner: Learner, *, picked: bool) -> NoReturn:
    """Refuse an option of another learner."""
    rows = [LEARNERS[name] for name in LEARNERS.built_in]
    owners = [row for row in rows if option in row.values]
    spelled = option_name(f"{_OWN}{option}")
    own = [option_name(f"{_OWN}{name}") for name in learner.values]
    practises = picked and not owners[0].from_examples
    raise InputError(
        f"{spelled} is for --learner {listed([row.name for row in owners])}",
        expected=f"options of {learner}: {', '.join(own)}" if own else f"no options of {learner}",
        found=f"learner {learner}, chosen by arcwise" if picked else f"--learner {learner}",
        remedy=f"--learner {owners[0]}" if practises else f"leave out {spelled}",
    )


@click.command(
    "learn",
    cls=LearnCommand,
    first=["--learner", "--output", "--macros", "--algorithm", "--limit-time"],
    choices={"Learners": lambda: LEARNERS.summaries},
    examples=[
        'arcwise learn 5-puzzle "4 5 3 0 1 2" "5 1 3 4 2 0" -o macros.pl',
        "arcwise learn cube:2 -o cube.pl",
    ],
)
@click.argument("theory", type=DomainArgument())
@click.argument("files", nargs=-1, type=InputFile(), metavar="[EXAMPLES]")
@click.option(
    "--learner",
    type=NameIn(LEARNERS),
    help="Learner to use. --learner NAME --help shows its own options. examples, pieces and, with PDDL, policy use the files "
    "you give; all others generate small problems. [default: chosen; the reason is printed]",
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
    help="Algorithm that finds the path to explain.",
)
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
    output: str | None,
    certificate: str | None,
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
    given = _taken(rest)
    shown = {name: rest.pop(name) for name in ("as_json", "details")}
    macros, moves = rest.pop("macros"), rest.pop("moves")
    options = take_configuration(rest, rest.pop("algorithm"))
    wanted = take_keeping(rest)
    typed = _Typed(theory, files, learner, macros, moves, options.engine)
    opened = typed.opened(rest)
    picked = None
    source, told = opened.source, opened.told
    if source.practises and not told and learner is None:
        picked = source.usual_learner(files or None, output, _for_pieces(given))
        learner = picked.name
        if not shown["as_json"] and learner != FROM_EXAMPLES:
            tell(str(picked))
    opened.refuse_useless(given)
    if not source.practises and not chosen("algorithm"):
        options = replace(options, algorithm=source.usual_algorithms[0])
    fitted = _with_options(learner or FROM_EXAMPLES, given, picked=picked is not None)
    if not told:
        _refuse_useless(fitted, picked=picked is not None, examples=bool(files))
    try:
        found = learn(
            source,
            opened.examples,
            fitted,
            macros=macros,
            output=output,
            configuration=options,
            keeping=None if told else wanted,
            progress=progress_over,
        )
    except UnsavedError as error:
        say(error.text)
        raise
    if isinstance(found, Learning):
        found = replace(found, chosen=picked)
    return _told(found, output, certificate, wanted.folder, **shown)


@dataclass(frozen=True)
class _Opened:
    """A source with examples, opened.

    Parameters
    ----------
    source, examples
        As for `learn`.
    learns
        What is learned from them.
    """

    source: Any
    examples: Any
    learns: Learns = field(default_factory=Learns)

    @property
    def told(self) -> bool:
        """Whether the source tells which options have a meaning."""
        return self.learns.options is not None

    def refuse_useless(self, given: Mapping[str, Any]) -> None:
        """Refuse the first option that is given and has no meaning."""
        learns = self.learns
        refuse_given(learns.lacks, f"is not for {learns.what}")
        for one in given:
            if learns.options is not None and one not in learns.options:
                spelled = option_name(f"{_OWN}{one}")
                raise InputError(
                    f"{spelled} is not for {learns.what}", remedy=f"leave out {spelled}"
                )


@dataclass(frozen=True)
class _Typed:
    """Words of the command line that name a domain and examples."""

    theory: str
    files: tuple[str, ...]
    learner: str | None
    macros: str | None
    moves: str | None
    engine: str

    def opened(self, rest: Mapping[str, Any]) -> _Opened:
        """The domain and the examples, opened once."""
        kind = source_class(self.theory, self.files)
        if not kind.practises and (self.moves is None or kind is not SOURCES["program"]):
            source = kind.opened(self.theory, self.files)
            examples = source.given(self.files) if self.files else None
            return _Opened(source, examples, source.learns)
        return self._by_examples() or self._of_boards(rest)

    def _by_examples(self) -> _Opened | None:
        """A Prolog program of moves with examples, of which the first shows the form of its states; None of anything else."""
        by_examples = bool(self.files) and self.learner in (None, FROM_EXAMPLES)
        if not by_examples or (self.macros is not None and not head_of(self.macros).proves):
            return None
        source: Any = as_first_shows(self.theory, self.files, engine=self.engine, moves=self.moves)
        if source is self.theory:
            return None
        return _Opened(source, start_and_goal(source, self.files), source.learns)

    def _of_boards(self, rest: Mapping[str, Any]) -> _Opened:
        """A domain of boards, or of planning tasks, with or without examples."""
        source = BoardSource.opened(self.theory, engine=self.engine, moves=self.moves, **rest)
        source = enumerated(source)
        return _Opened(source, start_and_goal(source, self.files) if self.files else None)


def _for_pieces(given: Mapping[str, Any]) -> str | None:
    """The first option given with which PDDL problems are learned from in pieces of their plans."""
    pieces, policy = LEARNERS["pieces"].values, LEARNERS["policy"].values
    own = (f"{_OWN}{one}" for one in given if one in pieces and one not in policy)
    return next((option_name(one) for one in (*filter(chosen, FOR_PIECES), *own)), None)


def _told(
    found: Any,
    output: str | None,
    certificate: str | None,
    folder: str | Path | None,
    *,
    as_json: bool,
    details: bool,
) -> int:
    """Print what was learned and certify it; the exit code."""
    library, stopped = found.library, 0
    if isinstance(found, Learning):
        if not as_json:
            _note_limits(found)
        stopped = _stopped_as_a_whole(found)
    kept = "is kept" if isinstance(found, Learning) else "stands above"
    view = found.learned_view()
    if not len(library):
        for path in (output, certificate):
            if path is not None:
                note(f"nothing was learned: {on_one_line(path)} is not written")
    present(view, as_json=as_json, details=details)
    if library.word == "rule" and len(library):
        files = f"{counted(len(library), 'rule')} in {on_one_line(output or '')}"
        note(files if output else "not saved: -o FILE keeps the rules")
    uncertified = 0
    if certificate is not None and len(library):
        uncertified = write_certificates(certificate, library.certificates())
    if not found.finished:
        return interrupted(
            folder, f"what was learned until then {kept}" if len(library) else "nothing was learned"
        )
    return stopped or (0 if len(library) else EXIT_CODES["gave up"]) or uncertified


def _stopped_as_a_whole(found: Learning) -> int:
    """The exit code of a learner that a limit ends as a whole; 0 otherwise."""
    reached = {one.outcome.limit for one in found.records}
    limit = next((one for one in LIMITS if one in reached), None)
    if limit is None or not found.learner.at_once:
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


def _refuse_useless(learner: Learner, *, picked: bool, examples: bool) -> None:
    """Refuse options of searches that were given for a learner whose searches are its own."""
    if learner.searches_examples:
        return
    for name in filter(chosen, FOR_EXAMPLES):
        spelled = option_name(name)
        without = f"leave out {spelled}" if picked else f"--learner {learner} without {spelled}"
        raise InputError(
            f"{spelled} is for training examples",
            found=f"learner {learner}, chosen by arcwise" if picked else f"--learner {learner}",
            remedy=without if examples or not picked else f"{without}, or give examples",
        )
