"""Heuristics: sums over cells, linear conflicts, delete relaxation, landmarks, pattern databases; `heuristic_table` names them."""
