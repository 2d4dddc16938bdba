"""The table of the built-in domains, and which of them a theory belongs to."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ..checked import checked
from ..domain import Domain, TheoryDomain
from ..geometry import Shape
from ..registry import Registry
from ..theory import Theory
from .arrows import Arrows
from .blocks import Blocks
from .cube import Cube
from .gripper import Gripper
from .hanoi import Hanoi
from .keys import Keys
from .lights_out import LightsOut
from .missionaries import Missionaries
from .pancakes import BurntPancakes, Pancakes
from .sokoban import Sokoban
from .tiles.sliding_tiles import SlidingTiles
from .tiles.weighted_tiles import HeavyTiles, InverseTiles
from .top_spin import TopSpin
from .water_jugs import WaterJugs

BUILT_IN: tuple[type[Domain], ...] = (
    SlidingTiles,
    HeavyTiles,
    InverseTiles,
    Pancakes,
    BurntPancakes,
    TopSpin,
    Hanoi,
    Blocks,
    Gripper,
    LightsOut,
    Arrows,
    Cube,
    WaterJugs,
    Missionaries,
    Keys,
    Sokoban,
)

DOMAINS: Registry[type[Domain]] = Registry(
    "domain", {domain.name: domain for domain in BUILT_IN}, "arcwise.domains"
)
"""Every domain by the name that an argument begins with; other packages add theirs by entry points."""


def spellings() -> str:
    """How the domains are written."""
    return ", ".join(domain.spelling() for domain in DOMAINS.values())


@checked
def read_built_in(
    argument: str, *, order: str = "ULRD", cost: float = 1
) -> tuple[Domain, Shape] | None:
    """The domain and size that an argument such as ``pancake:8`` names; None where it names none.

    Raises
    ------
    InputError
        A known name with a bad size, or a domain of another package that cannot be loaded.
    """
    name, colon, size = argument.partition(":")
    if name not in DOMAINS:
        return None
    domain = DOMAINS.find(name)
    return domain.read(size if colon else domain.typical, order, cost)


@checked
def domain_of(theory: Theory) -> Domain:
    """The domain of a theory: its own, that whose rules it has, or else one of which only its arcs are known."""
    return theory.domain if isinstance(theory.domain, Domain) else adopted(theory)


def written_as(theory: Theory, functor: str, predicate: str = Domain.predicate) -> Theory:
    """A theory without a domain, with one that knows how it is written in Prolog; see `Domain`."""
    domain = replace(adopted(theory), functor=functor, predicate=predicate)
    return domain.theory(theory.shape)


@lru_cache(maxsize=64)
def adopted(theory: Theory) -> TheoryDomain:
    """The domain of a theory that was read from somewhere, by its rules."""
    known = (domain.adopts(theory) for domain in BUILT_IN)
    return next((domain for domain in known if domain is not None), TheoryDomain(theory))
