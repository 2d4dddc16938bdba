"""What the playground answers, in ordinary Python: data in, data out."""

from __future__ import annotations

import json
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from arcwise.experiments import learn
from arcwise.explorer.playground import answer, answers, form
from arcwise.explorer.playground.answers import FIRST, WITH_SWI
from arcwise.explorer.playground.request import ARCS, NUMBERS, PROGRAM
from arcwise.logic.swi import interpreter

FORM = form()
OWN = {
    "domain": ARCS,
    "arcs": "arc([A, B, C], [B, A, C], 1).\narc([A, B, C], [B, C, A], 1).\n",
    "start": "3 2 1",
    "goal": "1 2 3",
    "training_start": "3 1 2",
    "training_goal": "2 1 3",
}
KILL = {
    "domain": PROGRAM,
    "arcs": (Path("examples") / "logic" / "kill.pl").read_text(encoding="utf-8"),
    "training_goal": "kill(john,john)",
    "goal": "kill(john,X)",
}


def ask(action: str, **question: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer(json.dumps({"action": action, "question": question})))
    return found


def refused(action: str, **question: Any) -> dict[str, str]:
    error: dict[str, str] = ask(action, **question)["error"]
    return error


class _Tags(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: Any) -> None:
        self.found.add(tag)


@cache
def shelf() -> str:
    """The macro of the course's training problem, as the playground has it."""
    found: str = ask("learn", **FIRST)["shelf"]
    return found


def test_the_course_s_experiment_comes_out_exactly() -> None:
    alone = ask("solve", **FIRST)
    assert [(one["states"], one["expanded"]) for one in alone["sides"]] == [(19, 332)]
    found = ask("solve", **FIRST, shelf=shelf())
    before, after = found["sides"]
    assert (before["states"], before["moves"], before["expanded"]) == (19, 18, 332)
    assert (after["states"], after["moves"], after["expanded"]) == (13, 18, 186)
    assert after["solution"]["macros"] == [[0, 4, "m1"], [14, 4, "m1"]]
    assert found["words"].startswith("19 states become 13")


def test_a_solution_is_played_from_its_start_to_the_goal() -> None:
    solution = ask("solve", **FIRST)["sides"][0]["solution"]
    symbols = solution["start"].split(" ")
    for _, cells, sources in solution["moves"]:
        held = [symbols[source] for source in sources]
        for cell, symbol in zip(cells, held, strict=True):
            symbols[cell] = symbol
    assert " ".join(symbols) == FIRST["goal"]


@pytest.mark.slow
def test_steps_are_a_page_on_which_searches_without_and_with_macros_stand_side_by_side() -> None:
    found = ask("step", **FIRST, shelf=shelf())
    data = json.loads(found["page"].split('id="data">')[1].split("</script>")[0])
    before, after = data["searches"]
    assert (before["title"], after["title"]) == ("without macros", "with macros")
    assert after["expanded"] < before["expanded"]


def test_steps_of_a_search_that_solves_nothing_are_shown_too() -> None:
    found = ask("step", **{**FIRST, "nodes": 2})
    data = json.loads(found["page"].split('id="data">')[1].split("</script>")[0])
    assert [one["title"] for one in data["searches"]] == ["without macros"]


def test_what_is_learned_is_a_picture_with_its_reasons_and_a_file() -> None:
    found = ask("learn", **FIRST)
    assert found["words"] == "learned m1 of 4 steps"
    (macro,) = found["macros"]
    assert macro["before"]["cells"] == "?A ?B ?C 0 ?D ?E"
    assert macro["after"]["cells"] == "?B ?D ?C ?A ?E 0"
    assert "Why is each cell what it is?" in macro["html"]
    assert "macro_steps(m1" in found["shelf"]


def test_the_same_macro_is_learned_once_and_another_joins_the_shelf() -> None:
    again = ask("learn", **FIRST, shelf=shelf())
    assert again["new"] == [] and again["words"] == "nothing new was learned"
    other = {**FIRST, "training_start": "1 2 3 0 4 5", "training_goal": "1 2 3 4 5 0"}
    found = ask("learn", **other, shelf=shelf())
    assert [one["name"] for one in found["macros"]] == ["m1", *found["new"]]


def test_a_macro_that_is_switched_off_takes_no_part() -> None:
    assert len(ask("solve", **FIRST, shelf=shelf(), off="m1")["sides"]) == 1
    assert ask("shelf", **FIRST, shelf=shelf(), off="m1")["macros"][0]["on"] is False


def test_traps_on_the_shelf_are_told_and_leave_states_out() -> None:
    traps = learn("sokoban:3", learner="traps").library.text()
    level = {"domain": "sokoban:3", "shelf": traps}
    shown = ask("shelf", **level)
    assert shown["words"] == "3 traps"
    assert shown["macros"][1]["text"] == "t2: $ and $" and "before" not in shown["macros"][1]
    before, after = ask("solve", **level)["sides"]
    assert before["moves"] == after["moves"] and after["expanded"] < before["expanded"]
    more = ask("learn", **level)
    assert more["words"].startswith("learned m") and len(more["macros"]) > 3
    assert "switched on" in refused("compare", **FIRST, shelf=shelf(), off="m1")["problem"]


def test_a_shelf_that_is_no_macro_file_or_one_for_another_domain_is_refused() -> None:
    assert refused("shelf", **FIRST, shelf="p.")["place"].startswith("shelf.pl")
    assert refused("shelf", domain="pancake:6", shelf=shelf())["place"].startswith("shelf.pl")


@pytest.mark.slow
def test_a_comparison_says_its_verdict_and_searches_every_problem_both_times() -> None:
    asked = {**FIRST, "problems": 6, "algorithm": "a-star", "shelf": shelf()}
    found = ask("compare", **asked)
    assert found["rows"] == 18  # a-star is measured against greedy too
    assert found["words"].startswith(("Pays", "Does not pay", "No difference", "Too few"))
    advice = "Ask for more random problems under Search, up to 500."
    assert found["advice"] == (advice if found["verdict"] == "too few" else "")
    assert found["reasons"] and "<svg" in found["work"]
    assert ask("compare", **{**asked, "heuristic": "zero"})["rows"] == 18


@pytest.mark.parametrize("domain", ["sliding-tile:2x3", "pancake:6", "hanoi:3x5", "blocks:4"])
def test_every_move_of_a_board_leads_to_a_state_that_is_drawn(domain: str) -> None:
    found = ask("board", domain=domain)["board"]
    album = found["albums"][0]
    start, goal, *_ = (one["cells"].split(" ") for one in found["shown"])
    reached = [after for arc in found["arcs"] if (after := _applied(arc, start))]
    assert reached
    for state in (start, goal, *reached):
        if found["known"] is not None:
            assert " ".join(state) in found["known"]
        for cell, symbol in enumerate(state):
            assert symbol in (album["usual"][cell] if "usual" in album else album["symbols"])


def _applied(arc: list[str], state: list[str]) -> list[str] | None:
    _, before, after = arc
    values: dict[str, str] = {}
    for term, symbol in zip(before.split(" "), state, strict=True):
        if (values.setdefault(term, symbol) if term.startswith("?") else term) != symbol:
            return None
    return [values.get(term, term) for term in after.split(" ")]


def test_an_empty_start_is_a_random_one_that_the_answer_names() -> None:
    one, same, other = (ask("solve", domain="pancake:5", seed=seed)["start"] for seed in (1, 1, 2))
    assert one == same != other
    assert ask("board", domain="pancake:5", seed=2)["start"] == other


def test_an_empty_goal_is_that_of_the_domain() -> None:
    assert ask("solve", domain="pancake:5")["goal"] == "1 2 3 4 5"


@pytest.mark.parametrize("action", FORM["actions"])
def test_arcs_of_ones_own_are_searched_and_learned_from_as_any_domain(action: str) -> None:
    learned = ask("learn", **OWN)
    assert learned["new"] == ["m1"]
    found = ask(action, **OWN, shelf=learned["shelf"])
    assert found["goal"] == "1 2 3"
    assert found["words"] or action == "board"


def test_arcs_that_only_prolog_could_run_are_refused_without_asking_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(interpreter.Interpreter, "ask", lambda *_: pytest.fail("Prolog was asked"))
    for arcs in ("arc(X, Y, 1) :- next(X, Y).", ":- include(other).\narc([a], [b], 1)."):
        error = refused("solve", **{**OWN, "arcs": arcs})
        assert "the playground takes facts only" in error["problem"]
        assert error["remedy"] == "arcwise solve FILE.pl"
        assert error["place"].startswith("arcs.pl:1")


def test_a_slip_in_arcs_of_ones_own_is_told_with_its_line() -> None:
    lines = [
        "arc([A, B, C, D, E], [B, A, C, D, E], 1).",
        "arc([A, B, C, D, E], [A, C, B, D, E], 1).",
        "arc([A, B, C, D, E], [A, B, D, D, E], 1).",
        "arc([A, B, C, D, E], [A, B, C, E, D], 1).",
    ]
    own = {"domain": ARCS, "start": "2 1 3 4 5", "goal": "1 2 3 4 5"}
    (told,) = ask("solve", **own, arcs="\n".join(lines))["warnings"]
    assert told.startswith("arcs.pl:3:1: D stands twice after this arc and C nowhere")
    lines[2] = "arc([A, B, C, D, E], [A, B, D, C, E], 1)."
    assert ask("solve", **own, arcs="\n".join(lines))["warnings"] == []


def test_faults_in_arcs_are_named_with_line_and_column() -> None:
    assert refused("solve", **{**OWN, "arcs": "\narc([A], [A, 1)."})["place"] == "arcs.pl:2:15"
    assert "no arc/3" in refused("solve", **{**OWN, "arcs": ""})["problem"]


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ({"start": "1 2"}, "start"),
        ({"goal": "1 2 3 4 4 4"}, "goal"),
        ({"nodes": NUMBERS["nodes"][1] + 1}, "nodes"),
        ({"seconds": 0}, "seconds"),
        ({"problems": "10"}, "problems"),
        ({"seed": True}, "seed"),
        ({"start": 3}, "start"),
        ({"domain": "pancake:1000"}, "domain"),
        ({"domain": "panckae:5"}, "domain"),
        ({"domain": "domain.pddl"}, "domain"),
        ({"domain": "sokoban:/etc/hostname"}, "/etc/hostname"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_its_place(
    question: dict[str, Any], place: str
) -> None:
    assert refused("solve", **question)["place"] == place


def test_questions_with_unknown_parts_and_unknown_actions_are_refused() -> None:
    assert refused("solve", engine="native")["found"] == "engine"
    assert refused("delete")["expected"] == ", ".join(FORM["actions"])


def test_nothing_is_compared_where_nothing_was_learned() -> None:
    error = refused("compare", **FIRST)
    assert "nothing to compare" in error["problem"] and "learn" in error["remedy"]


def test_a_problem_without_a_solution_is_said_to_have_none() -> None:
    unsolvable = {"start": "2 1 3 4 5 0", "goal": "1 2 3 4 5 0"}
    assert "unsolvable" in ask("solve", **unsolvable)["words"]
    training = {f"training_{name}": text for name, text in unsolvable.items()}
    assert "no solution" in refused("learn", **training)["problem"]


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ({"training_goal": "1 2 3"}, "training goal"),
        ({"training_start": "1 2"}, "training start"),
        ({"training_start": "4 5 3 0 1 2", "training_goal": "1 2 3"}, "training goal"),
        ({"training_start": "1 2", "training_goal": "1 2 3 4 5 0"}, "training start"),
        ({"start": "1 2", "training_goal": "1 2 3 4 5 0"}, "start"),
    ],
)
def test_a_slip_in_the_training_problem_is_refused_with_its_place(
    question: dict[str, Any], place: str
) -> None:
    assert refused("learn", **question)["place"] == place


@pytest.mark.parametrize(
    ("raised", "said"),
    [(RecursionError, "deeper"), (MemoryError, "memory"), (OverflowError, "memory")],
)
def test_what_python_cannot_hold_is_a_message(
    monkeypatch: pytest.MonkeyPatch, raised: type[Exception], said: str
) -> None:
    def refuse(*_: Any) -> None:
        raise raised

    monkeypatch.setitem(answers.ACTIONS, "board", refuse)
    error = refused("board")
    assert said in error["problem"] and error["remedy"]


def test_without_a_training_problem_one_near_the_goal_is_learned_from() -> None:
    found = ask("learn", domain="pancake:6", goal="1 2 3 4 5 6")
    assert found["training_goal"] == "1 2 3 4 5 6" != found["training_start"]


def test_a_search_ends_at_its_limits() -> None:
    found = ask("solve", **{**FIRST, "nodes": 2})
    assert not found["solved"]
    assert "2 expanded" in found["words"]


def test_how_far_it_is_is_told_in_words() -> None:
    said: list[str] = []
    answer(
        json.dumps(
            {
                "action": "compare",
                "question": {**FIRST, "problems": 5, "algorithm": "a-star", "shelf": shelf()},
            }
        ),
        said.append,
    )
    assert said[-1].startswith("comparing: 15 of 15")


@pytest.mark.parametrize("domain", FORM["domains"], ids=lambda domain: domain["name"])
def test_every_domain_of_the_form_is_solved_or_stops_at_its_limits(domain: dict[str, str]) -> None:
    name = f"{domain['name']}:{domain['size']}"
    found = ask("solve", domain=name, nodes=300)
    assert "error" not in found
    again = ask("solve", domain=name, nodes=300, start=found["start"], goal=found["goal"])
    assert again["start"] == found["start"]


def test_the_page_knows_on_which_algorithms_a_heuristic_has_no_effect():
    assert {"breadth-first", "depth-first"} <= {*FORM["blind"]}
    assert "a-star" not in FORM["blind"]


def test_a_heuristic_that_is_switched_off_is_no_obstacle():
    question = {**FIRST, "domain": "sliding-tile:2x3", "goal": "1 2 3 4 5 0", "problems": 2}
    question |= {"start": "4 5 3 0 1 2", "training_start": "4 5 3 0 1 2"}
    question |= {"training_goal": "5 1 3 4 2 0", "heuristic": "manhattan"}
    blind = {**question, "algorithm": "breadth-first"}
    shelf = ask("learn", **blind)["shelf"]
    assert "error" not in ask("compare", **blind, shelf=shelf)


@pytest.mark.parametrize("algorithm", FORM["algorithms"])
@pytest.mark.slow
def test_every_algorithm_of_the_form_can_be_stepped_through(algorithm: str) -> None:
    assert "page" in ask("step", **{**FIRST, "algorithm": algorithm, "nodes": 300})


@pytest.mark.slow
@pytest.mark.parametrize("heuristic", FORM["heuristics"])
def test_every_heuristic_of_the_form_has_a_meaning_for_some_domain(heuristic: str) -> None:
    domain = "pancake:5" if heuristic == "gaps" else "sliding-tile:2x3"
    assert ask("solve", domain=domain, heuristic=heuristic)["solved"]


def test_names_in_arcs_are_never_markup() -> None:
    name = "<script>alert(1)</script>"
    arcs = f"arc([A, B], [B, A], 1).\narc_name(1, '{name}').\n"
    own = {"domain": ARCS, "arcs": arcs, "start": "'<b>' 1", "goal": "1 '<b>'"}
    for found in ask("learn", **own)["macros"]:
        assert not {"script", "b", "iframe"} & _Tags(found["html"]).found
    assert ask("solve", **own)["solved"]
    assert "<script>alert" not in ask("step", **own).get("page", "")


@pytest.mark.parametrize(
    "request_",
    [
        *("", "{", "[]", "null", "{}", '{"action": "solve"}', '{"action": [], "question": {}}'),
        *('{"action": "solve", "question": []}', '{"question": {}}', "[" * 100_000),
        '{"action": "solve", "question": {"nodes": ' + "9" * 5000 + "}}",
    ],
)
def test_what_is_no_request_is_an_error_in_the_answer(request_: str) -> None:
    error = json.loads(answer(request_))["error"]
    assert error["problem"] == "not a request" and error["expected"]


def test_a_goal_of_a_logic_program_is_proved_and_drawn_as_a_tree() -> None:
    found = ask("solve", **KILL)
    (side,) = found["sides"]
    assert found["solved"] and found["words"].startswith("solved: 1 answer")
    assert "X = john" in side["html"] and "possess(john,gun1)" in side["html"]
    assert (found["start"], found["goal"]) == ("", KILL["goal"])
    assert ask("solve", **{**KILL, "goal": "kill(mary,X)"})["words"].startswith("no:")


def test_a_rule_is_learned_from_a_goal_and_explained_beside_its_proof() -> None:
    found = ask("learn", **KILL)
    assert found["words"] == "learned kill(A,A) :- depressed(A), buy(A,B), gun(B)."
    (rule,) = found["macros"]
    assert rule["html"].count("<svg") == 2
    assert "--operational hate/2,possess/2,weapon/1" in rule["html"]
    assert "arcwise:macro_steps(r1" in found["file"]
    assert found["shelf"] == "kill(john,john)"


def test_a_goal_is_proved_without_the_rules_of_the_shelf_and_with_them() -> None:
    asked = {**KILL, "goal": "kill(john,john)", "shelf": "kill(john,john)"}
    before, after = ask("solve", **asked)["sides"]
    assert before["solved"] and after["solved"]
    assert after["inferences"] < before["inferences"]
    assert len(ask("solve", **asked, off="r1")["sides"]) == 1


def test_a_rule_for_any_number_of_repetitions_saves_where_one_for_three_costs() -> None:
    program = (Path("examples") / "logic" / "reachability.pl").read_text(encoding="utf-8")
    asked = {**KILL, "arcs": program, "training_goal": "reaches(1,4)", "goal": "reaches(2,20)"}
    ratios = []
    for number in ("", "yes"):
        shelf = ask("learn", **asked, number=number)["shelf"]
        before, after = ask("solve", **asked, number=number, shelf=shelf)["sides"]
        ratios.append(after["inferences"] / before["inferences"])
    assert ratios[0] > 1 > ratios[1]


def test_the_problems_of_a_program_are_compared_without_rules_and_with_those_of_each_learner() -> (
    None
):
    found = ask("compare", **KILL, shelf="kill(john,john)")
    assert found["words"] not in found["html"] and "<table" in found["html"]
    assert found["rows"] % 5 == 0
    assert " (program.pl, 5 conditions, " in found["words"]
    few = ask("compare", **KILL, shelf="kill(john,john)", problems=1)
    assert few["rows"] == found["rows"] > 5


def test_problems_in_book_order_are_proved_with_what_was_proved_before() -> None:
    program = "proved(X) :- known(X).\nproved(s(X)) :- proved(X).\nknown(z).\n"
    program += "problem(proved(s(s(z)))).\nproblem(proved(s(s(s(z))))).\n"
    asked = {**KILL, "arcs": program, "goal": "proved(z)", "in_order": " known/1 "}
    found = ask("compare", **asked)
    assert found["rows"] == 6 and "2 of 2" in found["html"]
    assert refused("compare", **{**asked, "in_order": "known"})["place"] == "book order"


@pytest.mark.parametrize(
    ("action", "change", "said"),
    [
        ("step", {}, "not done with a logic program"),
        ("solve", {"goal": ""}, "no goal"),
        ("solve", {"goal": "kil(X,Y)"}, "kill/2"),
        ("solve", {"arcs": "p(X) :- setarg(1, X, a).", "goal": "p(f(1))"}, "setarg/3"),
        ("learn", {"arcs": "p(X) :- assertz(q(X)).", "training_goal": "p(1)"}, "assertz/1"),
        ("learn", {"arcs": "p(1).", "training_goal": "q(1)"}, "q/1"),
        ("compare", {}, "nothing to compare"),
        ("solve", {"goal": "Kill(john,X)"}, "kill(...): Kill is a variable"),
        ("solve", {"arcs": "p(1).\n" * 20_000}, "program.pl"),
    ],
)
def test_slips_in_a_program_are_refused_with_what_would_do(
    action: str, change: dict[str, str], said: str
) -> None:
    error = refused(action, **{**KILL, **change})
    assert any(said in part for part in error.values())


@pytest.mark.parametrize("arcs", ["kill(X, Y) :- shell(X).", "kill(X, Y) :- hate(X, Y).", ":- p."])
def test_where_a_program_is_refused_no_option_of_the_shell_is_advised(arcs: str) -> None:
    advice = refused("solve", **{**KILL, "arcs": arcs})["remedy"].splitlines()
    assert advice[-1] == WITH_SWI
    assert not any("trusting()" in one for one in advice)


def test_a_program_that_never_ends_is_stopped_by_the_limits() -> None:
    found = ask("solve", **{**KILL, "arcs": "p(X) :- p(s(X)).", "goal": "p(1)", "nodes": 500})
    assert "stopped by nodes" in found["words"]
    found = ask("solve", **{**KILL, "arcs": "p(X) :- p(X).", "goal": "p(1)"})
    assert "stopped at an infinite branch" in found["words"]


def test_a_program_that_calls_itself_first_is_proved_by_iterative_deepening() -> None:
    program = "path(X,Y) :- path(X,Z), edge(Z,Y).\npath(X,Y) :- edge(X,Y).\nedge(a,b). edge(b,c).\n"
    asked = {**KILL, "arcs": program, "goal": "path(a,c)", "training_goal": "path(a,c)"}
    assert "stopped at an infinite branch" in ask("solve", **asked, nodes=500)["words"]
    assert "try the algorithm iterative-deepening" in str(ask("solve", **asked, nodes=500))
    asked["algorithm"] = "iterative-deepening"
    assert FORM["proving"] == ("depth-first", "iterative-deepening")
    assert ask("solve", **asked, nodes=500)["words"].startswith("solved")
    assert ask("learn", **asked, nodes=500)["new"] == ["r1"]


@pytest.mark.long
@pytest.mark.parametrize(
    "goal", ["len([],N), fail ; numlist(1,4000,L), len(L,N)", "peano(4000,X)", "conj(4000,G), G"]
)
def test_deep_recursion_is_answered_with_a_shortened_picture(goal: str) -> None:
    program = (
        "len([],0).  len([_|T],N) :- len(T,M), N is M+1.\n"
        "peano(0,0).  peano(N,s(X)) :- N > 0, M is N-1, peano(M,X).\n"
        "conj(0,true).  conj(N,(true,G)) :- N > 0, M is N-1, conj(M,G).\n"
    )
    found = ask("solve", domain=PROGRAM, arcs=program, goal=goal, nodes=200_000, seconds=60)
    assert found["solved"]
    assert len(str(found)) < 400_000


@pytest.mark.long
@pytest.mark.parametrize("goal", ["p(a)", "q(0,X)", "len(L,N), N < 0"])
def test_recursion_without_an_end_is_a_message(goal: str) -> None:
    program = (
        "p(X) :- p(X).\nq(N,X) :- M is N+1, q(M,Y), X = f(Y).\n"
        "len([],0).  len([_|T],N) :- len(T,M), N is M+1.\n"
    )
    found = ask("solve", domain=PROGRAM, arcs=program, goal=goal, nodes=200_000, seconds=60)
    assert not found["solved"]
    assert found["words"].startswith("stopped")


def test_a_goal_that_fails_teaches_a_clause_that_fails() -> None:
    program = "kill(A,B) :- hate(A,B), armed(A). hate(A,A) :- sad(A). sad(tom). armed(tom)."
    asked = {"domain": PROGRAM, "arcs": program, "goal": "kill(tom,ann)"}
    learned = ask("learn", **asked)
    assert learned["words"] == r"learned kill(A,B) :- A \= B, !, fail."
    assert "ann is not tom" in learned["macros"][0]["html"]
    assert ask("solve", **asked, shelf=learned["shelf"])["solved"] is False
