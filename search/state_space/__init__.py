"""Whole state spaces: layers, distances, every goal at once."""
