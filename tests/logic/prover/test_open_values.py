"""Variables that stand only on the right side of a move: each value of their kind, and no other."""

import arcwise as aw
import pytest
from arcwise.logic.prover.moves import closed, values_of_cells
from arcwise.rules import InputError, Var

A, B, C = (Var(name) for name in "ABC")

MONKEY = """% as in Bratko: the second place of walk and push is any
move(state(middle,onbox,middle,hasnot), grasp, state(middle,onbox,middle,has)).
move(state(P,onfloor,P,H), climb, state(P,onbox,P,H)).
move(state(P1,onfloor,P1,H), push(P1,P2), state(P2,onfloor,P2,H)).
move(state(P1,onfloor,B,H), walk(P1,P2), state(P2,onfloor,B,H)).
canget(state(_,_,_,has)).
canget(S) :- move(S, _, T), canget(T).
"""
START = "state(door,onfloor,window,hasnot)"


def test_constants_are_of_the_kind_of_the_cells_that_variables_join():
    moves = [((A, "x", B), (C, A, B), "m"), (("y", A, 1), ("y", A, 2), "n")]
    assert values_of_cells(moves, [("z", "w", 3)]) == [["x", "y", "z", "w"]] * 2 + [[1, 2, 3]]


def test_a_move_is_closed_with_each_value_of_its_open_variable():
    found = closed(((A, 1), (B, 2), (B,)), [["x", "y"], [1, 2]])
    assert list(found) == [((A, 1), ("x", 2), ("x",)), ((A, 1), ("y", 2), ("y",))]


@pytest.mark.parametrize("own", [False, True])
def test_the_monkey_gets_the_banana_as_in_prolog(tmp_path, own):
    file = tmp_path / "monkey.pl"
    file.write_text(MONKEY + (f"initial({START}). goal(state(_,_,_,has))." if own else ""))
    found = aw.solve(file, *(() if own else (START, "state(_,_,_,has)")))
    assert found.move_names == ["walk(door,window)", "push(window,middle)", "climb", "grasp"]
    assert found.optimal


def test_a_value_that_neither_moves_nor_start_show_is_refused_and_not_called_unreachable(tmp_path):
    file = tmp_path / "monkey.pl"
    file.write_text(MONKEY)
    with pytest.raises(InputError, match="cell 1 cannot hold kitchen"):
        aw.solve(file, START, "state(kitchen,_,_,_)")
    with pytest.raises(InputError, match="cell 3 cannot hold kitchen"):
        aw.compare(file, [(START, "state(_,_,_,has)"), ("state(door,onfloor,kitchen,hasnot)",) * 2])
