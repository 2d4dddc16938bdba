from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from arcwise.rules import (
    InputError,
    PsvnFile,
    Var,
    load_psvn,
    match,
    read_psvn,
    read_theory,
    write_psvn,
)

TILES = """
DOMAIN tile 3   # define a domain called "tile"
       b 1 2    # b is for the blank
3
tile tile tile
b X - => X b - LABEL left   COST 2
X b - => b X - LABEL right  COST 3
- b X => - X b LABEL left
- X b => - b X COST 5
GOAL b 1 2
"""


def successors(file: PsvnFile, *state: int | str) -> list[tuple[int | str, ...]]:
    return [successor for _, successor in file.theory.successors(state)]


def test_rules_become_arcs_with_names_and_costs() -> None:
    file = read_psvn(TILES, "tiles.psvn")
    assert [(str(arc), arc.cost) for arc in file.theory.arcs] == [
        ("left: b A B -> A b B, cost 2", 2),
        ("right: A b B -> b A B, cost 3", 3),
        ("left: A b B -> A B b, cost 1", 1),
        ("rule_4: A B b -> A b B, cost 5", 5),
    ]
    assert file.goals == (("b", 1, 2),)
    assert file.theory.values == (("b", 1, 2),) * 3
    assert file.theory.name == "tiles"
    assert file.theory.shape == (1, 3)
    assert file.warnings == ()


@pytest.mark.parametrize(
    ("domain", "values"),
    [("3", (0, 1, 2)), ("3N", (1, 2, 3)), ("3n", (1, 2, 3)), ("N3", (1, 2, 3))],
)
def test_numbers_name_domains_of_numbers(domain: str, values: tuple[int, ...]) -> None:
    assert read_psvn(f"1 {domain} {values[0]} => {values[-1]}").theory.values == (values,)


def test_lines_mean_nothing_and_case_means_nothing() -> None:
    odd = TILES.replace("\n", " \n\t ").replace(" => ", "\n=>\n\n").replace("LABEL", "Label")
    odd = (
        odd.replace("DOMAIN tile", "Domain\nTILE").replace("GOAL b", "goal\nB").replace("X", "x", 1)
    )
    assert read_psvn(odd) == read_psvn(TILES)


@pytest.mark.parametrize("sign", ["#", ";", "##", "#=>", ";;GOAL"])
def test_comments_begin_with_a_word_and_end_with_the_line(sign: str) -> None:
    text = f"{sign} a b\n2 2 2 {sign} c\n0 a#b => 1 A#B {sign} LABEL no\nLABEL x;y COST 1"
    (arc,) = read_psvn(text).theory.arcs
    assert (str(arc), arc.name) == ("x;y: 0 A -> 1 A, cost 1", "x;y")


def test_a_dash_is_anything_and_stays_where_the_right_has_one() -> None:
    file = read_psvn("3 2 2 2   - 0 X => 1 - -   - - - => - - 0")
    assert successors(file, 0, 0, 1) == [(1, 0, 1), (0, 0, 0)]
    assert successors(file, 0, 1, 1) == [(0, 1, 0)]


def test_a_variable_twice_on_the_left_means_equal_cells() -> None:
    file = read_psvn("2 3 3   X X => 0 X")
    assert successors(file, 2, 2) == [(0, 2)]
    assert successors(file, 2, 1) == []


def test_a_name_is_another_variable_in_another_domain() -> None:
    file = read_psvn("DOMAIN d 2 0 1  4 2 2 3 d   A A A A => A - 2 1   A - - - => 1 A - -")
    assert successors(file, 1, 1, 0, 0) == [(1, 1, 2, 1), (1, 1, 0, 0)]
    assert [str(arc) for arc in file.theory.arcs] == [
        "rule_1: A A B C -> A A 2 1, cost 1",
        "rule_2: A B C D -> 1 A C D, cost 1",
    ]


def test_a_word_that_is_a_value_elsewhere_is_a_variable_here() -> None:
    file = read_psvn("DOMAIN d 2 x y  2 d 2   x X => X x")
    assert [str(arc) for arc in file.theory.arcs] == ["rule_1: x A -> x A, cost 1"]


def test_a_variable_of_the_right_side_alone_takes_every_value() -> None:
    file = read_psvn("DOMAIN d 2 x y\n3 3N d 3N\n1 - - => N V N LABEL any COST 2")
    assert successors(file, 1, "x", 2) == [(n, v, n) for n, v in product((1, 2, 3), ("x", "y"))]
    assert {(arc.name, arc.cost) for arc in file.theory.arcs} == {("any", 2)}
    assert len(file.warnings) == 1
    assert file.warnings[0].startswith("<text>:3:7: N, V stands only after =>")


def test_a_variable_of_the_right_side_alone_is_another_one_in_another_domain() -> None:
    file = read_psvn("2 2 3   - - => V V")
    assert successors(file, 0, 0) == list(product(range(2), range(3)))


def test_a_backslash_asks_nothing_on_the_left() -> None:
    file = read_psvn("2 2 2   \\X 0 => \\1 1")
    assert successors(file, 0, 0) == [(1, 1)]


def test_goals_are_patterns_any_of_which_will_do() -> None:
    file = read_psvn("3 3 3 3  GOAL 0 1 2  GOAL - X X  goal 2 - -")
    wanted = [s for s in product(range(3), repeat=3) if s == (0, 1, 2) or s[1] == s[2] or s[0] == 2]
    found = [
        state
        for state in product(range(3), repeat=3)
        if any(match(goal, state) is not None for goal in file.goals)
    ]
    assert found == wanted
    assert file.goals[1] == (Var("A"), Var("B"), Var("B"))


@pytest.mark.parametrize(
    ("text", "cost"), [("7", 7), ("0", 0), ("2.5", 2.5), ("1e2", 100), ("3.0", 3), (".5", 0.5)]
)
def test_costs_are_numbers(text: str, cost: float) -> None:
    (arc,) = read_psvn(f"1 2  0 => 1 COST {text} LABEL after").theory.arcs
    assert (arc.cost, arc.name) == (cost, "after")


def test_a_number_that_is_no_value_is_a_variable_with_a_warning() -> None:
    file = read_psvn("2 2 2\n0 2 => 2 0\n2 0 => 0 2", "two.psvn")
    assert [str(arc) for arc in file.theory.arcs] == [
        "rule_1: 0 A -> A 0, cost 1",
        "rule_2: A 0 -> 0 A, cost 1",
    ]
    assert file.warnings == ("two.psvn:2:3: 2 is no value of domain 2, and so a variable",)


def test_facts_in_comments_tell_what_psvn_has_no_words_for() -> None:
    facts = (
        "# arcwise: theory(mine). shape(2,1). blank(b).\n"
        "; ARCWISE: not these\n# arcwise: symbols([b,1]). functor(f). arc_name(1, 'a b').\n"
    )
    theory = read_psvn(facts + "DOMAIN d 2 b 1  2 d d  b X => X b LABEL x").theory
    assert (theory.name, theory.shape, theory.blank) == ("mine", (2, 1), "b")
    assert (theory.symbols, theory.domain.functor, theory.arcs[0].name) == (("b", 1), "f", "a b")


@pytest.mark.parametrize(
    ("facts", "shape", "blank"),
    [
        ("", (2, 2), "b"),
        ("# arcwise: theory(mine). functor(f).\n", (2, 2), "b"),
        ("# arcwise: shape(1,4).\n", (1, 4), None),
        ("# arcwise: symbols([b,1,2,3]).\n", (1, 4), None),
    ],
)
def test_a_blank_on_a_square_board_is_found_as_in_a_file_of_facts(
    facts: str, shape: tuple[int, int], blank: str | None
) -> None:
    rules = "b X - - => X b - -\n- - X b => - - b X\n- b - X => - X - b\n"
    theory = read_psvn(f"{facts}DOMAIN t 4 b 1 2 3\n4 t t t t\n{rules}").theory
    assert (theory.shape, theory.blank) == (shape, blank)
    again = read_psvn(write_psvn(theory)).theory
    assert (again.shape, again.blank) == (shape, blank)
    if facts == "":
        found = read_theory(
            "arc([b,X,Y,Z],[X,b,Y,Z],1). arc([X,Y,Z,b],[X,Y,b,Z],1). arc([X,b,Y,Z],[X,Z,Y,b],1)."
        )
        assert (found.shape, found.blank) == (shape, blank)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.psvn:1:1: this is not the number of state variables"),
        ("# nothing\n", "x.psvn:1:10: this is not the number"),
        ("0", "x.psvn:1:1: this is not the number"),
        ("-1 2", "x.psvn:1:1: this is not the number"),
        ("²", "x.psvn:1:1: this is not the number"),
        ("99999999999999999999 2", "x.psvn:1:1: this is not the number"),
        ("3 2 2", "x.psvn:1:6: the file ends within the state variables"),
        ("2 2 tile", "x.psvn:1:5: no such domain"),
        ("1 0", "x.psvn:1:3: bad size of a domain"),
        ("1 999999999", "x.psvn:1:3: bad size of a domain"),
        ("DOMAIN", "x.psvn:1:7: the file ends within a domain"),
        ("DOMAIN d x y\n1 d", "x.psvn:1:10: this is not the number of values"),
        ("DOMAIN d 3 x y", "x.psvn:1:15: the file ends within domain d"),
        ("DOMAIN d 2 x X\n1 d", "x.psvn:1:14: this value is there already"),
        ("DOMAIN d 2 x -\n1 d", "x.psvn:1:14: - stands for any value"),
        ("DOMAIN 2 2 x y\n1 2", "x.psvn:1:8: this name means a domain of numbers"),
        ("DOMAIN d 1 x DOMAIN D 1 y 1 d", "x.psvn:1:21: this domain is there already"),
        ("1 2\nDOMAIN d 2 x y\n0 => 1", "x.psvn:2:1: DOMAIN comes too late"),
        ("2 2 2\n0 1 1 => 0 0 1", "x.psvn:2:5: no => where it should be"),
        ("2 2 2\n0 => 0 1", "x.psvn:2:3: too few cells"),
        ("2 2 2\n0 1 => 1 LABEL x", "x.psvn:2:10: too few cells"),
        ("2 2 2\n0 1 => 1\n1 1 => 0 0", "x.psvn:3:5: too few cells, here or in the rule before"),
        ("2 2 2\n0 1 => 1", "x.psvn:2:9: the file ends within a rule"),
        ("2 2 2\n0", "x.psvn:2:2: the file ends within a rule"),
        ("2 2 2\n0 1 => 1 0 LABEL", "x.psvn:2:17: the file ends within a rule"),
        ("2 2 2\n0 1 => 1 0 COST many", "x.psvn:2:17: bad cost"),
        ("2 2 2\n0 1 => 1 0 COST -1", "x.psvn:2:17: bad cost"),
        ("2 2 2\n0 1 => 1 0 COST 1e999", "x.psvn:2:17: bad cost"),
        ("2 2 2\n0 1 => 1 0 LABEL a LABEL b", "x.psvn:2:20: a second LABEL"),
        ("2 2 2\nLABEL a", "x.psvn:2:1: LABEL without a rule before it"),
        ("2 2 2\nGOAL 0", "x.psvn:2:7: the file ends within a goal"),
        ("2 2 2\nGOAL 0\nGOAL 0 1", "x.psvn:3:1: too few cells"),
        ("5 20 20 20 20 20\n- - - - - => A B C D E", "x.psvn:2:11: A, B, C, D, E stands only after"),
        ("# arcwise: shape(2,2).\n1 2", "x.psvn:1:12: "),
        ("# arcwise: blank(.\n1 2", "x.psvn:1:18: "),
        ("#\n# arcwise: blank(f(x)).\n1 2", "x.psvn:2:12: not a symbol"),
        ("# arcwise: arc_name(2, x).\n1 2 0 => 1", "x.psvn:1:12: there is no rule of this number"),
    ],
)  # fmt: skip
def test_errors_say_where_and_what(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_psvn(text, "x.psvn")
    assert str(caught.value).startswith(message), str(caught.value)
    assert "expected" in str(caught.value)


def test_a_file_that_is_not_there_or_not_text_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "binary.psvn").write_bytes(b"1 2 \xff\xfe")
    for name in ("absent.psvn", "binary.psvn", "."):
        with pytest.raises(InputError):
            load_psvn(tmp_path / name)
