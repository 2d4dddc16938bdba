"""What learning changed: problems, conditions, configurations; rows, estimates, verdicts."""
