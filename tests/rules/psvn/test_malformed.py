"""Whatever a PSVN file holds, reading it gives a theory or says where it went wrong."""

from __future__ import annotations

from arcwise.rules import InputError, read_psvn, sliding_tile, write_psvn
from hypothesis import given
from hypothesis import strategies as st

VALID = [
    write_psvn(sliding_tile(2, 2), [(1, 2, 3, 0), (1, 3, 2, 0)]),
    "DOMAIN d 3 x y z\n# c\n3 d 3N 2\nX 1 - => X 3 - LABEL l COST 2\n- - - => y N - ; end\nGOAL x - -\n",
    "# arcwise: shape(2,1). arc_name(1, go).\n2 4 4\nA B => B A\nA A => 0 \\1\nGOAL\n3 A\n",
]
WORDS = [
    "DOMAIN", "GOAL", "LABEL", "COST", "=>", "-", "#", ";", "\\X", "X", "0", "1", "3N", "N3", "4",
    "99999999999", "1e400", "-1", "\n", "# arcwise:", "arc(", "'", ").", "\x00", "é", "\u2028",
]  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A valid text with words dropped, doubled, exchanged, put in or cut off, or with its characters damaged."""
    words = draw(st.sampled_from(VALID)).replace("\n", " \n ").split(" ")
    for _ in range(draw(st.integers(1, 4))):
        if not words:
            break
        place, other = (draw(st.integers(0, len(words) - 1)) for _ in range(2))
        match draw(st.integers(0, 6)):
            case 0:
                del words[place]
            case 1:
                words.insert(place, draw(st.sampled_from(WORDS)))
            case 2:
                words[place] = draw(st.sampled_from(WORDS) | st.text(max_size=3))
            case 3:
                words[place], words[other] = words[other], words[place]
            case 4:
                del words[place:]
            case 5:
                words[place:place] = words[other : other + 5]
            case 6:
                words[place] = words[place][: draw(st.integers(0, 3))]
    return " ".join(words)


@given(damaged() | st.text(max_size=40))
def test_damaged_text_is_a_theory_or_an_error_with_its_place(text: str) -> None:
    try:
        file = read_psvn(text, "damaged.psvn")
    except InputError as error:
        place = error.place
        assert place is not None
        assert place.source == "damaged.psvn"
        lines = text.split("\n")
        assert 1 <= place.line <= len(lines)
        assert 1 <= place.column <= len(lines[place.line - 1]) + 1
        return
    for arc in file.theory.arcs:
        assert len(arc.before) == file.theory.size
    assert all(len(goal) == file.theory.size for goal in file.goals)
    try:
        assert read_psvn(write_psvn(file.theory, file.goals), "damaged.psvn") == file
    except InputError as error:
        assert "PSVN cannot hold" in str(error)
