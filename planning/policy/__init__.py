"""Policies: rules over parameters, carried out in PDDL problems of any size without grounding, and proofs about them."""
