"""Views of answers, proofs, learned rules and their reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..rules.errors import on_one_line
from ..rules.record import record
from ..rules.term import (
    Bindings,
    Compound,
    PrologTerm,
    Terms,
    Var,
    canonical,
    replaced,
    substitute,
    unify,
    variables,
)
from ..rules.text.words import counted, listed
from ..rules.view import (
    Between,
    Heading,
    Items,
    Lines,
    OnDemand,
    Part,
    Sentence,
    Tree,
    TreeNode,
    View,
)
from .program.clause_text import clause_text, term_text
from .program.phrases import phrases_of, plain_phrases
from .program.program import (
    Goal,
    HornClause,
    LogicProgram,
    arguments,
    conjuncts,
    indicator,
    spelled,
)
from .program.read_program import read_program
from .program.vocabulary import clauses_of
from .prover.compiled import Database
from .prover.proof import ABOVE, Proof
from .prover.prove import Answer, ProofResult

if TYPE_CHECKING:
    from .learning.cuts import Cut
    from .learning.failures import GoalFailure
    from .learning.generalize import ArgumentReason, ConditionReason, GeneralProof
    from .learning.number import Recursion
    from .learning.rule_library import LearnedRule, RuleLibrary

PLAIN = read_program("", "a term")
"""A program without operators of its own, for terms whose program is not known."""

RULE_IN_TERMS = 10
"""Terms of greatest length that a rule, an example or an answer may be long."""


def _whole(longest: int | None) -> int | None:
    """Letters of a rule, an example or an answer at most."""
    return longest and RULE_IN_TERMS * longest


def clause_writer(program: LogicProgram, longest: int | None = None) -> Callable[[HornClause], str]:
    """A function that writes clauses of a program, each once: a proof uses the same ones again and again."""
    return cache(lambda clause: clause_text(clause, program.operators, longest=longest))


def clause_view(clause: HornClause, longest: int | None = None) -> View:
    """A clause as a tree: the goals of its body below its head."""
    goals = [
        term_text(one, PLAIN.operators, longest=longest) for one in (clause.head, *clause.body)
    ]
    tree = Tree(
        [0, *(1 for _ in clause.body)], [TreeNode((goal,)) for goal in goals], ("clause",), "goal"
    )
    return View([tree], {"head": goals[0], "body": goals[1:]})


def proof_tree(
    proofs: Iterable[Proof], program: LogicProgram, longest: int | None = None, indent: int = 0
) -> Tree:
    """Proofs as a tree, with the clause behind each goal that one resolves; a bold goal has no goals below it."""
    walked = [pair for proof in proofs for pair in proof.walk()]
    written = clause_writer(program, longest)

    def node(place: int) -> TreeNode:
        _, one = walked[place]
        label = one.text(program.operators, longest=longest)
        return TreeNode((label,), _resolved(one, program, written), not one.parts)

    return Tree(
        [depth for depth, _ in walked],
        OnDemand(len(walked), node),
        ("proof",),
        "goal",
        indent=indent,
    )


def _in_words(
    program: LogicProgram,
    depths: Sequence[int],
    columns: tuple[str, ...],
    goals: Callable[[int], Sequence[Goal]],
) -> Iterator[Part]:
    """A tree of goals once more in words, where the program has some."""
    said = phrases_of(program)
    if said is not None:
        yield Heading()
        nodes = OnDemand(len(depths), lambda place: TreeNode(tuple(map(said, goals(place)))))
        yield Tree(depths, nodes, columns, "goal")


def _resolved(node: Proof, program: LogicProgram, written: Callable[[HornClause], str]) -> str:
    """How a goal of a proof was resolved; empty for a fact."""
    if node.mark == ABOVE:
        return "proved above"
    if node.clause is not None:
        return f"by {written(node.clause)}" if node.clause.body else ""
    # SWI-Prolog tells no steps of a program's tables, nor of facts that change.
    own = indicator(node.goal) in program.clauses
    return node.mark or ("answered by SWI-Prolog" if own else "built in")


def proof_view(
    proof: Proof | Sequence[Proof], program: LogicProgram = PLAIN, longest: int | None = None
) -> View:
    """A proof, or those of the goals of a conjunction, as a tree."""
    proofs = [proof] if isinstance(proof, Proof) else proof
    return View(
        lambda: [proof_tree(proofs, program, longest)],
        lambda: {"proof": [node for one in proofs for node in node_data(one, program)]},
    )


def result_view(
    result: ProofResult,
    program: LogicProgram = PLAIN,
    longest: int | None = None,
    *,
    proof: bool = True,
) -> View:
    """The answers of a proof search, each with what was printed before it and with its proof if that is wanted; and how it ended."""
    return View(
        lambda: [*answer_parts(result, program, longest, proof=proof), *outcome_parts(result)],
        lambda: result_data(result, program, proof=proof),
    )


def answer_parts(
    result: ProofResult,
    program: LogicProgram,
    longest: int | None = None,
    *,
    proof: bool = True,
) -> Iterator[Part]:
    """The answers of a proof search with their proofs, and what was printed."""
    for answer in result.answers:
        if answer.output:
            yield Lines(answer.output.removesuffix("\n"))
        yield Lines(answer.text(program.operators, longest=_whole(longest)))
        if proof and answer.proof:
            yield proof_tree(answer.proof, program, longest, indent=2)
            yield Heading()
    if result.output:
        yield Lines(result.output.removesuffix("\n"))


def outcome_parts(result: ProofResult) -> Iterator[Part]:
    """How a proof search ended."""
    yield Sentence(result.summary(), result.solved)
    if result.note:
        yield Sentence(result.note)


def answer_data(answer: Answer, program: LogicProgram, *, proof: bool = True) -> dict[str, Any]:
    """An answer as plain values: bindings as text, and the proof if there is one and it is wanted."""
    bindings = {
        one.name: term_text(value, program.operators) for one, value in answer.bindings.items()
    }
    nodes = [node_data(node, program) for node in answer.proof] if proof else []
    output = {"output": answer.output} if answer.output else {}
    return {**output, "bindings": bindings, **({"proof": nodes} if nodes else {})}


def node_data(proof: Proof, program: LogicProgram) -> Sequence[dict[str, Any]]:
    """The nodes of a proof, parents first, each with its depth; made when they are asked for."""
    written, walked = clause_writer(program), [*proof.walk()]

    def node(place: int) -> dict[str, Any]:
        depth, one = walked[place]
        clause = written(one.clause) if one.clause else None
        return {"depth": depth, "goal": one.text(program.operators), "clause": clause}

    return OnDemand(len(walked), node)


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
        "elapsed": result.statistics.elapsed,
        "limit": result.limit,
        "algorithm": result.algorithm,
        "engine": result.engine,
        "note": result.note,
        **({"output": result.output} if result.output else {}),
        **({"error": str(result.error)} if result.error is not None else {}),
    }


def example_text(example: Goal, library: RuleLibrary | None, longest: int | None = None) -> str:
    """An example as people read it: a goal, or of macro-operators both ends of a path."""
    operators = (PLAIN if library is None else library.program).operators
    moves, step = conjuncts(example), None if library is None else library.step
    if step is None or not all(isinstance(one, Compound) for one in moves):
        return term_text(example, operators, longest=longest)
    if not moves:
        return "a path of no moves"
    first, last = (
        term_text(moves[end].args[place], operators, longest=longest)  # type: ignore[union-attr]
        for end, place in ((0, step.before), (-1, step.after))
    )
    return f"{first} to {last}" + (f", {len(moves)} moves" if len(moves) > 1 else "")


KINDS = {
    "operational": "a condition",
    "implied": "left out: it holds by what the rule says already",
    "computed": "holds by itself",
}
"""Words for the nodes of a generalized proof that no clause resolves."""


def explained_parts(
    found: GeneralProof, program: LogicProgram, longest: int | None = None
) -> Iterator[Part]:
    """A proof with its generalization beside it, the rule, and the reasons of its arguments and conditions."""
    written = clause_writer(program, longest)

    def node(place: int) -> TreeNode:
        one = found.nodes[place]
        goals = (one.goal, one.general)
        labels = (term_text(goal, program.operators, longest=longest) for goal in goals)
        by = KINDS.get(one.kind, "") if one.clause is None else f"by {written(one.clause)}"
        return TreeNode((*labels,), by, one.kind == "operational")

    depths = [one.depth for one in found.nodes]
    yield Tree(depths, OnDemand(len(depths), node), ("proof", "generalized"), "goal", "conditions")
    goals = [(one.goal, one.general) for one in found.nodes]
    yield from _in_words(program, depths, ("in words", "generalized"), goals.__getitem__)
    yield Heading()
    yield Lines(f"rule: {clause_text(found.rule, program.operators, longest=_whole(longest))}")
    yield Items(reasons(found, program, longest), "reason")


def explained_view(
    found: GeneralProof, program: LogicProgram = PLAIN, longest: int | None = None
) -> View:
    """An explanation: a proof, its generalization and the reasons of the rule."""
    return View(
        lambda: explained_parts(found, program, longest), lambda: explained_data(found, program)
    )


def rule_parts(
    rule: LearnedRule,
    library: RuleLibrary | None = None,
    longest: int | None = None,
    database: Database | None = None,
) -> Iterator[Part]:
    """A learned rule with its explanation, and the rules at each cut of its proof's tree; ``database`` has proved it."""
    program = PLAIN if library is None else library.program
    yield Heading(
        f"{rule.name}, learned from {example_text(rule.example, library, _whole(longest))}"
    )
    yield Heading()
    if rule.failure is not None:
        yield from failure_parts(rule.failure, rule.clause, program, longest)
        return
    if rule.fails:
        yield Lines(f"rule: {rule_text(rule, program, _whole(longest))}")
        yield Items(["the failed goal itself, whose reasons are too many to be listed"])
        return
    if rule.explanation is None:
        yield Lines(f"rule: {rule_text(rule, program, _whole(longest))}")
        yield Items(["the solved goal itself"])
        return
    if rule.recursion is not None:
        yield from recursion_parts(rule.recursion, program, longest)
        return
    yield from explained_parts(rule.explanation, program, longest)
    if library is not None:
        yield from cut_parts(rule.cuts(database or program), rule.clause, program, longest)


def in_words(rule: LearnedRule, program: LogicProgram) -> tuple[list[tuple[int, str]], str]:
    """A proof as sentences with their depths, parents first, and its rule as a sentence."""
    assert rule.explanation is not None
    said, nodes = plain_phrases(program), rule.explanation.nodes
    depths = [one.depth for one in nodes]
    below = [*(after > depth for depth, after in pairwise(depths)), False]
    ends = (", because" if more else "" for more in below)
    proof = [(one.depth, said(one.goal) + end) for one, end in zip(nodes, ends, strict=True)]
    body = rule.clause.body
    conditions = f" if {listed([*map(said, body)])}" if body else ""
    return proof, f"{said(rule.clause.head)}{conditions}"


def words_view(library: RuleLibrary, rules: Sequence[LearnedRule] = ()) -> View:
    """Proofs and their rules in words alone, of all rules where none are named; goals that fail as `library_view` has them."""
    rules = rules or list(library)

    def parts() -> Iterator[Part]:
        for place, rule in enumerate(rules):
            if place:
                yield Between()
            if rule.explanation is None:
                yield from rule_parts(rule, library)
                continue
            proof, general = in_words(rule, library.program)
            yield Tree([depth for depth, _ in proof], [TreeNode((one,)) for _, one in proof])
            yield Heading()
            yield Sentence(f"In general: {general}.")

    def data() -> dict[str, Any]:
        words = {rule.name: in_words(rule, library.program) for rule in rules if rule.explanation}
        each = {
            name: {"proof": [{"depth": depth, "words": one} for depth, one in proof], "rule": rule}
            for name, (proof, rule) in words.items()
        }
        return {"program": library.program.name, "words": each}

    return View(parts, data)


def failure_parts(
    found: GoalFailure, rule: HornClause, program: LogicProgram, longest: int | None = None
) -> Iterator[Part]:
    """Why a goal fails as a tree of reasons, the rule, and why its conditions suffice."""
    rows = [*failure_rows(found, program, longest)]
    nodes = [TreeNode((one.goal,), one.note, one.ends) for one in rows]
    yield Tree([one.depth for one in rows], nodes, ("goals that fail",), "goal")
    yield Heading()
    yield Lines(f"rule: {clause_text(rule, program.operators, longest=_whole(longest))}")
    yield Items(failure_reasons(found, program, longest), "reason")


@record
class FailedGoal:
    """A node of a tree of reasons why a goal fails.

    Parameters
    ----------
    depth
        From 0, the goal that was asked.
    goal
        The goal that is resolved or computed.
    clause
        The clause that asks it, in words; empty for the goal that was asked, and behind a fact.
    why
        Why it fails, in words; empty where the goals below it say so.
    """

    depth: int
    goal: str
    clause: str
    why: str

    @property
    def ends(self) -> bool:
        """Whether no other goals are below it."""
        return bool(self.why)

    @property
    def note(self) -> str:
        """Remark beside the goal."""
        return ": ".join(filter(None, (self.clause, self.why)))


def failure_rows(
    found: GoalFailure, program: LogicProgram, longest: int | None = None
) -> Iterator[FailedGoal]:
    """The tree of reasons why an example fails, parents first; a state that is shown already is not shown again."""
    written = clause_writer(program, _whole(longest))

    def term(one: PrologTerm) -> str:
        return term_text(one, program.operators, longest=longest)

    pending: list[tuple[int, Terms, str]] = [(0, next(iter(found.own)), "")]
    seen: set[Terms] = set()
    while pending:
        depth, state, by = pending.pop()
        row = found.own[state]
        why = "" if row.ways else _no_way(row.goal, found.program, term)
        if row.ways and state in seen:
            why = "as above"
        yield FailedGoal(depth, term(row.goal), by, why)
        if state not in seen:
            for way in row.ways[::-1]:
                words = f"by {written(way.clause)[:-1]}" if way.clause is not None else ""
                pending.append((depth + 1, way.after, words))
        seen.add(state)


def _no_way(goal: Goal, program: LogicProgram, term: Callable[[PrologTerm], str]) -> str:
    """Why a goal has no answer by itself: a test that fails, or clauses that do not match."""
    clauses = clauses_of(program, indicator(goal))
    if clauses is None:
        return "fails"
    if not clauses:
        return "there is no clause"
    if len(clauses) > 2:
        return f"none of the {len(clauses):,} clauses matches"
    told = []
    for one in clauses:
        sides = " is not ".join(map(term, _clash(goal, one.head)))
        told.append(f"{term(one.head)} does not match, as {sides}")
    return "; ".join(told)


def _clash(goal: Goal, head: Goal) -> Terms:
    """The first terms of a goal and a head that cannot be the same, after what stands before them."""
    (head,) = replaced((head,), lambda one: Var(one.name + "'"))
    bindings: Bindings = {}
    pending = [(goal, head)]
    while pending:
        one, other = substitute(pending.pop(), bindings)
        found = unify((one,), (other,), bindings)
        if found is not None:
            bindings = found
        elif isinstance(one, Compound) and isinstance(other, Compound):
            if indicator(one) != indicator(other):
                return one, other
            pending = [*zip(one.args, other.args, strict=True)][::-1]
        else:
            return one, other
    return goal, head


def failure_reasons(
    found: GoalFailure, program: LogicProgram, longest: int | None = None
) -> list[str]:
    """Why each argument and each condition of a rule that fails is there, a line each."""

    def term(one: PrologTerm) -> str:
        return term_text(one, program.operators, longest=longest)

    def plain(goals: Terms) -> Terms:
        (cells,) = canonical((found.general, *goals))
        return cells

    lines = []
    head = plain(())[0]
    named = variables(conditions for one in found.conditions for conditions in one.tests)
    for place, (one, own) in enumerate(
        zip(arguments(head), arguments(found.general), strict=True), start=1
    ):
        if not isinstance(own, Var):
            lines.append(f"argument {place}, {term(one)}: the reasons need it")
        elif own in named:
            lines.append(f"argument {place}, {term(one)}: a variable, of which a condition tells")
        elif arguments(found.general).count(own) > 1:
            lines.append(f"argument {place}, {term(one)}: the same variable as another argument")
        else:
            lines.append(
                f"argument {place}, {term(one)}: a variable, as no reason needs a certain term"
            )
    for number, condition in enumerate(found.conditions):
        times = sum(row.condition == number for row in found.table.values())
        shown = ", ".join(map(term, plain(condition.tests)[1:]))
        lines.append(f"condition {shown}: it ends {counted(times, 'branch', 'branches')}")
    states = counted(len(found.table), "state")
    lines.append(
        f"{term(head)} then has no proof: {states}, each with a goal that leads to others of them or nowhere"
    )
    return lines


def failure_data(found: GoalFailure, program: LogicProgram) -> dict[str, Any]:
    """Why a goal fails as plain values: the tree of reasons, and those of the rule."""
    return {
        "nodes": [
            {"depth": one.depth, "goal": one.goal, "clause": one.clause or None, "why": one.why}
            for one in failure_rows(found, program)
        ],
        "states": len(found.table),
        "reasons": failure_reasons(found, program),
    }


def failure_view(
    found: GoalFailure, program: LogicProgram = PLAIN, longest: int | None = None
) -> View:
    """Why a goal fails, and the rule that follows."""
    return View(
        lambda: failure_parts(found, found.clause, program, longest),
        lambda: failure_data(found, program),
    )


def recursion_parts(
    found: Recursion, program: LogicProgram, longest: int | None = None
) -> Iterator[Part]:
    """A recursive rule: what repeats, why it may, what ends it, and each piece of the proof with its clause."""
    written = clause_writer(program, _whole(longest))
    yield Lines("\n".join(written(one.clause) for one in (found.first, *found.cases)))
    yield Heading()
    yield Items(repetition(found, program))
    if found.first.explanation.conditions:
        yield Heading()
        yield from explained_parts(found.first.explanation, program, longest)
    for case in found.cases:
        yield Heading(written(case.clause))
        yield Heading()
        yield from explained_parts(case.explanation, program, longest)


def repetition(found: Recursion, program: LogicProgram) -> list[str]:
    """Sentences on what repeats in a recursive rule, why it may repeat, and what ends it."""
    lines = []
    for name, of in found.own.items():
        cases = [one for one in found.cases if one.clause.predicate == name]
        pieces = counted(sum(one.times for one in cases if one.ends), "piece")
        lines.append(f"{spelled(of)} repeats: {pieces} of the proof, each with another one below")
        ends = [clause_text(one.clause, program.operators)[:-1] for one in cases if not one.ends]
        if ends:
            lines.append(f"{spelled(name)} ends by {listed(ends)}")
        lines.append(
            f"it may repeat: with {spelled(of)} for {spelled(name)} each clause is a rule of the program"
        )
    if found.complete:
        lines.append(
            f"it has all answers of {spelled(found.first.clause.predicate)}, whose clauses are not tried behind the cut: each of them "
            "has its case, in which nothing else resolves a goal"
        )
    return lines


def rule_view(
    rule: LearnedRule,
    longest: int | None = None,
    library: RuleLibrary | None = None,
    database: Database | None = None,
) -> View:
    """A learned rule, explained; with the cuts of its proof if its library is given."""
    program = PLAIN if library is None else library.program
    return View(
        lambda: rule_parts(rule, library, longest, database),
        lambda: rule_and_cuts(rule, program, database),
    )


def rule_data(rule: LearnedRule, program: LogicProgram) -> dict[str, Any]:
    """A learned rule and its explanation as plain values."""
    found, whole = rule.explanation, rule.recursion
    data: dict[str, Any] = {
        "name": rule.name,
        "example": term_text(rule.example, program.operators),
        "explanation": explained_data(found, program) if found else None,
        "rule": rule_text(rule, program),
    }
    if rule.fails:
        data["failure"] = failure_data(rule.failure, program) if rule.failure else None
    if whole is not None:
        data["repeats"] = repetition(whole, program)
        data["cases"] = [
            {
                "clause": clause_text(one.clause, program.operators),
                "pieces": one.times,
                "explanation": explained_data(one.explanation, program),
            }
            for one in whole.cases
        ]
    return data


def rule_and_cuts(
    rule: LearnedRule, program: LogicProgram, database: Database | None = None
) -> dict[str, Any]:
    """A learned rule as plain values, with the rules at each cut of its proof's tree."""
    cuts = rule.cuts(database or program) if len(program) else []
    return {**rule_data(rule, program), "cuts": cut_data(cuts, program)}


def library_view(
    library: RuleLibrary,
    longest: int | None = None,
    rules: Iterable[LearnedRule] | None = None,
    database: Database | None = None,
) -> View:
    """Explanations of the rules of a library, or of some of them; ``database`` has proved them."""
    chosen = list(library if rules is None else rules)

    def parts() -> Iterator[Part]:
        for place, rule in enumerate(chosen):
            if place:
                yield Between()
            yield from rule_parts(rule, library, longest, database)

    def data() -> dict[str, Any]:
        program = library.program
        each = [rule_and_cuts(rule, program, database) for rule in chosen]
        return {"program": program.name, "rules": each}

    return View(parts, data)


def rule_text(rule: LearnedRule, program: LogicProgram, longest: int | None = None) -> str:
    """A learned rule as its clauses, each of ``longest`` letters at most."""
    return " ".join(clause_text(one, program.operators, longest=longest) for one in rule.clauses)


def cut_parts(
    found: Sequence[Cut], rule: HornClause, program: LogicProgram, longest: int | None = None
) -> list[Part]:
    """The rules at each cut of a proof's tree, from the most general one to the operational one, with how each is asked for."""
    if len(found) < 2:
        return []
    lines = []
    for cut in found:
        same = (cut.rule.head, cut.rule.body) == (rule.head, rule.body)
        text = clause_text(cut.rule, program.operators, longest=_whole(longest))
        lines.append(f"  {cut.level}  {text}{'  (this rule)' if same else ''}")
        if cut.operational:
            lines.append(f"     --operational {','.join(map(spelled, cut.operational))}")
    heading = Heading("cuts of the tree, from general to operational:")
    return [Heading(), heading, Lines("\n".join(lines))]


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


def reasons(
    found: GeneralProof, program: LogicProgram, longest: int | None = None
) -> Sequence[str]:
    """Why each argument and each condition of a rule is what it is, a line each."""
    arguments, conditions = _reasons(found, program, longest)
    first = len(arguments)

    def line(place: int) -> str:
        if place < first:
            return f"argument {arguments[place]}"
        return f"condition {conditions[place - first]}"

    return OnDemand(first + len(conditions), line)


def _reasons(
    found: GeneralProof, program: LogicProgram, longest: int | None = None
) -> tuple[Sequence[str], Sequence[str]]:
    written = clause_writer(program)

    def term(one: PrologTerm) -> str:
        return term_text(one, program.operators, longest=longest)

    return (
        OnDemand(
            len(found.arguments), lambda at: _argument_reason(found.arguments[at], term, written)
        ),
        OnDemand(
            len(found.conditions), lambda at: _condition_reason(found.conditions[at], term, written)
        ),
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


def learned_view(found: RuleLibrary) -> View:
    """Outcome of each example, and the rules."""
    program, examples = found.program, [example_text(one.example, found) for one in found.records]
    parts: list[Part] = [
        Sentence(
            f"learned {counted(len(found), 'rule')} from {counted(len(found.records), 'example')}"
        ),
        Heading(),
        Heading(f"{on_one_line(program.name)}, {found.learner}; {found.criterion.words()}\n"),
    ]
    for one, example in zip(found.records, examples, strict=True):
        reason = "" if one.outcome == one.reason else f": {one.reason}"
        said = f"{one.outcome}{reason}"
        if one.rule is not None and one.outcome == "new":
            said = f"learned {one.rule.name}: {rule_text(one.rule, program)}"
        parts.append(Heading(f"{example}: {said}"))

    def data() -> dict[str, Any]:
        records = [
            {"example": example, "outcome": one.outcome, "reason": one.reason}
            for one, example in zip(found.records, examples, strict=True)
        ]
        rules = [{**rule_data(rule, program), "steps": list(rule.steps)} for rule in found]
        return {
            "program": program.name,
            "learner": found.learner,
            "rules": rules,
            "records": records,
        }

    return View(parts, data)
