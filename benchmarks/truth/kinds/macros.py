"""Macros of random boards apply wherever their steps can be made, nowhere else, and do the same; that is tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from arcwise.ebl import Macro, MacroLibrary, compose, explain, generalize, load_macros, save_macros
from arcwise.rules import Arc, Var
from arcwise.rules.cost import MOST_COST
from arcwise.rules.domains.domain_table import domain_of
from arcwise.search import solve
from torture.attack import Attack, Case

from ..asking import problem_of, theory_of, written
from ..oracles.boards import Board, Rule, V, applied, exact, same, smaller, walked
from ..oracles.macros import carried_out, difference, telling_states
from ..oracles.random_boards import random_board
from ..statement import FALSE, hold

PATHS = 4
"""Learned from on each board."""

ALGORITHMS = ("a-star", "breadth-first", "uniform-cost", "greedy", "auto", "fast")


@dataclass(frozen=True)
class Asked:
    """A board, and the numbers of the rules of some paths from its start.

    Parameters
    ----------
    board, paths
        What is explained and generalized.
    seed
        Of the states that are tried where there are too many to try all.
    """

    board: Board
    paths: tuple[tuple[int, ...], ...]
    seed: int


def attack(case: Case) -> None:
    """Generalize random paths."""
    rng = case.rng
    board = random_board(rng)
    paths = []
    for _ in range(PATHS):
        state, path = board.start, []
        for _ in range(rng.randint(1, 5)):
            moves = [
                (number, after)
                for number, rule in enumerate(board.rules)
                if (after := applied(rule, state)) is not None
            ]
            if not moves:
                break
            number, state = rng.choice(moves)
            path.append(number)
        if path:
            paths.append(tuple(path))
    if paths:
        hold(case, Asked(board, tuple(paths), rng.randrange(10**6)), false_of, fewer, lines)


def fewer(asked: Asked) -> Iterator[Asked]:
    """Inputs with one thing less."""
    for place, path in enumerate(asked.paths):
        others = asked.paths[:place], asked.paths[place + 1 :]
        if len(asked.paths) > 1:
            yield replace(asked, paths=(*others[0], *others[1]))
        for step in range(len(path)):
            less = (*path[:step], *path[step + 1 :])
            if less and carried_out([asked.board.rules[n] for n in less], asked.board.start):
                yield replace(asked, paths=(*others[0], less, *others[1]))
    used = {number for path in asked.paths for number in path}
    for board in smaller(asked.board):
        if len(board.rules) == len(asked.board.rules):
            yield replace(asked, board=board)
    for unused in set(range(len(asked.board.rules))) - used:
        rules = asked.board.rules[:unused] + asked.board.rules[unused + 1 :]
        paths = tuple(tuple(n - (n > unused) for n in path) for path in asked.paths)
        yield replace(asked, board=replace(asked.board, rules=rules), paths=paths)


def lines(asked: Asked) -> str:
    """The board, and the paths by the numbers of its rules, from 1."""
    paths = (" ".join(str(number + 1) for number in path) for path in asked.paths)
    return "\n".join([written(asked.board), *(f"path {path}" for path in paths)])


def rule_of(arc: Arc) -> Rule:
    """An arc as a rule of ours."""

    def terms(pattern: Sequence[object]) -> tuple:
        return tuple(V(t.name) if isinstance(t, Var) else t for t in pattern)

    return Rule(arc.name, terms(arc.before), terms(arc.after), arc.cost)


def false_of(asked: Asked, case: Case) -> Iterator[tuple[str, str]]:
    """False statements about the macros."""
    board, rng = asked.board, Random(asked.seed)
    theory = theory_of(board)
    domain = domain_of(theory).of_size(theory.shape)
    library = MacroLibrary(domain)
    states = list(telling_states(board.rules, board.start, rng))
    case.count("boards")
    learned: list[tuple[Macro, list[Rule]]] = []
    for path in asked.paths:
        steps = [board.rules[number] for number in path]
        if sum(exact(rule.cost) for rule in steps) > MOST_COST:
            case.count("refused")
            continue
        macro = generalize(
            explain(board.start, [theory.arcs[number] for number in path], theory),
            library.next_name(),
        )
        case.count("macros")
        yield from _held(macro.arc, steps, states)
        for kept, _ in learned:
            alike = rule_of(kept.arc), rule_of(macro.arc)
            equal = kept.canonical == macro.canonical
            differ = difference(alike[0], [alike[1]], states)
            if (equal and differ) or not (equal or differ or len(board.start) > 3):
                yield "same rule", f"{macro} and {kept}: same {equal}, {differ}"
        admission = library.add(macro)
        nothing = all(carried_out(steps, s) in (None, s) for s in states)
        if not admission.accepted and "does nothing" in admission.reason and not nothing:
            yield "admission", f"{macro}: {admission.reason}"
        single = not admission.accepted and "single move" in admission.reason
        if single and all(difference(rule_of(macro.arc), [r], states) for r in board.rules):
            yield "admission", f"{macro}: {admission.reason}"
        learned.append((macro, steps))
    yield from _composed(board, theory.arcs, states, rng)
    if len(library):
        yield from _kept(library, {m.name: s for m, s in learned}, states, case)
        yield from _searched(board, library, case)


def _held(arc: Arc, steps: Sequence[Rule], states: Sequence) -> Iterator[tuple[str, str]]:
    """Whether an arc is what steps are, their cost too."""
    wrong = difference(rule_of(arc), steps, states)
    if wrong:
        yield wrong.partition(":")[0], f"{arc} {wrong.partition(':')[2]}"
    if not same(arc.cost, float(sum(exact(rule.cost) for rule in steps))):
        yield "macro's cost", f"{arc}: {arc.cost}"


def _composed(
    board: Board, arcs: Sequence[Arc], states: Sequence, rng: Random
) -> Iterator[tuple[str, str]]:
    one, other = rng.randrange(len(arcs)), rng.randrange(len(arcs))
    steps = [board.rules[one], board.rules[other]]
    found = compose(arcs[one], arcs[other])
    if found is not None:
        yield from _held(found, steps, states)
    elif any(carried_out(steps, state) is not None for state in states):
        yield "composition", f"{steps[0]} is said never to be followed by {steps[1]}"


def _kept(
    library: MacroLibrary, steps: dict[str, list[Rule]], states: Sequence, case: Case
) -> Iterator[tuple[str, str]]:
    """Whether a macro file keeps what macros are."""
    file = case.folder / "macros.pl"
    save_macros(library, file)
    read = load_macros(file, library.domain)
    for macro in read:
        yield from _held(macro.arc, steps[macro.name], states)
    if len(read) != len(library):
        yield "macro file", f"{len(read)} macros of {len(library)}"


def _searched(board: Board, library: MacroLibrary, case: Case) -> Iterator[tuple[str, str]]:
    """Whether searches with macros are right."""
    problem = problem_of(board)
    theory = problem.theory.with_macros(library.arcs(problem.theory))
    with_macros = replace(problem, theory=theory)
    if not board.space.whole:
        return
    for algorithm in ALGORITHMS:
        result = solve(with_macros, algorithm)
        case.count("searches")
        if result.status == "unsolvable" and board.space.solvable:
            yield "unsolvable with macros", f"{algorithm}: {board.space.least} it costs"
        if not result.solved:
            continue
        ends = walked(board, result.move_names)
        reached = [state for state in ends if board.is_goal(state)]
        if not reached:
            yield "plan with macros", f"{algorithm}: {result.move_names}"
        elif result.optimal and not same(result.cost, board.space.least or 0):
            yield "optimal with macros", f"{algorithm}: {result.cost}, {board.space.least} is least"


MACROS = Attack(
    name="macros",
    share=2,
    counted=("boards", "macros", "searches"),
    wrong=(FALSE,),
    attack=attack,
    asked=("macros", 3_000),
)
