"""Heuristics in the kernel's terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...rules.term import Symbol
from .. import _kernel
from .compiled import CompiledTheory


def cell_sum_data(compiled: CompiledTheory, table: Sequence[Mapping[Symbol, float]]) -> Any:
    """A sum over cells, looked up by cell and symbol."""
    data = _kernel.HeuristicData()
    data.table = [values.get(symbol, 0) for values in table for symbol in compiled.symbols]
    return data
