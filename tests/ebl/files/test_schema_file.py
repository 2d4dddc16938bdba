"""Files of schemas: read back equal, read by SWI-Prolog, and refused with their place where they are damaged."""

import re
import subprocess
from functools import cache
from random import Random

import pytest
from arcwise.ebl.files.schema_file import (
    FACTS,
    holds_schemas,
    load_schemas,
    save_schemas,
    schemas_text,
)
from arcwise.ebl.learners.escapes import learn_escapes
from arcwise.ebl.learners.macro_table import learn_macro_table
from arcwise.ebl.schema_library import SchemaLibrary
from arcwise.ebl.schematize import schematize
from arcwise.rules.domains.hanoi import Hanoi
from arcwise.rules.domains.sliding_tiles import sliding_tile
from arcwise.rules.domains.table import SlidingTiles, read_built_in
from arcwise.rules.domains.top_spin import TopSpin
from arcwise.rules.errors import InputError
from arcwise.rules.prolog.theory_file import save_theory
from arcwise.search.climbing.climber import Climber
from arcwise.search.climbing.completeness import check_completeness
from arcwise.search.limits import Limits
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

ESCAPES = ["sliding-tile:3x3", "pancake:6", "topspin:6x3", "topspin:6x2", "topspin:7x4", "hanoi:3x3",
           "hanoi:4x2", "lights-out:2x2", "lights-out:3x3", "cube:2"]  # fmt: skip
TABLES = ["sliding-tile:2x3", "sliding-tile:3x3", "pancake:5", "topspin:6x4", "cube:2"]

with_files = settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])


@cache
def learned(board):
    family, shape = read_built_in(board)
    library = SchemaLibrary(family)
    effort = Limits(nodes=300)
    for _ in learn_escapes(library, family.practice(shape), effort=effort):
        pass
    assert len(library) > 0
    return library, shape


@cache
def table(board):
    family, shape = read_built_in(board)
    library = SchemaLibrary(family, blank_first=True)
    for _ in learn_macro_table(library, shape):
        pass
    assert len(library) > 0
    return library, shape


def made(board, kind="escapes"):
    return (learned if kind == "escapes" else table)(board)


def said(schema):
    """All that a file says about a schema; what the variables of its moves are called is not said."""
    moves = [(move.name, move.canonical, place) for move, place in schema.moves]
    return schema.name, schema.window, schema.wraps, schema.arc, moves


@pytest.fixture
def path(tmp_path):
    return tmp_path / "m.pl"


@pytest.mark.parametrize(
    ("board", "kind"),
    [*((board, "escapes") for board in ESCAPES), *((board, "table") for board in TABLES)],
)
def test_a_library_is_loaded_back_equal(path, board, kind):
    library, shape = made(board, kind)
    save_schemas(library, shape, path)
    assert holds_schemas(path)
    loaded, on = load_schemas(path)
    assert on == shape
    assert [said(schema) for schema in loaded] == [said(schema) for schema in library]
    assert loaded.blank_first == (kind == "table")
    assert loaded.family.spell(shape) == board
    for one, other in zip(loaded, library, strict=True):
        assert one.arc == other.arc
        assert one.arc.explanation is not None
        assert one.arc.origin != ""
    save_schemas(loaded, on, path.with_name("again.pl"))
    assert path.with_name("again.pl").read_text() == path.read_text()
    assert load_schemas(path.with_name("again.pl"), library.family) == (loaded, shape)


@pytest.mark.parametrize("board", ["sliding-tile:3x3", "pancake:6", "topspin:7x4", "hanoi:3x3"])
def test_what_was_loaded_climbs_as_well_as_what_was_saved(path, board):
    library, shape = learned(board)
    save_schemas(library, shape, path)
    loaded, _ = load_schemas(path)
    climbers = [Climber(library.family, shape, macros) for macros in (library, loaded)]
    assert check_completeness(climbers[0]) == check_completeness(climbers[1])
    for seed in range(5):
        start = library.family.draw(shape, Random(seed))
        one, other = (climber.advance(start) for climber in climbers)
        assert [(s.name, place) for s, place in one.plan.steps] == [
            (s.name, place) for s, place in other.plan.steps
        ]
        assert one.plan.replay() == other.plan.replay()


@pytest.mark.parametrize("cost", [0, 0.1, 1e-7, 3, 1e22])
def test_every_cost_is_read_back(path, cost):
    family = SlidingTiles("DRUL", cost)
    library = SchemaLibrary(family)
    for _ in learn_escapes(library, [(2, 3)], quiescence=1):
        pass
    save_schemas(library, (2, 3), path)
    assert load_schemas(path, family) == (library, (2, 3))


def test_moves_of_another_cost_or_order_are_known_by_their_names(path):
    family = SlidingTiles("ULRD", 2)
    library = SchemaLibrary(family)
    for _ in learn_escapes(library, [(2, 3)], quiescence=1):
        pass
    save_schemas(library, (2, 3), path)
    rules = {schema.canonical for schema in library}
    for own in (None, SlidingTiles("DRUL", 2), SlidingTiles("ULRD", 5), SlidingTiles()):
        loaded, _ = load_schemas(path, own)
        assert {schema.canonical for schema in loaded} == rules
        unit = loaded.family.schemas((2, 3))[0].cost
        assert all(schema.cost == schema.length * unit for schema in loaded)
    assert load_schemas(path)[0].family == family


def one_macro(name="m1", origin=""):
    family, shape = read_built_in("sliding-tile:2x3")
    move = {schema.name: schema for schema in family.schemas(shape)}
    steps = [(move["right"], 0), (move["down"], 1), (move["left"], 3)]
    schema = schematize(family, shape, (0, 1, 2, 3, 4, 5), steps, name, origin)
    return SchemaLibrary(family, [schema]), shape


@pytest.mark.parametrize(
    "word", ["it's", "two words", "Größe", "a\\b", "new\nline", "42", "", "[]"]
)
def test_any_name_and_origin_is_read_back(path, word):
    library, shape = one_macro(word, word)
    save_schemas(library, shape, path)
    assert load_schemas(path) == (library, shape)
    assert next(iter(load_schemas(path)[0])).arc.origin == word


def test_an_empty_library_is_read_back(path):
    family, shape = read_built_in("pancake:5")
    for blank_first in (False, True):
        save_schemas(SchemaLibrary(family, blank_first=blank_first), shape, path)
        loaded, on = load_schemas(path)
        assert (len(loaded), loaded.blank_first, on) == (0, blank_first, shape)


def test_without_its_example_a_schema_holds_all_the_same(path):
    library, shape = learned("sliding-tile:3x3")
    text = schemas_text(library, shape)
    path.write_text(re.sub(r"^schema_(example|origin).*\n", "", text, flags=re.M))
    loaded, _ = load_schemas(path)
    assert [schema.canonical for schema in loaded] == [schema.canonical for schema in library]
    assert all(schema.arc.explanation is None and schema.arc.origin == "" for schema in loaded)
    save_schemas(loaded, shape, path)
    assert "schema_example(" not in path.read_text()
    assert load_schemas(path)[0] == loaded


def test_the_facts_may_stand_in_any_order(path):
    library, shape = learned("pancake:6")
    lines = schemas_text(library, shape).splitlines()
    facts = [line for line in lines if line.startswith(("schema", "family", "%"))]
    Random(1).shuffle(facts)
    path.write_text("\n".join(facts) + "\n")
    loaded, _ = load_schemas(path)
    assert sorted(s.name for s in loaded) == sorted(s.name for s in library)
    assert {s.canonical for s in loaded} == {s.canonical for s in library}


@pytest.mark.parametrize(
    ("board", "kind"),
    [("sliding-tile:3x3", "escapes"), ("hanoi:3x3", "escapes"), ("lights-out:2x2", "escapes"),
     ("topspin:6x4", "table"), ("cube:2", "table")],
)  # fmt: skip
def test_swi_prolog_reads_every_fact_without_a_warning(tmp_path, swipl, board, kind):
    library, shape = made(board, kind)
    save_schemas(library, shape, tmp_path / "m.pl")
    goal = (
        "forall(member(F/A, [schema/6, schema_steps/2, schema_example/3, schema_origin/2, family/1]),"
        " (functor(H, F, A), aggregate_all(count, H, N), print(N), nl)),"
        " forall(schema(M, R, C, B, A, K), (functor(B, window, S), functor(A, window, S),"
        " S =:= R * C, schema_steps(M, T), length(T, J), print(M-K-J), nl))"
    )
    done = subprocess.run(
        [swipl, "-q", "-g", goal, "-t", "halt", "m.pl"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    first, rest = done.stdout.splitlines()[:5], done.stdout.splitlines()[5:]
    count = len(library)
    assert first == [str(n) for n in (count, count, count, count, 1)]
    assert rest == [f"{schema.name}-{schema.cost}-{schema.length}" for schema in library]


def test_what_swi_prolog_unifies_is_the_rule(tmp_path, swipl):
    library, shape = one_macro()
    save_schemas(library, shape, tmp_path / "m.pl")
    goal = "schema(m1, 2, 2, window(0,1,2,3), After, 3), print(After)"
    done = subprocess.run(
        [swipl, "-q", "-g", goal, "-t", "halt", "m.pl"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    (schema,) = library
    assert done.stdout == f"window({','.join(map(str, schema.arc.apply((0, 1, 2, 3))))})"


GOOD = """% One macro.
family('sliding-tile:2x3').

schema(m1, 2, 2, window(0,A,B,C), window(A,C,0,B), 3).
schema_steps(m1, [step(right,3,1),step(down,4,2),step(left,2,3)]).
schema_example(m1, window(0,1,3,4), window(1,4,0,3)).
schema_origin(m1, 'by hand').
"""


def test_a_file_written_by_hand_is_read(path):
    path.write_text(GOOD)
    loaded, shape = load_schemas(path)
    (schema,) = loaded
    assert (schema.name, schema.window, schema.cost, shape) == ("m1", (2, 2), 3, (2, 3))
    assert [(move.name, place) for move, place in schema.moves] == [
        ("right", 0), ("down", 1), ("left", 2),
    ]  # fmt: skip
    assert schema.arc.apply((0, 7, 8, 9)) == (7, 9, 0, 8)


DAMAGE = [
    (4, "window(A,C,0,B)", "window(A,B,0,C)", "its rule is not what its steps compose to"),
    (4, "window(0,A,B,C)", "window(1,A,B,C)", "its rule is not what its steps compose to"),
    (4, "window(0,A,B,C)", "window(A,A,B,C)", "does not|not what"),
    (4, "window(A,C,0,B)", "window(A,D,0,B)", "variable"),
    (4, "window(0,A,B,C)", "window(0,A,B)", "differ in length"),
    (4, "window(0,A,B,C), window(A,C,0,B)", "window(0,A), window(A,0)", "does not fit its window"),
    (4, "window(0,A,B,C)", "window(0,f(A),B,C)", "not a symbol"),
    (4, "window(0,A,B,C)", "0", "not a state"),
    (4, "2, 2, window(0", "3, 3, window(0", "does not fit its window"),
    (4, "2, 2, window(0", "4, 1, window(0", "does not fit"),
    (4, "2, 2, window(0", "1, 4, window(0", "does not fit"),
    (4, "2, 2, window(0", "0, 2, window(0", "bad window"),
    (4, "2, 2, window(0", "-2, -2, window(0", "bad window"),
    (4, "2, 2, window(0", "two, 2, window(0", "bad window"),
    (4, "2, 2, window(0", "99999999999999999999, 2, window(0", "does not fit its window"),
    (4, "B), 3)", "B), 4)", "its cost is not that of its steps"),
    (4, "B), 3)", "B), 3.5)", "its cost is not that of its steps"),
    (4, "B), 3)", "B), -3)", "bad cost"),
    (4, "B), 3)", "B), cheap)", "bad cost"),
    (4, "B), 3)", "B), X)", "bad cost"),
    (4, "[step(right,3,1)", "[step(jump,3,1)", "is no move of sliding-tile"),
    (4, "[step(right,3,1)", "[step(right,0,1)", "is no move of sliding-tile"),
    (4, "[step(right,3,1)", "[step(right,-1,1)", "is no move of sliding-tile"),
    (4, "[step(right,3,1)", "[step(right,99,1)", "is no move of sliding-tile"),
    (4, "[step(right,3,1)", "[step(sideways,3,1)", "is no move of sliding-tile"),
    (4, "[step(right,3,1)", "[step(X,3,1)", "is no move of sliding-tile"),
    (4, "[step(right,3,1)", "[step(right,3,0)", "does not fit its window"),
    (4, "[step(right,3,1)", "[step(right,3,2)", "does not fit its window"),
    (4, "[step(right,3,1)", "[step(right,3,99)", "does not fit its window"),
    (4, "[step(right,3,1)", "[step(right,3,3)", "does not apply"),
    (4, "[step(right,3,1)", "[step(right,three,1)", "bad step"),
    (4, "[step(right,3,1)", "[step(right,3)", "bad step"),
    (4, "[step(right,3,1)", "[right", "bad step"),
    (4, "[step(right,3,1),step(down,4,2),step(left,2,3)]", "[step(right,3,1)]", "not what its steps"),
    (4, "[step(right,3,1),step(down,4,2),step(left,2,3)]", "[]", "its steps are missing"),
    (4, "[step(right,3,1),step(down,4,2),step(left,2,3)]", "none", "its steps are missing"),
    (4, "schema_steps(m1, [step(right,3,1),step(down,4,2),step(left,2,3)]).\n", "", "are missing"),
    (4, "window(1,4,0,3)", "window(1,3,0,4)", "do not lead from its example's start to its goal"),
    (6, "window(1,4,0,3)", "window(1,4,0)", "does not fit its window"),
    (4, "window(0,1,3,4)", "window(1,0,3,4)", "does not apply"),
    (4, "window(0,1,3,4)", "window(0,X,3,4)", "has no variables"),
    (4, "window(0,1,3,4)", "nowhere", "not a state"),
    (5, "schema_steps(m1", "schema_steps(m2", "no schema is called m2"),
    (6, "schema_example(m1", "schema_example(m2", "no schema is called m2"),
    (7, "schema_origin(m1", "schema_origin(X", "no schema is called X"),
    (4, "schema(m1, 2, 2, window(0,A,B,C), window(A,C,0,B), 3).\n", "", "no schema is called m1"),
    (5, "step(down,4,2)", "step(down,4,2", "syntax error"),
    (7, "'by hand'", "'by hand", "quote|syntax|end"),
    (2, "'sliding-tile:2x3'", "'chess:8x8'", "not a library of schemas"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "was", "becomes", "message"), DAMAGE)
def test_damage_is_refused_with_file_and_line(path, line, was, becomes, message):
    assert was in GOOD
    path.write_text(GOOD.replace(was, becomes))
    with pytest.raises(InputError, match=message) as caught:
        load_schemas(path)
    place = caught.value.place
    assert place.source == str(path)
    assert str(caught.value).startswith(str(path))
    if message != "not a library of schemas":
        assert place.line == line


def test_two_schemas_of_one_name_or_one_rule_are_refused_at_the_second(path):
    lines = GOOD.splitlines(keepends=True)
    path.write_text(GOOD + lines[3])
    with pytest.raises(InputError, match="two schemas are called m1") as caught:
        load_schemas(path)
    assert caught.value.place.line == 8
    path.write_text(GOOD + "".join(lines[3:6]).replace("m1", "m2"))
    with pytest.raises(InputError, match="schema m2 same rule as m1, which costs 3") as caught:
        load_schemas(path)
    assert caught.value.place.line == 8


def test_a_schema_of_one_move_or_of_no_effect_is_refused(path):
    path.write_text(
        "family('pancake:4').\n"
        "schema(m1, 1, 2, window(A,B), window(B,A), 1).\nschema_steps(m1, [step(flip2,1,1)]).\n"
    )
    with pytest.raises(InputError, match=r"m\.pl:2:1: schema m1 is the single move flip2"):
        load_schemas(path)
    path.write_text(
        "family('pancake:4').\nschema(m1, 1, 2, window(A,B), window(A,B), 2).\n"
        "schema_steps(m1, [step(flip2,1,1),step(flip2,1,1)]).\n"
    )
    with pytest.raises(InputError, match=r"m\.pl:2:1: schema m1 does nothing"):
        load_schemas(path)


@pytest.mark.parametrize(
    "text",
    ["", "% nothing\n", "schema(m1, 1, 1, window(A), window(A), 1).\n", "family(X).\n",
     "family(f(1)).\n", "family(7).\n", "family(a, b).\n", "arc([0,A], [A,0], 1).\n"],
)  # fmt: skip
def test_a_file_without_a_family_is_no_library(path, text):
    path.write_text(text)
    with pytest.raises(InputError, match="not a library of schemas") as caught:
        load_schemas(path)
    assert str(caught.value).startswith(str(path))


@pytest.mark.parametrize(
    ("board", "other"),
    [
        ("pancake:6", SlidingTiles()), ("topspin:6x3", TopSpin(4)), ("hanoi:3x3", Hanoi(4)),
        ("sliding-tile:3x3", read_built_in("cube:2")[0]),
    ],
)  # fmt: skip
def test_schemas_of_another_family_are_refused(path, board, other):
    save_schemas(*learned(board), path)
    with pytest.raises(InputError, match="these macros are for another domain") as caught:
        load_schemas(path, other)
    assert str(caught.value).startswith(str(path))
    assert caught.value.found == board


def test_a_file_that_cannot_be_read_or_written_is_named(path):
    library, shape = one_macro()
    for other in (path, path.parent):
        with pytest.raises(InputError) as caught:
            load_schemas(other)
        assert str(caught.value).startswith(str(other))
        with pytest.raises(InputError):
            holds_schemas(other)
    path.write_bytes(b"family('\xff').")
    with pytest.raises(InputError, match="not a text file"):
        load_schemas(path)
    with pytest.raises(InputError, match="cannot be written"):
        save_schemas(library, shape, path / "below" / "m.pl")


def test_files_of_schemas_are_told_from_others(path):
    save_theory(sliding_tile(2, 3), path)
    assert not holds_schemas(path)
    path.write_text("")
    assert not holds_schemas(path)
    path.write_text(GOOD)
    assert holds_schemas(path)
    path.write_text("family(")
    with pytest.raises(InputError, match=r"m\.pl:1"):
        holds_schemas(path)


def refused_or_sound(path, known):
    """Load a damaged file: an error that names the file, or nothing that was not there before."""
    try:
        loaded, _ = load_schemas(path)
    except InputError as error:
        assert str(error).startswith(str(path))
        return
    assert {schema.canonical for schema in loaded} <= known


@pytest.mark.parametrize("board", ["sliding-tile:3x3", "pancake:6", "topspin:7x4", "hanoi:3x3",
                                   "lights-out:2x2"])  # fmt: skip
@with_files
@given(st.data())
def test_a_truncated_file_is_refused_or_still_sound(path, board, data):
    library, shape = learned(board)
    few = SchemaLibrary(library.family, list(library)[:4])
    text = schemas_text(few, shape)
    path.write_text(text[: data.draw(st.integers(0, len(text)))])
    refused_or_sound(path, {schema.canonical for schema in few})


@pytest.mark.parametrize("board", ["sliding-tile:3x3", "pancake:6", "topspin:7x4", "hanoi:3x3"])
@with_files
@given(st.randoms(use_true_random=False))
def test_lines_lost_doubled_or_moved_are_refused_or_still_sound(path, board, rng):
    library, shape = learned(board)
    few = SchemaLibrary(library.family, list(library)[:4])
    lines = schemas_text(few, shape).splitlines()
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


@pytest.mark.parametrize("board", ["sliding-tile:3x3", "pancake:6", "topspin:7x4"])
@with_files
@given(st.randoms(use_true_random=False))
def test_numbers_and_names_changed_are_refused_or_make_a_rule_that_holds(path, board, rng):
    """A rule that is read is always what its steps compose to, whatever was written over."""
    library, shape = learned(board)
    text = schemas_text(SchemaLibrary(library.family, list(library)[:3]), shape)
    lines = text.splitlines(keepends=True)
    heads = [n for n, line in enumerate(lines) if line.startswith(("schema(", "schema_steps("))]
    number = rng.choice(heads)
    words = list(re.finditer(r"\w+", lines[number]))
    word = rng.choice(words[1:])
    new = rng.choice([rng.choice(words).group(), "0", "1", "9", "X", "foo", "-1", "1.5"])
    lines[number] = lines[number][: word.start()] + new + lines[number][word.end() :]
    path.write_text("".join(lines))
    try:
        loaded, _ = load_schemas(path)
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


def test_every_fact_is_declared(path):
    text = schemas_text(*one_macro(origin="here"))
    for name, size in FACTS.items():
        assert f"{name}/{size}" in text.splitlines()[1]
        assert (f"\n{name}(" in text) == (name != "move_cost")  # moves cost 1
