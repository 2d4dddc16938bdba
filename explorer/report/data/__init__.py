"""Data of the page: searches before and after learning, conditions, solutions move by move, proofs, state spaces."""
