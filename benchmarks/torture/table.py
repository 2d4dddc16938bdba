"""All kinds of attack, in the order in which they are made."""

from __future__ import annotations

from .disk import DISK
from .engines import ENGINES
from .interrupts import INTERRUPTS
from .kills import KILLS
from .kind import Kind
from .starts import STARTS

KINDS: dict[str, Kind] = {kind.name: kind for kind in (KILLS, STARTS, DISK, ENGINES, INTERRUPTS)}
