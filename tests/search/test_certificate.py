"""Certificates: each kind is made, checked without arcwise, and changed in hundreds of ways; no false one passes.

What a changed certificate claims is judged here, by trying all states, and not by how it is argued for.
"""

import copy
import heapq
import importlib.util
import json
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from arcwise.ebl import MacroLibrary
from arcwise.ebl.regression import composed
from arcwise.rules import Arc, Theory, Var, read_built_in
from arcwise.search import (
    Climber,
    Problem,
    certificate_of,
    complete_certificate,
    macro_certificate,
    problem_with_goals,
    solve,
)

from ..ebl.learners.lessons import complete, learn_escapes

CHECKER = Path(__file__).parents[2] / "package" / "arcwise" / "verify.py"
A, B, C = map(Var, "ABC")


def load_checker():
    specification = importlib.util.spec_from_file_location("standalone", CHECKER)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


VERIFY = load_checker()


def ends(data, tmp_path):
    """The exit code of the checker for a file with this."""
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(data), "utf-8")
    return VERIFY.main([str(path)])


# What is certified.


def theory(size, *arcs):
    return Theory("t", tuple(Arc(*arc) for arc in arcs), (1, size))


def tiles(start, goal):
    domain, shape = read_built_in("sliding-tile:2x2")
    return Problem(domain.theory(shape), start, goal)


def made(problem, algorithm="uniform-cost"):
    result = solve(problem, algorithm, engine="python", check=False)
    found = certificate_of(problem, result, "asked")
    assert found.data is not None, found.note
    return json.loads(json.dumps(found.data))


def priced():
    """Costs of a tenth, of nothing and of a third; a variable, the symbol of its name, and 1 beside '1'."""
    arcs = (
        ("a", (1, A, B), (A, A, B), 0.1),
        ("b", ("A", A, B), ("A", B, "1"), 1 / 3),
        ("c", (A, A, B), (1, B, A), 0),
        ("d", ("1", A, "A"), (A, "1", 1), 2.5),
        ("e", (A, B, C), (B, C, A), 0.75),
    )
    return theory(3, *arcs)


def sink():
    """What came to the last cell never leaves it, and both of two are wanted elsewhere."""
    arcs = [(f"{a}>{b}", a, b) for a, b in [(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2), (3, 4)]]
    cells = [f"V{n}" for n in range(5)]
    boards = []
    for name, a, b in arcs:
        before = [Var(cell) for cell in cells]
        after = list(before)
        before[a], before[b], after[a], after[b] = "box", ".", ".", "box"
        boards.append((name, tuple(before), tuple(after)))
    return theory(5, *boards)


def together():
    """Both cells change together, so that they never differ: no cell alone shows it."""
    return Problem(theory(2, ("x", (0, 0), (1, 1)), ("y", (1, 1), (0, 0))), (0, 0), (0, 1))


def two_of_three():
    """Two of three lamps are switched at a time: no two of them show that they are never lit all."""
    pairs = [(0, 1), (1, 2), (0, 2)]
    arcs = []
    for (a, b), one, other in product(pairs, (0, 1), (0, 1)):
        before, after = [A, A, A], [A, A, A]
        before[a], before[b], after[a], after[b] = one, other, 1 - one, 1 - other
        arcs.append((f"{a}{b}{one}{other}", tuple(before), tuple(after)))
    return Problem(theory(3, *arcs), (0, 0, 0), (1, 1, 1))


def macro():
    """Two moves, one that asks for two equal cells and one that asks for a symbol."""
    steps = (
        Arc("a", (A, A, B, C), (B, A, C, A), 0.5),
        Arc("b", (A, 1, B, C), (A, "1", C, B), 0.25),
        Arc("c", (A, B, C, "x"), (C, B, A, "x"), 1),
    )
    before, after = composed(steps)
    rule = Arc("m", before, after, 1.75, steps)
    return json.loads(json.dumps(macro_certificate(rule).data))


def climbing():
    domain, shape = read_built_in("sliding-tile:2x2")
    library = MacroLibrary(domain)
    for _ in learn_escapes(library, domain.practice(shape)):
        pass
    for _ in complete(library, [shape]):
        pass
    return json.loads(
        json.dumps(complete_certificate(Climber(domain, shape, library.schemas)).data)
    )


def certificates():
    yield "optimal", made(tiles((1, 2, 0, 3), (1, A, B, 0)))
    costs = priced()
    goals = [(A, A, "1"), ("1", "1", A), (2, A, B)]
    yield "optimal-costs", made(problem_with_goals(costs, (1, "A", "1"), goals))
    yield "plan", made(tiles((1, 2, 0, 3), (1, 2, 3, 0)), "greedy")
    yield "unsolvable-parity", made(tiles((2, 1, 0, 3), (1, 2, 3, 0)))
    static = theory(3, ("a", ("x", A, B), ("x", B, A)), ("b", ("y", A, B), (A, "y", B)))
    yield "unsolvable-never", made(Problem(static, ("x", 1, 2), ("y", A, B)))
    start, goal = (".", "box", ".", ".", "box"), ("box", "box", A, B, C)
    yield "unsolvable-trap", made(Problem(sink(), start, goal))
    yield "unsolvable-mutex", made(together())
    yield "unsolvable-closed", made(two_of_three())
    yield "macro", macro()
    yield "complete", climbing()


CERTIFICATES = dict(certificates())


# Changes, one at a time.


def places(value, at=()):
    yield at, value
    for key, one in value.items() if type(value) is dict else enumerate(value):
        if type(one) in (dict, list):
            yield from places(one, (*at, key))
        else:
            yield (*at, key), one


def others(value):
    """What else may stand there."""
    if type(value) is bool or value is None:
        return
    if type(value) is int:
        yield from (
            value + 1,
            value - 1,
            str(value),
            value + 0.5,
            True,
            None,
            [value],
            {"var": "A"},
        )
    elif type(value) is str:
        yield from (value + "1", "", "1", 1, "A", "B", "x", "box", {"var": value})
    elif type(value) is list:
        for n in range(len(value)):
            yield value[:n] + value[n + 1 :]
            yield value[: n + 1] + value[n:]
        for n in range(len(value) - 1):
            yield [*value[:n], value[n + 1], value[n], *value[n + 2 :]]
        yield from ([], {}, None)
    else:
        for key in value:
            yield {name: one for name, one in value.items() if name != key}
            yield {name + "x" * (name == key): one for name, one in value.items()}
        if "var" in value:
            yield from (value["var"], 1, *({"var": name} for name in "ABC" if name != value["var"]))


def replaced(data, at, value):
    if not at:
        return value
    data = copy.deepcopy(data)
    inner = data
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = value
    return data


def changes(data):
    for at, value in places(data):
        for other in others(value):
            yield at, other, replaced(data, at, other)


# What is true, without the checker: a term is a pair, symbols of two types are two.


class MalformedError(Exception):
    """It says nothing."""


def term(one):
    if type(one) is dict and set(one) == {"var"} and type(one["var"]) is str:
        return "variable", one["var"]
    if type(one) not in (int, str):
        raise MalformedError
    return type(one).__name__, one


def price(one):
    if type(one) not in (int, float, str):
        raise MalformedError
    cost = Fraction(str(one))
    if cost < 0:
        raise MalformedError
    return cost


def pattern(values, size):
    if type(values) is not list or len(values) != size:
        raise MalformedError
    return [term(one) for one in values]


def arcs_of(data):
    size, arcs = data["size"], []
    if type(size) is not int or size < 1:
        raise MalformedError
    for arc in data["arcs"]:
        cells = arc["cells"]
        if type(cells) is not list or any(type(c) is not int or not 0 <= c < size for c in cells):
            raise MalformedError
        before, after = pattern(arc["before"], len(cells)), pattern(arc["after"], len(cells))
        loose = {one for one in after if one[0] == "variable"} - set(before)
        if loose or len(set(cells)) < len(cells):
            raise MalformedError
        arcs.append((cells, before, after, price(arc["cost"])))
    return size, arcs


def bindings(patterns, symbols):
    found = {}
    for one, symbol in zip(patterns, symbols, strict=True):
        known = found.get(one, symbol) if one[0] == "variable" else one
        if known != symbol:
            return None
        found[one] = symbol
    return found


def moved(arc, state):
    cells, before, after, _ = arc
    found = bindings(before, [state[cell] for cell in cells])
    if found is None:
        return None
    new = dict(enumerate(state))
    new.update((cell, found.get(one, one)) for cell, one in zip(cells, after, strict=True))
    return tuple(new[cell] for cell in sorted(new))


def wanted(state, goals):
    return any(bindings(goal, state) is not None for goal in goals)


def all_costs(start, arcs):
    best, heap, done = {start: Fraction(0)}, [(Fraction(0), 0, start)], set()
    while heap:
        cost, _, state = heapq.heappop(heap)
        if state in done:
            continue
        done.add(state)
        assert len(done) < 20_000
        for arc in arcs:
            after = moved(arc, state)
            if after is not None and cost + arc[3] < best.get(after, cost + arc[3] + 1):
                best[after] = cost + arc[3]
                heapq.heappush(heap, (best[after], len(best) + len(done), after))
    return best


def is_true(data):
    """Whether it claims what is so; None where it claims nothing."""
    try:
        return judged(data)
    except (MalformedError, KeyError, TypeError, ValueError, IndexError, AttributeError):
        return None


def judged(data):
    claim, (size, arcs) = data["claim"], arcs_of(data["theory"])
    if data["format"] != "arcwise certificate 1":
        return None
    steps = data.get("steps", [])
    if any(type(step) is not int or not 0 <= step < len(arcs) for step in steps):
        return None
    if claim == "macro":
        return macro_is_true(size, arcs, data)
    start = tuple(pattern(data["theory"]["start"], size))
    goals = [pattern(goal, size) for goal in data["theory"]["goals"]]
    if any(one[0] == "variable" for one in start) or not goals:
        return None
    if claim == "unsolvable":
        return not any(wanted(state, goals) for state in all_costs(start, arcs))
    if claim == "complete":
        return complete_is_true(start, arcs, goals, data, size)
    state, cost = start, Fraction(0)
    for step in data["steps"]:
        state, cost = moved(arcs[step], state), cost + arcs[step][3]
        if state is None:
            return False
    if not wanted(state, goals) or ("cost" in data and price(data["cost"]) != cost):
        return False
    cheapest = min(cost for state, cost in all_costs(start, arcs).items() if wanted(state, goals))
    return {"plan": True, "optimal": cost == cheapest}.get(claim)


def macro_is_true(size, arcs, data):
    """Whether rule and steps do the same from every state of all symbols that are named, and of as many others."""
    rule = data["rule"]
    before, after = pattern(rule["before"], size), pattern(rule["after"], size)
    if {one for one in after if one[0] == "variable"} - set(before):
        return None
    whole = (list(range(size)), before, after, price(rule["cost"]))
    if whole[3] != sum((arcs[step][3] for step in data["steps"]), Fraction(0)):
        return False
    named = {one for arc in [*arcs, whole] for side in arc[1:3] for one in side}
    symbols = [one for one in named if one[0] != "variable"] + [("new", n) for n in range(size)]
    for state in product(symbols, repeat=size):
        then = state
        for step in data["steps"]:
            then = then and moved(arcs[step], then)
        if then != moved(whole, state):
            return False
    return True


def complete_is_true(start, arcs, goals, data, size):
    """Whether from each state that the start leads to the listed rules, one after the other, lead to a goal."""
    rules = {}
    for state, steps in data["climb"]:
        if any(type(step) is not int or not 0 <= step < len(arcs) for step in steps):
            return None
        rules[tuple(pattern(state, size))] = steps
    for state in all_costs(start, arcs):
        seen = set()
        while state not in seen and rules.get(state):
            seen.add(state)
            for step in rules[state]:
                state = state and moved(arcs[step], state)
        if state in seen or state not in rules or not wanted(state, goals):
            return False
    return True


# The tests.


def test_the_checker_is_one_file_of_400_lines_that_imports_nothing_of_arcwise():
    text = CHECKER.read_text("utf-8")
    assert len(text.splitlines()) <= 400
    assert "import arcwise" not in text and "from arcwise" not in text and "from ." not in text


@pytest.mark.parametrize("name", CERTIFICATES)
def test_it_holds_where_there_is_no_arcwise(name, tmp_path):
    path, file = tmp_path / "certificate.json", tmp_path / "verify.py"
    path.write_text(json.dumps(CERTIFICATES[name]))
    file.write_text(CHECKER.read_text("utf-8"), "utf-8")
    claim = name.partition("-")[0]
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(file), str(path)], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"holds: {claim}\n", "")
    assert CERTIFICATES[name]["claim"] == claim
    assert is_true(CERTIFICATES[name])
    if claim == "unsolvable":
        argument = CERTIFICATES[name]["argument"]
        assert argument == {"mutex": "never", "trap": "never"}.get(
            name.split("-")[1], name.split("-")[1]
        )
        assert bool(CERTIFICATES[name].get("trap")) == (name == "unsolvable-trap")


def try_changes(name, tmp_path, few):
    every = list(changes(CERTIFICATES[name]))
    caught = refused = 0
    for at, other, data in every[:: 1 + len(every) // few]:
        code, truth = ends(data, tmp_path), is_true(data)
        assert code in (0, 1, 2)
        assert truth or code, (at, other)
        caught += truth is False
        refused += code != 0
    assert len(every) > 150 and refused >= min(few, len(every)) // 3 and caught
    assert refused < len(every)  # names may change, and what was asked


@pytest.mark.long
@pytest.mark.parametrize("name", CERTIFICATES)
def test_no_change_that_makes_it_false_passes(name, tmp_path):
    try_changes(name, tmp_path, 250)


@pytest.mark.long
@pytest.mark.parametrize("name", CERTIFICATES)
def test_no_change_of_all_that_makes_it_false_passes(name, tmp_path):
    try_changes(name, tmp_path, 100_000)


@pytest.mark.parametrize("name", ["optimal", "optimal-costs", "unsolvable-closed"])
def test_every_state_of_the_bound_is_needed(name, tmp_path):
    data = CERTIFICATES[name]
    for n, (state, cost) in enumerate(data["states"]):
        rest = data["states"][:n] + data["states"][n + 1 :]
        assert ends(data | {"states": rest}, tmp_path) == 1
        if name != "unsolvable-closed":
            dearer = str(Fraction(str(cost)) + Fraction(1, 1000))
            assert ends(data | {"states": [*rest, [state, dearer]]}, tmp_path) == 1
    backwards = data["states"][::-1]
    assert ends(data | {"states": backwards}, tmp_path) == 0
