"""Policies: rules over parameters that are carried out in a PDDL problem of any size, without grounding it, and what is proved of them."""
