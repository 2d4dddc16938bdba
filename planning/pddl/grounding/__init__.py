"""A PDDL task as a theory: what can be reached, what excludes what, and the cells of the state."""
