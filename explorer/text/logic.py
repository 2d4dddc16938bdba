"""Answers, proofs, learned rules and their reasons as plain text and as plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from ...logic.learning.cuts import Cut
from ...logic.learning.generalize import ArgumentReason, ConditionReason, GeneralProof
from ...logic.learning.rule_library import LearnedRule, RuleLibrary
from ...logic.program.clause_text import clause_text, term_text
from ...logic.program.program import Goal, HornClause, LogicProgram, conjuncts, indicator, spelled
from ...logic.prover.compiled import Database
from ...logic.prover.proof import ABOVE, Proof
from ...logic.prover.prove import Answer, ProofResult
from ...rules.term import Compound, PrologTerm, Var
from ...rules.text.words import listed

WHOLE = 1200
"""The priority of a term that stands alone."""

LONGEST_BESIDE = 44
"""Characters of a goal that stands in a column; a longer one has a line of its own."""


DEEPEST_INDENTED = 50
"""Depth of a goal that is indented; of a deeper one the depth is told, as a proof may be a million goals deep."""


def clause_writer(program: LogicProgram) -> Callable[[HornClause], str]:
    """A function that writes clauses of a program, each once: a proof uses the same ones again and again."""
    return cache(lambda clause: clause_text(clause, program.operators))


def indent(depth: int) -> str:
    """Indentation of a goal of a proof at a depth."""
    return "  " * depth if depth <= DEEPEST_INDENTED else "  " * DEEPEST_INDENTED + f"({depth}) "


def example_text(example: Goal, library: RuleLibrary) -> str:
    """An example as people read it: a goal, or of macro-operators both ends of a path."""
    operators, step = library.program.operators, library.step
    moves = conjuncts(example)
    if step is None or not all(isinstance(one, Compound) for one in moves):
        return term_text(example, operators)
    if not moves:
        return "a path of no moves"
    first, last = (
        term_text(moves[end].args[place], operators)  # type: ignore[union-attr]
        for end, place in ((0, step.before), (-1, step.after))
    )
    return f"{first} to {last}" + (f", {len(moves)} moves" if len(moves) > 1 else "")


def answer_data(answer: Answer, program: LogicProgram, *, proof: bool = True) -> dict[str, Any]:
    """An answer as plain values: bindings as text, and the proof if there is one and it is wanted."""
    bindings = {
        one.name: term_text(value, program.operators) for one, value in answer.bindings.items()
    }
    nodes = [node_data(node, program) for node in answer.proof] if proof else []
    output = {"output": answer.output} if answer.output else {}
    return {**output, "bindings": bindings, **({"proof": nodes} if nodes else {})}


def node_data(proof: Proof, program: LogicProgram) -> list[dict[str, Any]]:
    """The nodes of a proof, parents first, each with its depth."""
    written = clause_writer(program)
    return [
        {
            "depth": depth,
            "goal": term_text(node.goal, program.operators),
            "clause": written(node.clause) if node.clause else None,
        }
        for depth, node in proof.walk()
    ]


def proof_lines(proofs: Iterable[Proof], program: LogicProgram) -> list[str]:
    """Proofs as trees, a goal a line, with the clause behind each goal that one resolves."""
    rows, written = [], clause_writer(program)
    for proof in proofs:
        for depth, node in proof.walk():
            goal = term_text(node.goal, program.operators)
            by = ""
            if node.mark == ABOVE:
                by = "proved above"
            elif node.clause is not None and node.clause.body:
                by = f"by {written(node.clause)}"
            elif node.clause is None:
                # SWI-Prolog tells no steps of a program's tables, nor of facts that change.
                own = indicator(node.goal) in program.clauses
                by = node.mark or ("answered by SWI-Prolog" if own else "built in")
            rows.append((indent(depth) + goal, by))
    width = min(40, max((len(left) for left, _ in rows), default=0))
    return [f"{left:<{width}}  {by}".rstrip() for left, by in rows]


def result_data(
    result: ProofResult, program: LogicProgram, *, proof: bool = True
) -> dict[str, Any]:
    """The outcome of a proof search as plain values; None for counts that SWI-Prolog does not tell."""
    own = result.engine != "swi"
    return {
        "status": result.status.value,
        "answers": [answer_data(one, program, proof=proof) for one in result.answers],
        "exhausted": result.exhausted,
        "inferences": result.inferences if own or result.inferences else None,
        "tried": result.tried if own else None,
        "elapsed": result.elapsed,
        "limit": result.limit,
        "algorithm": result.algorithm,
        "engine": result.engine,
        "note": result.note,
        **({"output": result.output} if result.output else {}),
        **({"error": str(result.error)} if result.error is not None else {}),
    }


def rule_text(rule: LearnedRule, program: LogicProgram, *, longest: int | None = None) -> str:
    """A learned rule as a clause, of ``longest`` letters at most."""
    return clause_text(rule.clause, program.operators, longest=longest)


KINDS = {
    "operational": "a condition",
    "implied": "left out: it holds by what the rule says already",
    "computed": "holds by itself",
}
"""Words for the nodes of a generalized proof that no clause resolves."""


def explained_lines(found: GeneralProof, program: LogicProgram) -> list[str]:
    """A proof with its generalization beside it, and the reasons of the rule's arguments and conditions."""
    operators, written = program.operators, clause_writer(program)
    rows = [("proof", "generalized", "")]
    for node in found.nodes:
        front = indent(node.depth)
        by = KINDS.get(node.kind, "")
        if node.clause is not None:
            by = f"by {written(node.clause)}"
        rows.append(
            (
                front + term_text(node.goal, operators),
                front + term_text(node.general, operators),
                by,
            )
        )
    left, middle = (
        max(len(row[at]) for row in rows if len(row[at]) <= LONGEST_BESIDE) for at in (0, 1)
    )
    lines = []
    for one, two, by in rows:
        if len(one) > left:
            lines.append(one)
            one = ""
        if len(two) > middle:
            lines.append(f"{one:<{left}}  {two}".rstrip())
            one = two = ""
        lines += [f"{one:<{left}}  {two:<{middle}}  {by}".rstrip()] if one or two or by else []
    lines += ["", f"rule: {clause_text(found.rule, operators)}"]
    reasons = reason_lines(found, program)
    return [*lines, *(f"  {reason}" for reason in reasons)]


def explained_rules(
    library: RuleLibrary,
    rules: Iterable[LearnedRule] | None = None,
    width: int = 80,
    *,
    database: Database | None = None,
) -> str:
    """Explanations of the rules of a library, or of some of them, one below the other; ``database`` has proved them."""
    program, texts = library.program, []
    for rule in library if rules is None else rules:
        lines = [f"{rule.name}, learned from {example_text(rule.example, library)}", ""]
        if rule.explanation is None:
            lines.append(f"rule: {rule_text(rule, program)}\n  the solved goal itself")
        else:
            lines += explained_lines(rule.explanation, program)
            lines += cut_lines(rule.cuts(database or program), rule.clause, program)
        texts.append("\n".join(lines))
    return f"\n\n{'-' * min(width, 80)}\n\n".join(texts)


def cut_lines(
    found: Sequence[Cut], rule: HornClause, program: LogicProgram, *, longest: int | None = None
) -> list[str]:
    """The rules at each cut of a proof's tree, from the most general one to the operational one, with how each is asked for.

    A rule of more than ``longest`` letters is cut.
    """
    if len(found) < 2:
        return []
    lines = ["", "cuts of the tree, from general to operational:"]
    for cut in found:
        same = (cut.rule.head, cut.rule.body) == (rule.head, rule.body)
        text = clause_text(cut.rule, program.operators, longest=longest)
        lines.append(f"  {cut.level}  {text}{'  (this rule)' if same else ''}")
        if cut.operational:
            lines.append(f"     --operational {','.join(map(spelled, cut.operational))}")
    return lines


def cut_data(found: Sequence[Cut], program: LogicProgram) -> list[dict[str, Any]]:
    """Cuts of a proof's tree as plain values; ``operational`` is null where no predicates tell the cut."""
    return [
        {
            "level": cut.level,
            "rule": clause_text(cut.rule, program.operators),
            "operational": None
            if cut.operational is None
            else [spelled(one) for one in cut.operational],
        }
        for cut in found
    ]


def reason_lines(
    found: GeneralProof, program: LogicProgram, *, longest: int | None = None
) -> Iterator[str]:
    """Why each argument and each condition of a rule is what it is, a line each; terms of more than ``longest`` letters are cut."""
    arguments, conditions = _reasons(found, program, longest)
    yield from (f"argument {reason}" for reason in arguments)
    yield from (f"condition {reason}" for reason in conditions)


def _reasons(
    found: GeneralProof, program: LogicProgram, longest: int | None = None
) -> tuple[Iterator[str], Iterator[str]]:
    written = clause_writer(program)

    def term(one: PrologTerm) -> str:
        return term_text(one, program.operators, longest=longest)

    return (
        (_argument_reason(one, term, written) for one in found.arguments),
        (_condition_reason(one, term, written) for one in found.conditions),
    )


def _argument_reason(
    reason: ArgumentReason,
    text: Callable[[PrologTerm], str],
    written: Callable[[HornClause], str],
) -> str:
    """Why an argument is a constant, a variable or the same variable twice."""
    term = text(reason.term)
    by = _clauses(reason.clauses, written)
    if not isinstance(reason.term, Var):
        needed = f"needed by {by}" if by else "as the conditions need it"
        return f"{reason.place}, {term}: {needed}"
    if reason.same and by:
        others = listed([str(one) for one in reason.same])
        return (
            f"{reason.place}, {term}: a variable, shared with argument {others} as needed by {by}"
        )
    if reason.same:
        others = listed([str(one) for one in reason.same])
        return f"{reason.place}, {term}: a variable, which argument {others} has too"
    return f"{reason.place}, {term}: a variable, as no step needs a certain value"


def _condition_reason(
    reason: ConditionReason,
    text: Callable[[PrologTerm], str],
    written: Callable[[HornClause], str],
) -> str:
    """Sentence on the step that needs a condition."""
    condition = text(reason.condition)
    goal = text(reason.goal)
    by = _clauses((reason.clause,) if reason.clause else (), written)
    words = {
        "body": f"asked by {by}, which proved {goal}",
        "condition": f"of which the first answer counts in {by}, which proved {goal}",
        "earlier clause": f"else a clause with a cut before {by} would take {goal}",
        "equation": f"needed by {by}; not in the head, as a condition before it looks at what is known",
    }
    return f"{condition}: {words[reason.why]}"


def _clauses(clauses: Sequence[HornClause], written: Callable[[HornClause], str]) -> str:
    return listed([written(one)[:-1] for one in clauses]) if clauses else ""


def explained_data(found: GeneralProof, program: LogicProgram) -> dict[str, Any]:
    """An explanation as plain values."""
    operators, written = program.operators, clause_writer(program)
    arguments, conditions = _reasons(found, program)
    return {
        "rule": clause_text(found.rule, operators),
        "nodes": [
            {
                "depth": node.depth,
                "goal": term_text(node.goal, operators),
                "general": term_text(node.general, operators),
                "kind": node.kind,
                "clause": written(node.clause) if node.clause else None,
            }
            for node in found.nodes
        ],
        "arguments": list(arguments),
        "conditions": list(conditions),
    }
