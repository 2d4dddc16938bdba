"""PROLOG-EBG in SWI-Prolog: the independent oracle."""
