"""The table of the built-in domains, and how an argument such as ``sliding-tile:3x3`` is read."""

from __future__ import annotations

from collections.abc import Mapping

from ..family import Family
from ..geometry import Shape
from .arrows import ARROWS
from .blocks import BLOCKS
from .built_in import BuiltIn
from .cube import CUBES
from .gripper import GRIPPERS
from .hanoi import HANOI
from .keys import KEYS_DOMAIN
from .lights_out import LIGHTS_OUT
from .missionaries import MISSIONARIES
from .pancakes import BURNT_PANCAKES, PANCAKES
from .sliding_tiles import SLIDING_TILES, sliding_tiles
from .sokoban import SOKOBAN
from .top_spin import TOP_SPIN
from .water_jugs import WATER_JUGS
from .weighted_tiles import HEAVY_TILES, INVERSE_TILES

__all__ = ["FAMILIES", "SPELLINGS", "read_family", "sliding_tiles"]

FAMILIES: Mapping[str, BuiltIn] = {
    domain.name: domain
    for domain in (
        SLIDING_TILES,
        HEAVY_TILES,
        INVERSE_TILES,
        PANCAKES,
        BURNT_PANCAKES,
        TOP_SPIN,
        HANOI,
        BLOCKS,
        GRIPPERS,
        LIGHTS_OUT,
        ARROWS,
        CUBES,
        WATER_JUGS,
        MISSIONARIES,
        KEYS_DOMAIN,
        SOKOBAN,
    )
}
"""Every built-in domain by the name that an argument begins with."""

SPELLINGS = ", ".join(domain.spelling for domain in FAMILIES.values())
"""How the built-in domains are written."""


def read_family(
    argument: str, *, order: str = "ULRD", cost: float = 1
) -> tuple[Family, Shape] | None:
    """The family and size that an argument such as ``pancake:8`` names; None where it names none.

    Raises
    ------
    InputError
        A known name with a bad size.
    """
    name, colon, size = argument.partition(":")
    domain = FAMILIES.get(name)
    if domain is None:
        return None
    return domain.read(size if colon else domain.typical, order, cost)
