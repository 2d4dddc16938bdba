"""What the page shows: searches before and after learning, conditions, solutions move by move, proofs, state spaces."""
