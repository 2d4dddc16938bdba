"""Planning tasks: PDDL, grounding, macro actions, policies, other planners."""
