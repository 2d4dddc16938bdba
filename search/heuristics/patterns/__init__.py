"""Pattern databases: abstractions of any theory, tables of costs, sums of them, by name or chosen."""
