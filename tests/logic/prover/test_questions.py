"""Programs that define moves, asked in the kernel and in Python: the same successors, labels, estimates and goals."""

import pytest
from arcwise.logic.program import state_form, term_text
from arcwise.logic.program.state_form import read_term
from arcwise.logic.prover import ProgramProblem
from arcwise.logic.prover.questions import Query, WrittenStates
from arcwise.logic.prover.read_moves import read_moves
from arcwise.logic.swi.prolog_domain import load_prolog
from arcwise.rules import InputError
from arcwise.rules.prolog.operators import OperatorTable
from arcwise.search import solve
from hypothesis import given
from hypothesis import strategies as st

PROGRAMS = {
    "pairs": ("move(A/B, up(A), C/B) :- A < 3, C is A+1.\nmove(A/B, over, B/A).\n", "0/1"),
    "rows": (
        "move([[A,B],[C,D]], turn, [[C,A],[D,B]]).\nmove([X,Y], swap, [Y,X]).\n",
        "[[1,2],[3,0]]",
    ),
    "names": (
        "move(p(X,'B c'), X, p('B c',X)).\nmove(p(X,Y), 'Z', p(Y,X)) :- X \\== Y.\n",
        "p(a,'B c')",
    ),
    "costs": (
        "s(x(N), x(M), 0.5) :- N < 4, M is N+1.\ns(x(N), x(M), 2) :- N < 9, M is N*2.\n",
        "x(1)",
    ),
    "stacks": (
        "move(S, put(X,Y), T) :- select([X|R], S, S1), select([Y|Q], S1, S2), msort([R,[X,Y|Q]|S2], T).\n"
        "move(S, down(X), T) :- select([X,Z|R], S, S1), msort([[X],[Z|R]|S1], T).\n",
        "[[a],[b],[c]]",
    ),
    "operators": (
        "move(s(L), f(-1), s([X-1,(a:-b),- 1,-X,1-2-3,'A'/x,X mod 2|L])) :- length(L, N), N < 9, X = k(N).\n"
        "move(s([_|L]), [], s(L)).\n",
        "s([])",
    ),
    "large numbers": ("move(n(X), double, n(Y)) :- X < 10^25, Y is X*X+1.\n", "n(7)"),
    "letters": (
        "move(w(X), longer, w(Y)) :- atom_length(X, N), N < 4, atom_concat(X, a, Y).\n",
        "w(b)",
    ),
    "strings alone": (
        'move(S, longer, T) :- string_concat(S, "a", T), string_length(T, N), N < 5.\n',
        '"b"',
    ),
    "shared terms": (
        "move(p(f(X),_), one, p(F,F)) :- integer(X), Y is (X+1) mod 5, F = f(Y).\n"
        "move(p(f(X),_), two, p(f(Y),f(Y))) :- integer(X), Y is (X+1) mod 5.\n"
        "move(p(f(X),f(Y)), apart, p(f(Z),f(Y))) :- Y < 2, Z is X*1.0, Z < 3.\n",
        "p(f(1),f(1))",
    ),
    "decimals alone": ("move(X, double, Y) :- X < 4, Y is X*2.\n", "0.5"),
}


def read(name):
    text, start = PROGRAMS[name]
    return read_moves(text + f"initial({start}).\nh(S, 1).\ngoal(S) :- S \\= S.\n", f"{name}.pl")


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_states_are_counted_as_they_are_told(name):
    moves = read(name)
    reached, arcs = [moves.start], 0
    for state in reached:  # grows
        for _, after in moves.successors(state) if len(reached) < 300 else ():
            arcs += 1
            if after not in reached:
                reached.append(after)
    ends = len(reached) < 300
    others = len(reached) - 1  # that the start is reached again is not always counted
    unable = name in ("large numbers", "letters", "strings alone")
    if ends and not unable:
        assert moves._moves.beyond(moves.start, others - 1, 10**6, 10**6) in (others, others + 1)
        assert moves._moves.beyond(moves.start, 10**6, arcs - 1, 10**6) is not None
        assert moves._moves.beyond(moves.start, 10**6, 10**6, 0) is not None
    if ends:
        most = (len(reached), 2 * arcs + 10, 10**6)
        assert moves._moves.beyond(moves.start, *most) is None
    few = read(name)
    assert few.space(few.start, len(reached) // 2) is None
    assert few.reaches_more(few.start, len(reached) // 2)


def test_states_that_are_too_large_to_tell_apart_are_not_counted():
    long = ",".join(map(str, range(9_000)))  # a cell of a list is three words
    text = "move(s(N,L), s(M,L)) :- N < 5, M is N+1."
    for shown, counted in (("1,2", 1), (long, None)):
        moves = read_moves(f"{text} initial(s(0,[{shown}])).", "long.pl", None)
        assert moves._moves.beyond(moves.start, 0, 10, 10) == counted
        assert len(moves.space(moves.start).states) == 6


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_the_kernel_and_python_give_the_same_moves(name, monkeypatch):
    native, python = read(name), read(name)
    assert native.start is not None
    pending, seen = [native.start], {native.start}
    found = []
    while pending and len(seen) < 40:
        state = pending.pop(0)
        for arc, after in native.successors(state):
            found.append((state, arc.name, arc.cost, after, arc.before, arc.after, arc.length))
            if after not in seen:
                seen.add(after)
                pending.append(after)
    assert len(found) > 2
    states = list(dict.fromkeys(one[0] for one in found))
    estimates = [native.estimate(state) for state in states]
    goals = [native.is_goal(state) for state in states]
    monkeypatch.setattr(Query, "_native", None)
    expected = [
        (state, arc.name, arc.cost, after, arc.before, arc.after, arc.length)
        for state in dict.fromkeys(one[0] for one in found)
        for arc, after in python.successors(state)
    ]
    assert found == expected[: len(found)]
    assert estimates == [python.estimate(state) for state in states]
    assert goals == [python.is_goal(state) for state in states]


ATOMS = st.sampled_from(["a", "b c", "[]", "mod", "-", "B", "{}", "é", 0, 7, -3])
TERMS = st.recursive(
    ATOMS.map(lambda one: one if isinstance(one, int) else f"'{one}'" if one != "[]" else "[]"),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda some: f"[{','.join(map(str, some))}]"),
        st.tuples(st.sampled_from(["f", "'G h'", "-", "mod", "=", "{}"]), inner, inner).map(
            lambda one: f"{one[0]}({one[1]},{one[2]})"
        ),
        st.tuples(st.sampled_from(["g", "-", "\\+", "{}"]), inner).map(
            lambda one: f"{one[0]}({one[1]})"
        ),
    ),
    max_leaves=8,
)
OPERATORS = OperatorTable.default()
ECHO = read_moves("move(s(X), x, s(X)).\nmove([a], x, [a,b]).\nstart([a]).\n", "echo.pl")


@given(text=TERMS.map(lambda one: f"s({one})"))
def test_a_state_of_any_form_is_written_as_terms_are(text):
    expected = term_text(read_term(text, OPERATORS), OPERATORS)
    assert ECHO.form.whole
    ECHO.known_states = WrittenStates()  # nothing that was written before is known
    assert [after for _, after in ECHO.successors((text,))] == [(expected,)]


def test_a_state_that_one_question_has_told_is_not_read_for_another(monkeypatch):
    moves = read_moves(
        "move(L, x, [a|L]) :- length(L, N), N < 4.\nstart([b]).\nh(L, N) :- length(L, N).\ngoal([_,_,_]).\n",
        "lists.pl",
    )
    assert moves.form.whole
    ((_, after),) = moves.successors(("[b]",))
    monkeypatch.setattr(state_form, "read_term", None)
    assert (moves.estimate(after), moves.is_goal(after)) == (2, False)
    ((_, last),) = moves.successors(after)
    assert moves.is_goal(last)


def test_a_successor_that_is_no_state_is_one_message_in_words():
    moves = read_moves("move(p(A,B), m, p(B,C)) :- A < 5.\nstart(p(1,2)).\n", "open.pl")
    with pytest.raises(InputError, match="leads from p\\(1,2\\) to what is no state"):
        moves.successors((1, 2))


def test_algorithms_agree_on_a_program_with_its_own_estimates():
    text = (
        "s(c(A,B), c(C,B), 1) :- A < 30, C is A+1.\ns(c(A,B), c(A,C), 1) :- B < 30, C is B+1.\n"
        "h(c(A,B), H) :- H is 12-A-B, H >= 0.\nh(c(A,B), 0) :- A+B > 12.\ngoal(c(7,5)).\nstart(c(0,0)).\n"
    )
    moves = read_moves(text, "walk.pl")
    problem = ProgramProblem(moves, (0, 0), (7, 5))
    for algorithm in ("a-star", "breadth-first", "ida-star", "beam", "greedy", "uniform-cost"):
        assert solve(problem, algorithm).cost == 12


def test_a_search_by_states_makes_moves_of_its_path_alone(monkeypatch):
    text = "s(c(A,B), east, c(C,B)) :- A < 9, C is A+1.\ns(c(A,B), north, c(A,C)) :- B < 9, C is B+1.\nstart(c(0,0)).\n"
    moves = read_moves(text, "walk.pl")
    made, move = [], type(moves).move
    monkeypatch.setattr(
        type(moves), "move", lambda self, *told: made.append(told) or move(self, *told)
    )
    found = solve(ProgramProblem(moves, (0, 0), (2, 1)), "breadth-first")
    assert [(arc.name, arc.after) for arc in found.operators] == [
        ("east", (1, 0)),
        ("east", (2, 0)),
        ("north", (2, 1)),
    ]
    assert (len(made), found.statistics.generated > 9, found.optimal) == (3, True, True)


def test_states_that_were_counted_before_are_not_asked_for_again(tmp_path, monkeypatch):
    path = tmp_path / "count.pl"
    path.write_text("initial(s(0)). goal(s(X)) :- X > 99. s(s(X), s(Y)) :- Y is X + 1.")
    domain = load_prolog(str(path))
    monkeypatch.setattr("arcwise.logic.swi.prolog_domain.MAX_ASKED", 20)
    shape = domain.alone.shape
    assert domain.program.space(domain.start(shape), 30) is None
    before = domain.program.inferences
    with pytest.raises(InputError, match="too many states to draw from") as caught:
        domain.starts(shape, domain.goal(shape))
    assert "starts of your own" in caught.value.remedy
    assert domain.program.inferences == before
