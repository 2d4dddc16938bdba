"""Heuristics of any theory from its arcs alone: what the goal would cost if nothing that once held were lost."""
