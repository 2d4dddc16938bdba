"""Policies as programs that run without arcwise: Python, Prolog, and PDDL for planners."""
