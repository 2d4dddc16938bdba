"""Terms and clauses as people read them."""

from __future__ import annotations

import os
import subprocess

import pytest
from arcwise.logic.program import Compound, PrologString
from arcwise.logic.program.clause_text import quiet_clause_text, term_text
from arcwise.logic.program.program import HornClause
from arcwise.rules import read_clauses
from arcwise.rules.prolog.operators import OperatorTable
from hypothesis import given
from hypothesis import strategies as st

OPERATORS = OperatorTable.default()


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("Zürich", "'Zürich'"),
        (Compound("東京", ("ß", PrologString("Genève"))), "'東京'('ß',\"Genève\")"),
        ("a\u3164b\xa0c\nd", "'a\\x3164\\b\\xa0\\c\\xa\\d'"),
    ],
)
def test_letters_beyond_ascii_are_shown_and_what_nobody_sees_by_its_code(term, text):
    assert term_text(term, OPERATORS) == text


def test_clauses_of_files_are_in_ascii():
    clause = HornClause(Compound("town", ("Zürich", PrologString("Genève"))))
    assert quiet_clause_text(clause, OPERATORS) == "town('Z\\xfc\\rich',\"Gen\\xe8\\ve\")."


@given(st.text(max_size=4), st.text(max_size=4))
def test_any_text_is_read_back_as_it_was(name, inside):
    term = Compound(name, (inside, PrologString(inside)))
    (read,) = read_clauses(f"{term_text(term, OPERATORS)} .")
    assert read.term == term


@pytest.mark.slow
def test_swi_prolog_reads_all_letters_that_are_shown(swipl, tmp_path):
    letters = "".join(map(chr, [*range(0x20, 0xD800), *range(0xE000, 0x11000)]))
    file = tmp_path / "letters.pl"
    file.write_text(
        f"shown({term_text(letters, OPERATORS)}).\n{quiet_clause_text(HornClause(Compound('coded', (letters,))), OPERATORS)}\n",
        "utf-8",
    )
    done = subprocess.run(
        [swipl, "-q", "-g", "shown(X), coded(X), write(same)", "-t", "halt", str(file)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    assert (done.stdout, done.stderr) == ("same", "")
