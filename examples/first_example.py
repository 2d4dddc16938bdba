"""Learn a macro from one training example and search again, before and after."""

from arcwise.ebl import MacroLibrary, explain_result, generalize
from arcwise.rules import sliding_tile
from arcwise.search import Problem, solve

puzzle = sliding_tile(2, 3)
example = Problem(puzzle, puzzle.parse("4 5 3 0 1 2"), puzzle.parse("5 1 3 4 2 0"))
library = MacroLibrary(puzzle)
library.add(generalize(explain_result(solve(example, "breadth-first")), "m1"))

for theory in (puzzle, puzzle.with_macros(library)):
    problem = Problem(theory, puzzle.parse("4 5 3 0 1 2"), puzzle.parse("1 2 3 4 5 0"))
    result = solve(problem, "breadth-first")
    print(f"{result.statistics.expanded} expanded, {result.steps} steps, {result.moves} moves")
