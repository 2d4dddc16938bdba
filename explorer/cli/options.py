"""Command-line options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from functools import reduce
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from ...experiments.configuration import Configuration
from ...rules.errors import InputError, on_one_line
from ...rules.read_domain import with_problem
from ...rules.source import EVERYWHERE, OF_PROOFS, ROOT, Source
from ...rules.trust import trusting
from ...search.algorithms import ALGORITHMS, PRUNE_LENGTH, TIES
from ...search.engines import ENGINES as SEARCH_ENGINES
from ...search.limits import Limits
from .arguments import HeuristicName, NamesIn
from .help import LIMITS, LOGIC, RUNS, SEARCH, in_group

if TYPE_CHECKING:
    from ...experiments.keeping import Keeping


class Bytes(click.ParamType[int]):
    """A number of bytes, as ``500000``, ``200M`` or ``2G`` (powers of 1024)."""

    name = "bytes"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """The number."""
        found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", str(value).strip(), re.I)
        if not found:
            self.fail(f"{value!r} is not a size such as 200M or 2G", param, ctx)
        size = int(float(found.group(1)) * 1024 ** " KMGT".index(found.group(2).upper() or " "))
        if size < 1:
            self.fail(f"{value!r} is less than a byte", param, ctx)
        return size


search, limits, runs = in_group(SEARCH), in_group(LIMITS), in_group(RUNS)

Command = TypeVar("Command", bound=Callable[..., Any])

ENGINES = (*SEARCH_ENGINES, "swi")


class CostType(click.ParamType[float]):
    """A finite number of 0 or more; whole ones stay whole."""

    name = "cost"

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        """The number."""
        try:
            cost = float(value)
        except ValueError:
            self.fail(f"{value!r} is not a number", param, ctx)
        if not 0 <= cost < inf:
            self.fail(f"{value!r} is not a finite number of 0 or more", param, ctx)
        return int(cost) if cost == int(cost) else cost


class OrderType(click.ParamType[str]):
    """The letters U, L, R and D once each."""

    name = "order"

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        """The letters in upper case."""
        letters = str(value).upper()
        if sorted(letters) != sorted("ULRD"):
            self.fail(f"{value!r} is not the letters U, L, R and D once each", param, ctx)
        return letters


def _trust(context: click.Context, option: click.Parameter, trust: bool) -> None:
    context.with_resource(trusting(trust))


trust_option = click.option(
    "--trust",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_trust,
    help="Let SWI-Prolog prove goals, and run moves that arcwise refuses, with all your rights.",
)
"""``--trust``, for every command that reads a Prolog program."""


def _together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one, in the order in which they are listed from the last to the first."""

    def add(command: Command) -> Command:
        return reduce(lambda known, option: option(known), options, command)

    return add


def problem_and_goal(
    theory: str, texts: Sequence[str], wanted: str = "goal"
) -> tuple[str, str | None]:
    """The name of the theory with its problem, if problems are files, and the goal, or another state, if one is given.

    Raises
    ------
    InputError
        More than that.
    """
    argument, goals = with_problem(theory, texts)
    if len(goals) > 1:
        cells = " ".join(goals)
        whole = all(len(goal.split()) == 1 for goal in goals)
        raise InputError(
            f"more than one {wanted}",
            expected="a goal at most, and no start"
            if wanted == "goal"
            else f"one {wanted} at most, from which the others are counted",
            found=" | ".join(goals),
            remedy=f'quotes around the {wanted}: "{cells}"' if whole else "one of them, in quotes",
        )
    return argument, goals[0] if goals else None


def chosen(name: str) -> bool:
    """Whether an option stands on the command line."""
    source = click.get_current_context().get_parameter_source(name)
    return source is ParameterSource.COMMANDLINE


def refuse_given(names: Iterable[str], why: str) -> None:
    """Refuse the first of some options that is given.

    Raises
    ------
    InputError
        An option that has no effect here, with the reason.
    """
    for name in names:
        if chosen(name):
            raise InputError(f"{option_name(name)} {why}", remedy=f"leave out {option_name(name)}")


def refuse_lacking(kind: type[Source], named: str) -> None:
    """Refuse the first option given that questions of a source do not take.

    Parameters
    ----------
    kind
        The class of the source.
    named
        The source, as at the command line.

    Raises
    ------
    InputError
        Such an option, with what it is for.
    """
    proofs = [name for name in kind.lacks if name in OF_PROOFS]
    refuse_given(proofs, f"is for logic programs, and {on_one_line(named)} is none")
    refuse_given(kind.lacks, f"does not go with {kind.questions}")


def counts_of(option: str, text: str, least: int = 0, most: int = 10_000) -> list[int]:
    """Numbers of a text with commas between them.

    Parameters
    ----------
    option
        The option that takes them, as messages have it.
    text
        What was typed.
    least, most
        Bounds on each number.

    Raises
    ------
    InputError
        No number, or one out of bounds.
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts or not all(part.isdecimal() and least <= int(part) <= most for part in parts):
        raise InputError(
            f"bad {option}",
            expected=f"numbers from {least} to {most:,} with commas",
            found=repr(text),
        )
    return [int(part) for part in parts]


def option_name(name: str) -> str:
    """An option as it is typed."""
    context = click.get_current_context()
    for one in context.command.get_params(context):
        if one.name == name:
            return one.opts[0]
    return f"--{name.replace('_', '-')}"


operational_option = in_group(LOGIC)(
    "--operational",
    multiple=True,
    metavar="NAME/ARITY",
    help="Predicates that may be conditions of learned rules, with commas, or goals as patterns. [default: those of "
    "operational(...) in the program; else those that have only facts without variables]",
)
"""``--operational``: where proofs of logic programs are cut."""


use_option = in_group(LOGIC)(
    "--use",
    type=click.Choice([EVERYWHERE, ROOT]),
    default=EVERYWHERE,
    help="Where learned rules of a program are used: for every goal, or at the root of a proof alone, without chaining.",
)
"""``--use``: limited use of rules."""


_COST = "arcwise.cost"


class GoalOfMoves(click.ParamType[Any]):
    """The goal by which a Prolog program tells its moves, with the cost where ``--cost`` tells it.

    Parameters
    ----------
    walks
        Whether the length of a random walk may stand there too.
    """

    name = "moves"

    def __init__(self, *, walks: bool = False) -> None:
        self._walks = walks

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | str:
        """Parse a number of 0 or more, or a goal."""
        if isinstance(value, int):
            return value
        text = str(value)
        if "(" in text or not self._walks:
            return text
        if re.fullmatch(r"[0-9]{1,9}", text):
            return int(text)
        raise click.BadParameter(
            f"{text!r} is neither a number of moves nor a goal such as move(S,_,T)", ctx, param
        )


def _keep_cost(context: click.Context, _: click.Parameter, value: str | None) -> None:
    context.meta[_COST] = value


def _with_cost(
    context: click.Context, _: click.Parameter, value: int | str | None
) -> int | str | None:
    cost = context.meta.get(_COST)
    if cost is None or context.resilient_parsing:
        return value
    from ...rules.prolog.steps import with_cost

    return with_cost(value if isinstance(value, str) else None, cost)


def goal_of_moves(moves: int | str | None) -> tuple[int | None, str | None]:
    """The length of a random walk, and the goal of moves, of which ``--moves`` is one."""
    return (None, moves) if isinstance(moves, str) else (moves, None)


cost_option = click.option(
    "--cost",
    metavar="VARIABLE",
    is_eager=True,
    expose_value=False,
    callback=_keep_cost,
    help='Variable of the cost in the goal of --moves, such as C in "road(S,T,C)".',
)


moves_option = _together(
    cost_option,
    click.option(
        "--moves",
        type=GoalOfMoves(),
        metavar="GOAL",
        callback=_with_cost,
        help='Of a Prolog file, the goal that is asked for successors, such as "move(S,_,T)".',
    ),
)


start_options = _together(
    click.option(
        "--distance",
        type=click.IntRange(min=0),
        help="Random starts: exact distance from the goal, in moves.",
    ),
    cost_option,
    click.option(
        "--moves",
        type=GoalOfMoves(walks=True),
        callback=_with_cost,
        help="Random starts: length of the random walk from the goal. Of a Prolog file also the goal that is asked for successors, "
        'such as "move(S,_,T)".',
    ),
)
"""``--moves``, ``--cost`` and ``--distance``: how far random starts are from the goal, or which goal makes moves."""


moves_of_tiles = _together(
    search(
        "--arc-cost",
        type=CostType(),
        default=1,
        help="Cost of a move of a sliding-tile puzzle.",
    ),
    search(
        "--order",
        type=OrderType(),
        default="ULRD",
        help="Order in which the moves of the blank are tried (sliding tiles).",
    ),
)
"""``--order`` and ``--arc-cost``: the arcs of sliding tiles."""


theory_options = _together(
    trust_option,
    search(
        "--engine",
        type=click.Choice(ENGINES),
        default="auto",
        help="Search engine. auto: the kernel (native) if it can, otherwise Python. fast-downward: for PDDL problems. "
        "swi: Python, with successors from SWI-Prolog; it proves goals of a program itself.",
    ),
    moves_of_tiles,
)
"""``--order``, ``--arc-cost`` and ``--engine``: which arcs there are and who applies them; and ``--trust``."""


def random_option(words: str) -> Callable[[Any], Any]:
    """``--random SEED``, the seed with which starts are drawn; None where it is not asked for."""
    return click.option("--random", "random_seed", type=int, metavar="SEED", help=words)


random_start = random_option("Random start, drawn with this seed.")


search_options = _together(
    search(
        "--seed",
        type=int,
        default=0,
        help="Seed of the random number generator.",
    ),
    limits(
        "--limit-memory",
        type=Bytes(),
        help="Memory limit for each search, such as 500M; the preparation of its heuristic has the same limit of its own.",
    ),
    limits(
        "--limit-nodes", type=click.IntRange(min=1), help="Limit on the expansions of each search."
    ),
    limits(
        "--limit-time",
        type=click.FloatRange(min=0, min_open=True),
        help="Time limit in seconds for each search, and once more for its preparation. In `solve` it covers everything, including reading the input.",
    ),
    limits(
        "--limit-work",
        type=click.IntRange(min=1),
        help="Limit on the operator applications of each search; a macro counts its moves.",
    ),
    search(
        "--threads",
        type=click.IntRange(1, 1000),
        help="Threads of batched-ida-star (also if auto chooses it), at most about one per processor; counts then differ from "
        "run to run. As many threads build pattern databases; other algorithms take 1 at most. "
        "[default: 1, and every processor for building]",
    ),
    search(
        "--prune-length",
        type=click.IntRange(1, 1000),
        help="For batched-ida-star: greatest length of the redundant arc sequences that it prunes. "
        f"[default: {PRUNE_LENGTH}]",
    ),
    search(
        "--macro-cost",
        type=click.Choice(["true", "unit"]),
        default="true",
        help="Cost of a macro: that of its moves (true), or of one move (unit; solutions may be suboptimal).",
    ),
    search(
        "--weight",
        type=click.FloatRange(min=1),
        help="Weight of h in weighted A*. [default: the algorithm's own; weighted-a-star: 2]",
    ),
    search(
        "--beam-width",
        type=click.IntRange(min=1),
        help="Number of nodes that a beam keeps. [default: the algorithm's own; beam: 100]",
    ),
    search(
        "--move-back/--no-move-back",
        default=None,
        help="Whether the move back to the parent state is allowed. "
        "[default: the algorithm's own; built-in ones: it may]",
    ),
    search(
        "--iterated/--no-iterated",
        default=None,
        help="Whether moves that repeat, such as walking, are one step with the move that needs where they lead. "
        "[default: they are not]",
    ),
    search(
        "--ties",
        type=click.Choice(TIES),
        help="Tie-breaking among nodes of equal f: the oldest, the newest, one by chance, or the one of lower h and of "
        "these the newest. [default: the algorithm's own; auto and fast choose; a-star and weighted-a-star: lower-h; "
        "other built-in ones: oldest]",
    ),
    search(
        "--duplicates",
        type=click.Choice(["none", "path", "closed"]),
        help="Duplicate detection: none, states on the path, or all known states. "
        "Each algorithm has its own default.",
    ),
    search(
        "--heuristic",
        type=HeuristicName(),
        help="Heuristic of informed algorithms. patterns takes a partition, as in patterns:7-8, or cells, as in "
        "patterns:1..4+5,6 (added up) or patterns:1..4/3..6 (the larger one), and :4 behind them for an entry for "
        "every four states. "
        "[default: manhattan, or gaps as of pancakes, where they apply]",
    ),
)
"""The options that become a `Configuration`."""


def algorithms_option(default: str) -> Callable[[Command], Command]:
    """The option ``--algorithms``."""
    words = "Algorithms with commas between them, or all: every algorithm of arcwise solve."
    return search(
        "--algorithms",
        "--algorithm",
        "algorithms",
        type=NamesIn(ALGORITHMS, ["all"]),
        default=default,
        help=words,
    )


run_options = _together(
    runs(
        "--cluster",
        metavar="ADDRESS",
        help="Search on the workers of a dask.distributed scheduler, such as tcp://10.0.0.1:8786.",
    ),
    runs(
        "--jobs",
        type=click.IntRange(min=1),
        help="Number of searches at once, each in a process of its own.",
    ),
    runs("--resume", is_flag=True, help="Continue the run in --run DIR, if there is one."),
    runs(
        "--run",
        "run_folder",
        type=click.Path(),
        metavar="DIR",
        help="Folder for the run: every search adds a row when it ends. The searches run in other processes.",
    ),
)
"""The options that become a `Keeping`."""


def take_keeping(arguments: dict[str, Any]) -> Keeping:
    """Take the options of `run_options` out of a command's other arguments.

    Raises
    ------
    InputError
        Options that do not go together.
    """
    from ...experiments.keeping import Keeping

    folder, resume, jobs, cluster = (
        arguments.pop(name) for name in ("run_folder", "resume", "jobs", "cluster")
    )
    context = click.get_current_context(silent=True)
    words = tuple(context.find_root().obj or ()) if context else ()
    return Keeping(folder, resume, jobs, cluster, words)


def take_configuration(arguments: dict[str, Any], algorithm: str = "a-star") -> Configuration:
    """Take ``--engine`` and the options of `search_options` out of a command's other arguments."""
    limits = Limits(
        *(arguments.pop(f"limit_{name}") for name in ("time", "nodes", "memory", "work"))
    )
    apart = ("limits", "algorithm", "learner")
    names = [field.name for field in fields(Configuration) if field.name not in apart]
    return Configuration(
        algorithm,
        limits=limits,
        **{name: arguments.pop(name) for name in names if name in arguments},
    )


def algorithm_names(text: str) -> list[str]:
    """The algorithms of a list with commas; ``all`` is every one of the table.

    Raises
    ------
    InputError
        A name that is not in the table.
    """
    if text.strip() == "all":
        return list(ALGORITHMS)
    names = [ALGORITHMS.spelled(name.strip()) for name in _outer_parts(text) if name.strip()]
    if not names:
        raise InputError("no algorithm given", expected=f"some of {', '.join(ALGORITHMS)}")
    return list(dict.fromkeys(names))


def _outer_parts(text: str) -> list[str]:
    """Split a text at commas outside parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts
