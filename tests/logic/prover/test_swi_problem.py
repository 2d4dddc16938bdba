from __future__ import annotations

import pytest
from arcwise.logic.prover import ProgramProblem, read_trusted_moves
from arcwise.rules import (
    Arc,
    InputError,
    State,
    Theory,
    Var,
    sliding_tile,
)
from arcwise.search import Limits, Problem, Status, solve

pytestmark = pytest.mark.usefixtures("swi", "trusted")


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ["breadth-first", "ida-star", "enforced-hill-climbing"])
def test_the_time_of_a_search_holds_in_the_middle_of_a_question(algorithm: str) -> None:
    """A program that sleeps looks at no inferences: its process is killed, and the search says what it did."""
    program = read_trusted_moves("s([X],[Y]) :- ( X > 1 -> sleep(1000) ; true ), Y is X + 1.")
    found = solve(
        ProgramProblem(program, (0,), (5,)), algorithm, limits=Limits(time=1), check=False
    )
    assert (found.status, found.limit) == (Status.STOPPED, "time")
    assert program.successors((1,))[0][1] == (2,)


FUNCTOR = """
shape(1,2).
s(S1, S2) :- move(S1, S2), safe(S2).
move(state(N,0), state(M,1)) :- N > 0, M is N-1.
move(state(N,1), state(N,0)).
safe(state(_,_)).
"""
ONCE = (
    ":- dynamic seen/1.\narc([N],[M],1) :- N < 6, M is N+1, \\+ seen(M), assertz(seen(M)).\n"
    "arc([N],[M],2) :- N < 6, M is N+1, \\+ seen(M)."
)


def of_program(text: str, start: State, goal: State, trust: bool = True) -> ProgramProblem:
    program = read_trusted_moves(text, start=str(list(start)), trust=trust)
    return ProgramProblem(program, start, goal)


@pytest.mark.slow
def test_the_functor_of_states_is_found_behind_the_heads_of_the_moves() -> None:
    found = solve(of_program(FUNCTOR, (1, 0), (0, 1)))
    assert (found.status, found.cost, found.optimal) == (Status.SOLVED, 1, True)
    walking = "shape(1,3).\ns(A,B) :- turn(A,B).\nturn([X],[X]).\nturn([X|R],B) :- append(R,[X],B), R = [_|_]."
    assert solve(of_program(walking, (1, 2, 3), (3, 1, 2))).cost == 2


@pytest.mark.usefixtures("one_child")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "start", "said"),
    [
        ("s(S,T) :- integer(1), S = f(_), T = S.", (1,), "no step matches [1]"),
        (FUNCTOR, (0, 0), "no step matches state(0,0); the clauses speak of state(_,_)"),
        ("arc([1,X],[2,X]) :- X > 0.", (1, 0), "no step matches [1,0]; the clauses speak of [_,_]"),
        (
            "shape(1,2). arc(S,T,1) :- integer(1), S = p(A,B), T = p(B,A).",
            (1, 2),
            "no step matches [1,2]",
        ),
    ],
)
@pytest.mark.parametrize("algorithm", ["auto", "a-star", "ida-star", "breadth-first"])
def test_where_the_first_question_has_no_answer_nothing_is_proved(
    text: str, start: State, said: str, algorithm: str
) -> None:
    found = solve(of_program(text, start, (7,) * len(start)), algorithm)
    assert found.status is Status.INCOMPLETE
    assert said in found.note


@pytest.mark.usefixtures("one_child")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "why"),
    [
        (ONCE, "changes its facts"),
        ("arc([N],[M],1) :- N < 40, random_between(0,1,1), M is N+1.", "draws at random"),
        ("arc([N],[M],1) :- N < 40, M is N + random(2).", "draws at random"),
        (
            "arc([N],[M],1) :- a(N, M).\na(N, M) :- b(N), M is N+1.\nb(N) :- N < random_float * 9.",
            "at random",
        ),
        (
            "arc([N],[M],1) :- findall(X, random_member(X, [0,1]), [Y]), M is N+Y.",
            "draws at random",
        ),
        ("arc([N],[M],1) :- forall(member(_, [1]), random_between(0,1,1)), M is N+1.", "at random"),
        ("arc([N],[M],1) :- maplist(random(0), [_]), M is N+1.", "draws at random"),
        ("arc([N],[M],1) :- N < 9, nb_getval(k, K), M is N+K.", "nb_getval/2"),
        ("arc([N],[M],1) :- get_time(T), M is N + truncate(T) mod 2.", "get_time/1"),
        ("arc([N],[M],1) :- M is N + truncate(cputime * 1000) mod 2.", "cputime"),
        ("arc([N],[M],1) :- N < 9, flag(k, K, K+1), M is N+K.", "flag/3"),
        ("arc([N],[M],1) :- g(G), call(G), M is N+1.\ng(true).", "known only when"),
        (
            "arc([N],[M],1) :- \\+ \\+ (retract(a(_)) ; true), N < 9, M is N+1.\n:- dynamic a/1.",
            "its facts",
        ),
    ],
)
def test_programs_whose_answers_may_change_say_so(text: str, why: str) -> None:
    assert why in read_trusted_moves(text).changes


@pytest.mark.usefixtures("one_child")
@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "arc([N],[M],1) :- N < 6, !, M is N+1.",
        "arc(S,T,1) :- findall(X, member(X, S), L), reverse(L, T).",
        "arc(S,T,1) :- maplist(up, S, T).\nup(A, B) :- A < 9, B is A + 1.",
        "arc(S,T,1) :- ( member(1, S) -> T = S ; \\+ S = [2], T = [2] ).",
        "arc(S,T,1) :- phrase(turn(T), S).\nturn([A]) --> [A].",
        ":- dynamic a/1.\na(1).\narc([N],[M],1) :- a(N), M is N+1.",
        "arc(S,T,1) :- aggregate_all(count, member(_, S), N), T = [N].",
        FUNCTOR,
    ],
)
def test_programs_that_only_compute_are_steady(text: str) -> None:
    start = "[1,0]" if text == FUNCTOR else "[1]"
    assert read_trusted_moves(text, start=start).changes == ""


@pytest.mark.slow
@pytest.mark.usefixtures("one_child")
@pytest.mark.parametrize("algorithm", ["auto", "a-star", "ida-star", "breadth-first"])
def test_what_changes_while_it_is_searched_proves_nothing(algorithm: str) -> None:
    found = solve(of_program(ONCE, (0,), (7,)), algorithm)
    assert found.status is Status.INCOMPLETE
    assert "the program changes its facts while it runs" in found.note
    found = solve(of_program(ONCE, (0,), (1,)), algorithm)
    assert found.status in (Status.SOLVED, Status.INCOMPLETE)
    assert (found.optimal, found.bound) == (False, None)


def test_an_underscore_in_a_goal_is_an_open_cell_where_it_is_no_blank() -> None:
    one = Var("X")
    theory = Theory(
        "up", (Arc("a", ("a", one), ("b", one)), Arc("b", ("b", one), ("c", one))), (1, 2)
    )
    assert solve(Problem(theory, theory.parse("a 1"), theory.parse_goal("[c,_]"))).moves == 2
    tiles = sliding_tile(2, 2)
    assert 0 in tiles.parse_goal("1 2 3 _")


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "arc([A,B],[B,A],left).",
        "arc([A,B],[B,A],left) :- A < 9.",
        "s([A,B],[B,A],left) :- A \\= B.",
    ],
)
@pytest.mark.usefixtures("one_child")
def test_a_label_in_the_third_place_names_the_move(text: str) -> None:
    program = read_trusted_moves(text)
    ((arc, there),) = program.successors((1, 2))
    assert (arc.name, arc.cost, there) == ("left", 1, (2, 1))
    arcs = program.unfold().arcs
    assert arcs is None or [arc.name for arc in arcs] == ["left"]


CUT = """shape(1,3).
s(A, B) :- step(A, B).
step([0,X,Y], [X,0,Y]) :- X \\== 9, !.
step([X,0,Y], [X,Y,0]).
"""


@pytest.mark.usefixtures("one_child")
@pytest.mark.parametrize("heuristic", ["manhattan", "misplaced", "hamming"])
def test_a_program_is_searched_with_what_the_board_alone_tells(swi: str, heuristic: str) -> None:
    problem = ProgramProblem(read_trusted_moves(CUT), (0, 1, 2), (1, 2, 0))
    result = solve(problem, "a-star", heuristic=heuristic)
    assert result.solved
    assert result.moves == 2
    assert not result.optimal
    assert result.bound is None
    assert solve(problem, "a-star").optimal


@pytest.mark.slow
def test_a_heuristic_that_needs_arcs_is_refused_for_a_program(swi: str) -> None:
    problem = ProgramProblem(read_trusted_moves(CUT), (0, 1, 2), (1, 2, 0))
    with pytest.raises(InputError, match="needs a theory made of arcs") as caught:
        solve(problem, "a-star", heuristic="linear-conflict")
    assert "manhattan" in str(caught.value)
