"""Fast Downward as an engine: problems as SAS+ for it, its plans as results."""
