"""Traps leave out no state from which a goal is reached: beside enumerations of random theories, levels and planning problems."""

from dataclasses import replace
from itertools import combinations_with_replacement
from random import Random

import pytest
from arcwise.ebl import LEARNERS, MacroLibrary, TrapRule
from arcwise.ebl.learn import train
from arcwise.ebl.learner import Course, TrainingProblem
from arcwise.ebl.traps import FactTable, StateGraph, TrapFamily, facts_of, placed
from arcwise.rules import Arc, Theory, Var, open_source
from arcwise.rules.domains.sokoban import Sokoban, read_level
from arcwise.rules.states.traps import Trap, Traps
from arcwise.search import ALGORITHMS, Limits, Problem, Status, certificate_of, solve
from arcwise.search.native.not_native import not_native
from arcwise.verify import check as check_certificate

ROOM = """
########
#  .   #
# $#   #
#  @ $ #
#   .  #
########
"""


def level(text):
    """A level of Sokoban as a problem."""
    domain = Sokoban(read_level(text, "a test", 1), "a test")
    shape = (1, len(domain.level.squares))
    return Problem(domain.theory(shape), domain.start(shape), domain.goal(shape))


def built_in(name):
    domain, shape = open_source(name).sized
    return Problem(domain.theory(shape), domain.start(shape), domain.goal(shape))


def alive(problem):
    """All states that the start leads to, and those from which the goal is reached."""
    before = {problem.start: set()}
    waiting = [problem.start]
    for state in waiting:
        for _, after in problem.successors(state):
            if after not in before:
                before[after] = set()
                waiting.append(after)
            before[after].add(state)
    found = {state for state in before if problem.is_goal(state)}
    edge = list(found)
    while edge:
        edge += (new := before[edge.pop()] - found)
        found |= new
    return waiting, found


def random_problem(seed):
    """A theory of up to five cells and three symbols, with arcs that lose, make, move and compare symbols."""
    rng = Random(seed)
    size, symbols = rng.randint(2, 5), "abc"[: rng.randint(2, 3)]
    arcs = []
    for number in range(rng.randint(2, 7)):
        names = [Var(f"X{cell}") for cell in range(size)]
        before = [rng.choice(symbols) if rng.random() < 0.45 else name for name in names]
        if rng.random() < 0.1:
            before[0] = before[-1]
        after = list(before)
        for cell in rng.sample(range(size), rng.randint(1, 2)):
            after[cell] = rng.choice(symbols) if rng.random() < 0.5 else rng.choice(before)
        if rng.random() < 0.5:  # two cells change places
            one, other = rng.sample(range(size), 2)
            after = list(before)
            after[one], after[other] = before[other], before[one]
        arcs.append(Arc(f"a{number}", tuple(before), tuple(after), rng.randint(1, 3)))
    start = tuple(rng.choice(symbols) for _ in range(size))
    goal = tuple(rng.choice(symbols) if rng.random() < 0.6 else Var(f"G{c}") for c in range(size))
    return Problem(Theory("random", tuple(arcs), (1, size)), start, goal)


def all_kinds(facts, most):
    names = sorted(facts.of_kind)
    return [
        kinds for size in range(1, most + 1) for kinds in combinations_with_replacement(names, size)
    ]


def every_trap(problem, most=3):
    facts = facts_of(problem)
    rules = [TrapRule(f"t{n}", kinds) for n, kinds in enumerate(all_kinds(facts, most), 1)]
    return placed(facts, rules)


def check(problem, traps):
    """No state is left out from which the goal is reached, and costs are the same in both engines."""
    states, good = alive(problem)
    left_out = {state for state in states if traps.within(state) is not None}
    assert not left_out & good
    for engine in ("python", "native"):
        plain, with_traps = (
            solve(one, "uniform-cost", engine=engine, check=False)
            for one in (problem, replace(problem, traps=traps))
        )
        assert (plain.status, plain.cost) == (with_traps.status, with_traps.cost)
        assert with_traps.statistics.expanded <= plain.statistics.expanded
    return len(left_out)


@pytest.mark.slow
def test_no_state_of_random_theories_is_left_out_that_leads_to_the_goal():
    left_out = sum(check(one, every_trap(one)) for one in map(random_problem, range(150)))
    assert left_out > 100


@pytest.mark.parametrize("name", ["sokoban:2", "sokoban:3"])
def test_no_state_of_a_level_is_left_out_that_leads_to_the_goal(name):
    problem = built_in(name)
    states, good = alive(problem)
    assert check(problem, every_trap(problem)) >= 0.8 * (len(states) - len(good))


def learned(problem, **options):
    """Traps learned from one problem, and the records."""
    domain, shape = problem.theory.domain, problem.theory.shape
    learner = replace(LEARNERS["traps"], **options)
    library = learner.library(domain)
    example = TrainingProblem(shape, problem.start, problem.goal, "a test")
    records = list(train(learner, library, Course(shape, (shape,), examples=(example,))))
    return library, records


def test_traps_of_one_two_and_three_facts_are_learned_each_from_what_the_smaller_leave():
    library, _ = learned(built_in("sokoban:3"))
    assert [rule.kinds for rule in library] == [("$",), ("$", "$"), ("$", "$", "@")]
    savings = [rule.saving for rule in library]
    assert all(saving >= 0.05 for saving in savings)


@pytest.mark.parametrize("name", ["sokoban:2", "sokoban:3"])
def test_facts_are_dropped_that_a_pattern_does_not_need(name):
    """The same states are left out by fewer and shorter patterns than those of the rules themselves."""
    problem = built_in(name)
    facts = facts_of(problem)
    own, rules = [], [TrapRule("t1", ("$",)), TrapRule("t2", ("$", "$", "@"))]
    for rule in rules:
        family = TrapFamily(facts, rule.kinds, Traps(own))
        own += [Trap(family.told(one), rule.name) for one in family.patterns]
    found = placed(facts, rules)
    assert {len(trap.facts) for trap in own} == {1, 3}
    assert any(len(trap.facts) == 2 for trap in found.each)
    assert len(found.each) < len(own)
    longer = Traps(own)
    assert all(bool(longer.within(one)) == bool(found.within(one)) for one in alive(problem)[0])


def test_what_saves_too_little_is_not_learned():
    library, (record,) = learned(built_in("sokoban:3"), saving=50)
    assert [rule.kinds for rule in library] == [("$",)]
    assert any("less than 50%" in reason for reason in record.refused)


def test_traps_hold_on_other_levels():
    library, _ = learned(built_in("sokoban:3"))
    room = level(ROOM)
    traps = library.traps_in(room)
    assert {trap.name for trap in traps.each} >= {"t1", "t2"}
    assert check(room, traps) > 500


def test_a_start_in_a_trap_is_certified_as_unsolvable():
    library, _ = learned(built_in("sokoban:3"))
    problem = built_in("sokoban:3")
    states, good = alive(problem)
    certified = 0
    for state in [state for state in states if state not in good][::40]:
        lost = replace(problem, start=state, theory=replace(problem.theory, domain=None))
        lost = replace(lost, traps=library.traps_in(replace(problem, start=state)))
        found = solve(lost, "a-star", heuristic="zero", check=False)
        assert found.status is Status.UNSOLVABLE
        assert found.note.startswith("the start fits trap t")
        certificate = certificate_of(lost, found)
        assert check_certificate(certificate.data).startswith("unsolvable")
        certified += certificate.data["argument"] == "never"
    assert certified > 5


def test_each_row_of_a_table_holds():
    """The reasons are checked by the states themselves: whatever fits a pattern leads to what fits the next ones."""
    problem = built_in("sokoban:3")
    facts = facts_of(problem)
    one = TrapFamily(facts, ("$",), Traps(()))
    family = TrapFamily(facts, ("$", "$"), Traps(()))
    states, _ = alive(problem)
    for pattern in family.patterns:
        told = family.told(pattern)
        leads = {reason.leads for reason in family.reasons(pattern) if reason.leads}
        fitting = [state for state in states if all(state[cell] == s for cell, s in told)]
        for state in fitting:
            assert not problem.is_goal(state)
            for _, after in problem.successors(state):
                there = [told, *leads]
                assert any(all(after[cell] == s for cell, s in each) for each in there)
    assert one.patterns


def test_only_states_below_which_all_was_searched_are_dead_ends():
    problem = built_in("sokoban:3")
    whole, part = StateGraph(problem, 10_000), StateGraph(problem, 100)
    states, good = alive(problem)
    assert {whole.states[place] for place in whole.dead} == set(states) - good
    assert {part.states[place] for place in part.dead} < set(states) - good


def test_a_library_keeps_each_kind_once_and_is_read_back(tmp_path):
    library, _ = learned(built_in("sokoban:3"))
    assert not library.add(TrapRule("t9", ("$", "$"))).accepted
    library.save(tmp_path / "traps.pl")
    found = MacroLibrary.load(tmp_path / "traps.pl")
    assert found == library
    assert [rule.table for rule in found] == [rule.table for rule in library]
    assert found.text() == library.text()


class WithoutKernel(FactTable):
    """Facts whose patterns Python finds."""

    def closed(self, kinds, known):
        raise not_native("kept out")


@pytest.mark.parametrize("first", range(0, 120, 30))
def test_the_kernel_finds_the_patterns_and_ways_out_that_python_finds(first):
    found = 0
    for problem in map(random_problem, range(first, first + 30)):
        facts = facts_of(problem)
        twin = WithoutKernel(
            problem, facts.kinds, facts.groups, facts.most, facts.words, facts.fixed
        )
        known = Traps(())
        for kinds in all_kinds(facts, 3):
            one, other = TrapFamily(facts, kinds, known), TrapFamily(twin, kinds, known)
            assert [*one.patterns] == [*other.patterns]
            assert one.escapes == other.escapes
            found += len(one.patterns) + len(one.escapes)
            if len(known.each) < 20:
                known += Traps([Trap(one.told(each)) for each in one.patterns])
    assert found > 50


def test_patterns_of_too_many_facts_for_the_kernel_are_found_in_python():
    facts = facts_of(built_in("sokoban:1"))
    family = TrapFamily(facts, ("$",) * 3, Traps(()))
    assert not family.patterns
    with pytest.raises(ValueError, match="fewer facts"):
        facts.closed(("$",) * 40, Traps(()))


class Placing:
    """A library of traps that takes long to be placed, or says how often it was."""

    def __init__(self, traps=None):
        self.traps, self.count = traps, 0

    def traps_in(self, problem):
        self.count += 1
        while self.traps is None:
            pass
        return self.traps


@pytest.mark.parametrize("engine", ["python", "native"])
def test_placing_traps_is_preparation_under_the_limit_on_time(engine):
    problem = replace(built_in("sokoban:3"), library=Placing())
    found = solve(problem, "a-star", engine=engine, limits=Limits(time=0.05))
    assert (found.status, found.limit) == (Status.STOPPED, "time")
    assert found.statistics.expanded == 0


@pytest.mark.parametrize("algorithm", ["a-star", "auto", "fast"])
def test_traps_are_placed_once_for_a_search(algorithm):
    library = Placing(Traps(()))
    assert solve(replace(built_in("sokoban:3"), library=library), algorithm).solved
    assert library.count == 1


@pytest.mark.parametrize("algorithm", ["auto", "fast", "greedy", "bidirectional", "climb"])
def test_a_start_in_a_trap_is_said_to_fit_it_by_every_algorithm(algorithm):
    problem = built_in("sokoban:3")
    traps = [replace(trap, name="t3") for trap in every_trap(problem).each]
    lost = replace(problem, start=tuple("...$..@...$..."), traps=Traps(traps))
    found = solve(lost, algorithm, heuristic=None)
    assert (found.status, found.note) == (Status.UNSOLVABLE, "the start fits trap t3")
    assert (found.algorithm, found.statistics.expanded) == (algorithm, 0)


SEPARATED = ("breadth-first", "depth-first", "iw-1", "iw-2", "iterative-deepening", "uniform-cost")
BY_ESTIMATE = ("greedy", "lazy-greedy", "a-star", "weighted-a-star", "ida-star", "beam")
CLIMBS = ("directed-beam", "hill-climbing", "enforced-hill-climbing", "climb")


@pytest.mark.parametrize("algorithm", [*SEPARATED, *BY_ESTIMATE, *CLIMBS, "auto", "fast"])
@pytest.mark.parametrize("engine", ["python", "auto"])
def test_no_algorithm_of_either_engine_enters_a_pattern(algorithm, engine):
    """All states two steps from the start are called traps, so that what leaves one of them out finds no goal."""
    problem = built_in("sokoban:3")
    near = {
        after
        for _, state in problem.successors(problem.start)
        for _, after in problem.successors(state)
    }
    near -= {problem.start, *(state for _, state in problem.successors(problem.start))}
    walls = Traps([Trap(tuple(enumerate(state))) for state in near])
    found = solve(replace(problem, traps=walls), algorithm, engine=engine)
    assert not found.solved
    assert found.statistics.expanded < 60


@pytest.mark.parametrize("algorithm", [*SEPARATED, *BY_ESTIMATE, "directed-beam"])
def test_both_engines_count_the_same_successors_that_traps_leave_out(algorithm):
    problem = built_in("sokoban:3")
    with_traps = replace(problem, traps=every_trap(problem))
    counts = [
        solve(with_traps, algorithm, engine=engine).statistics.trapped
        for engine in ("python", "native")
    ]
    assert counts[0] == counts[1] > 0


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("algorithm", ["breadth-first", "uniform-cost", "greedy"])
def test_each_successor_that_fits_a_trap_is_counted(algorithm, engine):
    """All states are expanded, as the goal has two tiles exchanged; some that have the blank in a corner are called traps."""
    theory = open_source("sliding-tile:2x3").theory
    walls = Traps([Trap(((0, 0), (1, 1))), Trap(((5, 0), (4, 2)))])
    problem = Problem(theory, (1, 0, 2, 3, 4, 5), (1, 0, 2, 3, 5, 4), traps=walls)
    seen, waiting, left_out = {problem.start}, [problem.start], 0
    while waiting:
        for _, after in problem.successors(waiting.pop()):
            if walls.within(after) is not None:
                left_out += 1
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
    found = solve(problem, algorithm, engine=engine, check=False)
    assert (found.statistics.expanded, found.statistics.trapped) == (len(seen), left_out)


@pytest.mark.parametrize("heuristic", ["zero", "misplaced"])
@pytest.mark.parametrize("threads", [1, 2])
def test_batches_leave_traps_out(heuristic, threads):
    problem = built_in("sokoban:3")
    with_traps = replace(problem, traps=every_trap(problem))
    row = ALGORITHMS["batched-ida-star"].adjusted(threads=threads)
    plain, found = (
        solve(one, row, heuristic=heuristic, engine="native") for one in (problem, with_traps)
    )
    assert (plain.cost, plain.optimal) == (found.cost, found.optimal) == (16, True)
    assert found.statistics.trapped > plain.statistics.trapped == 0
    assert found.statistics.expanded < plain.statistics.expanded


@pytest.mark.slow
def test_batches_find_the_same_costs_of_random_theories():
    solved = 0
    for problem in map(random_problem, range(150)):
        plain = solve(problem, "uniform-cost", check=False)
        if not plain.solved:  # IDA* would not end
            continue
        with_traps = replace(problem, traps=every_trap(problem, 2))
        found = solve(
            with_traps, "batched-ida-star", heuristic="zero", engine="native", check=False
        )
        assert found.cost == plain.cost
        solved += 1
    assert solved > 30
