"""Check certificates: files that say why the result of a search holds.

    python verify.py CERTIFICATE.json                   does what the certificates in it claim hold?
    python verify.py DOMAIN.pddl PROBLEM.pddl PLAN      is this a plan of the problem?

It needs the standard library only and shares no code with arcwise. Exit code 0: all of it holds; 1: it does not, or is not
shown; 2: a file cannot be read. docs/certificates.md has the format. PDDL is read as Fox and Long (2003) and Gerevini and
Long (2005) define it: typing, ADL, derived predicates, action costs.
"""

import json
import re
import sys
from fractions import Fraction
from functools import partial
from itertools import chain, product
from math import prod
from pathlib import Path


class NotShownError(Exception):
    """What is claimed does not hold, or is not shown."""
class UnreadableError(Exception):
    """Not a certificate, or one that uses what is not known here."""
def need(holds, *message, error=NotShownError):
    if not holds:
        raise error(" ".join(ascii(one)[1:-1][:99] if type(one) is str else ascii(one)[:80] for one in message))

expect = partial(need, error=UnreadableError)
FORMAT = "arcwise certificate 1"
NUMBER = r"\d{1,300}(/\d{1,300}|(\.\d{1,300})?([eE][+-]?\d{1,3})?)"  # no more: 1e-99999999 takes all memory
def number(value):
    """A cost of 0 or more, exact: an integer, a decimal, or a string such as "1/3"."""
    if type(value) is str and re.fullmatch(NUMBER, value, re.ASCII):
        value = Fraction(value)
    expect(type(value) in (int, Fraction) and value >= 0, "no number:", value)
    return value
def once(pairs):  # an object of JSON; of a key that stands twice others may read the other value
    return expect(len(dict(pairs)) == len(pairs), "a key twice in", [key for key, _ in pairs]) or dict(pairs)
# ---- Theories of arcs. A state is a tuple of symbols; a variable is a tuple too, so that it equals no symbol.
def terms(values, size, ground=False):
    expect(type(values) is list and len(values) == size, "a list of another length is wanted:", values)
    kinds = set(map(type, values))
    expect(kinds <= ({int, str} if ground else {int, str, dict}), "not all are symbols or variables:", values)
    for one in values if dict in kinds else ():
        expect(type(one) is not dict or (list(one) == ["var"] and type(one["var"]) is str), "no variable:", one)
    return tuple(("var", *one.values()) if type(one) is dict else one for one in values) if dict in kinds else tuple(values)

def is_open(one):
    return type(one) is tuple
def match(pattern, symbols):
    """What the variables of a pattern stand for; None where the symbols do not match it."""
    bound = {}
    for one, symbol in zip(pattern, symbols, strict=True):
        if (bound.setdefault(one, symbol) if is_open(one) else one) != symbol:
            return None
    return bound

class Arc:
    """A rule: it asks for some cells, and rewrites these and no others."""
    def __init__(self, data, size):
        self.cells, self.cost = data["cells"], number(data["cost"])
        expect(all(type(cell) is int and 0 <= cell < size for cell in self.cells), "bad cells:", data)
        expect(len(set(self.cells)) == len(self.cells), "a cell twice:", data)
        self.before, self.after = (terms(data[side], len(self.cells)) for side in ("before", "after"))
        expect(set(filter(is_open, self.after)) <= set(self.before), "a variable out of nothing:", data)
    def apply(self, state):
        bound = match(self.before, [state[cell] for cell in self.cells])
        if bound is None:
            return None
        after = list(state)
        for cell, one in zip(self.cells, self.after, strict=True):
            after[cell] = bound.get(one, one)
        return tuple(after)
    def across(self, known, side, other):
        """What is known of a state on the other side of this arc; None where what is known does not match one side."""
        there = dict(known)
        sure = [(one, there.pop(cell)) for cell, one in zip(self.cells, side, strict=True) if cell in there]
        bound = match([one for one, _ in sure], [symbol for _, symbol in sure])
        both = zip(self.cells, other, strict=True)
        return None if bound is None else there | {c: bound.get(t, t) for c, t in both if t in bound or not is_open(t)}
class Arcs:
    """A problem made of arcs."""
    def __init__(self, data):
        self.size = data["size"]
        expect(type(self.size) is int and 0 < self.size <= 10_000, "bad size:", self.size)
        self.arcs = [Arc(one, self.size) for one in data["arcs"]]
        self.state = partial(terms, size=self.size, ground=True)
        self.start = self.state(data["start"]) if "start" in data else None
        self.goals = [terms(goal, self.size) for goal in data.get("goals", [])]
        expect(self.goals or self.start is None, "a start and no goal")
        self.filed = {}  # by the first symbol that an arc asks for, and its cell
        for arc in self.arcs:
            asked = (pair for pair in zip(arc.cells, arc.before, strict=True) if not is_open(pair[1]))
            self.filed.setdefault(next(asked, None), []).append(arc)
    def is_goal(self, state):
        return any(match(goal, state) is not None for goal in self.goals)
    def successors(self, state):
        fitting = (arc for key in (None, *enumerate(state)) for arc in self.filed.get(key, ()))
        return [(arc.cost, after) for arc in fitting if (after := arc.apply(state)) is not None]
    def arc(self, place):
        expect(type(place) is int and 0 <= place < len(self.arcs), "no such arc:", place)
        return self.arcs[place]
    def step(self, state, place):
        arc = self.arc(place)
        after = arc.apply(state)
        need(after is not None, f"arc {place} does not apply to", state)
        return arc.cost, after

# ---- PDDL. A state is a frozenset of the atoms that are true, derived ones not among them.
def parts(text):
    """The parts of a file, by their first word."""
    stack = [[]]
    for word in re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text.lower())):
        if word == ")":
            expect(len(stack) > 1, "a parenthesis too many")
            stack[-2].append(stack.pop())
        else:
            stack.append([]) if word == "(" else stack[-1].append(word)
        expect(len(stack) < 200, "parentheses too deep")
    expect(len(stack) == 1 and len(stack[0]) == 1 and stack[0][0][0] == "define", "no define")
    known = "domain problem requirements types constants predicates functions derived action objects init goal metric"
    found = {prefix + name: [] for name in known.split() for prefix in ("", ":")}
    for name, *rest in stack[0][0][1:]:
        expect(name in found, name, "is not known here")
        found[name].append(rest)
    return found

SIZES = {"not": 1, "imply": 2, "exists": 2, "forall": 2, "when": 2, "increase": 2, "=": 2}
def split(formula):
    """The first word of a formula or an effect, and what follows."""
    word, *rest = formula or ["and"]
    expect(type(formula) is list and len(rest) == SIZES.get(word, len(rest)), "no formula:", formula)
    return word, rest
def typed(words):
    """Names, each with its types, of which `either` gives several."""
    found, waiting = [], []
    for place, word in enumerate(words):
        if place and words[place - 1] == "-":
            found += [(name, {word} if type(word) is str else set(word[1:])) for name in waiting]
            waiting = []
        elif word != "-":
            waiting.append(word)
    return found + [(name, {"object"}) for name in waiting]

class Pddl:
    """A planning problem, read from its two texts."""
    def __init__(self, data):
        domain, problem = parts(data["domain"]), parts(data["problem"])
        self.above, self.types, self.actions, self.value = {}, {}, {}, {}
        for listed, into in ((domain[":types"], self.above), (domain[":constants"] + problem[":objects"], self.types)):
            for name, kinds in (one for part in listed for one in typed(part)):
                into.setdefault(name, set()).update(kinds)
        for _ in self.above:  # as often as types can stand above each other
            for kinds in self.above.values():
                kinds.update(*[self.above.get(kind, ()) for kind in kinds])
        self.derived = [(head[0], typed(head[1:]), condition) for head, condition in domain[":derived"]]
        for name, *part in domain[":action"]:
            body = dict(zip(part[::2], part[1::2], strict=True))
            known = set(body) <= {":parameters", ":precondition", ":effect"} and name not in self.actions
            expect(known, "an action that is not known here:", name)
            self.actions[name] = [body.get(part, []) for part in (":parameters", ":precondition", ":effect")]
            self.actions[name][0] = typed(self.actions[name][0])
        expect(problem[":metric"] in ([], [["minimize", ["total-cost"]]]), "a metric that is not known here")
        [[self.goal]], self.costs, true = problem[":goal"], bool(problem[":metric"]), set()
        for fact in (one for part in problem[":init"] for one in part):
            if fact[0] == "=":
                self.value[tuple(fact[1])] = number(fact[2])
            else:
                true.add(self.atom(fact, {}))
        self.start = frozenset(true)
    def is_a(self, name, kinds):
        mine = self.types[name].union({"object"}, *(self.above.get(kind, ()) for kind in self.types[name]))
        return not mine.isdisjoint(kinds)
    def choices(self, parameters):
        """All ways to bind parameters to objects of their types."""
        names = [name for name, _ in parameters]
        each = [[name for name in self.types if self.is_a(name, kinds)] for _, kinds in parameters]
        expect(len(set(names)) == len(names) and prod(map(len, each)) <= 10_000_000, "too many ways to bind", *names)
        return (dict(zip(names, some, strict=True)) for some in product(*each))
    def derive(self, state, other):
        """A state with what its rules make true, where what they deny is looked up among `other` atoms."""
        true, size = set(state), None
        while size != len(true):
            size = len(true)
            for name, parameters, condition in self.derived:
                true |= {(name, *b.values()) for b in self.choices(parameters) if self.holds(condition, b, true, other)}
        return true
    def closure(self, state):
        """All that is true in a state, derived atoms too: the well-founded model (Van Gelder, 1989)."""
        sure, before = set(state), None
        while self.derived and sure != before:
            possible, before = self.derive(state, sure), sure
            sure = self.derive(state, possible)
        expect(not self.derived or sure == possible, "derived predicates that deny themselves")
        return sure
    def holds(self, formula, bound, true, other):
        """Whether a formula holds where some atoms are true; under a negation, the other ones are."""
        word, rest = split(formula)
        if word in ("and", "or"):
            return (all if word == "and" else any)(self.holds(one, bound, true, other) for one in rest)
        if word in ("not", "imply"):
            holds = self.holds(rest[0], bound, other, true)
            return not holds or (word == "imply" and self.holds(rest[1], bound, true, other))
        if word in ("exists", "forall"):
            each = (self.holds(rest[1], bound | some, true, other) for some in self.choices(typed(rest[0])))
            return (any if word == "exists" else all)(each)
        atom = self.atom(formula, bound)
        return atom[1] == atom[2] if word == "=" else atom in true
    def atom(self, words, bound):
        expect(type(words) is list and words and set(map(type, words)) == {str}, "no atom:", words)
        some = [bound.get(one, one) for one in words[1:]]
        expect(all(one in self.types for one in some), "an unknown object in", words)
        expect(words[0] not in ("<", ">", "<=", ">=", "assign", "decrease", "at-end"), words[0], "is not known here")
        return words[0], *some
    def effects(self, effect, bound, true, made, gone):
        """Collect what an effect makes true and false; its cost."""
        word, rest = split(effect)
        if word == "and":
            return sum(self.effects(one, bound, true, made, gone) for one in rest)
        if word == "forall":
            each = self.choices(typed(rest[0]))
            return sum(self.effects(rest[1], bound | some, true, made, gone) for some in each)
        if word == "when":
            return self.effects(rest[1], bound, true, made, gone) if self.holds(rest[0], bound, true, true) else 0
        if word == "increase":
            expect(rest[0] == ["total-cost"], "only total-cost may be increased")
            return number(rest[1]) if type(rest[1]) is str else self.value[self.atom(rest[1], bound)]
        (gone if word == "not" else made).add(self.atom(rest[0] if word == "not" else effect, bound))
        return 0
    def apply(self, state, true, name, bound):
        _, condition, effect = self.actions[name]
        if not self.holds(condition, bound, true, true):
            return None
        cost = self.effects(effect, bound, true, made := set(), gone := set())
        return (cost if self.costs else 1), (state - gone) | made
    def step(self, state, call):
        name, *some = call.lower().strip(" ()\t\r").split() or [""]
        need(name in self.actions, "no such action:", call)
        parameters = self.actions[name][0]
        need(len(some) == len(parameters) and set(some) <= set(self.types), "these are not its objects:", call)
        bound = {parameter: one for (parameter, _), one in zip(parameters, some, strict=True)}
        need(all(self.is_a(bound[one], kinds) for one, kinds in parameters), "objects of other types:", call)
        done = self.apply(state, self.closure(state), name, bound)
        need(done is not None, "its precondition does not hold:", call)
        return done
    def successors(self, state):
        true = self.closure(state)
        every = ((name, bound) for name, (parameters, *_) in self.actions.items() for bound in self.choices(parameters))
        return filter(None, (self.apply(state, true, *one) for one in every))
    def is_goal(self, state):
        return self.holds(self.goal, {}, true := self.closure(state), true)
    def state(self, atoms):
        return frozenset(tuple(one.strip("()").split()) for one in atoms)

# ---- What is claimed of a problem.
def plan(task, data):
    """The steps lead from the start to a goal, at the cost that is claimed."""
    state, cost = task.start, 0
    for one in data["steps"]:
        paid, state = task.step(state, one)
        cost += paid
    need(task.is_goal(state), "the steps do not end in a goal")
    need(cost == number(data.get("cost", cost)), "the plan costs", str(cost))
    return cost

def closed(task, data, bound=None):
    """A set with the start and without a goal that no step leaves; with a bound, none before it costs as much as that.
    States are listed with their least costs. By induction along any path, no state is reached for less.
    """
    known = {task.state(state): number(cost) for state, cost in data["states"]}
    if bound is not None:
        known = {state: cost for state, cost in known.items() if cost < bound}
    need(known.get(task.start) == 0 or bound == 0, "the start is not among the states, at 0")
    for state, cost in known.items():
        need(not task.is_goal(state), "a goal is among the states:", state)
        for paid, after in task.successors(state):
            least = known.get(after, bound)
            need(least is not None and (bound is None or least <= cost + paid), "a step leaves the states for", after)

def odd(these, those):
    """Whether it takes an odd number of exchanges to make one arrangement of another."""
    at = list(map(those.index, these))
    return sum(at[one] > at[other] for other in range(len(at)) for one in range(other)) % 2
def parity(task, data):
    """The parity of the arrangement changes exactly when one symbol goes to a cell of the other colour."""
    symbol, colours = terms([data["symbol"]], 1, ground=True)[0], data["colours"]
    need(len(colours) == task.size == len(set(task.start)) and set(colours) <= {0, 1}, "cells without colour")
    for arc in task.arcs:
        need(len(set(arc.before)) == len(arc.cells) and set(arc.before) == set(arc.after), "an arc is no rearrangement")
        where = {one: colours[cell] for cell, one in zip(arc.cells, arc.before, strict=True)}
        turns = {one: where[one] ^ colours[cell] for cell, one in zip(arc.cells, arc.after, strict=True)}
        may = [turns[symbol]] if symbol in turns else [0, *(turns[one] for one in turns if is_open(one))]
        need(set(may) == {odd(arc.before, arc.after)}, "an arc breaks the rule of parity")
    for goal in task.goals:
        need(set(goal) == set(task.start), "a goal is open, or has other symbols")
        turn = colours[goal.index(symbol)] ^ colours[task.start.index(symbol)] if symbol in goal else 0
        need(odd(task.start, goal) != turn, "start and goal have the same parity")
def never(task, data):
    """Partial states that are not in the start, and that no arc makes of a state without one: mutex and static facts.
    Dead ends are a `trap`: a partial state is in the start, and every arc keeps one or asks for what can never be.
    """
    def filed(partial_states):  # by the first thing that they say
        found = {}
        for pairs in partial_states:
            one = {cell: terms([symbol], 1, ground=True)[0] for cell, symbol in pairs}
            found.setdefault(next(iter(one.items()), None), []).append(one)
        return found
    def within(some, known):
        return any(one.items() <= known.items() for said in (None, *known.items()) for one in some.get(said, ()))
    absent, trap, start = filed(data["never"]), filed(data["trap"]), dict(enumerate(task.start))
    need(not within(absent, start), "what can never be is in the start")
    need(not trap or within(trap, start), "the start is not in the trap")
    for arc in task.arcs:
        asked = {cell: one for cell, one in zip(arc.cells, arc.before, strict=True) if not is_open(one)}
        for one in chain(*absent.values()):
            before = arc.across(one, arc.after, arc.before)
            need(before is None or within(absent, before), "an arc makes", one)
        for one in chain(*trap.values()):
            after = arc.across(one, arc.before, arc.after)
            need(after is None or within(trap, after) or within(absent, one | asked), "an arc leads out of", one)
    alike = [one for arc in task.arcs for one in set(arc.after) if arc.after.count(one) > arc.before.count(one)]
    for goal in task.goals:
        known = {cell: one for cell, one in enumerate(goal) if not is_open(one)}
        # No arc makes more of such a symbol, and the goal names all there are: the cells that it leaves open hold none.
        full = {one for one in goal if goal.count(one) == task.start.count(one)}
        full = full.difference(goal if any(map(is_open, alike)) else alike)
        apart = trap and all(any(known.get(c, None if s in full else s) != s for c, s in one.items()) for one in chain(*trap.values()))
        need(apart or within(absent, known), "a goal is not excluded")
def unsolvable(task, data):
    """No path leads to a goal, by the argument that is given."""
    {"closed": closed, "parity": parity, "never": never}[data["argument"]](task, data)
def optimal(task, data):
    """A plan, and no cheaper one."""
    closed(task, data, plan(task, data))

def macro(task, data):
    """The rule is what its steps do one after the other, found by unification, and as general as that."""
    before = [("cell", cell) for cell in range(task.size)]
    after, bound, cost = list(before), {}, 0
    def walk(one):
        while one in bound:
            one = bound[one]
        return one
    for turn, place in enumerate(data["steps"]):
        arc = task.arc(place)
        asked, made = ([(*one, turn) if is_open(one) else one for one in side] for side in (arc.before, arc.after))
        for cell, one in zip(arc.cells, asked, strict=True):
            one, other = walk(one), walk(after[cell])
            if one != other:
                need(is_open(one) or is_open(other), "the steps do not fit together")
                bound |= {one: other} if is_open(one) else {other: one}
        for cell, one in zip(arc.cells, made, strict=True):
            after[cell] = one
        cost += arc.cost
    rule = Arc(data["rule"] | {"cells": list(range(task.size))}, task.size)
    found = [walk(one) for one in before + after]
    wanted = [*rule.before, *rule.after]
    same = [[(some.index(one),) if is_open(one) else one for one in some] for some in (found, wanted)]
    need(same[0] == same[1] and cost == rule.cost, "the rule is not what its steps do; they cost", str(cost))
def complete(task, data):
    """All that the start leads to is listed, and from each that is no goal a rule leads to a state listed before it."""
    climb = [(task.state(state), steps) for state, steps in data["climb"]]
    rank = {state: place for place, (state, _) in enumerate(climb)}
    need(task.start in rank, "the start is not among the states")
    for state, steps in climb:
        need(all(after in rank for _, after in task.successors(state)), "a step leaves the states from", state)
        after = state
        for place in steps:
            after = task.step(after, place)[1]
        better = rank.get(after, len(rank)) < rank[state] if steps else task.is_goal(state)
        need(better, "no rule leads on from", state)

CLAIMS = {one.__name__: one for one in (plan, unsolvable, optimal, macro, complete)}
def check(data: object) -> str:
    """Check one certificate; what it claims."""
    expect(data["format"] == FORMAT and data["claim"] in CLAIMS, "not a certificate that is known here")
    CLAIMS[data["claim"]]((Pddl if "domain" in (theory := data["theory"]) else Arcs)(theory), data)
    return data["claim"]
def main(names: list[str]) -> int:
    """Check the certificates of a file, or a plan of a PDDL problem; the exit code."""
    try:
        files = [Path(name).read_text("utf-8-sig") for name in names]
        if len(names) == 3:
            steps = (one.split(";")[0].rpartition(":")[2].split("[")[0].strip() for one in files[2].splitlines())
            data = {"theory": {"domain": files[0], "problem": files[1]}, "steps": [*filter(None, steps)], "format": FORMAT, "claim": "plan"}
        else:
            expect(len(names) == 1, "one file of certificates, or a domain, a problem and a plan are wanted")
            data = json.loads(files[0], parse_float=number, parse_constant=number, object_pairs_hook=once)
        expect(data != [], "no certificate in the file")
        for one in data if type(data) is list else [data]:
            print("holds:", check(one), flush=True)
    except Exception as error:  # whatever a hostile file leads to
        kind, wrong = type(error), type(error) is NotShownError
        why = str(error) if wrong or kind is UnreadableError else f"{kind.__name__}: {error}"
        print("does not hold:" if wrong else "cannot be read:", ascii(why)[1:-1][:300])
        return 1 if wrong else 2
    return 0
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
