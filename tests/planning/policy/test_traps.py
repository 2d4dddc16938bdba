"""A policy that is followed takes no step into a trap, and goals wait that lead into one."""

import re
from dataclasses import replace
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

from arcwise.ebl import TrapRule, load_macros
from arcwise.ebl.traps import facts_of, placed
from arcwise.explorer.cli import run
from arcwise.planning.pddl import ActionSchema
from arcwise.planning.pddl.planning import PlanningDomain
from arcwise.planning.policy.follow import follow
from arcwise.planning.policy.rule import LiftedPolicy, Purpose

from ..learning.test_traps import alive, posed, random_task


def single_steps(actions, rng):
    """A policy of single steps: for each action, in any order, one of its effects."""
    found = []
    for action in rng.sample(actions.actions, len(actions.actions)):
        call = (action.name, *(one.name for one in action.parameters))
        schema = ActionSchema(action, (call,)).renamed(f"do-{action.name}")
        found.append((schema, Purpose(rng.choice(action.add), again=True)))
    return LiftedPolicy.of(actions, found)


def test_no_step_of_random_policies_leads_into_a_trap():
    """States and live ones are enumerated; what is reached without traps is reached by the same steps with them."""
    avoided = solved = 0
    for seed in range(150):
        domain = random_task(seed)
        problem = posed(domain)
        spaces, facts = alive(problem, 500), facts_of(problem)
        if spaces is None or facts is None or not domain.task.goal:
            continue
        names = sorted(facts.of_kind)
        kinds = [(one,) for one in names] + list(combinations_with_replacement(names, 2))
        traps = placed(facts, [TrapRule(f"t{n}", one) for n, one in enumerate(kinds, 1)])
        encode = domain.grounding.encode
        policy = single_steps(domain.actions, Random(seed))
        met = []

        def is_lost(true, encode=encode, traps=traps, met=met):
            lost = traps.within(encode(frozenset(true))) is not None
            met.append(lost)
            return lost

        without = follow(policy, domain.task)
        found = follow(policy, domain.task, is_lost=is_lost)
        state = problem.start
        for call in found.plan:
            after = {arc.name: after for arc, after in problem.successors(state)}
            state = after.get(f"({' '.join(call)})", state)
            assert traps.within(state) is None or traps.within(problem.start) is not None
        if without.solved:
            assert found.plan == without.plan
            solved += 1
        avoided += any(met)
    assert avoided > 10 and solved > 5


def test_goals_wait_that_lead_into_a_trap(examples, tmp_path, capsys):
    """Tiles in any order: those near the robot must not be painted first, and rules alone do not know that."""
    files = [str(examples / "pddl" / f"floortile{end}.pddl") for end in ("", "-1")]
    rules, both = str(tmp_path / "rules.pl"), str(tmp_path / "both.pl")
    assert run(["learn", *files, "--learner", "policy", "-o", rules]) == 0
    assert run(["learn", *files, "--learner", "traps", "--macros", rules, "-o", both]) == 0
    domain, library = PlanningDomain.load(*files)[0], load_macros(both)
    traps, encode = library.traps_in(posed(domain)), domain.grounding.encode

    def is_lost(true):
        return traps.within(encode(frozenset(true))) is not None

    solved = [0, 0]
    for seed in range(20):
        goal = tuple(Random(seed).sample(domain.task.goal, len(domain.task.goal)))
        task = replace(domain.task, goal=goal)
        for number, lost in enumerate((None, is_lost)):
            solved[number] += follow(library.policy, task, is_lost=lost).solved
    assert solved == [0, 5]  # as docs/failure.md says
    first, _, last = Path(files[1]).read_text().partition("(:goal (and")
    tiles = " ".join(reversed(re.findall(r"\(painted [^)]*\)", last)))
    (other := tmp_path / "other.pddl").write_text(f"{first}(:goal (and {tiles})))")
    assert run(["solve", files[0], str(other), "--macros", both]) == 0
    assert "nothing was searched" in capsys.readouterr().out
