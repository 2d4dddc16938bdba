"""The table of the built-in domains, and how an argument such as ``sliding-tile:3x3`` is read."""

from __future__ import annotations

from collections.abc import Mapping

from .domains.arrows import ARROWS
from .domains.blocks import BLOCKS
from .domains.built_in import BuiltIn
from .domains.cube import CUBES
from .domains.gripper import GRIPPERS
from .domains.hanoi import HANOI
from .domains.keys import KEYS_DOMAIN
from .domains.lights_out import LIGHTS_OUT
from .domains.missionaries import MISSIONARIES
from .domains.pancakes import BURNT_PANCAKES, PANCAKES
from .domains.sliding_tiles import SLIDING_TILES, sliding_tiles
from .domains.sokoban import SOKOBAN
from .domains.top_spin import TOP_SPIN
from .domains.water_jugs import WATER_JUGS
from .domains.weighted_tiles import HEAVY_TILES, INVERSE_TILES
from .family import Family
from .geometry import Shape

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
