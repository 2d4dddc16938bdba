"""What rows say: estimates, verdicts, means over seeds, and the census of all pairs."""
