"""State spaces: enumeration, groups of moves, solvability, random problems, dead ends, traps, walks."""
