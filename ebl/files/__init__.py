"""Files of macros, and of policies as programs that run without arcwise: Python, and PDDL for planners."""
