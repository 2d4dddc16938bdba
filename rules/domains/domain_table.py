"""The table of the built-in domains, and which of them a theory belongs to."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from ..checked import checked
from ..domain import Domain, TheoryDomain
from ..errors import Place
from ..geometry import Shape
from ..later import Later
from ..registry import Importable, Registry, importable, imported
from ..theory import Theory

PROLOG, PSVN, PDDL = FILES = (".pl", ".psvn", ".pddl")
"""Endings of files of arcs."""

ALIASES = {
    **{f"{size * size - 1}-puzzle": f"sliding-tile:{size}x{size}" for size in range(2, 33)},
    "eight-puzzle": "sliding-tile:3x3",
    "fifteen-puzzle": "sliding-tile:4x4",
    "5-puzzle": "sliding-tile:2x3",
    "k-puzzle": "sliding-tile",
    "n-puzzle": "sliding-tile",
    "puzzle": "sliding-tile",
    "sliding-puzzle": "sliding-tile",
    "sliding-tiles": "sliding-tile",
    "tile": "sliding-tile",
    "tiles": "sliding-tile",
    "heavy-tiles": "heavy-tile",
    "inverse-tiles": "inverse-tile",
    "arrows": "arrow",
    "block": "blocks",
    "blocks-world": "blocks",
    "burnt-pancakes": "burnt-pancake",
    "pancakes": "pancake",
    "pancake-sorting": "pancake",
    "rubik": "cube",
    "rubik-cube": "cube",
    "rubiks": "cube",
    "rubiks-cube": "cube",
    "mini-cube": "cube:2",
    "pocket-cube": "cube:2",
    "grippers": "gripper",
    "tower-of-hanoi": "hanoi",
    "towers-of-hanoi": "hanoi",
    "jugs": "water-jugs",
    "light-out": "lights-out",
    "cannibals": "missionaries",
    "missionaries-and-cannibals": "missionaries",
    "hi-q": "peg-solitaire:english",
    "pegs": "peg-solitaire",
    "solitaire": "peg-solitaire",
}
"""Other names of the domains, and of boards of some sizes."""

DOMAINS: Registry[type[Domain]] = Registry(
    "domain",
    {
        "sliding-tile": Later("rules.domains.sliding_tiles", "SlidingTiles"),
        "heavy-tile": Later("rules.domains.sliding_tiles", "HeavyTiles"),
        "inverse-tile": Later("rules.domains.sliding_tiles", "InverseTiles"),
        "pancake": Later("rules.domains.pancakes", "Pancakes"),
        "burnt-pancake": Later("rules.domains.pancakes", "BurntPancakes"),
        "topspin": Later("rules.domains.pancakes", "TopSpin"),
        "hanoi": Later("rules.domains.hanoi", "Hanoi"),
        "blocks": Later("rules.domains.blocks", "Blocks"),
        "gripper": Later("rules.domains.gripper", "Gripper"),
        "lights-out": Later("rules.domains.toggles", "LightsOut"),
        "arrow": Later("rules.domains.toggles", "Arrows"),
        "cube": Later("rules.domains.cube", "Cube"),
        "water-jugs": Later("rules.domains.water_jugs", "WaterJugs"),
        "missionaries": Later("rules.domains.missionaries", "Missionaries"),
        "keys": Later("rules.domains.keys", "Keys"),
        "sokoban": Later("rules.domains.sokoban", "Sokoban"),
        "peg-solitaire": Later("rules.domains.peg_solitaire", "PegSolitaire"),
    },
    "arcwise.domains",
    ALIASES,
    expected="a subclass of arcwise.rules.Domain",
    fits=lambda row: isinstance(row, type) and issubclass(row, Domain),
)
"""Every domain by the name that an argument begins with; other packages add theirs by entry points."""


def spelled(argument: str) -> str:
    """An argument with the table's name of its domain; any other argument is returned unchanged."""
    return name_in_table(argument) or argument


def name_in_table(argument: str) -> str | None:
    """Name that an argument means; a file means none, and no other package is asked for it."""
    if ":" not in argument and argument.lower().endswith(FILES):
        return None
    return DOMAINS.named(argument)


@checked
def read_built_in(
    argument: str, *, order: str = "ULRD", cost: float = 1
) -> tuple[Domain, Shape] | None:
    """The domain and size that an argument such as ``pancake:8`` or ``8-puzzle`` names; None where it names none.

    Raises
    ------
    InputError
        A known name with a bad size, or a domain of another package that cannot be loaded.
    """
    meant = name_in_table(argument)
    if meant is None:
        return None
    name, colon, size = meant.partition(":")
    domain = DOMAINS[name]
    return domain.read(size if colon else domain.typical, order, cost)


LentClass = Importable
"""Where another process imports a class of domain that is not installed."""


def lent_class(argument: str) -> LentClass | None:
    """Module and name of a domain class of this process that no package installs; None for any other argument.

    Its module is empty where no other process can import it: of a script, a notebook or a function.
    """
    name = argument.partition(":")[0]
    if not DOMAINS.is_lent(name):
        return None
    return importable(DOMAINS[name])


def borrow(name: str, where: LentClass) -> None:
    """Import a domain class named by another process and register it; does nothing if the import fails."""
    if not where.module or DOMAINS.named(name) is not None:
        return
    kind = imported(where)
    if isinstance(kind, type) and issubclass(kind, Domain):
        DOMAINS.lend(name, kind)


@checked
def domain_of(theory: Theory) -> Domain:
    """The domain of a theory: its own, else the built-in one with its rules, else one that knows its arcs alone."""
    return theory.domain if isinstance(theory.domain, Domain) else adopted(theory)


def written_as(
    theory: Theory,
    functor: str,
    predicate: str = Domain.predicate,
    places: tuple[Place, ...] | None = (),
    form: Any = None,
) -> Theory:
    """A theory without a domain, with one that knows how it is written in Prolog, and where; see `Domain`."""
    domain = replace(
        adopted(theory), functor=functor, predicate=predicate, places=places, form=form
    )
    return domain.theory(theory.shape)


@lru_cache(maxsize=64)
def adopted(theory: Theory) -> TheoryDomain:
    """The domain of a theory that was read from somewhere, by its rules."""
    known = (DOMAINS[name].adopts(theory) for name in DOMAINS.built_in)
    return next((domain for domain in known if domain is not None), TheoryDomain(theory))
