"""Statistics of rows: estimates, verdicts, means over seeds, and the census of all pairs."""
