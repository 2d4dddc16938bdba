"""Learners: where attention goes."""
