"""Built-in domains, each a class; `arcwise.rules.domains.domain_table` has the table of them."""
