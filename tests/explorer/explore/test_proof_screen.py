"""A logic program in ``arcwise explore``: goals are proved, rules learned, and both proofs compared."""

from __future__ import annotations

from pathlib import Path

import pytest
from arcwise.experiments import Configuration
from arcwise.explorer.explore.app import ExploreApp
from arcwise.explorer.explore.screens import TextScreen
from arcwise.explorer.explore.walk import Progress
from arcwise.explorer.explore.widgets import KeyLine
from arcwise.logic.learning import RuleLibrary
from arcwise.logic.screen import Goals, ProofScreen
from arcwise.logic.session import ProofSession, session_of_goals
from arcwise.rules import InputError
from arcwise.search import Limits
from textual.pilot import Pilot
from textual.widgets._footer import FooterKey

from .driving import drive, press, settle, text, until

KILL = str(Path(__file__).parents[3] / "examples" / "logic" / "kill.pl")


def _session(program: str, goals: tuple[str, ...], macros: str | None) -> ProofSession:
    return session_of_goals(
        program, goals, macros=macros, seed=None, configuration=Configuration(limits=Limits(10))
    )


def shown(app: ExploreApp) -> str:
    goals = app.screen.query_one(Goals)
    rows = [str(goals.get_option_at_index(n).prompt) for n in range(goals.option_count)]
    return "\n".join([*rows, text(app, "#words")])


@pytest.mark.slow
def test_a_goal_is_proved_a_rule_learned_and_both_proofs_are_shown(tmp_path: Path) -> None:
    file = tmp_path / "rules.pl"
    session = _session(KILL, (), None)

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        assert "kill(john,john)  example, problem\nkill(john,bob)   problem" in shown(app)
        await press(pilot, "enter")
        await until(pilot, lambda: "7 inferences" in shown(app))
        assert "  hate(john,john)     by hate(A,A) :- depressed(A)." in shown(app)
        keys = app.screen.query_one(KeyLine).query(FooterKey)
        assert len(keys) > 6 and all(key.region.right <= 80 for key in keys)
        await press(pilot, "l")
        await until(pilot, lambda: isinstance(app.screen, TextScreen))
        await settle(pilot)
        tree = text(app, "#words")
        assert "  possess(john,gun1)    possess(A,B)    by possess(A,B) :- buy(A,B)." in tree
        assert max(map(len, tree.splitlines())) <= 75
        await press(pilot, "escape")
        assert "kill(john,john)  solved, 7 -> 4 inferences  example, problem" in shown(app)
        assert "by kill(A,A) :- depressed(A), buy(A,B), gun(B)." in shown(app)
        await press(pilot, "down", "l")
        await until(pilot, lambda: "no proof" in text(app, "#message"))
        assert "1 rule (1 not saved)" in text(app, "#title")
        await press(pilot, "w", "q")

    assert drive(session, scenario, output=str(file)) == 0
    assert len(RuleLibrary.load(file)) == 1


@pytest.mark.slow
def test_a_proof_without_end_is_stopped(tmp_path: Path) -> None:
    program = tmp_path / "loop.pl"
    program.write_text("p(X) :- p(f(X)).\nexample(p(a)).\n")
    session = _session(str(program), (), None)

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await press(pilot, "enter")
        await until(pilot, lambda: "Esc stops it" in text(app, "#message"))
        await press(pilot, "escape")
        await until(pilot, lambda: "stopped by interrupt" in text(app, "#words"))
        assert isinstance(app.screen, ProofScreen)
        await press(pilot, "l")
        await until(pilot, lambda: "Esc stops it" in text(app, "#message"))
        await press(pilot, "escape")
        await until(
            pilot, lambda: text(app, "#message").startswith("no proof: stopped by interrupt")
        )
        await press(pilot, "q")

    assert drive(session, scenario) == 0


def test_rules_of_a_file_are_used_and_extended(tmp_path: Path) -> None:
    program, rules = tmp_path / "p.pl", tmp_path / "rules.pl"
    program.write_text(
        "p(X) :- q(X). p(X) :- r(X). q(X) :- s(X). r(X) :- t(X). s(a). t(b).\n"
        "example(p(a)). example(p(b)).\n"
    )
    session = _session(str(program), (), None)
    one, two = session.goals
    session.keep(one, session.learner(one)(Progress()))
    session.save(str(rules))
    session = _session(str(program), (), str(rules))
    session.keep(two, session.learner(two)(Progress()))
    assert (len(session.macros), session.unsaved) == (2, 1)
    assert "with 2 rules: solved" in session.text_of(two)
    with pytest.raises(InputError, match=r"FILE\.pl"):
        session.save("rules.txt")


def test_goals_are_those_of_the_command_line_or_the_program(tmp_path: Path) -> None:
    program = tmp_path / "p.pl"
    program.write_text("p(a).\n")
    twice = tmp_path / "twice.pl"
    long = f"p({'a' * 50})"
    twice.write_text(f"{long}. problem({long}). problem({long}).\n")
    (row,) = _session(str(twice), (), None).rows()
    assert row == f"{long[:35]}...  problem"
    assert _session(KILL, ("kill(X,Y)",), None).rows() == ["kill(X,Y)  given"]
    with pytest.raises(InputError, match=r"no goal to prove"):
        _session(str(program), (), None)
