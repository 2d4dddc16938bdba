"""Where moves lead that are known by their names, in the kernel: thousands of recorded solutions are followed at once."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

from ...rules.term import State, Symbol
from ...rules.theory import Theory
from .. import _kernel
from .compiled import MAX_SYMBOLS, compile_theory
from .not_native import NotNativeError


class Walker:
    """Follows moves of one theory.

    Parameters
    ----------
    theory
        Its arcs are the moves.

    Raises
    ------
    NotNativeError
        A theory that the kernel does not take.
    """

    def __init__(self, theory: Theory) -> None:
        compiled = compile_theory(theory)
        arcs: dict[str, list[int]] = {}
        for number, arc in enumerate(theory.arcs):
            arcs.setdefault(arc.name, []).append(number)
        self._size = theory.size
        self._symbols: list[Symbol] = list(compiled.symbols)
        self._codes = dict(compiled.codes)
        self._numbers = {name: number for number, name in enumerate(arcs)}
        self._handle = _kernel.Walker(compiled.handle, list(arcs.values()))

    def walk(self, start: State, moves: Sequence[str]) -> tuple[tuple[State, ...], float] | None:
        """The states from the start on, and what the moves cost.

        None where no arc of a name applies to a state, or more than one, and for symbols beyond those that the kernel takes.
        """
        try:
            numbers = array("I", map(self._numbers.__getitem__, moves))
        except KeyError:
            return None
        if not self._know(start):
            return None
        codes = array("H", map(self._codes.__getitem__, start))
        found = self._handle.walk(codes.tobytes(), numbers.tobytes())
        if found is None:
            return None
        cells, cost = found
        symbols = iter(map(self._symbols.__getitem__, array("H", cells)))
        return tuple(zip(*[symbols] * self._size, strict=True)), cost

    def _know(self, state: State) -> bool:
        """Number the symbols that no arc names, as far as numbers go."""
        for symbol in state:
            if symbol not in self._codes:
                if len(self._symbols) >= MAX_SYMBOLS:
                    return False
                self._codes[symbol] = len(self._symbols)
                self._symbols.append(symbol)
        return True


@lru_cache(maxsize=64)
def walker_of(theory: Theory) -> Walker | None:
    """The walker of a theory; None where the kernel does not take it."""
    try:
        return Walker(theory)
    except NotNativeError:
        return None
