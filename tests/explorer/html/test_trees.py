"""Proofs and learned rules in a notebook: trees, each goal once, and nothing that breaks out of them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html import unescape

import pytest
from arcwise.explorer.html.markup import join
from arcwise.explorer.html.parts import LONGEST as TERM
from arcwise.explorer.html.trees import LONGEST, MOST_NODES
from arcwise.explorer.notebook import to_html
from arcwise.logic.learning import learn_rules
from arcwise.logic.program import read_goal, read_program
from arcwise.logic.program.clause_text import term_text
from arcwise.logic.prover import prove
from arcwise.logic.views import proof_view

SVG = "{http://www.w3.org/2000/svg}"
KILL = """
kill(A,B) :- hate(A,B), possess(A,C), weapon(C).
hate(A,A) :- depressed(A).  possess(A,C) :- buy(A,C).  weapon(Z) :- gun(Z).
depressed(john).  buy(john,gun1).  gun(gun1).
"""


def trees(html: str) -> list[ET.Element]:
    return [ET.fromstring(one) for one in re.findall(r"<svg.*?</svg>", html, re.DOTALL)]


def labels(tree: ET.Element) -> list[str]:
    return [one.text or "" for one in tree.iter(f"{SVG}text")]


def test_a_rule_is_drawn_as_its_proof_and_the_generalization_beside_it() -> None:
    program = read_program(KILL)
    html = to_html(learn_rules(program, [read_goal("kill(john,john)", program)]))
    proof, general = trees(html)
    assert labels(proof)[:3] == ["kill(john,john)", "hate(john,john)", "depressed(john)"]
    assert labels(general)[:3] == ["kill(A,A)", "hate(A,A)", "depressed(A)"]
    assert "kill(A,A) :- depressed(A), buy(A,B), gun(B)." in html
    assert "shared with argument 2 as needed by hate(A,A)" in html
    assert "--operational hate/2,possess/2,weapon/1" in html


def test_a_clause_is_drawn_as_its_head_above_the_goals_of_its_body() -> None:
    (tree,) = trees(to_html(next(iter(read_program(KILL)))))
    assert labels(tree) == ["kill(A,B)", "hate(A,B)", "possess(A,C)", "weapon(C)"]
    heights = [one.get("y") for one in tree.iter(f"{SVG}rect")]
    assert len(set(heights[1:])) == 1 and heights[0] != heights[1]


def test_no_box_of_a_tree_lies_on_another_and_lines_lead_from_parent_to_child() -> None:
    program = read_program(KILL)
    result = prove(program, read_goal("kill(X,Y)", program), proofs=True)
    (tree,) = trees(to_html(result))
    boxes = [
        (float(r.get("x")), float(r.get("y")), float(r.get("width")))
        for r in tree.iter(f"{SVG}rect")
    ]  # type: ignore[arg-type]
    assert len(boxes) == 7 and len(list(tree.iter(f"{SVG}line"))) == 6
    for x, y, width in boxes:
        assert all(
            x + width < other or other + wide < x
            for other, top, wide in boxes
            if top == y and other != x
        )


def test_names_do_not_break_out_of_a_tree() -> None:
    program = read_program("p(X) :- q(X).\nq('</text><script>alert(1)</script>').\n")
    html = to_html(prove(program, read_goal("p(_)", program), proofs=True))
    assert "<script" not in html
    (tree,) = trees(html)
    assert len(labels(tree)) == 2


DEEP = """
len([],0).  len([_|T],N) :- len(T,M), N is M+1.
count(S,N) :- numlist(1,S,L), len(L,N).
peano(0,0).  peano(N,s(X)) :- N > 0, M is N-1, peano(M,X).
nested(S) :- peano(S,_).
wide(S) :- numlist(1,S,L), maplist(integer,L), conjoined(L,G), call(G).
conjoined([_],true).  conjoined([_,X|L],(true,G)) :- conjoined([X|L],G).
"""


@pytest.mark.long
@pytest.mark.parametrize("goal", ["count(3000,N)", "nested(3000)", "wide(1500)"])
def test_of_a_large_proof_the_topmost_goals_are_drawn_and_the_others_counted(goal: str) -> None:
    program = read_program(DEEP)
    (answer,) = prove(program, read_goal(goal, program), proofs=True).answers
    picture = join(proof_view(answer.proof, program, TERM).parts)
    assert len(picture) < 400_000
    assert not trees(picture)  # too wide to be drawn
    texts = [
        unescape(one)
        for one in re.findall(r"<(?:span|strong)[^>]*>(.*?)</(?:span|strong)>", picture)
    ]
    shown = [one for one in texts if not re.search(" more goals?$", one)]
    more = [int(one.split()[1].replace(",", "")) for one in texts if one not in shown]
    assert len(shown) == MOST_NODES and more
    assert len(shown) + sum(more) == sum(1 for proof in answer.proof for _ in proof.walk())
    assert all(len(one) <= LONGEST for one in texts)


def test_a_page_has_a_drawing_and_an_outline_of_lists_and_a_notebook_what_fits() -> None:
    program = read_program(KILL)
    view = proof_view(
        prove(program, read_goal("kill(X,Y)", program), proofs=True).answers[0].proof, program
    )
    page = join(view.parts)
    assert len(trees(page)) == 1 and page.count("<details open>") == 4
    outline = ET.fromstring(re.findall(r"<ul class.*</ul>", page)[0].replace(" open>", ">"))
    (root,) = outline
    assert [one.text for one in root.findall("./details/ul/li/details/summary/*")] == [
        "hate(john,john)",
        "possess(john,gun1)",
        "weapon(gun1)",
    ]
    assert "outline" not in to_html(view) and len(trees(to_html(view))) == 1


@pytest.mark.slow
def test_a_rule_with_many_conditions_and_long_terms_has_a_short_picture() -> None:
    program = read_program(DEEP)
    for goal in ("count(300,N)", "nested(150)"):
        html = to_html(learn_rules(program, [read_goal(goal, program)]))
        assert len(html) < 600_000
    assert "more reasons" in html


@pytest.mark.parametrize(
    ("text", "longest", "cut"),
    [
        ("f(a,b)", 6, "f(a,b)"),
        ("f(a,b)", 5, "f(a,…"),
        ("[1,2,3|T]", 4, "[1,…"),
        ("s(s(s(0)))", 1, "…"),
        ("a:-b,c", 5, "a :-…"),
    ],
)
def test_a_text_is_cut_after_the_letters_that_are_asked_for(
    text: str, longest: int, cut: str
) -> None:
    program = read_program("a.")
    (term,) = read_goal(f"writeq(({text}))", program).args
    assert term_text(term, program.operators, 1200, longest=longest) == cut
