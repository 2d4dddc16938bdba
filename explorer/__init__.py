"""User interfaces: the command line, the report, the terminal.

Begin reading with `cli.command_line`, whose table names a file for each command; `views` describes what commands show, and
`report.page` lists the sections of a report.
"""
