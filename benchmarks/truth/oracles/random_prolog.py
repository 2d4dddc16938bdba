"""Random Prolog programs with lists, cuts, tests and negations, and their answers in SWI-Prolog."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random

SWIPL = shutil.which("swipl")

CONSTANTS = ("a", "b", "c", "1", "2")

_ANSWERS = """
:- set_prolog_flag(occurs_check, true).
:- style_check(-singleton), style_check(-discontiguous).
answers(N, G) :-
    catch(( call_with_inference_limit(told(N, G), 1000000, R),
            ( R == inference_limit_exceeded -> line(N, limit) ; true ) ),
          _, line(N, error)).
told(N, G) :- forall(G, line(N, G)).
line(N, G) :- \\+ \\+ ( numbervars(G, 0, _), write_term(N-G, [quoted(true), numbervars(true)]), nl ).
"""


class RandomProgram:
    """Facts, clauses in layers, each calling those of layers before it only, and one predicate that recurs over lists.

    Parameters
    ----------
    rng
        Makes it.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.sizes = [rng.choice([1, 1, 2, 2, 3]) for _ in range(rng.randint(3, 6))]
        self._pure = rng.random() < 0.4
        self.lines = ["mem(X,[X|_]).", "mem(X,[_|T]) :- mem(X,T)."]
        for layer in range(len(self.sizes)):
            self.lines += self._facts(layer) if layer < 2 else self._clauses(layer)

    def goals(self, values: Sequence[str], most: int) -> Iterator[str]:
        """Goals of each predicate, with arguments of some values."""
        for layer, size in enumerate(self.sizes):
            each = [*product(values, repeat=size)]
            for args in self._rng.sample(each, min(most, len(each))):
                yield f"p{layer}({','.join(args)})"

    def _facts(self, layer: int) -> Iterator[str]:
        for _ in range(self._rng.randint(1, 5)):
            yield f"p{layer}({','.join(self._rng.choices(CONSTANTS, k=self.sizes[layer]))})."

    def _clauses(self, layer: int) -> Iterator[str]:
        rng = self._rng
        for _ in range(rng.randint(1, 3)):
            named = ["X", "Y", "Z"][: self.sizes[layer]]
            args = [self._term(named) if rng.random() < 0.7 else "a" for _ in named]
            body = [self._goal(layer, [*named, "U", "V"]) for _ in range(rng.randint(1, 4))]
            if not self._pure and rng.random() < 0.15:
                body.insert(rng.randrange(len(body) + 1), "!")
            yield f"p{layer}({','.join(args)}) :- {', '.join(body)}."

    def _term(self, named: Sequence[str]) -> str:
        choice = self._rng.choice
        kinds = [choice(named), choice(["a", "b", "1", "2"])]
        kinds.append(choice(["f({})", "[{}|T]"]).format(choice(named)))
        return self._rng.choices(kinds, (5, 4, 1))[0]

    def _call(self, layer: int, named: Sequence[str]) -> str:
        below = self._rng.randrange(layer)
        return f"p{below}({','.join(self._term(named) for _ in range(self.sizes[below]))})"

    def _goal(self, layer: int, named: Sequence[str]) -> str:
        choice = self._rng.choice
        one, other = choice(named), choice([*named, "a", "1"])
        call, more, last = (self._call(layer, named) for _ in range(3))
        kinds = [
            call,
            f"mem({one},{other})",
            f"{one} = {other}",
            f"{one} {choice(['<', '>', '=:='])} {other}",
            f"{one} {choice(['==', chr(92) + '==', chr(92) + '='])} {other}",
            f"\\+ {call}",
            f"({call} ; {more})",
            f"({call} -> {more} ; {last})",
            f"{choice(['atom', 'number', 'var', 'nonvar', 'is_list'])}({one})",
            f"once({call})",
            f"{one} is {one} + 1",
        ]
        weights = (60, 4, 4, 0, 0, 0, 4) if self._pure else (60, 4, 4, 6, 6, 7, 4, 4, 4, 3, 2)
        return self._rng.choices(kinds[: len(weights)], weights)[0]


def in_swi_prolog(
    programs: Sequence[tuple[Iterable[str], Sequence[str]]], file: Path
) -> list[list[list[str]]]:
    """Answers of goals of several programs, in order, in one process.

    Parameters
    ----------
    programs
        Clauses and goals of each; their predicates are p0, p1, ... and mem.
    file
        Where they are written.

    Returns
    -------
    For each goal of each program its answers; the last is ``error`` where one ends them, ``limit`` where a million inferences do.
    """
    text, asked = [_ANSWERS], []
    for number, (clauses, goals) in enumerate(programs):
        text += (_own(clause, number) for clause in clauses)
        asked += [(number, place, _own(goal, number)) for place, goal in enumerate(goals)]
    text.append(":- initialization(main).")
    text.append("main :- forall(asked(N, G), answers(N, G)), halt.")
    text += (f"asked({number}/{place}, {goal})." for number, place, goal in asked)
    file.write_text("\n".join(text) + "\n", encoding="utf-8")
    said = subprocess.run(
        [str(SWIPL), "-f", "none", str(file)],
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    found: list[list[list[str]]] = [[[] for _ in goals] for _, goals in programs]
    for line in said.stdout.splitlines():
        where, _, answer = line.partition("-")
        number, _, place = where.partition("/")
        found[int(number)][int(place)].append(re.sub(r"\bof\d+_", "", answer))
    return found


def _own(text: str, number: int) -> str:
    """A clause or goal with predicates of its own program."""
    return re.sub(r"\b(p\d+|mem)\(", rf"of{number}_\1(", text)
