"""All kinds of attack, in the order in which they are made."""

from __future__ import annotations

from .attack import Attack
from .attacks.altered import ALTERED
from .attacks.disk import DISK
from .attacks.engines import ENGINES
from .attacks.fuzz import FUZZ
from .attacks.interrupts import INTERRUPTS
from .attacks.kills import KILLS
from .attacks.memory import MEMORY
from .attacks.starts import STARTS
from .attacks.strangers import STRANGERS

ALL = (KILLS, STARTS, DISK, MEMORY, FUZZ, ENGINES, STRANGERS, ALTERED, INTERRUPTS)

KINDS: dict[str, Attack] = {kind.name: kind for kind in ALL}
