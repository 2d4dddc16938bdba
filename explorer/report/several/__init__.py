"""Several runs on one page: their headlines, verdicts and coverage, and the problems that they have in common."""
