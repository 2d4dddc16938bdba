"""A student's file with every function filled in, written without arcwise."""

from collections import deque
from heapq import heappop, heappush
from itertools import count, pairwise

STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))


def size(state):
    return (2 if len(state) == 6 else 3), 3


def swaps(state):
    rows, columns = size(state)
    row, column = divmod(state.index(0), columns)
    for down, right in STEPS:
        if 0 <= row + down < rows and 0 <= column + right < columns:
            yield row * columns + column, (row + down) * columns + column + right


def moved(state, one, other):
    cells = list(state)
    cells[one], cells[other] = cells[other], cells[one]
    return tuple(cells)


def arcs():
    found = []
    for down, right in STEPS:
        for place in range(6):
            row, column = divmod(place, 3)
            if 0 <= row + down < 2 and 0 <= column + right < 3:
                before = list("ABCDEF")
                before[place] = 0
                found.append((tuple(before), moved(before, place, place + 3 * down + right)))
    return found


def successors(state):
    return [(moved(state, *swap), 1) for swap in swaps(state)]


def manhattan(state, goal):
    columns = 3
    far = 0
    for place, tile in enumerate(state):
        if tile:
            home = goal.index(tile)
            far += abs(place // columns - home // columns) + abs(place % columns - home % columns)
    return far


def variable(cell):
    return isinstance(cell, str)


def applied(rule, state):
    before, after = rule
    bound = {}
    for pattern, cell in zip(before, state, strict=True):
        if variable(pattern):
            if bound.setdefault(pattern, cell) != cell:
                return None
        elif pattern != cell:
            return None
    return tuple(bound[cell] if variable(cell) else cell for cell in after)


def breadth_first(start, goal, macros=()):
    rules = [*macros, *arcs()]
    parent = {start: None}
    queue = deque([start])
    expanded = 0
    while queue:
        state = queue.popleft()
        if state == goal:
            path = []
            while state is not None:
                path.append(state)
                state = parent[state]
            return path[::-1], expanded
        expanded += 1
        for rule in rules:
            after = applied(rule, state)
            if after is not None and after not in parent:
                parent[after] = state
                queue.append(after)
    return None, expanded


def a_star(start, goal):
    best, parent, order = {start: 0}, {start: None}, count()
    queue = [(manhattan(start, goal), next(order), start)]
    while queue:
        _, _, state = heappop(queue)
        if state == goal:
            path = []
            while state is not None:
                path.append(state)
                state = parent[state]
            return path[::-1]
        for after, cost in successors(state):
            if after not in best or best[state] + cost < best[after]:
                best[after], parent[after] = best[state] + cost, state
                heappush(queue, (best[after] + manhattan(after, goal), next(order), after))
    return None


def generalize(path):
    before = list("ABCDEF")
    before[path[0].index(0)] = 0
    after = tuple(before)
    for one, other in pairwise(path):
        after = moved(after, one.index(0), other.index(0))
    return tuple(before), after


def update(examples):
    found = []
    for start, goal in examples:
        path, _ = breadth_first(start, goal)
        if path is not None and len(path) > 2:
            macro = generalize(path)
            if macro not in found:
                found.append(macro)
    return found
