"""Dead ends that arcs tell, against every state there is."""

from itertools import combinations, product

import pytest
from arcwise.rules import Arc, InputError, Sokoban, Theory, Var, distances, match, open_source
from arcwise.rules.domains.sokoban import read_level
from arcwise.rules.sparse_arc import SparseArc
from arcwise.rules.states.dead_ends import can_be_undone, dead_ends, why_dead
from hypothesis import assume, given
from hypothesis import strategies as st


def leading(theory, goal, states):
    """Those of all states from which arcs lead to the goal."""
    before = {}
    for state in states:
        for _, after in theory.successors(state):
            before.setdefault(after, []).append(state)
    edge = [state for state in states if match(goal, state) is not None]
    found = set(edge)
    while edge:
        for state in before.get(edge.pop(), ()):
            if state not in found:
                found.add(state)
                edge.append(state)
    return found


def placements(level):
    """Every state of a level, whether the player could get there or not."""
    squares = range(len(level.squares))
    for boxes in combinations(squares, len(level.goals)):
        for player in set(squares) - set(boxes):
            yield tuple("@" if s == player else "$" if s in boxes else "." for s in squares)


def said_to_be_dead(theory, goal, states):
    """How many states are said to be dead ends; none of them may lead to the goal, nor what arcs make of it elsewhere."""
    alive = leading(theory, goal, states)
    dead = {
        state
        for state in states
        if any(one.within(state) is not None for one in dead_ends(theory, goal, state))
    }
    assert not dead & alive
    return dead, len(states) - len(alive)


def check_level(text):
    level = read_level(text, "level", 1)
    domain, shape = Sokoban(level, "level"), (1, len(level.squares))
    theory, goal = domain.theory(shape), domain.goal(shape)
    dead, lost = said_to_be_dead(theory, goal, list(placements(level)))
    assert all(after in dead for state in dead for _, after in theory.successors(state))
    return len(dead), lost


def test_every_state_that_is_said_to_be_dead_is_so():
    dead, lost = check_level("#####\n#@$.#\n# $.#\n#####")
    assert 0 < dead <= lost


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, 3])
def test_dead_ends_of_levels_lead_to_no_goal(number):
    domain, shape = open_source(f"sokoban:{number}").sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    dead, lost = said_to_be_dead(theory, goal, list(placements(domain.level)))
    assert lost * 0.8 < len(dead) <= lost


@pytest.mark.long
@pytest.mark.slow
def test_up_to_four_boxes_are_looked_at_together():
    dead, lost = check_level("#####\n#   #\n#$$@#\n#$$ #\n#...#\n#  .#\n#####")
    assert 0 < dead <= lost


@st.composite
def levels(draw):
    height, width = draw(st.sampled_from([(2, 3), (3, 3), (2, 4), (3, 4)]))
    size = height * width
    boxes = draw(st.integers(1, 3))
    signs = draw(st.permutations(["$"] * boxes + ["."] * boxes + ["@"] + ["#", "#"] + [" "] * size))
    cells = "".join(signs[:size])
    rows = [f"#{cells[n : n + width]}#" for n in range(0, size, width)]
    return "\n".join(["#" * (width + 2), *rows, "#" * (width + 2)])


@given(levels())
@pytest.mark.long
def test_dead_ends_of_random_levels_lead_to_no_goal(text):
    try:
        read_level(text, "level", 1)
    except InputError:
        assume(False)
    check_level(text)


CELLS = 4


@st.composite
def theories(draw):
    """A few arcs on four cells, which move, lose and make symbols, and a goal."""
    terms = ["a", "b", ".", *map(Var, "XYZW")]
    arcs = []
    for number in range(draw(st.integers(1, 5))):
        before = draw(st.lists(st.sampled_from(terms), min_size=CELLS, max_size=CELLS))
        after = list(draw(st.permutations(before)))
        if draw(st.booleans()):
            after[draw(st.integers(0, CELLS - 1))] = draw(st.sampled_from([".", *before]))
        arcs.append(Arc(f"m{number}", tuple(before), tuple(after)))
    goal = draw(st.lists(st.sampled_from(["a", "b", None, None]), min_size=CELLS, max_size=CELLS))
    pattern = tuple(Var(f"G{cell}") if one is None else one for cell, one in enumerate(goal))
    return Theory("random", tuple(arcs), (1, CELLS)), pattern


@pytest.mark.long
@given(theories())
@pytest.mark.slow
def test_dead_ends_of_random_arcs_lead_to_no_goal(drawn):
    theory, goal = drawn
    states = list(product("ab.", repeat=CELLS))
    alive = leading(theory, goal, states)
    for start in states:
        for found in dead_ends(theory, goal, start):
            few = [one for one in states if one.count(found.symbol) <= len(found.homes)]
            assert all(found.within(state) is None for state in few if state in alive)
            for one in found.each:
                assert why_dead(found, one, str)


def test_an_arc_that_loses_what_the_goal_needs_leads_to_a_dead_end():
    x = Var("X")
    arcs = Arc("push", ("a", "."), (".", "a")), Arc("drop", (x, "a"), (x, "."))
    goal = Var("G"), "a"
    (found,) = dead_ends(Theory("pit", arcs, (1, 2)), goal, ("a", "."))
    assert found.loses
    fewer = found.within((".", "."))
    assert fewer.cells == ()
    assert why_dead(found, fewer, str).startswith("fewer than 1 a are left")
    assert found.within(("a", ".")) is None


def test_a_symbol_that_an_arc_copies_by_a_variable_is_in_no_dead_end():
    a, b = Var("A"), Var("B")
    arcs = (
        Arc("move", ("box", ".", a), (".", "box", a)),
        Arc("copy", (a, b, "."), (a, b, b)),
    )
    theory, goal = Theory("copying", arcs, (1, 3)), (a, b, "box")
    assert said_to_be_dead(theory, goal, list(product((".", "box"), repeat=3))) == (set(), 1)


def test_symbols_that_pass_each_other_nowhere_are_a_dead_end_together():
    """Two copies on a one-way road with a goal at its end and one by the way, which the first has to pass."""
    x, y = Var("X"), Var("Y")
    road = (
        Arc("on", ("a", ".", x, y), (".", "a", x, y)),
        Arc("on", (x, "a", ".", y), (x, ".", "a", y)),
    )
    last = Arc("on", (x, y, "a", "."), (x, y, ".", "a"))
    goal = Var("F"), "a", Var("G"), "a"
    (found,) = dead_ends(Theory("road", (*road, last), (1, 4)), goal, ("a", "a", ".", "."))
    assert [one.cells for one in found.each] == [(2, 3)]
    assert why_dead(found, found.each[0], lambda cell: f"cell {cell + 1}") == (
        "a in cell 3 and cell 4 keep each other there, not both at home; out of cell 3 on asks for . "
        "in cell 4, which holds a"
    )


def test_what_a_dead_end_is_about_is_told_from_the_arcs():
    level = read_level("######\n#@ $.#\n#  $.#\n######", "level", 1)
    domain, shape = Sokoban(level, "level"), (1, len(level.squares))
    (found,) = dead_ends(domain.theory(shape), domain.goal(shape), domain.start(shape))
    pair = next(one for one in found.each if len(one.cells) == 2)
    attempts = found.attempts(pair)
    assert all((attempt.asks is None) == bool(attempt.leads) for attempt in attempts)
    assert any(attempt.asks is None for attempt in attempts) == bool(found.reached(pair))
    assert "row 2 column" in why_dead(found, pair, lambda cell: domain.place(shape, cell))


def test_where_moves_can_be_undone_nothing_is_looked_for():
    domain, shape = open_source("sliding-tile:2x3").sized
    goal = domain.goal(shape)
    assert dead_ends(domain.theory(shape), goal, goal) == ()


@pytest.mark.parametrize(
    ("after", "symbols", "undone"),
    [
        ("BCA", "ABC", True),  # a turn, made three times
        ("BCA", "AB0", False),  # asks for a symbol, and then there is another
        ("BCA", "AAC", False),
        ("AAC", "ABC", False),
    ],
)
def test_rearranging_cells_can_be_undone_by_doing_it_again(after, symbols, undone):
    def pattern(text):
        return tuple(0 if one == "0" else Var(one) for one in text)

    before = pattern(symbols)
    held = dict(zip("ABC", before, strict=True))
    arc = Arc("turn", before, tuple(held[one] for one in after))
    theory = Theory("turns", (arc,), (1, 3))
    assert can_be_undone(theory) == undone
    returns = []
    for state in product(range(3), repeat=3):
        for _, then in theory.successors(state):
            returns.append(state in distances(theory, then))
    assert returns and all(returns) == undone


@pytest.mark.long
@pytest.mark.slow
def test_keys_and_doors_have_no_dead_ends():
    """Of all maps of 2x3 cells, whatever a map from which the exit can be reached is made into is such a map."""
    domain, shape = open_source("keys:2x3").sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    states = []
    for place, walker in product(range(5), ("@", "@a", "@b", "@ab")):
        for others in product((".", "a", "b", "=a", "=b"), repeat=4):
            cells = list(others)
            cells.insert(place, walker)
            states.append((*cells, ">"))
    known, edge = set(states), list(states)
    while edge:
        for _, after in theory.successors(edge.pop()):
            if after not in known:
                known.add(after)
                edge.append(after)
    alive = leading(theory, goal, list(known))
    assert 0 < len(alive) < len(known)
    assert all(after in alive for state in alive for _, after in theory.successors(state))


def test_the_patterns_of_an_arc_are_made_once_for_all_symbols(monkeypatch):
    blank = tuple(Var(f"C{cell}") for cell in range(6))
    moves = [
        SparseArc(f"{name}{cell}", blank, {cell: name, cell + 1: "."}, {cell: ".", cell + 1: name})
        for name in "ab"
        for cell in range(5)
    ]
    theory = Theory("row", tuple(moves), (1, 6))
    made, pattern = [], SparseArc._pattern
    monkeypatch.setattr(
        SparseArc, "_pattern", lambda arc, cells: made.append(1) or pattern(arc, cells)
    )
    found = dead_ends(theory, (*blank[:2], "a", *blank[3:5], "b"), ("a", ".", "b", ".", ".", "."))
    assert [(one.symbol, one.cells) for each in found for one in each.each] == [
        *[("a", (cell,)) for cell in (3, 4, 5)],
    ]
    assert len(made) <= 5 * len(moves)
