"""Designs: which conditions an experiment compares."""
