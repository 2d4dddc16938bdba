"""Sliding tiles, plain and weighted, and the parity that decides what can be reached."""
