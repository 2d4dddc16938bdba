"""Problems of a comparison as texts."""

from __future__ import annotations

import arcwise as aw
import pytest
from arcwise.experiments import compare
from arcwise.logic.program import load_program
from arcwise.rules import InputError


def test_starts_alone_are_problems_with_the_goal_of_the_domain():
    starts = ["1 2 0 3 4 5", "1 0 2 3 4 5"]
    alone = compare("sliding-tile:2x3", starts, algorithms="a-star")
    paired = compare(
        "sliding-tile:2x3", [(one, "1 2 3 4 5 0") for one in starts], algorithms="a-star"
    )
    both = [{(row.path_json, row.condition) for row in run.rows} for run in (alone, paired)]
    assert both[0] == both[1]
    assert len(both[0]) == 4
    with pytest.raises(InputError, match=r"1 2 3\.csv"):
        compare("sliding-tile:2x3", "1 2 3.csv")
    for one in (compare, aw.learn):  # more characters than the name of a file may have
        with pytest.raises(InputError, match="no suffix"):
            one("sliding-tile:2x3", "\n".join(starts * 20))


@pytest.mark.slow
def test_a_logic_program_is_learned_from_and_compared_by_the_same_door(tmp_path):
    program, rules = tmp_path / "program.pl", tmp_path / "rules.pl"
    program.write_text(
        "p(X) :- q(X), r(X). q(X) :- s(X). r(X) :- s(X). s(a). s(b).\n"
        "example(p(a)). problem(p(a)). problem(p(b)).\n"
    )
    found = aw.learn(program, output=rules)
    assert [str(one.example.args[0]) for one in found] == ["a"]
    compared = aw.compare(program, macros=rules)
    assert repr(compared) == "ResultSet(10 searches, 2 problems)"
    assert [(one.condition, one.answered) for one in compared.totals][:2] == [
        ("none", 2),
        ("examples", 2),
    ]
    first = compared.records()[0]
    assert [first[name] for name in ("condition", "goal", "status", "inferences")] == [
        *("none", "p(a)", "solved", 5)
    ]
    assert len(compared.to_frame()["goal"]) == 10
    assert compared.verdict == compared.verdicts["none", "examples", "depth-first"]
    assert "fewer inferences over 2 problems" in compared.verdict.evidence
    each = aw.compare(program, None, rules, ["depth-first", "iterative-deepening"])
    assert list(each.run.methods) == ["depth-first", "iterative-deepening"]
    with pytest.raises(aw.InputError, match="one algorithm"):
        each.verdict  # noqa: B018
    loaded = load_program(program)
    assert [one.clause.body for one in aw.learn(loaded)] == [one.clause.body for one in found]
    assert len(aw.compare(loaded, None, rules).problems) == 2
    for call in (
        lambda: aw.learn(loaded, [(1, 2)]),
        lambda: aw.learn(program, []),
        lambda: aw.compare(program, [], found),
        lambda: aw.compare(program, None, found, configuration=aw.Configuration(heuristic="zero")),
        lambda: aw.learn(program, learner=aw.Examples(with_macros=True)),
        lambda: aw.learn(program, learner=aw.Examples(keep_going=True)),
        lambda: aw.learn(program, learner="escapes"),
    ):
        with pytest.raises(aw.InputError):
            call()
