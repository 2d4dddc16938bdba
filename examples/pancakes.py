from arcwise.rules import Arc, Theory, Var
from arcwise.search import Problem, solve

stack = tuple(map(Var, "ABCD"))
flips = [Arc(f"flip{n}", stack, stack[:n][::-1] + stack[n:]) for n in (2, 3, 4)]
pancakes = Theory("pancakes", tuple(flips), (1, 4))
result = solve(Problem(pancakes, (3, 1, 4, 2), (1, 2, 3, 4)), "breadth-first")
print(*[move.name for move in result.operators])
