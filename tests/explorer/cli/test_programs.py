"""Programs that define moves, as people write them: solved as SWI-Prolog solves them, learned from, and compared."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from arcwise.logic.learning import RuleLibrary, macro_program
from arcwise.logic.prover.read_moves import read_moves

PROGRAMS = Path(__file__).parents[2] / "programs"
EXAMPLES = Path(__file__).parents[3] / "examples" / "moves"


@dataclass(frozen=True)
class Case:
    """A program, the goal of its moves, a start and a goal, and another goal to learn from."""

    file: str
    step: str
    start: str
    goal: str
    cost: int
    training: str = ""
    options: tuple[str, ...] = ()
    macros: bool = True
    runs_itself: bool = False

    @property
    def path(self) -> Path:
        own = PROGRAMS / self.file
        return own if own.exists() else EXAMPLES / self.file


CASES = [
    Case("farmer.pl", "move(S,_,T)", "state(w,w,w,w)", "state(e,e,e,e)", 7, "state(e,e,e,w)"),
    Case(
        "missionaries.pl", "s(S,T)", "state(3,3,left)", "state(0,0,right)", 11, "state(3,0,right)"
    ),
    Case("jugs.pl", "move(S,_,T)", "0/0", "2/_", 6, "3/3"),
    Case("knight.pl", "move(S,T)", "pos(1,1)", "pos(5,5)", 4, "pos(3,1)"),
    Case("robot.pl", "s(S,T,C)", "pos(2,1/1)", "pos(0,_/_)", 22, "pos(1,1/2)"),
    Case(
        *("eight.pl", "s(S,T,C)", "[[2,8,3],[1,6,4],[7,0,5]]", "[[1,2,3],[8,0,4],[7,6,5]]", 5),
        "[[2,8,3],[0,1,4],[7,6,5]]",
    ),
    Case("stacks.pl", "s(S,T)", "[[a,b],[c],[]]", "[[a,b,c],[],[]]", 3, "[[a,b,c],[],[]]"),
    Case("bridge.pl", "s(S,T,C)", "st([1,2,5,10],[],l)", "st([],[1,2,5,10],r)", 17, "", (), False),
    Case(
        *("puz15.pl", "move(S,_,T)", "[5,1,2,3,9,6,7,4,13,10,11,8,0,14,15,12]"),
        *("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0]", 9),
        "[5,1,2,3,0,6,7,4,9,10,11,8,13,14,15,12]",
        ("--heuristic", "manhattan"),
    ),
    Case("counter.pl", "do(S,_,T,_)", "1", "36", 6, "12", ("--moves", "do(S,Op,T,_)")),
    Case("graph.pl", "edge(S,T,C)", "a", "d", 8, "", (), False),
    Case(
        *("farmer_as_taught.pl", "move(S,T)", "state(left,left,left,left)"),
        *("state(right,right,right,right)", 7, "state(right,right,right,left)"),
        runs_itself=True,
    ),
    Case(
        *("hanoi.pl", "move(S,_,T)", "hanoi([1,2,3],[],[])", "hanoi([],[],[1,2,3])", 7),
        "hanoi([3],[1,2],[])",
    ),
    Case("queens.pl", "s(S,T)", "[]", "[5,3,1,6,4,2]", 6, "[4,2]"),
    Case(
        *("missionaries_in_lists.pl", "arc(S,T,_)", "state([3,3],[0,0],left)"),
        *("state([0,0],[3,3],right)", 11, "state([3,2],[0,1],left)"),
    ),
    Case("maze.pl", "s(S,T)", "1/1", "6/6", 12, "3/4"),
    Case("bulbs.pl", "move(S,_,T)", "[0,1,0]", "[1,0,1]", 3, "[1,0,0]"),
    Case("jug.pl", "s(S,T)", "state(0,0)", "state(0,2)", 6, "state(3,1)"),
]
"""The last one is a reduction of a public program, as are those below."""


def named(case: Case) -> str:
    return case.file


SLOW = {"eight.pl", "puz15.pl", "endless.pl", "monkey.pl", "queens.pl"}
"""Programs whose search takes its time, or that SWI-Prolog is asked for."""


def marked(name: str) -> list[pytest.MarkDecorator]:
    return [pytest.mark.slow] if name in SLOW else []


@pytest.mark.parametrize(
    "case", [pytest.param(one, marks=marked(one.file), id=one.file) for one in CASES]
)
def test_a_program_is_solved_at_least_cost(call: Any, case: Case) -> None:
    asked = ("solve", case.path, case.start, case.goal, "--algorithm", "a-star", "--json")
    done = call(*asked, *case.options)
    assert done.code == 0, done.err
    assert done.data["cost"] == case.cost


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("case", [one for one in CASES if not one.runs_itself], ids=named)
def test_swi_prolog_alone_finds_the_same_cost(swi: str, case: Case) -> None:
    step = f"step({case.step},S,T,C)"
    found = subprocess.run(
        ["swipl", "cheapest.pl", "--", str(case.path), step, case.start, case.goal],
        cwd=PROGRAMS,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert found.stdout.strip() == str(case.cost), found.stderr


@pytest.mark.parametrize(
    ("name", "cost"), [("farmer.pl", 7), ("missionaries.pl", 11), ("jugs.pl", 4), ("bridge.pl", 17)]
)
def test_start_and_goal_of_the_file_are_used(call: Any, name: str, cost: int) -> None:
    case = next(one for one in CASES if one.file == name)
    done = call("solve", case.path, "--json")
    assert done.code == 0, done.err
    assert (done.data["cost"], done.data["optimal"]) == (cost, True)


def test_moves_have_the_names_that_their_labels_give(call: Any) -> None:
    done = call("solve", EXAMPLES / "farmer.pl", "--json")
    assert done.data["arcs"].count("goat") == 3
    assert "fill(2)" in call("solve", EXAMPLES / "jugs.pl").out


def learned(call: Any, case: Case, folder: Path) -> tuple[Path, Path, Any]:
    problems, rules = folder / "problems.json", folder / "rules.pl"
    data = {"training": [[case.start, case.training]], "problems": [[case.start, case.goal]]}
    problems.write_text(json.dumps(data), encoding="utf-8")
    moves = case.options if "--moves" in case.options else ()
    return problems, rules, call("learn", case.path, problems, "-o", rules, *moves)


@pytest.mark.slow
@pytest.mark.parametrize("case", [one for one in CASES if one.macros], ids=named)
def test_macros_lead_where_the_moves_lead(call: Any, case: Case, tmp_path: Path) -> None:
    _, rules, done = learned(call, case, tmp_path)
    assert done.code == 0, done.err + done.out
    library = RuleLibrary.load(rules)
    assert library.step is not None and len(library) == 1
    goal = case.options[1] if "--moves" in case.options else None
    text = case.path.read_text(encoding="utf-8")
    moves = read_moves(text, str(case.path), case.start, goal)
    start = moves.form.read(case.start) or moves.board.parse(case.start)
    found, pending, used = {}, [tuple(start)], 0
    while pending and len(found) < 100:
        state = pending.pop(0)
        if state not in found:
            found[state] = {after for _, after in moves.successors(state)}
            pending += found[state]
    tried = macro_program(moves, library)
    for state in found:
        for arc, after in tried.successors(state):
            if not arc.is_macro:
                assert after in found[state]
                continue
            used += 1
            at = state
            for step in arc.steps:
                assert step.before == at
                assert step.after in {end for _, end in moves.successors(at)}
                at = step.after
            assert at == after and arc.cost == sum(step.cost for step in arc.steps)
    assert used


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("case", [one for one in CASES if one.macros], ids=named)
def test_compare_says_what_macros_are_worth(call: Any, case: Case, tmp_path: Path) -> None:
    problems, rules, _ = learned(call, case, tmp_path)
    moves = case.options if "--moves" in case.options else ()
    asked = ("compare", case.path, problems, "--macros", rules, "--algorithms", "greedy")
    done = call(*asked, "--limit-nodes", "3000", *moves)
    assert done.code == 0, done.err
    assert "too few" in done.out


@pytest.mark.parametrize(
    ("file", "states", "code", "said"),
    [
        ("functor1.pl", ("state(1,0)", "state(0,1)"), 0, "1 move"),
        ("p4.pl", ("0 1 2 3", "1 0 2 3"), 0, "1 move"),
        ("facts.pl", ("a 1", "[c,_]"), 0, "2 moves"),
        ("cut.pl", ("0 1 2", "1 2 0", "--heuristic", "manhattan"), 0, "2 moves"),
        ("jug.pl", ("0 0", "0 2"), 0, "6 moves"),
        ("quoted.pl", ("'Big Box' a", "a 'Big Box'"), 0, "1 move"),
        ("label.pl", ("1 2", "2 1"), 0, "left"),
        pytest.param("monkey.pl", (), 0, "walk(atdoor,atwindow)", marks=pytest.mark.slow),
        ("functor1.pl", ("state(0,0)", "state(1,1)"), 12, "no step matches state(0,0)"),
        ("bridge.pl", ("st([1,2,5,10],[],l)", "st([],_,r)"), 33, "no start or goal has variables"),
        ("typo.pl", ("1", "2"), 33, "typo.pl:2:14: unknown predicate chek/1"),
        ("not_a_number.pl", ("1", "2"), 33, "not an expression"),
        ("left_recursion.pl", ("a", "b"), 33, "move/2 does not come to an end"),
        ("paths.pl", ("path(a,X)",), 0, "X = b"),
        ("paths.pl", ("a", "d"), 0, "1 move"),
        pytest.param(
            *("endless.pl", ("0", "7", "--limit-nodes", "2000"), 12, "stopped by nodes"),
            marks=pytest.mark.slow,
        ),
        ("counter.pl", ("1", "2"), 33, '--moves "GOAL" names another predicate'),
        ("counter.pl", ("1", "2", "--moves", "do(S,T)"), 33, "do/2 has no clauses"),
        ("counter.pl", ("1", "2", "--moves", "do"), 33, "neither a number of moves"),
        ("knight.pl", ("pos(1,1)", "place(2,2)"), 33, "write states in another form"),
        ("knight.pl", ("place(2,2)", "pos(1,1)"), 33, "knight.pl write states in another form"),
        ("knight.pl", ("pos(?,1)",), 33, "start has no variables and no open cells"),
        ("robot.pl", ("pos(1,1-1)", "pos(0,1-1)"), 12, "no step matches pos(1,1-1)"),
    ],
)
def test_each_form_gives_an_answer_or_one_message(
    call: Any, file: str, states: tuple[str, ...], code: int, said: str
) -> None:
    done = call("solve", PROGRAMS / file, *states)
    assert (done.code, "Traceback" in done.err) == (code, False), done.err + done.out
    assert said in done.out + done.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "states"),
    [("once.pl", ("0", "6", "--algorithm", "ida-star")), ("rnd.pl", ("0", "40"))],
)
def test_programs_with_side_effects_and_chance_get_no_verdict(
    call: Any, swi: str, file: str, states: tuple[str, ...]
) -> None:
    asked = ("solve", PROGRAMS / file, *states)
    assert "--trust" in call(*asked).err
    done = call(*asked, "--trust")
    assert done.code == 12 and "unsolvable" not in done.out and "(optimal)" not in done.out


def test_the_appendix_as_it_is_typed_has_the_figures_of_the_built_in_puzzle(call: Any) -> None:
    asked = ("2 3 5 0 1 4 6 7 8", "0 1 2 3 4 5 6 7 8", "--algorithm", "a-star", "--json")
    typed = call("solve", PROGRAMS / "appendix_a.pl", *asked, "--heuristic", "manhattan")
    built_in = call("solve", "8-puzzle", *asked, "--heuristic", "manhattan")
    same = ("expanded", "generated", "moves", "path")
    assert [typed.data[one] for one in same] == [built_in.data[one] for one in same]
    assert typed.data["expanded"] == 16
    assert "read as a 3x3 board with blank 0" in typed.err


def test_the_five_puzzle_typed_as_arcs_is_a_board_of_two_rows_and_its_moves_have_names(
    call: Any, tmp_path: Path
) -> None:
    shown = call("show", "sliding-tile:2x3").out.splitlines()
    facts = "\n".join(line.split("%")[0] for line in shown if line.startswith("arc("))
    asked = ("4 5 3 0 1 2", "1 2 3 4 5 0", "--algorithm", "a-star", "--heuristic", "manhattan")
    typed = tmp_path / "five.pl"
    for more in ("", "shape(2,3).\nblank(0).\n"):
        typed.write_text(f"{facts}\n{more}")
        found = call("solve", typed, *asked).out
        assert "up right down right up left left down" in found
        assert "solved: 18 moves, cost 18 (optimal); 110 expanded" in found


@pytest.mark.slow
def test_a_large_space_is_asked_state_by_state_with_its_own_estimates(call: Any) -> None:
    start = "[5,1,2,3,9,6,7,4,13,10,11,8,0,14,15,12]"
    goal = "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0]"
    done = call("solve", PROGRAMS / "puz15.pl", start, goal, "--algorithm", "greedy", "--json")
    assert (done.data["heuristic"], done.data["engine"], done.data["moves"]) == ("h/2", "python", 9)
    assert not done.data["optimal"]


COUNTER = """
initial(pos(0, 0, 0)).
goal(pos(15, 15, 15)).
h(pos(A, B, C), H) :- H is 45 - A - B - C.
move(pos(A, B, C), a, pos(A1, B, C)) :- A < 15, A1 is A + 1.
move(pos(A, B, C), b, pos(A, B1, C)) :- B < 15, B1 is B + 1.
move(pos(A, B, C), c, pos(A, B, C1)) :- C < 15, C1 is C + 1.
"""
"""A program of 4,096 states, too many to be enumerated unasked."""


@pytest.mark.slow
def test_auto_is_guided_by_the_h_of_the_program_and_tells_who_vouches_for_it(
    call: Any, tmp_path: Path
) -> None:
    program = tmp_path / "counter.pl"
    program.write_text(COUNTER)
    done = call("solve", program, "--json")
    assert done.data["heuristic"] == "h/2" and done.data["cost"] == 45 and not done.data["optimal"]
    assert "nothing vouches" in done.data["note"]
    program.write_text(COUNTER + "admissible(h/2).\n")
    done = call("solve", program, "--json")
    assert done.data["heuristic"] == "h/2" and done.data["optimal"]
    assert "admissible(h/2) vouches for it" in done.data["note"]


def test_auto_proves_what_is_near_where_nothing_vouches_for_h(call: Any, tmp_path: Path) -> None:
    program = tmp_path / "counter.pl"
    program.write_text(COUNTER)
    done = call("solve", program, "pos(0,0,0)", "pos(1,2,1)", "--json")
    assert done.data["optimal"] and done.data["heuristic"] == "zero"


@pytest.mark.slow
def test_breadth_first_is_optimal_where_all_moves_of_a_program_cost_the_same(
    call: Any, tmp_path: Path
) -> None:
    program = tmp_path / "counter.pl"
    asked = ("solve", program, "--algorithm", "breadth-first", "--json")
    program.write_text(COUNTER)
    assert call(*asked).data["optimal"]
    program.write_text(COUNTER.replace("move(", "arc(").replace(", b,", ", 1,"))
    assert call(*asked).data["optimal"]  # an atom is a name, of cost 1
    program.write_text(COUNTER.replace("move(", "arc(").replace(", b,", ", 2,"))
    assert not call(*asked).data["optimal"]
    program.write_text(COUNTER.replace("move(", "arc(").replace(", b,", ", B1,"))
    assert not call(*asked).data["optimal"]


@pytest.mark.parametrize(
    ("move", "found", "said"),
    [
        (
            "s([N],[M]) :- N < 40, expr(E), X is E*1.0+0, X < 0.8, M is N+1.\nexpr(random_float).",
            "--trust",
            "draws at random",
        ),
        (
            "s([N],[M]) :- N < 40, atom_concat(rand,om,R), F =.. [R,100], X is F, X < 80, M is N+1.",
            "--trust",
            "makes names",
        ),
        (
            "arc([N],[M],1) :- N < 40, random_between(0, 9, 0), M is N + 1.",
            "random_between/3",
            "draws at random",
        ),
    ],
)
@pytest.mark.slow
def test_a_program_that_may_draw_at_random_proves_nothing(
    call: Any, swi: str, tmp_path: Path, move: str, found: str, said: str
) -> None:
    program = tmp_path / "drawn.pl"
    program.write_text(f"{move}\n")
    assert found in call("solve", program, "0", "40").err
    done = call("solve", program, "0", "40", "--trust")
    assert done.code == 12
    assert said in done.out


@pytest.mark.parametrize("told", ["arguments", "problems.txt", "problems.csv"])
def test_a_start_shows_the_values_of_a_successor_wherever_it_is_told(
    told: str, call: Any, tmp_path: Path
) -> None:
    program, start, goal = tmp_path / "walk.pl", "at(door,low)", "at(window,high)"
    program.write_text(
        "move(at(P,low), walk(P,Q), at(Q,low)). move(at(window,low), climb, at(window,high))."
    )
    (tmp_path / "problems.txt").write_text(f"{start} -> {goal}\n")
    (tmp_path / "problems.csv").write_text(f'start,goal\n"{start}","{goal}"\n')
    given = (start, goal) if told == "arguments" else (str(tmp_path / told),)
    assert call("learn", program, *given).code == 0
    assert call("compare", program, *given, "--macros", "none").code == 0


@pytest.mark.parametrize(
    "moves", ["edge(a,b,1). edge(b,c,1). edge(c,d,1). edge(x,y,1).", "move(X,Y) :- e(X,Y), X \\== Y. e(a,b). e(b,c). e(c,d). e(x,y)."]
)  # fmt: skip
def test_several_goals_of_a_program_are_those_of_random_problems_too(call, tmp_path, moves):
    program, problems = tmp_path / "several.pl", tmp_path / "problems.json"
    program.write_text(f"{moves} start(a). goal(d). goal(c).")
    call("problems", str(program), "-o", str(problems))
    pairs = json.loads(problems.read_text())["problems"]
    assert all(list(pair) == ["start"] for pair in pairs)
    assert {pair["start"] for pair in pairs} == {
        "a",
        "b",
        "c",
        "d",
    }  # not x, which leads to no goal
    done = call("survey", str(program), "--count", "5", "--algorithms", "breadth-first", "--json")
    (row,) = json.loads(done.out)["rows"]
    assert (row["solved"], row["moves"] <= 2) == (5, True)
    compared = call("compare", str(program), str(problems), "--macros", "none")
    assert compared.code == 0, compared.err
    assert call("explain", str(program)).code == call("enumerate", str(program)).code == 0
    assert call("solve", str(program), "a", "?", "--json").data["moves"] == 0


@pytest.mark.parametrize("trusted", [True, False])
def test_starts_of_moves_that_cannot_be_undone_are_drawn_behind_the_start(
    call: Any, swi: str, tmp_path: Path, trusted: bool
) -> None:
    program = tmp_path / "down.pl"
    aside = ", assertz(seen(M))" if trusted else ""
    program.write_text(
        f":- dynamic seen/1.\nmove(s(N),down(K),s(M)) :- member(K,[1,2]), M is N-K, M >= 0{aside}.\n"
        "start(s(12)). goal(s(0))."
    )
    words = ("survey", str(program), "--count", "5", "--algorithms", "breadth-first", "--json")
    done = call(*words, *["--trust"] * trusted)
    (row,) = done.data["rows"]
    assert (row["solved"], row["moves"] > 1) == (5, True)
    program.write_text(program.read_text().replace("start(s(12)).", ""))
    refused = call(*words, "--trust")
    assert refused.code == 33 and "cannot be drawn" in refused.err


def test_random_starts_lead_to_a_goal_that_a_program_tests(call: Any, tmp_path: Path) -> None:
    """The open pattern that stands for the test fits every state: what the states are tells which of them are goals."""
    program = tmp_path / "up.pl"
    program.write_text(
        "move(s(N),s(M),1) :- N < 6, M is N+1. start(s(2)). goal(s(N)) :- N mod 5 =:= 0."
    )
    made = call("problems", str(program), "--count", "30", "--seed", "1")
    assert made.code == 0, made.err
    assert {one for one in "0123456" if f"s({one})" in made.out} == {"2", "3", "4", "5"}
    assert call("solve", str(program), "--random", "1", "--json").data["status"] == "solved"
    program.write_text(program.read_text().replace("start(s(2))", "start(s(5))"))
    assert "cannot be drawn" in call("solve", str(program), "--random", "1").err
