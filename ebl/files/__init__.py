"""Files of learned rules: one format, and a notation for each kind of rule; `macro_file` has the table of notations."""
