"""Random tasks in any size of domains of the planning competitions, whose own problems are soon too small.

usage: python benchmarks/competition_instances.py DOMAIN.pddl NAME SIZE [SEED]

NAME is that of the competition's domain: blocks, gripper, depot, ...
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

from arcwise.planning.pddl.action_domain import ActionDomain, Atom, PlanningTask, Typed
from arcwise.planning.pddl.read_action_domain import load_action_domain
from arcwise.planning.pddl.write import task_text
from classic_instances import (
    barman,
    blocks,
    freecell,
    grid,
    gripper,
    logistics,
    miconic,
    numbered,
    pegsol,
    satellite,
    task_of,
    visitall,
)


def depot(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """So many crates in random piles, to be put into other random piles."""
    places = numbered("depot", 1 + size // 8) + numbered("distributor", 2 + size // 8)
    hoists, trucks = numbered("hoist", len(places)), numbered("truck", 2 + size // 8)
    pallets, crates = numbered("pallet", len(places) + size // 4), numbered("crate", size)
    # Every place has a pallet at least.
    where = {p: places[n] if n < len(places) else rng.choice(places) for n, p in enumerate(pallets)}
    init: set[Atom] = {("place", place) for place in places}
    init |= {("pallet", pallet) for pallet in pallets} | {("crate", crate) for crate in crates}
    init |= {("surface", one) for one in (*pallets, *crates)}
    init |= {("truck", truck) for truck in trucks}
    init |= {("at", truck, rng.choice(places)) for truck in trucks}
    for hoist, place in zip(hoists, places, strict=True):
        init |= {("hoist", hoist), ("at", hoist, place), ("available", hoist)}
    for pallet in pallets:
        init.add(("at", pallet, where[pallet]))
    for pile in _piles(pallets, crates, rng):
        init.add(("clear", pile[-1]))
        init |= {("on", above, below) for below, above in pairwise(pile)}
        init |= {("at", crate, where[pile[0]]) for crate in pile[1:]}
    goal = [
        ("on", above, below)
        for pile in _piles(pallets, crates, rng)
        for below, above in pairwise(pile)
    ]
    objects = (*places, *trucks, *hoists, *pallets, *crates)
    return task_of("depot", size, domain, map(Typed, objects), init, goal)


def _piles(pallets: Sequence[str], crates: Sequence[str], rng: Random) -> list[list[str]]:
    piles = [[pallet] for pallet in pallets]
    for crate in rng.sample(crates, len(crates)):
        rng.choice(piles).append(crate)
    return piles


def driverlog(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """So many packages, with a driver and a truck for every four of them; roads and footpaths each lead everywhere."""
    places, packages = numbered("s", 3 + size // 2), numbered("package", size)
    drivers, trucks = numbered("driver", 2 + size // 4), numbered("truck", 2 + size // 4)
    init: set[Atom] = set()
    ways: list[str] = []
    for one, other in _network(places, len(places) // 2, rng):
        init |= {("link", one, other), ("link", other, one)}
    for one, other in _network(places, 0, rng):
        way = f"p{one[1:]}-{other[1:]}"
        ways.append(way)
        init |= {("path", a, b) for end in (one, other) for a, b in ((end, way), (way, end))}
    init |= {("location", place) for place in (*places, *ways)}
    for kind, things in (("driver", drivers), ("truck", trucks), ("obj", packages)):
        init |= {(kind, thing) for thing in things}
        init |= {("at", thing, rng.choice(places)) for thing in things}
    init |= {("empty", truck) for truck in trucks}
    goal = [("at", thing, rng.choice(places)) for thing in (*drivers[::2], *packages)]
    objects = (*drivers, *trucks, *packages, *places, *ways)
    return task_of("driverlog", size, domain, map(Typed, objects), init, goal)


def rovers(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """So many goals, one kind after the other, with a rover for every four of them; every rover has its own ways."""
    waypoints, objectives = numbered("waypoint", 4 + size), numbered("objective", 2 + size // 3)
    machines, modes = numbered("rover", 1 + size // 4), ("colour", "high_res", "low_res")
    stores = [f"{machine}store" for machine in machines]
    cameras = numbered("camera", len(machines))
    init: set[Atom] = {("at_lander", "general", rng.choice(waypoints)), ("channel_free", "general")}
    for number, machine in enumerate(machines):
        init |= {("at", machine, rng.choice(waypoints)), ("available", machine)}
        init |= {("store_of", stores[number], machine), ("empty", stores[number])}
        kinds = ("soil_analysis", "rock_analysis", "imaging")
        init |= {(f"equipped_for_{k}", machine) for k in kinds if number == 0 or rng.random() < 0.6}
        camera = cameras[number]
        init |= {
            ("on_board", camera, machine),
            ("calibration_target", camera, rng.choice(objectives)),
        }
        init |= {("supports", camera, mode) for mode in modes if number == 0 or rng.random() < 0.6}
        for one, other in _network(waypoints, 0, rng):
            for a, b in ((one, other), (other, one)):
                init |= {("can_traverse", machine, a, b), ("visible", a, b)}
    for objective in objectives:
        init |= {("visible_from", objective, one) for one in rng.sample(waypoints, 3)}
    goal: list[Atom] = []
    for number in range(size):
        if number % 3 == 2:
            image = ("communicated_image_data", rng.choice(objectives), rng.choice(modes))
            goal.append(image)
            continue
        kind, place = ("soil", "rock")[number % 3], rng.choice(waypoints)
        init.add((f"at_{kind}_sample", place))
        goal.append((f"communicated_{kind}_data", place))
    objects = (
        Typed(name, kind)
        for kind, names in (
            ("lander", ("general",)), ("mode", modes), ("rover", machines), ("store", stores),
            ("waypoint", waypoints), ("camera", cameras), ("objective", objectives),
        )
        for name in names
    )  # fmt: skip
    return task_of("rovers", size, domain, objects, init, dict.fromkeys(goal))


def storage(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """So many crates of one container, to be brought into one depot of three rows, a third of which stays free."""
    columns, hoists = 1 + (size + 2) // 2, numbered("hoist", 1 + size // 4)
    own = {(row, column): f"depot0-{row}-{column}" for row in range(3) for column in range(columns)}
    crates, stands = numbered("crate", size), numbered("container-0-", size)
    gate = rng.choice(sorted(own.values()))
    pairs = [
        (area, own[beside])
        for (row, column), area in own.items()
        for beside in ((row + 1, column), (row, column + 1))
        if beside in own
    ]
    pairs += [("loadarea", area) for area in (gate, *stands)]
    init: set[Atom] = {("connected", *ends) for pair in pairs for ends in (pair, pair[::-1])}
    init |= {("in", area, "depot0") for area in own.values()}
    for crate, stand in zip(crates, stands, strict=True):
        init |= {("on", crate, stand), ("in", crate, "container0"), ("in", stand, "container0")}
    held = rng.sample(sorted(own.values()), len(hoists))
    for hoist, area in zip(hoists, held, strict=True):
        init |= {("at", hoist, area), ("available", hoist)}
    init |= {("clear", area) for area in own.values() if area not in held}
    goal = [("in", crate, "depot0") for crate in crates]
    objects = (
        Typed(name, kind)
        for kind, names in (
            ("storearea", (*own.values(), *stands)), ("hoist", hoists), ("crate", crates),
            ("container", ("container0",)), ("depot", ("depot0",)), ("transitarea", ("loadarea",)),
        )
        for name in names
    )  # fmt: skip
    return task_of("storage", size, domain, objects, init, goal)


def tpp(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """So many goods, of each of which one or two units are to be bought, at a market for every three of them."""
    goods, markets = numbered("goods", size), numbered("market", 1 + size // 3)
    trucks, levels = numbered("truck", 1 + size // 4), numbered("level", 3)
    init: set[Atom] = {("next", more, less) for less, more in pairwise(levels)}
    init |= {("connected", *ends) for one, other in _network(("depot0", *markets), len(markets), rng)
             for ends in ((one, other), (other, one))}  # fmt: skip
    init |= {("at", truck, "depot0") for truck in trucks}
    goal = []
    for one in goods:
        wanted = rng.randint(1, 2)
        seller = rng.choice(markets)
        for market in markets:
            count = 2 if market == seller else rng.randint(0, 2)
            init |= {
                ("on-sale", one, market, levels[count]),
                ("ready-to-load", one, market, levels[0]),
            }
        init |= {("loaded", one, truck, levels[0]) for truck in trucks}
        init.add(("stored", one, levels[0]))
        goal.append(("stored", one, levels[wanted]))
    objects = (
        Typed(name, kind)
        for kind, names in (
            ("goods", goods), ("truck", trucks), ("market", markets), ("depot", ("depot0",)),
            ("level", levels),
        )
        for name in names
    )  # fmt: skip
    return task_of("tpp", size, domain, objects, init, goal)


def zenotravel(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """So many persons, with an aircraft for every four of them, between half as many cities."""
    cities, persons = numbered("city", 3 + size // 2), numbered("person", size)
    planes, levels = numbered("plane", 1 + size // 4), numbered("fl", 7)
    init: set[Atom] = {("next", one, other) for one, other in pairwise(levels)}
    kinds = {"city": cities, "person": persons, "aircraft": planes, "flevel": levels}
    init |= {(kind, name) for kind, names in kinds.items() for name in names}
    init |= {("at", one, rng.choice(cities)) for one in (*planes, *persons)}
    init |= {("fuel-level", plane, rng.choice(levels)) for plane in planes}
    goal = [("at", person, rng.choice(cities)) for person in persons]
    objects = (*planes, *persons, *cities, *levels)
    return task_of("zenotravel", size, domain, map(Typed, objects), init, goal)


def _network(places: Sequence[str], more: int, rng: Random) -> list[tuple[str, str]]:
    """Pairs of places that lead from each to every other, and some more."""
    pairs = [(place, rng.choice(places[:number])) for number, place in enumerate(places) if number]
    pairs += [(one, other) for one, other in (rng.sample(places, 2) for _ in range(more))]
    return list({frozenset(pair): pair for pair in pairs}.values())


MAKERS: dict[str, Callable[[ActionDomain, int, Random], PlanningTask]] = {
    "barman-sat11-strips": barman,
    "blocks": blocks,
    "depot": depot,
    "driverlog": driverlog,
    "freecell": freecell,
    "grid": grid,
    "gripper": gripper,
    "logistics00": logistics,
    "miconic": miconic,
    "pegsol-08-strips": pegsol,
    "rovers": rovers,
    "satellite": satellite,
    "storage": storage,
    "tpp": tpp,
    "visitall-sat11-strips": visitall,
    "zenotravel": zenotravel,
}


def instance(domain: Path, name: str, size: int, seed: int = 0) -> PlanningTask:
    """A task of a domain; the same for the same numbers."""
    return MAKERS[name](load_action_domain(domain), size, Random(f"{name}:{size}:{seed}"))


if __name__ == "__main__":
    path, which, size, *rest = sys.argv[1:]
    print(task_text(instance(Path(path), which, int(size), int(rest[0]) if rest else 0)), end="")
