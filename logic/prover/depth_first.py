"""Depth-first proof search in clause order, as Prolog does it, with a bound on the number of steps where one is wanted.

A resolvent is what is left to prove: a chain of frames, each some goals of one body with what is known of its clause's
variables. Resolving its first goal with a clause is a step. Where several clauses match, the others are kept as a choice; when
a goal fails, the last choice is taken up again, and the variables that were bound since are unbound. Nothing recurses: a proof
may be as deep as memory allows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, TypeAlias

from ...rules.errors import InputError, Place
from ...rules.term import Compound, make_list
from ...search.limits import Meter
from ..program.program import spelled
from .arithmetic import NOT_BOUND, TermError, shown
from .built_ins import Args
from .compiled import (
    CALL,
    CATCH,
    CAUGHT,
    CHOOSE,
    COLLECT,
    COMMIT,
    CUT,
    EITHER,
    FAIL,
    FIND,
    GOAL,
    IF,
    NOT,
    TEST,
    THROW,
    WATCH,
    AnswerTable,
    CompiledClause,
    CompiledGoal,
    Database,
    built,
    goals_in,
    not_callable,
    unify_head,
)
from .variables import Fresh, ProofTerm, Trail, renamed, undo, unify, walked

Frame: TypeAlias = Any
"""Goals, the place of the next one, what is known of the clause's variables, where a cut cuts to, and the frame behind; None
where nothing is left to prove."""

Step: TypeAlias = Any
"""The step before, the number of clauses used so far, the `CompiledClause` or the built-in `CompiledGoal` or a `Mark`, and the goal's arguments."""

FIRST, SECOND, THEN, ELSE, DONE, REFUTED, FOUND, CALLED = (
    *("first", "second", "then", "else", "done", "refuted", "found", "called"),
)
"""Marks among the steps: which alternative was taken, where a condition is done, what was refuted or collected."""

UNBOUNDED = -(1 << 60)
"""Depth inside of a condition, which no bound may cut short: what fails there is taken for false."""

_RULES, _FRAME, _ANSWERS, _FOUND, _CATCH = range(5)

_COMMITTING = (CompiledGoal(COMMIT, ("!", 0)),)
_COLLECTING = (CompiledGoal(COLLECT, ("findall", 3)),)
_CATCHING = (CompiledGoal(CAUGHT, ("catch", 3)),)
_WATCHING = (CompiledGoal(WATCH, ("!", 0)),)

INFINITE_BRANCH = "infinite branch"
"""Limit of a search that would not come back from a goal."""


class StoppedError(Exception):
    """A limit ended a proof search.

    Attributes
    ----------
    limit
        Name of the limit.
    goal
        Of an infinite branch the predicate that it is of.
    """

    def __init__(self, limit: str, goal: str = "") -> None:
        self.limit, self.goal = limit, goal
        super().__init__(limit)


class Tabling(Protocol):
    """Protocol of a store of answers to tabled predicates."""

    def matching(
        self, literal: CompiledGoal, args: Any, rest: Frame, reader: AnswerTable | None
    ) -> AnswerTable:
        """The table of a goal that the pass over another table calls, or a goal that is asked."""


class _Watch:
    """A goal under way, as it was when it was called.

    A variant of it that is called before it has an answer is its descendant: what led from one to the other leads on for
    ever. Which goal is watched changes as the search goes on (after Brent 1980).
    """

    def __init__(self, inferences: int) -> None:
        self.predicate: Any = None
        self.number = 0
        self.next = self.sooner = inferences + 32
        self._random = 1
        self._words: list[Any] = []
        self._variables: list[Fresh] = []
        self._work = 0
        self._kept: Args = ()  # so that no other object gets the place of one of them

    def begin(self, predicate: Any, args: Args, inferences: int) -> bool:
        """Watch a goal from now on; False of a goal that is too large."""
        self._random = (self._random * 1103515245 + 12345) & 0xFFFFFFFF
        self._words, self._variables, self._kept = [], [], args
        self._work = 0
        spelled = all(map(self._spell, args))
        # No period is met again and again.
        self.sooner = inferences + 32 + (self._random >> 16 & 63) + self._work
        self.next = 2 * inferences
        self.predicate = predicate if spelled else None
        self.number += spelled
        return spelled

    def meets(self, args: Args) -> bool:
        """Whether arguments are those of the goal, but for the names of variables, which have the same order."""
        words = iter(self._words)
        variables: list[Fresh] = []
        for arg in args:
            pending = [arg]
            while pending:
                one, word = walked(pending.pop()), next(words, None)
                if type(word) is _Argument:
                    if one is not word.term:
                        return False
                elif _word(one, variables) != word:
                    return False
                elif type(one) is Compound:
                    pending += one.args[::-1]
        if next(words, None) is not None or len(variables) != len(self._variables):
            return False
        order, known = (
            sorted(range(len(some)), key=lambda at: some[at].age)
            for some in (variables, self._variables)
        )
        return order == known

    def _spell(self, term: ProofTerm) -> bool:
        """Add the words of a term; of a large one without variables only the object. False of other large ones."""
        words, variables = self._words, self._variables
        start, known = len(words), len(variables)
        pending = [term]
        size = 0
        while pending:
            one = walked(pending.pop())
            self._work += 1
            if size > MOST_SPELLED:
                del words[start:], variables[known:]
                pending, seen = [term], 0
                while pending:
                    part = walked(pending.pop())
                    self._work += 1
                    seen += type(part) is not Fresh
                    if type(part) is Fresh or seen > MOST_GROUND:
                        return False
                    if type(part) is Compound:
                        pending += part.args[::-1]
                words.append(_Argument(walked(term)))
                return True
            words.append(_word(one, variables))
            size += 1 + (type(one) is float)
            if len(variables) > MOST_OPEN:
                return False
            if type(one) is Compound:
                pending += one.args[::-1]
        return True


MOST_SPELLED, MOST_GROUND, MOST_OPEN = 128, 10_000, 16
"""Greatest numbers of words of an argument that are compared, of subterms looked at for variables, and of variables."""


class _Argument:
    """A large term without variables, which is known by its place."""

    def __init__(self, term: ProofTerm) -> None:
        self.term = term


def _word(term: ProofTerm, variables: list[Fresh]) -> Any:
    """A word that tells a term from others but for its arguments; a variable that is new joins the others."""
    kind = type(term)
    if kind is Fresh:
        place = next((at for at, one in enumerate(variables) if one is term), len(variables))
        if place == len(variables):
            variables.append(term)
        return place
    if kind is Compound:
        return term.functor, len(term.args)
    return kind, repr(term) if kind is float else term, None


class DepthFirst:
    """A depth-first search for proofs of some goals.

    Parameters
    ----------
    database
        The program.
    goals
        Compiled goals.
    known
        Values of the goals' variables.
    meter
        Counts inferences, each a goal that is called, as ``expanded``, and clauses that were tried as ``applied``; holds both to
        limits.
    tables
        Answers of tabled predicates.
    bound
        The most clauses that may be used on the way to an answer; None for no bound.
    recorded
        Whether the steps are recorded, from which a proof is made.
    reader
        The table whose goal is proved, by its clauses; None where the goals are asked.
    watching
        Whether a goal that is called again before it has an answer ends the search; the program only computes.

    Attributes
    ----------
    cut_short
        Whether the bound has ended a branch.
    trail
        The variables that are bound.
    """

    def __init__(
        self,
        database: Database,
        goals: tuple[CompiledGoal, ...],
        known: dict[Any, ProofTerm],
        meter: Meter,
        tables: Tabling,
        *,
        bound: int | None = None,
        recorded: bool = False,
        reader: AnswerTable | None = None,
        watching: bool = False,
    ) -> None:
        self._database = database
        self._watching = watching
        self._start: Frame = (goals, 0, known, 0, None) if goals else None
        self._meter, self._tables, self._reader = meter, tables, reader
        self._bound = bound
        self._recorded = recorded or bound is not None
        self.cut_short = False
        self.trail: Trail = []
        self.open_choices = False

    def proofs(self) -> Iterator[Step]:
        """The steps of one proof after the other; meanwhile the variables are bound as that proof binds them.

        Raises
        ------
        StoppedError
            At a limit.
        InputError
            A built-in predicate that was called with an argument of a wrong kind.
        """
        trail, database, meter = self.trail, self._database, self._meter
        exceeded = meter.exceeded
        recorded, reader = self._recorded, self._reader
        of_reader = self._start if reader is not None else ()
        marked = _marked if recorded else _unmarked
        bound = 1 << 60 if self._bound is None else self._bound
        watch = _Watch(meter.expanded) if self._watching else None
        watched = -1  # choices below the goal that is watched
        choices: list[Any] = []
        frame = self._start
        steps: Step = (None, 0, None, ())
        failed = False
        while True:
            try:
                if failed:
                    if not choices:
                        return
                    choice = choices.pop()
                    if len(choices) < watched:
                        watched = -1
                    kind, mark, steps, frame = choice[0], choice[1], choice[2], choice[3]
                    while len(trail) > mark:
                        trail.pop().value = None
                    failed = False
                    if kind == _FRAME:
                        continue
                    if kind == _CATCH:
                        failed = True
                        continue
                    if kind == _RULES:
                        args, candidates, at = choice[4], choice[5], choice[6]
                    elif kind == _ANSWERS:
                        answers, literal, args = choice[4], choice[5], choice[6]
                        if limit := meter.overdue():  # answers are no inferences
                            raise StoppedError(limit)
                        found = next(answers, None)
                        if found is None:
                            failed = True
                            continue
                        choices.append(choice)
                        if not all(map(unify, args, found, [trail] * len(args))):
                            failed = True
                        elif recorded:
                            steps = (steps, steps[1], literal, args)
                        continue
                    else:  # what findall has collected
                        if not unify(choice[5], make_list(choice[4]), trail):
                            failed = True
                        continue
                else:
                    if frame is None:
                        self.open_choices = bool(choices)
                        yield steps
                        failed = True
                        continue
                    goals, place, known, cut, rest = frame
                    literal = goals[place]
                    if place + 1 < len(goals):
                        rest = (goals, place + 1, known, cut, rest)
                    kind = literal.kind
                    if kind == CALL:
                        if limit := exceeded():
                            raise StoppedError(limit)
                        args = tuple([built(one, known) for one in literal.args])
                        if literal.target.tabled and frame is not of_reader:
                            candidates = self._tables.matching(literal, args, rest, reader)
                        else:
                            try:
                                candidates = literal.target.matching(args)
                            except TermError as error:
                                raise _placed(error, literal) from None
                        at, frame = 0, rest
                        if watch is not None and candidates:
                            if (
                                watched >= 0
                                and watch.predicate is literal.target
                                and watch.meets(args)
                            ):
                                raise StoppedError(INFINITE_BRANCH, spelled(literal.name))
                            if meter.expanded >= (watch.next if watched >= 0 else watch.sooner):
                                watched = -1
                                if watch.begin(literal.target, args, meter.expanded):
                                    watched = len(choices)
                                    if rest is not None and rest[0] is _WATCHING:
                                        rest = rest[4]  # of a goal that is watched no more
                                    frame = (_WATCHING, 0, watch.number, 0, rest)
                    elif kind == TEST:
                        if limit := exceeded():
                            raise StoppedError(limit)
                        args = tuple([built(one, known) for one in literal.args])
                        try:
                            failed = not literal.target(args, trail)
                        except InputError as error:
                            raise _placed(error, literal) from None
                        if recorded:
                            steps = (steps, steps[1], literal, args)
                        frame = rest
                        continue
                    elif kind == CHOOSE:
                        if limit := exceeded():
                            raise StoppedError(limit)
                        args = tuple([built(one, known) for one in literal.args])
                        answers = _guarded(literal, args)
                        choices.append((_ANSWERS, len(trail), steps, rest, answers, literal, args))
                        failed = True
                        continue
                    elif kind == CUT:
                        del choices[cut:]
                        frame = rest
                        continue
                    elif kind == EITHER:
                        one, other = literal.target
                        choices.append(
                            (
                                _FRAME,
                                len(trail),
                                marked(steps, SECOND),
                                _entered(other, known, cut, rest),
                            )
                        )
                        steps, frame = marked(steps, FIRST), _entered(one, known, cut, rest)
                        continue
                    elif kind == IF:
                        condition, then, other = literal.target
                        height, depth = len(choices), steps[1]
                        choices.append(
                            (
                                _FRAME,
                                len(trail),
                                marked(steps, ELSE),
                                _entered(other, known, cut, rest),
                            )
                        )
                        then_frame = _entered(then, known, cut, rest)
                        soft = literal.name[0] == "*->"
                        commit = (_COMMITTING, 0, (height, depth, soft), cut, then_frame)
                        steps = marked(steps, THEN, depth=UNBOUNDED)
                        frame = _entered(condition, known, height + 1, commit)
                        continue
                    elif kind == COMMIT:
                        height, depth, soft = known
                        if soft:  # the condition may have more answers; there is no else any more
                            choices[height] = (_FRAME, len(trail), steps, _FAILING)
                        else:
                            del choices[height:]
                        steps, frame = marked(steps, DONE, depth=depth), rest
                        continue
                    elif kind == NOT:
                        height = len(choices)
                        choices.append(
                            (_FRAME, len(trail), marked(steps, REFUTED, literal, known), rest)
                        )
                        refute = (_COMMITTING, 0, (height, 0, False), cut, _FAILING)
                        steps = marked(steps, THEN, depth=UNBOUNDED)
                        frame = _entered(literal.target[0], known, height + 1, refute)
                        continue
                    elif kind == FIND:
                        template, out = (built(one, known) for one in literal.args)
                        results: list[ProofTerm] = []
                        height = len(choices)
                        after = marked(steps, FOUND, literal, known)
                        choices.append((_FOUND, len(trail), after, rest, results, out))
                        collect = (_COLLECTING, 0, (template, results, height), cut, None)
                        steps = marked(steps, THEN, depth=UNBOUNDED)
                        frame = _entered(literal.target[0], known, height + 1, collect)
                        continue
                    elif kind == CATCH:
                        goal, recovery = literal.target
                        height, depth = len(choices), steps[1]
                        catcher = built(literal.args[0], known)
                        after = _entered(recovery, known, height, rest)
                        choices.append((_CATCH, len(trail), marked(steps, SECOND), after, catcher))
                        caught = (_CATCHING, 0, (height, depth), cut, rest)
                        steps = marked(steps, FIRST, depth=UNBOUNDED)
                        frame = _entered(goal, known, height + 1, caught)
                        continue
                    elif kind == CAUGHT:
                        height, depth = known
                        if (
                            len(choices) == height + 1
                        ):  # no more answers: nothing is caught there any more
                            choices.pop()
                        steps, frame = marked(steps, DONE, depth=depth), rest
                        continue
                    elif kind == THROW:
                        if limit := exceeded():
                            raise StoppedError(limit)
                        raise thrown(built(literal.args[0], known), literal)
                    elif kind == COLLECT:
                        template, results, _ = known
                        results.append(renamed((template,), {})[0])
                        failed = True
                        continue
                    elif kind == GOAL:
                        body = _called(database, literal, known)
                        if recorded:
                            steps = (steps, steps[1], CALLED, body)
                        frame = _entered(body, {}, len(choices), rest)
                        continue
                    elif kind == WATCH:
                        if watch is not None and known == watch.number:
                            watched = -1
                        frame = rest
                        continue
                    else:
                        assert kind == FAIL
                        failed = True
                        continue
                # A goal with the clauses that may resolve it, from one of them on.
                count = len(candidates)
                if steps[1] >= bound and count > at:
                    self.cut_short = True
                    failed = True
                    continue
                mark = len(trail)
                failed = True
                begun = at
                while at < count:
                    rule: CompiledClause = candidates[at]
                    at += 1
                    known = {}
                    if unify_head(rule.head, args, known, trail):
                        cut = len(choices)
                        growing = type(candidates) is AnswerTable and not candidates.complete
                        if at < count or growing:
                            choices.append((_RULES, mark, steps, frame, args, candidates, at))
                        if rule.body:
                            frame = (rule.body, 0, known, cut, frame)
                        if recorded:
                            steps = (steps, steps[1] + 1, rule, args)
                        failed = False
                        break
                    undo(trail, mark)
                meter.applied += at - begun
                if failed and reader is not None and type(candidates) is AnswerTable:
                    reader.sources[candidates] = min(reader.sources.get(candidates, count), count)
            except TermError as error:
                steps, frame = self._caught(error, frame, choices)
                if len(choices) < watched:
                    watched = -1
                failed = False

    def _caught(self, error: TermError, frame: Frame, choices: list[Any]) -> tuple[Step, Frame]:
        """Go back to the innermost ``catch/3`` that is under way and takes a ball; where its recovery begins.

        Raises
        ------
        TermError
            The error itself, if nothing catches it.
        """
        ball = renamed((error.ball,), {})[0]
        if self._reader is not None:  # goals may be left that have not read all
            self._reader.sources = dict.fromkeys(self._reader.sources, 0)
        while frame is not None:
            goals, place, known, _, rest = frame
            kind = goals[place].kind
            if kind == CAUGHT:
                mark, steps, recovery, catcher = choices[known[0]][1:5]
                del choices[known[0] :]
                undo(self.trail, mark)
                if unify(catcher, ball, self.trail):
                    return steps, recovery
                undo(self.trail, mark)
            elif (
                kind == COMMIT and rest is _FAILING
            ):  # of a negation: what stands behind is its choice's
                rest = choices[known[0]][3]
            elif kind == COLLECT:
                rest = choices[known[2]][3]
            frame = rest
        raise error


_FAILING: Frame = ((CompiledGoal(FAIL, ("fail", 0)),), 0, {}, 0, None)


def _entered(body: tuple[CompiledGoal, ...], known: Any, cut: int, rest: Frame) -> Frame:
    return (body, 0, known, cut, rest) if body else rest


def _marked(
    steps: Step,
    mark: str,
    literal: CompiledGoal | None = None,
    known: Any = None,
    *,
    depth: int | None = None,
) -> Step:
    return (steps, steps[1] if depth is None else depth, mark, (literal, known))


def _unmarked(steps: Step, *_: Any, depth: int | None = None) -> Step:
    return steps


class ThrownError(TermError):
    """A term that ``throw/1`` was called with."""

    @property
    def ball(self) -> ProofTerm:
        """The term."""
        return self.formal


def thrown(ball: ProofTerm, literal: CompiledGoal) -> TermError:
    """The error of a ``throw/1``."""
    ball = renamed((ball,), {})[0]
    if type(ball) is Fresh:
        return TermError(
            "throw/1 needs a term", NOT_BOUND, place=literal.place, found="an unbound variable"
        )
    words, place, found = "nothing catches what is thrown", literal.place, shown(ball)
    match ball:
        case Compound(
            "error", (_, Compound("context", (Compound("/", (str(name), int(arity))), _)))
        ):
            place = Place(spelled((name, arity)))
    match ball:
        case Compound("error", (Compound("type_error", (kind, term)), _)):
            words, found = f"an argument is not of the type {shown(kind)}", shown(term)
        case Compound("error", ("instantiation_error", _)):
            words, found = "an argument is not known", "an unbound variable"
    return ThrownError(words, ball, place=place, found=found)


def _called(
    database: Database, literal: CompiledGoal, known: dict[Any, ProofTerm]
) -> tuple[CompiledGoal, ...]:
    """The goals of ``call/N``, or of a variable in the place of a goal."""
    return body_of_call(database, literal, [built(one, known) for one in literal.args])


def body_of_call(
    database: Database, literal: CompiledGoal, args: list[ProofTerm]
) -> tuple[CompiledGoal, ...]:
    """The goals that a call of a goal stands for.

    Raises
    ------
    InputError
        An unbound variable, or what cannot be called.
    """
    if literal.name in ((",", 2), ("true", 0), ("otherwise", 0)):
        goal: ProofTerm = Compound(",", tuple(args)) if args else "true"
    else:
        goal = walked(args[0])
        if len(args) > 1:
            goal = _extended(goal, args[1:], literal)
    if type(goal) is Fresh:
        raise TermError(
            "a goal is an unbound variable",
            NOT_BOUND,
            place=literal.place,
            expected="an atom or a compound term by the time it is called",
            found=shown(Compound("call", tuple(args))),
        )
    try:
        return database.body(goals_in(goal), literal.place, ready=True)
    except TermError:  # inside of control: then nothing of it is called
        raise not_callable(goal, literal.place) from None


def _extended(goal: ProofTerm, more: list[ProofTerm], literal: CompiledGoal) -> ProofTerm:
    if type(goal) is str:
        return Compound(goal, tuple(more))
    if type(goal) is Compound:
        return Compound(goal.functor, (*goal.args, *more))
    if type(goal) is Fresh:
        return goal
    raise not_callable(goal, literal.place)


def _guarded(literal: CompiledGoal, args: tuple[ProofTerm, ...]) -> Iterator[tuple[ProofTerm, ...]]:
    try:
        yield from literal.target(args)
    except InputError as error:
        raise _placed(error, literal) from None


def _placed(error: InputError, literal: CompiledGoal) -> InputError:
    place = literal.place
    if place is not None and place.source.startswith(">>/"):  # the goal is not the library's
        place = Place(f"{shown(literal.goal)}, in a lambda expression")
    return error if place is None else error.at(place)
