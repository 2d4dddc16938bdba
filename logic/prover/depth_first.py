"""Depth-first proof search in clause order, as Prolog does it, with a bound on the number of steps where one is wanted.

A resolvent is what is left to prove: a chain of frames, each some goals of one body with what is known of its clause's
variables. The machine takes the first goal and does what its kind says (`PERFORM`): resolving it with a clause is a step. Where
something else could be done, that is kept as a choice; when a goal fails, the last choice is taken up again, and the variables
that were bound since are unbound. Nothing recurses: a proof may be as deep as memory allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeAlias, cast

from ...rules.errors import InputError, Place
from ...rules.term import Compound, make_list
from ...search.limits import Meter
from ..program.program import spelled
from .arithmetic import NOT_BOUND, TermError, shown
from .built_ins import SEVERAL, Args
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
    FINALLY,
    FIND,
    GOAL,
    IF,
    LAST,
    NOT,
    RESUME,
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
from .infinite_branch import WatchedGoal
from .variables import Fresh, ProofTerm, Trail, renamed, undo, unify, walked

Frame: TypeAlias = Any
"""Goals, the place of the next one, what is known of the clause's variables, how many choices a cut leaves, and the frame
behind; None where nothing is left to prove."""

Step: TypeAlias = Any
"""The step before, the number of clauses used so far, the `CompiledClause` or the built-in `CompiledGoal` or a mark, and the
goal's arguments."""

OpenChoice: TypeAlias = Any
"""Something left to try: the method that takes it up, the length of the trail, the steps and the frame from which it goes on, and
the method's arguments."""

FIRST, SECOND, THEN, ELSE, DONE, REFUTED, FOUND, CALLED = (
    *("first", "second", "then", "else", "done", "refuted", "found", "called"),
)
"""Marks among the steps: which alternative was taken, where a condition is done, what was refuted or collected."""

UNBOUNDED = -(1 << 60)
"""Depth inside of a condition, which no bound may cut short: what fails there is taken for false."""

_COMMITTING = (CompiledGoal(COMMIT, ("!", 0)),)
_COLLECTING = (CompiledGoal(COLLECT, ("findall", 3)),)
_CATCHING = (CompiledGoal(CAUGHT, ("catch", 3)),)
_RESUMING = (CompiledGoal(RESUME, ("true", 0)),)
_WATCHING = (CompiledGoal(WATCH, ("!", 0)),)
_FAILING: Frame = ((CompiledGoal(FAIL, ("fail", 0)),), 0, {}, 0, None)

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


class DepthFirst:
    """A depth-first search for proofs.

    Parameters
    ----------
    database
        The program.
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
    open_choices
        Whether something was left to try at the last proof.
    trail
        The variables that are bound.
    """

    def __init__(
        self,
        database: Database,
        meter: Meter,
        tables: Tabling,
        *,
        bound: int | None = None,
        recorded: bool = False,
        reader: AnswerTable | None = None,
        watching: bool = False,
    ) -> None:
        self._database, self._meter, self._tables, self._reader = database, meter, tables, reader
        self._bound = -UNBOUNDED if bound is None else bound
        self._recorded = recorded or bound is not None
        self._watch = WatchedGoal(meter.expanded) if watching else None
        self._asked: CompiledGoal | None = None
        self._frame: Frame = None
        self._steps: Step = (None, 0, None, ())
        self._choices: list[OpenChoice] = []
        self.cut_short = self.open_choices = self._cleans = False
        self.trail: Trail = []

    def proofs(
        self, goals: tuple[CompiledGoal, ...], known: dict[Any, ProofTerm]
    ) -> Iterator[Step]:
        """The steps of one proof after the other; meanwhile the variables are bound as that proof binds them.

        Parameters
        ----------
        goals
            Compiled goals.
        known
            Values of the goals' variables.

        Raises
        ------
        StoppedError
            At a limit.
        InputError
            A built-in predicate that was called with an argument of a wrong kind.
        """
        self._frame = _entered(goals, known, 0, None)
        if self._reader is not None:
            (self._asked,) = goals
        holds = True
        while True:
            try:
                while holds and self._frame is not None:
                    goals, place, known, cut, rest = self._frame
                    literal = goals[place]
                    more = place + 1 < len(goals)
                    self._frame = (goals, place + 1, known, cut, rest) if more else rest
                    holds = PERFORM[literal.kind](self, literal, known, cut)
                if holds:
                    self.open_choices = bool(self._choices)
                    yield self._steps
                if not self._choices:
                    return
                holds = self._retry()
            except TermError as error:
                self._catch(error)
                holds = True

    def _retry(self) -> bool:
        """Take up the last choice; returns whether it holds."""
        resume, mark, self._steps, self._frame, args = self._choices.pop()
        if self._watch is not None and len(self._choices) < self._watch.height:
            self._watch.height = -1
        undo(self.trail, mark)
        return bool(resume(self, *args))

    def _push(self, resume: Callable[..., bool], steps: Step, frame: Frame, *args: Any) -> None:
        self._choices.append((resume, len(self.trail), steps, frame, args))

    def _goes_on(self) -> bool:
        return True

    def _fails(self, *_: Any) -> bool:
        return False

    def _marked(self, mark: str, literal: Any = None, known: Any = None) -> Step:
        steps = self._steps
        return (steps, steps[1], mark, (literal, known)) if self._recorded else steps

    def _at_depth(self, depth: int, mark: str) -> Step:
        """A mark behind which another number of clauses counts."""
        return (self._steps, depth, mark, (None, None)) if self._recorded else self._steps

    def _count(self) -> None:
        if limit := self._meter.exceeded():
            raise StoppedError(limit)

    # Predicates with clauses.

    def _call(self, literal: CompiledGoal, known: Any, cut: int) -> bool:
        if limit := self._meter.exceeded():
            raise StoppedError(limit)
        args = tuple([built(one, known) for one in literal.args])
        if literal.target.tabled and literal is not self._asked:
            candidates = self._tables.matching(literal, args, self._frame, self._reader)
        else:
            try:
                candidates = literal.target.matching(args)
            except TermError as error:
                raise _placed(error, literal) from None
        if self._watch is not None and candidates and not literal.target.tabled:
            self._look_out(self._watch, literal, args)
        return self._resolve(args, candidates, 0)

    def _look_out(self, watch: WatchedGoal, literal: CompiledGoal, args: Args) -> None:
        """End the search at a goal that is called again; now and then watch another one."""
        watched = watch.height >= 0
        if watched and watch.predicate is literal.target and watch.meets(args):
            raise StoppedError(INFINITE_BRANCH, spelled(literal.name))
        if self._meter.expanded >= (watch.next if watched else watch.sooner):
            watch.height = -1
            if watch.begin(literal.target, args, self._meter.expanded):
                watch.height, rest = len(self._choices), self._frame
                if rest is not None and rest[0] is _WATCHING:
                    rest = rest[4]  # of a goal that is watched no more
                self._frame = (_WATCHING, 0, watch.number, 0, rest)

    def _resolve(self, args: Args, candidates: list[CompiledClause], at: int) -> bool:
        """Resolve a goal with the first clause that matches, from one of them on."""
        steps, frame, trail, count = self._steps, self._frame, self.trail, len(candidates)
        if steps[1] >= self._bound and count > at:
            self.cut_short = True
            return False
        mark, begun = len(trail), at
        while at < count:
            rule = candidates[at]
            at += 1
            known: dict[Any, ProofTerm] = {}
            if unify_head(rule.head, args, known, trail):
                height = len(self._choices)
                if at < count or (type(candidates) is AnswerTable and not candidates.complete):
                    resume = DepthFirst._resolve, mark, steps, frame, (args, candidates, at)
                    self._choices.append(resume)
                if rule.body:
                    self._frame = (rule.body, 0, known, height, frame)
                if self._recorded:
                    self._steps = (steps, steps[1] + 1, rule, args)
                self._meter.applied += at - begun
                return True
            undo(trail, mark)
        self._meter.applied += at - begun
        if self._reader is not None and type(candidates) is AnswerTable:
            sources = self._reader.sources
            sources[candidates] = min(sources.get(candidates, count), count)
        return False

    def _end_watch(self, literal: CompiledGoal, number: Any, cut: int) -> bool:
        if self._watch is not None and number == self._watch.number:
            self._watch.height = -1
        return True

    # Built-in predicates.

    def _test(self, literal: CompiledGoal, known: Any, cut: int) -> bool:
        if limit := self._meter.exceeded():
            raise StoppedError(limit)
        args = tuple([built(one, known) for one in literal.args])
        try:
            holds = literal.target(args, self.trail)
        except InputError as error:
            raise _placed(error, literal) from None
        if self._recorded:
            self._steps = (self._steps, self._steps[1], literal, args)
        return bool(holds)

    def _choose(self, literal: CompiledGoal, known: Any, cut: int) -> bool:
        self._count()
        args = tuple([built(one, known) for one in literal.args])
        return self._next_answer(literal, args, literal.target(args))

    def _next_answer(
        self,
        literal: CompiledGoal,
        args: Args,
        answers: Iterator[Args],
        found: Args | None = None,
    ) -> bool:
        """Unify a goal with its next answer, which may be found already; the last one that only computes is no choice."""
        if limit := self._meter.overdue():  # answers are no inferences
            raise StoppedError(limit)
        pure, ahead = literal.name in SEVERAL, None
        try:
            if found is None:
                found = next(answers, None)
            if found is not None and pure:
                ahead = next(answers, None)
        except InputError as error:
            raise _placed(error, literal) from None
        if found is None:
            return False
        if ahead is not None or not pure:
            self._push(
                DepthFirst._next_answer, self._steps, self._frame, literal, args, answers, ahead
            )
        if self._recorded:
            self._steps = (self._steps, self._steps[1], literal, args)
        return all(map(unify, args, found, [self.trail] * len(args)))

    # Control.

    def _cut(self, literal: CompiledGoal, known: Any, cut: int) -> bool:
        self._drop(cut)
        return True

    def _drop(self, height: int) -> None:
        """Take away the choices from a height on; goals that clean up behind them come next, the innermost first."""
        dropped = self._choices[height:] if self._cleans else ()
        del self._choices[height:]
        for resume, _, _, _, args in dropped:
            if resume is DepthFirst._cleaned_up:
                self._clean_up(*args)

    def _finally(self, literal: CompiledGoal, known: Any, cut: int) -> bool:
        """Call a goal once there is nothing left to try of what comes next: the choice that says so is the last, or is taken away."""
        self._cleans = True
        goal = Compound("ignore", (built(literal.args[0], known),))
        self._push(DepthFirst._cleaned_up, self._steps, self._frame, goal)
        return True

    def _cleaned_up(self, goal: ProofTerm) -> bool:
        self._frame = (*_FAILING[:4], self._frame)  # behind it is who catches what the goal throws
        self._clean_up(goal)
        return True

    def _clean_up(self, goal: ProofTerm) -> None:
        """Prove a goal that is no part of the proof before what is left."""
        body = self._database.body((goal,), ready=True)
        resuming = (_RESUMING, 0, self._steps, 0, self._frame)
        self._frame = _entered(body, {}, len(self._choices), resuming)

    def _resume(self, literal: CompiledGoal, steps: Any, cut: int) -> bool:
        self._steps = steps
        return True

    def _last(self, literal: CompiledGoal, known: Any, cut: int) -> bool:
        """Whether a clause has nothing left to try but its goal that cleans up, which is then its own to call."""
        last = len(self._choices) == cut + 1
        if last:
            self._choices.pop()
        return unify(built(literal.args[0], known), "true" if last else "false", self.trail)

    def _either(self, literal: CompiledGoal, known: Any, cut: int) -> bool:
        one, other = literal.target
        rest = self._frame
        self._push(DepthFirst._goes_on, self._marked(SECOND), _entered(other, known, cut, rest))
        self._steps, self._frame = self._marked(FIRST), _entered(one, known, cut, rest)
        return True

    def _if(self, literal: CompiledGoal, known: Any, cut: int) -> bool:
        condition, then, other = literal.target
        rest, soft = self._frame, literal.name[0] == "*->"
        commit = len(self._choices), self._steps[1], soft
        self._push(DepthFirst._goes_on, self._marked(ELSE), _entered(other, known, cut, rest))
        behind = (_COMMITTING, 0, commit, cut, _entered(then, known, cut, rest))
        self._enter_condition(condition, known, behind)
        return True

    def _not(self, literal: CompiledGoal, known: Any, cut: int) -> bool:
        commit = len(self._choices), 0, False
        self._push(DepthFirst._goes_on, self._marked(REFUTED, literal, known), self._frame)
        self._enter_condition(literal.target[0], known, (_COMMITTING, 0, commit, cut, _FAILING))
        return True

    def _enter_condition(self, goals: Any, known: Any, behind: Frame) -> None:
        """Prove goals that no bound cuts short, behind a choice that is there already."""
        self._steps = self._at_depth(UNBOUNDED, THEN)
        self._frame = _entered(goals, known, len(self._choices), behind)

    def _commit(self, literal: CompiledGoal, condition: Any, cut: int) -> bool:
        height, depth, soft = condition
        if soft:  # the condition may have more answers; there is no else any more
            nothing = DepthFirst._fails, len(self.trail), self._steps, _FAILING, ()
            self._choices[height] = nothing
            self._steps = self._at_depth(depth, DONE)
        else:
            self._steps = self._at_depth(depth, DONE)
            self._drop(height)
        return True

    def _find(self, literal: CompiledGoal, known: Any, cut: int) -> bool:
        template, out = (built(one, known) for one in literal.args)
        results: list[ProofTerm] = []
        collect = template, results, len(self._choices)
        steps = self._marked(FOUND, literal, known)
        self._push(DepthFirst._found, steps, self._frame, results, out)
        self._enter_condition(literal.target[0], known, (_COLLECTING, 0, collect, cut, None))
        return True

    def _collect(self, literal: CompiledGoal, collection: Any, cut: int) -> bool:
        template, results, _ = collection
        results.append(renamed((template,), {})[0])
        return False

    def _found(self, results: list[ProofTerm], out: ProofTerm) -> bool:
        return unify(out, make_list(results), self.trail)

    def _call_goal(self, literal: CompiledGoal, known: Any, cut: int) -> bool:
        args = [built(one, known) for one in literal.args]
        body = body_of_call(self._database, literal, args)
        if self._recorded:
            self._steps = (self._steps, self._steps[1], CALLED, body)
        self._frame = _entered(body, {}, len(self._choices), self._frame)
        return True

    # Errors.

    def _throw(self, literal: CompiledGoal, known: Any, cut: int) -> bool:
        self._count()
        raise thrown(built(literal.args[0], known), literal)

    def _try(self, literal: CompiledGoal, known: Any, cut: int) -> bool:
        goal, recovery = literal.target
        height, depth, rest = len(self._choices), self._steps[1], self._frame
        after = _entered(recovery, known, height, rest)
        self._push(DepthFirst._fails, self._marked(SECOND), after, built(literal.args[0], known))
        self._steps = self._at_depth(UNBOUNDED, FIRST)
        caught = (_CATCHING, 0, (height, depth), cut, rest)
        self._frame = _entered(goal, known, height + 1, caught)
        return True

    def _end_try(self, literal: CompiledGoal, catcher: Any, cut: int) -> bool:
        height, depth = catcher
        if len(self._choices) == height + 1:  # no more answers: nothing is caught there any more
            self._choices.pop()
        self._steps = self._at_depth(depth, DONE)
        return True

    def _catch(self, error: TermError) -> None:
        """Go back to the innermost ``catch/3`` that is under way and takes a ball.

        Raises
        ------
        TermError
            The error itself, if nothing catches it.
        """
        ball = renamed((error.ball,), {})[0]
        if self._reader is not None:  # goals may be left that have not read all
            self._reader.sources = dict.fromkeys(self._reader.sources, 0)
        choices, frame = self._choices, self._frame
        cleaning: list[ProofTerm] = []
        while frame is not None:
            goals, place, known, _, rest = frame
            kind = goals[place].kind
            if kind == CAUGHT:
                cleaning += self._left_to_clean(known[0])
                _, mark, self._steps, self._frame, (catcher,) = choices[known[0]]
                del choices[known[0] :]
                undo(self.trail, mark)
                if unify(catcher, ball, self.trail):
                    if self._watch is not None and len(choices) < self._watch.height:
                        self._watch.height = -1
                    for goal in reversed(cleaning):
                        self._clean_up(goal)
                    return
                undo(self.trail, mark)
            elif kind == COMMIT and rest is _FAILING:
                rest = choices[known[0]][3]  # of a negation: what stands behind is its choice's
            elif kind == COLLECT:
                rest = choices[known[2]][3]
            frame = rest
        raise error

    def _left_to_clean(self, height: int) -> Iterator[ProofTerm]:
        """The goals that clean up behind the choices from a height on, the last first; what they throw is not the error."""
        choices = self._choices[height:] if self._cleans else []
        for resume, mark, _, _, args in reversed(choices):
            if resume is DepthFirst._cleaned_up:
                undo(self.trail, mark)
                goal = Compound("catch", cast(Any, (args[0], Fresh(), "true")))
                yield from renamed((goal,), {})


PERFORM: dict[int, Callable[[DepthFirst, CompiledGoal, Any, int], bool]] = {
    CALL: DepthFirst._call,
    TEST: DepthFirst._test,
    CHOOSE: DepthFirst._choose,
    CUT: DepthFirst._cut,
    EITHER: DepthFirst._either,
    IF: DepthFirst._if,
    NOT: DepthFirst._not,
    COMMIT: DepthFirst._commit,
    FIND: DepthFirst._find,
    COLLECT: DepthFirst._collect,
    GOAL: DepthFirst._call_goal,
    CATCH: DepthFirst._try,
    CAUGHT: DepthFirst._end_try,
    THROW: DepthFirst._throw,
    WATCH: DepthFirst._end_watch,
    FAIL: DepthFirst._fails,
    FINALLY: DepthFirst._finally,
    LAST: DepthFirst._last,
    RESUME: DepthFirst._resume,
}
"""Method of the machine for each kind of goal. It is called with what is known of the goal's variables and how many choices a cut
leaves, sets the frame with what is left to prove, and returns whether the goal holds so far. Goals that only the machine makes,
such as the end of a condition, have data of their own for what is known."""


def taken_goals(literal: CompiledGoal, mark: str) -> tuple[tuple[CompiledGoal, ...], ...]:
    """Goals that a proof has in a control construct, by its mark: those of the condition with its end, and the others."""
    one, *others = literal.target
    if literal.kind == EITHER:
        return (), others[0] if mark == SECOND else one
    if literal.kind == IF:
        return ((*one, *_COMMITTING), others[0]) if mark == THEN else ((), others[1])
    assert literal.kind == CATCH
    return (), (*one, *_COMMITTING) if mark == FIRST else others[0]


def _entered(body: tuple[CompiledGoal, ...], known: Any, cut: int, rest: Frame) -> Frame:
    return (body, 0, known, cut, rest) if body else rest


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


def _placed(error: InputError, literal: CompiledGoal) -> InputError:
    place = literal.place
    if place is not None and place.source.startswith(">>/"):  # the goal is not the library's
        place = Place(f"{shown(literal.goal)}, in a lambda expression")
    return error if place is None else error.at(place)
