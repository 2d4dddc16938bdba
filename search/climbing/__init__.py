"""Climbing on an ordered goal: placements, escapes, completeness, macro tables."""
