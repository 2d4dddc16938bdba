"""Runs of several kinds of steps as one step of a search, beside one repetition as a macro, and the rules of a policy.

usage: python benchmarks/runs.py [--balls N] [--parcels N] [--children N] [--seconds S] [--markdown]

One repetition takes one thing where it should be: `pick go drop`, `drive pick drive put`, `make serve`. A run repeats it as long
as it can be taken, for one thing after another, with the same robot or truck. A step leads to the end of

- one repetition (`once`),
- each number of repetitions (`each end`),
- as many as there can be (`last end`),
- as many as there can be of those that make a goal true which is not so (`for goals`).

The moves are steps too. Searches are lazy and greedy with FF. `policy`: rules learned from a problem of two things, followed, with a search where they fail.
Figures: expansions, moves of the plan, seconds of processor time.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import product
from math import inf
from pathlib import Path
from random import Random
from time import process_time

import arcwise as aw
from arcwise.planning.pddl.action_domain import PlanningTask
from arcwise.planning.pddl.planning import PlanningDomain
from arcwise.planning.pddl.read_action_domain import load_action_domain, read_action_domain
from arcwise.planning.pddl.read_task import read_task
from arcwise.planning.pddl.write import domain_text, task_text
from arcwise.rules.arc import Arc
from arcwise.rules.term import State, Var
from arcwise.search.heuristics.relaxation import RelaxedPlan
from arcwise.search.macros import LiftedProblem
from arcwise.search.solve import solve
from pddl_instances import EXAMPLES, gripper
from tables import show

TRUCKS = """(define (domain trucks) (:requirements :typing) (:types place truck parcel room)
  (:predicates (at ?t - truck ?a - place) (lies ?p - parcel ?a - place) (in ?p - parcel ?t - truck)
    (room-for ?t - truck ?n - room) (next ?m ?n - room))
  (:action drive :parameters (?t - truck ?a ?b - place) :precondition (at ?t ?a)
    :effect (and (at ?t ?b) (not (at ?t ?a))))
  (:action pick :parameters (?p - parcel ?t - truck ?a - place ?m ?n - room)
    :precondition (and (at ?t ?a) (lies ?p ?a) (next ?m ?n) (room-for ?t ?n))
    :effect (and (in ?p ?t) (not (lies ?p ?a)) (room-for ?t ?m) (not (room-for ?t ?n))))
  (:action put :parameters (?p - parcel ?t - truck ?a - place ?m ?n - room)
    :precondition (and (at ?t ?a) (in ?p ?t) (next ?m ?n) (room-for ?t ?m))
    :effect (and (lies ?p ?a) (not (in ?p ?t)) (room-for ?t ?n) (not (room-for ?t ?m)))))"""
"""Every place is one drive from every other, so that no walk has two moves."""

WAYS = ("moves", "once", "each end", "last end", "for goals")
Repetition = tuple[str, str, str]
"""Its parameters with types, those that stay the same in a run, its steps."""

REPETITIONS: dict[str, tuple[Repetition, ...]] = {
    "gripper": (
        (
            "?b:ball ?a:room ?c:room ?h:hand",
            "?a ?c ?h",
            "pick ?b ?a ?h, go ?a ?c, drop ?b ?c ?h, go ?c ?a",
        ),
    ),
    "trucks": (
        (
            "?p:parcel ?t:truck ?a:place ?b:place ?c:place ?m:room ?n:room",
            "?t ?m ?n",
            "drive ?t ?a ?b, pick ?p ?t ?b ?m ?n, drive ?t ?b ?c, put ?p ?t ?c ?m ?n",
        ),
    ),
    "childsnack": (
        ("?s:sandwich ?b:bread ?c:child", "", "make ?s ?b, serve ?c ?s"),
        ("?s:sandwich ?b:bread ?c:child", "", "make-safe ?s ?b, serve-safe ?c ?s"),
    ),
}


def trucks(parcels: int, rng: Random) -> PlanningTask:
    """Two trucks with room for two parcels each, among six places."""
    places = [f"place-{number}" for number in range(6)]
    init = ["(next n0 n1) (next n1 n2)"]
    init += [f"(at {truck} {rng.choice(places)}) (room-for {truck} n2)" for truck in ("t1", "t2")]
    goal = []
    for number in range(parcels):
        here, there = rng.sample(places, 2)
        init.append(f"(lies p{number} {here})")
        goal.append(f"(lies p{number} {there})")
    objects = f"{' '.join(places)} - place t1 t2 - truck n0 n1 n2 - room"
    return read_task(
        read_action_domain(TRUCKS),
        f"""(define (problem trucks-{parcels}) (:domain trucks)
    (:objects {objects} {" ".join(f"p{number}" for number in range(parcels))} - parcel)
    (:init {" ".join(init)}) (:goal (and {" ".join(goal)})))""",
    )


def childsnack(children: int, rng: Random) -> PlanningTask:
    """A loaf and a sandwich for each child; half of the children eat no gluten, and half of the loaves have none."""
    init, goal = [], []
    for one in range(children):
        init.append(f"(left b{one}) (unmade s{one}) (waits c{one})")
        goal.append(f"(served c{one})")
    half = children // 2
    init += (f"(free b{one})" for one in rng.sample(range(children), half))
    init += (f"(any c{one})" for one in rng.sample(range(children), children - half))
    objects = " ".join(
        f"{' '.join(f'{kind[0]}{one}' for one in range(children))} - {kind}"
        for kind in ("bread", "sandwich", "child")
    )
    return read_task(
        load_action_domain(EXAMPLES / "childsnack.pddl"),
        f"""(define (problem childsnack-{children}) (:domain childsnack) (:objects {objects})
    (:init {" ".join(init)}) (:goal (and {" ".join(goal)})))""",
    )


class Runs:
    """A problem whose repetitions are steps.

    Parameters
    ----------
    task
        The problem.
    way
        One of `WAYS`.
    """

    def __init__(self, task: PlanningTask, way: str) -> None:
        known = PlanningDomain(task.domain, task).grounding
        self.theory, self.start, self.goal, self.way = known.theory, known.start, known.goal, way
        self.named = [pair for pair in enumerate(known.goal) if not isinstance(pair[1], Var)]
        self.arcs = {arc.name: arc for arc in known.theory.arcs}
        own = REPETITIONS[task.domain.name] if way != "moves" else ()
        self.runs = [run for one in own for run in self._runs(task, *one)]

    def _runs(
        self, task: PlanningTask, typed: str, shared: str, steps: str
    ) -> list[list[list[Arc]]]:
        """The repetitions with objects; those of one run together."""
        runs: dict[tuple[str, ...], list[list[Arc]]] = {}
        kinds = dict(one.split(":") for one in typed.split())
        for objects in product(*(task.objects_of(kind) for kind in kinds.values())):
            binding = dict(zip(kinds, objects, strict=True))
            calls = (
                " ".join(binding.get(term, term) for term in step.split())
                for step in steps.split(", ")
            )
            arcs = [self.arcs.get(f"({call})") for call in calls]
            if len(set(objects)) == len(objects) and None not in arcs:
                key = tuple(binding[name] for name in shared.split())
                runs.setdefault(key, []).append([arc for arc in arcs if arc is not None])
        return list(runs.values())

    def met(self, state: State) -> int:
        """Number of goals that are true."""
        return sum(state[cell] == symbol for cell, symbol in self.named)

    def _ends(self, state: State, run: list[list[Arc]]) -> Iterator[tuple[State, int]]:
        """The states to which a run leads, with the moves."""
        here, moves = state, 0
        for one in run:
            after: State | None = here if self.way != "once" else state
            for arc in one:
                after = arc.apply(after) if after is not None else None
            if after is None or (self.way == "for goals" and self.met(after) <= self.met(here)):
                continue
            here, moves = after, len(one) + (moves if self.way != "once" else 0)
            if self.way in ("once", "each end"):
                yield here, moves
        if moves and self.way in ("last end", "for goals"):
            yield here, moves

    def successors(self, state: State) -> Iterator[tuple[State, int]]:
        """The ends of runs, then those of moves."""
        for run in self.runs:
            yield from self._ends(state, run)
        yield from ((after, 1) for _, after in self.theory.successors(state))

    def search(self, seconds: float) -> str:
        """Figures of a lazy greedy search."""
        heuristic = RelaxedPlan(self.theory, self.goal, self.start)
        began, expanded, serial = process_time(), 0, 0
        known = {self.start}
        waiting: list[tuple[float, int, State, int]] = [(0, 0, self.start, 0)]
        while waiting and process_time() - began < seconds:
            _, _, state, moves = heappop(waiting)
            if self.met(state) == len(self.named):
                return f"{expanded:,}, {moves} moves, {process_time() - began:.3f} s"
            value = heuristic.estimate(state)
            if value == inf:
                continue
            expanded += 1
            for after, length in self.successors(state):
                if after not in known:
                    known.add(after)
                    serial += 1
                    heappush(waiting, (value, serial, after, moves + length))
        return f"not in {seconds:g} s"


def policy(task: PlanningTask, training: PlanningTask) -> str:
    """Figures of a policy that was learned from a small problem."""
    with tempfile.TemporaryDirectory() as folder:
        names = [str(Path(folder, f"{name}.pddl")) for name in ("domain", "small")]
        texts = domain_text(task.domain), task_text(training)
        for name, text in zip(names, texts, strict=True):
            Path(name).write_text(text)
        learned = aw.learn(names[0], [names[1]], learner=aw.Policy(number=True)).library
        domain = PlanningDomain(task.domain, task)
        began = process_time()
        found = solve(LiftedProblem(domain, domain.theory((1, 1)).shape), macros=learned)
        spent = process_time() - began
    searched = "0" if "nothing was searched" in found.note else f"{found.statistics.expanded:,}"
    return f"{searched}, {found.moves} moves, {spent:.3f} s" if found.solved else "not solved"


def main() -> None:
    """Print the table."""
    read = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    read.add_argument("--balls", type=int, default=20)
    read.add_argument("--parcels", type=int, default=10)
    read.add_argument("--children", type=int, default=6)
    read.add_argument("--seconds", type=float, default=20)
    read.add_argument("--markdown", action="store_true")
    asked = read.parse_args()
    balls = load_action_domain(EXAMPLES / "gripper.pddl")
    rows = []
    for task, small in (
        (gripper(balls, asked.balls, Random(1)), gripper(balls, 2, Random(1))),
        (trucks(asked.parcels, Random(2)), trucks(2, Random(1))),
        (childsnack(asked.children, Random(2)), childsnack(2, Random(1))),
    ):
        searches = (Runs(task, way).search(asked.seconds) for way in WAYS)
        rows.append((task.name, *searches, policy(task, small)))
    columns = ("problem", *WAYS, "policy")
    show("expansions, plan, CPU seconds", columns, rows, left=7, markdown=asked.markdown)


if __name__ == "__main__":
    main()
