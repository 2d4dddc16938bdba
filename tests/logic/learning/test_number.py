"""Recursive rules of proofs in which clauses repeat: those of five programs, and answers that are the program's and SWI-Prolog's."""

import itertools
import random

import pytest
from arcwise import verify
from arcwise.ebl.number import pieces_of
from arcwise.logic.learning import learn_rules
from arcwise.logic.learning.learners import RuleOfProof
from arcwise.logic.program import clause_text, load_program, read_goal, read_program
from arcwise.logic.prover import prove
from arcwise.rules import InputError

from .test_textbooks import EXAMPLES, in_swi, own

TOWER = """
clear(X,S,S,[]) :- free(X,S).
clear(X,S,U,Plan) :- on(Y,X,S), clear(Y,S,T,First), do(unstack(Y,X),T,U), append(First,[unstack(Y,X)],Plan).
do(unstack(Y,X),S,T) :- movable(Y), free(Y,S), replace(Y-X,Y-table,S,T).
movable(X) :- block(X).
movable(X) :- pyramid(X).
free(X,S) :- \\+ member(_-X,S).
on(Y,X,S) :- member(Y-X,S).
replace(A,B,[A|S],[B|S]).
replace(A,B,[C|S],[C|T]) :- replace(A,B,S,T).
block(X) :- atom(X).
pyramid(p).
operational(free/2). operational(replace/4).
"""

COUNT = """
count(L,N) :- empty(L), zero(N).
count(L,N) :- rest(L,R), count(R,M), next(M,N).
empty([]).
rest([_|R],R).
zero(0).
next(M,N) :- N is M+1.
operational(none/0). none.
"""

BILL = """
bill([],0).
bill([L|Ls],T) :- line(L,P), bill(Ls,R), T is P+R.
line(A*N,P) :- price(A,Q), P is Q*N.
line(A,P) :- price(A,P).
price(A,P) :- article(A,_,P).
article(tea,1,3). article(cup,2,8).
"""

ADDER = """
not_(0,1). not_(1,0).
and_(0,0,0). and_(0,1,0). and_(1,0,0). and_(1,1,1).
or_(X,Y,Z) :- not_(X,A), not_(Y,B), and_(A,B,C), not_(C,Z).
half(X,Y,Sum,Carry) :- and_(X,Y,Carry), or_(X,Y,Some), not_(Carry,None), and_(Some,None,Sum).
full(X,Y,In,Sum,Out) :- half(X,Y,S,C), half(S,In,Sum,D), or_(C,D,Out).
adder([],[],C,[C]).
adder([X|Xs],[Y|Ys],C,[S|Ss]) :- full(X,Y,C,S,D), adder(Xs,Ys,D,Ss).
sum(A,B,S) :- adder(A,B,0,S).
"""

PROGRAMS = {
    "tower": (
        TOWER,
        ["clear(a,[a-table,b-a],_,_)"],
        [
            "clear(A,B,C,D) :- r1_clear(A,B,C,D).",
            "r1_clear(A,B,B,[]) :- free(A,B).",
            "r1_clear(A,B,C,D) :- member(E-A,B), r1_clear(E,B,F,G), atom(E), free(E,F), replace(E-A,E-(table),F,C), "
            "append(G,[unstack(E,A)],D).",
        ],
        ["clear(a,[d-c,a-table,b-a,c-b,p-d],_,P)", "clear(X,[a-table,b-a],_,P)"],
    ),
    "count": (
        COUNT,
        ["count([a],_)"],
        [
            "count(A,B) :- !, r1_count(A,B).",
            "r1_count([],0).",
            "r1_count([A|B],C) :- r1_count(B,D), C is D+1.",
        ],
        ["count([a,b,c],N)", "count([],N)", "count([a|b],N)"],
    ),
    "bill": (
        BILL,
        ["bill([tea,cup*2],_)"],
        [
            "bill(A,B) :- r1_bill(A,B).",
            "r1_bill([],0).",
            "r1_bill([A|B],C) :- article(A,D,E), r1_bill(B,F), C is E+F.",
            "r1_bill([A*B|C],D) :- article(A,E,F), G is F*B, r1_bill(C,H), D is G+H.",
        ],
        ["bill([cup,cup,tea*7,cup*2],T)", "bill([],T)", "bill([milk],T)"],
    ),
    "adder": (
        ADDER,
        ["sum([1],[1],_)"],
        [
            "sum(A,B,C) :- !, r1_adder(A,B,0,C).",
            "r1_adder([],[],A,[A]).",
            "r1_adder([A|B],[C|D],E,[F|G]) :- and_(A,C,H), not_(A,I), not_(C,J), and_(I,J,K), not_(K,L), not_(H,M), and_(L,M,N), "
            "and_(N,E,O), not_(N,P), not_(E,Q), and_(P,Q,R), not_(R,S), not_(O,T), and_(S,T,F), not_(H,U), not_(O,V), and_(U,V,W), "
            "not_(W,X), r1_adder(B,D,X,G).",
        ],
        ["sum([1,0,1,1],[1,1,1,0],S)", "sum([A,1],[1,B],[C,0,1])", "sum([1],[],S)"],
    ),
    "grammar": (
        (EXAMPLES / "grammar.pl").read_text(),
        ["s([the,big,dog,sees,a,cat],[])"],
        [
            "s([A|B],C) :- lexicon(A,det(D)), r1_nbar(E,B,[F,G|H]), lexicon(F,tv(E)), lexicon(G,det(I)), r1_nbar(J,H,C).",
            "r1_nbar(A,[B|C],C) :- lexicon(B,n(A)).",
            "r1_nbar(A,[B|C],D) :- lexicon(B,adj), r1_nbar(A,C,D).",
        ],
        ["s([the,small,big,cat,sees,the,big,big,dogs],R)", "s([a,big,dogs,sleep],R)"],
    ),
}
"""Text of each program, goals to learn from, the rule, and other goals to ask."""


def learned(text, examples):
    program = read_program(text) if isinstance(text, str) else text
    goals = [read_goal(one, program) if isinstance(one, str) else one for one in examples]
    return learn_rules(program, goals, RuleOfProof(number=True))


def texts(library):
    return [clause_text(one, library.program.operators) for rule in library for one in rule.clauses]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_proof_teaches_any_number_of_repetitions(name):
    text, examples, expected, asks = PROGRAMS[name]
    library = learned(text, examples)
    assert texts(library) == expected
    before, after = own(library.program, asks), own(library.learned_program, asks)
    assert [set(one) for one in after] == [set(one) for one in before]
    assert any(before)
    assert library.rules[0].clauses[0].predicate in library.program.clauses


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_swi_prolog_answers_the_same_with_the_rules_in_front(name, swipl, tmp_path):
    text, examples, expected, asks = PROGRAMS[name]
    statements = ("example(", "problem(", "operational(")
    plain = "\n".join(one for one in text.splitlines() if not one.startswith(statements))
    rules = ":- style_check(-discontiguous).\n" + "\n".join(expected)
    before = in_swi(swipl, tmp_path, plain, asks)
    beside = in_swi(swipl, tmp_path, f"{rules}\n{plain}", asks)
    assert list(map(set, beside)) == list(map(set, before))
    assert list(map(set, own(learned(text, examples).learned_program, asks))) == [*map(set, before)]


def test_a_tower_of_two_blocks_teaches_one_of_a_hundred():
    library = learned(TOWER, PROGRAMS["tower"][1])
    blocks = [f"b{n}" for n in range(100)]
    state = ",".join(f"{over}-{under}" for under, over in itertools.pairwise(["table", *blocks]))
    goal = read_goal(f"clear(b0,[{state}],_,Plan)", library.program)
    with_rule, without = prove(library.learned_program, goal), prove(library.program, goal)
    assert with_rule.answers[0].goal == without.answers[0].goal
    assert with_rule.inferences < without.inferences


def test_an_adder_of_one_bit_teaches_adders_of_many():
    library = learned(ADDER, PROGRAMS["adder"][1])
    generator = random.Random(5)
    for _ in range(20):
        size = generator.randrange(1, 40)
        one, other = (generator.getrandbits(size) for _ in range(2))
        digits = [[number >> place & 1 for place in range(size)] for number in (one, other)]
        goal = read_goal(f"sum({digits[0]},{digits[1]},S)", library.program)
        (answer,) = prove(library.learned_program, goal, answers=None).answers
        text = str(answer).removeprefix("S = ")
        assert (
            sum(int(bit) << place for place, bit in enumerate(text[1:-1].split(","))) == one + other
        )


def test_a_complete_rule_leaves_nothing_to_search_twice():
    program = load_program(EXAMPLES / "reachability.pl")
    library = learned(program, ["reaches(1,4)"])
    assert library.rules[0].recursion.complete
    work = [
        sum(prove(one, goal.goal, answers=None).inferences for goal in program.problems)
        for one in (library.learned_program, program)
    ]
    assert work[0] < 0.7 * work[1]
    for algorithm in ("iterative-deepening", "breadth-first"):
        goal = read_goal("reaches(20,23)", program)
        assert prove(library.learned_program, goal, algorithm).solved


def test_mutual_recursion_is_one_recursion():
    text = "even(0). even(s(X)) :- odd(X). odd(s(X)) :- even(X)."
    library = learned(text, ["even(s(s(0)))"])
    assert texts(library) == [
        "even(A) :- !, r1_even(A).",
        "r1_even(0).",
        "r1_even(s(s(A))) :- r1_even(A).",
    ]


def test_clauses_that_repeat_as_they_stand_teach_nothing():
    program = load_program(EXAMPLES / "lists.pl")
    library = learned(program, ["rev([1,2,3],_)"])
    (record,) = library.records
    assert (record.outcome, record.reason) == (
        "refused",
        "its clauses repeat as they stand in the program",
    )


def test_a_proof_in_which_nothing_repeats_teaches_what_it_did():
    text = "p(X) :- q(X), r(X). q(X) :- s(X). s(a). r(a)."
    assert texts(learned(text, ["p(a)"])) == ["p(A) :- s(A), r(A)."]


def test_names_of_a_rule_are_none_of_the_program():
    text = COUNT + "r1_count(a,b). r2_count(a,b)."
    library = learned(text, ["count([a],_)"])
    assert [one.predicate[0] for one in library.rules[0].clauses] == [
        "count",
        "r1__count",
        "r1__count",
    ]
    assert library.rules[0].renamed("r2").clauses[1].predicate[0] == "r2__count"


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_checker_holds_a_recursive_rule(name):
    text, examples, expected, _ = PROGRAMS[name]
    library = learned(text, examples)
    (certificate,) = library.certificates().values()
    assert certificate.data["claim"] == "recursion"
    assert certificate.data["complete"] is (":- !" in expected[0])
    assert "recursive rule" in verify.check(certificate.data)


def test_the_checker_refuses_another_rule():
    library = learned(COUNT, ["count([a],_)"])
    data = library.rules[0].certificate(library).data
    _, last, again = data["rules"]
    for change in (
        {"rules": [data["rules"][0], last]},  # the case that goes on is not there
        {"rules": [data["rules"][0], {**last, "rule": again["rule"]}, again]},
        {"own": [["r1_count", 2, "next"]]},
        {"own": [["rest", 2, "count"]]},
        {"own": []},
    ):
        with pytest.raises((verify.NotShownError, verify.UnreadableError)):
            verify.check({**data, **change})
    part = {**data, "rules": [data["rules"][0], last], "complete": False}
    assert "recursive rule" in verify.check(part)


def test_the_checker_refuses_completeness_where_a_clause_is_left_out():
    library = learned(BILL, ["bill([tea,cup*2],_)"])
    data = library.rules[0].certificate(library).data
    with pytest.raises(verify.NotShownError, match="not the only way"):
        verify.check({**data, "complete": True})


def test_a_file_of_recursive_rules_is_read_back(tmp_path):
    program = tmp_path / "bill.pl"
    program.write_text(BILL)
    library = learned(load_program(program), ["bill([tea,cup*2],_)"])
    file = tmp_path / "rules.pl"
    library.save(file)
    again = type(library).load(file)
    assert texts(again) == texts(library)
    assert again.rules[0].canonical == library.rules[0].canonical
    file.write_text(file.read_text().replace("C is E+F", "C is F+E"))
    with pytest.raises(InputError, match="does not come of its example"):
        type(library).load(file)


def test_a_rule_is_explained_by_what_repeats_and_what_ends_it():
    library = learned(COUNT, ["count([a,b],_)"])
    text = library.explain(200)
    assert "count/2 repeats: 2 pieces of the proof, each with another one below" in text
    assert "r1_count/2 ends by r1_count([],0)" in text
    assert "it has all answers of count/2" in text
    data = library.view().data["rules"][0]
    assert [one["pieces"] for one in data["cases"]] == [1, 2]


def random_program(generator):
    """A program whose recursive predicates walk down an acyclic graph, by way of others, some with tests, cuts and negations."""
    edges = [f"e({a},{b})." for a in range(5) for b in range(a) if generator.random() < 0.6]
    marks = [f"m({n},{generator.choice('xy')})." for n in range(5)]
    steps = [
        "s(A,B) :- e(A,B).",
        "s(A,B) :- e(A,C), e(C,B).",
        "s(A,B) :- e(A,B), m(A,K), m(B,K).",
        "s(A,B) :- e(A,B), \\+ m(B,x).",
        "s(A,B) :- m(A,x), !, e(A,B).",
        "s(A,B) :- e(A,B), A > 2.",
        "s(A,B) :- ( m(A,x) -> e(A,B) ; e(A,C), e(C,B) ).",
    ]
    cases = [
        "p(A,A,0).",
        "p(A,B,1) :- e(A,B).",
        "p(A,B,N) :- s(A,C), p(C,B,M), N is M+1.",
        "p(A,B,N) :- s(A,C), q(C,B,M), N is M+2.",
        "p(A,B,20) :- s(A,C), p(C,B,_), \\+ m(C,y).",
        "p(A,B,40) :- m(A,x), !, s(A,C), p(C,B,_).",
    ]
    others = ["q(A,B,N) :- p(A,B,N), m(A,_).", "q(A,B,N) :- s(A,C), p(C,B,N)."]
    plain = generator.random() < 0.5  # then a rule may be complete
    chosen = [
        *generator.sample(cases[: 3 if plain else 6], 2 if plain else generator.randrange(3, 6)),
        *generator.sample(steps[: 3 if plain else 7], 1 if plain else generator.randrange(1, 4)),
        *generator.sample(others, 1),
    ]
    chosen.sort(key=lambda one: one[0])
    return "\n".join([*chosen, *edges, *marks, "operational(e/2). operational(m/2)."])


@pytest.mark.slow
def test_rules_of_random_programs_have_no_answer_that_the_program_has_not():
    generator = random.Random(11)
    recursive = complete = 0
    for _ in range(25):
        text = random_program(generator)
        program = read_program(text)
        goals = [f"p({a},B,N)" for a in range(5)] + ["q(A,B,N)", "p(A,0,N)"]
        answers = prove(program, read_goal("p(4,B,N)", program), answers=None).answers
        library = learned(program, [one.goal for one in answers[-3:]])
        found = [rule.recursion for rule in library if rule.recursion is not None]
        recursive += len(found)
        complete += sum(one.complete for one in found)
        if found:
            asked = own(library.learned_program, goals)
            assert [set(one) for one in asked] == [set(one) for one in own(program, goals)], text
    assert recursive > 8
    assert complete > 2


def test_a_tree_is_cut_where_a_kind_repeats():
    """Nested pairs as a tree: a step has a kind and steps below it."""
    tree = ("a", [("b", [("a", [("c", [])]), ("b", [("c", [("c", [])])])])])
    heads, pieces = pieces_of(tree, lambda one: one[0], lambda one: one[1])
    assert heads == ["a", "b", "c"]
    assert [(one.kind, [end[0] for end in one.ends]) for one in pieces] == [
        ("a", ["b"]),
        ("b", ["a", "b"]),
        ("a", ["c"]),
        ("b", ["c"]),
        ("c", []),
        ("c", ["c"]),
        ("c", []),
    ]
    plan = ("go", [("go", [("load", [])])])
    assert pieces_of(plan, lambda one: one[0], lambda one: one[1])[0] == ["go"]
