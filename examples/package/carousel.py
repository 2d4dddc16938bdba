"""A puzzle, a heuristic, an algorithm and a learner of one's own: after `pip install .` every command knows them."""

from dataclasses import dataclass

from arcwise.ebl import EachPath, TrainingPath
from arcwise.ebl.learner import changed_paths
from arcwise.rules import Arc, Domain, Schema, Var
from arcwise.search import Algorithm, FunctionHeuristic, Weights


@dataclass(frozen=True)
class Carousel(Domain):
    """Horses stand in a circle: it turns by one place either way, or the first two change places."""

    name = "carousel"
    typical = small = "5"
    summary = "turn a circle, or swap its first two"

    def schemas(self, shape):
        """The arcs of a carousel of a size: a variable for every place, before and after."""
        x = tuple(Var(f"X{place}") for place in range(shape[1]))
        moves = {"turn": (*x[1:], x[0]), "back": (x[-1], *x[:-1]), "swap": (x[1], x[0], *x[2:])}
        return tuple(Schema(Arc(name, x, after), shape) for name, after in moves.items())

    def goal(self, shape):
        """Where each horse belongs."""
        return tuple(range(1, shape[1] + 1))


def breaks(theory, goal, start):
    """Neighbours that are no neighbours in the goal; a swap mends three at most, and a turn none."""
    following = dict(zip(goal, (*goal[1:], goal[0]), strict=True))

    def estimate(state):
        pairs = zip(state, (*state[1:], state[0]), strict=True)
        return -(-sum(following[left] != right for left, right in pairs) // 3)

    return FunctionHeuristic("breaks", estimate, admissible=True, consistent=True)


CAREFUL = Algorithm(
    name="careful-a-star",
    summary="A* that trusts h by half",
    open_list="priority",
    f=Weights(g=1, h=0.5),
    reopens=True,
    informed=True,
    fewest="cost",
)


class ShortestEnds(EachPath):
    """Of every solution only the last moves.

    Parameters
    ----------
    last
        How many of them.
    """

    last: int = 3

    def attend(self, library, problem):
        """The path of each solution without the moves before."""

        def end(path):
            start = path.start
            for schema, _ in path.steps[: -self.last]:
                start = schema.arc.apply(start)
            return TrainingPath(start, path.steps[-self.last :])

        return changed_paths(super().attend(library, problem), end)
