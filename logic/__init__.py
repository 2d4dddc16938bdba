"""Logic programs: clauses, proof search, rules learned from proofs, moves that clauses make, SWI-Prolog."""
