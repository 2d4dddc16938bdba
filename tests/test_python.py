"""What Python is asked for as in scikit-learn and networkx: methods of problems, results, macros and libraries."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import arcwise as aw
import networkx as nx
import pytest
from arcwise.rules import InputError, SlidingTiles

FIVE = ("5-puzzle", "4 5 3 0 1 2", "5 1 3 4 2 0")


@pytest.fixture(scope="module")
def library() -> aw.MacroLibrary:
    return aw.Escapes(quiescence=2).fit("sliding-tile:2x3")


@pytest.mark.slow
def test_a_problem_is_solved_with_macros_or_their_file(
    library: aw.MacroLibrary, tmp_path: Path
) -> None:
    library.save(tmp_path / "m.pl")
    problem = aw.problem_of(*FIVE)
    found = problem.solve("greedy", macros=library)
    again = problem.solve("greedy", macros=tmp_path / "m.pl")
    assert found.solved and again.path == found.path
    assert again.statistics.expanded == found.statistics.expanded
    assert problem.solve("climb", macros=str(tmp_path / "m.pl")).climb.plan.moves == 4
    assert aw.solve(*FIVE, macros=library).cost == 4


@pytest.mark.slow
def test_a_library_is_saved_and_loaded(library: aw.MacroLibrary, tmp_path: Path) -> None:
    library.save(tmp_path / "m.pl")
    assert aw.MacroLibrary.load(tmp_path / "m.pl") == library
    with pytest.raises(InputError, match="no such file"):
        aw.MacroLibrary.load(tmp_path / "n.pl")


def test_problems_of_every_kind_solve_themselves() -> None:
    assert aw.GraphProblem(nx.path_graph(4), 0, 3).solve().cost == 3
    moves = aw.FunctionProblem(5, lambda n: n == 9, lambda n: [("one more", 1, n + 1)])
    assert moves.solve("uniform-cost").moves == 4
    start, goal = (4, 5, 3, 0, 1, 2), (5, 1, 3, 4, 2, 0)
    assert aw.Problem(aw.sliding_tile(2, 3), start, goal).solve("a-star").cost == 4
    with pytest.raises(InputError, match="macros need a theory made of arcs"):
        moves.solve(macros="m.pl")


def test_learners_have_options_of_their_own() -> None:
    few = aw.MacroTable(alternatives=1).fit("sliding-tile:2x2")
    assert few.table and len(few) <= len(aw.MacroTable(alternatives=3).fit("sliding-tile:2x2"))
    assert len(aw.EachPath(problems=1).fit("sliding-tile:2x2")) <= 1
    with pytest.raises(InputError, match="bad quiescence"):
        aw.Escapes(quiescence=0).fit("sliding-tile:2x2")
    with pytest.raises(TypeError, match="quiescence has to be a whole number"):
        aw.Escapes(quiescence="many")
    assert aw.Examples().fit("5-puzzle", [FIVE[1:]]) == aw.learn("5-puzzle", [FIVE[1:]]).library


@pytest.mark.long
def test_policies_and_pieces_are_learned_by_objects_too(examples: Path) -> None:
    assert aw.Policy(problems=3).fit("pancake:3").policy is not None
    files = [examples / "pddl" / "blocks.pddl", examples / "pddl" / "blocks-1.pddl"]
    assert len(aw.Pieces(keep=1, untried=True).fit(files[0], files[1:])) == 1


@pytest.mark.slow
def test_a_macro_explains_itself(library: aw.MacroLibrary, tmp_path: Path) -> None:
    library.save(tmp_path / "m.pl")
    for macros in (library, aw.MacroLibrary.load(tmp_path / "m.pl")):
        said = next(iter(macros)).explain()
        assert "Why is each cell what it is?" in said and "Holds in a window" in said


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["greedy", "climb"])
def test_macros_of_another_domain_are_refused(library: aw.MacroLibrary, algorithm: str) -> None:
    with pytest.raises(InputError, match="these macros are for another domain"):
        aw.problem_of("pancake:5", "2 1 3 4 5").solve(algorithm, macros=library)


def test_what_names_no_domain_is_refused_in_words() -> None:
    with pytest.raises(TypeError, match="named has to be the name or file of a domain"):
        aw.open_source(3)


@pytest.mark.slow
def test_a_comparison_has_one_verdict(library: aw.MacroLibrary) -> None:
    found = aw.compare("5-puzzle", [FIVE[1:]], library, "a-star")
    assert found.verdict.word == "too few"
    both = aw.compare("5-puzzle", [FIVE[1:]], library, ["a-star", "greedy"])
    with pytest.raises(InputError, match="not just one verdict"):
        both.verdict  # noqa: B018


@pytest.mark.slow
def test_a_library_is_checked_on_a_board(library: aw.MacroLibrary) -> None:
    assert library.check().complete and library.check("sliding-tile:2x2").complete
    every = library.check("sliding-tile:2x2", every_goal=True)
    assert every.complete and every.goals > 1
    with pytest.raises(InputError):
        library.check("pancake:5")
    policy = aw.Policy().fit("pancake:3")
    assert policy.check("pancake:3").complete


@pytest.mark.slow
def test_a_result_is_improved(library: aw.MacroLibrary) -> None:
    problem = aw.problem_of("8-puzzle", "8 6 7 2 5 4 3 0 1")
    for long in (problem.solve("climb", macros=library), problem.solve("greedy", heuristic="zero")):
        short = long.improve(seconds=0.5)
        assert (short.solved and short.moves <= long.moves and "found" in short.note) or short.note
        state: Any = problem.start
        for arc in short.primitives:
            after = next(s for a, s in problem.successors(state) if a.name == arc.name)
            state = after
        assert problem.is_goal(state)
    optimal = problem.solve("a-star")
    assert optimal.improve() is optimal
    with pytest.raises(InputError, match="no solution"):
        problem.solve("a-star", limits=aw.Limits(nodes=1)).improve()
    with pytest.raises(InputError, match="made of arcs"):
        aw.GraphProblem(nx.path_graph(4), 0, 3).solve("greedy").improve()


def test_pddl_files_are_a_problem(examples: Path) -> None:
    folder = examples / "pddl"
    assert aw.read_pddl(folder / "blocks.pddl", folder / "blocks-1.pddl").solve().cost == 6


def test_a_search_of_a_named_problem_is_watched() -> None:
    assert aw.watch(aw.problem_of(*FIVE)).result.method == "a-star with manhattan"


def test_plain_classes_of_domains_are_equal_where_their_attributes_are() -> None:
    class Plain(SlidingTiles):
        pass

    assert Plain() == Plain() and hash(Plain()) == hash(Plain())
    assert Plain() != SlidingTiles()


@pytest.mark.slow
def test_packages_are_attributes_before_anything_of_theirs_is_used() -> None:
    code = "import arcwise; arcwise.rules.trusting; arcwise.ebl.explain; arcwise.search.solve; arcwise.explorer"
    subprocess.run([sys.executable, "-c", code], check=True)
