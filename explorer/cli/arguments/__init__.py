"""Arguments of the command line: names in tables, domains, files and standard input; and how help lists them."""
