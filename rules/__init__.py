"""What a move is: terms, arcs, theories and boards; reading and writing them."""
