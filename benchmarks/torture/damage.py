"""Random faults in texts."""

from __future__ import annotations

import sqlite3
from random import Random

VOCABULARY = r"""
0 1 2 -1 9 99999999999999999999 1e400 nan 1.5 - => GOAL DOMAIN LABEL COST # ; % :- . , ( ) [ ] { } | * + ' " \
arc s shape blank symbols macro(1,m1). :-op(700,xfx,=>). define :action :parameters ?x object and not or either
forall when increase total-cost start goal training problems null true @ $ _ X
"""
WORDS = (*VOCABULARY.split(), "\t", "\n", "\x00", "é", "\u2028", "\ud7ff")


CELLS = (
    *(None, "", "x", -1, 0, 3, 2**62, 1.5, 9e999, b"\x00\xff", "[]", "{}", "null", "[[1]]", '"x"'),
    *(
        "[1,2]",
        "9" * 5000,
        "[1e999]",
        "[" * 100_000,
        "/etc/hostname",
        "../x",
        '{"a":1}',
        "\x1b]0;x\x07",
    ),
)
STATEMENTS = (
    "CREATE VIEW more AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
    "DROP TABLE claim",
    "ALTER TABLE search ADD COLUMN more",
    "PRAGMA user_version = 99",
    "PRAGMA application_id = 0",
    "DELETE FROM problem",
    "DELETE FROM condition",
    "CREATE TRIGGER more AFTER INSERT ON setting BEGIN DELETE FROM search; END",
)


def alter(rng: Random, connection: sqlite3.Connection) -> None:
    """Put something else into a cell of a database, or change its tables."""
    if rng.random() < 0.1:
        connection.execute(rng.choice(STATEMENTS))
        return
    query = "SELECT name FROM sqlite_master WHERE type = 'table'"
    table = rng.choice(connection.execute(query).fetchall())[0]
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    rows = [row[0] for row in connection.execute(f"SELECT rowid FROM {table}")]
    if columns and rows:
        change = f"UPDATE {table} SET {rng.choice(columns)} = ? WHERE rowid = ?"
        connection.execute(change, (rng.choice(CELLS), rng.choice(rows)))


def damaged(rng: Random, valid: tuple[str, ...]) -> bytes:
    """One of the texts with a few random faults, as bytes."""
    text = rng.choice(valid)
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        text = rng.choice(DAMAGES)(rng, text, valid)
    data = text.encode("utf-8", errors="surrogatepass")
    if data and rng.random() < 0.05:
        place = rng.randrange(len(data))
        data = data[:place] + bytes([rng.randrange(256)]) + data[place + rng.randrange(2) :]
    return data[:2_000_000]


def _span(rng: Random, text: str, most: int) -> tuple[int, int]:
    start = rng.randint(0, len(text))
    return start, min(len(text), start + rng.randint(0, most))


def _drop(rng: Random, text: str, _: tuple[str, ...]) -> str:
    start, end = _span(rng, text, rng.choice((1, 3, 30)))
    return text[:start] + text[end:]


def _put(rng: Random, text: str, _: tuple[str, ...]) -> str:
    start, end = _span(rng, text, rng.choice((0, 0, 1, 5)))
    return text[:start] + rng.choice(WORDS) + rng.choice(("", " ")) + text[end:]


def _cut(rng: Random, text: str, _: tuple[str, ...]) -> str:
    return text[: rng.randint(0, len(text))]


def _double(rng: Random, text: str, _: tuple[str, ...]) -> str:
    start, end = _span(rng, text, rng.choice((5, 50, 500)))
    return text[:end] + text[start:end] * rng.choice((1, 1, 2, 50)) + text[end:]


def _splice(rng: Random, text: str, valid: tuple[str, ...]) -> str:
    other = rng.choice(valid)
    start, end = _span(rng, other, 200)
    place = rng.randint(0, len(text))
    return text[:place] + other[start:end] + text[place:]


def _lines(rng: Random, text: str, _: tuple[str, ...]) -> str:
    lines = text.splitlines(keepends=True)
    if len(lines) > 1:
        one, other = (rng.randrange(len(lines)) for _ in range(2))
        lines[one], lines[other] = lines[other], lines[one]
    return "".join(lines)


def _word(rng: Random, text: str, _: tuple[str, ...]) -> str:
    words = text.split(" ")
    words[rng.randrange(len(words))] = rng.choice((rng.choice(WORDS), rng.choice(words)))
    return " ".join(words)


def _deep(rng: Random, text: str, _: tuple[str, ...]) -> str:
    place = rng.randint(0, len(text))
    return text[:place] + rng.choice("([{-'\"\\,|:") * rng.choice((10, 1000, 30_000)) + text[place:]


DAMAGES = (_drop, _drop, _put, _put, _put, _cut, _double, _splice, _lines, _word, _word, _deep)
