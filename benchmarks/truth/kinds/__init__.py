"""Kinds of statements, one file each."""
