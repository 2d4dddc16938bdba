"""Commands that search one problem: solve it, explore it, watch the search."""
