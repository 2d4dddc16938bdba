"""Views of macros over parameters, of the rules of a policy, and of proofs about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..ebl.explanation import (
    FALSE,
    TRUE,
    AtomReason,
    Link,
    OnlyOne,
    Reason,
    StepEffect,
    Threat,
    Use,
    Why,
)
from ..ebl.library import MacroLibrary
from ..ebl.macro import Macro
from ..ebl.views import MacroText, step_words
from ..rules.errors import InputError
from ..rules.term import Symbol
from ..rules.text.words import counted, listed
from ..rules.view import Heading, Lines, Part, Sentence, Table, View
from .learning.triangle import TableFact, TriangleTable
from .pddl.action_domain import Action, Atom, atom_text, substituted
from .pddl.action_schema import taken
from .pddl.formula import formula_text
from .pddl.planning import PlanningDomain
from .pddl.repeated import Repeated
from .pddl.write import action_text, domain_text
from .policy.claims import ProvedPolicy, ProvedRule
from .policy.obligations import prove_policy
from .policy.rule import PolicyRule, Precedence, given_back
from .policy.small_problems import Failure, SmallProblem


@dataclass(frozen=True)
class ActionMacroText(MacroText):
    """A macro over parameters."""

    @property
    def steps(self) -> list[str]:
        return list(map(atom_text, self.macro.calls))

    @property
    def rule(self) -> str:
        return action_text(self.macro.action)

    @property
    def sides(self) -> tuple[str, str]:
        action = self.macro.action
        unequal = [f"(not (= {one} {other}))" for one, other in action.unequal]
        equal = [f"(= {one} {other})" for one, other in action.equal]
        denied = [f"(not {atom_text(atom)})" for atom in action.negative]
        deleted = [f"(not {atom_text(atom)})" for atom in action.delete]
        asked = [*map(atom_text, action.positive), *denied, *equal, *unequal]
        return " ".join(asked), " ".join([*map(atom_text, action.add), *deleted])

    @property
    def data(self) -> dict[str, Any]:
        return self.explained_data

    def paragraphs(self) -> Iterator[Part]:
        """The steps, the plan they came from, the reason for all that the macro asks for and does, and it as PDDL; of a rule its proof."""
        macro = self.macro
        if macro.purpose is None:
            yield from map(Lines, explanation_of_action(macro))
        elif self.library is None:
            yield Lines("\n".join(rule_lines(macro)))
        else:
            yield from map(Lines, explanation_of_rule(macro, self.library))

    def triangle(self) -> list[Part]:
        macro = self.macro
        if self.library is None or macro.purpose is not None or macro.iterated:
            return super().triangle()
        domain: Any = self.library.domain
        found = TriangleTable.of(domain.actions, macro.calls)
        names = [f"{n} {call[0]}" for n, call in enumerate(macro.calls, start=1)]
        rows = [
            line
            for name, row in zip([*names, "end"], found.rows, strict=True)
            for line in _row_lines(name, row, len(names) + 1)
        ]
        kernels = [
            f"  {n}. {', '.join(map(_fact_text, found.kernel(n - 1)))}"
            for n in range(1, len(names) + 1)
        ]
        steps = " ".join(map(atom_text, macro.calls))
        return [
            Heading(f"{macro.name}: {steps}\n"),
            Table(["", "start", *names], rows, left=len(names) + 2),
            Sentence(
                "* is needed by the step of the row; all else is made by the step of the column, and no step in between undoes it."
            ),
            Lines(
                "\nKernels, what must hold before each step for it and all after it:\n\n"
                + "\n".join(kernels)
            ),
        ]

    @property
    def explained_data(self) -> dict[str, Any]:
        data = action_data(self.macro)
        if self.macro.purpose is not None and self.library is not None:
            data["proof"] = proof_data(proved_rule(self.macro, self.library))
        return data

    def summary(self, used: str = "") -> Part:
        macro = self.macro
        if macro.purpose is not None:
            return Lines("\n".join(rule_lines(macro)) + "\n")
        steps = " ".join(map(atom_text, macro.calls))
        where = "".join(f"\n; only where {one}" for one in only_where(macro))
        origin = f"\n; {used}from {macro.origin}"
        return Heading(f"{origin}\n; = {steps}{where}\n{action_text(macro.action)}")

    @property
    def summary_data(self) -> dict[str, Any]:
        return action_data(self.macro)

    @classmethod
    def together_data(cls, library: MacroLibrary) -> dict[str, Any]:
        return {"goals_before": [list(map(atom_text, pair)) for pair in library.precedences]}

    @classmethod
    def whole(cls, library: MacroLibrary) -> list[str]:
        return policy_lines(library)

    @classmethod
    def together(cls, library: MacroLibrary) -> list[str]:
        goals = (f"goals: {line}" for line in precedence_lines(library.precedences))
        return [*universal_lines(library), *goals]


def _fact_text(fact: tuple[Atom, bool]) -> str:
    atom, holds = fact
    return atom_text(atom) if holds else f"(not {atom_text(atom)})"


def _row_lines(name: str, row: Sequence[Sequence[TableFact]], columns: int) -> Iterator[list[str]]:
    """Lines of a row of a triangle table, a fact a line in each cell; what is false is left out where no step needs it."""
    cells = [
        [
            f"{'*' if one.marked else ' '} {_fact_text(one.fact)}"
            for one in cell
            if one.marked or one.fact[1]
        ]
        for cell in row
    ]
    cells += [[] for _ in range(columns - len(cells))]
    for at in range(max(1, *map(len, cells))):
        yield [name if at == 0 else "", *(cell[at] if at < len(cell) else "" for cell in cells)]


def explanation_of_action(macro: Macro) -> list[str]:
    """The steps, the plan they came from, the reason for everything that the macro asks for and does, and it as PDDL."""
    shared = macro.lifted.shared
    parameters = macro.action.parameters
    listed = " ".join(f"{p.name} - {p.type}" for p in parameters)
    parts = [f"{macro.name} ({listed})"]
    steps = [f"  {n}. {atom_text(step)}" for n, step in enumerate(macro.calls, start=1)]
    if macro.lifted.objects:
        width = max(map(len, steps))
        steps = [
            f"{line.ljust(width)}   was {atom_text(call)}"
            for line, call in zip(steps, macro.unrolled(macro.lifted.objects), strict=True)
        ]
    learned = f" ({macro.learned_from})" if macro.learned_from else ""
    parts.append(f"Steps{learned}:\n\n" + "\n".join(steps))
    if macro.lifted.repetitions:
        parts.append("What repeats:\n\n" + "\n".join(repetition_lines(macro)))
    joined = [p.name for p in parameters if p.name in shared]
    apart = [p.name for p in parameters if p.name not in shared]
    if joined:
        lines = [_reasons(name, shared[name]) for name in joined]
        parts.append("One thing in several steps:\n\n" + "\n".join(lines))
    if apart:
        parts.append(f"In one step only, or joined with nothing: {', '.join(apart)}")
    for title, part in (("Asked for", "condition"), ("Done", "effect")):
        lines = [
            _reasons(atom_title(reason), reason.why)
            for reason in macro.lifted.reasons
            if reason.part == part
        ]
        if lines:
            parts.append(f"{title}:\n\n" + "\n".join(lines))
    if where := only_where(macro):
        parts.append(_only(macro, where))
    parts.append("As PDDL:\n\n" + action_text(macro.action))
    return parts


def repetition_lines(macro: Macro) -> list[str]:
    """Lines on the steps that repeat in an iterated macro, why they may, and what ends them."""
    lines = (
        line
        for number, found in macro.lifted.repetitions
        for line in _repeats(macro, number, found)
    )
    return list(dict.fromkeys(lines))


def _repeats(macro: Macro, number: int, found: Repeated) -> list[str]:
    """Lines on one step that repeats."""
    step, whole = found.step, macro.calls[number]
    names = {one.name: term for one, term in zip(found.whole.parameters, whole[1:], strict=True)}
    left, come = names[found.first], names[found.last]
    own = atom_text((step.name, *(one.name for one in step.parameters)))
    passed = listed([atom_text(atom) for atom in found.passed])
    kept = [*map(atom_text, found.kept), *(f"(not {atom_text(one)})" for one in step.negative)]
    kept += [f"(not (= {one} {other}))" for one, other in step.unequal]
    each = f"  each {own} asks for {passed}, which the one before made"
    others = f", and for {listed(kept)}, which no {step.name} changes" if kept else ""
    then = f", once step {number} ({macro.calls[number - 1][0]}) is done" if number else ""
    user = next((n for n, call in enumerate(macro.calls) if n > number and come in call), None)
    ends = f"  it ends at {come}"
    if user is not None:
        end = atom_text(substituted(found.end, names))
        ends += f", as step {user + 1} ({macro.calls[user][0]}) asks for {end}"
    return [
        f"  {step.name}, one or more times, from {left} to {come}: {atom_text(whole)} says that there is a way{then}",
        f"{each}{others}",
        ends,
    ]


def only_where(macro: Macro) -> list[str]:
    """Conditions under which an instance in a problem is useful; empty if all are."""
    schema = macro.action_schema
    return [
        *(f"{atom_text(atom)} is true at the start" for atom in schema.initial),
        *(f"{atom_text(atom)} is a goal" for atom in schema.goals),
    ]


def _only(macro: Macro, where: Sequence[str]) -> str:
    lines = "\n".join(f"  {one}" for one in where)
    kind = f"all of {macro.calls[0][0]}" if macro.entangled else "all"
    said = f"Made only where it was so for {kind} in all training plans; a trial alone keeps such a macro:"
    return f"{said}\n\n{lines}"


def _reasons(title: str, why: Sequence[Why]) -> str:
    return f"  {title}: {'; '.join(map(why_words, why))}"


def action_data(macro: Macro) -> dict[str, Any]:
    """A macro over parameters as plain values for JSON."""
    plan = macro.unrolled(macro.lifted.objects) if macro.lifted.objects else ()
    return {
        "name": macro.name,
        "parameters": [[parameter.name, parameter.type] for parameter in macro.action.parameters],
        "different": [list(pair) for pair in macro.action.unequal],
        "steps": [atom_text(taken(step)) for step in macro.calls],
        "example": [atom_text(taken(step)) for step in plan],
        "origin": macro.origin,
        "only_where": only_where(macro),
        **policy_data(macro),
        "pddl": action_text(macro.action),
        "why": {
            title: list(map(why_words, why))
            for title, why in (
                *macro.lifted.shared.items(),
                *((atom_title(reason), reason.why) for reason in macro.lifted.reasons),
            )
        },
    }


_MAKES: dict[Symbol, str] = {TRUE: "adds", FALSE: "deletes"}


def atom_title(reason: AtomReason) -> str:
    """Title of a condition or effect of a macro over parameters: ``adds (clear ?x)``."""
    text = atom_text(reason.atom)
    if reason.part == "effect":
        return f"{_MAKES[reason.value]} {text}"
    return f"needs {text if reason.value == TRUE else f'(not {text})'}"


def why_words(why: Why) -> str:
    """A reason in a macro over parameters as a sentence."""
    match why:
        case Link(uses=(need, made)):
            if isinstance(made, StepEffect) and made.value == TRUE:
                return f"{_use(need)}, which {step_words(made)} adds"
            return f"{_use(need)}, and {step_words(made)} deletes it"
        case Threat(uses=(first, second)):
            return f"{_use(first)}, and {_use(second)}"
        case OnlyOne(uses=uses):
            steps = " and ".join(map(step_words, uses))
            return (
                f"{steps} need {atom_text(uses[0].variable)}, and only one such fact is ever true"
            )
        case Reason(needed=needed) if needed.variable[0] == "=":
            what = "equal objects" if needed.constant == TRUE else "it"
            return f"{step_words(why)} asks for {what}"
        case Reason() | StepEffect():
            return _use(why, "it")
    raise ValueError(f"no reason: {why}")


def _use(use: Use, what: str = "") -> str:
    what = what or atom_text(use.variable)
    if isinstance(use, StepEffect):
        return f"{step_words(use)} {_MAKES[use.value]} {what}"
    return f"{step_words(use)} needs {what}{' to be false' if use.needed.constant == FALSE else ''}"


def rule_lines(macro: Macro) -> list[str]:
    """A rule: what it is for, what must hold at once, what it sees to in which order, and its steps."""
    purpose, action = macro.purpose, macro.action
    assert purpose is not None
    rule = PolicyRule(macro.action_schema, purpose)
    lines = [f"{macro.name}: to make {atom_text(purpose.goal)} true"]
    if purpose.again:
        wanted = [*map(atom_text, rule.asked), *_others(action)]
        steps = (f"do {atom_text(taken(call))}" for call in macro.calls)
        lines = [f"{macro.name}: while {atom_text(purpose.goal)} is not true", *steps]
        lines.insert(1, f"where {' '.join(wanted)}")
    elif rule.moved is not None:
        lines += _walk_lines(rule)
    else:
        wanted = [*map(atom_text, rule.at_once), *_others(action)]
        lines += [f"where {' '.join(wanted)}"] if wanted else []
        for number, condition in enumerate(purpose.conditions, start=1):
            if purpose.pause == number:
                lines.append(PAUSE)
            said = atom_text(condition.atom)
            lines.append(f"make {said} true" if condition.achieve else f"now {said} holds")
        if purpose.pause == len(purpose.conditions) + 1:
            lines.append(PAUSE)
        lines += [f"do {atom_text(taken(call))}" for call in macro.calls]
    return [lines[0], *(f"    {line}" for line in lines[1:])]


STEP_BY_STEP = (
    "The first rule for a single step that applies is taken, again and again until the goals hold."
)

PAUSE = "bring all other goals of this rule up to here, each with objects of its own"


def _walk_lines(rule: PolicyRule) -> list[str]:
    """Of a rule that walks: what it sees to before and on the way, and what links a place to the next."""
    moved = rule.moved
    assert moved is not None
    before = [one.atom for one in rule.prior]
    linked = (one for one in rule.action.positive if one not in (moved, *before, *rule.along))
    links = [*map(atom_text, linked), *_others(rule.action)]
    where = f", where {' '.join(links)}" if links else ""
    way = [f"seeing to {' '.join(map(atom_text, rule.along))} on the way"] if rule.along else []
    return [
        *(f"make {atom_text(one)} true" for one in before),
        f"from {atom_text(moved)}, the shortest way, again until it is true:",
        f"do {atom_text(taken(rule.operator.moves[0]))}{where}",
        *way,
    ]


def _others(action: Action) -> list[str]:
    """Negative conditions of an action, with its equalities and inequalities."""
    return [
        *(f"(not {atom_text(atom)})" for atom in action.negative),
        *(f"(= {one} {other})" for one, other in action.equal),
        *(f"(not (= {one} {other}))" for one, other in action.unequal),
    ]


def proved_rule(macro: Macro, library: MacroLibrary) -> ProvedRule:
    """Proofs about a rule among the others of its library.

    Raises
    ------
    InputError
        A macro that is no rule of a policy.
    """
    policy = library.policy
    found = () if policy is None else prove_policy(policy).rules
    for one in found:
        if one.rule.name == macro.name:
            return one
    raise InputError(f"macro {macro.name} is no rule of a policy")


def explanation_of_rule(macro: Macro, library: MacroLibrary) -> list[str]:
    """A rule: what it does, where it was learned, and what is proved of it."""
    proved = proved_rule(macro, library)
    parts = ["\n".join(rule_lines(macro))]
    if macro.lifted.objects:
        calls = map(taken, macro.unrolled(macro.lifted.objects))
        steps = " ".join(map(atom_text, calls))
        parts.append(
            f"Training plan{f' ({macro.learned_from})' if macro.learned_from else ''}: {steps}"
        )
    parts.append("\n".join(["For problems of every size:", *_indented(proof_lines(proved))]))
    parts.append(f"As PDDL:\n\n{action_text(macro.action)}")
    return parts


def policy_lines(library: MacroLibrary) -> list[str]:
    """Lines on the rules of a policy together; none for other macros."""
    if library.policy is None:
        return []
    found = prove_policy(library.policy)
    steps = library.policy.steps
    lines = [STEP_BY_STEP] if steps else []
    others = [
        "Goals are reached one after the other. For each the rule is taken that needs fewest steps; what it makes true first,",
        "it makes true by rules again, down to those of level 0:",
        *_indented(_levels(found)),
    ]
    lines += others if len(steps) < len(library.policy.rules) else []
    if library.precedences:
        lines += ["Goals wait for others:", *_indented(precedence_lines(library.precedences))]
    lines += universal_lines(library)
    if repeats := run_lines(found):
        lines += ["What repeats:", *_indented(repeats)]
    lines.append(policy_proof_words(found))
    if rests := rests_on_lines(found):
        lines += ["This rests on what problems are like at first:", *_indented(rests)]
    return lines


def run_lines(found: ProvedPolicy) -> Iterator[str]:
    """Lines on runs of several kinds of steps: what repeats for each goal of a form, why it may, and what ends it."""
    proved = {one.rule.name: one for one in found.rules}
    for goal in dict.fromkeys(one[0] for one in found.goals):
        rules = found.policy.called_for(goal)
        kinds = list(dict.fromkeys(name for rule in rules for name in rule.operator.step_names))
        if len(kinds) < 2 or goal not in found.policy.makers:
            continue
        form = atom_text(found.policy.makers[goal][0].goal)
        yield f"{listed(kinds)}: once for each goal like {form}, any number of times"
        for rule, other, fact in given_back(rules):
            yield f"  {rule.name} takes {atom_text(fact)}, and {other.name} gives it back"
        open_claims = [
            f"{rule.name} {one.claim.value}"
            for rule in rules
            for one in proved[rule.name].proofs
            if not one.proved
        ]
        why = f"not proved that {listed(open_claims)}" if open_claims else WHY_AGAIN
        yield f"  it may repeat: {why}"
        yield f"  it ends where no goal like {form} is left"


WHY_AGAIN = (
    "no rule undoes a goal that was reached, each keeps what it needs next, and comes to an end"
)
"""Why what is proved of each rule lets a run go on."""


def _levels(found: ProvedPolicy) -> Iterable[str]:
    for level in sorted({one.level for one in found.rules}, reverse=True):
        rules = (
            f"{one.rule.name} {atom_text(one.rule.goal)}"
            for one in found.rules
            if one.level == level and not one.rule.purpose.again
        )
        yield f"level {level}: {', '.join(rules)}"


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def precedence_lines(precedences: Iterable[Precedence]) -> list[str]:
    """Lines on goals that come before other goals."""
    lines = []
    for first, second, *where in precedences:
        asked = f" where {' '.join(map(atom_text, where))}" if where else ""
        lines.append(f"{atom_text(first)} before {atom_text(second)}{asked}")
    return lines


def universal_lines(library: MacroLibrary) -> list[str]:
    """Lines on atoms that stand for conditions for all objects."""
    actions = library.domain.relations
    return [
        f"{atom_text((name, *(term.name for term in one.signature.parameters)))} is {formula_text(one.formula)}"
        for name, one in (actions.universals if actions is not None else {}).items()
    ]


def policy_data(macro: Macro) -> dict[str, Any]:
    """Purpose of a rule as plain values for JSON; empty for a macro that is no rule."""
    purpose = macro.purpose
    if purpose is None:
        return {}
    return {
        "goal": atom_text(purpose.goal),
        "conditions": [
            {"atom": atom_text(one.atom), "achieve": one.achieve} for one in purpose.conditions
        ],
        "pause": purpose.pause,
        "again": purpose.again,
    }


def proof_lines(found: ProvedRule) -> list[str]:
    """Every claim of a rule: whether it is proved, and why, or what stands against it."""
    return [
        f"{'proved' if one.proved else 'not proved'}: {one.claim.value}: {one.why}"
        for one in found.proofs
    ]


def proof_data(found: ProvedRule) -> list[dict[str, Any]]:
    """The result for a small problem as plain values for JSON."""
    return [
        {
            "claim": one.claim.value,
            "proved": one.proved,
            "why": one.why,
            "rests_on": list(map(str, one.rests_on)),
        }
        for one in found.proofs
    ]


def rests_on_lines(found: ProvedPolicy) -> list[str]:
    """Conditions on the start of a problem for the proofs to hold."""
    lines = [str(one) for one in found.rests_on]
    return [*lines, *(f"no circle along {one.predicate}" for one in found.relations)]


def policy_proof_words(found: ProvedPolicy) -> str:
    """Sentence on the share of rules that are proved."""
    proved = sum(one.proved for one in found.rules)
    goals = ", ".join(map(atom_text, found.goals))
    said = f"{proved} of {counted(len(found.rules), 'rule')} proved for problems of every size"
    return f"{said}, for goals {goals}" if goals else said


UNTRIED = "whether some rule always applies was not tried"
"""Remark on a policy that was followed on no problem."""


def failure_lines(found: Failure) -> list[str]:
    """A problem that is not solved, and why."""
    return [
        f"where {' '.join(map(atom_text, found.facts))}",
        f"for {' '.join(map(atom_text, found.task.goal))}",
        f"{atom_text(found.goal)} is not reached: {found.reason}",
    ]


def small_data(found: SmallProblem) -> dict[str, Any]:
    """The result for a small problem as plain values for JSON."""
    return {
        "problem": found.task.name,
        "size": found.size,
        "states": found.states,
        "goals": found.goals,
        "all_goals": found.all_goals,
        "solvable": found.solvable,
        "tried": found.tried,
        "failed": found.failed,
        "complete": found.complete,
        "failures": [
            {
                "facts": list(map(atom_text, one.facts)),
                "goal": list(map(atom_text, one.task.goal)),
                "not_reached": atom_text(one.goal),
                "reason": one.reason,
            }
            for one in found.failures
        ],
    }


def small_view(found: SmallProblem, longest: int | None = None) -> View:
    """The result for a small problem in a sentence."""
    return View([Sentence(found.summary())], lambda: small_data(found))


def domain_view(domain: PlanningDomain, longest: int | None = None) -> View:
    """A domain as PDDL."""
    text = domain_text(domain.actions)
    return View([Heading(domain.name), Lines(text)], {"domain": domain.name, "pddl": text})
