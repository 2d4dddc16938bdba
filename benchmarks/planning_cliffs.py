"""Rows of the cliff suite about planning problems: reading and grounding them, A* with LM-cut, and any plan soon. Problems are made here, in any size.

The peers are the translator of Fast Downward, from the package fast-downward-translate, and Fast Downward's own search.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TypeAlias

from arcwise.planning.other_planners import planner_of
from arcwise.planning.pddl.grounding.ground_task import ground_task
from arcwise.planning.pddl.read_action_domain import load_action_domain
from arcwise.planning.pddl.read_task import load_task
from arcwise.rules import open_source
from arcwise.search import Problem, solve
from planners import run_planner

EXAMPLES = Path(__file__).parents[1] / "examples" / "pddl"
DIRECTIONS = {"down": (-1, 0), "left": (0, -1), "up": (1, 0), "right": (0, 1)}

Files: TypeAlias = tuple[Path, Path]
Contestants: TypeAlias = tuple[Callable[[], Mapping[str, int]], Callable[[], object] | None]


def sokoban(folder: Path, side: int, boxes: int) -> Files:
    """An open room with as many boxes, each with a cell of its own to go to, as in the learning track of 2023."""
    rng = Random(side)
    cells = [(row, column) for row in range(side) for column in range(side)]
    inner = [cell for cell in cells if min(cell) > 0 and max(cell) < side - 1]
    robot, *places = rng.sample(inner, boxes + 1)
    named = {cell: "l{}-{}".format(*cell) for cell in cells}
    facts = [f"(at-robot {named[robot]})"]
    facts += [f"(at b{number} {named[cell]})" for number, cell in enumerate(places)]
    facts += [f"(clear {named[cell]})" for cell in cells if cell not in places]
    for (row, column), name in named.items():
        for direction, (down, right) in DIRECTIONS.items():
            if (other := named.get((row + down, column + right))) is not None:
                facts.append(f"(adjacent {name} {other} {direction})")
    goal = (f"(at b{n} {named[cell]})" for n, cell in enumerate(rng.sample(inner, boxes)))
    problem = folder / "sokoban.pddl"
    problem.write_text(
        f"(define (problem room) (:domain sokoban) (:objects {' '.join(named.values())} - location "
        f"{' '.join(f'b{n}' for n in range(boxes))} - box {' '.join(DIRECTIONS)} - direction)\n"
        f"(:init {' '.join(facts)})\n(:goal (and {' '.join(goal)})))\n"
    )
    return EXAMPLES / "sokoban.pddl", problem


def airport(folder: Path, segments: int, planes: int) -> Files:
    """A ring of taxiways with parking positions, and an action for every move, as in the competition of 2004.

    Every move names all airplanes, none of which may block the segment that it leads to.
    """
    ring = [f"s{number}" for number in range(segments * 3 // 4)]
    parks = [f"s{number}" for number in range(len(ring), segments)]
    fleet = [f"a{number}" for number in range(planes)]
    moves = [(one, ring[place - 1]) for place, one in enumerate(ring)]
    moves += [(one, ring[3 * place % len(ring)]) for place, one in enumerate(parks)]
    domain, problem = folder / "airport-domain.pddl", folder / "airport.pddl"
    domain.write_text(
        "(define (domain airport) (:requirements :typing) (:types airplane segment)\n"
        f"(:constants {' '.join((*ring, *parks))} - segment {' '.join(fleet)} - airplane)\n"
        "(:predicates (moving ?a - airplane) (at ?a - airplane ?s - segment) (free ?s - segment)\n"
        " (open ?s - segment ?a - airplane) (gone ?a - airplane))\n"
        + "\n".join(airport_actions(moves, fleet, ring[0]))
        + ")\n"
    )
    where = dict(zip(fleet, parks, strict=False))
    facts = [f"(moving {plane})" for plane in fleet]
    facts += [f"(at {plane} {segment})" for plane, segment in where.items()]
    facts += [f"(free {one})" for one in (*ring, *parks) if one not in where.values()]
    facts += [
        f"(open {one} {plane})" for plane in fleet for one in (*ring, *parks) if one != where[plane]
    ]
    goal = " ".join(f"(gone {plane})" for plane in fleet)
    problem.write_text(
        f"(define (problem ring) (:domain airport)\n(:init {' '.join(facts)})\n(:goal (and {goal})))\n"
    )
    return domain, problem


def airport_actions(moves: list[tuple[str, str]], fleet: list[str], runway: str) -> Iterator[str]:
    """Yield an action for every move, and one that takes off."""
    for one, other in moves:
        open_to_all = " ".join(f"(open {other} {plane})" for plane in fleet)
        yield (
            f"(:action move-{one}-{other} :parameters (?a - airplane)\n"
            f" :precondition (and (moving ?a) (at ?a {one}) (free {other}) {open_to_all})\n"
            f" :effect (and (not (at ?a {one})) (at ?a {other}) (free {one}) (not (free {other}))\n"
            f"  (open {one} ?a) (not (open {other} ?a))))"
        )
    yield (
        f"(:action fly :parameters (?a - airplane) :precondition (and (moving ?a) (at ?a {runway}))\n"
        f" :effect (and (gone ?a) (not (moving ?a)) (not (at ?a {runway})) (free {runway}) (open {runway} ?a)))"
    )


def visitall(folder: Path, side: int) -> Files:
    """A robot that is to visit all cells of an open grid."""
    named = {(x, y): f"c{x}-{y}" for x in range(side) for y in range(side)}
    domain, problem = folder / "visitall-domain.pddl", folder / "visitall.pddl"
    domain.write_text(
        "(define (domain grid-visit-all) (:predicates (next ?x ?y) (at ?x) (visited ?x))\n"
        "(:action move :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y))\n"
        " :effect (and (not (at ?x)) (at ?y) (visited ?y))))\n"
    )
    ways = (
        f"(next {name} {named[x + right, y + up]})"
        for (x, y), name in named.items()
        for right, up in DIRECTIONS.values()
        if (x + right, y + up) in named
    )
    middle = named[side // 2, side // 2]
    goal = " ".join(f"(visited {name})" for name in named.values())
    problem.write_text(
        f"(define (problem all) (:domain grid-visit-all) (:objects {' '.join(named.values())})\n"
        f"(:init (at {middle}) (visited {middle}) {' '.join(ways)})\n(:goal (and {goal})))\n"
    )
    return domain, problem


def grounded(make: Callable[[Path, int, int], Files], *size: int) -> Callable[[Path], Contestants]:
    """A problem read and grounded; the peer is Fast Downward's translator."""

    def contestants(folder: Path) -> Contestants:
        domain, problem = make(folder, *size)

        def ours() -> Mapping[str, int]:
            found = ground_task(load_task(load_action_domain(domain), problem))
            return {"arcs": len(found.theory.arcs), "choices tried": found.tried}

        words = [sys.executable, "-m", "fast_downward.translate", str(domain), str(problem)]

        def peer() -> object:
            sas = ["--sas-file", str(folder / "sas")]
            return subprocess.run([*words, *sas], check=True, capture_output=True)

        return ours, peer if find_spec("fast_downward") else None

    return contestants


def lm_cut(make: Callable[[Path, int], Files], size: int) -> Callable[[Path], Contestants]:
    """A problem read, grounded and solved by A* with LM-cut; the peer is Fast Downward with the same."""

    def contestants(folder: Path) -> Contestants:
        domain, problem = make(folder, size)
        planner = planner_of("fast-downward:astar(lmcut())")

        def ours() -> Mapping[str, int]:
            made = ground_task(load_task(load_action_domain(domain), problem))
            asked = Problem(made.theory, made.start, made.goal)
            found = solve(asked, "a-star", heuristic="lm_cut")
            assert found.optimal
            return {"expanded": found.statistics.expanded}

        if not planner.installed:
            return ours, None
        return ours, lambda: run_planner(planner, domain, problem, 600)

    return contestants


def fast(make: Callable[[Path, int, int], Files], *size: int) -> Callable[[Path], Contestants]:
    """A problem read, grounded and solved with ``fast``; the peer is the first search of LAMA."""

    def contestants(folder: Path) -> Contestants:
        domain, problem = make(folder, *size)
        planner = planner_of("fast-downward:lama-first")

        def ours() -> Mapping[str, int]:
            rules, shape = open_source(f"{domain}#{problem}").sized
            start = rules.start(shape)
            assert start is not None
            found = solve(Problem(rules.theory(shape), start, rules.goal(shape)), "fast")
            assert found.solved
            return {"expanded": found.statistics.expanded}

        if not planner.installed:
            return ours, None
        return ours, lambda: run_planner(planner, domain, problem, 600)

    return contestants
