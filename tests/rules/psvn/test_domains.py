"""State spaces written in PSVN as people write them have the sizes that the built-in domains have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations, product
from pathlib import Path

import pytest
from arcwise.rules import (
    PsvnFile,
    State,
    layers,
    load_psvn,
    open_source,
    read_psvn,
    reversed_theory,
)
from arcwise.search import enumerate_layers


def layer_sizes(file: PsvnFile) -> list[int]:
    """How many states lie at each distance from the file's goal."""
    (goal,) = file.goals
    state = tuple(term for term in goal if isinstance(term, int | str))
    return [len(layer) for layer in layers(reversed_theory(file.theory), state)]


def built_in(name: str, goal: State | None = None) -> list[int]:
    domain, shape = open_source(name).sized
    return [len(layer) for layer in layers(domain.theory(shape), goal or domain.goal(shape))]


def row(size: int, cells: dict[int, object]) -> str:
    return " ".join(str(cells.get(cell, "-")) for cell in range(size))


def rule(size: int, before: dict[int, object], after: dict[int, object], label: str = "") -> str:
    return f"{row(size, before)} => {row(size, after)} {label and 'LABEL ' + label}\n"


def pancakes(size: int) -> str:
    """Numbers from 0; only the cells that are turned over are named."""
    text = f"# {size} pancakes\n{size}\n{f'{size} ' * size}\n\n"
    for turned in range(2, size + 1):
        names = {cell: f"X{cell}" for cell in range(turned)}
        back = {cell: f"X{turned - 1 - cell}" for cell in range(turned)}
        text += rule(size, names, back, f"Rev{turned}")
    return text + f"\nGOAL {row(size, dict(enumerate(range(size))))}\n"


def top_spin(size: int, turned: int) -> str:
    """Numbers from 1; no labels; the rule that reaches around the ring in two lines."""
    text = f"{size}\n{f'{size}N ' * size}\n"
    for place in range(size):
        cells = [(place + step) % size for step in range(turned)]
        names = {cell: chr(ord("A") + step) for step, cell in enumerate(cells)}
        back = {cell: names[other] for cell, other in zip(cells, reversed(cells), strict=True)}
        text += rule(size, names, back).replace("=>", "\n   =>\n")
    return text + f"GOAL\n{row(size, dict(enumerate(range(1, size + 1))))}\n"


def hanoi_by_pegs(disks: int) -> str:
    """A state variable for each disk, the smallest first: where it stands."""
    text = f"{disks}\n{'3n ' * disks}\n"
    for disk in range(disks):
        for start, end in permutations((1, 2, 3), 2):
            smaller: dict[int, object] = dict.fromkeys(range(disk), 6 - start - end)
            text += rule(
                disks, {**smaller, disk: start}, {**smaller, disk: end}, f"Disk{disk}_{start}_{end}"
            )
    return text + f"GOAL {'3 ' * disks}"


def hanoi_by_bits(disks: int) -> str:
    """A state variable for each disk and peg: whether it stands there; what is not changed is a dash."""
    size = 3 * disks
    text = f"# one of three is 1\n{size}\n{'2 ' * size}\n"
    for disk in range(disks):
        for start, end in permutations(range(3), 2):
            clear: dict[int, object] = {
                3 * small + peg: 0 for small, peg in product(range(disk), (start, end))
            }
            here, there = 3 * disk + start, 3 * disk + end
            text += rule(size, {**clear, here: 1, there: "*0"}, {here: "*0", there: 1})
    return text + f"goal {'0 0 1 ' * disks}; all on the last peg\n"


@pytest.mark.long
@pytest.mark.slow
def test_the_eight_puzzle_has_181440_states(
    examples: Path, eight_distances: dict[State, int]
) -> None:
    """Turned around, its goal is that of the built-in domain."""
    file = load_psvn(examples / "eight_puzzle.psvn")
    assert file.warnings == ()
    (goal,) = file.goals
    sizes = list(enumerate_layers(reversed_theory(file.theory), goal).layers)
    assert (sum(sizes), len(sizes) - 1) == (181_440, 31)
    known = Counter(eight_distances.values())
    assert sizes == [known[far] for far in range(32)]


@pytest.mark.parametrize("size", [1, 2, 5, 7])
def test_pancakes(size: int) -> None:
    assert layer_sizes(read_psvn(pancakes(size))) == (
        built_in(f"pancake:{size}") if size > 1 else [1]
    )


@pytest.mark.parametrize(("size", "turned"), [(6, 3), (7, 4)])
def test_top_spin(size: int, turned: int) -> None:
    assert layer_sizes(read_psvn(top_spin(size, turned))) == built_in(f"topspin:{size}x{turned}")


@pytest.mark.parametrize("write", [hanoi_by_pegs, hanoi_by_bits])
@pytest.mark.parametrize("disks", [1, 3, 6])
def test_hanoi(write: Callable[[int], str], disks: int) -> None:
    file = read_psvn(write(disks))
    sizes = layer_sizes(file)
    assert (sum(sizes), len(sizes) - 1) == (3**disks, 2**disks - 1)
    assert sizes == built_in(f"hanoi:3x{disks}")
