"""Tables of stages: several searches of one problem, one after the other; `auto` and `fast` are two of them."""
