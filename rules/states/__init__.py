"""State spaces: enumeration, groups of moves, solvability, random problems."""
