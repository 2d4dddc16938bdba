"""One goal asked of both engines, which have to agree on everything but the time."""

from __future__ import annotations

from typing import Any

from arcwise.logic.program import term_text
from arcwise.logic.prover import Database, Proof, ProofResult, prove
from arcwise.rules import InputError
from arcwise.rules.prolog.operators import OperatorTable

OPERATORS = OperatorTable.default()


def agreed(program, goal, *options: Any, **more: Any) -> ProofResult:
    """What the kernel finds, where it can serve; the Python engine finds the same, with the same counts and proofs."""
    database = program if isinstance(program, Database) else Database(program)
    expected, found = (
        _asked(database, goal, *options, **{"engine": engine, **more})
        for engine in ("python", "auto")
    )
    assert _told(found) == _told(expected)
    if isinstance(found, InputError):
        raise found
    return found


def _asked(*options: Any, **more: Any) -> ProofResult | InputError:
    try:
        return prove(*options, **more)
    except InputError as error:
        return error


def _told(result: ProofResult | InputError) -> Any:
    if isinstance(result, InputError):
        return str(result)
    answers = [
        (
            term_text(answer.goal, OPERATORS),
            {one.name: term_text(value, OPERATORS) for one, value in answer.bindings.items()},
            [_tree(one) for one in answer.proof],
        )
        for answer in result.answers
    ]
    counts = result.inferences, result.tried
    return result.status, answers, counts, result.limit, result.exhausted


def _tree(proof: Proof) -> Any:
    """Every node of a proof, with the clause that it is by."""
    nodes = []
    pending = [proof]
    while pending:
        node = pending.pop()
        shown = term_text(node.goal, OPERATORS)
        sizes = len(node.parts), len(node.condition)
        nodes.append((shown, node.literal.name, node.mark, node.clause and node.clause.term, sizes))
        pending += node.parts + node.condition
    return nodes
