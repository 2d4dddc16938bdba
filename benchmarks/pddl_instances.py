"""Random tasks of the example domains in any size, as PDDL.

usage: python benchmarks/pddl_instances.py blocks|gripper|delivery SIZE [SEED]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

from arcwise.planning.pddl.action_domain import ActionDomain, Atom, PlanningTask, Typed
from arcwise.planning.pddl.read_action_domain import load_action_domain
from arcwise.planning.pddl.write import task_text

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "pddl"


def blocks(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """So many blocks in random towers, to be put into other random towers."""
    names = [f"b{number}" for number in range(1, size + 1)]
    start, goal = _towers(names, rng), _towers(names, rng)
    init = {("hand-empty",)}
    for tower in start:
        init |= {("on-table", tower[0]), ("clear", tower[-1])}
        init |= _piled(tower)
    wanted = sorted(atom for tower in goal for atom in _piled(tower))
    objects = tuple(Typed(name, "block") for name in names)
    return PlanningTask(f"blocks-{size}", domain, objects, frozenset(init), goal=tuple(wanted))


def _towers(names: list[str], rng: Random) -> list[list[str]]:
    towers: list[list[str]] = []
    for name in rng.sample(names, len(names)):
        place = rng.randrange(len(towers) + 1)
        if place == len(towers):
            towers.append([name])
        else:
            towers[place].append(name)
    return towers


def _piled(tower: list[str]) -> set[Atom]:
    return {("on", above, below) for below, above in pairwise(tower)}


def gripper(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """So many balls in random rooms, three rooms in all, each ball to be taken to a random room."""
    rooms, hands = ("room-a", "room-b", "room-c"), ("left", "right")
    balls = [f"ball-{number}" for number in range(1, size + 1)]
    init: set[Atom] = {("robot-in", rooms[0]), *(("free", hand) for hand in hands)}
    goal: list[Atom] = []
    for ball in balls:
        here, there = rng.sample(rooms, 2)
        init.add(("in", ball, here))
        goal.append(("in", ball, there))
    objects = tuple(
        Typed(name, kind)
        for kind, names in (("room", rooms), ("hand", hands), ("ball", balls))
        for name in names
    )
    return PlanningTask(f"gripper-{size}", domain, objects, frozenset(init), goal=tuple(goal))


def delivery(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """So many parcels, with half as many towns of three places each, a van in each town and one train."""
    towns = [f"town-{number}" for number in range(1, max(2, size // 2) + 1)]
    objects = [Typed("train-1", "train")]
    init: set[Atom] = set()
    places: list[str] = []
    for number, town in enumerate(towns, start=1):
        own = [f"station-{number}", f"shop-{number}", f"house-{number}"]
        objects += [Typed(town, "town"), Typed(own[0], "station"), Typed(f"van-{number}", "van")]
        objects += [Typed(name, "place") for name in own[1:]]
        init |= {("part-of", place, town) for place in own}
        init.add(("at", f"van-{number}", rng.choice(own)))
        places += own
    init.add(("at", "train-1", f"station-{rng.randint(1, len(towns))}"))
    goal: list[Atom] = []
    for number in range(1, size + 1):
        here, there = rng.sample(places, 2)
        objects.append(Typed(f"parcel-{number}", "parcel"))
        init.add(("lies", f"parcel-{number}", here))
        goal.append(("lies", f"parcel-{number}", there))
    return PlanningTask(
        f"delivery-{size}",
        domain,
        tuple(objects),
        frozenset(init),
        {("total-cost",): 0},
        tuple(goal),
        minimize=True,
    )


MAKERS: dict[str, Callable[[ActionDomain, int, Random], PlanningTask]] = {
    "blocks": blocks,
    "gripper": gripper,
    "delivery": delivery,
}


def instance(name: str, size: int, seed: int = 0) -> PlanningTask:
    """A task of one of the example domains; the same for the same numbers."""
    domain = load_action_domain(EXAMPLES / f"{name}.pddl")
    return MAKERS[name](domain, size, Random(f"{name}:{size}:{seed}"))


if __name__ == "__main__":
    which, size, *rest = sys.argv[1:]
    print(task_text(instance(which, int(size), int(rest[0]) if rest else 0)), end="")
