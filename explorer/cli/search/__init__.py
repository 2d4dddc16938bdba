"""Commands that search one problem: solve it, walk it, unroll its plan."""
