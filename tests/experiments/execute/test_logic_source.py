"""Goals of logic programs as tasks: what one process makes, another makes too."""

import json
from pathlib import Path

import pytest
from arcwise.experiments import Condition, Configuration, Keeping, compare
from arcwise.experiments.execute.task import Task
from arcwise.experiments.store import Run, read_run
from arcwise.logic.learning import learn_rules
from arcwise.logic.program import load_program, read_goal, read_program
from arcwise.logic.runs import RELEARNED, program_of_run, rules_of_run
from arcwise.rules import InputError
from arcwise.rules.source import SourceTexts, open_source

GRAMMAR = Path(__file__).parents[3] / "examples" / "logic" / "grammar.pl"


@pytest.mark.parametrize("learner", ["examples", "unfold"])
def test_a_task_of_plain_values_is_done_as_here(learner, tmp_path):
    program = load_program(GRAMMAR)
    library = learn_rules(program, [one.goal for one in program.examples], learner)
    library.save(tmp_path / "rules.pl")
    condition = Condition.with_library(tmp_path / "rules.pl")
    here = open_source(program.with_rules([])).with_rules(condition.rules()).texts
    goal = ("s([the,cat,sleeps],[])",)
    task = Task(("x", "depth-first", 1), here, (), goal, Configuration("depth-first"), True)
    values, texts = json.loads(json.dumps([task.to_json(), here.to_json()]))
    there = SourceTexts.from_json(texts)
    assert there.key == here.key
    row = Task.from_json(values, there).do()
    assert row == task.do()
    assert row.solved and row.work == row.inferences > 0
    assert row.note == ("used r1" if learner == "examples" else "")
    (chosen,) = [condition.only((), "none of them")]
    bare = open_source(program).with_rules(chosen.rules()).database.program
    assert len(bare) == len(program) or learner == "unfold"


@pytest.mark.slow
def test_a_program_in_memory_is_kept_and_proved_by_several_processes(tmp_path):
    text = "p(X) :- q(X), r(X). q(X) :- s(X). s(a). s(b). r(b)."
    program = read_program(text).with_rules([])
    library = learn_rules(program, [read_goal("p(b)", program)])
    asked = (program, ["p(a)", "p(b)"], library)
    kept = compare(*asked, keeping=Keeping(tmp_path / "run", jobs=2))
    assert kept.totals == compare(*asked).totals
    assert len(program_of_run(read_run(tmp_path / "run"))) == len(program)


def test_a_rule_of_a_run_is_learned_again_within_a_count_of_inferences(tmp_path):
    program = read_program("p(X) :- p(f(X)).\np(X) :- q(X).\nq(a).\n")
    rules = "p(a).\narcwise:macro_domain(program(p)).\narcwise:macro_learner(rote).\narcwise:macro_example(r1,p(a),true).\n"
    (tmp_path / "rote.pl").write_text(rules)
    run = Run(tmp_path, {}, (), (Condition("rote", "rote.pl", folder=tmp_path),), ())
    with pytest.raises(InputError, match=f"stopped by nodes: {RELEARNED.nodes:,} inferences"):
        rules_of_run(run, program)
