"""Rules used at the root alone: the answers of the program, no rule below the root, and the work of a program written by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from arcwise.ebl import load_library
from arcwise.logic import prove
from arcwise.logic.program import LogicProgram, read_goal, read_program
from arcwise.logic.prover import prove as search
from arcwise.rules import InputError
from arcwise.search import Limits

FACTS = " ".join(f"edge({one},{one + 1}). edge({one},{2 * one + 3})." for one in range(1, 9))
PATH = f"{FACTS} path(X,Y) :- edge(X,Y). path(X,Y) :- edge(X,Z), path(Z,Y)."
RULES = "path(X,Y) :- edge(X,Z), edge(Z,Y). path(X,Y) :- edge(X,Z), edge(Z,W), edge(W,Y)."
BY_HAND = f"""{PATH}
top(X,Y) :- edge(X,Z), edge(Z,Y). top(X,Y) :- edge(X,Z), edge(Z,W), edge(W,Y).
top(X,Y) :- edge(X,Y). top(X,Y) :- edge(X,Z), path(Z,Y)."""
GOALS = ("path(1,6)", "path(1,X)", "path(X,9)", "path(7,1)", "path(1,X), path(X,9)", "edge(X,2)")


def program(use: str) -> LogicProgram:
    return read_program(PATH).with_rules(read_program(RULES), use)


@pytest.mark.parametrize("engine", ["native", "python"])
@pytest.mark.parametrize("goal", GOALS)
def test_work_is_that_of_a_program_whose_goals_have_predicates_of_their_own(
    goal: str, engine: str
) -> None:
    rooted, by_hand = program("root"), read_program(BY_HAND)
    found = search(rooted, read_goal(goal, rooted), answers=None, engine=engine)
    other = search(
        by_hand, read_goal(goal.replace("path", "top"), by_hand), answers=None, engine=engine
    )
    assert [one.bindings for one in found.answers] == [one.bindings for one in other.answers]
    assert (found.inferences, found.tried) == (other.inferences, other.tried)


@pytest.mark.parametrize("algorithm", ["depth-first", "iterative-deepening", "breadth-first"])
@pytest.mark.parametrize("goal", GOALS)
def test_answers_are_those_of_the_program(goal: str, algorithm: str) -> None:
    bare = read_program(PATH)
    asked = read_goal(goal, bare)
    limits = Limits(nodes=20_000)
    said = {
        name: {
            str(one) for one in search(one, asked, algorithm, answers=None, limits=limits).answers
        }
        for name, one in {"bare": bare, "root": program("root")}.items()
    }
    assert said["root"] == said["bare"]


@pytest.mark.parametrize("engine", ["native", "python"])
def test_no_rule_is_used_below_the_root(engine: str) -> None:
    depths = {}
    for use in ("everywhere", "root"):
        whole = program(use)
        rules = [] if whole.roots is None else list(whole.roots.whole.clauses["path", 2][:2])
        rules = rules or list(whole.clauses["path", 2][:2])
        found = search(
            whole, read_goal("path(1,9)", whole), answers=None, proofs=True, engine=engine
        )
        nodes = [node for one in found.answers for proof in one.proof for node in proof.walk()]
        assert all("root" not in str(node.goal) for _, node in nodes)
        depths[use] = {depth for depth, node in nodes if node.clause in rules}
    assert depths["root"] == {0} < depths["everywhere"]


def test_a_certificate_holds_and_boards_refuse(call: Any, tmp_path: Path, examples: Path) -> None:
    rules, proof = tmp_path / "rules.pl", tmp_path / "proof.json"
    family = examples / "logic/family.pl"
    assert call("learn", family, "-o", rules).code == 0
    goal = ("solve", family, "ancestor(bob,X), aunt(Y,X)", "--macros", rules, "--use", "root")
    assert call(*goal, "--certificate", proof).code == 0
    assert call("verify", proof).code == 0
    assert prove(family, "ancestor(ann,dan)", macros=rules, use="root").solved
    with pytest.raises(InputError, match="no use of rules"):
        prove(family, "ancestor(ann,dan)", macros=rules, use="top")
    for words in (("solve", "8-puzzle", "2 3 5 0 1 4 6 7 8"), ("utility", "5-puzzle")):
        done = call(*words, "--use", "root")
        assert done.code == 33 and "--use" in done.err


def test_compare_has_both_uses_and_none(call: Any, tmp_path: Path, examples: Path) -> None:
    rules, reachable = tmp_path / "rules.pl", examples / "logic/reachability.pl"
    assert call("learn", reachable, "-o", rules).code == 0
    done = call("compare", reachable, "--macros", rules, "--use", "root", "--json")
    assert (
        "everywhere" in done.out
        and "root against everywhere"
        in call("compare", reachable, "--macros", rules, "--use", "root").out
    )
    assert call("utility", reachable, "--macros", rules, "--use", "root").code == 0
    two = ("--macros", rules, "--macros", reachable)
    assert "one file" in call("compare", reachable, *two, "--use", "root").err


def test_unfolded_clauses_refuse(call: Any, tmp_path: Path, examples: Path) -> None:
    rules, family = tmp_path / "rules.pl", examples / "logic/family.pl"
    assert call("learn", family, "--learner", "unfold", "-o", rules).code == 0
    with pytest.raises(InputError, match="in the place of others"):
        load_library(rules).program_in("root")
