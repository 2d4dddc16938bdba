"""Pictures for notebooks: ``%load_ext arcwise.explorer.notebook`` lets states, arcs, macros and results draw themselves."""

from ...rules.later import attach

attach(__name__)
