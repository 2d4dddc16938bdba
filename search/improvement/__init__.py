"""Shorter plans than climbing finds: windows of a plan re-optimised, and a beam over the climb."""
