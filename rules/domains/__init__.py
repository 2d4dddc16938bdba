"""The built-in domains, a file each; `arcwise.rules.families` has the table of them."""
