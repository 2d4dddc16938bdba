"""Proof search: goals of logic programs are resolved with clauses, from what is asked to what is known."""
