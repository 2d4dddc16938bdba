"""A walk: where one is, how one came there, and what lies ahead after stepping back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....rules.errors import ArcwiseError
from ....rules.term import State
from .placed_arc import PlacedArc


@dataclass(frozen=True, slots=True)
class WalkStep:
    """A use of an arc and the state after it."""

    move: PlacedArc
    state: State


class Walk:
    """The steps from a start, with a cursor among them, as the history of a browser has it.

    Stepping back keeps what lies ahead until another step is made.

    Parameters
    ----------
    start
        Where the walk begins.
    """

    def __init__(self, start: State) -> None:
        self.start = start
        self.steps: list[WalkStep] = []
        self.at = 0
        """How many of the steps are behind; the others lie ahead."""
        self.mark = 0
        """Before which step the part of the path begins that is learned from."""

    @property
    def state(self) -> State:
        """Current state."""
        return self.state_after(self.at)

    def state_after(self, steps: int) -> State:
        """State after a number of steps."""
        return self.steps[steps - 1].state if steps else self.start

    @property
    def behind(self) -> Sequence[WalkStep]:
        """The steps made."""
        return self.steps[: self.at]

    @property
    def ahead(self) -> Sequence[WalkStep]:
        """The steps that `forward` would make."""
        return self.steps[self.at :]

    @property
    def marked(self) -> Sequence[WalkStep]:
        """The steps made since the mark."""
        return self.steps[self.mark : self.at]

    @property
    def moves(self) -> int:
        """The primitive moves behind."""
        return sum(step.move.length for step in self.behind)

    @property
    def cost(self) -> float:
        """Cost of the steps so far: that of their primitive moves, whatever a macro's own cost."""
        return sum(move.cost for step in self.behind for move in step.move.rule.primitives)

    def take(self, move: PlacedArc) -> None:
        """Use an arc here. What lay ahead is forgotten, unless this was its next step.

        Raises
        ------
        ArcwiseError
            An arc that does not apply here.
        """
        state = move.apply(self.state)
        if state is None:
            reasons = "; ".join(map(str, move.unmet(self.state)))
            raise ArcwiseError(f"{move.name} does not apply here: {reasons}")
        ahead = self.ahead
        if not (ahead and ahead[0].move.name == move.name and ahead[0].state == state):
            self.steps[self.at :] = [WalkStep(move, state)]
        self.at += 1

    def back(self, steps: int = 1) -> bool:
        """Step back, to the start at most; False at the start."""
        if not self.at:
            return False
        self.at = max(0, self.at - steps)
        self.mark = min(self.mark, self.at)
        return True

    def forward(self, steps: int = 1) -> bool:
        """Step forward again, to the end at most; False at the end."""
        if self.at == len(self.steps):
            return False
        self.at = min(len(self.steps), self.at + steps)
        return True

    def lay(self, steps: Sequence[WalkStep]) -> None:
        """Put a path that begins here ahead, in place of what lay ahead.

        Raises
        ------
        ArcwiseError
            A step that does not apply where its turn comes, or leads elsewhere.
        """
        state = self.state
        for number, step in enumerate(steps, start=1):
            if step.move.apply(state) != step.state:
                raise ArcwiseError(f"step {number}: {step.move.name} does not lead there")
            state = step.state
        self.steps[self.at :] = list(steps)

    def set_mark(self) -> None:
        """Learn from here on."""
        self.mark = self.at
