"""Sections of the page, each a function; `RUN` in `arcwise.explorer.report.page` lists them in order."""
