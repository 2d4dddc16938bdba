"""Macro files: reading and writing them."""
