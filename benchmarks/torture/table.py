"""All kinds of attack, in the order in which they are made."""

from __future__ import annotations

from .altered import ALTERED
from .disk import DISK
from .engines import ENGINES
from .fuzz import FUZZ
from .interrupts import INTERRUPTS
from .kills import KILLS
from .kind import Kind
from .memory import MEMORY
from .starts import STARTS
from .strangers import STRANGERS

ALL = (KILLS, STARTS, DISK, MEMORY, FUZZ, ENGINES, STRANGERS, ALTERED, INTERRUPTS)

KINDS: dict[str, Kind] = {kind.name: kind for kind in ALL}
