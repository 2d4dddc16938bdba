"""Which algorithm and heuristic search, where none is asked for: searches of one problem, one after the other."""
