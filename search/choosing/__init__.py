"""Which algorithm and heuristic search, where none is asked for, and a part of a problem or the whole: searches one after the other."""
