"""The learner that is chosen for a domain, by what its moves are."""

from random import Random

import pytest
from arcwise.ebl import LEARNERS, Course, choose_learner, train
from arcwise.rules import (
    GRID,
    Arc,
    Domain,
    InputError,
    Schema,
    Theory,
    TheoryDomain,
    TooLargeError,
    Var,
    open_source,
)
from arcwise.search import Problem, climb
from arcwise.search.climbing import macro_table
from arcwise.search.climbing.climb import MOST_ARRANGEMENTS, climb_by_new_table
from arcwise.search.climbing.macro_table import (
    FEW,
    MOST_TOGETHER,
    QUICK_WORDS,
    fill_table,
    search_found_table,
)
from arcwise.search.limits import NO_LIMITS

GROUPS = ["pancake:8", "burnt-pancake:4", "topspin:12x4", "cube:2", "cube:3", "lights-out:4x4", "arrow:8"]  # fmt: skip
RELATIONS = ["blocks:4", "gripper:4", "hanoi:3x5", "keys:3x4", "missionaries:3x2", "water-jugs:5x3=4", "pancake:100"]  # fmt: skip
WINDOWS = ["sliding-tile:2x3", "sliding-tile:8x8", "heavy-tile:3x3", "inverse-tile:3x3"]


@pytest.mark.parametrize(
    ("learner", "board"),
    [("macro-table", board) for board in GROUPS]
    + [("policy", board) for board in RELATIONS]
    + [("escapes", board) for board in WINDOWS],
)
def test_the_learner_follows_from_the_moves(learner, board):
    assert choose_learner(*open_source(board).sized).name == learner


def shuffled(cells, count, seed, *, undone):
    """A theory of random permutations of cells, with those that undo them or without."""
    rng, variables = Random(seed), [Var(f"X{cell}") for cell in range(cells)]
    arcs = []
    for number in range(count):
        goes = rng.sample(range(cells), cells)
        after = tuple(variables[cell] for cell in goes)
        arcs.append(Arc(f"m{number}", tuple(variables), after))
        if undone:
            arcs.append(Arc(f"u{number}", after, tuple(variables)))
    theory = Theory("shuffled", tuple(arcs), (1, cells))
    return TheoryDomain(theory, own_goals=(tuple(range(1, cells + 1)),)), (1, cells)


@pytest.mark.parametrize("cells", [12, 60])
def test_any_group_of_moves_gets_a_table(cells):
    chosen = choose_learner(*shuffled(cells, 2, 7, undone=True))
    assert chosen.name == "macro-table"
    assert "the 4 moves of shuffled generate a group" in str(chosen)


def test_moves_of_a_large_order_that_none_undoes_get_no_table():
    chosen = choose_learner(*shuffled(60, 2, 7, undone=False))
    assert chosen.name == "escapes"
    assert "moves that none undoes" in chosen.why


class Hop(Domain):
    """A symbol that hops over its neighbour, on a board of any size."""

    geometry = GRID

    def schemas(self, shape):
        """Two hops on three cells."""
        a, b = Var("A"), Var("B")
        hops = (Arc("left", (a, b, 0), (0, b, a)), Arc("right", (0, b, a), (a, b, 0)))
        return tuple(Schema(hop, (1, 3)) for hop in hops)

    def goal(self, shape):
        """The blank first."""
        return tuple(range(shape[0] * shape[1]))


def test_windows_of_a_domain_from_outside_transfer():
    assert choose_learner(Hop(), (3, 3)).name == "escapes"
    assert "the same on boards of every size" in choose_learner(Hop(), (3, 3)).why


def test_there_is_nothing_to_choose_without_a_goal():
    theory = Theory("aimless", (Arc("m", (Var("A"), Var("B")), (Var("B"), Var("A"))),), (1, 2))
    with pytest.raises(InputError, match="no goal of its own"):
        choose_learner(TheoryDomain(theory), (1, 2))


def file_of(rules, goal):
    """A theory of rules between states of variables, each a pair of words, and its goal."""
    arcs = tuple(
        Arc(f"m{number}", *(tuple(map(Var, side.split())) for side in rule))
        for number, rule in enumerate(rules)
    )
    shape = (1, len(goal))
    return TheoryDomain(Theory("file", arcs, shape), own_goals=(goal,)), shape


@pytest.mark.parametrize(
    "board", [open_source("blocks:1").sized, file_of([], (1, 2)), file_of([("A B", "A B")], (1, 2))]
)
def test_nothing_is_learned_of_moves_that_change_nothing(board):
    with pytest.raises(InputError, match="changes a state: there is nothing to learn") as refused:
        choose_learner(*board)
    assert refused.value.remedy is None


def test_a_table_is_for_the_states_that_the_goal_leads_to():
    why = choose_learner(*file_of([("A B C", "B C A")], (1, 2, 3))).why
    assert "the 1 move of file generates a group" in why
    assert why.endswith("solves every state that the goal leads to")


def test_the_reason_for_a_table_of_the_smallest_board_is_true_of_a_domain_of_every_size():
    chosen = choose_learner(*open_source("sliding-tile:2x1").sized)
    assert chosen.name == "macro-table"
    assert "no smaller board has the same moves" in chosen.why


def test_a_goal_that_cannot_be_climbed_to_is_refused_before_a_learner_is_named():
    x, y = Var("X"), Var("Y")
    with pytest.raises(InputError, match="cells that are only to be equal"):
        choose_learner(*file_of([("A B C D", "B A C D"), ("A B C D", "A C B D")], (x, x, y, y)))


def test_practice_that_cannot_draw_problems_advises_examples(monkeypatch):
    def draw(self, shape, rng):
        raise TooLargeError("too many states", remedy="moves=")

    domain, shape = file_of([("A B", "B A")], (1, 2))
    monkeypatch.setattr(TheoryDomain, "draw", draw)
    library = LEARNERS["escapes"].library(domain)
    with pytest.raises(TooLargeError, match="training examples"):
        list(train(LEARNERS["escapes"], library, Course(shape, (shape,))))


@pytest.mark.slow
def test_moves_of_a_small_order_undo_themselves():
    variables = tuple(Var(f"X{cell}") for cell in range(7))
    turn = Arc("turn", variables, (*variables[1:], variables[0]))
    swap = Arc("swap", variables, (variables[1], variables[0], *variables[2:]))
    theory = Theory("turns", (turn, swap), (1, 7))
    domain = TheoryDomain(theory, own_goals=(tuple(range(1, 8)),))
    assert choose_learner(domain, (1, 7)).name == "macro-table"
    library = LEARNERS["macro-table"].library(domain)
    records = list(train(LEARNERS["macro-table"], library, Course((1, 7), ((1, 7),))))
    assert all(record.outcome.solved for record in records)
    rng = Random(3)
    for _ in range(20):
        start = tuple(rng.sample(range(1, 8), 7))
        climbed = library.climber((1, 7), goal=domain.goal((1, 7)))
        found = climb(climbed, start)
        assert found.solved
        assert {step.name for step in found.primitives} <= {"turn", "swap"}
        state = start
        for step in found.primitives:
            state = step.apply(state)
        assert state == domain.goal((1, 7))


@pytest.mark.long
def test_tables_of_random_moves_stay_short():
    domain, shape = shuffled(24, 2, 11, undone=True)
    table = fill_table(domain, shape)
    shortest = [len(words[0]) for column in table.columns for words in column.values()]
    assert len(shortest) == 24 * 23 // 2
    assert max(shortest) < 400
    assert (
        sum(len(w) for c in table.columns for words in c.values() for w in words) <= MOST_TOGETHER
    )


@pytest.mark.slow
def test_a_plan_is_shorter_with_more_words_than_are_learned(monkeypatch):
    monkeypatch.setattr(macro_table, "MOST_TOGETHER", 1_000)
    domain, shape = shuffled(24, 2, 11, undone=True)
    theory, goal, rng = domain.theory(shape), domain.goal(shape), Random(3)
    start = goal
    for _ in range(200):
        _, start = rng.choice(theory.successors(start))
    found = climb_by_new_table(Problem(theory, start, goal), NO_LIMITS)
    assert found.states[-1] == goal
    learned = fill_table(domain, shape, most_words=QUICK_WORDS, alternatives=FEW)
    plain = search_found_table(learned, start, MOST_ARRANGEMENTS, NO_LIMITS)
    assert 1.2 * found.moves < len(plain.word)
