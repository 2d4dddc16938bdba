"""Heuristics: sums over cells, linear conflicts, pattern databases."""
