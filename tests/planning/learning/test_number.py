"""Iterated macros over parameters: a repeated action and the steps that need its end, learned from runs of a plan."""

from __future__ import annotations

import json
import re
from itertools import pairwise, product

import arcwise as aw
import networkx
import pytest
from arcwise.ebl import MacroLibrary, library_text, load_macros, save_macros
from arcwise.planning.certificate import macro_certificate
from arcwise.planning.learning.macro_actions import save_augmented, unroll
from arcwise.planning.learning.pieces import Pieces
from arcwise.planning.pddl import (
    PlanningDomain,
    read_action_domain,
    read_plan,
    read_task,
    substituted,
)
from arcwise.planning.pddl.repeated import is_repeated, repeated
from arcwise.rules import InputError
from arcwise.rules.states.walks import walks_of
from arcwise.search import LiftedProblem, Problem, solve
from arcwise.search.algorithms import ALGORITHMS
from arcwise.search.macros import with_macros
from arcwise.verify import CheckError
from arcwise.verify import check as check_certificate

from ...pddl_worlds import learned_from
from ...search.engines import same

DOMAIN = """
(define (domain haul)
  (:requirements :typing)
  (:types place truck parcel)
  (:predicates (road ?a ?b - place) (at ?t - truck ?a - place) (lies ?p - parcel ?a - place)
    (in ?p - parcel ?t - truck) (open ?a - place) (shut ?a - place) (fit ?t - truck))
  (:action drive :parameters (?t - truck ?a ?b - place)
    :precondition (and (at ?t ?a) (road ?a ?b) (open ?b) (fit ?t))
    :effect (and (at ?t ?b) (not (at ?t ?a))))
  (:action load :parameters (?p - parcel ?t - truck ?a - place)
    :precondition (and (at ?t ?a) (lies ?p ?a))
    :effect (and (in ?p ?t) (not (lies ?p ?a))))
  (:action unload :parameters (?p - parcel ?t - truck ?a - place)
    :precondition (and (at ?t ?a) (in ?p ?t))
    :effect (and (lies ?p ?a) (not (in ?p ?t)))){more})
"""

CLOSE = """
  (:action close :parameters (?p - parcel ?a - place)
    :precondition (and (lies ?p ?a) (open ?a))
    :effect (and (shut ?a) (not (open ?a))))"""


def problem_of(length: int, goal: str = "(lies box p0)") -> str:
    places = [f"p{n}" for n in range(length)]
    roads = " ".join(
        f"(road {one} {other}) (road {other} {one})" for one, other in pairwise(places)
    )
    isopen = " ".join(f"(open {one})" for one in places)
    return f"""(define (problem h{length}) (:domain haul)
      (:objects {" ".join(places)} - place van - truck box bag - parcel)
      (:init {roads} {isopen} (fit van) (at van p0) (lies box p{length - 1}) (lies bag p1))
      (:goal (and {goal})))"""


def domain_of(length: int = 4, more: str = "", goal: str = "(lies box p0)") -> PlanningDomain:
    actions = read_action_domain(DOMAIN.replace("{more}", more), "haul.pddl")
    return PlanningDomain(actions, read_task(actions, problem_of(length, goal), "h.pddl"))


def learned(more: str = "", most: int = 2) -> MacroLibrary:
    task = domain_of(more=more).task
    assert task is not None
    learner = Pieces(number=True, untried=True)
    library, choice = learned_from(task, learner=learner)
    library.keep(choice.macros[:most])
    return library


def test_a_run_and_what_needs_its_end_are_a_macro_for_any_number():
    assert [macro.calls for macro in learned()] == [
        (("drive+", "?t", "?a", "?b"), ("load", "?p", "?t", "?b")),
        (("drive+", "?t", "?a", "?b"), ("unload", "?p", "?t", "?b")),
    ]


DELIVERY = (
    ("drive+", "?t", "?a", "?b"),
    ("load", "?p", "?t", "?b"),
    ("drive+", "?t", "?b", "?b-2"),
    ("unload", "?p", "?t", "?b-2"),
)


def test_what_repeats_may_stand_anywhere_and_several_times():
    *_, macro = learned(most=9)
    assert macro.calls == DELIVERY
    text = " ".join(macro.explain().split())
    assert "(drive+ ?t ?b ?b-2) says that there is a way, once step 2 (load) is done" in text
    domain = domain_of(6)
    library = MacroLibrary(domain)
    library.keep([macro])
    problem = with_macros(LiftedProblem(domain, domain.theory((1, 1)).shape), library)
    found = same(problem, "lazy-greedy", heuristic="ff")
    assert [one.length for one in found.operators] == [12]
    assert found.statistics.expanded == 1


AISLE = """(define (domain aisle) (:requirements :typing) (:types place hoist)
  (:predicates (near ?a ?b - place) (at ?h - hoist ?a - place) (clear ?a - place) (oiled ?h - hoist))
  (:action go :parameters (?h - hoist ?a ?b - place) :precondition (and (at ?h ?a) (near ?a ?b) (clear ?b))
    :effect (and (at ?h ?b) (clear ?a) (not (at ?h ?a)) (not (clear ?b))))
  (:action rest :parameters (?h - hoist ?a - place) :precondition (at ?h ?a) :effect (oiled ?h)))"""

ROUND = """(define (problem round) (:domain aisle) (:objects a b c - place h - hoist)
  (:init (near a b) (near b c) (near c a) (clear b) (clear c) (at h a)) (:goal (oiled h)))"""


def test_a_run_that_comes_back_to_its_start_is_two_runs():
    """A step from a place to itself would ask that the place is clear, where the hoist stands on it."""
    domain = read_action_domain(AISLE, "aisle.pddl")
    task = read_task(domain, ROUND, "round.pddl")
    plan = "(go h a b) (go h b c) (go h c a) (rest h a)"
    _, choice = learned_from(task, plan, Pieces(number=True, untried=True))
    calls = [call for macro in choice.macros for call in macro.calls if is_repeated(call[0])]
    assert calls
    assert all(first != last for _, _, first, last in calls)


def test_without_number_runs_have_the_length_of_the_example():
    task = domain_of().task
    assert task is not None
    _, choice = learned_from(task, learner=Pieces(number=False, untried=True))
    assert not any(is_repeated(call[0]) for macro in choice.macros for call in macro.calls)


def test_the_explanation_says_what_repeats_why_it_may_and_what_ends_it():
    text = " ".join(next(iter(learned())).explain().split())
    assert (
        "drive, one or more times, from ?a to ?b: (drive+ ?t ?a ?b) says that there is a way "
        "each (drive ?t ?a ?b) asks for (at ?t ?a), which the one before made, "
        "and for (road ?a ?b), (open ?b) and (fit ?t), which no drive changes "
        "it ends at ?b, as step 2 (load) asks for (at ?t ?b)"
    ) in text
    assert "step 1 (drive+) needs it" in text


@pytest.mark.parametrize("more", ["", CLOSE])
def test_the_rule_is_what_any_number_of_steps_does(more):
    """In all states of a problem, for all objects: the rule, beside the steps by brute force."""
    domain = domain_of(3, more, "(lies box p0) (lies bag p2)" + " (shut p1)" * bool(more))
    task, actions = domain.task, domain.grounding.actions
    states = {task.init}
    waiting = [task.init]
    while waiting:
        facts = waiting.pop()
        for action in actions:
            if action.positive <= facts and (after := action.result(facts)) not in states:
                states.add(after)
                waiting.append(after)
    compared, applied = 0, set()
    for macro, facts in product(learned(more, 9), states):
        rule = macro.action
        for objects in product(*(task.objects_of(one.type) for one in rule.parameters)):
            binding = dict(zip((one.name for one in rule.parameters), objects, strict=True))
            calls = [substituted(call, binding) for call in macro.calls]
            asked = {substituted(atom, binding) for atom in rule.positive}
            found = _behind(actions, facts, calls)
            says = {one for one in asked if not is_repeated(one[0])} <= facts
            assert (says and _has_ways(actions, facts, calls)) == (found is not None)
            if found is not None:
                after = facts - {substituted(atom, binding) for atom in rule.delete}
                assert found == after | {substituted(atom, binding) for atom in rule.add}
                applied.add((macro.name, facts, objects))
            compared += 1
    assert compared > 500
    assert len(applied) > 20
    assert len({name for name, *_ in applied}) == 3


def _behind(actions, facts, calls):
    """The state behind some actions, of which a repeated one is any number of drives to a place; None if there is none."""
    for name, *objects in calls:
        if not is_repeated(name):
            (act,) = [one for one in actions if (one.name, *one.arguments) == (name, *objects)] or [
                None
            ]
            if act is None or not act.positive <= facts:
                return None
            facts = act.result(facts)
            continue
        truck, first, last = objects
        reached, waiting = {facts}, [facts]
        while waiting:
            now = waiting.pop()
            for action in actions:
                if (
                    action.name == "drive"
                    and action.arguments[0] == truck
                    and action.positive <= now
                ):
                    after = action.result(now)
                    if after not in reached:
                        reached.add(after)
                        waiting.append(after)
        ends = [now for now in reached - {facts} if ("at", truck, last) in now]
        if ("at", truck, first) not in facts or not ends:
            return None
        (facts,) = ends
    return facts


def _has_ways(actions, facts, calls):
    """Whether each repeated action has a way where its turn comes, whatever the others ask for."""
    for name, *objects in calls:
        if not is_repeated(name):
            acts = [one for one in actions if (one.name, *one.arguments) == (name, *objects)]
            facts = (facts - acts[0].delete) | acts[0].add if acts else facts
            continue
        truck, first, last = objects
        roads = networkx.DiGraph(
            action.arguments[1:]
            for action in actions
            if action.name == "drive"
            and action.arguments[0] == truck
            and action.positive - {("at", *action.arguments[:2])} <= facts
        )
        if (
            first == last
            or first not in roads
            or last not in roads
            or not networkx.has_path(roads, first, last)
        ):
            return False
        facts = (facts - {("at", truck, first)}) | {("at", truck, last)}
    return True


def test_macros_stand_in_place_of_the_moves_that_they_repeat():
    domain = domain_of(30)
    plain = LiftedProblem(domain, domain.theory((1, 1)).shape)
    problem = with_macros(plain, learned())
    assert isinstance(problem, Problem)
    walks = walks_of(problem.theory, problem.start, problem.goal, in_front=False)
    assert walks.left_out == 1
    before = solve(plain.grounded, "a-star", heuristic="h_max")
    after = same(problem, "a-star", heuristic="h_max")
    assert (after.moves, after.cost, after.steps) == (before.moves, before.cost, 2)
    assert after.statistics.expanded < 20 < before.statistics.expanded
    assert "taken with the move that needs where they lead" in after.note


def test_where_a_move_needs_what_no_macro_has_the_moves_stay():
    """Whoever closes a place takes away what drives need, wherever the truck is."""
    domain = domain_of(6, CLOSE, "(lies box p0) (shut p3)")
    problem = with_macros(LiftedProblem(domain, domain.theory((1, 1)).shape), learned(CLOSE))
    assert isinstance(problem, Problem)
    walks = walks_of(problem.theory, problem.start, problem.goal, in_front=False)
    assert (len(walks.each), walks.left_out) == (1, 0)
    assert any("takes away what it needs" in one.reason for one in walks.refused)
    plain = solve(
        Problem(domain.theory((1, 1)), problem.start, problem.goal), "a-star", heuristic="zero"
    )
    found = same(problem, "a-star", heuristic="zero")
    assert found.cost == plain.cost


def test_the_file_is_proved_again_with_its_domain_and_without(tmp_path):
    library = learned(most=4)
    save_macros(library, tmp_path / "m.pl")
    for home in (None, library.domain):
        again = load_macros(tmp_path / "m.pl", home)
        assert [macro.action for macro in again] == [macro.action for macro in library]
        assert library_text(again, None) == library_text(library, None)
        assert next(iter(again)).explain() == next(iter(library)).explain().replace(
            "(h.pddl", "(the file says: h.pddl"
        )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("'drive+'(X1,X2,X3)", "'drive+'(X1,X3,X2)", "is no such action"),
        ("open(X3),fit(X1)", "fit(X1)", "is no such action"),
        ("fit(X1),'drive+'", "'drive+'", "is no such action"),
    ],
)
def test_a_repetition_that_is_none_is_refused(tmp_path, old, new, message):
    text = library_text(learned(), None)
    assert old in text
    (tmp_path / "m.pl").write_text(text.replace(old, new, 1))
    with pytest.raises(InputError, match=message):
        load_macros(tmp_path / "m.pl", domain_of().whole)


def test_no_domain_of_pddl_is_written_with_a_macro_that_repeats(tmp_path, examples):
    files = [examples / "pddl" / f"sokoban{end}.pddl" for end in ("", "-1")]
    with pytest.raises(InputError, match="no action of PDDL repeats"):
        aw.learn(files[0], [files[1]], learner=Pieces(number=True), output=tmp_path / "m.pddl")
    save_augmented(learned(), tmp_path / "m.pddl")
    assert "macro-1" not in (tmp_path / "m.pddl").read_text()


def test_a_plan_with_a_macro_that_repeats_cannot_be_unrolled():
    task = domain_of().task
    assert task is not None
    macro = next(iter(learned()))
    plan = read_plan(f"({macro.name} van p0 p3 box)")
    with pytest.raises(InputError, match="a macro that repeats a step does not tell its moves"):
        unroll(task, plan, [macro])


@pytest.mark.parametrize(
    ("effect", "repeats"),
    [
        ("(and (at ?t ?b) (not (at ?t ?a)))", True),
        ("(and (at ?t ?b) (not (at ?t ?a)) (seen ?b))", False),
        ("(and (at ?t ?b) (not (at ?t ?a)) (not (open ?b)) (open ?a))", True),
        ("(and (at ?t ?b) (not (at ?t ?a)) (not (open ?b)))", False),
        ("(and (at ?t ?b) (not (at ?t ?a)) (not (fit ?t)))", False),
        ("(and (at ?t ?b))", False),
    ],
)
def test_which_actions_may_repeat(effect, repeats):
    text = DOMAIN.replace("(and (at ?t ?b) (not (at ?t ?a)))", effect).replace("{more}", "")
    text = text.replace("(fit ?t - truck)", "(fit ?t - truck) (seen ?a - place)")
    found = repeated(read_action_domain(text, "haul.pddl").by_name["drive"])
    assert (found is not None) == repeats


def test_by_default_numbers_are_generalized_where_that_saves_work_on_the_training_problems():
    task = domain_of(8).task
    assert task is not None
    chosen = {}
    for asked in (None, True, False):
        _, choice = learned_from(task, learner=Pieces(number=asked, untried=True))
        chosen[asked] = choice
    assert not any(macro.iterated for macro in chosen[False].macros)
    assert any(macro.iterated for macro in chosen[True].macros)
    assert chosen[False].number == chosen[True].number == ""
    kept = "not kept" not in chosen[None].number
    assert [macro.calls for macro in chosen[None].macros] == [
        macro.calls for macro in chosen[kept].macros
    ]
    assert "operator applications with them" in chosen[None].number


@pytest.mark.parametrize(("length", "kept"), [(3, True), (8, True)])
def test_what_is_kept_takes_less_work_when_it_is_searched_again(length, kept):
    domain = domain_of(length)
    assert domain.task is not None
    library, choice = learned_from(domain.task, learner=Pieces(untried=True))
    said = [int(word.replace(",", "")) for word in choice.number.split() if word[0].isdigit()]
    assert ("not kept" not in choice.number) == kept == (said[0] < said[1])
    library.keep(choice.macros)
    problem = LiftedProblem(domain, domain.theory((1, 1)).shape)
    found = solve(problem, "lazy-greedy", macros=library)
    assert found.statistics.operator_applications == said[0 if kept else 1]


def test_without_repetition_nothing_is_tried_and_said():
    task = domain_of(2).task
    assert task is not None
    _, choice = learned_from(task, learner=Pieces(untried=True))
    assert choice.number == ""


def certified(macro, domain):
    found = macro_certificate(macro, domain).data
    assert found is not None
    said = sentence(found)
    assert said is not None and "'drive+' is drive once or more, the ?b of each the next ?a" in said
    return found


def forged(data, path=()):
    """A certificate with another word, one part less, or two parts exchanged, in all ways."""
    if isinstance(data, dict):
        for name, part in data.items():
            if not path and name in ("asked", "format", "name", "claim", "theory"):
                continue
            yield data | {name: [] if isinstance(part, list) else {}}
            yield {one: kept for one, kept in data.items() if one != name}
            yield from (data | {name: one} for one in forged(part, (*path, name)))
    elif isinstance(data, list):
        for number, part in enumerate(data):
            yield [*data[:number], *data[number + 1 :]]
            yield from (
                [*data[:number], one, *data[number + 1 :]] for one in forged(part, (*path, number))
            )
        if len(data) > 1 and all(isinstance(one, str) for one in data):
            yield data[::-1]
    elif isinstance(data, str):
        words = data.split()
        for number, word in enumerate(words):
            for other in ("drive", "load", "?t", "?a", "?b", "at"):
                if other != word.strip("()"):
                    yield " ".join(
                        [
                            *words[:number],
                            word.replace(word.strip("()"), other),
                            *words[number + 1 :],
                        ]
                    )
    else:
        yield from (one for one in (data + 1, -1, None) if one != data)


def forged_theories(data, names):
    """A certificate whose repetition, or whose macro, asks for another fact or does something else, in all ways."""
    text = data["theory"]["domain"]
    for name in names:
        begin = text.index(f"(:action {name}\n")
        end = text.find("(:action", begin + 1)
        action = text[begin:end]
        body = action.index(":precondition")
        for found in re.finditer(r"\((?!and|not|:)[^()]*\)", action[body:]):
            there = slice(begin + body + found.start(), begin + body + found.end())
            denied = text[: there.start].endswith("(not ")
            others = ["(fit ?t)"] if denied else ["", f"(not {found[0]})", "(open ?a)"]
            for other in others:
                yield data | {
                    "theory": {"domain": text[: there.start] + other + text[there.stop :]}
                }


def sentence(data) -> str | None:
    """What the checker says to hold; None where it refuses."""
    try:
        return check_certificate(json.loads(json.dumps(data)))
    except Exception:  # as the checker's own `main` takes what a hostile file leads to
        return None


def test_a_macro_that_repeats_is_certified_and_every_forgery_is_refused():
    library = learned(most=3)
    macro = next(one for one in library if len(one.calls) == 4)
    data = certified(macro, library.domain.relations)
    assert data["invariants"] == [[["at", [0, -1]]]]
    fields = [one for one in forged(data) if one != data]
    theories = list(forged_theories(data, ("drive+", macro.name)))
    assert len(fields) > 100 and len(theories) > 30
    ((word, (step, first, last)),) = data["repeats"].items()
    backwards = data | {"repeats": {word: [step, last, first]}}
    assert sentence(backwards) is None  # no step follows another one so
    said = {sentence(one) for one in (*fields, *theories)} - {None}
    # An invariant that says more holds of fewer starts, and the sentence says so.
    assert len(said) <= 1 and all("at most one of (at ?any ?any) holds" in one for one in said)


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ("(at ?t ?b) (not (at ?t ?a)) (shut ?a)", "something else"),
        ("(at ?t ?b)", "invariant"),
        ("(at ?t ?b) (not (at ?t ?a)) (not (open ?b))", "something else"),
    ],
)
def test_an_action_that_is_no_repetition_is_not_certified_as_one(effect, told):
    """The domain's own action does more: so does the claimed repetition, which is then not what two steps do."""
    library = learned()
    data = certified(library.macros[0], library.domain.relations)
    text = data["theory"]["domain"]
    old = re.compile(r"(\(:action drive\+?\n.*?:effect \(and )(.*?)\)\)\)?\n", re.S)
    changed = old.sub(lambda found: f"{found[1]}{effect}))\n", text)
    assert changed.count(f"(and {effect})") == 2
    with pytest.raises(CheckError, match=told):
        check_certificate(data | {"theory": {"domain": changed}})


def test_an_action_on_things_of_another_type_has_to_keep_the_invariant_too():
    library = learned()
    data = certified(library.macros[0], library.domain.relations)
    text = data["theory"]["domain"].replace("(:types ", "(:types ghost ")
    ghost = "(:action appear :parameters (?g - ghost ?t - truck ?a - place) :precondition (open ?a) :effect (at ?t ?a))"
    with pytest.raises(CheckError, match="invariant"):
        check_certificate(
            data | {"theory": {"domain": text.rstrip().removesuffix(")") + ghost + ")"}}
        )


@pytest.mark.parametrize("algorithm", ["climb", "bidirectional"])
def test_walks_as_steps_are_refused_where_every_move_is_taken_as_it_is(algorithm):
    with pytest.raises(InputError, match=f"iterated has no effect on {algorithm}"):
        ALGORITHMS[algorithm].adjusted(iterated=True)


def test_a_climb_says_that_it_takes_no_walks():
    domain = domain_of()
    known = domain.grounding
    problem = LiftedProblem(domain, known.theory.shape, known.start, known.goal)
    said = "climbs take no walks: of macros that repeat moves they take what stands behind these"
    assert said in solve(problem, "climb", macros=learned()).note
    plain = MacroLibrary(domain)
    assert said not in solve(problem, "climb", macros=plain).note
