"""Files of schemas: read back equal, read by SWI-Prolog, and refused with their place where they are damaged."""

import re
import subprocess
from functools import cache
from random import Random

import pytest
from arcwise.ebl import MacroLibrary, library_text, load_macros, save_macros, schematize
from arcwise.ebl.files.boards import OF_WINDOWS
from arcwise.ebl.files.macro_file import head_of
from arcwise.ebl.files.operators import FACTS
from arcwise.rules import (
    GRID,
    Hanoi,
    InputError,
    SlidingTiles,
    TopSpin,
    open_source,
    save_theory,
    sliding_tile,
)
from arcwise.search import Climber, Limits, check_completeness
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from ...drawing import at_most
from ..learners.lessons import learn_escapes, learn_macro_table

ESCAPES = ["sliding-tile:3x3", "pancake:6", "topspin:6x3", "topspin:6x2", "topspin:7x4", "hanoi:3x3",
           "hanoi:4x2", "lights-out:2x2", "lights-out:3x3", "cube:2"]  # fmt: skip
TABLES = ["sliding-tile:3x3", "pancake:5", "topspin:6x4"]

with_files = at_most(50, suppress_health_check=[HealthCheck.function_scoped_fixture])


@cache
def learned(board):
    domain, shape = open_source(board).sized
    library = MacroLibrary(domain, shape=shape)
    effort = Limits(nodes=300)
    for _ in learn_escapes(library, domain.practice(shape), limits=effort):
        pass
    assert len(library) > 0
    return library, shape


@cache
def table(board):
    domain, shape = open_source(board).sized
    library = MacroLibrary(domain, shape=shape, order="blank-first", table=True)
    for _ in learn_macro_table(library, shape):
        pass
    assert len(library) > 0
    return library, shape


def made(board, kind="escapes"):
    return (learned if kind == "escapes" else table)(board)


def said(schema):
    """All that a file says about a schema; what the variables of its moves are called is not said."""
    moves = [(move.name, move.canonical, place) for move, place in schema.steps]
    return schema.name, schema.window, schema.operator.wraps, schema.arc, moves


@pytest.fixture
def path(tmp_path):
    return tmp_path / "m.pl"


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "kind"),
    [*((board, "escapes") for board in ESCAPES), *((board, "table") for board in TABLES)],
)
def test_a_library_is_loaded_back_equal(path, board, kind):
    library, shape = made(board, kind)
    save_macros(library, path)
    assert head_of(path).notation
    loaded = load_macros(path)
    assert loaded.shape == shape
    assert [said(schema) for schema in loaded] == [said(schema) for schema in library]
    assert loaded.order == library.order
    assert loaded.table == library.table == (kind == "table")
    assert loaded.domain.spell(shape) == board
    for one, other in zip(loaded, library, strict=True):
        assert one.arc == other.arc
        assert one.explanation is not None
        assert one.origin != ""
    save_macros(loaded, path.with_name("again.pl"))
    assert path.with_name("again.pl").read_text() == path.read_text()
    assert load_macros(path.with_name("again.pl"), library.domain) == loaded


@pytest.mark.long
@pytest.mark.parametrize("board", ["sliding-tile:3x3", "pancake:6", "topspin:7x4", "hanoi:3x3"])
def test_what_was_loaded_climbs_as_well_as_what_was_saved(path, board):
    library, shape = learned(board)
    save_macros(library, path)
    loaded = load_macros(path)
    climbers = [Climber(library.domain, shape, macros.schemas) for macros in (library, loaded)]
    assert check_completeness(climbers[0]) == check_completeness(climbers[1])
    for seed in range(5):
        start = library.domain.draw(shape, Random(seed))
        one, other = (climber.advance(start) for climber in climbers)
        assert [(s.name, place) for s, place in one.climb.plan.steps] == [
            (s.name, place) for s, place in other.climb.plan.steps
        ]
        assert one.climb.plan.replay() == other.climb.plan.replay()


@pytest.mark.slow
@pytest.mark.parametrize("cost", [0, 1e-7, 1e22])
def test_every_cost_is_read_back(path, cost):
    domain = SlidingTiles("DRUL", cost)
    library = MacroLibrary(domain, shape=(2, 3))
    for _ in learn_escapes(library, [(2, 3)], quiescence=1):
        pass
    save_macros(library, path)
    assert load_macros(path, domain) == library


@pytest.mark.slow
def test_moves_of_another_cost_or_order_are_known_by_their_names(path):
    domain = SlidingTiles("ULRD", 2)
    library = MacroLibrary(domain, shape=(2, 3))
    for _ in learn_escapes(library, [(2, 3)], quiescence=1):
        pass
    save_macros(library, path)
    rules = {schema.canonical for schema in library}
    for own in (None, SlidingTiles("DRUL", 2), SlidingTiles("ULRD", 5), SlidingTiles()):
        loaded = load_macros(path, own)
        assert {schema.canonical for schema in loaded} == rules
        unit = loaded.domain.schemas((2, 3))[0].cost
        assert all(schema.cost == schema.length * unit for schema in loaded)
    assert load_macros(path).domain == domain


def one_macro(name="m1", origin=""):
    domain, shape = open_source("sliding-tile:2x3").sized
    move = {schema.name: schema for schema in domain.schemas(shape)}
    steps = [(move["right"], 0), (move["down"], 1), (move["left"], 3)]
    schema = schematize(domain, shape, (0, 1, 2, 3, 4, 5), steps, name, origin)
    return MacroLibrary(domain, [schema], shape=shape), shape


@pytest.mark.parametrize("word", ["it's", "two words", "Größe", "a\\b", "42", "", "[]"])
def test_any_name_and_origin_is_read_back(path, word):
    library, _shape = one_macro(word, word)
    save_macros(library, path)
    assert load_macros(path) == library
    assert next(iter(load_macros(path))).origin == word


def test_an_empty_library_is_read_back(path):
    domain, shape = open_source("pancake:5").sized
    for order in ("given", "blank-first"):
        save_macros(MacroLibrary(domain, shape=shape, order=order), path)
        loaded = load_macros(path)
        on = loaded.shape
        assert (len(loaded), loaded.order, on) == (0, order, shape)


def test_without_its_example_a_schema_holds_all_the_same(path):
    library, _shape = learned("pancake:6")
    text = library_text(library)
    path.write_text(re.sub(r"^macro_(example|origin).*\n", "", text, flags=re.M))
    loaded = load_macros(path)
    assert [schema.canonical for schema in loaded] == [schema.canonical for schema in library]
    assert all(schema.explanation is None and schema.origin == "" for schema in loaded)
    save_macros(loaded, path)
    assert "macro_example(" not in path.read_text()
    assert load_macros(path) == loaded


def test_the_facts_may_stand_in_any_order(path):
    library, _shape = learned("pancake:6")
    lines = library_text(library).splitlines()
    facts = [line for line in lines if line.startswith(("macro", "%"))]
    Random(1).shuffle(facts)
    path.write_text("\n".join(facts) + "\n")
    loaded = load_macros(path)
    assert sorted(s.name for s in loaded) == sorted(s.name for s in library)
    assert {s.canonical for s in loaded} == {s.canonical for s in library}


@pytest.mark.long
@pytest.mark.parametrize(
    ("board", "kind"),
    [("sliding-tile:3x3", "escapes"), ("hanoi:3x3", "escapes"), ("lights-out:2x2", "escapes"),
     ("topspin:6x4", "table")],
)  # fmt: skip
def test_swi_prolog_reads_every_fact_without_a_warning(tmp_path, swipl, board, kind):
    library, _shape = made(board, kind)
    save_macros(library, tmp_path / "m.pl")
    goal = (
        "forall(member(F/A, [macro/5, macro_steps/2, macro_example/3, macro_origin/2, macro_domain/1]),"
        " (functor(H, F, A), aggregate_all(count, H, N), print(N), nl)),"
        " forall(macro(M, window(R, C), B, A, K), (functor(B, window, S), functor(A, window, S),"
        " S =:= R * C, macro_steps(M, T), length(T, J), print(M-K-J), nl))"
    )
    done = subprocess.run(
        [swipl, "-q", "-g", goal, "-t", "halt", "m.pl"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stderr == ""
    first, rest = done.stdout.splitlines()[:5], done.stdout.splitlines()[5:]
    count = len(library)
    assert first == [str(n) for n in (count, count, count, count, 1)]
    assert rest == [f"{schema.name}-{schema.cost}-{schema.length}" for schema in library]


def test_what_swi_prolog_unifies_is_the_rule(tmp_path, swipl):
    library, _shape = one_macro()
    save_macros(library, tmp_path / "m.pl")
    goal = "macro(m1, window(2,2), window(0,1,2,3), After, 3), print(After)"
    done = subprocess.run(
        [swipl, "-q", "-g", goal, "-t", "halt", "m.pl"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    (schema,) = library
    assert done.stdout == f"window({','.join(map(str, schema.arc.apply((0, 1, 2, 3))))})"


GOOD = """% One macro.
macro_domain('sliding-tile:2x3').
macro_move(1, right, window(1,2), window(0,A), window(A,0), 1).
macro_move(2, down, window(2,1), window(0,A), window(A,0), 1).
macro_move(3, left, window(1,2), window(A,0), window(0,A), 1).
macro(m1, window(2,2), window(0,A,B,C), window(A,C,0,B), 3).
macro_steps(m1, [step(right,1,1),step(down,2,2),step(left,3,3)]).
macro_example(m1, window(0,1,3,4), window(1,4,0,3)).
macro_origin(m1, 'by hand').
"""


def test_a_file_written_by_hand_is_read(path):
    path.write_text(GOOD)
    loaded = load_macros(path)
    shape = loaded.shape
    (schema,) = loaded
    assert (schema.name, schema.window, schema.cost, shape) == ("m1", (2, 2), 3, (2, 3))
    assert [(move.name, place) for move, place in schema.steps] == [
        ("right", 0), ("down", 1), ("left", 2),
    ]  # fmt: skip
    assert schema.arc.apply((0, 7, 8, 9)) == (7, 9, 0, 8)


DAMAGE = [
    (6, "window(A,C,0,B)", "window(A,B,0,C)", "its rule is not what its steps compose to"),
    (6, "window(0,A,B,C)", "window(1,A,B,C)", "its rule is not what its steps compose to"),
    (6, "window(0,A,B,C)", "window(A,A,B,C)", "does not|not what"),
    (6, "window(A,C,0,B)", "window(A,D,0,B)", "variable"),
    (6, "window(0,A,B,C)", "window(0,A,B)", "differ in length"),
    (6, "window(0,A,B,C), window(A,C,0,B)", "window(0,A), window(A,0)", "does not fit its window"),
    (6, "window(0,A,B,C)", "window(0,f(A),B,C)", "not a symbol"),
    (6, "window(0,A,B,C)", "0", "not a state"),
    (6, "window(2,2), window(0", "window(3,3), window(0", "does not fit its window"),
    (6, "window(2,2), window(0", "window(4,1), window(0", "does not fit"),
    (6, "window(2,2), window(0", "window(1,4), window(0", "does not fit"),
    (6, "window(2,2), window(0", "window(0,2), window(0", "bad window"),
    (6, "window(2,2), window(0", "window(-2,-2), window(0", "bad window"),
    (6, "window(2,2), window(0", "window(two,2), window(0", "bad window"),
    (6, "window(2,2), window(0", "window(99999999999999999999,2), window(0", "does not fit its window"),
    (6, "B), 3)", "B), 4)", "its cost is not that of its steps"),
    (6, "B), 3)", "B), 3.5)", "its cost is not that of its steps"),
    (6, "B), 3)", "B), -3)", "bad cost"),
    (6, "B), 3)", "B), cheap)", "bad cost"),
    (6, "B), 3)", "B), X)", "bad cost"),
    (6, "[step(right,1,1)", "[step(jump,1,1)", "there is no such move"),
    (6, "[step(right,1,1)", "[step(right,0,1)", "there is no such move"),
    (6, "[step(right,1,1)", "[step(right,-1,1)", "there is no such move"),
    (6, "[step(right,1,1)", "[step(right,99,1)", "there is no such move"),
    (6, "[step(right,1,1)", "[step(sideways,1,1)", "there is no such move"),
    (6, "[step(right,1,1)", "[step(X,1,1)", "there is no such move"),
    (6, "[step(right,1,1)", "[step(right,1,0)", "does not fit its window"),
    (6, "[step(right,1,1)", "[step(right,1,2)", "does not fit its window"),
    (6, "[step(right,1,1)", "[step(right,1,99)", "does not fit its window"),
    (6, "[step(right,1,1)", "[step(right,1,3)", "does not apply"),
    (6, "[step(right,1,1)", "[step(right,three,1)", "bad step"),
    (6, "[step(right,1,1)", "[step(right,1)", "bad step"),
    (6, "[step(right,1,1)", "[right", "bad step"),
    (6, "[step(right,1,1),step(down,2,2),step(left,3,3)]", "[step(right,1,1)]", "not what its steps"),
    (6, "[step(right,1,1),step(down,2,2),step(left,3,3)]", "[]", "its steps are missing"),
    (6, "[step(right,1,1),step(down,2,2),step(left,3,3)]", "none", "its steps are missing"),
    (6, "macro_steps(m1, [step(right,1,1),step(down,2,2),step(left,3,3)]).\n", "", "are missing"),
    (6, "window(1,4,0,3)", "window(1,3,0,4)", "do not lead from its example's start to its goal"),
    (8, "window(1,4,0,3)", "window(1,4,0)", "does not fit its window"),
    (6, "window(0,1,3,4)", "window(1,0,3,4)", "does not apply"),
    (8, "window(0,1,3,4)", "window(0,X,3,4)", "has no variables"),
    (8, "window(0,1,3,4)", "nowhere", "not a state"),
    (7, "macro_steps(m1", "macro_steps(m2", "no macro is called m2"),
    (8, "macro_example(m1", "macro_example(m2", "no macro is called m2"),
    (9, "macro_origin(m1", "macro_origin(X", "no macro is called X"),
    (6, "macro(m1, window(2,2), window(0,A,B,C), window(A,C,0,B), 3).\n", "", "no macro is called m1"),
    (7, "step(down,2,2)", "step(down,2,2", "syntax error"),
    (9, "'by hand'", "'by hand", "quote|syntax|end"),
    (2, "'sliding-tile:2x3'", "'chess:8x8'", "neither built in nor installed"),
    (6, "window(1,2), window(0,A), window(A,0), 1)", "window(1,2), window(1,A), window(A,1), 1)", "is no move of sliding-tile"),
    (3, "right, window(1,2), window(0,A)", "right, window(1,3), window(0,A)", "does not fit its window"),
    (4, "macro_move(2, down", "macro_move(1, down", "bad move"),
    (3, "macro_move(1", "macro_move(one", "bad move"),
    (6, "window(0,A), window(A,0), 1).\nmacro_move(2", "window(0,A), window(A,0), 5).\nmacro_move(2", "costs something else in its domain"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "was", "becomes", "message"), DAMAGE)
def test_damage_is_refused_with_file_and_line(path, line, was, becomes, message):
    assert was in GOOD
    path.write_text(GOOD.replace(was, becomes))
    with pytest.raises(InputError, match=message) as caught:
        load_macros(path)
    place = caught.value.place
    assert place.source == str(path)
    assert str(caught.value).startswith(str(path))
    if message != "not a library of schemas":
        assert place.line == line


@pytest.mark.parametrize("cost", [0, 2])
def test_moves_and_macros_that_claim_another_cost_together_are_refused(path, cost):
    library, _ = one_macro()
    text = re.sub(r"^(macro_move.*), 1\)\.$", rf"\1, {cost}).", library_text(library), flags=re.M)
    text = re.sub(r"^(macro\(.*), 3\)\.$", rf"\1, {3 * cost}).", text, flags=re.M)
    path.write_text(text)
    with pytest.raises(InputError, match="costs something else in its domain"):
        load_macros(path)


def test_two_schemas_of_one_name_or_one_rule_are_refused_at_the_second(path):
    lines = GOOD.splitlines(keepends=True)
    path.write_text(GOOD + lines[5])
    with pytest.raises(InputError, match="two macros are called m1") as caught:
        load_macros(path)
    assert caught.value.place.line == 10
    path.write_text(GOOD + "".join(lines[5:8]).replace("m1", "m2"))
    with pytest.raises(InputError, match="macro m2 same rule as m1, which costs 3") as caught:
        load_macros(path)
    assert caught.value.place.line == 10


FLIP = (
    "macro_domain('pancake:4').\nmacro_move(1, flip2, window(1,2), window(A,B), window(B,A), 1).\n"
)


def test_a_schema_of_one_move_or_of_no_effect_is_refused(path):
    path.write_text(
        f"{FLIP}macro(m1, window(1,2), window(A,B), window(B,A), 1).\nmacro_steps(m1, [step(flip2,1,1)]).\n"
    )
    with pytest.raises(InputError, match=r"m\.pl:3:1: macro m1 is the single move flip2"):
        load_macros(path)
    path.write_text(
        f"{FLIP}macro(m1, window(1,2), window(A,B), window(A,B), 2).\n"
        "macro_steps(m1, [step(flip2,1,1),step(flip2,1,1)]).\n"
    )
    with pytest.raises(InputError, match=r"m\.pl:3:1: macro m1 does nothing"):
        load_macros(path)


@pytest.mark.parametrize(
    "text",
    ["", "% nothing\n", "macro(m1, window(1,1), window(A), window(A), 1).\n", "macro_domain(X).\n",
     "macro_domain(f(1)).\n", "macro_domain(7).\n", "macro_domain(a, b).\n", "arc([0,A], [A,0], 1).\n"],
)  # fmt: skip
def test_a_file_without_a_domain_is_no_library(path, text):
    path.write_text(text)
    with pytest.raises(
        InputError, match=r"not a macro file|neither built in nor installed"
    ) as caught:
        load_macros(path)
    assert str(caught.value).startswith(str(path))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "other"),
    [
        ("pancake:6", SlidingTiles()), ("topspin:6x3", TopSpin(4)), ("hanoi:3x3", Hanoi(4)),
        pytest.param("sliding-tile:3x3", open_source("cube:2").domain, marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_schemas_of_another_family_are_refused(path, board, other):
    save_macros(learned(board)[0], path)
    with pytest.raises(InputError, match="these macros are for another domain") as caught:
        load_macros(path, other)
    assert str(caught.value).startswith(str(path))
    assert caught.value.found == board


def test_a_file_that_cannot_be_read_or_written_is_named(path):
    library, _shape = one_macro()
    for other in (path, path.parent):
        with pytest.raises(InputError) as caught:
            load_macros(other)
        assert str(caught.value).startswith(str(other))
        with pytest.raises(InputError):
            head_of(other)
    path.write_bytes(b"macro_domain('\xff').")
    with pytest.raises(InputError, match="neither built in nor installed"):
        load_macros(path)
    with pytest.raises(InputError, match="cannot be written"):
        save_macros(library, path / "below" / "m.pl")


def test_files_of_schemas_are_distinguished_from_others(path):
    save_theory(sliding_tile(2, 3), path)
    assert not head_of(path).notation
    path.write_text("")
    assert not head_of(path).notation
    path.write_text(GOOD)
    assert head_of(path).notation
    path.write_text("macro_domain(")
    assert not head_of(path).notation
    with pytest.raises(InputError, match=r"m\.pl:1"):
        load_macros(path)


def refused_or_sound(path, known):
    """Load a damaged file: an error that names the file, or nothing that was not there before."""
    try:
        loaded = load_macros(path)
    except InputError as error:
        assert str(error).startswith(str(path))
        return
    assert {schema.canonical for schema in loaded} <= known


@pytest.mark.slow
@pytest.mark.parametrize("board", ["sliding-tile:3x3", "pancake:6", "topspin:7x4", "hanoi:3x3",
                                   "lights-out:2x2"])  # fmt: skip
@with_files
@given(st.data())
def test_a_truncated_file_is_refused_or_still_sound(path, board, data):
    library, _shape = learned(board)
    few = MacroLibrary(library.domain, list(library)[:4], shape=library.shape)
    text = library_text(few)
    path.write_text(text[: data.draw(st.integers(0, len(text)))])
    refused_or_sound(path, {schema.canonical for schema in few})


@pytest.mark.slow
@pytest.mark.parametrize("board", ["sliding-tile:3x3", "pancake:6", "topspin:7x4", "hanoi:3x3"])
@with_files
@given(st.randoms(use_true_random=False))
def test_lines_lost_doubled_or_moved_are_refused_or_still_sound(path, board, rng):
    library, _shape = learned(board)
    few = MacroLibrary(library.domain, list(library)[:4], shape=library.shape)
    lines = library_text(few).splitlines()
    for _ in range(rng.randint(1, 3)):
        number = rng.randrange(len(lines))
        what = rng.choice(["lost", "doubled", "moved", "cut"])
        line = lines.pop(number)
        if what == "doubled":
            lines[number:number] = [line, line]
        elif what == "moved":
            lines.insert(rng.randrange(len(lines) + 1), line)
        elif what == "cut":
            lines.insert(number, line[: rng.randrange(len(line) + 1)])
    path.write_text("\n".join(lines) + "\n")
    refused_or_sound(path, {schema.canonical for schema in few})


@pytest.mark.slow
@pytest.mark.parametrize("board", ["sliding-tile:3x3", "pancake:6", "topspin:7x4"])
@with_files
@given(st.randoms(use_true_random=False))
def test_numbers_and_names_changed_are_refused_or_make_a_rule_that_holds(path, board, rng):
    """A rule that is read is always what its steps compose to, whatever was written over."""
    library, _shape = learned(board)
    text = library_text(MacroLibrary(library.domain, list(library)[:3], shape=library.shape))
    lines = text.splitlines(keepends=True)
    heads = [n for n, line in enumerate(lines) if line.startswith(("macro(", "macro_steps("))]
    number = rng.choice(heads)
    words = list(re.finditer(r"\w+", lines[number]))
    word = rng.choice(words[1:])
    new = rng.choice([rng.choice(words).group(), "0", "1", "9", "X", "foo", "-1", "1.5"])
    lines[number] = lines[number][: word.start()] + new + lines[number][word.end() :]
    path.write_text("".join(lines))
    try:
        loaded = load_macros(path)
    except InputError as error:
        assert str(error).startswith(f"{path}:")
        return
    for schema in loaded:
        state = tuple(
            f"s{cell}" if not isinstance(term, int) else term
            for cell, term in enumerate(schema.arc.before)
        )
        after = state
        for arc in schema.arc.steps:
            after = arc.apply(after)
        assert schema.arc.apply(state) == after


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    "board",
    [
        "lights-out:3x3",
        pytest.param("topspin:6x4", marks=pytest.mark.slow),
        pytest.param("sliding-tile:3x3", marks=pytest.mark.slow),
    ],
)
def test_a_macro_of_a_table_is_refused_where_its_rule_or_a_step_is_altered(board):
    """Each line of its own: that all others hold does not help."""
    library, _shape = table(board)
    lines = library_text(library).splitlines()
    rng = Random(0)
    facts = [n for n, line in enumerate(lines) if line.startswith(("macro(", "macro_steps("))]
    for number in sorted(rng.sample(facts, min(len(facts), 4))):
        line = lines[number]
        if line.startswith("macro("):
            head, before, after, cost = line.split(" window(", 1)[1].split(", ")
            cells = after.removeprefix("window(").removesuffix(")").split(",")
            one, other = rng.sample([n for n, _ in enumerate(cells)], 2)
            cells[one], cells[other] = cells[other], cells[one]
            if cells[one] == cells[other]:
                continue
            rest = ", ".join([before, f"window({','.join(cells)})", cost])
            altered = f"{line.split(' window(')[0]} window({head}, {rest}"
            message = "is not what its steps compose to|stands only on the right side"
        else:
            altered = re.sub(r"\[step\((?:[^()']|'(?:\\'|[^'])*')*\),", "[", line)
            message = ""
        assert altered != line
        name = re.match(r"\w+\((m\d+)", line).group(1)
        text = "\n".join([*lines[:number], altered, *lines[number + 1 :]])
        with pytest.raises(InputError, match=f"macro {name}: .*(?:{message})"):
            load_macros("m.pl", text=text)


def test_every_fact_is_declared(path):
    text = library_text(one_macro(origin="here")[0])
    for name, size in (FACTS | OF_WINDOWS).items():
        assert f"{name}/{size}" in text.splitlines()[2]
        assert (f"\n{name}(" in text) == (name not in ("move_cost", "macro_image", "subgoal_order"))


def closed_library():
    library, _shape = one_macro(origin="here")
    library.close()
    assert len(library) > 1
    return library


def test_images_keep_what_they_are_the_image_of(path):
    library = closed_library()
    save_macros(library, path)
    loaded = load_macros(path)
    assert loaded == library
    assert loaded.closed
    assert [macro.image for macro in loaded] == [macro.image for macro in library]


def test_a_library_is_closed_only_if_its_images_are_there(path):
    library = closed_library()
    image = next(macro.name for macro in library if macro.image is not None)
    part = library.without([image])
    assert library.without([]).closed and not part.closed
    save_macros(part, path)
    assert load_macros(path) == part
    path.write_text(f"{path.read_text()}closed_under_symmetry.\n")  # a file may say what is not so
    assert not load_macros(path).closed


def test_where_a_macro_was_learned_is_what_its_file_says(path):
    (library, _shape) = one_macro(origin="here.json:1")
    (macro,) = library
    assert macro.learned_from == "here.json:1"
    save_macros(library, path)
    (loaded,) = load_macros(path)
    assert loaded.learned_from == "the file says: here.json:1"
    assert library_text(load_macros(path)) == path.read_text()


def test_an_image_that_is_none_is_refused_at_its_place(path):
    text = library_text(closed_library())
    line = next(line for line in text.splitlines() if line.startswith("macro_image("))
    name = line.split("'")[1]
    other = next(one.name for one in GRID.symmetries if one.name != name)
    for wrong in (line.replace(name, other), line.replace(name, "turned around")):
        path.write_text(text.replace(line, wrong))
        with pytest.raises(InputError, match="not the image that the file says") as caught:
            load_macros(path)
        assert caught.value.place.line == text.splitlines().index(line) + 1


def test_an_image_stays_where_somebody_took_out_its_macro(path):
    library = closed_library()
    first, *rest = library
    save_macros(library.without([first.name]), path)
    assert "macro_image(" not in path.read_text()
    blocks = library_text(library).split("\n\n")
    path.write_text("\n\n".join(block for block in blocks if f"macro({first.name}," not in block))
    loaded = load_macros(path)
    assert [macro.name for macro in loaded] == [macro.name for macro in rest]
    assert all(macro.image is None for macro in loaded)


@pytest.mark.parametrize("order", ["given", "blank-first", "first-to-last", (1, 0)])
def test_the_order_of_subgoals_is_kept(path, order):
    domain, shape = open_source("hanoi:3x2").sized
    save_macros(MacroLibrary(domain, shape=shape, order=order), path)
    assert load_macros(path).order == order


@pytest.mark.parametrize(
    "fact",
    ["sideways", "[]", "[1,1]", "[1,2,3]", "[0,1]", "[1,x]", "'given'). subgoal_order(given"],
)
def test_an_order_that_is_none_is_refused_with_its_place(path, fact):
    domain, shape = open_source("hanoi:3x2").sized
    save_macros(MacroLibrary(domain, shape=shape), path)
    path.write_text(path.read_text() + f"subgoal_order({fact}).\n")
    with pytest.raises(InputError, match=r"orders? of subgoals") as raised:
        load_macros(path)
    assert raised.value.place.line


@pytest.mark.slow
def test_a_table_says_that_it_is_one_and_asks_for_nothing_but_the_blank(path):
    library, _shape = table("sliding-tile:2x3")
    text = library_text(library)
    assert "\nmacro_table.\n" in text
    assert load_macros("m.pl", text=text).table
    other = re.sub(r"subgoal_order\(.*\)\.", "subgoal_order([6,1,2,3,4,5]).", text)
    assert not load_macros("m.pl", text=other.replace("macro_table.\n", "")).table
    without = re.sub(r"subgoal_order\(.*\)\.\n", "", text)
    with pytest.raises(InputError, match="a macro table without its order of subgoals"):
        load_macros("m.pl", text=without)
    heavy, _shape = learned("hanoi:3x3")
    text = library_text(heavy)
    said = re.sub(
        r"(macro_domain\(.*\)\.\n)", r"\1macro_table.\nsubgoal_order('first-to-last').\n", text
    )
    said = re.sub(r"(subgoal_order\('first-to-last'\)\.\n)subgoal_order.*\n", r"\1", said)
    with pytest.raises(InputError, match="is no entry of a macro table"):
        load_macros("m.pl", text=said)


def test_an_order_of_cells_is_for_its_own_board_even_where_another_has_as_many():
    domain, shape = open_source("lights-out:1x4").sized
    library = MacroLibrary(domain, shape=shape, order=tuple(range(8)))
    with pytest.raises(InputError, match="the order of subgoals of another board"):
        library.climber(open_source("lights-out:2x2").shape)
