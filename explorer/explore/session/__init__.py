"""Walking a problem without a screen: arcs at their places, what matches a state, the walk, searching, learning."""
