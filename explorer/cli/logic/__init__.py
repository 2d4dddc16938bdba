"""Commands on logic programs: solve, learn, explain, compare."""
