"""Macro-operators with conditions: learned on top of others, at unit cost, and judged one by one."""

from pathlib import Path

import arcwise as aw
import pytest
from arcwise.experiments import Configuration, Keeping, learn, rules_utility, solve
from arcwise.logic.program import clause_text
from arcwise.rules import InputError
from arcwise.rules.prolog.operators import OperatorTable

JUGS = Path(__file__).parents[3] / "examples" / "moves" / "jugs.pl"


def test_macros_are_learned_in_front_of_those_of_a_file(tmp_path):
    first = learn(JUGS, [("0/0", "4/2")])
    first.save(tmp_path / "first.pl")
    both = learn(JUGS, [("0/0", "4/2"), ("0/0", "0/2")], macros=tmp_path / "first.pl")
    assert [rule.name for rule in both] == ["r1", "r2"]
    assert [one.outcome for one in both.records] == ["subsumed", "new"]
    again = learn(JUGS, [("0/0", "4/2")], macros=both.only(["r2"]))
    assert [rule.name for rule in again] == ["r2", "r3"]


@pytest.mark.slow
def test_learn_gives_macros_with_conditions_as_the_command_line_does(tmp_path):
    file = tmp_path / "jugs.pl"
    found = aw.learn(JUGS, [("0/0", "4/2")], output=file)
    assert repr(list(found.library)) == repr(list(learn(JUGS, [("0/0", "4/2")])))
    assert (
        aw.learn(JUGS, [("0/0", "4/2")], "examples", macros=file).records[0].outcome == "subsumed"
    )
    work = [
        [row.expanded for row in aw.compare(JUGS, [("0/0", "4/2")], one, "greedy").rows]
        for one in (found, file)
    ]
    assert work[0] == work[1]
    with pytest.raises(InputError, match="trial is not for macro-operators with conditions"):
        aw.learn(JUGS, [("0/0", "4/2")], aw.Examples(trial=[("0/0", "0/2")]))


def test_a_macro_of_unit_cost_is_preferred_and_its_path_is_not_called_cheapest(tmp_path):
    learn(JUGS, [("0/0", "4/2")]).save(tmp_path / "m.pl")
    found = [
        solve(JUGS, "0/0", "4/2", macros=tmp_path / "m.pl", macro_cost=cost)
        for cost in ("true", "unit")
    ]
    assert [(one.cost, one.optimal) for one in found] == [(4, True), (4, False)]
    assert found[1].statistics.expanded < found[0].statistics.expanded


@pytest.mark.long
def test_utility_forgets_the_macros_that_cost_more_than_they_save(tmp_path):
    library = learn(JUGS, [("0/0", "4/2"), ("0/0", "0/2")])
    problems = [("0/0", goal) for goal in ("4/2", "4/0", "0/3")]
    found = rules_utility(JUGS, library, problems)
    kept = rules_utility(JUGS, library, problems, keeping=Keeping(tmp_path / "run"))
    again = rules_utility(JUGS, library, problems, keeping=Keeping(tmp_path / "run", resume=True))
    assert kept.judgements == again.judgements == found.judgements and kept.totals == found.totals
    assert len(again.run.searches) == again.run.settings["searches"]
    assert found.unit == "operator applications"
    assert {one.name for one in found.judgements} == {"r1", "r2"}
    assert {one.name for one in found.left} == {
        one.name for one in found.judgements if not one.dropped
    }
    none, every, kept_ones = (one.work for one in found.totals)
    assert kept_ones <= max(every, none)


def test_a_program_is_solved_with_its_rules_as_with_their_file(tmp_path):
    rules = aw.learn(JUGS, [("0/0", "4/2")], output=tmp_path / "m.pl")
    found = [aw.solve(JUGS, "0/0", "4/2", macros=one) for one in (rules, tmp_path / "m.pl")]
    assert [(len(one.operators), one.moves, one.statistics.expanded) for one in found] == [
        (1, 4, 8)
    ] * 2
    with pytest.raises(InputError, match="with another algorithm than climb"):
        aw.solve(JUGS, "0/0", "4/2", macros=rules, algorithm="climb")
    with pytest.raises(InputError, match="for a program that makes moves"):
        aw.solve("8-puzzle", "2 3 5 0 1 4 6 7 8", macros=rules)
    with pytest.raises(InputError, match="a problem takes no rules"):
        aw.solve(aw.problem_of("8-puzzle", "2 3 5 0 1 4 6 7 8"), macros=rules)
    with pytest.raises(TypeError, match="rules, such as a RuleLibrary"):
        aw.solve(JUGS, "0/0", "4/2", macros=3)


def test_a_file_of_facts_shows_how_a_program_writes_its_states(tmp_path):
    program, examples = tmp_path / "moves.pl", tmp_path / "examples.pl"
    program.write_text("move(S,T) :- S = A/B, step(A,B,T). step(A,B,A1/B) :- A < 3, A1 is A+1.")
    examples.write_text("example(0/5, 2/5).")
    (rule,) = aw.learn(program, examples).library
    assert (
        clause_text(rule.clause, OperatorTable.default())
        == "move(A/B,C/B) :- A < 3, D is A+1, D < 3, C is D+1."
    )


@pytest.mark.long
def test_the_macros_of_a_delivery_pay_with_the_search_that_is_best_without():
    program = JUGS.with_name("delivery.pl")
    found = aw.learn(program, program.with_suffix(".json"))
    starts = ["at(1,none,[p1-7,p2-20,p3-3])"]
    for start in starts:
        plain, macros = (solve(program, start, algorithm="greedy", macros=m) for m in (None, found))
        assert plain.solved and macros.steps == 3
        assert (
            macros.statistics.operator_applications < 0.7 * plain.statistics.operator_applications
        )
    few = aw.Configuration(limits=aw.Limits(work=3_000))
    rows = aw.compare(program, starts[:1], found, "greedy", configuration=few).rows
    assert [row.status for row in rows if row.algorithm == "greedy"] == ["solved"] * 2


def test_rules_of_a_program_are_not_for_a_problem_without_it(tmp_path):
    found = learn(JUGS, [("0/0", "4/2")], output=tmp_path / "m.pl")
    problem = aw.problem_of(JUGS, "0/0", "4/2")
    with pytest.raises(InputError, match=r"solve\(PROGRAM, START, GOAL"):
        problem.solve(macros=found)
    with pytest.raises(InputError, match="the program that they were learned from"):
        problem.solve(macros=tmp_path / "m.pl")


def test_a_logic_program_without_moves_has_one_goal():
    with pytest.raises(InputError, match="not one goal"):
        aw.solve(JUGS.parents[1] / "logic" / "kill.pl", "a", "b")


def test_rules_of_another_program_are_refused_as_a_library_and_as_a_file(tmp_path):
    logic = JUGS.parents[1] / "logic"
    library = aw.learn(str(logic / "kill.pl")).library
    library.save(tmp_path / "rules.pl")
    for rules in (library, tmp_path / "rules.pl", {"none": None, "rules": library}):
        with pytest.raises(InputError, match="these rules were not learned from this program"):
            aw.compare(str(logic / "family.pl"), None, rules)
    assert aw.experiments.examine(str(logic / "kill.pl")).sound


def test_rules_are_judged_by_names_as_by_objects(tmp_path):
    program = Path(__file__).parents[3] / "examples" / "logic" / "kill.pl"
    library = aw.learn(str(program)).library
    library.save(tmp_path / "rules.pl")
    named = rules_utility(str(program), str(tmp_path / "rules.pl"))
    assert repr(named) == repr(rules_utility(library.program, library)) != ""
    assert named.judgements == rules_utility(library.program, library).judgements
    with pytest.raises(InputError, match="only the limits"):
        rules_utility(str(program), library, configuration=Configuration(heuristic="zero"))
