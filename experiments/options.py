"""Command-line options that several commands share, and what they stand for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Any, TypeVar

import click

from ..rules.errors import InputError
from ..rules.registry import Registry
from ..search.algorithms import ALGORITHMS, PRUNE_LENGTH, TIES
from ..search.heuristics.table import HEURISTICS, heuristic_maker
from ..search.limits import NO_LIMITS, Limits
from ..search.problem import SearchProblem
from ..search.result import Result
from ..search.solve import ENGINES as SEARCH_ENGINES
from ..search.solve import solve

Command = TypeVar("Command", bound=Callable[..., Any])

ENGINES = (*SEARCH_ENGINES, "swi")


class Bytes(click.ParamType[int]):
    """A number of bytes, as ``500000``, ``200M`` or ``2G`` (powers of 1024)."""

    name = "bytes"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """The number."""
        found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", str(value).strip(), re.I)
        if not found:
            self.fail(f"{value!r} is not a size such as 200M or 2G", param, ctx)
        return int(float(found.group(1)) * 1024 ** " KMGT".index(found.group(2).upper() or " "))


class Cost(click.ParamType[float]):
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


class Order(click.ParamType[str]):
    """The letters U, L, R and D once each."""

    name = "order"

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        """The letters in upper case."""
        letters = str(value).upper()
        if sorted(letters) != sorted("ULRD"):
            self.fail(f"{value!r} is not the letters U, L, R and D once each", param, ctx)
        return letters


class NameIn(click.ParamType[str]):
    """A name in a table, which is looked at when it is needed.

    Parameters
    ----------
    table
        Where the names are.
    others
        Names that a command takes besides.
    """

    name = "name"

    def __init__(self, table: Registry[Any], *others: str) -> None:
        self.table = table
        self.others = others

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """The names, as `click.Choice` shows them."""
        return f"[{'|'.join([*self.table, *self.others])}]"

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        """The name, if there is such a row."""
        name = str(value)
        if name not in self.others:
            self.table.find(name)
        return name


class HeuristicName(NameIn):
    """A heuristic, with a parameter behind a colon where it takes one."""

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        """The name, if there is such a heuristic."""
        heuristic_maker(str(value))
        return str(value)


def theory_options(command: Command) -> Command:
    """``--order``, ``--arc-cost`` and ``--engine``: which arcs there are and who applies them."""
    for option in (
        click.option(
            "--engine",
            type=click.Choice(ENGINES),
            default="auto",
            show_default=True,
            help="Who searches: the kernel (native) where it can and Python elsewhere, one of them, or Python "
            "asking SWI-Prolog at each step.",
        ),
        click.option(
            "--arc-cost",
            type=Cost(),
            default=1,
            show_default=True,
            help="The cost of a move of a built-in puzzle.",
        ),
        click.option(
            "--order",
            type=Order(),
            default="ULRD",
            show_default=True,
            help="The order in which the blank's moves are tried (built-in puzzles).",
        ),
    ):
        command = option(command)
    return command


def search_options(command: Command) -> Command:
    """The options that become a `SearchOptions`."""
    for option in (
        click.option("--seed", type=int, default=0, show_default=True, help="For what is random."),
        click.option("--limit-memory", type=Bytes(), help="Bytes a search may take, such as 500M."),
        click.option(
            "--limit-nodes", type=click.IntRange(min=1), help="Expansions a search may make."
        ),
        click.option(
            "--limit-time",
            type=click.FloatRange(min=0, min_open=True),
            help="Seconds a search may take.",
        ),
        click.option(
            "--threads",
            type=click.IntRange(1, 1000),
            default=1,
            show_default=True,
            help="For batched-ida-star: how many processors to use.",
        ),
        click.option(
            "--prune-length",
            type=click.IntRange(1, 1000),
            default=PRUNE_LENGTH,
            show_default=True,
            help="For batched-ida-star: how long the redundant sequences of arcs are that it leaves out.",
        ),
        click.option(
            "--macro-cost",
            type=click.Choice(["true", "unit"]),
            default="true",
            show_default=True,
            help="What a macro costs: its moves, or as little as one move (may be suboptimal).",
        ),
        click.option(
            "--weight",
            type=click.FloatRange(min=1),
            default=2.0,
            show_default=True,
            help="The factor on h in weighted A*.",
        ),
        click.option(
            "--beam-width",
            type=click.IntRange(min=1),
            default=100,
            show_default=True,
            help="How many nodes a beam keeps.",
        ),
        click.option(
            "--move-back/--no-move-back",
            default=True,
            show_default=True,
            help="Whether a node may step straight back to its parent.",
        ),
        click.option(
            "--ties",
            type=click.Choice(TIES),
            default="oldest",
            show_default=True,
            help="Which of equally good nodes goes first.",
        ),
        click.option(
            "--duplicates",
            type=click.Choice(["none", "path", "closed"]),
            help="Which known states are dropped: none, those on the own path, all. "
            "Each algorithm has its own default.",
        ),
        click.option(
            "--heuristic",
            type=HeuristicName(HEURISTICS),
            help="For informed algorithms; patterns takes a partition, as in patterns:7-8. "
            "[default: manhattan where it applies]",
        ),
    ):
        command = option(command)
    return command


def run_options(command: Command) -> Command:
    """The options that become a `RunOptions`."""
    for option in (
        click.option(
            "--cluster",
            metavar="ADDRESS",
            help="Search on the workers of a dask.distributed scheduler, such as tcp://10.0.0.1:8786.",
        ),
        click.option(
            "--jobs",
            type=click.IntRange(min=1),
            help="So many searches at once, each in a process of its own.",
        ),
        click.option(
            "--resume", is_flag=True, help="Go on with the run in --run DIR, if it has one."
        ),
        click.option(
            "--run",
            "run_folder",
            type=click.Path(),
            metavar="DIR",
            help="Keep the run in a folder, one row a search as soon as it is done, each in a process of its own.",
        ),
    ):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Where the searches of a command are kept, and who makes them."""

    folder: str | None = None
    resume: bool = False
    jobs: int | None = None
    cluster: str | None = None

    @classmethod
    def take(cls, arguments: dict[str, Any]) -> RunOptions:
        """Take the options of `run_options` out of a command's other arguments.

        Raises
        ------
        InputError
            Options that do not go together.
        """
        found = cls(*(arguments.pop(name) for name in ("run_folder", "resume", "jobs", "cluster")))
        if found.resume and found.folder is None:
            raise InputError(
                "--resume goes on with the run of a folder", remedy="--run DIR --resume"
            )
        if found.jobs is not None and found.cluster is not None:
            raise InputError("either --jobs here or --cluster elsewhere", found="both")
        return found

    @property
    def apart(self) -> bool:
        """Whether searches are made in processes of their own, rather than in this one."""
        return not (self.folder is None and self.jobs is None and self.cluster is None)


@dataclass(frozen=True)
class SearchOptions:
    """How a command searches, as the user asked for it."""

    heuristic: str | None = None
    duplicates: str | None = None
    ties: str = "oldest"
    move_back: bool = True
    beam_width: int = 100
    weight: float = 2.0
    macro_cost: str = "true"
    limits: Limits = NO_LIMITS
    seed: int = 0
    threads: int = 1
    prune_length: int = PRUNE_LENGTH
    engine: str = "auto"

    @classmethod
    def take(cls, arguments: dict[str, Any], engine: str) -> SearchOptions:
        """Take the options of `search_options` out of a command's other arguments."""
        limits = Limits(
            arguments.pop("limit_time"),
            arguments.pop("limit_nodes"),
            arguments.pop("limit_memory"),
        )
        names = [name for name in cls.__dataclass_fields__ if name not in ("limits", "engine")]
        return cls(
            limits=limits,
            engine=engine if engine in SEARCH_ENGINES else "auto",
            **{name: arguments.pop(name) for name in names},
        )

    def with_heuristic(self, heuristic: str) -> SearchOptions:
        """The same with another heuristic."""
        return replace(self, heuristic=heuristic)

    def with_nodes(self, nodes: int) -> SearchOptions:
        """The same with another limit on nodes."""
        return replace(self, limits=replace(self.limits, nodes=nodes))

    def search(
        self,
        problem: SearchProblem,
        algorithm: str,
        report: Callable[[int], None] | None = None,
    ) -> Result:
        """Run an algorithm on a problem with these options."""
        return solve(
            problem,
            algorithm,
            heuristic=self.heuristic,
            duplicates=self.duplicates,
            ties=self.ties,
            move_back=self.move_back,
            beam_width=self.beam_width,
            weight=self.weight,
            limits=self.limits,
            seed=self.seed,
            engine=self.engine,
            threads=self.threads,
            prune_length=self.prune_length,
            report=report,
        )


def algorithm_names(text: str) -> list[str]:
    """The algorithms of a list with commas; ``all`` is every one.

    Raises
    ------
    InputError
        A name that is not in the table.
    """
    if text.strip() == "all":
        return list(ALGORITHMS)
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in ALGORITHMS:
            raise InputError(
                "unknown algorithm", expected=f"some of {', '.join(ALGORITHMS)}", found=repr(name)
            )
    if not names:
        raise InputError("no algorithm given", expected=f"some of {', '.join(ALGORITHMS)}")
    return list(dict.fromkeys(names))
