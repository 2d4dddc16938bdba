"""Policies learned from a few small problems, which solve all others, of any size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count, pairwise, permutations, product
from pathlib import Path

import pytest
from arcwise.ebl import (
    Course,
    MacroLibrary,
    TrainingProblem,
    TrainingRecord,
    library_text,
    load_macros,
    train,
)
from arcwise.planning import Followed, follow
from arcwise.planning.learning.policy import Policy
from arcwise.planning.pddl import (
    ActionDomain,
    PlanningDomain,
    PlanningTask,
    Typed,
    atom_text,
    execute,
    load_action_domain,
    load_task,
    read_action_domain,
    read_plan,
    read_task,
)
from arcwise.planning.policy.obligations import prove_policy
from arcwise.planning.views import policy_lines
from arcwise.rules import InputError
from arcwise.search import Limits, limits

from ...shared_data import SHARED

DATA = SHARED / "data"


def learned(
    domain: ActionDomain, tasks: Iterable[PlanningTask], learner: Policy | None = None
) -> tuple[MacroLibrary, list[TrainingRecord]]:
    whole = PlanningDomain(domain)
    library = MacroLibrary(whole)
    examples = tuple(
        TrainingProblem((1, 1), (), (), one.name, domain=PlanningDomain(domain, one))
        for one in tasks
    )
    course = Course((1, 1), ((1, 1),), examples=examples)
    return library, list(train(learner or Policy(), library, course))


def solved(library: MacroLibrary, task: PlanningTask, limits: Limits | None = None) -> Followed:
    """Follow the policy, and carry its plan out by the book."""
    assert library.policy is not None
    found = follow(library.policy, task, limits or Limits())
    assert found.solved, f"{task.name}: {found.goal} {found.reason} {found.limit}"
    execute(task, read_plan("\n".join(map(atom_text, found.plan)), "<policy>"))
    return found


def towers(names: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """All ways to build towers of blocks; each tower from its top."""
    if not names:
        yield ()
        return
    first, rest = names[0], names[1:]
    for built in towers(rest):
        yield ((first,), *built)
        for number, tower in enumerate(built):
            for place in range(len(tower) + 1):
                higher = (*tower[:place], first, *tower[place:])
                yield (*built[:number], higher, *built[number + 1 :])


def facts(built: Iterable[tuple[str, ...]]) -> set[tuple[str, ...]]:
    found: set[tuple[str, ...]] = {("hand-empty",)}
    for tower in built:
        found |= {("clear", tower[0]), ("on-table", tower[-1])}
        found |= {("on", *pair) for pair in pairwise(tower)}
    return found


def blocks(domain: ActionDomain, start, goal) -> PlanningTask:
    names = sorted(name for tower in start for name in tower)
    wanted = sorted(facts(goal) - {("hand-empty",)})
    objects = tuple(Typed(name, "block") for name in names)
    return PlanningTask(
        f"{start} {goal}", domain, objects, frozenset(facts(start)), goal=tuple(wanted)
    )


@pytest.fixture(scope="module")
def blocks_domain() -> ActionDomain:
    return load_action_domain(Path(__file__).parents[3] / "examples" / "pddl" / "blocks.pddl")


@pytest.fixture(scope="module")
def blocks_policy(blocks_domain: ActionDomain) -> MacroLibrary:
    """Learned from all problems of two blocks and some of three."""
    pairs = list(product(towers(tuple("ab")), repeat=2))
    pairs += list(product(towers(tuple("abc")), repeat=2))[::11]
    tasks = [blocks(blocks_domain, *pair) for pair in pairs]
    library, records = learned(blocks_domain, tasks)
    assert all({one.problem.origin: one.outcome.solved for one in records}.values())
    return library


@pytest.mark.slow
def test_a_slow_clock_changes_nothing_that_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path("examples/pddl")
    domain = load_action_domain(folder / "gripper.pddl")
    task = load_task(domain, folder / "gripper-1.pddl")
    usual = library_text(learned(domain, [task])[0])
    seconds = count(step=1000)
    monkeypatch.setattr(limits, "perf_counter", lambda: next(seconds))
    assert library_text(learned(domain, [task])[0]) == usual
    assert next(seconds) > 1000 * 10 and "macro(" in usual


@pytest.mark.slow
def test_a_policy_for_blocks_solves_every_problem_of_three_blocks(blocks_domain, blocks_policy):
    every = list(towers(tuple("abc")))
    assert len(every) == 13
    for start, goal in product(every, every):
        solved(blocks_policy, blocks(blocks_domain, start, goal))


@pytest.mark.long
def test_a_policy_for_blocks_solves_problems_of_four_blocks(blocks_domain, blocks_policy):
    every = list(towers(tuple("abcd")))
    assert len(every) == 73
    for start, goal in list(product(every, every))[::11]:  # every start and every goal
        solved(blocks_policy, blocks(blocks_domain, start, goal))


@pytest.mark.slow
def test_a_policy_for_blocks_turns_a_tower_of_three_hundred_over(blocks_domain, blocks_policy):
    names = tuple(f"b{number}" for number in range(300))
    found = solved(blocks_policy, blocks(blocks_domain, [names], [names[::-1]]))
    assert len(found.plan) <= 4 * 300


@pytest.mark.slow
def test_towers_are_built_from_below_because_a_failure_taught_it(blocks_policy):
    assert (("on", "?x1", "?x2"), ("on", "?x3", "?x1")) in blocks_policy.precedences


@pytest.mark.slow
def test_a_policy_without_one_of_its_rules_fails_and_says_for_what(blocks_domain, blocks_policy):
    without = [one.name for one in blocks_policy if one.purpose.goal[0] == "holding"]
    policy = blocks_policy.without(without).policy
    found = follow(policy, blocks(blocks_domain, [("a",), ("b",)], [("a", "b")]))
    assert found.goal == ("on", "a", "b")
    assert "there is no rule" in found.reason


@pytest.mark.slow
def test_a_policy_is_the_same_when_it_is_read_back(blocks_policy):
    text = library_text(blocks_policy)
    read = load_macros("policy.pl", text=text)
    assert read == blocks_policy
    assert read.policy.rules == blocks_policy.policy.rules
    assert library_text(read) == text


@pytest.mark.parametrize(
    ("said", "altered", "about"),
    [
        ("macro_goal(m1,", "macro_goal(m99,", "no macro is called"),
        ("[achieve(", "[achieve(nothing),achieve(", "not a condition of the rule"),
        (",none).\n", ",7).\n", "no such place for a pause"),
        ("macro_before(", "macro_before(3,", None),
        ("macro_before(on('?x1'", "macro_before(on(a", "not an order of goals"),
    ],
)
def test_what_a_file_says_of_rules_must_be_so(blocks_policy, said, altered, about):
    text = library_text(blocks_policy)
    where = text.index(said, text.index("macro_goal(m") if said == ",none).\n" else 0)
    broken = text[:where] + altered + text[where + len(said) :]
    if about is None:
        assert load_macros("policy.pl", text=broken).precedences != blocks_policy.precedences
        return
    with pytest.raises(InputError) as caught:
        load_macros("policy.pl", text=broken)
    assert about in str(caught.value)
    assert "policy.pl:" in str(caught.value)


@pytest.mark.slow
def test_rules_walk_on_a_grid_that_is_larger_than_all_that_was_seen():
    domain = read_action_domain("""
    (define (domain paint) (:requirements :strips :typing) (:types spot)
      (:predicates (at ?s - spot) (next ?s ?t - spot) (done ?s - spot))
      (:action step :parameters (?s ?t - spot) :precondition (and (at ?s) (next ?s ?t))
        :effect (and (at ?t) (not (at ?s))))
      (:action paint :parameters (?s - spot) :precondition (at ?s) :effect (done ?s)))
    """)

    def grid(size: int) -> PlanningTask:
        spots = [f"s{x}-{y}" for x, y in product(range(size), repeat=2)]
        links = "".join(
            f"(next s{x}-{y} s{x + dx}-{y + dy})"
            for (x, y), (dx, dy) in product(product(range(size), repeat=2), permutations((0, 1)))
            if max(x + dx, y + dy) < size
        )
        links += "".join(
            f"(next s{size - 1}-{n} s0-{n}) (next s{n}-{size - 1} s{n}-0)" for n in range(size)
        )
        goal = "".join(f"(done {one})" for one in spots[:: max(1, size // 3)])
        return read_task(
            domain,
            f"(define (problem grid-{size}) (:domain paint) (:objects {' '.join(spots)} - spot)"
            f"(:init (at s0-0) {links}) (:goal (and {goal})))",
        )

    library, _ = learned(domain, [grid(2), grid(3)])
    assert len(library) == 2
    assert len(solved(library, grid(15)).plan) > 15


@pytest.mark.long
def test_a_one_way_road_teaches_a_pause_and_every_goal_gets_a_tool_of_its_own():
    domain = read_action_domain("""
    (define (domain road) (:requirements :strips :typing) (:types spot tool job)
      (:predicates (at ?s - spot) (road ?s ?t - spot) (lies ?t - tool ?s - spot)
        (have ?t - tool) (sharp ?t - tool) (work ?j - job ?s - spot) (done ?j - job))
      (:action walk :parameters (?s ?t - spot) :precondition (and (at ?s) (road ?s ?t))
        :effect (and (at ?t) (not (at ?s))))
      (:action take :parameters (?t - tool ?s - spot)
        :precondition (and (at ?s) (lies ?t ?s)) :effect (and (have ?t) (not (lies ?t ?s))))
      (:action use :parameters (?j - job ?t - tool ?s - spot)
        :precondition (and (at ?s) (work ?j ?s) (have ?t) (sharp ?t))
        :effect (and (done ?j) (not (sharp ?t)))))
    """)

    def road(jobs: int, length: int) -> PlanningTask:
        spots = [f"s{n}" for n in range(length + 1)]
        tools, todo = [f"t{n}" for n in range(jobs + 1)], [f"j{n}" for n in range(jobs)]
        init = "".join(f"(road s{n} s{n + 1})" for n in range(length))
        init += "".join(f"(sharp {t}) (lies {t} s{n % length})" for n, t in enumerate(tools))
        init += "".join(f"(work {one} s{length})" for one in todo)
        return read_task(
            domain,
            f"(define (problem road-{jobs}) (:domain road) (:objects {' '.join(spots)} - spot "
            f"{' '.join(tools)} - tool {' '.join(todo)} - job) (:init (at s0) {init})"
            f"(:goal (and {''.join(f'(done {one})' for one in todo)})))",
        )

    library, records = learned(domain, [road(1, 2), road(2, 2), road(3, 2)])
    assert all(one.outcome.solved for one in records)
    assert [one.purpose.pause for one in library if one.purpose.goal[0] == "done"] == [2]
    found = solved(library, road(30, 12))
    assert len(found.plan) == 30 + 30 + 12


@pytest.mark.slow
def test_a_resource_that_only_some_goals_can_use_teaches_to_reach_those_first():
    domain = read_action_domain("""
    (define (domain paint) (:requirements :strips :typing) (:types pot wall)
      (:predicates (full ?p - pot) (red ?p - pot) (picky ?w - wall) (plain ?w - wall) (done ?w - wall))
      (:action any :parameters (?w - wall ?p - pot)
        :precondition (and (plain ?w) (full ?p)) :effect (and (done ?w) (not (full ?p))))
      (:action only-red :parameters (?w - wall ?p - pot)
        :precondition (and (picky ?w) (red ?p) (full ?p)) :effect (and (done ?w) (not (full ?p)))))
    """)

    def walls(size: int) -> PlanningTask:
        names, pots = [f"w{n}" for n in range(size)], [f"p{n}" for n in range(size)]
        init = "".join(f"(full {one})" for one in pots)
        init += "".join(f"(plain {one})" for one in names[: size // 2])
        init += "".join(f"(picky {one})" for one in names[size // 2 :])
        init += "".join(f"(red {one})" for one in pots[: size - size // 2])
        return read_task(
            domain,
            f"(define (problem walls-{size}) (:domain paint) (:objects {' '.join(names)} - wall "
            f"{' '.join(pots)} - pot) (:init {init})"
            f"(:goal (and {''.join(f'(done {one})' for one in names)})))",
        )

    library, records = learned(domain, [walls(2), walls(4)])
    assert records[-1].outcome.solved
    assert [one.calls[0][0] for one in library] == ["only-red", "any"]
    assert len(solved(library, walls(60)).plan) == 60


def test_a_goal_with_alternatives_is_refused_with_that_reason(blocks_domain):
    task = read_task(
        blocks_domain,
        "(define (problem t) (:domain blocks) (:objects a - block)"
        "(:init (clear a) (on-table a) (hand-empty)) (:goal (or (holding a) (not (clear a)))))",
    )
    _, records = learned(blocks_domain, [task])
    assert "found: a goal with alternatives" in records[0].outcome.passed_over[0]


GENERALIZED = sorted(
    place.name
    for place in (DATA / "generalized").glob("*")
    if place.name != "logistics-1truck"  # takes twenty seconds
    and not (DATA / "learning_track" / place.name).exists()  # learned below
)


@pytest.mark.long
@pytest.mark.skipif(not GENERALIZED, reason=f"the problems are not in {DATA}")
@pytest.mark.parametrize("name", GENERALIZED)
def test_test_problems_of_generalized_planning_are_solved(name):
    folder = DATA / "generalized" / name
    domain = load_action_domain(folder / "domain.pddl")
    library, _ = learned(domain, [load_task(domain, one) for one in folder.glob("train/*.pddl")])
    for problem in sorted(folder.glob("test/*.pddl"), key=lambda one: one.stat().st_size)[2:3]:
        solved(library, load_task(domain, problem), Limits(time=600))


TRACK = sorted(
    place.name for place in (DATA / "learning_track").glob("*") if place.name != "blocksworld"
)
"""Domains beside blocks, which the tests above learn."""
TEN_SECONDS = {"satellite", "spanner"}
"""Domains whose largest problem takes a policy ten seconds: the middle one is solved instead."""


@pytest.mark.long
@pytest.mark.skipif(not TRACK, reason=f"the problems are not in {DATA}")
@pytest.mark.parametrize("name", TRACK)
def test_a_large_problem_of_the_learning_track_is_solved_from_the_smallest_training(name):
    folder = DATA / "learning_track" / name
    domain = load_action_domain(folder / "domain.pddl")
    smallest = sorted(folder.glob("training/*.pddl"), key=lambda one: one.stat().st_size)[:8]
    library, _ = learned(domain, [load_task(domain, one) for one in smallest])
    tests = sorted(folder.glob("testing/*.pddl"), key=lambda one: one.stat().st_size)
    large = tests[len(tests) // 2 if name in TEN_SECONDS else -1]
    solved(library, load_task(domain, large), Limits(time=600))


DOORS = read_action_domain("""
(define (domain doors) (:requirements :strips :typing)
  (:types place key)
  (:predicates (here ?p - place) (next ?p ?q - place) (open ?p - place) (locked ?p - place)
    (opens ?k - key ?p - place) (lies ?k - key ?p - place) (has ?k - key))
  (:action go :parameters (?p ?q - place)
    :precondition (and (here ?p) (next ?p ?q) (open ?q)) :effect (and (here ?q) (not (here ?p))))
  (:action take :parameters (?k - key ?p - place)
    :precondition (and (lies ?k ?p) (here ?p)) :effect (and (has ?k) (not (lies ?k ?p))))
  (:action unlock :parameters (?k - key ?p ?q - place)
    :precondition (and (here ?p) (next ?p ?q) (locked ?q) (opens ?k ?q) (has ?k))
    :effect (and (open ?q) (not (locked ?q)))))
""")


def corridor(doors: int) -> PlanningTask:
    """Rooms in a row, each behind a door of its own, with the key of the next door at the end of a side way."""
    rooms = [f"r{number}" for number in range(doors + 1)]
    sides = [f"s{number}" for number in range(doors)]
    ways = [*pairwise(rooms), *zip(rooms, sides, strict=False)]
    init = {("here", "r0"), ("open", "r0")}
    init |= {("next", *way) for way in ways} | {("next", *way[::-1]) for way in ways}
    init |= {("open", side) for side in sides} | {("locked", room) for room in rooms[1:]}
    for number in range(doors):
        init |= {("opens", f"k{number}", rooms[number + 1]), ("lies", f"k{number}", sides[number])}
    objects = [Typed(name, "place") for name in (*rooms, *sides)]
    objects += [Typed(f"k{number}", "key") for number in range(doors)]
    goal = (("here", rooms[-1]),)
    return PlanningTask(f"{doors} doors", DOORS, tuple(objects), frozenset(init), goal=goal)


@pytest.mark.slow
def test_a_walk_sees_to_the_doors_on_its_way_one_after_the_other():
    library, records = learned(DOORS, [corridor(1), corridor(2)])
    assert all(one.outcome.solved for one in records)
    for doors in (3, 20):
        assert len(solved(library, corridor(doors)).plan) == 5 * doors
    task = corridor(3)
    lost = frozenset(fact for fact in task.init if fact[:2] != ("lies", "k1"))
    failed = follow(library.policy, replace(task, init=lost))
    assert failed.goal == ("here", "r3")
    assert failed.reason


RIDES = read_action_domain("""
(define (domain rides) (:requirements :strips :typing)
  (:types place thing - object bus person - thing)
  (:predicates (at ?t - thing ?p - place) (in ?m - person ?b - bus) (road ?p ?q - place)
    (path ?p ?q - place))
  (:action drive :parameters (?b - bus ?m - person ?p ?q - place)
    :precondition (and (at ?b ?p) (in ?m ?b) (road ?p ?q)) :effect (and (at ?b ?q) (not (at ?b ?p))))
  (:action walk :parameters (?m - person ?p ?q - place)
    :precondition (and (at ?m ?p) (path ?p ?q)) :effect (and (at ?m ?q) (not (at ?m ?p))))
  (:action enter :parameters (?m - person ?b - bus ?p - place)
    :precondition (and (at ?m ?p) (at ?b ?p)) :effect (and (in ?m ?b) (not (at ?m ?p))))
  (:action leave :parameters (?m - person ?b - bus ?p - place)
    :precondition (and (in ?m ?b) (at ?b ?p)) :effect (and (at ?m ?p) (not (in ?m ?b)))))
""")


def ride(stops: int) -> PlanningTask:
    """The bus is to go to the end of the road, and its driver back home on foot."""
    places = [f"p{number}" for number in range(stops)]
    ways = [*pairwise(places), *(pair[::-1] for pair in pairwise(places))]
    init = {(kind, *way) for kind in ("road", "path") for way in ways}
    init |= {("at", "bus", places[0]), ("at", "ann", places[0])}
    objects = (
        *(Typed(one, "place") for one in places),
        Typed("bus", "bus"),
        Typed("ann", "person"),
    )
    goal = (("at", "ann", places[0]), ("at", "bus", places[-1]))
    return PlanningTask(f"{stops} stops", RIDES, objects, frozenset(init), goal=goal)


@pytest.mark.slow
def test_who_is_nowhere_gets_off_before_a_walk_and_goals_of_one_predicate_are_ordered_by_rule():
    library, records = learned(RIDES, [ride(2), ride(3)])
    assert all(one.outcome.solved for one in records)
    for stops in (4, 30):
        assert len(solved(library, ride(stops)).plan) == 2 * (stops - 1) + 2


@pytest.mark.parametrize("number", [False, True])
def test_with_number_a_tower_of_two_teaches_to_clear_a_block_under_any_tower(examples, number):
    domain = load_action_domain(examples / "pddl" / "blocks.pddl")

    def tower(height: int) -> PlanningTask:
        blocks = [f"b{place}" for place in range(height)]
        on = " ".join(f"(on {above} {below})" for above, below in pairwise(blocks))
        text = f"""(define (problem tower) (:domain blocks) (:objects {" ".join(blocks)} - block)
            (:init {on} (on-table {blocks[-1]}) (clear b0) (hand-empty))
            (:goal (and (clear {blocks[-1]}) (hand-empty))))"""
        return read_task(domain, text, "tower.pddl")

    library, _ = learned(domain, [tower(2)], Policy(number=number))
    assert library.policy is not None
    found = follow(library.policy, tower(12), Limits())
    assert found.solved == number
    if number:
        assert len(solved(library, tower(12)).plan) == 22


TWO_BALLS = """(define (problem two) (:domain gripper)
  (:objects kitchen hall - room red green - ball left right - hand)
  (:init (robot-in kitchen) (free left) (free right) (in red kitchen) (in green kitchen))
  (:goal (and (in red hall) (in green hall))))"""


def test_what_repeats_for_each_goal_why_it_may_and_what_ends_it_are_told(examples):
    domain = load_action_domain(examples / "pddl" / "gripper.pddl")
    library, _ = learned(domain, [read_task(domain, TWO_BALLS)])
    lines = policy_lines(library)
    at = lines.index("What repeats:")
    assert [line.strip() for line in lines[at + 1 : at + 5]] == [
        "go, pick and drop: once for each goal like (in ?ball ?room), any number of times",
        "m1 takes (free ?hand), and m3 gives it back",
        "it may repeat: no rule undoes a goal that was reached, each keeps what it needs next, and comes to an end",
        "it ends where no goal like (in ?ball ?room) is left",
    ]


def test_a_run_that_is_not_proved_to_go_on_is_told_so(examples):
    domain = load_action_domain(examples / "pddl" / "gripper.pddl")
    library, _ = learned(domain, [load_task(domain, examples / "pddl" / "gripper-1.pddl")])
    (why,) = (line for line in policy_lines(library) if "it may repeat" in line)
    assert why.endswith("not proved that m1 keeps what it has brought about")
    assert not next(
        one for one in prove_policy(library.policy).rules if one.rule.name == "m1"
    ).proved
