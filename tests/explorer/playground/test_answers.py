"""What the playground answers, in ordinary Python: data in, data out."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

import pytest
from arcwise.explorer.playground import answer, form
from arcwise.explorer.playground.question import ARCS, NUMBERS, PROGRAM
from arcwise.rules.swi import program

FORM = form()
FIRST = FORM["first"]
OWN = {"domain": ARCS, "arcs": FORM["arcs"]["text"], "start": "3 2 1", "goal": "1 2 3"}


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


def test_a_path_is_drawn_with_its_start_and_its_moves() -> None:
    found = ask("solve", **FIRST)
    assert found["solved"]
    assert "solved: 4 moves" in found["words"]
    assert found["html"].count("<figure") == 5


def test_steps_are_a_page_on_which_searches_before_and_after_learning_stand_side_by_side() -> None:
    found = ask("step", **FIRST)
    data = json.loads(found["page"].split('id="data">')[1].split("</script>")[0])
    before, after = data["searches"]
    assert (before["title"], after["title"]) == ("before learning", "after learning")
    assert after["expanded"] < before["expanded"]


def test_steps_of_a_search_that_solves_nothing_are_shown_too() -> None:
    found = ask("step", **{**FIRST, "nodes": 2})
    data = json.loads(found["page"].split('id="data">')[1].split("</script>")[0])
    assert [one["title"] for one in data["searches"]] == ["a-star"]


def test_what_is_learned_from_a_path_is_explained_cell_by_cell_and_given_as_a_file() -> None:
    found = ask("learn", **FIRST)
    assert found["words"] == "learned m1 of 4 steps"
    assert "Why each cell is what it is" in found["html"]
    assert "macro_steps(m1" in found["html"]


@pytest.mark.slow
def test_a_comparison_says_its_verdict_and_searches_every_problem_both_times() -> None:
    found = ask("compare", **{**FIRST, "problems": 6})
    assert found["rows"] == 18  # a-star is measured against greedy too
    assert found["words"].startswith(("pays", "does not pay", "no difference", "too few problems"))
    assert ask("compare", **{**FIRST, "problems": 6, "heuristic": "zero"})["rows"] == 18


def test_an_empty_start_is_a_random_one_that_the_answer_names() -> None:
    one, same, other = (ask("solve", domain="pancake:5", seed=seed)["start"] for seed in (1, 1, 2))
    assert one == same != other
    assert ask("draw", domain="pancake:5", seed=2)["start"] == other


def test_an_empty_goal_is_that_of_the_domain() -> None:
    assert ask("solve", domain="pancake:5")["goal"] == "1 2 3 4 5"


@pytest.mark.parametrize("action", FORM["actions"])
def test_arcs_of_ones_own_are_searched_and_learned_from_as_any_domain(action: str) -> None:
    found = ask(action, **OWN)
    assert found["words"]
    assert found["goal"] == "1 2 3"


def test_arcs_that_only_prolog_could_run_are_refused_without_asking_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(program.SwiProgram, "read", lambda *_: pytest.fail("Prolog was asked"))
    for arcs in ("arc(X, Y, 1) :- next(X, Y).", ":- include(other).\narc([a], [b], 1)."):
        error = refused("solve", **{**OWN, "arcs": arcs})
        assert "only SWI-Prolog can run this" in error["problem"]
        assert error["place"].startswith("arcs.pl:1")


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
    assert refused("delete")["expected"] == "draw, solve, step, learn, compare"


def test_nothing_is_compared_where_nothing_was_learned() -> None:
    error = refused("compare", **{**FIRST, "goal": FIRST["start"]})
    assert "nothing was learned" in error["problem"]


def test_a_problem_without_a_solution_is_said_to_have_none() -> None:
    unsolvable = {"start": "2 1 3 4 5 0", "goal": "1 2 3 4 5 0"}
    assert "unsolvable" in ask("solve", **unsolvable)["words"]
    assert "no solution" in refused("learn", **unsolvable)["problem"]


def test_a_search_ends_at_its_limits() -> None:
    found = ask("solve", **{**FIRST, "nodes": 2})
    assert not found["solved"]
    assert "2 expanded" in found["words"]


def test_how_far_it_is_is_told_in_words() -> None:
    said: list[str] = []
    answer(json.dumps({"action": "compare", "question": {**FIRST, "problems": 5}}), said.append)
    assert said[-1].startswith("comparing: 15 of 15")


@pytest.mark.parametrize("domain", FORM["domains"], ids=lambda domain: domain["name"])
def test_every_domain_of_the_form_is_solved_or_stops_at_its_limits(domain: dict[str, str]) -> None:
    name = f"{domain['name']}:{domain['size']}"
    found = ask("solve", domain=name, nodes=300)
    assert "error" not in found
    again = ask("solve", domain=name, nodes=300, start=found["start"], goal=found["goal"])
    assert again["start"] == found["start"]


@pytest.mark.parametrize("algorithm", FORM["algorithms"])
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
    own = {**OWN, "arcs": arcs, "start": "'<b>' 1", "goal": "1 '<b>'"}
    for action in ("solve", "learn"):
        found = ask(action, **own)
        assert not {"script", "b", "iframe"} & _Tags(found["html"]).found
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


KILL = {
    "domain": PROGRAM,
    "arcs": FORM["program"]["text"],
    "goal": FORM["program"]["goal"],
}


def test_a_goal_of_a_logic_program_is_proved_and_drawn_as_a_tree() -> None:
    found = ask("solve", **KILL)
    assert found["solved"] and found["words"].startswith("solved: 1 answer")
    assert "X = john" in found["html"] and "possess(john,gun1)" in found["html"]
    assert (found["start"], found["goal"]) == ("", KILL["goal"])
    assert ask("solve", **{**KILL, "goal": "kill(mary,X)"})["words"].startswith("no:")


def test_a_rule_is_learned_from_a_goal_and_explained_beside_its_proof() -> None:
    found = ask("learn", **KILL)
    assert found["words"] == "learned kill(A,A) :- depressed(A), buy(A,B), gun(B)."
    assert found["html"].count("<svg") == 2
    assert "--operational hate/2,possess/2,weapon/1" in found["html"]
    assert "arcwise:learned(r1" in found["html"]


def test_the_problems_of_a_program_are_compared_without_rules_and_with_those_of_each_learner() -> (
    None
):
    found = ask("compare", **KILL)
    assert found["rows"] == 5 * 2
    assert found["words"].startswith("On program.pl, learning ")


@pytest.mark.parametrize(
    ("action", "change", "said"),
    [
        ("step", {}, "not done with a logic program"),
        ("solve", {"goal": ""}, "no goal"),
        ("solve", {"goal": "kil(X,Y)"}, "kill/2"),
        ("solve", {"arcs": "p(X) :- write(X)."}, "write/1"),
        ("learn", {"goal": "kill(mary,X)"}, "not proved"),
        ("learn", {"arcs": "p(1).", "goal": "q(1)"}, "q/1"),
    ],
)
def test_slips_in_a_program_are_refused_with_what_would_do(
    action: str, change: dict[str, str], said: str
) -> None:
    error = refused(action, **{**KILL, **change})
    assert any(said in part for part in error.values())


def test_a_program_that_never_ends_is_stopped_by_the_limits() -> None:
    found = ask("solve", **{**KILL, "arcs": "p(X) :- p(X).", "goal": "p(1)", "nodes": 500})
    assert "stopped by nodes" in found["words"]
