"""Random tasks in any size of the older domains of the planning competitions: piles, rides, lookouts, cards, boards, drinks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random

from arcwise.planning.pddl.action_domain import ActionDomain, Atom, PlanningTask, Typed


def blocks(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """So many blocks in random towers, to be put into other random towers."""
    names = numbered("b", size)
    init: set[Atom] = {("handempty",)}
    for tower in _towers(names, rng):
        init |= {("ontable", tower[0]), ("clear", tower[-1])}
        init |= {("on", above, below) for below, above in pairwise(tower)}
    goal = [
        ("on", above, below) for tower in _towers(names, rng) for below, above in pairwise(tower)
    ]
    return task_of("blocks", size, domain, map(Typed, names), init, goal)


def _towers(names: Sequence[str], rng: Random) -> list[list[str]]:
    """Every block on the table or on a tower so far, each as likely."""
    towers: list[list[str]] = []
    for name in rng.sample(names, len(names)):
        place = rng.randrange(len(towers) + 1)
        if place == len(towers):
            towers.append([])
        towers[place].append(name)
    return towers


def gripper(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """So many balls, all to be brought into the other room with two hands."""
    balls, rooms, hands = numbered("ball", size), ("rooma", "roomb"), ("left", "right")
    init: set[Atom] = {("at-robby", "rooma")}
    for kind, names in (("room", rooms), ("ball", balls), ("gripper", hands)):
        init |= {(kind, name) for name in names}
    init |= {("free", hand) for hand in hands} | {("at", ball, "rooma") for ball in balls}
    goal = [("at", ball, "roomb") for ball in balls]
    return task_of("gripper", size, domain, map(Typed, (*rooms, *hands, *balls)), init, goal)


def logistics(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """So many packages, with a city for every three of them, of two places and an airport each; an airplane for every ten."""
    cities = numbered("city", 2 + size // 3)
    trucks, planes = numbered("truck", len(cities)), numbered("plane", 1 + size // 10)
    packages, init = numbered("package", size), set[Atom]()
    airports, places = [], []
    for city, truck in zip(cities, trucks, strict=True):
        here = [f"{city}-{number}" for number in range(3)]
        airports.append(here[0])
        places += here
        init |= {("in-city", place, city) for place in here} | {("at", truck, rng.choice(here))}
    init |= {("at", plane, rng.choice(airports)) for plane in planes}
    init |= {("at", package, rng.choice(places)) for package in packages}
    for kind, names in (
        ("city", cities), ("truck", trucks), ("airplane", planes), ("package", packages),
        ("airport", airports), ("location", places),
    ):  # fmt: skip
        init |= {(kind, name) for name in names}
    goal = [("at", package, rng.choice(places)) for package in packages]
    objects = (*cities, *trucks, *planes, *packages, *places)
    return task_of("logistics", size, domain, map(Typed, objects), init, goal)


def miconic(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """So many passengers in a house of twice as many floors."""
    floors, passengers = numbered("f", 2 * size), numbered("p", size)
    init: set[Atom] = {("lift-at", rng.choice(floors))}
    init |= {("above", f, g) for n, f in enumerate(floors) for g in floors[n + 1 :]}
    init |= {("floor", floor) for floor in floors}
    for passenger in passengers:
        origin, target = rng.sample(floors, 2)
        init |= {
            ("passenger", passenger),
            ("origin", passenger, origin),
            ("destin", passenger, target),
        }
    goal = [("served", passenger) for passenger in passengers]
    return task_of("miconic", size, domain, map(Typed, (*floors, *passengers)), init, goal)


def satellite(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """So many images of as many directions and more, with a satellite for every five of them, of one to three instruments."""
    satellites, modes = numbered("satellite", 1 + size // 5), numbered("mode", 3 + size // 10)
    directions = numbered("direction", 5 + size)
    init: set[Atom] = set()
    instruments: list[str] = []
    for number, one in enumerate(satellites):
        init |= {
            ("satellite", one),
            ("power_avail", one),
            ("pointing", one, rng.choice(directions)),
        }
        for _ in range(rng.randint(1, 3)):
            instrument = f"instrument{len(instruments)}"
            own = modes if number == 0 else rng.sample(modes, rng.randint(1, 3))
            instruments.append(instrument)
            init |= {("instrument", instrument), ("on_board", instrument, one)}
            init |= {("supports", instrument, mode) for mode in own}
            init.add(("calibration_target", instrument, rng.choice(directions[:5])))
    init |= {("mode", mode) for mode in modes} | {("direction", one) for one in directions}
    goal = [("have_image", one, rng.choice(modes)) for one in directions[5:]]
    objects = (*satellites, *instruments, *modes, *directions)
    return task_of("satellite", size, domain, map(Typed, objects), init, goal)


def visitall(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """A square of so many places a side, all but a few of which are to be visited."""
    places = {(x, y): f"loc-x{x}-y{y}" for x in range(size) for y in range(size)}
    here = rng.choice(list(places.values()))
    init: set[Atom] = {("at-robot", here), ("visited", here)}
    for (x, y), one in places.items():
        for beside in ((x + 1, y), (x, y + 1)):
            if beside in places:
                init |= {("connected", one, places[beside]), ("connected", places[beside], one)}
    goal = [("visited", one) for one in places.values() if rng.random() < 0.9]
    objects = (Typed(name, "place") for name in places.values())
    return task_of("visitall", size, domain, objects, init, goal)


def freecell(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """Four suits of so many cards, dealt into as many columns, up to eight; four cells."""
    suits = ("spade", "heart", "diamond", "club")
    red = {"heart", "diamond"}
    levels, columns = numbered("n", 1 + max(size, 8)), min(8, 2 + size // 2)
    init: set[Atom] = {("successor", more, less) for less, more in pairwise(levels)}
    init |= {("cellspace", levels[4]), ("colspace", levels[0])}
    cards = [(suit, rank) for suit in suits for rank in range(size + 1)]
    for suit, rank in cards:
        name = f"{suit}{rank}"
        init |= {("value", name, levels[rank]), ("suit", name, suit)}
        if rank:
            init |= {
                ("canstack", name, f"{other}{rank + 1}")
                for other in suits
                if rank < size and (other in red) != (suit in red)
            }
        else:
            init.add(("home", name))
    dealt = [f"{suit}{rank}" for suit, rank in cards if rank]
    rng.shuffle(dealt)
    for first in range(columns):
        column = dealt[first::columns]
        init |= {("bottomcol", column[0]), ("clear", column[-1])}
        init |= {("on", above, below) for below, above in pairwise(column)}
    goal = [("home", f"{suit}{size}") for suit in suits]
    objects = (*suits, *levels, *(f"{suit}{rank}" for suit, rank in cards))
    return task_of("freecell", size, domain, map(Typed, objects), init, goal)


def grid(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """A square of so many places a side with a locked place for every five, of shapes whose keys lie in the open part."""
    shapes = ("triangle", "diamond", "square", "circle")
    places = {(x, y): f"node{x}-{y}" for x in range(size) for y in range(size)}
    locked = rng.sample(sorted(places.values()), size * size // 5)
    ways: dict[str, list[str]] = {place: [] for place in places.values()}
    for (x, y), one in places.items():
        for beside in ((x + 1, y), (x, y + 1)):
            if beside in places:
                ways[one].append(places[beside])
                ways[places[beside]].append(one)
    robot = rng.choice([place for place in ways if place not in locked])
    reached, waiting = {robot}, [robot]
    while waiting:
        for place in ways[waiting.pop()]:
            if place not in locked and place not in reached:
                reached.add(place)
                waiting.append(place)
    keys = numbered("key", max(len(shapes), size))
    shape_of = {key: shapes[number % len(shapes)] for number, key in enumerate(keys)}
    init: set[Atom] = {("arm-empty",), ("at-robot", robot)}
    init |= {("conn", one, other) for one, others in ways.items() for other in others}
    init |= {("place", place) for place in ways} | {("shape", shape) for shape in shapes}
    for place in ways:
        if place in locked:
            init |= {("locked", place), ("lock-shape", place, rng.choice(shapes))}
        else:
            init.add(("open", place))
    for key in keys:
        init |= {
            ("key", key),
            ("key-shape", key, shape_of[key]),
            ("at", key, rng.choice(sorted(reached))),
        }
    goal = [("at", key, rng.choice(list(ways))) for key in keys[: max(2, size // 2)]]
    return task_of("grid", size, domain, map(Typed, (*ways, *shapes, *keys)), init, goal)


def pegsol(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """So many pegs on the English board, of which one is to be left in the middle: random jumps backwards from there."""
    board = [(x, y) for x in range(7) for y in range(7) if 2 <= x <= 4 or 2 <= y <= 4]
    names = {place: f"pos-{place[0]}-{place[1]}" for place in board}
    lines = [
        (place, (place[0] + x, place[1] + y), (place[0] + 2 * x, place[1] + 2 * y))
        for place in board
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))
        if (place[0] + 2 * x, place[1] + 2 * y) in names
    ]
    while True:
        pegs = {(3, 3)}
        while len(pegs) < size:
            back = [(a, b, c) for a, b, c in lines if c in pegs and b not in pegs and a not in pegs]
            if not back:
                break
            a, b, c = rng.choice(back)
            pegs = pegs - {c} | {a, b}
        if len(pegs) == size:
            break
    init: set[Atom] = {("in-line", *(names[one] for one in line)) for line in lines}
    init |= {("move-ended",)} | {
        ("occupied" if one in pegs else "free", name) for one, name in names.items()
    }
    goal: list[Atom] = [
        ("occupied" if one == (3, 3) else "free", name) for one, name in names.items()
    ]
    objects = (Typed(name, "location") for name in names.values())
    return task_of("pegsol", size, domain, objects, init, goal, whole=True)


def barman(domain: ActionDomain, size: int, rng: Random) -> PlanningTask:
    """So many cocktails, each to be in a shot, of four ingredients and more; one shaker, two hands, one shot to spare."""
    ingredients = numbered("ingredient", 4 + size // 10)
    dispensers = numbered("dispenser", len(ingredients))
    cocktails, shots, levels = (
        numbered("cocktail", size),
        numbered("shot", size + 1),
        numbered("l", 3),
    )
    hands = ("left", "right")
    init: set[Atom] = {("next", one, other) for one, other in pairwise(levels)}
    init |= {("shaker-empty-level", "shaker1", "l0"), ("shaker-level", "shaker1", "l0")}
    init |= {("handempty", hand) for hand in hands}
    for one in ("shaker1", *shots):
        init |= {("ontable", one), ("clean", one), ("empty", one)}
    init |= {("dispenses", *pair) for pair in zip(dispensers, ingredients, strict=True)}
    for cocktail in cocktails:
        parts = rng.sample(ingredients, 2)
        init |= {(f"cocktail-part{n}", cocktail, part) for n, part in enumerate(parts, start=1)}
    wanted = rng.sample(cocktails, size)
    goal = [("contains", shot, one) for shot, one in zip(shots, wanted, strict=False)]
    objects = (
        Typed(name, kind)
        for kind, names in (
            ("shaker", ("shaker1",)), ("hand", hands), ("shot", shots), ("level", levels),
            ("ingredient", ingredients), ("cocktail", cocktails), ("dispenser", dispensers),
        )
        for name in names
    )  # fmt: skip
    return task_of("barman", size, domain, objects, init, goal)


def numbered(what: str, count: int) -> list[str]:
    """Names from 0."""
    return [f"{what}{number}" for number in range(count)]


def task_of(
    name: str,
    size: int,
    domain: ActionDomain,
    objects: Iterable[Typed],
    init: Iterable[Atom],
    goal: Iterable[Atom],
    *,
    whole: bool = False,
) -> PlanningTask:
    """A task, whose goals are those that are not true at first unless all are asked for, each once."""
    start = frozenset(init)
    wanted = tuple(atom for atom in dict.fromkeys(goal) if whole or atom not in start)
    return PlanningTask(f"{name}-{size}", domain, tuple(objects), start, goal=wanted)
