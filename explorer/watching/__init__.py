"""Watched searches as people see them: text, plain data, and a page on which one steps through them."""
