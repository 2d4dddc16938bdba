"""States in sorted files: those of a layer, and what they lead to."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from ...rules.errors import InputError, Place
from ...rules.term import State
from ...rules.text.text_file import replacing
from ...rules.theory import Theory
from .. import _kernel
from ..limits import Limits
from ..native.border import kernel_limits
from ..native.compiled import CompiledTheory, compile_theory

BUCKETS = 1024
"""Into how many parts states are divided, by their hash."""


class Range(NamedTuple):
    """Buckets of a layer whose states are in one file: from the first to the one before the end."""

    layer: int
    first: int
    end: int

    @property
    def states(self) -> str:
        """The file of the states themselves."""
        return f"{self.layer}.{self.first}-{self.end}.states"

    @property
    def successors(self) -> str:
        """The file of what they lead to."""
        return f"{self.layer}.{self.first}-{self.end}.successors"


@dataclass(frozen=True)
class LayerFiles:
    """Where the states of a space are; what every task is told.

    Parameters
    ----------
    theory
        Whose arcs lead from layer to layer.
    start
        The state of layer 0.
    folder
        On a cluster, the same for all.
    memory
        The most bytes that one task holds in the kernel; None for no limit.
    """

    theory: Theory
    start: State
    folder: Path
    memory: int | None = None

    @property
    def compiled(self) -> CompiledTheory:
        """The theory in the kernel; made once in every process."""
        return compile_theory(self.theory, self.start)

    @property
    def limits(self) -> _kernel.Limits:
        """Limits of one task."""
        return kernel_limits(Limits(memory=self.memory))

    def begin(self) -> Range:
        """Write layer 0."""
        states, ends, _ = _kernel.state_in_bucket(
            self.compiled.handle, self.compiled.encode(self.start), BUCKETS
        )
        whole = Range(0, 0, BUCKETS)
        self._write(whole.states, states, ends)
        return whole

    def expand(self, states: Range) -> tuple[list[int], int]:
        """Write what some states lead to; by bucket where it ends, in bytes, and the bytes that the kernel held."""
        held = 0
        if not (self.folder / states.successors).exists():
            found, ends, held = _kernel.successors_in_buckets(
                self.compiled.handle, self.read(states.states, 0, BUCKETS), BUCKETS, self.limits
            )
            self._write(states.successors, found, ends)
        return list(self._ends(states.successors)), held

    def merge(
        self, made: Range, sources: Sequence[Range], earlier: Sequence[Range]
    ) -> tuple[int, int]:
        """Write what is new in some buckets; how many states that is, and how many bytes the kernel held."""
        held = 0
        if not (self.folder / made.states).exists():
            found = [self.read(source.successors, made.first, made.end) for source in sources]
            known = [self.read(states.states, made.first, made.end) for states in earlier]
            states, ends, held = _kernel.new_states(
                self.compiled.handle, found, known, BUCKETS, self.limits
            )
            self._write(made.states, states, ends)
        return self.size(made), held

    def size(self, states: Range) -> int:
        """How many states a file holds; it has to be whole."""
        ends = self._ends(states.states)
        expected = len(ends) * ends.itemsize + ends[-1]
        found = (self.folder / states.states).stat().st_size
        if found != expected:
            raise damaged(self.folder / states.states)
        return ends[-1] // _kernel.state_width(self.compiled.handle)

    def read(self, name: str, first: int, end: int) -> bytes:
        """The states of some buckets in a file.

        Of the ends only two are read, for a layer of many files is read as many times.
        """
        ends = array("Q", (0, 0))
        with (self.folder / name).open("rb") as file:
            for place, bucket in enumerate((first, end)):
                if bucket:
                    file.seek((bucket - 1) * ends.itemsize)
                    ends[place] = int.from_bytes(file.read(ends.itemsize), sys.byteorder)
            file.seek(BUCKETS * ends.itemsize + ends[0])
            states = file.read(max(0, ends[1] - ends[0]))
        if ends[0] + len(states) != ends[1]:
            raise damaged(self.folder / name)
        return states

    def _ends(self, name: str) -> array[int]:
        ends = array("Q")
        with (self.folder / name).open("rb") as file:
            found = file.read(BUCKETS * ends.itemsize)
        if len(found) == BUCKETS * ends.itemsize:
            ends.frombytes(found)
        if not ends or any(one > other for one, other in pairwise(ends)):
            raise damaged(self.folder / name)
        return ends

    def _write(self, name: str, states: bytes, ends: bytes) -> None:
        with replacing(self.folder / name) as file:
            file.write(ends)
            file.write(states)


def damaged(file: Path) -> InputError:
    """Error for an incomplete file."""
    return InputError(
        "a damaged file of an enumeration",
        place=Place(str(file)),
        remedy="another folder, in which it is begun anew",
    )
