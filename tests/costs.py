"""The exact cost of each state, which heuristics and searches are compared with."""

from heapq import heappop, heappush

from arcwise.rules import State, Theory, reversed_theory


def true_costs(theory: Theory, goal: State) -> dict[State, float]:
    """The cost of a cheapest path to a goal from every state that can reach it, cheapest first, by Dijkstra's algorithm."""
    predecessors = reversed_theory(theory).successors
    settled: dict[State, float] = {}
    waiting: list[tuple[float, int, State]] = [(0, 0, theory.check(goal))]
    number = 0
    while waiting:
        cost, _, state = heappop(waiting)
        if state in settled:
            continue
        settled[state] = cost
        for arc, predecessor in predecessors(state):
            number += 1
            heappush(waiting, (cost + arc.cost, number, predecessor))
    return settled
