"""A heuristic of one's own that takes many states at once, such as the rows of a numpy array."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.term import State, Symbol
from .. import _kernel
from ..native.compiled import CompiledTheory
from ..operator import checked_estimates


@checked
class BatchHeuristic:
    """A heuristic that is a function of many states at once.

    The kernel evaluates the successors of nodes that are next in open together; it expands and counts as if each had been
    evaluated when it was made. In IDA*, which has no open list, and in Python every state is a batch of its own.

    Parameters
    ----------
    name
        Name for people.
    function
        Function of a read-only numpy array of whole numbers (int64), with a row for each state and a column for each cell.
        It returns an array or list with a value for each state: 0 or more, inf where no path leads to a goal. Without
        numpy the states are lists in a list.
    symbols
        Symbols of states; the array has each symbol's index in this list. By default they are whole
        numbers, and the array has these.
    admissible, consistent
        Properties that the author of the heuristic vouches for.
    """

    safe = True
    vouched = True

    def __init__(
        self,
        name: str,
        function: Callable[[Any], Any],
        *,
        symbols: Sequence[Symbol] | None = None,
        admissible: bool = False,
        consistent: bool = False,
    ) -> None:
        self.name = name
        self.admissible = admissible
        self.consistent = consistent
        self._function = function
        places = enumerate(symbols or ())
        self._places = None if symbols is None else {symbol: place for place, symbol in places}
        self._numpy = _numpy()

    def estimate(self, state: State) -> float:
        """h of a state, as a batch of one."""
        numbers = array("q", map(self._number, state))
        return array("d", self._values(numbers.tobytes(), len(state)))[0]

    def update(self, h: float, operator: Any, state: State, successor: State) -> float:
        """h of a successor, worked out anew."""
        return self.estimate(successor)

    def in_kernel(self, compiled: CompiledTheory) -> _kernel.BatchFunction:
        """The heuristic in the kernel."""
        width = compiled.theory.size
        numbers = [self._number(symbol) for symbol in compiled.symbols]
        return _kernel.BatchFunction(numbers, lambda cells: self._values(cells, width))

    def _number(self, symbol: Symbol) -> int:
        number = symbol if self._places is None else self._places.get(symbol)
        if not (isinstance(number, int) and -(2**63) <= number < 2**63):
            raise InputError(
                f"heuristic {self.name} has no number for a symbol of the states",
                expected="a whole number of 64 bits",
                found=repr(symbol),
                remedy="BatchHeuristic(..., symbols=...) with all that states are made of",
            )
        return number

    def _values(self, cells: bytes | bytearray, width: int) -> bytes:
        """Values of states that are given as one array of cells, 64 bits each, state after state."""
        if self._numpy is None:
            numbers = array("q", bytes(cells)).tolist()
            rows = [numbers[at : at + width] for at in range(0, len(numbers), width)]
            return array("d", checked_estimates(self, rows, self._function(rows))).tobytes()
        states = self._numpy.frombuffer(cells, self._numpy.int64).reshape(-1, width)
        states.flags.writeable = False
        found = self._function(states)
        if hasattr(found, "__array__"):
            found = self._numpy.asarray(found)
            if found.shape == (len(states),) and found.dtype.kind in "iuf" and (found >= 0).all():
                return bytes(found.astype(self._numpy.float64).tobytes())
        return array("d", checked_estimates(self, states, found)).tobytes()


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        return None
    return numpy
