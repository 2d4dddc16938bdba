"""Built-in domains, each a class; `arcwise.rules.domains.table` has the table of them."""
