"""Commands about domains: which there are, their arcs, problems for them, and what is installed."""
