"""Orders of subgoals: rules, and the cells themselves."""

import pytest
from arcwise.rules import InputError, open_source
from arcwise.search import Climber
from arcwise.search.orders import RULES, order_of


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("board", ["sliding-tile:3x4", "hanoi:3x4", "lights-out:3x3", "cube:2"])
def test_every_rule_orders_the_cells_that_the_goal_asks_about(board, rule):
    domain, shape = open_source(board).sized
    goal = domain.goal(shape)
    cells = order_of(domain, shape, goal, rule)
    home = set() if domain.blank is None else {goal.index(domain.blank)}
    assert sorted(cells) == sorted(
        set(range(len(goal))) - (home if rule != "blank-first" else set())
    )


def test_cells_are_an_order_too():
    domain, shape = open_source("hanoi:3x4").sized
    climber = Climber(domain, shape, order=(2, 0, 3, 1))
    assert climber.goal.order == (2, 0, 3, 1)


def test_where_the_blanks_cell_is_among_them_the_blank_is_a_symbol_as_others():
    domain, shape = open_source("sliding-tile:2x2").sized
    home = domain.goal(shape).index(0)
    others = tuple(cell for cell in range(4) if cell != home)
    assert Climber(domain, shape, order=(*others, home)).goal.blank is None
    assert Climber(domain, shape, order=others).goal.blank == 0


@pytest.mark.parametrize("order", [(0, 1), (0, 1, 2, 2), (0, 1, 2, 4), "smallest", ()])
def test_an_order_that_does_not_fit_is_refused(order):
    domain, shape = open_source("hanoi:3x4").sized
    with pytest.raises(InputError, match="order of subgoals"):
        order_of(domain, shape, domain.goal(shape), order)
