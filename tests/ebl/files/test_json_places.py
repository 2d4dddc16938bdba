from __future__ import annotations

import json
from typing import Any

import pytest
from arcwise.ebl.example_set import json_entries
from arcwise.rules import InputError
from hypothesis import given
from hypothesis import strategies as st

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=10,
)


@pytest.mark.long
@given(st.lists(VALUES), st.sampled_from([None, 0, 2]))
def test_a_list_gives_what_the_standard_reader_gives(values: list[Any], indent: int | None) -> None:
    text = json.dumps(values, indent=indent)
    assert [value for _, value, _ in json_entries(text, "x")] == values


@pytest.mark.long
@pytest.mark.slow
@given(st.dictionaries(st.text(), VALUES))
def test_an_object_gives_the_entries_of_its_lists(members: dict[str, Any]) -> None:
    found: dict[str, list[Any]] = {}
    for key, value, _ in json_entries(json.dumps(members), "x"):
        found.setdefault(key, []).append(value)
    assert found == {k: v for k, v in members.items() if isinstance(v, list) and v}


@pytest.mark.long
@given(st.text() | st.lists(VALUES).map(json.dumps).map(lambda text: text[:-1]))
def test_bad_json_is_an_error_with_a_place(text: str) -> None:
    try:
        json.loads(text)
    except ValueError:
        with pytest.raises(InputError) as caught:
            list(json_entries(text, "file"))
        assert str(caught.value).startswith("file:")


def test_places_count_lines_and_columns_from_one() -> None:
    places = [str(place) for _, _, place in json_entries('{"a": [1,\n  2],\n "b": [[3]]}', "f")]
    assert places == ["f:1:8", "f:2:3", "f:3:8"]


def test_lists_nested_too_deeply_are_refused() -> None:
    with pytest.raises(InputError):
        list(json_entries("[" * 100_000, "f"))
