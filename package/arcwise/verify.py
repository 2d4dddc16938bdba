"""Check certificates: files that say why the result of a search holds.
    python verify.py CERTIFICATE.json                   does what the certificates in it claim hold?
    python verify.py DOMAIN.pddl PROBLEM.pddl PLAN      is this a plan of the problem?
Standard library only, no code of arcwise. Exit code 0: all holds; 1: not, or not shown; 2: not read; 3: too little memory. PDDL: Fox and Long 2003, Gerevini and Long 2005."""
import json
import re
import sys
from collections import defaultdict
from fractions import Fraction
from functools import partial, reduce
from itertools import chain, combinations, zip_longest
from operator import add, eq, ge, gt, le, lt, mod, mul, ne, sub
from pathlib import Path

FORMAT = "arcwise certificate 1"
class NotShownError(Exception): ...  # what is claimed does not hold, or is not shown
class UnreadableError(Exception): ...  # not a certificate, or one that uses what is not known here
def need(holds, *message, error=NotShownError):
    if not holds:
        raise error(" ".join(ascii(one)[1:-1][:99] if type(one) is str else told(one)[:80] for one in message))
def told(one): return words(one) if type(one) is tuple and one[0] != "var" and {*map(type, one)} <= {str, int} else said(one) if type(one) is tuple and len(one) == 2 else ascii(one)  # in a message
expect = partial(need, error=UnreadableError)
NUMBER = r"\d{1,300}(/\d{1,300}|(\.\d{1,300})?([eE][+-]?\d{1,3})?)"  # no more: 1e-99999999 takes all memory
def number(value):  # a cost of 0 or more, exact: an integer, a decimal, or a string such as "1/3"
    return expect(type(value := Fraction(value) if type(value) is str and re.fullmatch(NUMBER, value, re.ASCII) else value) in (int, Fraction) and value >= 0, "no number:", value) or value
def once(pairs): return expect(len(dict(pairs)) == len(pairs), "one twice in", [key for key, _ in pairs]) or dict(pairs)  # others may read the other value
def terms(values, size, ground=False):
    expect(type(values) is list and len(values) == size, "a list of another length is wanted:", values)
    expect(all(type(one) in (int, str) or (not ground and type(one) is dict and [*one] == ["var"] and type(one["var"]) is str) for one in values), "no symbols:", values)
    return tuple(("var", one["var"]) if type(one) is dict else one for one in values)
def is_open(one): return type(one) is tuple and type(one[1]) is not tuple  # a variable is a tuple, so that it equals no symbol
def match(pairs):  # what the variables of a pattern stand for, from pairs with symbols; None where a symbol does not match
    bound = {one: symbol for one, symbol in pairs if is_open(one)}
    return bound if all(bound.get(one, one) == symbol for one, symbol in pairs) else None
def filed(some, first): return reduce(lambda found, one: found.setdefault(first(one), []).append(one) or found, some, {})  # by what each says first, so that few are looked at
class Arc:  # a rule: it asks for some cells, and rewrites these and no others
    def __init__(self, data, size):
        self.cells, self.cost = data["cells"], number(data["cost"])
        expect(all(type(c) is int and 0 <= c < size for c in self.cells) and len({*self.cells}) == len(self.cells), "bad cells:", data)
        self.before, self.after = (terms(data[side], len(self.cells)) for side in ("before", "after"))
        expect(set(filter(is_open, self.after)) <= set(self.before), "a variable out of nothing:", data)
    def across(self, known, side, other):  # what is known of a state on the other side; None where it does not match one side
        bound = match([(one, known[cell]) for cell, one in zip(self.cells, side, strict=True) if cell in known])
        there = known | {cell: (bound or {}).get(one, one) for cell, one in zip(self.cells, other, strict=True)}
        return None if bound is None else {cell: one for cell, one in there.items() if type(one) is not tuple}
class Arcs:  # a problem made of arcs; a state is a tuple of symbols
    def __init__(self, data):
        self.size, self.state = data["size"], partial(terms, size=data["size"], ground=True)
        expect(type(self.size) is int and 0 < self.size <= 10_000 and data["goals"], "a bad size, or no goal:", self.size)
        self.arcs, self.start, self.goals = [Arc(one, self.size) for one in data["arcs"]], self.state(data["start"]), [terms(goal, self.size) for goal in data["goals"]]
        self.asked = f"from {words(self.start)} to {' or '.join(map(words, self.goals))} of {len(self.arcs)} arcs on {self.size} cells"
        self.filed = filed(self.arcs, lambda arc: next((at for at in zip(arc.cells, arc.before, strict=True) if not is_open(at[1])), None))
    def is_goal(self, state): return any(match([*zip(goal, state, strict=True)]) is not None for goal in self.goals)
    def successors(self, state): return [(arc.cost, tuple(after.values())) for known in [dict(enumerate(state))] for key in (None, *known.items()) for arc in self.filed.get(key, ()) if (after := arc.across(known, arc.before, arc.after))]
    def step(self, state, place):
        arc = self.arcs[place] if type(place) is int and 0 <= place < len(self.arcs) else None
        return need(after := arc and arc.across(dict(enumerate(state)), arc.before, arc.after), "arc", place, "does not apply to", state) or (arc.cost, tuple(after.values()))
KNOWN = {"domain": ":requirements :types :constants :predicates :functions :derived :action", "problem": ":domain :requirements :objects :init :goal :metric"}
def parts(text, kind):  # the parts of a domain or a problem, by their first word
    stack = [[]]
    for word in re.findall(r"[()]|\??[^\s()?]+|\?", re.sub(r";[^\n]*", "", text.lower())):
        expect((word == ")") < len(stack) < 200, "a parenthesis too many, or parentheses too deep")
        stack.append([]) if word == "(" else stack[-2].append(stack.pop()) if word == ")" else stack[-1].append(word)
    expect(len(stack) == 1 and len(stack[0]) == 1 and stack[0][0][0] == "define", "no define")
    found = {name: [] for name in (kind, *KNOWN[kind].split())}
    for name, *rest in stack[0][0][1:]:
        expect(not found.get(name, True) or name in (":derived", ":action"), name, "is not known here, or stands twice, in a", kind)
        found[name].append(rest)
    return found
SIZES = {"not": 1, "imply": 2, "exists": 2, "forall": 2, "when": 2, "increase": 2, "=": 2}
NO_ATOMS = SIZES.keys() - {"="} | {"and", "or", "<", ">", "<=", ">=", "assign", "decrease", "at-end"}
def split(formula):  # the first word of a formula or an effect, and what follows
    word, *rest = formula or ["and"]
    return expect(type(formula) is list and len(rest) == SIZES.get(word, len(rest)), "no formula:", formula) or (word, rest)
def typed(words, sign=True):  # names, each with its types, of which `either` gives several; variables have a sign, and differ
    found, rest = [], words
    while rest:
        at = rest.index("-") if "-" in rest else len(rest)
        kind = (rest[at:] or ["-", "object"])[1:2]
        expect(at and kind != ["-"] and all(type(one) is str or one[:1] == ["either"] for one in kind or [0]), "no list of names:", words)
        found, rest = found + [(name, {*kind} if type(kind[0]) is str else {*kind[0][1:]}) for name in rest[:at]], rest[at + 2:]
    names = [name for name, _ in found if (name[0] == "?") == sign]
    return expect(len(names) == len({*names} if sign else names) == len(found), "no list of names:", words) or found
class Pddl:  # a planning problem, read from its two texts; a state is a frozenset of the atoms that are true, without derived ones
    def __init__(self, data):
        domain, problem = parts(data["domain"], "domain"), parts(data.get("problem", "(define (:goal (and)))"), "problem")
        self.above, self.types, self.actions, names = {}, {}, {}, domain["domain"] + problem["problem"]
        self.state = lambda atoms: frozenset(tuple(one.strip("()").split()) for one in atoms)
        for listed, into in ((domain[":types"], self.above), (domain[":constants"] + problem[":objects"], self.types)):
            for name, kinds in (one for part in listed for one in typed(part, sign=False)):
                into.setdefault(name, {"object"}).update(kinds)
        for kinds in [*self.above.values(), *self.types.values()] * (len(self.above) + 1):  # as often as types can stand above each other
            kinds.update(*[self.above.get(kind, ()) for kind in kinds])
        self.derived = [(head[0], typed(head[1:]), condition) for head, condition in domain[":derived"]]
        for name, *part in domain[":action"]:
            body = once([*zip(part[::2], part[1::2], strict=True)])
            expect(set(body) <= {":parameters", ":precondition", ":effect"} and name not in self.actions, "not known here:", name)
            self.actions[name] = typed(body.get(":parameters", [])), body.get(":precondition", []), body.get(":effect", [])
        expect(problem[":metric"] in ([], [["minimize", ["total-cost"]]]) and problem[":domain"] in ([], domain["domain"]), "another metric, or another domain")
        [[self.goal]], self.costs, facts = problem[":goal"], bool(problem[":metric"]), [*chain(*problem[":init"])]
        self.value, self.rules = once([(tuple(at), number(paid)) for word, at, paid in (f for f in facts if f[0] == "=")]), {name for name, *_ in self.derived}
        self.start = frozenset(one for one, holds in once({*self.literals(["and", *(f for f in facts if f[0] != "=")], {})}).items() if holds)
        self.asked = f"from {words(sorted(map(list, self.start))) or 'nothing'} to {said(self.goal)} " * ("problem" in data) + f"of {words(names)}"
    def choices(self, parameters, formula=(), true=()):  # ways to bind parameters to objects of their types; all where a formula holds
        each = {name: [one for one, own in self.types.items() if own & kinds] for name, kinds in parameters}
        expect(reduce(mul, map(len, each.values()), 1) <= 10_000_000, "too many ways to bind", *each)
        ways, asked = [{}], [one for one in (formula[1:] if formula[:1] == ["and"] else [formula]) if one and one[0] not in (*SIZES, "and", "or")]
        for place, name in enumerate(each, 1):  # an atom that is to be true is looked up as soon as its last parameter is bound
            ways = self.bound(ways, name, each[name], [one for one in asked if name in one and not {*one} & {*[*each][place:]}], true)
        return ways
    def bound(self, ways, name, objects, asked, true): return (way | {name: one} for way in ways for one in objects if all(self.atom(atom, way | {name: one}) in true for atom in asked))  # one more
    def derive(self, true, other):  # true atoms and what rules make true, where what they deny is looked up among `other` atoms
        return true if (made := {(name, *b.values()) for name, some, asked in self.derived for b in self.choices(some, asked, true) if self.holds(asked, b, true, other)}) <= true else self.derive(true | made, other)
    def closure(self, state):  # all that is true in a state, derived atoms too: the well-founded model (Van Gelder, 1989)
        sure, before = set(state), None
        while self.derived and sure != before:
            before, sure = sure, self.derive(state, possible := self.derive(state, sure))
        return expect(not self.derived or sure == possible, "derived predicates that deny themselves") or sure
    def holds(self, formula, bound, true, other):  # a formula, where some atoms are true; under a negation, the other ones are
        word, rest = split(formula)
        if word in ("not", "imply"):
            return not self.holds(rest[0], bound, other, true) or (word == "imply" and self.holds(rest[1], bound, true, other))
        if word in ("and", "or", "exists", "forall"):
            each, rest = (self.choices(typed(rest[0])), rest[1:]) if word in ("exists", "forall") else ([{}], rest)
            return (all if word in ("and", "forall") else any)(self.holds(one, bound | b, true, other) for b in each for one in rest)
        return len({*self.atom(formula, bound)[1:]}) == 1 if word == "=" else self.atom(formula, bound) in true
    def atom(self, words, bound):
        some = [bound.get(one, one) for one in words[1:]] if type(words) is list and set(map(type, words)) == {str} else [words]
        expect(all(type(one) is str and one in self.types for one in some) and words[0] not in NO_ATOMS, "no atom, or an unknown object in", words)
        return words[0], *some
    def literals(self, formula, bound, true=None):  # of an effect or a conjunction: atoms, each with whether it is to hold; None with a cost
        word, rest = split(formula)
        if word in ("and", "forall", "when"):
            expect(word == "and" or true is not None, word, "is not known here")
            each = self.choices(typed(rest[0])) if word == "forall" else [{}] * (word == "and" or self.holds(rest[0], bound, true, true))
            return [found for some in each for one in rest[word != "and":] for found in self.literals(one, bound | some, true)]
        if word == "increase" and rest[0] == ["total-cost"]:
            return [(None, number(rest[1]) if type(rest[1]) is str else self.value[self.atom(rest[1], bound)] if self.costs else 0)]
        made = self.atom(rest[0] if word == "not" else formula, bound)
        return expect(made[0] not in self.rules and (made[0] != "=" or true is None), "no effect:", formula) or [(made, word != "not")]
    def apply(self, state, true, name, bound):
        done = self.literals(self.actions[name][2], bound, true) if self.holds(self.actions[name][1], bound, true, true) else None
        made, gone = ({one for one, holds in done or () if one and holds == side} for side in (True, False))
        return None if done is None else (sum(more for one, more in done if one is None) if self.costs else 1, (state - gone) | made)
    def called(self, name="", *some):  # an action, and the objects of its parameters
        bound = need(name in self.actions, "no such action:", name) or [*zip_longest(self.actions[name][0], some)]
        return need(all(None not in one and self.types.get(one[1], set()) & one[0][1] for one in bound), "not its objects:", name, *some) or (name, {parameter: one for (parameter, _), one in bound})
    def step(self, state, call):
        return need(done := self.apply(state, self.closure(state), *self.called(*call.lower().strip(" ()\t\r").split())), "its precondition does not hold:", call) or done
    def successors(self, state): return filter(None, (self.apply(state, true, name, b) for true in [self.closure(state)] for name in self.actions for b in self.choices(*self.actions[name][:2], true)))
    def is_goal(self, state): return self.holds(self.goal, {}, true := self.closure(state), true)
def term(one):  # of a logic program: a functor and its arguments are a pair; a decimal becomes bytes, so that it equals no other number
    expect(type(one) is not list or (len(one) > 1 and type(one[0]) is str), "no term:", one)
    return (one[0], tuple(map(term, one[1:]))) if type(one) is list else repr(float(one)).encode() if type(one) in (float, Fraction) else terms([one], 1)[0]
def rebuilt(one, of, whole=lambda *both: both): return whole(one[0], tuple(rebuilt(arg, of, whole) for arg in one[1])) if type(one) is tuple and not is_open(one) else of(one)
def made(one, bound): return rebuilt(one, lambda leaf: made(bound[leaf], bound) if leaf in bound else leaf)  # a term under bindings
def named(some):  # terms with variables numbered in order: two that differ in their names only become one
    names = {}
    return tuple(rebuilt(one, lambda leaf: names.setdefault(leaf, ("var", len(names))) if is_open(leaf) else leaf) for one in some)
def leaves(*some): return chain.from_iterable(leaves(*one[1]) if type(one) is tuple and not is_open(one) else (one,) for one in some)
def unify(one, other, bound):  # the most general bindings that make two terms one, with those known; None if none do (Robinson, 1965)
    one, other = sorted((made(one, bound), made(other, bound)), key=is_open)
    if one == other or is_open(other):
        return bound if one == other else None if other in leaves(one) else bound | {other: one}
    return reduce(lambda known, pair: known if known is None else unify(*pair, known), zip(one[1], other[1], strict=True), bound) if type(one) is type(other) is tuple and key(one) == key(other) else None
def key(goal): return expect(at := type(goal) in (str, tuple) and not is_open(goal) and ((goal[0], len(goal[1])) if type(goal) is tuple else (goal, 0)), "this cannot be called:", goal) or at
def flat(goals): return chain.from_iterable(flat(one[1]) if one[:1] == (",",) and len(one[1]) == 2 else [one] * (one != "true") for one in goals)
def value(one): return one if type(one) is int else float(one) if type(one) is bytes else NUMBERS[key(one)](*map(value, one[1]))
def alike(by, *types): return lambda *some: expect({*map(type, some)} in types, "not numbers of one type:", *some) or by(*some)
NUMBERS = {(one.__name__, 2): alike(one, {int}, {float}) for one in (min, max)} | {("+", 2): add, ("-", 2): sub, ("*", 2): mul, ("mod", 2): alike(mod, {int})}
COMPARED = {("<", 2): lt, (">", 2): gt, ("=<", 2): le, (">=", 2): ge, ("=:=", 2): eq, ("=\\=", 2): ne}
TESTS = {name: lambda one, other, by=by: by(value(one), value(other)) for name, by in COMPARED.items()} | {
    **{(name, 1): lambda one, kinds=kinds: not is_open(one) and type(one) in kinds and (one != "[]" or kinds != [str]) for name, kinds in {"atom": [str], "integer": [int], "number": [int, bytes], "atomic": [int, bytes, str], "nonvar": [int, bytes, str, tuple]}.items()},
    ("is_list", 1): lambda one: one == "[]" or (type(one) is tuple and not is_open(one) and key(one) == ("[|]", 2) and TESTS["is_list", 1](one[1][1])), ("==", 2): eq, ("\\==", 2): ne, ("\\=", 2): lambda *both: unify(*both, {}) is None, ("fail", 0): bool,
    ("!", 0): object,  # which holds, as far as is known here, as does a negation of more than a test
    ("\\+", 1): lambda one: not (type(one) is tuple and one[0] != "\\+" and key(one) in TESTS and TESTS[key(one)](*one[1]))}
PLAIN = {("is", 2), ("between", 3), *COMPARED}  # which hold of the same, however much is known when they are asked
def computed(name, some): return NUMBERS[name, 2](*some) if (name, len(some)) in NUMBERS and {*map(type, some)} == {int} else (name, some)
def conditions(goals): return dict.fromkeys(rebuilt(one, lambda leaf: leaf, computed) if key(one) in PLAIN else one for one in goals if one[0] == "\\+" or any(map(is_open, leaves(one))) or key(one) not in TESTS or not TESTS[key(one)](*one[1]))  # each once, sums of integers done, no test that holds without variables
def called(goal, *more): return (key(goal)[0], some) if (some := (*(goal[1] if type(goal) is tuple else ()), *more)) else goal  # by call/N
class Program:  # clauses, each a head and the goals of its body; a state is a head and the goals left, of which a step resolves the first
    def __init__(self, data):
        self.filed, self.state = {(*one,): {} for one in data.get("empty", [])}, lambda goals: self.resolvent(0, map(term, goals))
        for place, (head, *goals) in enumerate((*map(term, one),) for one in data["clauses"]):
            expect(key(head)[0] != "call" or goals == [called(*head[1])], "a clause of call that calls something else:", head)
            self.filed.setdefault(key(head), {})[place] = head, (*flat(goals),)
        expect(self.filed.keys().isdisjoint({*TESTS, *PLAIN, ("=", 2), (";", 2), ("->", 2), ("*->", 2)}), "clauses of a predicate that is built in")
        self.start, self.is_goal = self.state(data.get("goals", [])), lambda state: len(state) == 1
        self.plain = {*(at for at in self.filed if at[0] != "call"), *PLAIN, ("=", 2)}  # to which it makes no difference how much is known when they are asked
        while worse := {at for at in self.filed.keys() & self.plain if not {*map(key, chain(*(body for _, body in self.filed[at].values())))} <= self.plain}:
            self.plain -= worse
        self.facts, self.asked = {at for at, some in self.filed.items() if not any(goals or any(map(is_open, leaves(head))) for head, goals in some.values())}, f"{words(self.start[1:], ', ')} of {len(data['clauses'])} clauses".lstrip()
    def resolvent(self, head, goals, bound=()): return named([made(head, bound), *flat(made(one, bound) for one in goals)])
    def ways(self, goal, sure):  # two terms to unify, and goals in the place of this one; cuts and negations hold, unless `sure`
        at, some = key(goal), goal[1] if type(goal) is tuple else ()
        expect(sure or at[0] != "call", *at, "is not known here, as not all that it may call is listed")
        cut = at in (("!", 0), ("\\+", 1)) or "!" in leaves(*[goal] * (at == (";", 2)), *chain(*(body for _, body in self.filed.get(at, {}).values())))
        need(not sure or not cut, "a cut, or a negation that is not shown:", goal)
        if at in self.filed or at == (";", 2):
            if at == (";", 2) and some[0][:1] in (("->",), ("*->",)):  # the condition holds, or it does not
                (asked, then), other = some[0][1], some[1]
                known = not sure or not any(map(is_open, leaves(asked)))  # whose first proof is as good as any
                expect(known or {*map(key, flat([asked]))} <= TESTS.keys() - {("!", 0)}, "a condition that is no test:", goal)
                some = (",", (asked, then)), (",", (("\\+", (asked,)), other))
            return {place: (goal, *clause) for place, clause in self.filed.get(at, {0: (goal, some[:1]), 1: (goal, some[1:])}).items()}
        if at in (("=", 2), ("is", 2)):
            return {0: (some[0], term(value(some[1])) if at[0] == "is" else some[1], ())}
        if at == ("between", 3):
            expect(len(numbers := range(value(some[0]), value(some[1]) + 1)) <= 1_000_000, "too many numbers:", goal)
            return {found: (some[2], found, ()) for found in numbers}
        return expect(at in TESTS, *at, "is not known here") or ({0: (0, 0, ())} if TESTS[at](*some) else {})
    def successors(self, state):
        return ((0, self.resolvent(0, (*goals, *state[2:]), bound)) for one, other, goals in self.ways(state[1], False).values() if (bound := unify(one, other, {})) is not None)
    def left(self, heads, goals, steps, general=False, given=()):  # what is left by steps: a clause, "keep", or states that refute a negation; one argument of the head may be without variables
        state, kept = self.resolvent(("", heads), goals), []
        for step in steps:
            (_, found), goal, *rest = state
            one, other, more, loose = 0, 0, (), general and any(map(is_open, leaves(goal)))
            if step == "keep":
                found, kept = (*found, goal), kept + [named((*found, goal))] * any(map(is_open, {*leaves(goal)} - {*leaves(*(found[0][1][at] for at in given), *(one for one in found[1:] if key(one) in self.facts | PLAIN))}))  # not if its variables have values
            elif type(step) is list:
                need(key(goal) == ("\\+", 1) and not loose, "no negation, or one of more than is refuted:", goal)
                closed(self, {"states": step}, start=self.resolvent(0, goal[1]))
            else:
                need(key(goal) != ("\\==", 2) or not loose, "this would not hold of each instance:", goal)
                one, other, more = self.ways(goal, True).get(step, (0, 1, ()))
            need((bound := unify(one, other, {})) is not None, "the step does not resolve", goal)
            state = self.resolvent(("", found), (*more, *rest), bound)
        need(len(state) == 1, "goals are left:", *state[1:])
        tests = [named((*dict.fromkeys(one for one in found if key(one) not in COMPARED), goal)) for *found, goal in kept if key(goal) not in self.plain]
        return named((*state[0][1][:len(heads)], *conditions(state[0][1][len(heads):]))), tests
def said(one):  # no name forges a line, or is taken for a variable or a number
    if type(one) in (tuple, list):
        return f"?{said(one[1])}" if is_open(one) else f"{said(one[0])}({words(one[1], ', ')})" if type(one) is tuple else f"({words(one)})"
    return one.decode() if type(one) is bytes else one if re.fullmatch(r"[a-zA-Z_][\w-]*", str(one), re.ASCII) else ascii(one)
def words(some, between=" "): return between.join(map(said, some))
def follow(state, steps, step): return reduce(lambda done, one: done and (more := step(done[1], one)) and (done[0] + more[0], more[1]), steps, (0, state))  # cost, state; or None
def plan(task, data, optimal=False):  # the steps lead from the start to a goal, at the cost that is claimed; at least cost
    cost, state = follow(task.start, data["steps"], task.step)
    need(task.is_goal(state), "the steps do not end in a goal")
    need(cost == number(data.get("cost", cost)), "the plan costs", str(cost))
    return (optimal and closed(task, data, cost)) or f"{'optimal ' * optimal}plan of length {len(data['steps'])}, cost {cost},"
def closed(task, data, bound=None, start=None):  # the start is listed, no goal is, and no step leaves; or none for less than a bound
    known = {task.state(state): number(cost) for state, cost in data["states"] if bound is None or number(cost) < bound}
    need(known.get(start or task.start) == 0 or bound == 0, "the start is not among the states, at 0")
    for state, cost in known.items():
        need(not task.is_goal(state), "a goal is among the states:", state)
        for paid, after in task.successors(state):
            need((least := known.get(after, bound)) is not None and (bound is None or least <= cost + paid), "a step leads to", after)
def turn(size, before, after, cells):  # for each cell, the one to which its symbol goes
    need(len({*before}) == len(cells) == len(after) and {*before} == {*after}, "no rearrangement of symbols that all differ:", *after)
    return [*({cell: cell for cell in range(size)} | {cell: cells[after.index(one)] for cell, one in zip(cells, before, strict=True)}).values()]
def odd(these, those): return sum(one > other for one, other in combinations(map(those.index, these), 2)) % 2  # exchanges that make one arrangement of another
def parity(task, data):  # the parity of the arrangement changes exactly when one symbol goes to a cell of the other colour
    (symbol,), colours = terms([data["symbol"]], 1, ground=True), data["colours"]
    need(len(colours) == task.size and set(colours) <= {0, 1}, "cells without colour")
    for arc in task.arcs:
        goes = turn(task.size, arc.before, arc.after, arc.cells)
        turns = {one: colours[goes[cell]] ^ colours[cell] for cell, one in zip(arc.cells, arc.before, strict=True)}
        need({*([turns[symbol]] if symbol in turns else [0, *(turns[one] for one in turns if is_open(one))])} == {odd(arc.before, arc.after)}, "an arc breaks the rule of parity")
    for goal in task.goals:
        turn(task.size, task.start, goal, range(task.size))
        need(odd(task.start, goal) != (symbol in goal and colours[goal.index(symbol)] ^ colours[task.start.index(symbol)]), "start and goal have the same parity")
def orbit(task, data):  # all arcs are in a group of permutations of the cells, which takes the start to no goal: a chain of stabilizers tells what is in it (Sims, 1970)
    turned, ways = partial(turn, task.size), []
    def inside(one, first=0): return all((back := ways[cell].get(one[cell])) and (one := [back[at] for at in one]) for cell in range(first, task.size))
    ways += [{one[cell]: turned(range(task.size), one, range(task.size)) for one in some} for cell, some in enumerate(data["chain"])]  # back again
    for cell, some in enumerate(data["chain"]):  # each moves no cell before this one, and no product of two leaves the chain
        need(all(one[:cell] == [*range(cell)] and inside([other[at] for at in one], cell) for one in some for other in chain(*data["chain"][cell:])), "this chain of stabilizers is no group, at cell", cell)
    need(all(inside(turned(arc.before, arc.after, arc.cells)) for arc in task.arcs), "an arc is not in the group")
    need(not any(inside(turned(task.start, goal, range(task.size))) for goal in task.goals), "the group takes the start to a goal")
def never(task, data):  # partial states that no arc makes, such as a mutex; dead ends are a `trap`, of which every arc keeps one
    def read(states): return filed(({c: terms([one], 1, ground=True)[0] for c, one in pairs} for pairs in states), lambda one: next(iter(one.items()), None))
    def within(some, known): return any(one.items() <= known.items() for said in (None, *known.items()) for one in some.get(said, ()))
    absent, trap, start = read(data["never"]), read(data["trap"]), dict(enumerate(task.start))
    need(not within(absent, start) and (not trap or within(trap, start)), "the start has what can never be, or is not in the trap")
    for arc in task.arcs:
        for one in chain(*absent.values()):
            need((before := arc.across(one, arc.after, arc.before)) is None or within(absent, before), "an arc makes", one)
        for one in chain(*trap.values()):
            need((after := arc.across(one, arc.before, arc.after)) is None or within(trap, after) or within(absent, one | {cell: was for cell, was in zip(arc.cells, arc.before, strict=True) if not is_open(was)}), "an arc leaves", one)
    alike = [one for arc in task.arcs for one in set(arc.after) if arc.after.count(one) > arc.before.count(one)]
    for goal in task.goals:
        known = {cell: one for cell, one in enumerate(goal) if not is_open(one)}
        # No arc makes more of such a symbol, and the goal names all there are: the cells that it leaves open hold none.
        full = {one for one in goal if goal.count(one) == task.start.count(one)}.difference(goal if any(map(is_open, alike)) else alike)
        apart = trap and all(any(known.get(c, None if s in full else s) != s for c, s in one.items()) for one in chain(*trap.values()))
        need(apart or within(absent, known), "a goal is not excluded")
def unsolvable(task, data): return {one.__name__: one for one in (closed, parity, orbit, never)}[data["argument"]](task, data) or f"unsolvable (by {data['argument']})"  # no path leads to a goal
def used(task, data, state, one):  # the state after a step, or after all steps of a rule of a policy where its condition holds
    if type(one) is not list:
        return task.step(state, one)[1]
    parameters, asked, calls = data["rules"][one[0]]
    bound, true = dict(zip(parameters, one[1:], strict=True)), task.closure(state)
    need(task.holds(asked, bound, true, true), "the condition does not hold of the rule", *one)
    return follow(state, (" ".join(bound.get(word, word) for word in call.split()) for call in calls), task.step)[1]
def complete(task, data):  # all that starts lead to is listed, and from each but goals a rule leads to a state listed before it
    climb, groups = [(task.state(state), steps) for state, steps in data["climb"]], [task.state(one) for one in data.get("groups", [])]
    rank, lost = {state: place for place, (state, _) in enumerate(climb)}, {*map(task.state, data.get("lost", []))}
    starts = reduce(lambda some, group: {state | {one} for state in some for one in group if all(len((state | {one}) & other) < 2 for other in groups)}, groups, {task.start.difference(*groups) if groups else task.start})  # where there are groups, all states with one atom of each
    need(task.start in starts & rank.keys() and starts <= rank.keys() | lost, "a start is not among the states:", *starts - rank.keys())
    for state in lost:  # no goal can be reached from here
        need(not task.is_goal(state) and all(after in lost for _, after in task.successors(state)), "a goal may be reached from", state)
    for state, steps in climb:
        need(all(after in rank or after in lost for _, after in task.successors(state)), "a step leaves the states from", state)
        after = reduce(partial(used, task, data), steps, state)
        need(rank.get(after, len(rank)) < rank[state] if steps else task.is_goal(state), "no rule leads on from", state)
    return f"complete for {len(rank)} states (no goal is reached from {len(lost)} others){f', from all starts with one of each of {len(groups)} groups of atoms, as' * bool(groups)}"
def proof(task, data):  # the steps prove the goals, and the answer is what the goals are then
    goals, answer = task.start[1:], named(map(term, data["answer"]))
    need("keep" not in data["steps"] and task.left(goals, goals, data["steps"])[0] == answer, "the steps prove something else")
    return f"proof of {words(answer, ', ')} for"
def rule(task, data):  # what the steps leave of a most general head, or of a macro's moves one after the other: no more and no less
    given, (head, *body) = [at for at, kind in enumerate(data.get("arguments", ())) if (kind, data["claim"]) == ("before", "macro")], flat(map(term, data["rule"]))  # a state has no variables
    most, *goals = [head if type(head) is str else (head[0], tuple(("var", place) for place in range(key(head)[1])))] * 2
    claimed = task.left((head,), body, [0 if key(one) == ("=", 2) else "keep" for one in body], given=given)
    if data["claim"] == "macro":  # its label is the sum of those of the moves, or the list
        labels = [("var", str(place)) if is_open(one) else one for place, one in enumerate(map(term, data["labels"]))]
        label = sum(labels) if {*map(type, labels)} == {int} else reduce(lambda rest, one: ("[|]", (one, rest)), labels[::-1], "[]")
        ends, order = [("var", place) for place in range(len(labels) + 1)], expect(sorted(data["arguments"])[:2] == ["after", "before"], "not the arguments of a move") or data["arguments"]
        parts = {"before": [ends[0], *ends[:-1]], "after": [ends[-1], *ends[1:]], "label": [label, *labels]}
        most, *goals = [(head[0], some) for some in zip(*map(parts.get, order), strict=True)]
    need(claimed == task.left((most,), goals, data["steps"], general=True, given=given), "the rule is not what its steps leave")
    return f"{data['claim']}{f' of length {len(goals)},' * (data['claim'] == 'macro')} {said(head)}{' :- ' * bool(body)}{words(body, ', ')},"
def general(task, steps, shared):  # what the parameters of steps are given, and which are one because of what explains the steps (Mitchell, Keller and Kedar-Cabelli, 1986)
    given, uses, pairs = {}, [], []
    for place, (name, *some) in enumerate(steps, 1):
        own = {one: f"{one} of step {place}" for one, _ in task.actions[name][0]}
        given, task.types = given | {("var", one): other for one, other in zip(own.values(), some, strict=True)}, task.types | {own[one]: kinds for one, kinds in task.actions[name][0]}
        uses += [(place, late * (1 + holds), holds, atom) for late, part in enumerate(task.actions[name][1:]) for atom, holds in task.literals(part, own) if atom]
    uses = [(*use, (word, tuple(("var", one) if ("var", one) in given else one for one in some))) for *use, (word, *some) in sorted(uses)]
    for (word, _), some in filed(uses, lambda use: rebuilt(use[3], lambda leaf: given.get(leaf, leaf))).items():
        known = next((place for place, one in enumerate(some) if some[0][1] or one[2] != some[0][2]), len(some))  # so many ask for it or make it, where it is so at first
        for place, late, holds, atom in some:  # it asks for what the last step before that changed it made, or undoes what one made
            past = [one for one in some[0 if late else known:] if one[1] and one[:2] < (place, late)]
            pairs += [(one[3], atom) for one in past if (late < one[1] if late else one[:2] == past[-1][:2])]
            pairs += [(atom, (word, atom[1][::-1]))] * (word == "=" and holds) + [(atom, some[0][3])] * (word in shared and holds and not late and not past)
    return given, reduce(lambda known, pair: unify(*pair, known), pairs, {})
def macro_action(task, data):  # whichever of its parameters are one object, it does what its steps do, and asks for no more
    own, constants, task.costs, task.value = task.actions[data["action"]][0], [*task.types], expect(not task.derived, "derived") or True, defaultdict(int)
    calls = [[data["action"], *dict(own)], *(one.lower().strip(" ()").split() for one in data["steps"])]
    end, asked = partial(follow, step=lambda state, act: task.apply(state, state, *act)), [part for name, *_ in calls for part in task.actions[name][0]]
    known = need(calls[0][0] not in [name for name, *_ in calls[1:]] and dict(own).keys() <= {*chain(*calls[1:])}, "a step is the macro itself, or none has a parameter of it") or {"object"}.union(task.above, *task.above.values(), *task.types.values(), *(kinds for _, kinds in asked))
    every = {tuple(bool(one & kinds) for _, kinds in asked): one for one in ({"object", kind, *task.above.get(kind, ())} for kind in known)}.values()  # that differ where it matters
    given, bound = general(task, calls[1:], shared := {*data.get("shared", [])})
    for one, some in filed(given, given.get).items():
        need(len({made(each, bound) for each in some} | {one} - dict(own).keys()) == 1, "no step needs", one, "to be one:", ", ".join(each for _, each in some))
        need(all(kinds & dict(own).get(one, kinds) for kinds in every if all(kinds & task.types[each] for _, each in some)), "no step needs", one, "to be of its type")
    task.actions[None], task.types, ways, needed = (own, [], task.actions[calls[0][0]][2]), task.types | dict(own), [{}], {}  # each (in)equality, and whether steps do something else without it
    for name, kinds in own:  # a constant, an object that is another parameter already, or a new one, which no text can name
        task.types |= (new := {f"{name}?{place}": one for place, one in enumerate(every)})
        ways = [way | {name: one} for way in ways for one in {*constants, *way.values(), *new} if task.types[one] & kinds]
        expect(len(ways) <= 20_000, "too many ways to bind", *dict(own))
    for way in ways:  # literals lead from all states to what they do from two: nothing holds but what is asked for, or all that may
        acts = [task.called(*(way.get(word, word) for word in call)) for call in calls]
        first, *rest = [task.literals(one, bound) for name, bound in acts for one in task.actions[name][1:]]
        states = {one for one, holds in first if holds}, {one for one, _ in chain(first, *rest)}.difference(one for one, holds in first if not holds)
        failed = [place for place, (one, holds) in enumerate(first) if one[0] == "=" and (one[1] == one[2]) != holds]
        sure, unlike = all((one in states[0]) == holds for one, holds in first if one[0] != "="), False
        for scale, state in enumerate(states * sure):
            task.value = defaultdict(lambda scale=scale: (scale * 10**9) ** (1 + len(task.value)))
            unlike |= end(state, [(None, acts[0][1])]) != end(state, acts[1:])
        need(failed or not unlike, "its steps do something else where its parameters are", *way.values())
        needed |= {place: unlike or needed.get(place, False) for place in failed if sure and len(failed) == 1}
        fit = sure and not failed and not any(end(states[not holds] ^ {one}, acts[1:]) for one, holds in first if one[0] != "=")
        need(fit or len({*constants, *way.values()}) < len(constants) + len(way), "it is never taken, or asks for what no step needs")
    spare = [task.literals(task.actions[calls[0][0]][1], {})[place][0][1:] for place, why in needed.items() if not why]
    head, *told = [[("var", word[1:]) if word[0] == "?" else word for word in call] for call in calls + spare]
    more = f", its steps share facts of {words(sorted(shared), ', ')}" * bool(shared) + f", though no step needs what it asks of {words(told[len(told) - len(spare):])}" * bool(spare)
    return f"macro of length {len(calls) - 1}, {said(head)} for {words(told[:len(calls) - 1])} where each object is of one type{more},"
CLAIMS = {one.__name__: one for one in (plan, unsolvable, complete, proof, rule, macro_action)} | {"macro": rule, "optimal": partial(plan, optimal=True)}
def check(data: object) -> str:  # what one certificate claims, in words, if it holds
    expect(data["format"] == FORMAT and data["claim"] in CLAIMS, "not a certificate that is known here")
    task = (Pddl if "domain" in data["theory"] else Program if "clauses" in data["theory"] else Arcs)(data["theory"])
    asked, claim = task.asked, CLAIMS[data["claim"]](task, data)
    return need(data.get("asked", asked) == asked, "what was asked is something else:", asked) or f"{claim} {asked if len(asked) <= 300 else f'{asked[:150]} ... {asked[-150:]}'}"
def text(name, errors, most):  # of a file, some of which have no end
    with Path(name).open(encoding="utf-8-sig", errors=errors) as file:
        return expect(len(found := file.read(most)) < most, "too long:", name) or found
def read(text: str) -> object: return json.loads(text, parse_float=lambda one: -float(number(one[1:])) if one[0] == "-" else number(one), parse_constant=number, object_pairs_hook=once)  # a file of certificates
def main(names: list[str]) -> int:  # check the certificates of a file, or a plan of a PDDL problem; the exit code
    try:
        files = [text(name, *(("surrogateescape", 2**25) if len(names) > 1 else ("strict", 2**29))) for name in names]
        data = read(files[0]) if len(names) == 1 else expect(len(names) == 3, "one file of certificates, or a domain, a problem and a plan are wanted")
        if len(names) == 3:
            plan = re.split(r"(\([^()]*\))", re.sub(r";.*", "", files[2]))  # every other part is a step; between them may be times and durations
            expect(not (rest := re.sub(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+):|\[[0-9.]+\]", "", between := " ".join(plan[::2])).split()), "no step of a plan, (action object ...):", *rest)
            expect((times := [float(time) for time in re.findall(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+):", between)]) == sorted(times), "steps in another order than that of their times")
            data = {"theory": {"domain": files[0], "problem": files[1]}, "steps": plan[1::2], "format": FORMAT, "claim": "plan"}
        for one in expect(data != [], "no certificate in the file") or (data if type(data) is list else [data]):
            print("holds:", check(one), flush=True)
    except Exception as error:  # whatever a hostile file leads to
        wrong, why = type(error) is NotShownError, f"{type(error).__name__}: {error}".removeprefix("NotShownError: ").replace("JSONDecodeError", "not JSON").replace("UnicodeDecodeError", "not JSON")
        sys.stdout = sys.stderr if type(error) in (OSError, BrokenPipeError) else sys.stdout  # which nothing can be written to
        print("does not hold:" if wrong else "cannot be read:", ascii(why.removeprefix("UnreadableError: "))[1:-1][:300])
        return 1 if wrong else 3 if type(error) is MemoryError else 2
    return 0
if __name__ == "__main__":
    sys.tracebacklimit = 0  # for Ctrl-C
    sys.exit(main(sys.argv[1:]))
