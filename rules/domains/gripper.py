"""Gripper: a robot with two hands carries balls from one room to another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from ..arc import Arc
from ..errors import refuse_more
from ..geometry import Shape
from ..schema import Schema
from ..states.permutation_group import Solvability
from ..term import Atom, Pattern, State, Symbol, Term, Typed, Var, leaves_open
from ..text.drawing import Drawing, Piece
from ..text.state_text import ANYTHING
from ..text.words import counted, whole_number
from .relational import RelationalDomain

ROOMS = ("a", "b")
HANDS = ("left", "right")
ROBOT, FIRST_HAND, FIRST_BALL = 0, 1, 3
"""Cells: the robot's room, whether each hand is free or full, and where each ball is."""

MAX_BALLS = 200

PDDL = """
(define (domain gripper)
  (:requirements :strips :typing)
  (:types room ball hand)
  (:predicates (robot ?r - room) (in ?b - ball ?r - room) (free ?h - hand) (holds ?h - hand ?b - ball)
    (door ?r ?s - room))
  (:action go :parameters (?r ?s - room)
    :precondition (and (robot ?r) (door ?r ?s))
    :effect (and (robot ?s) (not (robot ?r))))
  (:action pick :parameters (?b - ball ?r - room ?h - hand)
    :precondition (and (in ?b ?r) (robot ?r) (free ?h))
    :effect (and (holds ?h ?b) (not (in ?b ?r)) (not (free ?h))))
  (:action drop :parameters (?b - ball ?r - room ?h - hand)
    :precondition (and (holds ?h ?b) (robot ?r))
    :effect (and (in ?b ?r) (free ?h) (not (holds ?h ?b)))))
"""


@lru_cache(maxsize=16)
def _moves(shape: Shape) -> tuple[Schema, ...]:
    cells = tuple(Var(f"X{cell}") for cell in range(shape[1]))
    room = Var("Room")

    def move(name: str, was: Mapping[int, Term], becomes: Mapping[int, Term]) -> Schema:
        before = tuple(was.get(cell, other) for cell, other in enumerate(cells))
        after = tuple({**was, **becomes}.get(cell, other) for cell, other in enumerate(cells))
        return Schema(Arc(name, before, after), shape)

    moves = [
        move(f"go-{goes}", {ROBOT: leaves}, {ROBOT: goes}) for leaves, goes in (ROOMS, ROOMS[::-1])
    ]
    for ball in range(FIRST_BALL, shape[1]):
        for number_of_hand, hand in enumerate(HANDS, FIRST_HAND):
            free: dict[int, Term] = {ROBOT: room, number_of_hand: "free", ball: room}
            full: dict[int, Term] = {ROBOT: room, number_of_hand: "full", ball: hand}
            moves.append(move(f"pick{ball - 2}-{hand}", free, full))
            moves.append(move(f"drop{ball - 2}-{hand}", full, free))
    return tuple(moves)


def _all_in(room: str, shape: Shape) -> State:
    return (room, "free", "free", *[room] * (shape[1] - FIRST_BALL))


def _draw(shape: Shape, rng: Random) -> State:
    """Draw a state, each equally likely: the number of full hands, the balls in them, then the rooms."""
    balls = shape[1] - FIRST_BALL
    weights = [2**balls, balls * 2**balls, balls * (balls - 1) * 2**balls // 4]
    held = rng.choices((0, 1, 2), weights)[0]
    where: list[Symbol] = [rng.choice(ROOMS) for _ in range(balls)]
    hands = rng.sample(HANDS, held)
    for ball, hand in zip(rng.sample(range(balls), held), hands, strict=True):
        where[ball] = hand
    full = ["full" if hand in hands else "free" for hand in HANDS]
    return (rng.choice(ROOMS), *full, *where)


def _fault(state: State) -> str | None:
    if state[ROBOT] not in ROOMS:
        return f"the robot is in {state[ROBOT]}, neither a nor b"
    for ball, where in enumerate(state[FIRST_BALL:], 1):
        if where not in ROOMS + HANDS:
            return f"ball {ball} is in {where}, neither a room (a, b) nor a hand (left, right)"
    for cell, hand in enumerate(HANDS, FIRST_HAND):
        holds = state[FIRST_BALL:].count(hand)
        if holds > 1:
            return f"{hand} holds {counted(holds, 'ball')}"
        if state[cell] != ("full" if holds else "free"):
            return f"cell {cell + 1} should be {'full' if holds else 'free'}, as {hand} is"
    return None


def _rooms(shape: Shape, pattern: Pattern) -> Drawing:
    """The rooms below each other: the robot with what it holds, then the balls, each at a place of its own.

    Parts that a pattern places in no room are drawn below.
    """
    loose = tuple(term for term in (pattern[ROBOT], *pattern[FIRST_BALL:]) if isinstance(term, Var))
    width = len(str(shape[1] - FIRST_BALL))
    gap = Piece(" ")
    balls = {
        cell: Piece(f"{cell - FIRST_BALL + 1:>{width}}", cell, is_open=pattern[cell] in loose)
        for cell in range(FIRST_BALL, shape[1])
    }
    held = {pattern[cell]: ball for cell, ball in balls.items()}
    hands = [
        held.get(hand, _hand(pattern, FIRST_HAND + place, width))
        for place, hand in enumerate(HANDS)
    ]
    robot = (
        Piece("R", ROBOT, is_open=pattern[ROBOT] in loose),
        Piece("["),
        hands[0],
        gap,
        hands[1],
        Piece("]"),
    )
    no_robot = tuple(Piece(" " * len(piece.text)) for piece in robot)
    rows = []
    for name, places in [
        *((room, (room,)) for room in ROOMS),
        *([(ANYTHING, loose)] if loose else []),
    ]:
        row = [Piece(f"{name}:"), gap, *(robot if pattern[ROBOT] in places else no_robot)]
        for cell, ball in balls.items():
            row += [gap, ball if pattern[cell] in places else Piece(" " * width)]
        rows.append(tuple(row))
    return Drawing(tuple(rows))


def _hand(pattern: Pattern, cell: int, width: int) -> Piece:
    """A hand in which no known ball is; ``*`` where some ball is."""
    sign = {"free": ".", "full": "*"}.get(str(pattern[cell]), ANYTHING)
    return Piece(sign.rjust(width), cell, is_open=sign == ANYTHING)


@dataclass(frozen=True)
class Gripper(RelationalDomain):
    """Gripper. The goal has the robot in room b, where it is anyway once it has dropped the last ball."""

    pddl = PDDL
    goal_predicates = ("robot", "in", "holds")
    name = "gripper"
    typical = "4"
    small = "4"
    summary = "a robot carries balls"
    reversible = True
    cells = "the robot's room, a or b; each hand, free or full; each ball: a, b, left or right"
    states = "2(2^N + 2N 2^(N-1) + N(N-1) 2^(N-2)); from all in a 3N-1 moves for even N, else 3N"
    source = "Helmert and Röger, AAAI 2008; first planning competition 1998"
    no_calls = "where a ball is picked or dropped, only the state says"

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[Gripper, Shape]:
        balls = whole_number(size, 1, cls.spelling())
        refuse_more(balls, MAX_BALLS, "too many balls")
        return cls(), (1, balls + FIRST_BALL)

    def spell(self, shape: Shape) -> str:
        return f"{self.name}:{shape[1] - FIRST_BALL}"

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return _moves(shape)

    def goal(self, shape: Shape) -> State:
        return _all_in("b", shape)

    def start(self, shape: Shape) -> State:
        return _all_in("a", shape)

    def draw(self, shape: Shape, rng: Random) -> State:
        return _draw(shape, rng)

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        places = pattern[FIRST_BALL:]
        fits = all(
            places.count(hand) <= (pattern[cell] != "free")
            for cell, hand in enumerate(HANDS, FIRST_HAND)
        )
        if not fits or not leaves_open(pattern, (*ROOMS, *HANDS, "free", "full")):
            return super().sketch(shape, pattern)
        return _rooms(shape, pattern)

    def fault(self, shape: Shape, state: State) -> str | None:
        return _fault(state)

    def objects(self, shape: Shape) -> Iterator[Typed]:
        yield from (Typed(room, "room") for room in ROOMS)
        yield from (Typed(hand, "hand") for hand in HANDS)
        yield from (Typed(f"ball{ball}", "ball") for ball in range(1, shape[1] - FIRST_BALL + 1))

    def related(self, shape: Shape, state: State) -> Iterator[Atom]:
        yield from (("door", *rooms) for rooms in (ROOMS, ROOMS[::-1]))
        yield "robot", str(state[ROBOT])
        for hand, filled in zip(HANDS, state[FIRST_HAND:FIRST_BALL], strict=True):
            if filled == "free":
                yield "free", hand
        for ball, where in enumerate(state[FIRST_BALL:], 1):
            if where in HANDS:
                yield "holds", str(where), f"ball{ball}"
            else:
                yield "in", f"ball{ball}", str(where)

    def played(self, shape: Shape, state: State, call: Atom) -> tuple[str, State]:
        if call[0] == "go":
            return f"go-{call[2]}", (call[2], *state[1:])
        _, ball, room, hand = call
        number, filled = int(ball[4:]), call[0] == "pick"
        cells = list(state)
        cells[FIRST_HAND + HANDS.index(hand)] = "full" if filled else "free"
        cells[FIRST_BALL + number - 1] = hand if filled else room
        return f"{call[0]}{number}-{hand}", tuple(cells)

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        return Solvability(True, "the robot can drop what it holds and carry any ball anywhere")
