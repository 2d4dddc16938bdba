"""What words on the command line may be: names in tables, domains, files and standard input; and how help lists them."""
