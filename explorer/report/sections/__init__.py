"""Sections of the page, each a function; `table` lists them in order."""
