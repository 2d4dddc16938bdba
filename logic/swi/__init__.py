"""SWI-Prolog itself: programs that are no lists of arcs."""
