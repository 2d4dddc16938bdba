"""The built-in domains, a file each; `arcwise.rules.domains.table` has the table of them."""
