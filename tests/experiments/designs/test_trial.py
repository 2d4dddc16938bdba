"""Macros are tried on problems that were not learned from before they are kept."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from arcwise.ebl import LEARNERS, Examples
from arcwise.ebl.learners.escapes import Escapes
from arcwise.ebl.learners.learner_table import learner_of
from arcwise.experiments import BoardSource, Configuration, Keeping, ProblemSet, compare, learn
from arcwise.experiments.asked import problem_set
from arcwise.experiments.designs import learn as learning
from arcwise.experiments.designs.trial import Trial, TrialCost, try_out
from arcwise.experiments.designs.utility.ledger import Effort, Judgement, judged
from arcwise.planning.learning.pieces import Pieces
from arcwise.rules import InputError
from arcwise.search import Limits

from ...entangled_blocks import NOT_FROM_THE_TABLE, SWAPPED, entangled_library


@pytest.fixture
def blocks(examples, tmp_path):
    """The domain of blocks, and problems of 2, 3, 4, 5 and 6 blocks, the largest ones first."""
    domain = examples / "pddl" / "blocks.pddl"
    files = []
    for size in (6, 5, 4, 3, 2):
        path = tmp_path / f"blocks-{size}.pddl"
        path.write_text(tower(size), encoding="utf-8")
        files.append(str(path))
    return str(domain), files


def tower(size: int) -> str:
    """A tower of blocks that is to be turned upside down."""
    names = [f"b{number}" for number in range(size)]
    pairs = list(pairwise(names))
    start = " ".join(f"(on {one} {other})" for one, other in pairs)
    goal = " ".join(f"(on {other} {one})" for one, other in pairs)
    return (
        f"(define (problem tower-{size}) (:domain blocks) (:objects {' '.join(names)} - block)"
        f"(:init (hand-empty) (clear b0) (on-table {names[-1]}) {start}) (:goal (and {goal})))"
    )


def cost_of(saved, names):
    """What problems take with some macros that each save so much, of two of which only one counts."""
    both = 5 if {"a", "b"} <= {*names} else 0
    return Effort(0, 100 - sum(saved[name] for name in names) + both)


@pytest.mark.parametrize("worth", [(9, 4, -3), (9, 8, 3), (-1, -2, -3), (-20, 30, 2)])
def test_what_is_kept_is_no_dearer_than_all_none_or_one_macro_less(worth):
    saved = dict(zip("abc", worth, strict=True))
    kept = [
        one.name for one in judged("abc", lambda names: cost_of(saved, names)) if not one.dropped
    ]
    cost = cost_of(saved, kept)
    assert cost <= min(cost_of(saved, "abc"), cost_of(saved, ()))
    for fewer in combinations(kept, max(0, len(kept) - 1)):
        assert cost <= cost_of(saved, fewer)
    least = min(cost_of(saved, some) for size in range(4) for some in combinations("abc", size))
    assert cost == least


def trial(before: TrialCost, after: TrialCost) -> Trial:
    judgements = (Judgement("good", False, "saves"), Judgement("bad", True, "costs"))
    return Trial(3, "greedy", judgements, before, after)


@pytest.mark.parametrize(
    ("after", "saves"),
    [
        (TrialCost(3, 0.5, 1000), True),
        (TrialCost(3, 1.0, 1000), False),
        (TrialCost(3, 0.97, 100), True),
        (TrialCost(3, 1.05, 100), False),
        (TrialCost(3, 1.2, 1), False),
        (TrialCost(2, 0.1, 10), False),
    ],
)
def test_macros_save_if_more_is_solved_or_as_much_with_less_time_and_work(after, saves):
    found = trial(TrialCost(3, 1.0, 1000), after)
    assert found.saves == saves
    assert ("good" in found.dropped) != saves and "bad" in found.dropped
    assert Trial.from_json(found.to_json()) == found
    assert trial(after, replace(after, solved=after.solved + 1, seconds=9.0)).saves


@pytest.mark.long
def test_of_several_problems_the_largest_third_is_not_learned_from_but_tried(
    blocks, tmp_path, monkeypatch
):
    domain, files = blocks
    found = learn(domain, files, "pieces", keeping=Keeping(tmp_path / "run"))
    learned = [record.problem.origin for record in found.records]
    assert learned == files[1:]
    assert found.trial is not None and found.trial.problems == 1
    assert {one.name for one in found.trial.judgements} >= {macro.name for macro in found.library}
    assert not {macro.name for macro in found.library} & found.trial.dropped.keys()
    spent = found.trial.spent
    assert spent is not None
    assert spent.searches >= 3 + len(found.trial.judgements) and spent.seconds > 0
    trained = sum(record.outcome.applications for record in found.records)
    assert found.applications == trained + spent.applications > trained
    assert Trial.from_json(found.trial.to_json()) == found.trial
    assert learn(domain, files[:3], "pieces").trial is None
    untried = learn(domain, files, Pieces(untried=True))
    assert untried.trial is None and len(untried.records) == 5 and len(untried.library) > 0
    monkeypatch.setattr(learning, "try_out", None)  # what a resumed run has of its trial is kept
    again = learn(domain, files, "pieces", keeping=Keeping(tmp_path / "run", resume=True))
    assert again.trial == found.trial
    assert list(again.library) == list(found.library)


@pytest.mark.slow
def test_what_saves_nothing_is_not_kept_and_each_macro_has_its_reason(blocks, monkeypatch):
    domain, files = blocks
    monkeypatch.setattr("arcwise.experiments.designs.trial.EVEN", 0.0)
    found = learn(domain, files[2:], Pieces(keep=2, trial=files[:1]))
    assert found.trial is not None and not found.trial.saves
    assert len(found.library) == 0
    assert len(found.trial.dropped) == len(found.trial.judgements) > 2
    assert all(found.trial.dropped.values())


@pytest.mark.slow
def test_macros_of_one_board_are_tried_where_problems_are_named(tmp_path):
    pairs = [((1, 2, 3, 4, 0, 5), (1, 0, 2, 4, 5, 3))]
    others = [((1, 2, 3, 4, 0, 5), (1, 2, 3, 0, 4, 5))]
    found = learn("sliding-tile:2x3", pairs, Examples(trial=others))
    assert found.trial is not None and found.trial.problems == 1
    assert len(found.library) + len(found.trial.dropped) == 1
    assert learn("sliding-tile:2x3", pairs).trial is None


def test_a_search_that_is_not_possible_is_named_before_anything_is_learned(blocks, monkeypatch):
    domain, files = blocks
    monkeypatch.setattr(learning.TrainingLoop, "run", None)
    with pytest.raises(InputError, match="unknown algorithm"):
        learn(domain, files, Pieces(tried_with=Configuration("fly")))


@pytest.mark.slow
def test_limits_of_the_trial_are_those_that_were_asked_for(blocks):
    domain, files = blocks
    how = Configuration("lazy-greedy", limits=Limits(nodes=1))
    found = learn(domain, files, Pieces(tried_with=how))
    assert found.trial is not None
    assert found.trial.before.solved == 0 and found.trial.before.expanded <= 1


@pytest.mark.long
def test_entangled_actions_are_kept_by_a_trial_only(blocks):
    domain, files = blocks
    found = learn(domain, files[2:], "pieces")
    offered = {macro.name: macro for macro in found.choice.macros if macro.entangled}
    assert {"stack-goal-on", "unstack-start-on"} <= offered.keys()
    assert offered["stack-goal-on"].action_schema.goals == (("on", "?above", "?below"),)
    assert offered["unstack-start-on"].action_schema.initial == (("on", "?above", "?below"),)
    assert len(found.library)
    assert not any(macro.entangled for macro in found.library)
    tried = learn(domain, files[2:], Pieces(trial=files[:2]))
    assert offered.keys() <= {one.name for one in tried.trial.judgements}


def test_a_part_that_is_searched_in_vain_does_not_count_as_solved(examples, tmp_path):
    file = tmp_path / "swapped.pddl"
    file.write_text(SWAPPED.format(goal=NOT_FROM_THE_TABLE), encoding="utf-8")
    source = BoardSource.opened(str(examples / "pddl" / "blocks.pddl"))
    problems = problem_set(source, [str(file)])
    library = entangled_library(examples, pick_up_start=True)
    found = try_out(library, (), source, problems, Configuration("lazy-greedy"))
    assert [one.dropped for one in found.judgements] == [True]
    assert found.before.solved == 1


def test_entangled_actions_save_nothing_for_searches_that_look_for_a_cheapest_plan(
    examples, tmp_path
):
    file = tmp_path / "swapped.pddl"
    file.write_text(SWAPPED.format(goal="(on c b) (on b a)"), encoding="utf-8")
    source = BoardSource.opened(str(examples / "pddl" / "blocks.pddl"))
    problems = problem_set(source, [str(file)])
    library = entangled_library(examples, pick_up_start=True)
    found = try_out(library, (), source, problems, Configuration("a-star"))
    assert found.before.expanded == found.after.expanded  # whether it is dropped is for the clock
    assert found.verdict == "too few"


@pytest.mark.long
def test_of_three_problems_one_chooses_nothing_and_says_what_is_saved(blocks, tmp_path):
    """The least of many figures is less than the truth, so others say what the macros are worth."""
    domain, files = blocks
    found = learn(domain, files[3:], Pieces(trial=files[:3])).trial
    assert (found.problems, found.others) == (2, 1)
    assert found.verdict == "too few"
    assert "over 1 problem" in found.evidence
    alone = learn(domain, files[3:], Pieces(trial=files[:2])).trial
    assert (alone.problems, alone.others) == (2, 0)
    assert Trial.from_json(found.to_json()) == found


@pytest.mark.slow
def test_a_trial_is_limited_in_the_work_that_macros_are_judged_by(blocks, monkeypatch):
    domain, files = blocks
    monkeypatch.setattr("arcwise.experiments.configuration.DEFAULT_WORK", 1)
    found = learn(domain, files[3:], Pieces(trial=files[:1])).trial
    assert found.before.solved == 0 and found.before.expanded == 1


def test_practice_for_searches_ends_in_a_selection_by_work() -> None:
    """What is kept saves operator applications on the problems that it was chosen by, and each macro has its reason."""
    found = learn("sliding-tile:3x3", learner=Escapes(quiescence=2, filters=("pays",)))
    trial = found.trial
    assert trial is not None and trial.by_work and not trial.learned_from
    names = {one.name for one in trial.judgements}
    assert {macro.name for macro in found.library} == names - trial.dropped.keys()
    assert 0 < len(found.library) < len(names)
    assert trial.after.applications < trial.before.applications
    assert trial.after.solved >= trial.before.solved
    assert (trial.problems, trial.others) == (40, 100)
    whole = learn("sliding-tile:3x3", learner=Escapes(quiescence=2))
    assert whole.trial is None and {macro.name for macro in whole.library} == names
    source = BoardSource.opened("sliding-tile:3x3")
    drawn = ProblemSet.random(source, source.goal(), 30, 9)
    work = [
        sum(row.operator_applications for row in rows)
        for rows in (
            [row for row in compared.rows if row.condition == "after"]
            for library in (found.library, whole.library)
            for compared in [compare(source, drawn, library, ["greedy"])]
        )
    ]
    assert work[0] < work[1]


def test_of_few_examples_the_macros_are_chosen_by_those_themselves() -> None:
    pairs = [("4 5 3 0 1 2", "5 1 3 4 2 0"), ("1 2 3 4 0 5", "1 0 2 4 5 3")]
    found = learn("sliding-tile:2x3", pairs, Examples(filters="pays"))
    assert found.trial is not None and found.trial.learned_from
    assert learn("sliding-tile:2x3", pairs).trial is None


@pytest.mark.parametrize("learner", ["macro-table", "policy", "traps", "rote"])
def test_what_is_not_tried_by_searches_is_not_selected_so(learner: str) -> None:
    assert LEARNERS[learner].filters == ()
    with pytest.raises(InputError, match="does not apply to learner"):
        learner_of(learner, filters=("pays",))
    with pytest.raises(InputError, match="unknown filter"):
        learner_of(learner, filters="pay")
