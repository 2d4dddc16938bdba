"""Climbing on an ordered goal: heights, placements, escapes, completeness, plans."""
